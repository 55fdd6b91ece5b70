"""Loops that all points of a row execute alike, without branches, with accesses to consecutive elements: ampcc cuts them into loops
over the points (compiler/tile_loops/tile_rows.c)."""

from . import expressions, statements, types
from .body import Loop, Variable
from .constructs import table
from .types import FLOAT, INT, UINT, Array, Scalar

statement = table("statements")


def _lengths(b):
    """Texts of numbers that are the same in all threads, and not known to the compiler; the number."""
    found = [(v.text, v.low) for v in b.visible()
             if type(v) is Variable and v.type is INT and v.uniform and v.const and v.low == v.high and 1 < v.low < 12]
    for v in b.visible():
        if v.kind == "view" and v.wrapper == "array_view" and v.is_uniform and b.lang.name == "c++":
            found += [(f"{v.text}.extent[{d}]", n) for d, n in enumerate(v.dims) if 1 < n < 20]
        elif v.kind == "view":
            found += [(f"{v.text}.extent.{'ijk'[d]}", n) for d, n in enumerate(v.dims) if 1 < n < 20 and b.lang.name == "c"]
    return found


@statement(weight=8, fits=lambda b: b.index is not None and not b.is_lambda and not b.first_scope and not (b.straight and b.loops) and
           _lengths(b))
def row_loop(b):
    """unsigned sum = 0u; for (int k = 0; k < a.extent[1]; k++) sum += a(i[0], k) * b(k, i[1]);"""
    for _ in range(b.dice.between(1, 3)):
        _total(b)
    _loop(b, b.dice.chance(25))
    return True


def _total(b):
    """A variable for the loop to change."""
    t = b.dice.weighted([(UINT, 6), (FLOAT, 3), (types.DOUBLE, 1), (types.ULONG, 2), (INT, 1)], lambda p: p[1])[0]
    name = b.unit.fresh(b.dice.pick(["sum", "total", "x"]))
    b.begin()
    e = expressions.exactly(b, t, 1)
    if b.dice.chance(15):
        b.line(f"{b.spell(t)} {name}[2] = {{{e.operand(b, 1)}, {b.dice.below(9)}}};")
        b.declare(Variable(name, Array(t, 2)))
    else:
        b.line(f"{b.spell(t)} {name} = {e.operand(b, 1)};")
        b.declare(Variable(name, t))


def _loop(b, is_nest):
    text, n = b.dice.pick(_lengths(b))
    if b.weight * n > 400:
        return
    k, form = b.unit.fresh("k"), b.dice.below(7)
    low, high, more = 0, n - 1, []
    if form < 3:
        head = f"int {k} = 0; {k} < {text}; {b.dice.pick([f'{k}++', f'++{k}', f'{k} += 1', f'{k} += 2', f'{k} = {k} + 1'])}"
    elif form == 3:
        head = f"int {k} = {text} - 1; {k} >= 0; {b.dice.pick([f'{k}--', f'--{k}', f'{k} -= 1'])}"
    elif form == 4:
        m = b.unit.fresh("m")
        head = f"int {k} = 0, {m} = {text} - 1; {k} < {text}; {k}++, {m}--"
        more = [Variable(m, INT, low=0, high=n - 1, const=True, kind="loop", uniform=True)]
    elif form == 5:
        low = b.dice.between(1, n - 1)
        head = f"int {k} = {low}; {k} != {text}; {k}++"
    else:
        low, high = 1, n
        head = f"int {k} = {text}; {k} > 0; {k}--"
    body = b.block(f"for ({head})", times=n, loop=Loop(True))
    with body:
        for v in [Variable(k, INT, low=low, high=high, const=True, kind="loop", uniform=True)] + more:
            b.declare(v)
        before, b.straight = b.straight, True
        statements.some(b, b.dice.between(1, 3))
        if is_nest and _lengths(b):
            _loop(b, False)
            statements.some(b, b.dice.below(2))
        b.straight = before


def component(b, index, n, is_last):
    """A component of an index, in [0, n): uniform, or one of the thread's own index, along which consecutive points lie."""
    parts = [str(b.dice.below(n))]
    parts += [v.text for v in b.visible() if v.kind == "loop" and v.uniform and 0 <= v.low and v.high < n] * 3
    for d, size in enumerate(index.domain):
        if size <= n and (is_last or d < index.rank - 1 or b.dice.chance(15)):
            parts += [index.components[d]] * (4 if is_last and d == index.rank - 1 else 1)
            if size < n:
                parts.append(f"{index.components[d]} + {b.dice.between(1, n - size)}")
    parts += [v.text for v in b.visible() if is_last and v.kind == "edge" and v.high < n] * 2
    return b.dice.pick(parts)
