#!/bin/bash
# Code for the host that libclang refuses and the host compiler takes.
. "$(dirname "$0")/lib.sh"

mkdir -p system
cat >system/strict.h <<'END'
#pragma once
/* clang looks at templates before they are instantiated. */
template <typename T> struct text {
	text &operator=(const text &other) { length = other.length; return *this; }
	const unsigned length;
};
END
cat >gcc.cpp <<'END'
#include <amp.h>
#include <cstdio>
#include <omp.h>
#include <strict.h>
#include <xmmintrin.h>
using namespace concurrency;

/* as the macros of gcc's headers leave it in the program's text */
static float second(__m128 a) { return __builtin_ia32_unpcklps(a, a)[2]; }

int main()
{
	array_view<float, 1> v(8);
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = 2.0f; });
	std::printf("%g %g %d\n", v[3], second(_mm_set_ps(4, 3, 2, 1)), omp_get_max_threads() > 0);
}
END
taken() {
	"$AMPCC" "--amp-arch=${AMPCC_TEST_ARCH:-none}" -isystem system -fopenmp gcc.cpp -o gcc && ./gcc >gcc.out && echo '2 2 1' | diff - gcc.out
}
check 'templates, builtins and headers that only gcc takes' taken

# Kernels in the host compiler's messages: what the user did not write is not named.
cat >unused.cpp <<'END'
#include <amp.h>
using namespace concurrency;
template <typename T> void fill(array_view<T, 1> v)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { int unused; v[i] = i[0] < 3u; });
}
void fill_all(array_view<int, 1> v) { fill(v); }
END
own_terms() {
	"$AMPCC" --amp-arch=none -Wall -Wextra -c unused.cpp -o unused.o 2>unused.log && grep -q "unused.cpp: In lambda function:" unused.log &&
		! grep -E '_kernel_|details|include/amp' unused.log && test "$(grep -c 'warning:' unused.log)" -eq 2
}
check "warnings in the user's terms" own_terms

# Both refuse it: said once, by one of them; in amp code libclang's word counts.
refused() {
	! "$AMPCC" -isystem system -fopenmp -c "$1" -o refused.o 2>refused.log && test "$(grep -c 'error:' refused.log)" -eq 1 &&
		grep -q "$2" refused.log
}
cat >counted <<'END'
#!/bin/sh
case " $* " in *' -fsyntax-only '*) echo asked >>asked.log ;; esac
exec c++ "$@"
END
chmod +x counted
sed 's/second(_mm/third(_mm/; s/(__m128 a)/& restrict(auto)/' gcc.cpp >undeclared.cpp
asked_once() {
	AMPCC_HOST_CXX=./counted refused undeclared.cpp third && test "$(wc -l <asked.log)" -eq 1
}
check 'an error of the host code, once, which the host compiler is asked about once' asked_once
sed 's/v\[i\] = 2.0f/v[i] = omp_get_max_threads()/' gcc.cpp >call.cpp
check 'an error of the amp code beside them' refused call.cpp "'omp_get_max_threads', which is restrict(cpu)"
sed 's/v\[i\] = 2.0f/v[i] = unknown/' gcc.cpp >unknown.cpp
check 'a name that amp code does not have' refused unknown.cpp "unknown"
finish
