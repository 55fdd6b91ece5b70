#!/usr/bin/env python3
"""parity.py [--each] AMPCC ARCH [FILE...]: one answer for all targets.

The programs of accepted_NN.txt, each under a line "-- name", are accepted in C++NN, whether there is code for the
CPU alone (--amp-arch=none) or for a GPU, by nvcc or by clang, and all of them in C++20; those of refused.txt are
refused in ampcc's own words, at a line of the program's. ARCH: none leaves GPUs out. Programs are compiled all in one unit,
and those that are refused once more as long as some of them have no error, since the parser's errors hide later ones.
--each: those of a unit that is refused, each on its own, for the name of the one that is why."""
import os
import re
import shutil
import subprocess
import sys
import tempfile

HEAD = '''#include <amp.h>
#include <amp_graphics.h>
#include <amp_math.h>
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <limits>
#include <tuple>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <vector>
using namespace concurrency;
'''
# Words of the compilers behind ampcc.
FOREIGN = re.compile(r'__device__|__host__|__global__|nvcc|CUDA|cuda|ptxas|amp_cuda')


def programs(path):
	"""(name, its text with a #line directive) of each program in a file."""
	found = []
	for number, line in enumerate(open(path), 1):
		if line.startswith('-- '):
			found.append((line[3:].strip(), [f'#line {number + 1} "{os.path.basename(path)}"\n']))
		else:
			found[-1][1].append(line)
	return [(name, f'namespace {name} {{\n{"".join(text)}}}\n') for name, text in found]


def targets(path, arch):
	"""(name, options, files) of each way in which the programs of a file are compiled."""
	standard = re.search(r'_(\d+)\.', path).group(1)
	options = [f'-std=c++{standard}']
	files = [path.replace('_20.', f'_{n}.') for n in (14, 17, 20)] if standard == '20' else [path]
	yield 'the CPU', [*options, '--amp-arch=none'], files
	if arch == 'none':
		return
	# the host's code is that for the CPU
	preprocess = os.path.join(os.path.dirname(os.path.abspath(path)), '../../preprocess.sh')
	options += [f'--amp-arch={arch}', f'--amp-host-compiler={preprocess}']
	yield 'nvcc', [*options, '--amp-device-compiler=nvcc'], [path]
	if standard == '20' and any(shutil.which(f'clang-{version}') for version in range(16, 22)):
		yield 'clang', [*options, '--amp-device-compiler=clang'], files


def compile_unit(ampcc, text, options, folder):
	source = os.path.join(folder, 'unit.cpp')
	with open(source, 'w') as out:
		out.write(HEAD + text)
	run = subprocess.run([ampcc, *options, '-w', '-c', source, '-o', os.path.join(folder, 'unit.o')],
	                     capture_output=True, text=True)
	return run.returncode == 0, run.stderr


def check_accepted(ampcc, path, arch, each, folder):
	failed = 0
	for name, options, files in targets(path, arch):
		together = [program for file in files for program in programs(file)]
		ok, messages = compile_unit(ampcc, ''.join(text for _, text in together), options, folder)
		if ok:
			print(f'ok: {len(together)} of {os.path.basename(path)} for {name}')
			continue
		failed += 1
		print(f'FAILED: {os.path.basename(path)} for {name}\n{messages[:4000]}')
		for program, text in together if each else []:
			ok, messages = compile_unit(ampcc, text, options, folder)
			if not ok:
				print(f'refused: {program} for {name}\n{messages[:1500]}')
	return failed


def lines_with_errors(messages):
	return {int(line) for line in re.findall(r'^refused\.txt:(\d+):\d+: error: ', messages, re.MULTILINE)}


def check_refused(ampcc, path, folder):
	rest, failed = programs(path), 0
	while rest:
		_, messages = compile_unit(ampcc, ''.join(text for _, text in rest), ['-std=c++17', '--amp-arch=none'], folder)
		lines = lines_with_errors(messages)
		if FOREIGN.search(messages) or not lines:
			break
		accepted = []
		for name, text in rest:
			first = int(text.split('#line ')[1].split()[0])
			if not any(first <= line < first + text.count('\n') for line in lines):
				accepted.append((name, text))
		print(f'{len(rest) - len(accepted)} refused together')
		if len(accepted) == len(rest):
			break
		rest = accepted
	for name, text in rest:
		ok, messages = compile_unit(ampcc, text, ['-std=c++17', '--amp-arch=none'], folder)
		if ok or FOREIGN.search(messages) or not lines_with_errors(messages):
			failed += 1
			print(f'FAILED: {name} is {"accepted" if ok else "refused so:"}\n{messages[:1500]}')
	return failed


def main():
	arguments = sys.argv[1:]
	each = '--each' in arguments
	ampcc, arch, *files = [a for a in arguments if a != '--each']
	here = os.path.dirname(os.path.abspath(__file__))
	files = files or [f'accepted_{n}.txt' for n in (14, 17, 20)] + ['refused.txt']
	failed = 0
	with tempfile.TemporaryDirectory() as folder:
		for name in files:
			path = os.path.join(here, name)
			failed += check_refused(ampcc, path, folder) if name == 'refused.txt' else \
				check_accepted(ampcc, path, arch, each, folder)
	sys.exit(failed > 0)


main()
