"""Functions of the programs, and calls of them."""

from . import expressions, types
from .body import FUNCTION_WEIGHT, POSTFIX, PRIMARY, UNARY, Expr
from .types import Array, Scalar, Struct


class Parameter:
    """`kind` is "value", "const_reference", "reference", "pointer" or "array" (the first of `type.size` elements)."""

    def __init__(self, name, type, kind="value"):
        self.name = name
        self.type = type
        self.kind = kind

    @property
    def is_written(self):
        return self.kind in ("reference", "pointer", "array")


class Function:
    """Something that is called. `form` makes the call's text and precedence of the arguments' texts."""

    def __init__(self, name, parameters, result, *, form=None, restriction="amp", drifts=False,
                 low=None, high=None, is_constant=False, converts=False):
        self.name = name
        self.parameters = parameters
        self.result = result      # a Scalar, a Struct, or None
        if isinstance(result, Scalar) and not result.is_float and low is None:
            low, high = result.promise
        self.low, self.high = low, high
        self.form = form or (lambda arguments: (f"{name}({', '.join(arguments)})", POSTFIX))
        self.is_name = form is None
        self.restriction = restriction
        self.drifts = drifts      # adds to its arguments
        self.is_constant = is_constant
        self.converts = converts  # whether arguments are converted implicitly
        self.subject = None       # the object that it is called of, a Variable
        self.changes_subject = False
        self.captures = frozenset()   # roots that it reads besides
        self.is_deterministic = True  # the result and all changes follow from the arguments alone

    def is_for(self, restriction):
        return self.restriction == restriction or restriction == "amp"

    def makes(self, b, arguments, low=None, high=None, uniform=False):
        text, prec = self.form(arguments)
        return Expr(text, prec, self.result, self.low, self.high, uniform)


def call(b, wanted, depth):
    """A call of a function with a wanted result, or None."""
    functions = [f for f in b.unit.callables(b)
                 if wanted(f.result) and f.is_for(b.restriction)
                 and (not f.drifts or b.weight <= FUNCTION_WEIGHT) and (f.is_constant or not b.is_constant)]
    return apply(b, b.dice.pick(functions), depth) if functions else None


def apply(b, f, depth):
    """The call, with arguments; None: there are none for it here."""
    texts, places = {}, []
    subject = f.subject
    if f.captures & (b.written | b.enclosing):
        return None
    b.read |= f.captures
    if subject is not None:
        if f.changes_subject:
            if not b.may_write(subject):
                return None
            b.written |= subject.roots
            places.append(subject)
        elif not b.may_read(subject):
            return None
        else:
            b.read |= subject.roots
    for p in f.parameters:
        if p.kind in ("value", "const_reference"):
            continue
        place = _object(b, p, depth)
        if place is None:
            return None
        texts[p], variable = place
        if p.is_written:
            places.append(variable)
    uniform = any(v.uniform for v in places)
    if (uniform or b.want_uniform) and not f.is_deterministic:
        return None
    with b.uniformly(uniform):
        arguments = [_value(b, p, f, depth) for p in f.parameters if p not in texts]
    if any(a is None for a in arguments):
        return None
    is_uniform = f.is_deterministic and all(a.uniform for a in arguments) and all(v.uniform for v in places) and \
        len(texts) == len(places) - (subject is not None and f.changes_subject) and \
        (subject is None or subject.uniform)
    rest = iter(a.operand(b, 1) for a in arguments)
    e = f.makes(b, [texts[p] if p in texts else next(rest) for p in f.parameters], uniform=is_uniform)
    if f.is_name and b.dice.chance(6):
        e.text = f"({f.name}){e.text[len(f.name):]}"
    return e


def _value(b, p, f, depth):
    if isinstance(p.type, Struct):
        return structure(b, p.type, depth)
    e = expressions.value(b, p.type, depth - 1)
    return e if f.converts and b.dice.chance(60) else expressions.cast(b, e, p.type)


def structure(b, type, depth):
    """A value of a class, or None."""
    place = b.find_place(lambda t: t is type, depth=depth)
    if place and b.dice.chance(70):
        return place
    return b.lang.structure(b, type, depth) if type.is_aggregate or type.constructor else place


def _object(b, p, depth):
    """What a parameter that is no value refers to: the argument's text, and the variable."""
    if p.kind == "array":
        found = [v for v in b.visible()
                 if type(v).__name__ == "Variable" and isinstance(v.type, Array) and v.type.element is p.type.element
                 and v.type.size >= p.type.size and (not p.is_exact or v.type.size == p.type.size)
                 and not (p.is_exact and v.kind == "pointer") and b.may_write(v)]
        if not found:
            return None
        v = b.dice.pick(found)
        b.written |= v.roots
        return v.text, v
    place = b.find_place(lambda t: t is p.type, write=True, depth=depth)
    if place is None or not place.is_bindable:
        return None
    if p.kind == "reference":
        return place.text, place.variable
    if place.text.startswith("*") and place.text[1:].isidentifier():
        return place.text[1:], place.variable
    return "&" + place.operand(b, UNARY), place.variable
