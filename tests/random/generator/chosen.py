"""Statements after which it depends on the data, or on earlier statements, which container a name means: views that are chosen,
assigned, swapped, returned by functions, members of arrays; pointers to containers, and to their first elements."""

from . import expressions
from .body import POSTFIX, Variable
from .constructs import table
from .types import Array, Scalar

statement = table("statements")


def _containers(b, accept=lambda v: True):
    return [v for v in b.visible()
            if v.kind == "view" and v.role in ("read", "own") and v.rank <= 3 and not v.accessor and accept(v)]


def _lasting(v):
    """Whether it is an object, and no function's result."""
    return not v.text.endswith("()")


def _alike(v, w):
    return (v.type, v.rank, v.const, v.role, v.wrapper) == (w.type, w.rank, w.const, w.role, w.wrapper) and \
        (v.role == "read" or v.owner is w.owner)


def _several(b, n):
    """Up to n views of the same type that are used alike."""
    found = _containers(b, lambda v: v.wrapper == "array_view")
    if not found:
        return []
    first = b.dice.pick(found)
    return [first] + [w for w in b.dice.shuffled(found) if w is not first and _alike(first, w)][:n - 1]


def _any_of(views, name, text, is_uniform=False):
    """A view that is one of these."""
    dims = tuple(min(n) for n in zip(*(v.dims for v in views)))
    v = views[0].renamed(name, None if dims == views[0].dims else dims)
    v.text, v.prec = text, POSTFIX
    v.roots = frozenset().union(*(w.roots for w in views))
    v.is_dense = all(w.is_dense for w in views) and len({w.dims for w in views}) == 1
    v.is_uniform = is_uniform and all(w.is_uniform for w in views)
    return v


@statement(weight=6, languages="c++", fits=_containers)
def chosen_view(b):
    """auto w = c ? u : v; array_view<int> w = u; if (c) w = v; std::swap's like"""
    views = _several(b, 2)
    if not views:
        return False
    first, second = views[0], views[-1]
    e = expressions.condition(b, 2)
    name, type, form = b.unit.fresh("w"), b.lang.view_type(b, first), b.dice.below(6)
    if form == 0:
        b.line(f"{b.dice.pick(['auto', 'const auto', type])} {name} = {e.operand(b, 4)} ? {first.text} : {second.text};")
    elif form == 1:
        b.line(f"{b.dice.pick([f'const {type} &', 'const auto &'])}{name} = {e.operand(b, 4)} ? {first.text} : {second.text};")
    elif form == 2:
        b.line(f"{type} {name} = {first.text};")
        b.line(f"if ({e.text}) {name} = {second.text};")
    elif form == 3:
        b.line(f"{type} {name}({second.text});")
        b.line(f"{name} = {e.operand(b, 4)} ? {first.text} : {name};")
    elif form == 4:
        other, kept = b.unit.fresh("w"), b.unit.fresh("w")
        b.line(f"{type} {name} = {first.text}, {other} = {second.text};")
        b.line(f"if ({e.text}) {{ const {type} {kept} = {name}; {name} = {other}; {other} = {kept}; }}")
        b.declare(_any_of(views, other, other, e.uniform))
    else:
        by_reference = b.dice.chance(50) and all(_lasting(v) for v in views)
        b.line(f"{b.dice.pick(['auto', 'const auto &' if by_reference else 'auto', type])} {name} = "
               f"{_choice(b, first, by_reference)}({first.text}, {second.text}, {e.operand(b, 1)});")
    b.declare(_any_of(views, name, name, e.uniform))
    return True


def _choice(b, v, by_reference):
    """A function of the unit that returns one of two views."""
    key = "choice", v.type, v.rank, v.const, by_reference
    if key not in b.unit.pick_functions:
        name = b.unit.pick_functions[key] = b.unit.fresh("choose")
        t = f"concurrency::array_view<{'const ' if v.const else ''}{b.spell(v.type)}, {v.rank}>"
        t = f"const {t} &" if by_reference else f"{t} "
        body = b.dice.pick(["return c ? first : second;", "if (c) return first; return second;"] +
                           ([] if by_reference else ["if (!c) first = second; return first;"]))
        b.unit.declare(f"static {t}{name}({t}first, {t}second, int c){b.lang.clause('amp')} {{ {body} }}")
    return b.unit.pick_functions[key]


@statement(weight=4, languages="c++", fits=_containers)
def views_in_array(b):
    """const array_view<int> all[2] = {u, v}; all[k][i] = …; struct { array_view<int> all[2]; } o = {{u, v}};"""
    views = _several(b, 3)
    if not views:
        return False
    views += [b.dice.pick(views) for _ in range(b.dice.below(2))]
    name, type, n = b.unit.fresh("all"), b.lang.view_type(b, views[0]), len(views)
    text = name
    if b.dice.chance(30):
        holder, text = b.unit.fresh("views"), f"{name}.all"
        const, t = "const " if views[0].const else "", b.spell(views[0].type)
        b.unit.declare(f"struct {holder} {{ concurrency::array_view<{const}{t}, {views[0].rank}> all[{n}]; }};")
        b.line(f"{b.dice.pick(['const ', ''])}{holder} {name} = {{{{{', '.join(v.text for v in views)}}}}};")
    else:
        b.line(f"{b.dice.pick(['const ', ''])}{type} {name}[{n}] = {{{', '.join(v.text for v in views)}}};")
    if b.dice.chance(40):
        k = b.dice.below(n)
        b.declare(_any_of([views[k]], name, f"{text}[{k}]", True))
        return True
    b.begin()
    at, e = b.unit.fresh("k"), expressions.index(b, n, 2)
    b.line(f"const int {at} = {expressions.cast(b, e, expressions.INT).operand(b, 1)};")
    b.declare(_any_of(views, name, f"{text}[{at}]", e.uniform))
    return True


@statement(weight=4, languages="c++", fits=lambda b: _containers(b, _lasting))
def container_by_address(b):
    """const array_view<int> *p = &v; if (c) p = &w; array<int> &a = b; auto &&w = v;"""
    found = _containers(b, _lasting)
    v = b.dice.pick(found)
    views = [v] + [w for w in b.dice.shuffled(found) if w is not v and _alike(v, w)][:1]
    name, const = b.unit.fresh("q"), "const " if v.wrapper == "array_view" or v.const else ""
    type = b.lang.view_type(b, v)
    if b.dice.chance(40):
        b.line(f"{b.dice.pick([f'{const}{type} &', f'{const}auto &', 'auto &&'])}{name} = {v.text};")
        w = v.renamed(name)
        w.wrapper, w.is_dense = v.wrapper, v.is_dense
        b.declare(w)
        return True
    b.line(f"{const}{type} *{name} = &{v.text};")
    uniform = True
    if len(views) > 1:
        e = expressions.condition(b, 2)
        uniform = e.uniform
        b.line(b.dice.pick([f"if ({e.text}) {name} = &{views[1].text};",
                            f"{name} = {e.operand(b, 4)} ? {name} : &{views[1].text};"]))
    w = _any_of(views, name, f"(*{name})", uniform)
    w.wrapper = v.wrapper
    b.declare(w)
    return True


@statement(weight=4, languages="c++", fits=lambda b: _containers(b, lambda v: v.rank == 1))
def first_element(b):
    """int *p = v.data(); p[i[0]] = …; int *p = &v[0];"""
    v = b.dice.pick(_containers(b, lambda v: v.rank == 1))
    name = b.unit.fresh("p")
    const = "const " if v.const or v.role == "read" and v.wrapper == "array_view" and b.dice.chance(60) else ""
    source = f"{v.text}.data()" if b.dice.chance(70) else f"&{v.text}[0]"
    b.line(f"{const}{b.spell(v.type)} *{b.dice.pick(['', '', 'const '])}{name} = {source};")
    if v.role == "own":
        at = v.owner(v.index.components) if v.owner else v.index.components
        text = b.dice.pick([f"{name}[{at[0]}]", f"(*({name} + ({at[0]})))"])
        b.declare(Variable(name, v.type, text=text, prec=POSTFIX, roots=v.roots, const=bool(const), kind="pointer"))
    elif isinstance(v.type, Scalar):
        b.declare(Variable(name, Array(v.type, v.dims[0]), roots=v.roots, const=True, kind="pointer"))
    return True


@statement(weight=3, languages="c++", fits=_containers)
def assigned_member(b):
    """holder h = {u, v}; h.first = h.second; const holder g = c ? h : holder{v, u};"""
    views = _several(b, 2)
    if not views:
        return False
    first, second = views[0], views[-1]
    type, o = b.unit.fresh("views"), b.unit.fresh("o")
    const, t = "const " if first.const else "", b.spell(first.type)
    b.unit.declare(f"struct {type} {{\n\tconcurrency::array_view<{const}{t}, {first.rank}> first, second;\n"
                   f"\tvoid turn(){b.lang.clause('amp')} {{ const {type} old = *this; first = old.second; second = old.first; }}\n}};")
    b.line(f"{type} {o} = {{{first.text}, {second.text}}};")
    e = expressions.condition(b, 2)
    b.line(b.dice.pick([f"if ({e.text}) {o}.first = {o}.second;", f"if ({e.text}) {o}.turn();",
                        f"{o} = {e.operand(b, 4)} ? {o} : {type}{{{second.text}, {first.text}}};",
                        f"if ({e.text}) {{ {type} &r = {o}; r.first = {second.text}; }}"]))
    b.declare(_any_of(views, o, f"{o}.{b.dice.pick(['first', 'second'])}", e.uniform))
    return True
