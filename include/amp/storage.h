/* The common part of array and array_view: the head that the runtime knows, the shape, and access to
 * elements.
 *
 * In host code, head.buffer is set and holds a reference; elements are accessed in the buffer's host copy
 * once it is current. In a kernel, on the device or on the CPU accelerator, head.buffer is NULL and head.data
 * points to the element at the origin. */
#ifndef AMPCC_STORAGE_H
#define AMPCC_STORAGE_H

#include <cstddef>
#include <cstdio>
#include <type_traits>

#include <amp/accelerator.h>
#include <amp/config.h>
#include <amp/exception.h>
#include <amp/index.h>
#include <amp/robust.h>

namespace Concurrency {

template <typename T, int N = 1> class array;
template <typename T, int N = 1> class array_view;

namespace details {

/* 5: the size of elements must be a multiple of 4 bytes; with --amp-extensions, any size is allowed. */
template <typename T> struct is_element_size {
#if defined(__AMP_EXTENSIONS__)
	static const bool value = true;
#else
	static const bool value = sizeof(T) % sizeof(int) == 0;
#endif
};

/* A distance between elements of a container, in elements. Kernels for GPUs compute it in 32 bits, as CUDA
 * programs do, which halves the instructions for addresses. The runtime does not pass them views that reach
 * farther (amp_kernel.short_range), unless the program is compiled with AMP_LARGE_VIEWS. */
#if defined(AMP_ON_DEVICE) && !defined(AMP_LARGE_VIEWS)
typedef int distance;
#else
typedef std::ptrdiff_t distance;
#endif

/* The distance between neighbouring elements, in elements, in all dimensions but the last, where it is one. */
template <int N> struct view_strides {
	int value[N - 1];

	AMP_CPU_AMP int operator[](int dimension) const { return value[dimension]; }
	AMP_CPU_AMP void set(int dimension, int stride) { value[dimension] = stride; }
	const int *data() const { return value; }
};
template <> struct view_strides<1> {
	AMP_CPU_AMP int operator[](int) const { return 1; }
	AMP_CPU_AMP void set(int, int) {}
	const int *data() const { return 0; }
};

template <int N> AMP_CPU_AMP view_strides<N> dense_strides(const extent<N> &shape) {
	view_strides<N> strides;
	int stride = 1;
	for (int i = N - 1; i > 0; i--) {
		stride = static_cast<int>(static_cast<unsigned>(stride) * static_cast<unsigned>(shape[i]));
		strides.set(i - 1, stride);
	}
	return strides;
}

/* T, const-qualified if From is. */
template <typename From, typename T> struct copy_const { typedef T type; };
template <typename From, typename T> struct copy_const<const From, T> { typedef const T type; };

/* The type of indexing by one integer: the element or, for higher ranks, the view with one dimension less. */
template <typename T, int N> struct projection {
	typedef array_view<T, N - 1> type;

	template <typename Storage> AMP_CPU_AMP static type of(const Storage &s, int i) {
#if !defined(AMP_ON_DEVICE)
		if (s.amp_head.buffer && (i < 0 || i >= s.extent[0]))
			throw_invalid_argument("the projection is not within the extent");
#endif
		Concurrency::extent<N - 1> shape;
		view_strides<N - 1> strides;
		for (int d = 1; d < N; d++)
			shape[d - 1] = s.extent[d];
		for (int d = 1; d < N - 1; d++)
			strides.set(d - 1, s.strides_[d]);
		return type(s.template head_at<T>(static_cast<distance>(i) * s.template stride<T>(0)), shape,
		            strides);
	}
};
template <typename T> struct projection<T, 1> {
	typedef T &type;

	template <typename Storage> AMP_ACCESSOR AMP_CPU_AMP static type of(const Storage &s, int i) {
		return s.template element<T>(index<1>(i));
	}
};

/* Arrays and views of 2^32 or more elements cannot be addressed. */
AMP_COLD inline void throw_bad_shape() {
	throw_invalid_argument("each extent must be larger than 0, and there can be at most "
	                       "4294967295 elements");
}

/* Returns the number of elements; throws if no container can have that many. */
template <int N> std::size_t checked_size(const extent<N> &shape) {
	std::size_t size = 1;
	for (int i = 0; i < N; i++) {
		if (shape[i] <= 0)
			throw_bad_shape();
		size *= static_cast<std::size_t>(shape[i]);
		if (size > 0xffffffffu)
			throw_bad_shape();
	}
	return size;
}

/* Returns a one-dimensional extent for this number of elements. */
inline int checked_extent(std::size_t size) {
	if (size > 0x7fffffff)
		throw_invalid_argument("an extent is at most 2147483647");
	return static_cast<int>(size);
}

/* Makes a view's bytes current on the host. It is out of line, since accesses that need nothing are inlined.
 * The arguments are passed by value: if a kernel's views are local variables, the compiler then sees that
 * their addresses do not escape, so the kernel's stores do not change them. */
template <int N>
AMP_COLD void *host_access(amp_buffer *buffer, std::size_t offset, extent<N> shape,
                           view_strides<N> strides, std::size_t element_size, amp_access access) {
	amp_view view;
	view.buffer = buffer;
	view.offset = offset;
	view.element_size = element_size;
	view.rank = N;
	view.extent = shape.data();
	view.stride = strides.data();
	void *data = 0;
	check(amp_view_access(&view, access, &data));
	return data;
}

/* To be called by destructors, which cannot throw. */
AMP_COLD inline void report_lost() {
	std::fprintf(stderr, "amp: the data of an array_view did not come back: %s\n",
	             amp_last_error());
}

AMP_COLD inline void throw_moved() {
	throw uninitialized_object("an array or a texture that was moved from has no elements");
}
inline amp_buffer *checked_buffer(const amp_view_head &head) {
	if (!head.buffer)
		throw_moved();
	return head.buffer;
}

AMP_COLD inline void throw_barred() {
	throw_invalid_argument("the elements of an array with access_type_none, as all have on a GPU, "
	                       "are not for the CPU: copy it, or use an array_view");
}

/* Selects the constructor for a shallow copy, without a reference. */
struct shallow_copy {};

/* Head is a class that begins with a member amp_head, and has is_view (there may be gaps between rows) and
 * is_barred(). */
template <typename Head, int N> class view_storage : public Head {
public:
	AMP_CPU_AMP Concurrency::extent<N> get_extent() const { return extent; }

	Concurrency::extent<N> extent;

	/* For the library: returns the distance of an element of type E from the origin, in elements. */
	template <typename E> AMP_CPU_AMP distance offset_of(const index<N> &idx) const {
		distance row = 0;
		for (int i = 0; i < N - 1; i++)
			row += static_cast<distance>(idx[i]) * stride<E>(i);
		return row + idx[N - 1];
	}
	/* nvcc widens strides in a kernel's parameters in front of its loops. With elements of 8 bytes,
	 * addresses then take two instructions instead of one, unless nvcc does not see where the number
	 * comes from. Elements of 4 bytes are faster without this (docs/performance). */
	template <typename E> AMP_CPU_AMP int stride(int dimension) const {
#if defined(AMP_ON_DEVICE) && defined(__NVCC__)
		if (sizeof(E) == 8)
			return static_cast<int>(__byte_perm(static_cast<unsigned>(strides_[dimension]), 0, 0x3210));
#endif
		return strides_[dimension];
	}

	/* For the library: returns the description that the runtime's functions take. It points into this
	 * object. */
	amp_view describe(std::size_t element_size) const {
		amp_view view;
		view.buffer = checked_buffer(this->amp_head);
		view.offset = this->amp_head.offset;
		view.element_size = element_size;
		view.rank = N;
		view.extent = extent.data();
		view.stride = strides_.data();
		return view;
	}

protected:
	template <typename, int> friend struct projection;
	template <typename, int> friend class Concurrency::array_view;

	AMP_CPU_AMP explicit view_storage(const Concurrency::extent<N> &shape)
	    : extent(shape), strides_(dense_strides(shape)) {
		this->amp_head.data = 0;
		this->amp_head.buffer = 0;
		this->amp_head.offset = 0;
	}
	AMP_CPU_AMP view_storage(const amp_view_head &head, const Concurrency::extent<N> &shape,
	                         const view_strides<N> &strides)
	    : extent(shape), strides_(strides) {
		this->amp_head = head;
	}

	AMP_CPU_AMP void retain() const {
#if !defined(AMP_ON_DEVICE)
		if (this->amp_head.buffer)
			__atomic_fetch_add(&this->amp_head.buffer->refs, 1, __ATOMIC_RELAXED);
#endif
	}
	/* If this releases the last reference to wrapped host memory, its current data is brought back. The
	 * program cannot be told if that fails, so call synchronize() if that matters. */
	AMP_CPU_AMP void release() {
#if !defined(AMP_ON_DEVICE)
		amp_buffer *const buffer = this->amp_head.buffer;
		if (!buffer)
			return;
		int refs = __atomic_load_n(&buffer->refs, __ATOMIC_RELAXED);
		while (refs > 1)
			if (__atomic_compare_exchange_n(&buffer->refs, &refs, refs - 1, true, __ATOMIC_RELEASE,
			                                __ATOMIC_RELAXED))
				return;
		if (amp_buffer_unref(buffer) != AMP_OK)
			report_lost();
#endif
	}

	/* Returns the element at the origin, where elements of type E can be accessed now. */
	template <typename E> AMP_CPU_AMP E *origin() const {
#if !defined(AMP_ON_DEVICE)
		amp_buffer *const buffer = this->amp_head.buffer;
		if (buffer) {
			const unsigned needed = AMP_HOST_CURRENT |
			                        (std::is_const<E>::value ? 0 : AMP_HOST_EXCLUSIVE) |
			                        (Head::is_view ? 0 : AMP_HOST_OPEN);
			const unsigned state = __atomic_load_n(&buffer->host_state, __ATOMIC_ACQUIRE);
			if ((state & needed) == needed)
				return reinterpret_cast<E *>(buffer->host + this->amp_head.offset);
			if (this->is_barred())
				throw_barred();
			return static_cast<E *>(
			    host_access(buffer, this->amp_head.offset, extent, strides_, sizeof(E),
			                std::is_const<E>::value ? AMP_ACCESS_READ : AMP_ACCESS_READ_WRITE));
		}
#endif
		return static_cast<E *>(this->amp_head.data);
	}

	/* Returns NULL if the host must not access the elements. */
	template <typename E> AMP_CPU_AMP E *data_of() const {
		static_assert(N == 1 || !Head::is_view, "data() is for array_views of rank 1");
#if !defined(AMP_ON_DEVICE)
		if (this->amp_head.buffer && this->is_barred())
			return 0;
#endif
		return origin<E>();
	}

	template <typename E> AMP_ACCESSOR AMP_CPU_AMP E &element(const index<N> &idx) const {
		return bounded(this->amp_head, origin<E>(), this->template offset_of<E>(idx));
	}

	/* Returns this head with the origin moved by some elements. */
	template <typename E> AMP_CPU_AMP amp_view_head head_at(distance elements) const {
		amp_view_head head = this->amp_head;
#if !defined(AMP_ON_DEVICE)
		if (head.buffer) {
			head.offset += static_cast<std::size_t>(elements) * sizeof(E);
			return head;
		}
#endif
		head.data = static_cast<char *>(head.data) +
		            static_cast<std::ptrdiff_t>(elements) * static_cast<std::ptrdiff_t>(sizeof(E));
		head.offset = moved_bounds(head.offset, elements);
		return head;
	}

	template <typename E>
	AMP_CPU_AMP array_view<E, N> section_at(const index<N> &at,
	                                        const Concurrency::extent<N> &shape) const {
#if !defined(AMP_ON_DEVICE)
		if (this->amp_head.buffer)
			for (int i = 0; i < N; i++)
				if (at[i] < 0 || shape[i] <= 0 || at[i] > extent[i] - shape[i])
					throw_invalid_argument("the section is not within the extent, or empty");
#endif
		return array_view<E, N>(head_at<E>(offset_of<E>(at)), shape, strides_);
	}

	/* Returns a dense view of the same elements with another element type or shape. */
	template <typename E, int K>
	AMP_CPU_AMP array_view<E, K> dense_view(const Concurrency::extent<K> &shape) const {
		return array_view<E, K>(this->amp_head, shape, dense_strides(shape));
	}
	template <typename From, typename To> AMP_CPU_AMP array_view<To, 1> reinterpret_elements() const {
		static_assert(N == 1 || !Head::is_view, "reinterpret_as is for array_views of rank 1");
		const std::size_t bytes = static_cast<std::size_t>(extent.size()) * sizeof(From);
#if !defined(AMP_ON_DEVICE)
		if (this->amp_head.buffer && bytes % sizeof(To) != 0)
			throw_invalid_argument("reinterpret_as: the size of the container is not a multiple "
			                       "of the new element's");
		if (this->amp_head.buffer)
			checked_extent(bytes / sizeof(To));
#endif
		amp_view_head head = this->amp_head;
#if !defined(AMP_ON_DEVICE) /* on the device, every head has bounds, and its buffer member holds a place (robust.h) */
		if (!head.buffer)
#endif
			head.offset = rescaled_bounds(head.offset, sizeof(From), sizeof(To));
		const Concurrency::extent<1> shape(static_cast<int>(bytes / sizeof(To)));
		return array_view<To, 1>(head, shape, dense_strides(shape));
	}
	template <typename E, int K>
	AMP_CPU_AMP array_view<E, K> reshape(const Concurrency::extent<K> &shape) const {
		static_assert(N == 1 || !Head::is_view, "view_as is for array_views of rank 1");
#if !defined(AMP_ON_DEVICE)
		if (this->amp_head.buffer && checked_size(shape) > extent.size())
			throw_invalid_argument("view_as: the new extent has more elements than the container");
#endif
		return dense_view<E>(shape);
	}

	view_strides<N> strides_;
};

} // namespace details

/* Members of array, const array and array_view. 5.1.4, 5.2.4: access to elements of type E in containers of
 * rank N, by member functions qualified by "qualifier". 5.1.5, 5.2.5: views of parts of them. */
#define AMP_CONTAINER_ACCESS(E, N, qualifier)                                                \
	AMP_ACCESSOR AMP_CPU_AMP E &operator[](const Concurrency::index<N> &idx) qualifier {     \
		return this->template element<E>(idx);                                               \
	}                                                                                        \
	AMP_ACCESSOR AMP_CPU_AMP E &operator()(const Concurrency::index<N> &idx) qualifier {     \
		return this->template element<E>(idx);                                               \
	}                                                                                        \
	AMP_ACCESSOR AMP_CPU_AMP E &operator()(int i0, int i1) qualifier {                       \
		static_assert(N == 2, "operator()(int, int) is for rank 2");                         \
		return this->template element<E>(Concurrency::index<N>(i0, i1));                     \
	}                                                                                        \
	AMP_ACCESSOR AMP_CPU_AMP E &operator()(int i0, int i1, int i2) qualifier {               \
		static_assert(N == 3, "operator()(int, int, int) is for rank 3");                    \
		return this->template element<E>(Concurrency::index<N>(i0, i1, i2));                 \
	}                                                                                        \
	AMP_ACCESSOR AMP_CPU_AMP typename Concurrency::details::projection<E, N>::type           \
	operator[](int i) qualifier {                                                            \
		return Concurrency::details::projection<E, N>::of(*this, i);                         \
	}                                                                                        \
	AMP_ACCESSOR AMP_CPU_AMP typename Concurrency::details::projection<E, N>::type           \
	operator()(int i) qualifier {                                                            \
		return Concurrency::details::projection<E, N>::of(*this, i);                         \
	}                                                                                        \
	AMP_CPU_AMP Concurrency::array_view<E, N> section(                                       \
	    const Concurrency::index<N> &origin, const Concurrency::extent<N> &shape)            \
	    qualifier {                                                                          \
		return this->template section_at<E>(origin, shape);                                  \
	}                                                                                        \
	AMP_CPU_AMP Concurrency::array_view<E, N> section(const Concurrency::index<N> &origin)   \
	    qualifier {                                                                          \
		return this->template section_at<E>(origin, this->extent - origin);                  \
	}                                                                                        \
	AMP_CPU_AMP Concurrency::array_view<E, N> section(const Concurrency::extent<N> &shape)   \
	    qualifier {                                                                          \
		return this->template section_at<E>(Concurrency::index<N>(), shape);                 \
	}                                                                                        \
	AMP_CPU_AMP Concurrency::array_view<E, 1> section(int i0, int e0) qualifier {            \
		static_assert(N == 1, "section(int, int) is for rank 1");                            \
		return section(Concurrency::index<1>(i0), Concurrency::extent<1>(e0));               \
	}                                                                                        \
	AMP_CPU_AMP Concurrency::array_view<E, 2> section(int i0, int i1, int e0, int e1)        \
	    qualifier {                                                                          \
		static_assert(N == 2, "section of four integers is for rank 2");                     \
		return section(Concurrency::index<2>(i0, i1), Concurrency::extent<2>(e0, e1));       \
	}                                                                                        \
	AMP_CPU_AMP Concurrency::array_view<E, 3> section(int i0, int i1, int i2, int e0,        \
	                                                  int e1, int e2) qualifier {            \
		static_assert(N == 3, "section of six integers is for rank 3");                      \
		return section(Concurrency::index<3>(i0, i1, i2),                                    \
		               Concurrency::extent<3>(e0, e1, e2));                                  \
	}                                                                                        \
	template <typename Element>                                                              \
	AMP_CPU_AMP Concurrency::array_view<                                                     \
	    typename Concurrency::details::copy_const<E, Element>::type, 1>                      \
	reinterpret_as() qualifier {                                                             \
		return this->template reinterpret_elements<                                          \
		    E, typename Concurrency::details::copy_const<E, Element>::type>();               \
	}                                                                                        \
	template <int K>                                                                         \
	AMP_CPU_AMP Concurrency::array_view<E, K> view_as(const Concurrency::extent<K> &shape)   \
	    qualifier {                                                                          \
		return this->template reshape<E>(shape);                                             \
	}                                                                                        \
	AMP_CPU_AMP E *data() qualifier { return this->template data_of<E>(); }

/* Members of a class derived from a container that only kernels use: no check or synchronization is needed
 * before an access. */
#define AMP_KERNEL_ORIGIN                                                                    \
	template <typename E> AMP_CPU_AMP E *origin() const {                                    \
		return static_cast<E *>(this->amp_head.data);                                        \
	}                                                                                        \
	template <typename E>                                                                    \
	AMP_ACCESSOR AMP_CPU_AMP E &element(const Concurrency::index<base::rank> &idx) const {   \
		return Concurrency::details::bounded(this->amp_head, origin<E>(),                    \
		                                     this->template offset_of<E>(idx));              \
	}

} // namespace Concurrency

#endif
