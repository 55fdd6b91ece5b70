#!/bin/bash
# A kernel that is launched and not in the device code is an error of the build, whatever the host unit becomes.
. "$(dirname "$0")/lib.sh"
have_nvcc() { command -v nvcc >/dev/null || [ -x /usr/local/cuda/bin/nvcc ]; }
have_clang() { command -v clang++ >/dev/null && command -v clang >/dev/null; }
have_nvcc || have_clang || exit 77

cat >head.h <<'END'
#include <amp.h>
using namespace concurrency;
template <typename F> void run(array_view<int> v, F f)
{
	int size = sizeof(f);
	parallel_for_each(v.extent,
		[=](index<1> i) restrict(amp) { (void)f; for (int k = 0; k < size; k++) v[i] += k; });
}
template <typename T> struct fill {
	array_view<int> v;
	T t;
	void operator()(index<1> i) const restrict(amp) { v[i] = sizeof(t); }
};
template <typename T> void outer(array_view<int> v, T t) { run(v, [t] { return t; }); }
END
# Types that compilers number in ways of their own.
cat >bad.cpp <<'END'
#include "head.h"
auto g = [] { return 1; };
template <typename F> void tiles(array_view<int> v, F f)
{
	parallel_for_each(v.extent.tile<2>(), [=](tiled_index<2> i) restrict(amp) { v[i] = sizeof(f); });
}
int main()
{
	array_view<int> v(4);
	run(v, g);
	outer(v, [n = 1] { return n; });
	fill<decltype(g)> f = {v, g};
	parallel_for_each(v.extent, f);
	tiles(v, g);
}
END
# What has a name has code.
cat >good.cpp <<'END'
#include "head.h"
namespace { struct in_unit { int n; }; }
typedef struct { int n; } by_typedef;
enum numbers { first };
template <typename T> struct vector_of { T x, y; };
template <template <typename> class T, int N> struct nested { T<int> t; };
template void run(array_view<int>, in_unit);
extern template void run(array_view<int>, float);
template void run(array_view<int>, float);
int f(int n) { return n; }
template <int (*Function)(int)> struct by_function { int n; };
inline void in_inline(array_view<int> v) { struct local { int n; }; run(v, local()); }
int main()
{
	array_view<int> v(4);
	struct local { int n; };
	run(v, in_unit()); run(v, by_typedef()); run(v, local()); run(v, nested<vector_of, 3>());
	run(v, by_function<f>()); run(v, 1.0f); run(v, first);
	run(v, [n = 1](int i) restrict(cpu, amp) { return n + i; });
	in_inline(v);
	fill<double> object = {v, 1};
	parallel_for_each(v.extent, object);
}
END
cat >good.c <<'END'
#include <amp/c.h>
static void scale(amp_index1 i, amp_array_view(int, 1) v) restrict(amp) { amp_at(v, i.i) *= 2; }
void exported(amp_index1 i, amp_array_view(int, 1) v) restrict(amp) { amp_at(v, i.i) += 2; }
int main(void)
{
	int data[4] = {0};
	amp_array_view(int, 1) v = amp_view(data, 4);
	amp_parallel_for_each(v.extent, scale, v);
	amp_parallel_for_each(v.extent, ^(amp_index1 i) restrict(amp) { amp_at(v, i.i) += 1; });
	return 0;
}
END

# Types that nvcc names by the unit.
cat >unit.cpp <<'END'
#include "head.h"
static int f(int n) { return n; }
template <int (*Function)(int)> struct by_function { int n; };
enum { first };
int main()
{
	array_view<int> v(4);
	run(v, by_function<f>());
	run(v, first);
}
END

# misses LAMBDA COUNT OPTION...: so many errors, one at each kernel in which the host compiler calls g's type LAMBDA, and no
# output. Where that is clang, the lambda in outer() is another in the units' names, too.
misses()
{
	local what="error: this kernel is launched, but has no code for GPUs: its type depends on '" lambda=$1 count=$2
	shift 2
	rm -f out.o
	"$AMPCC" "$@" -c bad.cpp -o out.o 2>log && return 1
	cat log
	[ ! -e out.o ] && [ "$(grep -c error log)" = "$count" ] && grep -q "head.h:7:3: $what$lambda', the type of a" log &&
		[ "$(grep -c "head.h:7:3: ${what}outer<.*{lambda()" log)" = $((count - 3)) ] &&
		grep -q "head.h:12:7: $what$lambda'" log && grep -q "bad.cpp:5:40: $what$lambda'" log
}
has_all()
{
	rm -f out.o
	"$AMPCC" "${@:2}" -c "$1" -o out.o && [ -e out.o ]
}

if have_clang; then
	device="--amp-device-compiler=clang --amp-arch=sm_90"
	while read -r host options; do
		lambda='g::{lambda()#1}' count=3
		[ "$host" = g++ ] || lambda='\$_0' count=4
		# shellcheck disable=SC2086
		check "missed: $host $options" misses "$lambda" $count $device --amp-host-compiler=$host $options
	done <<-END
		g++
		g++ -O2 -flto
		clang++ -O2
		clang++ -O2 -S
	END
	# shellcheck disable=SC2086
	check "all in: g++" has_all good.cpp $device --amp-host-compiler=g++
	# shellcheck disable=SC2086
	check "all in: clang++" has_all good.cpp $device --amp-host-compiler=clang++ -O2 -flto
	check 'C' has_all good.c --amp-device-compiler=clang --amp-arch=sm_90
fi
if have_nvcc; then
	check 'nvcc' misses 'g::{lambda()#1}' 3 --amp-arch=sm_90 --amp-device-compiler=nvcc
	misses_of_unit()
	{
		"$AMPCC" --amp-arch=sm_90 --amp-device-compiler=nvcc -c unit.cpp 2>log && return 1
		cat log
		grep -q "head.h:7:3: .*depends on a function or variable that is static.*leave 'static' out" log &&
			grep -q "head.h:7:3: .*depends on an unnamed type.*give the type a name" log
	}
	check 'of a unit, nvcc' misses_of_unit
	check 'all in, nvcc' has_all good.cpp -O2 -flto --amp-arch=sm_90,compute_80 --amp-device-compiler=nvcc
	check 'C, nvcc' has_all good.c --amp-arch=sm_90 --amp-device-compiler=nvcc
fi

# A device compiler that loses a kernel.
if have_clang; then
	real=$(command -v clang-{20,19,18,17,16,15,14} clang | head -1)
	mkdir bin
	cat >bin/clang-21 <<END
#!/bin/bash
"$real" "\$@" || exit
while [ \$# -gt 1 ] && [ "\$1" != -o ]; do shift; done
[ "\$1" != -o ] || sed -i 's/entry scale_kernel/func scale_kernel/' "\$2"
END
	chmod +x bin/clang-21
	lost_in_c()
	{
		PATH=$PWD/bin:$PATH "$AMPCC" --amp-device-compiler=clang --amp-arch=sm_90 -c good.c -o lost.o 2>log && return 1
		[ ! -e lost.o ] && cat log && grep -q "good.c:2:13: error: this kernel is launched, but has no code" log
	}
	check 'lost, C' lost_in_c
fi
finish
