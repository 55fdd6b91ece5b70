// Texels beyond a texture are zero, and dropped.
// options: --amp-robust-access
#include "../check.h"

#include <amp.h>
#include <amp_graphics.h>

#include <vector>

using namespace concurrency;
using namespace concurrency::graphics;

static void plane()
{
	const int rows = 6, columns = 10, around = 3;
	std::vector<float> source(rows * columns), sums((rows + 6) * (columns + 6));
	for (int i = 0; i < rows * columns; i++)
		source[i] = i + 1.0f;
	texture<float, 2> from(rows, columns, source.begin(), source.end());
	texture<int, 2> to(rows, columns);
	const texture_view<int, 2> written(to);
	array_view<float, 2> vs(rows + 2 * around, columns + 2 * around, sums);
	parallel_for_each(vs.extent, [=, &from](index<2> i) restrict(amp) {
		const index<2> at(i[0] - around, i[1] - around);
		vs[i] = from[at] + from(at[0], at[1]) + from.get(at);
		written.set(at, 5 + i[1]);
	});
	vs.synchronize();
	std::vector<int> results(rows * columns);
	copy(to, results.data(), static_cast<unsigned>(results.size() * sizeof(int)));
	for (int i = 0; i < vs.extent[0]; i++)
		for (int j = 0; j < vs.extent[1]; j++) {
			const int y = i - around, x = j - around;
			const bool is_in = y >= 0 && y < rows && x >= 0 && x < columns;
			CHECK(vs(i, j) == (is_in ? 3 * source[y * columns + x] : 0));
		}
	for (int i = 0; i < rows * columns; i++)
		CHECK(results[i] == 5 + i % columns + around);
}

static void colours()
{
	unsigned char source[8 * 4];
	for (int i = 0; i < 8 * 4; i++)
		source[i] = i % 4 == 1 ? 0 : 255;
	texture<unorm_4, 1> from(8, source, sizeof(source), 8u);
	std::vector<float> sums(24);
	array_view<float> vs(24, sums);
	const texture_view<const unorm_4, 1> view(from);
	parallel_for_each(vs.extent, [=](index<1> i) restrict(amp) {
		const unorm_4 c = view[index<1>(i[0] - 8)], none = view.get(i, 9);
		vs[i] = float(c.x) + 2 * float(c.y) + 4 * float(c.w) + 8 * float(none.x);
	});
	vs.synchronize();
	for (int i = 0; i < 24; i++)
		CHECK(sums[i] == (i >= 8 && i < 16 ? 5.0f : 0.0f));
}

int main()
{
	plane();
	colours();
	std::puts("ok");
}
