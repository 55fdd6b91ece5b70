"""Launches: what a kernel captures, its body, and the form in which it is written."""

import copy
import re

from . import elements, expressions, functions, statements, tiles, types
from .body import POSTFIX, PRIMARY, Body, Expr, Variable
from .constructs import choose, table
from .types import INT, Scalar, Struct
from .views import Index

kernel = table("kernels")


class Capture:
    """Something of the host's function that a kernel uses."""

    def __init__(self, variable, type, by_reference=False):
        self.variable = variable
        self.name = variable.name
        self.type = type  # its text
        self.by_reference = by_reference
        self.source = self.name  # what the host calls it
        self.holder = None       # the host's object in which it is

    def copy(self):
        return Capture(copy.copy(self.variable), self.type, self.by_reference)

    def rename(self, name):
        """It is captured by another name: [name = source]."""
        self.name = self.variable.name = self.variable.text = name
        self.variable.may_be_hidden = False  # in the lambda's own block

    def put_in(self, holder):
        """It is a member of an object that is captured."""
        self.holder = holder
        self.variable.text = f"{holder}.{self.name}"
        self.variable.prec = POSTFIX


class Launch:
    """One parallel_for_each. `views` and `others` are captures; `domain` its extents, `tile` a tile's."""

    def __init__(self, unit, domain, tile, views, others):
        self.unit = unit
        self.lang = unit.lang
        self.dice = unit.dice
        self.domain = domain
        self.tile = tile
        self.views = views
        self.captures = views + [c.copy() for c in others]
        self.index_name = unit.fresh(unit.dice.pick(["i", "idx", "t"] if tile is None else ["t", "tidx", "i"]))

    def write(self, level, n):
        """The kernel's body: a Body with its lines."""
        b = self.body = Body(self.unit, "amp", level)
        b.is_kernel = True
        b.index = Index(self.lang, self.index_name, self.domain, self.tile)
        b.scopes[0] = [c.variable for c in self.captures] + [b.index]
        for c in self.views:
            c.variable.index = b.index
        for c in self.captures:
            if isinstance(c.variable.type, Struct) and c.variable.kind != "view":
                functions.bind(c.variable.type, c.variable)
        b.scopes.append([])
        if self.tile is not None:
            self._begin_tile(b)
        fresh = [c.variable for c in self.views if c.variable.role == "fresh"]
        for v in fresh:
            if self.dice.chance(50):
                statements.some(b, self.dice.between(1, 3))
            b.begin()
            statements.set_own(b, v)
            v.role = "own"
        if self.tile is None and self.dice.chance(20):
            b.straight = True  # a short kernel of arithmetic
            n = self.dice.between(1, 4)
        statements.some(b, n)
        b.straight = False
        if any(v.role == "guarded" for v in b.visible() if v.kind == "view"):
            elements.guard(b)
        self._observe(b)
        return b

    def _begin_tile(self, b):
        b.tile = self.tile
        b.phase = tiles.Phase()
        if self.dice.chance(70):
            name = self.unit.fresh("l")
            text = tiles.linear(b, b.index)
            b.line(f"{self.dice.pick(['const ', ''])}int {name} = {text};")
            b.linear = b.declare(Variable(name, INT, low=0, high=tiles.size_of(self.tile) - 1, const=True))
        for _ in range(self.dice.pick([1, 1, 1, 2, 2, 0])):
            tiles.declare_shared(b)
        if self.dice.chance(85):
            tiles.wait(b)

    def _observe(self, b):
        """What the variables are at the end goes to a view."""
        for c in self.views:
            v = c.variable
            if v.role != "own" or not isinstance(v.type, Scalar) or not b.may_write(v):
                continue
            b.begin()
            b.read |= v.roots
            total = None
            for variable in b.scopes[1]:
                place = variable if variable in b.visible() and type(variable) is Variable and variable.type and \
                    b.may_read(variable) else None
                if place:
                    b.read |= variable.roots  # an index behind it may not change it
                place = place and place.place(b, lambda t: isinstance(t, Scalar) and t.is_float == v.type.is_float, False, 1)
                if not place or variable.roots & v.roots:
                    continue
                if total is None:
                    total = Expr(place.text, place.prec, place.type, place.low, place.high)
                elif v.type.is_float:
                    total = Expr(f"{total.text} + {place.operand(b, 12)}", 11, types.common(total.type, place.type))
                else:
                    total = expressions.binary(b, "+", expressions.cut(b, total, -65535, 65535) if total.type.signed
                                               else total, place) or total
                if len(total.text) > 200:
                    break
            if total is not None:
                if not v.type.is_float:
                    total = expressions.cut(b, total, *v.type.assigned, v.type)
                b.line(f"{v.own(b)} = {total.operand(b, 1)};")
                return

    # ---- Texts ----

    def uses(self, capture):
        return re.search(rf"\b{capture.name}\b", self.body.text()) is not None

    @property
    def simple(self):
        """Captures that are no members of others."""
        return [c for c in self.captures if not c.by_reference and c.holder is None]

    def used(self):
        return [c for c in self.captures if self.uses(c)]

    def domain_text(self, b, extent=None):
        """The extent, and how it is cut into tiles."""
        type = self.lang.library(b, "extent")
        rank = len(self.domain)
        same = [c.source if c.holder is None else f"{c.holder}.{c.source}" for c in self.views
                if c.variable.dims == self.domain]
        if extent is None:
            extent = f"{type}<{rank}>({', '.join(map(str, self.domain))})"
            if same and self.dice.chance(70):
                extent = self.dice.pick(same) + self.dice.pick([".extent", ".extent", ".get_extent()"])
        if self.tile is None:
            return extent
        tile = ", ".join(map(str, self.tile))
        if self.dice.chance(15):
            return f"{self.lang.library(b, 'tiled_extent')}<{tile}>({extent})"
        return f"{extent}.tile<{tile}>()"

    def index_parameter(self, b, generic=False):
        type, name = self.lang.index_type(b, self.domain, self.tile), self.index_name
        if generic and self.unit.standard >= 14 and self.dice.chance(15):
            return self.dice.pick([f"auto {name}", f"const auto &{name}"])
        return self.dice.pick([f"{type} {name}", f"{type} {name}", f"const {type} {name}", f"const {type} &{name}"])

    def capture_list(self):
        """[=], [=, &a], [v, n] and the like."""
        references = [f"&{c.name}" for c in self.captures if c.by_reference and self.uses(c)]
        renamed = [f"{c.name} = {c.source}" for c in self.captures if c.name != c.source]
        if self.dice.chance(65):
            return f"[{', '.join(['='] + references + renamed)}]"
        names = dict.fromkeys(f"&{c.name}" if c.by_reference else c.holder or c.name for c in self.used() if c.name == c.source)
        return f"[{', '.join(list(names) + renamed)}]"

    def call(self, b, what):
        name = self.lang.library(b, "parallel_for_each")
        return f"{name}({self.domain_text(b)}, {what});"


# ---- Forms, in C++ ------------------------------------------------------------------
# Each returns the lines of the launch, in the host's function; what has to stand in front of that goes
# to unit.declare().


def _lambda(launch, n, head=""):
    b = launch.write(2, n)
    return b, f"{launch.capture_list()}({launch.index_parameter(b, True)}) restrict(amp) {{"


@kernel(weight=40, languages="c++")
def lambda_in_place(launch, n):
    """parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { … });"""
    b, head = _lambda(launch, n)
    name = launch.lang.library(b, "parallel_for_each")
    return [f"\t{name}({launch.domain_text(b)}, {head}"] + b.lines + ["\t});"]


@kernel(weight=10, languages="c++")
def lambda_variable(launch, n):
    """auto f = [=](index<1> i) restrict(amp) { … }; parallel_for_each(v.extent, f);"""
    b, head = _lambda(launch, n)
    name = launch.unit.fresh("kernel")
    return [f"\tauto {name} = {head}"] + b.lines + ["\t};", "\t" + launch.call(b, name)]


@kernel(weight=8, languages="c++", fits=lambda b, launch: launch.unit.standard >= 14)
def renamed_captures(launch, n):
    """parallel_for_each(v.extent, [=, w = v, k = n](index<1> i) restrict(amp) { … });"""
    for c in launch.dice.some(launch.simple, 60):
        c.rename(launch.unit.fresh(launch.dice.pick(["c", "copy", "in"])))
    return lambda_in_place(launch, n)


@kernel(weight=8)
def captured_object(launch, n):
    """struct args { array_view<int> v; int n; } a = {v, n}; … [=](index<1> i) restrict(amp) { a.v[i] = a.n; }"""
    unit, lang = launch.unit, launch.lang
    inside = launch.dice.some(launch.simple, 70)
    if not inside:
        return _in_place(launch, n)
    type, holder = lang.unit_name(unit, unit.fresh("args")), unit.fresh("a")
    lines = [f"\t{c.type} {c.name};" for c in inside]
    names = [c.name for c in inside]
    for c in inside:
        c.put_in(holder)
    launched = _in_place(launch, n)
    values = f"{{{', '.join(names)}}}"
    # lambdas in the kernel might copy the object, too, and that is the kernel's
    if lang.name == "c++" and launch.dice.chance(50) and not any("](" in line or "] {" in line for line in launched[1:]):
        lines += _host_copies(unit, type, inside)
        values = f"{type}({', '.join(names)})"
    unit.declare("\n".join(["typedef struct {" if lang.name == "c" else f"struct {type} {{"] + lines +
                           [f"}} {type};" if lang.name == "c" else "};"]))
    made = [f"\t{launch.dice.pick(['', 'const '])}{type} {holder} = {values};"]
    return ["\t{"] + made + launched + ["\t}"]


def _host_copies(unit, type, members):
    """The constructor of a class, and the copy constructor and destructor of the host's."""
    count, other = unit.fresh("copies"), unit.fresh("other")
    parameters = [unit.fresh("p") for _ in members]
    unit.declare(f"static int {count};")
    copy = ", ".join(f"{c.name}({other}.{c.name})" for c in members)
    return [f"\t{type}({', '.join(f'{c.type} {p}' for c, p in zip(members, parameters))}) : " +
            ", ".join(f"{c.name}({p})" for c, p in zip(members, parameters)) + f" {{ {count}++; }}",
            f"\t{type}(const {type} &{other}) : {copy} {{ {count}++; }}",
            f"\t~{type}() {{ {count}--; }}"]


def _dependent(lines):
    """The lines in a template, in which types of views may depend on its parameter."""
    return [line.replace(".reinterpret_as<", ".template reinterpret_as<") for line in lines]


def _in_place(launch, n):
    return block(launch, n) if launch.lang.name == "c" else lambda_in_place(launch, n)


@kernel(weight=15, languages="c++", fits=lambda b, launch: not any(c.by_reference for c in launch.captures))
def function_object(launch, n):
    """struct K { array_view<int> v; void operator()(index<1> i) const restrict(amp) { … } };"""
    b = launch.write(2, n)
    return _object(launch, b, "")


@kernel(weight=8, languages="c++", fits=lambda b, launch: not any(c.by_reference for c in launch.captures))
def function_object_template(launch, n):
    """template <typename T> struct K { … }; parallel_for_each(v.extent, K<int>{v});"""
    scalar = [c for c in launch.views if isinstance(c.variable.type, Scalar)]
    if not scalar:
        return function_object(launch, n)
    return _object(launch, launch.write(2, n), launch.unit.fresh("T"), launch.dice.pick(scalar).variable.type)


def _object(launch, b, parameter, type=None):
    unit, dice = launch.unit, launch.dice
    name = unit.class_name(["kernel", "body", "functor"])
    members = launch.used()
    lines = [f"template <typename {parameter}>"] if parameter else []
    lines.append(f"struct {name} {{")
    for c in members:
        text = c.type
        if parameter and c in launch.views and c.variable.type is type:
            text = text.replace(f"<{type.name},", f"<{parameter},").replace(f"<const {type.name},", f"<const {parameter},")
        lines.append(f"\t{text} {c.name};")
    const = " const" if dice.chance(85) else ""
    lines += [f"\tvoid operator()({launch.index_parameter(b)}){const} restrict(amp)", "\t{"]
    lines += (_dependent(b.lines) if parameter else b.lines) + ["\t}", "};"]
    unit.declare("\n".join(lines))
    made = f"{name}{f'<{type.name}>' if parameter else ''}{{{', '.join(c.name for c in members)}}}"
    if dice.chance(50):
        return ["\t" + launch.call(b, made)]
    local = unit.fresh("kernel")
    return [f"\tconst auto {local} = {made};", "\t" + launch.call(b, local)]


@kernel(weight=8, languages="c++")
def launched_by_function(launch, n):
    """static void launch(array_view<int> v) { parallel_for_each(…); }"""
    return _launcher(launch, n, "")


@kernel(weight=12, languages="c++")
def launched_by_template(launch, n):
    """template <typename T, int N> static void launch(array_view<T> v) { … }"""
    return _launcher(launch, n, launch.unit.fresh("T"))


def _launcher(launch, n, parameter):
    unit, dice, lang = launch.unit, launch.dice, launch.lang
    name = unit.fresh("launch")
    scalar = [c for c in launch.views if isinstance(c.variable.type, Scalar)]
    type = dice.pick(scalar).variable.type if parameter and scalar else None
    b = launch.write(2, n)
    head = f"{launch.capture_list()}({launch.index_parameter(b, True)}) restrict(amp) {{"
    domain = launch.domain_text(b)
    if type and launch.tile:
        domain = domain.replace(".tile<", ".template tile<")
    used = [c for c in launch.captures if launch.uses(c) or re.search(rf"\b{c.name}\b", domain)]
    parameters = []
    for c in used:
        text = c.type
        if type and c in launch.views and c.variable.type is type:
            text = text.replace(f"<{type.name},", f"<{parameter},").replace(f"<const {type.name},", f"<const {parameter},")
        by_reference = c.by_reference or dice.chance(20)
        const = "const " if by_reference and not c.by_reference else ""
        parameters.append(f"{const}{text} {'&' if by_reference else ''}{c.name}")
    lines = [f"template <typename {parameter}>"] if type else []
    lines += [f"static void {name}({', '.join(parameters)})", "{",
              f"\t{lang.library(b, 'parallel_for_each')}({domain}, {head}"]
    lines += (_dependent(b.lines) if type else b.lines) + ["\t});", "}"]
    unit.declare("\n".join(lines))
    explicit = f"<{type.name}>" if type else ""
    return [f"\t{name}{explicit}({', '.join(c.name for c in used)});"]


@kernel(weight=5, languages="c++",
        fits=lambda b, launch: launch.unit.standard >= 17 and not any(c.by_reference for c in launch.captures))
def member_function(launch, n):
    """struct S { array_view<int> v; void run() const { parallel_for_each(…, [*this](index<1> i) … }); } };"""
    unit, lang = launch.unit, launch.lang
    b = launch.write(3, n)
    name = unit.class_name(["solver", "filter", "runner"])
    domain = launch.domain_text(b)
    members = [c for c in launch.captures if launch.uses(c) or re.search(rf"\b{c.name}\b", domain)]
    lines = [f"struct {name} {{"] + [f"\t{c.type} {c.name};" for c in members]
    lines += ["\tvoid run() const", "\t{",
              f"\t\t{lang.library(b, 'parallel_for_each')}({domain}, [*this]({launch.index_parameter(b)}) restrict(amp) {{"]
    lines += b.lines + ["\t\t});", "\t}", "};"]
    unit.declare("\n".join(lines))
    return [f"\t{name}{{{', '.join(c.name for c in members)}}}.run();"]


@kernel(weight=5, languages="c++", fits=lambda b, launch: not any(c.by_reference for c in launch.captures))
def lambda_in_lambda(launch, n):
    """auto f = [=](index<1> i) restrict(amp) { … }; parallel_for_each(e, [=](index<1> i) restrict(amp) { f(i); });"""
    b, head = _lambda(launch, n)
    name = launch.unit.fresh("inner")
    outer = launch.call(b, f"[=]({launch.lang.index_type(b, launch.domain, launch.tile)} at) restrict(amp) {{ {name}(at); }}")
    return [f"\tauto {name} = {head}"] + b.lines + ["\t};", "\t" + outer]


@kernel(weight=14, languages="c++", fits=lambda b, launch: not any(c.by_reference for c in launch.captures))
def object_with_parts(launch, n):
    """class K : base { array_view<int> v_, all[2]; struct { … } in; array_view<int> v() const; void run(index<1> i) const; … };"""
    unit, dice, parameter = launch.unit, launch.dice, launch.unit.fresh("T")
    name, base, inner = unit.class_name(["kernel", "job", "step"]), unit.fresh("Base"), unit.fresh("Part")
    scalar = [c for c in launch.views if isinstance(c.variable.type, Scalar)]
    type = dice.pick(scalar).variable.type if scalar and dice.chance(35) else None
    parts = {"base": [], "inner": [], "own": []}
    methods, all_of, index_name = [], {}, unit.fresh("in")
    for c in launch.captures:
        where = dice.pick(["base", "inner", "own", "own"])
        prefix = {"base": dice.pick(["", "this->"]) if not type else "this->", "inner": f"{index_name}.", "own": dice.pick(["", "this->"])}[where]
        parts[where].append(c)
        if (c in launch.views or c.variable.type in types.ELEMENTS) and dice.chance(25):  # an element of an array
            all_of[c] = unit.fresh("all")
            c.variable.text, c.variable.prec = f"{prefix}{all_of[c]}[0]", POSTFIX
            continue
        c.variable.text, c.variable.prec = f"{prefix}{c.name}", POSTFIX if prefix else PRIMARY
        if where != "base" and c in launch.views and dice.chance(30):
            get, by_reference = unit.fresh("get"), dice.chance(40)
            t = _spelled(c, type, parameter)
            methods.append(f"\t{'const ' if by_reference else ''}{t} {'&' if by_reference else ''}{get}() const restrict(amp) "
                           f"{{ return {c.variable.text}; }}")
            c.variable.text, c.variable.prec = f"{dice.pick(['', 'this->'])}{get}()", POSTFIX
        c.variable.may_be_hidden = False
    b = launch.write(2, n)
    lines = _dependent(b.lines) if type else b.lines
    template = [f"template <typename {parameter}>"] if type else []
    arguments, base_type = (f"<{type.name}>", f"{base}<{parameter}>") if type else ("", base)

    def member(c):
        return f"{_spelled(c, type, parameter)} {all_of.get(c, c.name)}{'[1]' if c in all_of else ''};"
    # all in one order: an aggregate's initializer
    order = parts["base"] + parts["inner"] + parts["own"]
    names = [unit.fresh("p") for _ in order]
    by_name = dict(zip(order, names))

    def value(c):
        return f"{{{by_name[c]}}}" if c in all_of else by_name[c]
    text = template + [f"struct {base} {{"] + [f"\t{member(c)}" for c in parts["base"]] + ["};"]
    head = f"{dice.pick(['struct', 'class'])} {name}"
    text += template + [f"{head} : {dice.pick(['public ', 'protected '])}{base_type} {{"]
    text += [dice.pick(["private:", "protected:", "public:"]), f"\tstruct {inner} {{"] + [f"\t\t{member(c)}" for c in parts["inner"]] + \
        [f"\t}} {index_name};"] + [f"\t{member(c)}" for c in parts["own"]] + methods
    call, index = dice.below(4), launch.index_parameter(b)
    at = launch.index_name
    if call == 1:
        text += [f"\tvoid work({index}) const restrict(amp)", "\t{"] + lines + ["\t}"]
        lines = [f"\t\t{dice.pick(['', 'this->'])}work({at});"]
    elif call == 2:
        run = unit.fresh("run")
        text += [f"\tvoid operator()({index}, int) const restrict(amp)", "\t{"] + lines + ["\t}"]
        lines = [f"\t\tconst {name} &{run} = *this;", f"\t\t{run}({at}, 0);"]
    parameters = [f"{_spelled(c, type, parameter)} {by_name[c]}" for c in order]
    initializers = [f"{base_type}{{{', '.join(value(c) for c in parts['base'])}}}",
                    f"{index_name}{{{', '.join(value(c) for c in parts['inner'])}}}"] + \
        [f"{all_of.get(c, c.name)}{value(c) if c in all_of else f'({by_name[c]})'}" for c in parts["own"]]
    text += ["public:", f"\t{name}({', '.join(parameters)}) : {', '.join(initializers)} {{}}",
             f"\tvoid operator()({index}) const restrict(amp)", "\t{"] + lines + ["\t}", "};"]
    unit.declare("\n".join(text))
    made = f"{name}{arguments}({', '.join(c.source for c in order)})"
    if dice.chance(30):
        return ["\t" + launch.call(b, made)]
    local = unit.fresh("kernel")
    if dice.chance(50):
        return [f"\tconst auto {local} = {made};", "\t" + launch.call(b, local)]
    held = f"[=]({launch.lang.index_type(b, launch.domain, launch.tile)} at) restrict(amp) {{ {local}(at); }}"
    return [f"\tauto {local} = {made};", "\t" + launch.call(b, held)]


def _spelled(c, type, parameter):
    """The type of a member of a class template."""
    if type is None or c.variable.kind != "view" or c.variable.type is not type:
        return c.type
    return c.type.replace(f"<{type.name},", f"<{parameter},").replace(f"<const {type.name},", f"<const {parameter},")


# ---- Forms, in C ---------------------------------------------------------------------


def _c_domain(launch):
    rank = len(launch.domain)
    same = [c.name if c.holder is None else f"{c.holder}.{c.name}" for c in launch.views
            if c.variable.dims == launch.domain]
    extent = f"((amp_extent{rank}){{{', '.join(map(str, launch.domain))}}})"
    if same and launch.dice.chance(75):
        extent = launch.dice.pick(same) + ".extent"
    return extent if launch.tile is None else f"amp_tile({extent}, {', '.join(map(str, launch.tile))})"


@kernel(weight=40, languages="c")
def block(launch, n):
    """amp_parallel_for_each(v.extent, ^(amp_index1 at) restrict(amp) { … });"""
    return _c_block(launch, launch.write(2, n))


def _c_block(launch, b):
    return [f"\tLAUNCH({_c_domain(launch)}) BLOCK({launch.lang.index_type(b, launch.domain, launch.tile)}, {launch.index_name}) restrict(amp) {{"] + b.lines + \
        ["\t} END;"]


@kernel(weight=30, languages="c")
def c_function(launch, n):
    """static void kernel(amp_index1 at, amp_array_view(int, 1) v) restrict(amp) { … }"""
    unit = launch.unit
    b = launch.write(1, n)
    name = launch.lang.unit_name(unit, unit.fresh("kernel"))
    parameters = [f"{launch.dice.pick(['', '', 'const ']) if c not in launch.views else ''}{c.type} {c.name}"
                  for c in launch.used()]
    if not parameters:
        return _c_block(launch, b)
    head = f"static void {name}({', '.join([f'{launch.lang.index_type(b, launch.domain, launch.tile)} {launch.index_name}'] + parameters)}) restrict(amp)"
    unit.declare("\n".join([head, "{"] + b.lines + ["}"]))
    return [f"\tLAUNCH_FUNCTION({', '.join([_c_domain(launch), name] + [c.name for c in launch.used()])});"]
