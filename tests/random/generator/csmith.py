"""Functions that csmith writes (the Debian package csmith), as kernels' functions in C: each thread calls
one with its index, which goes into the first values of numbers, and keeps what it returns.

csmith's arithmetic is in calls of functions that are defined for all operands. They are ours, and need
not do what csmith's do: only the same in all forms of a program."""

import re
import shutil
import subprocess

from .c import C
from .dice import Dice

OPTIONS = ["--nomain", "--no-global-variables", "--no-volatiles", "--no-volatile-pointers", "--no-packed-struct",
           "--no-bitfields", "--no-checksum", "--no-jumps", "--no-argc", "--quiet"]
SIZES = ["--max-funcs", (1, 4), "--max-block-depth", (2, 4), "--max-block-size", (2, 4), "--max-expr-complexity", (4, 9),
         "--max-pointer-depth", (1, 1), "--max-array-dim", (1, 2), "--max-array-len-per-dim", (2, 6), "--max-struct-fields", (1, 5)]
# pointers to pointers, arrays of pointers, pointers in structs: refused in restrict(amp) code
REFUSED = re.compile(r"\*\s*(?:const\s*)?\*|\*\s*(?:const\s*)?[lgp]_\d+\[|\*\s*(?:const\s*)?f\d+;")
SIMPLE = {"add": "+", "sub": "-", "mul": "*"}
NUMBER = r"u?int(?:8|16|32|64)_t"


def is_available():
    return shutil.which("csmith") is not None


def safe_function(name):
    """The definition of safe_add_func_int32_t_s_s and its like."""
    m = re.fullmatch(rf"safe_(add|sub|mul|div|mod|lshift|rshift|unary_minus)_func_({NUMBER})_([su])(?:_([su]))?", name)
    if not m:
        return None
    op, t, _, second = m.groups()
    count = "unsigned" if second == "u" else "int"
    if op == "unary_minus":
        return f"static {t} {name}({t} a) restrict(cpu, amp) {{ return ({t})(0ul - (unsigned long)a); }}"
    if op in SIMPLE:
        value = f"({t})((unsigned long)a {SIMPLE[op]} (unsigned long)b)"
    elif op == "div":
        value = f"b == 0 ? a : b == ({t})-1 ? ({t})(0ul - (unsigned long)a) : ({t})(a / b)" if t[0] == "i" else \
            f"b == 0 ? a : ({t})(a / b)"
    elif op == "mod":
        value = f"b == 0 ? a : b == ({t})-1 ? ({t})0 : ({t})(a % b)" if t[0] == "i" else f"b == 0 ? a : ({t})(a % b)"
    elif op == "lshift":
        value = f"({t})((unsigned long)a << (b & {int(re.sub('[^0-9]', '', t)) - 1}))"
    else:
        value = f"({t})(a >> (b & {int(re.sub('[^0-9]', '', t)) - 1}))"
    b = f"{count} b" if op.endswith("shift") else f"{t} b"
    return f"static {t} {name}({t} a, {b}) restrict(cpu, amp) {{ return {value}; }}"


class CsmithUnit:
    """One kernel."""

    def __init__(self, program, number):
        self.name = f"k{number}"
        self.dice = Dice(program.seed, "csmith", number)
        self.program = program

    def write(self):
        text = self._csmith()
        text = re.sub(r"\b(func_\d+|[SU]\d+)\b", rf"\1_{self.name}", text)
        result = re.search(rf"static (.*?)\s*\bfunc_1_{self.name}\(void\);", text).group(1)
        text = self._take_index(text)
        text = self._end_loops(text)
        # where a function's parameters end
        text = re.sub(r"(?m)^(static .*\bfunc_\d+_k\d+\(.*\))(;?)$", r"\1 restrict(cpu, amp)\2", text)
        return f"{text}\n{self._host(text, result)}"

    def _csmith(self):
        sizes = [s if isinstance(s, str) else str(self.dice.between(*s)) for s in SIZES]
        more = [o for o in ("--no-unions", "--no-pointers", "--no-structs", "--no-arrays", "--no-math64", "--no-longlong")
                if self.dice.chance(20)]
        while True:
            seed = self.dice.between(1, 2 ** 31)
            out = subprocess.run(["csmith", "--seed", str(seed), *OPTIONS, *sizes, *more], stdout=subprocess.PIPE,
                                 stdin=subprocess.DEVNULL, text=True, check=True).stdout
            text = re.sub(r"/\*.*?\*/", "", out[out.index("static long __undefined;") + 24:], flags=re.S)
            text = re.sub(r"\n\s*\n+", "\n", text)
            if text.count("\n") < 600 and not any(REFUSED.search(line.split(" = ")[0]) for line in text.splitlines()
                                                  if re.match(rf"\s+(?:static |const )*(?:{NUMBER}|struct \w+|union \w+) ", line)
                                                  or line.startswith("static")):
                return text

    def _take_index(self, text):
        """func_1(void) becomes func_1(int32_t own), whose numbers begin with values that depend on it."""
        text = text.replace(f"func_1_{self.name}(void)", f"func_1_{self.name}(int32_t own)")
        start = text.index("{", text.rindex(f"func_1_{self.name}(int32_t own)"))
        end = text.index("\n}", start)
        body = re.sub(rf"(?m)^(\s+(?:const )?({NUMBER})\s+l_\d+ = )([^;{{]+);$", r"\1(\2)((\3) ^ own);", text[start:end])
        return text[:start] + body + text[end:]

    def _end_loops(self, text):
        """Loops may not end: each function has so many rounds in all."""
        text = re.sub(r"(?m)^(static .*\bfunc_\d+_k\d+\(.*\)\n\{)", rf"\1\n    int rounds = {self.dice.between(5, 20)};", text)
        return re.sub(r"(?m)^(\s+for \((?![ijk] = 0; ).*\)\s*\n\s*\{)", r"\1 if (rounds-- <= 0) break;", text)

    def _fields(self, text, type, path):
        """Expressions for the numbers that an object has: of a union the first one."""
        m = re.fullmatch(r"(?:const )?(struct|union) (\w+)", type.strip())
        if not m:
            return [path] if "*" not in type else [f"({path} != 0)"]
        fields = re.search(rf"{m.group(1)} {m.group(2)} {{(.*?)\n}};", text, re.S).group(1)
        fields = re.findall(r"^\s*(.*?)\s*(\bf\d+);", fields, re.M)
        if m.group(1) == "union":
            fields = fields[:1]
        return [e for t, name in fields for e in self._fields(text, re.sub(r"\bconst ", "", t), f"{path}.{name}")]

    def _host(self, text, result):
        numbers = self._fields(text, result, "x")
        mixed = "\n".join(f"\tsum = sum * 31u + (unsigned)({n});" for n in numbers)
        n = self.dice.pick([8, 33, 64])
        return f"""\
static int hash_{self.name}(int own) restrict(cpu, amp)
{{
	{result} x = func_1_{self.name}(own);
	unsigned sum = 7;
{mixed}
	return (int)sum;
}}
static void {self.name}_run(struct results *r)
{{
	int d1[{n}] = {{0}};
	{{
		amp_array_view(int, 1) v = amp_view(d1, {n});
		LAUNCH(v.extent) BLOCK(amp_index1, t) restrict(amp) {{
			amp_at(v, t) = hash_{self.name}(t.i);
		}} END;
		amp_release(v);
	}}
	for (int at = 0; at < {n}; at++) ADD(r, "d1", at, d1[at]);
}}"""


class Csmith(C):
    name = "csmith"

    def standard(self, dice):
        return dice.pick(["gnu11", "gnu17"])

    def make_unit(self, program, number):
        return CsmithUnit(program, number)

    def program_text(self, program, units):
        names = sorted({n for _, text in units for n in re.findall(r"\bsafe_\w+", text)})
        program.csmith_functions = "\n".join(safe_function(n) for n in names)
        text = super().program_text(program, units)
        first = text.index("/* ---- k")
        return text[:first] + program.csmith_functions + "\n\n" + text[first:]
