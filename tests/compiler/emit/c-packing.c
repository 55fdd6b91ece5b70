// Classes are packed in the device unit as in the program, and those that the compiler writes are not.
// RUN: %ampcc --amp-extensions %s -o %t && %t
// RUN: %ampcc --amp-extensions --amp-dump-device -o - %s | %FileCheck %s
#include <amp.h>

struct unused {
	char c;
	// CHECK: #pragma pack(2)
#pragma pack(2)
	double d;
};
// CHECK: struct by_two {
// CHECK: static_assert(sizeof(struct by_two) == 10,
struct by_two {
	char c;
	double d;
};
// CHECK: #pragma pack(push, 1)
// CHECK: struct by_one {
// CHECK: static_assert(sizeof(struct by_one) == 9,
_Pragma("pack(push, 1)")
struct by_one {
	char c;
	double d;
};

// CHECK: #pragma pack(push)
// CHECK-NEXT: #pragma pack()
// CHECK-NEXT: struct main_kernel_1
// CHECK: amp_array_view(int, 1) v;
// CHECK-NEXT: };
// CHECK-NEXT: #pragma pack(pop)
int main(void)
{
	int data[2] = {0};
	char c = 3;
	amp_array_view(int, 1) v = amp_view(data, 2);

	amp_parallel_for_each(v.extent, ^(amp_index1 i) restrict(amp) {
		struct by_one one = {c, i.i};
		struct by_two two = {c, one.d};

		amp_at(v, i) = (int)(two.c + two.d + sizeof(one) + 100 * sizeof(two));
	});
	amp_release(v);
	return data[1] != 3 + 1 + 9 + 1000;
}
