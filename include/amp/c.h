/* C AMP: <amp.h> for C programs.
 *
 *     amp_array_view(float, 1) sum = amp_view(data, n);
 *     amp_parallel_for_each(sum.extent, ^(amp_index1 at) restrict(amp) {
 *         amp_at(sum, at) *= 2;
 *     });
 *     amp_release(sum);
 *
 * Dimensions are called i, j and k, from the most significant one on. Every call that can fail calls the
 * error handler (amp_set_error_handler) and then returns the status; a call that returns something else
 * returns an empty one. Macros may evaluate their view argument more than once.
 *
 * ampcc preprocesses a program without the macros below, so that its text keeps their uses. It then parses
 * the program with one set of definitions, and leaves another one to the host compiler, for which kernels
 * have become functions. */
#ifndef AMPCC_C_H
#define AMPCC_C_H

#if !defined(__STDC_VERSION__) || __STDC_VERSION__ < 199901L
#error "<amp.h> is for C99 and later: no -ansi, no -std=c90"
#endif

#include <amp/runtime.h>

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#if defined(__AMPCC__) && !defined(__AMPCC_PARSE__)

/* Words of C that are macros stay in the program's text, too: each compiler has its own definitions. */
#undef NULL
#undef bool
#undef true
#undef false
#undef fpclassify
#undef isfinite
#undef isinf
#undef isnan
#undef isnormal
#undef signbit
#undef HUGE_VAL
#undef HUGE_VALF
#undef INFINITY
#undef NAN

#else

/* ---- Indices and extents ----------------------------------------------- */

typedef struct amp_index1 {
	int i;
} amp_index1;
typedef struct amp_index2 {
	int i, j;
} amp_index2;
typedef struct amp_index3 {
	int i, j, k;
} amp_index3;

typedef struct amp_extent1 {
	int i;
} amp_extent1;
typedef struct amp_extent2 {
	int i, j;
} amp_extent2;
typedef struct amp_extent3 {
	int i, j, k;
} amp_extent3;

/* An extent divided into tiles: amp_tile(). */
typedef struct amp_tiled_extent1 {
	amp_extent1 extent, tile;
} amp_tiled_extent1;
typedef struct amp_tiled_extent2 {
	amp_extent2 extent, tile;
} amp_tiled_extent2;
typedef struct amp_tiled_extent3 {
	amp_extent3 extent, tile;
} amp_tiled_extent3;

/* The barrier that a tile's threads wait at. */
typedef struct amp_tile_barrier {
	char unused;
} amp_tile_barrier;

/* A thread's position: in the domain, in its tile, its tile's position among the tiles, and the position of
 * its tile's first thread in the domain. */
typedef struct amp_tiled_index1 {
	amp_index1 global, local, tile, tile_origin;
	amp_extent1 tile_extent;
	amp_tile_barrier barrier;
} amp_tiled_index1;
typedef struct amp_tiled_index2 {
	amp_index2 global, local, tile, tile_origin;
	amp_extent2 tile_extent;
	amp_tile_barrier barrier;
} amp_tiled_index2;
typedef struct amp_tiled_index3 {
	amp_index3 global, local, tile, tile_origin;
	amp_extent3 tile_extent;
	amp_tile_barrier barrier;
} amp_tiled_index3;

/* ---- Arrays and views -------------------------------------------------- */

/* The types amp_array_view(T, N), amp_const_array_view(T, N) and amp_array(T, N). T is a single word: a
 * scalar type, or a type of the program declared by AMP_DECLARE_TYPE(T);. extent may be read anywhere; data
 * is set in kernels; stride is in elements. */
#define amp_array_view(T, N) AMP_TYPE_(amp_array_view, T, N)
#define amp_const_array_view(T, N) AMP_TYPE_(amp_const_array_view, T, N)
#define amp_array(T, N) AMP_TYPE_(amp_array, T, N)
/* T and N may be macros of the program. */
#define AMP_TYPE_(kind, T, N) kind##_##T##_##N

/* _Generic, which clang -std=c99 -pedantic warns of also in a header's macros. */
#if defined(__AMPCC_PARSE__) || defined(__TINYC__)
#define AMP_GENERIC_ _Generic
#else
#define AMP_GENERIC_ __extension__ _Generic
#endif

/* Annotations by which ampcc recognizes the types, under whatever name. */
#ifdef __AMPCC_PARSE__
#define AMP_VIEW_(kind, N) __attribute__((annotate("amp:" #kind " " #N)))
#else
#define AMP_VIEW_(kind, N)
#endif
#define AMP_DECLARE_CONTAINER_(kind, NAME, T, N) \
	typedef struct AMP_VIEW_(kind, N) NAME { \
		__extension__ union { \
			T *data; \
			amp_view_head head; \
		}; \
		amp_extent##N extent, stride; \
	} NAME
#define AMP_DECLARE_RANK_(T, NAME, N) \
	AMP_DECLARE_CONTAINER_(array_view, amp_array_view_##NAME##_##N, T, N); \
	AMP_DECLARE_CONTAINER_(const_array_view, amp_const_array_view_##NAME##_##N, const T, N); \
	AMP_DECLARE_CONTAINER_(array, amp_array_##NAME##_##N, T, N)
#define AMP_DECLARE_AS_(T, NAME) \
	AMP_DECLARE_RANK_(T, NAME, 1); \
	AMP_DECLARE_RANK_(T, NAME, 2); \
	AMP_DECLARE_RANK_(T, NAME, 3)
/* To be used once, before the first view of T: AMP_DECLARE_TYPE(particle); */
#define AMP_DECLARE_TYPE(T) AMP_DECLARE_AS_(T, T)

AMP_DECLARE_AS_(_Bool, _Bool);
AMP_DECLARE_AS_(char, char);
AMP_DECLARE_AS_(signed char, int8_t);
AMP_DECLARE_AS_(unsigned char, uint8_t);
AMP_DECLARE_AS_(short, short);
AMP_DECLARE_AS_(unsigned short, uint16_t);
AMP_DECLARE_AS_(int, int);
AMP_DECLARE_AS_(unsigned, unsigned);
AMP_DECLARE_AS_(long, long);
AMP_DECLARE_AS_(unsigned long, size_t);
AMP_DECLARE_AS_(float, float);
AMP_DECLARE_AS_(double, double);

#define AMP_ALIAS_RANK_(OLD, NEW, N) \
	typedef amp_array_view_##OLD##_##N amp_array_view_##NEW##_##N; \
	typedef amp_const_array_view_##OLD##_##N amp_const_array_view_##NEW##_##N; \
	typedef amp_array_##OLD##_##N amp_array_##NEW##_##N
/* Declares the same types for another name of the element type. */
#define AMP_ALIAS_(OLD, NEW) \
	AMP_ALIAS_RANK_(OLD, NEW, 1); \
	AMP_ALIAS_RANK_(OLD, NEW, 2); \
	AMP_ALIAS_RANK_(OLD, NEW, 3)

/* bool may be a macro, which would be expanded if it were passed on to another macro. */
#define AMP_ALIAS_BOOL_(N) \
	typedef amp_array_view__Bool_##N amp_array_view_bool_##N; \
	typedef amp_const_array_view__Bool_##N amp_const_array_view_bool_##N; \
	typedef amp_array__Bool_##N amp_array_bool_##N
AMP_ALIAS_BOOL_(1);
AMP_ALIAS_BOOL_(2);
AMP_ALIAS_BOOL_(3);
AMP_ALIAS_(short, int16_t);
AMP_ALIAS_(int, int32_t);
AMP_ALIAS_(unsigned, uint32_t);
AMP_ALIAS_(long, int64_t);
AMP_ALIAS_(size_t, uint64_t);
AMP_ALIAS_(long, ptrdiff_t);

#ifdef __AMPCC_PARSE__
#define AMP_AMP_ __attribute__((annotate("amp:cpu amp:amp")))
#define AMP_INLINE_ AMP_AMP_ static inline

/* The functions of the C library that kernels may call. */
#define AMP_MATH1_(name) \
	double name(double) AMP_AMP_; \
	float name##f(float) AMP_AMP_;
#define AMP_MATH2_(name) \
	double name(double, double) AMP_AMP_; \
	float name##f(float, float) AMP_AMP_;
AMP_MATH1_(acos) AMP_MATH1_(acosh) AMP_MATH1_(asin) AMP_MATH1_(asinh) AMP_MATH1_(atan)
AMP_MATH1_(atanh) AMP_MATH1_(cbrt) AMP_MATH1_(ceil) AMP_MATH1_(cos) AMP_MATH1_(cosh)
AMP_MATH1_(erf) AMP_MATH1_(erfc) AMP_MATH1_(exp) AMP_MATH1_(exp2) AMP_MATH1_(expm1)
AMP_MATH1_(fabs) AMP_MATH1_(floor) AMP_MATH1_(log) AMP_MATH1_(log10) AMP_MATH1_(log1p)
AMP_MATH1_(log2) AMP_MATH1_(logb) AMP_MATH1_(nearbyint) AMP_MATH1_(rint) AMP_MATH1_(round)
AMP_MATH1_(sin) AMP_MATH1_(sinh) AMP_MATH1_(sqrt) AMP_MATH1_(tan) AMP_MATH1_(tanh)
AMP_MATH1_(tgamma) AMP_MATH1_(trunc)
AMP_MATH2_(atan2) AMP_MATH2_(copysign) AMP_MATH2_(fdim) AMP_MATH2_(fmax) AMP_MATH2_(fmin)
AMP_MATH2_(fmod) AMP_MATH2_(hypot) AMP_MATH2_(nextafter) AMP_MATH2_(pow)
AMP_MATH2_(remainder)
/* Declares the functions of one type, whose suffix is f. */
#define AMP_MATH_OTHERS_(T, f) \
	T fma##f(T, T, T) AMP_AMP_; \
	T frexp##f(T, int *) AMP_AMP_; \
	int ilogb##f(T) AMP_AMP_; \
	T ldexp##f(T, int) AMP_AMP_; \
	T lgamma##f(T) AMP_AMP_; \
	long long llrint##f(T) AMP_AMP_; \
	long long llround##f(T) AMP_AMP_; \
	long lrint##f(T) AMP_AMP_; \
	long lround##f(T) AMP_AMP_; \
	T modf##f(T, T *) AMP_AMP_; \
	T remquo##f(T, T, int *) AMP_AMP_; \
	T scalbn##f(T, int) AMP_AMP_;
AMP_MATH_OTHERS_(double, )
AMP_MATH_OTHERS_(float, f)
int abs(int) AMP_AMP_;
long labs(long) AMP_AMP_;
long long llabs(long long) AMP_AMP_;
void *memcpy(void *, const void *, size_t) AMP_AMP_;
void *memset(void *, int, size_t) AMP_AMP_;
#else
#define AMP_INLINE_ static inline
#endif

#define AMP_RANK_(v) ((unsigned)(sizeof((v).extent) / sizeof(int)))
#define AMP_SIZE_(v) (sizeof(*(v).data))
/* Selects the macro for one, two or three arguments. */
#define AMP_PICK3_(a, b, c, name, ...) name

/* ---- Elements ---------------------------------------------------------- */

AMP_INLINE_ ptrdiff_t amp_at_1_(amp_extent1 stride, ptrdiff_t i)
{
	(void)stride;
	return i;
}
AMP_INLINE_ ptrdiff_t amp_at_2_(amp_extent2 stride, ptrdiff_t i, ptrdiff_t j)
{
	return i * stride.i + j;
}
AMP_INLINE_ ptrdiff_t amp_at_3_(amp_extent3 stride, ptrdiff_t i, ptrdiff_t j, ptrdiff_t k)
{
	return i * stride.i + j * stride.j + k;
}
AMP_INLINE_ ptrdiff_t amp_at_index1_(amp_extent1 stride, amp_index1 at)
{
	(void)stride;
	return at.i;
}
AMP_INLINE_ ptrdiff_t amp_at_index2_(amp_extent2 stride, amp_index2 at)
{
	return (ptrdiff_t)at.i * stride.i + at.j;
}
AMP_INLINE_ ptrdiff_t amp_at_index3_(amp_extent3 stride, amp_index3 at)
{
	return (ptrdiff_t)at.i * stride.i + (ptrdiff_t)at.j * stride.j + at.k;
}

AMP_API void amp_c_report_beyond(const char *file, int line, const char *container, int component,
                                 int extent, int dimension);
#if defined(AMP_ROBUST_ACCESS) && AMP_ROBUST_ACCESS > 1 && !defined(__AMPCC_PARSE__)
/* --amp-robust-access=report: accesses in a kernel, where the view has no buffer, are compared with the
 * extent. In a checked launch, an access beyond it makes the launch fail; the kernel continues. */
typedef struct amp_access_ {
	const char *container, *file;
	int line;
	bool in_kernel;
} amp_access_;
#define AMP_ACCESS_PLACE_(v) ((amp_access_){#v, __FILE__, __LINE__, !(v).head.buffer})

AMP_INLINE_ void amp_check_(amp_access_ place, ptrdiff_t component, int extent, int dimension)
{
	if (place.in_kernel && (component < 0 || component >= extent) && amp_cpu_is_checked())
		amp_c_report_beyond(place.file, place.line, place.container, (int)component, extent, dimension);
}
AMP_INLINE_ ptrdiff_t amp_checked_1_(amp_access_ place, amp_extent1 extent, amp_extent1 stride, ptrdiff_t i)
{
	amp_check_(place, i, extent.i, 0);
	return amp_at_1_(stride, i);
}
AMP_INLINE_ ptrdiff_t amp_checked_2_(amp_access_ place, amp_extent2 extent, amp_extent2 stride,
                                     ptrdiff_t i, ptrdiff_t j)
{
	amp_check_(place, i, extent.i, 0);
	amp_check_(place, j, extent.j, 1);
	return amp_at_2_(stride, i, j);
}
AMP_INLINE_ ptrdiff_t amp_checked_3_(amp_access_ place, amp_extent3 extent, amp_extent3 stride,
                                     ptrdiff_t i, ptrdiff_t j, ptrdiff_t k)
{
	amp_check_(place, i, extent.i, 0);
	amp_check_(place, j, extent.j, 1);
	amp_check_(place, k, extent.k, 2);
	return amp_at_3_(stride, i, j, k);
}
AMP_INLINE_ ptrdiff_t amp_checked_index1_(amp_access_ place, amp_extent1 extent, amp_extent1 stride,
                                          amp_index1 at)
{
	return amp_checked_1_(place, extent, stride, at.i);
}
AMP_INLINE_ ptrdiff_t amp_checked_index2_(amp_access_ place, amp_extent2 extent, amp_extent2 stride,
                                          amp_index2 at)
{
	return amp_checked_2_(place, extent, stride, at.i, at.j);
}
AMP_INLINE_ ptrdiff_t amp_checked_index3_(amp_access_ place, amp_extent3 extent, amp_extent3 stride,
                                          amp_index3 at)
{
	return amp_checked_3_(place, extent, stride, at.i, at.j, at.k);
}
#define AMP_OFFSET1_(v, at) \
	AMP_GENERIC_((at), amp_index1: amp_checked_index1_, amp_index2: amp_checked_index2_, \
	         amp_index3: amp_checked_index3_, default: amp_checked_1_) \
		(AMP_ACCESS_PLACE_(v), (v).extent, (v).stride, (at))
#define AMP_OFFSET2_(v, i, j) amp_checked_2_(AMP_ACCESS_PLACE_(v), (v).extent, (v).stride, (i), (j))
#define AMP_OFFSET3_(v, i, j, k) \
	amp_checked_3_(AMP_ACCESS_PLACE_(v), (v).extent, (v).stride, (i), (j), (k))
#else
#define AMP_OFFSET1_(v, at) \
	AMP_GENERIC_((at), amp_index1: amp_at_index1_, amp_index2: amp_at_index2_, \
	         amp_index3: amp_at_index3_, default: amp_at_1_)((v).stride, (at))
#define AMP_OFFSET2_(v, i, j) amp_at_2_((v).stride, (i), (j))
#define AMP_OFFSET3_(v, i, j, k) amp_at_3_((v).stride, (i), (j), (k))
#endif
#define AMP_OFFSET_(v, ...) \
	AMP_PICK3_(__VA_ARGS__, AMP_OFFSET3_, AMP_OFFSET2_, AMP_OFFSET1_, ~)(v, __VA_ARGS__)

#if defined(AMP_ROBUST_ACCESS) && !defined(__AMPCC_PARSE__)
#define amp_kernel_at(v, ...) \
	(*(__typeof__((v).data))amp_bounded_((v).head, AMP_SIZE_(v), AMP_OFFSET_(v, __VA_ARGS__)))
#else
#define amp_kernel_at(v, ...) ((v).data[AMP_OFFSET_(v, __VA_ARGS__)])
#endif

/* ---- Errors ------------------------------------------------------------ */

/* Returns a description such as "out of memory". */
AMP_API const char *amp_strerror(amp_status status);
/* An error handler is called with the status of a failed call and its message, amp_last_error(). The default
 * one prints the message and aborts. */
typedef void (*amp_error_handler)(amp_status status, const char *message);
/* Sets the handler of the process, and returns the previous one; NULL is the default one. */
AMP_API amp_error_handler amp_set_error_handler(amp_error_handler handler);
/* Calls the handler unless status is AMP_OK. Returns the status. */
AMP_API amp_status amp_report(amp_status status);

/* ---- What the macros below call ---------------------------------------- */

typedef struct amp_shape_ {
	int n, m, k; /* extents; 1 in unused dimensions */
} amp_shape_;

AMP_API amp_view_head amp_c_wrap(const void *data, size_t element_size, amp_shape_ shape);
AMP_API amp_view_head amp_c_create(amp_accelerator_view *home, amp_accelerator_view *associated,
                                   amp_access cpu_access, size_t element_size,
                                   amp_shape_ shape);
AMP_API void *amp_c_access(const void *view, unsigned rank, size_t element_size,
                           amp_access access);
AMP_API amp_status amp_c_release(void *view);
AMP_API amp_status amp_c_discard(const void *view, unsigned rank, size_t element_size);
AMP_API amp_status amp_c_refresh(const void *view, unsigned rank, size_t element_size);
AMP_API amp_status amp_c_synchronize(const void *view, unsigned rank, size_t element_size,
                                     amp_accelerator_view *to, amp_event **event);
AMP_API amp_status amp_c_copy(const void *src, unsigned src_rank, const void *dst,
                              unsigned dst_rank, size_t element_size, amp_event **event);
AMP_API amp_status amp_c_copy_in(const void *src, const void *dst, unsigned rank,
                                 size_t element_size, amp_event **event);
AMP_API amp_status amp_c_copy_out(const void *src, unsigned rank, size_t element_size, void *dst,
                                  amp_event **event);
AMP_API amp_view_head amp_c_section(const void *view, unsigned rank, size_t element_size,
                                    const int *origin, const int *extent);
AMP_API void amp_c_argument(amp_argument *out, const void *view, unsigned rank,
                            size_t element_size, size_t head_offset, amp_access access,
                            bool is_array);
AMP_API amp_status amp_c_launch(amp_accelerator_view *av, amp_kernel *kernel, const int *extent,
                                const int *tile, const void *image, amp_argument *arguments,
                                size_t n);
AMP_API void *amp_c_tile_static(const void *key, size_t size);
AMP_API int amp_c_atomic(int *p, int operation, int operand);
AMP_API bool amp_c_atomic_compare_exchange(int *p, int *expected, int desired);

/* Whether a pointer points to something writable. */
#define AMP_ACCESS_(pointer) \
	AMP_GENERIC_((0 ? (pointer) : (void *)1), void *: AMP_ACCESS_READ_WRITE, \
	         default: AMP_ACCESS_READ)

#ifdef __AMPCC_PARSE__
/* For ampcc's checks: only the types matter. */
void *amp_writable_(void *data);
int amp_same_(_Bool comparison);
extern struct amp_a_pointer_to_void_ {
	char unused;
} amp_untyped_;
#define AMP_TYPED_(p) \
	_Generic((p), void *: amp_untyped_, const void *: amp_untyped_, default: (p))
#define AMP_WRITABLE_(v) amp_writable_((v).data)
#define AMP_SAME_(p, q) amp_same_((p) == (q))
#define AMP_HEAD_(pointer, head_) .data = (pointer)
#else
#define AMP_TYPED_(p) (p)
#define AMP_WRITABLE_(v) ((void)0)
#define AMP_SAME_(p, q) ((void)0)
#define AMP_HEAD_(pointer, head_) .head = head_
#endif

/* ---- Making arrays and views ------------------------------------------- */

/* Initializers of arrays and views; (amp_array_view(float, 1))amp_view(p, n) is an expression. All except
 * sections and projections must be ended with amp_release(). */

#define AMP_SHAPE1_(n) ((amp_shape_){(n), 1, 1})
#define AMP_SHAPE2_(n, m) ((amp_shape_){(n), (m), 1})
#define AMP_SHAPE3_(n, m, k) ((amp_shape_){(n), (m), (k)})
#define AMP_SHAPE_(...) \
	AMP_PICK3_(__VA_ARGS__, AMP_SHAPE3_, AMP_SHAPE2_, AMP_SHAPE1_, ~)(__VA_ARGS__)
#ifdef __AMPCC_PARSE__
amp_extent1 amp_shape_1_(int n);
amp_extent2 amp_shape_2_(int n, int m);
amp_extent3 amp_shape_3_(int n, int m, int k);
amp_extent1 amp_as_1_(int n) AMP_AMP_;
amp_extent2 amp_as_2_(int n, int m) AMP_AMP_;
amp_extent3 amp_as_3_(int n, int m, int k) AMP_AMP_;
#define AMP_DENSE1_(n) .extent = amp_shape_1_(n)
#define AMP_DENSE2_(n, m) .extent = amp_shape_2_((n), (m))
#define AMP_DENSE3_(n, m, k) .extent = amp_shape_3_((n), (m), (k))
#else
#define AMP_DENSE1_(n) .extent = {(n)}, .stride = {1}
#define AMP_DENSE2_(n, m) .extent = {(n), (m)}, .stride = {(m), 1}
#define AMP_DENSE3_(n, m, k) .extent = {(n), (m), (k)}, .stride = {(m) * (k), (k), 1}
#endif
#define AMP_DENSE_(...) \
	AMP_PICK3_(__VA_ARGS__, AMP_DENSE3_, AMP_DENSE2_, AMP_DENSE1_, ~)(__VA_ARGS__)

/* A view of n (times m times k) elements of host memory, which must live until amp_release(). */
#define amp_view(p, ...) \
	{AMP_HEAD_(AMP_TYPED_(p), amp_c_wrap((p), sizeof(*(p)), AMP_SHAPE_(__VA_ARGS__))), \
	 AMP_DENSE_(__VA_ARGS__)}
/* A view without a source: its elements live where they are used. */
#define amp_new_view(T, ...) \
	{AMP_HEAD_((T *)0, amp_c_create(NULL, NULL, AMP_ACCESS_AUTO, sizeof(T), \
	                                AMP_SHAPE_(__VA_ARGS__))), \
	 AMP_DENSE_(__VA_ARGS__)}
/* An array on the default accelerator, or on an accelerator view. */
#define amp_new_array(T, ...) \
	{AMP_HEAD_((T *)0, amp_c_create(amp_default_view(), NULL, AMP_ACCESS_AUTO, sizeof(T), \
	                                AMP_SHAPE_(__VA_ARGS__))), \
	 AMP_DENSE_(__VA_ARGS__)}
#define amp_new_array_on(av, T, ...) \
	{AMP_HEAD_((T *)0, amp_c_create((av), NULL, AMP_ACCESS_AUTO, sizeof(T), \
	                                AMP_SHAPE_(__VA_ARGS__))), \
	 AMP_DENSE_(__VA_ARGS__)}
/* An array on an accelerator view, with the access that the CPU has to it by amp_at() if the accelerator
 * shares memory with the CPU. */
#define amp_new_shared_array(av, cpu_access, T, ...) \
	{AMP_HEAD_((T *)0, amp_c_create((av), NULL, (cpu_access), sizeof(T), \
	                                AMP_SHAPE_(__VA_ARGS__))), \
	 AMP_DENSE_(__VA_ARGS__)}
/* A staging array: in host memory, fast to copy to and from an accelerator view. */
#define amp_new_staging_array(associated, T, ...) \
	{AMP_HEAD_((T *)0, amp_c_create(amp_c_host_view(), (associated), AMP_ACCESS_AUTO, sizeof(T), \
	                                AMP_SHAPE_(__VA_ARGS__))), \
	 AMP_DENSE_(__VA_ARGS__)}
AMP_API amp_accelerator_view *amp_c_host_view(void); /* borrowed */

/* A view of a whole array, or a const view of an array or view. */
#define amp_view_of(v) {AMP_HEAD_((v).data, (v).head), .extent = (v).extent, .stride = (v).stride}

AMP_API amp_view_head amp_c_bad_section(void);

/* Returns a head with its origin moved by some elements. In a kernel, a view that begins beyond its buffer
 * has no elements. */
AMP_INLINE_ amp_view_head amp_moved_(amp_view_head head, ptrdiff_t elements, size_t element_size)
{
	const ptrdiff_t bytes = elements * (ptrdiff_t)element_size;

	if (head.buffer) {
		head.offset += (size_t)bytes;
		return head;
	}
	head.data = (char *)head.data + bytes;
	if (head.offset) {
		const unsigned count = AMP_BOUNDS_COUNT(head.offset);
		const size_t at = AMP_BOUNDS_BEFORE(head.offset) + (size_t)elements;

		head.offset = at <= count ? AMP_BOUNDS(at, count) : AMP_BOUNDS(0, 0);
	}
	return head;
}
/* Whether [i, i + n) is within [0, size). */
AMP_INLINE_ bool amp_within_(int i, int n, int size)
{
	return i >= 0 && n > 0 && n <= size && i <= size - n;
}
AMP_INLINE_ amp_view_head amp_section_1_(amp_view_head head, size_t element_size, amp_extent1 of,
                                         amp_extent1 stride, amp_index1 at, amp_extent1 size)
{
	if (!amp_within_(at.i, size.i, of.i))
		return amp_c_bad_section();
	return amp_moved_(head, amp_at_index1_(stride, at), element_size);
}
AMP_INLINE_ amp_view_head amp_section_2_(amp_view_head head, size_t element_size, amp_extent2 of,
                                         amp_extent2 stride, amp_index2 at, amp_extent2 size)
{
	if (!amp_within_(at.i, size.i, of.i) || !amp_within_(at.j, size.j, of.j))
		return amp_c_bad_section();
	return amp_moved_(head, amp_at_index2_(stride, at), element_size);
}
AMP_INLINE_ amp_view_head amp_section_3_(amp_view_head head, size_t element_size, amp_extent3 of,
                                         amp_extent3 stride, amp_index3 at, amp_extent3 size)
{
	if (!amp_within_(at.i, size.i, of.i) || !amp_within_(at.j, size.j, of.j) ||
	    !amp_within_(at.k, size.k, of.k))
		return amp_c_bad_section();
	return amp_moved_(head, amp_at_index3_(stride, at), element_size);
}
AMP_INLINE_ amp_extent1 amp_sectioned_1_(amp_extent1 of, amp_index1 at, amp_extent1 size)
{
	(void)of, (void)at;
	return size;
}
AMP_INLINE_ amp_extent2 amp_sectioned_2_(amp_extent2 of, amp_index2 at, amp_extent2 size)
{
	(void)of, (void)at;
	return size;
}
AMP_INLINE_ amp_extent3 amp_sectioned_3_(amp_extent3 of, amp_index3 at, amp_extent3 size)
{
	(void)of, (void)at;
	return size;
}
AMP_INLINE_ amp_extent1 amp_projected_2_(amp_extent2 of)
{
	const amp_extent1 size = {of.j};
	return size;
}
AMP_INLINE_ amp_extent2 amp_projected_3_(amp_extent3 of)
{
	const amp_extent2 size = {of.j, of.k};
	return size;
}
AMP_INLINE_ amp_view_head amp_reshaped_(amp_view_head head, amp_extent1 of, amp_shape_ shape)
{
	if (shape.n <= 0 || shape.m <= 0 || shape.k <= 0 ||
	    (long)shape.n * shape.m * shape.k > of.i)
		return amp_c_bad_section();
	return head;
}

#define AMP_SECTION_(N, v, at, size) \
	{AMP_HEAD_((v).data, amp_section_##N##_((v).head, AMP_SIZE_(v), (v).extent, (v).stride, at, size)), \
	 .extent = amp_sectioned_##N##_((v).extent, at, size), .stride = (v).stride}
#define AMP_SECTION2_(v, at, size) \
	{AMP_HEAD_((v).data, \
	           AMP_GENERIC_((at), amp_index1: amp_section_1_, amp_index2: amp_section_2_, \
	                    amp_index3: amp_section_3_)((v).head, AMP_SIZE_(v), (v).extent, (v).stride, at, size)), \
	 .extent = AMP_GENERIC_((at), amp_index1: amp_sectioned_1_, amp_index2: amp_sectioned_2_, \
	                    amp_index3: amp_sectioned_3_)((v).extent, at, size), \
	 .stride = (v).stride}
#define AMP_SECTION1_(v, i, n) \
	AMP_SECTION_(1, v, ((amp_index1){(i)}), ((amp_extent1){(n)}))
#define AMP_SECTION4_(v, i, j, n, m) \
	AMP_SECTION_(2, v, ((amp_index2){(i), (j)}), ((amp_extent2){(n), (m)}))
#define AMP_SECTION6_(v, i, j, k, n, m, l) \
	AMP_SECTION_(3, v, ((amp_index3){(i), (j), (k)}), ((amp_extent3){(n), (m), (l)}))
#define AMP_SECTION_BAD_(v, ...) {AMP_HEAD_(amp_section_of_another_rank_, amp_section_of_another_rank_)}
#define AMP_PICK6_(a, b, c, d, e, f, name, ...) name
/* Initializers of views of a part of a view. amp_section(v, i, n), (v, i, j, n, m), (v, i, j, k, n, m, l): a
 * box. The others: everything from an index on; everything within an extent; the elements with one i, with
 * one dimension less; and a view of rank 1 with more dimensions. They hold no reference: the view that they
 * are part of must be released, after them. */
#define amp_section(v, ...) \
	AMP_PICK6_(__VA_ARGS__, AMP_SECTION6_, AMP_SECTION_BAD_, AMP_SECTION4_, AMP_SECTION_BAD_, \
	           AMP_SECTION1_, AMP_SECTION_BAD_, ~)(v, __VA_ARGS__)
#define amp_section_at(v, index, extent) AMP_SECTION2_(v, index, extent)
#define amp_project(v, i_) \
	{AMP_HEAD_((v).data, amp_moved_((v).head, (ptrdiff_t)(i_) * (v).stride.i, AMP_SIZE_(v))), \
	 .extent = AMP_GENERIC_((v).extent, amp_extent2: amp_projected_2_, \
	                    amp_extent3: amp_projected_3_)((v).extent), \
	 .stride = AMP_GENERIC_((v).stride, amp_extent2: amp_projected_2_, \
	                    amp_extent3: amp_projected_3_)((v).stride)}
#ifdef __AMPCC_PARSE__
#define amp_view_as(v, ...) \
	{.data = (amp_at_1_((v).extent, 0), (v).data), \
	 .extent = AMP_PICK3_(__VA_ARGS__, amp_as_3_, amp_as_2_, amp_as_1_, ~)(__VA_ARGS__)}
#else
#define amp_view_as(v, ...) \
	{.head = amp_reshaped_((v).head, (v).extent, AMP_SHAPE_(__VA_ARGS__)), \
	 AMP_DENSE_(__VA_ARGS__)}
#endif

/* ---- Using them on the host -------------------------------------------- */

#ifdef __AMPCC_PARSE__
#define amp_at(v, ...) amp_kernel_at(v, __VA_ARGS__)
#else
AMP_INLINE_ void *amp_host_(const void *view, unsigned rank, size_t element_size,
                            amp_access access)
{
	amp_view_head head;

	memcpy(&head, view, sizeof(head));
	if (!head.buffer)
		return head.data;
#if defined(__GNUC__) && !defined(__TINYC__)
	const unsigned needed = access == AMP_ACCESS_READ ? AMP_HOST_CURRENT
	                                                  : AMP_HOST_CURRENT | AMP_HOST_EXCLUSIVE;

	if ((__atomic_load_n(&head.buffer->host_state, __ATOMIC_ACQUIRE) & needed) == needed)
		return head.buffer->host + head.offset;
#endif
	return amp_c_access(view, rank, element_size, access);
}
#ifdef AMP_ROBUST_ACCESS
/* --amp-robust-access: zeroed bytes of this thread, for accesses beyond a buffer. Their key is no address of
 * the program. */
AMP_INLINE_ void *amp_beyond_(size_t size)
{
	return memset(amp_c_tile_static((const void *)size, size), 0, size);
}
/* Returns the address of an element in a kernel, or in a function that may be called in one. */
AMP_INLINE_ void *amp_bounded_(amp_view_head head, size_t size, ptrdiff_t at)
{
	if (AMP_BOUNDS_BEFORE(head.offset) + (size_t)at >= AMP_BOUNDS_COUNT(head.offset) && head.offset)
		return amp_beyond_(size);
	return (char *)head.data + at * (ptrdiff_t)size;
}
AMP_INLINE_ void *amp_host_bounded_(const void *view, unsigned rank, size_t size, amp_access access,
                                    ptrdiff_t at)
{
	amp_view_head head;

	memcpy(&head, view, sizeof(head));
	if (!head.buffer)
		return amp_bounded_(head, size, at);
	return (char *)amp_host_(view, rank, size, access) + at * (ptrdiff_t)size;
}
#endif
/* The element as an lvalue: amp_at(v, at) with an index, amp_at(v, i), amp_at(v, i, j), amp_at(v, i, j, k).
 * On the host, it first brings back data that changed on an accelerator. */
#ifdef AMP_ROBUST_ACCESS
#define amp_at(v, ...) \
	(*(__typeof__((v).data))amp_host_bounded_(&(v), AMP_RANK_(v), AMP_SIZE_(v), AMP_ACCESS_((v).data), \
	                                          AMP_OFFSET_(v, __VA_ARGS__)))
#else
#define amp_at(v, ...) \
	(((__typeof__((v).data))amp_host_(&(v), AMP_RANK_(v), AMP_SIZE_(v), AMP_ACCESS_((v).data)))[ \
		AMP_OFFSET_(v, __VA_ARGS__)])
#endif
#endif

/* Ends an array or view, and brings the current data to its source. */
#define amp_release(v) amp_c_release(((void)(v).extent, &(v)))
/* Discards the elements: they will not be moved to where they are written next. */
#define amp_discard(v) (AMP_WRITABLE_(v), amp_c_discard(&(v), AMP_RANK_(v), AMP_SIZE_(v)))
/* To be called after the memory under the view was changed other than through a view. */
#define amp_refresh(v) amp_c_refresh(&(v), AMP_RANK_(v), AMP_SIZE_(v))
/* Brings the current data to the source or to an accelerator view. _async sets *event, to be waited for and
 * released with amp_event_unref(). */
#define amp_synchronize(v) amp_c_synchronize(&(v), AMP_RANK_(v), AMP_SIZE_(v), NULL, NULL)
#define amp_synchronize_async(v, event) \
	amp_c_synchronize(&(v), AMP_RANK_(v), AMP_SIZE_(v), NULL, (event))
#define amp_synchronize_to(v, av) amp_c_synchronize(&(v), AMP_RANK_(v), AMP_SIZE_(v), (av), NULL)
/* Copies between arrays and views of the same element type and size, and from and to plain memory. */
#define amp_copy(src, dst) \
	(AMP_SAME_((src).data, (dst).data), AMP_WRITABLE_(dst), \
	 amp_c_copy(&(src), AMP_RANK_(src), &(dst), AMP_RANK_(dst), AMP_SIZE_(src), NULL))
#define amp_copy_async(src, dst, event) \
	(AMP_SAME_((src).data, (dst).data), AMP_WRITABLE_(dst), \
	 amp_c_copy(&(src), AMP_RANK_(src), &(dst), AMP_RANK_(dst), AMP_SIZE_(src), (event)))
#define amp_copy_in(p, dst) \
	(AMP_SAME_((p), (dst).data), AMP_WRITABLE_(dst), \
	 amp_c_copy_in((p), &(dst), AMP_RANK_(dst), AMP_SIZE_(dst), NULL))
#define amp_copy_out(src, p) \
	(AMP_SAME_((src).data, (p)), \
	 amp_c_copy_out(&(src), AMP_RANK_(src), AMP_SIZE_(src), (p), NULL))

#ifndef __AMPCC_PARSE__
/* The runtime's own calls report errors to the handler, too. */
#define amp_accelerator_view_create(a, mode, out) \
	amp_report((amp_accelerator_view_create)((a), (mode), (out)))
#define amp_accelerator_view_flush(v) amp_report((amp_accelerator_view_flush)(v))
#define amp_accelerator_view_wait(v) amp_report((amp_accelerator_view_wait)(v))
#define amp_accelerator_view_marker(v, out) amp_report((amp_accelerator_view_marker)((v), (out)))
#define amp_event_wait(e) amp_report((amp_event_wait)(e))
#endif

/* ---- Tiles -------------------------------------------------------------- */

AMP_INLINE_ amp_tiled_extent1 amp_tile_1_(amp_extent1 extent, int i)
{
	const amp_tiled_extent1 t = {extent, {i}};
	return t;
}
AMP_INLINE_ amp_tiled_extent2 amp_tile_2_(amp_extent2 extent, int i, int j)
{
	const amp_tiled_extent2 t = {extent, {i, j}};
	return t;
}
AMP_INLINE_ amp_tiled_extent3 amp_tile_3_(amp_extent3 extent, int i, int j, int k)
{
	const amp_tiled_extent3 t = {extent, {i, j, k}};
	return t;
}
/* Divides an extent into tiles with this many threads in each dimension. */
#define amp_tile(extent, ...) \
	AMP_PICK3_(__VA_ARGS__, amp_tile_3_, amp_tile_2_, amp_tile_1_, ~)((extent), __VA_ARGS__)

AMP_INLINE_ int amp_padded_(int n, int tile)
{
	return (n + tile - 1) / tile * tile;
}
AMP_INLINE_ amp_tiled_extent1 amp_pad_1_(amp_tiled_extent1 t)
{
	t.extent.i = amp_padded_(t.extent.i, t.tile.i);
	return t;
}
AMP_INLINE_ amp_tiled_extent2 amp_pad_2_(amp_tiled_extent2 t)
{
	t.extent.i = amp_padded_(t.extent.i, t.tile.i);
	t.extent.j = amp_padded_(t.extent.j, t.tile.j);
	return t;
}
AMP_INLINE_ amp_tiled_extent3 amp_pad_3_(amp_tiled_extent3 t)
{
	t.extent.i = amp_padded_(t.extent.i, t.tile.i);
	t.extent.j = amp_padded_(t.extent.j, t.tile.j);
	t.extent.k = amp_padded_(t.extent.k, t.tile.k);
	return t;
}
AMP_INLINE_ amp_tiled_extent1 amp_truncate_1_(amp_tiled_extent1 t)
{
	t.extent.i -= t.extent.i % t.tile.i;
	return t;
}
AMP_INLINE_ amp_tiled_extent2 amp_truncate_2_(amp_tiled_extent2 t)
{
	t.extent.i -= t.extent.i % t.tile.i;
	t.extent.j -= t.extent.j % t.tile.j;
	return t;
}
AMP_INLINE_ amp_tiled_extent3 amp_truncate_3_(amp_tiled_extent3 t)
{
	t.extent.i -= t.extent.i % t.tile.i;
	t.extent.j -= t.extent.j % t.tile.j;
	t.extent.k -= t.extent.k % t.tile.k;
	return t;
}
/* Round an extent up or down to a whole number of tiles. */
#define amp_pad(t) \
	AMP_GENERIC_((t), amp_tiled_extent1: amp_pad_1_, amp_tiled_extent2: amp_pad_2_, \
	         amp_tiled_extent3: amp_pad_3_)(t)
#define amp_truncate(t) \
	AMP_GENERIC_((t), amp_tiled_extent1: amp_truncate_1_, amp_tiled_extent2: amp_truncate_2_, \
	         amp_tiled_extent3: amp_truncate_3_)(t)

/* ---- In kernels --------------------------------------------------------- */

/* Waits for the tile's threads; the longer names specify the memory whose writes the others then see. */
AMP_INLINE_ void amp_barrier_wait(amp_tile_barrier barrier)
{
	(void)barrier;
	amp_cpu_barrier();
}
AMP_INLINE_ void amp_barrier_wait_with_all_memory_fence(amp_tile_barrier barrier)
{
	amp_barrier_wait(barrier);
}
AMP_INLINE_ void amp_barrier_wait_with_global_memory_fence(amp_tile_barrier barrier)
{
	amp_barrier_wait(barrier);
}
AMP_INLINE_ void amp_barrier_wait_with_tile_static_memory_fence(amp_tile_barrier barrier)
{
	amp_barrier_wait(barrier);
}

/* Order memory accesses, without waiting for other threads. */
AMP_INLINE_ void amp_all_memory_fence(amp_tile_barrier barrier)
{
	(void)barrier;
#if defined(__GNUC__) && !defined(__TINYC__)
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
#endif
}
AMP_INLINE_ void amp_global_memory_fence(amp_tile_barrier barrier)
{
	amp_all_memory_fence(barrier);
}
AMP_INLINE_ void amp_tile_static_memory_fence(amp_tile_barrier barrier)
{
	amp_all_memory_fence(barrier);
}

enum {
	AMP_ATOMIC_ADD_,
	AMP_ATOMIC_AND_,
	AMP_ATOMIC_OR_,
	AMP_ATOMIC_XOR_,
	AMP_ATOMIC_EXCHANGE_,
	AMP_ATOMIC_MIN_,
	AMP_ATOMIC_MAX_,
	AMP_ATOMIC_UMIN_,
	AMP_ATOMIC_UMAX_,
};

#if defined(__GNUC__) && !defined(__TINYC__)
AMP_INLINE_ bool amp_atomic_compare_int_(int *p, int *expected, int desired)
{
	return __atomic_compare_exchange_n(p, expected, desired, 0, __ATOMIC_RELAXED,
	                                   __ATOMIC_RELAXED);
}
AMP_INLINE_ int amp_atomic_(int *p, int operation, int operand)
{
	switch (operation) {
	case AMP_ATOMIC_ADD_:
		return __atomic_fetch_add(p, operand, __ATOMIC_RELAXED);
	case AMP_ATOMIC_AND_:
		return __atomic_fetch_and(p, operand, __ATOMIC_RELAXED);
	case AMP_ATOMIC_OR_:
		return __atomic_fetch_or(p, operand, __ATOMIC_RELAXED);
	case AMP_ATOMIC_XOR_:
		return __atomic_fetch_xor(p, operand, __ATOMIC_RELAXED);
	case AMP_ATOMIC_EXCHANGE_:
		return __atomic_exchange_n(p, operand, __ATOMIC_RELAXED);
	default:
		return amp_c_atomic(p, operation, operand);
	}
}
#else
AMP_INLINE_ bool amp_atomic_compare_int_(int *p, int *expected, int desired)
{
	return amp_c_atomic_compare_exchange(p, expected, desired);
}
AMP_INLINE_ int amp_atomic_(int *p, int operation, int operand)
{
	return amp_c_atomic(p, operation, operand);
}
#endif

/* The same operations on tile_static variables on the CPU accelerator, where ampcc recognizes them. The
 * threads of a tile share one host thread, so no locked instructions are needed. For all that compilers know, the
 * asm modifies the object, so they do not combine accesses of several threads: the loop over the threads is marked as
 * having independent iterations. */
AMP_INLINE_ int amp_tile_atomic_(int *shared, int operation, int operand)
{
#if !defined(__TINYC__) /* which combines none */
	__asm__ volatile("" : "+m"(*shared));
#endif
	const int old = *shared;
	const unsigned a = (unsigned)old, b = (unsigned)operand;

	switch (operation) {
	case AMP_ATOMIC_ADD_:
		*shared = (int)(a + b);
		break;
	case AMP_ATOMIC_AND_:
		*shared = old & operand;
		break;
	case AMP_ATOMIC_OR_:
		*shared = old | operand;
		break;
	case AMP_ATOMIC_XOR_:
		*shared = old ^ operand;
		break;
	case AMP_ATOMIC_EXCHANGE_:
		*shared = operand;
		break;
	case AMP_ATOMIC_MIN_:
		*shared = operand < old ? operand : old;
		break;
	case AMP_ATOMIC_MAX_:
		*shared = operand > old ? operand : old;
		break;
	case AMP_ATOMIC_UMIN_:
		*shared = b < a ? operand : old;
		break;
	default:
		*shared = b > a ? operand : old;
		break;
	}
	return old;
}
AMP_INLINE_ bool amp_tile_atomic_compare_int_(int *p, int *expected, int desired)
{
	const int old = amp_tile_atomic_(p, AMP_ATOMIC_ADD_, 0);
	const bool same = old == *expected;

	if (same)
		amp_tile_atomic_(p, AMP_ATOMIC_EXCHANGE_, desired);
	*expected = old;
	return same;
}

#define AMP_ATOMIC_FETCH_(kind, name, signed_operation, unsigned_operation) \
	AMP_INLINE_ int amp_##kind##_##name##_int_(int *p, int operand) \
	{ \
		return amp_##kind##_(p, signed_operation, operand); \
	} \
	AMP_INLINE_ unsigned amp_##kind##_##name##_unsigned_(unsigned *p, unsigned operand) \
	{ \
		return (unsigned)amp_##kind##_((int *)p, unsigned_operation, (int)operand); \
	}
#define AMP_ATOMICS_(kind) \
	AMP_ATOMIC_FETCH_(kind, add, AMP_ATOMIC_ADD_, AMP_ATOMIC_ADD_) \
	AMP_ATOMIC_FETCH_(kind, and, AMP_ATOMIC_AND_, AMP_ATOMIC_AND_) \
	AMP_ATOMIC_FETCH_(kind, or, AMP_ATOMIC_OR_, AMP_ATOMIC_OR_) \
	AMP_ATOMIC_FETCH_(kind, xor, AMP_ATOMIC_XOR_, AMP_ATOMIC_XOR_) \
	AMP_ATOMIC_FETCH_(kind, exchange, AMP_ATOMIC_EXCHANGE_, AMP_ATOMIC_EXCHANGE_) \
	AMP_ATOMIC_FETCH_(kind, min, AMP_ATOMIC_MIN_, AMP_ATOMIC_UMIN_) \
	AMP_ATOMIC_FETCH_(kind, max, AMP_ATOMIC_MAX_, AMP_ATOMIC_UMAX_) \
	AMP_INLINE_ int amp_##kind##_sub_int_(int *p, int operand) \
	{ \
		return amp_##kind##_(p, AMP_ATOMIC_ADD_, (int)(0u - (unsigned)operand)); \
	} \
	AMP_INLINE_ unsigned amp_##kind##_sub_unsigned_(unsigned *p, unsigned operand) \
	{ \
		return amp_##kind##_add_unsigned_(p, 0u - operand); \
	} \
	AMP_INLINE_ bool amp_##kind##_compare_unsigned_(unsigned *p, unsigned *expected, \
	                                                unsigned desired) \
	{ \
		return amp_##kind##_compare_int_((int *)p, (int *)expected, (int)desired); \
	} \
	AMP_INLINE_ float amp_##kind##_exchange_float_(float *p, float operand) \
	{ \
		int bits; \
\
		memcpy(&bits, &operand, sizeof(bits)); \
		bits = amp_##kind##_((int *)(void *)p, AMP_ATOMIC_EXCHANGE_, bits); \
		memcpy(&operand, &bits, sizeof(bits)); \
		return operand; \
	} \
	AMP_INLINE_ float amp_##kind##_add_float_(float *p, float operand) \
	{ \
		int old = amp_##kind##_((int *)(void *)p, AMP_ATOMIC_ADD_, 0), new_bits; \
		float value, sum; \
\
		do { \
			memcpy(&value, &old, sizeof(value)); \
			sum = value + operand; \
			memcpy(&new_bits, &sum, sizeof(sum)); \
		} while (!amp_##kind##_compare_int_((int *)(void *)p, &old, new_bits)); \
		return value; \
	}
AMP_ATOMICS_(atomic)
AMP_ATOMICS_(tile_atomic)

#define AMP_ATOMIC_OF_(kind, name, p) \
	AMP_GENERIC_(*(p), int: amp_##kind##_##name##_int_, unsigned: amp_##kind##_##name##_unsigned_)
#define AMP_ATOMIC_OR_FLOAT_(kind, name, p) \
	AMP_GENERIC_(*(p), int: amp_##kind##_##name##_int_, unsigned: amp_##kind##_##name##_unsigned_, \
	         float: amp_##kind##_##name##_float_)
/* For int and unsigned; add and exchange also for float. Each returns the old value. */
#define amp_atomic_fetch_add(p, operand) AMP_ATOMIC_OR_FLOAT_(atomic, add, p)((p), (operand))
#define amp_atomic_fetch_sub(p, operand) AMP_ATOMIC_OF_(atomic, sub, p)((p), (operand))
#define amp_atomic_fetch_and(p, operand) AMP_ATOMIC_OF_(atomic, and, p)((p), (operand))
#define amp_atomic_fetch_or(p, operand) AMP_ATOMIC_OF_(atomic, or, p)((p), (operand))
#define amp_atomic_fetch_xor(p, operand) AMP_ATOMIC_OF_(atomic, xor, p)((p), (operand))
#define amp_atomic_fetch_min(p, operand) AMP_ATOMIC_OF_(atomic, min, p)((p), (operand))
#define amp_atomic_fetch_max(p, operand) AMP_ATOMIC_OF_(atomic, max, p)((p), (operand))
#define amp_atomic_fetch_inc(p) AMP_ATOMIC_OF_(atomic, add, p)((p), 1)
#define amp_atomic_fetch_dec(p) AMP_ATOMIC_OF_(atomic, sub, p)((p), 1)
#define amp_atomic_exchange(p, operand) AMP_ATOMIC_OR_FLOAT_(atomic, exchange, p)((p), (operand))
/* Sets *p to desired and returns true if it equals *expected; otherwise sets *expected to *p. */
#define amp_atomic_compare_exchange(p, expected, desired) \
	AMP_ATOMIC_OF_(atomic, compare, p)((p), (expected), (desired))

#define amp_tile_atomic_fetch_add(p, operand) \
	AMP_ATOMIC_OR_FLOAT_(tile_atomic, add, p)((p), (operand))
#define amp_tile_atomic_fetch_sub(p, operand) AMP_ATOMIC_OF_(tile_atomic, sub, p)((p), (operand))
#define amp_tile_atomic_fetch_and(p, operand) AMP_ATOMIC_OF_(tile_atomic, and, p)((p), (operand))
#define amp_tile_atomic_fetch_or(p, operand) AMP_ATOMIC_OF_(tile_atomic, or, p)((p), (operand))
#define amp_tile_atomic_fetch_xor(p, operand) AMP_ATOMIC_OF_(tile_atomic, xor, p)((p), (operand))
#define amp_tile_atomic_fetch_min(p, operand) AMP_ATOMIC_OF_(tile_atomic, min, p)((p), (operand))
#define amp_tile_atomic_fetch_max(p, operand) AMP_ATOMIC_OF_(tile_atomic, max, p)((p), (operand))
#define amp_tile_atomic_fetch_inc(p) AMP_ATOMIC_OF_(tile_atomic, add, p)((p), 1)
#define amp_tile_atomic_fetch_dec(p) AMP_ATOMIC_OF_(tile_atomic, sub, p)((p), 1)
#define amp_tile_atomic_exchange(p, operand) \
	AMP_ATOMIC_OR_FLOAT_(tile_atomic, exchange, p)((p), (operand))
#define amp_tile_atomic_compare_exchange(p, expected, desired) \
	AMP_ATOMIC_OF_(tile_atomic, compare, p)((p), (expected), (desired))

/* ---- Launches ------------------------------------------------------------ */

#ifdef __AMPCC_PARSE__
/* amp_parallel_for_each(domain, ^(amp_index2 at) restrict(amp) {…}) calls a block with each index of a
 * domain, which is an amp_extent or a tiled extent. With a restrict(amp) function,
 * amp_parallel_for_each(domain, function, …), the remaining arguments are passed after the index. _on takes
 * an accelerator view first. ampcc checks the arguments. */
#if defined(__STDC_VERSION__) && __STDC_VERSION__ > 201710L
amp_status amp_parallel_for_each(...);
amp_status amp_parallel_for_each_on(...);
#else
amp_status amp_parallel_for_each();
amp_status amp_parallel_for_each_on();
#endif
#else

/* What ampcc turns kernels into. */

/* Output of --amp-emit-cuda: amp_kernel.get_function (<amp/c_cuda.h>). */
int amp_c_get_function(const void *symbol, void **function);

#if defined(__TINYC__)
/* Other compilers emit this, too: the stack is not executable. */
__asm__(".section .note.GNU-stack,\"\",@progbits\n.byte 0\n.text");
#endif

/* Encloses the functions that run kernels: clang would warn about each loop in them that it cannot vectorize,
 * since a pragma requests it for all. */
#if defined(__clang__)
#define AMP_RUNNER_BEGIN_ \
	_Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Wpass-failed\"")
#define AMP_RUNNER_END_ _Pragma("clang diagnostic pop")
#else
#define AMP_RUNNER_BEGIN_
#define AMP_RUNNER_END_
#endif

#if defined(__clang__)
#define AMP_INDEPENDENT_ _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__GNUC__) && !defined(__TINYC__)
#define AMP_INDEPENDENT_ _Pragma("GCC ivdep")
#else
#define AMP_INDEPENDENT_
#endif

#if defined(__TINYC__)
#define AMP_TILE_STATIC_(type, name) \
	static const char name##_key; \
	type *const name = amp_c_tile_static(&name##_key, sizeof(type))
#else
#define AMP_TILE_STATIC_(type, name) \
	static __thread type name##_memory; \
	type *const name = &name##_memory
#endif

static inline amp_index1 amp_tile_index1_(const int *tile)
{
	const amp_index1 at = {tile[0]};
	return at;
}
static inline amp_index2 amp_tile_index2_(const int *tile)
{
	const amp_index2 at = {tile[0], tile[1]};
	return at;
}
static inline amp_index3 amp_tile_index3_(const int *tile)
{
	const amp_index3 at = {tile[0], tile[1], tile[2]};
	return at;
}
static inline amp_tiled_index1 amp_tiled_index1_(const amp_cpu_tile *tile, unsigned n,
                                                 amp_extent1 size)
{
	amp_tiled_index1 at = {{0}, {(int)n}, amp_tile_index1_(tile->tile), {0}, size, {0}};

	at.tile_origin.i = at.tile.i * size.i;
	at.global.i = at.tile_origin.i + at.local.i;
	return at;
}
static inline amp_tiled_index2 amp_tiled_index2_(const amp_cpu_tile *tile, unsigned n,
                                                 amp_extent2 size)
{
	const unsigned m = (unsigned)size.j;
	amp_tiled_index2 at = {{0, 0}, {(int)(n / m), (int)(n % m)}, amp_tile_index2_(tile->tile),
	                       {0, 0}, size, {0}};

	at.tile_origin.i = at.tile.i * size.i;
	at.tile_origin.j = at.tile.j * size.j;
	at.global.i = at.tile_origin.i + at.local.i;
	at.global.j = at.tile_origin.j + at.local.j;
	return at;
}
static inline amp_tiled_index3 amp_tiled_index3_(const amp_cpu_tile *tile, unsigned n,
                                                 amp_extent3 size)
{
	const unsigned m = (unsigned)size.j, k = (unsigned)size.k;
	amp_tiled_index3 at = {{0, 0, 0}, {(int)(n / k / m), (int)(n / k % m), (int)(n % k)},
	                       amp_tile_index3_(tile->tile), {0, 0, 0}, size, {0}};

	at.tile_origin.i = at.tile.i * size.i;
	at.tile_origin.j = at.tile.j * size.j;
	at.tile_origin.k = at.tile.k * size.k;
	at.global.i = at.tile_origin.i + at.local.i;
	at.global.j = at.tile_origin.j + at.local.j;
	at.global.k = at.tile_origin.k + at.local.k;
	return at;
}

/* ---- A tile as loops over its threads ------------------------------------ */

/* The macros that these loops use are defined differently for C++, in <amp/cpu_kernel.h>. Dimensions here are
 * those of a tile of rank 3; all threads of a tile of rank 1 are in the last one. */

#if defined(__GNUC__) && !defined(__TINYC__)
#define AMP_TILE_INLINE_ inline __attribute__((always_inline))
#else
#define AMP_TILE_INLINE_ inline
#endif

/* AMP_TILE_FIBERS, which the developers' tests define, selects fibers instead of the loops. */
#ifdef AMP_TILE_FIBERS
#define AMP_WANTS_FIBERS_ (getenv("AMP_TILE_FIBERS") != NULL)
#else
#define AMP_WANTS_FIBERS_ 0
#endif

typedef struct amp_tile_threads_ {
	int rank;
	int tile[3]; /* index of the tile */
	int size[3];
} amp_tile_threads_;

static AMP_TILE_INLINE_ amp_tile_threads_ amp_tile_threads1_(const amp_cpu_tile *t, amp_extent1 size)
{
	const amp_tile_threads_ threads = {1, {0, 0, t->tile[0]}, {1, 1, size.i}};
	return threads;
}
static AMP_TILE_INLINE_ amp_tile_threads_ amp_tile_threads2_(const amp_cpu_tile *t, amp_extent2 size)
{
	const amp_tile_threads_ threads = {2, {0, t->tile[0], t->tile[1]}, {1, size.i, size.j}};
	return threads;
}
static AMP_TILE_INLINE_ amp_tile_threads_ amp_tile_threads3_(const amp_cpu_tile *t, amp_extent3 size)
{
	const amp_tile_threads_ threads = {
		3, {t->tile[0], t->tile[1], t->tile[2]}, {size.i, size.j, size.k}};
	return threads;
}

static AMP_TILE_INLINE_ amp_tiled_index1 amp_tile_at1_(amp_tile_threads_ t, int z, int y, int x)
{
	const int i = t.tile[2] * t.size[2];
	const amp_tiled_index1 at = {{i + x}, {x}, {t.tile[2]}, {i}, {t.size[2]}, {0}};

	(void)z, (void)y;
	return at;
}
static AMP_TILE_INLINE_ amp_tiled_index2 amp_tile_at2_(amp_tile_threads_ t, int z, int y, int x)
{
	const int i = t.tile[1] * t.size[1], j = t.tile[2] * t.size[2];
	const amp_tiled_index2 at = {{i + y, j + x}, {y, x}, {t.tile[1], t.tile[2]}, {i, j},
	                             {t.size[1], t.size[2]}, {0}};

	(void)z;
	return at;
}
static AMP_TILE_INLINE_ amp_tiled_index3 amp_tile_at3_(amp_tile_threads_ t, int z, int y, int x)
{
	const int i = t.tile[0] * t.size[0], j = t.tile[1] * t.size[1], k = t.tile[2] * t.size[2];
	const amp_tiled_index3 at = {{i + z, j + y, k + x}, {z, y, x},
	                             {t.tile[0], t.tile[1], t.tile[2]}, {i, j, k},
	                             {t.size[0], t.size[1], t.size[2]}, {0}};
	return at;
}

/* Returns a condition that is almost always true. If it is not known at compile time, the compiler does not conclude anything
 * from it: where it is false, an index is so large that gcc 12 would write addresses of thread-local variables, relative to
 * that of the element, which do not fit into an instruction. */
static AMP_TILE_INLINE_ bool amp_is_expected_(bool condition)
{
#if defined(__GNUC__) && !defined(__TINYC__)
	if (!__builtin_constant_p(condition))
		__asm__("" : "+r"(condition));
#endif
	return condition;
}

/* The threads from first to last, exclusive, in each dimension. */
typedef struct amp_tile_range_ {
	int first[3], last[3];
} amp_tile_range_;

static AMP_TILE_INLINE_ amp_tile_range_ amp_tile_all_(amp_tile_threads_ t)
{
	const amp_tile_range_ all = {{0, 0, 0}, {t.size[0], t.size[1], t.size[2]}};
	return all;
}

enum {
	AMP_TILE_less_,
	AMP_TILE_less_equal_,
	AMP_TILE_greater_,
	AMP_TILE_greater_equal_,
	AMP_TILE_equal_,
	AMP_TILE_unequal_,
};

/* Narrows the range to the threads that compare with n as specified. */
static AMP_TILE_INLINE_ void amp_tile_limit_(amp_tile_range_ *range, int dimension, int comparison, long long n)
{
	int *first = &range->first[dimension], *last = &range->last[dimension];

	if (comparison == AMP_TILE_unequal_) { /* the larger part */
		if (n >= *first && n < *last && n - *first < *last - n)
			*first = (int)n + 1;
		else if (n >= *first && n < *last)
			*last = (int)n;
		return;
	}
	if (comparison != AMP_TILE_greater_ && comparison != AMP_TILE_greater_equal_) {
		const long long end = comparison == AMP_TILE_less_ ? n : n + 1;

		*last = end < *last ? end < 0 ? 0 : (int)end : *last;
	}
	if (comparison != AMP_TILE_less_ && comparison != AMP_TILE_less_equal_) {
		const long long begin = comparison == AMP_TILE_greater_ ? n + 1 : n;

		*first = begin > *first ? begin > 1024 ? 1024 : (int)begin : *first;
	}
}

/* Narrows the range to the threads for which a value compares with `to` as specified; it is `from` in thread 0 of a
 * dimension of `size` threads, and changes by step, 1 or -1, from thread to thread. least, most: of its type. Returns
 * false, and changes nothing, if integer arithmetic would give another result: if a thread's value wraps around, or
 * the comparison converts the values to others. */
static AMP_TILE_INLINE_ bool amp_tile_narrow_(amp_tile_range_ *range, int dimension, int size, int comparison,
                                              int step, long long from, long long to, long long least, long long most,
                                              bool is_exact)
{
	static const int mirrored[] = {AMP_TILE_greater_, AMP_TILE_greater_equal_, AMP_TILE_less_, AMP_TILE_less_equal_,
	                               AMP_TILE_equal_, AMP_TILE_unequal_};
	const long long end = from + step * (size - 1);

	if (!amp_is_expected_(is_exact && to <= LLONG_MAX / 4 && to >= -LLONG_MAX / 4 && size <= 1024 && end >= least &&
	                      end <= most))
		return false;
	if (step > 0)
		amp_tile_limit_(range, dimension, comparison, to - from);
	else
		amp_tile_limit_(range, dimension, mirrored[comparison], from - to);
	return true;
}

/* The threads that are in both ranges. */
static AMP_TILE_INLINE_ amp_tile_range_ amp_tile_both_(amp_tile_range_ a, amp_tile_range_ b)
{
	for (int d = 0; d < 3; d++) {
		a.first[d] = a.first[d] > b.first[d] ? a.first[d] : b.first[d];
		a.last[d] = a.last[d] < b.last[d] ? a.last[d] : b.last[d];
	}
	return a;
}

/* The thread of this index, if it is in the range. */
static AMP_TILE_INLINE_ amp_tile_range_ amp_tile_one_(amp_tile_range_ range, int z, int y, int x)
{
	const amp_tile_range_ thread = {{z, y, x}, {z + 1, y + 1, x + 1}};
	return amp_tile_both_(range, thread);
}

/* The range, or no threads unless is_in. */
static AMP_TILE_INLINE_ amp_tile_range_ amp_tile_keep_(amp_tile_range_ range, bool is_in)
{
	range.last[2] = is_in ? range.last[2] : range.first[2];
	return range;
}

static AMP_TILE_INLINE_ bool amp_tile_is_whole_(amp_tile_range_ range, amp_tile_threads_ t)
{
	bool yes = true;

	for (int d = 0; d < 3; d++)
		yes = yes && range.first[d] == 0 && range.last[d] == t.size[d];
	return yes;
}

/* The threads of a range that are not in a part of it are those on its sides, from 0 to 5: in front of it and behind it
 * in each dimension, if they are in it in the previous ones. */
static AMP_TILE_INLINE_ amp_tile_range_ amp_tile_beside_(amp_tile_range_ all, amp_tile_range_ part, int side)
{
	const bool is_empty =
		part.first[0] >= part.last[0] || part.first[1] >= part.last[1] || part.first[2] >= part.last[2];
	amp_tile_range_ threads = all;

	for (int d = 0; d < 3; d++) {
		const int begin = is_empty ? all.first[d] : part.first[d];
		const int end = !is_empty ? part.last[d] : d == 2 ? all.first[d] : all.last[d];

		threads.first[d] = side == 2 * d + 1 ? end : side > 2 * d + 1 ? begin : all.first[d];
		threads.last[d] = side == 2 * d ? begin : side > 2 * d + 1 ? end : all.last[d];
	}
	return threads;
}

static AMP_TILE_INLINE_ bool amp_tile_are_steps_exact_(long long least, long long most,
                                                       long long end, long long by,
                                                       bool is_signed, long long largest)
{
	return amp_is_expected_(((least >= 0 && end >= 0) || is_signed) &&
	                        end + (least < 0 ? -least : 0) <= largest - (most - least) - by);
}

/* About the type of x after integral promotion. */
#define AMP_IS_SIGNED_(x) ((1 ? -1 : (x)) < 0)
#define AMP_IS_INTEGER_(x) AMP_GENERIC_((x) + 0, float: 0, double: 0, long double: 0, default: 1)
#define AMP_LARGEST_(x) \
	(sizeof((x) + 0) == sizeof(long long) ? LLONG_MAX \
	 : AMP_IS_SIGNED_(x)                  ? (long long)INT_MAX \
	                                      : (long long)UINT_MAX)

/* Precedes the body of a loop over the tile's threads, or over those of a range. */
#define AMP_TILE_LOOPS \
	for (int amp_z = 0; amp_z < amp_tile.size[0]; amp_z++) \
		for (int amp_y = 0; amp_y < amp_tile.size[1]; amp_y++) \
			AMP_TILE_INDEPENDENT_ for (int amp_x = 0; amp_x < amp_tile.size[2]; amp_x++)
#define AMP_TILE_LOOPS_IN(range) \
	for (int amp_z = range.first[0]; amp_z < range.last[0]; amp_z++) \
		for (int amp_y = range.first[1]; amp_y < range.last[1]; amp_y++) \
			AMP_TILE_INDEPENDENT_ for (int amp_x = range.first[2]; amp_x < range.last[2]; amp_x++)
/* Precedes what is done for the threads on each side of a part of a range. */
#define AMP_TILE_SIDES for (int amp_side = 6 - 2 * amp_tile.rank; amp_side < 6; amp_side++)
#define AMP_TILE_EDGES for (int amp_side = 4; amp_side < 6; amp_side++) /* the part differs in the last dimension only */
#define AMP_TILE_BESIDE(range, part) amp_tile_beside_(range, part, amp_side)
/* Precedes what is done once if ranges are exact, otherwise for each thread in turn, as the range of which it becomes;
 * AMP_TILE_SINGLE: other ranges do if a condition is true. */
#define AMP_TILE_TURNS(is_exact) \
	for (int amp_turn = 0, amp_turns = is_exact ? 1 : amp_tile.size[0] * amp_tile.size[1] * amp_tile.size[2]; \
	     amp_turn < amp_turns; amp_turn++)
#define AMP_TILE_TURN(range, around) \
	const int amp_x = amp_turn % amp_tile.size[2], amp_y = amp_turn / amp_tile.size[2] % amp_tile.size[1], \
	          amp_z = amp_turn / amp_tile.size[2] / amp_tile.size[1]; \
	range = amp_tile_one_(around, amp_z, amp_y, amp_x)
#define AMP_TILE_SINGLE(range, ...) range = amp_tile_keep_(amp_range_0, __VA_ARGS__)
#define AMP_TILE_WHERE(range, ...) (range = amp_tile_keep_(range, __VA_ARGS__), true)
#define AMP_TILE_IS_WHOLE(range) amp_tile_is_whole_(range, amp_tile)
#define AMP_TILE_BOTH(range, other) amp_tile_both_(range, other)
#if defined(__GNUC__) && !defined(__clang__) && !defined(__TINYC__)
#define AMP_TILE_INDEPENDENT_ _Pragma("GCC ivdep")
#define AMP_TILE_UNROLL _Pragma("GCC unroll 32")
#else
#define AMP_TILE_INDEPENDENT_
#define AMP_TILE_UNROLL
#endif
/* Behind an array's name: declares an element for each thread; selects this thread's element. */
#define AMP_TILE_ARRAY [amp_threads]
#define AMP_TILE_THREAD [(amp_z * amp_tile.size[1] + amp_y) * amp_tile.size[2] + amp_x]
/* This thread's index in its tile, along a dimension of the index. */
#define AMP_TILE_LOCAL(dimension) \
	((dimension) + 3 - amp_tile.rank == 0   ? amp_z \
	 : (dimension) + 3 - amp_tile.rank == 1 ? amp_y \
	                                        : amp_x)
#define AMP_TILE_RANGE amp_tile_range_
#define AMP_TILE_ALL amp_tile_all_(amp_tile)
#define AMP_TILE_SIZE(dimension) amp_tile.size[(dimension) + 3 - amp_tile.rank]
#define AMP_TILE_NARROW(range, dimension, comparison, value, bound) \
	AMP_TILE_NARROW_BY_(range, dimension, comparison, 1, value, bound)
#define AMP_TILE_NARROW_FALLING(range, dimension, comparison, value, bound) \
	AMP_TILE_NARROW_BY_(range, dimension, comparison, -1, value, bound)
/* A value of more bits than int may have been computed from one that wraps around. */
#define AMP_TILE_NARROW_BY_(range, dimension, comparison, step, value, bound) \
	amp_tile_narrow_(&range, (dimension) + 3 - amp_tile.rank, AMP_TILE_SIZE(dimension), \
	                 AMP_TILE_##comparison##_, step, (long long)(value), (long long)(bound), \
	                 AMP_IS_SIGNED_(value) && AMP_IS_SIGNED_((value) + (bound)) ? INT_MIN : 0, AMP_LARGEST_(value), \
	                 sizeof(value) <= sizeof(int) && ((bound) > 0) == ((long long)(bound) > 0) && \
	                         (AMP_IS_SIGNED_((value) + (bound)) || \
	                          ((long long)(value) >= 0 && (long long)(bound) >= 0)))
#define AMP_TILE_LIMIT(range, dimension, comparison, n) \
	amp_tile_limit_(&range, (dimension) + 3 - amp_tile.rank, AMP_TILE_##comparison##_, n)
/* For a loop with a variable of type T: the end that it is compared with, and whether the loop is the same
 * with a variable of type long long. */
#define AMP_TILE_END_OF(T, bound) ((long long)(1 ? (bound) : (T)0))
#define AMP_TILE_ARE_STEPS_EXACT(T, least, most, bound, by) \
	(AMP_IS_INTEGER_(bound) && \
	 amp_tile_are_steps_exact_(least, most, AMP_TILE_END_OF(T, bound), by, \
	                           AMP_IS_SIGNED_(1 ? (bound) : (T)0), AMP_LARGEST_((T)0)))
/* A condition's value for the tile; answers: 1 for each thread for which it is true, 2 for the others, or-ed. */
#define AMP_TILE_AGREED(answers) amp_tile_agreed(answers)
/* Sets the result of this thread. */
#define AMP_TILE_RETURN(value) amp_result AMP_TILE_THREAD = value

/* Encloses such functions: they repeat the kernel's code, about which the compiler has warned already. */
#if defined(__GNUC__) && !defined(__TINYC__)
#define AMP_TILE_LOOPS_BEGIN \
	_Pragma("GCC diagnostic push") AMP_IGNORED_("-Wunused-variable") \
	AMP_IGNORED_("-Wunused-parameter") AMP_IGNORED_("-Wunused-but-set-variable") \
	AMP_IGNORED_("-Wunused-value") AMP_IGNORED_("-Wunused-function") \
	AMP_IGNORED_("-Wunused-local-typedefs") \
	AMP_IGNORED_("-Wmisleading-indentation") \
	AMP_IGNORED_("-Wshadow") AMP_IGNORED_("-Wuninitialized") AMP_IGNORED_("-Wsign-compare") \
	AMP_IGNORED_("-Wconversion") AMP_IGNORED_("-Wsign-conversion") \
	AMP_IGNORED_("-Wfloat-conversion") AMP_IGNORED_("-Wtype-limits") AMP_IGNORED_BY_GCC_
#define AMP_TILE_LOOPS_END _Pragma("GCC diagnostic pop")
#define AMP_IGNORED_(warning) AMP_PRAGMA_(GCC diagnostic ignored warning)
#define AMP_PRAGMA_(x) _Pragma(#x)
#else
#define AMP_TILE_LOOPS_BEGIN
#define AMP_TILE_LOOPS_END
#endif
#if defined(__GNUC__) && !defined(__clang__)
#define AMP_IGNORED_BY_GCC_ \
	AMP_IGNORED_("-Wmaybe-uninitialized") AMP_IGNORED_("-Waggressive-loop-optimizations") \
	AMP_IGNORED_("-Warray-bounds") AMP_IGNORED_("-Wstringop-overflow")
#else
#define AMP_IGNORED_BY_GCC_
#endif
#endif

#endif
#endif
