/* The arguments of a launch: the containers in a function object, found through what ampcc or the program
 * declares about its members. Part of amp/kernel.h. */
#ifndef AMPCC_KERNEL_ARGUMENTS_H
#define AMPCC_KERNEL_ARGUMENTS_H

namespace Concurrency {
namespace details {

/* How a collector gets at the containers in a member of type X, without cv-qualifiers. Other containers
 * specialize this. */
template <typename X, typename = void> struct argument {
	template <typename Collector> AMP_CPU_AMP static void collect(Collector &, const X &, amp_access) {}
};

/* argument<> for a type; const matters for arrays only. */
template <typename X> struct argument_of : argument<typename std::remove_cv<X>::type> {};
template <typename T, int N> struct argument_of<const array<T, N>> : argument<const array<T, N>> {};

template <typename T, int N> struct argument<array_view<T, N>> {
	template <typename Collector>
	AMP_CPU_AMP static void collect(Collector &collector, const array_view<T, N> &view, amp_access access) {
		const amp_access most = std::is_const<T>::value ? AMP_ACCESS_READ : AMP_ACCESS_READ_WRITE;
		collector.add(view, sizeof(T), static_cast<amp_access>(most & access));
	}
};
template <typename T, int N> struct argument<captured_view<T, N>> : argument<array_view<T, N>> {};
template <typename T, int N> struct argument<borrowed_view<T, N>> : argument<array_view<T, N>> {};
template <typename T, int N> struct argument<array<T, N>> {
	template <typename Collector>
	AMP_CPU_AMP static void collect(Collector &collector, const array<T, N> &array, amp_access access) {
		collector.add(array, sizeof(T), access, true);
	}
};
template <typename T, int N> struct argument<const array<T, N>> {
	template <typename Collector>
	AMP_CPU_AMP static void collect(Collector &collector, const array<T, N> &array, amp_access access) {
		collector.add(array, sizeof(T), static_cast<amp_access>(AMP_ACCESS_READ & access),
		              true);
	}
};
template <typename T, int N> struct argument<array_ref<T, N>> : argument<array<T, N>> {};
template <typename T, int N> struct argument<const_array_ref<T, N>> : argument<const array<T, N>> {};

/* A pointer to an array is redirected to a copy of the array's head. */
template <typename T, int N> struct argument<array<T, N> *> {
	template <typename Collector>
	AMP_CPU_AMP static void collect(Collector &collector, const array<T, N> *pointer, amp_access access) {
		collector.set_varies();
		if (pointer)
			argument<array<T, N>>::collect(collector, *pointer, access);
	}
};
template <typename T, int N> struct argument<const array<T, N> *> {
	template <typename Collector>
	AMP_CPU_AMP static void collect(Collector &collector, const array<T, N> *pointer, amp_access access) {
		collector.set_varies();
		if (pointer)
			argument<const array<T, N>>::collect(collector, *pointer, access);
	}
};

/* Collects from several objects. */
struct argument_sequence {
	template <typename Collector, typename Sequence>
	AMP_CPU_AMP static void collect_all(Collector &collector, const Sequence &elements, std::size_t size,
	                        amp_access access) {
		for (std::size_t i = 0; i < size; i++)
			collector(elements[i], access);
	}
};
template <typename T, std::size_t Size> struct argument<T[Size]> : argument_sequence {
	template <typename Collector>
	AMP_CPU_AMP static void collect(Collector &collector, const T (&elements)[Size], amp_access access) {
		collect_all(collector, elements, Size, access);
	}
};
template <typename T, std::size_t Size>
struct argument<captured_array<T[Size]>> : argument_sequence {
	template <typename Collector>
	AMP_CPU_AMP static void collect(Collector &collector, const captured_array<T[Size]> &elements,
	                    amp_access access) {
		collect_all(collector, elements, Size, access);
	}
};
template <typename T, std::size_t Size> struct argument<std::array<T, Size>> : argument_sequence {
	template <typename Collector>
	AMP_CPU_AMP static void collect(Collector &collector, const std::array<T, Size> &elements,
	                    amp_access access) {
		/* std::array's functions are restrict(cpu) */
		collect_all(collector, reinterpret_cast<const T *>(&elements), Size, access);
	}
};

template <typename A, typename B> struct argument<std::pair<A, B>> {
	template <typename Collector>
	AMP_CPU_AMP static void collect(Collector &collector, const std::pair<A, B> &pair, amp_access access) {
		collector(pair.first, access);
		collector(pair.second, access);
	}
};

/* Arithmetic types, enumerations, the index, and views of these: ampcc's results for a template's kernel hold
 * if the template's arguments are such types. */
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

/* Returns how a template's kernel accesses a view, given the template's type arguments. */
template <typename... Types> AMP_CPU_AMP constexpr amp_access access_if(amp_access access) {
	return are_plain<Types...>::value ? access : AMP_ACCESS_READ_WRITE;
}

/* Whether a kernel may move its objects of a type as bytes and skip their destructors, as views hold no
 * reference in kernels. Other views specialize this. */
template <typename T> struct is_moved_as_bytes : std::is_trivially_destructible<T> {};
template <typename T, int N> struct is_moved_as_bytes<array_view<T, N>> : std::true_type {};
template <typename T, int N> struct is_moved_as_bytes<captured_view<T, N>> : std::true_type {};

/* A visitor for amp_visit, which ampcc gives to each class that holds containers. amp_visit calls the visitor
 * with each data member and each base, and with the access that the class has to it as a kernel, if known. An
 * object within the kernel may also be used by others, so accesses to its members are not known. */
template <typename Derived> class argument_visitor {
public:
	AMP_CPU_AMP argument_visitor() : is_kernel_(false), is_run_(false) {}

	template <typename X> AMP_CPU_AMP void operator()(X &x, amp_access access = AMP_ACCESS_READ_WRITE) {
		is_run_ = false;
		argument_of<X>::collect(static_cast<Derived &>(*this), x,
		                        is_kernel_ ? access : AMP_ACCESS_READ_WRITE);
	}
	/* An object that the kernel only calls with its own index. */
	template <typename X> AMP_CPU_AMP void run(X &x) {
		is_run_ = is_kernel_;
		argument_of<X>::collect(static_cast<Derived &>(*this), x, AMP_ACCESS_READ_WRITE);
	}
	/* Called if pointers determine which containers there are. */
	AMP_CPU_AMP void set_varies() {}
	template <typename X> AMP_CPU_AMP void visit_inside(const X &x) { visit_members(x, is_run_); }
	template <typename X> AMP_CPU_AMP void visit_members(const X &x, bool is_kernel) {
		const bool outer = is_kernel_;
		is_kernel_ = is_kernel;
		is_run_ = false;
		x.amp_visit(static_cast<Derived &>(*this));
		is_kernel_ = outer;
	}

private:
	bool is_kernel_; /* the visited object is the kernel itself */
	bool is_run_;    /* the next object is called by the kernel */
};

#if defined(AMP_ROBUST_ACCESS)
/* A visitor for amp_visit and amp_visit_inside: tells the compiler that all accesses are within bounds. */
struct inside_promise : argument_visitor<inside_promise> {
	template <typename Container>
	AMP_CPU_AMP void add(const Container &container, std::size_t = 0, amp_access = AMP_ACCESS_READ, bool = false) {
		const_cast<Container &>(container).amp_head.offset = 0;
	}
};
#endif

/* Whether head, extent and strides describe a container completely. */
template <typename Head, int N> std::true_type is_plain_view(const view_storage<Head, N> *);
std::false_type is_plain_view(const void *);

/* Collects the arguments of a launch. */
class argument_collector : public argument_visitor<argument_collector> {
public:
	argument_collector(const void *image, std::size_t size, const int *domain, unsigned rank)
	    : image_(static_cast<const char *>(image)), size_(size), domain_(domain), rank_(rank),
	      count_(0), varies_(false), many_(nullptr) {}
	argument_collector(const argument_collector &) = delete;
	~argument_collector() { delete[] many_; }

	/* Adds a container that begins with an amp_view_head and has describe(). */
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
		varies_ |= !decltype(is_plain_view(&container))::value;
		add(found);
	}
	void add(const amp_argument &found) {
		if (count_ < capacity)
			few_[count_] = found;
		else
			add_to_many(found);
		count_++;
	}

	const amp_argument *arguments() const { return count_ > capacity ? many_ : few_; }
	std::size_t count() const { return count_; }
	/* See amp_kernel.varies. */
	bool varies() const { return varies_; }
	void set_varies() { varies_ = true; }

private:
	static const std::size_t capacity = 32;

	AMP_COLD void add_to_many(const amp_argument &found) {
		if ((count_ & (count_ - 1)) == 0) { /* a power of two: the place is used up */
			amp_argument *const more = new amp_argument[2 * count_];
			std::memcpy(more, arguments(), count_ * sizeof(*more));
			delete[] many_;
			many_ = more;
		}
		many_[count_] = found;
	}

	/* AMP_ACCESS_WRITE from the compiler means that each thread writes the element at its index. These
	 * are all elements if the domain has the view's extent. */
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
	bool varies_;
	amp_argument few_[capacity];
	amp_argument *many_; /* if there are more */
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
	AMP_CPU_AMP static void collect(Collector &collector, const X &x, amp_access) {
		collector.visit_inside(x);
	}
};

/* Collects the arguments of a kernel. */
template <typename Collector, typename F>
AMP_CPU_AMP typename std::enable_if<has_visit<F>::value>::type collect_arguments(Collector &collector, const F &f) {
	collector.visit_members(f, true);
}
template <typename Collector, typename F>
AMP_CPU_AMP typename std::enable_if<!has_visit<F>::value>::type collect_arguments(Collector &collector, const F &f) {
	collector(f);
}
template <typename Collector, typename F, int N>
AMP_CPU_AMP void collect_arguments(Collector &collector, const ranked_kernel<F, N> &f) {
	collect_arguments(collector, f.kernel);
}

} // namespace details
} // namespace Concurrency

#endif
