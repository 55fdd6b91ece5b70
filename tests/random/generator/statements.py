"""Statements."""

from . import calls, expressions, tiles, types
from .body import COMMA, LOGICAL_AND, POSTFIX, PRIMARY, UNARY, Expr, Loop, Variable
from .constructs import choose, table
from .types import BOOL, INT, LONG, UINT, Array, Scalar, Struct

statement = table("statements")


def some(b, n):
    """About n statements."""
    for _ in range(n):
        one(b)


def one(b):
    if b.unit.program.injection:
        b.unit.program.injection.before_statement(b)
    for _ in range(10):
        if b.unit.statements_left <= 0:
            return
        name = "tiles" if b.phase is not None and not b.straight and b.can_wait and b.dice.chance(30) else "statements"
        b.begin()
        if choose(b, name).make(b):
            b.unit.statements_left -= 1
            return


def _nested(b):
    return len(b.scopes) < 5


# ---- Variables ---------------------------------------------------------------------


@statement(weight=26)
def variable(b):
    """int x = …;"""
    t = expressions.pick_type(b)
    name = b.fresh()
    b.begin()
    uniform = b.tile is not None and b.uniform_flow and b.dice.chance(45)
    is_const = b.dice.chance(25)
    with b.declaration(name):
        e = expressions.value(b, t, 3, uniform)
    style = b.lang.initializer(b, t, e)
    low, high = None, None
    if is_const and not t.is_float:
        low, high = types.converted(e.low, e.high, t) if t is not BOOL else (0, 1)
    type = b.spell(t)
    if is_const and b.dice.chance(20) and b.lang.name == "c++" and style.startswith(" = "):
        type, style = "auto", f" = {expressions.cast(b, e, t).text}"
    b.line(f"{'const ' if is_const else ''}{type} {name}{style};")
    b.declare(Variable(name, t, low=low, high=high, uniform=uniform and e.uniform, const=is_const))
    return True


@statement(weight=3)
def union(b):
    """union { float a; int b; } x; x.b = …;"""
    t, other = expressions.pick_element(b), expressions.pick_element(b)
    name, first, used = b.fresh(), b.unit.fresh("a"), b.unit.fresh("b")
    b.begin()
    with b.declaration(name):
        e = expressions.exactly(b, t, 2)
    b.line(f"union {{ {b.spell(other)} {first}; {b.spell(t)} {used}; }} {name};")
    b.line(f"{name}.{used} = {e.operand(b, 1)};")
    b.declare(Variable(name, t, text=f"{name}.{used}", prec=POSTFIX))
    return True


@statement(weight=8)
def array(b):
    """int a[4] = {…}; float a[2][3]; for (…) a[…] = …;"""
    t, n = expressions.pick_element(b), b.dice.between(2, 6)
    name = b.fresh()
    b.begin()
    with b.declaration(name):
        values = [expressions.exactly(b, t, 1).operand(b, 1) for _ in range(n)]
    if b.dice.chance(20) and n % 2 == 0:
        b.line(f"{b.spell(t)} {name}[2][{n // 2}] = {{{{{', '.join(values[:n // 2])}}}, {{{', '.join(values[n // 2:])}}}}};")
        b.declare(Variable(name, Array(Array(t, n // 2), 2)))
    else:
        if b.dice.chance(25):
            del values[b.dice.between(1, n - 1):]
        b.line(f"{b.spell(t)} {name}[{n}] = {{{', '.join(values)}}};")
        b.declare(Variable(name, Array(t, n)))
    return True


@statement(weight=3, feature="gnu-types")
def typeof(b):
    """__typeof__(x) y = …; __auto_type y = …;"""
    name = b.unit.fresh("x")
    place = b.find_place(lambda t: isinstance(t, Scalar) and t is not BOOL)
    if place is None:
        return False
    spelled = f"__typeof__({place.text})"
    if b.lang.name == "c" and b.dice.chance(40) and "c11" != b.unit.standard:
        spelled = "__auto_type"
    elif place.variable.const or place.variable.kind in ("index", "view", "loop") or \
            any(v.kind == "lambda" for v in b.visible()):
        return False  # the type may be const
    e = expressions.cast(b, expressions.value(b, place.type, 3), place.type)
    b.line(f"{spelled} {name} = {e.operand(b, 1)};")
    b.declare(Variable(name, place.type))
    return True


@statement(weight=4, languages="c", feature="gnu-initializers")
def designated_array(b):
    """int a[6] = {[1 ... 3] = x, [5] = y}; int *p = (int[]){x, y};"""
    t, n = expressions.pick_element(b), b.dice.between(2, 7)
    name = b.unit.fresh("a")

    def element():
        b.begin()
        return expressions.exactly(b, t, 1).operand(b, 1)
    if b.dice.chance(40):
        values = ", ".join(element() for _ in range(n))
        length = b.dice.pick(["", str(n)])
        b.line(f"{b.spell(t)} *{name} = ({b.spell(t)}[{length}]){{{values}}};")
        b.declare(Variable(name, Array(t, n), kind="pointer"))
        return True
    parts, at = [], 0
    while at < n:
        to = min(at + b.dice.between(0, 2), n - 1)
        parts.append(f"[{at}] = {element()}" if at == to else f"[{at} ... {to}] = ({_constant(b, t)})")
        at = to + 1 + b.dice.below(2)
    b.line(f"{b.spell(t)} {name}[{n}] = {{{', '.join(b.dice.shuffled(parts))}}};")
    b.declare(Variable(name, Array(t, n)))
    return True


def _constant(b, t):
    """A value without effects: GNU evaluates it once for the whole range."""
    return expressions.cast(b, expressions.literal(b, t, 0), t).text


@statement(weight=8, fits=lambda b: b.unit.structs)
def object(b):
    """pair p = {1, 2}; pair q = p;"""
    type = b.dice.pick(b.unit.structs)
    name = b.fresh()
    b.begin()
    with b.declaration(name):
        e = calls.structure(b, type, 2)
    if e is None:
        return False
    text = b.lang.declare_object(b, type, name, e)
    b.line(text)
    b.declare(Variable(name, type))
    return True


@statement(weight=4, languages="c++", fits=lambda b: any(s.changes_argument for s in b.unit.structs))
def constructed(b):
    """index o(k, 0); whose constructor changes k"""
    type = b.dice.pick([s for s in b.unit.structs if s.changes_argument])
    name = b.unit.fresh("o")
    place = b.find_place(lambda t: t is INT, write=True)
    if place is None or not expressions.drifts(b, place, 1) or place.variable.uniform:
        return False
    values = b.lang.members(b, type, 2)[:-1] + [place.text, str(b.dice.below(5))]
    b.line(f"{b.spell(type)} {name}{'({})' if b.dice.chance(70) else '{{{}}}'};".format(", ".join(values)))
    b.declare(Variable(name, type))
    return True


# ---- Assignments ----------------------------------------------------------------------


def _target(b, want=lambda t: isinstance(t, Scalar)):
    """An lvalue that is changed, after which uniform values are asked for where it is uniform."""
    place = b.find_place(want, write=True, depth=2)
    if place:
        b.written -= place.variable.roots  # the right side may read it,
        b.read |= place.variable.roots     # and not change it
    return place


@statement(weight=40)
def assignment(b):
    """x = …;"""
    place = _target(b)
    if place is None:
        return False
    low, high = place.low, place.high
    with b.uniformly(place.variable.uniform):
        e = expressions.value(b, place.type, 4)
    if not place.type.is_float and not types.within(e.low, e.high, (low, high)) and place.type.may_overflow:
        return False
    b.line(f"{place.text} = {e.operand(b, 1)};")
    return True


@statement(weight=4, feature="macros")
def assigning_macro(b):
    """SET(x, …);"""
    place = _target(b)
    if place is None or place.low is not None and place.type.may_overflow or "{" in place.text or "<" in place.text:
        return False
    with b.uniformly(place.variable.uniform):
        e = expressions.value(b, place.type, 3)
    if place.variable.uniform and not e.uniform:
        return False
    name = b.unit.macro("SET(place, value) do { (place) = (value); } while (0)")
    b.line(f"{name}({place.text}, ({e.text}));")
    return True


@statement(weight=4, languages="c++")
def conditional_target(b):
    """(c ? x : y) = …;"""
    def accepts(v):
        return not v.uniform
    place = b.find_place(lambda t: isinstance(t, Scalar), write=True, depth=1, accept=accepts)
    other = place and b.find_place(lambda t: t is place.type, write=True, depth=1, accept=accepts)
    if not other or not place.is_bindable or not other.is_bindable:
        return False
    e = expressions.condition(b, 2)
    if place.type.is_float or not place.type.may_overflow:
        v = expressions.value(b, place.type, 3)
    else:
        low, high = max(place.low, other.low), min(place.high, other.high)
        v = expressions.cast(b, expressions.literal(b, place.type, 0), place.type)
        if not types.within(v.low, v.high, (low, high)):
            return False
    b.line(f"({e.operand(b, 3)} ? {place.operand(b, 3)} : {other.operand(b, 3)}) = {v.operand(b, 1)};")
    return True


@statement(weight=20)
def compound(b):
    """x += …;"""
    place = _target(b)
    if place is None or not place.is_bindable or place.type is BOOL:
        return False
    with b.uniformly(place.variable.uniform):
        if place.type.is_float:
            op, e = b.dice.pick(["+=", "-=", "*="]), expressions.make(b, place.type, 3)
        elif not place.type.may_overflow:
            # narrow operands are promoted to int, in which the product of two has room
            op = b.dice.pick(["+=", "-=", "*=", "^=", "|=", "&="] if place.type.bits < 32 or not place.type.signed
                             else ["^="])
            e = expressions.value(b, place.type, 3)
            if place.type.bits < 32:
                e = expressions.cut(b, e, -32767, 32767)
        else:
            op = b.dice.pick(["+=", "-="])
            step = b.dice.pick([1, 1, 3, 20])
            if not expressions.drifts(b, place, step):
                return False
            e = expressions.cut(b, expressions.make(b, INT, 3), -step, step)
    b.line(f"{place.text} {op} {e.operand(b, 1)};")
    return True


@statement(weight=10)
def step(b):
    """x++;"""
    place = _target(b, lambda t: isinstance(t, Scalar) and t.kind == "int")
    if place is None or not expressions.drifts(b, place, 1):
        return False
    op = b.dice.pick(["++", "--"])
    b.line(f"{place.operand(b, POSTFIX)}{op};" if b.dice.chance(50) else f"{op}{place.operand(b, UNARY)};")
    return True


@statement(weight=5)
def copy(b):
    """p = q; of classes"""
    place = _target(b, lambda t: isinstance(t, Struct) and t.is_assignable)
    if place is None:
        return False
    with b.uniformly(place.variable.uniform):
        e = calls.structure(b, place.type, 2)
    if e is None or place.variable.uniform and not e.uniform:
        return False
    b.line(f"{place.text} = {e.operand(b, 1)};")
    return True


@statement(weight=16)
def call(b):
    """f(x);"""
    e = calls.call(b, lambda r: r is None or True, 3)
    if e is None:
        return False
    is_declaration = e.text.startswith("int(")
    b.line(f"{e.text};" if e.type is None or not is_declaration and b.dice.chance(60) else f"(void){e.operand(b, UNARY)};")
    return True


# ---- Control flow -----------------------------------------------------------------------


def _body(b, n, **flow):
    with b.block("", "}", **flow):
        some(b, n)


@statement(weight=16, fits=lambda b: _nested(b) and not (b.straight and (b.loops or b.index is None)))
def branch(b):
    """if (…) … else …"""
    of_index = b.straight or b.index is not None and b.dice.chance(40)
    e = _on_index(b) if of_index else expressions.condition(b, 3, uniform=b.tile is not None and b.uniform_flow and b.dice.chance(30))
    before, phases = b.phase, []
    _way(b, f"if ({e.text})", e.uniform, 3, phases)
    while b.dice.chance(25):
        b.begin()
        f = _on_index(b) if of_index else expressions.condition(b, 2, uniform=e.uniform)
        e.uniform = e.uniform and f.uniform
        _way(b, f"else if ({f.text})", e.uniform, 2, phases)
    if b.dice.chance(40):
        _way(b, "else", e.uniform, 2, phases)
    else:
        phases.append(before)
    tiles.join(b, phases)
    return True


def _on_index(b):
    """A comparison of components of the index, or several, and of what all threads have alike: t.local[0] < 3 && 2 <= t.global[1] && n > 2"""
    index, parts = b.index, []
    if b.dice.chance(15):
        d = b.dice.below(index.rank)
        value = index.local[d] if index.tile is not None and b.dice.chance(60) else index.components[d]
        n = b.dice.between(1, 5)
        value = b.dice.pick([value, value, f"({value} + {b.dice.between(1, 9)})", f"({value} - {b.dice.between(1, 9)})", f"({value} + 7u)"])
        return Expr(f"{value} % {n} == {b.dice.between(0, n)}", LOGICAL_AND, BOOL, 0, 1, False)
    uniform = [v.text for v in b.visible() if type(v) is Variable and v.type is INT and v.uniform and v.const and
               -100 <= v.low and v.high <= 100]
    for _ in range(b.dice.between(1, 3)):
        d = b.dice.below(index.rank)
        value, n = index.components[d], index.domain[d]
        if index.tile is not None and b.dice.chance(60):
            value, n = index.local[d], index.tile[d]
        bound, op = str(b.dice.between(-1, n + 1)), b.dice.pick(["<", "<=", ">", ">=", "=="])
        if uniform and b.dice.chance(30):
            bound = b.dice.pick(uniform)
            value = b.dice.pick([value, value, f"{value} + {b.dice.between(1, 9)}", f"{b.dice.between(0, n)} - {value}",
                                 f"{value} - {b.dice.pick(uniform)}", b.dice.pick(uniform)])
        elif b.dice.chance(10):
            value, bound = f"(unsigned){value}", f"{b.dice.between(0, n + 1)}u"
        parts.append(f"{value} {op} {bound}" if b.dice.chance(80) else f"{bound} {op} {value}")
    return Expr(" && ".join(parts), LOGICAL_AND, BOOL, 0, 1, False)


def _clamp(b, form):
    """A function of the program's that limits an integer."""
    key, clause = ("clamp", form), b.lang.clause("amp")
    if key not in b.unit.pick_functions:
        name = b.unit.pick_functions[key] = b.unit.fresh("limit")
        b.unit.declare([
            f"static int {name}(int x, int low, int high){clause} {{ return x < low ? low : x > high ? high : x; }}",
            f"static int {name}(int n, int x){clause}\n{{\n\tif (x < 0)\n\t\treturn 0;\n\tif (n <= x)\n\t\treturn n - 1;\n\treturn x;\n}}",
            f"static int {name}(int a, int b){clause} {{ return a > b ? a : b; }}",
        ][form])
    return b.unit.pick_functions[key]


@statement(weight=5, fits=lambda b: b.index is not None and not b.is_lambda and not b.first_scope)
def edge(b):
    """const int w = i[1] > 0 ? i[1] - 1 : i[1]; an index of a neighbour, which is another one at an edge"""
    index = b.index
    d = b.dice.pick([index.rank - 1, index.rank - 1, b.dice.below(index.rank)])
    x, n = index.components[d], index.domain[d]
    if index.tile is not None and b.dice.chance(60):
        x, n = index.local[d], index.tile[d]
    k, name = b.dice.between(1, 3), b.unit.fresh(b.dice.pick(["w", "e", "at", "near"]))
    if index.tile is None and b.dice.chance(30):
        m = b.dice.pick([16, 17, 20, 33, max(n, 16), max(n, 16) + 1, 100])
        y = b.dice.pick([x, x, f"({x} + {b.dice.between(1, 20)})", f"({b.dice.between(1, 20)} + {x})", f"({x} + {m} - {k})", f"({x} % {m + 5})", f"({x} - 1)"])
        b.line(f"const int {name} = {b.dice.pick([f'{y} % {m}', f'{y} / {m}', f'{y} % ({m} + {k} - {k})', f'{x} / {m} + {y} % {m}'])};")
        b.declare(Variable(name, INT, low=-1, high=2 * m + n, const=True))
        return True
    if b.lang.name == "c++" and b.dice.chance(40):
        loops = [v.text for v in b.visible() if v.kind == "loop" and v.type is INT and -50 <= v.low and v.high <= 50]
        y = f"{x} {b.dice.pick('+-')} {b.dice.pick(loops + [str(k)])}"
        form = b.dice.below(4)
        f = None if form == 3 else _clamp(b, form)
        e = [f"{f}({y}, 0, {n - 1})", f"{f}({n}, {y})", f"{n - 1} - {f}({n - 1} - {f}({y}, 0), 0)", f"concurrency::direct3d::imax(0, concurrency::direct3d::imin({n - 1}, {y}))"][form]
    elif n > k and b.dice.chance(60):
        e = b.dice.pick([f"{x} > {k - 1} ? {x} - {k} : {x}", f"{x} < {n - k} ? {x} + {k} : {x}", f"{n - 1} - {x} < {k} ? {n - 1} : {x} + {k}",
                         f"{x} - {k} < 0 ? 0 : {x} - {k}", f"{x} + {k} >= {n} ? {n - 1} : {x} + {k}",
                         f"{k} <= {x} && {x} != {n - 1} ? {x} - {k} : {x}", f"{x} == 0 ? {x} : {x} == {n - 1} ? {n - 1 - k} : {x} - 1",
                         f"!({x} < {k} || {x} + {k} > {n - 1}) ? {x} - {k} : {n - 1} - {x}"])
    else:
        op = b.dice.pick([" && ", " || "])
        e = f"{_on_index(b).text.replace(' && ', op)} ? {b.dice.pick([x, f'{n - 1} - {x}'])} : {b.dice.pick([x, str(b.dice.below(n))])}"
    b.line(f"const int {name} = {e};")
    b.declare(Variable(name, INT, low=0, high=n - 1, const=True, kind="edge"))
    return True


def _way(b, head, uniform, n, phases):
    """One of the ways of an if; the phase at its end is added to `phases`, and is not that of the others."""
    before = b.phase
    with b.block(head, uniform=uniform):
        some(b, b.dice.between(1, n))
    phases.append(b.phase)
    b.phase = before


def bound(b, n):
    """The text of an expression in [0, n]: n itself, most often."""
    if b.dice.chance(55):
        return str(n)
    e = expressions.remainder(b, expressions.make(b, INT, 2), n + 1)
    return expressions.cast(b, e, INT).operand(b, 11)


@statement(weight=14, fits=_nested)
def for_loop(b):
    """for (int k = 0; k < n; k++)"""
    n = b.dice.between(1, 6)
    if b.weight * n > 400:
        return False
    uniform = b.tile is not None and b.uniform_flow and b.dice.chance(30)
    t = b.dice.pick([INT, INT, INT, UINT, LONG])
    k = b.unit.fresh(b.dice.pick("kjm"))
    slack = b.dice.pick([0, 0, 0, 2])
    with b.uniformly(uniform):
        form = b.dice.below(6)
        if form < 3 or t is not INT:
            step = b.dice.pick([f"{k}++", f"++{k}", f"{k} += 1", f"{k} += 2", f"{k} = {k} + 1"])
            head = f"{b.spell(t)} {k} = 0; {k} < {bound(b, n) if t is INT else n}; {step}"
            low, high = 0, n - 1
        elif form == 3:
            head, low, high, slack = f"int {k} = {n}; {k} > 0; {k}--", 1, n, 0
        elif form == 4:
            start = b.dice.between(-3, 5)
            head, low, high = f"int {k} = {start}; {k} != {start + n}; ++{k}", start, start + n - 1
            slack = 0
        else:
            start = bound(b, n)
            head, low, high = f"int {k} = {start}; {k} <= {n}; {k}++", 0, n
            n += 1
    before = b.phase
    with b.block(f"for ({head})", uniform=uniform, times=n, loop=Loop(uniform)):
        v = b.declare(Variable(k, t, low=low, high=high + slack, const=True, kind="loop", uniform=uniform))
        v.is_stepped = slack > 0
        some(b, b.dice.between(1, 3))
        if slack:
            _skip_ahead(b, v, uniform)
        tiles.close_loop(b, before)
    return True


def _skip_ahead(b, v, uniform):
    """Steps of the loop's variable in its body, also by other names for it."""
    b.begin()
    e = expressions.condition(b, 2, uniform=uniform)
    if uniform and not e.uniform:
        return
    form = b.dice.below(4) if b.lang.name == "c++" else b.dice.pick([0, 3])
    r = b.unit.fresh("r")
    t = b.spell(v.type)
    with b.block(f"if ({e.text})"):
        if form == 0:
            b.line(f"{v.name}++;")
        elif form == 1:
            b.line(f"{t} &{r} = {v.name};")
            b.line(f"++{r};")
        elif form == 2:
            b.line(f"{t} (&{r}) = {v.name};")
            b.line(f"{r} += 1;")
        else:
            b.line(f"{t} *{r} = &{v.name};")
            b.line(f"(*{r})++;")


@statement(weight=6, fits=_nested)
def while_loop(b):
    """while (n-- > 0), do … while (++n < 4)"""
    n = b.dice.between(1, 5)
    if b.weight * n > 400:
        return False
    k = b.unit.fresh("n")
    uniform = b.tile is not None and b.uniform_flow and b.dice.chance(30)
    with b.uniformly(uniform):
        start = bound(b, n)
    b.line(f"int {k} = {start};")
    b.declare(Variable(k, INT, low=-1, high=n, const=True, kind="loop", uniform=uniform))
    form = b.dice.below(3)
    head, tail = [(f"while ({k}-- > 0)", "}"), (f"while ({k} > 0)", "}"), ("do", f"}} while (--{k} > 0);")][form]
    before = b.phase
    with b.block(head, tail, uniform=uniform, times=n + 1, loop=Loop(uniform)):
        if form == 1:
            b.line(b.dice.pick([f"{k}--;", f"{k} -= 1;"]))
        some(b, b.dice.between(1, 3))
        tiles.close_loop(b, before)
    return True


@statement(weight=4, fits=lambda b: b.loops and not b.loops[-1].uniform)
def jump(b):
    """if (…) break; if (…) continue;"""
    loops = [l for l in b.loops if not l.in_switch]
    word = b.dice.pick(["break", "continue"])
    if b.loops[-1].in_switch and (word == "continue" and (not loops or loops[-1].uniform)):
        word = "break"
    if word == "continue" and not loops:
        return False
    e = expressions.condition(b, 2)
    b.line(f"if ({e.text}) {word};" if b.dice.chance(60) else f"if ({e.text}) {{ {word}; }}")
    return True


@statement(weight=6, fits=_nested)
def switch(b):
    """switch (…) { case 1: … break; default: … }"""
    uniform = b.tile is not None and b.uniform_flow and b.dice.chance(30)
    n = b.dice.between(2, 6)
    with b.uniformly(uniform):
        e = expressions.remainder(b, expressions.make(b, INT, 3), n)
    with b.block(f"switch ({e.text})", uniform=False, loop=Loop(False, in_switch=True)):
        texts = [_label(b, x) for x in b.dice.shuffled(list(range(n)))[:b.dice.between(1, n)]]
        if b.unit.has("case-ranges") and b.dice.chance(15):
            first = b.dice.below(n)
            texts = [f"case {first} ... {n - 1}:"] + [_label(b, x) for x in b.dice.shuffled(list(range(first)))]
        if b.dice.chance(70):
            texts.insert(b.dice.below(len(texts) + 1), "default:")
        for text in texts:
            b.level -= 1
            b.line(text)
            b.level += 1
            if b.dice.chance(20):
                continue
            with b.block(""):
                some(b, b.dice.between(1, 2))
            if b.dice.chance(75):
                b.line("break;")
        b.line(";")
    return True


def _label(b, x):
    if b.dice.chance(8):
        return b.dice.pick([f"case {x} + (3 < 2):", f"case {x} * (1 >= 1):", f"case ({x} > 1 ? {x} : {x}):"])
    if b.unit.has("case-ranges") and b.dice.chance(20):
        return f"case {100 + 10 * x} ... {104 + 10 * x}: case {x}:" if b.dice.chance(50) else f"case {x} ... {x}:"
    return f"case {x}:"


@statement(weight=3, fits=lambda b: b.result is not None and not b.is_kernel and len(b.scopes) > 1 and not b.will_wait)
def early_return(b):
    """if (…) return …;"""
    e = expressions.condition(b, 2)
    b.begin()
    b.line(f"if ({e.text}) return {returned(b)};")
    b.has_returned = True
    return True


def returned(b):
    """What a function returns, as text."""
    b.begin()
    if isinstance(b.result, Struct):
        return calls.structure(b, b.result, 2).text
    return expressions.value(b, b.result, 3).text


@statement(weight=3, fits=lambda b: b.is_kernel and b.tile is None and b.result is None and not (b.straight and b.loops))
def kernel_return(b):
    """if (…) return; in a kernel without tiles; if (i[0] < 3 || 7 <= i[1] && n > 2) { …; return; }"""
    if any(v.kind == "view" and v.role == "fresh" for v in b.visible()):
        return False
    if not b.straight and b.dice.chance(50):
        b.line(f"if ({expressions.condition(b, 2).text}) return;")
        return True
    text = " || ".join(_on_index(b).text for _ in range(b.dice.pick([1, 1, 2, 2, 3])))
    if b.dice.chance(60):
        b.line(f"if ({text}) return;")
        return True
    with b.block(f"if ({text})"):
        some(b, b.dice.between(1, 2))
        b.line("return;")
    return True


@statement(weight=4, fits=_nested)
def block(b):
    """{ … }"""
    with b.block(""):
        some(b, b.dice.between(1, 3))
    return True


@statement(weight=2)
def nothing(b):
    """;"""
    b.line(b.dice.pick([";", "(void)0;", "{}"]))
    return True


# ---- Views ---------------------------------------------------------------------------------


@statement(weight=22, fits=lambda b: any(v.kind == "view" and v.role in ("own", "fresh") for v in b.visible()))
def store(b):
    """v[i] = …;"""
    v = b.dice.pick([v for v in b.visible() if v.kind == "view" and v.role in ("own", "fresh")])
    if not b.may_write(v):
        return False
    set_own(b, v)
    return True


def set_own(b, v):
    text = v.own(b)
    b.read |= v.roots
    if isinstance(v.type, Scalar):
        b.line(f"{text} = {expressions.value(b, v.type, 4).operand(b, 1)};")
        return
    e = calls.structure(b, v.type, 2)
    b.line(f"{text} = {e.operand(b, 1)};")


@statement(weight=5, fits=lambda b: any(v.kind == "view" and v.role == "atomic" for v in b.visible()))
def atomic(b):
    """atomic_fetch_add(&v[…], …);"""
    v = b.dice.pick([v for v in b.visible() if v.kind == "view" and v.role == "atomic"])
    tiles.atomic(b, v.any(b, 2), v.type, v.atomic_kind)
    return True


@statement(weight=4, fits=lambda b: b.restriction == "amp" and any(
    v.kind == "view" and v.role == "own" and v.type in (INT, UINT) for v in b.visible()))
def own_atomic(b):
    """int x = atomic_fetch_add(&v[i], …); of an element that no other thread uses"""
    v = b.dice.pick([v for v in b.visible() if v.kind == "view" and v.role == "own" and v.type in (INT, UINT)])
    if not b.may_write(v):
        return False
    place = v.own(b)
    b.read |= v.roots
    ops = ["exchange", "fetch_max", "fetch_min"] + (["fetch_add", "fetch_sub", "fetch_xor", "fetch_and", "fetch_inc"]
                                                    if v.type is UINT else [])
    op = b.dice.pick(ops)
    e = expressions.cast(b, expressions.value(b, v.type, 2), v.type)
    name = b.unit.fresh("x")
    call = b.lang.atomic(b, op, place, None if op == "fetch_inc" else e.operand(b, 1))
    b.line(f"{b.spell(v.type)} {name} = {call};")
    b.declare(Variable(name, v.type))
    return True


from . import aliases, chosen, elements, parts, rows  # noqa: E402,F401  (more statements)
