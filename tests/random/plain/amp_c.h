/* AMP in C, as random programs use it, for gcc alone: kernels are nested functions. Part of the plain
 * form's <amp.h>. */
#ifndef PLAIN_AMP_C_H
#define PLAIN_AMP_C_H

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>

#define restrict(...)
#define tile_static static

/* ---- Indices and extents --------------------------------------------------- */

typedef struct { int i; } amp_index1;
typedef struct { int i, j; } amp_index2;
typedef struct { int i, j, k; } amp_index3;
typedef struct { int i; } amp_extent1;
typedef struct { int i, j; } amp_extent2;
typedef struct { int i, j, k; } amp_extent3;
typedef struct { char unused; } amp_tile_barrier;
#define PLAIN_TILED(N)                                                                       \
	typedef struct { amp_extent##N extent, tile; } amp_tiled_extent##N;                      \
	typedef struct {                                                                         \
		amp_index##N global, local, tile, tile_origin;                                       \
		amp_extent##N tile_extent;                                                           \
		amp_tile_barrier barrier;                                                            \
	} amp_tiled_index##N;
PLAIN_TILED(1) PLAIN_TILED(2) PLAIN_TILED(3)

#define PLAIN_PICK3(a, b, c, name, ...) name
#define amp_tile(e, ...) PLAIN_PICK3(__VA_ARGS__, plain_tile3, plain_tile2, plain_tile1, )((e), __VA_ARGS__)
static inline amp_tiled_extent1 plain_tile1(amp_extent1 e, int i) { return (amp_tiled_extent1){e, {i}}; }
static inline amp_tiled_extent2 plain_tile2(amp_extent2 e, int i, int j) { return (amp_tiled_extent2){e, {i, j}}; }
static inline amp_tiled_extent3 plain_tile3(amp_extent3 e, int i, int j, int k)
{
	return (amp_tiled_extent3){e, {i, j, k}};
}

/* ---- Arrays and views -------------------------------------------------------- */

#define amp_array_view(T, N) amp_array_view_##T##_##N
#define amp_const_array_view(T, N) amp_const_array_view_##T##_##N
#define amp_array(T, N) amp_array_##T##_##N
#define PLAIN_CONTAINER(NAME, T, N) typedef struct { T *data; amp_extent##N extent, stride; } NAME;
#define PLAIN_RANK(T, NAME, N)                                                               \
	PLAIN_CONTAINER(amp_array_view_##NAME##_##N, T, N)                                       \
	PLAIN_CONTAINER(amp_const_array_view_##NAME##_##N, const T, N)                           \
	PLAIN_CONTAINER(amp_array_##NAME##_##N, T, N)
#define PLAIN_TYPE(T, NAME) PLAIN_RANK(T, NAME, 1) PLAIN_RANK(T, NAME, 2) PLAIN_RANK(T, NAME, 3)
#define AMP_DECLARE_TYPE(T) PLAIN_TYPE(T, T) struct plain_##T
PLAIN_TYPE(int, int) PLAIN_TYPE(unsigned, unsigned) PLAIN_TYPE(long, long) PLAIN_TYPE(unsigned long, size_t)
PLAIN_TYPE(float, float) PLAIN_TYPE(double, double) PLAIN_TYPE(short, short) PLAIN_TYPE(char, char)
PLAIN_TYPE(int8_t, int8_t) PLAIN_TYPE(uint8_t, uint8_t) PLAIN_TYPE(uint16_t, uint16_t)

/* Memory that belongs to arrays and to views without a source. */
static inline void *plain_allocate(size_t size)
{
	void *const memory = malloc(size);

	return memset(memory, 0xa5, size);
}
static inline ptrdiff_t plain_checked(int i, int n)
{
	if (i < 0 || i >= n) {
		fprintf(stderr, "plain: an access outside of its view\n");
		abort();
	}
	return i;
}
#define PLAIN_OFFSET1(e, s, a) plain_checked(a, (e).i)
static inline ptrdiff_t plain_at1(amp_extent1 e, amp_extent1 s, int i) { return (void)s, plain_checked(i, e.i); }
static inline ptrdiff_t plain_at2(amp_extent2 e, amp_extent2 s, int i, int j)
{
	return plain_checked(i, e.i) * s.i + plain_checked(j, e.j);
}
static inline ptrdiff_t plain_at3(amp_extent3 e, amp_extent3 s, int i, int j, int k)
{
	return plain_checked(i, e.i) * s.i + plain_checked(j, e.j) * s.j + plain_checked(k, e.k);
}
static inline ptrdiff_t plain_index1(amp_extent1 e, amp_extent1 s, amp_index1 a) { return plain_at1(e, s, a.i); }
static inline ptrdiff_t plain_index2(amp_extent2 e, amp_extent2 s, amp_index2 a) { return plain_at2(e, s, a.i, a.j); }
static inline ptrdiff_t plain_index3(amp_extent3 e, amp_extent3 s, amp_index3 a)
{
	return plain_at3(e, s, a.i, a.j, a.k);
}
#define PLAIN_AT1(v, a)                                                                      \
	_Generic((a), amp_index1: plain_index1, amp_index2: plain_index2, amp_index3: plain_index3, \
	         default: plain_at1)((v).extent, (v).stride, (a))
#define PLAIN_AT2(v, i, j) plain_at2((v).extent, (v).stride, (i), (j))
#define PLAIN_AT3(v, i, j, k) plain_at3((v).extent, (v).stride, (i), (j), (k))
#define amp_at(v, ...) ((v).data[PLAIN_PICK3(__VA_ARGS__, PLAIN_AT3, PLAIN_AT2, PLAIN_AT1, )(v, __VA_ARGS__)])

#define PLAIN_DENSE1(n) .extent = {(n)}, .stride = {1}
#define PLAIN_DENSE2(n, m) .extent = {(n), (m)}, .stride = {(m), 1}
#define PLAIN_DENSE3(n, m, k) .extent = {(n), (m), (k)}, .stride = {(m) * (k), (k), 1}
#define PLAIN_DENSE(...) PLAIN_PICK3(__VA_ARGS__, PLAIN_DENSE3, PLAIN_DENSE2, PLAIN_DENSE1, )(__VA_ARGS__)
#define PLAIN_SIZE(...) PLAIN_PICK3(__VA_ARGS__, PLAIN_SIZE3, PLAIN_SIZE2, PLAIN_SIZE1, )(__VA_ARGS__)
#define PLAIN_SIZE1(n) ((size_t)(n))
#define PLAIN_SIZE2(n, m) ((size_t)(n) * (m))
#define PLAIN_SIZE3(n, m, k) ((size_t)(n) * (m) * (k))
#define amp_view(p, ...) {.data = (p), PLAIN_DENSE(__VA_ARGS__)}
#define amp_new_view(T, ...) {.data = (T *)plain_allocate(sizeof(T) * PLAIN_SIZE(__VA_ARGS__)), PLAIN_DENSE(__VA_ARGS__)}
#define amp_new_array(T, ...) amp_new_view(T, __VA_ARGS__)
#define amp_view_of(v) {.data = (v).data, .extent = (v).extent, .stride = (v).stride}
#define amp_view_as(v, ...) {.data = (v).data, PLAIN_DENSE(__VA_ARGS__)}
#define PLAIN_SECTION2(v, i_, n) {.data = &amp_at(v, i_), .extent = {(n)}, .stride = (v).stride}
#define PLAIN_SECTION4(v, i_, j_, n, m) {.data = &amp_at(v, i_, j_), .extent = {(n), (m)}, .stride = (v).stride}
#define PLAIN_SECTION6(v, i_, j_, k_, n, m, l) \
	{.data = &amp_at(v, i_, j_, k_), .extent = {(n), (m), (l)}, .stride = (v).stride}
#define PLAIN_PICK6(a, b, c, d, e, f, name, ...) name
#define amp_section(v, ...) \
	PLAIN_PICK6(__VA_ARGS__, PLAIN_SECTION6, , PLAIN_SECTION4, , PLAIN_SECTION2, , )(v, __VA_ARGS__)
static inline amp_extent1 plain_rest2(amp_extent2 e) { return (amp_extent1){e.j}; }
static inline amp_extent2 plain_rest3(amp_extent3 e) { return (amp_extent2){e.j, e.k}; }
#define PLAIN_REST(e) _Generic((e), amp_extent2: plain_rest2, amp_extent3: plain_rest3)(e)
#define amp_project(v, i_) \
	{.data = (v).data + (ptrdiff_t)(i_) * (v).stride.i, .extent = PLAIN_REST((v).extent), .stride = PLAIN_REST((v).stride)}
#define amp_release(v) ((void)(v))
#define amp_refresh(v) ((void)(v))
#define amp_synchronize(v) ((void)(v))

/* Row by row: all dimensions as three. */
typedef struct { int n[3], stride[3]; } plain_shape;
static inline plain_shape plain_shape1(amp_extent1 e, amp_extent1 s) { return (void)s, (plain_shape){{1, 1, e.i}, {0, 0, 1}}; }
static inline plain_shape plain_shape2(amp_extent2 e, amp_extent2 s) { return (plain_shape){{1, e.i, e.j}, {0, s.i, 1}}; }
static inline plain_shape plain_shape3(amp_extent3 e, amp_extent3 s)
{
	return (plain_shape){{e.i, e.j, e.k}, {s.i, s.j, 1}};
}
#define PLAIN_SHAPE(v) \
	_Generic((v).extent, amp_extent1: plain_shape1, amp_extent2: plain_shape2, amp_extent3: plain_shape3)((v).extent, (v).stride)
static inline char *plain_row(plain_shape s, const void *data, size_t size, int i, int j)
{
	return (char *)data + ((ptrdiff_t)i * s.stride[0] + (ptrdiff_t)j * s.stride[1]) * (ptrdiff_t)size;
}
static inline void plain_copy(plain_shape from, const void *p, plain_shape to, const void *q, size_t size)
{
	for (int i = 0; i < to.n[0]; i++)
		for (int j = 0; j < to.n[1]; j++)
			memmove(plain_row(to, q, size, i, j), plain_row(from, p, size, i, j), size * (size_t)to.n[2]);
}
static inline void plain_discard(plain_shape s, const void *p, size_t size)
{
	for (int i = 0; i < s.n[0]; i++)
		for (int j = 0; j < s.n[1]; j++)
			memset(plain_row(s, p, size, i, j), 0xa5, size * (size_t)s.n[2]);
}
static inline plain_shape plain_dense(plain_shape s)
{
	s.stride[1] = s.n[2], s.stride[0] = s.n[1] * s.n[2];
	return s;
}
#define amp_copy(v, w) plain_copy(PLAIN_SHAPE(v), (v).data, PLAIN_SHAPE(w), (w).data, sizeof(*(v).data))
#define amp_copy_in(p, w) plain_copy(plain_dense(PLAIN_SHAPE(w)), (p), PLAIN_SHAPE(w), (w).data, sizeof(*(w).data))
#define amp_copy_out(v, q) plain_copy(PLAIN_SHAPE(v), (v).data, plain_dense(PLAIN_SHAPE(v)), (q), sizeof(*(v).data))
#define amp_discard(v) plain_discard(PLAIN_SHAPE(v), (v).data, sizeof(*(v).data))

/* ---- Barriers, atomic operations ------------------------------------------------ */

static inline void amp_barrier_wait(amp_tile_barrier b) { (void)b, plain_wait(); }
#define amp_barrier_wait_with_all_memory_fence amp_barrier_wait
#define amp_barrier_wait_with_global_memory_fence amp_barrier_wait
#define amp_barrier_wait_with_tile_static_memory_fence amp_barrier_wait
#define amp_all_memory_fence(b) ((void)(b))
#define amp_global_memory_fence(b) ((void)(b))
#define amp_tile_static_memory_fence(b) ((void)(b))

#define PLAIN_FETCH(p, ...)                                                                  \
	({                                                                                       \
		__typeof__(*(p)) *const plain_p = (p), plain_old = *plain_p;                         \
		*plain_p = (__VA_ARGS__);                                                            \
		plain_old;                                                                           \
	})
#define amp_atomic_exchange(p, x) PLAIN_FETCH(p, x)
#define amp_atomic_fetch_add(p, x) PLAIN_FETCH(p, (unsigned)plain_old + (unsigned)(x))
#define amp_atomic_fetch_sub(p, x) PLAIN_FETCH(p, (unsigned)plain_old - (unsigned)(x))
#define amp_atomic_fetch_inc(p) PLAIN_FETCH(p, (unsigned)plain_old + 1u)
#define amp_atomic_fetch_dec(p) PLAIN_FETCH(p, (unsigned)plain_old - 1u)
#define amp_atomic_fetch_and(p, x) PLAIN_FETCH(p, plain_old & (x))
#define amp_atomic_fetch_or(p, x) PLAIN_FETCH(p, plain_old | (x))
#define amp_atomic_fetch_xor(p, x) PLAIN_FETCH(p, plain_old ^ (x))
#define PLAIN_EXTREME(p, x, op) \
	PLAIN_FETCH(p, ({ __typeof__(plain_old) plain_x = (x); plain_x op plain_old ? plain_x : plain_old; }))
#define amp_atomic_fetch_max(p, x) PLAIN_EXTREME(p, x, >)
#define amp_atomic_fetch_min(p, x) PLAIN_EXTREME(p, x, <)

/* ---- Launches ---------------------------------------------------------------------- */

/* LAUNCH(domain) BLOCK(amp_index1, at) { … } END; and LAUNCH_FUNCTION(domain, f, arguments): a program has these
 * in place of amp_parallel_for_each, and other meanings of them for ampcc. */
#define BLOCK(type, name) (type name)
#define LAUNCH(domain) { const __auto_type plain_domain = (domain); void plain_kernel
#define END                                                                                  \
	_Generic(plain_domain, amp_extent1: plain_launch1, amp_extent2: plain_launch2, amp_extent3: plain_launch3, \
	         amp_tiled_extent1: plain_tiles1, amp_tiled_extent2: plain_tiles2,               \
	         amp_tiled_extent3: plain_tiles3)(plain_domain, plain_kernel); }
#define PLAIN_INDEX_OF(domain)                                                               \
	__typeof__(_Generic((domain), amp_extent1: (amp_index1){0}, amp_extent2: (amp_index2){0}, \
	                    amp_extent3: (amp_index3){0}, amp_tiled_extent1: (amp_tiled_index1){{0}}, \
	                    amp_tiled_extent2: (amp_tiled_index2){{0}}, amp_tiled_extent3: (amp_tiled_index3){{0}}))
#define LAUNCH_FUNCTION(domain, f, ...) \
	LAUNCH(domain) (PLAIN_INDEX_OF(plain_domain) plain_at) { f(plain_at, __VA_ARGS__); } END

static inline long plain_turn(long i, long n) { return plain_is_reverse() ? n - 1 - i : i; }
static inline amp_index1 plain_point1(amp_extent1 e, long n) { return (void)e, (amp_index1){(int)n}; }
static inline amp_index2 plain_point2(amp_extent2 e, long n) { return (amp_index2){(int)(n / e.j), (int)(n % e.j)}; }
static inline amp_index3 plain_point3(amp_extent3 e, long n)
{
	return (amp_index3){(int)(n / e.k / e.j), (int)(n / e.k % e.j), (int)(n % e.k)};
}
static inline long plain_size1(amp_extent1 e) { return e.i; }
static inline long plain_size2(amp_extent2 e) { return (long)e.i * e.j; }
static inline long plain_size3(amp_extent3 e) { return (long)e.i * e.j * e.k; }
#define PLAIN_EACH1(op) {op(i)}
#define PLAIN_EACH2(op) {op(i), op(j)}
#define PLAIN_EACH3(op) {op(i), op(j), op(k)}
#define PLAIN_TILES(d) domain.extent.d / domain.tile.d
#define PLAIN_ORIGIN(d) tile.d * run->shape.d
#define PLAIN_GLOBAL(d) origin.d + local.d
#define PLAIN_LAUNCH(N)                                                                      \
	static inline void plain_launch##N(amp_extent##N domain, void (*kernel)(amp_index##N))   \
	{                                                                                        \
		const long n = plain_size##N(domain);                                                \
                                                                                             \
		for (long i = 0; i < n; i++)                                                         \
			kernel(plain_point##N(domain, plain_turn(i, n)));                                \
	}                                                                                        \
	struct plain_run##N {                                                                    \
		void (*kernel)(amp_tiled_index##N);                                                  \
		amp_extent##N shape;                                                                 \
		amp_index##N tile;                                                                   \
	};                                                                                       \
	static inline void plain_thread##N(void *argument, int thread)                           \
	{                                                                                        \
		const struct plain_run##N *const run = argument;                                     \
		const amp_index##N tile = run->tile, local = plain_point##N(run->shape, thread);     \
		const amp_index##N origin = PLAIN_EACH##N(PLAIN_ORIGIN), global = PLAIN_EACH##N(PLAIN_GLOBAL); \
                                                                                             \
		run->kernel((amp_tiled_index##N){global, local, tile, origin, run->shape, {0}});     \
	}                                                                                        \
	static inline void plain_tiles##N(amp_tiled_extent##N domain, void (*kernel)(amp_tiled_index##N)) \
	{                                                                                        \
		const amp_extent##N tiles = PLAIN_EACH##N(PLAIN_TILES);                              \
		const long n = plain_size##N(tiles);                                                 \
                                                                                             \
		for (long i = 0; i < n; i++) {                                                       \
			struct plain_run##N run = {kernel, domain.tile, plain_point##N(tiles, plain_turn(i, n))}; \
                                                                                             \
			plain_run_tile((int)plain_size##N(domain.tile), plain_thread##N, &run);          \
		}                                                                                    \
	}
PLAIN_LAUNCH(1) PLAIN_LAUNCH(2) PLAIN_LAUNCH(3)

#endif
