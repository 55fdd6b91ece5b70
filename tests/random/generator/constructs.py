"""What programs are made of, in tables.

A construct is a function with a decorator, in the module of its kind:

    @statement(weight=5, languages="c++", feature="case-ranges")
    def switch(b):
        '''switch (x) { case 3 ... 5: … }'''

That is all that has to be written: the weight says how often it is taken among those that fit, and
`generate --list` prints the tables. A maker that cannot do its work where it is called returns
None (an expression) or False (a statement), and another one is taken.
"""


class Construct:
    def __init__(self, make, weight, languages, feature, fits):
        self.make = make
        self.name = make.__name__
        self.module = make.__module__.split(".")[-1]
        self.weight = weight
        self.languages = languages.split()
        self.feature = feature
        self.fits = fits
        self.description = " ".join((make.__doc__ or "").split())


# Constructs that known defects of ampcc break, by feature: left out unless --with names them.
KNOWN_DEFECTS = {}

TABLES = {}


def table(name):
    """A decorator for the constructs of a table; `fits` is called with what make gets."""
    entries = TABLES.setdefault(name, [])

    def decorator(weight, languages="c++ c", feature=None, fits=None):
        def enter(make):
            entries.append(Construct(make, weight, languages, feature, fits))
            return make
        return enter
    return decorator


# What code without branches is made of (rows.py; kernels.py), by table.
STRAIGHT = {
    "statements": {"assignment", "array", "branch", "compound", "const_reference", "for_loop", "kernel_return", "pointer", "reference", "row_loop", "step", "store", "variable"},
    "expressions": {"arithmetic", "assigned", "bits", "call", "comma", "constant", "division", "float_arithmetic", "float_converted",
                    "float_division", "float_sign", "increment", "literal", "read", "shift", "sign", "size_of"},
}


def choose(b, name, *arguments):
    """A construct of a table that fits."""
    fitting = [c for c in TABLES[name]
               if (not b.straight or c.name in STRAIGHT[name]) and b.lang.name in c.languages and b.unit.has(c.feature) and
               (c.fits is None or c.fits(b, *arguments))]
    more = b.unit.program.more
    return b.dice.weighted(fitting, lambda c: c.weight * more.get(c.name, more.get(c.module, 1)))


# Of no construct alone: what unit.has() asks for.
MORE_FEATURES = {"case-ranges", "classes", "constants", "designated-initializers", "enumerations", "gnu-literals", "shadowing"}


def features():
    return sorted({c.feature for entries in TABLES.values() for c in entries if c.feature} | MORE_FEATURES)


def listing():
    """The tables, for people."""
    lines = []
    for name, entries in TABLES.items():
        total = sum(c.weight for c in entries)
        lines.append(f"{name} (weights, of {total})")
        for c in sorted(entries, key=lambda c: (-c.weight, c.name)):
            where = "" if len(c.languages) == 2 else f" [{c.languages[0]}]"
            feature = f" [--without {c.feature}]" if c.feature else ""
            lines.append(f"  {c.weight:4} {c.name}{where}{feature}: {c.description}")
    return "\n".join(lines)
