// Functions that compete and differ in restriction and in their parameters: only where a
// compiler that knows no restrictions would choose another one, arguments are converted.
// RUN: %emit | %FileCheck %s
#include <amp.h>
using namespace concurrency;

struct scale {
	float by;
	scale(int percent) restrict(cpu) : by(percent / 100.f) {}
	scale(float factor) restrict(amp) : by(factor) {}
};
float operator*(scale s, int x) restrict(cpu) { return s.by * x; }
float operator*(scale s, float x) restrict(amp) { return s.by * x; }
struct angle {
	float degrees;
	operator int() const restrict(cpu) { return (int)degrees; }
	operator float() const restrict(amp) { return degrees; }
};

void run(array_view<float, 1> v, angle a)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		// CHECK: scale one(1.0f), two(static_cast<float>(2));
		scale one(1.0f), two(static_cast<float>(2));
		// CHECK: scale three = static_cast<float>(3), list[] = {scale(static_cast<float>(4))};
		scale three = 3, list[] = {scale(4)};
		// CHECK: v[i] = one * 1.0f + two * static_cast<float>(2);
		v[i] = one * 1.0f + two * 2;
		// CHECK: int rounded = static_cast<float>(a);
		int rounded = a;
		v[i] += rounded + three.by + list[0].by;
	});
	// CHECK: scale half(50), third(static_cast<int>(33.3f));
	scale half(50), third(33.3f);
	// CHECK: v[0] += half * 3 + third * static_cast<int>(0.5f);
	v[0] += half * 3 + third * 0.5f;
	// CHECK: float whole = static_cast<int>(a);
	float whole = a;
	v[0] += whole;
}
