/* array<T, N> (spec 5.1), and the classes that captured arrays become. */
#ifndef AMPCC_ARRAY_H
#define AMPCC_ARRAY_H

#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>
#include <vector> /* and iterator_traits */

#include <amp/accelerator.h>
#include <amp/array_view.h>
#include <amp/config.h>
#include <amp/index.h>
#include <amp/storage.h>

namespace Concurrency {

namespace details {

/* Returns an array's accelerator_view, given its head. */
struct array_home {
	amp_view_head head;

	Concurrency::accelerator_view get_view() const {
		return Concurrency::accelerator_view(
		    amp_accelerator_view_ref(amp_buffer_home(checked_buffer(head))));
	}
};
/* Returns the associated accelerator_view of a staging array, or the accelerator_view of another array. */
struct array_associate {
	amp_view_head head;

	Concurrency::accelerator_view get_view() const {
		amp_accelerator_view *view = amp_buffer_associated(checked_buffer(head));
		return Concurrency::accelerator_view(
		    amp_accelerator_view_ref(view ? view : amp_buffer_home(head.buffer)));
	}
};
struct array_cpu_access {
	amp_view_head head;

	operator access_type() const {
		return static_cast<access_type>(amp_buffer_cpu_access(checked_buffer(head)));
	}
};

struct array_head {
	/* All members begin with an amp_view_head. */
	union {
		amp_view_head amp_head;
		view_property<array_home> accelerator_view;
		view_property<array_associate> associated_accelerator_view;
		array_cpu_access cpu_access_type;
	};

	static const bool is_view = false;
	/* 5.1.1: whether the host must not access the elements. */
	bool is_barred() const { return amp_buffer_is_barred(amp_head.buffer); }
};

/* The accelerator_view of arrays that are created without one. */
inline Concurrency::accelerator_view default_accelerator_view() {
	return Concurrency::accelerator_view(amp_accelerator_view_ref(amp_default_view()));
}

template <typename Iterator> struct is_iterator {
	template <typename I>
	static std::true_type test(typename std::iterator_traits<I>::iterator_category *);
	template <typename I> static std::false_type test(...);

	static const bool value = decltype(test<Iterator>(0))::value;
};

template <typename Iterator>
using if_iterator = typename std::enable_if<is_iterator<Iterator>::value>::type;

/* Selects the constructor that takes an existing buffer. */
struct adopt_buffer {};

} // namespace details

#define AMP_LIST(...) __VA_ARGS__

/* 5.1.2: the constructors that take an extent and further arguments. "parameters" and "arguments" are one way
 * to specify the extent, each in parentheses. */
#define AMP_ARRAY_CONSTRUCTORS(parameters, arguments)                                        \
	explicit array(AMP_LIST parameters) : storage(Concurrency::extent<N> arguments) {        \
		create(details::amp_default_view(), 0, access_type_auto);                            \
	}                                                                                        \
	array(AMP_LIST parameters, Concurrency::accelerator_view av,                             \
	      access_type cpu_access = access_type_auto)                                         \
	    : storage(Concurrency::extent<N> arguments) {                                        \
		create(av.get_handle(), 0, cpu_access);                                              \
	}                                                                                        \
	array(AMP_LIST parameters, Concurrency::accelerator_view av,                             \
	      Concurrency::accelerator_view associated)                                          \
	    : storage(Concurrency::extent<N> arguments) {                                        \
		create(av.get_handle(), associated.get_handle(), access_type_auto);                  \
	}                                                                                        \
	template <typename Iterator, typename = details::if_iterator<Iterator>>                  \
	array(AMP_LIST parameters, Iterator first)                                               \
	    : array(Concurrency::extent<N> arguments) {                                          \
		copy(first, *this);                                                                  \
	}                                                                                        \
	template <typename Iterator, typename = details::if_iterator<Iterator>>                  \
	array(AMP_LIST parameters, Iterator first, Concurrency::accelerator_view av,             \
	      access_type cpu_access = access_type_auto)                                         \
	    : array(Concurrency::extent<N> arguments, av, cpu_access) {                          \
		copy(first, *this);                                                                  \
	}                                                                                        \
	template <typename Iterator, typename = details::if_iterator<Iterator>>                  \
	array(AMP_LIST parameters, Iterator first, Concurrency::accelerator_view av,             \
	      Concurrency::accelerator_view associated)                                          \
	    : array(Concurrency::extent<N> arguments, av, associated) {                          \
		copy(first, *this);                                                                  \
	}                                                                                        \
	template <typename Iterator, typename = details::if_iterator<Iterator>>                  \
	array(AMP_LIST parameters, Iterator first, Iterator last)                                \
	    : array(Concurrency::extent<N> arguments) {                                          \
		copy(first, last, *this);                                                            \
	}                                                                                        \
	template <typename Iterator, typename = details::if_iterator<Iterator>>                  \
	array(AMP_LIST parameters, Iterator first, Iterator last,                                \
	      Concurrency::accelerator_view av, access_type cpu_access = access_type_auto)       \
	    : array(Concurrency::extent<N> arguments, av, cpu_access) {                          \
		copy(first, last, *this);                                                            \
	}                                                                                        \
	template <typename Iterator, typename = details::if_iterator<Iterator>>                  \
	array(AMP_LIST parameters, Iterator first, Iterator last,                                \
	      Concurrency::accelerator_view av, Concurrency::accelerator_view associated)        \
	    : array(Concurrency::extent<N> arguments, av, associated) {                          \
		copy(first, last, *this);                                                            \
	}

/* 5.1: an array with its own elements, on an accelerator_view. */
template <typename T, int N> class array : public details::view_storage<details::array_head, N> {
	typedef details::view_storage<details::array_head, N> storage;

	static_assert(!std::is_const<T>::value, "the elements of an array cannot be const");
	static_assert(details::is_element_size<T>::value,
	              "the size of an element of an array must be a multiple of the size of int");

public:
	static const int rank = N;
	typedef T value_type;

	AMP_ARRAY_CONSTRUCTORS((const Concurrency::extent<N> &shape), (shape))
	AMP_ARRAY_CONSTRUCTORS((int e0), (e0))
	AMP_ARRAY_CONSTRUCTORS((int e0, int e1), (e0, e1))
	AMP_ARRAY_CONSTRUCTORS((int e0, int e1, int e2), (e0, e1, e2))

	/* A copy of a view's elements. */
	explicit array(const array_view<const T, N> &source) : array(source.extent) {
		copy(source, *this);
	}
	array(const array_view<const T, N> &source, Concurrency::accelerator_view av,
	      access_type cpu_access = access_type_auto)
	    : array(source.extent, av, cpu_access) {
		copy(source, *this);
	}
	array(const array_view<const T, N> &source, Concurrency::accelerator_view av,
	      Concurrency::accelerator_view associated)
	    : array(source.extent, av, associated) {
		copy(source, *this);
	}

	/* A copy on the same accelerator_view. */
	array(const array &other) : storage(other.extent) {
		details::amp_buffer *const buffer = details::checked_buffer(other.amp_head);
		create(details::amp_buffer_home(buffer), details::amp_buffer_associated(buffer), other.get_cpu_access_type());
		try {
			copy(other, *this);
		} catch (...) {
			this->release();
			throw;
		}
	}
	array(array &&other) noexcept : storage(other.amp_head, other.extent, other.strides_) {
		other.amp_head.buffer = 0;
	}

	AMP_CPU_AMP ~array() { this->release(); }

	/* 5.1.3 */
	array &operator=(const array &other) {
		if (this != &other)
			*this = array(other);
		return *this;
	}
	array &operator=(array &&other) noexcept {
		std::swap(this->amp_head, other.amp_head);
		std::swap(this->extent, other.extent);
		std::swap(this->strides_, other.strides_);
		return *this;
	}
	array &operator=(const array_view<const T, N> &source) {
		copy(source, *this);
		return *this;
	}

	AMP_CONTAINER_ACCESS(T, N, )
	AMP_CONTAINER_ACCESS(const T, N, const)

	/* Same as copy(*this, dest). */
	void copy_to(array &dest) const { copy(*this, dest); }
	void copy_to(const array_view<T, N> &dest) const { copy(*this, dest); }

	operator std::vector<T>() const {
		std::vector<T> elements(this->extent.size());
		copy(*this, elements.begin());
		return elements;
	}

	Concurrency::accelerator_view get_accelerator_view() const { return this->accelerator_view; }
	Concurrency::accelerator_view get_associated_accelerator_view() const {
		return this->associated_accelerator_view;
	}
	access_type get_cpu_access_type() const { return this->cpu_access_type; }

	/* For the library and for interoperation: takes ownership of a reference. */
	array(details::adopt_buffer, const Concurrency::extent<N> &shape, details::amp_buffer *buffer)
	    : storage(shape) {
		this->amp_head.buffer = buffer;
	}

protected:
	AMP_CPU_AMP array(details::shallow_copy, const array &other)
	    : storage(other.amp_head, other.extent, other.strides_) {}

private:
	void create(details::amp_accelerator_view *home, details::amp_accelerator_view *associated,
	            access_type cpu_access) {
		details::check(details::amp_buffer_create(home, associated,
		                                 details::checked_size(this->extent) * sizeof(T),
		                                 static_cast<details::amp_access>(cpu_access),
		                                 &this->amp_head.buffer));
	}
};

#undef AMP_ARRAY_CONSTRUCTORS
#undef AMP_LIST

template <typename T, int N> const int array<T, N>::rank;

namespace details {

/* The type of the member for an array captured by reference: the array without its ownership. It behaves like
 * a reference, in that const does not apply to the elements. It must itself be non-const to be passed as
 * array<T, N> &, so function objects declare it mutable. */
template <typename T, int N> class array_ref : public array<T, N> {
	typedef array<T, N> base;

public:
	AMP_CPU_AMP array_ref(const array<T, N> &source) : base(shallow_copy(), source) {}
	AMP_CPU_AMP array_ref(const array_ref &source) : base(shallow_copy(), source) {}
	AMP_CPU_AMP ~array_ref() { this->amp_head.buffer = 0; }

	AMP_CONTAINER_ACCESS(T, N, const)

private:
	template <typename, int> friend struct projection;
	AMP_KERNEL_ORIGIN
};

/* The type of the member for a const array captured by reference. */
template <typename T, int N> class const_array_ref : public array<T, N> {
	typedef array<T, N> base;

public:
	AMP_CPU_AMP const_array_ref(const array<T, N> &source) : base(shallow_copy(), source) {}
	AMP_CPU_AMP const_array_ref(const const_array_ref &source) : base(shallow_copy(), source) {}
	AMP_CPU_AMP ~const_array_ref() { this->amp_head.buffer = 0; }

	AMP_CONTAINER_ACCESS(const T, N, const)

private:
	template <typename, int> friend struct projection;
	AMP_KERNEL_ORIGIN
};

/* The type of the member for a captured array_view: a view that is known to be in a kernel, so that the
 * host's compiler can vectorize the kernel. */
template <typename T, int N> class captured_view : public array_view<T, N> {
	typedef array_view<T, N> base;

public:
	AMP_CPU_AMP captured_view(const array_view<T, N> &source) : base(source) {}

	AMP_CONTAINER_ACCESS(T, N, const)

protected:
	AMP_CPU_AMP captured_view(shallow_copy, const array_view<T, N> &source)
	    : base(shallow_copy(), source) {}

private:
	template <typename, int> friend struct projection;
	AMP_KERNEL_ORIGIN
};

/* A captured_view in a lambda that is launched in place: the captured view outlives the lambda, so this one
 * holds no reference. */
template <typename T, int N> class borrowed_view : public captured_view<T, N> {
	typedef captured_view<T, N> base;

public:
	AMP_CPU_AMP borrowed_view(const array_view<T, N> &source) : base(shallow_copy(), source) {}
	AMP_CPU_AMP borrowed_view(const borrowed_view &source) : base(shallow_copy(), source) {}
	AMP_CPU_AMP ~borrowed_view() { this->amp_head.buffer = 0; }
};

/* The type of the member for a C array captured by value. If a template does not know that a variable is an
 * array, the variable's name denotes this object, which can be used like an array. */
template <typename Array> class captured_array;
template <typename T, std::size_t Size> class captured_array<T[Size]> {
	typedef T array_type[Size];
	typedef typename std::remove_all_extents<T>::type scalar;

public:
	captured_array(const array_type &source) { assign(source); }
	AMP_CPU_AMP captured_array(const captured_array &source) { assign(source.elements_); }
	AMP_CPU_AMP ~captured_array() {
		for (std::size_t i = 0; i < sizeof(array_type) / sizeof(scalar); i++)
			reinterpret_cast<scalar *>(&elements_)[i].~scalar();
	}

	AMP_CPU_AMP const array_type &array() const { return elements_; }
	AMP_CPU_AMP array_type &array() { return elements_; }
	AMP_CPU_AMP operator const array_type &() const { return elements_; }
	AMP_CPU_AMP operator array_type &() { return elements_; }
	template <typename I> AMP_CPU_AMP const T &operator[](I i) const { return elements_[i]; }
	template <typename I> AMP_CPU_AMP T &operator[](I i) { return elements_[i]; }
	AMP_CPU_AMP const T *begin() const { return elements_; }
	AMP_CPU_AMP const T *end() const { return elements_ + Size; }
	AMP_CPU_AMP T *begin() { return elements_; }
	AMP_CPU_AMP T *end() { return elements_ + Size; }

private:
	captured_array &operator=(const captured_array &);

	AMP_CPU_AMP void assign(const array_type &source) {
		const scalar *const from = reinterpret_cast<const scalar *>(&source);
		scalar *const to = reinterpret_cast<scalar *>(&elements_);
		for (std::size_t i = 0; i < sizeof(array_type) / sizeof(scalar); i++)
			new (static_cast<void *>(to + i)) scalar(from[i]);
	}

	union {
		array_type elements_; /* a union: scalar may have no default constructor */
	};
};

/* The type of a function object's member for a variable of type X that a lambda captures by value. */
template <typename X> struct capture_value { typedef X type; };
template <typename T, std::size_t Size> struct capture_value<T[Size]> {
	typedef captured_array<T[Size]> type;
};
template <typename T, int N> struct capture_value<array_view<T, N>> {
	typedef captured_view<T, N> type;
};
template <typename X>
using captured_t =
    typename capture_value<typename std::remove_cv<typename std::remove_reference<X>::type>::type>::type;

/* The same for a lambda that is launched in place. */
template <typename X> struct capture_borrowed { typedef captured_t<X> type; };
template <typename T, int N> struct capture_borrowed<array_view<T, N>> {
	typedef borrowed_view<T, N> type;
};
template <typename X>
using borrowed_t = typename capture_borrowed<
    typename std::remove_cv<typename std::remove_reference<X>::type>::type>::type;

/* The type of a function object's member for a variable that a lambda captures by reference. X is not a
 * reference but may be const. Other containers specialize this. */
template <typename X> struct capture_reference { typedef captured_t<X> type; };
template <typename T, int N> struct capture_reference<array<T, N>> {
	typedef array_ref<T, N> type;
};
template <typename T, int N> struct capture_reference<const array<T, N>> {
	typedef const_array_ref<T, N> type;
};
template <typename T, int N> struct capture_reference<array_ref<T, N>> {
	typedef array_ref<T, N> type;
};
template <typename T, int N> struct capture_reference<const array_ref<T, N>> {
	typedef array_ref<T, N> type;
};
template <typename X>
using captured_ref_t = typename capture_reference<typename std::remove_reference<X>::type>::type;

/* The declared type of a captured variable whose member has one of these classes. Except to use a member or
 * an element of v, a kernel's body refers to a captured variable v as as_declared(v), since its type affects
 * overload resolution and template argument deduction. Other containers specialize this. */
template <typename X> struct declared { typedef X type; };
template <typename X> struct declared<const X> { typedef const typename declared<X>::type type; };
template <typename T, int N> struct declared<captured_view<T, N>> { typedef array_view<T, N> type; };
template <typename T, int N> struct declared<borrowed_view<T, N>> { typedef array_view<T, N> type; };
template <typename T, int N> struct declared<array_ref<T, N>> { typedef array<T, N> type; };
template <typename T, int N> struct declared<const_array_ref<T, N>> { typedef const array<T, N> type; };
template <typename T, std::size_t Size> struct declared<captured_array<T[Size]>> {
	typedef T type[Size];
};
template <typename X> using declared_t = typename declared<typename std::remove_reference<X>::type>::type;
template <typename X> AMP_CPU_AMP declared_t<X> &as_declared(X &x) { return x; }

/* The type of the member for a captured parameter pack. pass_to(f) calls f with all of its elements. */
template <typename... X> class captured_pack;
template <> class captured_pack<> {
public:
	template <typename Visitor> AMP_CPU_AMP void amp_visit(Visitor &) const {}
#if __cplusplus >= 201402L
	template <typename F, typename... Y> AMP_CPU_AMP decltype(auto) pass_to(const F &f, const Y &...y) const {
		return f(y...);
	}
#endif
};
template <typename X, typename... Rest> class captured_pack<X, Rest...> {
public:
	template <typename Y, typename... Others>
	captured_pack(const Y &first, const Others &...rest) : first_(first), rest_{rest...} {}
	template <typename Visitor> AMP_CPU_AMP void amp_visit(Visitor &visit) const {
		visit(first_);
		visit(rest_);
	}
#if __cplusplus >= 201402L
	template <typename F, typename... Y> AMP_CPU_AMP decltype(auto) pass_to(const F &f, const Y &...y) const {
		return rest_.pass_to(f, y..., first_);
	}
#endif

private:
	X first_;
	captured_pack<Rest...> rest_;
};

} // namespace details
} // namespace Concurrency

#endif
