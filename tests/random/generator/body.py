"""What is known while the body of a function or kernel is written: variables in scope, control
flow, and what the full-expression at hand reads and writes."""

import contextlib

from . import types
from .types import Array, Scalar, Struct

# Precedence of operators, the higher the tighter.
COMMA, ASSIGN, CONDITIONAL, LOGICAL_OR, LOGICAL_AND, BIT_OR, BIT_XOR, BIT_AND, EQUALITY, RELATION, \
    SHIFT, SUM, PRODUCT, UNARY, POSTFIX, PRIMARY = range(16)

# A statement may add so much to an object, over all the times that it is executed; with at most 200
# statements in all launches of a unit, that is what promises leave free.
MOST_DRIFT = 2000
# How often a function's statements count as executed: it is called where that is so.
FUNCTION_WEIGHT = 40


class Expr:
    """An expression: its text, type, and the range of its value (None for floating-point ones)."""

    def __init__(self, text, prec, type, low=None, high=None, uniform=False):
        if isinstance(type, Scalar) and not type.is_float and low is None:
            low, high = type.full
        self.text = text
        self.prec = prec
        self.type = type
        self.low = low
        self.high = high
        self.uniform = uniform  # the same in all threads of a tile
        self.is_enumerator = False  # of an enumeration in C++, though `type` is INT

    def operand(self, b, prec):
        """The text as an operand of an operator with that precedence."""
        if self.prec < prec or self.prec < PRIMARY and b.dice.chance(6):
            return f"({self.text})"
        return self.text


class Place(Expr):
    """An lvalue."""

    def __init__(self, text, prec, type, variable, low=None, high=None):
        super().__init__(text, prec, type, low, high, variable.uniform)
        self.variable = variable
        # T & and T * can refer to it: what they are used for keeps the promise of T
        self.is_bindable = isinstance(type, Struct) or not isinstance(type, Array) and \
            (type.is_float or (self.low, self.high) == type.promise)


class Variable:
    """Something with a name in a body, that expressions read and write."""

    def __init__(self, name, type, *, text=None, prec=PRIMARY, low=None, high=None, roots=None,
                 uniform=False, const=False, kind="local"):
        self.name = name
        self.type = type
        self.text = text or name
        self.prec = prec
        if isinstance(type, Scalar) and not type.is_float and low is None:
            low, high = type.promise
        self.low, self.high = low, high
        self.is_alias = roots is not None
        self.roots = roots if roots is not None else frozenset([object()])
        self.uniform = uniform
        self.const = const
        self.kind = kind
        self.may_be_hidden = True  # by a variable in a block of its scope
        self.functions = []  # that can be called with it

    def is_readable(self, b):
        """Whether it may be read where what is read has to be the same in all threads of a tile."""
        return self.uniform or not b.want_uniform

    def has(self, b, want, write):
        """Whether there may be an object in it that is wanted."""
        return _has_leaf(self.type, want)

    def place(self, b, want, write, depth):
        """An lvalue in it whose type is wanted, or None."""
        text, prec, type = self.text, self.prec, self.type
        while not isinstance(type, Scalar) and not (want(type) and b.dice.chance(90)):
            if prec < POSTFIX:
                text = f"({text})"
            prec = POSTFIX
            if isinstance(type, Array):
                if not _has_leaf(type.element, want):
                    return None
                text += f"[{b.make_index(type.size, depth).text}]"
                type = type.element
            else:
                fields = [f for f in type.fields if _has_leaf(f.type, want)]
                if not fields:
                    return None
                field = b.dice.pick(fields)
                text = text[2:-1] + "->" + field.name if text.startswith("(*") and text.endswith(")") and \
                    text[2:-1].isidentifier() else f"{text}.{field.name}"
                type = field.type
        if not want(type):
            return None
        if type is self.type:
            return Place(text, prec, type, self, self.low, self.high)
        if isinstance(type, Scalar) and not type.is_float:
            return Place(text, prec, type, self, *type.promise)
        return Place(text, prec, type, self)


def _has_leaf(type, want):
    if want(type):
        return True
    if isinstance(type, Array):
        return _has_leaf(type.element, want)
    if isinstance(type, Struct):
        return any(_has_leaf(f.type, want) for f in type.fields)
    return False


class Loop:
    def __init__(self, uniform, in_switch=False):
        self.uniform = uniform  # all threads of a tile go round together
        self.in_switch = in_switch
        self.may_continue = True  # what ends the loop is not in the rest of its body


class Body:
    def __init__(self, unit, restriction, level=1, dice=None):
        self.unit = unit
        self.lang = unit.lang
        self.dice = dice or unit.dice
        self.restriction = restriction  # "amp", "cpu, amp"
        self.level = level
        self.lines = []
        self.scopes = [[]]
        self.uniform_flow = True
        self.weight = 1
        self.loops = []
        self.result = None     # what return returns
        self.index = None      # of the thread, where that is known
        self.tile = None       # in tiled kernels: the extents of a tile
        self.linear = None     # a variable with the number of the thread in its tile
        self.phase = None      # tiles.py
        self.is_kernel = False
        self.depth = 0         # of functions that are parts of a kernel (parts.py)
        self.is_lambda = False
        self.has_returned = False  # some threads have, perhaps
        self.will_wait = False     # in a block that waits further down, or again
        self.want_uniform = False
        self.is_constant = False   # of a constexpr function
        self.straight = False      # without branches (rows.py, kernels.py)
        self.nodes = 0
        self.read, self.written = set(), set()
        # in statements within an expression: what that writes, what they have read so far, and the first
        # of their scopes
        self.enclosing, self.touched, self.first_scope = set(), set(), 0
        self.spellings = {}    # of types by template parameters
        self.declaring = set() # names whose declarations have begun

    # ---- Text ----

    def line(self, text):
        self.lines.append("\t" * self.level + text if text else "")

    @contextlib.contextmanager
    def block(self, head, tail="}", **flow):
        """The lines of a block of its own, with its scope."""
        self.line(head + " {" if head else "{")
        with self.nested(**flow):
            yield
        self.line(tail)

    @contextlib.contextmanager
    def nested(self, uniform=True, times=1, loop=None, waits=False):
        old = self.uniform_flow, self.weight, self.will_wait
        self.uniform_flow = self.uniform_flow and uniform
        self.will_wait = self.will_wait or waits
        self.weight *= times
        self.level += 1
        self.scopes.append([])
        if loop:
            self.loops.append(loop)
        yield
        if loop:
            self.loops.pop()
        self.scopes.pop()
        self.level -= 1
        self.uniform_flow, self.weight, self.will_wait = old

    def spell(self, type):
        return self.spellings.get(type) or self.lang.spell(self, type)

    def text(self):
        return "\n".join(self.lines)

    # ---- Scopes ----

    def declare(self, variable):
        from . import functions
        if isinstance(variable.type, Struct) and variable.kind not in ("view", "shared"):
            functions.bind(variable.type, variable)
        self.scopes[-1].append(variable)
        return variable

    def visible(self):
        """The variables that their names mean here."""
        names, result = set(self.declaring), []
        for scope in reversed(self.scopes):
            here = []
            for v in reversed(scope):
                if v.name not in names:
                    here.append(v)
                names.add(v.name)
            result += here
        return result

    def is_hidden(self, name):
        """Whether a variable has taken a name of the library's."""
        return name in self.declaring or any(v.name == name for scope in self.scopes for v in scope)

    def fresh(self):
        """A name for a variable that is declared now: a new one, or in a block one that hides another."""
        here = {v.name for v in self.scopes[-1]}
        if len(self.scopes) == 2 and (self.depth or self.lang.name == "c"):
            here |= {v.name for v in self.scopes[0]}  # parameters
        if len(self.scopes) > 1 and self.dice.chance(12) and self.unit.has("shadowing"):
            outer = [v.name for v in self.visible()
                     if type(v) is Variable and v.kind == "local" and v.may_be_hidden and v.name not in here]
            if outer:
                return self.dice.pick(outer)
        if self.dice.chance(15):
            taken = {v.name for scope in self.scopes for v in scope} | self.unit.taken
            names = [n for n in self.lang.variable_names if n not in taken]
            if names:
                return self.dice.pick(names)
        return self.unit.fresh(self.dice.pick(["x", "y", "k", "n", "a", "sum", "p", "q"]))

    @contextlib.contextmanager
    def declaration(self, name):
        """Around the initializer of a variable, in which the name means it already."""
        self.declaring.add(name)
        yield
        self.declaring.discard(name)

    # ---- Control flow ----

    @property
    def can_wait(self):
        return self.tile is not None and self.uniform_flow and not self.has_returned and \
            all(loop.uniform for loop in self.loops)

    def may_drift(self, step=1):
        return self.weight * step <= MOST_DRIFT

    # ---- Full-expressions ----

    def begin(self):
        """A new full-expression: nothing is read or written yet."""
        self.touched |= self.read
        self.read, self.written = set(), set()
        self.nodes = 0

    @contextlib.contextmanager
    def uniformly(self, wanted=True):
        old = self.want_uniform
        self.want_uniform = old or wanted
        yield
        self.want_uniform = old

    @contextlib.contextmanager
    def within_expression(self):
        """Around statements in an expression: they may write only what they declare."""
        old = self.read, self.written, self.nodes, self.enclosing, self.touched, self.first_scope, self.lines, self.level
        self.enclosing = self.enclosing | self.written
        self.touched, self.first_scope, self.lines, self.level = set(), len(self.scopes), [], 0
        with self.nested(uniform=False):
            yield self.lines
        touched = self.touched | self.read
        (self.read, self.written, self.nodes, self.enclosing, self.touched, self.first_scope, self.lines,
         self.level) = old
        self.read |= touched

    def may_write(self, v):
        """Whether the full-expression may change the variable, and the rest stays defined."""
        if self.first_scope and (v.is_alias or not any(v in scope for scope in self.scopes[self.first_scope:])):
            return False
        return not v.const and not v.roots & (self.read | self.written | self.enclosing) and \
            (not v.uniform or self.uniform_flow and not self.has_returned)

    def may_read(self, v):
        return not v.roots & (self.written | self.enclosing) and v.is_readable(self)

    def find_place(self, want, write=False, depth=0, accept=lambda v: True):
        """An lvalue of a wanted type, to read or to write; None: there is none."""
        allowed = self.may_write if write else self.may_read
        found = [v for v in self.visible() if accept(v) and v.has(self, want, write) and allowed(v)]
        for _ in range(3):
            if not found:
                return None
            place = self.dice.pick(found).place(self, want, write, depth)
            if place and allowed(place.variable):
                (self.written if write else self.read).update(place.variable.roots)
                return place
        return None

    def make_index(self, size, depth):
        from . import expressions
        return expressions.index(self, size, depth)
