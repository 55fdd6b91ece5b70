// What the library's own declarations refuse.
// RUN: ! %ampcc -c -o %t.o %s 2> %t; %FileCheck %s < %t
#include <amp.h>
#include <amp_graphics.h>
#include <vector>
using namespace concurrency;

struct pixel {
	int r, g, b;
};

void textures()
{
	// CHECK: library.cpp:[[# @LINE + 1]]:30: error: a texture is of int, unsigned int, float, double, norm or unorm, or of short vectors of 2 or 4 of these
	graphics::texture<short, 1> a(4);
	// CHECK-NOT: error:
	// CHECK: library.cpp:[[# @LINE + 1]]:30: error: a texture is of int
	graphics::texture<pixel, 2> b(4, 4);
	// CHECK-NOT: error:
	// CHECK: library.cpp:[[# @LINE + 1]]:42: error: a texture has 1, 2 or 4 components
	graphics::texture<graphics::float_3, 1> c(4);
}
// CHECK-NOT: library.cpp:{{2[0-9]}}:

void wrong_ranks(std::vector<int> &data)
{
	array_view<int, 2> v(2, 5, data);
	// A section of rows has gaps between them.
	// CHECK-DAG: error: {{.*}}data() is for array_views of rank 1
	v.data();
	// CHECK-DAG: error: {{.*}}reinterpret_as is for array_views of rank 1
	v.reinterpret_as<float>();
	// CHECK-DAG: error: {{.*}}view_as is for array_views of rank 1
	v.view_as(extent<1>(10));
}

void assigned_copies(array<int, 1> &a, const accelerator_view &other)
{
	// CHECK-DAG: library.cpp:[[# @LINE + 1]]:{{.*}}: error:
	a.get_accelerator_view() = other;
	// CHECK-DAG: library.cpp:[[# @LINE + 1]]:{{.*}}: error:
	a.accelerator_view = other;
}

void written_elements(graphics::texture<float, 2> &t, graphics::texture_view<graphics::float_4, 2> v,
                      graphics::writeonly_texture_view<float, 2> w)
{
	parallel_for_each(t.extent, [=, &t](index<2> i) restrict(amp) {
		// CHECK-DAG: library.cpp:[[# @LINE + 1]]:8: error: an element of a texture is written with set(): t.set(index, value)
		t[i] = 1.0f;
		// CHECK-DAG: library.cpp:[[# @LINE + 1]]:17: error: an element of a texture is written with set(): t.set(index, value)
		t(i[0], i[1]) += 1.0f;
		// CHECK-DAG: library.cpp:[[# @LINE + 1]]:8: error: an element of a texture is written with set(): v.set(index, value)
		v[i] = graphics::float_4(1);
		// CHECK-DAG: library.cpp:[[# @LINE + 1]]:10: error: an element of a texture is written with set(): v.set(index, value)
		v[i].x = 1.0f;
		// CHECK-DAG: library.cpp:[[# @LINE + 1]]:4: error: an element of a writeonly_texture_view can only be written, with set(): w.set(index, value)
		w[i] = 1.0f;
	});
}

void copied_bytes(graphics::texture<float, 1> &t, std::vector<float> &data)
{
	// CHECK-DAG: library.cpp:[[# @LINE + 1]]:2: error: 'copy' of a texture with a number of bytes takes a pointer to these, not 'std::vector<float>'
	graphics::copy(t, data, 100u);
	// CHECK-DAG: library.cpp:[[# @LINE + 1]]:2: error: 'copy_async' of a texture with a number of bytes takes a pointer to these, not 'std::vector<float>'
	graphics::copy_async(data, 100u, t);
}
