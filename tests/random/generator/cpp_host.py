"""The host's part in C++ AMP: how it is written."""

from .types import Scalar


class CppTexts:
    def __init__(self, host):
        self.host = host
        self.dice = host.dice

    def library(self, name):
        return self.host.lang.library(self.host.body, name)

    def type(self, v):
        return f"{self.library(v.wrapper)}<{'const ' if v.const else ''}{self._spelled(v.element)}, {len(v.dims)}>"

    @staticmethod
    def _spelled(element):
        return element.name if isinstance(element, Scalar) else element.spelling

    def is_by_reference(self, v):
        return v.wrapper == "array"

    def memory(self, element, name, size):
        spelled = self._spelled(element)
        return f"std::vector<{spelled}> {name}({size});" if self.dice.chance(70) else f"{spelled} {name}[{size}];"

    def add(self, name, at, value):
        return f'r.add("{name}", {at}, {value});'

    def shape(self, dims):
        """Constructor arguments."""
        sizes = ", ".join(map(str, dims))
        if len(dims) > 3 or self.dice.chance(25):
            return f"{self.library('extent')}<{len(dims)}>({sizes})"
        return sizes

    def view(self, v, data):
        self.host.line(f"{self.type(v)} {v.name}({self.shape(v.dims)}, {data});")

    def empty_view(self, v):
        self.host.line(f"{self.type(v)} {v.name}({self.shape(v.dims)});")

    def array(self, v, data):
        self.host.line(f"{self.type(v)} {v.name}({self.shape(v.dims)}, &{data}[0]);")
        self.host.ending.append(f"\t\t{self.library('copy')}({v.name}, &{data}[0]);")

    def _declared(self, v, text):
        type = self.dice.pick([self.type(v), "auto"])
        self.host.line(f"{type} {v.name} = {text};" if type == "auto" or self.dice.chance(70) else f"{type} {v.name}({text});")

    def copied_view(self, copy, v):
        self._declared(copy, v.name)

    def view_of_array(self, v, array):
        self.host.line(f"{self.type(v)} {v.name}({array.name});")

    def section(self, part, all, origin):
        n, sizes = len(origin), ", ".join(map(str, origin)) + ", " + ", ".join(map(str, part.dims))
        if self.dice.chance(40):
            sizes = (f"{self.library('index')}<{n}>({', '.join(map(str, origin))}), "
                     f"{self.library('extent')}<{n}>({', '.join(map(str, part.dims))})")
        self._declared(part, f"{all.name}.section({sizes})")

    def project(self, part, all, at):
        self._declared(part, f"{all.name}[{at}]")

    def view_as(self, part, all):
        shape = f"{self.library('extent')}<{len(part.dims)}>({', '.join(map(str, part.dims))})"
        self._declared(part, f"{all.name}.view_as({shape})")

    def reinterpret(self, part, all):
        self.host.line(f"{self.type(part)} {part.name} = {all.name}.reinterpret_as<{part.element.name}>();")

    def element(self, v, components):
        at = ", ".join(components)
        return f"{v.name}[{at}]" if len(components) == 1 and self.dice.chance(60) else f"{v.name}({at})"

    def discard(self, v):
        return f"{v.name}.discard_data();"

    def synchronize(self, v):
        return f"{v.name}.synchronize();"

    def copy(self, v, w):
        return f"{self.library('copy')}({v.name}, {w.name});"
