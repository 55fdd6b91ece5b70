// --amp-extensions: types that C++ AMP refuses in kernels, and what their lambdas capture.
// options: --amp-extensions
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

int main()
{
	std::vector<long long> data(10);
	array_view<long long, 1> view(10, data);
	const short factor = 3;
	parallel_for_each(view.extent, [=](index<1> i) restrict(amp) {
		const unsigned char low = static_cast<unsigned char>(250 + i[0]);
		view[i] = (1ll << 40) * factor + low;
	});
	for (int i = 0; i < 10; i++)
		CHECK(view[i] == (3ll << 40) + (250 + i) % 256);
	parallel_for_each(view.extent, [=](index<1> i) restrict(amp) {
		long long sum = 0, *to = &sum;
		auto add = [&sum](int x) restrict(amp) { sum += x; };
		auto add_twice = [=](int x) restrict(amp) { add(x), *to += x; };
		add_twice(i[0]);
		view[i] = sum;
	});
	for (int i = 0; i < 10; i++)
		CHECK(view[i] == 2 * i);
	// elements of other sizes than a word's
	std::vector<unsigned char> bytes(1001);
	std::vector<short> shorts(1001, 3);
	array_view<unsigned char> b(bytes);
	array_view<const short> s(shorts);
	b.discard_data();
	parallel_for_each(b.extent, [=](index<1> i) restrict(amp) { b[i] = i[0] * s[i]; });
	array_view<unsigned char> part = b.section(1, 5);
	parallel_for_each(part.extent, [=](index<1> i) restrict(amp) { part[i] += 100; });
	array_view<unsigned> words = b.section(0, 1000).reinterpret_as<unsigned>();
	CHECK(words.extent[0] == 250 && words[0] == (0u | 103u << 8 | 106u << 16 | 109u << 24));
	b.synchronize();
	for (int i = 0; i < 1001; i++)
		CHECK(bytes[i] == (3 * i + (i >= 1 && i < 6 ? 100 : 0)) % 256);
	array<bool, 2> odd(3, 5);
	parallel_for_each(odd.extent, [&odd](index<2> i) restrict(amp) { odd[i] = (i[0] + i[1]) % 2; });
	const std::vector<bool> flags = odd;
	for (int i = 0; i < 15; i++)
		CHECK(flags[i] == (i / 5 + i % 5) % 2);
	copy(flags.rbegin(), flags.rend(), odd.section(0, 0, 3, 5));
	CHECK((array_view<bool, 2>(odd)(0, 1) == flags[13]));
	std::puts("ok");
}
