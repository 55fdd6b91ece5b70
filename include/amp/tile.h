/* Tiles: tiled_extent, tiled_index, tile_barrier, memory fences (spec 4.4,
 * 4.5, 8.1). */
#ifndef AMPCC_TILE_H
#define AMPCC_TILE_H

#include <amp/config.h>
#include <amp/index.h>

namespace Concurrency {

namespace details {

template <int D0, int D1, int D2> struct tile_shape {
	static_assert(D0 > 0, "the tile dimensions must be positive");
	static_assert(D1 >= 0 && D2 >= 0 && (D2 == 0 || D1 > 0), "the tile dimensions must be positive");
	static const int rank = D2 ? 3 : D1 ? 2 : 1;
	/* of a plane; multiplied by the depth only if it is not too large already */
	static const long long plane = 1ll * D0 * (D1 ? D1 : 1);
	static const long long size = D2 && plane <= 1024 ? plane * D2 : plane;
	/* the limit of CUDA's blocks and of Direct3D; tiles that are too large get another message */
	static const bool is_flat_enough = D2 == 0 || D0 <= 64 || size > 1024;

	AMP_CPU_AMP static Concurrency::extent<rank> extent() {
		const int dimensions[] = {D0, D1, D2};
		return Concurrency::extent<rank>(dimensions);
	}
};

/* The CPU accelerator runs the threads of one tile on one host thread, and tiles in parallel, so a fence
 * there is a host fence. */
AMP_AMP inline void tile_wait() {
#if defined(__AMPCC_PARSE__)
#elif defined(AMP_ON_DEVICE)
	__syncthreads();
#else
	amp_cpu_barrier();
#endif
}

AMP_AMP inline void device_fence() {
#if defined(__AMPCC_PARSE__)
#elif defined(AMP_ON_DEVICE)
	__threadfence();
#else
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
#endif
}

AMP_AMP inline void tile_fence() {
#if defined(__AMPCC_PARSE__)
#elif defined(AMP_ON_DEVICE)
	__threadfence_block();
#else
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
#endif
}

struct barrier_maker;

} // namespace details

/* 4.5.3: the barrier of a tile, which only a tiled_index provides. __syncthreads orders both global and
 * tile_static memory among the tile's threads, so all of the waits are the same on the device. */
class tile_barrier {
public:
	AMP_CPU_AMP tile_barrier(const tile_barrier &) {}

	AMP_AMP void wait() const { details::tile_wait(); }
	AMP_AMP void wait_with_all_memory_fence() const { details::tile_wait(); }
	AMP_AMP void wait_with_global_memory_fence() const { details::tile_wait(); }
	AMP_AMP void wait_with_tile_static_memory_fence() const { details::tile_wait(); }

private:
	friend struct details::barrier_maker;
	AMP_CPU_AMP tile_barrier() {}
	tile_barrier &operator=(const tile_barrier &);
};

namespace details {
struct barrier_maker {
	AMP_CPU_AMP static tile_barrier make() { return tile_barrier(); }
};
} // namespace details

/* 8.1.2: order memory accesses without waiting for other threads. */
AMP_AMP inline void all_memory_fence(const tile_barrier &) { details::device_fence(); }
AMP_AMP inline void global_memory_fence(const tile_barrier &) { details::device_fence(); }
AMP_AMP inline void tile_static_memory_fence(const tile_barrier &) { details::tile_fence(); }

/* 4.4: an extent of one to three dimensions, divided into tiles. */
template <int D0, int D1, int D2>
class tiled_extent : public extent<details::tile_shape<D0, D1, D2>::rank> {
	typedef details::tile_shape<D0, D1, D2> shape;

public:
	static const int rank = shape::rank;
	static const int tile_dim0 = D0;
	static const int tile_dim1 = D1;
	static const int tile_dim2 = D2;

	AMP_CPU_AMP tiled_extent() : tile_extent(shape::extent()) {}
	AMP_CPU_AMP tiled_extent(const extent<rank> &other)
	    : extent<rank>(other), tile_extent(shape::extent()) {}

	AMP_CPU_AMP extent<rank> get_tile_extent() const { return shape::extent(); }

	/* Round up or down to a whole number of tiles. */
	AMP_CPU_AMP tiled_extent pad() const {
		tiled_extent padded(*this);
		for (int i = 0; i < rank; i++) {
			const int rest = (*this)[i] % tile_extent[i];
			if (rest != 0)
				padded[i] += tile_extent[i] - rest;
		}
		return padded;
	}
	AMP_CPU_AMP tiled_extent truncate() const {
		tiled_extent truncated(*this);
		for (int i = 0; i < rank; i++)
			truncated[i] -= truncated[i] % tile_extent[i];
		return truncated;
	}

	extent<rank> tile_extent;
};

template <int D0, int D1, int D2> const int tiled_extent<D0, D1, D2>::rank;
template <int D0, int D1, int D2> const int tiled_extent<D0, D1, D2>::tile_dim0;
template <int D0, int D1, int D2> const int tiled_extent<D0, D1, D2>::tile_dim1;
template <int D0, int D1, int D2> const int tiled_extent<D0, D1, D2>::tile_dim2;

/* 4.5: a thread's position: in the domain, in its tile, and its tile's position among the tiles. */
template <int D0, int D1 = 0, int D2 = 0> class tiled_index {
	typedef details::tile_shape<D0, D1, D2> shape;

public:
	static const int rank = shape::rank;
	static const int tile_dim0 = D0;
	static const int tile_dim1 = D1;
	static const int tile_dim2 = D2;

	AMP_CPU_AMP tiled_index(const index<rank> &global_, const index<rank> &local_,
	                        const index<rank> &tile_, const index<rank> &tile_origin_,
	                        const tile_barrier &barrier_)
	    : global(global_), local(local_), tile(tile_), tile_origin(tile_origin_),
	      barrier(barrier_), tile_extent(shape::extent()) {}

	const index<rank> global;
	const index<rank> local;
	const index<rank> tile;
	const index<rank> tile_origin;
	const tile_barrier barrier;
	const extent<rank> tile_extent;

	AMP_CPU_AMP operator const index<rank>() const { return global; }
	AMP_CPU_AMP extent<rank> get_tile_extent() const { return shape::extent(); }
};

template <int D0, int D1, int D2> const int tiled_index<D0, D1, D2>::rank;
template <int D0, int D1, int D2> const int tiled_index<D0, D1, D2>::tile_dim0;
template <int D0, int D1, int D2> const int tiled_index<D0, D1, D2>::tile_dim1;
template <int D0, int D1, int D2> const int tiled_index<D0, D1, D2>::tile_dim2;

} // namespace Concurrency

#endif
