/* parallel_for_each (spec 7), and how a function object becomes a kernel.
 *
 * The launch copies the bytes of the function object into an image, in which
 * the runtime replaces each container's head by one for the accelerator. The
 * kernel is a function template over the function object's type, named so
 * that the host knows its symbol from the type alone.
 */
#ifndef AMPCC_KERNEL_H
#define AMPCC_KERNEL_H

#include <array>
#include <cstddef>
#include <climits>
#include <limits>
#include <new>
#include <string>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <vector>

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

namespace Concurrency {
namespace details {

/* Calls a kernel with the index of a thread. Each thread has a copy of its own
 * of a kernel whose operator() is not const. */
template <typename F, typename Index>
__attribute__((always_inline)) AMP_AMP inline auto call_kernel(const F &f, const Index &idx, int) -> decltype(f(idx)) {
	AMP_INLINED return f(idx);
}
template <typename F, typename Index>
__attribute__((always_inline)) AMP_AMP inline void call_kernel(const F &f, const Index &idx, long) {
	F own(f);
	AMP_INLINED own(idx);
}

/* What F::amp_patches is where ampcc has found that threads are better in squares. */
struct squares {};
/* What F::amp_loops is where ampcc has found a loop. */
struct looping {};
template <typename F> struct is_looping {
	template <typename C> static std::true_type test(typename C::amp_loops *);
	template <typename C> static std::false_type test(...);

	typedef decltype(test<F>(0)) type;
};

/* An untiled kernel over more dimensions than amp_domain has: its image brings
 * the extent along. */
template <typename F, int N> struct ranked_kernel {
	F kernel;
	Concurrency::extent<N> domain;

	AMP_AMP void operator()(const Concurrency::index<N> &idx) const {
		call_kernel(kernel, idx, 0);
	}
	template <typename Visitor> AMP_AMP void amp_visit(Visitor &visit) const { visit(kernel); }
};

/* The point that is the i-th in row-major order; extent is anything with []. */
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

/* The tiled_index of one thread. */
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

/* The bits of a texture's scalar elements where a program asks for no others; 0 for what is
 * no texture. */
template <typename Member> struct usual_bits : std::integral_constant<unsigned, 0> {};

/* A visitor for amp_visit: whether there are textures, and all have the usual bits. What is in
 * an object that the kernel calls is left as it is, here and below. */
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

/* One that tells the compiler so: it sees the numbers. */
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

/* The members of a kernel, where ampcc has given it an amp_visit. */
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

#if defined(__CUDACC__) && !defined(__AMPCC_PARSE__)

#include <amp/grid.h>

/* A function object, or rather its bytes: passing it copies nothing but them. */
template <class F> struct amp_image {
	alignas(F) unsigned char bytes[sizeof(F)];
};

/* Read in place, from the kernel's parameters. */
#if defined(__NVCC__) && (!defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700)
#define AMP_PARAMETER const __grid_constant__
#else
#define AMP_PARAMETER const
#endif

namespace Concurrency {
namespace details {

/* The point of this thread; false if it has none. */
template <int N, typename F>
__device__ inline bool this_point(const F &, const amp_domain &domain,
                                  Concurrency::index<N> &idx) {
	int at[N];
	const bool is_inside = amp_this_point<N>(domain, at);
	idx = Concurrency::index<N>(at);
	return is_inside;
}
template <int N, typename F>
__device__ inline bool this_point(const ranked_kernel<F, N> &f, const amp_domain &domain,
                                  Concurrency::index<N> &idx) {
	const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	idx = unflatten<N>(i, f.domain);
	return i < domain.total;
}

/* Elements of 8 and of 16 bytes, as float_4 and structs of that size, have the
 * alignment of their parts, so that they would be read part by part. Nearly all views
 * begin where the device can read them at once: in a copy of the kernel whose views'
 * pointers are known to be aligned, nvcc does so. */
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

/* One that tells the compiler so. */
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

/* Calls the kernel in the image: where all is as usual, a copy of it that is compiled for
 * that alone. */
template <typename F, typename Index>
__device__ inline void call_image(const amp_image<F> &image, const Index &idx) {
	const F &f = reinterpret_cast<const F &>(image.bytes);
	alignment_check alignment;
	format_check formats;
	visit_members(f, alignment, 0);
	visit_members(f, formats, 0);
	if ((alignment.any() || formats.any()) && alignment.all() && formats.all()) {
		alignment_promise aligned;
		format_promise usual;
		amp_image<F> copy;
		__builtin_memcpy(copy.bytes, image.bytes, sizeof(F));
		F &promised = reinterpret_cast<F &>(copy.bytes);
		visit_members(promised, aligned, 0);
		visit_members(promised, usual, 0);
		call_kernel(promised, idx, 0);
	} else {
		call_kernel(f, idx, 0);
	}
}

template <typename F, int N>
__device__ inline void call_at_point(const amp_image<F> &image, const amp_domain &domain) {
	const F &f = reinterpret_cast<const F &>(image.bytes);
	Concurrency::index<N> idx;
	if (this_point<N>(f, domain, idx))
		call_image<F>(image, idx);
}

} // namespace details
} // namespace Concurrency

/* One thread for each point of the domain. */
template <class F, int N>
__global__ void __launch_bounds__(256)
    amp_untiled_kernel(AMP_PARAMETER amp_image<F> image, AMP_PARAMETER amp_domain domain) {
#if defined(__CUDA_ARCH__)
	Concurrency::details::call_at_point<F, N>(image, domain);
#endif
}

/* The same for domains that do not fill a GPU. nvcc takes as few registers as multiprocessors
 * full of threads leave to each, if a kernel can do with them; told that one block each is
 * enough, it has more of what loops load on its way at a time (CUDA C++ Programming Guide,
 * Launch Bounds). */
template <class F, int N>
__global__ void __launch_bounds__(256, 1)
    amp_small_domain_kernel(AMP_PARAMETER amp_image<F> image, AMP_PARAMETER amp_domain domain) {
#if defined(__CUDA_ARCH__)
	Concurrency::details::call_at_point<F, N>(image, domain);
#endif
}

/* One block for each tile. */
template <class F, int D0, int D1, int D2>
__global__ void __launch_bounds__(Concurrency::details::tile_shape<D0, D1, D2>::size)
    amp_tiled_kernel(AMP_PARAMETER amp_image<F> image, AMP_PARAMETER amp_domain domain) {
#if defined(__CUDA_ARCH__)
	const int rank = Concurrency::details::tile_shape<D0, D1, D2>::rank;
	const unsigned thread[] = {threadIdx.x, threadIdx.y, threadIdx.z};
	int tile[rank];
	amp_this_tile<rank>(domain, tile);
	Concurrency::index<rank> local;
	for (int d = 0; d < rank; d++)
		local[d] = static_cast<int>(thread[rank - 1 - d]);
	Concurrency::details::call_image<F>(image,
	                                    Concurrency::details::make_tiled_index<D0, D1, D2>(
	                                        Concurrency::index<rank>(tile), local));
#endif
}

#else

/* Types whose names are the kernels' names, but for the parameters. */
template <class F, int N> struct amp_untiled_kernel;
template <class F, int N> struct amp_small_domain_kernel;
template <class F, int D0, int D1, int D2> struct amp_tiled_kernel;

#endif

#include <amp/wide.h>
#undef AMP_PARAMETER

/* ---- Host: the arguments ----------------------------------------------- */

namespace Concurrency {
namespace details {

/* What a member of type X, without cv, gives to a launch: how a collector gets
 * at the containers in it. Other containers specialize this. */
template <typename X, typename = void> struct argument {
	template <typename Collector> static void collect(Collector &, const X &, amp_access) {}
};

/* The argument<> of a type. Only whether an array is const matters. */
template <typename X> struct argument_of : argument<typename std::remove_cv<X>::type> {};
template <typename T, int N> struct argument_of<const array<T, N>> : argument<const array<T, N>> {};

template <typename T, int N> struct argument<array_view<T, N>> {
	template <typename Collector>
	static void collect(Collector &collector, const array_view<T, N> &view, amp_access access) {
		const amp_access most = std::is_const<T>::value ? AMP_ACCESS_READ : AMP_ACCESS_READ_WRITE;
		collector.add(view, sizeof(T), static_cast<amp_access>(most & access));
	}
};
template <typename T, int N> struct argument<captured_view<T, N>> : argument<array_view<T, N>> {};
template <typename T, int N> struct argument<borrowed_view<T, N>> : argument<array_view<T, N>> {};
template <typename T, int N> struct argument<array<T, N>> {
	template <typename Collector>
	static void collect(Collector &collector, const array<T, N> &array, amp_access access) {
		collector.add(array, sizeof(T), access, true);
	}
};
template <typename T, int N> struct argument<const array<T, N>> {
	template <typename Collector>
	static void collect(Collector &collector, const array<T, N> &array, amp_access access) {
		collector.add(array, sizeof(T), static_cast<amp_access>(AMP_ACCESS_READ & access),
		              true);
	}
};
template <typename T, int N> struct argument<array_ref<T, N>> : argument<array<T, N>> {};
template <typename T, int N> struct argument<const_array_ref<T, N>> : argument<const array<T, N>> {};

/* A pointer to an array is redirected to a copy of the array's head. */
template <typename T, int N> struct argument<array<T, N> *> {
	template <typename Collector>
	static void collect(Collector &collector, const array<T, N> *pointer, amp_access access) {
		if (pointer)
			argument<array<T, N>>::collect(collector, *pointer, access);
	}
};
template <typename T, int N> struct argument<const array<T, N> *> {
	template <typename Collector>
	static void collect(Collector &collector, const array<T, N> *pointer, amp_access access) {
		if (pointer)
			argument<const array<T, N>>::collect(collector, *pointer, access);
	}
};

/* Several of them. */
struct argument_sequence {
	template <typename Collector, typename Sequence>
	static void collect_all(Collector &collector, const Sequence &elements, std::size_t size,
	                        amp_access access) {
		for (std::size_t i = 0; i < size; i++)
			collector(elements[i], access);
	}
};
template <typename T, std::size_t Size> struct argument<T[Size]> : argument_sequence {
	template <typename Collector>
	static void collect(Collector &collector, const T (&elements)[Size], amp_access access) {
		collect_all(collector, elements, Size, access);
	}
};
template <typename T, std::size_t Size>
struct argument<captured_array<T[Size]>> : argument_sequence {
	template <typename Collector>
	static void collect(Collector &collector, const captured_array<T[Size]> &elements,
	                    amp_access access) {
		collect_all(collector, elements, Size, access);
	}
};
template <typename T, std::size_t Size> struct argument<std::array<T, Size>> : argument_sequence {
	template <typename Collector>
	static void collect(Collector &collector, const std::array<T, Size> &elements,
	                    amp_access access) {
		collect_all(collector, elements, Size, access);
	}
};

template <typename A, typename B> struct argument<std::pair<A, B>> {
	template <typename Collector>
	static void collect(Collector &collector, const std::pair<A, B> &pair, amp_access access) {
		collector(pair.first, access);
		collector(pair.second, access);
	}
};

/* What is a number, the index, or a view of numbers: what ampcc can say of a template's
 * kernel holds if the types that it is instantiated for are. */
template <typename X> struct is_plain
    : std::integral_constant<bool, std::is_arithmetic<X>::value || std::is_enum<X>::value> {};
template <typename X> struct is_plain<const X> : is_plain<X> {};
template <typename X> struct is_plain<X &> : is_plain<X> {};
template <int N> struct is_plain<index<N>> : std::true_type {};
template <int D0, int D1, int D2> struct is_plain<tiled_index<D0, D1, D2>> : std::true_type {};
template <typename T, int N> struct is_plain<array_view<T, N>> : is_plain<T> {};
template <typename T, int N> struct is_plain<captured_view<T, N>> : is_plain<T> {};
template <typename T, int N> struct is_plain<borrowed_view<T, N>> : is_plain<T> {};
template <typename T, int N> struct is_plain<array<T, N>> : is_plain<T> {};
template <typename T, int N> struct is_plain<array_ref<T, N>> : is_plain<T> {};
template <typename T, int N> struct is_plain<const_array_ref<T, N>> : is_plain<T> {};

template <typename... Types> struct are_plain : std::true_type {};
template <typename X, typename... Types>
struct are_plain<X, Types...>
    : std::integral_constant<bool, is_plain<X>::value && are_plain<Types...>::value> {};

/* What a template's kernel does with a view, if the types are plain. */
template <typename... Types> AMP_CPU_AMP constexpr amp_access access_if(amp_access access) {
	return are_plain<Types...>::value ? access : AMP_ACCESS_READ_WRITE;
}

/* Whether a kernel may move its objects of a type as bytes, and not destroy them: views hold no
 * reference there. Other views specialize this. */
template <typename T> struct is_moved_as_bytes : std::is_trivially_destructible<T> {};
template <typename T, int N> struct is_moved_as_bytes<array_view<T, N>> : std::true_type {};
template <typename T, int N> struct is_moved_as_bytes<captured_view<T, N>> : std::true_type {};

/* A visitor for amp_visit, which ampcc gives to each class that holds
 * containers: it calls the visitor with each data member and each base, and
 * with what the class does with it as a kernel, where that is known. What is in
 * an object inside of the kernel may be used by others, too. */
template <typename Derived> class argument_visitor {
public:
	argument_visitor() : is_kernel_(false), is_run_(false) {}

	template <typename X> void operator()(X &x, amp_access access = AMP_ACCESS_READ_WRITE) {
		is_run_ = false;
		argument_of<X>::collect(static_cast<Derived &>(*this), x,
		                        is_kernel_ ? access : AMP_ACCESS_READ_WRITE);
	}
	/* An object that the kernel calls with its own index, and that is all. */
	template <typename X> void run(X &x) {
		is_run_ = is_kernel_;
		argument_of<X>::collect(static_cast<Derived &>(*this), x, AMP_ACCESS_READ_WRITE);
	}
	template <typename F> void visit_kernel(const F &f) { visit_members(f, true); }
	template <typename X> void visit_inside(const X &x) { visit_members(x, is_run_); }

private:
	template <typename X> void visit_members(const X &x, bool is_kernel) {
		const bool outer = is_kernel_;
		is_kernel_ = is_kernel;
		is_run_ = false;
		x.amp_visit(static_cast<Derived &>(*this));
		is_kernel_ = outer;
	}

	bool is_kernel_; /* what is visited is the kernel's own */
	bool is_run_;    /* the next object is one that the kernel calls */
};

/* The arguments of a launch. */
class argument_collector : public argument_visitor<argument_collector> {
public:
	argument_collector(const void *image, std::size_t size, const int *domain, unsigned rank)
	    : image_(static_cast<const char *>(image)), size_(size), domain_(domain), rank_(rank),
	      count_(0) {}

	/* A container that begins with an amp_view_head and has describe(). */
	template <typename Container>
	void add(const Container &container, std::size_t element_size, amp_access access, bool is_array = false) {
		const char *const object = reinterpret_cast<const char *>(&container);
		amp_argument found;
		found.view = container.describe(element_size);
		found.access = access == AMP_ACCESS_WRITE && !covers_domain(found.view)
		                       ? AMP_ACCESS_READ_WRITE
		                       : access;
		found.object = object;
		found.object_size = sizeof(Container);
		found.is_array = is_array;
		found.head_offset = AMP_NO_OFFSET;
		if (object >= image_ && object < image_ + size_)
			found.head_offset = static_cast<std::size_t>(object - image_);
		add(found);
	}
	void add(const amp_argument &found) {
		if (count_ < capacity)
			few_[count_] = found;
		else
			add_to_many(found);
		count_++;
	}

	const amp_argument *arguments() const { return count_ > capacity ? many_.data() : few_; }
	std::size_t count() const { return count_; }

private:
	static const std::size_t capacity = 32;

	AMP_COLD void add_to_many(const amp_argument &found) {
		if (many_.empty())
			many_.assign(few_, few_ + capacity);
		many_.push_back(found);
	}

	/* AMP_ACCESS_WRITE from the compiler: each thread writes the element at its
	 * index. That is every element when the domain has the view's extent. */
	bool covers_domain(const amp_view &view) const {
		bool same = view.rank == rank_;
		for (unsigned d = 0; same && d < rank_; d++)
			same = view.extent[d] == domain_[d];
		return same;
	}

	const char *image_;
	std::size_t size_;
	const int *domain_;
	unsigned rank_;
	std::size_t count_;
	amp_argument few_[capacity];
	std::vector<amp_argument> many_;
};

template <typename X> struct has_visit {
	template <typename C>
	static std::true_type
	test(decltype(std::declval<const C &>().amp_visit(std::declval<argument_collector &>())) *);
	template <typename C> static std::false_type test(...);

	static const bool value = decltype(test<X>(0))::value;
};
template <typename X> struct argument<X, typename std::enable_if<has_visit<X>::value>::type> {
	template <typename Collector>
	static void collect(Collector &collector, const X &x, amp_access) {
		collector.visit_inside(x);
	}
};

/* The arguments of a kernel. */
template <typename Collector, typename F>
void collect_arguments(Collector &collector, const F &f, std::true_type) {
	collector.visit_kernel(f);
}
template <typename Collector, typename F>
void collect_arguments(Collector &collector, const F &f, std::false_type) {
	collector(f);
}
template <typename Collector, typename F> void collect_arguments(Collector &collector, const F &f) {
	collect_arguments(collector, f, std::integral_constant<bool, has_visit<F>::value>());
}
template <typename Collector, typename F, int N>
void collect_arguments(Collector &collector, const ranked_kernel<F, N> &f) {
	collect_arguments(collector, f.kernel);
}

/* ---- Host: the launch -------------------------------------------------- */

#if defined(__AMPCC_PARSE__)

/* Makes clang instantiate the kernel's body, and check its call. */
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

#elif defined(__CUDACC__)

/* Makes the device compiler emit the kernel. */
template <typename F, int N> void use_wide_kernel(std::true_type) {
	(void)&amp_wide_kernel<F, N>;
}
template <typename F, int N> void use_wide_kernel(std::false_type) {}
template <typename F, int N> void use_small_domain_kernel(std::true_type) {
	(void)&amp_small_domain_kernel<F, N>;
}
template <typename F, int N> void use_small_domain_kernel(std::false_type) {}
template <typename Kernel, int N>
void launch(amp_accelerator_view *, const extent<N> &, const Kernel &) {
	typedef typename std::conditional<(N > AMP_DOMAIN_RANK), ranked_kernel<Kernel, N>, Kernel>::type
	    function;
	(void)&amp_untiled_kernel<function, N>;
	use_wide_kernel<function, N>(std::integral_constant<bool, (wide_width_of<function>::value > 1)>());
	use_small_domain_kernel<function, N>(typename is_looping<function>::type());
}
template <typename Kernel, int D0, int D1, int D2>
void launch(amp_accelerator_view *, const tiled_extent<D0, D1, D2> &, const Kernel &) {
	(void)&amp_tiled_kernel<Kernel, D0, D1, D2>;
}

#else

#if !defined(__GXX_RTTI)
#error "C++ AMP needs RTTI: kernels are found by the names of their types (drop -fno-rtti)"
#endif

/* Marks this thread as running a kernel. */
class kernel_scope {
public:
	kernel_scope() { kernel_depth()++; }
	~kernel_scope() { kernel_depth()--; }

private:
	kernel_scope(const kernel_scope &);
	kernel_scope &operator=(const kernel_scope &);
};

/* An image, copied to where the compiler sees that no store of the kernel's changes it: a
 * view's extent and strides are read once for all threads. */
template <typename F> class image_copy {
public:
	explicit image_copy(const void *image) {
		__builtin_memcpy(bytes_, image, sizeof bytes_);
		promise p(bytes_);
		collect_arguments(p, function());
	}
	const F &function() const { return *reinterpret_cast<const F *>(bytes_); }

private:
	/* A visitor for amp_visit: tells the compiler that the containers are a kernel's. It sees
	 * then that accesses have nothing to look up, wherever the kernel passes them. */
	class promise : public argument_visitor<promise> {
	public:
		explicit promise(const unsigned char *image) : image_(reinterpret_cast<std::uintptr_t>(image)) {}

		/* Those that a pointer leads to may be elsewhere. */
		template <typename Container>
		void add(const Container &container, std::size_t, amp_access, bool = false) {
			if (reinterpret_cast<std::uintptr_t>(&container) - image_ < sizeof(F))
				const_cast<Container &>(container).amp_head.buffer = 0;
		}

	private:
		std::uintptr_t image_;
	};

	alignas(F) unsigned char bytes_[sizeof(F)];
};

template <typename F, int N> struct untiled_runner {
	static void run_range(const void *image, const int *domain, std::size_t begin, std::size_t end) {
		const kernel_scope scope;
		format_check check;
		visit_members(*static_cast<const F *>(image), check, 0);
		try {
			if (check.any() && check.all())
				run_usual(image, domain, begin, end);
			else
				run(image, domain, begin, end);
		} catch (const kernel_abort &) {
		}
	}

private:
	static void run(const void *image, const int *domain, std::size_t begin, std::size_t end) {
		const image_copy<F> copy(image);
		run_rows(copy.function(), domain, begin, end);
	}
	__attribute__((flatten)) static void run_usual(const void *image, const int *domain, std::size_t begin,
	                                               std::size_t end) {
		const image_copy<F> copy(image);
		format_promise promise;
		visit_members(copy.function(), promise, 0);
		run_rows(copy.function(), domain, begin, end);
	}
	__attribute__((always_inline)) static inline void run_rows(const F &f, const int *domain, std::size_t begin,
	                                                           std::size_t end) {
		Concurrency::index<N> idx = unflatten<N>(begin, domain);
		while (begin < end) {
			/* a row, or what is left of it */
			const int first = idx[N - 1];
			const std::size_t row = static_cast<std::size_t>(domain[N - 1] - first);
			const int last = first + static_cast<int>(row < end - begin ? row : end - begin);
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC ivdep
#endif
			for (int i = first; i < last; i++) {
				Concurrency::index<N> at = idx;
				at[N - 1] = i;
				call_kernel(f, at, 0);
			}
			begin += static_cast<std::size_t>(last - first);
			idx[N - 1] = 0;
			for (int d = N - 2; d >= 0 && ++idx[d] == domain[d]; d--)
				idx[d] = 0;
		}
	}
};

/* Some of the threads of a tile: from first to last, the last not included, in
 * each dimension. Dimensions here are those of three: of a tile of rank 1, all are
 * in the last. */
struct tile_range {
	enum comparison { less, less_equal, greater, greater_equal, equal };

	int first[3], last[3];

	/* Leaves the threads for which `value` compares so with `bound`, where value is
	 * that of thread 0 of a dimension of `size` threads and grows by one with each.
	 * False, and nothing is changed, if arithmetic on integers would not tell: one
	 * of the threads' values wraps, or the comparison converts them to others. */
	template <typename T, typename U>
	__attribute__((always_inline)) bool narrow(int dimension, int size, comparison op, T value,
	                                           U bound) {
		typedef typename std::common_type<T, U>::type common;
		const long long most = std::numeric_limits<long long>::max() / 4;
		const long long from = static_cast<long long>(value), to = static_cast<long long>(bound);
		if (!std::is_integral<T>::value || !std::is_integral<U>::value || from > most ||
		    from < -most || to > most || to < -most || (bound > 0) != (to > 0) ||
		    from > static_cast<long long>(std::numeric_limits<T>::max() / 2) ||
		    (!std::is_signed<common>::value && (from < 0 || to < 0)) || size > 1024)
			return false;
		const long long n = to - from;
		if (op == less || op == less_equal || op == equal)
			last[dimension] = at_most(op == less ? n : n + 1, last[dimension]);
		if (op == greater || op == greater_equal || op == equal)
			first[dimension] = at_least(op == greater ? n + 1 : n, first[dimension]);
		return true;
	}

private:
	static int at_most(long long n, int most) { return n < most ? (n < 0 ? 0 : int(n)) : most; }
	static int at_least(long long n, int least) { return n > least ? (n > 1024 ? 1024 : int(n)) : least; }
};

/* The threads of a tile, for the loops over them that ampcc writes. */
template <int D0, int D1, int D2> struct tile_threads {
	static const int rank = tile_shape<D0, D1, D2>::rank;
	static const int outer = rank == 3 ? D0 : 1;
	static const int middle = rank == 3 ? D1 : rank == 2 ? D0 : 1;
	static const int inner = rank == 3 ? D2 : rank == 2 ? D1 : D0;

	__attribute__((always_inline)) tiled_index<D0, D1, D2> at(int z, int y, int x) const {
		const int all[] = {z, y, x};
		return make_tiled_index<D0, D1, D2>(tile, Concurrency::index<rank>(all + 3 - rank));
	}

	__attribute__((always_inline)) static tile_range all() {
		const tile_range all = {{0, 0, 0}, {outer, middle, inner}};
		return all;
	}
	/* How many threads there are along a dimension of the index. */
	static int size(int dimension) { return dimension == 0 ? D0 : dimension == 1 ? D1 : D2; }
	/* tile_range::narrow along a dimension of the index. */
	template <typename T, typename U>
	__attribute__((always_inline)) static bool narrow(tile_range &range, int dimension,
	                                                  tile_range::comparison op, T value, U bound) {
		return range.narrow(dimension + 3 - rank, size(dimension), op, value, bound);
	}

	/* Whether for (T k = start; k < bound; k += by) is the same with long long k, for
	 * all starts from least to most, and the end that k is compared with. */
	template <typename T, typename U>
	static bool are_steps_exact(long long least, long long most, U bound, long long by) {
		typedef typename std::common_type<T, U>::type common;
		const long long end = end_of<T>(bound);
		return std::is_integral<common>::value && (least >= 0 || std::is_signed<common>::value) &&
		       (end >= 0 || std::is_signed<common>::value) &&
		       end + (least < 0 ? -least : 0) <=
		           static_cast<long long>(std::numeric_limits<T>::max()) - (most - least) - by;
	}
	template <typename T, typename U> static long long end_of(U bound) {
		return static_cast<long long>(static_cast<typename std::common_type<T, U>::type>(bound));
	}

	Concurrency::index<rank> tile;
};

/* What a kernel keeps is of a kernel: the compiler sees that an access to it has nothing to ask. */
template <typename T> T &kept(T &object) { return object; }
template <typename T, int N> array_view<T, N> &kept(array_view<T, N> &view) {
	if (view.amp_head.buffer)
		__builtin_unreachable();
	return view;
}

/* A value for each thread of a tile: what a function that waits takes or returns, or a
 * variable that lives across a barrier. T needs no default constructor. */
template <typename T, typename Tile> struct tile_values {
	typedef T value_type;

	tile_values() : is_put_() {}
	~tile_values() { destroy(is_moved_as_bytes<T>()); }
	void put(int z, int y, int x, const T &value) {
		if (flags) {
			bool &is_put = is_put_[(z * Tile::middle + y) * Tile::inner + x];
			if (is_put)
				values[z][y][x].~T();
			is_put = false;
			new (&values[z][y][x]) T(value);
			is_put = true;
		} else {
			new (&values[z][y][x]) T(value);
		}
	}
	const T &operator()(int z, int y, int x) const { return kept(const_cast<T &>(values[z][y][x])); }
	T &at(int z, int y, int x) { return kept(values[z][y][x]); }
	/* Of which nothing is left but the bytes: of a type that is_moved_as_bytes. */
	void move(int z, int y, int x, const T &value) {
		__builtin_memcpy(static_cast<void *>(&values[z][y][x]), static_cast<const void *>(&value),
		                 sizeof(T));
	}

	union {
		T values[Tile::outer][Tile::middle][Tile::inner];
	};

private:
	/* For objects with destructors: which there are. */
	static const std::size_t flags =
	    is_moved_as_bytes<T>::value ? 0 : std::size_t(Tile::outer) * Tile::middle * Tile::inner;

	tile_values(const tile_values &);
	tile_values &operator=(const tile_values &);

	void destroy(std::true_type) {}
	void destroy(std::false_type) {
		for (std::size_t i = 0; i < flags; i++)
			if (is_put_[i])
				(&values[0][0][0])[i].~T();
	}

	bool is_put_[flags ? flags : 1];
};

/* In front of the body of a loop over the threads of amp_tile; over those of a
 * tile_range. */
#define AMP_TILE_LOOPS                                                                       \
	for (int amp_z = 0; amp_z < amp_tile_t::outer; amp_z++)                                  \
		for (int amp_y = 0; amp_y < amp_tile_t::middle; amp_y++)                             \
			AMP_INDEPENDENT for (int amp_x = 0; amp_x < amp_tile_t::inner; amp_x++)
#define AMP_TILE_LOOPS_IN(range)                                                             \
	for (int amp_z = range.first[0]; amp_z < range.last[0]; amp_z++)                         \
		for (int amp_y = range.first[1]; amp_y < range.last[1]; amp_y++)                     \
			AMP_INDEPENDENT for (int amp_x = range.first[2]; amp_x < range.last[2]; amp_x++)
/* A member for each thread behind the name of an array; that of this thread. */
#define AMP_TILE_ARRAY [amp_tile_t::outer][amp_tile_t::middle][amp_tile_t::inner]
#define AMP_TILE_THREAD [amp_z][amp_y][amp_x]
#define AMP_TILE_RANGE Concurrency::details::tile_range
#define AMP_TILE_ALL amp_tile.all()
#define AMP_TILE_SIZE(dimension) amp_tile.size(dimension)
#define AMP_TILE_NARROW(range, dimension, comparison, value, bound)                          \
	amp_tile.narrow(range, dimension, Concurrency::details::tile_range::comparison, value, bound)
/* Of a loop with a variable of type T. */
#define AMP_TILE_END_OF(T, bound) amp_tile.template end_of<T>(bound)
#define AMP_TILE_ARE_STEPS_EXACT(T, least, most, bound, by)                                  \
	amp_tile.template are_steps_exact<T>(least, most, bound, by)
/* What a condition is for a tile, after 1 of each thread where it is true, and 2 of others. */
#define AMP_TILE_AGREED(answers) amp_tile_agreed(answers)
/* The result of this thread. */
#define AMP_TILE_RETURN(...) amp_result.put(amp_z, amp_y, amp_x, __VA_ARGS__)
#if defined(__GNUC__) && !defined(__clang__)
#define AMP_INDEPENDENT _Pragma("GCC ivdep")
#else
#define AMP_INDEPENDENT
#endif
/* Of `this` in these functions. Older clangs take members of it for objects that no function
 * but such a one can be called of. */
#if defined(__clang__) && __clang_major__ < 19
#define AMP_TILE_RESTRICT
#else
#define AMP_TILE_RESTRICT __restrict__
#endif
/* Around such functions: they repeat the kernel's code, of which the compiler
 * has warned already. */
#define AMP_TILE_LOOPS_BEGIN                                                                 \
	_Pragma("GCC diagnostic push") AMP_IGNORED("-Wunused-variable") \
	AMP_IGNORED("-Wunused-parameter") AMP_IGNORED("-Wunused-but-set-variable") \
	AMP_IGNORED("-Wunused-value") AMP_IGNORED("-Wmisleading-indentation") AMP_IGNORED("-Wshadow") \
	AMP_IGNORED("-Wuninitialized") AMP_IGNORED("-Wsign-compare") AMP_IGNORED("-Wconversion") \
	AMP_IGNORED("-Wsign-conversion") AMP_IGNORED("-Wfloat-conversion") AMP_IGNORED_BY_GCC
#define AMP_TILE_LOOPS_END _Pragma("GCC diagnostic pop")
/* A constant that the body has, and the struct, too. */
#define AMP_REPEATED(...)                                     \
	_Pragma("GCC diagnostic push") AMP_IGNORED("-Wshadow") \
	__VA_ARGS__                                           \
	_Pragma("GCC diagnostic pop")
#define AMP_IGNORED(warning) AMP_PRAGMA(GCC diagnostic ignored warning)
#define AMP_PRAGMA(x) _Pragma(#x)
#if defined(__GNUC__) && !defined(__clang__)
#define AMP_IGNORED_BY_GCC                                                                   \
	AMP_IGNORED("-Wmaybe-uninitialized") AMP_IGNORED("-Waggressive-loop-optimizations")      \
	AMP_IGNORED("-Warray-bounds") AMP_IGNORED("-Wstringop-overflow")
#else
#define AMP_IGNORED_BY_GCC
#endif

/* Whether ampcc has written loops over a tile's threads for F itself: a class that is
 * derived from one with loops may have another operator(). What they keep of the variables
 * of so many threads is on the stack. */
template <typename F, unsigned Threads> struct has_tile_loops {
	static const std::size_t most_kept = 256 * 1024;

	template <typename C> static typename C::amp_has_tile_loops test(int);
	template <typename C> static std::false_type test(...);
	template <typename C>
	static std::integral_constant<bool, (C::amp_kept_bytes::value * Threads <= most_kept)> fits(int);
	template <typename C> static std::false_type fits(...);
	template <typename C> static std::is_same<typename C::amp_tile_loops_class, C> is_own(int);
	template <typename C> static std::true_type is_own(...);

	typedef std::integral_constant<bool, decltype(test<F>(0))::value && decltype(fits<F>(0))::value &&
	                                         decltype(is_own<F>(0))::value>
	    type;
};

template <typename F, int D0, int D1, int D2> struct tiled_runner {
	static void run_tile(const void *image, amp_cpu_tile *t) {
		const kernel_scope scope;
		try {
			run(image, t, typename has_tile_loops<F, tile_shape<D0, D1, D2>::size>::type());
		} catch (const kernel_abort &) {
			t->next = t->size;
		}
	}

private:
	static void run(const void *image, amp_cpu_tile *t, std::true_type) {
		t->next = t->size;
		const tile_threads<D0, D1, D2> threads = {
		    Concurrency::index<tile_threads<D0, D1, D2>::rank>(t->tile)};
		const image_copy<F> copy(image);
		copy.function().amp_run_tile(threads);
	}
	static void run(const void *image, amp_cpu_tile *t, std::false_type) {
		typedef tile_shape<D0, D1, D2> shape;
		const int dimensions[] = {D0, D1, D2};
		const Concurrency::index<shape::rank> tile(t->tile);
		while (t->next < t->size) {
			const unsigned i = t->next++;
			call_kernel(*static_cast<const F *>(image),
			            make_tiled_index<D0, D1, D2>(tile, unflatten<shape::rank>(i, dimensions)),
			            0);
		}
	}
};

inline std::string demangle(const char *name) {
	int status = 0;
	char *const demangled = abi::__cxa_demangle(name, 0, 0, &status);
	const std::string result = demangled ? demangled : name;
	std::free(demangled);
	return result;
}

/* A copy that lives as long as the process, as a kernel does. */
inline const char *new_string(const std::string &s) {
	return std::strcpy(new char[s.size() + 1], s.c_str());
}

/* The symbol of a __global__ function. name is that of a pointer to
 * amp_untiled_kernel<…> or the like. No template: the code for strings is much for a
 * compiler to do for each kernel. */
AMP_COLD inline const char *new_symbol(const std::type_info &name, const char *more_parameters) {
	return new_string(std::string("_Z") + (name.name() + 1) + "v9amp_imageIT_E10amp_domain" +
	                  more_parameters);
}
AMP_COLD inline const char *new_name(const std::type_info &function) {
	return new_string(demangle(function.name()));
}

template <typename F> struct is_in_squares {
	template <typename C> static std::true_type test(typename C::amp_patches *);
	template <typename C> static std::false_type test(...);

	static const bool value = decltype(test<F>(0))::value;
};

/* What the runtime is told of a kernel. */
template <typename F, typename Name> amp_kernel new_kernel(unsigned rank) {
	amp_kernel kernel = amp_kernel();
	kernel.symbol = new_symbol(typeid(Name *), "");
	kernel.name = new_name(typeid(F));
	kernel.image_size = sizeof(F);
	kernel.image_align = alignof(F);
	kernel.rank = rank;
#if !defined(AMP_LARGE_VIEWS)
	kernel.short_range = true;
#endif
	return kernel;
}
template <typename F, int N> amp_kernel new_untiled_kernel() {
	amp_kernel kernel = new_kernel<F, amp_untiled_kernel<F, N>>(N);
	kernel.run_range = untiled_runner<F, N>::run_range;
	kernel.in_squares = is_in_squares<F>::value;
	if (wide_width_of<F>::value > 1) {
		kernel.wide_symbol = new_symbol(typeid(amp_wide_kernel<F, N> *), AMP_WIDE_PARAMETERS);
		kernel.wide = wide_width_of<F>::value;
	}
	if (is_looping<F>::type::value)
		kernel.small_domain_symbol = new_symbol(typeid(amp_small_domain_kernel<F, N> *), "");
	return kernel;
}
template <typename F, int D0, int D1, int D2> amp_kernel new_tiled_kernel() {
	amp_kernel kernel =
	    new_kernel<F, amp_tiled_kernel<F, D0, D1, D2>>(tile_shape<D0, D1, D2>::rank);
	kernel.tile[0] = D0;
	kernel.tile[1] = D1;
	kernel.tile[2] = D2;
	kernel.run_tile = tiled_runner<F, D0, D1, D2>::run_tile;
	return kernel;
}

template <typename F, int N>
void launch_image(amp_accelerator_view *av, amp_kernel &kernel, const extent<N> &domain,
                  const F &f) {
	argument_collector collector(&f, sizeof(F), domain.data(), N);
	collect_arguments(collector, f);
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

/* Calls kernel with each index of the domain, on the accelerator that the
 * captured containers decide on. */
template <int N, typename Kernel>
void parallel_for_each(const extent<N> &domain, const Kernel &kernel) {
	details::launch(0, domain, kernel);
}
/* The same by tiles: the kernel is called with a tiled_index. */
template <int D0, int D1, int D2, typename Kernel>
void parallel_for_each(const tiled_extent<D0, D1, D2> &domain, const Kernel &kernel) {
	static_assert(details::tile_shape<D0, D1, D2>::size <= 1024, "a tile has at most 1024 threads");
	static_assert(details::tile_shape<D0, D1, D2>::is_flat_enough,
	              "a tile of rank 3 has at most 64 threads along its first dimension");
	details::launch(0, domain, kernel);
}
/* On this accelerator_view. */
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
