// What C means otherwise than C++, which device code is: a kernel computes what the host does.
// options: -std=gnu17 -w --amp-extensions -lm
#include <amp.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <stdlib.h>

enum e { A,
	 B,
	 C };
static int of_enum_unsigned(int i) restrict(cpu, amp)
{
	enum e x = i % 3;
	return x - 1 < 0;
}

static int of_enum_unsigned_compare(int i) restrict(cpu, amp)
{
	enum e x = A;
	return x > -1;
}

static int of_enum_divide(int i) restrict(cpu, amp)
{
	enum e x = i % 3;
	return (x - 2) / 2 == (int)(x - 2) / 2;
}

static int of_enum_shift(int i) restrict(cpu, amp)
{
	enum e x = i % 3;
	return (x - 2) >> 1 > 0;
}

static int of_enum_negate(int i) restrict(cpu, amp)
{
	enum e x = B;
	return -x > 0;
}

static int of_enum_field(int i) restrict(cpu, amp)
{
	struct {
		enum e x;
	} s = {i % 3};
	return s.x - 1 < 0;
}

static int of_enum_parameter_of(enum e x) restrict(cpu, amp)
{
	return x - 1 < 0;
}

static int of_enum_parameter(int i) restrict(cpu, amp)
{
	return of_enum_parameter_of(i % 3);
}

static int of_enum_float(int i) restrict(cpu, amp)
{
	enum e x = A;
	return (int)((float)(x - 1) / 1e6f);
}

static int of_enum_condition(int i) restrict(cpu, amp)
{
	enum e x = A;
	return (i ? x : -1) > 0;
}

static int of_enumerator(int i) restrict(cpu, amp)
{
	return A - 1 < 0;
}

static int of_enum_loop(int i) restrict(cpu, amp)
{
	int n = 0;
	for (enum e x = C; x > A; x--)
		n += x;
	return n;
}

static int of_enum_or(int i) restrict(cpu, amp)
{
	enum e x = A;
	x |= B;
	x = x + i;
	x++;
	return x;
}

static int of_auto_comparison(int i) restrict(cpu, amp)
{
	__auto_type t = i > 3;
	t = 5;
	return t;
}

static int of_auto_statement(int i) restrict(cpu, amp)
{
	__auto_type t = ({ int k = 3; i > k; });
	t += 5;
	return t;
}

static int of_auto_extension(int i) restrict(cpu, amp)
{
	__auto_type t = __extension__(i > 3);
	t += 5;
	return t;
}

static int of_auto_not(int i) restrict(cpu, amp)
{
	__auto_type t = !i;
	t += 5;
	return t;
}

static int of_auto_and(int i) restrict(cpu, amp)
{
	__auto_type t = i && 1;
	t += 5;
	return t;
}

static int of_auto_character(int i) restrict(cpu, amp)
{
	__auto_type t = 'a';
	t = 500 + i;
	return t;
}

static int of_auto_enumerator(int i) restrict(cpu, amp)
{
	__auto_type t = A;
	t = i - 5;
	return t < 0;
}

static int of_typeof_comparison(int i) restrict(cpu, amp)
{
	__typeof__(i > 3) t = 5;
	return t;
}

static int of_typeof_character(int i) restrict(cpu, amp)
{
	__typeof__('a') t = 500 + i;
	return t;
}

static int of_typeof_enumerator(int i) restrict(cpu, amp)
{
	__typeof__(B) t = 500 - i;
	return t;
}

static int of_sizeof_definition(int i) restrict(cpu, amp)
{
	return sizeof(struct here { int a, b; }) + 100 * sizeof(union { char c[3]; short s; }) + i;
}

static int of_sizeof_character(int i) restrict(cpu, amp)
{
	return sizeof 'a';
}

static int of_sizeof_comparison(int i) restrict(cpu, amp)
{
	return sizeof(i < 3) + 10 * sizeof(!i) + 100 * sizeof(i || i);
}

static int of_sizeof_string(int i) restrict(cpu, amp)
{
	return sizeof "abc";
}

static int of_sizeof_conditional(int i) restrict(cpu, amp)
{
	return sizeof(i ? 'a' : 'b');
}

static int of_sizeof_enumerator(int i) restrict(cpu, amp)
{
	return sizeof B;
}

static int of_sizeof_promoted(int i) restrict(cpu, amp)
{
	char c = i, d = 1;
	return sizeof(i ? c : d) + 10 * sizeof(+c) + 100 * sizeof(c = d) + 1000 * sizeof(c, d) + 10000 * sizeof(c ?: d);
}

static int of_sizeof_decayed(int i) restrict(cpu, amp)
{
	int a[5] = {i};
	return sizeof(0, a) + 10 * sizeof(i ? a : a) + 100 * sizeof(a) + a[0];
}

static int of_auto_promoted(int i) restrict(cpu, amp)
{
	char c = 100, d = 120;
	__auto_type t = i & 1 ? c : d;
	__typeof__(i ? c : d) u = 500 + i;
	t += 100;
	return t + u;
}

static int of_library_of_enumerators(int i) restrict(cpu, amp)
{
	return sqrt(C) * 1000 + pow(C, C) + fabs(B) + abs(A) + i;
}

extern const int later;
static int of_later_constant(int i) restrict(cpu, amp)
{
	return later + i;
}
const int later = 5;

static int of_sqrt(int i) restrict(cpu, amp)
{
	float f = i + 2;
	return (int)(sqrt(f) * 1e8);
}

static int of_sin(int i) restrict(cpu, amp)
{
	float f = i;
	return fabs(sin(f) - sin((double)f)) < 1e-12;
}

static int of_exp(int i) restrict(cpu, amp)
{
	float f = i / 16.0f;
	double d = exp(f);
	return (float)d == d;
}

static int of_fabs(int i) restrict(cpu, amp)
{
	return fabs(i - 5.5) * 10;
}

static int of_abs(int i) restrict(cpu, amp)
{
	float f = i - 5.5f;
	return abs(f) * 10;
}

static int of_floor(int i) restrict(cpu, amp)
{
	return sizeof(floor(1.0f)) + (int)floor(i / 3.0f);
}

static int of_literal_in_block(int i) restrict(cpu, amp)
{
	const int *p;
	int n = 0;
	{
		p = (const int[]){i, 4, 5};
		n = p[0] + p[2];
	}
	return n;
}

static int sum_of(const int *p, int n) restrict(cpu, amp)
{
	int s = 0;
	for (int k = 0; k < n; k++)
		s += p[k];
	return s;
}

static int of_literal_in_loop(int i) restrict(cpu, amp)
{
	int n = 0;
	for (int k = 0; k < 3; k++) {
		const int *p = (int[]){i, k, 0};
		int a[3] = {7, 7, 7};
		n += sum_of(p, 3) + a[k];
	}
	return n;
}

struct pt {
	int x, y;
};
static int of_literal_changed(int i) restrict(cpu, amp)
{
	struct pt *p = &(struct pt){i, 2};
	p->x += 3;
	p->y *= p->x;
	return p->y + p->x;
}

static int of_literal_assigned(int i) restrict(cpu, amp)
{
	struct pt *p;
	p = &(struct pt){i, 2};
	int z[4] = {9, 9, 9, 9};
	return p->y + p->x * z[i & 3];
}

static int of_goto(int i) restrict(cpu, amp)
{
	int n = 0;
	switch (i % 3) {
		int k;
	case 0:
		k = 5;
		n = k;
		break;
	case 1: k = 6; n = k;
	}
	return n;
}

static int of_shadow(int i) restrict(cpu, amp)
{
	int n = 0;
	for (int k = 0; k < 3; k++) {
		int k = i;
		n += k;
	}
	return n;
}

static int of_parameter_shadow(int i) restrict(cpu, amp)
{
	int n = i;
	{
		int i = 3;
		n += i;
	}
	return n;
}

struct outer {
	struct inner {
		int x;
	} in;
	enum f { F = 7 } g;
};
static int of_nested_tags(int i) restrict(cpu, amp)
{
	struct inner s = {i};
	enum f g = F;
	return s.x + g;
}

static int of_tag_and_variable(int i) restrict(cpu, amp)
{
	struct pt pt = {i, 2};
	struct pt other = {3, 4};
	pt = (struct pt){pt.y, pt.x};
	return pt.x + 10 * pt.y + other.y;
}

struct part {
	int t[4];
	struct pt p;
};
static int of_overridden_lists(int i) restrict(cpu, amp)
{
	struct pt a[2] = {[0] = {i, 2}, [0].x = 5};
	struct part b = {.t = {1, 2, i, 4}, {6, 7}, .t[1] = 9, .p.y = 8};
	int m[2][2] = {{1, i}, [1] = {3, 4}, [0][0] = 7};
	return a[0].x + 10 * a[0].y + b.t[0] * 3 + b.t[1] * 5 + b.t[2] * 7 + b.t[3] + b.p.x * 11 + b.p.y + m[0][0] * 13 + m[0][1] + m[1][1];
}

static int of_underscored_keywords(int i) restrict(cpu, amp)
{
	int new_ = i;
	{
		int new = 2;
		return new_ * 10 + new;
	}
}

static int of_const_size(int i) restrict(cpu, amp)
{
	enum { N = 4 };
	int a[N] = {1, [N - 1] = i};
	return a[3] + a[0];
}

static int of_void_pointer(int i) restrict(cpu, amp)
{
	void *p = &i;
	int *q = p;
	return *q;
}

static int of_uninitialized_const(int i) restrict(cpu, amp)
{
	int a[4] = {};
	struct pt p = {};
	return a[2] + p.x + i;
}

static int of_comma(int i) restrict(cpu, amp)
{
	int a = 0;
	return (a++, i) + a;
}

static int of_character_promotion(int i) restrict(cpu, amp)
{
	return ('a' + i) * 1000 + '\377';
}

static int of_negative_character(int i) restrict(cpu, amp)
{
	return '\xff' < 0;
}

static int of_wide_character(int i) restrict(cpu, amp)
{
	return L'a' + i + sizeof(L'a');
}

static int of_boolean(int i) restrict(cpu, amp)
{
	_Bool b = i;
	b += 2;
	return b + (_Bool)0.5f;
}

static int of_boolean_decrement(int i) restrict(cpu, amp)
{
	_Bool b = i & 1;
	b--;
	return b;
}

static int of_assignment_value(int i) restrict(cpu, amp)
{
	unsigned char c;
	int n = c = i * 100;
	return n;
}

static int of_increment_of_conditional(int i) restrict(cpu, amp)
{
	int a = 1, b = 2;
	*(i & 1 ? &a : &b) += i;
	return a * 100 + b;
}

static int of_union_literal(int i) restrict(cpu, amp)
{
	union {
		int n;
		float f;
	} u = {.f = i};
	return u.n >> 20;
}

static int of_union_cast(int i) restrict(cpu, amp)
{
	union up {
		int n;
		float f;
	};
	return ((union up){.n = i}).n;
}

static int of_struct_copy(int i) restrict(cpu, amp)
{
	struct pt a[2] = {{1, 2}, {3, i}};
	struct pt b = a[1];
	a[0] = b;
	return a[0].y;
}

static struct pt made(int i) restrict(cpu, amp)
{
	return (struct pt){.y = i};
}

static int of_returned_member(int i) restrict(cpu, amp)
{
	return made(i).y + made(i).x;
}

static int of_array_parameter_of(int n, int a[static 2]) restrict(cpu, amp)
{
	a[1] += n;
	return a[0] + sizeof(a);
}

static int of_variable_parameter_of(int n, const int v[static n], int w[const restrict n - 1][2]) restrict(cpu, amp);
static int of_variable_parameter_of(int n, const int v[static n], int w[const restrict n - 1][2]) restrict(cpu, amp)
{
	w[n - 2][1] += v[n - 1];
	return w[n - 2][1] * 100 + (int)sizeof(*w);
}
static int of_variable_parameter(int i) restrict(cpu, amp)
{
	int v[3] = {1, 2, i}, w[2][2] = {{1, 2}, {3, i}};
	return of_variable_parameter_of(3, v, w) + w[1][1];
}

static int of_array_parameter(int i) restrict(cpu, amp)
{
	int a[3] = {i};
	return of_array_parameter_of(2, a) + a[1];
}

static int of_inline_struct(int i) restrict(cpu, amp)
{
	struct {
		int x;
		struct {
			int y;
		};
	} s = {i, {3}};
	return s.x + s.y;
}

static int of_string(int i) restrict(cpu, amp)
{
	char s[6] = "hello", t[8] = "abc", u[3] = "abc";
	return s[i % 5] + t[i % 8] + u[i % 3];
}

static int of_long_long_enum(int i) restrict(cpu, amp)
{
	enum big { BIG = 0x80000000u };
	return BIG > 0;
}

static int of_negative_enum(int i) restrict(cpu, amp)
{
	enum neg { NEG = -1,
		   POS = 1 } x = i & 1 ? NEG : POS;
	return x < 0;
}

static int of_shift_of_character(int i) restrict(cpu, amp)
{
	unsigned char c = 200;
	return c << (i % 24) >> 3;
}

static int of_pointer_boolean(int i) restrict(cpu, amp)
{
	int *p = i & 1 ? &i : NULL;
	int b = p != 0;
	return b + !p;
}

static int of_null(int i) restrict(cpu, amp)
{
	const int *p = NULL;
	return p == NULL ? sizeof(NULL) : 0;
}

static int of_statement_value(int i) restrict(cpu, amp)
{
	return ({ _Bool b = i; !b; }) + sizeof(({ char c = 1; c; }));
}

static int of_conditional_void(int i) restrict(cpu, amp)
{
	int n = 0;
	i & 1 ? (void)n++ : (void)(n = 7);
	return n;
}

static int of_float_condition(int i) restrict(cpu, amp)
{
	float f = i / 2;
	return f ? 3 : 4;
}

static int of_modulo(int i) restrict(cpu, amp)
{
	return (i - 16) % 5 + (i - 16) / 5 * 10;
}

static int of_keyword_names(int i) restrict(cpu, amp)
{
	int new = i, class = 2, this = 3, template = 4, and = 5;
	struct {
		int delete, operator;
	} s = {6, 7};
	return new + class *this + template *and + s.delete *s.operator;
}

static int of_unsigned_char_compare(int i) restrict(cpu, amp)
{
	char c = i * 9;
	return c == i * 9;
}

static int of_enum_or_minus(int i) restrict(cpu, amp)
{
	enum e x = i % 3;
	return (x & 1) - 1 < 0;
}

static int of_enum_or_negative(int i) restrict(cpu, amp)
{
	enum e x = i % 3;
	return (x | -4) > 0;
}

static int of_enum_division_assigned(int i) restrict(cpu, amp)
{
	enum e x = 2 - i % 2;
	int n = -i;
	n /= x;
	return n;
}

static int of_enum_remainder_assigned(int i) restrict(cpu, amp)
{
	enum e x = C;
	int n = -i;
	n %= x;
	return n;
}

static int of_enum_divided(int i) restrict(cpu, amp)
{
	enum e x = i - 5;
	x /= 2;
	return x == 1;
}

static int of_enum_shifted(int i) restrict(cpu, amp)
{
	enum e x = i - 5;
	x >>= 1;
	return x > 5;
}

static int of_enum_complement(int i) restrict(cpu, amp)
{
	enum e x = i % 3;
	return ~x > 0;
}

static int of_enum_to_long(int i) restrict(cpu, amp)
{
	enum e x = i - 5;
	long l = x;
	return l < 0;
}

static int of_enum_to_float(int i) restrict(cpu, amp)
{
	enum e x = i - 5;
	float f = x;
	return f < 0;
}

static int of_enum_argument_of(long l) restrict(cpu, amp)
{
	return l < 0;
}

static int of_enum_argument(int i) restrict(cpu, amp)
{
	enum e x = i - 5;
	return of_enum_argument_of(x - 1);
}

enum large { SMALL,
	     LARGE = 0x80000000u };
static int of_large_enumerator(int i) restrict(cpu, amp)
{
	return SMALL - 1 < 0;
}

static int of_large_enum(int i) restrict(cpu, amp)
{
	enum large x = SMALL;
	return x - 1 < 0;
}

static int of_bool_steps(int i) restrict(cpu, amp)
{
	_Bool b = i & 1, c[2] = {i & 2, 1};
	int n = b--;
	n = n * 2 + --b;
	n = n * 2 + b++;
	n = n * 2 + ++c[0];
	n = n * 2 + c[i & 1]--;
	return n * 8 + b + c[0] * 2 + c[1] * 4;
}

enum { UNNAMED = 3 };
static int of_unnamed_enumerator(int i) restrict(cpu, amp)
{
	return (i & UNNAMED) - 1 < 0;
}

static int of_enum_pointer(int i) restrict(cpu, amp)
{
	enum e x = i % 3, *p = &x;
	return *p - 2 < 0;
}

static int of_enum_array(int i) restrict(cpu, amp)
{
	enum e x[2] = {i % 3, B};
	return x[0] - x[1] < 0;
}

static int of_enum_comma(int i) restrict(cpu, amp)
{
	enum e x = A;
	return (i, x) - 1 < 0;
}

static int of_enum_assigned(int i) restrict(cpu, amp)
{
	enum e x;
	return (x = A) - 1 < 0;
}

static int of_enum_incremented(int i) restrict(cpu, amp)
{
	enum e x = A;
	return x++ - 1 < 0;
}

static int of_enum_conditionals(int i) restrict(cpu, amp)
{
	enum e x = A, y = B;
	return (i & 1 ? x : y) - 2 < 0;
}

static int of_large_complement(int i) restrict(cpu, amp)
{
	long x = -1;
	return (x & ~SMALL) < 0;
}

static int of_large_chosen(int i) restrict(cpu, amp)
{
	enum large x = i & 1 ? SMALL : LARGE, y = SMALL, z[2] = {SMALL, LARGE};
	return x == LARGE && y == z[0];
}

static int of_large_switch(int i) restrict(cpu, amp)
{
	switch (i) {
	case SMALL: return 3;
	case SMALL + 1: return 4;
	default: return -SMALL;
	}
}

enum mixed { NEGATIVE = -1,
	     TOP = 0x80000000u };
static int of_mixed_enumerator(int i) restrict(cpu, amp)
{
	return NEGATIVE < 0;
}

static int of_wrapped_loop(int i) restrict(cpu, amp)
{
	int n = 0;
	for (enum e x = C; x >= A && n < 9; x--)
		n++;
	return n;
}

static int of_enum_elements_of(unsigned (*a)[2], unsigned b[][2], enum e c[2], const enum e *d) restrict(cpu, amp)
{
	return a[0][1] + b[1][0] * 10 + c[1] * 100 + d[0] * 1000;
}

static int of_enum_elements(int i) restrict(cpu, amp)
{
	enum e a[2][2] = {{A, B}, {C, i % 3}};
	unsigned b[2] = {1, 2};

	return of_enum_elements_of(a, a, b, b + 1);
}

static int of_enum_cast(int i) restrict(cpu, amp)
{
	enum e x = i - 5;

	return ((long)x < 0) + ((float)x < 0) * 2 + ((long)(x + 1) < 0) * 4 + ((double)(enum e)(i - 5) < 0) * 8;
}

static int of_enum_extremes(int i) restrict(cpu, amp)
{
	enum e x = i - 5, y = i - 5, z = i - 5;

	x /= 3;
	y %= 7;
	z >>= 3;
	return (x > 9) + y * 2 + (z > 9) * 20;
}

static int of_enum_library(int i) restrict(cpu, amp)
{
	enum e x = i - 5;

	return (int)(sqrt(x) + fabs(x - 1) / 1e6);
}

static int of_enum_pointers(int i) restrict(cpu, amp)
{
	unsigned a[4] = {1, 2, 3, 4}, *q = a + 1;
	enum e *p = a + i % 4;
	const enum e *r = q;

	return (p - a) + (p < q) * 10 + (p == a) * 100 + (r - p) * 1000 + (p != NULL);
}

static int of_omitted_operand(int i) restrict(cpu, amp)
{
	enum e x = (enum e)(i % 3) ?: i % 2 + 1;

	return x;
}

#define FUNCTIONS(F) \
	F(of_enum_pointers) \
	F(of_enum_cast) \
	F(of_enum_extremes) \
	F(of_enum_library) \
	F(of_enum_elements) \
	F(of_enum_unsigned) \
	F(of_enum_unsigned_compare) \
	F(of_enum_divide) \
	F(of_enum_shift) \
	F(of_enum_negate) \
	F(of_enum_field) \
	F(of_enum_parameter) \
	F(of_enum_float) \
	F(of_enum_condition) \
	F(of_enumerator) \
	F(of_enum_loop) \
	F(of_enum_or) \
	F(of_auto_comparison) \
	F(of_auto_statement) \
	F(of_auto_extension) \
	F(of_auto_not) \
	F(of_auto_and) \
	F(of_auto_character) \
	F(of_auto_enumerator) \
	F(of_auto_promoted) \
	F(of_typeof_comparison) \
	F(of_typeof_character) \
	F(of_typeof_enumerator) \
	F(of_sizeof_definition) \
	F(of_sizeof_character) \
	F(of_sizeof_comparison) \
	F(of_sizeof_string) \
	F(of_sizeof_conditional) \
	F(of_sizeof_enumerator) \
	F(of_sizeof_promoted) \
	F(of_sizeof_decayed) \
	F(of_sqrt) \
	F(of_library_of_enumerators) \
	F(of_sin) \
	F(of_exp) \
	F(of_fabs) \
	F(of_abs) \
	F(of_floor) \
	F(of_literal_in_block) \
	F(of_literal_in_loop) \
	F(of_literal_changed) \
	F(of_literal_assigned) \
	F(of_goto) \
	F(of_shadow) \
	F(of_parameter_shadow) \
	F(of_nested_tags) \
	F(of_tag_and_variable) \
	F(of_overridden_lists) \
	F(of_const_size) \
	F(of_later_constant) \
	F(of_void_pointer) \
	F(of_uninitialized_const) \
	F(of_comma) \
	F(of_character_promotion) \
	F(of_negative_character) \
	F(of_wide_character) \
	F(of_boolean) \
	F(of_boolean_decrement) \
	F(of_assignment_value) \
	F(of_increment_of_conditional) \
	F(of_union_literal) \
	F(of_union_cast) \
	F(of_struct_copy) \
	F(of_returned_member) \
	F(of_variable_parameter) \
	F(of_array_parameter) \
	F(of_inline_struct) \
	F(of_string) \
	F(of_long_long_enum) \
	F(of_negative_enum) \
	F(of_shift_of_character) \
	F(of_pointer_boolean) \
	F(of_null) \
	F(of_statement_value) \
	F(of_conditional_void) \
	F(of_float_condition) \
	F(of_modulo) \
	F(of_keyword_names) \
	F(of_underscored_keywords) \
	F(of_unsigned_char_compare) \
	F(of_enum_or_minus) \
	F(of_enum_or_negative) \
	F(of_enum_division_assigned) \
	F(of_enum_remainder_assigned) \
	F(of_enum_divided) \
	F(of_enum_shifted) \
	F(of_enum_complement) \
	F(of_enum_to_long) \
	F(of_enum_to_float) \
	F(of_enum_argument) \
	F(of_large_enumerator) \
	F(of_large_enum) \
	F(of_bool_steps) \
	F(of_unnamed_enumerator) \
	F(of_enum_pointer) \
	F(of_enum_array) \
	F(of_enum_comma) \
	F(of_enum_assigned) \
	F(of_enum_incremented) \
	F(of_enum_conditionals) \
	F(of_large_complement) \
	F(of_large_chosen) \
	F(of_large_switch) \
	F(of_mixed_enumerator) \
	F(of_wrapped_loop) \
	F(of_omitted_operand)

#define NUMBER(f) number_##f,
enum { FUNCTIONS(NUMBER) COUNT };
#define NAME(f) #f,
static const char *const names[] = {FUNCTIONS(NAME)};
#define EXPECTED(f) expected[number_##f][i] = f(i);
#define STORE(f) \
	{ \
		amp_index2 at = {number_##f, i.i}; \
		amp_at(v, at) = f(i.i); \
	}

int main(void)
{
	static int data[COUNT][32], expected[COUNT][32];
	amp_array_view(int, 2) v = amp_view(data[0], COUNT, 32);

	for (int i = 0; i < 32; i++) {
		FUNCTIONS(EXPECTED)
	}
	amp_parallel_for_each((amp_extent1){32}, ^(amp_index1 i) restrict(amp){
	                          FUNCTIONS(STORE)});
	amp_release(v);
	for (int k = 0; k < COUNT; k++) {
		for (int i = 0; i < 32; i++) {
			if (data[k][i] != expected[k][i])
				printf("%s(%d) is %d, and %d on the host\n", names[k], i, data[k][i], expected[k][i]);
		}
	}
	puts("ok");
	return 0;
}
