// Random operations on textures, their mipmap levels, views and staging textures, on all
// accelerators, against a model of the texels' bytes.
//
//   random_textures [SEED [OPERATIONS [THREADS]]]
//
// Each thread has textures of its own, and all read one. A completion_future or marker of
// one thread is waited for by the others, too.
//
// options: -pthread -rdynamic
// also: mock_launch.cc
#include "../check.h"
#include <amp.h>
#include <amp_graphics.h>
#include <algorithm>
#include <atomic>
#include <cstring>
#include <memory>
#include <mutex>
#include <random>
#include <thread>
#include <vector>
using namespace concurrency;
using namespace concurrency::graphics;

typedef std::vector<unsigned char> bytes;

#if defined(__SANITIZE_THREAD__)
// glibc frees a detached thread's thread_locals of a library where ThreadSanitizer sees no order.
extern "C" const char *__tsan_default_suppressions() { return "race:_dl_deallocate_tls\n"; }
#endif

// ---- Ends of operations, that all threads know -------------------------------

class ends {
public:
	void add(const completion_future &f)
	{
		std::lock_guard<std::mutex> guard(lock_);
		if (futures_.size() < 32)
			futures_.push_back(f);
		else
			futures_[next_++ % futures_.size()] = f;
	}
	// Some thread's, in one of the ways to wait.
	void meet(unsigned which, int how)
	{
		completion_future f = any(which);
		if (!f.valid())
			return;
		switch (how) {
		case 0:
			f.get();
			break;
		case 1:
			f.wait();
			break;
		case 2:
			f.wait_for(std::chrono::microseconds(1));
			break;
		case 3: {
			const completion_future moved(std::move(f));
			CHECK(moved.valid() && !f.valid());
			moved.get();
			break;
		}
		case 4: {
			const std::shared_future<void> standard = f;
			standard.get();
			break;
		}
		default: // one after the other: of each, the operation has ended
			begun_ += 2;
			f.then([this, f] {
				CHECK(f.wait_for(std::chrono::seconds(0)) == std::future_status::ready);
				f.then([this] { ended_++; });
				ended_++;
			});
		}
	}
	void finish()
	{
		while (ended_ != begun_)
			std::this_thread::yield();
		futures_.clear();
	}

private:
	completion_future any(unsigned which)
	{
		std::lock_guard<std::mutex> guard(lock_);
		return futures_.empty() ? completion_future() : futures_[which % futures_.size()];
	}

	std::mutex lock_;
	std::vector<completion_future> futures_;
	std::size_t next_ = 0;
	std::atomic<int> begun_{0}, ended_{0};
};

// ---- Textures and their models -----------------------------------------------

template <int N> static int linear(const index<N> &i, const extent<N> &e)
{
	int at = 0;
	for (int d = 0; d < N; d++)
		at = at * e[d] + i[d];
	return at;
}

template <int N> static index<N> place(int linear, const extent<N> &e)
{
	index<N> i;
	for (int d = N - 1; d >= 0; linear /= e[d--])
		i[d] = linear % e[d];
	return i;
}

template <int N> struct level_model {
	extent<N> shape;
	bytes texels;
};

template <typename T, int N> struct canvas {
	texture<T, N> t;
	unsigned texel; // bytes
	std::vector<level_model<N>> levels;
	bool is_staging = false;

	explicit canvas(texture<T, N> made) : t(std::move(made)), texel(t.bits_per_scalar_element / 8)
	{
		unsigned texels = 0;
		for (unsigned l = 0; l < t.mipmap_levels; l++) {
			level_model<N> level = {t.get_mipmap_extent(l), bytes()};
			texels += level.shape.size();
			levels.push_back(level);
		}
		texel = t.data_length / texels;
		set(bytes(t.data_length));
	}
	void set(const bytes &all)
	{
		copy(all.data(), t.data_length, t);
		for (std::size_t l = 0, at = 0; l < levels.size(); l++) {
			const std::size_t size = levels[l].shape.size() * texel;
			levels[l].texels.assign(all.begin() + at, all.begin() + at + size);
			at += size;
		}
	}
	void check() const
	{
		bytes all(t.data_length), expected;
		copy(t, all.data(), t.data_length);
		for (const level_model<N> &level : levels)
			expected.insert(expected.end(), level.texels.begin(), level.texels.end());
		CHECK(all == expected);
	}
	// The bytes of a part of a level, to read or to write.
	template <typename F> void each(unsigned l, const index<N> &from, const extent<N> &part, F f)
	{
		for (unsigned k = 0; k < part.size(); k++)
			f(&levels[l].texels[linear(place(static_cast<int>(k), part) + from, levels[l].shape) * texel],
			  k * texel);
	}
	bytes read(unsigned l, const index<N> &from, const extent<N> &part)
	{
		bytes found(part.size() * texel);
		each(l, from, part, [&](unsigned char *p, std::size_t k) { std::memcpy(&found[k], p, texel); });
		return found;
	}
	void write(unsigned l, const index<N> &from, const extent<N> &part, const bytes &source)
	{
		each(l, from, part, [&](unsigned char *p, std::size_t k) { std::memcpy(p, &source[k], texel); });
	}
};

template <typename T, int N>
static void kernel_copy(const accelerator_view &av, const texture_view<const T, N> &from, const index<N> &at,
                        const texture_view<T, N> &to, const index<N> &then, const extent<N> &part)
{
	parallel_for_each(av, part, [=](index<N> i) restrict(amp) { to.set(i + then, from[i + at]); });
}

// ---- Operations ----------------------------------------------------------------

template <typename T, int N> class gallery {
	typedef canvas<T, N> canvas_type;

public:
	gallery(unsigned seed, ends &all, unsigned bits, canvas_type &common)
	    : random_(seed), ends_(all), common_(common)
	{
		const accelerator_view cpu = accelerator(accelerator::cpu_accelerator).default_view;
		for (const accelerator &a : accelerator::get_all())
			if (a.device_path != accelerator::cpu_accelerator)
				views_.push_back(a.default_view);
		views_.push_back(accelerator().create_view(queuing_mode_immediate));
		for (int i = 0; i < 3; i++) {
			const extent<N> shape = any_shape();
			int levels = 1;
			while (*std::max_element(shape.data(), shape.data() + N) >> levels)
				levels++;
			add(texture<T, N>(shape, bits, 1u + below(levels), any_view()));
		}
		add(texture<T, N>(any_shape(), bits, cpu, any_view()));
		canvases_.back()->is_staging = true;
	}

	void step()
	{
		canvas_type &x = any();
		const unsigned l = below(static_cast<int>(x.levels.size()));
		index<N> at;
		extent<N> part;
		for (int d = 0; d < N; d++) {
			at[d] = below(x.levels[l].shape[d]);
			part[d] = 1 + below(x.levels[l].shape[d] - at[d]);
		}
		switch (below(10)) {
		case 0:
			write(x, l, at, part);
			break;
		case 1:
			read(x, l, at, part);
			break;
		case 2:
			values(x, l, at, part);
			break;
		case 3: case 4: case 5:
			between(x, l, at, part, any());
			break;
		case 6:
			between(common_, 0, index<N>(), common_.t.extent, x);
			break;
		case 7:
			whole(x, any());
			break;
		case 8:
			if (x.is_staging)
				host(x);
			else
				again(x);
			break;
		default:
			ends_.add(any_view().create_marker());
			ends_.meet(random_(), below(6));
		}
	}

private:
	int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
	canvas_type &any() { return *canvases_[below(static_cast<int>(canvases_.size()))]; }
	const accelerator_view &any_view() { return views_[below(static_cast<int>(views_.size()))]; }
	void add(texture<T, N> t) { canvases_.emplace_back(new canvas_type(std::move(t))); }
	extent<N> any_shape()
	{
		extent<N> shape;
		for (int d = 0; d < N; d++)
			shape[d] = 1 + below(N == 1 ? 40 : 12);
		return shape;
	}
	// Bytes that each format gives back as they are.
	bytes any_bytes(std::size_t size)
	{
		bytes made(size);
		for (unsigned char &b : made)
			b = static_cast<unsigned char>(below(100));
		return made;
	}
	// Waits for a copy, and lets the others do so.
	void end(const completion_future &f)
	{
		ends_.add(f);
		f.get();
	}

	void write(canvas_type &x, unsigned l, const index<N> &at, const extent<N> &part)
	{
		const bytes source = any_bytes(part.size() * x.texel);
		const unsigned size = static_cast<unsigned>(source.size());
		texture_view<T, N> view(x.t, l);
		if (below(2))
			end(copy_async(source.data(), size, view, at, part));
		else
			copy(source.data(), size, view, at, part);
		x.write(l, at, part, source);
		x.check();
	}

	void read(canvas_type &x, unsigned l, const index<N> &at, const extent<N> &part)
	{
		bytes found(part.size() * x.texel);
		const unsigned size = static_cast<unsigned>(found.size());
		const texture_view<const T, N> view(x.t, l, 1);
		if (below(2))
			end(copy_async(view, at, part, found.data(), size));
		else
			copy(view, at, part, found.data(), size);
		CHECK(found == x.read(l, at, part));
	}

	// Values that are read and written again change nothing.
	void values(canvas_type &x, unsigned l, const index<N> &at, const extent<N> &part)
	{
		std::vector<T> found(part.size());
		texture_view<T, N> view(x.t, l);
		copy(view, at, part, found.begin());
		copy(found.begin(), found.end(), view, at, part);
		x.check();
	}

	// From a level to any other, as much as both have: by a copy or by a kernel.
	void between(canvas_type &x, unsigned l, const index<N> &at, extent<N> part, canvas_type &y)
	{
		const unsigned m = below(static_cast<int>(y.levels.size()));
		if (&x == &y && l == m)
			return;
		index<N> then;
		for (int d = 0; d < N; d++) {
			part[d] = std::min(part[d], y.levels[m].shape[d]);
			then[d] = below(y.levels[m].shape[d] - part[d] + 1);
		}
		const texture_view<const T, N> from(x.t, l, 1);
		texture_view<T, N> to(y.t, m);
		switch (below(3)) {
		case 0:
			kernel_copy(any_view(), from, at, to, then, part);
			break;
		case 1:
			end(copy_async(from, at, to, then, part));
			break;
		default:
			copy(from, at, to, then, part);
		}
		y.write(m, then, part, x.read(l, at, part));
		y.check();
		if (&x != &common_)
			x.check();
	}

	void whole(canvas_type &x, canvas_type &y)
	{
		if (&x == &y)
			return;
		if (x.t.extent == y.t.extent && x.t.mipmap_levels == y.t.mipmap_levels) {
			x.t.copy_to(y.t);
			y.levels = x.levels;
			y.check();
			return;
		}
		try {
			copy(x.t, y.t);
			CHECK(!"copied though the shapes differ");
		} catch (const runtime_exception &e) {
			CHECK(e.get_error_code() == E_INVALIDARG);
		}
	}

	void host(canvas_type &x)
	{
		unsigned char *const texels = static_cast<unsigned char *>(x.t.data());
		CHECK(!std::memcmp(texels, x.levels[0].texels.data(), x.t.data_length));
		texels[0] = x.levels[0].texels[0] = static_cast<unsigned char>(below(100));
		x.check();
	}

	// A copy takes its place, here or elsewhere.
	void again(canvas_type &x)
	{
		texture<T, N> made = below(2) ? texture<T, N>(x.t) : texture<T, N>(x.t, any_view());
		x.check();
		x.t = std::move(made);
		x.check();
	}

	std::mt19937 random_;
	ends &ends_;
	canvas_type &common_; // of all threads
	std::vector<accelerator_view> views_;
	std::vector<std::unique_ptr<canvas_type>> canvases_;
};

template <typename T, int N>
static void run(unsigned seed, int operations, int threads, ends &all, unsigned bits)
{
	canvas<T, N> common(texture<T, N>(extent<N>(std::vector<int>(N, 5).data()), bits));
	common.set(bytes(common.t.data_length, 77));
	std::vector<std::thread> running;
	for (int i = 0; i < threads; i++)
		running.emplace_back([=, &all, &common] {
			gallery<T, N> mine(seed + static_cast<unsigned>(i), all, bits, common);
			for (int k = 0; k < operations / threads; k++)
				mine.step();
		});
	for (std::thread &t : running)
		t.join();
	common.check();
}

int main(int argc, char **argv)
{
	const unsigned seed = argc > 1 ? static_cast<unsigned>(std::atoi(argv[1])) : 1;
	const int operations = argc > 2 ? std::atoi(argv[2]) : 10000;
	const int threads = argc > 3 ? std::atoi(argv[3]) : 1;
	static ends all; // continuations may run a little longer than main()
	const unsigned narrow = seed % 2 ? 8 : 16;
	run<int, 1>(seed, operations / 5, threads, all, narrow);
	run<unorm, 2>(seed, operations / 5, threads, all, narrow);
	run<uint_4, 2>(seed, operations / 5, threads, all, 32);
	run<norm_2, 3>(seed, operations / 5, threads, all, narrow);
	run<float_4, 3>(seed, operations / 5, threads, all, 2 * narrow);
	all.finish();
	std::puts("ok");
}
