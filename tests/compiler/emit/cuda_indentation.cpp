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

namespace deep {
constexpr int three() restrict(cpu, amp) { return 3; }
}

// What a kernel needs of its function has lines of its own, and so has the end of its body. Types that ampcc spells are spelled as
// the file spells its own.
// CHECK: {{^}}struct clear_types {
// CHECK-NEXT:{{^}}  struct unnamed {
// CHECK-NEXT:{{^}}    unsigned n;
// CHECK-NEXT:{{^}}  };
// CHECK-NEXT:{{^}}};
// CHECK: {{^}}struct clear_kernel {
// CHECK-NEXT:{{^}}  concurrency::array_view<unsigned> v;
// CHECK-NEXT:{{^}}  const Value_t value;
// CHECK-NEXT:{{^}}  static constexpr int SIDE = 4;
// CHECK-NEXT:{{^}}  __host__ __device__ void operator()(concurrency::tiled_index<SIDE> i) const {
// CHECK-NEXT:{{^}}    using namespace deep;
// CHECK-NEXT:{{^}}    tile_static unsigned t[SIDE];
// CHECK-NEXT:{{^}}    t[i.local[0]] = three();
// CHECK-NEXT:{{^}}    v[i.global] = t[i.local[0]] + value.n;
// CHECK-NEXT:{{^}}  }
// CHECK-NEXT:{{^}}  AMP_CAPTURES(writes(v), reads_writes(value))
// CHECK: {{^}}  __host__ __device__ void operator()(concurrency::index<1> i) const {
// CHECK-NEXT:{{^}}    using namespace deep;
// CHECK-NEXT:{{^}}    v[i] = three();
// CHECK-NEXT:{{^}}  }
// CHECK: {{^}}  const clear_types::unnamed value = {3};
void clear(array_view<unsigned> v) {
  using namespace deep;
  constexpr int SIDE = 4;
  const struct {
    unsigned n;
  } value = {3};
  auto w = v;
  parallel_for_each(w.extent.tile<SIDE>(), [=](concurrency::tiled_index<SIDE> i) restrict(amp) {
    tile_static unsigned t[SIDE];
    t[i.local[0]] = three();
    v[i.global] = t[i.local[0]] + value.n; });
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = three(); });
}
