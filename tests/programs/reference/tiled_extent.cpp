// tiled_extent, tiled_index, tile_barrier, the memory fences
#include "declared.h"
#include <amp.h>
using namespace concurrency;

template <typename T, int N> int extents(const T &other, const extent<N> &whole) restrict(cpu, amp)
{
	static_assert(T::rank == N && std::is_base_of<extent<N>, T>::value, "");
	const T none, copied(other), made(whole);
	T e(made);
	RETURNS((e = other), T &);
	RETURNS((other.get_tile_extent()), extent<N>);
	RETURNS((other.pad()), T);
	RETURNS((other.truncate()), T);
	e = other;
	const extent<N> tile = other.tile_extent;
	if (!(tile == other.get_tile_extent()) || !(none == extent<N>()) || copied != whole || e != made)
		return __LINE__;
	for (int d = 0; d < N; d++)
		if (other.pad()[d] != (whole[d] + tile[d] - 1) / tile[d] * tile[d] ||
		    other.truncate()[d] != whole[d] / tile[d] * tile[d])
			return __LINE__;
	return 0;
}

int tile_extents() restrict(cpu, amp)
{
	static_assert(tiled_extent<4>::tile_dim0 == 4, "");
	static_assert(tiled_extent<4, 3>::tile_dim0 == 4 && tiled_extent<4, 3>::tile_dim1 == 3, "");
	static_assert(tiled_extent<4, 3, 2>::tile_dim0 == 4 && tiled_extent<4, 3, 2>::tile_dim1 == 3 &&
	                  tiled_extent<4, 3, 2>::tile_dim2 == 2, "");
	int line = extents(tiled_extent<4>(extent<1>(9)), extent<1>(9));
	line = line ? line : extents(tiled_extent<4, 3>(extent<2>(9, 12)), extent<2>(9, 12));
	return line ? line : extents(tiled_extent<4, 3, 2>(extent<3>(9, 10, 11)), extent<3>(9, 10, 11));
}

template <typename T, int N> int indices(const T &t, const extent<N> &tile) restrict(amp)
{
	static_assert(T::rank == N, "");
	RETURNS((t.global), const index<N>);
	RETURNS((t.local), const index<N>);
	RETURNS((t.tile), const index<N>);
	RETURNS((t.tile_origin), const index<N>);
	RETURNS((t.barrier), const tile_barrier);
	RETURNS((t.get_tile_extent()), extent<N>);
	const tile_barrier barrier(t.barrier);
	RETURNS((barrier.wait()), void);
	RETURNS((barrier.wait_with_all_memory_fence()), void);
	RETURNS((barrier.wait_with_global_memory_fence()), void);
	RETURNS((barrier.wait_with_tile_static_memory_fence()), void);
	RETURNS((all_memory_fence(barrier)), void);
	RETURNS((global_memory_fence(barrier)), void);
	RETURNS((tile_static_memory_fence(barrier)), void);
	barrier.wait();
	t.barrier.wait_with_all_memory_fence();
	t.barrier.wait_with_global_memory_fence();
	t.barrier.wait_with_tile_static_memory_fence();
	all_memory_fence(t.barrier);
	global_memory_fence(t.barrier);
	tile_static_memory_fence(barrier);

	const extent<N> size = t.tile_extent;
	const index<N> same = t;
	const T copied(t), made(t.global, t.local, t.tile, t.tile_origin, barrier);
	if (!(size == tile) || !(size == t.get_tile_extent()) || same != t.global || copied.tile != made.tile)
		return __LINE__;
	if (made.local != t.local || made.tile_origin != t.tile_origin || t.tile_origin + t.local != t.global)
		return __LINE__;
	for (int d = 0; d < N; d++)
		if (t.tile[d] * tile[d] != t.tile_origin[d])
			return __LINE__;
	return 0;
}

static_assert(tiled_index<4>::tile_dim0 == 4, "");
static_assert(tiled_index<4, 3>::tile_dim0 == 4 && tiled_index<4, 3>::tile_dim1 == 3, "");
static_assert(tiled_index<4, 3, 2>::tile_dim1 == 3 && tiled_index<4, 3, 2>::tile_dim2 == 2, "");
static_assert(!std::is_default_constructible<tile_barrier>::value, "only a kernel's tiled_index has one");
IMPLICIT(tiled_extent<4>, const extent<1> &);

int main()
{
	CHECK(tile_extents() == 0);
	array_view<int, 3> lines(8, 6, 4);
	parallel_for_each(extent<1>(8).tile<4>(), [=](tiled_index<4> t) restrict(amp) {
		lines(t.global[0], 0, 0) = tile_extents() + indices(t, extent<1>(4));
	});
	CHECK(lines(0, 0, 0) == 0 && lines(7, 0, 0) == 0);
	parallel_for_each(extent<2>(8, 6).tile<4, 3>(), [=](tiled_index<4, 3> t) restrict(amp) {
		lines(t.global[0], t.global[1], 0) = indices(t, extent<2>(4, 3));
	});
	CHECK(lines(0, 0, 0) == 0 && lines(7, 5, 0) == 0);
	parallel_for_each(lines.extent.tile<4, 3, 2>(), [=](tiled_index<4, 3, 2> t) restrict(amp) {
		lines[t] = indices(t, extent<3>(4, 3, 2));
	});
	for (int i = 0; i < 8 * 6 * 4; i++)
		CHECK(lines(i / 24, i / 4 % 6, i % 4) == 0);
	std::puts("ok");
}
