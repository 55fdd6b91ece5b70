/* C becomes two files: NAME.cu has its kernels, and NAME_host.c, which is the user's own with edits, all else and what
 * runs kernels on the CPU. */
// RUN: mkdir -p %t.d && printf '#include <amp.h>\nstatic inline int doppelt_groß(int x) restrict(cpu, amp) { return 2 * x; }\n' >%t.d/shared.h
// RUN: sed -E '/[/][/] (CHECK|HOST|HEADER|RUN)/d' %s >%t.d/cuda_c.c
// RUN: cd %t.d && %ampcc --amp-emit-cuda -o out.cu cuda_c.c 2>log && cp out.cu before.cu && %ampcc --amp-emit-cuda -o out.cu cuda_c.c 2>>log && cmp out.cu before.cu
// RUN: grep -qx 'ampcc: cuda_c.c: its kernels: out.cu' %t.d/log
// RUN: %FileCheck %s <%t.d/out.cu
// RUN: %FileCheck %s --check-prefix=HOST <%t.d/out_host.c
// RUN: %FileCheck %s --check-prefix=HEADER <%t.d/shared_host.h
// RUN: ! grep -n '#line' %t.d/out.cu %t.d/out_host.c
// RUN: cd %t.d && ! %ampcc --amp-emit-cuda -o - cuda_c.c 2>log && grep -q 'becomes two files' log

/* Kernels of headers in two sources. What runs a header's kernels on the CPU is in the file that launches them; the header is the same
 * for both sources, and for one that launches none. The kernels for GPUs of a function in a header that launches are each source's. */
// RUN: cd %t.d && printf '#include <amp.h>\nstatic void fill(amp_index1 i, amp_array_view(int, 1) v) restrict(amp) { amp_at(v, i) = i.i; }\nstatic void turn(amp_tiled_index1 t, amp_array_view(int, 1) v) restrict(amp) { tile_static int x[2]; x[t.local.i] = amp_at(v, t.global); amp_barrier_wait(t.barrier); amp_at(v, t.global) = x[1 - t.local.i]; }\n' >kernels.h
// RUN: cd %t.d && printf '#include "kernels.h"\nstatic inline void clear(amp_array_view(int, 1) v) { amp_parallel_for_each(v.extent, ^(amp_index1 i) restrict(amp) { amp_at(v, i) = 0; }); }\n' >clear.h
// RUN: cd %t.d && printf '#include "clear.h"\nvoid f(amp_array_view(int, 1) v) { clear(v); amp_parallel_for_each(v.extent, fill, v); amp_parallel_for_each(amp_tile(v.extent, 2), turn, v); }\n' >a.c && sed 's/void f/void g/' a.c >b.c && echo '#include "kernels.h"' >none.c
// RUN: cd %t.d && %ampcc --amp-emit-cuda=both a.c b.c none.c && ! grep -E '_(run|loops|arguments)' both/kernels_host.h && for i in a b; do grep -q "^static void fill_kernel_run(const void" both/${i}_host.c; grep -q "^void fill_kernel_gpu_$i(void)" both/${i}_host.c; grep -qx "#define AMP_IN_UNIT(name) name##_$i /[*].*" both/${i}_host.c; grep -q "^clear_kernel_1_gpu_$i(" both/$i.cu; done
// RUN: grep -q 'AMP_IN_UNIT(clear_kernel_1_gpu),' %t.d/both/clear_host.h
/* A template by macros, whose views' element type is a macro, too. */
// RUN: cd %t.d && printf 'static inline void square(T)(amp_array_view(T, 1) v) { amp_parallel_for_each(v.extent, ^(amp_index1 i) restrict(amp) { amp_at(v, i) *= (T)2; }); }\n#undef T\n' >of.h && printf '#include <amp.h>\n#define square(t) square_(t)\n#define square_(t) square_##t\n#define T int\n#include "of.h"\n#define T float\n#include "of.h"\n' >of.c && %ampcc --amp-emit-cuda -o of.cu of.c && grep -q square_int_kernel_1_launch of_host.h && grep -q square_float_kernel_1_launch of_2_host.h && cc -fsyntax-only -I%S/../../../include of_host.c
/* A tiled kernel is written once, not as loops over a tile's threads, too; no name is one that the program has. */
// RUN: ! grep AMP_TILE_LOOPS %t.d/both/*
// RUN: cd %t.d && printf '#include <amp.h>\nstatic void k(amp_index1 i, amp_array_view(int, 1) v) restrict(amp) { amp_at(v, i) = i.i; }\nint k_kernel, k_kernel_2_launch;\nvoid f(amp_array_view(int, 1) v) { amp_parallel_for_each(v.extent, k, v); }\n' >taken.c && %ampcc --amp-emit-cuda -o taken.cu taken.c && grep -q k_kernel_3_launch taken_host.c
#include "shared.h"

// CHECK: // nvcc -arch=native out.cu out_host.c -o out -I
// CHECK: #include <amp/c_cuda.h>
// CHECK: doppelt_groDf(int x)
// CHECK: main_kernel_1_gpu_cuda_c(const __grid_constant__ main_kernel_1_arguments
// CHECK: {{^	enum [{] ONE = 1 [}];$}}
// CHECK-NEXT: {{^	struct byte [{]$}}
// CHECK-NEXT: {{^		char c;$}}
// CHECK-NEXT: {{^	[}];$}}
// CHECK: {{^	}}amp_at(v, i) = doppelt_groDf(amp_at(v, i)) * ONE / (int)sizeof(struct byte);
// CHECK: {{^	\[\[maybe_unused\]\] struct pair amp_literal_[0-9]+; const struct pair \*p = &\(amp_literal}}
// CHECK-NEXT: {{^	amp_at\(v, i\) = }}

// HOST: // nvcc -arch=native out.cu out_host.c -o out -I
// HOST: #include "shared_host.h"
// HOST: void main_kernel_1_gpu_cuda_c(void);
// HOST: .symbol = (const void *)main_kernel_1_gpu_cuda_c,
// HOST-NEXT: .get_function = amp_c_get_function,
// HOST: static inline void main_kernel_2(amp_index1 i, const amp_array_view_int_1 v) { (void)i;{{$}}
// HOST-NEXT: {{^	const struct pair}}
// HOST-NEXT: {{^	amp_kernel_at\(v, i\) = NEXT\(amp_kernel_at\(v, i\)\) - p->x;$}}
// HOST-NEXT: {{^[}]$}}
// HOST: amp_tile_atomic_fetch_inc(&amp_tile_static_1->n);
// HOST: void zDkhle_kernel_gpu_cuda_c(void);
// HOST: int main(void)
// HOST: // a comment stays
// HOST-NEXT: {{^	main_kernel_1_launch\(NULL, v.extent, v\)}}

// HEADER: static inline int doppelt_groß(int x) { return 2 * x; }
#define NEXT(x) ((x) + 1)
struct pair { int x, y; };
static void zähle(amp_index1 i, amp_array_view(int, 1) v) restrict(amp) { amp_at(v, i) += 1; }
int main(void)
{
	int data[4] = {1, 2, 3, 4};
	enum { ONE = 1 };
	struct byte {
		char c;
	};
	amp_array_view(int, 1) v = amp_view(data, 4);
	// a comment stays
	amp_parallel_for_each(v.extent, ^(amp_index1 i) restrict(amp) { amp_at(v, i) = doppelt_groß(amp_at(v, i)) * ONE / (int)sizeof(struct byte); });
	// HOST: {{^	main_kernel_2_launch\(NULL, v.extent, v\);$}}
	amp_parallel_for_each(v.extent, ^(amp_index1 i) restrict(amp) {
		const struct pair *p = &(struct pair){0, 1};
		amp_at(v, i) = NEXT(amp_at(v, i)) - p->x;
	});
	amp_parallel_for_each(amp_tile(v.extent, 2), ^(amp_tiled_index1 t) restrict(amp) {
		tile_static int n;
		n = 0;
		amp_barrier_wait(t.barrier);
		amp_atomic_fetch_inc(&n);
	});
	amp_parallel_for_each(v.extent, zähle, v);
	amp_release(v);
	return data[3] != 8;
}
