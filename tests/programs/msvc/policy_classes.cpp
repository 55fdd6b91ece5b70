// options: --amp-msvc
// A library of reductions by policies: late names, specializations in classes, constants by reference.
#include "stdafx.h"
#include <limits>
#include <type_traits>
#include <functional>
using namespace concurrency;

namespace Algorithms {

struct Operations
{
	template <typename T> struct Sum
	{
		static T Identity() restrict(cpu, amp) { return T(); }
		T operator()(T a, T b) const restrict(cpu, amp) { return a + b; }
	};
	template <typename T> struct Product
	{
		static T Identity() restrict(cpu, amp) { return T(1); }
		T operator()(T a, T b) const restrict(cpu, amp) { return a * b; }
	};
	template <typename T> struct Largest
	{
		static T Identity() restrict(cpu, amp) { return Limits<T>::Lowest(); }
		T operator()(T a, T b) const restrict(cpu, amp) { return a < b ? b : a; }
	};
	template <typename T> static const char *NameOf() { return "?"; }
	template <> static const char *NameOf<int>() { return "int"; }
	template <> static const char *NameOf<float>() { return "float"; }
	template <> static const char *NameOf<unsigned int>() { return "unsigned"; }
};

template <typename T> struct Limits;
template <> struct Limits<int> { static int Lowest() restrict(cpu, amp) { return INT_MIN; } };
template <> struct Limits<float> { static float Lowest() restrict(cpu, amp) { return -FLT_MAX; } };
template <> struct Limits<unsigned> { static unsigned Lowest() restrict(cpu, amp) { return 0u; } };

template <typename T, template <typename> class Op, int TileSize = 64> class Reducer
{
public:
	typedef T value_type;
	static const int tile_size = TileSize;
	static const int max_tiles = 16;

	explicit Reducer(accelerator_view &view) : m_view(view), m_partial(max_tiles, view) {}

	T Reduce(array_view<const T, 1> source)
	{
		const int count = source.extent.size();
		const int tiles = std::min(max_tiles, (count + tile_size - 1) / tile_size);
		array<T> &partial = m_partial;
		extent<1> e(tiles * TileSize);
		parallel_for_each(m_view, e.tile<TileSize>(), [=, &partial](tiled_index<TileSize> t) restrict(amp) {
			tile_static T local[TileSize];
			Op<T> op;
			T value = Op<T>::Identity();
			for (int i = t.global[0]; i < count; i += tiles * TileSize)
				value = op(value, source[i]);
			local[t.local[0]] = value;
			t.barrier.wait();
			for (int stride = TileSize / 2; stride > 0; stride /= 2) {
				if (t.local[0] < stride)
					local[t.local[0]] = op(local[t.local[0]], local[t.local[0] + stride]);
				t.barrier.wait_with_tile_static_memory_fence();
			}
			if (t.local[0] == 0)
				partial[t.tile[0]] = local[0];
		});
		return Finish(m_partial, tiles);
	}

	static void Describe() { printf("%s, %d at a time, %d tiles\n", Operations::NameOf<T>(), tile_size, max_tiles); }

private:
	static T Finish(array<T> &partial, int tiles)
	{
		std::vector<T> host = partial;
		Op<T> op;
		T result = Op<T>::Identity();
		for (int i = 0; i < tiles; i++)
			result = op(result, host[i]);
		return Check(result);
	}

	accelerator_view m_view;
	array<T> m_partial;
};

template <typename T> T Check(T value) { Checks()++; return value; }
inline int &Checks() { static int count = 0; return count; }
}

using namespace Algorithms;

template <template <typename> class Op, typename T> void Run(const char *name, const std::vector<T> &data)
{
	typename Reducer<T, Op> reducer(accelerator().default_view);
	reducer.Describe();
	std::cout << name << ' ' << reducer.Reduce(array_view<const T>(int(data.size()), data)) << std::endl;
}

int main()
{
	std::vector<int> integers(1000);
	std::vector<float> floats(300, 0.5f);
	std::vector<unsigned> words(77, 3u);
	for (size_t i = 0; i < integers.size(); ++i)
		integers[i] = int(i * 7919 % 1000) - 400;
	floats[17] = 12.25f;
	words[76] = 9;
	Run<Operations::Sum>("sum", integers);
	Run<Operations::Largest>("largest", integers);
	Run<Operations::Largest>("largest", floats);
	Run<Operations::Sum>("sum", floats);
	Run<Operations::Largest>("largest", words);
	std::cout << Checks() << std::endl;
}
