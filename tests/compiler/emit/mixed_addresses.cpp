// Where the address of a thread's own variable meets other addresses, nvcc does not see it in the device
// unit: nvcc 13.0 drops stores through such pointers and references for GPUs up to sm_90.
// RUN: %emit | %FileCheck %s
// RUN: %ptx | %FileCheck --check-prefix=PTX %s
#include <amp.h>
using namespace concurrency;

struct vec {
	float x, y;
	float &operator[](int i) restrict(cpu, amp) { return i ? y : x; }
	float &part(int i) restrict(cpu, amp)
	{
		if (i)
			return y;
		return x;
	}
};
// CHECK: float &operator[](int i) { return i ? y : x; }
// CHECK: return y;
// CHECK-NEXT: return x;

int &element(const array_view<int> &v, int i, int n, int &none) restrict(amp)
{
	if (i < n)
		return v[i];
	return none;
}
// CHECK: return v[i];
// CHECK-NEXT: return Concurrency::details::own_object(none);

template <typename T> T &either(T &a, T &b, bool first) restrict(amp) { return first ? a : b; }
// CHECK: either(T &a, T &b, bool first) { return first ? Concurrency::details::own_object(a) : Concurrency::details::own_object(b); }

void pointers(array_view<int> v, array_view<int> w)
{
	parallel_for_each(v.extent.tile<2>(), [=](tiled_index<2> t) restrict(amp) {
		tile_static int shared[2];
		const index<1> i = t.global;
		int none = 1, other = 2, list[4] = {i[0]};
		int *p = w[0] ? &none : &v[i];
		// CHECK: int *p = w[0] ? Concurrency::details::own_pointer(&none) : &v[i];
		*p = 5;
		int *own = w[1] ? &none : &other, *not_own = w[1] ? &v[i] : shared;
		// CHECK-NOT: own_pointer
		// CHECK: int *walk = v.data();
		int *walk = v.data();
		for (int n = 0; n < 3; n++)
			walk = walk + 1;
		// CHECK: int *ping = shared, *pong = shared + 1, *last;
		int *ping = shared, *pong = shared + 1, *last;
		last = ping, ping = pong, pong = last;
		*ping = 3;
		// CHECK: assigned = &v[i];
		int *assigned = &v[i];
		if (w[2])
			assigned = list;
		// CHECK: assigned = Concurrency::details::own_pointer(list);
		*assigned = *own + *not_own + *walk;
		const int constant = w[4], *read = w[3] ? &constant : &v[i];
		// CHECK: *read = w[3] ? &constant : &v[i];
		*own = *read;
	});
}

void references(array_view<int> v, array_view<int> w)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		int none, other = w[3];
		int &r = w[0] ? none : v[i];
		// CHECK: int &r = w[0] ? Concurrency::details::own_object(none) : v[i];
		r = 6;
		(w[1] ? v[i] : other)++;
		// CHECK: (w[1] ? v[i] : Concurrency::details::own_object(other))++;
		const int value = w[2] ? other : v[i];
		// CHECK: value = w[2] ? other : v[i];
		index<1> part;
		(w[4] ? part[0] : v[i]) = 9;
		// CHECK: (w[4] ? Concurrency::details::own_object(part[0]) : v[i]) = 9;
		element(v, i[0], value, other) = 7;
		either(v[i], other, other > 3) = 8;
	});
}

struct setter {
	int set;
	setter(int &r) restrict(amp) : set(1) { r = 2; }
};
static void move(int *&p, int *to) restrict(amp) { p = to; }
static int &of_array(int a[2], bool c, int *list) restrict(amp)
{
	int own[2];
	// CHECK: *(c ? Concurrency::details::own_pointer(a) : Concurrency::details::own_pointer(own)) = 1;
	*(c ? a : own) = 1;
	switch (list[0]) {
	// CHECK-COUNT-16: return Concurrency::details::own_object(list[
	case 0: return list[0]; case 1: return list[1]; case 2: return list[2]; case 3: return list[3];
	case 4: return list[4]; case 5: return list[5]; case 6: return list[6]; case 7: return list[7];
	case 8: return list[8]; case 9: return list[9]; case 10: return list[0]; case 11: return list[1];
	case 12: return list[2]; case 13: return list[3]; case 14: return list[4]; case 15: return list[5];
	}
	// CHECK: return Concurrency::details::own_object(a[0]);
	return a[0];
}

void other_contexts(array_view<int> v, array_view<vec> w)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		const bool c = i[0] < 3;
		int x;
		vec own;
		// CHECK: (void(), c ? Concurrency::details::own_object(x) : v[i]) = 1;
		(void(), c ? x : v[i]) = 1;
		// CHECK: static_cast<int &>(c ? Concurrency::details::own_object(x) : v[i]) = 1;
		static_cast<int &>(c ? x : v[i]) = 1;
		// CHECK: int &r{c ? Concurrency::details::own_object(x) : v[i]};
		int &r{c ? x : v[i]};
		// CHECK: setter s(c ? Concurrency::details::own_object(x) : v[i]);
		setter s(c ? x : v[i]);
		// CHECK: auto &[a, b] = c ? Concurrency::details::own_object(own) : w[i];
		auto &[a, b] = c ? own : w[i];
		// CHECK: if (k) return Concurrency::details::own_object(m); return Concurrency::details::own_object(n);
		auto either = [](int &m, int &n, bool k) -> int & { if (k) return m; return n; };
		either(x, v[i], c) = 3;
		// CHECK: int *p = Concurrency::details::own_pointer(&x), *&q = p;
		int *p = &x, *&q = p;
		if (c)
			q = &v[i];
		// CHECK: int *moved = Concurrency::details::own_pointer(&x);
		int *moved = &x;
		move(moved, &v[i]);
		of_array(&x, c, p) = 1;
		a = b = static_cast<float>(r = *p = *moved = s.set);
		// CHECK: const int value = static_cast<int>(c ? x : v[i]), list[] = {c ? x : v[i]}; const vec copy{c ? own : w[i]};
		const int value = static_cast<int>(c ? x : v[i]), list[] = {c ? x : v[i]}; const vec copy{c ? own : w[i]};
		v[i] = value + list[0] + static_cast<int>(copy.x);
	});
}
// PTX: .entry {{.*}}pointers
// PTX: st.u32
// PTX: .entry {{.*}}references
// PTX: st.u32

// In a template, where the operator's type is not known.
template <typename T> void add_either(concurrency::array_view<T, 1> v, int n)
{
	parallel_for_each(v.extent, [=](concurrency::index<1> i) restrict(amp) {
		T unused = 0;
		// CHECK: int *p = i[0] < n ? &v[i] : Concurrency::details::own_pointer(&unused);
		int *p = i[0] < n ? &v[i] : &unused;
		// CHECK: T *q = (i[0] < n ? (&v[i]) : {{.*}}own_pointer({{.*}}own_pointer(&unused)
		T *q = (i[0] < n ? (&v[i]) : i[0] ? &unused : &v[0]);
		*p += 1;
		*q += 1;
	});
}
template void add_either<int>(concurrency::array_view<int, 1> v, int n);
