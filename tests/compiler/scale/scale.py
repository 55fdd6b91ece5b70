#!/usr/bin/env python3
"""Sixteen times the program does not take the front end much more than sixteen times the time.

scale.py AMPCC [KIND N]...: for each shape of program that `generate` makes, the user time of n and of 16n of something, less
that of a program with nothing but a kernel (most of which is amp.h), the least of some runs. A linear shape has a ratio
of 16, a quadratic one of 256: so far apart that a machine which does other things as well, where user time is up to twice
as long, does not matter."""
import os
import subprocess
import sys
import tempfile

STEP = 16
LIMIT = 48.0
LEAST = 0.3   # seconds of 16n; what takes less says nothing
FLOOR = 0.02  # of n, which may be lost in the time of amp.h
RUNS = 3      # at most: it is enough that one fits

# Not here, since they are worse: overloads of one name, each of which is called, are n times n candidates for clang itself;
# call-errors, races, tiled-statements, tiled-loops, tiled-variables, captures, macros and lambdas of `generate` are ours. (macros:
# each of n system headers is shown each of n macros, since it may ask for any; 6400 of them in front of 30 headers take 0.4 s.)
# n for each shape: large enough that 16n takes half a second or so. What the language has no part in is C, without amp.h's time.
SHAPES = {
    'lines': 600,  # of four lines: 38,400 lines
    'kernels': 32,
    'statements': 500,
    'nested-ifs': 12,
    'c-warnings': 600,
    'c-host-errors': 800,
    'c-undefs': 2000,
    'barriers': 120,
    'cases': 375,
}

GENERATE = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'generate')
LAUNCH = {
    'cpp': 'void launch(array_view<int> v) { parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = 1; }); }\n',
    'c': 'void launch(amp_array_view(int, 1) v) {\n'
         'amp_parallel_for_each(v.extent, ^(amp_index1 i) restrict(amp) { amp_at(v, i) = 1; }); }\n'
}


def user_time(ampcc, source, output):
    """Of ampcc and of the preprocessor that it runs; errors of the program are part of the test."""
    command = [ampcc, '--amp-arch=none', '--amp-dump-device', source, '-o', output]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        sys.exit(f'{source}: ampcc exits with {process.returncode}')
    return usage.ru_utime


class Programs:
    """Programs of (kind, n), with the least time that each has taken."""

    def __init__(self, ampcc, folder):
        self.ampcc, self.folder = ampcc, folder
        self.least = {}

    def measure(self, kind, n):
        ending = 'c' if kind.startswith('c-') else 'cpp'
        source = os.path.join(self.folder, f'{kind}-{n}.{ending}')
        if not os.path.exists(source):
            with open(source, 'w', encoding='ascii') as file:
                subprocess.run([GENERATE, kind, str(n)], stdout=file, check=True)
                file.write(LAUNCH[ending])
        time = user_time(self.ampcc, source, os.path.join(self.folder, 'out.cu'))
        self.least[kind, n] = min(time, self.least.get((kind, n), time))
        return self.least[kind, n]

    def is_linear(self, kind, n):
        """Whether 16n of a kind take about sixteen times as long as n, or next to no time."""
        nothing = self.least['c-nothing' if kind.startswith('c-') else 'nothing', 0]
        once = None
        for run in range(RUNS):
            many = self.measure(kind, STEP * n) - nothing
            fits = many < LEAST
            if not fits:
                once = max(self.measure(kind, n) - nothing, FLOOR)
                fits = many <= LIMIT * once
            if fits:
                break
        ratio = '' if once is None else f', {once:.2f} s for n, ratio {many / once:.1f}'
        print(f'{kind:16} n = {n:<6} {many:.2f} s for {STEP}n{ratio}, {run + 1} runs{"" if fits else f", more than {LIMIT}"}',
              flush=True)
        return fits


def main():
    with tempfile.TemporaryDirectory() as folder:
        programs = Programs(sys.argv[1], folder)
        for kind in ('nothing', 'c-nothing'):
            for _ in range(2):  # the first makes the precompiled header
                programs.measure(kind, 0)
        shapes = {kind: int(n) for kind, n in zip(sys.argv[2::2], sys.argv[3::2])} or SHAPES
        fits = [programs.is_linear(kind, n) for kind, n in shapes.items()]
    sys.exit(not all(fits))


if __name__ == '__main__':
    main()
