/* Kernels on the CPU accelerator: loops over points and tiles that run a function object on host threads.
 * Part of amp/kernel.h. */
#ifndef AMPCC_CPU_KERNEL_H
#define AMPCC_CPU_KERNEL_H

namespace Concurrency {
namespace details {

/* Marks this thread as running a kernel. */
class kernel_scope {
public:
	kernel_scope() { kernel_depth()++; }
	~kernel_scope() { kernel_depth()--; }

private:
	kernel_scope(const kernel_scope &);
	kernel_scope &operator=(const kernel_scope &);
};

/* A visitor for amp_visit: tells the compiler that the containers are a kernel's, so that it knows, wherever the kernel passes
 * them, that their accesses need no checks. */
class kernel_promise : public argument_visitor<kernel_promise> {
public:
	kernel_promise(const void *image, std::size_t size) : image_(reinterpret_cast<std::uintptr_t>(image)), size_(size) {}

	/* Containers that a pointer leads to may be outside the image. */
	template <typename Container>
	void add(const Container &container, std::size_t, amp_access, bool = false) {
		if (reinterpret_cast<std::uintptr_t>(&container) - image_ < size_)
			const_cast<Container &>(container).amp_head.buffer = 0;
	}

private:
	std::uintptr_t image_;
	std::size_t size_;
};

/* A copy of an image in a local variable, so that the compiler knows that no store in the kernel changes it:
 * extents and strides of views are loaded once for all threads. */
template <typename F> class image_copy {
public:
	explicit image_copy(const void *image) {
		__builtin_memcpy(bytes_, image, sizeof bytes_);
		kernel_promise promise(bytes_, sizeof bytes_);
		collect_arguments(promise, function());
	}
	const F &function() const { return *reinterpret_cast<const F *>(bytes_); }

private:
	alignas(F) unsigned char bytes_[sizeof(F)];
};

#if defined(AMP_ROBUST_ACCESS)

/* A visitor for amp_visit: whether all containers have an element at each point of a domain. */
template <int N> class cover_check : public argument_visitor<cover_check<N>> {
public:
	explicit cover_check(const int *domain) : all(true), domain_(domain) {}

	template <typename Container>
	void add(const Container &container, std::size_t, amp_access, bool = false) {
		all = all && Container::rank == N;
		for (int d = 0; d < N && d < Container::rank; d++)
			all = all && container.extent[d] >= domain_[d];
	}

	bool all;

private:
	const int *domain_;
};

#endif

/* Bounds checks make a kernel so large that gcc would not inline it into the loop. */
#if defined(AMP_ROBUST_ACCESS)
#define AMP_FLAT __attribute__((flatten))
#else
#define AMP_FLAT
#endif

#if defined(AMP_ROBUST_ACCESS)
template <typename F> bool is_inside(const F &, const inside_domain &, std::false_type) { return false; }
template <typename F> bool is_inside(const F &f, const inside_domain &domain, std::true_type) {
	return f.amp_inside(domain);
}
#endif

/* Returns a condition that is almost always true. If it is not known at compile time, the compiler does not conclude anything
 * from it: where it is false, an index is so large that gcc 12 would write addresses of thread-local variables, relative to
 * that of the element, which do not fit into an instruction. */
__attribute__((always_inline)) inline bool is_expected(bool condition) {
	if (!__builtin_constant_p(condition))
		__asm__("" : "+r"(condition));
	return __builtin_expect(condition, true);
}

/* Some of the threads of a tile: from first to last, exclusive, in each dimension. Dimensions here are those
 * of a tile of rank 3; all threads of a tile of rank 1 are in the last one. */
struct tile_range {
	enum comparison { less, less_equal, greater, greater_equal, equal, unequal };

	int first[3], last[3];

	/* Narrows the range to the threads that compare with n as specified. */
	__attribute__((always_inline)) void limit(int dimension, comparison op, long long n) {
		if (op == less || op == less_equal || op == equal)
			last[dimension] = at_most(op == less ? n : n + 1, last[dimension]);
		if (op == greater || op == greater_equal || op == equal)
			first[dimension] = at_least(op == greater ? n + 1 : n, first[dimension]);
		if (op == unequal && n >= first[dimension] && n < last[dimension]) { /* the larger part */
			if (n - first[dimension] < last[dimension] - n)
				first[dimension] = int(n) + 1;
			else
				last[dimension] = int(n);
		}
	}
	/* Whether the values of `size` threads, which change by step, 1 or -1, from that of the first one, compare with
	 * `bound` as integers do: not if a thread's value wraps around, or the comparison converts the values to others. A
	 * value of more bits than int may have been computed from one that wraps around. */
	template <typename T, typename U>
	__attribute__((always_inline)) static bool is_exact(int size, int step, T value, U bound) {
		typedef typename std::common_type<T, U>::type common;
		typedef std::numeric_limits<T> limits;
		const long long most = (std::numeric_limits<long long>::max)() / 4;
		const long long from = static_cast<long long>(value), to = static_cast<long long>(bound);
		const long long end = from + step * (size - 1), least = end < from ? end : from;
		return is_expected(std::is_integral<T>::value && std::is_integral<U>::value && sizeof(T) <= sizeof(int) &&
		                   to <= most && to >= -most && (bound > 0) == (to > 0) && size <= 1024 &&
		                   end >= static_cast<long long>((limits::min)()) &&
		                   end <= static_cast<long long>((limits::max)()) &&
		                   (std::is_signed<common>::value || (least >= 0 && to >= 0)));
	}
	/* Narrows the range to the threads for which `value` compares with `bound` as specified; value is
	 * that of thread 0 of a dimension of `size` threads, and changes by step, 1 or -1, from thread to
	 * thread. Returns false, and changes nothing, if integer arithmetic would give another result. */
	template <typename T, typename U>
	__attribute__((always_inline)) bool narrow(int dimension, int size, comparison op, int step, T value,
	                                           U bound) {
		if (!is_exact(size, step, value, bound))
			return false;
		const long long from = static_cast<long long>(value), to = static_cast<long long>(bound);
		if (step > 0)
			limit(dimension, op, to - from);
		else
			limit(dimension, mirrored(op), from - to);
		return true;
	}
	/* narrow() for a value that grows by one from thread to thread through `rows` rows of `length` threads. Also returns
	 * false if the threads are neither whole rows nor a part of a single one. */
	template <typename T, typename U>
	__attribute__((always_inline)) bool narrow_flat(int rows, int length, comparison op, T value, U bound) {
		if (!is_exact(rows * length, 1, value, bound))
			return false;
		tile_range threads = {{0, 0, 0}, {1, 1, rows * length}}; /* as if they were a single row */
		threads.limit(2, op, static_cast<long long>(bound) - static_cast<long long>(value));
		const int begin = threads.first[2], end = threads.last[2], row = begin / length;
		const bool is_part = begin >= end || end <= (row + 1) * length;
		if (!is_part && (begin % length || end % length))
			return false;
		limit(1, greater_equal, row);
		limit(1, less, is_part ? row + 1 : end / length);
		if (is_part) {
			limit(2, greater_equal, begin - row * length);
			limit(2, less, end - row * length);
		}
		return true;
	}

	__attribute__((always_inline)) bool operator==(const tile_range &other) const {
		bool yes = true;
		for (int d = 0; d < 3; d++)
			yes = yes && first[d] == other.first[d] && last[d] == other.last[d];
		return yes;
	}
	__attribute__((always_inline)) bool is_empty() const {
		return first[0] >= last[0] || first[1] >= last[1] || first[2] >= last[2];
	}
	/* The thread of this index, if it is in the range. */
	__attribute__((always_inline)) tile_range one(int z, int y, int x) const {
		const tile_range thread = {{z, y, x}, {z + 1, y + 1, x + 1}};
		return both(thread);
	}
	/* Leaves no thread unless is_in. */
	__attribute__((always_inline)) void keep(bool is_in) { last[2] = is_in ? last[2] : first[2]; }
	/* The threads that are in another range, too. */
	__attribute__((always_inline)) tile_range both(const tile_range &other) const {
		tile_range threads = *this;
		for (int d = 0; d < 3; d++) {
			threads.first[d] = first[d] > other.first[d] ? first[d] : other.first[d];
			threads.last[d] = last[d] < other.last[d] ? last[d] : other.last[d];
		}
		return threads;
	}
	/* The threads of this range that are not in a part of it are those on its sides, from 0 to 5: in front of it and
	 * behind it in each dimension, if they are in it in the previous ones. */
	__attribute__((always_inline)) tile_range beside(const tile_range &part, int side) const {
		const bool is_empty = part.is_empty();
		tile_range threads = *this;
		for (int d = 0; d < 3; d++) {
			const int begin = is_empty ? first[d] : part.first[d];
			const int end = !is_empty ? part.last[d] : d == 2 ? first[d] : last[d];
			threads.first[d] = side == 2 * d + 1 ? end : side > 2 * d + 1 ? begin : first[d];
			threads.last[d] = side == 2 * d ? begin : side > 2 * d + 1 ? end : last[d];
		}
		return threads;
	}

private:
	static comparison mirrored(comparison op) {
		return op == less ? greater : op == less_equal ? greater_equal : op == greater ? less : op == greater_equal ? less_equal : op;
	}
	static int at_most(long long n, int most) { return n < most ? (n < 0 ? 0 : int(n)) : most; }
	static int at_least(long long n, int least) { return n > least ? (n > 1024 ? 1024 : int(n)) : least; }
};

/* What loops over a tile's threads ask about other loops. */
struct tile_steps {
	/* Returns whether for (T k = start; k < bound; k += by) is the same with long long k, for all starts
	 * from least to most and for the end that k is compared with. */
	template <typename T, typename U>
	static bool are_steps_exact(long long least, long long most, U bound, long long by) {
		typedef typename std::common_type<T, U>::type common;
		const long long end = end_of<T>(bound);
		return is_expected(std::is_integral<common>::value && (least >= 0 || std::is_signed<common>::value) &&
		                   (end >= 0 || std::is_signed<common>::value) &&
		                   end + (least < 0 ? -least : 0) <=
		                       static_cast<long long>((std::numeric_limits<T>::max)()) - (most - least) - by);
	}
	template <typename T, typename U> static long long end_of(U bound) {
		return static_cast<long long>(static_cast<typename std::common_type<T, U>::type>(bound));
	}
};

/* The threads of a tile, for the loops over them that ampcc generates. */
template <int D0, int D1, int D2> struct tile_threads : tile_steps {
	static const int rank = tile_shape<D0, D1, D2>::rank;
	static const int first_side = 6 - 2 * rank; /* of a range */
	static const int outer = rank == 3 ? D0 : 1;
	static const int middle = rank == 3 ? D1 : rank == 2 ? D0 : 1;
	static const int inner = rank == 3 ? D2 : rank == 2 ? D1 : D0;

	static const int width = inner; /* a constant for the compiler even before it inlines */

	explicit tile_threads(const int *which) : tile(which) {}

	__attribute__((always_inline)) tiled_index<D0, D1, D2> at(int z, int y, int x) const {
		const int all[] = {z, y, x};
		return make_tiled_index<D0, D1, D2>(tile, Concurrency::index<rank>(all + 3 - rank));
	}

	__attribute__((always_inline)) static tile_range all() {
		const tile_range all = {{0, 0, 0}, {outer, middle, inner}};
		return all;
	}
	/* Returns the number of threads along a dimension of the index. */
	static int size(int dimension) { return dimension == 0 ? D0 : dimension == 1 ? D1 : D2; }
	/* tile_range::narrow along a dimension of the index. */
	template <typename T, typename U>
	__attribute__((always_inline)) static bool narrow(tile_range &range, int dimension,
	                                                  tile_range::comparison op, int step, T value, U bound) {
		return range.narrow(dimension + 3 - rank, size(dimension), op, step, value, bound);
	}
	/* tile_range::narrow_flat for a value that grows by `width` along a dimension of the index, and by one along the next. */
	template <typename T, typename U, typename W>
	__attribute__((always_inline)) static bool narrow_flat(tile_range &range, int dimension, tile_range::comparison op,
	                                                       T value, U bound, W width) {
		return dimension + 3 - rank == 1 && (middle == 1 || static_cast<long long>(width) == inner) &&
		       range.narrow_flat(middle, inner, op, value, bound);
	}
	/* Finds the threads for which value % by is `rest`: from `first` on, each step-th along a dimension of the index; value grows by
	 * one from thread to thread. Returns false if integer arithmetic may give another result. */
	template <typename T, typename U, typename V>
	__attribute__((always_inline)) static bool multiples(int dimension, T value, U by, V rest, int &first, int &step) {
		const long long from = static_cast<long long>(value), n = static_cast<long long>(by), r = static_cast<long long>(rest);
		if (!is_expected(std::is_integral<T>::value && std::is_integral<U>::value && std::is_integral<V>::value &&
		                 sizeof(T) <= sizeof(int) && from >= 0 &&
		                 from + size(dimension) - 1 <= static_cast<long long>((std::numeric_limits<T>::max)()) && n > 0 &&
		                 n <= 1 << 30 && r >= 0 && r < n))
			return false;
		first = static_cast<int>((r - from % n + n) % n);
		step = static_cast<int>(n);
		return true;
	}
	/* The first thread along a dimension of a tile of rank 3, and the step to the next one, if `step` is along one of the index. */
	static int first_by(int of, int dimension, int first) { return of == dimension + 3 - rank ? first : 0; }
	static int step_by(int of, int dimension, int step) { return of == dimension + 3 - rank ? step : 1; }
	/* tile_range::limit along a dimension of the index. */
	__attribute__((always_inline)) static void limit(tile_range &range, int dimension, tile_range::comparison op,
	                                                 long long n) {
		range.limit(dimension + 3 - rank, op, n);
	}

	Concurrency::index<rank> tile;
};

/* How many points of a row are executed together; IsFull: as many as can be. */
template <bool IsFull> struct row_width : tile_steps {
	static const int first_side = 4;
	static const int outer = 1, middle = 1, inner = 64;
	static const int width = inner;

	explicit row_width(int) {}
};
template <> struct row_width<false> : tile_steps {
	static const int first_side = 4;
	static const int outer = 1, middle = 1, inner = 64;

	explicit row_width(int n) : width(n) {}
	int width;
};

/* Consecutive points of a row, for the loops over them that ampcc generates for untiled kernels with loops. */
template <int N, bool IsFull> struct row_points : row_width<IsFull> {
	row_points(const Concurrency::index<N> &from, int n) : row_width<IsFull>(n), first(from) {}

	__attribute__((always_inline)) Concurrency::index<N> at(int, int, int x) const {
		Concurrency::index<N> point = first;
		point[N - 1] += x;
		return point;
	}
	__attribute__((always_inline)) tile_range all() const {
		const tile_range all = {{0, 0, 0}, {1, 1, this->width}};
		return all;
	}
	int size(int) const { return this->width; }
	template <typename T, typename U>
	__attribute__((always_inline)) bool narrow(tile_range &range, int, tile_range::comparison op, int step, T value,
	                                           U bound) const {
		return range.narrow(2, this->width, op, step, value, bound);
	}
	__attribute__((always_inline)) static void limit(tile_range &range, int, tile_range::comparison op, long long n) {
		range.limit(2, op, n);
	}

	Concurrency::index<N> first;
};

/* Ends the points from `first` on in front of the first one for which value / by is another number; value is that of the first point,
 * and grows by one from point to point. Returns false if it is better to divide for each point, or integers might wrap around.
 * row_rest: value % by where that is true. */
inline bool row_segment(int value, int by, int first, int &end) {
	if (by < 16 || value < 0 || static_cast<long long>(value) + (end - first) > (std::numeric_limits<int>::max)())
		return false;
	const int rest = by - value % by;
	end = end - first > rest ? first + rest : end;
	return true;
}
inline int row_rest(int value, int by) { return by < 16 ? 0 : value % by; }
template <typename F, int N>
auto find_segment(const F &f, const Concurrency::index<N> &at, int &end, int) -> decltype(f.amp_segment(at, 0, end)) {
	return f.amp_segment(at, at[N - 1], end);
}
template <typename F, int N> bool find_segment(const F &, const Concurrency::index<N> &, int &, long) { return true; }

/* Whether ampcc has generated loops over a tile's threads for F itself: a class derived from one with loops
 * may have another operator(). The variables that the loops keep for this number of threads are on the stack. */
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

template <typename F, int N> struct untiled_runner {
	static void run_range(const void *image, const int *domain, std::size_t begin, std::size_t end) {
		const kernel_scope scope;
		format_check check;
		visit_members(*static_cast<const F *>(image), check, 0);
		try {
			if (check.any() && check.all())
				run_usual(image, domain, begin, end);
#if defined(AMP_ROBUST_ACCESS)
			else if (is_covered(image, domain, typename is_elementwise<F>::type()))
				run_covered(image, domain, begin, end, typename is_elementwise<F>::type());
			else if (is_inside(*static_cast<const F *>(image), inside_of(domain), typename has_inside<F>::type()))
				run_inside(image, domain, begin, end, typename has_inside<F>::type());
#endif
			else
				run(image, domain, begin, end);
		} catch (const kernel_abort &) {
		}
	}

private:
	AMP_FLAT static void run(const void *image, const int *domain, std::size_t begin, std::size_t end) {
		const image_copy<F> copy(image);
		run_rows(copy.function(), domain, begin, end);
	}
#if defined(AMP_ROBUST_ACCESS)
	static bool is_covered(const void *, const int *, std::false_type) { return false; }
	static void run_covered(const void *, const int *, std::size_t, std::size_t, std::false_type) {}
	static void run_inside(const void *, const int *, std::size_t, std::size_t, std::false_type) {}
	static inside_domain inside_of(const int *domain) {
		inside_domain inside = {};
		for (int d = 0; d < N && d < AMP_DOMAIN_RANK; d++)
			inside.extent[d] = domain[d];
		return inside;
	}
	/* The kernel accesses its containers only at its index. */
	static bool is_covered(const void *image, const int *domain, std::true_type) {
		cover_check<N> check(domain);
		collect_arguments(check, *static_cast<const F *>(image));
		return check.all;
	}
	static void run_covered(const void *image, const int *domain, std::size_t begin, std::size_t end,
	                        std::true_type) {
		const image_copy<F> copy(image);
		inside_promise promise;
		collect_arguments(promise, copy.function());
		run_rows(copy.function(), domain, begin, end);
	}
	AMP_FLAT static void run_inside(const void *image, const int *domain, std::size_t begin, std::size_t end,
	                                std::true_type) {
		const image_copy<F> copy(image);
		inside_promise promise;
		copy.function().amp_visit_inside(promise);
		run_rows(copy.function(), domain, begin, end);
	}
#endif
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
			const int first = idx[N - 1];
			const std::size_t row = static_cast<std::size_t>(domain[N - 1] - first);
			const int last = first + static_cast<int>(row < end - begin ? row : end - begin);
			run_points(f, idx, last, typename has_tile_loops<F, row_points<N, true>::inner>::type());
			begin += static_cast<std::size_t>(last - first);
			idx[N - 1] = 0;
			for (int d = N - 2; d >= 0 && ++idx[d] == domain[d]; d--)
				idx[d] = 0;
		}
	}
	__attribute__((always_inline)) static inline void run_points(const F &f, Concurrency::index<N> at, int last,
	                                                             std::false_type) {
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC ivdep
#endif
		for (int i = at[N - 1]; i < last; i++) {
			at[N - 1] = i;
			call_kernel(f, at, 0);
		}
	}
	/* Without optimization, which would not vectorize the loops over points, debuggers see each point. */
	__attribute__((always_inline)) static inline void run_points(const F &f, Concurrency::index<N> at, int last,
	                                                             std::true_type) {
#ifndef __OPTIMIZE__
		return run_points(f, at, last, std::false_type());
#endif
#ifdef AMP_TILE_FIBERS
		if (std::getenv("AMP_TILE_FIBERS"))
			return run_points(f, at, last, std::false_type());
#endif
		const int most = row_points<N, true>::inner;
		while (at[N - 1] < last) {
			int end = last;
			if (!find_segment(f, at, end, 0))
				return run_points(f, at, last, std::false_type());
			for (; end - at[N - 1] >= most; at[N - 1] += most)
				f.amp_run_tile(row_points<N, true>(at, most));
			if (at[N - 1] < end)
				f.amp_run_tile(row_points<N, false>(at, end - at[N - 1]));
			at[N - 1] = end;
		}
	}
};

/* Tells the compiler that a view is a kernel's, so that accesses to it need no checks. */
template <typename T> T &kept(T &object) { return object; }
template <typename T, int N> array_view<T, N> &kept(array_view<T, N> &view) {
	if (view.amp_head.buffer)
		__builtin_unreachable();
	return view;
}

/* A value for each thread of a tile: a parameter or the result of a function that waits, or a variable that
 * is live across a barrier. T needs no default constructor. */
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
	/* Moves a value of a type that is_moved_as_bytes; only its bytes are used from then on. */
	void move(int z, int y, int x, const T &value) { move_to(values[z][y][x], value); }

	union {
		T values[Tile::outer][Tile::middle][Tile::inner];
	};

private:
	/* For objects with destructors: which of them exist. */
	static const std::size_t flags =
	    is_moved_as_bytes<T>::value ? 0 : std::size_t(Tile::outer) * Tile::middle * Tile::inner;

	tile_values(const tile_values &);
	tile_values &operator=(const tile_values &);

	/* Elements that can be assigned do not go through memory, as their bytes would. */
	template <typename E, std::size_t N> static void move_to(E (&to)[N], const E (&from)[N]) {
		for (std::size_t i = 0; i < N; i++)
			move_to(to[i], from[i]);
	}
	template <typename E> static void move_to(E &to, const E &from) {
		move_element(to, from, std::integral_constant<bool, std::is_trivially_copyable<E>::value && !std::is_same<E, bool>::value &&
		                                                        std::is_copy_assignable<E>::value>());
	}
	template <typename E> static void move_element(E &to, const E &from, std::true_type) { to = from; }
	template <typename E> static void move_element(E &to, const E &from, std::false_type) {
		__builtin_memcpy(static_cast<void *>(&to), static_cast<const void *>(&from), sizeof(E));
	}

	void destroy(std::true_type) {}
	void destroy(std::false_type) {
		for (std::size_t i = 0; i < flags; i++)
			if (is_put_[i])
				(&values[0][0][0])[i].~T();
	}

	bool is_put_[flags ? flags : 1];
};

/* Precedes the body of a loop over the threads of amp_tile, or over those of a tile_range. */
#define AMP_TILE_LOOPS                                                                       \
	for (int amp_z = 0; amp_z < amp_tile_t::outer; amp_z++)                                  \
		for (int amp_y = 0; amp_y < amp_tile_t::middle; amp_y++)                             \
			AMP_INDEPENDENT for (int amp_x = 0; amp_x < amp_tile.width; amp_x++)
#define AMP_TILE_LOOPS_IN(range)                                                             \
	for (int amp_z = range.first[0]; amp_z < range.last[0]; amp_z++)                         \
		for (int amp_y = range.first[1]; amp_y < range.last[1]; amp_y++)                     \
			AMP_INDEPENDENT for (int amp_x = range.first[2]; amp_x < range.last[2]; amp_x++)
/* Precedes the body of a loop over each step-th thread along a dimension of the index. */
#define AMP_TILE_LOOPS_BY(dimension, first, step)                                            \
	for (int amp_z = amp_tile.first_by(0, dimension, first); amp_z < amp_tile_t::outer; amp_z += amp_tile.step_by(0, dimension, step)) \
		for (int amp_y = amp_tile.first_by(1, dimension, first); amp_y < amp_tile_t::middle; amp_y += amp_tile.step_by(1, dimension, step)) \
			AMP_INDEPENDENT for (int amp_x = amp_tile.first_by(2, dimension, first); amp_x < amp_tile.width; amp_x += amp_tile.step_by(2, dimension, step))
/* Precedes what is done for the threads on each side of a part of a range. */
#define AMP_TILE_SIDES for (int amp_side = amp_tile_t::first_side; amp_side < 6; amp_side++)
#define AMP_TILE_EDGES for (int amp_side = 4; amp_side < 6; amp_side++) /* the part differs in the last dimension only */
#define AMP_TILE_BESIDE(range, part) (range).beside(part, amp_side)
/* Precedes what is done once if ranges are exact, otherwise for each thread in turn, as the range of which it becomes;
 * AMP_TILE_SINGLE: other ranges do if a condition is true. */
#define AMP_TILE_TURNS(is_exact)                                                             \
	for (int amp_turn = 0, amp_turns = is_exact ? 1 : amp_tile_t::outer * amp_tile_t::middle * amp_tile.width; amp_turn < amp_turns; amp_turn++)
#define AMP_TILE_TURN(range, around)                                                         \
	const int amp_x = amp_turn % amp_tile.width, amp_y = amp_turn / amp_tile.width % amp_tile_t::middle, \
	          amp_z = amp_turn / amp_tile.width / amp_tile_t::middle;                        \
	range = (around).one(amp_z, amp_y, amp_x)
#define AMP_TILE_SINGLE(range, ...) (range = amp_range_0).keep(__VA_ARGS__)
/* Leaves no thread in a range unless a condition of the tile is true. */
#define AMP_TILE_WHERE(range, ...) ((range).keep(__VA_ARGS__), true)
#define AMP_TILE_IS_WHOLE(range) (range == amp_tile.all())
#define AMP_TILE_IS_EMPTY(range) (range).is_empty()
#define AMP_TILE_BOTH(range, other) (range).both(other)
/* Behind an array's name: declares an element for each thread; selects this thread's element. */
#define AMP_TILE_ARRAY [amp_tile_t::outer][amp_tile_t::middle][amp_tile_t::inner]
#define AMP_TILE_THREAD [amp_z][amp_y][amp_x]
#define AMP_TILE_RANGE Concurrency::details::tile_range
#define AMP_TILE_ALL amp_tile.all()
#define AMP_TILE_SIZE(dimension) amp_tile.size(dimension)
#define AMP_TILE_NARROW(range, dimension, comparison, value, bound)                          \
	amp_tile.narrow(range, dimension, Concurrency::details::tile_range::comparison, 1, value, bound)
#define AMP_TILE_NARROW_FALLING(range, dimension, comparison, value, bound)                  \
	amp_tile.narrow(range, dimension, Concurrency::details::tile_range::comparison, -1, value, bound)
#define AMP_TILE_NARROW_FLAT(range, dimension, comparison, value, bound, width)                \
	amp_tile.narrow_flat(range, dimension, Concurrency::details::tile_range::comparison, value, bound, width)
#define AMP_TILE_MULTIPLES(dimension, value, by, rest, first, step) amp_tile.multiples(dimension, value, by, rest, first, step)
#define AMP_TILE_LIMIT(range, dimension, comparison, n)                                      \
	amp_tile.limit(range, dimension, Concurrency::details::tile_range::comparison, n)
/* For a loop with a variable of type T. */
#define AMP_TILE_END_OF(T, bound) amp_tile.template end_of<T>(bound)
#define AMP_TILE_ARE_STEPS_EXACT(T, least, most, bound, by)                                  \
	amp_tile.template are_steps_exact<T>(least, most, bound, by)
/* A condition's value for the tile; answers: 1 for each thread for which it is true, 2 for the others, or-ed. */
#define AMP_TILE_AGREED(answers) Concurrency::details::amp_tile_agreed(answers)
/* Sets the result of this thread. */
#define AMP_TILE_RETURN(...) amp_result.put(amp_z, amp_y, amp_x, __VA_ARGS__)
#if defined(__GNUC__) && !defined(__clang__)
#define AMP_INDEPENDENT _Pragma("GCC ivdep")
/* Precedes a short loop of constant length in a loop over threads. By itself, gcc unrolls only loops of up to 16 steps;
 * a square tile has up to 32 threads in a row. */
#define AMP_TILE_UNROLL _Pragma("GCC unroll 32")
#else
#define AMP_INDEPENDENT
#define AMP_TILE_UNROLL
#endif
/* Qualifies `this` in these functions. Older clangs then treat members of *this as restrict-qualified
 * objects, on which other member functions cannot be called. */
#if defined(__clang__) && __clang_major__ < 19
#define AMP_TILE_RESTRICT
#else
#define AMP_TILE_RESTRICT __restrict__
#endif
/* Encloses such functions: they repeat the kernel's code, about which the compiler has warned already. */
#define AMP_TILE_LOOPS_BEGIN                                                                 \
	_Pragma("GCC diagnostic push") AMP_IGNORED("-Wunused-variable") \
	AMP_IGNORED("-Wunused-parameter") AMP_IGNORED("-Wunused-but-set-variable") \
	AMP_IGNORED("-Wunused-value") AMP_IGNORED("-Wmisleading-indentation") AMP_IGNORED("-Wshadow") \
	AMP_IGNORED("-Wuninitialized") AMP_IGNORED("-Wsign-compare") AMP_IGNORED("-Wconversion") \
	AMP_IGNORED("-Wsign-conversion") AMP_IGNORED("-Wfloat-conversion") AMP_IGNORED_BY_GCC
#define AMP_TILE_LOOPS_END _Pragma("GCC diagnostic pop")
/* Encloses a constant that both the struct and the body declare. */
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

template <typename F, int D0, int D1, int D2> struct tiled_runner {
	static void run_tile(const void *image, amp_cpu_tile *t) {
		const kernel_scope scope;
		try {
#ifdef AMP_TILE_FIBERS /* the developers' tests: leaves the loops out */
			if (std::getenv("AMP_TILE_FIBERS"))
				return run(image, t, std::false_type());
#endif
			run(image, t, typename has_tile_loops<F, tile_shape<D0, D1, D2>::size>::type());
		} catch (const kernel_abort &) {
			t->next = t->size;
		}
	}

private:
	static void run(const void *image, amp_cpu_tile *t, std::true_type) {
		t->next = t->size;
#if defined(AMP_ROBUST_ACCESS)
		if (is_inside(*static_cast<const F *>(image), inside_of(t), typename has_inside<F>::type()))
			return run_loops_inside(image, t, typename has_inside<F>::type());
#endif
		run_loops(image, t);
	}
	static void run_loops(const void *image, const amp_cpu_tile *t) {
		tile_threads<D0, D1, D2> threads(t->tile);
		const image_copy<F> copy(image);
		copy.function().amp_run_tile(threads);
	}
#if defined(AMP_ROBUST_ACCESS)
	static void run_loops_inside(const void *, const amp_cpu_tile *, std::false_type) {}
	__attribute__((flatten)) static void run_loops_inside(const void *image, const amp_cpu_tile *t, std::true_type) {
		tile_threads<D0, D1, D2> threads(t->tile);
		const image_copy<F> copy(image);
		inside_promise promise;
		copy.function().amp_visit_inside(promise);
		copy.function().amp_run_tile(threads);
	}
	/* A domain in which this tile is the last one. */
	static inside_domain inside_of(const amp_cpu_tile *t) {
		const int tile[] = {D0, D1, D2};
		inside_domain inside;
		for (int d = 0; d < AMP_DOMAIN_RANK; d++) {
			inside.tile[d] = tile[d];
			inside.tiles[d] = t->tile[d] + 1LL;
			inside.extent[d] = inside.tiles[d] * tile[d];
		}
		return inside;
	}
#endif
	static void run(const void *image, amp_cpu_tile *t, std::false_type) {
		typedef tile_shape<D0, D1, D2> shape;
		const int dimensions[] = {D0, D1, D2};
		const Concurrency::index<shape::rank> tile(t->tile);
		while (t->next < t->size) {
			const unsigned i = t->next++;
			if (i >= shape::size) /* prevents warnings of gcc 13 about indices that no thread has */
				__builtin_unreachable();
			call_kernel(*static_cast<const F *>(image),
			            make_tiled_index<D0, D1, D2>(tile, unflatten<shape::rank>(i, dimensions)),
			            0);
		}
	}
};

} // namespace details
} // namespace Concurrency

#endif
