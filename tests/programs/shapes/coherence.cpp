// No more than needed moves between the host and a GPU, as the runtime counts.
// also: mock_launch.cc
// options: -rdynamic
#include "../check.h"
#include <amp.h>
#include <amp/runtime.h>
#include <vector>
using namespace concurrency;

// What moved since the last look.
static amp_counters moved()
{
	amp_counters counters;
	amp_get_counters(&counters);
	amp_reset_counters();
	return counters;
}

static bool moves(const amp_counters &c, std::uint64_t in, std::uint64_t out)
{
	if (c.host_to_device_bytes == in && c.device_to_host_bytes == out)
		return true;
	std::printf("%llu in, %llu out\n", (unsigned long long)c.host_to_device_bytes,
	            (unsigned long long)c.device_to_host_bytes);
	return false;
}

int main()
{
	if (accelerator().device_path.compare(0, 4, L"cuda") != 0)
		return 77;

	const int rows = 64, columns = 32, size = rows * columns;
	const std::uint64_t bytes = size * sizeof(int);
	std::vector<int> in(size, 2), out(size, 1), other(size, 5);
	moved();
	{
		// A const view goes in and never comes back; a discarded one the
		// other way.
		array_view<const int, 2> a(rows, columns, in);
		array_view<int, 2> b(rows, columns, out);
		b.discard_data();
		parallel_for_each(b.extent, [=](index<2> i) restrict(amp) { b[i] = a[i] + 1; });
		CHECK(moves(moved(), bytes, 0));
		// A second kernel on the same data moves nothing.
		parallel_for_each(b.extent, [=](index<2> i) restrict(amp) { b[i] += a[i]; });
		CHECK(moves(moved(), 0, 0));
		// The first access brings everything back, the next ones nothing.
		CHECK(b(3, 4) == 5);
		CHECK(moves(moved(), 0, bytes));
		CHECK(b(63, 31) == 5 && a(1, 1) == 2);
		b.synchronize();
		CHECK(moves(moved(), 0, 0));

		// A section of whole rows moves its rows.
		array_view<int, 2> c(rows, columns, other);
		array_view<int, 2> part = c.section(index<2>(8, 0), extent<2>(4, columns));
		parallel_for_each(part.extent, [=](index<2> i) restrict(amp) { part[i] += 10; });
		CHECK(moves(moved(), 4 * columns * sizeof(int), 0));
		c.synchronize();
		CHECK(moves(moved(), 0, 4 * columns * sizeof(int)));

		// What is only read stays current on the host, though the view is
		// not const; what is only written does not go in.
		array_view<int, 2> d(rows, columns, in);
		parallel_for_each(c.extent, [=](index<2> i) restrict(amp) { c[i] = d[i]; });
		moved();
		CHECK(d(0, 0) == 2);
		CHECK(moves(moved(), 0, 0));
		CHECK(c(9, 0) == 2);
		CHECK(moves(moved(), 0, bytes));
	}
	// The last views gone: all was on the host already.
	CHECK(moves(moved(), 0, 0));
	CHECK(other[0] == 2 && out[0] == 5);
	std::puts("ok");
}
