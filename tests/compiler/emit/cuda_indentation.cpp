// What is added is indented as the file is, whose labels are not; what is left out leaves no empty line.
// RUN: %ampcc --amp-emit-cuda -o - %s | sed -E '/[/][/] (CHECK|RUN)/d' | %FileCheck --strict-whitespace %s
#include <amp.h>
// CHECK: using concurrency::array_view;
// CHECK-NEXT: using concurrency::parallel_for_each;
using concurrency::array_view;
using concurrency::index;
using concurrency::parallel_for_each;

// CHECK: class filler {
// CHECK-NEXT:{{^}} public:
// CHECK-NEXT:{{^}}  explicit filler(int n) : n_(n) {}
// CHECK-NEXT:{{^}}  struct fill_kernel {
// CHECK-NEXT:{{^}}    array_view<int> v;
// CHECK-NEXT:{{^}}    const int n;
// CHECK-NEXT:{{^}}    __host__ __device__ void operator()(concurrency::index<1> i) const { v[i] = n; }
class filler {
 public:
  explicit filler(int n) : n_(n) {}
  void fill(array_view<int> v) const {
    const int n = n_;
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = n; });
  }

 protected:
  int n_;

 private:
  int unused_;
};
