"""Templates that launch, instantiated with several types: numbers, and classes whose operators do more than one expects. What a
kernel does with its views follows from the types only (docs/how-it-works.md, "Accesses"). And sets of overloads, some for the host
alone, of which a call in a kernel has to find the right one."""

from . import host, types
from .calls import Function, Parameter
from .types import BOOL, DOUBLE, FLOAT, INT, LONG, UINT, ULONG

# ---- Launches in templates -----------------------------------------------------------------


def _odd_class(unit):
    """A class with the operators of numbers: its assignment keeps something of the old value, += and * change their operands."""
    dice, name = unit.dice, unit.class_name(["number", "cell", "vec"])
    a, c = dice.between(2, 9), dice.between(1, 99)
    const = [dice.chance(60) for _ in range(4)]

    def operand(i):
        return f"const {name} &o" if const[i] else f"{name} &o"

    def change(i):
        return "" if const[i] else f"o.n += {c}u; "
    lines = [f"struct {name} {{", "\tunsigned n;", f"\t{name}() restrict(cpu, amp) : n(0) {{}}",
             f"\t{name}(unsigned k) restrict(cpu, amp) : n(k) {{}}", f"\t{name}(const {name} &o) restrict(cpu, amp) : n(o.n) {{}}"]
    if dice.chance(50):
        lines.append(f"\t{name} &operator=(const {name} &o) restrict(cpu, amp) {{ n = n * {a}u + o.n; return *this; }}")
    elif dice.chance(50):
        lines.append(f"\tvoid operator=(const {name} &o) restrict(cpu, amp) {{ if (o.n % 3u) n = o.n; }}")
    else:
        lines.append(f"\t{name} &operator=(const {name} &o) restrict(cpu, amp) {{ n = o.n; return *this; }}")
    lines += [f"\tvoid operator+=({operand(0)}) restrict(cpu, amp) {{ n += o.n; {change(0)}}}",
              f"\t{name} operator*({operand(1)}) const restrict(cpu, amp) {{ const unsigned k = n * o.n; {change(1)}return {name}(k); }}",
              f"\t{name} operator+({operand(2)}) const restrict(cpu, amp) {{ const unsigned k = n + o.n; {change(2)}return {name}(k); }}",
              f"\tbool operator<({operand(3)}) const restrict(cpu, amp) {{ const bool is = n < o.n; {change(3)}return is; }}", "};"]
    if dice.chance(40):
        lines.append(f"inline void assign({name} &to, const {name} &x) restrict(amp) {{ to.n ^= x.n; }}")
    unit.declare("\n".join(lines))
    return name


# Statements on the elements to[i] and from[i] and a number c; a class's operators need lvalues.
STEPS = ["to[i] = from[i];", "to[i] = c;", "to[i] += c;", "to[i] = to[i] * c;", "to[i] = from[i] + c;",
         "T x{n} = from[i]; x{n} += c; to[i] = x{n};", "if (from[i] < c) to[i] = c;", "T &r{n} = to[i]; r{n} = r{n} + c;",
         "const array_view<T, N> w{n} = to; w{n}[i] = w{n}[i] + c;", "T y{n} = to[i]; to[i] = c; to[i] += y{n};",
         "assign(to[i], c);", "put(to, i, c);", "T z{n} = T(3u); z{n} = from[i]; assign(to[i], z{n});", "to(i) = value_at(from, i);",
         "for (unsigned k = 0; k < {m}u; k++) to[i] += c;", "if (from[i] < c) {{ to[i] = from[i]; }} else {{ to[i] = c; }}",
         "to[i] = c; if (to[i] < c) return;", "auto f{n} = [=](T x) {{ T y = x, z = c; y += z; return y; }}; to[i] = f{n}(from[i]);",
         "T *p{n} = &to[i]; *p{n} = from[i];", "const T &q{n} = from[i]; to[i] = q{n};", "from[i];",
         "T all{n}[2] = {{T(1u), T(2u)}}; all{n}[1] = c; to[i] = all{n}[{m} % 2];"]


def _declare_template(host, rank):
    """A function template that launches, and its name."""
    unit, dice = host.unit, host.dice
    name, helpers = unit.fresh("generic"), unit.pick_functions
    if "assign" not in helpers:
        helpers["assign"] = True
        unit.declare("template <typename T> static void assign(T &to, const T &x) restrict(amp) { to = x; }\n"
                     "template <typename T, int N> static void put(const array_view<T, N> &v, concurrency::index<N> i, T x) restrict(amp) "
                     "{ v[i] = x; }\n"
                     "template <typename V, typename I> static auto value_at(const V &v, const I &i) restrict(amp) -> decltype(v[i]) "
                     "{ return v[i]; }")
    lines = [dice.pick(STEPS).format(n=n, m=dice.between(1, 3)) for n in range(dice.between(1, 4))]
    const = dice.chance(70)
    element = "const T" if const else "T"
    if not const:
        lines += dice.some(["from[i] = c;", "from[i] += c;"], 30)
    body = [f"\t\tT c = T({dice.between(1, 9)}u);"] + ["\t\t" + line for line in dice.shuffled(lines)]
    form = dice.below(4)
    if form == 0:
        kernel = unit.fresh("kernel")
        unit.declare("\n".join(["template <typename T, int N>", f"struct {kernel} {{", "\tarray_view<T, N> to;",
                                f"\tarray_view<{element}, N> from;", "\tvoid operator()(concurrency::index<N> i) const restrict(amp)",
                                "\t{"] + body + ["\t}", "};"]))
        launch = [f"\tparallel_for_each(to.extent, {kernel}<T, N>{{to, from}});"]
    elif form == 1:
        launch = ["\tauto body = [=](concurrency::index<N> i) restrict(amp) {"] + body + ["\t};", "\tparallel_for_each(to.extent, body);"]
    else:
        index = dice.pick(["concurrency::index<N> i", "const concurrency::index<N> &i"])
        launch = [f"\tparallel_for_each(to.extent, [=]({index}) restrict(amp) {{"] + body + ["\t});"]
    unit.declare("\n".join(["template <typename T, int N>",
                            f"static void {name}(array_view<T, N> to, array_view<{element}, N> from)", "{"] + launch + ["}"]))
    return name, const


@host.access(weight=5, languages="c++", fits=lambda b, h, v: not h.unit.hides("array_view") and not h.unit.hides("parallel_for_each"))
def generic(h, _):
    """template <typename T, int N> void f(array_view<T, N> to, array_view<const T, N> from) { … } with several types"""
    unit, dice = h.unit, h.dice
    dims = (dice.between(1, 20),) if dice.chance(60) else (dice.between(1, 5), dice.between(1, 8))
    size = 1
    for n in dims:
        size *= n
    odd = [_odd_class(unit)] if dice.chance(70) else []
    name, const = _declare_template(h, len(dims))
    for t in dice.shuffled([UINT, FLOAT, DOUBLE, ULONG])[:dice.between(1, 2)] + odd:
        spelled, member = (t, ".n") if isinstance(t, str) else (t.name, "")
        to, source, v, w = (unit.fresh(x) for x in ("d", "d", "to", "from"))
        for data in to, source:
            h.data += [f"\tstd::vector<{spelled}> {data}({size});",
                       f"\tfor (int at = 0; at < {size}; at++) {data}[at] = ({spelled})({unit.fill(UINT, 'at')});"]
            h.checks.append(f"\tfor (int at = 0; at < {size}; at++) {h.texts.add(data, 'at', f'{data}[at]{member}')}")
        sizes = ", ".join(map(str, dims))
        h.line(f"concurrency::array_view<{spelled}, {len(dims)}> {v}({sizes}, {to});")
        h.line(f"concurrency::array_view<{'const ' if const else ''}{spelled}, {len(dims)}> {w}({sizes}, {source});")
        for _ in range(dice.between(1, 2)):
            h.line(f"{name}{dice.pick(['', f'<{spelled}, {len(dims)}>'])}({v}, {w});")


# ---- Overloads -------------------------------------------------------------------------------


def make_overload_set(unit):
    """Functions of one name that differ in parameters and restrictions. The host compiler alone sees those for kernels."""
    dice = unit.dice
    name, arity = unit.fresh(dice.pick(["over", "area", "mix"])), dice.between(1, 2)
    pool = [INT, UINT, LONG, ULONG, FLOAT, DOUBLE]
    signatures = {tuple(dice.pick(pool) for _ in range(arity)): dice.pick(["cpu", "amp", "amp", "cpu, amp"])
                  for _ in range(dice.between(2, 6))}
    owner = unit.fresh("Owner") if dice.chance(30) else None
    lines, unit_name = [], f"{owner}::{name}" if owner else name

    def define(parameters, clause, template=""):
        n = dice.between(1, 900)
        values = " + ".join(f"whole((double)p{k}) % 50" for k in range(arity))
        unit.helpers.add("whole")
        text = f"{template}static int {name}({', '.join(f'{t} p{k}' for k, t in enumerate(parameters))}) restrict({clause}) {{ return {values} + {n}; }}"
        lines.append(f"OF_CPU({text})" if clause == "cpu" else text)
    template = dice.pick([None, "amp", "cpu, amp"])
    if template:
        define([f"T{k}" for k in range(arity)], template, f"template <{', '.join(f'typename T{k}' for k in range(arity))}> ")
    for types_, clause in signatures.items():
        const = [f"const {t.name} &" if dice.chance(20) else t.name for t in types_]
        define(const, clause)
    lines = dice.shuffled(lines)
    unit.declare("\n".join([f"struct {owner} {{"] + ["\t" + line for line in lines] + ["};"] if owner else lines))

    # in a template, an instantiation tells which function of the set is meant
    waits = unit.fresh("waits")
    all_clauses = {*signatures.values(), template}
    callable_in = {"amp": not all_clauses <= {"cpu", None}, "cpu, amp": "cpu, amp" in all_clauses}
    clauses = {clause: f"{waits}_{clause[:3]}" for clause, is_callable in callable_in.items() if dice.chance(50) and is_callable}
    for clause, wrapper in clauses.items():
        unit.declare(f"template <{', '.join(f'typename U{k}' for k in range(arity))}> static int {wrapper}("
                     f"{', '.join(f'U{k} p{k}' for k in range(arity))}) restrict({clause}) "
                     f"{{ return {unit_name}({', '.join(f'p{k}' for k in range(arity))}); }}")

    def add(types_, restriction):
        if restriction in clauses:
            add_named(clauses[restriction], types_, restriction)
        add_named(unit_name, types_, restriction)

    def add_named(called, types_, restriction):
        f = Function(called, [Parameter(f"p{k}", t) for k, t in enumerate(types_)], INT, restriction=restriction, low=-100, high=1000,
                     converts=False)
        f.is_name = False
        unit.functions.append(f)
    amp = [s for s, clause in signatures.items() if clause != "cpu"]
    for s in amp:
        add(s, "cpu, amp" if signatures[s] == "cpu, amp" else "amp")
    if template:
        add(tuple(dice.pick(pool) for _ in range(arity)), "amp")
    elif arity == 1:
        if (INT,) in amp:  # promoted
            add((BOOL,), "amp")
        if (DOUBLE,) in amp and (FLOAT,) not in amp:
            add((FLOAT,), "amp")
    if arity == 1 and len(amp) == 1 and not (template):  # converted
        add((dice.pick(pool),), "amp")
