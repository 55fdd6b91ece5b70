"""How programs say things in AMP in C."""

from . import c_host, expressions, tiles, types
from .body import POSTFIX, UNARY, Expr
from .host import Host
from .types import BOOL, DOUBLE, INT, UINT, Array, Struct

ELEMENT_NAMES = {"unsigned long": "size_t", "signed char": "int8_t", "unsigned char": "uint8_t",
                 "unsigned short": "uint16_t"}


class C:
    name = "c"
    suffix = ".c"
    variable_names = ["barrier", "local", "global", "tile", "extent", "wait", "threadIdx", "blockDim", "warpSize", "N", "T",
                      "host", "device", "min", "max", "clamp", "self", "class", "template", "new", "this", "operator",
                      "bool_", "private", "data", "head"]

    def standard(self, dice):
        return dice.pick(["gnu11", "gnu11", "c11", "gnu17"])

    def options(self, program):
        return f"-std={program.standard}"

    # ---- Types and values ----

    def spell(self, b, type):
        if isinstance(type, Struct):
            return type.spelling
        if type is UINT and b.unit.enumeration and b.dice.chance(30):
            return b.unit.enumeration
        return "unsigned int" if type is UINT and b.dice.chance(20) else type.name

    def element_name(self, type):
        """In amp_array_view(NAME, 1)."""
        if isinstance(type, Struct):
            return type.spelling
        return ELEMENT_NAMES.get(type.name, type.name)

    def boolean(self, n):
        return "true" if n else "false"

    def cast(self, b, t, e):
        low = high = None
        if t is BOOL:
            low, high = 0, 1
        elif not t.is_float:
            low, high = types.converted(e.low, e.high, t)
        return Expr(f"({b.spell(t)}){e.operand(b, UNARY)}", UNARY, t, low, high, e.uniform)

    def initializer(self, b, t, e):
        return f" = {e.operand(b, 1)}" if not b.dice.chance(8) else f" = {{{e.operand(b, 1)}}}"

    def _member(self, b, t, depth):
        if isinstance(t, Array):
            return "{" + ", ".join(self._member(b, t.element, depth) for _ in range(t.size)) + "}"
        if isinstance(t, Struct):
            return self.members(b, t, depth)
        return expressions.exactly(b, t, depth - 1).operand(b, 1)

    def members(self, b, type, depth):
        """The initializer of an object, in braces."""
        values = [self._member(b, f.type, depth) for f in type.fields]
        if b.unit.has("designated-initializers") and b.dice.chance(30):
            values = b.dice.shuffled([f".{f.name} = {v}" for f, v in zip(type.fields, values)]) \
                if b.dice.chance(40) and len(values) < 2 else [f".{f.name} = {v}" for f, v in zip(type.fields, values)]
        return "{" + ", ".join(values) + "}"

    def structure(self, b, type, depth):
        return Expr(f"({type.spelling}){self.members(b, type, depth)}", POSTFIX, type)

    def declare_object(self, b, type, name, e):
        prefix = f"({type.spelling})"
        if e.text.startswith(prefix + "{"):
            return f"{type.spelling} {name} = {e.text[len(prefix):]};"
        return f"{type.spelling} {name} = {e.text};"

    def bound(self, b, n):
        return str(n)

    def struct_spelling(self, name):
        return name

    def define_struct(self, b, struct, methods):
        lines = [b.dice.pick(["typedef struct {", f"typedef struct {struct.name} {{", "typedef struct {"])]
        for f in struct.fields:
            lines.append(f"\t{self.declarator(b, f.type, f.name)};")
        lines.append(f"}} {struct.name};")
        if tiles.is_element(struct):
            lines.append(f"AMP_DECLARE_TYPE({struct.name});")
        return "\n".join(lines)

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
            return b.dice.pick([f"{t} *{p.name}", f"{t} {p.name}[]", f"{t} {p.name}[{p.type.size}]"])
        return f"{b.spell(p.type)} {'*' if p.kind == 'pointer' else ''}{p.name}"

    def intrinsic(self, b, depth):
        name = b.dice.pick(["abs", "labs", "__builtin_popcount", "__builtin_parity", "__builtin_ffs", "__builtin_bswap32"])
        t = {"abs": INT, "labs": types.LONG, "__builtin_ffs": INT}.get(name, UINT)
        e = expressions.exactly(b, t, depth - 1)
        low, high = -1, 33
        if name in ("abs", "labs"):
            low, high = 0, max(abs(e.low), abs(e.high))
        elif name == "__builtin_bswap32":
            low, high = UINT.full
        return Expr(f"{name}({e.operand(b, 1)})", POSTFIX,
                    UINT if name == "__builtin_bswap32" else types.LONG if name == "labs" else INT, low, high, e.uniform)

    def float_function(self, b, t, depth):
        name = b.dice.pick(["sqrt", "fabs", "floor", "ceil", "trunc", "round", "fma"])
        arguments = [expressions.exactly(b, t, depth - 1) for _ in range(3 if name == "fma" else 1)]
        name += "" if t is DOUBLE else "f"
        return Expr(f"{name}({', '.join(a.operand(b, 1) for a in arguments)})", POSTFIX, t,
                    uniform=all(a.uniform for a in arguments))

    # ---- The library ----

    def library(self, b, name):
        return name

    def component(self, name, d):
        return f"{name}.{'ijk'[d]}"

    def element(self, b, v, components, index=None):
        if index is not None and b.dice.chance(60):
            return f"amp_at({v.text}, {index.whole[0]})"
        if b.dice.chance(10):
            return f"amp_at({v.text}, ((amp_index{v.rank}){{{', '.join(components)}}}))"
        return f"amp_at({v.text}, {', '.join(components)})"

    def view_type(self, b, v):
        kind = "amp_array" if v.wrapper == "array" else "amp_const_array_view" if v.const else "amp_array_view"
        return f"{kind}({self.element_name(v.type)}, {v.rank})"

    def index_type(self, b, domain, tile):
        return f"amp_{'' if tile is None else 'tiled_'}index{len(domain)}"

    def barrier(self, b, kind):
        suffix = f"_with_{kind}_memory_fence" if kind else ""
        return f"amp_barrier_wait{suffix}({b.index.name}.barrier);"

    def atomic(self, b, op, place, operand):
        return f"amp_atomic_{op}(&{place}{', ' + operand if operand else ''})"

    # ---- Units and programs ----

    def unit_name(self, unit, name):
        """A name at file scope, which is the program's."""
        return f"{name}_{unit.name}"

    def unit_text(self, unit):
        body = Host(unit, c_host.CTexts).write()
        head = [f"static void {unit.name}_run(struct results *r)", "{"]
        return "\n".join(unit.declarations + head + body + ["}"])

    def program_text(self, program, units):
        table = "\n".join(f'\t{{"{name}", {name}_run}},' for name, _ in units)
        texts = "\n\n".join(f"/* ---- {name} ---- */\n{text}" for name, text in units)
        return PROGRAM.format(program=program, units=texts, table=table)


PROGRAM = """\
/* {program.command}
 * options: {program.options}
 * optimize: {program.optimize} */
#include <amp.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef PLAIN_AMP_H
#define LAUNCH(domain) amp_parallel_for_each(domain,
#define BLOCK(type, name) ^(type name)
#define END )
#define LAUNCH_FUNCTION(domain, f, ...) amp_parallel_for_each(domain, f, __VA_ARGS__)
#endif

/* What a kernel leaves: a checksum, or all that was added, for people. */
struct results {{
	unsigned long long sum;
	bool prints;
}};

static void add_bits(struct results *r, long long value)
{{
	for (int byte = 0; byte < 8; byte++)
		r->sum = (r->sum ^ (unsigned char)(value >> 8 * byte)) * 1099511628211ull;
}}
static void add_integer(struct results *r, const char *name, int at, long long value)
{{
	if (r->prints)
		printf("%s[%d] %lld\\n", name, at, value);
	add_bits(r, value);
}}
/* All zeros are one, and all that are no numbers. */
static void add_number(struct results *r, const char *name, int at, double value)
{{
	long long bits = -1;

	if (value == value && value != 0)
		memcpy(&bits, &value, sizeof(bits));
	else if (value == 0)
		bits = 0;
	if (r->prints)
		printf("%s[%d] %.17g\\n", name, at, value);
	add_bits(r, bits);
}}
#define ADD(r, name, at, value) \\
	_Generic((value), float: add_number, double: add_number, default: add_integer)(r, name, at, value)

static int whole(double x) restrict(cpu, amp)
{{
	return x > -1000000.0 && x < 1000000.0 ? (int)x : 0;
}}

{units}

static const struct {{
	const char *name;
	void (*run)(struct results *);
}} kernels[] = {{
{table}
}};

/* PROGRAM: all kernels; PROGRAM NAME: that one, with all values; PROGRAM --after NAME: those behind it. */
int main(int argc, char **argv)
{{
	bool runs = argc < 3;

	for (size_t i = 0; i < sizeof(kernels) / sizeof(*kernels); i++) {{
		if (argc == 2 && strcmp(argv[1], kernels[i].name))
			continue;
		if (runs) {{
			struct results r = {{14695981039346656037ull, argc == 2}};

			printf("%s ", kernels[i].name);
			fflush(stdout);
			kernels[i].run(&r);
			printf("%016llx\\n", r.sum);
		}}
		runs = runs || !strcmp(argv[argc - 1], kernels[i].name);
	}}
}}
"""
