"""One numbered kernel of a program: declarations, and a function of the host that prepares data, launches
and looks at what comes back."""

from . import elements, functions, generic, types
from .dice import Dice


class Unit:
    def __init__(self, program, number):
        self.program = program
        self.lang = program.lang
        self.number = number
        self.name = f"k{number}"
        self.dice = Dice(program.seed, self.lang.name, number)
        self.standard = program.standard
        self.extensions = program.extensions
        self.helpers = program.helpers
        self.declarations = []
        self.functions = []
        self.structs = []
        self.constants = []
        self.enumeration = None  # in C, whose variables are unsigned
        self.pick_functions = {}
        self.shared_names = []
        self.macros = {}
        self.names = {}
        self.taken = set()
        self.statements_left = 0
        basic = types.BASIC[:4]
        self.integer_types = basic + (types.EXTENDED if self.extensions else [])
        self.floating_types = [types.FLOAT, types.DOUBLE]
        self.element_types = types.ELEMENTS

    def has(self, feature):
        """Whether what has this name may be made."""
        assert feature is None or feature in self.program.features | self.program.left_out, feature
        return feature is None or feature in self.program.features

    def hides(self, name):
        return name in self.taken

    def fresh(self, stem):
        """A name that is new in the unit."""
        n = self.names[stem] = self.names.get(stem, -1) + 1
        name = stem if n == 0 and stem not in self.taken and len(stem) > 1 else f"{stem}{n + 1}"
        return name if name not in self.taken else self.fresh(stem)

    def _global_name(self, names, percent, stem):
        """A name of the unit's own: one of these, so often, or a new one."""
        names = [self.lang.unit_name(self, n) for n in names]
        free = [n for n in names if n not in self.taken and n not in self.names]
        name = self.dice.pick(free) if free and self.dice.chance(percent) else self.lang.unit_name(self, self.fresh(stem))
        self.taken.add(name)
        return name

    def class_name(self, names):
        return self._global_name(names, 80, "S")

    def function_name(self):
        return self._global_name(["atomic_fetch_add", "all_memory_fence", "copy", "wait", "tile", "min", "max", "clamp",
                                  "swap", "rotate"], 25, "f")

    def declare(self, text):
        self.declarations.append(text)

    def macro(self, definition):
        """The name of a macro of the unit's, which NAME(…) … defines."""
        stem, rest = definition.split("(", 1)
        if stem not in self.macros:
            self.macros[stem] = f"{stem}_{self.name}"
            self.declare(f"#define {self.macros[stem]}({rest}")
        return self.macros[stem]

    def callables(self, b):
        local = [f for v in b.visible() for f in v.functions]
        return [f for f in self.functions if not b.is_hidden(f.name)] + local

    # ---- Writing it ----

    def write(self):
        """The text."""
        d = self.dice
        if self.program.injection and self.program.injection.mistake.declaration:
            self.declare(self.program.injection.mistake.declaration)
        self._declare_types()
        rank = d.weighted([(1, 5), (2, 3), (3, 1)], lambda p: p[1])[0]
        self.tile = self._pick_tile(rank)
        self.domain = tuple(n * d.between(1, {1: 6, 2: 3, 3: 2}[rank]) for n in self.tile)
        return self.lang.unit_text(self)

    def _declare_types(self):
        d = self.dice
        if d.chance(30):
            names = [self.lang.unit_name(self, self.fresh("E")) for _ in range(3)]
            values = [d.between(d.pick([-3, 0]), 20) for _ in names]
            self.constants = list(zip(names, values))
            self.taken.update(names)
            tag = ""
            if self.lang.name == "c" and min(values) >= 0 and self.has("enumerations"):
                self.enumeration = f"enum {self.lang.unit_name(self, self.fresh('e'))}"
                tag = self.enumeration[4:]
            self.declare(f"enum{tag} {{ {', '.join(f'{n} = {v}' for n, v in self.constants)} }};")
        for _ in range(d.pick([0, 0, 1, 1, 2])):
            self.statements_left = 4
            functions.make_struct(self)
        if self.lang.name == "c++" and self.has("classes"):
            for _ in range(d.pick([0, 1, 1, 2])):
                self.statements_left = 6
                functions.make_class(self)
            if d.chance(20):
                functions.make_class_template(self)
            if d.chance(15):
                functions.make_variadic(self)
            if d.chance(15):
                elements.make_overloads(self)
            if d.chance(25):
                generic.make_overload_set(self)
        for _ in range(d.pick([0, 1, 1, 2, 3])):
            self.statements_left = d.between(2, 7)
            functions.make_function(self)

    def _pick_tile(self, rank):
        d = self.dice
        if rank == 1:
            return (d.pick([4, 8, 16, 32, 7, 64, 1]),)
        if rank == 2:
            return d.pick([(4, 4), (2, 8), (8, 8), (3, 5), (1, 16), (8, 4), (4, 16)])
        return d.pick([(2, 2, 2), (2, 4, 4), (1, 2, 8), (3, 2, 1), (4, 4, 4)])

    def fill(self, t, at):
        """The first value of element `at` of type t, as text in the program."""
        d = self.dice
        a, c, m = d.between(1, 99), d.between(0, 50), d.pick([7, 64, 101, 1000])
        n = f"({at} * {a} + {c}) % {m}"
        if t.is_float:
            return f"({t.name})({n}) * {d.pick(['0.5', '0.25', '1.0', '0.1'])}{t.suffix}" + d.pick(["", f" - 3.0{t.suffix}"])
        return f"{n} - {m // 2}" if t.signed and d.chance(50) else n
