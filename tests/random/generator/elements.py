"""Statements that reach elements of views, and members of classes, by other ways than v[i]: functions of the program's that
return them, sections and projections made in the kernel, objects that hold views, member functions."""

from . import aliases, calls, functions, statements, tiles
from .body import POSTFIX, Loop, Variable
from .constructs import table
from .types import INT, UINT, Array, Scalar, Struct

statement = table("statements")


def accessor(b, v, components, whole):
    """An element by a function of the unit's that returns it; `whole`: the text of the thread's own index, or None. None: there
    is no such function."""
    if v.wrapper != "array_view":
        return None
    const, t, n, form = "const " if v.const else "", b.spell(v.type), v.rank, b.dice.below(8)
    if form in (3, 4) and b.unit.standard < 14:
        form = 2
    key = "accessor", form, v.const, v.type, n
    if key not in b.unit.pick_functions:
        name = b.unit.pick_functions[key] = b.unit.fresh(b.dice.pick(["at", "element", "get", "ref"]))
        view, index = f"concurrency::array_view<{const}{t}, {n}>", f"concurrency::index<{n}>"
        clause = b.lang.clause(b.dice.pick(["amp", "cpu, amp"]))
        b.unit.declare([
            f"static {const}{t} &{name}(const {view} &v, const {index} &i){clause} {{ return v[i]; }}",
            f"static {const}{t} *{name}({view} v, {index} i){clause} {{ return &v[i]; }}",
            f"template <typename V, typename I> static auto {name}(const V &v, const I &i){clause} -> decltype((v[i])) "
            "{ return v[i]; }",
            f"template <typename V, typename I> static decltype(auto) {name}(V v, I i){clause} {{ return (v[i]); }}",
            f"template <typename V, typename I> static auto &{name}(const V &v, const I &i){clause} {{ return v(i); }}",
            f"template <typename T, int N> static T &{name}(const concurrency::array_view<T, N> &v, concurrency::index<N> i){clause}\n"
            "{\n\tT &r = v[i];\n\treturn r;\n}",
            f"template <typename V, typename... I> static auto {name}(const V &v, I... i){clause} -> decltype((v(i...))) "
            "{ return v(i...); }",
            f"struct {name} {{\n\ttemplate <typename T, int N>\n\tT &operator()(const concurrency::array_view<T, N> &v, const "
            f"concurrency::index<N> &i) const{clause} {{ return v[i]; }}\n}};",
        ][form])
    name = b.unit.pick_functions[key]
    if form == 6:
        return f"{name}({v.text}, {', '.join(components)})"
    at = whole or f"{b.lang.library(b, 'index')}<{n}>({', '.join(components)})"
    return f"(*{name}({v.text}, {at}))" if form == 1 else f"{name}(){f'({v.text}, {at})'}" if form == 7 else f"{name}({v.text}, {at})"


def _own_views(b, accept=lambda v: True):
    return [v for v in b.visible() if v.kind == "view" and v.role == "own" and v.rank <= 3 and not v.accessor and accept(v)]


def _components(b, v):
    return v.owner(v.index.components) if v.owner else v.index.components


@statement(weight=6, languages="c++", fits=lambda b: _own_views(b))
def own_window(b):
    """auto w = v.section(i, extent<1>(1)); w[0] = …; auto row = v[i[0]]; row[i[1]] = …; of the thread's own element"""
    v = b.dice.pick(_own_views(b))
    name, n = b.unit.fresh(b.dice.pick(["w", "row", "part"])), v.rank
    at = _components(b, v)
    index, extent = b.lang.library(b, "index"), b.lang.library(b, "extent")
    origin, zeros = f"{index}<{n}>({', '.join(at)})", ", ".join(["0"] * n)
    form = b.dice.below(4)
    if form == 0:
        made, text = f"{v.text}.section({origin}, {extent}<{n}>({', '.join(['1'] * n)}))", f"{name}({zeros})"
    elif form == 1 and n > 1:
        made, text = f"{v.text}[{at[0]}]", f"{name}({', '.join(at[1:])})"
    elif form == 2 and n == 1 and v.dims[0] % 2 == 0:
        made, text = f"{v.text}.view_as({extent}<2>({v.dims[0] // 2}, 2))", f"{name}(({at[0]}) / 2, ({at[0]}) % 2)"
    else:
        made, text = f"{v.text}.section({origin})", f"{name}{b.dice.pick([f'({zeros})', f'[concurrency::index<{n}>({zeros})]'])}" # used where variables may have taken names
    b.line(f"{b.dice.pick(['auto', 'auto', 'const auto'])} {name} = {made};")
    b.declare(Variable(name, v.type, text=text, prec=POSTFIX, roots=v.roots, const=v.const))
    return True


@statement(weight=2, languages="c++", fits=lambda b: _own_views(b, lambda v: v.type in (INT, UINT) and v.rank == 1 and v.is_dense))
def own_bits(b):
    """auto u = v.reinterpret_as<const unsigned>(); … u[i] …"""
    v = b.dice.pick(_own_views(b, lambda v: v.type in (INT, UINT) and v.rank == 1 and v.is_dense))
    if v.wrapper != "array_view":
        return False
    name, t = b.unit.fresh("u"), UINT if v.type is INT else INT
    b.line(f"auto {name} = {v.text}.reinterpret_as<{t.name}>();")
    b.declare(Variable(name, t, text=f"{name}[{_components(b, v)[0]}]", prec=POSTFIX, roots=v.roots, const=True, low=t.full[0],
                       high=t.full[1]))
    return True


@statement(weight=4, languages="c++")
def view_holder(b):
    """holder h = {v, 3}; h.v[i] = …; h.at(i) = …; in a kernel"""
    found = [v for v in b.visible() if v.kind == "view" and v.wrapper == "array_view" and v.rank <= 3 and not v.accessor]
    if not found:
        return False
    v = b.dice.pick(found)
    type, o, member = b.unit.fresh("holder"), b.unit.fresh("h"), b.unit.fresh("m")
    t = f"{'const ' if v.const else ''}{b.spell(v.type)}"
    lines = [f"struct {type} {{", f"\tconcurrency::array_view<{t}, {v.rank}> {member};", "\tint n;"]
    lines.append(f"\t{t} &at(const concurrency::index<{v.rank}> &i) const{b.lang.clause('amp')} {{ return {member}[i]; }}")
    b.unit.declare("\n".join(lines + ["};"]))
    b.line(b.dice.pick([f"{type} {o} = {{{v.text}, {b.dice.below(9)}}};", f"const {type} {o} = {{{v.text}, 1}};",
                        f"auto {o} = {type}{{{v.text}, 2}};"]))
    w = v.renamed(o)
    w.text, w.prec = f"{o}.{member}", POSTFIX
    if b.dice.chance(40):
        w.accessor = f"{o}.at"
    b.declare(w)
    return True


@statement(weight=5, languages="c++", fits=lambda b: any(s.methods for s in b.unit.structs))
def method_of_object(b):
    """v[i].wait(k); a[1].get(k); p->set(k)"""
    place = b.find_place(lambda t: isinstance(t, Struct) and t.methods, write=True, depth=1, accept=lambda v: not v.uniform)
    if place is None:
        return False
    b.written -= place.variable.roots
    o = Variable("", place.type, text=place.text, prec=place.prec, roots=place.variable.roots)
    functions.bind(place.type, o)
    f = b.dice.pick(o.functions)
    e = f.is_for(b.restriction) and calls.apply(b, f, 2)
    if not e:
        return False
    name = b.unit.fresh("x")
    b.line(f"{b.spell(f.result)} {name} = {e.operand(b, 1)};")
    b.declare(Variable(name, f.result, low=f.low, high=f.high, const=True))
    return True


@statement(weight=4, languages="c++", fits=lambda b: len(b.scopes) < 5 and any(s.has_arrays for s in b.unit.structs))
def range_for_member(b):
    """for (auto &x : v[i].data) x = …;"""
    place = b.find_place(lambda t: isinstance(t, Array) and isinstance(t.element, Scalar), write=True, depth=1,
                         accept=lambda v: aliases.lasts(v) and not v.uniform and v.kind != "pointer")
    if place is None or b.weight * place.type.size > 400:
        return False
    name, before, t = b.unit.fresh("e"), b.phase, place.type.element
    with b.block(f"for ({b.dice.pick([b.spell(t), 'auto'])} &{name} : {place.text})", uniform=False, times=place.type.size,
                 loop=Loop(False)):
        b.declare(Variable(name, t, roots=place.variable.roots))
        statements.some(b, b.dice.between(1, 2))
        tiles.close_loop(b, before)
    return True


@statement(weight=10, fits=lambda b: b.index is not None and not b.first_scope and not b.is_lambda and any(
    v.kind == "view" and v.role == "guarded" for v in b.visible()))
def guard(b):
    """if (v.extent.contains(i)) v[i] = …; if (i[0] >= v.extent[0]) return;"""
    v = b.dice.pick([v for v in b.visible() if v.kind == "view" and v.role == "guarded" and v.index])
    index, form = v.index, b.dice.below(3)
    alike = [w for w in b.visible() if w.kind == "view" and w.role == "guarded" and w.dims == v.dims and w.index is index]
    size = f"{v.text}.extent[{{}}]" if b.lang.name == "c++" else f"{v.text}.extent.{{}}"
    bounds = [b.dice.pick([size.format(d if b.lang.name == "c++" else "ijk"[d]), str(n)]) for d, n in enumerate(v.dims)]
    inside = " && ".join(b.dice.pick([f"{c} < {n}", f"{n} > {c}", f"!({c} >= {n})"]) for c, n in zip(index.components, bounds))
    outside = " || ".join(f"{c} >= {n}" for c, n in zip(index.components, bounds))
    if b.lang.name == "c++" and form == 0:
        inside = f"{v.text}.extent.contains({index.whole[0]})"
        outside = "!" + inside
    if b.is_kernel and b.tile is None and len(b.scopes) == 2 and b.dice.chance(40):
        b.line(b.dice.pick([f"if ({outside}) return;", f"if (!({inside})) {{ return; }}"]))
        for w in alike:
            w.role = "own"
        return True
    with b.block(f"if ({inside})", uniform=False):
        for w in alike:
            w.role = "own"
        statements.some(b, b.dice.between(1, 3))
        b.begin()
        if b.may_write(v):
            statements.set_own(b, v)
        for w in alike:
            w.role = "guarded"
    return True


def make_overloads(unit):
    """Functions that differ in restriction alone, and one for both that calls them. The host compiler alone sees those for
    kernels."""
    dice = unit.dice
    f, g, k = unit.fresh("of_both"), unit.fresh("calls_both"), dice.between(2, 9)
    bodies = [dice.between(1, 99) for _ in range(2)]
    by_reference = dice.chance(40)
    for clause, c in zip(dice.shuffled(["cpu", "amp"]), bodies):
        step = f"x = (x % 1000 + {c}) * {k} % 1000;"
        text = (f"static int {f}(int &x) restrict({clause})\n{{\n\t{step}\n\treturn x + 1;\n}}" if by_reference else
                f"static int {f}(int x) restrict({clause}) {{ {step} return x; }}")
        unit.declare(f"OF_CPU({text})" if clause == "cpu" else text)
    kind = "reference" if by_reference else "value"
    head, t = ("template <typename T> ", "T") if dice.chance(50) else ("", "int")
    unit.declare(f"{head}static int {g}({t} {'&' if by_reference else ''}x) restrict(cpu, amp) {{ return {f}(x) % 500; }}")
    for name in f, g:
        made = calls.Function(name, [calls.Parameter("x", INT, kind)], INT, restriction="cpu, amp", low=-1000, high=1001,
                              drifts=by_reference, converts=not head)
        made.is_name = False  # ampcc refuses (f)(x) in code for both
        unit.functions.append(made)
