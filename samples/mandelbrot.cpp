// The Mandelbrot set as a picture: a two-dimensional domain, complex numbers
// in a class of their own with restrict(cpu, amp) operators, and a file that
// libpng writes.
// options: -lpng
//
// Prints: the share of the picture that is in the set, in percent. Writes
// mandelbrot.png, or the file that its argument names.
#include <amp.h>
#include <cstdint>
#include <cstring>
#include <iostream>
#include <png.h>
#include <vector>

using namespace concurrency;

struct complex {
	float re, im;

	float norm() const restrict(cpu, amp) { return re * re + im * im; }
};

static inline complex operator+(complex a, complex b) restrict(cpu, amp)
{
	return {a.re + b.re, a.im + b.im};
}

static inline complex operator*(complex a, complex b) restrict(cpu, amp)
{
	return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

// 0x00BBGGRR for the number of steps after which a point escaped.
static inline std::uint32_t color_of(int steps, int limit) restrict(cpu, amp)
{
	if (steps == limit)
		return 0;
	const unsigned t = 255u * steps / limit;
	const unsigned red = 255 - t, green = (5 * t) % 256, blue = (11 * t) % 256;
	return red | green << 8 | blue << 16;
}

static bool write_png(const char *path, int width, int height,
                      const std::vector<std::uint32_t> &pixels)
{
	std::vector<unsigned char> bytes;
	for (std::uint32_t pixel : pixels)
		for (int shift = 0; shift < 24; shift += 8)
			bytes.push_back(static_cast<unsigned char>(pixel >> shift));

	png_image image;
	std::memset(&image, 0, sizeof image);
	image.version = PNG_IMAGE_VERSION;
	image.width = width;
	image.height = height;
	image.format = PNG_FORMAT_RGB;
	return png_image_write_to_file(&image, path, 0, bytes.data(), 0, nullptr);
}

int main(int argc, char **argv)
{
	const int width = 768, height = 512, limit = 256;
	const char *path = argc > 1 ? argv[1] : "mandelbrot.png";

	std::vector<std::uint32_t> pixels(width * height);
	array_view<std::uint32_t, 2> picture(height, width, pixels);
	picture.discard_data();
	parallel_for_each(picture.extent, [=](index<2> i) restrict(amp) {
		const complex c = {-2.25f + 3.0f * i[1] / width, -1.0f + 2.0f * i[0] / height};
		complex z = {0, 0};
		int steps = 0;
		while (steps < limit && z.norm() <= 4) {
			z = z * z + c;
			steps++;
		}
		picture[i] = color_of(steps, limit);
	});
	picture.synchronize();

	if (!write_png(path, width, height, pixels)) {
		std::cerr << "cannot write " << path << "\n";
		return 1;
	}
	int inside = 0;
	for (std::uint32_t pixel : pixels)
		inside += pixel == 0;
	std::cout << (100 * inside + width * height / 2) / (width * height) << " % in the set\n";
}
