// GNU's extensions of C++ that amp code takes (docs/extensions.md): a kernel computes what the host does.
// options: -std=gnu++17 -w --amp-extensions
#include "../check.h"

// In front of <amp.h>, like a library's header.
constexpr int bits_before(unsigned x)
{
	return __builtin_popcount(x);
}

#include <amp.h>

static_assert(bits_before(7) == 3, "");

using namespace concurrency;

static int of_statement_expression(int i) restrict(cpu, amp)
{
	return ({ int a = i + 1; a * 2; });
}

static int of_statement_expression_loop(int i) restrict(cpu, amp)
{
	return ({ int a = 0; for (int k = 0; k < i; k++) a += k; a; }) + 1;
}

// In the initializer of a variable whose type is a template's nvcc takes it in another form only.
template <typename T> static int initialized(T x) restrict(cpu, amp)
{
	T a(({ T b = x + 1; b * 2; })), c(3);
	auto d(({ x; }));
	const T &e(({ x; }));
	return int(a + c + d + e);
}

static int of_dependent_statement_expression(int i) restrict(cpu, amp)
{
	return initialized(i) + initialized(i * 1.5f);
}

static int of_elvis(int i) restrict(cpu, amp)
{
	return i ?: 5;
}

static int of_typeof(int i) restrict(cpu, amp)
{
	__typeof__(i) a = i; __typeof__(int *) p = &a; return *p + 1;
}

static int of_case_range(int i) restrict(cpu, amp)
{
	switch (i) { case 1 ... 3: return 7; case 5 ... 6: return 8; default: return 9; }
}

template <int N> int in_range(int i) restrict(cpu, amp)
{
	switch (int x = i - 1) { case N ... N + 2: return x; case -5 ... -1: return 3; }
	switch (i) case N + 4 ... N + 5: return 4;
	return 0;
}
static int of_dependent_case_range(int i) restrict(cpu, amp)
{
	return in_range<2>(i);
}

static int of_binary_constant(int i) restrict(cpu, amp)
{
	return i + 0b101;
}

struct ds { int x, y; };
static int of_designated_struct(int i) restrict(cpu, amp)
{
	struct ds s = {.x = i, .y = 3}; return s.x * 10 + s.y;
}

struct zl { int n; int a[0]; };
static int of_zero_length_array(int i) restrict(cpu, amp)
{
	struct zl s = {i}; return s.n + (int)sizeof(struct zl);
}

struct fa { int n; int a[]; };
static int of_flexible_array(int i) restrict(cpu, amp)
{
	struct fa s = {i}; return s.n + (int)sizeof(struct fa);
}

struct cl { int x, y; };
static int of_compound_literal(int i) restrict(cpu, amp)
{
	struct cl s = (struct cl){i, 4}; return s.x + s.y;
}

union up { float x; unsigned y; };
static int of_union_pun(int i) restrict(cpu, amp)
{
	union up u; u.x = (float)i; return (int)(u.y >> 20);
}

struct as { struct { int x; }; union { int y; float z; }; };
static int of_anonymous_struct(int i) restrict(cpu, amp)
{
	struct as s; s.x = i; s.y = 3; return s.x * s.y;
}

static int of_hex_float(int i) restrict(cpu, amp)
{
	return (int)(i * 0x1.8p3);
}

static int of_escape_e(int i) restrict(cpu, amp)
{
	return i + '\e';
}

static int of_dollar(int i) restrict(cpu, amp)
{
	int a$b = i; return a$b + 1;
}

static __inline__ int __attribute__((__unused__)) ak(__const int x) restrict(cpu, amp) { return x + 1; }
static int of_alternate_keywords(int i) restrict(cpu, amp)
{
	__const int a = __extension__ ak(i); __signed__ int b = a; return b;
}

static int of_alignof_expression(int i) restrict(cpu, amp)
{
	double d = i; return i + (int)__alignof__(d) + (int)__alignof__(int);
}

struct pk { char c; int n; } __attribute__((packed));
static int of_packed(int i) restrict(cpu, amp)
{
	struct pk s = {1, i}; return s.n + (int)sizeof(s);
}

struct al { int n; } __attribute__((aligned(16)));
static int of_aligned(int i) restrict(cpu, amp)
{
	struct al s = {i}; int k __attribute__((aligned(8))) = 2; return s.n + (int)sizeof(s) + k;
}

typedef int __attribute__((may_alias)) mint;
static int of_may_alias(int i) restrict(cpu, amp)
{
	float f = i; return *(mint *)&f >> 20;
}

typedef int mi __attribute__((mode(SI)));
static int of_mode(int i) restrict(cpu, amp)
{
	mi a = i; return a + (int)sizeof(mi);
}

#pragma pack(push, 1)
struct pp { char c; int n; };
#pragma pack(pop)
static int of_pragma_pack(int i) restrict(cpu, amp)
{
	struct pp s = {1, i}; return s.n + (int)sizeof(s);
}

__attribute__((noinline, const, warn_unused_result)) static int fa1(int x) restrict(cpu, amp) { return x * 3; }
__attribute__((always_inline, pure, hot)) static inline int fa2(const int *x) restrict(cpu, amp) { return *x * 3; }
__attribute__((flatten, cold, deprecated)) static int fa3(int x) restrict(cpu, amp) { return fa1(x); }
static int of_function_attributes(int i) restrict(cpu, amp)
{
	return fa1(i) + fa2(&i) + fa3(i);
}

__attribute__((nonnull, returns_nonnull)) static int *nn(int *x) restrict(cpu, amp) { return x; }
static int of_nonnull(int i) restrict(cpu, amp)
{
	return *nn(&i) + 1;
}

static int of_fallthrough(int i) restrict(cpu, amp)
{
	int n = 0; switch (i) { case 1: n++; __attribute__((fallthrough)); case 2: n += 3; break; default: n = 9; } return n;
}

static int of_unused_variable(int i) restrict(cpu, amp)
{
	int n __attribute__((unused)) = 3, m __attribute__((__unused__)); return i;
}

static int rp(int *__restrict__ a, const int *__restrict b) restrict(cpu, amp) { *a += *b; return *a; }
static int of_restrict_pointer(int i) restrict(cpu, amp)
{
	int a = i, b = 3; return rp(&a, &b);
}

#define VM(a, args...) (a + sum2(0, ##args))
static int sum2(int a, int b) restrict(cpu, amp) { return a + b; }
static int of_variadic_macro(int i) restrict(cpu, amp)
{
	return VM(i, 4);
}

static int of_expect(int i) restrict(cpu, amp)
{
	if (__builtin_expect(i > 3, 0)) return 7; return 8;
}

static int of_unreachable(int i) restrict(cpu, amp)
{
	switch (i & 1) { case 0: return 1; case 1: return 2; } __builtin_unreachable();
}

struct of { int x, y; };
static int of_offsetof(int i) restrict(cpu, amp)
{
	return i + (int)__builtin_offsetof(struct of, y);
}

static int of_bits(int i) restrict(cpu, amp)
{
	return __builtin_popcount(i) + __builtin_clz(i + 1) + __builtin_ctz(i + 8) + __builtin_ffs(i) + __builtin_parity(i);
}

static int of_overflow(int i) restrict(cpu, amp)
{
	int r; return __builtin_add_overflow(i, 2147483647, &r) ? 5 : r;
}

static int of_bswap(int i) restrict(cpu, amp)
{
	return (int)(__builtin_bswap32(i) >> 24);
}

static int of_assume_aligned(int i) restrict(cpu, amp)
{
	int *p = (int *)__builtin_assume_aligned(&i, 4); return *p;
}

enum el { EL = 1ll << 33 };
static int of_enum_large(int i) restrict(cpu, amp)
{
	return i + (int)sizeof(enum el);
}

static int of_comma_lvalue_multichar(int i) restrict(cpu, amp)
{
	return i + 'ab';
}

static int of_pointer_compare_cast(int i) restrict(cpu, amp)
{
	int a[4]; return (int)((char *)&a[i % 4] - (char *)a);
}

static int rr(int &__restrict a) restrict(cpu, amp) { return a++; }
static int of_restrict_reference(int i) restrict(cpu, amp)
{
	return rr(i) + i;
}

static int of_is_trait(int i) restrict(cpu, amp)
{
	return i + __is_trivially_copyable(int) + __is_enum(int);
}

[[gnu::always_inline]] inline int ga(int x) restrict(cpu, amp) { return x + 1; }
static int of_gnu_scoped_attribute(int i) restrict(cpu, amp)
{
	[[gnu::unused]] int k = 0; return ga(i);
}

#define RUN(f)                                                                                   \
	{                                                                                        \
		int data[32] = {0};                                                                  \
		array_view<int> v(32, data);                                                         \
		parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = f(i[0]); });      \
		v.synchronize();                                                                     \
		for (int i = 0; i < 32; i++)                                                         \
			CHECK(data[i] == f(i));                                                          \
	}

int main()
{
	RUN(of_statement_expression)
	RUN(of_statement_expression_loop)
	RUN(of_dependent_statement_expression)
	RUN(of_elvis)
	RUN(of_typeof)
	RUN(of_case_range)
	RUN(of_dependent_case_range)
	RUN(of_binary_constant)
	RUN(of_designated_struct)
	RUN(of_zero_length_array)
	RUN(of_flexible_array)
	RUN(of_compound_literal)
	RUN(of_union_pun)
	RUN(of_anonymous_struct)
	RUN(of_hex_float)
	RUN(of_escape_e)
	RUN(of_dollar)
	RUN(of_alternate_keywords)
	RUN(of_alignof_expression)
	RUN(of_packed)
	RUN(of_aligned)
	RUN(of_may_alias)
	RUN(of_mode)
	RUN(of_pragma_pack)
	RUN(of_function_attributes)
	RUN(of_nonnull)
	RUN(of_fallthrough)
	RUN(of_unused_variable)
	RUN(of_restrict_pointer)
	RUN(of_variadic_macro)
	RUN(of_expect)
	RUN(of_unreachable)
	RUN(of_offsetof)
	RUN(of_bits)
	RUN(of_overflow)
	RUN(of_bswap)
	RUN(of_assume_aligned)
	RUN(of_enum_large)
	RUN(of_comma_lvalue_multichar)
	RUN(of_pointer_compare_cast)
	RUN(of_restrict_reference)
	RUN(of_is_trait)
	RUN(of_gnu_scoped_attribute)
	std::puts("ok");
}
