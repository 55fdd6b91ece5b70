#!/bin/bash
# trace.sh COUNTER CHECKER NVTX: what AMP_TRACE and AMP_STATS write of a program on the mock driver, by
# count_moves.cc's library COUNTER, whose kernels do nothing. $AMPCC is the compiler; CHECKER is
# check_trace.py, and NVTX a library that stands for NVIDIA's.
set -eu
counter=$(realpath "$1") checker=$(realpath "$2") nvtx=$(realpath "$3")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

cat >'a program.cpp' <<'END'
#include <amp.h>
#include <thread>
#include <vector>
using namespace concurrency;
static void twice(array_view<int> v)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] *= 2; });
}
int main()
{
	std::vector<int> data(1000, 1);
	array_view<int> v(1000, data);
	twice(v);
	twice(v);
	int sum = v[0];
	std::thread([&] {
		array<int> a(500, accelerator(L"cuda:1").create_view());
		copy(v.section(0, 500), a);
		parallel_for_each(a.extent, [&a](index<1> i) restrict(amp) { a[i] = 1; });
		a.accelerator_view.wait();
		copy(a, v.section(500, 500));
	}).join();
	return sum == 0;
}
END
"$AMPCC" -g --amp-arch=none 'a program.cpp' -o program -pthread
export COUNT_MOVES=$work/counted AMP_ACCELERATOR=cuda:0
run() { LD_PRELOAD=$counter ./program; }
says() { # says FILE REGEX
	grep -qE -- "$2" "$1" || {
		echo "no '$2' in"
		cat "$1"
		exit 1
	}
}

# Chrome's format: strictly, and with what must be there.
AMP_TRACE=a.json run
python3 "$checker" a.json
if command -v trace_processor_shell >/dev/null; then
	echo "select count(*) as spans from slice where name like 'twice%';" >query
	trace_processor_shell -q query a.json >log 2>&1
	says log '[1-9]'
fi

# The table, and where the program's lines are not known.
AMP_STATS=1 run 2>table
says table '^ +2 +[0-9.]+ +[0-9.]+ +[0-9.]+  twice_kernel_1_'
says table '^ +1 +[0-9.]+ +4000  to GPUs .*/a program.cpp:12$'
says table '^ +2 +[0-9.]+ +6000  from GPUs .*/a program.cpp:12$'
says table 'at most 10000 bytes on GPUs'
strip -g program
AMP_STATS=1 run 2>table
says table '^ +1 +[0-9.]+ +4000  to GPUs +(.*\+0x|program)'

# Lines, as things happen.
AMP_TRACE=- run 2>lines
says lines ' copy +4000 bytes  host -> cuda:0  buffer 1  kernel reads twice_kernel_1_'
says lines ' copy +4000 bytes  cuda:0 -> host  buffer 1  host reads'
says lines ' wait '
[ "$(grep -c ' launch ' lines)" = 3 ]

# Ranges for profilers, nested as they should be; nothing else is written for them.
LD_PRELOAD="$nvtx $counter" ./program >ranges 2>&1
says ranges '^push twice_kernel_1_'
says ranges '^ push copy'
[ "$(grep -c push ranges)" = "$(grep -c pop ranges)" ]

# A file that cannot be written; 0 is off.
AMP_TRACE=/nowhere/a.json run 2>log
says log 'amp: AMP_TRACE=/nowhere/a.json: No such file'
AMP_STATS=0 run 2>log
[ ! -s log ]
