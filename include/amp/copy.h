/* copy and copy_async (spec 5.3). */
#ifndef AMPCC_COPY_H
#define AMPCC_COPY_H

#include <type_traits>
#include <vector> /* and iterator_traits: the rest of <iterator> is for streams */

#include <amp/array.h>
#include <amp/array_view.h>
#include <amp/config.h>
#include <amp/future.h>

namespace Concurrency {

namespace details {

/* The address of the element that an iterator over contiguous elements points to; NULL for other iterators. */
template <typename Iterator> struct contiguous {
	typedef void element;
	static const void *address(const Iterator &) { return 0; }
};
template <typename T> struct contiguous<T *> {
	typedef typename std::remove_cv<T>::type element;
	static T *address(T *pointer) { return pointer; }
};
#if defined(__GLIBCXX__)
template <typename Pointer, typename Container>
struct contiguous<__gnu_cxx::__normal_iterator<Pointer, Container>> : contiguous<Pointer> {
	static Pointer address(const __gnu_cxx::__normal_iterator<Pointer, Container> &iterator) {
		return iterator.base();
	}
};
#endif

template <typename Iterator, typename T>
struct is_contiguous_of : std::is_same<typename contiguous<Iterator>::element, T> {};

template <typename Iterator, typename T>
using if_contiguous = std::integral_constant<
    bool, std::is_same<typename contiguous<Iterator>::element, T>::value>;

/* Copies between containers. */
template <typename T, typename Source, typename Destination>
void copy_elements(const Source &source, const Destination &destination, amp_event **event) {
	if (source.extent != destination.extent)
		throw_invalid_argument("copy: the extents of source and destination differ");
	const amp_view from = source.describe(sizeof(T));
	const amp_view to = destination.describe(sizeof(T));
	check(amp_view_copy(&from, &to, event));
}

/* Copies contiguous memory into a container of T. */
template <typename T, typename Iterator, typename Destination>
void copy_in(Iterator first, const Destination &destination, amp_event **event, std::true_type) {
	const amp_view to = destination.describe(sizeof(T));
	check(amp_view_write(&to, contiguous<Iterator>::address(first), event));
}
/* Temporary contiguous storage: std::vector<bool> would pack bits. */
template <typename T>
using elements_of = std::vector<typename std::conditional<std::is_same<T, bool>::value, unsigned char, T>::type>;
/* Copies from other iterators into a container of T. The elements are collected first, so the copy has ended
 * on return. */
template <typename T, typename Iterator, typename Destination>
void copy_in(Iterator first, const Destination &destination, amp_event **, std::false_type) {
	elements_of<T> elements;
	const std::size_t size = destination.extent.size();
	elements.reserve(size);
	for (std::size_t i = 0; i < size; ++i, ++first)
		elements.push_back(static_cast<T>(*first));
	const amp_view to = destination.describe(sizeof(T));
	check(amp_view_write(&to, elements.data(), 0));
}
template <typename T, typename Iterator, typename Destination>
void copy_in(Iterator first, const Destination &destination, amp_event **event) {
	copy_in<T>(first, destination, event, if_contiguous<Iterator, T>());
}

/* Copies a range into a container of T with as many elements. */
template <typename T, typename Iterator, typename Destination>
void copy_in(Iterator first, Iterator last, const Destination &destination, amp_event **event,
             std::forward_iterator_tag) {
	if (std::distance(first, last) != static_cast<std::ptrdiff_t>(destination.extent.size()))
		throw_invalid_argument("copy: the source has not as many elements as the destination");
	copy_in<T>(first, destination, event);
}
template <typename T, typename Iterator, typename Destination>
void copy_in(Iterator first, Iterator last, const Destination &destination, amp_event **event,
             std::input_iterator_tag) {
	const std::vector<T> elements(first, last);
	copy_in<T>(elements.begin(), elements.end(), destination, static_cast<amp_event **>(0),
	           std::forward_iterator_tag());
	(void)event;
}

/* Copies a container of T to contiguous memory. */
template <typename T, typename Source, typename Iterator>
void copy_out(const Source &source, Iterator first, amp_event **event, std::true_type) {
	const amp_view from = source.describe(sizeof(T));
	check(amp_view_read(&from, contiguous<Iterator>::address(first), event));
}
/* Copies a container of T to other iterators; the copy has ended on return. */
template <typename T, typename Source, typename Iterator>
void copy_out(const Source &source, Iterator first, amp_event **, std::false_type) {
	elements_of<T> elements(source.extent.size());
	const amp_view from = source.describe(sizeof(T));
	check(amp_view_read(&from, elements.data(), 0));
	for (std::size_t i = 0; i < elements.size(); ++i, ++first)
		*first = elements[i];
}
template <typename T, typename Source, typename Iterator>
void copy_out(const Source &source, Iterator first, amp_event **event) {
	copy_out<T>(source, first, event, if_contiguous<Iterator, T>());
}

template <typename T>
using if_writable = typename std::enable_if<!std::is_const<T>::value>::type;

} // namespace details

#define AMP_LIST(...) __VA_ARGS__

/* 5.3: copies from a source to a destination, synchronous and asynchronous. The arguments of copy_async,
 * including the elements that iterators point to, must stay alive until the copy has ended. */
#define AMP_COPY(template_parameters, parameters, transfer)                                  \
	template <AMP_LIST template_parameters> void copy(AMP_LIST parameters) {                 \
		details::amp_event **const event = 0;                                                         \
		details::transfer;                                                                   \
	}                                                                                        \
	template <AMP_LIST template_parameters>                                                  \
	completion_future copy_async(AMP_LIST parameters) {                                      \
		details::amp_event *ended = 0;                                                                \
		details::amp_event **const event = &ended;                                                    \
		details::transfer;                                                                   \
		return completion_future::from_event(ended);                                         \
	}

AMP_COPY((typename T, int N), (const array<T, N> &source, array<T, N> &dest),
         copy_elements<T>(source, dest, event))
AMP_COPY((typename T, int N, typename = details::if_writable<T>),
         (const array<T, N> &source, const array_view<T, N> &dest),
         copy_elements<T>(source, dest, event))
AMP_COPY((typename T, int N), (const array_view<const T, N> &source, array<T, N> &dest),
         copy_elements<T>(source, dest, event))
AMP_COPY((typename T, int N), (const array_view<T, N> &source, array<T, N> &dest),
         copy_elements<T>(source, dest, event))
AMP_COPY((typename T, int N, typename = details::if_writable<T>),
         (const array_view<const T, N> &source, const array_view<T, N> &dest),
         copy_elements<T>(source, dest, event))
AMP_COPY((typename T, int N, typename = details::if_writable<T>),
         (const array_view<T, N> &source, const array_view<T, N> &dest),
         copy_elements<T>(source, dest, event))

AMP_COPY((typename Iterator, typename T, int N, typename = details::if_iterator<Iterator>),
         (Iterator first, array<T, N> &dest), copy_in<T>(first, dest, event))
AMP_COPY((typename Iterator, typename T, int N, typename = details::if_iterator<Iterator>),
         (Iterator first, Iterator last, array<T, N> &dest),
         copy_in<T>(first, last, dest, event,
                    typename std::iterator_traits<Iterator>::iterator_category()))
AMP_COPY((typename Iterator, typename T, int N, typename = details::if_iterator<Iterator>,
          typename = details::if_writable<T>),
         (Iterator first, const array_view<T, N> &dest), copy_in<T>(first, dest, event))
AMP_COPY((typename Iterator, typename T, int N, typename = details::if_iterator<Iterator>,
          typename = details::if_writable<T>),
         (Iterator first, Iterator last, const array_view<T, N> &dest),
         copy_in<T>(first, last, dest, event,
                    typename std::iterator_traits<Iterator>::iterator_category()))

AMP_COPY((typename Iterator, typename T, int N, typename = details::if_iterator<Iterator>),
         (const array<T, N> &source, Iterator dest), copy_out<T>(source, dest, event))
AMP_COPY((typename Iterator, typename T, int N, typename = details::if_iterator<Iterator>),
         (const array_view<T, N> &source, Iterator dest),
         copy_out<typename std::remove_const<T>::type>(source, dest, event))

#undef AMP_COPY
#undef AMP_LIST

} // namespace Concurrency

#endif
