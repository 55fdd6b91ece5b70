// --amp-msvc: what cannot be had, and places behind edits.
// RUN: ! %ampcc --amp-msvc -c %s -o %t.o 2>%t.err
// RUN: %FileCheck %s <%t.err
#include <amp.h>
using namespace concurrency;

int structured(int n)
{
	__try { n = 1; } __except (1) { n = 2; }
	return n;
}
// CHECK: msvc.cpp:[[@LINE-3]]:2: error: structured exceptions are not supported: use try and catch, or a destructor for __finally

template <class T> void exists() { __if_exists(T::x) { T(); } }
// CHECK: msvc.cpp:[[@LINE-1]]:36: error: '__if_exists' has no equivalent in ISO C++: overload a function, or use a trait

int WinMain(void *, void *, char *, int) { return 0; }
// CHECK: msvc.cpp:[[@LINE-1]]:5: error: WinMain is not supported: write a console program, which begins with main

template <class T> struct Outer { template <class U> void f(); template <> void f<int>() {} };
// CHECK: msvc.cpp:[[@LINE-1]]:64: error: cannot compile an explicit specialization in a class template: add a parameter on which it depends, or overload the function

// A line that is rewritten is shown as it is in the file, and what is inserted there is nowhere.
// CHECK: msvc.cpp:[[# @LINE + 4]]:117: error: call to 'late', which is restrict(cpu), from a function that is restrict(amp)
// CHECK-NEXT: {{^}}struct Rewritten { __declspec(property(get = G)) int N; int G(); template <class T> T f(T x) restrict(amp) { return late(x); } };{{$}}
// CHECK-NOT: is declared here
// CHECK: msvc.cpp:[[# @LINE + 3]]:62: error: use of undeclared identifier 'missing'
struct Rewritten { __declspec(property(get = G)) int N; int G(); template <class T> T f(T x) restrict(amp) { return late(x); } };
template <class T> T late(T x) { return x; }
int rewritten(array_view<int> v, Rewritten r) { return r.N + missing; }
void launch_rewritten(array_view<int> v) { parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = Rewritten().f(1); }); }

// Functions that are macros for ampcc's own have the program's names.
void launch_printing(array_view<int> v) { parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { printf("%d", i[0]); }); }
// CHECK: msvc.cpp:[[# @LINE - 1]]:103: error: call to 'printf', which is restrict(cpu), from a function that is restrict(amp); use direct3d_printf [C++ AMP 2.3]
void launch_rotating(array_view<int> v) { parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = _rotl(1, i[0]); }); }
// CHECK: msvc.cpp:[[# @LINE - 1]]:110: error: call to '_rotl', which is restrict(cpu)

// The object of a property that is read and written would be evaluated twice.
struct Stepped { __declspec(property(get = G, put = P)) int N; int G(); void P(int); };
void step(Stepped *(*f)(), Stepped *p) { f()->N += 1; p++->N++; p->N += 1; (*p).N++; }
// CHECK: msvc.cpp:[[# @LINE - 1]]:47: error: the property 'N' is read and written here, which would evaluate its object and subscripts twice: use variables for them
// CHECK: msvc.cpp:[[# @LINE - 2]]:60: error: the property 'N' is read and written here
// CHECK-NOT: msvc.cpp:[[# @LINE - 3]]
