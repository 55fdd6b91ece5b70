#!/usr/bin/env python3
"""Twice the program may take the front end a little more than twice the time.

scale.py AMPCC: for each shape of program that `generate` makes, the user time of n and of 2n of something, less that
of next to nothing of it (most of which is amp.h). A quadratic shape would have a ratio of 4."""
import os
import subprocess
import sys
import tempfile

LIMIT = 3.0  # a loaded machine moves the time of a linear shape this far from 2
LEAST = 0.2  # seconds; what differs by less says nothing
RUNS = 2

# n for each shape: large enough that its own time can be seen, small enough for a test.
SHAPES = {
    'lines': 12500,  # 50,000 and 100,000 lines
    'kernels': 500,
    'statements': 8000,
    'nested-ifs': 100,
    'warnings': 3000,
    'host-errors': 250,
    'undefs': 10000,
}

# Known to be worse than they should be, with the ratio that they have not to exceed. Where they grow less they belong
# above.
KNOWN = {
    'overloads': (300, 5),  # of one name; 3.9 measured
    'functions': (2000, 5),  # that one kernel calls; 3.3
    'amp-errors': (1000, 5),  # in one kernel; 3.8
}

GENERATE = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'generate')
LAUNCH = '''void launch(array_view<int> v)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = 1; });
}
'''


def user_time(ampcc, source, output):
    """Of ampcc and of the preprocessor that it runs; errors of the program are part of the test."""
    command = [ampcc, '--amp-arch=none', '--amp-emit-cuda', source, '-o', output]
    times = []
    for _ in range(RUNS):
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode not in (0, 1):
            sys.exit(f'{source}: ampcc exits with {process.returncode}')
        times.append(usage.ru_utime)
    return min(times)


def measure(ampcc, folder, kind, n):
    source = os.path.join(folder, f'{kind}-{n}.cpp')
    with open(source, 'w', encoding='ascii') as file:
        subprocess.run([GENERATE, kind, str(n)], stdout=file, check=True)
        file.write(LAUNCH)
    return user_time(ampcc, source, os.path.join(folder, 'out.cu'))


def is_linear(ampcc, folder, kind, n, limit):
    nothing, once, twice = (measure(ampcc, folder, kind, k) for k in (2, n, 2 * n))
    ratio = (twice - nothing) / max(once - nothing, LEAST / 2)
    fits = twice - nothing < LEAST or ratio <= limit
    print(f'{kind:16} n = {n:<6} {nothing:.2f} {once:.2f} {twice:.2f} s, ratio {ratio:.2f}'
          f'{"" if fits else f", more than {limit}"}', flush=True)
    return fits


def main():
    limits = {kind: (n, LIMIT) for kind, n in SHAPES.items()} | KNOWN
    with tempfile.TemporaryDirectory() as folder:
        fits = [is_linear(sys.argv[1], folder, kind, *limits[kind]) for kind in limits]
    sys.exit(not all(fits))


if __name__ == '__main__':
    main()
