// options: -lpng -lm
// The Mandelbrot set as a picture: a kernel colours the pixels, libpng writes
// them to mandelbrot.png.
//
// Prints: the size of the picture and how much of it is in the set.
#include <amp.h>
#include <math.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>

enum { WIDTH = 600, HEIGHT = 400, LIMIT = 200 };

typedef struct pixel {
	uint8_t red, green, blue;
} pixel;
AMP_DECLARE_TYPE(pixel);

struct region {
	float left, top, step;
};

static int escape_time(float re, float im) restrict(amp)
{
	float x = 0, y = 0;
	int n = 0;

	for (; n < LIMIT && x * x + y * y < 4; n++) {
		const float next = x * x - y * y + re;

		y = 2 * x * y + im;
		x = next;
	}
	return n;
}

static pixel colour_of(int n) restrict(amp)
{
	const float t = sqrtf((float)n / LIMIT);

	if (n == LIMIT)
		return (pixel){0, 0, 0};
	return (pixel){.blue = (uint8_t)(255 * sinf(3.14159265f * t)),
	               .green = (uint8_t)(255 * t * t), .red = (uint8_t)(255 * t)};
}

static void draw(amp_array_view(pixel, 2) picture, struct region region)
{
	amp_discard(picture);
	amp_parallel_for_each(picture.extent, ^(amp_index2 at) restrict(amp) {
		const float re = region.left + region.step * at.j;
		const float im = region.top - region.step * at.i;

		amp_at(picture, at) = colour_of(escape_time(re, im));
	});
}

static int write_png(const char *path, const pixel *pixels)
{
	FILE *file = fopen(path, "wb");
	png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
	png_infop info = png ? png_create_info_struct(png) : NULL;
	int ok = file && info && !setjmp(png_jmpbuf(png));

	if (ok) {
		png_init_io(png, file);
		png_set_IHDR(png, info, WIDTH, HEIGHT, 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
		             PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
		png_write_info(png, info);
		for (int row = 0; row < HEIGHT; row++)
			png_write_row(png, (png_const_bytep)(pixels + (size_t)row * WIDTH));
		png_write_end(png, info);
	}
	png_destroy_write_struct(&png, &info);
	return (!file || fclose(file) == 0) && ok;
}

int main(void)
{
	pixel *pixels = malloc(sizeof *pixels * WIDTH * HEIGHT);
	if (!pixels)
		return 1;
	amp_array_view(pixel, 2) picture = amp_view(pixels, HEIGHT, WIDTH);

	draw(picture, (struct region){-2.25f, 1.125f, 2.25f / HEIGHT});
	// libpng reads the memory itself.
	amp_synchronize(picture);

	int inside = 0;
	for (int i = 0; i < WIDTH * HEIGHT; i++)
		inside += !pixels[i].red && !pixels[i].green && !pixels[i].blue;
	printf("%d x %d pixels, %d%% in the set\n", WIDTH, HEIGHT, 100 * inside / (WIDTH * HEIGHT));
	int ok = write_png("mandelbrot.png", pixels);
	puts(ok ? "mandelbrot.png" : "cannot write mandelbrot.png");

	amp_release(picture);
	free(pixels);
	return !ok;
}
