// Filters for pictures in shades of grey. Programs need no C++ AMP to use them.
#ifndef FILTERS_H
#define FILTERS_H

#include <string>
#include <vector>

namespace filters {

struct picture {
	int width, height;
	std::vector<float> pixels; // row by row, 0 is black and 1 is white

	picture(int width, int height) : width(width), height(height), pixels(width * height) {}
	float &at(int x, int y) { return pixels[y * width + x]; }
	float at(int x, int y) const { return pixels[y * width + x]; }
};

// The mean of the pixels around each one, 2 * radius + 1 in a row and in a column.
picture blur(const picture &in, int radius);
// How steep each place is, by Sobel's operator.
picture edges(const picture &in);

struct statistics {
	float minimum, maximum, mean;
};
statistics measure(const picture &in);

// PGM, in bytes. False if the file cannot be written.
bool write_pgm(const picture &in, const std::string &path);

}

#endif
