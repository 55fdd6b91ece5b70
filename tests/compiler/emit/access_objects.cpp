// What function objects do with their views: their own, those of their bases and
// members, in their operator() and in all that it calls.
// RUN: %emit | %FileCheck %s
#include <amp.h>
using namespace concurrency;

namespace kernels {
struct sum {
	array_view<int, 1> to, a, b;
	void operator()(index<1> i) const restrict(amp);
	int both(index<1> i) const restrict(amp) { return a[i] + this->b[i]; }
};
inline void sum::operator()(index<1> i) const restrict(amp) { to[i] = both(i); }
}
// CHECK-LABEL: struct sum {
// CHECK: visit(to, AMP_ACCESS_WRITE); visit(a, AMP_ACCESS_READ); visit(b, AMP_ACCESS_READ); }

class counter {
	array_view<int, 1> counts;
	array<int, 1> &limits;

public:
	counter(array_view<int, 1> c, array<int, 1> &l) : counts(c), limits(l) {}
	void operator()(index<1> i) restrict(amp)
	{
		last = limits[i];
		counts[i] = last;
	}
	int last = 0;
};
// CHECK-LABEL: class counter {
// CHECK: visit(counts, AMP_ACCESS_WRITE); visit(limits, AMP_ACCESS_READ); }

struct views {
	array_view<int, 1> in, out;
	int load(index<1> i) const restrict(amp) { return in[i]; }
};
struct inherits : views {
	explicit inherits(const views &v) : views(v) {}
	void operator()(index<1> i) const restrict(amp) { out[i] = load(i); }
};
// CHECK-LABEL: struct inherits : views {
// CHECK: visit(views::in, AMP_ACCESS_READ); visit(views::out, AMP_ACCESS_WRITE); }
struct inherits_all : inherits {
	explicit inherits_all(const views &v) : inherits(v), more(v.in) {}
	array_view<int, 1> more;
};
// CHECK-LABEL: struct inherits_all : inherits {
// CHECK: visit(inherits::views::in, AMP_ACCESS_READ); visit(inherits::views::out, AMP_ACCESS_WRITE); visit(more, AMP_ACCESS_READ); }
struct has_them {
	views v;
	void operator()(tiled_index<4> t) const restrict(amp) { v.out[t] = v.load(t.global); }
};
// CHECK-LABEL: struct has_them {
// CHECK: visit(v.in, AMP_ACCESS_READ); visit(v.out, AMP_ACCESS_WRITE); }

// A name of both bases' base, which the AST has once:
struct left : views {};
struct right : views {};
struct both_sides : left, right {
	array_view<int, 1> sum;
	void operator()(index<1> i) const restrict(amp)
	{
		left::out[i] = 1;
		sum[i] = right::out[i];
	}
};
// CHECK-LABEL: struct both_sides : left, right {
// CHECK: visit(static_cast<const left &>(*this)); visit(static_cast<const right &>(*this)); visit(sum, AMP_ACCESS_WRITE); }

// One of several operator()s does something else:
struct several {
	array_view<int, 1> v, w;
	void operator()(index<1> i) const restrict(amp) { v[i] = w[i]; }
	void operator()(tiled_index<4> t) const restrict(amp) { v[t] += w[t]; }
};
// CHECK-LABEL: struct several {
// CHECK: visit(v); visit(w, AMP_ACCESS_READ); }

// Who gets the object may do what he likes with it:
struct leaks {
	array_view<int, 1> v;
	void operator()(index<1> i) const restrict(amp)
	{
		const leaks copy = *this;
		v[i] = copy.v[i];
	}
};
// CHECK-LABEL: struct leaks {
// CHECK: visit(v); }
struct gives;
static const gives &same(const gives &g) restrict(amp) { return g; }
struct gives {
	array_view<int, 1> v;
	void operator()(index<1> i) const restrict(amp) { same(*this).v[i + 1] = 1; v[i] = 1; }
};
// CHECK-LABEL: struct gives {
// CHECK: visit(v); }
struct assigns {
	array_view<int, 1> v, w;
	void operator()(index<1> i) restrict(amp)
	{
		swap();
		v[i] = 1;
	}
	void swap() restrict(amp)
	{
		array_view<int, 1> t = v;
		v = w;
		w = t;
	}
};
// CHECK-LABEL: struct assigns {
// CHECK: visit(v); visit(w); }
struct returns_early {
	array_view<int, 1> v;
	bool is_done(index<1> i) const restrict(amp) { return i[0] > 3; }
	void operator()(index<1> i) const restrict(amp)
	{
		if (is_done(i))
			return;
		v[i] = 1;
	}
};
// CHECK-LABEL: struct returns_early {
// CHECK: visit(v); }
struct undefined {
	array_view<int, 1> v;
	void operator()(index<1> i) const restrict(amp);
};
// CHECK-LABEL: struct undefined {
// CHECK: visit(v); }

void local(array_view<int, 1> v)
{
	struct kernel {
		array_view<int, 1> v;
		void operator()(index<1> i) const restrict(amp) { v[i] = 1; }
	};
	parallel_for_each(v.extent, kernel{v});
}
// CHECK-LABEL: struct kernel {
// CHECK: visit(v, AMP_ACCESS_WRITE); }

// Elements whose base class has functions of its own: they modify a part of the element, through `this` as the base's.
struct base_element {
	int x;
	void reset() restrict(amp) { *this = base_element(); }
};
struct derived_element : base_element {
	int y;
	void set() restrict(amp) { this->x = 5; }
	void reset_base() restrict(amp) { this->reset(); }
	void reset_implicitly() restrict(amp) { reset(); }
	int get() const restrict(amp) { return this->x + y; }
};
struct has_elements {
	array_view<derived_element> set, reset_base, reset_implicitly, get;
	array_view<int> sum;
	void operator()(index<1> i) const restrict(amp)
	{
		set[i].set();
		reset_base[i].reset_base();
		reset_implicitly[i].reset_implicitly();
		sum[i] = get[i].get();
	}
};
// CHECK-LABEL: struct has_elements {
// CHECK: visit(set); visit(reset_base); visit(reset_implicitly); visit(get, AMP_ACCESS_READ); visit(sum, AMP_ACCESS_WRITE); }

// A kernel in a member function names private members of the class, of a copy of *this for example, and of classes around it.
class solver {
public:
	void run() const
	{
		const solver self = *this;
		parallel_for_each(to_.extent, [self](index<1> i) restrict(amp) { self.step(i); });
	}
	class part {
		void run(const solver &of) const;
	};
	int count() const restrict(amp) { return from_.extent[0]; }

private:
	void step(index<1> i) const restrict(amp) { to_[i] = from_[i]; }

	array_view<int> from_, to_;
};
void solver::part::run(const solver &of) const
{
	const solver whole = of;
	parallel_for_each(whole.to_.extent, [whole](index<1> i) restrict(amp) { whole.step(i); });
}
void not_in_the_class(const solver &s, array_view<int> v)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = s.count(); });
}
// CHECK-LABEL: struct run_kernel_1 {
// CHECK: visit(self.from_, AMP_ACCESS_READ);
// CHECK-NEXT: visit(self.to_, AMP_ACCESS_WRITE);
// CHECK-LABEL: struct solver::part::run_kernel_1_{{.*}} {
// CHECK: visit(whole.from_, AMP_ACCESS_READ);
// CHECK-NEXT: visit(whole.to_, AMP_ACCESS_WRITE);
// CHECK-LABEL: struct not_in_the_class_kernel_1_{{.*}} {
// CHECK: visit(v, AMP_ACCESS_WRITE);
// CHECK-NEXT: visit(s);
