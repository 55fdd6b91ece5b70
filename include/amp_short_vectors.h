/* C++ AMP's short vectors (specification 1.2, chapter 10.2 and 10.3): norm, unorm, and vectors of 2 to 4 int,
 * uint, float, double, norm or unorm, with swizzles as members: v.xy = u.zx. */
#ifndef AMPCC_SHORT_VECTORS_H
#define AMPCC_SHORT_VECTORS_H

#include <cstddef>
#include <cstdint>
#include <type_traits>

#define UNORM_ZERO ((::Concurrency::graphics::unorm)0.0f)
#define UNORM_MIN ((::Concurrency::graphics::unorm)0.0f)
#define UNORM_MAX ((::Concurrency::graphics::unorm)1.0f)
#define NORM_ZERO ((::Concurrency::graphics::norm)0.0f)
#define NORM_MIN ((::Concurrency::graphics::norm)-1.0f)
#define NORM_MAX ((::Concurrency::graphics::norm)1.0f)

#if !defined(__AMPCC_FLAT__) /* see <amp.h> */

#include <amp/config.h>
#include <amp/short_vectors_impl.h>

namespace Concurrency {
namespace graphics {

/* Maps a scalar type and a size to the vector type, and back. */
template <typename Scalar, int Size> struct short_vector {};
template <typename T> struct short_vector_traits {};

#define AMP_SHORT_VECTORS(scalar) \
	typedef Concurrency::details::short_vector<scalar, 2> scalar##_2; \
	typedef Concurrency::details::short_vector<scalar, 3> scalar##_3; \
	typedef Concurrency::details::short_vector<scalar, 4> scalar##_4; \
	template <> struct short_vector<scalar, 1> { typedef scalar type; }; \
	template <> struct short_vector<scalar, 2> { typedef scalar##_2 type; }; \
	template <> struct short_vector<scalar, 3> { typedef scalar##_3 type; }; \
	template <> struct short_vector<scalar, 4> { typedef scalar##_4 type; }; \
	template <> struct short_vector_traits<scalar> { \
		typedef scalar value_type; \
		static const int size = 1; \
	};
AMP_SHORT_VECTORS(int)
AMP_SHORT_VECTORS(uint)
AMP_SHORT_VECTORS(float)
AMP_SHORT_VECTORS(double)
AMP_SHORT_VECTORS(norm)
AMP_SHORT_VECTORS(unorm)
#undef AMP_SHORT_VECTORS

template <typename T, int N> struct short_vector_traits<Concurrency::details::short_vector<T, N>> {
	typedef T value_type;
	static const int size = N;
};

/* HLSL's names for the vectors. */
namespace direct3d {
#define AMP_SHORT_VECTORS(scalar) \
	typedef graphics::scalar##_2 scalar##2; \
	typedef graphics::scalar##_3 scalar##3; \
	typedef graphics::scalar##_4 scalar##4;
AMP_SHORT_VECTORS(int)
AMP_SHORT_VECTORS(uint)
AMP_SHORT_VECTORS(float)
AMP_SHORT_VECTORS(double)
AMP_SHORT_VECTORS(norm)
AMP_SHORT_VECTORS(unorm)
#undef AMP_SHORT_VECTORS
} // namespace direct3d

} // namespace graphics
} // namespace Concurrency

#endif
#endif
