#!/usr/bin/env python3
"""check_words.py SOURCE: messages are in the words of C++ AMP.

No string of the compiler's front end or of the headers has a word of CUDA's or of its compilers in it, but
for the code that is written and the parser's messages that are looked for, which are listed here. What the
driver says of the tools that it calls, and the runtime of accelerators, names these by their names. What
the tests of diagnostics print is checked by run_check.sh, with the same words.
"""
import pathlib
import re
import sys

WORDS = re.compile(r'__(global|device|host|shared|constant|launch_bounds)__|__AH|nvcc|cudafe|ptxas|nvlink|cicc|'
                   r'fatbin|\bcuda|\bPTX\b|wrong.side', re.I)
# The start of each, as in the source: code, and parts of the parser's messages
KNOWN = {
	'compiler/lower/container.c': ['__host__ __device__ '],
	'compiler/lower/for_people.c': ['cuda::', '--amp-emit-cuda: '],
	'compiler/lower/kernel_struct.c': ['__host__ __device__ '],
	'compiler/lower/lower.c': ['__host__ __device__ ', ' __device__', '__shared__'],
	'compiler/lower_c/c_device.c': ['static __device__ ', '__constant__ ', 'extern \\"C\\" __global__ void ',
	                                '__device__ static inline void ', '#include <amp/c_cuda.h>'],
	'compiler/lower_c/c_host.c': ['__shared__'],
	'compiler/messages/host_code.c': ['__device__', '__host__', '__shared__', '__global__', 'CUDA', '-fsyntax-only '],
	'compiler/ast/phrases.h': [' in __device__ function', '__shared__ local variables not allowed',
	                           'initialization is not supported for __shared__ variables'],
	'compiler/messages/messages.c': ['host__ __device__'],
	'compiler/messages/parse_errors.c': ['__host__', '__device__', '__shared__'],
	'compiler/overload/conversion.c': ['%s __AHD %s{', '%s__host__ __device__ %s{'],
	'compiler/overload/overload.c': ['--amp-emit-cuda: ', '__host__ __device__ '],
	'compiler/overload/pairs_for_people.c': ['__host__ __device__ '],
	'compiler/overload/special.c': ['__AHD ', ' __AHD %s'],
	'compiler/parse/parse.c': ['-x c', '-D__AH'],
	'compiler/source/parse_text.c': [' __AH'],
	'compiler/source/flatten.c': ['%s/cuda_runtime_api.h'],
	'include/amp_cuda.h': ['the accelerator is not a CUDA device', 'cuda:'],
}
STRINGS = re.compile(r'"((?:[^"\\\n]|\\.)*)"')


def strings(path):
	"""The string literals of a file with their lines, those side by side as one; not those of #include."""
	text = path.read_text()
	text = re.sub(r'/\*.*?\*/', lambda m: re.sub(r'[^\n]', ' ', m.group()), text, flags=re.S)
	text = re.sub(r'^[ \t]*//[^\n]*|(?<=[;{}),\s])//[^\n]*|^[ \t]*#[ \t]*include[^\n]*', '', text, flags=re.M)
	end = None
	for m in STRINGS.finditer(text):
		line = text.count('\n', 0, m.start()) + 1
		if end is not None and not text[end:m.start()].strip():
			found[1] += m.group(1)
		else:
			if end is not None:
				yield found
			found = [line, m.group(1)]
		end = m.end()
	if end is not None:
		yield found


def main():
	root = pathlib.Path(sys.argv[1])
	files = [p for p in sorted((root / 'compiler').rglob('*.[ch]')) if p.parent.name not in ('driver', 'device', 'base')]
	files += [p for p in sorted((root / 'include').rglob('*')) if p.is_file()]
	failed = False
	for path in files:
		name = str(path.relative_to(root))
		for line, string in strings(path):
			if WORDS.search(string) and not any(string.startswith(k) for k in KNOWN.get(name, [])):
				print(f'{name}:{line}: a word of CUDA\'s: "{string}"')
				failed = True
	return failed


if __name__ == '__main__':
	sys.exit(main())
