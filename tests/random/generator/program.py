"""A whole program: some kernels, and what prints their results."""

from . import constructs
from .c import C
from .cpp import Cpp
from .csmith import Csmith
from .dice import Dice
from .unit import Unit

LANGUAGES = {"c++": Cpp, "c": C, "csmith": Csmith}


class Program:
    """The same seed and features always make the same program; each of its kernels follows from these and its
    number alone, so that one of them can be made without the others."""

    def __init__(self, seed, language="c++", without=(), with_=()):
        self.seed = seed
        self.lang = LANGUAGES[language]()
        self.dice = Dice(seed, language, "program")
        self.left_out = set(constructs.KNOWN_DEFECTS) - set(with_) | set(without)
        self.features = set(constructs.features()) - self.left_out
        self.without, self.with_ = without, with_
        # how much more often constructs are taken, by their names or modules': NAME*FACTOR
        self.more = {name: int(factor) for name, star, factor in (w.partition("*") for w in with_) if star}
        self.standard = self.lang.standard(self.dice)
        self.extensions = language == "c" or self.dice.chance(25)
        self.optimize = self.dice.weighted([("-O1", 5), ("-O2", 4), ("-O0", 3), ("-O3", 2)], lambda p: p[1])[0]
        self.helpers = set()
        self.needs_math = False
        self.injection = None  # mistakes.py
        self.options = self.lang.options(self)

    def text(self, numbers, command):
        """The program with the kernels of these numbers; `command` is what made it."""
        self.command = command
        make_unit = getattr(self.lang, "make_unit", Unit)
        units = [make_unit(self, number) for number in numbers]
        return self.lang.program_text(self, [(u.name, u.write()) for u in units])
