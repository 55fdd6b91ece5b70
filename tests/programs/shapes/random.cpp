// Random operations on views, arrays and copies, on all accelerators, against a
// model that only knows values.
//
//   random [SEED [OPERATIONS [all|one|separate|faults [THREADS]]]]
//
// all: every accelerator, mixed; one: only the default one; separate: all, and the CPU accelerator has memory of its own. faults, on the mock
// driver of tests/runtime: each of its calls fails in turn; an operation that
// fails throws what it must and has done nothing, or may be done again.
//
// options: -pthread -ldl -rdynamic
// also: mock_launch.cc
#include "../check.h"
#include <amp.h>
#include <amp/runtime.h>
#include <dlfcn.h>
#include <list>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>
using namespace concurrency;

static bool faults, is_mock;
static int thrown; // exceptions, with faults
static void (*mock_fail)(const char *, unsigned, int);
static unsigned (*mock_live)(), (*mock_calls)();

// ---- The model -------------------------------------------------------------

// Memory that views are over: the program's (host), or an array's own.
struct memory {
	std::vector<int> value;
	std::vector<char> defined;    // false: indeterminate
	int *host = nullptr;
	std::vector<int> owned;       // host is this
	struct range { int begin, end; bool is_const; };
	std::list<range> roots;       // what live views were made over
};

static std::shared_ptr<memory> new_memory(int size, bool is_program)
{
	std::shared_ptr<memory> m = std::make_shared<memory>();
	m->value.resize(static_cast<std::size_t>(size));
	m->defined.assign(m->value.size(), is_program);
	if (is_program) {
		for (int i = 0; i < size; i++)
			m->value[static_cast<std::size_t>(i)] = 1000 + i;
		m->owned = m->value;
		m->host = m->owned.data();
	}
	return m;
}

// A range of the program's memory while views that were made over it live.
struct root {
	std::shared_ptr<memory> of;
	std::list<memory::range>::iterator place;
};

template <template <int> class Of>
using of_ranks = std::tuple<std::unique_ptr<Of<1>>, std::unique_ptr<Of<2>>, std::unique_ptr<Of<3>>,
                            std::unique_ptr<Of<4>>>;
template <int N> using view_of = array_view<int, N>;
template <int N> using const_view_of = array_view<const int, N>;
template <int N> using array_of = array<int, N>;

// One array_view or array; cells are its elements in row-major order, as places
// in the memory.
struct handle {
	std::shared_ptr<memory> of;
	std::shared_ptr<root> base;   // of views over the program's memory
	int rank = 0;
	std::vector<int> shape, cells;
	of_ranks<view_of> view;       // one of the three has it
	of_ranks<const_view_of> const_view;
	of_ranks<array_of> whole;
	bool is_const = false, is_array = false;

	bool is_writable() const { return !is_const; }
	int size() const { return static_cast<int>(cells.size()); }
	int &value(int i) const { return of->value[cells[i]]; }
	char &defined(int i) const { return of->defined[cells[i]]; }
	void set(int i, int value) const
	{
		of->value[cells[i]] = value;
		of->defined[cells[i]] = true;
	}
};

template <int N> static extent<N> extent_of(const std::vector<int> &shape)
{
	return extent<N>(shape.data());
}

static int mixed(int x, int factor, int add) restrict(cpu, amp)
{
	return static_cast<int>(static_cast<unsigned>(x) * static_cast<unsigned>(factor) +
	                        static_cast<unsigned>(add));
}

template <int N> static int linear(const index<N> &i, const extent<N> &e) restrict(cpu, amp)
{
	int at = 0;
	for (int d = 0; d < N; d++)
		at = at * e[d] + i[d];
	return at;
}

// ---- Kernels ---------------------------------------------------------------

template <int N>
static void kernel_in_place(const accelerator_view &av, const array_view<int, N> &v,
                            const extent<N> &domain, int add)
{
	parallel_for_each(av, domain, [=](index<N> i) restrict(amp) { v[i] = mixed(v[i], 3, add); });
}

template <int N>
static void kernel_fill(const accelerator_view &av, const array_view<int, N> &v,
                        const extent<N> &domain, int add)
{
	parallel_for_each(av, domain, [=](index<N> i) restrict(amp) {
		v[i] = mixed(linear(i, domain), 7, add);
	});
}

template <int N>
static void kernel_map(const accelerator_view &av, const array_view<int, N> &to,
                       const array_view<const int, N> &from, const extent<N> &domain, int add)
{
	parallel_for_each(av, domain, [=](index<N> i) restrict(amp) { to[i] = mixed(from[i], 5, add); });
}

template <int N>
static void kernel_array(array<int, N> &a, const array_view<const int, N> &from, int add)
{
	parallel_for_each(a.extent, [=, &a](index<N> i) restrict(amp) {
		a[i] = mixed(mixed(a[i], 3, add), 1, from[i]);
	});
}

template <int N>
static void kernel_from_array(const accelerator_view &av, const array<int, N> &a,
                              const array_view<int, N> &to, int add)
{
	parallel_for_each(av, a.extent, [=, &a](index<N> i) restrict(amp) {
		to[i] = mixed(a[i], 9, add);
	});
}

struct two_ints {
	int low, high;
};

static void kernel_swap(const accelerator_view &av, const array_view<two_ints, 1> &v)
{
	parallel_for_each(av, v.extent, [=](index<1> i) restrict(amp) {
		int low = v[i].low;
		v[i].low = v[i].high;
		v[i].high = low;
	});
}

static const int TILE = 16;

// Reverses each whole tile.
static void kernel_reverse(const accelerator_view &av, const array_view<int, 1> &v)
{
	parallel_for_each(av, v.extent.tile<TILE>().truncate(), [=](tiled_index<TILE> t) restrict(amp) {
		tile_static int part[TILE];
		part[t.local[0]] = v[t.global];
		t.barrier.wait();
		v[t.global] = part[TILE - 1 - t.local[0]];
	});
}

// One thread a row, through projections and sections.
static void kernel_rows(const accelerator_view &av, const array_view<int, 2> &v, int add)
{
	parallel_for_each(av, extent<1>(v.extent[0]), [=](index<1> i) restrict(amp) {
		array_view<int, 1> row = v[i[0]];
		array_view<int, 2> again = v.section(index<2>(i[0], 0), extent<2>(1, v.extent[1]));
		for (int k = 0; k < v.extent[1]; k++)
			row[k] = mixed(again(0, k), 11, add);
	});
}

static void kernel_sum(const accelerator_view &av, const array_view<const int, 1> &from,
                       const array_view<int, 1> &sum)
{
	parallel_for_each(av, from.extent, [=](index<1> i) restrict(amp) {
		atomic_fetch_add(&sum[0], from[i]);
	});
}

// What a kernel reads, writes, and writes wholly is found at compile time: each of these has another form of it.
// `to` is of n elements, and from, which is not to or the same elements in the same order, of at least as many.

struct two_views {
	array_view<int, 1> to;
	array_view<const int, 1> from;
	int add;

	int &element(index<1> i) const restrict(amp) { return to[i]; }
	int twice(index<1> i) const restrict(amp) { return mixed(from[i], 2, add); }
};

static void put(const array_view<int, 1> &to, index<1> i, int value) restrict(amp)
{
	to[i] = value;
}

static void kernel_form(int form, const accelerator_view &av, const array_view<int, 1> &to,
                        const array_view<const int, 1> &from, int add)
{
	const int n = to.extent[0];

	switch (form) {
	case 0: // some elements
		parallel_for_each(av, to.extent, [=](index<1> i) restrict(amp) {
			if (i[0] % 3 == 0)
				to[i] = add + i[0];
		});
		break;
	case 1: // in a larger domain
		parallel_for_each(av, extent<1>(n + 5), [=](index<1> i) restrict(amp) {
			if (to.extent.contains(i))
				to[i] = add + i[0];
		});
		break;
	case 2: // members of a captured object, in its functions
	{
		const two_views views = {to, from, add};
		parallel_for_each(av, to.extent, [=](index<1> i) restrict(amp) {
			views.element(i) = views.twice(i);
		});
		break;
	}
	case 3: // all but the first and the last element, through a section
		if (n < 3)
			break;
		parallel_for_each(av, extent<1>(n - 2), [=](index<1> i) restrict(amp) {
			const array_view<int, 1> inner = to.section(index<1>(1), extent<1>(to.extent[0] - 2));
			inner[i] = mixed(inner[i], 3, add);
		});
		break;
	case 4: // written before it is read, in some threads
		parallel_for_each(av, to.extent, [=](index<1> i) restrict(amp) {
			if (i[0] % 2)
				to[i] = add;
			to[i] = mixed(to[i], 1, 1);
		});
		break;
	case 5: // returns early
		parallel_for_each(av, to.extent, [=](index<1> i) restrict(amp) {
			if (from[i] % 2 == 0)
				return;
			put(to, i, add);
		});
		break;
	case 6: // one thread for all elements
		parallel_for_each(av, extent<1>(1), [=](index<1>) restrict(amp) {
			for (int k = 0; k < to.extent[0]; k++)
				to[k] = add + k;
		});
		break;
	case 7: // one thread for all but the last
		parallel_for_each(av, extent<1>(1), [=](index<1>) restrict(amp) {
			int *element = &to[0];
			for (int k = 0; k + 1 < to.extent[0]; k++)
				*element++ = add + k;
		});
		break;
	case 8: // whole tiles
		parallel_for_each(av, to.extent.tile<TILE>().pad(), [=](tiled_index<TILE> t) restrict(amp) {
			tile_static int part[TILE];
			part[t.local[0]] = add + t.local[0];
			t.barrier.wait();
			if (t.global[0] < to.extent[0])
				to[t.global] = part[t.local[0]] + t.tile[0];
		});
		break;
	case 9: // as other elements
		parallel_for_each(av, to.extent, [=](index<1> i) restrict(amp) {
			const array_view<unsigned, 1> bits = to.reinterpret_as<unsigned>();
			bits[i] ^= static_cast<unsigned>(add);
		});
		break;
	case 10: // backwards
		parallel_for_each(av, to.extent, [=](index<1> i) restrict(amp) {
			to[to.extent[0] - 1 - i[0]] = add + i[0];
		});
		break;
	case 11: // written and read twice
		parallel_for_each(av, to.extent, [=](index<1> i) restrict(amp) {
			const array_view<int, 1> again = to;
			to[i] = from[i];
			again[i] = mixed(again[i], 5, add);
		});
		break;
	default: // an element is chosen
		parallel_for_each(av, to.extent, [=](index<1> i) restrict(amp) {
			int unused = 0;
			(i[0] < add % 50 ? to[i] : unused) = add;
		});
	}
}

static const int FORMS = 13;

// What kernel_form makes of an element.
static int changed(int form, int i, int n, int old, int from, int add, bool *reads_old, bool *reads_from)
{
	*reads_old = *reads_from = false;
	switch (form) {
	case 0:
		*reads_old = i % 3 != 0;
		return *reads_old ? old : add + i;
	case 1:
	case 6:
		return add + i;
	case 2:
		*reads_from = true;
		return mixed(from, 2, add);
	case 3:
		*reads_old = true;
		return i == 0 || i >= n - 1 ? old : mixed(old, 3, add);
	case 4:
		*reads_old = i % 2 == 0;
		return mixed(*reads_old ? old : add, 1, 1);
	case 5:
		*reads_old = *reads_from = true;
		return from % 2 == 0 ? old : add;
	case 7:
		*reads_old = i == n - 1;
		return *reads_old ? old : add + i;
	case 8:
		return add + i % TILE + i / TILE;
	case 9:
		*reads_old = true;
		return static_cast<int>(static_cast<unsigned>(old) ^ static_cast<unsigned>(add));
	case 10:
		return add + n - 1 - i;
	case 11:
		*reads_from = true;
		return mixed(from, 5, add);
	default:
		*reads_old = i >= add % 50;
		return *reads_old ? old : add;
	}
}

// ---- The test --------------------------------------------------------------

// What threads have in common: views of the program's memory and of an array, of
// which each has a part, and one that all of them read.
struct commons {
	commons(int size)
	    : memory_of_host(new_memory(size, true)), memory_of_array(new_memory(size, true)),
	      memory_of_constant(new_memory(100, true)), elements(size, memory_of_array->value.begin()),
	      host(size, memory_of_host->host), resident(elements),
	      constant(100, memory_of_constant->host)
	{
	}

	std::shared_ptr<memory> memory_of_host, memory_of_array, memory_of_constant;
	array<int, 1> elements;
	array_view<int, 1> host, resident;
	array_view<const int, 1> constant;
};

class world {
public:
	world(unsigned seed, bool all, std::shared_ptr<commons> shared = nullptr, int low = 0,
	      int high = 0)
	    : random_(seed), shared_(shared), low_(low), high_(high)
	{
		if (all) {
			for (const accelerator &a : accelerator::get_all()) {
				if (a.device_path == accelerator::cpu_accelerator)
					continue;
				use(a);
			}
		} else {
			use(accelerator());
		}
	}

	void run(int operations)
	{
		for (int i = 0; i < operations; i++)
			step();
		while (!handles_.empty())
			drop(below(count()));
		for (const completion_future &f : pending_)
			attempt([&] { f.get(); });
		pending_.clear();
		for (const accelerator_view &av : views_)
			attempt([&] { av.wait(); });
	}

private:
	typedef std::shared_ptr<handle> handle_ptr;

	void use(const accelerator &a)
	{
		views_.push_back(a.default_view);
		attempt([&] { views_.push_back(a.create_view(queuing_mode_immediate)); });
	}

	// ---- Choices

	int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
	bool once_in(int n) { return below(n) == 0; }
	int number() { return static_cast<int>(random_() & 0xfffff); }
	int count() const { return static_cast<int>(handles_.size()); }
	const accelerator_view &any_view() { return views_[below(static_cast<int>(views_.size()))]; }

	handle_ptr any(bool writable, int rank = 0)
	{
		for (int tries = 0; tries < 20 && count(); tries++) {
			handle_ptr h = handles_[below(count())];
			if ((!writable || h->is_writable()) && (!rank || h->rank == rank))
				return h;
		}
		return nullptr;
	}

	// With injected failures an operation may throw once; the next attempt has
	// all it needs. Anything else that is thrown is an error.
	template <typename F> void attempt(F &&f)
	{
		if (!faults) {
			f();
			return;
		}
		try {
			f();
		} catch (const out_of_memory &e) {
			thrown++;
			CHECK(e.get_error_code() == E_OUTOFMEMORY && *e.what());
			f();
		} catch (const runtime_exception &e) {
			thrown++;
			CHECK(e.get_error_code() == E_FAIL && *e.what());
			f();
		}
	}

	// ---- The rank as a constant

	template <typename F> static void with_rank(int rank, F &&f)
	{
		switch (rank) {
		case 1: f(std::integral_constant<int, 1>()); break;
		case 2: f(std::integral_constant<int, 2>()); break;
		case 3: f(std::integral_constant<int, 3>()); break;
		default: f(std::integral_constant<int, 4>());
		}
	}

	// A writable view of anything writable, and one to read of anything.
	template <int N> static array_view<int, N> writable(const handle &h)
	{
		if (h.is_array)
			return array_view<int, N>(*std::get<N - 1>(h.whole));
		return *std::get<N - 1>(h.view);
	}
	template <int N> static array_view<const int, N> readable(const handle &h)
	{
		if (h.is_array)
			return array_view<const int, N>(*std::get<N - 1>(h.whole));
		if (h.is_const)
			return *std::get<N - 1>(h.const_view);
		return *std::get<N - 1>(h.view);
	}

	// ---- Making and destroying

	std::vector<int> any_shape(int rank, int most)
	{
		std::vector<int> shape(rank, 1);
		for (int d = rank - 1; d >= 0 && most > 1; d--) {
			shape[d] = 1 + std::max(below(d ? std::min(most, 12) : most), below(d ? std::min(most, 12) : most));
			most /= shape[d];
		}
		return shape;
	}

	static int product(const std::vector<int> &shape)
	{
		int n = 1;
		for (int e : shape)
			n *= e;
		return n;
	}

	handle_ptr add(handle_ptr h)
	{
		handles_.push_back(h);
		return h;
	}

	handle_ptr new_handle(std::shared_ptr<memory> of, const std::vector<int> &shape, int first = 0)
	{
		handle_ptr h = std::make_shared<handle>();
		h->of = of;
		h->shape = shape;
		h->rank = static_cast<int>(shape.size());
		for (int i = 0; i < product(shape); i++)
			h->cells.push_back(first + i);
		return h;
	}

	void make_view()
	{
		std::shared_ptr<memory> m;
		int low = 0, high = 0;
		if (shared_ && once_in(3)) {
			make_common();
			return;
		}
		if (shared_ && once_in(2)) {
			m = shared_->memory_of_host;
			low = low_;
			high = high_;
		} else {
			if (memories_.size() < 3)
				memories_.push_back(new_memory(1 + std::max(below(800), below(800)), true));
			m = memories_[below(static_cast<int>(memories_.size()))];
			high = static_cast<int>(m->value.size());
		}
		std::vector<int> shape = any_shape(1 + below(4), high - low);
		int size = product(shape), first = low + below(high - low - size + 1);
		handle_ptr h = new_handle(m, shape, first);
		h->is_const = once_in(4);
		with_rank(h->rank, [&](auto rank) {
			constexpr int N = decltype(rank)::value;
			attempt([&] {
				if (h->is_const)
					std::get<N - 1>(h->const_view)
						.reset(new array_view<const int, N>(extent_of<N>(shape), m->host + first));
				else
					std::get<N - 1>(h->view).reset(
						new array_view<int, N>(extent_of<N>(shape), m->host + first));
			});
		});
		h->base = std::make_shared<root>();
		h->base->of = m;
		if (!is_shared(m))
			h->base->place = m->roots.insert(m->roots.end(), {first, first + size, h->is_const});
		add(h);
	}

	bool is_shared(const std::shared_ptr<memory> &m) const
	{
		return shared_ && m == shared_->memory_of_host;
	}

	// A part of what other threads have parts of; what is read they share.
	void make_common()
	{
		int size = 1 + below(high_ - low_), first = low_ + below(high_ - low_ - size + 1);
		handle_ptr h;
		switch (below(3)) {
		case 0:
			h = new_handle(shared_->memory_of_host, {size}, first);
			std::get<0>(h->view).reset(new array_view<int, 1>(shared_->host.section(first, size)));
			break;
		case 1:
			h = new_handle(shared_->memory_of_array, {size}, first);
			std::get<0>(h->view).reset(
				new array_view<int, 1>(shared_->resident.section(first, size)));
			break;
		default:
			h = new_handle(shared_->memory_of_constant, {100}, 0);
			h->is_const = true;
			std::get<0>(h->const_view).reset(new array_view<const int, 1>(shared_->constant));
		}
		add(h);
	}

	void make_array()
	{
		std::vector<int> shape = any_shape(1 + below(4), 1 + std::max(below(800), below(800)));
		handle_ptr h = new_handle(new_memory(product(shape), false), shape);
		h->is_array = true;
		std::vector<int> from;
		bool has_source = once_in(2);
		if (has_source) {
			for (int i = 0; i < h->size(); i++)
				from.push_back(number());
		}
		int where = below(3);
		accelerator_view av = any_view();
		accelerator_view cpu = accelerator(accelerator::cpu_accelerator).default_view;
		with_rank(h->rank, [&](auto rank) {
			constexpr int N = decltype(rank)::value;
			extent<N> e = extent_of<N>(shape);
			auto &whole = std::get<N - 1>(h->whole);
			attempt([&] {
				if (has_source && where == 0)
					whole.reset(new array<int, N>(e, from.begin(), from.end()));
				else if (has_source && where == 1)
					whole.reset(new array<int, N>(e, from.begin(), av));
				else if (has_source)
					whole.reset(new array<int, N>(e, from.begin(), from.end(), cpu, av));
				else if (where == 0)
					whole.reset(new array<int, N>(e));
				else if (where == 1)
					whole.reset(new array<int, N>(e, av));
				else
					whole.reset(new array<int, N>(e, cpu, av));
			});
		});
		for (int i = 0; has_source && i < h->size(); i++)
			h->set(i, from[i]);
		add(h);
	}

	void make_without_source()
	{
		std::vector<int> shape = any_shape(1 + below(4), 1 + std::max(below(800), below(800)));
		handle_ptr h = new_handle(new_memory(product(shape), false), shape);
		with_rank(h->rank, [&](auto rank) {
			constexpr int N = decltype(rank)::value;
			attempt([&] {
				std::get<N - 1>(h->view).reset(new array_view<int, N>(extent_of<N>(shape)));
			});
		});
		add(h);
	}

	// An array from an array or a view: a copy or a move.
	void make_copy()
	{
		handle_ptr from = any(false);
		if (!from)
			return;
		handle_ptr h = new_handle(new_memory(from->size(), false), from->shape);
		h->is_array = true;
		accelerator_view av = any_view();
		int how = below(3);
		with_rank(h->rank, [&](auto rank) {
			constexpr int N = decltype(rank)::value;
			auto &whole = std::get<N - 1>(h->whole);
			auto &source = std::get<N - 1>(from->whole);
			attempt([&] {
				if (from->is_array && how == 0)
					whole.reset(new array<int, N>(*source));
				else if (from->is_array && how == 1) {
					array<int, N> other(source->extent);
					other = *source;
					whole.reset(new array<int, N>(std::move(other)));
				} else
					whole.reset(new array<int, N>(readable<N>(*from), av));
			});
		});
		for (int i = 0; i < h->size(); i++) {
			h->value(i) = from->value(i);
			h->defined(i) = from->defined(i);
		}
		add(h);
	}

	// Part of another, or the whole in another form.
	void derive()
	{
		handle_ptr from = any(false);
		if (!from || count() > 24)
			return;
		handle_ptr h = std::make_shared<handle>();
		h->of = from->of;
		h->base = from->base;
		h->rank = from->rank;
		h->is_const = from->is_const || once_in(5);
		int how = below(4);
		with_rank(from->rank, [&](auto rank) {
			constexpr int N = decltype(rank)::value;
			if (how == 0 && N > 1) {
				this->project<N>(*from, *h);
			} else if (how == 1 && (N == 1 || from->is_array)) {
				this->reshape<N>(*from, *h);
			} else if (how == 2) {
				h->shape = from->shape;
				h->cells = from->cells;
				this->set<N>(*h, readable<N>(*from), *from, [](auto v) { return v; });
			} else {
				this->section<N>(*from, *h);
			}
		});
		add(h);
	}

	// h gets what derive gives for a view of from.
	template <int K, int N, typename F>
	static void set(handle &h, const array_view<const int, N> &, const handle &from, F derive)
	{
		if (h.is_const)
			std::get<K - 1>(h.const_view)
				.reset(new array_view<const int, K>(derive(readable<N>(from))));
		else
			std::get<K - 1>(h.view).reset(new array_view<int, K>(derive(writable<N>(from))));
	}

	template <int N> void project(const handle &from, handle &h)
	{
		int i = below(from.shape[0]);
		h.rank = N - 1;
		h.shape.assign(from.shape.begin() + 1, from.shape.end());
		int size = product(h.shape);
		h.cells.assign(from.cells.begin() + i * size, from.cells.begin() + (i + 1) * size);
		bool round = once_in(2);
		constexpr int K = N > 1 ? N - 1 : 1;
		set<K>(h, readable<N>(from), from, [=](auto v) { return projected<K>(v, i, round, 0); });
	}
	template <int K, typename V>
	static auto projected(const V &v, int i, bool round, int) ->
		typename std::enable_if<(V::rank > 1), array_view<typename V::value_type, K>>::type
	{
		return round ? v(i) : v[i];
	}
	template <int K, typename V> static V projected(const V &v, int, bool, long) { return v; }

	template <int N> void section(const handle &from, handle &h)
	{
		index<N> origin;
		extent<N> part;
		int how = below(3);
		for (int d = 0; d < N; d++) {
			origin[d] = how == 2 ? 0 : below(from.shape[d]);
			part[d] = how == 1 ? from.shape[d] - origin[d] : 1 + below(from.shape[d] - origin[d]);
			h.shape.push_back(part[d]);
		}
		extent<N> whole = extent_of<N>(from.shape);
		for (int i = 0; i < from.size(); i++) {
			index<N> at;
			for (int d = N - 1, rest = i; d >= 0; rest /= whole[d--])
				at[d] = rest % whole[d];
			if (part.contains(at - origin))
				h.cells.push_back(from.cells[i]);
		}
		set<N>(h, readable<N>(from), from, [=](auto v) {
			return how == 0 ? v.section(origin, part) : how == 1 ? v.section(origin)
			                                                     : v.section(part);
		});
	}

	// Only of rank 1, but for arrays.
	template <int N> void reshape(const handle &from, handle &h)
	{
		h.rank = 1 + below(3);
		h.shape = any_shape(h.rank, from.size());
		h.cells.assign(from.cells.begin(), from.cells.begin() + product(h.shape));
		with_rank(h.rank, [&](auto rank) {
			constexpr int K = decltype(rank)::value;
			extent<K> e = extent_of<K>(h.shape);
			if (from.is_array) {
				array<int, N> &a = *std::get<N - 1>(from.whole);
				const array<int, N> &b = a;
				if (h.is_const)
					std::get<K - 1>(h.const_view)
						.reset(new array_view<const int, K>(b.template view_as<K>(e)));
				else
					std::get<K - 1>(h.view).reset(
						new array_view<int, K>(a.template view_as<K>(e)));
				return;
			}
			set<K>(h, readable<1>(from), from, [=](auto v) {
				return v.template reinterpret_as<float>().template reinterpret_as<int>()
					.template view_as<K>(e);
			});
		});
	}

	void drop(int i)
	{
		handle_ptr h = handles_[i];
		handles_.erase(handles_.begin() + i);
		/* A destructor cannot say that it failed. */
		if (faults && !h->is_array)
			synchronize(*h);
		std::shared_ptr<root> base = h->base;
		std::shared_ptr<memory> of = h->of;
		h.reset(); /* the views go first */
		release(base, of);
	}

	// A view of base, which is over the program's memory of, is there no more; perhaps there are others of it.
	void release(const std::shared_ptr<root> &base, const std::shared_ptr<memory> &of)
	{
		if (!base || base.use_count() > 1 || is_shared(of))
			return;
		const memory::range gone = *base->place;
		of->roots.erase(base->place);
		for (int at = gone.begin; at < gone.end; at++) {
			bool covered = false, written = false;
			for (const memory::range &r : of->roots) {
				bool here = at >= r.begin && at < r.end;
				covered |= here;
				written |= here && !r.is_const;
			}
			/* What a view could write is the program's to look at when it ends,
			 * whatever other views there are. */
			if (!gone.is_const || !written)
				CHECK(!of->defined[at] || of->host[at] == of->value[at]);
			if (covered)
				continue;
			/* The program's own again. */
			of->host[at] = of->value[at] = number();
			of->defined[at] = true;
		}
		if (of->roots.empty() && once_in(4)) {
			for (std::size_t k = 0; k < memories_.size(); k++) {
				if (memories_[k] == of) {
					memories_.erase(memories_.begin() + static_cast<long>(k));
					break;
				}
			}
		}
	}

	// ---- The host

	template <typename V, int N> static auto &element(const V &v, const index<N> &i)
	{
		return v[i];
	}

	void host_reads()
	{
		handle_ptr h = any(false);
		if (!h)
			return;
		with_rank(h->rank, [&](auto rank) {
			constexpr int N = decltype(rank)::value;
			array_view<const int, N> v = readable<N>(*h);
			int how = below(3);
			for (int k = 0; k < (how ? 8 : h->size()); k++) {
				int i = how ? below(h->size()) : k;
				index<N> at;
				for (int d = N - 1, rest = i; d >= 0; rest /= v.extent[d--])
					at[d] = rest % v.extent[d];
				int found = 0;
				attempt([&] { found = how == 2 ? v(at) : v[at]; });
				CHECK(!h->defined(i) || found == h->value(i));
			}
		});
		if (h->rank == 1) {
			const int *data = nullptr;
			attempt([&] { data = readable<1>(*h).data(); });
			for (int i = 0; i < h->size(); i++)
				CHECK(!h->defined(i) || data[i] == h->value(i));
		}
	}

	void host_writes()
	{
		handle_ptr h = any(true);
		if (!h)
			return;
		with_rank(h->rank, [&](auto rank) {
			constexpr int N = decltype(rank)::value;
			array_view<int, N> v = writable<N>(*h);
			for (int k = 0; k < 8; k++) {
				int i = below(h->size()), value = number();
				index<N> at;
				for (int d = N - 1, rest = i; d >= 0; rest /= v.extent[d--])
					at[d] = rest % v.extent[d];
				attempt([&] { v[at] = value; });
				h->set(i, value);
			}
		});
		if (h->rank == 1 && once_in(2)) {
			int *data = nullptr;
			attempt([&] { data = writable<1>(*h).data(); });
			for (int i = 0; i < h->size(); i++)
				h->set(i, data[i] = number());
		}
	}

	// ---- Kernels

	// Where a kernel with this array has to run.
	accelerator_view place_of(const handle &h)
	{
		accelerator_view found = any_view();
		with_rank(h.rank, [&](auto rank) {
			constexpr int N = decltype(rank)::value;
			found = std::get<N - 1>(h.whole)->accelerator_view;
		});
		return found;
	}
	bool runs_kernels(const accelerator_view &av)
	{
		return av.accelerator.device_path != accelerator::cpu_accelerator;
	}

	// Each element of to is from's, or both share none.
	static bool in_order(const handle &to, const handle &from, const std::vector<int> &to_cells,
	                     const std::vector<int> &from_cells)
	{
		if (to.of != from.of)
			return true;
		std::vector<char> written(to.of->value.size());
		for (int at : to_cells)
			written[at] = 1;
		for (std::size_t i = 0; i < from_cells.size(); i++)
			if (written[from_cells[i]] && from_cells[i] != to_cells[i])
				return false;
		return true;
	}

	// The elements of h in a domain from the origin.
	template <int N> static std::vector<int> places(const handle &h, const extent<N> &domain)
	{
		std::vector<int> found;
		for (unsigned k = 0; k < domain.size(); k++) {
			index<N> at;
			int rest = static_cast<int>(k), i = 0;
			for (int d = N - 1; d >= 0; rest /= domain[d--])
				at[d] = rest % domain[d];
			for (int d = 0; d < N; d++)
				i = i * h.shape[d] + at[d];
			found.push_back(i);
		}
		return found;
	}

	template <int N> extent<N> any_domain(const std::vector<int> &shape)
	{
		extent<N> domain = extent_of<N>(shape);
		if (once_in(3)) {
			for (int d = 0; d < N; d++)
				domain[d] = 1 + below(domain[d]);
		}
		return domain;
	}

	void launch_one()
	{
		handle_ptr h = any(true);
		if (!h || (h->rank == 4 && is_mock))
			return;
		accelerator_view av = any_view();
		int add = number();
		bool fill = once_in(2);
		with_rank(h->rank, [&](auto rank) {
			constexpr int N = decltype(rank)::value;
			extent<N> domain = this->any_domain<N>(h->shape);
			std::vector<int> at = places(*h, domain);
			array_view<int, N> v = writable<N>(*h);
			if (fill) {
				if (domain == v.extent && this->once_in(2))
					this->attempt([&] { v.discard_data(); });
				this->attempt([&] { kernel_fill(av, v, domain, add); });
				for (std::size_t k = 0; k < at.size(); k++)
					h->set(at[k], mixed(static_cast<int>(k), 7, add));
			} else {
				this->attempt([&] { kernel_in_place(av, v, domain, add); });
				for (int i : at)
					h->value(i) = mixed(h->value(i), 3, add);
			}
		});
	}

	void launch_two()
	{
		handle_ptr to = any(true);
		handle_ptr from = to ? any(false, to->rank) : nullptr;
		if (!from || (to->rank == 4 && is_mock))
			return;
		accelerator_view av = any_view();
		int add = number();
		with_rank(to->rank, [&](auto rank) {
			constexpr int N = decltype(rank)::value;
			std::vector<int> both;
			for (int d = 0; d < N; d++)
				both.push_back(std::min(to->shape[d], from->shape[d]));
			extent<N> domain = this->any_domain<N>(both);
			std::vector<int> t = places(*to, domain), f = places(*from, domain), tc, fc;
			for (std::size_t k = 0; k < t.size(); k++) {
				tc.push_back(to->cells[t[k]]);
				fc.push_back(from->cells[f[k]]);
			}
			if (!in_order(*to, *from, tc, fc))
				return;
			this->attempt([&] { kernel_map(av, writable<N>(*to), readable<N>(*from), domain, add); });
			for (std::size_t k = 0; k < t.size(); k++) {
				int value = mixed(from->value(f[k]), 5, add);
				char defined = from->defined(f[k]);
				to->value(t[k]) = value;
				to->defined(t[k]) = defined;
			}
		});
	}

	void launch_array()
	{
		handle_ptr a = any(false);
		handle_ptr other = a && a->is_array ? any(false, a->rank) : nullptr;
		if (!other || other->shape != a->shape || (a->rank == 4 && is_mock) ||
		    !in_order(*a, *other, a->cells, other->cells))
			return;
		accelerator_view av = place_of(*a);
		if (!runs_kernels(av))
			return;
		int add = number();
		bool into = other->is_writable() && once_in(2);
		with_rank(a->rank, [&](auto rank) {
			constexpr int N = decltype(rank)::value;
			array<int, N> &whole = *std::get<N - 1>(a->whole);
			this->attempt([&] {
				if (into)
					kernel_from_array(av, whole, writable<N>(*other), add);
				else
					kernel_array(whole, readable<N>(*other), add);
			});
		});
		for (int i = 0; i < a->size(); i++) {
			if (into) {
				other->value(i) = mixed(a->value(i), 9, add);
				other->defined(i) = a->defined(i);
			} else {
				a->value(i) = mixed(mixed(a->value(i), 3, add), 1, other->value(i));
				a->defined(i) = a->defined(i) && other->defined(i);
			}
		}
	}

	void launch_shapes()
	{
		handle_ptr h = any(true);
		if (!h || h->rank > 2)
			return;
		accelerator_view av = any_view();
		int add = number();
		if (h->rank == 2) {
			attempt([&] { kernel_rows(av, writable<2>(*h), add); });
			for (int i = 0; i < h->size(); i++)
				h->value(i) = mixed(h->value(i), 11, add);
			return;
		}
		array_view<int, 1> v = writable<1>(*h);
		switch (below(3)) {
		case 0: {
			if (h->size() < TILE)
				return;
			attempt([&] { kernel_reverse(av, v); });
			for (int first = 0; first + TILE <= h->size(); first += TILE) {
				for (int i = 0; i < TILE / 2; i++) {
					std::swap(h->value(first + i), h->value(first + TILE - 1 - i));
					std::swap(h->defined(first + i), h->defined(first + TILE - 1 - i));
				}
			}
			break;
		}
		case 1: {
			int pairs = h->size() / 2;
			if (!pairs)
				return;
			attempt([&] {
				kernel_swap(av, v.section(0, 2 * pairs).reinterpret_as<two_ints>());
			});
			for (int i = 0; i < pairs; i++) {
				std::swap(h->value(2 * i), h->value(2 * i + 1));
				std::swap(h->defined(2 * i), h->defined(2 * i + 1));
			}
			break;
		}
		default: {
			int sum = 0;
			unsigned expected = 0;
			bool defined = true;
			{
				array_view<int, 1> total(1, &sum);
				attempt([&] { kernel_sum(av, readable<1>(*h), total); });
				if (faults)
					attempt([&] { total.synchronize(); });
			}
			for (int i = 0; i < h->size(); i++) {
				expected += static_cast<unsigned>(h->value(i));
				defined = defined && h->defined(i);
			}
			CHECK(!defined || sum == static_cast<int>(expected));
		}
		}
	}

	void launch_form()
	{
		handle_ptr to = any(true, 1);
		handle_ptr from = to ? any(false, 1) : nullptr;
		if (!from)
			return;
		const accelerator_view av = any_view();
		const int add = number(), form = below(FORMS);
		array_view<int, 1> t = writable<1>(*to);
		array_view<const int, 1> f = readable<1>(*from);
		const int n = std::min(to->size(), from->size());
		const std::vector<int> to_cells(to->cells.begin(), to->cells.begin() + n),
			from_cells(from->cells.begin(), from->cells.begin() + n);
		if (!in_order(*to, *from, to_cells, from_cells))
			return;
		if (n < to->size())
			t = t.section(0, n);
		attempt([&] { kernel_form(form, av, t, f, add); });
		for (int i = 0; i < n; i++) {
			bool reads_old, reads_from;
			const int old = to->value(i), other = from->value(i);
			const bool old_defined = to->defined(i), other_defined = from->defined(i);
			to->value(i) = changed(form, i, n, old, other, add, &reads_old, &reads_from);
			to->defined(i) = (!reads_old || old_defined) && (!reads_from || other_defined);
		}
	}

	// A view becomes one of another's elements; two arrays exchange theirs, and the views of them stay with these.
	void reassign()
	{
		handle_ptr to = any(false);
		handle_ptr from = to ? any(false, to->rank) : nullptr;
		if (!from || from == to || to->is_array != from->is_array || to->is_const != from->is_const)
			return;
		if (to->is_array) {
			with_rank(to->rank, [&](auto rank) {
				constexpr int N = decltype(rank)::value;
				std::swap(*std::get<N - 1>(to->whole), *std::get<N - 1>(from->whole));
			});
			std::swap(to->of, from->of);
			std::swap(to->shape, from->shape);
			std::swap(to->cells, from->cells);
			return;
		}
		if (faults)
			synchronize(*to); /* an assignment cannot say that it failed, either */
		with_rank(to->rank, [&](auto rank) {
			constexpr int N = decltype(rank)::value;
			if (to->is_const)
				*std::get<N - 1>(to->const_view) = *std::get<N - 1>(from->const_view);
			else
				*std::get<N - 1>(to->view) = *std::get<N - 1>(from->view);
		});
		std::shared_ptr<memory> of = std::exchange(to->of, from->of);
		std::shared_ptr<root> base = std::exchange(to->base, from->base);
		to->shape = from->shape;
		to->cells = from->cells;
		release(base, of);
	}

	// What is refused changes nothing.
	void refused()
	{
		handle_ptr h = any(true);
		if (!h)
			return;
		with_rank(h->rank, [&](auto rank) {
			constexpr int N = decltype(rank)::value;
			const array_view<int, N> v = writable<N>(*h);
			const extent<N> larger = v.extent + 1;
			const int how = this->below(5);
			const std::vector<int> too_few(v.extent.size() - 1);
			bool is_thrown = false;
			try {
				if (how == 0)
					v.section(larger).discard_data();
				else if (how == 1)
					copy(array_view<int, N>(larger), v);
				else if (how == 2)
					copy(too_few.begin(), too_few.end(), v);
				else if (how == 3)
					v.synchronize(access_type_none);
				else
					array_view<int, N>(v.extent - v.extent).discard_data();
			} catch (const runtime_exception &e) {
				is_thrown = e.get_error_code() == E_INVALIDARG || faults;
			}
			CHECK(is_thrown);
		});
	}

	// ---- Copies

	void later(const completion_future &f)
	{
		if (once_in(2) && !pending_.empty()) {
			int i = below(static_cast<int>(pending_.size()));
			attempt([&] { pending_[i].get(); });
			pending_.erase(pending_.begin() + i);
		}
		if (pending_.size() < 20)
			pending_.push_back(f);
	}

	void copy_handles()
	{
		handle_ptr to = any(true);
		handle_ptr from = to ? any(false, to->rank) : nullptr;
		if (!from)
			return;
		int how = below(3);
		/* A copy that fails half way may have written what it reads. */
		if (faults && from->of == to->of)
			return;
		with_rank(to->rank, [&](auto rank) {
			constexpr int N = decltype(rank)::value;
			extent<N> both;
			for (int d = 0; d < N; d++)
				both[d] = std::min(to->shape[d], from->shape[d]);
			std::vector<int> t = places(*to, both), f = places(*from, both), value;
			std::vector<char> defined;
			bool whole = to->shape == from->shape;
			this->attempt([&] {
				if (whole && from->is_array && to->is_array) {
					const array<int, N> &a = *std::get<N - 1>(from->whole);
					array<int, N> &b = *std::get<N - 1>(to->whole);
					if (how == 0)
						copy(a, b);
					else if (how == 1)
						this->later(copy_async(a, b));
					else
						a.copy_to(b);
				} else if (whole && to->is_array) {
					array<int, N> &b = *std::get<N - 1>(to->whole);
					if (how == 0)
						copy(readable<N>(*from), b);
					else if (how == 1)
						this->later(copy_async(readable<N>(*from), b));
					else
						b = readable<N>(*from);
				} else if (whole && from->is_array) {
					const array<int, N> &a = *std::get<N - 1>(from->whole);
					if (how == 0)
						copy(a, writable<N>(*to));
					else if (how == 1)
						this->later(copy_async(a, writable<N>(*to)));
					else
						a.copy_to(writable<N>(*to));
				} else {
					array_view<const int, N> a = readable<N>(*from).section(both);
					array_view<int, N> b = writable<N>(*to).section(both);
					if (how == 0)
						copy(a, b);
					else if (how == 1)
						this->later(copy_async(a, b));
					else
						a.copy_to(b);
				}
			});
			for (int i : f) {
				value.push_back(from->value(i));
				defined.push_back(from->defined(i));
			}
			for (std::size_t k = 0; k < t.size(); k++) {
				to->value(t[k]) = value[k];
				to->defined(t[k]) = defined[k];
			}
		});
	}

	// To and from what is not a container of C++ AMP's.
	void copy_memory()
	{
		bool in = once_in(2);
		handle_ptr h = any(in);
		if (!h)
			return;
		int size = h->size(), how = below(4);
		std::vector<int> line(size);
		std::list<int> chain(size);
		int shorter = 1 + below(size);
		if (in) {
			for (int &v : line)
				v = number();
			chain.assign(line.begin(), line.end());
		}
		with_rank(h->rank, [&](auto rank) {
			constexpr int N = decltype(rank)::value;
			this->attempt([&] {
				if (in) {
					array_view<int, N> v = writable<N>(*h);
					if (how == 0)
						copy(line.begin(), line.end(), v);
					else if (how == 1)
						copy(chain.begin(), v);
					else if (how == 2)
						copy_async(line.begin(), v).get();
					else if (h->is_array)
						copy(line.data(), line.data() + size, *std::get<N - 1>(h->whole));
					else
						copy(chain.begin(), chain.end(), v);
				} else if (h->is_array && how == 0) {
					line = *std::get<N - 1>(h->whole);
				} else {
					array_view<const int, N> v = readable<N>(*h);
					if (how == 1)
						copy(v, chain.begin());
					else if (how == 2)
						copy_async(v, line.begin()).get();
					else
						copy(v, line.data());
				}
			});
		});
		(void)shorter;
		if (!in && how == 1)
			line.assign(chain.begin(), chain.end());
		for (int i = 0; i < size; i++) {
			if (in)
				h->set(i, line[i]);
			else
				CHECK(!h->defined(i) || line[i] == h->value(i));
		}
	}

	// ---- What views do besides

	void synchronize(const handle &h)
	{
		with_rank(h.rank, [&](auto rank) {
			constexpr int N = decltype(rank)::value;
			attempt([&] {
				if (h.is_const)
					readable<N>(h).synchronize();
				else
					writable<N>(h).synchronize();
			});
		});
	}

	// Whether the program may touch what is below.
	bool is_program(const handle &h) const
	{
		return h.of->host && !(shared_ && (h.of == shared_->memory_of_array ||
		                                   h.of == shared_->memory_of_constant));
	}

	void other()
	{
		handle_ptr h = any(false);
		if (!h)
			return;
		accelerator_view av = any_view();
		int how = below(8);
		with_rank(h->rank, [&](auto rank) {
			constexpr int N = decltype(rank)::value;
			array_view<const int, N> r = readable<N>(*h);
			switch (how) {
			case 0:
				synchronize(*h);
				if (is_program(*h)) {
					for (int i = 0; i < h->size(); i++)
						CHECK(!h->defined(i) || h->of->host[h->cells[i]] == h->value(i));
				}
				break;
			case 1:
				this->attempt([&] { this->later(r.synchronize_async()); });
				break;
			case 2:
				this->attempt([&] { r.synchronize_to(av); });
				break;
			case 3:
				this->attempt([&] { this->later(r.synchronize_to_async(av)); });
				break;
			case 4: {
				if (!h->is_writable())
					break;
				access_type access = this->once_in(3) ? access_type_write : access_type_read_write;
				this->attempt([&] { writable<N>(*h).synchronize_to(av, access); });
				for (int i = 0; access == access_type_write && i < h->size(); i++)
					h->defined(i) = false;
				break;
			}
			case 5:
				if (!h->is_writable())
					break;
				this->attempt([&] { writable<N>(*h).discard_data(); });
				for (int i = 0; i < h->size(); i++)
					h->defined(i) = false;
				break;
			case 6:
				synchronize(*h);
				/* The program writes to its memory behind the view. */
				for (int i = 0; is_program(*h) && i < h->size(); i++)
					h->set(i, h->of->host[h->cells[i]] = this->number());
				this->attempt([&] { r.refresh(); });
				break;
			default:
				CHECK(r.get_extent() == extent_of<N>(h->shape));
				try {
					(void)r.get_source_accelerator_view();
				} catch (const runtime_exception &) {
					CHECK(!is_program(*h)); // which is a source
				}
			}
		});
	}

	void queue()
	{
		accelerator_view av = any_view();
		switch (below(3)) {
		case 0:
			attempt([&] { av.wait(); });
			break;
		case 1:
			attempt([&] { av.flush(); });
			break;
		default:
			attempt([&] { later(av.create_marker()); });
		}
	}

	void step()
	{
		switch (below(40)) {
		case 0: case 1: case 2:
			if (count() < 16)
				make_view();
			break;
		case 3:
			if (count() < 16)
				make_array();
			break;
		case 4:
			if (count() < 16)
				make_without_source();
			break;
		case 5:
			if (count() < 16)
				make_copy();
			break;
		case 6: case 7: case 8:
			derive();
			break;
		case 9: case 10: case 11:
			if (count())
				drop(below(count()));
			break;
		case 12: case 13: case 14:
			host_reads();
			break;
		case 15: case 16:
			host_writes();
			break;
		case 17: case 18: case 19:
			launch_one();
			break;
		case 20: case 21: case 22:
			launch_two();
			break;
		case 23: case 24:
			launch_array();
			break;
		case 25:
			launch_shapes();
			break;
		case 26: case 27:
			copy_handles();
			break;
		case 28:
			copy_memory();
			break;
		case 29: case 30:
			other();
			break;
		case 31: case 32: case 33: case 34: case 35: case 36:
			launch_form();
			break;
		case 37:
			reassign();
			break;
		case 38:
			refused();
			break;
		default:
			queue();
		}
	}

	std::mt19937 random_;
	std::shared_ptr<commons> shared_;
	int low_, high_; // this world's part
	std::vector<accelerator_view> views_;
	std::vector<std::shared_ptr<memory>> memories_;
	std::vector<handle_ptr> handles_;
	std::vector<completion_future> pending_;
};

// ---- Running it ------------------------------------------------------------

static void check_released()
{
	for (const accelerator &a : accelerator::get_all())
		a.default_view.wait(); // memory is freed in its turn
	amp_counters counters;
	amp_get_counters(&counters);
	CHECK(counters.live_buffers == 0);
	CHECK(counters.device_allocations == 0);
	CHECK(counters.device_bytes == 0);
	CHECK(!is_mock || mock_live() == counters.kept_allocations);
}

static void run_threads(unsigned seed, int operations, bool all, int threads)
{
	const int part = 500;
	std::shared_ptr<commons> shared = std::make_shared<commons>(part * threads);
	std::vector<std::thread> running;
	for (int i = 0; i < threads; i++)
		running.emplace_back([=] {
			world(seed + static_cast<unsigned>(i), all, shared, part * i, part * (i + 1))
				.run(operations);
		});
	for (std::thread &t : running)
		t.join();
	shared->host.synchronize();
	std::vector<int> elements = shared->elements;
	for (std::size_t i = 0; i < elements.size(); i++) {
		const memory &h = *shared->memory_of_host, &a = *shared->memory_of_array;
		CHECK(!h.defined[i] || h.host[i] == h.value[i]);
		CHECK(!a.defined[i] || elements[i] == a.value[i]);
	}
}

// Each call of the driver fails in turn, then those of other operations.
static void run_faults(unsigned seed, int operations)
{
	const int each = 40;
	unsigned failing = 1;
	for (int done = 0; done < operations; done += each) {
		const int before = thrown;
		const unsigned calls = mock_calls();
		mock_fail(nullptr, failing, failing % 2 ? 2 : 999); // out of memory, unknown
		world(seed, true).run(each);
		mock_fail(nullptr, 0, 0);
		check_released();
		CHECK(thrown <= before + 1);
		if (mock_calls() - calls < failing) {
			seed++;
			failing = 0;
		}
		failing++;
	}
	CHECK(thrown > operations / each / 2);
}

int main(int argc, char **argv)
{
	const unsigned seed = argc > 1 ? static_cast<unsigned>(std::atoi(argv[1])) : 1;
	const int operations = argc > 2 ? std::atoi(argv[2]) : 10000;
	const std::string mode = argc > 3 ? argv[3] : "all";
	const int threads = argc > 4 ? std::atoi(argv[4]) : 1;
	if (mode == "separate")
		setenv("AMP_CPU_MEMORY", "separate", 1);
	const char *const library = std::getenv("AMP_CUDA_LIBRARY");
	if (void *mock = library ? dlopen(library, RTLD_NOW) : nullptr) {
		mock_fail = reinterpret_cast<decltype(mock_fail)>(dlsym(mock, "mock_cuda_fail"));
		mock_live = reinterpret_cast<decltype(mock_live)>(dlsym(mock, "mock_cuda_live"));
		mock_calls = reinterpret_cast<decltype(mock_calls)>(dlsym(mock, "mock_cuda_calls"));
		is_mock = mock_fail && mock_live && mock_calls;
	}
	faults = mode == "faults";
	CHECK(!faults || is_mock);
	if (faults)
		run_faults(seed, operations);
	else if (threads > 1)
		run_threads(seed, operations, mode != "one", threads);
	else
		world(seed, mode != "one").run(operations);
	check_released();
	std::puts("ok");
}
