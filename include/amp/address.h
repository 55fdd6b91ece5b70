/* Used in the device unit where one pointer or reference may lead either to a thread's own variable or to
 * other memory (compiler/rewrite/mixed_address.c):
 *
 *     float *p = inside ? &v[i] : &unused;   ->   inside ? &v[i] : own_pointer(&unused)
 *     float &r = inside ? v[i] : unused;     ->   inside ? v[i] : own_object(unused)
 *
 * The functions return their argument in a way that the compiler cannot see. Nothing needs to be hidden for
 * an operand that is no lvalue, as in (inside ? f(x) : unused).g(), where the conditional expression makes an
 * object of its own. A pointer that is an lvalue stays one: (inside ? p : q)++ changes p or q. */
#ifndef AMPCC_ADDRESS_H
#define AMPCC_ADDRESS_H

namespace Concurrency {
namespace details {

// With one operand that is read and written ("+l"), nvcc 13.0 loses the value where one such statement follows
// another and their result is one of several that meet (add_chosen() in tests/programs/shapes/mixed_addresses.cpp).
template <typename T> __host__ __device__ inline T *unknown_address(T *p) {
#if defined(__CUDA_ARCH__)
	T *same;
	asm("mov.b64 %0, %1;" : "=l"(same) : "l"(p));
	return same;
#else
	return p;
#endif
}
template <typename T> __host__ __device__ constexpr T *own_pointer(T *const &p) {
	return __builtin_is_constant_evaluated() ? p : unknown_address(p);
}
template <typename T> __host__ __device__ constexpr T *&own_pointer(T *&p) {
	return __builtin_is_constant_evaluated() ? p : p = unknown_address(p);
}
template <typename T, unsigned long N> __host__ __device__ constexpr T *own_pointer(T (&a)[N]) {
	return own_pointer(a + 0);
}
template <typename T, unsigned long N> __host__ __device__ constexpr T *own_pointer(T (&&a)[N]) {
	return own_pointer(a + 0);
}
template <typename T> __host__ __device__ constexpr T &own_object(T &x) {
	return __builtin_is_constant_evaluated() ? x : *unknown_address(__builtin_addressof(x));
}
template <typename T> __host__ __device__ constexpr T own_object(T &&x) { return static_cast<T &&>(x); }

} // namespace details
} // namespace Concurrency

#endif
