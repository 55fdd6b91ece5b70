/* parallel_for_each (spec 7), and how a function object becomes a kernel.
 *
 * A launch copies the bytes of the function object into an image, in which the runtime replaces each
 * container's head by one for the accelerator. The kernel is a function template over the function object's
 * type, with a name that the host can derive from the type alone. kernel_arguments.h finds the containers;
 * cpu_kernel.h runs kernels on the CPU accelerator; restrict.h has the kernels with __restrict__ pointers,
 * and wide.h those that process several elements per thread. */
#ifndef AMPCC_KERNEL_H
#define AMPCC_KERNEL_H

#include <array>
#include <cstddef>
#include <climits>
#include <cstring>
#ifdef AMP_TILE_FIBERS
#include <cstdlib>
#endif
#include <limits>
#include <new>
#include <type_traits>
#include <typeinfo>
#include <utility>

#if defined(__GNUC__)
#include <cxxabi.h>
#endif

#include <amp/accelerator.h>
#include <amp/array.h>
#include <amp/array_view.h>
#include <amp/config.h>
#include <amp/debug.h>
#include <amp/exception.h>
#include <amp/index.h>
#include <amp/tile.h>
#if defined(AMP_ROBUST_ACCESS) && AMP_ROBUST_ACCESS > 1
#include <amp/checked.h>
#endif

namespace Concurrency {
namespace details {

/* Calls a kernel with a thread's index. If the kernel's operator() is not const, each thread has its own copy
 * of the kernel. */
template <typename F, typename Index>
__attribute__((always_inline)) AMP_AMP inline auto call_kernel(const F &f, const Index &idx, int) -> decltype(f(idx)) {
	AMP_INLINED return f(idx);
}
template <typename F, typename Index>
__attribute__((always_inline)) AMP_AMP inline void call_kernel(const F &f, const Index &idx, long) {
	F own(f);
	AMP_INLINED own(idx);
}

/* Defines NAME<F>::type: whether ampcc has given the function object F the typedef TRAIT. */
#define AMP_TRAIT(name, trait)                                                 \
	template <typename F> struct name {                                        \
		template <typename C> static std::true_type test(typename C::trait *); \
		template <typename C> static std::false_type test(...);                \
                                                                               \
		typedef decltype(test<F>(0)) type;                                     \
	}

/* Square blocks are faster. */
struct squares {};
AMP_TRAIT(is_in_squares, amp_patches);

/* It has a loop. */
struct looping {};
AMP_TRAIT(is_looping, amp_loops);

/* Elements of an array in it are accessed at variable indices. nvcc would keep all of a copy in local memory. */
struct indexed {};
AMP_TRAIT(is_indexed, amp_indexed);

/* It has a `c ? x : y` with a value of the function object in x or y. nvcc may load it from a copy of the object before it is known
 * whether it is needed, and then needs no branch. */
struct choosing {};
AMP_TRAIT(is_choosing, amp_chooses);

/* All containers are accessed only at the thread's index (with --amp-robust-access). */
struct elementwise {};
AMP_TRAIT(is_elementwise, amp_elementwise);

#undef AMP_TRAIT

/* The argument of F::amp_inside: one past the highest index, the tile, and one past the highest tile.
 * F::amp_inside returns whether all accesses to the views that F::amp_visit_inside visits are within bounds
 * (with --amp-robust-access). */
struct inside_domain {
	long long extent[AMP_DOMAIN_RANK], tile[AMP_DOMAIN_RANK], tiles[AMP_DOMAIN_RANK];
};
template <typename F> struct has_inside {
	template <typename C>
	static std::integral_constant<bool, sizeof(std::declval<const C &>().amp_inside(inside_domain())) != 0> test(int);
	template <typename C> static std::false_type test(...);

	typedef decltype(test<F>(0)) type;
};
template <typename T> AMP_CPU_AMP constexpr bool is_natural(T n) { return n >= 0 && n <= 2147483647; }
AMP_CPU_AMP constexpr long long least(long long a, long long b) { return a < b ? a : b; }
/* Returns the last of first, first + size, ... that is at most end. */
AMP_CPU_AMP constexpr long long last_step(long long first, long long end, long long size) {
	return end < first ? end : first + (end - first) / size * size;
}
/* An untiled kernel of higher rank than __amp_domain supports: its image contains the extent. */
template <typename F, int N> struct ranked_kernel {
	F kernel;
	Concurrency::extent<N> domain;

	AMP_AMP void operator()(const Concurrency::index<N> &idx) const {
		call_kernel(kernel, idx, 0);
	}
	template <typename Visitor> AMP_AMP void amp_visit(Visitor &visit) const { visit(kernel); }
};

/* Returns the i-th point in row-major order; extent is anything with []. */
template <int N, typename Extent>
AMP_CPU_AMP Concurrency::index<N> unflatten(std::size_t i, const Extent &extent) {
	Concurrency::index<N> idx;
	for (int d = N - 1; d > 0; d--) {
		const std::size_t size = static_cast<std::size_t>(extent[d]);
		idx[d] = static_cast<int>(i % size);
		i /= size;
	}
	idx[0] = static_cast<int>(i);
	return idx;
}

/* Returns the tiled_index of a thread. */
template <int D0, int D1, int D2>
__attribute__((always_inline)) AMP_CPU_AMP inline tiled_index<D0, D1, D2>
make_tiled_index(const Concurrency::index<tile_shape<D0, D1, D2>::rank> &tile,
                 const Concurrency::index<tile_shape<D0, D1, D2>::rank> &local) {
	typedef tile_shape<D0, D1, D2> shape;
	const int dimensions[] = {D0, D1, D2};
	Concurrency::index<shape::rank> origin;
	for (int d = 0; d < shape::rank; d++)
		origin[d] = tile[d] * dimensions[d];
	return tiled_index<D0, D1, D2>(origin + local, local, tile, origin, barrier_maker::make());
}

/* The default number of bits of a texture's scalar elements; 0 for other types. */
template <typename Member> struct usual_bits : std::integral_constant<unsigned, 0> {};

/* A visitor for amp_visit: whether there are textures, all with the default number of bits. It and the
 * following visitors do not look into objects that the kernel calls. */
class format_check {
public:
	AMP_CPU_AMP format_check() : any_(false), all_(true) {}

	template <typename Member>
	AMP_CPU_AMP void operator()(const Member &member, amp_access = AMP_ACCESS_READ_WRITE) {
		visit(member, usual_bits<Member>());
	}
	template <typename Object> AMP_CPU_AMP void run(const Object &) {}

	AMP_CPU_AMP bool any() const { return any_; }
	AMP_CPU_AMP bool all() const { return all_; }

private:
	template <typename Member>
	AMP_CPU_AMP void visit(const Member &, std::integral_constant<unsigned, 0>) {}
	template <typename Member, unsigned Bits>
	AMP_CPU_AMP void visit(const Member &member, std::integral_constant<unsigned, Bits>) {
		any_ = true;
		all_ = all_ && member.bits_per_scalar_element == Bits;
	}

	bool any_, all_;
};

/* A visitor that tells the compiler that all textures have the default number of bits, by assigning the
 * constants. */
struct format_promise {
	template <typename Member>
	AMP_CPU_AMP void operator()(const Member &member, amp_access = AMP_ACCESS_READ_WRITE) {
		visit(member, usual_bits<Member>());
	}
	template <typename Object> AMP_CPU_AMP void run(const Object &) {}

private:
	template <typename Member>
	AMP_CPU_AMP void visit(const Member &, std::integral_constant<unsigned, 0>) {}
	template <typename Member, unsigned Bits>
	AMP_CPU_AMP void visit(const Member &member, std::integral_constant<unsigned, Bits>) {
		const_cast<Member &>(member).bits_per_scalar_element = Bits;
	}
};

/* Visits the members of a kernel, if ampcc has given it an amp_visit. */
template <typename F, typename Visitor>
AMP_CPU_AMP inline auto visit_members(const F &f, Visitor &visitor, int)
    -> decltype(f.amp_visit(visitor)) {
	f.amp_visit(visitor);
}
template <typename F, typename Visitor>
AMP_CPU_AMP inline void visit_members(const F &, Visitor &, long) {}

} // namespace details
} // namespace Concurrency

/* ---- Device ------------------------------------------------------------ */

#include <amp/kernel_arguments.h>

#if defined(__CUDACC__) && !defined(__AMPCC_PARSE__)

#include <amp/grid.h>

/* The bytes of a function object: passing it runs no copy constructor. */
template <class F> struct __amp_image {
	alignas(F) unsigned char bytes[sizeof(F)];
};

/* A kernel's parameter that is read in place. */
#if defined(__NVCC__) && (!defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700)
#define AMP_PARAMETER const __grid_constant__
#else
#define AMP_PARAMETER const
#endif

namespace Concurrency {
namespace details {

/* Sets the point of this thread. Returns false if it has none. */
template <int N, typename F>
__device__ inline bool this_point(const F &, const __amp_domain &domain,
                                  Concurrency::index<N> &idx) {
	int at[N];
	const bool is_inside = __amp_this_point<N>(domain, at);
	idx = Concurrency::index<N>(at);
	return is_inside;
}
template <int N, typename F>
__device__ inline bool this_point(const ranked_kernel<F, N> &f, const __amp_domain &domain,
                                  Concurrency::index<N> &idx) {
	const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	idx = unflatten<N>(i, f.domain);
	return i < domain.total;
}

/* Elements of 8 and 16 bytes, such as float_4 and structs of that size, are only aligned like their members,
 * so they would be loaded member by member. Nearly all views begin at addresses where the device can load
 * them at once: nvcc does so in a copy of the kernel whose views' pointers are known to be aligned. */
constexpr unsigned joined_bytes(std::size_t size, std::size_t align) {
	return size % 16 == 0 && align < 16 ? 16 : size % 8 == 0 && align < 8 ? 8 : 0;
}
template <typename T>
struct joined : std::integral_constant<unsigned, joined_bytes(sizeof(T), alignof(T))> {};
template <typename Member> struct joined_of : std::integral_constant<unsigned, 0> {};
template <typename T, int N> struct joined_of<array_view<T, N>> : joined<T> {};
template <typename T, int N> struct joined_of<captured_view<T, N>> : joined<T> {};
template <typename T, int N> struct joined_of<borrowed_view<T, N>> : joined<T> {};
template <typename T, int N> struct joined_of<array_ref<T, N>> : joined<T> {};
template <typename T, int N> struct joined_of<const_array_ref<T, N>> : joined<T> {};

/* A visitor for amp_visit: whether there are such elements, and all are aligned. */
class alignment_check {
public:
	__device__ alignment_check() : any_(false), rest_(0) {}

	template <typename Member>
	__device__ void operator()(const Member &member, amp_access = AMP_ACCESS_READ_WRITE) {
		const unsigned bytes = joined_of<Member>::value;
		if (bytes == 0)
			return;
		any_ = true;
		rest_ |= static_cast<unsigned>(reinterpret_cast<std::size_t>(
		             reinterpret_cast<const amp_view_head &>(member).data)) % (bytes ? bytes : 1);
	}
	template <typename Object> __device__ void run(const Object &) {}

	__device__ bool any() const { return any_; }
	__device__ bool all() const { return rest_ == 0; }

private:
	bool any_;
	unsigned rest_;
};

/* A visitor that tells the compiler that the views are aligned. */
struct alignment_promise {
	template <typename Member>
	__device__ void operator()(const Member &member, amp_access = AMP_ACCESS_READ_WRITE) {
		const unsigned bytes = joined_of<Member>::value;
		if (bytes == 0)
			return;
		amp_view_head &head = reinterpret_cast<amp_view_head &>(const_cast<Member &>(member));
		head.data = __builtin_assume_aligned(head.data, bytes ? bytes : 1);
	}
	template <typename Object> __device__ void run(const Object &) {}
};

template <typename X> struct member_element; /* restrict.h */

/* A visitor for amp_visit: whether it visits only views, numbers and empty objects. What else a template's kernel holds may contain arrays. */
class member_check {
public:
	__device__ member_check() : are_known_(true) {}

	template <typename Member>
	__device__ void operator()(const Member &, amp_access = AMP_ACCESS_READ_WRITE) {
		are_known_ = are_known_ && member_element<Member>::value != AMP_NO_OFFSET;
	}
	template <typename Object> __device__ void run(const Object &) { are_known_ = false; }

	__device__ bool are_known() const { return are_known_; }

private:
	bool are_known_;
};

/* Calls a kernel. If alignment and formats are the usual ones, it calls a copy of the function object that is compiled with that
 * knowledge; a kernel that has neither and chooses between captured numbers, as in `i < n ? i : n - 1`, is called by a copy, too. */
template <typename F, typename Index>
__device__ inline void call_promised(const F &f, const Index &idx, std::true_type /* is_indexed */) {
	call_kernel(f, idx, 0);
}
template <typename F, typename Index> __device__ inline void call_promised(const F &f, const Index &idx, std::false_type) {
	alignment_check alignment;
	format_check formats;
	visit_members(f, alignment, 0);
	visit_members(f, formats, 0);
	member_check members;
	visit_members(f, members, 0);
	const bool any = alignment.any() || formats.any();
	if (any ? !(alignment.all() && formats.all()) : !(is_choosing<F>::type::value && members.are_known())) {
		call_kernel(f, idx, 0);
		return;
	}
	alignment_promise aligned;
	format_promise usual;
	__amp_image<F> copy;
	__builtin_memcpy(copy.bytes, &f, sizeof(F));
	F &own = reinterpret_cast<F &>(copy.bytes);
	visit_members(own, aligned, 0);
	visit_members(own, usual, 0);
	call_kernel(own, idx, 0);
}

#if defined(AMP_ROBUST_ACCESS) && defined(AMP_ON_DEVICE)

/* A visitor for amp_visit: the smallest class of places that all containers' elements fit into. */
class place_finder : public argument_visitor<place_finder> {
public:
	__device__ place_finder() : place(AMP_OWN_PLACE) {}

	template <typename Container>
	__device__ void add(const Container &, std::size_t element_size, amp_access, bool = false) {
		while (place < AMP_LAST_PLACE &&
		       !fits_place(place, element_size, alignof(typename Container::value_type)))
			place++;
	}

	unsigned place;
};

/* A visitor that sets where references beyond the containers' buffers lead. */
class place_writer : public argument_visitor<place_writer> {
public:
	__device__ place_writer(void *bytes, unsigned place)
	    : place_(reinterpret_cast<amp_buffer *>(static_cast<char *>(bytes) + place)) {}

	/* A container that a pointer leads to may be elsewhere; it has no place. */
	template <typename Container>
	__device__ void add(const Container &container, std::size_t, amp_access access, bool = false) {
		reinterpret_cast<amp_view_head &>(const_cast<Container &>(container)).buffer =
		    access & AMP_ACCESS_WRITE ? place_ : nobody_writes();
	}

private:
	amp_buffer *place_;
};

template <typename F, typename Index>
__device__ inline void call_places(const __amp_image<F> &image, const Index &idx) {
	place_finder found;
	collect_arguments(found, reinterpret_cast<const F &>(image.bytes));
	own_place own;
	void *bytes = &own;
	if (found.place > AMP_OWN_PLACE) { /* nvcc evaluates both the place and its size at compile time */
		const std::size_t mask = AMP_PLACE_ALIGNMENT - 1;
		bytes = __builtin_alloca(place_size(found.place) + mask);
		bytes = reinterpret_cast<void *>((reinterpret_cast<std::size_t>(bytes) + mask) & ~mask);
	}
	place_writer writer(bytes, found.place);
	__amp_image<F> copy;
	__builtin_memcpy(copy.bytes, image.bytes, sizeof(F));
	const F &f = reinterpret_cast<const F &>(copy.bytes);
	collect_arguments(writer, f);
	call_promised(f, idx, typename is_indexed<F>::type());
}

template <typename F, typename Index>
__device__ inline bool call_inside(const __amp_image<F> &, const inside_domain &, const Index &, std::false_type) {
	return false;
}
/* Calls a kernel without bounds checks if all accesses are within bounds. */
template <typename F, typename Index>
__device__ inline bool call_inside(const __amp_image<F> &image, const inside_domain &domain, const Index &idx,
                                   std::true_type) {
	if (!reinterpret_cast<const F &>(image.bytes).amp_inside(domain))
		return false;
	__amp_image<F> copy;
	__builtin_memcpy(copy.bytes, image.bytes, sizeof(F));
	const F &f = reinterpret_cast<const F &>(copy.bytes);
	inside_promise promise;
	f.amp_visit_inside(promise);
	call_places(copy, idx);
	return true;
}
template <typename F, typename Index>
__device__ inline void call_image(const __amp_image<F> &image, const inside_domain &domain, const Index &idx) {
	if (!call_inside(image, domain, idx, typename has_inside<F>::type()))
		call_places(image, idx);
}

#else

template <typename F, typename Index>
__device__ inline void call_image(const __amp_image<F> &image, const inside_domain &, const Index &idx) {
	call_promised(reinterpret_cast<const F &>(image.bytes), idx, typename is_indexed<F>::type());
}

#endif

/* Return the argument of F::amp_inside for tiles of these sizes, and for an untiled domain. */
template <int D0, int D1, int D2> __device__ inline inside_domain inside_of(const __amp_domain &domain) {
	const int tile[] = {D0, D1, D2};
	inside_domain inside;
	for (int d = 0; d < AMP_DOMAIN_RANK; d++) {
		inside.extent[d] = domain.extent[d];
		inside.tile[d] = tile[d];
		inside.tiles[d] = domain.tiles[d];
	}
	return inside;
}

/* Sets the point of this thread, with what the compiler can assume about it. Returns false if it has none. */
template <int N, typename F>
__device__ inline bool find_point(const F &f, const __amp_domain &domain, Concurrency::index<N> &idx) {
	if (!this_point<N>(f, domain, idx))
		return false;
#pragma unroll
	for (int d = 0; d < N; d++)
		idx[d] = __amp_below(static_cast<unsigned>(idx[d]), INT_MAX);
	return true;
}

template <typename F, int N>
__device__ inline void call_at_point(const __amp_image<F> &image, const __amp_domain &domain) {
	Concurrency::index<N> idx;
	if (find_point<N>(reinterpret_cast<const F &>(image.bytes), domain, idx))
		call_image<F>(image, inside_of<0, 0, 0>(domain), idx);
}

template <int D0, int D1, int D2>
__device__ inline tiled_index<D0, D1, D2> this_tiled_index(const __amp_domain &domain) {
	const int rank = tile_shape<D0, D1, D2>::rank;
	const unsigned thread[] = {threadIdx.x, threadIdx.y, threadIdx.z};
	const unsigned dimensions[] = {D0, D1, D2};
	int tile[rank];
	__amp_this_tile<rank>(domain, tile);
	Concurrency::index<rank> local;
#pragma unroll
	for (int d = 0; d < rank; d++) {
		tile[d] = __amp_below(static_cast<unsigned>(tile[d]), INT_MAX / dimensions[d] + 1);
		local[d] = __amp_below(thread[rank - 1 - d], dimensions[d]);
	}
	return make_tiled_index<D0, D1, D2>(Concurrency::index<rank>(tile), local);
}

} // namespace details
} // namespace Concurrency

/* One thread for each point of the domain. */
template <class F, int N>
__global__ void __launch_bounds__(256)
    __amp_untiled_kernel(AMP_PARAMETER __amp_image<F> image, AMP_PARAMETER __amp_domain domain) {
#if defined(__CUDA_ARCH__)
	Concurrency::details::call_at_point<F, N>(image, domain);
#endif
}

/* The same kernel for domains that do not fill a GPU. By default, nvcc limits registers so that
 * multiprocessors can be filled with threads, if the kernel can do with them. Told that one block per
 * multiprocessor is enough, it keeps more loads of a loop in flight (CUDA C++ Programming Guide, Launch
 * Bounds). */
template <class F, int N>
__global__ void __launch_bounds__(256, 1)
    __amp_small_domain_kernel(AMP_PARAMETER __amp_image<F> image, AMP_PARAMETER __amp_domain domain) {
#if defined(__CUDA_ARCH__)
	Concurrency::details::call_at_point<F, N>(image, domain);
#endif
}

/* One block for each tile. */
template <class F, int D0, int D1, int D2>
__global__ void __launch_bounds__(Concurrency::details::tile_shape<D0, D1, D2>::size)
    __amp_tiled_kernel(AMP_PARAMETER __amp_image<F> image, AMP_PARAMETER __amp_domain domain) {
#if defined(__CUDA_ARCH__)
	Concurrency::details::call_image<F>(image, Concurrency::details::inside_of<D0, D1, D2>(domain),
	                                    Concurrency::details::this_tiled_index<D0, D1, D2>(domain));
#endif
}

#else

/* Types whose names are the kernels' names up to the parameters. */
template <class F, int N> struct __amp_untiled_kernel;
template <class F, int N> struct __amp_small_domain_kernel;
template <class F, int D0, int D1, int D2> struct __amp_tiled_kernel;

#endif

#include <amp/restrict.h>
#include <amp/wide.h>
#undef AMP_PARAMETER
#undef AMP_POINTER_PARAMETERS
#undef AMP_READ_POINTER_PARAMETERS
#undef AMP_RESTRICT_COPY
#if defined(AMP_HOST_CODE)
#include <amp/cpu_kernel.h>
#endif

/* ---- Host: the launch -------------------------------------------------- */

namespace Concurrency {
namespace details {

#if defined(__AMPCC_PARSE__)

/* Makes clang instantiate the kernel's body and check its call. */
template <typename Kernel, typename Index>
__attribute__((global)) void check_kernel(const Kernel *kernel, const Index *idx) {
	call_kernel(*kernel, *idx, 0);
}

template <typename Kernel, int N>
void launch(amp_accelerator_view *, const extent<N> &, const Kernel &) {
	(void)&check_kernel<Kernel, Concurrency::index<N>>;
}
template <typename Kernel, int D0, int D1, int D2>
void launch(amp_accelerator_view *, const tiled_extent<D0, D1, D2> &, const Kernel &) {
	(void)&check_kernel<Kernel, tiled_index<D0, D1, D2>>;
}

#elif !defined(AMP_HOST_CODE)

/* Makes the device compiler emit the kernel. */
template <typename F, int N> void use_wide_kernel(std::true_type) {
	(void)&__amp_wide_kernel<F, N>;
}
template <typename F, int N> void use_wide_kernel(std::false_type) {}
template <typename F, int N> void use_restrict_kernel(std::true_type) {
	(void)&__amp_restrict_untiled_kernel<F, N>;
}
template <typename F, int N> void use_restrict_kernel(std::false_type) {}
template <typename F, int N> void use_small_domain_kernel(std::true_type, std::false_type) {
	(void)&__amp_small_domain_kernel<F, N>;
}
template <typename F, int N> void use_small_domain_kernel(std::true_type, std::true_type) {
	(void)&__amp_restrict_small_domain_kernel<F, N>;
}
template <typename F, int N, typename Restrict> void use_small_domain_kernel(std::false_type, Restrict) {}
template <typename F, int D0, int D1, int D2> void use_restrict_tiled_kernel(std::true_type) {
	(void)&__amp_restrict_tiled_kernel<F, D0, D1, D2>;
}
template <typename F, int D0, int D1, int D2> void use_restrict_tiled_kernel(std::false_type) {}
template <typename Kernel, int N>
void launch(amp_accelerator_view *, const extent<N> &, const Kernel &) {
	typedef typename std::conditional<(N > AMP_DOMAIN_RANK), ranked_kernel<Kernel, N>, Kernel>::type
	    function;
	(void)&__amp_untiled_kernel<function, N>;
	use_wide_kernel<function, N>(std::integral_constant<bool, (wide_width_of<function>::value > 1)>());
	use_restrict_kernel<function, N>(typename is_restrict<function>::type());
	use_small_domain_kernel<function, N>(typename is_looping<function>::type(),
	                                     typename is_restrict<function>::type());
}
template <typename Kernel, int D0, int D1, int D2>
void launch(amp_accelerator_view *, const tiled_extent<D0, D1, D2> &, const Kernel &) {
	(void)&__amp_tiled_kernel<Kernel, D0, D1, D2>;
	use_restrict_tiled_kernel<Kernel, D0, D1, D2>(typename is_restrict<Kernel>::type());
}

#else

#if !defined(__GXX_RTTI)
#error "C++ AMP needs RTTI: kernels are found by the names of their types (drop -fno-rtti)"
#endif

/* The symbol by which the runtime finds a __global__ function. For nvcc alone, it is a function of the
 * program. */
#if defined(__CUDACC__)

inline int get_function(const void *symbol, void **function) {
	return cudaGetFuncBySymbol(reinterpret_cast<cudaFunction_t *>(function), symbol);
}
template <typename F, int N> const void *untiled_symbol() {
	return reinterpret_cast<const void *>(&__amp_untiled_kernel<F, N>);
}
template <typename F, int N> const void *wide_symbol(std::true_type) {
	return reinterpret_cast<const void *>(&__amp_wide_kernel<F, N>);
}
template <typename F, int N> const void *wide_symbol(std::false_type) { return 0; }
template <typename F, int N> const void *small_domain_symbol(std::true_type, std::false_type) {
	return reinterpret_cast<const void *>(&__amp_small_domain_kernel<F, N>);
}
template <typename F, int N> const void *small_domain_symbol(std::true_type, std::true_type) {
	return reinterpret_cast<const void *>(&__amp_restrict_small_domain_kernel<F, N>);
}
template <typename F, int N, typename Restrict> const void *small_domain_symbol(std::false_type, Restrict) {
	return 0;
}
template <typename F, int N> const void *restrict_symbol(std::true_type) {
	return reinterpret_cast<const void *>(&__amp_restrict_untiled_kernel<F, N>);
}
template <typename F, int N> const void *restrict_symbol(std::false_type) { return 0; }
template <typename F, int D0, int D1, int D2> const void *tiled_symbol() {
	return reinterpret_cast<const void *>(&__amp_tiled_kernel<F, D0, D1, D2>);
}
template <typename F, int D0, int D1, int D2> const void *restrict_tiled_symbol(std::true_type) {
	return reinterpret_cast<const void *>(&__amp_restrict_tiled_kernel<F, D0, D1, D2>);
}
template <typename F, int D0, int D1, int D2> const void *restrict_tiled_symbol(std::false_type) { return 0; }

#else

static int (*const get_function)(const void *, void **) = 0;

/* Returns the symbol of a kernel in ampcc's device unit. type is that of a pointer to __amp_untiled_kernel<…>
 * or the like. Like all names of kernels, it lives as long as the process. */
AMP_COLD inline const char *new_symbol(const std::type_info &type, const char *more_parameters) {
	static const char rest[] = "v11__amp_imageIT_E12__amp_domain";
	char *const symbol = new char[std::strlen(type.name()) + sizeof(rest) + std::strlen(more_parameters) + 1];
	std::strcat(std::strcat(std::strcat(std::strcpy(symbol, "_Z"), type.name() + 1), rest), more_parameters);
	for (char *c = symbol; *c; c++) { /* names there are in ASCII: see the compiler's spell_in_ascii() */
		if (*c & 0x80)
			*c = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_$"[*c & 0x3f];
	}
	return symbol;
}
template <typename F, int N> const void *untiled_symbol() {
	return new_symbol(typeid(__amp_untiled_kernel<F, N> *), "");
}
template <typename F, int N> const void *wide_symbol(std::true_type) {
	return new_symbol(typeid(__amp_wide_kernel<F, N> *), AMP_POINTERS_MANGLED);
}
template <typename F, int N> const void *wide_symbol(std::false_type) { return 0; }
template <typename F, int N> const void *small_domain_symbol(std::true_type, std::false_type) {
	return new_symbol(typeid(__amp_small_domain_kernel<F, N> *), "");
}
template <typename F, int N> const void *small_domain_symbol(std::true_type, std::true_type) {
	return new_symbol(typeid(__amp_restrict_small_domain_kernel<F, N> *),
	                  AMP_POINTERS_MANGLED AMP_READ_POINTERS_MANGLED);
}
template <typename F, int N, typename Restrict> const void *small_domain_symbol(std::false_type, Restrict) {
	return 0;
}
template <typename F, int N> const void *restrict_symbol(std::true_type) {
	return new_symbol(typeid(__amp_restrict_untiled_kernel<F, N> *), AMP_POINTERS_MANGLED AMP_READ_POINTERS_MANGLED);
}
template <typename F, int N> const void *restrict_symbol(std::false_type) { return 0; }
template <typename F, int D0, int D1, int D2> const void *tiled_symbol() {
	return new_symbol(typeid(__amp_tiled_kernel<F, D0, D1, D2> *), "");
}
template <typename F, int D0, int D1, int D2> const void *restrict_tiled_symbol(std::true_type) {
	return new_symbol(typeid(__amp_restrict_tiled_kernel<F, D0, D1, D2> *),
	                  AMP_POINTERS_MANGLED AMP_READ_POINTERS_MANGLED);
}
template <typename F, int D0, int D1, int D2> const void *restrict_tiled_symbol(std::false_type) { return 0; }

#endif

AMP_COLD inline const char *new_name(const std::type_info &function) {
	int status = 0;
	const char *const demangled = abi::__cxa_demangle(function.name(), 0, 0, &status);
	return demangled ? demangled : function.name();
}

/* Options of the unit that the runtime has to know. They are arguments of new_kernel(), since the linker takes one function of
 * a name for all units. */
#if defined(AMP_LARGE_VIEWS)
const bool unit_short_range = false;
#else
const bool unit_short_range = true;
#endif
#if defined(AMP_ROBUST_ACCESS)
const bool unit_is_robust = true;
#else
const bool unit_is_robust = false;
#endif
#if defined(AMP_TEXTURE_FILTER_HARDWARE)
const bool unit_filters_in_hardware = true;
#else
const bool unit_filters_in_hardware = false;
#endif

/* The description of a kernel for the runtime. */
AMP_COLD inline amp_kernel new_kernel(const void *symbol, const std::type_info &function, std::size_t size, std::size_t align,
                                      unsigned rank, bool short_range, bool is_robust, bool filters_in_hardware) {
	amp_kernel kernel = amp_kernel();
	kernel.symbol = symbol;
	kernel.get_function = get_function;
	kernel.name = new_name(function);
	kernel.image_size = size;
	kernel.image_align = align;
	kernel.rank = rank;
	kernel.short_range = short_range;
	kernel.is_robust = is_robust;
	kernel.filters_in_hardware = filters_in_hardware;
	return kernel;
}
template <typename F, int N> amp_kernel new_untiled_kernel() {
	amp_kernel kernel = new_kernel(untiled_symbol<F, N>(), typeid(F), sizeof(F), alignof(F), N, unit_short_range,
	                               unit_is_robust, unit_filters_in_hardware);
	kernel.run_range = untiled_runner<F, N>::run_range;
	kernel.in_squares = is_in_squares<F>::type::value;
	typedef std::integral_constant<bool, (wide_width_of<F>::value > 1)> is_wide;
	kernel.wide_symbol = wide_symbol<F, N>(is_wide());
	kernel.wide = is_wide::value ? wide_width_of<F>::value : 0;
	kernel.restrict_symbol = restrict_symbol<F, N>(typename is_restrict<F>::type());
	kernel.small_domain_symbol =
	    small_domain_symbol<F, N>(typename is_looping<F>::type(), typename is_restrict<F>::type());
	return kernel;
}
template <typename F, int D0, int D1, int D2> amp_kernel new_tiled_kernel() {
	amp_kernel kernel = new_kernel(tiled_symbol<F, D0, D1, D2>(), typeid(F), sizeof(F), alignof(F),
	                               tile_shape<D0, D1, D2>::rank, unit_short_range, unit_is_robust,
	                               unit_filters_in_hardware);
	kernel.tile[0] = D0;
	kernel.tile[1] = D1;
	kernel.tile[2] = D2;
	kernel.run_tile = tiled_runner<F, D0, D1, D2>::run_tile;
	kernel.restrict_symbol = restrict_tiled_symbol<F, D0, D1, D2>(typename is_restrict<F>::type());
	return kernel;
}

template <typename F, int N>
void launch_image(amp_accelerator_view *av, amp_kernel &kernel, const extent<N> &domain,
                  const F &f) {
	amp_status status;
	if (amp_launch_again(av, &kernel, domain.data(), &f, &status)) {
		check(status);
		return;
	}
	argument_collector collector(&f, sizeof(F), domain.data(), N);
	collect_arguments(collector, f);
	if (collector.varies())
		__atomic_store_n(&kernel.varies, true, __ATOMIC_RELAXED);
	check(amp_launch(av, &kernel, domain.data(), &f, collector.arguments(), collector.count()));
}

template <typename F, int N>
void launch_untiled(amp_accelerator_view *av, const extent<N> &domain, const F &f) {
	static amp_kernel kernel = new_untiled_kernel<F, N>();
	launch_image(av, kernel, domain, f);
}

inline void check_domain(bool valid, const char *message) {
	if (!valid)
		throw invalid_compute_domain(message);
}

template <typename F, int N>
void launch_ranked(amp_accelerator_view *av, const extent<N> &domain, const F &f, std::true_type) {
	const ranked_kernel<F, N> ranked = {f, domain};
	launch_untiled(av, domain, ranked);
}
template <typename F, int N>
void launch_ranked(amp_accelerator_view *av, const extent<N> &domain, const F &f, std::false_type) {
	launch_untiled(av, domain, f);
}

template <typename Kernel, int N>
void launch(amp_accelerator_view *av, const extent<N> &domain, const Kernel &kernel) {
	for (int d = 0; d < N; d++)
		check_domain(domain[d] > 0, "parallel_for_each: the extents must be larger than 0");
	launch_ranked(av, domain, kernel, std::integral_constant<bool, (N > AMP_DOMAIN_RANK)>());
}

template <typename Kernel, int D0, int D1, int D2>
void launch(amp_accelerator_view *av, const tiled_extent<D0, D1, D2> &domain,
            const Kernel &kernel) {
	typedef tile_shape<D0, D1, D2> shape;
	for (int d = 0; d < shape::rank; d++) {
		check_domain(domain[d] > 0, "parallel_for_each: the extents must be larger than 0");
		check_domain(domain[d] % domain.tile_extent[d] == 0,
		             "parallel_for_each: the extents must be multiples of the tile's");
	}
	static amp_kernel tiled = new_tiled_kernel<Kernel, D0, D1, D2>();
	launch_image<Kernel, shape::rank>(av, tiled, domain, kernel);
}

#endif

} // namespace details

/* ---- 7: parallel_for_each ---------------------------------------------- */

/* Calls kernel with each index of the domain, on the accelerator that the captured containers determine. */
template <int N, typename Kernel>
void parallel_for_each(const extent<N> &domain, const Kernel &kernel) {
	details::launch(0, domain, kernel);
}
/* Calls kernel with the tiled_index of each thread. */
template <int D0, int D1, int D2, typename Kernel>
void parallel_for_each(const tiled_extent<D0, D1, D2> &domain, const Kernel &kernel) {
	static_assert(details::tile_shape<D0, D1, D2>::size <= 1024, "a tile has at most 1024 threads");
	static_assert(details::tile_shape<D0, D1, D2>::is_flat_enough,
	              "a tile of rank 3 has at most 64 threads along its first dimension");
	details::launch(0, domain, kernel);
}
/* The same on a given accelerator_view. */
template <int N, typename Kernel>
void parallel_for_each(const accelerator_view &av, const extent<N> &domain, const Kernel &kernel) {
	details::launch(av.get_handle(), domain, kernel);
}
template <int D0, int D1, int D2, typename Kernel>
void parallel_for_each(const accelerator_view &av, const tiled_extent<D0, D1, D2> &domain,
                       const Kernel &kernel) {
	static_assert(details::tile_shape<D0, D1, D2>::size <= 1024, "a tile has at most 1024 threads");
	static_assert(details::tile_shape<D0, D1, D2>::is_flat_enough,
	              "a tile of rank 3 has at most 64 threads along its first dimension");
	details::launch(av.get_handle(), domain, kernel);
}

} // namespace Concurrency

#endif
