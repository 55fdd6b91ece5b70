"""The program's functions, classes and lambdas."""

from . import expressions, types
from .body import FUNCTION_WEIGHT, POSTFIX, PRIMARY, SHIFT, SUM, UNARY, Body, Variable
from .calls import Function, Parameter
from .constructs import choose, table
from .types import BOOL, INT, Array, Field, Scalar, Struct

operator = table("operators")

# ---- Bodies ------------------------------------------------------------------------


def _parameter(unit, b, name, kinds):
    kind = b.dice.pick(kinds)
    type = expressions.pick_type(b)
    if kind in ("value", "const_reference") and unit.structs and b.dice.chance(15):
        type = b.dice.pick(unit.structs)
        if not type.is_aggregate:
            type = INT
    if kind in ("reference", "pointer") and unit.structs and b.dice.chance(15):
        type = b.dice.pick(unit.structs)
    p = Parameter(name, type, kind)
    if kind == "array":
        p.type = Array(expressions.pick_element(b), b.dice.between(2, 4))
        p.is_exact = unit.lang.name == "c++" and b.dice.chance(40)
    return p


def _declare_parameters(b, parameters):
    for p in parameters:
        v = Variable(p.name, p.type, const=p.kind == "const_reference")
        if p.kind == "pointer":
            v.text, v.prec = (f"(*{p.name})", PRIMARY) if isinstance(p.type, Struct) else (f"*{p.name}", UNARY)
        if p.kind in ("pointer", "array"):
            v.kind = "pointer" if p.kind == "pointer" or not p.is_exact else "local"
        if p.kind == "value" and isinstance(p.type, Scalar) and not p.type.is_float:
            v.low, v.high = p.type.promise
        b.declare(v)


def _write_body(b, n):
    from . import statements
    statements.some(b, n)
    if b.result is not None:
        b.line(f"return {statements.returned(b)};")


def _new_body(unit, restriction, level, result, dice=None):
    b = Body(unit, restriction, level, dice)
    b.weight = FUNCTION_WEIGHT
    b.result = result
    return b


# ---- Functions -----------------------------------------------------------------------


def make_function(unit):
    """A function in the program: its text goes to the unit's declarations."""
    lang = unit.lang
    restriction = unit.dice.pick(["amp", "amp", "cpu, amp"])
    b = _new_body(unit, restriction, 1, None)
    b.result = expressions.pick_type(b) if b.dice.chance(80) else None
    if unit.structs and b.dice.chance(8):
        b.result = b.dice.pick([s for s in unit.structs if s.is_aggregate] or [INT])
    name = unit.function_name()
    kinds = ["value"] * 4 + ["pointer", "array"] + (["reference", "reference", "const_reference"] if lang.name == "c++" else [])
    parameters = [_parameter(unit, b, unit.fresh("p"), kinds) for _ in range(b.dice.between(1, 3))]
    if b.result is None and not any(p.is_written for p in parameters):
        b.result = INT
    is_template = lang.name == "c++" and b.dice.chance(25)
    template = ""
    if is_template:
        deduced = [p.type for p in parameters if p.kind != "array" and isinstance(p.type, Scalar)]
        if deduced:
            t = b.dice.pick(deduced)
            b.spellings[t] = unit.fresh("T")
            template = f"template <typename {b.spellings[t]}>"
    _declare_parameters(b, parameters)
    _write_body(b, b.dice.between(1, 5))
    head = (f"{b.dice.pick(['static ', 'inline ', 'static inline '] if lang.name == 'c++' else ['static '])}"
            f"{b.spell(b.result) if b.result else 'void'} {name}({', '.join(lang.parameter(b, p) for p in parameters)})"
            f"{lang.clause(restriction)}")
    unit.declare("\n".join(([template] if template else []) + [head, "{", b.text(), "}"]))
    f = Function(name, parameters, b.result, restriction=restriction, drifts=any(p.is_written for p in parameters),
                 converts=not template)
    if isinstance(b.result, Scalar) and not b.result.is_float:
        f.low, f.high = b.result.assigned
    if template and b.spellings and not any(p.type in b.spellings for p in parameters):
        raise AssertionError("a template parameter that is not deduced")
    unit.functions.append(f)
    return f


# ---- Lambdas ----------------------------------------------------------------------------


def make_lambda(b):
    """A lambda in the body b: a Function, and the lines of its declaration."""
    unit = b.unit
    name = unit.fresh("f")
    inner = _new_body(unit, b.restriction, 1, None, b.dice)
    inner.is_lambda = True
    inner.result = expressions.pick_type(inner)
    by_reference = unit.extensions and b.dice.chance(40)
    captured = [Variable(v.name, v.type, text=v.text, prec=v.prec, low=v.low, high=v.high,
                         roots=v.roots if by_reference or v.kind == "pointer" else frozenset(), const=True, kind=v.kind)
                for v in b.visible()
                if type(v) is Variable and (v.kind in ("local", "loop") or v.kind == "pointer" and unit.extensions)]
    inner.scopes[0] = list(reversed(captured))
    inner.scopes.append([])
    parameters = [_parameter(unit, inner, unit.fresh("p"), ["value", "value", "const_reference", "reference"])
                  for _ in range(b.dice.between(0, 2))]
    _declare_parameters(inner, parameters)
    _write_body(inner, b.dice.between(0, 3))
    # a generic lambda's parameter is what it is given: exactly the type
    generic = unit.standard >= 14 and b.dice.chance(20)
    texts = [f"auto {'&' if p.kind == 'reference' else ''}{p.name}" if generic and p.kind in ("value", "reference")
             else unit.lang.parameter(inner, p) for p in parameters]
    result = f" -> {b.spell(inner.result)}"
    lines = [f"auto {name} = [{'&' if by_reference else '='}]({', '.join(texts)}){result} {{"] + inner.lines + ["};"]
    f = Function(name, parameters, inner.result, restriction=b.restriction,
                 drifts=any(p.is_written for p in parameters), converts=not generic)
    if not f.result.is_float:
        f.low, f.high = f.result.assigned
    f.captures = frozenset().union(*[c.roots for c in captured])
    f.is_deterministic = False
    return f, lines


# ---- Classes -------------------------------------------------------------------------------

# Names as the library has them, or nearly: nothing may follow from how a name is spelled.
MISLEADING = ["array_view", "texture", "texture_walker", "sparse_array", "tile_barrier", "index", "extent", "array",
              "tiled_index", "accelerator_view", "writeonly_texture_view", "sampler", "array_view_like", "tile_static_t",
              "my_array", "texture_view", "tiled_extent_of", "barrier", "captured_view", "norm_3"]
METHODS = ["wait", "get", "set", "section", "contains", "discard_data", "synchronize", "get_extent", "refresh",
           "wait_with_all_memory_fence", "get_ref", "atomic_fetch_add", "step"]


class Method:
    def __init__(self, head, form, parameters, result, is_const, low, high):
        self.head = head
        self.form = form  # of the object and the arguments: text and precedence
        self.parameters = parameters
        self.result = result
        self.is_const = is_const
        self.low, self.high = low, high


def bind(type, variable):
    """The variable's functions are the methods of its class."""
    variable.functions = []
    # with one, o + k is ambiguous unless k has the parameter's type
    has_conversion = any("operator int" in m.head for m in type.methods)
    for m in type.methods:
        if variable.const and not m.is_const:
            continue

        def form(arguments, m=m):
            text = variable.text if variable.prec >= POSTFIX else f"({variable.text})"
            return m.form(text, arguments)
        f = Function(variable.name, m.parameters, m.result, form=form, restriction="cpu, amp",
                     drifts=not m.is_const or any(p.is_written for p in m.parameters), low=m.low, high=m.high,
                     converts=not has_conversion)
        f.subject, f.changes_subject = variable, not m.is_const
        variable.functions.append(f)


def make_struct(unit):
    """A class without functions."""
    b = Body(unit, "cpu, amp")
    fields = []
    for _ in range(b.dice.between(1, 4)):
        t = expressions.pick_element(b)
        nested = [s for s in unit.structs if s.is_aggregate and len(s.fields) < 4]
        if nested and b.dice.chance(30):
            t = b.dice.pick(nested)
        elif b.dice.chance(20):
            t = Array(t, b.dice.between(2, 3))
        fields.append(Field(unit.fresh(b.dice.pick(["first", "size", "data", "tile", "n", "x"])), t))
    name = unit.class_name(["pair", "particle", "item"] + MISLEADING)
    struct = Struct(name, fields, unit.lang.struct_spelling(name))
    struct.methods = []
    struct.is_assignable = True
    struct.has_arrays = any(isinstance(f.type, Array) or isinstance(f.type, Struct) and f.type.has_arrays for f in fields)
    unit.declare(unit.lang.define_struct(b, struct, []))
    unit.structs.append(struct)
    return struct


def make_class(unit):
    """A class with a misleading name, and operators that change their arguments."""
    b = Body(unit, "cpu, amp", 2)
    fields = [Field(unit.fresh("n"), expressions.pick_type(b)) for _ in range(b.dice.between(0, 2))]
    name = unit.class_name(MISLEADING)
    is_template = b.dice.chance(30)
    struct = Struct(name, fields, f"{name}<int>" if is_template else name)
    struct.methods = []
    struct.is_assignable = True
    struct.has_arrays = False
    lines, taken = [], set()
    base = ""
    if fields and b.dice.chance(40):
        base = _constructors(unit, b, struct, lines)
    for _ in range(b.dice.between(1, 4)):
        op = choose(b, "operators")
        if op.name in taken:
            continue
        taken.add(op.name)
        lines += _method(unit, struct, *op.make(b))
    unit.declare(unit.lang.define_struct(b, struct, lines, "template <typename T>" if is_template else "", base))
    unit.structs.append(struct)
    return struct


def make_class_template(unit):
    """A template of a type and a number, sometimes with a specialization, and a class that it makes."""
    dice = unit.dice
    t, n = dice.pick([INT, INT, types.UINT, types.FLOAT, types.LONG]), dice.between(2, 4)
    name, data, parameter = unit.class_name(["block", "vec"] + MISLEADING), unit.fresh("data"), unit.fresh("T")
    struct = Struct(name, [Field(data, Array(t, n))], f"{name}<{t.name}, {n}>")
    struct.is_assignable, struct.has_arrays = True, True
    text = ("template <typename {0}{1}> struct {2} {{\n\t{0} {3}[{4}];\n\t{0} sum() const restrict(cpu, amp)\n\t{{\n"
            "\t\t{0} s = 0;\n\t\tfor (int j = 0; j < {4}; j++)\n\t\t\ts {5} {3}[j];\n\t\treturn s;\n\t}}\n}};")
    unit.declare(text.format(parameter, ", int N", name, data, "N", "+="))
    if dice.chance(40):
        unit.declare(text.format(parameter, "", f"{name}<{parameter}, {n}>", data, n, "-="))
    low, high = (None, None) if t.is_float else t.full if not t.signed else (n * t.promise[0], n * t.promise[1])
    struct.methods = [Method("sum", lambda o, a: (f"{o}.sum()", POSTFIX), [], t, True, low, high)]
    unit.structs.append(struct)
    return struct


def make_variadic(unit):
    """A function template of any number of numbers, which calls itself with the rest of them."""
    name, t, rest = unit.fresh("total"), unit.fresh("T"), unit.fresh("Rest")
    clause = unit.lang.clause(unit.dice.pick(["amp", "cpu, amp"]))
    unit.declare(f"inline int {name}(){clause} {{ return {unit.dice.between(0, 9)}; }}\n"
                 f"template <typename {t}, typename... {rest}> int {name}({t} first, {rest}... rest){clause}\n{{\n"
                 f"\treturn (static_cast<int>(first % 7) + 3 * {name}(rest...)) % 1000;\n}}")
    for n in range(1, 4):
        parameters = [Parameter(f"a{k}", unit.dice.pick([INT, INT, types.UINT])) for k in range(n)]
        unit.functions.append(Function(name, parameters, INT, restriction=clause[10:-1], low=-1000, high=1000))


def _constructors(unit, b, struct, lines):
    """Constructors of a class: one of its fields, one that changes its argument, and the one of tile_static objects. Some
    of the fields may be a base's, whose name is the result."""
    struct.is_aggregate = False
    struct.constructor = True
    name, base = struct.name, ""
    own, first = struct.fields, []
    if len(own) > 1 and b.dice.chance(50):
        first, own = own[:1], own[1:]
        base = unit.fresh("Base")
        p = Field("first", first[0].type)
        unit.declare(f"struct {base} {{\n\t{unit.lang.declarator(b, p.type, first[0].name)};\n"
                     f"\t{base}() restrict(cpu, amp) {{}}\n"
                     f"\t{base}({unit.lang.declarator(b, p.type, p.name)}) restrict(cpu, amp) : {first[0].name}({p.name}) {{}}\n}};")
    struct.own_fields = own
    parameters = [unit.fresh("p") for _ in struct.fields]
    heads = [unit.lang.declarator(b, f.type, p) for f, p in zip(struct.fields, parameters)]
    members = [f"{base}({parameters[0]})"] if base else []
    members += [f"{f.name}({p})" for f, p in list(zip(struct.fields, parameters))[len(first):]]
    lines.append(f"\t{name}() restrict(cpu, amp) {{}}")
    lines.append(f"\t{name}({', '.join(heads)}) restrict(cpu, amp) : {', '.join(members)} {{}}")
    if len(heads) == 1 or struct.fields[-1].type is not INT:
        # as wide as the other, and with a reference
        heads[-1:] = [f"int &{parameters[-1]}", "int"]
        values = parameters[:-1] + [f"{parameters[-1]}++"]
        members = [f"{base}({values[0]})"] if base else []
        members += [f"{f.name}({_narrowed(f.type, v)})" for f, v in list(zip(struct.fields, values))[len(first):]]
        lines.append(f"\t{name}({', '.join(heads)}) restrict(cpu, amp) : {', '.join(members)} {{}}")
        struct.changes_argument = True
    if b.dice.chance(40):
        lines += [f"\t{name}(const {name} &other) restrict(cpu, amp) : " +
                  ", ".join(([f"{base}(other.{first[0].name})"] if base else []) +
                            [f"{f.name}(other.{f.name})" for f in own]) + " {}",
                  f"\t{name} &operator=(const {name} &other) restrict(cpu, amp) {{ " +
                  " ".join(f"{f.name} = other.{f.name};" for f in struct.fields) + " return *this; }"]
    return base


def _narrowed(t, value):
    return f"({t.name})({value})"


def _method(unit, struct, head, form, kinds, is_const):
    """A member function: its lines. `head` is its name, `kinds` say what its parameters are."""
    b = _new_body(unit, "cpu, amp", 2, None)
    is_conversion = head == "operator int"
    result = b.result = BOOL if head == "operator<" else INT if is_conversion or b.dice.chance(70) else expressions.pick_type(b)
    self_roots = frozenset([object()])
    for f in struct.fields:
        text = f.name if b.dice.chance(70) else f"this->{f.name}"
        b.declare(Variable(f.name, f.type, text=text, prec=PRIMARY if text == f.name else POSTFIX, roots=self_roots,
                           const=is_const, kind="member"))
    b.scopes.append([])
    parameters = []
    for kind in kinds:
        t = INT if b.dice.chance(70) else expressions.pick_type(b)
        parameters.append(Parameter(unit.fresh("p"), t, kind))
    _declare_parameters(b, parameters)
    if b.dice.chance(40) and parameters and parameters[0].is_written and parameters[0].type.kind == "int":
        # the shortest: what a reader takes for a mere access
        p = parameters[0]
        b.line(f"return {p.name}{b.dice.pick(['++', '--'])};")
        low, high = p.type.promise
        if p.type is not result:
            b.result = p.type
    else:
        _write_body(b, b.dice.between(0, 2))
        low, high = b.result.assigned if not b.result.is_float else (None, None)
    text = (f"{'' if is_conversion else b.spell(b.result) + ' '}{head}({', '.join(unit.lang.parameter(b, p) for p in parameters)})"
            f"{' const' if is_const else ''}{unit.lang.clause('cpu, amp')}")
    struct.methods.append(Method(head, form, parameters, b.result, is_const, low, high))
    return ["\t" + text, "\t{"] + b.lines + ["\t}"]


def _argument_kinds(b):
    return [b.dice.pick(["reference", "reference", "value", "const_reference"])]


@operator(weight=10, languages="c++")
def call_operator(b):
    """o(k)"""
    kinds = _argument_kinds(b) + (["value"] if b.dice.chance(30) else [])
    return "operator()", lambda o, a: (f"{o}({', '.join(a)})", POSTFIX), kinds, b.dice.chance(70)


@operator(weight=10, languages="c++")
def subscript_operator(b):
    """o[k]"""
    return "operator[]", lambda o, a: (f"{o}[{a[0]}]", POSTFIX), _argument_kinds(b), b.dice.chance(70)


@operator(weight=4, languages="c++")
def plus_operator(b):
    """o + k"""
    return "operator+", lambda o, a: (f"({o} + ({a[0]}))", PRIMARY), _argument_kinds(b), b.dice.chance(80)


@operator(weight=3, languages="c++")
def shift_operator(b):
    """o << k"""
    return "operator<<", lambda o, a: (f"({o} << ({a[0]}))", PRIMARY), _argument_kinds(b), b.dice.chance(80)


@operator(weight=3, languages="c++")
def less_operator(b):
    """o < k"""
    return "operator<", lambda o, a: (f"({o} < ({a[0]}))", PRIMARY), _argument_kinds(b), b.dice.chance(80)


@operator(weight=3, languages="c++")
def assigning_operator(b):
    """o += k"""
    return "operator+=", lambda o, a: (f"({o} += {a[0]})", PRIMARY), _argument_kinds(b), False


@operator(weight=3, languages="c++")
def increment_operator(b):
    """++o"""
    return "operator++", lambda o, a: (f"++{o}", UNARY), [], False


@operator(weight=2, languages="c++")
def complement_operator(b):
    """~o"""
    return "operator~", lambda o, a: (f"~{o}", UNARY), [], b.dice.chance(60)


@operator(weight=3, languages="c++")
def conversion(b):
    """(int)o"""
    return "operator int", lambda o, a: (b.dice.pick([f"(int){o}", f"int({o})", f"static_cast<int>({o})"]), UNARY), [], \
        b.dice.chance(80)


@operator(weight=2, languages="c++")
def and_operator(b):
    """o && k: both are evaluated"""
    op = b.dice.pick(["&&", "||"])
    return f"operator{op}", lambda o, a: (f"({o} {op} ({a[0]}))", PRIMARY), _argument_kinds(b), b.dice.chance(80)


@operator(weight=2, languages="c++")
def comma_operator(b):
    """(o, k)"""
    return "operator,", lambda o, a: (f"({o}, ({a[0]}))", PRIMARY), _argument_kinds(b), b.dice.chance(80)


@operator(weight=2, languages="c++")
def star_operator(b):
    """*o"""
    return "operator*", lambda o, a: (f"*{o}", UNARY), [], b.dice.chance(60)


@operator(weight=8, languages="c++")
def named(b):
    """o.wait(k)"""
    name = b.dice.pick(METHODS)
    kinds = _argument_kinds(b) + (["reference"] if b.dice.chance(20) else [])
    return name, lambda o, a: (f"{o}.{name}({', '.join(a)})", POSTFIX), kinds, b.dice.chance(60)
