"""Parts of kernels that are functions of their own: the index, views, tile_static memory, and the thread's own
variables go to them, and barriers are in them."""

from . import expressions, statements
from .body import UNARY, Body, Variable
from .constructs import table
from .tiles import Shared
from .types import INT, UINT, Array, Scalar, Struct
from .views import Index, View

statement = table("statements")


@statement(weight=10, fits=lambda b: b.index is not None and b.depth < 2 and not b.first_scope and not b.is_lambda)
def part(b):
    """static int part(tiled_index<8> t, array_view<int> v, int (&s)[8], int &x) restrict(amp) { …; t.barrier.wait(); … }"""
    inner = _body_of(b)
    inner.result = expressions.pick_type(b) if b.dice.chance(35) else None
    parameters, arguments, passed_roots = [], [], set()
    for v in b.dice.shuffled(b.visible()):
        passed = b.dice.chance(70) and _pass(b, inner, v)
        if passed and len(parameters) < 6:
            parameters.append(passed[0])
            arguments.append(passed[1])
            inner.declare(passed[2])
            passed_roots |= v.roots
    if not parameters:
        return False
    type = b.lang.index_type(b, b.index.domain, b.index.tile)
    template = b.lang.name == "c++" and b.dice.chance(12)
    if template:
        type = b.unit.fresh("T")
    parameters.insert(0, f"{type} {inner.index.name}" if b.lang.name == "c" else
                      b.dice.pick([f"{type} {inner.index.name}", f"const {type} &{inner.index.name}"]))
    arguments.insert(0, b.index.name)
    inner.scopes[0].append(inner.index)
    inner.scopes.append([])
    statements.some(inner, b.dice.between(1, 5))
    if inner.result:
        inner.line(f"return {statements.returned(inner)};")
    b.phase = inner.phase
    name = b.lang.unit_name(b.unit, b.unit.fresh("part"))
    call = f"{_define(b, inner, name, parameters, type if template else None)}({', '.join(arguments)});"
    if inner.result:
        x = b.unit.fresh("x")
        others = [v for v in b.visible() if v.kind == "local" and v.type in (INT, UINT) and b.may_read(v)
                  and not v.roots & passed_roots]
        if others and not inner.result.is_float and b.dice.chance(40):
            # the call as an operand: what the others are does not depend on it
            v = b.dice.pick(others)
            op = b.dice.pick([f"(unsigned){v.text} << 2 ^ (unsigned){call[:-1]}", f"(unsigned){call[:-1]} + ((unsigned){v.text} >> 1)",
                              f"({v.text} < 3 ? 5u : (unsigned){v.text}) * 7u - (unsigned){call[:-1]}"])
            b.line(f"int {x} = (int)(({op}) % 1000u);")
            b.declare(Variable(x, INT, low=0, high=999, const=True))
            return True
        if not inner.result.is_float and b.dice.chance(20):
            # the call in a condition
            b.line(f"int {x} = 1;")
            b.line(f"if (((unsigned){call[:-1]} & 3u) != 2u) {x} = {b.dice.between(2, 9)};")
            b.declare(Variable(x, INT, low=1, high=9, const=True))
            return True
        copy = f", {b.unit.fresh('x')} = {x}" if b.dice.chance(20) else ""  # behind the call, in its declaration
        b.line(f"{b.spell(inner.result)} {x} = {call[:-1]}{copy};")
        b.declare(Variable(x, inner.result))
        if copy:
            b.declare(Variable(copy.split()[1], inner.result))
    else:
        b.line(call)
    return True


def _define(b, inner, name, parameters, template):
    """Defines the function, in front of the unit's or in the kernel. Returns how it is called."""
    result = b.spell(inner.result) if inner.result else "void"
    head = [f"template <typename {template}>"] if template else []
    parameters, form = f"({', '.join(parameters)})", b.dice.below(100) if b.lang.name == "c++" else 99
    if form < 10 and not template:
        arrow = f" -> {result}" if inner.result else ""
        for line in [f"auto {name} = []{parameters}{arrow} {{"] + inner.lines + ["};"]:
            b.line(line)
        return name
    if form < 25:
        call = f"{name}()" if form < 18 else f"{name}::run"
        head = [f"struct {name} {{"] + head
        function = f"{result} operator(){parameters} const" if form < 18 else f"static {result} run{parameters}"
    else:
        call, function = name, f"static {result} {name}{parameters}"
    b.unit.declare("\n".join(head + [f"{function} restrict(amp)", "{"] + inner.lines + ["}"] + (["};"] if form < 25 else [])))
    return call


def _body_of(b):
    """That of a function which is called here, and nowhere else."""
    inner = Body(b.unit, "amp", 1, b.dice)
    inner.depth = b.depth + 1
    inner.index = Index(b.lang, b.unit.fresh(b.dice.pick(["i", "t", "at"])), b.index.domain, b.index.tile)
    if b.lang.name == "c":  # whose types do not say that a tile has one thread along a dimension
        inner.index.parts = [(text, high, uniform and ".local" not in text) for text, high, uniform in inner.index.parts]
    inner.tile, inner.phase, inner.weight = b.tile, b.phase, b.weight
    inner.uniform_flow = b.uniform_flow and (b.tile is None or b.can_wait)
    return inner


def _pass(b, inner, v):
    """How a variable is passed: the parameter, the argument, and the variable that the parameter is. None: it is not."""
    name = b.unit.fresh("p")
    if isinstance(v, View):
        return _pass_view(b, inner, v, name)
    if isinstance(v, Shared):
        return _pass_shared(b, inner, v, name) if v.is_set else None
    if type(v) is not Variable or v.kind not in ("local", "pointer", "loop"):
        return None
    if isinstance(v.type, Array):
        return _pass_array(b, v, name)
    return _pass_object(b, v, name) if isinstance(v.type, (Scalar, Struct)) else None


def _pass_view(b, inner, v, name):
    if v.role in ("fresh", "none"):
        return None
    w = v.renamed(name)
    w.wrapper, w.is_dense, w.index = v.wrapper, v.is_dense, inner.index
    type = b.lang.view_type(b, v)
    if b.lang.name == "c":
        return f"{type} {name}", v.text, w
    forms = [f"{type} &{name}"] if v.wrapper == "array" else [f"{type} {name}", f"const {type} &{name}"]
    return b.dice.pick(forms), v.text, w


def _pass_shared(b, inner, v, name):
    if not v.dims:
        is_reference = b.lang.name == "c++" and b.dice.chance(60)
        w = Shared(name, v.element, (), inner.index, text=name if is_reference else f"(*{name})", memory=v.memory, roots=v.roots)
        w.is_set = True
        return f"{b.spell(v.element)} {'&' if is_reference else '*'}{name}", v.text if is_reference else f"&{v.text}", w
    first, rest = v.dims[0], "".join(f"[{n}]" for n in v.dims[1:])
    type = b.spell(v.element)
    forms = [f"{type} (*{name}){rest}" if rest else f"{type} *{name}", f"{type} {name}[]{rest}", f"{type} {name}[{first}]{rest}"]
    w = Shared(name, v.element, v.dims, inner.index, memory=v.memory, roots=v.roots)
    w.is_set = True
    w.is_array = b.lang.name == "c++" and v.is_array and b.dice.chance(50)
    return f"{type} (&{name})[{first}]{rest}" if w.is_array else b.dice.pick(forms), v.text, w


def _pass_array(b, v, name):
    if not isinstance(v.type.element, Scalar) or v.const:
        return None
    type, n = b.spell(v.type.element), v.type.size
    forms = [f"{type} *{name}", f"{type} {name}[{n}]"]
    is_array = b.lang.name == "c++" and v.kind == "local" and b.dice.chance(50)
    w = Variable(name, v.type, roots=v.roots, uniform=v.uniform, kind="local" if is_array else "pointer")
    return f"{type} (&{name})[{n}]" if is_array else b.dice.pick(forms), v.text, w


def _pass_object(b, v, name):
    type = b.spell(v.type)
    is_bindable = not v.const and v.kind != "loop" and (
        isinstance(v.type, Struct) or v.type.is_float or (v.low, v.high) == v.type.promise)
    if not is_bindable or b.dice.chance(40):
        forms = ["const {} {}", "{} {}"] + (["const {} &{}"] if b.lang.name == "c++" and v.kind == "local" else [])
        form = b.dice.pick(forms)
        const = form.startswith("const")
        w = Variable(name, v.type, low=v.low if const else None, high=v.high if const else None, uniform=v.uniform, const=const,
                     roots=v.roots if "&" in form else None)
        text = v.text
    elif b.lang.name == "c" or b.dice.chance(40):
        form, text = "{} *{}", f"&{v.text if v.prec >= UNARY else '(' + v.text + ')'}"
        w = Variable(name, v.type, text=f"(*{name})" if isinstance(v.type, Struct) else f"*{name}", prec=UNARY, roots=v.roots,
                     uniform=v.uniform, kind="pointer")
    else:
        form, text = "{} &{}", v.text
        w = Variable(name, v.type, roots=v.roots, uniform=v.uniform)
    return form.format(type, name), text, w
