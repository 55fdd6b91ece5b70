"""How programs say things in C++ AMP."""

import re

from . import cpp_host, elements, expressions, types
from .body import POSTFIX, UNARY, Expr
from .host import Host
from .types import BOOL, DOUBLE, INT, UINT, Array, Struct


class Cpp:
    name = "c++"
    suffix = ".cpp"
    # Of variables: names that mean something to the library, CUDA or ampcc.
    variable_names = ["barrier", "local", "global", "tile", "extent", "index", "wait", "threadIdx", "blockDim", "warpSize",
                      "array", "array_view", "N", "host", "device", "min", "max", "clamp", "self", "restrict_"]

    def standard(self, dice):
        return dice.weighted([(17, 10), (20, 3), (14, 3), (11, 3)], lambda p: p[1])[0]

    def options(self, program):
        return f"-std=c++{program.standard}" + (" --amp-extensions" if program.extensions else "")

    # ---- Types and values ----

    def spell(self, b, type):
        if isinstance(type, Struct):
            return type.spelling
        return "unsigned int" if type is UINT and b.dice.chance(20) else type.name

    def boolean(self, n):
        return "true" if n else "false"

    def cast(self, b, t, e):
        low = high = None
        if t is BOOL:
            low, high = 0, 1
        elif not t.is_float:
            low, high = types.converted(e.low, e.high, t)
        spelled, form = b.spell(t), b.dice.below(4)
        if form == 0:
            return Expr(f"static_cast<{spelled}>({e.text})", POSTFIX, t, low, high, e.uniform)
        if form == 1 and " " not in spelled:
            return Expr(f"{spelled}({e.operand(b, 1)})", POSTFIX, t, low, high, e.uniform)
        return Expr(f"({spelled}){e.operand(b, UNARY)}", UNARY, t, low, high, e.uniform)

    def initializer(self, b, t, e):
        form = b.dice.below(10)
        if form == 0 and not re.match(r"[\w ]+\(", e.text):
            return f"({e.operand(b, 1)})"
        if form == 1:
            return f"{{{expressions.cast(b, e, t).operand(b, 1)}}}"
        return f" = {e.operand(b, 1)}"

    def members(self, b, type, depth):
        """Initializers of the members of a class, or None."""
        return [self._member(b, f.type, depth) for f in type.fields]

    def _member(self, b, t, depth):
        if isinstance(t, Array):
            return "{" + ", ".join(self._member(b, t.element, depth) for _ in range(t.size)) + "}"
        if isinstance(t, Struct):
            return "{" + ", ".join(self.members(b, t, depth)) + "}"
        return expressions.exactly(b, t, depth - 1).operand(b, 1)

    def structure(self, b, type, depth):
        if type.constructor:
            return Expr(f"{b.spell(type)}({', '.join(self.members(b, type, depth))})", POSTFIX, type)
        return Expr(f"{b.spell(type)}{{{', '.join(self.members(b, type, depth))}}}", POSTFIX, type)

    def declare_object(self, b, type, name, e):
        prefix = b.spell(type)
        if e.text.startswith(prefix + "{") and b.dice.chance(70):
            return f"{prefix} {name}{b.dice.pick(['', ' = '])}{e.text[len(prefix):]};"
        return f"{b.dice.pick([prefix, 'auto'])} {name} = {e.text};"

    def bound(self, b, n):
        return b.dice.pick([str(n)] * 4 + [f"{n - 1} + 1"])

    def struct_spelling(self, name):
        return name

    def define_struct(self, b, struct, methods, template="", base=""):
        name = struct.spelling.split("<")[0]
        lines = ([template] if template else []) + [f"struct {name} : {base} {{" if base else f"struct {name} {{"]
        for f in struct.own_fields:
            lines.append(f"\t{self.declarator(b, f.type, f.name)};")
        if b.dice.chance(25):  # which kernels do not call
            lines.append(f"\tvoid {b.unit.fresh('print')}() const {{ std::printf(\"%d\", (int)sizeof(*this)); }}")
        return "\n".join(lines + methods + ["};"])

    def declarator(self, b, type, name):
        bounds = ""
        while isinstance(type, Array):
            bounds += f"[{type.size}]"
            type = type.element
        return f"{b.spell(type)} {name}{bounds}"

    # ---- Functions ----

    def clause(self, restriction):
        return f" restrict({restriction})"

    def parameter(self, b, p):
        if p.kind == "array":
            t = b.spell(p.type.element)
            if p.is_exact:
                return f"{t} (&{p.name})[{p.type.size}]"
            return b.dice.pick([f"{t} *{p.name}", f"{t} {p.name}[]", f"{t} {p.name}[{p.type.size}]"])
        t = b.spell(p.type)
        return {"value": f"{t} {p.name}", "const_reference": f"const {t} &{p.name}", "reference": f"{t} &{p.name}",
                "pointer": f"{t} *{p.name}"}[p.kind]

    def intrinsic(self, b, depth):
        d3d = self.library(b, "direct3d")
        name = b.dice.pick(["countbits", "reversebits", "firstbithigh", "imax", "imin", "umax", "clamp", "abs", "sign"])
        t = UINT if name in ("countbits", "reversebits", "umax") else INT
        arguments = [expressions.exactly(b, t, depth - 1)
                     for _ in range({"imax": 2, "imin": 2, "umax": 2, "clamp": 1}.get(name, 1))]
        text = ", ".join(a.operand(b, 1) for a in arguments)
        low, high = min(a.low for a in arguments), max(a.high for a in arguments)
        if name == "clamp":
            text += ", -10, 100"
            low, high = -10, 100
        elif name == "abs":
            low, high = 0, max(abs(low), high)
        elif name == "sign":
            low, high = -1, 1
        elif name in ("countbits", "firstbithigh"):
            low, high = -1, 32
        elif name == "reversebits":
            low, high = UINT.full
        result = UINT if name in ("countbits", "reversebits", "umax") else INT
        if result is UINT:
            low = max(low, 0)
        return Expr(f"{d3d}::{name}({text})", POSTFIX, result, low, high, all(a.uniform for a in arguments))

    def float_function(self, b, t, depth):
        b.unit.program.needs_math = True
        space = "precise_math" if t is DOUBLE or b.dice.chance(40) else "fast_math"
        name = b.dice.pick(["sqrt", "fabs", "floor", "ceil", "trunc", "round"] + (["fma"] if space == "precise_math" else []))
        arguments = [expressions.exactly(b, t, depth - 1) for _ in range(3 if name == "fma" else 1)]
        return Expr(f"{self.library(b, space)}::{name}({', '.join(a.operand(b, 1) for a in arguments)})", POSTFIX, t,
                    uniform=all(a.uniform for a in arguments))

    # ---- The library ----

    def library(self, b, name):
        """A name of the library's, qualified where the program's own would hide it, or a kernel's that a part is in."""
        if b.depth or b.unit.hides(name) or b.is_hidden(name) or b.dice.chance(15):
            return b.dice.pick(["concurrency::", "Concurrency::", "::concurrency::"]) + name
        return name

    def component(self, name, d):
        return f"{name}[{d}]"

    def element(self, b, v, components, index=None):
        """The text of an element of a view; index: the variable whose components they are."""
        name, n = v.text, len(components)
        if v.accessor:
            return f"{v.accessor}({b.dice.pick(['concurrency::index', 'Concurrency::index'])}<{n}>({', '.join(components)}))"
        if b.dice.chance(7):
            text = elements.accessor(b, v, components, index.whole[0] if index is not None else None)
            if text:
                return text
        if index is not None and b.dice.chance(60):
            whole = index.name if index.tile is not None and b.dice.chance(40) else index.whole[0]
            return b.dice.pick([f"{name}[{whole}]", f"{name}[{whole}]", f"{name}({whole})"])
        c = ", ".join(components)
        type = self.library(b, "index")
        forms = [f"{name}[{type}<{n}>({c})]"]
        if n == 1:
            forms += [f"{name}[{c}]"] * 4 + [f"{name}({c})"]
        elif n == 2:
            forms += [f"{name}({c})"] * 3 + [f"{name}[{components[0]}][{components[1]}]", f"{name}({type}<2>({c}))"]
        else:
            forms += [f"{name}({c})"] * 3 + [f"{name}[{components[0]}][{components[1]}][{components[2]}]",
                                            f"{name}[{components[0]}]({components[1]}, {components[2]})"]
        return b.dice.pick(forms)

    def view_type(self, b, v):
        element = b.spell(v.type)
        return f"{self.library(b, v.wrapper)}<{'const ' if v.const else ''}{element}, {v.rank}>"

    def index_type(self, b, domain, tile):
        if tile is None:
            return f"{self.library(b, 'index')}<{len(domain)}>"
        return f"{self.library(b, 'tiled_index')}<{', '.join(map(str, tile))}>"

    def part_of_view(self, b, v, name):
        """A view of a part of one that is only read: the declaration is written."""
        form = b.dice.below(3)
        n = v.dims[0]
        extent, index = self.library(b, "extent"), self.library(b, "index")
        if v.rank > 1 and form == 0:
            at = expressions.index(b, n, 1)
            b.line(f"{b.dice.pick(['auto', 'const auto'])} {name} = {v.text}[{expressions.cast(b, at, INT).text}];")
            return v.renamed(name, v.dims[1:])
        if form == 1:
            origin = [b.dice.below(n) for n in v.dims]
            dims = tuple(n - o for n, o in zip(v.dims, origin))
            at = f"{index}<{v.rank}>({', '.join(map(str, origin))})"
            shape = f"{extent}<{v.rank}>({', '.join(map(str, dims))})"
            texts = [f"{at}, {shape}", at, ", ".join(map(str, origin + list(dims)))]
            b.line(f"auto {name} = {v.text}.section({b.dice.pick(texts)});")
            return v.renamed(name, dims)
        if v.rank == 1 and n % 2 == 0 and v.is_dense:
            b.line(f"auto {name} = {v.text}.view_as({extent}<2>({n // 2}, 2));")
            return v.renamed(name, (n // 2, 2))
        return None

    def barrier(self, b, kind):
        names = [v.name for v in b.visible() if v.kind == "barrier"]
        name = b.dice.pick(names) if names and b.dice.chance(50) else f"{b.index.name}.barrier"
        suffix = f"_with_{kind}_memory_fence" if kind else ""
        return f"{name}.wait{suffix}();"

    def atomic(self, b, op, place, operand):
        name = self.library(b, f"atomic_{op}")
        return f"{name}(&{place}{', ' + operand if operand else ''})"

    # ---- Units and programs ----

    def unit_name(self, unit, name):
        """A name in the namespace of the unit."""
        return name

    def unit_text(self, unit):
        body = Host(unit, cpp_host.CppTexts).write()
        using = unit.dice.pick(["using namespace concurrency;", "using namespace Concurrency;"])
        run = ["static void run(results &r)", "{"] + body + ["}"]
        return "\n".join([f"namespace {unit.name} {{", using] + unit.declarations + run + ["}"])

    def program_text(self, program, units):
        headers = "\n".join(["#include <amp.h>"] + (["#include <amp_math.h>"] if program.needs_math else []))
        table = "\n".join(f'\t{{"{name}", {name}::run}},' for name, _ in units)
        texts = "\n\n".join(f"// ---- {name} ----\n{text}" for name, text in units)
        return PROGRAM.format(program=program, headers=headers, units=texts, table=table)


PROGRAM = """\
// {program.command}
// options: {program.options}
// optimize: {program.optimize}
{headers}
#include <cstdio>
#include <cstring>
#include <exception>
#include <vector>

// What a kernel leaves: a checksum, or all that was added, for people.
struct results {{
	unsigned long long sum;
	bool prints;

	void add(const char *name, int at, long long value)
	{{
		if (prints)
			std::printf("%s[%d] %lld\\n", name, at, value);
		for (int byte = 0; byte < 8; byte++)
			sum = (sum ^ (unsigned char)(value >> 8 * byte)) * 1099511628211ull;
	}}
	void add(const char *name, int at, unsigned long long value) {{ add(name, at, (long long)value); }}
	void add(const char *name, int at, long value) {{ add(name, at, (long long)value); }}
	void add(const char *name, int at, unsigned long value) {{ add(name, at, (long long)value); }}
	void add(const char *name, int at, int value) {{ add(name, at, (long long)value); }}
	void add(const char *name, int at, unsigned value) {{ add(name, at, (long long)value); }}
	void add(const char *name, int at, double value)
	{{
		long long bits = 0;
		if (value == value && value != 0) // all zeros are one, and all that are no numbers
			std::memcpy(&bits, &value, sizeof(bits));
		else
			bits = value == 0 ? 0 : -1;
		if (prints)
			std::printf("%s[%d] %.17g\\n", name, at, value);
		const bool printed = prints;
		prints = false;
		add(name, at, bits);
		prints = printed;
	}}
	void add(const char *name, int at, float value) {{ add(name, at, (double)value); }}
}};

// Of two functions that differ in restriction alone, a compiler without restrictions gets that of kernels.
#ifdef PLAIN_AMP_H
#define OF_CPU(...)
#else
#define OF_CPU(...) __VA_ARGS__
#endif

static int whole(double x) restrict(cpu, amp)
{{
	return x > -1000000.0 && x < 1000000.0 ? (int)x : 0;
}}

{units}

static const struct {{
	const char *name;
	void (*run)(results &);
}} kernels[] = {{
{table}
}};

// PROGRAM: all kernels; PROGRAM NAME: that one, with all values; PROGRAM --after NAME: those behind it.
int main(int argc, char **argv)
{{
	bool runs = argc < 3;
	for (const auto &kernel : kernels) {{
		if (argc == 2 && std::strcmp(argv[1], kernel.name))
			continue;
		if (runs) {{
			results r = {{14695981039346656037ull, argc == 2}};
			std::printf("%s ", kernel.name);
			std::fflush(stdout);
			try {{
				kernel.run(r);
				std::printf("%016llx\\n", r.sum);
			}} catch (const std::exception &e) {{
				std::printf("exception: %s\\n", e.what());
			}}
		}}
		runs = runs || !std::strcmp(argv[argc - 1], kernel.name);
	}}
}}
"""
