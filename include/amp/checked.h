/* --amp-robust-access=report: ampcc rewrites accesses to elements as
 *
 *     checked(sum, "sum", __LINE__, __FILE__)[i]
 *
 * In a checked launch - on direct3d_ref, and on others if AMP_CHECK=1 is in the environment - an index beyond
 * the extent ends the kernel with a message. In other launches, the behaviour is that of --amp-robust-access. */
#ifndef AMPCC_CHECKED_H
#define AMPCC_CHECKED_H

#include <type_traits>
#include <utility>

#include <amp/array.h>
#include <amp/array_view.h>
#include <amp/config.h>
#include <amp/debug.h>
#include <amp/index.h>

namespace Concurrency {
namespace details {

/* The place of an access in the program, and the name of the container there. */
struct access_place {
	const char *container, *file;
	int line;
};

/* Does not return in a kernel that is checked. */
AMP_COLD AMP_CPU_AMP inline void report_beyond(const access_place &place, int component, int extent,
                                               int dimension) {
#if defined(AMP_ON_DEVICE)
	if (!amp_kernel_message_of_unit || !amp_kernel_message_of_unit->is_checked)
		return;
	leave_message(AMP_BEYOND_FORMAT, place.file, place.line, place.container, component, extent, dimension);
	asm volatile("trap;");
#elif defined(AMP_HOST_CODE)
	if (kernel_depth() == 0 || !amp_cpu_is_checked())
		return;
	char message[1024];
	std::snprintf(message, sizeof message, AMP_BEYOND_FORMAT, place.file, place.line, place.container,
	              component, extent, dimension);
	amp_cpu_fail(message);
	throw kernel_abort();
#else
	(void)place, (void)component, (void)extent, (void)dimension;
#endif
}

/* Wraps a container X, which is a reference if it was passed as an lvalue. */
template <typename X> class checked_container {
	static const int rank = std::remove_reference<X>::type::rank;
	typedef Concurrency::index<rank> index_type;

public:
	AMP_CPU_AMP checked_container(X &&container, const access_place &place)
	    : container_(static_cast<X &&>(container)), place_(place) {}

	AMP_ACCESSOR AMP_CPU_AMP auto operator[](const index_type &i) const -> decltype(std::declval<X>()[i]) {
		check(i);
		return static_cast<X &&>(container_)[i];
	}
	AMP_ACCESSOR AMP_CPU_AMP auto operator()(const index_type &i) const -> decltype(std::declval<X>()(i)) {
		check(i);
		return static_cast<X &&>(container_)(i);
	}
	/* Returns the element, or a row. */
	AMP_ACCESSOR AMP_CPU_AMP auto operator[](int i) const -> decltype(std::declval<X>()[i]) {
		check(i, 0);
		return static_cast<X &&>(container_)[i];
	}
	AMP_ACCESSOR AMP_CPU_AMP auto operator()(int i) const -> decltype(std::declval<X>()(i)) {
		check(i, 0);
		return static_cast<X &&>(container_)(i);
	}
	AMP_ACCESSOR AMP_CPU_AMP auto operator()(int i, int j) const -> decltype(std::declval<X>()(i, j)) {
		check(i, 0);
		check(j, rank > 1 ? 1 : 0);
		return static_cast<X &&>(container_)(i, j);
	}
	AMP_ACCESSOR AMP_CPU_AMP auto operator()(int i, int j, int k) const -> decltype(std::declval<X>()(i, j, k)) {
		check(i, 0);
		check(j, rank > 1 ? 1 : 0);
		check(k, rank > 2 ? 2 : 0);
		return static_cast<X &&>(container_)(i, j, k);
	}

private:
	AMP_ACCESSOR AMP_CPU_AMP void check(int component, int dimension) const {
		const int size = container_.extent[static_cast<unsigned>(dimension)];
		if (__builtin_expect(static_cast<unsigned>(component) >= static_cast<unsigned>(size), 0))
			report_beyond(place_, component, size, dimension);
	}
	AMP_ACCESSOR AMP_CPU_AMP void check(const index_type &i) const {
		for (int d = 0; d < rank; d++)
			check(i[static_cast<unsigned>(d)], d);
	}

	X &&container_;
	access_place place_;
};

template <typename T, int N> std::true_type is_container_test(const volatile array_view<T, N> *);
template <typename T, int N> std::true_type is_container_test(const volatile array<T, N> *);
std::false_type is_container_test(const volatile void *);

/* The type that accesses to X go through: X itself if it is no array or array_view. */
template <typename X, bool IsContainer> struct checked_as {
	typedef X &&type;
	AMP_CPU_AMP static constexpr type make(X &&x, const access_place &) { return static_cast<X &&>(x); }
};
template <typename X> struct checked_as<X, true> {
	typedef checked_container<X> type;
	AMP_CPU_AMP static type make(X &&x, const access_place &place) {
		return type(static_cast<X &&>(x), place);
	}
};
template <typename X>
using checked_access = checked_as<X, std::is_class<typename std::remove_reference<X>::type>::value &&
                                         decltype(is_container_test(static_cast<typename std::remove_reference<X>::type *>(0)))::value>;

template <typename X>
AMP_ACCESSOR AMP_CPU_AMP constexpr typename checked_access<X>::type checked(X &&x, const char *container, int line,
                                                                            const char *file) {
	return checked_access<X>::make(static_cast<X &&>(x), access_place{container, file, line});
}

} // namespace details
} // namespace Concurrency

#endif
