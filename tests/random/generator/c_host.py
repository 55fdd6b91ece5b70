"""The host's part of AMP in C: how it is written."""

from .types import Scalar


class CTexts:
    def __init__(self, host):
        self.host = host
        self.dice = host.dice

    def type(self, v):
        kind = "amp_array" if v.wrapper == "array" else "amp_const_array_view" if v.const else "amp_array_view"
        return f"{kind}({self.host.lang.element_name(v.element)}, {len(v.dims)})"

    def is_by_reference(self, v):
        return False

    def memory(self, element, name, size):
        spelled = element.name if isinstance(element, Scalar) else element.spelling
        return f"static {spelled} {name}[{size}];" if self.dice.chance(30) else f"{spelled} {name}[{size}];"

    def add(self, name, at, value):
        return f'ADD(r, "{name}", {at}, {value});'

    def _declared(self, v, text):
        self.host.line(f"{self.type(v)} {v.name} = {text};")

    def _made(self, v, text):
        """One that has to be released."""
        self._declared(v, text)
        self.host.ending.insert(0, f"\t\tamp_release({v.name});")

    def view(self, v, data):
        self._made(v, f"amp_view({data}, {', '.join(map(str, v.dims))})")

    def empty_view(self, v):
        self._made(v, f"amp_new_view({self.host.lang.element_name(v.element)}, {', '.join(map(str, v.dims))})")

    def array(self, v, data):
        self._made(v, f"amp_new_array({self.host.lang.element_name(v.element)}, {', '.join(map(str, v.dims))})")
        self.host.line(f"amp_copy_in({data}, {v.name});")
        self.host.ending.insert(0, f"\t\tamp_copy_out({v.name}, {data});")

    def copied_view(self, copy, v):
        self._declared(copy, v.name)

    def view_of_array(self, v, array):
        self._declared(v, f"amp_view_of({array.name})")

    def section(self, part, all, origin):
        self._declared(part, f"amp_section({all.name}, {', '.join(map(str, list(origin) + list(part.dims)))})")

    def project(self, part, all, at):
        self._declared(part, f"amp_project({all.name}, {at})")

    def view_as(self, part, all):
        self._declared(part, f"amp_view_as({all.name}, {', '.join(map(str, part.dims))})")

    def element(self, v, components):
        return f"amp_at({v.name}, {', '.join(components)})"

    def discard(self, v):
        return f"amp_discard({v.name});"

    def synchronize(self, v):
        return f"amp_synchronize({v.name});"

    def copy(self, v, w):
        return f"amp_copy({v.name}, {w.name});"
