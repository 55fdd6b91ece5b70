/* array_view<T, N> (spec 5.2). T is const for read-only views. */
#ifndef AMPCC_ARRAY_VIEW_H
#define AMPCC_ARRAY_VIEW_H

#include <type_traits>
#include <utility>

#include <amp/accelerator.h>
#include <amp/config.h>
#include <amp/future.h>
#include <amp/index.h>
#include <amp/storage.h>

namespace Concurrency {

namespace details {

/* Returns the accelerator_view of an array_view's source, given the view's head. */
struct view_source {
	amp_view_head head;

	Concurrency::accelerator_view get_view() const {
		amp_accelerator_view *view = amp_buffer_source_view(checked_buffer(head));
		if (!view)
			throw_invalid_argument("the array_view has no data source");
		return Concurrency::accelerator_view(amp_accelerator_view_ref(view));
	}
};

struct view_head {
	/* All members begin with an amp_view_head. */
	union {
		amp_view_head amp_head;
		view_property<view_source> source_accelerator_view;
	};

	static const bool is_view = true;
	static bool is_barred() { return false; }
};

/* Whether views of T can have Container as their source: it has data() and size(). Container is a reference
 * for lvalues. */
template <typename Container, typename T> struct is_view_source {
	template <typename C>
	static typename std::is_same<typename std::remove_cv<typename std::remove_pointer<
	                                 decltype(std::declval<C &>().data())>::type>::type,
	                             typename std::remove_cv<T>::type>::type
	has(int, decltype(std::declval<C &>().size()) * = 0,
	    typename std::enable_if<
	        std::is_convertible<decltype(std::declval<C &>().data()), T *>::value>::type * = 0);
	template <typename C> static std::false_type has(...);

	static const bool value =
	    (std::is_lvalue_reference<Container>::value || std::is_const<T>::value) &&
	    decltype(has<typename std::remove_reference<Container>::type>(0))::value;
};

} // namespace details

/* 5.2: a view of rank N of the elements of an array or of host memory. Copies of a view refer to the same
 * elements; the runtime moves the elements to where they are used. */
template <typename T, int N> class array_view : public details::view_storage<details::view_head, N> {
	typedef details::view_storage<details::view_head, N> storage;
	typedef typename std::remove_const<T>::type element_type;
	typedef typename details::copy_const<T, array<element_type, N>>::type source_array;

	static_assert(details::is_element_size<T>::value,
	              "the size of an element of an array_view must be a multiple of the size of int");

public:
	static const int rank = N;
	typedef T value_type;

	/* 5.2.2: a view of an array, which may be destroyed before the view. */
	AMP_CPU_AMP array_view(source_array &source)
	    : storage(source.amp_head, source.extent, source.strides_) {
		this->retain();
	}

	AMP_CPU_AMP array_view(const array_view &other)
	    : storage(other.amp_head, other.extent, other.strides_) {
		this->retain();
	}
	/* A read-only view, from a writable one. */
	template <typename U,
	          typename = typename std::enable_if<std::is_const<T>::value &&
	                                             std::is_same<U, element_type>::value>::type>
	AMP_CPU_AMP array_view(const array_view<U, N> &other)
	    : storage(other.amp_head, other.extent, other.strides_) {
		this->retain();
	}

	/* A view without a source: the elements live where they are used. */
	explicit array_view(const Concurrency::extent<N> &shape) : storage(shape) {
		static_assert(!std::is_const<T>::value, "a view without a source must be writable");
		details::check(details::amp_buffer_create(0, 0, details::checked_size(shape) * sizeof(T),
		                                 AMP_ACCESS_AUTO, &this->amp_head.buffer));
	}
	explicit array_view(int e0) : array_view(Concurrency::extent<N>(e0)) {}
	array_view(int e0, int e1) : array_view(Concurrency::extent<N>(e0, e1)) {}
	array_view(int e0, int e1, int e2) : array_view(Concurrency::extent<N>(e0, e1, e2)) {}

	/* A view of memory, which must outlive the view and its copies. */
	AMP_CPU_AMP array_view(const Concurrency::extent<N> &shape, T *source) : storage(shape) {
		wrap(source);
	}
	AMP_CPU_AMP array_view(int e0, T *source) : array_view(Concurrency::extent<N>(e0), source) {}
	AMP_CPU_AMP array_view(int e0, int e1, T *source)
	    : array_view(Concurrency::extent<N>(e0, e1), source) {}
	AMP_CPU_AMP array_view(int e0, int e1, int e2, T *source)
	    : array_view(Concurrency::extent<N>(e0, e1, e2), source) {}
	template <int Size, typename = typename std::enable_if<(Size > 0) && N == 1>::type>
	AMP_CPU_AMP explicit array_view(T (&source)[Size])
	    : array_view(Concurrency::extent<N>(Size), source) {}

	/* A view of a container with data() and size(). */
	template <typename Container, typename = typename std::enable_if<
	                                  details::is_view_source<Container, T>::value>::type>
	array_view(const Concurrency::extent<N> &shape, Container &&source) : storage(shape) {
		if (details::checked_size(shape) > source.size())
			details::throw_invalid_argument("the container has fewer elements than the array_view");
		wrap(source.data());
	}
	template <typename Container, typename = typename std::enable_if<
	                                  details::is_view_source<Container, T>::value && N == 1>::type>
	explicit array_view(Container &&source)
	    : array_view(Concurrency::extent<N>(details::checked_extent(source.size())), source) {}
	template <typename Container, typename = typename std::enable_if<
	                                  details::is_view_source<Container, T>::value>::type>
	array_view(int e0, Container &&source) : array_view(Concurrency::extent<N>(e0), source) {}
	template <typename Container, typename = typename std::enable_if<
	                                  details::is_view_source<Container, T>::value>::type>
	array_view(int e0, int e1, Container &&source)
	    : array_view(Concurrency::extent<N>(e0, e1), source) {}
	template <typename Container, typename = typename std::enable_if<
	                                  details::is_view_source<Container, T>::value>::type>
	array_view(int e0, int e1, int e2, Container &&source)
	    : array_view(Concurrency::extent<N>(e0, e1, e2), source) {}

	AMP_CPU_AMP ~array_view() { this->release(); }

	/* 5.2.3: makes this a view of the other view's elements. */
	AMP_CPU_AMP array_view &operator=(const array_view &other) {
		other.retain();
		this->release();
		this->amp_head = other.amp_head;
		this->extent = other.extent;
		this->strides_ = other.strides_;
		return *this;
	}

	AMP_CONTAINER_ACCESS(T, N, const)

	/* The element in the host's copy, without synchronization. */
	AMP_CPU_AMP T &get_ref(const index<N> &idx) const {
#if !defined(AMP_ON_DEVICE)
		if (this->amp_head.buffer && this->amp_head.buffer->host)
			return reinterpret_cast<T *>(this->amp_head.buffer->host +
			                             this->amp_head.offset)[this->template offset_of<T>(idx)];
#endif
		return (*this)[idx];
	}

	/* 5.2.3: the accelerator_view of the source. */
	accelerator_view get_source_accelerator_view() const { return this->source_accelerator_view; }

	/* Same as copy(*this, dest). */
	void copy_to(array<element_type, N> &dest) const { copy(*this, dest); }
	void copy_to(const array_view<element_type, N> &dest) const { copy(*this, dest); }

	/* 5.2.6: brings the current data to the source. */
	void synchronize(access_type access = access_type_read) const { synchronize_view(access, 0, 0); }
	completion_future synchronize_async(access_type access = access_type_read) const {
		details::amp_event *event = 0;
		synchronize_view(access, 0, &event);
		return completion_future::from_event(event);
	}
	/* Brings the current data to another accelerator. */
	void synchronize_to(const accelerator_view &to, access_type access = access_type_read) const {
		synchronize_view(access, to.get_handle(), 0);
	}
	completion_future synchronize_to_async(const accelerator_view &to,
	                                       access_type access = access_type_read) const {
		details::amp_event *event = 0;
		synchronize_view(access, to.get_handle(), &event);
		return completion_future::from_event(event);
	}
	/* To be called after the memory under the view was changed other than through a view. */
	void refresh() const {
		const details::amp_view view = this->describe(sizeof(T));
		details::check(details::amp_view_refresh(&view));
	}
	/* Discards the elements: they will not be moved to where they are written next. */
	void discard_data() const {
		static_assert(!std::is_const<T>::value, "discard_data is not for views of const elements");
		const details::amp_view view = this->describe(sizeof(T));
		details::check(details::amp_view_discard(&view));
	}

protected:
	AMP_CPU_AMP array_view(details::shallow_copy, const array_view &other)
	    : storage(other.amp_head, other.extent, other.strides_) {}

private:
	template <typename, int> friend class array;
	template <typename, int> friend class array_view;
	template <typename, int> friend class details::view_storage;
	template <typename, int> friend struct details::projection;

	/* A part of a container that holds a reference, or of a kernel's view. */
	AMP_CPU_AMP array_view(const details::amp_view_head &head, const Concurrency::extent<N> &shape,
	                       const details::view_strides<N> &strides)
	    : storage(head, shape, strides) {
		this->retain();
	}

	AMP_CPU_AMP void wrap(T *source) {
#if !defined(AMP_ON_DEVICE)
		if (details::kernel_depth() == 0) {
			details::check(details::amp_buffer_wrap(source, details::checked_size(this->extent) * sizeof(T),
			                               std::is_const<T>::value, &this->amp_head.buffer,
			                               &this->amp_head.offset));
			return;
		}
#endif
		this->amp_head.data = const_cast<element_type *>(source);
		this->amp_head.offset = AMP_BOUNDS(0, this->extent.size());
	}

	void synchronize_view(access_type access, details::amp_accelerator_view *to, details::amp_event **event) const {
		if (std::is_const<T>::value && (access & access_type_write))
			details::throw_invalid_argument("a view of const elements writes none");
		const details::amp_view view = this->describe(sizeof(T));
		details::check(details::amp_view_synchronize(&view, static_cast<details::amp_access>(access), to, event));
	}
};

template <typename T, int N> const int array_view<T, N>::rank;

} // namespace Concurrency

#endif
