// --amp-msvc: what ISO C++ writes otherwise is rewritten in both units.
// RUN: %ampcc --amp-msvc -std=gnu++17 --amp-save=%t.units -c %s -o %t.o 2>%t.err
// RUN: %FileCheck --check-prefix=LONG --implicit-check-not=warning: %s <%t.err
// RUN: cat %t.units/msvc.amp.cpp | sed -E '/[/][/] (CHECK|RUN)/d' | %FileCheck %s
// RUN: cat %t.units/msvc.amp.cu | sed -E '/[/][/] (CHECK|RUN)/d' | %FileCheck %s
// A program that needs none of it is the same but for the header of Microsoft's C library.
// RUN: %front --amp-msvc --amp-save=%t.with -c %S/projections.cpp -o %t.o
// RUN: %front --amp-save=%t.without -c %S/projections.cpp -o %t.o
// RUN: sed -i '/corecrt[.]h/d' %t.with/projections.amp.cpp %t.with/projections.amp.cu
// RUN: diff -r %t.with %t.without
#include <amp.h>
#include <exception>
#include <vector>
using namespace concurrency;

// Names in templates that are declared further down.
// CHECK: namespace ns {
// CHECK: template <class V> void g(const V &v);
// CHECK: template <class V> void f(const V &v) { g(v); ns::h<int>(v); size(limit); Later l; l.n = 1; }
namespace ns {
template <class V> void f(const V &v) { g(v); ns::h<int>(v); size(limit); Later l; l.n = 1; }
template <class V> void g(const V &v) { parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = 3; }); }
template <class T, class V> void h(const V &v) { v[0] += T(1); }
int size(int n) { return n; }
const int limit = 4;
struct Later { int n; };
// Its place is empty.
// CHECK: int size(int n) { return n; }
// CHECK-NOT: limit = 4
}

// Temporaries.
// CHECK: f(amp_msvc::lvalue<Concurrency::accelerator_view>(a.default_view)); f(amp_msvc::lvalue<Concurrency::accelerator_view>(a.create_view()));
// CHECK: accelerator_view &&kept = a.create_view();
static double f(accelerator_view &v) { v.wait(); return 0; }
void temporaries()
{
	accelerator a;
	f(a.default_view); f(a.create_view());
	accelerator_view &kept = a.create_view();
	int d[2];
	array_view<int> v(2, d);
	ns::f(v);
}

// Declarations.
// CHECK: void m();
// CHECK: friend Typedef;
// CHECK: template <class T_inner> T_inner inner(T_inner x)
// CHECK: static_assert(sizeof(T *) == 0, "never");
// CHECK: virtual int pure() = {{ *}}0
// CHECK: return Pure::pure() + 1;
// CHECK: if (n) return 1; return {}; }
struct C { void C::m(); };
typedef C Typedef;
class D { friend class Typedef; };
template <class T> struct S { template <class T> T inner(T x) { return x; } };
template <class T> void never() { static_assert(false, "never"); }
struct Pure { virtual int pure() = NULL; };
int Pure::pure() { return 1; }
struct Derived : public Pure { int pure() { return __super::pure() + 1; } };
int missing(int n) { if (n) return 1; }

// Words.
// CHECK: struct __attribute__((aligned(32))) Aligned
// CHECK: throw amp_msvc::exception("text")
// CHECK: catch (std::exception &e)
// CHECK: for (int x : v)
// CHECK: 5LL + 0x7ULL + 1U;
__declspec(align(32)) struct Aligned { float x[4]; };
long long words(std::vector<int> v)
{
	try { throw std::exception("text"); } catch (std::exception e) { e.what(); }
	for each (int x in v) missing(x);
	return 5i64 + 0x7ui64 + 1ui32;
}

// Specializations, constants of classes, inline functions.
// CHECK: template <> inline int text<int>(int) { return 1; }
// CHECK: template <typename T> static int in(T) { return 0; }
// CHECK: inline static const int limit = 4, other = 5;
// CHECK-NEXT: static const int outside = 6;
// CHECK: };
// CHECK: template <> struct Specialized::Nested<int> { inline static const int n = 2; };
// CHECK: template <> inline int Specialized::in<float>(float) { return limit; }
// CHECK: const int Specialized::outside;
// CHECK: __attribute__((used)) inline int called_elsewhere(int n) { return n; }
// CHECK: {{^}}static inline int not_elsewhere(
template <typename T> int text(T) { return 0; }
template <> static int text<int>(int) { return 1; }
struct Specialized {
	template <typename T> struct Nested { };
	template <> struct Nested<int> { static const int n = 2; };
	template <typename T> static int in(T) { return 0; }
	template <> static int in<float>(float) { return limit; }
	static const int limit = 4, other = 5;
	static const int outside = 6;
};
const int Specialized::outside;
inline int called_elsewhere(int n) { return n; }
static inline int not_elsewhere(int n) { return n; }

// Classes that are sealed or abstract; operands of templates of member operators; a class template that is declared
// late, and has specializations.
// CHECK: class Abstract { virtual void f() = 0; };
// CHECK: class Sealed final : Abstract { void f() final {} };
// CHECK: template <class T> struct LateTraits;
// CHECK: p << amp_msvc::lvalue(missing(1));
class Abstract abstract { virtual void f() abstract; };
class Sealed sealed : Abstract { void f() sealed {} };
struct UsesLate { template <class T> int f() { return LateTraits<T>::n; } };
template <class T> struct LateTraits;
template <> struct LateTraits<int> { enum { n = 1 }; };
struct Stream { template <class T> Stream &operator<<(T &x) { return *this; } };
int use_late() { Stream p; p << missing(1); return UsesLate().f<int>(); }

// Properties: reads, writes, indices, in templates and where no object is named.
// CHECK: int Twice() { return 2 * GetN(); }
// CHECK: int Made() { Counted c(GetN(), GetN()); return c.n; }
// CHECK: p.PutN(2); p.PutN(p.GetN() + (3)); q->PutN(q->GetN() + (1));
// CHECK: p.PutAt(1,  p.GetAt(0)); return p.GetN() == 6 && t.GetN();
// CHECK: int Rows() { return get_extent()[0]; }
// CHECK: p.GetRaw()[1] = 2; ++p.GetRaw()[0]; p.PutRaw(p.GetRaw() + p.GetRaw()[0]);
// CHECK: p.n ? p.PutN(1 ): p.PutN(2); p.PutN(p.n ? 1, 2 : 3); (&p)->PutN((&p)->GetN() - (1));
struct Counted { int n; Counted(int a, int b) : n(a + b) {} };
struct Properties {
	__declspec(property(get = GetN, put = PutN)) int N;
	__declspec(property(get = GetAt, put = PutAt)) int At[];
	__declspec(property(get = GetRaw, put = PutRaw)) int *Raw; /* its subscripts are the pointer's */
	int n, at[2];
	int GetN() { return n; }
	void PutN(int x) { n = x; }
	int GetAt(int i) { return at[i]; }
	void PutAt(int i, int x) { at[i] = x; }
	int *GetRaw() { return at; }
	void PutRaw(int *) {}
	int Twice() { return 2 * N; }
	int Made() { Counted c(N, N); return c.n; }
};
template <class T> bool properties(T t)
{
	Properties p, *q = &p;
	p.N = 2; p.N += 3; ++q->N;
	p.At[1] = p.At[0]; return p.N == 6 && t.N;
}
struct Grid { // its property hides the library's template
	__declspec(property(get = get_extent)) concurrency::extent<2> extent;
	concurrency::extent<2> get_extent() const;
	int Rows() { return extent[0]; }
};
void raw_properties(Properties p)
{
	p.Raw[1] = 2; ++p.Raw[0]; p.Raw = p.Raw + p.Raw[0];
	p.n ? p.N = 1 : p.N = 2; p.N = p.n ? 1, 2 : 3; (&p)->N -= 1;
}
bool use_properties() { return properties(Properties()); }

// Interfaces, pure functions with a body, exception specifications, enumerations declared in front.
// CHECK: struct Interface { virtual int f(int) = 0; virtual void g() = 0; };
// CHECK: virtual ~PureBody() {{ *}}{}
// CHECK: void throwing() {{ *}}; void throwing_all() {{ *}};
// CHECK: enum Forward : int; enum Forward : int { forward };
__interface Interface { int f(int); virtual void g() = 0; };
struct PureBody { virtual ~PureBody() = 0 {} };
void throwing() throw(int); void throwing_all() throw(...);
enum Forward; enum Forward { forward };

// goto across an initialization; an explicit instantiation of which a header has one, too; a base that is a parameter.
// CHECK: int x; x = 1; int y;y = x; n += y;
// CHECK: template <class T> struct Twice { T f(); };{{ *$}}
// CHECK: template struct Twice<int>;
// CHECK: struct Mixed : T { int f() { int k(this->n); std::vector<int> a(k), b(this->n, this->n); return k + this->g(); } int h(typename Mixed::number);
int jump(int n)
{
	if (n) goto end;
	int x = 1; auto y = x; n += y;
end:
	return n;
}
template <class T> struct Twice { T f(); }; template struct Twice<int>;
template <class T> T Twice<T>::f() { return 1; }
template struct Twice<int>;
template <class T> struct Mixed : T { int f() { int k(n); std::vector<int> a(k), b(n, n); return k + g(); } int h(number); };
struct MixedIn { int n; int g() { return n; } typedef int number; };
int use_mixed() { return Mixed<MixedIn>().f(); }

// A base of std::exception, and what is called of it.
// CHECK: struct Error : amp_msvc::exception { Error() : amp_msvc::exception("text") {}
// CHECK-NEXT: const char *what() const throw() { return amp_msvc::exception::what(); } };
struct Error : std::exception { Error() : std::exception("text") {}
	const char *what() const throw() { return __super::what(); } };

// long: -Wamp-msvc-long.
// LONG: msvc.cpp:[[# @LINE + 10]]:1: warning: a container's elements: 'long' has 64 bits here, and 32 in Visual C++ [-Wamp-msvc-long]
// LONG: msvc.cpp:[[# @LINE + 14]]:{{[0-9]+}}: warning: the cast of a pointer: 'long' has 64 bits here
// LONG: msvc.cpp:[[# @LINE + 14]]:{{[0-9]+}}: warning: what is read or written as bytes: 'long' has 64 bits here
// LONG: msvc.cpp:[[# @LINE + 14]]:{{[0-9]+}}: warning: what is read or written as bytes: 'long' has 64 bits here
// LONG: msvc.cpp:[[# @LINE + 14]]:{{[0-9]+}}: warning: what overflows in arithmetic: 'long' has 64 bits here
// LONG: msvc.cpp:[[# @LINE + 14]]:{{[0-9]+}}: warning: what overflows in arithmetic: 'long' has 64 bits here
#include <fstream>
#include <stdio.h>
struct FileHeader { int magic; unsigned long size; };
typedef unsigned long Hash;
extern array_view<long> long_view;
extern array_view<size_t> sizes;
size_t long_sizes(size_t n, std::ofstream &file, FILE *f, int *p, Hash h)
{
	FileHeader header = {};
	long *other = (long *)p, *same = (long *)malloc(n * sizeof(long));
	fwrite(&header, sizeof header, 1, f);
	file.write(reinterpret_cast<char *>(&same[0]), sizeof(long));
	h = h << 5;
	h *= 33;
	return ~(n << 5) * sizeof(long) + *other;
}

// A better overload that is declared behind a template; not where code between would see it, too.
// CHECK: int later_f(int); template <class T> int later_g(T t) { return later_f(t); }
// CHECK: {{^}}template <class T> int seen_g(T t)
int later_f(double) { return 1; }
template <class T> int later_g(T t) { return later_f(t); }
int later_f(int) { return 2; }
int seen_f(double) { return 1; }
template <class T> int seen_g(T t) { return seen_f(t); }
int seen() { return seen_f(1); }
int seen_f(int) { return 2; }
int use_later() { return later_g(1) + seen_g(1); }
// Also where the call names the namespace.
// CHECK: namespace ns { template <class T> int sum(T a, int b); template <class T> int sum(T a) { return ns::sum(a, 1); }
namespace ns { template <class T> int sum(T a) { return ns::sum(a, 1); }
template <class T> int sum(T a, int b) { return a + b; } }
int use_sum() { return ns::sum(1); }

// Class templates whose members name later ones, and a function that a later using-declaration brings.
// CHECK: template <class T> struct LateTree; template <class T> struct LateNode { T v; LateTree<T> *t; LateNode(LateTree<T> *o)
// CHECK: namespace late_math { double late_det(double a); }
// CHECK: using late_math::late_det;
// CHECK: template <class T> struct UsesDet
template <class T> struct LateNode { T v; LateTree<T> *t; LateNode(LateTree<T> *o) : t(o) { t->Added(this); } };
template <class T> struct LateTree { int n; void Added(LateNode<T> *) { n++; } };
template <class T> struct UsesDet { T f() { return late_det(T(1)); } };
namespace late_math { double late_det(double a) { return a; } }
using late_math::late_det;
double use_det() { LateTree<int> t; LateNode<int> n(&t); return UsesDet<double>().f(); }

// __FUNCTION__ is a string literal.
// CHECK: "x" "in" "_inside"
// CHECK: "Named::method" ": " "text"
// CHECK: L"Named::method" L"x";
// CHECK: __FUNCTION__;
#define TRACE(text) __FUNCTION__ ": " text
#define WIDE_OF(text) L ## text
#define WIDE(text) WIDE_OF(text)
struct Named { const char *method(int n) const; const char *in() { if (true) { return "x" __FUNCTION__ "_inside"; } } };
const char *Named::method(int n) const
{
	if (n) { return TRACE("text"); }
	const wchar_t *wide = WIDE(__FUNCTION__) L"x";
	return __FUNCTION__;
}

// A macro that is given no more than its format.
// CHECK: variadic("x");
#define VARIADIC(...) variadic("x", \
	__VA_ARGS__)
void variadic(const char *, ...);
void use_variadic() { VARIADIC(); }

// CHECK: int in_a_register() { int n = 2; return n; }
int in_a_register() { register int n = 2; return n; }
