/* Declarations for kernels of C AMP on the device, included first in the .amp.cu that ampcc writes for a C
 * program. The names are those of <amp/c.h>; since kernels are C++ here, views are templates. */
#ifndef AMPCC_C_DEVICE_H
#define AMPCC_C_DEVICE_H

#include <amp/cuda_minimal.h>

#include <amp/address.h>
#include <amp/atomic.h>
#include <amp/builtin.h>
#include <amp/grid.h>
#include <amp/message.h>
#include <amp/robust.h>
#include <amp/runtime.h>
#include <amp/switch.h>

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>

#if !defined(__NVCC__)
#include <amp/math_portable.h>
#endif

/* Types of the C library whose names are words of C++: the device unit has them with an underscore. */
typedef __WCHAR_TYPE__ wchar_t_;
typedef unsigned char char8_t_;
typedef __CHAR16_TYPE__ char16_t_;
typedef __CHAR32_TYPE__ char32_t_;

/* A kernel's parameters are read in place. */
#if !defined(__NVCC__)
#define __grid_constant__
#endif

/* ---- Indices and extents ----------------------------------------------- */

struct amp_index1 {
	int i;
};
struct amp_index2 {
	int i, j;
};
struct amp_index3 {
	int i, j, k;
};
struct amp_extent1 {
	int i;
};
struct amp_extent2 {
	int i, j;
};
struct amp_extent3 {
	int i, j, k;
};

struct amp_tile_barrier {
	char unused;
};
struct amp_tiled_index1 {
	amp_index1 global, local, tile, tile_origin;
	amp_extent1 tile_extent;
	amp_tile_barrier barrier;
};
struct amp_tiled_index2 {
	amp_index2 global, local, tile, tile_origin;
	amp_extent2 tile_extent;
	amp_tile_barrier barrier;
};
struct amp_tiled_index3 {
	amp_index3 global, local, tile, tile_origin;
	amp_extent3 tile_extent;
	amp_tile_barrier barrier;
};

/* ---- Which thread is this? --------------------------------------------- */

/* Returns false in threads beyond the end of the domain. */
__device__ inline bool amp_this_index(const amp_domain &domain, amp_index1 &at)
{
	return __amp_this_point<1>(domain, &at.i);
}
__device__ inline bool amp_this_index(const amp_domain &domain, amp_index2 &at)
{
	int i[2];
	const bool is_inside = __amp_this_point<2>(domain, i);
	at = {i[0], i[1]};
	return is_inside;
}
__device__ inline bool amp_this_index(const amp_domain &domain, amp_index3 &at)
{
	int i[3];
	const bool is_inside = __amp_this_point<3>(domain, i);
	at = {i[0], i[1], i[2]};
	return is_inside;
}

/* There is one block for each tile. */
__device__ inline void amp_this_index(const amp_domain &domain, amp_tiled_index1 &at)
{
	at.tile_extent.i = (int)blockDim.x;
	__amp_this_tile<1>(domain, &at.tile.i);
	at.local.i = __amp_below(threadIdx.x, 1024);
	at.tile_origin.i = at.tile.i * at.tile_extent.i;
	at.global.i = at.tile_origin.i + at.local.i;
}
__device__ inline void amp_this_index(const amp_domain &domain, amp_tiled_index2 &at)
{
	int tile[2];
	__amp_this_tile<2>(domain, tile);
	at.tile_extent = {(int)blockDim.y, (int)blockDim.x};
	at.tile = {tile[0], tile[1]};
	at.local = {__amp_below(threadIdx.y, 1024), __amp_below(threadIdx.x, 1024)};
	at.tile_origin = {at.tile.i * at.tile_extent.i, at.tile.j * at.tile_extent.j};
	at.global = {at.tile_origin.i + at.local.i, at.tile_origin.j + at.local.j};
}
__device__ inline void amp_this_index(const amp_domain &domain, amp_tiled_index3 &at)
{
	int tile[3];
	__amp_this_tile<3>(domain, tile);
	at.tile_extent = {(int)blockDim.z, (int)blockDim.y, (int)blockDim.x};
	at.tile = {tile[0], tile[1], tile[2]};
	at.local = {__amp_below(threadIdx.z, 1024), __amp_below(threadIdx.y, 1024), __amp_below(threadIdx.x, 1024)};
	at.tile_origin = {at.tile.i * at.tile_extent.i, at.tile.j * at.tile_extent.j,
	                  at.tile.k * at.tile_extent.k};
	at.global = {at.tile_origin.i + at.local.i, at.tile_origin.j + at.local.j,
	             at.tile_origin.k + at.local.k};
}

/* ---- Arrays and views -------------------------------------------------- */

/* C23's typeof_unqual */
template <typename T> struct amp_unqualified {
	typedef T type;
};
template <typename T> struct amp_unqualified<const T> : amp_unqualified<T> {};
template <typename T> struct amp_unqualified<volatile T> : amp_unqualified<T> {};
template <typename T> struct amp_unqualified<const volatile T> : amp_unqualified<T> {};
#define AMP_TYPEOF_UNQUAL(...) typename amp_unqualified<__typeof__(__VA_ARGS__)>::type

template <int N> struct amp_shape;
template <> struct amp_shape<1> {
	typedef amp_extent1 extent;
	typedef amp_index1 index;
	typedef amp_extent1 projected;
};
template <> struct amp_shape<2> {
	typedef amp_extent2 extent;
	typedef amp_index2 index;
	typedef amp_extent1 projected;
};
template <> struct amp_shape<3> {
	typedef amp_extent3 extent;
	typedef amp_index3 index;
	typedef amp_extent2 projected;
};

/* A view of elements in device memory; stride is in elements. */
template <typename T, int N> struct amp_device_view {
	T *data;
	void *buffer;
	size_t offset;
	typename amp_shape<N>::extent extent, stride;

	__device__ operator amp_device_view<const T, N>() const
	{
		return {data, buffer, offset, extent, stride};
	}
};
template <typename T, int N> struct amp_device_view<const T, N> {
	const T *data;
	void *buffer;
	size_t offset;
	typename amp_shape<N>::extent extent, stride;
};
#define amp_array_view(T, N) amp_device_view<T, N>
#define amp_const_array_view(T, N) amp_device_view<const T, N>
#define amp_array(T, N) amp_device_view<T, N>

/* The distance of an element from the origin, in elements. */
template <typename T> __device__ inline ptrdiff_t amp_distance(const amp_device_view<T, 1> &, amp_index1 at)
{
	return at.i;
}
template <typename T> __device__ inline ptrdiff_t amp_distance(const amp_device_view<T, 2> &v, amp_index2 at)
{
	return (ptrdiff_t)at.i * v.stride.i + at.j;
}
template <typename T> __device__ inline ptrdiff_t amp_distance(const amp_device_view<T, 3> &v, amp_index3 at)
{
	return (ptrdiff_t)at.i * v.stride.i + (ptrdiff_t)at.j * v.stride.j + at.k;
}

template <typename T, int N>
__device__ inline T &amp_at(const amp_device_view<T, N> &v, typename amp_shape<N>::index at)
{
	const Concurrency::details::amp_view_head head = {
	    (void *)v.data, (Concurrency::details::amp_buffer *)v.buffer, v.offset};
	return Concurrency::details::bounded(head, v.data, amp_distance(v, at));
}
template <typename T> __device__ inline T &amp_at(const amp_device_view<T, 1> &v, int i)
{
	return amp_at(v, amp_index1{i});
}
template <typename T> __device__ inline T &amp_at(const amp_device_view<T, 2> &v, int i, int j)
{
	return amp_at(v, amp_index2{i, j});
}
template <typename T>
__device__ inline T &amp_at(const amp_device_view<T, 3> &v, int i, int j, int k)
{
	return amp_at(v, amp_index3{i, j, k});
}

/* For the views in a kernel's arguments: sets where references beyond their buffers lead (amp/robust.h). */
#if defined(AMP_ROBUST_ACCESS) && defined(__CUDA_ARCH__)
#define AMP_SET_PLACE(v, place, access) \
	((v).buffer = ((access) & AMP_ACCESS_WRITE) ? (void *)((char *)&(place) + Concurrency::details::AMP_OWN_PLACE) : (void *)Concurrency::details::nobody_writes())
#else
#define AMP_SET_PLACE(v, place, access) ((void)(place))
#endif

/* The views' pointers, in order, as parameters of a __global__ function (amp_kernel.restrict_symbol), and the
 * statement that stores the i-th in a view. */
#define AMP_C_POINTERS                                                                       \
	void *__restrict__ amp_view_0_, void *__restrict__ amp_view_1_, void *__restrict__ amp_view_2_, \
	    void *__restrict__ amp_view_3_, void *__restrict__ amp_view_4_,                          \
	    void *__restrict__ amp_view_5_, void *__restrict__ amp_view_6_,                          \
	    void *__restrict__ amp_view_7_, const void *__restrict__ amp_read_0_,                    \
	    const void *__restrict__ amp_read_1_, const void *__restrict__ amp_read_2_,              \
	    const void *__restrict__ amp_read_3_, const void *__restrict__ amp_read_4_,              \
	    const void *__restrict__ amp_read_5_, const void *__restrict__ amp_read_6_,              \
	    const void *__restrict__ amp_read_7_
#define AMP_SET_POINTER(v, i, access)                                                        \
	((v).data = (decltype((v).data))(((access)&AMP_ACCESS_WRITE) ? amp_view_##i##_ : amp_read_##i##_))
/* Makes nvcc assume stores through a view's pointer (restrict_opaque in amp/restrict.h). */
#define AMP_OPAQUE_POINTER(v) asm volatile("" : : "l"((v).data) : "memory")

#if defined(AMP_ROBUST_ACCESS) && AMP_ROBUST_ACCESS > 1
#include <amp/debug.h>

/* --amp-robust-access=report: an access beyond the extent ends the kernel. */
struct amp_access_place {
	const char *container, *file;
	int line;
};
__device__ inline void amp_check(const amp_access_place &place, int component, int extent, int dimension)
{
#if defined(__CUDA_ARCH__)
	if ((unsigned)component < (unsigned)extent ||
	    !amp_kernel_message_of_unit ||
	    !amp_kernel_message_of_unit->is_checked)
		return;
	Concurrency::details::leave_message(AMP_BEYOND_FORMAT, place.file, place.line, place.container,
	                                    component, extent, dimension);
	asm volatile("trap;");
#endif
}
template <typename T> __device__ inline void amp_check_index(const amp_access_place &place, const amp_device_view<T, 1> &v, amp_index1 at)
{
	amp_check(place, at.i, v.extent.i, 0);
}
template <typename T>
__device__ inline void amp_check_index(const amp_access_place &place, const amp_device_view<T, 2> &v, amp_index2 at)
{
	amp_check(place, at.i, v.extent.i, 0);
	amp_check(place, at.j, v.extent.j, 1);
}
template <typename T>
__device__ inline void amp_check_index(const amp_access_place &place, const amp_device_view<T, 3> &v, amp_index3 at)
{
	amp_check(place, at.i, v.extent.i, 0);
	amp_check(place, at.j, v.extent.j, 1);
	amp_check(place, at.k, v.extent.k, 2);
}
template <typename T, int N>
__device__ inline T &amp_checked_at(const amp_access_place &place, const amp_device_view<T, N> &v,
                                    typename amp_shape<N>::index at)
{
	amp_check_index(place, v, at);
	return amp_at(v, at);
}
template <typename T> __device__ inline T &amp_checked_at(const amp_access_place &place, const amp_device_view<T, 1> &v, int i)
{
	return amp_checked_at(place, v, amp_index1{i});
}
template <typename T>
__device__ inline T &amp_checked_at(const amp_access_place &place, const amp_device_view<T, 2> &v, int i, int j)
{
	return amp_checked_at(place, v, amp_index2{i, j});
}
template <typename T>
__device__ inline T &amp_checked_at(const amp_access_place &place, const amp_device_view<T, 3> &v, int i, int j, int k)
{
	return amp_checked_at(place, v, amp_index3{i, j, k});
}
#define amp_at(v, ...) amp_checked_at(amp_access_place{#v, __FILE__, __LINE__}, v, __VA_ARGS__)
#endif

template <typename T, int N>
__device__ inline amp_device_view<T, N> amp_view_of(const amp_device_view<T, N> &v)
{
	return v;
}
/* The section of a view that begins at an element. */
template <int M, typename T, int N>
__device__ inline amp_device_view<T, M>
amp_part(const amp_device_view<T, N> &v, typename amp_shape<N>::index at,
         typename amp_shape<M>::extent extent, typename amp_shape<M>::extent stride)
{
	const ptrdiff_t distance = amp_distance(v, at);
	return {v.data + distance, v.buffer, Concurrency::details::moved_bounds(v.offset, distance), extent,
	        stride};
}
template <typename T, int N>
__device__ inline amp_device_view<T, N>
amp_section_at(const amp_device_view<T, N> &v, typename amp_shape<N>::index at,
               typename amp_shape<N>::extent extent)
{
	return amp_part<N>(v, at, extent, v.stride);
}
template <typename T>
__device__ inline amp_device_view<T, 1> amp_section(const amp_device_view<T, 1> &v, int i, int n)
{
	return amp_section_at(v, {i}, {n});
}
template <typename T>
__device__ inline amp_device_view<T, 2> amp_section(const amp_device_view<T, 2> &v, int i, int j,
                                                    int n, int m)
{
	return amp_section_at(v, {i, j}, {n, m});
}
template <typename T>
__device__ inline amp_device_view<T, 3> amp_section(const amp_device_view<T, 3> &v, int i, int j,
                                                    int k, int n, int m, int l)
{
	return amp_section_at(v, {i, j, k}, {n, m, l});
}
template <typename T>
__device__ inline amp_device_view<T, 1> amp_project(const amp_device_view<T, 2> &v, int i)
{
	return amp_part<1>(v, {i, 0}, {v.extent.j}, {v.stride.j});
}
template <typename T>
__device__ inline amp_device_view<T, 2> amp_project(const amp_device_view<T, 3> &v, int i)
{
	return amp_part<2>(v, {i, 0, 0}, {v.extent.j, v.extent.k}, {v.stride.j, v.stride.k});
}
template <typename T>
__device__ inline amp_device_view<T, 2> amp_view_as(const amp_device_view<T, 1> &v, int n, int m)
{
	return {v.data, v.buffer, v.offset, {n, m}, {m, 1}};
}
template <typename T>
__device__ inline amp_device_view<T, 3> amp_view_as(const amp_device_view<T, 1> &v, int n, int m,
                                                    int k)
{
	return {v.data, v.buffer, v.offset, {n, m, k}, {m * k, k, 1}};
}

/* ---- Enumerations ------------------------------------------------------ */

/* In C, enumerations are integers: flags |= VISIBLE, colour++. */
template <bool is_enumeration, typename T> struct amp_enumeration;
template <typename T> struct amp_enumeration<true, T> {
	typedef T type;
};
/* A static member, since clang before 18 cannot mangle __is_enum. */
template <typename T> struct amp_is_enumeration {
	static const bool value = __is_enum(T);
};
#define AMP_IF_ENUMERATION(T) typename amp_enumeration<amp_is_enumeration<T>::value, T>::type
#define AMP_ENUMERATION_ASSIGNMENT(symbol) \
	template <typename T, typename U> \
	__device__ inline AMP_IF_ENUMERATION(T) &operator symbol##=(T &a, U b) \
	{ \
		return a = (T)((__underlying_type(T))a symbol b); \
	}
AMP_ENUMERATION_ASSIGNMENT(+)
AMP_ENUMERATION_ASSIGNMENT(-)
AMP_ENUMERATION_ASSIGNMENT(*)
AMP_ENUMERATION_ASSIGNMENT(/)
AMP_ENUMERATION_ASSIGNMENT(%)
AMP_ENUMERATION_ASSIGNMENT(&)
AMP_ENUMERATION_ASSIGNMENT(|)
AMP_ENUMERATION_ASSIGNMENT(^)
AMP_ENUMERATION_ASSIGNMENT(<<)
AMP_ENUMERATION_ASSIGNMENT(>>)
#define AMP_ENUMERATION_STEP(symbol, by) \
	template <typename T> __device__ inline AMP_IF_ENUMERATION(T) &operator symbol(T &a) \
	{ \
		return a = (T)((__underlying_type(T))a by 1); \
	} \
	template <typename T> __device__ inline AMP_IF_ENUMERATION(T) operator symbol(T &a, int) \
	{ \
		const T old = a; \
		a = (T)((__underlying_type(T))a by 1); \
		return old; \
	}
AMP_ENUMERATION_STEP(++, +)
AMP_ENUMERATION_STEP(--, -)
#undef AMP_ENUMERATION_STEP
#undef AMP_ENUMERATION_ASSIGNMENT
#undef AMP_IF_ENUMERATION

/* ---- Steps of a _Bool --------------------------------------------------- */

__device__ inline bool amp_pre_increment(bool &b)
{
	return b = true;
}
__device__ inline bool amp_post_increment(bool &b)
{
	const bool old = b;

	b = true;
	return old;
}
__device__ inline bool amp_pre_decrement(bool &b)
{
	return b = !b;
}
__device__ inline bool amp_post_decrement(bool &b)
{
	const bool old = b;

	b = !b;
	return old;
}

/* ---- Barriers and fences ----------------------------------------------- */

__device__ inline void amp_barrier_wait(amp_tile_barrier)
{
	__syncthreads();
}
__device__ inline void amp_barrier_wait_with_all_memory_fence(amp_tile_barrier)
{
	__syncthreads();
}
__device__ inline void amp_barrier_wait_with_global_memory_fence(amp_tile_barrier)
{
	__syncthreads();
}
__device__ inline void amp_barrier_wait_with_tile_static_memory_fence(amp_tile_barrier)
{
	__syncthreads();
}
__device__ inline void amp_all_memory_fence(amp_tile_barrier)
{
	__threadfence();
}
__device__ inline void amp_global_memory_fence(amp_tile_barrier)
{
	__threadfence();
}
__device__ inline void amp_tile_static_memory_fence(amp_tile_barrier)
{
	__threadfence_block();
}

/* ---- Atomics ----------------------------------------------------------- */

#define AMP_DEVICE_ATOMIC(T, name) \
	__device__ inline T amp_atomic_##name(T *p, T operand) \
	{ \
		return Concurrency::atomic_##name(p, operand); \
	}
#define AMP_DEVICE_ATOMICS(T) \
	AMP_DEVICE_ATOMIC(T, fetch_add) \
	AMP_DEVICE_ATOMIC(T, fetch_sub) \
	AMP_DEVICE_ATOMIC(T, fetch_and) \
	AMP_DEVICE_ATOMIC(T, fetch_or) \
	AMP_DEVICE_ATOMIC(T, fetch_xor) \
	AMP_DEVICE_ATOMIC(T, fetch_min) \
	AMP_DEVICE_ATOMIC(T, fetch_max) \
	AMP_DEVICE_ATOMIC(T, exchange) \
	__device__ inline T amp_atomic_fetch_inc(T *p) \
	{ \
		return Concurrency::atomic_fetch_inc(p); \
	} \
	__device__ inline T amp_atomic_fetch_dec(T *p) \
	{ \
		return Concurrency::atomic_fetch_dec(p); \
	} \
	__device__ inline bool amp_atomic_compare_exchange(T *p, T *expected, T desired) \
	{ \
		return Concurrency::atomic_compare_exchange(p, expected, desired); \
	}
AMP_DEVICE_ATOMICS(int)
AMP_DEVICE_ATOMICS(unsigned)
#undef AMP_DEVICE_ATOMICS
#undef AMP_DEVICE_ATOMIC

/* C converts the operand to the element's type. */
template <typename T, typename U> __device__ inline T amp_atomic_fetch_add(T *p, U operand)
{
	return amp_atomic_fetch_add(p, (T)operand);
}
template <typename T, typename U> __device__ inline T amp_atomic_fetch_sub(T *p, U operand)
{
	return amp_atomic_fetch_sub(p, (T)operand);
}
template <typename T, typename U> __device__ inline T amp_atomic_fetch_and(T *p, U operand)
{
	return amp_atomic_fetch_and(p, (T)operand);
}
template <typename T, typename U> __device__ inline T amp_atomic_fetch_or(T *p, U operand)
{
	return amp_atomic_fetch_or(p, (T)operand);
}
template <typename T, typename U> __device__ inline T amp_atomic_fetch_xor(T *p, U operand)
{
	return amp_atomic_fetch_xor(p, (T)operand);
}
template <typename T, typename U> __device__ inline T amp_atomic_fetch_min(T *p, U operand)
{
	return amp_atomic_fetch_min(p, (T)operand);
}
template <typename T, typename U> __device__ inline T amp_atomic_fetch_max(T *p, U operand)
{
	return amp_atomic_fetch_max(p, (T)operand);
}
template <typename T, typename U> __device__ inline T amp_atomic_exchange(T *p, U operand)
{
	return amp_atomic_exchange(p, (T)operand);
}
template <typename T, typename U>
__device__ inline bool amp_atomic_compare_exchange(T *p, T *expected, U desired)
{
	return amp_atomic_compare_exchange(p, expected, (T)desired);
}

__device__ inline float amp_atomic_fetch_add(float *p, float operand)
{
#if !defined(__NVCC__)
	return __nvvm_atom_add_gen_f(p, operand);
#else
	return atomicAdd(p, operand);
#endif
}
__device__ inline float amp_atomic_exchange(float *p, float operand)
{
	unsigned bits;
	__builtin_memcpy(&bits, &operand, sizeof bits);
	bits = amp_atomic_exchange((unsigned *)(void *)p, bits);
	__builtin_memcpy(&operand, &bits, sizeof bits);
	return operand;
}

#endif
