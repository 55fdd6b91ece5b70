// Members of bases that depend on template parameters, without this->, as Microsoft's compiler finds them.
#include "../check.h"
#include <amp.h>
#include <map>
#include <vector>
using namespace concurrency;

template <typename T> struct filter {
	typedef T value_type;
	enum { radius = 2 };
	enum class border { zero, one };
	static const int width = 2 * radius + 1;
	array_view<const T> in;
	array_view<T> out;

	filter(const std::vector<T> &from, std::vector<T> &to) : in((int)from.size(), from), out(to) {}
	T at(int i) const restrict(cpu, amp) { return in[i]; }
	template <int K> T times(T x) const restrict(cpu, amp) { return K * x; }
	static T half(T x) restrict(cpu, amp) { return x / 2; }
};

template <typename T> struct blur : filter<T> {
	border outside;

	blur(const std::vector<T> &from, std::vector<T> &to) : filter(from, to), outside(border::one) {}

	void operator()(index<1> i) const restrict(amp)
	{
		value_type sum = 0;
		const int n = in.extent[0];

		for (int k = i[0] - radius; k <= i[0] + radius; k++)
			sum += k >= 0 && k < n ? at(k) : outside == border::one ? value_type(1) : value_type();
		out[i] = half(times<4>(sum)) / width;
	}

	value_type run() const
	{
		parallel_for_each(out.extent, *this);
		return out[0];
	}
};

// What is virtual stays so.
template <typename T> struct shape {
	T scale;

	explicit shape(T s) : scale(s) {}
	virtual ~shape() {}
	virtual int sides() const { return 0; }
};

template <typename T> struct polygon : shape<T> {
	polygon() : shape(3) {}
	int corners() const;
	std::vector<T> scaled() const
	{
		std::vector<T> lengths(sides());
		array_view<T> view(lengths);
		const T factor = scale;

		parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] = i[0] * factor; });
		view.synchronize();
		return lengths;
	}
};

template <typename T> int polygon<T>::corners() const
{
	auto count = [=] { return sides(); };

	return count();
}

struct square : polygon<float> {
	int sides() const { return 4; }
};

// A template that was declared before it is defined.
template <typename K, typename V> struct cache : std::map<K, V> {
	V &get(const K &key)
	{
		iterator it = find(key);
		return it == end() ? operator[](key) = V() : it->second;
	}
	V &get_default() { return operator[](K()); }
};

int main()
{
	std::vector<float> from(10, 1), to(10);

	CHECK(blur<float>(from, to).run() == 2);
	CHECK(square().corners() == 4);
	CHECK(square().scaled()[3] == 9);
	cache<int, int> c;
	c.get(3) = 1;
	CHECK(++c.get(3) == 2 && c.get_default() == 0 && c.size() == 2);
	std::puts("ok");
}
