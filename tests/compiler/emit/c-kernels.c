// The device unit of a C program: kernels and what they need, in C++.
// RUN: %emit | %FileCheck %s
// RUN: %emit | %FileCheck --check-prefix=ABSENT %s
#include <amp.h>
#include <stdio.h>

// ABSENT-NOT: printf
// ABSENT-NOT: host_only
// ABSENT-NOT: amp_parallel_for_each
// CHECK: #include <amp/c_device.h>

// CHECK: typedef struct particle {
typedef struct particle {
	float x;
	// CHECK: int class_;
	int class;
	// CHECK: bool alive;
	bool alive;
} particle;
AMP_DECLARE_TYPE(particle);

// CHECK: enum { LIMIT = 4 };
enum { LIMIT = 4 };
// CHECK: __constant__ const float weights[3] = {0.25f, {}, 0.5f};
static const float weights[3] = {[2] = 0.5f, [0] = 0.25f};

static int host_only(void *new)
{
	int *class = new;
	return *class;
}

// CHECK: static __device__ inline float first(const float *__restrict__ v) { return v[0]; }
static inline float first(const float *restrict v) restrict(cpu, amp) { return v[0]; }

// CHECK: static __device__ void scale(amp_index1 at, float factor, amp_array_view(float, 1) v)
static void scale(amp_index1 at, float factor, amp_array_view(float, 1) v) restrict(amp)
{
	// CHECK: amp_at(v, at) *= factor * weights[at.i % 3];
	amp_at(v, at) *= factor * weights[at.i % 3];
}
// CHECK: struct [[SCALE:scale_kernel_[0-9a-f]{4}]]_arguments {
// CHECK-NEXT: char amp_padding_;
// CHECK-NEXT: float factor;
// CHECK-NEXT: amp_array_view(float, 1) v;
// CHECK-NEXT: };
// CHECK-NEXT: extern "C" __global__ void __launch_bounds__(256)
// CHECK-NEXT: [[SCALE]](const __grid_constant__ [[SCALE]]_arguments amp_arguments_,
// CHECK: scale(amp_index_, amp_arguments_.factor, amp_arguments_.v);

// What loops is compiled once more, for small domains.
static void halve(amp_index1 at, amp_array_view(float, 1) v) restrict(amp)
{
	while (amp_at(v, at) > 1)
		amp_at(v, at) /= 2;
}
// CHECK: __device__ static inline void [[HALVE:halve_kernel_[0-9a-f]{4}]]_point(const [[HALVE]]_arguments &amp_arguments_,
// CHECK: halve(amp_index_, amp_arguments_.v);
// CHECK: extern "C" __global__ void __launch_bounds__(256)
// CHECK-NEXT: [[HALVE]](const
// CHECK: [[HALVE]]_point(amp_arguments_, amp_domain_);
// CHECK: extern "C" __global__ void __launch_bounds__(256, 1)
// CHECK-NEXT: [[HALVE]]_small_domain(const
// CHECK: [[HALVE]]_point(amp_arguments_, amp_domain_);

// What loads and stores in a loop is compiled for views that do not overlap, too.
static void twice(amp_index1 at, amp_array_view(float, 1) to, amp_const_array_view(float, 1) from, int n) restrict(amp)
{
	for (int k = 0; k < 4; k++)
		amp_at(to, at.i + k * n) = 2 * amp_at(from, at.i + k * n);
}
// CHECK: __device__ static inline void [[TWICE:twice_kernel_[0-9a-f]{4}]]_point(const [[TWICE]]_arguments &amp_arguments_,
// CHECK: extern "C" __global__ void __launch_bounds__(256)
// CHECK-NEXT: [[TWICE]](const
// CHECK: [[TWICE]]_point(amp_arguments_, amp_domain_);
// CHECK: extern "C" __global__ void __launch_bounds__(256)
// CHECK-NEXT: [[TWICE]]_restrict(const __grid_constant__ [[TWICE]]_arguments amp_given_,
// CHECK-NEXT: amp_domain_, AMP_C_POINTERS)
// CHECK: [[TWICE]]_arguments amp_arguments_ = amp_given_;
// CHECK-NEXT: AMP_SET_POINTER(amp_arguments_.to, 0, AMP_ACCESS_READ_WRITE);
// CHECK-NEXT: AMP_SET_POINTER(amp_arguments_.from, 1, AMP_ACCESS_READ);
// CHECK-NEXT: [[TWICE]]_point(amp_arguments_, amp_domain_);
// CHECK: extern "C" __global__ void __launch_bounds__(256, 1)
// CHECK-NEXT: [[TWICE]]_small_domain(const __grid_constant__ [[TWICE]]_arguments amp_given_,
// CHECK-NEXT: amp_domain_, AMP_C_POINTERS)

// What is loaded may be stored, too.
static void shift(amp_index1 at, amp_array_view(float, 1) v, int n) restrict(amp)
{
	for (int k = 1; k < 4; k++)
		amp_at(v, at.i + (k - 1) * n) = amp_at(v, at.i + k * n);
}
static void pairs(amp_index1 at, amp_array_view(float, 1) to, amp_array_view(float, 1) v, int n) restrict(amp)
{
	for (int k = 0; k < 4; k++)
		amp_at(to, at.i + k * n) += amp_at(v, at.i + k * n);
}
// CHECK-NOT: shift_kernel_{{.*}}_restrict
// CHECK: pairs_kernel_{{.*}}_restrict
// CHECK: AMP_SET_POINTER(amp_arguments_.to, 0, AMP_ACCESS_READ_WRITE);
// CHECK-NEXT: AMP_OPAQUE_POINTER(amp_arguments_.to);
// CHECK-NEXT: AMP_SET_POINTER(amp_arguments_.v, 1, AMP_ACCESS_READ);
// CHECK-NEXT: AMP_OPAQUE_POINTER(amp_arguments_.v);

// Eight pointers are passed.
typedef amp_array_view(float, 1) floats;
static void nine(amp_index1 at, floats a, floats b, floats c, floats d, floats e, floats f, floats g, floats h, floats l) restrict(amp)
{
	for (int k = 0; k < 4; k++)
		amp_at(a, k) += amp_at(b, k) + amp_at(c, k) + amp_at(d, k) + amp_at(e, k) + amp_at(f, k) + amp_at(g, k) + amp_at(h, k) + amp_at(l, k) + at.i;
}
// CHECK: AMP_SET_POINTER(amp_arguments_.h, 7, AMP_ACCESS_READ);
// CHECK-NEXT: AMP_OPAQUE_POINTER(amp_arguments_.h);
// CHECK-NEXT: AMP_OPAQUE_POINTER(amp_arguments_.l);

void run_twice(amp_array_view(float, 1) to, amp_const_array_view(float, 1) from)
{
	amp_parallel_for_each((amp_extent1){to.extent.i / 4}, twice, to, from, to.extent.i / 4);
}

void run_shift(amp_array_view(float, 1) v, amp_array_view(float, 1) to)
{
	amp_parallel_for_each((amp_extent1){v.extent.i / 4}, shift, v, v.extent.i / 4);
	amp_parallel_for_each((amp_extent1){v.extent.i / 4}, pairs, to, v, v.extent.i / 4);
	amp_parallel_for_each(v.extent, nine, to, v, v, v, v, v, v, v, v);
}

void run_halve(amp_array_view(float, 1) v) { amp_parallel_for_each(v.extent, halve, v); }

void run(amp_array_view(float, 1) v, amp_const_array_view(particle, 1) p)
{
	enum { LOCAL = 2 };

	amp_parallel_for_each(v.extent, scale, (float)host_only(NULL), v);
	// CHECK: struct [[RUN:run_kernel_1_[0-9a-f]{4}]]_arguments {
	// CHECK-NEXT: char amp_padding_;
	// CHECK-NEXT: amp_const_array_view(particle, 1) p;
	// CHECK-NEXT: amp_array_view(float, 1) v;
	// CHECK-NEXT: amp_extent1 amp_tile_;
	// CHECK: __launch_bounds__(16)
	// CHECK: amp_tiled_index1 t;
	// CHECK-NEXT: amp_this_index(amp_domain_, t);
	// CHECK-NEXT: const auto &p = amp_arguments_.p;
	// CHECK: enum { LOCAL = 2 };
	amp_parallel_for_each(amp_tile(v.extent, 16), ^(amp_tiled_index1 t) restrict(amp) {
		// CHECK: __shared__ float cache[LIMIT * 4];
		tile_static float cache[LIMIT * 4];
		// CHECK: particle q = (particle){1, LOCAL, {{true|1}}};
		particle q = (particle){.alive = true, .class = LOCAL, .x = 1};

		q.x += amp_at(p, t.global).x;
		cache[t.local.i] = q.x;
		amp_barrier_wait(t.barrier);
		amp_at(v, t.global) = first(cache) + sqrtf(q.x);
	});
}
