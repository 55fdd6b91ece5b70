#!/usr/bin/env python3
"""Four times the program does not take the front end much more than four times the time.

scale.py AMPCC: for each shape of program that `generate` makes, the user time of n and of 4n of something, less that
of next to nothing of it (most of which is amp.h), the least of some runs. A linear shape has a ratio of 4, a quadratic one
of 16, which is far enough apart for a machine that does other things as well."""
import os
import subprocess
import sys
import tempfile

LIMIT = 8.0
LEAST = 0.3  # seconds; what takes less says nothing
RUNS = 3     # at most: it is enough that one fits

# Not here, since they are worse: overloads of one name, each of which is called, are n times n candidates for clang itself;
# call-errors, races, tiled-statements, tiled-loops, tiled-variables, captures, macros and lambdas of `generate` are ours.
# n for each shape: large enough that 4n takes a second or so.
SHAPES = {
    'lines': 6250,  # of four lines: 100,000 lines
    'kernels': 250,
    'statements': 2500,
    'nested-ifs': 50,
    'warnings': 1000,
    'host-errors': 100,
    'undefs': 5000,
    'barriers': 500,
    'cases': 1500,
}

GENERATE = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'generate')
LAUNCH = '''void launch(array_view<int> v)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = 1; });
}
'''


def user_time(ampcc, source, output):
    """Of ampcc and of the preprocessor that it runs; errors of the program are part of the test."""
    command = [ampcc, '--amp-arch=none', '--amp-dump-device', source, '-o', output]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        sys.exit(f'{source}: ampcc exits with {process.returncode}')
    return usage.ru_utime


class Shape:
    """Programs of a kind, with the least time that each has taken."""

    def __init__(self, ampcc, folder, kind):
        self.ampcc, self.folder, self.kind = ampcc, folder, kind
        self.least = {}

    def measure(self, n):
        source = os.path.join(self.folder, f'{self.kind}-{n}.cpp')
        if n not in self.least:
            with open(source, 'w', encoding='ascii') as file:
                subprocess.run([GENERATE, self.kind, str(n)], stdout=file, check=True)
                file.write(LAUNCH)
        time = user_time(self.ampcc, source, os.path.join(self.folder, 'out.cu'))
        self.least[n] = min(time, self.least.get(n, time))

    def is_linear(self, n):
        self.measure(2)  # makes the precompiled header
        self.least = {}
        for run in range(RUNS):
            for k in (2, n, 4 * n):
                self.measure(k)
            nothing, once, four = (self.least[k] for k in (2, n, 4 * n))
            ratio = (four - nothing) / max(once - nothing, LEAST / 4)
            if four - nothing < LEAST or ratio <= LIMIT:
                break
        fits = four - nothing < LEAST or ratio <= LIMIT
        print(f'{self.kind:16} n = {n:<6} {nothing:.2f} {once:.2f} {four:.2f} s, ratio {ratio:.2f}, {run + 1} runs'
              f'{"" if fits else f", more than {LIMIT}"}', flush=True)
        return fits


def main():
    with tempfile.TemporaryDirectory() as folder:
        fits = [Shape(sys.argv[1], folder, kind).is_linear(n) for kind, n in SHAPES.items()]
    sys.exit(not all(fits))


if __name__ == '__main__':
    main()
