"""Expressions. A maker gets the body, the wanted type (a hint: what it makes is converted where
that matters) and how many levels of expressions may be below it."""

from . import types
from .body import (ASSIGN, BIT_AND, BIT_OR, BIT_XOR, COMMA, CONDITIONAL, EQUALITY, LOGICAL_AND, LOGICAL_OR,
                   POSTFIX, PRIMARY, PRODUCT, RELATION, SHIFT, SUM, UNARY, Expr)
from .constructs import choose, table
from .types import BOOL, DOUBLE, FLOAT, INT, UINT, Scalar

expression = table("expressions")

MOST_NODES = 40  # of a full-expression

# ---- What the rest asks for ---------------------------------------------------


def make(b, t, depth):
    """An expression of arithmetic type: floating-point if t is, else of any integer type or bool."""
    b.nodes += 1
    if depth > 0 and b.nodes < MOST_NODES:
        for _ in range(8):
            e = choose(b, "expressions", t, depth).make(b, t, depth)
            if e is not None and (e.uniform or not b.want_uniform):
                return e
    return read(b, t, 0) or literal(b, t, 0)


def value(b, t, depth, uniform=False):
    """An expression that an object of type t may be given: implicit conversion keeps its promise."""
    with b.uniformly(uniform):
        e = make(b, t, depth)
        return e if t.is_float else cut(b, e, *t.assigned, t)


def exactly(b, t, depth):
    """An expression of exactly that type."""
    return cast(b, value(b, t, depth), t)


def condition(b, depth, uniform=False):
    """What an if or a loop asks."""
    with b.uniformly(uniform):
        if b.dice.chance(80):
            return comparison(b, BOOL, depth)
        return make(b, b.dice.pick([BOOL, INT, UINT]), depth)


def index(b, n, depth):
    """An expression in [0, n)."""
    if b.dice.chance(25) or n == 1:
        return number(b, b.dice.below(n))
    if b.dice.chance(50) or depth <= 0:
        def fits(v):
            return v.low is not None and v.kind not in ("view", "shared") and (
                depth <= 0 or types.within(v.low, v.high, (0, n - 1)))
        place = b.find_place(lambda t: isinstance(t, Scalar) and t.kind == "int", accept=fits)
        if place or depth <= 0:
            return remainder(b, place or number(b, b.dice.below(n)), n)
    return remainder(b, make(b, b.dice.pick([INT, INT, UINT]), min(depth, 1)), n)


def remainder(b, e, n):
    """e, cut to [0, n)."""
    if types.within(e.low, e.high, (0, n - 1)):
        return e
    t = types.promoted(e.type)
    if n & (n - 1) == 0 and b.dice.chance(60):
        return Expr(f"{e.operand(b, BIT_AND + 1)} & {n - 1}", BIT_AND, t, 0, n - 1, e.uniform)
    if e.low < 0:
        if b.dice.chance(50):
            u = b.lang.cast(b, UINT, e)
            return Expr(f"{u.operand(b, PRODUCT)} % {n}u", PRODUCT, UINT, 0, n - 1, e.uniform)
        rest = Expr(f"{e.operand(b, PRODUCT)} % {n}", PRODUCT, t)
        return Expr(f"({rest.text} + {n}) % {n}", PRODUCT, t, 0, n - 1, e.uniform)
    return Expr(f"{e.operand(b, PRODUCT)} % {n}", PRODUCT, t, 0, n - 1, e.uniform)


def cut(b, e, low, high, to=None):
    """e, an integer, cut to [low, high], where low is 0 or -high; `to`: the type that it is converted to,
    whose conversion may do that."""
    if types.within(e.low, e.high, (low, high)) or to and to.full == to.promise:
        return e
    t = types.promoted(e.type)
    high = min(high, t.full[1] - 1)
    if not b.unit.extensions:
        high = min(high, (1 << 31) - 2)  # there are no longer literals
    most = high if b.dice.chance(40) else min(high, b.dice.pick([7, 15, 63, 100, 255, 999, 4095, 65535]))
    if e.low >= 0 and most & (most + 1) == 0 and b.dice.chance(50):
        return Expr(f"{e.operand(b, BIT_AND + 1)} & {most}", BIT_AND, t, 0, most, e.uniform)
    if low == 0:
        return remainder(b, e, most + 1)
    m = most + 1
    return Expr(f"{e.operand(b, PRODUCT)} % {m}", PRODUCT, t, 0 if e.low >= 0 else 1 - m, m - 1, e.uniform)


def cast(b, e, t):
    """e with type t, whose value it can have."""
    if e.type is t and not e.is_enumerator:
        return e
    if e.type.is_float and not t.is_float:
        return whole(b, e, t)
    return b.lang.cast(b, t, e)


def whole(b, e, t=INT):
    """A floating-point value as an integer: what is out of range is 0."""
    b.unit.helpers.add("whole")
    result = Expr(f"whole({e.text if e.prec > COMMA else '(' + e.text + ')'})", POSTFIX, INT, -1000000, 1000000,
                  e.uniform)
    return result if t is INT else b.lang.cast(b, t, result)


def number(b, n, t=INT):
    """A literal."""
    if n < 0:
        return Expr(f"-{-n}{t.suffix}", UNARY, t, n, n, True)
    text = b.dice.pick([str(n), str(n), str(n), str(n), hex(n), f"0{n:o}" if n else "0"] +
                       ([bin(n)] if b.unit.has("gnu-literals") else []))
    if t is INT and 32 < n < 127 and chr(n) not in "'\\\"?" and b.dice.chance(20):
        if b.lang.name == "c++":
            return Expr(f"'{chr(n)}'", PRIMARY, types.SCHAR, n, n, True) if b.unit.extensions else \
                Expr(text, PRIMARY, t, n, n, True)
        return Expr(f"'{chr(n)}'", PRIMARY, INT, n, n, True)
    return Expr(text + t.suffix, PRIMARY, t, n, n, True)


def is_integral(t):
    return isinstance(t, Scalar) and not t.is_float


def is_floating(t):
    return isinstance(t, Scalar) and t.is_float


def integer_type(b):
    return b.dice.pick([INT, INT, INT, UINT, b.dice.pick(b.unit.integer_types)])


def floating_type(b):
    return b.dice.pick(b.unit.floating_types)


def pick_element(b):
    """A type for elements of arrays, which have whole words without --amp-extensions."""
    t = pick_type(b)
    return INT if t.bits < 32 and not b.unit.extensions else t


def pick_type(b):
    """A type for a variable."""
    if b.dice.chance(15) and b.unit.floating_types:
        return floating_type(b)
    return BOOL if b.dice.chance(5) else integer_type(b)


def _integral(b, t, depth):
    return not t.is_float


def _floating(b, t, depth):
    return t.is_float


def _operand(b, t, depth):
    """An operand of arithmetic on integers."""
    return make(b, t if t.kind == "int" and b.dice.chance(60) else integer_type(b), depth - 1)


# ---- Leaves -----------------------------------------------------------------------


@expression(weight=14)
def literal(b, t, depth):
    """3, 0x1f, 'a', 2.5f, true"""
    if t.is_float:
        text = b.dice.pick(["0.5", "1.0", "1.5", "2.0", "0.25", "3.0", "10.0", "0.1", "1e2", "7."])
        n = f"-{text}" if b.dice.chance(15) else text
        return Expr(n + t.suffix, UNARY if n[0] == "-" else PRIMARY, t, uniform=True)
    if t is BOOL:
        n = b.dice.below(2)
        return Expr(b.lang.boolean(n), PRIMARY, BOOL if b.lang.name == "c++" else INT, n, n, True)
    n = b.dice.pick([b.dice.between(0, 9), b.dice.between(0, 9), b.dice.between(10, 127), b.dice.between(-9, 1000)])
    return number(b, n if t.signed else abs(n), t if t.bits >= 32 else INT)


@expression(weight=50)
def read(b, t, depth):
    """x, s.a, a[i], *p, v[i]: what an lvalue has"""
    place = None
    if b.dice.chance(50):
        place = b.find_place(lambda u: u is t, depth=depth)
    return place or b.find_place(is_floating if t.is_float else is_integral, depth=depth)


@expression(weight=5, fits=_integral)
def constant(b, t, depth):
    """an enumerator or a constant of the program's"""
    if not b.unit.constants or not b.unit.has("constants"):
        return None
    name, n = b.dice.pick(b.unit.constants)
    if b.is_hidden(name):
        return None
    return _enumerator(Expr(name, PRIMARY, INT, n, n, True), b.lang.name == "c++")


def _enumerator(e, is_one):
    e.is_enumerator = is_one
    return e


@expression(weight=2, fits=_integral)
def size_of(b, t, depth):
    """sizeof"""
    u = b.dice.pick([INT, UINT, FLOAT, DOUBLE])
    return Expr(f"sizeof({u.name})", UNARY, types.ULONG, u.bits // 8, u.bits // 8, True)


# ---- Integers -----------------------------------------------------------------------

LIMITS = {"+": 2, "-": 2, "*": 0}


@expression(weight=50, fits=_integral)
def arithmetic(b, t, depth):
    """x + y, x - y, x * y"""
    op = b.dice.pick(["+", "+", "-", "*"])
    return binary(b, op, _operand(b, t, depth), _operand(b, t, depth))


def binary(b, op, x, y):
    """x op y for + - *, its operands made smaller where it could overflow."""
    t = types.common(x.type, y.type)
    if t.signed:
        half = t.bits // 2 - 1
        most = (1 << half) - 1 if op == "*" else t.full[1] // 2
        (x1, x2), (y1, y2) = (x.low, x.high), (y.low, y.high)
        if not types.within(*_range(op, x1, x2, y1, y2), t.full):
            x, y = cut(b, x, -most, most), cut(b, y, -most, most)
    x1, x2 = types.converted(x.low, x.high, t)
    y1, y2 = types.converted(y.low, y.high, t)
    low, high = _range(op, x1, x2, y1, y2)
    if not types.within(low, high, t.full):
        if t.signed:
            return None
        low, high = t.full
    prec = PRODUCT if op == "*" else SUM
    return Expr(_join(b, x.operand(b, prec), op, y.operand(b, prec + 1)), prec, t, low, high, x.uniform and y.uniform)


def _range(op, x1, x2, y1, y2):
    if op == "+":
        return x1 + y1, x2 + y2
    if op == "-":
        return x1 - y2, x2 - y1
    all = [x1 * y1, x1 * y2, x2 * y1, x2 * y2]
    return min(all), max(all)


def _join(b, x, op, y):
    return f"{x} {op} {y}"


@expression(weight=12, fits=_integral)
def division(b, t, depth):
    """x / 3, x % (y & 7 | 1)"""
    op = b.dice.pick("/%")
    x = _operand(b, t, depth)
    if b.dice.chance(60) or depth < 2:
        y = number(b, b.dice.between(1, 20), b.dice.pick([INT, UINT]))
    else:
        y = _operand(b, t, depth - 1)
        n = b.dice.pick([3, 7, 15])
        y = Expr(f"({y.operand(b, BIT_AND + 1)} & {n}) + 1", SUM, types.promoted(y.type), 1, n + 1, y.uniform)
    u = types.common(x.type, y.type)
    x1, x2 = types.converted(x.low, x.high, u)
    if op == "/":
        all = [_quotient(n, m) for n in (x1, x2) for m in (y.low, y.high)]
        low, high = min(all + [0]), max(all + [0])
    else:
        low, high = max(-(y.high - 1), min(x1, 0)), min(y.high - 1, max(x2, 0))
    return Expr(f"{x.operand(b, PRODUCT)} {op} {y.operand(b, UNARY)}", PRODUCT, u, low, high, x.uniform and y.uniform)


def _quotient(n, m):
    return n // m if n >= 0 else -(-n // m)


@expression(weight=16, fits=_integral)
def bits(b, t, depth):
    """x & y, x | y, x ^ y"""
    op, prec = b.dice.pick([("&", BIT_AND), ("|", BIT_OR), ("^", BIT_XOR)])
    x, y = _operand(b, t, depth), _operand(b, t, depth)
    u = types.common(x.type, y.type)
    x1, x2 = types.converted(x.low, x.high, u)
    y1, y2 = types.converted(y.low, y.high, u)
    k = max(types.signed_bits(x1, x2), types.signed_bits(y1, y2))
    low, high = (-(1 << k) if min(x1, y1) < 0 else 0), (1 << k) - 1
    if op == "&" and (x1 >= 0 or y1 >= 0):
        low, high = 0, min(m for n, m in ((x1, x2), (y1, y2)) if n >= 0)
    return Expr(f"{x.operand(b, prec)} {op} {y.operand(b, prec + 1)}", prec, u, low, high, x.uniform and y.uniform)


@expression(weight=8, fits=_integral)
def shift(b, t, depth):
    """x >> 3, x << (y & 3)"""
    x = _operand(b, t, depth)
    u = types.promoted(x.type)
    if b.dice.chance(60):
        n = number(b, b.dice.between(0, 6))
    else:
        n = _operand(b, INT, depth - 1)
        n = Expr(f"({n.operand(b, BIT_AND + 1)} & 7)", PRIMARY, types.promoted(n.type), 0, 7, n.uniform)
    op = b.dice.pick([">>", "<<"])
    if op == ">>":
        low, high = min(x.low >> n.low, x.low >> n.high), max(x.high >> n.low, x.high >> n.high)
    else:
        if u.signed and (x.low < 0 or x.high << n.high > u.full[1]):
            x = remainder(b, x, 1 << 16)
            u = types.promoted(x.type)
        low, high = x.low << n.low, x.high << n.high
        if high > u.full[1]:
            low, high = u.full
    return Expr(f"{x.operand(b, SHIFT)} {op} {n.operand(b, SHIFT + 1)}", SHIFT, u, low, high, x.uniform and n.uniform)


@expression(weight=8, fits=_integral)
def sign(b, t, depth):
    """-x, ~x, +x, !x"""
    x = _operand(b, t, depth)
    u = types.promoted(x.type)
    op = b.dice.pick("--~~+!")
    text = op + (" " if x.text[0] == op else "") + x.operand(b, UNARY)
    if op == "!":
        return Expr(text, UNARY, BOOL if b.lang.name == "c++" else INT, 0, 1, x.uniform)
    if op == "+":
        return Expr(text, UNARY, u, x.low, x.high, x.uniform)
    if op == "-":
        low, high = -x.high, -x.low
    else:
        low, high = ~x.high, ~x.low
    if not u.signed:
        low, high = u.full
    elif not types.within(low, high, u.full):
        return None
    return Expr(text, UNARY, u, low, high, x.uniform)


@expression(weight=6, fits=_integral)
def converted(b, t, depth):
    """(unsigned)x, static_cast<int>(x), int(x)"""
    x = make(b, b.dice.pick([INT, UINT] + b.unit.floating_types), depth - 1)
    u = t if t.kind == "int" else integer_type(b)
    return whole(b, x, u) if x.type.is_float else b.lang.cast(b, u, x)


@expression(weight=14, fits=_integral)
def comparison(b, t, depth):
    """x < y, x != y"""
    if b.dice.chance(20) and b.unit.floating_types:
        x, y = (make(b, floating_type(b), depth - 1) for _ in range(2))
    else:
        x, y = _operand(b, INT, depth), _operand(b, INT, depth)
    op = b.dice.pick(["<", "<=", ">", ">=", "==", "!="])
    prec = EQUALITY if op in ("==", "!=") else RELATION
    return Expr(f"{x.operand(b, prec + 1)} {op} {y.operand(b, prec + 1)}", prec,
                BOOL if b.lang.name == "c++" else INT, 0, 1, x.uniform and y.uniform)


@expression(weight=8, fits=_integral)
def logic(b, t, depth):
    """x && y, x || y"""
    op, prec = b.dice.pick([("&&", LOGICAL_AND), ("||", LOGICAL_OR)])
    x, y = condition(b, depth - 1), condition(b, depth - 1)
    return Expr(f"{x.operand(b, prec + 1)} {op} {y.operand(b, prec + 1)}", prec,
                BOOL if b.lang.name == "c++" else INT, 0, 1, x.uniform and y.uniform)


@expression(weight=3, feature="gnu-builtins", fits=lambda b, t, depth: not t.is_float and not b.is_constant)
def builtin(b, t, depth):
    """__builtin_clz(x | 1), __builtin_expect(x, 0) and their like"""
    name = b.dice.pick(["clz", "ctz", "popcount", "parity", "ffs", "bswap32", "clzll", "ctzl", "popcountl", "expect"])
    u = {"ffs": INT, "expect": types.LONG}.get(name, types.ULONG if name.endswith("l") else UINT)
    if name == "clzll":
        u = types.ULLONG if b.unit.extensions else UINT
        name = name if b.unit.extensions else "clz"
    x = exactly(b, u, depth - 1)
    text = x.operand(b, BIT_OR + 1) + " | 1" if name[:3] in ("clz", "ctz") else x.operand(b, ASSIGN)
    if name == "expect":
        return Expr(f"__builtin_expect({text}, {b.dice.below(2)})", POSTFIX, types.LONG, x.low, x.high, x.uniform)
    low, high = UINT.full if name == "bswap32" else (0, 64)
    return Expr(f"__builtin_{name}({text})", POSTFIX, UINT if name == "bswap32" else INT, low, high, x.uniform)


@expression(weight=3, fits=lambda b, t, depth: not t.is_float and b.restriction == "amp" and not b.is_constant)
def intrinsic(b, t, depth):
    """countbits, imax, and other functions of integers"""
    return b.lang.intrinsic(b, depth)


# ---- Any type --------------------------------------------------------------------------


def _both(x, y):
    t = x.type if x.type is y.type else types.common(x.type, y.type)
    if t.is_float:
        return t, None, None
    x1, x2 = types.converted(x.low, x.high, t)
    y1, y2 = types.converted(y.low, y.high, t)
    return t, min(x1, y1), max(x2, y2)


@expression(weight=10)
def conditional(b, t, depth):
    """x ? y : z"""
    x = condition(b, depth - 1)
    y, z = make(b, t, depth - 1), make(b, t, depth - 1)
    u, low, high = _both(y, z)
    e = Expr(f"{x.operand(b, CONDITIONAL + 1)} ? {y.operand(b, CONDITIONAL + 1)} : {z.operand(b, CONDITIONAL)}",
             CONDITIONAL, u, low, high, x.uniform and y.uniform and z.uniform)
    return _enumerator(e, y.is_enumerator and z.is_enumerator)


@expression(weight=3, feature="macros", fits=_integral)
def macro(b, t, depth):
    """LARGER(x, y), SQUARE(x): macros of the program's, which repeat their arguments"""
    x, y = (cast(b, read(b, INT, 0) or literal(b, INT, 0), INT) for _ in range(2))
    if b.dice.chance(60):
        text, low, high = b.unit.macro("LARGER(x, y) ((x) > (y) ? (x) : (y))"), max(x.low, y.low), max(x.high, y.high)
        return Expr(f"{text}({x.operand(b, ASSIGN)}, {y.operand(b, ASSIGN)})", POSTFIX, INT, low, high, x.uniform and y.uniform)
    x = remainder(b, x, 1000)
    text = b.unit.macro("SQUARE(x) ((x) * (x))")
    return Expr(f"{text}({x.operand(b, ASSIGN)})", POSTFIX, x.type, 0, 998001, x.uniform)


@expression(weight=3, feature="gnu-conditional", fits=_integral)
def conditional_or(b, t, depth):
    """x ?: y"""
    x, y = make(b, t, depth - 1), make(b, t, depth - 1)
    u, low, high = _both(x, y)
    e = Expr(f"{x.operand(b, CONDITIONAL + 1)} ?: {y.operand(b, CONDITIONAL)}", CONDITIONAL, u, low, high,
             x.uniform and y.uniform)
    return _enumerator(e, x.is_enumerator and y.is_enumerator)


@expression(weight=3)
def comma(b, t, depth):
    """(x, y)"""
    x, y = make(b, INT, depth - 1), make(b, t, depth - 1)
    y.text = f"({x.operand(b, ASSIGN)}, {y.operand(b, ASSIGN)})"
    return _enumerator(Expr(y.text, PRIMARY, y.type, y.low, y.high, x.uniform and y.uniform), y.is_enumerator)


@expression(weight=4, feature="statement-expressions",
            fits=lambda b, t, depth: depth > 1 and not b.is_constant and not b.first_scope)
def statement_expression(b, t, depth):
    """({ int x = 3; x++; x + 1; })"""
    from . import statements
    with b.within_expression() as lines:
        statements.variable(b)
        if b.dice.chance(50):
            statements.assignment(b)
        b.begin()
        result = make(b, t, 1)
    text = " ".join(line.strip() for line in lines)
    # in parentheses it is no declaration
    return _enumerator(Expr(f"({{ {text} ({result.text}); }})", PRIMARY, result.type, result.low, result.high),
                       result.is_enumerator)


@expression(weight=18)
def call(b, t, depth):
    """f(x, y), o.f(x), o[x], x + o: a function of the program's"""
    from . import calls
    return calls.call(b, lambda r: isinstance(r, Scalar) and r.is_float == t.is_float, depth)


# ---- With effects ------------------------------------------------------------------------


@expression(weight=8, fits=lambda b, t, depth: not t.is_float and not b.want_uniform)
def increment(b, t, depth):
    """x++, --x"""
    place = b.find_place(lambda u: isinstance(u, Scalar) and u.kind == "int", write=True, depth=0)
    if not place or place.uniform or not drifts(b, place, 1):
        return None
    op = b.dice.pick(["++", "--"])
    e = f"{place.operand(b, POSTFIX)}{op}" if b.dice.chance(60) else f"{op}{place.operand(b, UNARY)}"
    low, high = place.type.promise
    u = place.type
    return Expr(e, POSTFIX if e.endswith(op) else UNARY, u, low, high, False)


def drifts(b, place, step):
    """Whether the integer there may be changed by so much here."""
    return place.is_bindable and (not place.type.may_overflow or b.may_drift(step))


@expression(weight=4, fits=lambda b, t, depth: not b.want_uniform)
def assigned(b, t, depth):
    """(x = y), (x += 3)"""
    wanted = (lambda u: u is t) if t.is_float else (lambda u: isinstance(u, Scalar) and u.kind == "int")
    place = b.find_place(wanted, write=True, depth=0)
    if not place or place.uniform or not place.is_bindable:
        return None
    e = value(b, place.type, depth - 1)
    op = "="
    if not place.type.is_float and not place.type.may_overflow and b.dice.chance(40):
        op = b.dice.pick(["+=", "-=", "^=", "|=", "&="])
    low, high = (None, None) if place.type.is_float else place.type.promise
    return Expr(f"({place.text} {op} {e.operand(b, ASSIGN)})", PRIMARY, place.type, low, high, False)


# ---- Floating-point ------------------------------------------------------------------------


@expression(weight=40, fits=_floating)
def float_arithmetic(b, t, depth):
    """x + y, x - y, x * y"""
    op = b.dice.pick("+-*")
    x = make(b, t, depth - 1)
    y = make(b, t, depth - 1) if b.dice.chance(70) else make(b, INT, depth - 1)
    prec = PRODUCT if op == "*" else SUM
    return Expr(_join(b, x.operand(b, prec), op, y.operand(b, prec + 1)), prec, types.common(x.type, y.type),
                uniform=x.uniform and y.uniform)


@expression(weight=5, fits=_floating)
def float_division(b, t, depth):
    """x / 3.0f, x / (y * y + 1.0f)"""
    x = make(b, t, depth - 1)
    y = literal(b, t, 0)
    if y.text.startswith("-") or b.dice.chance(50):
        place = read(b, t, 0)
        if not place or not place.type.is_float:
            return None
        name = place.operand(b, PRODUCT)
        y = Expr(f"({name} * {place.operand(b, UNARY)} + {b.dice.pick(['1.0', '0.5'])}{t.suffix})", PRIMARY,
                 types.common(place.type, t), uniform=place.uniform)
    return Expr(f"{x.operand(b, PRODUCT)} / {y.operand(b, UNARY)}", PRODUCT, types.common(x.type, y.type),
                uniform=x.uniform and y.uniform)


@expression(weight=5, fits=_floating)
def float_sign(b, t, depth):
    """-x, +x"""
    x = make(b, t, depth - 1)
    op = b.dice.pick("--+")
    return Expr(op + (" " if x.text[0] == op else "") + x.operand(b, UNARY), UNARY, x.type, uniform=x.uniform)


@expression(weight=12, fits=_floating)
def float_converted(b, t, depth):
    """(float)i"""
    e = make(b, integer_type(b), depth - 1)
    return b.lang.cast(b, t, e)


@expression(weight=8, fits=lambda b, t, depth: t.is_float and b.restriction == "amp")
def float_function(b, t, depth):
    """sqrt, floor, fma and others whose results are exact"""
    return b.lang.float_function(b, t, depth)
