// An image turned and enlarged: a texture is read between its texels by a sampler, which interpolates
// linearly and repeats the image beyond its edges. Colours are unorm_4 with eight bits per channel,
// which are decoded when read. The program needs no code for edges, formats or weights.
//
// Prints: a small picture of the result's brightness, and the mean colour.
#include <amp.h>
#include <amp_graphics.h>
#include <cmath>
#include <cstdio>
#include <vector>

using namespace concurrency;
using namespace concurrency::graphics;

static const int size = 64, rows = 24, columns = 56;

// A chessboard, red to the right and green downwards: four bytes a texel.
static std::vector<unsigned char> board()
{
	std::vector<unsigned char> bytes;
	for (int i = 0; i < size; i++) {
		for (int j = 0; j < size; j++) {
			const bool is_light = (i / 8 + j / 8) % 2;
			bytes.push_back(static_cast<unsigned char>(is_light ? 4 * j : 0));
			bytes.push_back(static_cast<unsigned char>(is_light ? 4 * i : 0));
			bytes.push_back(is_light ? 255 : 0);
			bytes.push_back(255);
		}
	}
	return bytes;
}

int main()
{
	const std::vector<unsigned char> bytes = board();
	texture<unorm_4, 2> image(size, size, bytes.data(), static_cast<unsigned>(bytes.size()), 8u);
	texture<unorm_4, 2> result(rows, columns, 8u);
	const texture_view<const unorm_4, 2> from(image);
	const texture_view<unorm_4, 2> to(result);
	const sampler linear(filter_linear, address_wrap);
	const float c = std::cos(0.5f), s = std::sin(0.5f);
	parallel_for_each(to.extent, [=](index<2> i) restrict(amp) {
		// relative to the middle, in units of the image's size
		const float x = (i[1] + 0.5f) / columns - 0.5f, y = (i[0] + 0.5f) / rows - 0.5f;
		to.set(i, from.sample(linear, float_2(0.5f + 0.6f * (c * x - s * y), 0.5f + 0.6f * (s * x + c * y))));
	});

	std::vector<unsigned char> pixels(rows * columns * 4);
	copy(result, pixels.data(), static_cast<unsigned>(pixels.size()));
	double mean[3] = {0, 0, 0};
	for (int i = 0; i < rows; i++) {
		for (int j = 0; j < columns; j++) {
			const unsigned char *p = &pixels[static_cast<std::size_t>(i * columns + j) * 4];
			for (int k = 0; k < 3; k++)
				mean[k] += p[k] / (255.0 * rows * columns);
			std::putchar(" .:-=+*#%@"[(p[0] + p[1] + p[2]) * 9 / 765]);
		}
		std::putchar('\n');
	}
	std::printf("red %.3f, green %.3f, blue %.3f\n", mean[0], mean[1], mean[2]);
}
