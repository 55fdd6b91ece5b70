/* Used in the device unit for GNU's case ranges (compiler/rewrite/switch.c):
 *
 *     switch (x) {              { auto v = promoted(x); v = first_of_range(v, 3, 4); switch (v) {
 *     case 3 ... 4: f();   ->   case 3: f();
 *     case 7: g();              case 7: g();
 *     }                         }} */
#ifndef AMPCC_SWITCH_H
#define AMPCC_SWITCH_H

#include <type_traits>

namespace Concurrency {
namespace details {

/* The condition of a switch with the type that cases are compared in: after contextual conversion of a class,
 * and integral promotion ([stmt.switch]). */
__host__ __device__ constexpr int promoted(int v) { return v; }
__host__ __device__ constexpr unsigned promoted(unsigned v) { return v; }
__host__ __device__ constexpr long promoted(long v) { return v; }
__host__ __device__ constexpr unsigned long promoted(unsigned long v) { return v; }
__host__ __device__ constexpr long long promoted(long long v) { return v; }
__host__ __device__ constexpr unsigned long long promoted(unsigned long long v) { return v; }
template <typename E> /* scoped enumerations are not promoted */
__host__ __device__ constexpr typename std::enable_if<
	std::is_enum<E>::value && !std::is_convertible<E, int>::value, E>::type
promoted(E v) {
	return v;
}

/* Returns the first value of a range that contains v; v if it does not. Computed modulo 2^N, as cases are
 * converted to the condition's type, which is correct for signed and unsigned types. */
template <typename T, typename First, typename Last>
__host__ __device__ constexpr T first_of_range(T v, First first, Last last) {
	using number = typename std::conditional<sizeof(T) == 8, unsigned long long, unsigned>::type;
	return static_cast<number>(v) - static_cast<number>(first) <=
	                       static_cast<number>(last) - static_cast<number>(first)
	               ? static_cast<T>(first)
	               : v;
}

template <typename First>
__host__ __device__ First an_empty_range_of_cases() {
	return First();
}

/* The case that replaces a range whose bounds depend on template parameters. For an empty range, this is not
 * a constant expression. */
template <typename First, typename Last>
__host__ __device__ constexpr First first_case(First first, Last last) {
	return first <= last ? first : an_empty_range_of_cases<First>();
}

} // namespace details
} // namespace Concurrency

#endif
