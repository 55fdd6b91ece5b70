"""Statements with other names for objects: references, pointers, copies of views, lambdas."""

from . import calls, expressions, functions, tiles, types
from .body import Loop, POSTFIX, PRIMARY, UNARY, Variable
from .constructs import table
from .tiles import Shared
from .types import Array, Scalar, Struct

statement = table("statements")


def lasts(v):
    """Whether what is found there now belongs to this thread until its end."""
    return not isinstance(v, Shared) and not (v.kind == "view" and v.role == "tile")


def _referred(b, want=lambda t: isinstance(t, Scalar), accept=lasts):
    place = b.find_place(want, write=True, depth=1, accept=accept)
    return place if place and place.is_bindable else None


@statement(weight=14, languages="c++")
def reference(b):
    """int &r = x; int (&r) = *&x; auto &r = s.a; int &r = (int &)x;"""
    name = b.fresh()
    with b.declaration(name):
        place = _referred(b, lambda t: isinstance(t, (Scalar, Struct)))
    if place is None:
        return False
    t = b.spell(place.type)
    declarator = b.dice.pick([f"{t} &{name}", f"{t} &{name}", f"{t}& {name}", f"{t} (&{name})", f"auto &{name}",
                              f"auto &&{name}", f"{t} &({name})"])
    text = place.operand(b, UNARY)
    source = b.dice.pick([place.text, place.text, place.text, f"({place.text})", f"*&{text}", f"({t} &){text}",
                          f"static_cast<{t} &>({place.text})"])
    b.line(f"{declarator} = {source};")
    _declare_alias(b, name, place)
    return True


def _declare_alias(b, name, place, const=False, **more):
    v = Variable(name, place.type, low=place.low, high=place.high, roots=place.variable.roots,
                 uniform=place.variable.uniform, const=const, **more)
    b.declare(v)


@statement(weight=4, languages="c++")
def const_reference(b):
    """const int &r = x;"""
    name = b.fresh()
    with b.declaration(name):
        place = b.find_place(lambda t: isinstance(t, Scalar), depth=1, accept=lasts)
    if place is None:
        return False
    b.line(f"const {b.spell(place.type)} &{name} = {place.text};")
    if place.variable.kind == "index":
        b.declare(Variable(name, place.type, low=place.low, high=place.high, const=True, uniform=place.uniform))
    else:
        _declare_alias(b, name, place, const=True)
    return True


@statement(weight=10)
def pointer(b):
    """int *p = &x; int *p = c ? &x : &y; int *p = a + 1;"""
    name = b.fresh()
    with b.declaration(name):
        place = _referred(b)
        if place is None:
            return False
        t = b.spell(place.type)
        text = f"&{place.operand(b, UNARY)}"
        roots, uniform = place.variable.roots, place.variable.uniform
        if not uniform and b.dice.chance(40):
            other = _referred(b, lambda u: u is place.type, lambda v: lasts(v) and not v.uniform)
            if other:
                e = expressions.condition(b, 2)
                text = f"{e.operand(b, 3)} ? {text} : &{other.operand(b, UNARY)}"
                roots = roots | other.variable.roots
    b.line(f"{t} *{b.dice.pick(['', '', 'const '])}{name} = {text};")
    b.declare(Variable(name, place.type, text=f"*{name}", prec=UNARY, roots=roots, uniform=uniform, kind="pointer"))
    return True


@statement(weight=5)
def array_pointer(b):
    """int *p = a + 1; int (&r)[4] = a; int (*p)[4] = &a;"""
    found = [v for v in b.visible() if type(v) is Variable and isinstance(v.type, Array) and
             isinstance(v.type.element, Scalar) and not v.const]
    if not found:
        return False
    v = b.dice.pick(found)
    name = b.fresh()
    if name == v.name:
        return False
    t, n = b.spell(v.type.element), v.type.size
    form = b.dice.below(3)
    if v.kind == "pointer":
        form = 0
    if form == 0:
        skip = b.dice.below(n)
        text, seen = f"{t} *{name} = " + (f"{v.text} + {skip}" if skip else v.text), Array(v.type.element, n - skip)
        access, prec, kind = name, PRIMARY, "pointer"
    elif form == 1 and b.lang.name == "c++":
        text, seen, access, prec, kind = f"{t} (&{name})[{n}] = {v.text}", v.type, name, PRIMARY, "local"
    else:
        text, seen, access, prec, kind = f"{t} (*{name})[{n}] = &{v.text}", v.type, f"*{name}", UNARY, "pointer"
    b.line(text + ";")
    b.declare(Variable(name, seen, text=access, prec=prec, roots=v.roots, uniform=v.uniform, kind=kind))
    return True


@statement(weight=4)
def rebound_pointer(b):
    """int *p = &x; if (c) p = &y; p = c ? p : &z;"""
    name = b.fresh()
    with b.declaration(name):
        place = _referred(b, accept=lambda v: lasts(v) and not v.uniform)
    if place is None:
        return False
    b.line(f"{b.spell(place.type)} *{name} = &{place.operand(b, UNARY)};")
    roots = place.variable.roots
    b.declaring.add(name)
    for _ in range(b.dice.between(1, 2)):
        b.begin()
        other = _referred(b, lambda u: u is place.type, lambda v: lasts(v) and not v.uniform)
        if not other:
            continue
        e = expressions.condition(b, 2)
        text = f"&{other.operand(b, UNARY)}"
        b.line(f"if ({e.text}) {name} = {text};" if b.dice.chance(60) else
               f"{name} = {e.operand(b, 3)} ? {name} : {text};")
        roots = roots | other.variable.roots
    b.declaring.discard(name)
    b.declare(Variable(name, place.type, text=f"*{name}", prec=UNARY, roots=roots, kind="pointer"))
    return True


@statement(weight=4)
def chosen(b):
    """int &r = pick(x, y, c); int *p = pick(&x, &y, c);"""
    name = b.unit.fresh("r")
    place = _referred(b, accept=lambda v: lasts(v) and not v.uniform)
    other = place and _referred(b, lambda u: u is place.type, lambda v: lasts(v) and not v.uniform)
    if not other:
        return False
    e = expressions.condition(b, 2)
    by_reference = b.lang.name == "c++" and b.dice.chance(60)
    f = _pick_function(b, place.type, by_reference)
    x, y = place.text if by_reference else f"&{place.operand(b, UNARY)}", \
        other.text if by_reference else f"&{other.operand(b, UNARY)}"
    b.line(f"{b.spell(place.type)} {'&' if by_reference else '*'}{name} = {f}({x}, {y}, {e.operand(b, 1)});")
    b.declare(Variable(name, place.type, text=name if by_reference else f"*{name}", prec=PRIMARY if by_reference else UNARY,
                       roots=place.variable.roots | other.variable.roots, kind="local" if by_reference else "pointer"))
    return True


def _pick_function(b, type, by_reference):
    """A function of the unit that returns one of its first two arguments."""
    key = type, by_reference
    if key not in b.unit.pick_functions:
        name = b.unit.pick_functions[key] = b.lang.unit_name(b.unit, b.unit.fresh("pick"))
        t = type.name + (" &" if by_reference else " *")
        b.unit.declare(f"static {t}{name}({t}first, {t}second, int c){b.lang.clause('cpu, amp')}\n{{\n"
                       f"\t{b.dice.pick(['return c ? first : second;', 'if (c) return first; return second;'])}\n}}")
    return b.unit.pick_functions[key]


@statement(weight=4, fits=lambda b: len(b.scopes) < 5)
def pointer_walk(b):
    """for (int *p = a; p != a + 4; p++) *p = …;"""
    from . import statements
    found = _arrays(b)
    if not found:
        return False
    v = b.dice.pick(found)
    n, name, t = v.type.size, b.unit.fresh("p"), b.spell(v.type.element)
    if b.weight * n > 400:
        return False
    head = b.dice.pick([f"for ({t} *{name} = {v.text}; {name} != {v.text} + {n}; {name}++)",
                        f"for ({t} *{name} = {v.text}; {name} < {v.text} + {n}; ++{name})",
                        f"for ({t} *{name} = {v.text} + {n}; {name}-- > {v.text}; )",
                        f"for ({t} *{name} = &{v.text}[0]; {name} - {v.text} < {n}; {name} += 1)"])
    before = b.phase
    with b.block(head, uniform=False, times=n, loop=Loop(False)):
        b.declare(Variable(name, v.type.element, text=f"*{name}", prec=UNARY, roots=v.roots, kind="pointer"))
        statements.some(b, b.dice.between(1, 2))
        tiles.close_loop(b, before)
    return True


@statement(weight=3)
def pointer_steps(b):
    """int *p = a; *p++ = …; *++p = …;"""
    found = [v for v in _arrays(b) if not v.uniform]
    if not found:
        return False
    v = b.dice.pick(found)
    n, name, t = v.type.size, b.unit.fresh("p"), v.type.element
    b.line(f"{b.spell(t)} *{name} = {v.text};")
    at = 0
    while at < n - 1 and b.dice.chance(70):
        b.begin()
        b.read |= v.roots
        form = b.dice.pick([f"*{name}++", f"*(++{name} - 1)", f"*++{name}"])
        e = expressions.value(b, t, 2)
        b.line(f"{form} = {e.operand(b, 1)};")
        at += 1
    b.declare(Variable(name, Array(t, n - at), roots=v.roots, kind="pointer"))
    return True


def _arrays(b):
    return [v for v in b.visible() if type(v) is Variable and isinstance(v.type, Array) and
            isinstance(v.type.element, Scalar) and not v.const]


@statement(weight=3)
def array_of_pointer(b):
    """int (&r)[3] = *(int (*)[3])p; of elements that a pointer leads to"""
    found = [v for v in _arrays(b) if v.type.size > 1]
    if not found:
        return False
    v = b.dice.pick(found)
    skip = b.dice.below(v.type.size - 1)
    n = b.dice.between(1, v.type.size - skip)
    name, t = b.unit.fresh("r"), b.spell(v.type.element)
    source = f"({v.text} + {skip})" if skip else v.text
    if b.lang.name == "c++" and b.dice.chance(70):
        cast = b.dice.pick([f"({t} (*)[{n}]){source}", f"reinterpret_cast<{t} (*)[{n}]>({source})"])
        b.line(f"{t} (&{name})[{n}] = *{cast};")
        b.declare(Variable(name, Array(v.type.element, n), roots=v.roots, uniform=v.uniform))
    else:
        b.line(f"{t} (*{name})[{n}] = ({t} (*)[{n}]){source};")
        b.declare(Variable(name, Array(v.type.element, n), text=f"*{name}", prec=UNARY, roots=v.roots, uniform=v.uniform,
                           kind="pointer"))
    return True


@statement(weight=4, languages="c++")
def temporary_reference(b):
    """int &&r = x + 1; const int &r = 3;"""
    t = expressions.pick_type(b)
    name = b.unit.fresh("r")
    e = expressions.value(b, t, 3)
    is_const = b.dice.chance(40)
    type = b.spell(t)
    head = f"const {type} &" if is_const else b.dice.pick([f"{type} &&", f"{type} &&", "auto &&"])
    low, high = types.converted(e.low, e.high, t) if is_const and t.kind == "int" else (None, None)
    b.line(f"{head}{name} = ({t.name})({e.text});")
    b.declare(Variable(name, t, low=low, high=high, const=is_const))
    return True


@statement(weight=3, languages="c++", fits=lambda b: b.unit.structs)
def member_pointer(b):
    """int pair::*m = c ? &pair::a : &pair::b; o.*m = …;"""
    objects = [v for v in b.visible() if type(v) is Variable and isinstance(v.type, Struct) and v.type.is_aggregate
               and not v.uniform and not v.const]
    if not objects:
        return False
    v = b.dice.pick(objects)
    fields = [f for f in v.type.fields if isinstance(f.type, Scalar)]
    if not fields:
        return False
    field = b.dice.pick(fields)
    same = [f for f in fields if f.type is field.type]
    name, spelled = b.unit.fresh("m"), b.spell(v.type)
    text = f"&{spelled}::{field.name}"
    if len(same) > 1:
        e = expressions.condition(b, 2)
        text = f"{e.operand(b, 3)} ? {text} : &{spelled}::{b.dice.pick(same).name}"
    b.line(f"{field.type.name} {spelled}::*{name} = {text};")
    text = f"({v.text}.*{name})" if v.prec == PRIMARY else f"(({v.text}).*{name})"
    v.may_be_hidden = False
    b.declare(Variable(name, field.type, text=text, roots=v.roots, kind="pointer" if v.kind == "pointer" else "local"))
    return True


@statement(weight=4, fits=lambda b: b.unit.structs)
def object_pointer(b):
    """pair *p = &s; p->a"""
    name = b.fresh()
    with b.declaration(name):
        place = _referred(b, lambda t: isinstance(t, Struct))
    if place is None:
        return False
    b.line(f"{b.spell(place.type)} *{name} = &{place.operand(b, UNARY)};")
    v = Variable(name, place.type, text=f"(*{name})", roots=place.variable.roots, uniform=place.variable.uniform,
                 kind="pointer")
    b.declare(v)
    return True


@statement(weight=4, languages="c++", fits=lambda b: b.unit.structs and b.unit.standard >= 17)
def structured_binding(b):
    """auto [x, y] = s; auto &[x, y] = s;"""
    place = _referred(b, lambda t: isinstance(t, Struct) and t.is_aggregate and not t.has_arrays and t.fields)
    if place is None:
        return False
    names = [b.unit.fresh("b") for _ in place.type.fields]
    is_copy = b.dice.chance(50)
    b.line(f"auto {'' if is_copy else '&'}[{', '.join(names)}] = {place.text};")
    for name, field in zip(names, place.type.fields):
        if is_copy:
            b.declare(Variable(name, field.type, uniform=place.variable.uniform))
        else:
            b.declare(Variable(name, field.type, roots=place.variable.roots, uniform=place.variable.uniform))
    return True


@statement(weight=4, languages="c++", fits=lambda b: len(b.scopes) < 5)
def range_for(b):
    """for (int &x : a); for (int &x : o), of a class with begin() and end()"""
    from . import statements
    found = [v for v in b.visible() if type(v) is Variable and isinstance(v.type, Array) and
             isinstance(v.type.element, Scalar) and v.kind == "local"]
    if not found:
        return False
    v = b.dice.pick(found)
    if b.weight * v.type.size > 400:
        return False
    name, t = b.unit.fresh("e"), b.spell(v.type.element)
    is_reference = not v.const and b.dice.chance(60)
    uniform = b.tile is not None and b.uniform_flow and b.dice.chance(20)
    head = b.dice.pick([f"{t} &{name}", f"auto &{name}"]) if is_reference else b.dice.pick([f"{t} {name}", f"auto {name}"])
    before, range, roots = b.phase, v.text, v.roots
    if b.dice.chance(30):
        range, roots = _range(b, v), None
    with b.block(f"for ({head} : {range})", uniform=uniform, times=v.type.size, loop=Loop(uniform)):
        b.declare(Variable(name, v.type.element, roots=roots if is_reference else None,
                           uniform=v.uniform and uniform))
        statements.some(b, b.dice.between(1, 2))
        tiles.close_loop(b, before)
    return True


def _range(b, v):
    """An object with the elements of an array: its class has begin() and end(), and others of the host's."""
    name, o, k, n = b.unit.class_name(["range", "list", "row"]), b.unit.fresh("o"), b.unit.fresh("k"), v.type.size
    t = v.type.element.name
    b.unit.declare(f"struct {name} {{\n\t{t} all[{n}];\n"
                   f"\t{t} *begin() restrict(cpu, amp) {{ return all; }}\n"
                   f"\t{t} *end() restrict(cpu, amp) {{ return begin() + {n}; }}\n"
                   f"\tconst {t} *begin() const {{ return all; }}\n"
                   f"\tconst {t} *end() const {{ return all + {n}; }}\n}};")
    b.begin()
    b.read |= v.roots
    b.line(f"{name} {o};")
    b.line(f"for (int {k} = 0; {k} < {n}; {k}++) {o}.all[{k}] = {v.text}[{k}];")
    return o


# ---- Views and shared memory by other names --------------------------------------------


@statement(weight=6, languages="c++")
def view_copy(b):
    """auto w = v; const array_view<int> &w = v;"""
    found = [v for v in b.visible() if v.kind == "view" and v.wrapper == "array_view" and v.rank <= 3]
    if not found:
        return False
    v = b.dice.pick(found)
    name = b.unit.fresh("w")
    if v.role == "read" and b.dice.chance(40):
        copy = b.lang.part_of_view(b, v, name)
        if copy:
            b.declare(copy)
            return True
    type = b.lang.view_type(b, v)
    b.line(b.dice.pick([f"auto {name} = {v.text};", f"const {type} &{name} = {v.text};", f"{type} {name} = {v.text};",
                        f"{type} {name}({v.text});", f"const auto &{name} = {v.text};"]))
    b.declare(v.renamed(name))
    return True


@statement(weight=4, languages="c++", fits=lambda b: b.phase is not None)
def shared_reference(b):
    """int (&r)[16] = s; of a tile_static array"""
    found = [v for v in b.visible() if isinstance(v, Shared) and v.is_set]
    if not found:
        return False
    s = b.dice.pick(found)
    name = b.unit.fresh("r")
    bounds = "".join(f"[{n}]" for n in s.dims)
    form = 0 if not s.is_array else b.dice.below(3)
    if form == 0 and len(s.dims) != 1:
        form = 1
    if form == 0:
        b.line(f"{b.spell(s.element)} *{name} = {s.text};")
    elif form == 1:
        b.line(f"auto &{name} = {s.text};")
    else:
        b.line(f"{b.spell(s.element)} (&{name}){bounds} = {s.text};")
    alias = Shared(name, s.element, s.dims, s.index, memory=s.memory, roots=s.roots)
    alias.is_set = True
    alias.is_array = s.is_array and form != 0
    b.declare(alias)
    return True


@statement(weight=3, languages="c++", fits=lambda b: b.can_wait)
def barrier_copy(b):
    """auto w = t.barrier; const tile_barrier &w = t.barrier;"""
    if any(v.kind == "barrier" for v in b.visible()):
        return False
    name = b.unit.fresh("w")
    type = b.lang.library(b, "tile_barrier")
    b.line(b.dice.pick([f"auto {name} = {b.index.name}.barrier;", f"const {type} &{name} = {b.index.name}.barrier;",
                        f"{type} {name} = {b.index.name}.barrier;", f"auto &{name} = {b.index.name}.barrier;"]))
    b.declare(Variable(name, None, kind="barrier", const=True))
    return True


# ---- Lambdas -------------------------------------------------------------------------------


@statement(weight=6, languages="c++", fits=lambda b: not b.is_lambda)
def local_lambda(b):
    """auto f = [=](int x) { … return …; };"""
    f, text = functions.make_lambda(b)
    for line in text:
        b.line(line)
    v = Variable(f.name, None, kind="lambda", const=True)
    v.functions = [f]
    b.declare(v)
    return True


@statement(weight=9, languages="c++", fits=lambda b: not b.is_lambda)
def passed_lambda(b):
    """int x = apply(f, y); of a template that calls what it is given"""
    found = [f for v in b.visible() if v.kind == "lambda" for f in v.functions if all(p.kind == "value" for p in f.parameters)]
    if not found:
        return False
    f, name = b.dice.pick(found), b.unit.fresh("x")
    apply = _apply_function(b)
    g = calls.Function(apply, f.parameters, f.result, form=lambda a: (f"{apply}({', '.join([f.name] + a)})", POSTFIX),
                       restriction=f.restriction, low=f.low, high=f.high)
    g.captures, g.is_deterministic = f.captures, False
    b.begin()
    e = calls.apply(b, g, 2)
    if e is None:
        return False
    b.line(f"{b.spell(f.result)} {name} = {e.operand(b, 1)};")
    b.declare(Variable(name, f.result))
    return True


def _apply_function(b):
    """A function template of the unit that calls its first argument with the others."""
    key = "apply", b.restriction
    if key not in b.unit.pick_functions:
        name = b.unit.pick_functions[key] = b.unit.fresh("apply")
        parameter = b.dice.pick(["F f", "const F &f", "F &&f"])
        b.unit.declare(f"template <typename F, typename... A> static auto {name}({parameter}, A... a)"
                       f"{b.lang.clause(b.restriction)} -> decltype(f(a...)) {{ return f(a...); }}")
    return b.unit.pick_functions[key]
