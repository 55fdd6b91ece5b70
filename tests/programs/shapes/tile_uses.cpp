// What changes a thread's variable, in each shape that C++ has for it: it is changed in front of a
// barrier and behind it, and what each thread has in the end is what plain C++ has. Also names that the
// program shares with the library, and conversions that read what changes.
// options: --amp-extensions -Wno-unused-value -Wno-parentheses -Wno-amp-divergent-barrier
#include "../check.h"
#include <amp.h>
#include <amp_math.h>
#include <cmath>
#include <vector>
using namespace concurrency;

static const int TILE = 16, TILES = 3, SIZE = TILE * TILES;

/* ---- Functions and classes that change what they are given ---------------- */

inline void bump(int &k) restrict(cpu, amp) { k += 3; }
inline void bump_moved(int &&k) restrict(cpu, amp) { k += 3; }
template <typename T> void bump_any(T &&k) restrict(cpu, amp) { k += 3; }
template <typename T> void bump_further(T &&k) restrict(cpu, amp) { bump_any(static_cast<T &&>(k)); }
inline void bump_pointer(int *k) restrict(cpu, amp) { *k += 3; }
inline void bump_constant(const int &k) restrict(cpu, amp) { const_cast<int &>(k) += 3; }
inline void bump_by(int &k, int by = 4) restrict(cpu, amp) { k += by; }
inline int &itself(int &k) restrict(cpu, amp) { return k; }
inline const int &larger(const int &a, const int &b) restrict(cpu, amp) { return a > b ? a : b; }
inline int *address(int &k) restrict(cpu, amp) { return &k; }
inline int sum(const int &a, const int &b) restrict(cpu, amp) { return a + b; }
inline void exchange(int &a, int &b) restrict(cpu, amp)
{
	const int old = a;
	a = b;
	b = old;
}
inline void take(int &from, int by, int &to) restrict(cpu, amp)
{
	from -= by;
	to += by;
}

// Names that have "texture" and "array" in them.
struct texture_walker {
	int operator()(int &k) const restrict(cpu, amp) { return k++; }
};
template <typename T> struct sparse_array {
	T operator[](T &k) const restrict(cpu, amp) { return k++; }
};
namespace mine {
template <typename T> struct array_view {
	T operator[](T &k) const restrict(cpu, amp) { return k += 2; }
	T local(T &k) const restrict(cpu, amp) { return k += 5; }
};
// None of the library's; this one waits, and that one does not.
inline void all_memory_fence(const tile_barrier &b) restrict(amp) { b.wait(); }
struct tile_barrier {
	int n;
	void wait() restrict(cpu, amp) { n++; }
};
inline void wait_twice(tile_barrier &b) restrict(cpu, amp)
{
	b.wait();
	b.wait();
}
} // namespace mine

struct operand {
	int n;
	int operator+(int &k) const restrict(cpu, amp) { return k += n; }
	int operator,(int &k) const restrict(cpu, amp) { return k += n; }
	operand operator-() const restrict(cpu, amp) { return operand{-n}; }
};
inline int operator<<(int &k, const operand &by) restrict(cpu, amp) { return k += by.n; }
inline bool operator==(int &k, const operand &by) restrict(cpu, amp) { return (k += by.n) > 0; }
struct from_reference {
	int old;
	from_reference(int &k) restrict(cpu, amp) : old(k++) {}
	operator int() const restrict(cpu, amp) { return old; }
};
struct whole {
	from_reference part;
	int rest;
};
inline int old_of(from_reference f) restrict(cpu, amp) { return f.old; }
struct initialized {
	int n;
	initialized(int &k) restrict(cpu, amp) : n(k += 2) {}
};
struct couple {
	int first, second;
	int &get(bool of_second) restrict(cpu, amp) { return of_second ? second : first; }
};
enum mode { fast, slow, off };
inline mode &operator++(mode &m) restrict(cpu, amp) { return m = m == fast ? slow : off; }
inline int operator""_plus(unsigned long long n) restrict(cpu, amp) { return int(n) + 1; }

#define BUMP(k) ((k)++, (k) += 2)

/* ---- The shapes ----------------------------------------------------------- */

static std::vector<void (*)()> &shapes()
{
	static std::vector<void (*)()> all;
	return all;
}

// k, with `other` beside it, is 5 and the statements come twice: in a kernel, with barriers between and
// behind them, and in plain C++, where they may be others.
#define SHAPE_AND_PLAIN(name, plain, ...) \
	static int plain_##name(int me) \
	{ \
		int k = 5, other = me; \
		{ \
			plain; \
		} \
		{ \
			plain; \
		} \
		return k * 1000 + other; \
	} \
	static void name() \
	{ \
		std::vector<int> data(SIZE); \
		array_view<int> v(SIZE, data); \
		parallel_for_each(v.extent.tile<TILE>(), [=](tiled_index<TILE> t) restrict(amp) { \
			tile_static int s[TILE]; \
			const int me = t.local[0]; \
			int k = 5, other = me; \
			s[me] = me; \
			{ \
				__VA_ARGS__; \
			} \
			t.barrier.wait(); \
			other += s[TILE - 1 - me] + me - (TILE - 1); \
			{ \
				__VA_ARGS__; \
			} \
			t.barrier.wait(); \
			v[t.global] = k * 1000 + other; \
		}); \
		v.synchronize(); \
		for (int i = 0; i < SIZE; i++) \
			CHECK(data[i] == plain_##name(i % TILE)); \
	} \
	static const int number_of_##name = (shapes().push_back(name), int(shapes().size()));
#define ALL(...) __VA_ARGS__
#define SHAPE(name, ...) SHAPE_AND_PLAIN(name, ALL(__VA_ARGS__), __VA_ARGS__)

SHAPE(reference, int &r = k; r++)
SHAPE(reference_in_parentheses, int (&r) = k; r++)
SHAPE(reference_in_braces, int &r{k}; r++)
SHAPE(deduced_reference, auto &r = k; r += 2)
SHAPE(forwarding_reference, auto &&r = k; r += 2)
SHAPE(constant_reference, const int &r = k; other += r; k += 3; other += r)
SHAPE(reference_to_reference, int &r = k; int &q = r; q += 4)
SHAPE(cast_to_reference, ((int &)k)++)
SHAPE(static_cast_to_reference, static_cast<int &>(k)++)
SHAPE(functional_cast, typedef int &integer; bump(integer(k)))
SHAPE(removed_constness, const int &r = k; const_cast<int &>(r)++)
SHAPE(dereferenced_address, *&k += 3)
SHAPE(subscripted_address, (&k)[0] += 3)
SHAPE(pointer, int *p = &k; *p += 2)
SHAPE(pointer_in_list, int *p{&k}, *q = &other; *p += 2; *q += 1)
SHAPE(argument, bump(k))
SHAPE(moved_argument, bump_moved(static_cast<int &&>(k)))
SHAPE(template_argument, bump_any(k))
SHAPE(forwarded_argument, bump_further(k))
SHAPE(argument_by_pointer, bump_pointer(&k))
SHAPE(argument_that_loses_const, bump_constant(k))
SHAPE(default_argument, bump_by(k); bump_by(other, 2))
SHAPE(two_arguments, exchange(k, other); k += 7)
SHAPE(mixed_arguments, take(k, 2, other))
SHAPE(returned_reference, itself(k) += 6)
SHAPE(returned_constant_reference, const int &r = larger(k, other); k += 20; other += r)
SHAPE(read_by_reference, other += larger(k, 3) + sum(k, other); k++)
SHAPE(returned_address, int *p = address(k); *p += 6)
SHAPE(conditional_lvalue, (me < 8 ? k : other) += 9)
SHAPE(conditional_argument, bump(me < 8 ? k : other))
SHAPE(comma_lvalue, (other++, k) += 2)
SHAPE(comma_reference, int &r = (other++, k); r += 2)
SHAPE(assigned_lvalue, (k = other) += 2)
SHAPE(incremented_lvalue, ++ ++k; (k += 2) *= 2)
SHAPE(assigned_reference, int &r = (k += 2); r *= 2)
SHAPE(alternative_tokens, k or_eq 8; k and_eq 12; k xor_eq 1)
SHAPE(shifted, k <<= 1; k >>= 0; k %= 100)
SHAPE(macro, BUMP(k))
SHAPE(call_operator, texture_walker w; other += w(k))
SHAPE(subscript_operator, sparse_array<int> w; other += w[k])
SHAPE(namesake, mine::array_view<int> w; other += w[k] + w.local(k))
SHAPE(binary_operator, operand w{4}; other += w + k)
SHAPE(binary_operator_of_temporary, other += -operand{4} + k)
SHAPE(comma_operator, operand w{4}; other += (w, k))
SHAPE(shift_operator, operand w{4}; other += k << w)
SHAPE(comparison_operator, operand w{4}; other += k == w)
SHAPE(constructor, from_reference r(k); other += r)
SHAPE(converting_constructor, from_reference r = k; other += r)
SHAPE(listed_constructor, from_reference r{k}; other += r)
SHAPE(temporary, other += from_reference(k))
SHAPE(converted_argument, other += old_of(k))
SHAPE(part_of_aggregate, whole w = {k, 1}; other += w.part + w.rest)
SHAPE(member_initializer, initialized i(k); other += i.n)
SHAPE(copies, couple p = {k, other}; int both[2] = {k, other}; k += p.first; other += both[0])
SHAPE(reference_to_member, couple p = {k, 1}; p.get(false) += 2; int &r = p.first; r++; k = p.first)
SHAPE(binding, couple p = {k, other}; auto &[a, b] = p; a += 2; b++; k = p.first; other = p.second)
SHAPE(binding_of_copy, couple p = {k, other}; auto [a, b] = p; a += 2; k = a; other = b)
SHAPE(range, int both[] = {k, other}; for (int &x : both) x += 3; k = both[0]; other = both[1])
SHAPE(element, int both[2] = {k, other}; int &r = both[0]; r += 3; k = both[0] + both[1])
SHAPE_AND_PLAIN(atomic, k += 2, tile_static int own[TILE]; own[me] = k; k = atomic_fetch_add(&own[me], 2) + 2)
SHAPE_AND_PLAIN(atomic_with_two, k++, tile_static int own[TILE]; own[me] = k + 1; atomic_compare_exchange(&own[me], &k, 9))
SHAPE_AND_PLAIN(whole_part, other += 5; k *= 2, float w; other += int(fast_math::modf(k + 0.5f, &w) * 10); k += int(w))
SHAPE_AND_PLAIN(exponent, ALL(int e; other += int(std::frexp(float(k), &e) * 64); k += e), int e; other += int(fast_math::frexp(float(k), &e) * 64); k += e)
SHAPE_AND_PLAIN(exponent_into_it, other += int(std::frexp(float(other + 1), &k) * 64), other += int(fast_math::frexp(float(other + 1), &k) * 64))
SHAPE_AND_PLAIN(remainder_into_it, other += int(std::remquo(k + 10.0f, 3.0f, &k)), other += int(precise_math::remquo(k + 10.0f, 3.0f, &k)))
SHAPE_AND_PLAIN(sine_and_cosine, k++, float a, b; fast_math::sincos(0.0f, &a, &b); k += int(a + b))
SHAPE(unevaluated, k += int(sizeof(k++)) + int(alignof(int)) + int(noexcept(k++)))
SHAPE(by_lambda, [&] { k += 2; }())
SHAPE(by_named_lambda, auto f = [&k](int n) { k += n; }; f(2); f(other))
SHAPE(by_copy, auto f = [k](int n) mutable { return k += n; }; other += f(2); k++)
SHAPE(statement_expression, k += ({ int q = other; q++; q; }))
SHAPE(in_condition, if (int n = k++) other += n; while (k < 0) k++)
SHAPE(in_header, for (int i = 0; i < 3; k += i++) other++)
SHAPE(in_switch, switch (k++) { case 5: other++; break; default: k += 2; })
SHAPE(shadowed, { int k = 3; k++; other += k; } k++)
SHAPE(literal, const int n = 3_plus; k += n)
SHAPE(of_an_enumeration, mode m = fast; ++m; k += m)
SHAPE(namesake_of_barrier, mine::tile_barrier b = {k}; b.wait(); mine::wait_twice(b); k = b.n)

/* ---- Templates ------------------------------------------------------------- */

// Multiplies with a number, which it changes.
struct greedy {
	int n;
	greedy() restrict(cpu, amp) {}
	greedy(int n) restrict(cpu, amp) : n(n) {}
	greedy operator*(int &k) const restrict(cpu, amp) { return greedy(n * k++); }
	greedy operator*(const int &k) const restrict(cpu, amp) { return greedy(n * k); }
	greedy operator+(const greedy &o) const restrict(cpu, amp) { return greedy(n + o.n); }
	bool operator<(int &k) const restrict(cpu, amp) { return n < k++; }
	explicit operator int() const restrict(cpu, amp) { return n; }
};

template <typename T> static T in_steps(T x, int me)
{
	T all(0);
	for (int k = 1; k < 8; k++) {
		all = all + T(me * 2);
		all = all + x * k;
		if (x < k)
			all = all + T(1);
		const T copy(k);
		all = all + copy;
	}
	return all;
}

// k is the same in all threads where T is a number.
template <typename T> static void of_template(T x)
{
	std::vector<int> data(SIZE);
	array_view<int> v(SIZE, data);
	parallel_for_each(v.extent.tile<TILE>(), [=](tiled_index<TILE> t) restrict(amp) {
		tile_static int s[TILE];
		const int me = t.local[0];
		T all(0);
		for (int k = 1; k < 8; k++) {
			s[TILE - 1 - me] = TILE - 1 - me;
			t.barrier.wait();
			all = all + T(s[me] * 2);
			all = all + x * k;
			t.barrier.wait();
			if (x < k)
				all = all + T(1);
			const T copy(k);
			all = all + copy;
		}
		v[t.global] = int(all);
	});
	v.synchronize();
	for (int i = 0; i < SIZE; i++)
		CHECK(data[i] == int(in_steps(x, i % TILE)));
}

// Waits in its middle, at a barrier of a type that it does not know.
template <typename B> int reversed(int (&s)[TILE], int me, const B &b) restrict(amp)
{
	s[me] = me * 3;
	b.wait();
	return s[TILE - 1 - me];
}
template <typename B> void meet(const B &b) restrict(amp) { b.wait(); }
template <typename B> int reversed_deeper(int (&s)[TILE], int me, B b) restrict(amp)
{
	s[me] = me * 3;
	meet(b);
	return s[TILE - 1 - me];
}

static void generic_barriers()
{
	std::vector<int> data(SIZE), more(SIZE);
	array_view<int> v(SIZE, data), w(SIZE, more);
	parallel_for_each(v.extent.tile<TILE>(), [=](tiled_index<TILE> t) restrict(amp) {
		tile_static int s[TILE];
		v[t.global] = reversed(s, t.local[0], t.barrier);
	});
	parallel_for_each(v.extent.tile<TILE>(), [=](tiled_index<TILE> t) restrict(amp) {
		tile_static int s[TILE];
		w[t.global] = reversed_deeper(s, t.local[0], t.barrier);
	});
	v.synchronize();
	w.synchronize();
	for (int i = 0; i < SIZE; i++)
		CHECK(data[i] == 3 * (TILE - 1 - i % TILE) && more[i] == data[i]);
}

/* ---- The library's names, and others for it --------------------------------- */

typedef tiled_index<TILE> point;
namespace other {
template <int N> using at = tiled_index<N>;
typedef array_view<int> numbers;
} // namespace other

static void names()
{
	std::vector<int> data(SIZE), more(SIZE);
	other::numbers v(SIZE, data), w(SIZE, more);
	parallel_for_each(v.extent.tile<TILE>(), [=](point t) restrict(amp) {
		tile_static int s[TILE];
		int k = 0;
		for (int i = 0; i < 4; i++) {
			s[t.local[0]] = t.global[0] + i;
			mine::all_memory_fence(t.barrier);
			k += s[TILE - 1 - t.local[0]];
			t.barrier.wait();
		}
		v[t] = k;
	});
	parallel_for_each(w.extent.tile<TILE>(), [=](other::at<TILE> t) restrict(amp) {
		tile_static int s[TILE];
		s[t.local[0]] = v[t];
		t.barrier.wait();
		w[t] = s[TILE - 1 - t.local[0]];
	});
	v.synchronize();
	w.synchronize();
	for (int i = 0; i < SIZE; i++) {
		const int mirrored = i / TILE * TILE + TILE - 1 - i % TILE;
		CHECK(data[i] == mirrored * 4 + 6 && more[i] == i * 4 + 6);
	}
}

/* ---- What is read again ------------------------------------------------------ */

// Reads what the threads change.
struct first_of {
	array_view<int> v;
	operator int() const restrict(amp) { return v[0]; }
	int operator*(int n) const restrict(amp) { return v[0] * n; }
};

static void conversions()
{
	std::vector<int> data(TILE), first(1, 7);
	array_view<int> v(TILE, data), f(1, first);
	const first_of o = {f};
	parallel_for_each(v.extent.tile<TILE>(), [=](tiled_index<TILE> t) restrict(amp) {
		const int a = o, b = o + t.local[0], c = o * 2 + t.local[0];
		t.barrier.wait();
		if (t.local[0] == 3)
			o.v[0] = 1000;
		t.barrier.wait();
		v[t.global] = a + b + c;
	});
	v.synchronize();
	for (int i = 0; i < TILE; i++)
		CHECK(data[i] == 7 + (7 + i) + (14 + i));
}

// A pointer that lives across a barrier, to what is in one place only.
static void pointers()
{
	std::vector<int> data(SIZE);
	array_view<int> v(SIZE, data);
	parallel_for_each(v.extent.tile<TILE>(), [=](tiled_index<TILE> t) restrict(amp) {
		tile_static int s[TILE];
		const int me = t.local[0];
		int k = me;
		int *p = address(k), *q = s + (TILE - 1 - me);
		s[me] = me;
		t.barrier.wait();
		*p += *q;
		t.barrier.wait();
		*q = k;
		t.barrier.wait();
		v[t.global] = s[me] * 100 + k;
	});
	v.synchronize();
	for (int i = 0; i < SIZE; i++)
		CHECK(data[i] == 101 * (TILE - 1));
}

struct with_array {
	int n;
	int list[3];
	operator int *() restrict(amp) { return list; }
};
static int *same(int *p) restrict(amp) { return p; }

static void pointer_to_element()
{
	std::vector<int> data(SIZE);
	array_view<int> v(SIZE, data);
	parallel_for_each(v.extent.tile<TILE>(), [=](tiled_index<TILE> t) restrict(amp) {
		with_array a = {t.local[0], {1, 2, 3}};
		int *p = &a.list[1];
		t.barrier.wait();
		*p += 100;
		a.n++;
		t.barrier.wait();
		v[t.global] = a.list[1] + a.n;
	});
	v.synchronize();
	for (int i = 0; i < SIZE; i++)
		CHECK(data[i] == 102 + i % TILE + 1);
}

// And one to a part of a variable, which an array in it, or a conversion function, is as a pointer.
template <typename T> static void pointers_to_parts()
{
	std::vector<int> data(SIZE);
	array_view<int> v(SIZE, data);
	parallel_for_each(v.extent.tile<TILE>(), [=](tiled_index<TILE> t) restrict(amp) {
		const int me = t.local[0];
		T a = {me, {1, 2, 3}}, b = {me, {4, 5, 6}}, c = {me, {7, 8, 9}}, d = {me, {10, 11, 12}};
		int *p = a.list, *q = &b.list[me % 3], *r = same(c.list), *s = d;
		t.barrier.wait();
		*p += 100;
		*q += 1000;
		*r += 10000;
		*s += 100000;
		a.n++, b.n++, c.n++, d.n++;
		t.barrier.wait();
		v[t.global] = a.list[0] + b.list[me % 3] + c.list[0] + d.list[0] + a.n + b.n + c.n + d.n;
	});
	v.synchronize();
	for (int i = 0; i < SIZE; i++)
		CHECK(data[i] == 111100 + 1 + 4 + i % TILE % 3 + 7 + 10 + 4 * (i % TILE + 1));
}

/* A pointer is only declared again behind a barrier where it is used: a type that names it counts. */
static void type_of_pointer()
{
	std::vector<int> data(SIZE, 5);
	array_view<int> v(SIZE, data);
	parallel_for_each(v.extent.tile<TILE>(), [=](tiled_index<TILE> t) restrict(amp) {
		int *p = &v[t.global[0]];
		int list[2] = {*p, 2};
		decltype(*p + 0) me = t.local[0];
		t.barrier.wait();
		v[t.global] += me + list[1];
	});
	v.synchronize();
	for (int i = 0; i < SIZE; i++)
		CHECK(data[i] == 7 + i % TILE);
}

int main()
{
	for (void (*shape)() : shapes())
		shape();
	of_template(3);
	of_template(3.0f);
	of_template(greedy(3));
	generic_barriers();
	names();
	conversions();
	pointers();
	pointer_to_element();
	pointers_to_parts<with_array>();
	type_of_pointer();
	std::puts("ok");
}
