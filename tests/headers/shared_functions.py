#!/usr/bin/env python3
"""shared_functions.py AMPCC: units may be compiled with different options, as in a program of which one file has robust
access. The linker takes one inline function of a name for all units, so functions of the same name must be the same code,
unless they belong to a kernel, which is in one unit only."""
import pathlib
import re
import subprocess
import sys
import tempfile

PROGRAM = r"""
#include <amp.h>
#include <amp_graphics.h>
using namespace concurrency;
using namespace concurrency::graphics;

int main()
{
	std::vector<float> a(100), b(100);
	array_view<const float> from(100, a);
	array_view<float, 2> to(10, 10, b);
	array<int, 2> n(10, 10);
	texture<float, 2> image(10, 10);
	texture_view<const float, 2> view(image);
	parallel_for_each(to.extent, [=](index<2> i) restrict(amp) {
		to[i] += from[i[0]] + to(i[1], i[0]) + to[i[0]][i[1]] + from.section(1, 2)[i[0]];
	});
	parallel_for_each(to.extent.tile<2, 5>(), [=, &n](tiled_index<2, 5> i) restrict(amp) {
		tile_static int row[2][5];
		row[i.local[0]][i.local[1]] = n[i];
		i.barrier.wait();
		atomic_fetch_add(&n[i], row[i.local[0]][0]);
	});
	parallel_for_each(to.extent, [=](index<2> i) restrict(amp) { to[i] = view.sample(float_2(0.1f, 0.2f)) + view[i]; });
	to[0][0] = from[1];
	copy(n, a.begin());
	return to(1, 1) > n(1, 1);
}
"""
OPTIONS = [[], ["--amp-robust-access=report"], ["-DAMP_LARGE_VIEWS", "-DAMP_TEXTURE_FILTER_HARDWARE", "--amp-tile-fibers"]]


def output(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def shared_functions(file):
    """The code of the functions of which the linker takes one, by name, without what depends on their place."""
    weak = {line.split()[2] for line in output("nm", "--defined-only", file).splitlines() if line.split()[1] == "W"}
    functions, name = {}, None
    for line in output("objdump", "-dr", "--no-show-raw-insn", "--no-addresses", file).splitlines():
        begin = re.match(r"<(\S+)>:$", line)
        if begin:
            name = begin[1]
            functions[name] = []
        elif name and line and not line.startswith("Disassembly"):
            line = re.sub(r"\.(LC|rodata)[\w.]*([+-]0x[0-9a-f]+)?", "constant", line)
            functions[name].append(re.sub(r"<.*>", "", line).strip())
    return {name: code for name, code in functions.items() if name in weak and "main_kernel_" not in name}


def main(ampcc):
    units = []
    with tempfile.TemporaryDirectory() as work:
        source = pathlib.Path(work, "program.cpp")
        source.write_text(PROGRAM, encoding="utf-8")
        for i, options in enumerate(OPTIONS):
            file = f"{work}/{i}.o"
            subprocess.run([ampcc, "--amp-arch=none", "-O0", *options, "-c", source, "-o", file], check=True)
            units.append(shared_functions(file))
    first, failed = units[0], len(units[0]) < 100
    print(len(first), "functions")
    for options, unit in zip(OPTIONS[1:], units[1:]):
        for name in first.keys() & unit.keys():
            if first[name] != unit[name]:
                failed = True
                print("other code with", *options, "in", output("c++filt", name).strip())
    return failed


sys.exit(main(sys.argv[1]))
