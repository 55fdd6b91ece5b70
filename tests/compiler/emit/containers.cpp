// Which classes hold containers, and so get a member function that shows them to the runtime.
// RUN: %emit | %FileCheck %s
#include <amp.h>
using namespace concurrency;

void fill(array_view<int, 1> v, int value);
struct filler {
	void fill(array_view<int, 1> v);
};

void choose(array_view<int, 1> v)
{
	// a pointer to a function holds nothing that the function takes or returns
	// CHECK: struct entry {
	// CHECK-NOT: amp_visit
	struct entry {
		void (*fill)(array_view<int, 1>, int);
		array_view<int, 1> (*make)(int);
		void (&same)(array_view<int, 1>, int);
		void (filler::*member)(array_view<int, 1>);
		int filler::*number;
	};
	// CHECK: void choose
	entry e = {fill, nullptr, fill, &filler::fill, nullptr};
	e.fill(v, 1);
}

// A class with a pointer is in no kernel.
// CHECK: struct pair {
// CHECK-NOT: amp_visit
// CHECK: template <typename T> struct wrap
struct pair {
	void (*fill)(array_view<int, 1>, int);
	array_view<int, 1> view;
};

// What depends on a template's parameters may be one; its members need no restrictions.
template <typename T> struct wrap {
	T value;
	int number;
	// CHECK: amp_visit(Visitor &visit) const { visit(value); }
};
template <typename A, typename B> struct both : A, B {
	// CHECK: { visit(static_cast<const A &>(*this)); visit(static_cast<const B &>(*this)); }
};
template <typename T, int N> struct fixed {
	T items[N];
	pair pairs[N][2];
	// CHECK: { visit(items); visit(pairs); }
};
// So do the classes in a template, with a name and without one. An anonymous struct's members are
// those of the class around it.
template <typename T> struct nested {
	struct part {
		T value;
		// CHECK: { visit(value); }
	};
	// CHECK: struct derived : part {public: {{.*}} { visit(static_cast<const part &>(*this)); }
	struct derived : part {};
	struct {
		T value;
		// CHECK: { visit(value); } {{.*}}} unnamed;
	} unnamed;
	// CHECK-NEXT: union {
	union {
		// CHECK-NEXT: struct { T x, y; };
		struct { T x, y; };
		T elements[2];
	};
	struct { T z; };
	part one, more[2];
	derived two;
	// CHECK: amp_visit(Visitor &visit) const { visit(unnamed); visit(z); visit(one); visit(more); visit(two); }
};
template <typename... Bases> struct all : Bases... {
	// CHECK: { const bool amp_bases[] = {true, (visit(static_cast<const Bases &>(*this)), true)...};
};

// CHECK: void use
void use(array_view<int, 1> v)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = 1; });
}

// A class's views are visited, also those of bases that only its template, or only its
// specialization, has.
struct input {
	array_view<const int, 1> in;
};
template <typename T> struct scaled : input {
	T factor;
	array_view<int, 1> out;
};
template <typename T> struct chosen {
	T none;
};
template <> struct chosen<int> : input {
	int first;
};
struct has_chosen {
	chosen<int> from;
	// CHECK: amp_visit(Visitor &visit) const { visit(from); }
};
void use_bases(scaled<int> s, chosen<int> c, has_chosen h)
{
	// CHECK: void operator()(index<1> i)
	// CHECK: visit(s);
	// CHECK-NEXT: visit(c.input::in, AMP_ACCESS_READ);
	// CHECK-NEXT: visit(h.from.input::in, AMP_ACCESS_READ);
	parallel_for_each(s.out.extent, [=](index<1> i) restrict(amp) {
		s.out[i] = s.factor * s.in[i] + c.in[c.first] + h.from.in[i];
	});
}
