// GNU's extensions of C that amp code takes (docs/extensions.md): a kernel computes what the host does.
// options: -std=gnu17 -w
#include <amp.h>
#include <stdio.h>
#include <string.h>

static int of_statement_expression(int i) restrict(cpu, amp)
{
	return ({ int a = i + 1; a * 2; });
}

static int of_statement_expression_loop(int i) restrict(cpu, amp)
{
	return ({ int a = 0; for (int k = 0; k < i; k++) a += k; a; }) + 1;
}

static int of_elvis(int i) restrict(cpu, amp)
{
	return i ?: 5;
}

static int of_typeof(int i) restrict(cpu, amp)
{
	__typeof__(i) a = i; __typeof__(int *) p = &a; return *p + 1;
}

static int of_typeof_plain(int i) restrict(cpu, amp)
{
	typeof(i) a = i; return a + 1;
}

static int of_auto_type(int i) restrict(cpu, amp)
{
	__auto_type a = i * 2.5f; return (int)a;
}

static int of_case_range(int i) restrict(cpu, amp)
{
	switch (i) { case 1 ... 3: return 7; case 5 ... 6: return 8; default: return 9; }
}

static int of_binary_constant(int i) restrict(cpu, amp)
{
	return i + 0b101;
}

static int of_designated_array(int i) restrict(cpu, amp)
{
	int a[6] = {[2] = 5, 7, [0] = i}; return a[0] + a[2] * 10 + a[3] * 100;
}

static int of_designated_range(int i) restrict(cpu, amp)
{
	int a[6] = {[1 ... 3] = i, [5] = 2}; return a[1] + a[3] + a[5] + a[0];
}

struct ds { int x, y; };
static int of_designated_struct(int i) restrict(cpu, amp)
{
	struct ds s = {.x = i, .y = 3}; return s.x * 10 + s.y;
}

struct dn { int x; struct { int a[3]; } y; };
static int of_designated_nested(int i) restrict(cpu, amp)
{
	struct dn s = {.y.a[1] = i, .x = 2}; return s.x + s.y.a[1] * 10 + s.y.a[2];
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

struct es {};
struct around_es { int n; struct es none; struct { ; } unnamed; };
static int of_empty_struct(int i) restrict(cpu, amp)
{
	struct around_es a = {i};
	union __attribute__((aligned(4))) eu {} *u = 0;
	struct es *p = &a.none + 3;
	return a.n + 10 * (int)sizeof(struct es) + 100 * (int)sizeof(a) + 10 * (int)sizeof(*u) + 7 * (int)sizeof(struct { char c; struct es e; double d[2]; }) + (p == &a.none);
}

struct cl { int x, y; };
static int of_compound_literal(int i) restrict(cpu, amp)
{
	struct cl s = (struct cl){i, 4}; return s.x + s.y;
}

static int of_compound_literal_array(int i) restrict(cpu, amp)
{
	const int *p = (int[]){i, 4, 5}; return p[0] + p[2];
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

__attribute__((optimize("O2"))) static int oa(int x) restrict(cpu, amp) { return x + 1; }
static int of_optimize_attr(int i) restrict(cpu, amp)
{
	return oa(i);
}

static int of_static_assert(int i) restrict(cpu, amp)
{
	_Static_assert(sizeof(int) == 4, ""); return i;
}

static int of_array_init_string(int i) restrict(cpu, amp)
{
	char a[] = "abc"; return a[i % 3];
}

static int of_pointer_compare_cast(int i) restrict(cpu, amp)
{
	int a[4]; return (int)((char *)&a[i % 4] - (char *)a);
}

static int ps(unsigned *p, int *q) restrict(cpu, amp) { return (int)*p + *q; }
static int of_pointer_sign(int i) restrict(cpu, amp)
{
	const int k = 3; int *c = &k; unsigned u = 4; return ps(&i, &u) + *c;
}

#define FUNCTIONS(F) \
	F(of_statement_expression) \
	F(of_statement_expression_loop) \
	F(of_elvis) \
	F(of_typeof) \
	F(of_typeof_plain) \
	F(of_auto_type) \
	F(of_case_range) \
	F(of_binary_constant) \
	F(of_designated_array) \
	F(of_designated_range) \
	F(of_designated_struct) \
	F(of_designated_nested) \
	F(of_zero_length_array) \
	F(of_flexible_array) \
	F(of_empty_struct) \
	F(of_compound_literal) \
	F(of_compound_literal_array) \
	F(of_union_pun) \
	F(of_anonymous_struct) \
	F(of_hex_float) \
	F(of_escape_e) \
	F(of_dollar) \
	F(of_alternate_keywords) \
	F(of_alignof_expression) \
	F(of_packed) \
	F(of_aligned) \
	F(of_may_alias) \
	F(of_mode) \
	F(of_pragma_pack) \
	F(of_function_attributes) \
	F(of_nonnull) \
	F(of_fallthrough) \
	F(of_unused_variable) \
	F(of_restrict_pointer) \
	F(of_variadic_macro) \
	F(of_expect) \
	F(of_unreachable) \
	F(of_offsetof) \
	F(of_bits) \
	F(of_overflow) \
	F(of_bswap) \
	F(of_assume_aligned) \
	F(of_enum_large) \
	F(of_comma_lvalue_multichar) \
	F(of_optimize_attr) \
	F(of_static_assert) \
	F(of_array_init_string) \
	F(of_pointer_compare_cast) \
	F(of_pointer_sign)

#define RUN(f) run_##f();
#define KERNEL(f)                                                                                \
	static void run_##f(void)                                                                \
	{                                                                                        \
		int data[32] = {0};                                                                  \
		amp_array_view(int, 1) v = amp_view(data, 32);                                       \
                                                                                             \
		amp_parallel_for_each(v.extent, ^(amp_index1 i) restrict(amp) { amp_at(v, i) = f(i.i); }); \
		amp_release(v);                                                                      \
		for (int i = 0; i < 32; i++) {                                                       \
			if (data[i] != f(i))                                                             \
				printf("%s(%d) is %d, and %d on the host\n", #f, i, data[i], f(i));          \
		}                                                                                    \
	}
FUNCTIONS(KERNEL)

int main(void)
{
	FUNCTIONS(RUN)
	puts("ok");
	return 0;
}
