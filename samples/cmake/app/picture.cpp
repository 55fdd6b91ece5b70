// picture [FILE.pgm]: draws a disc, blurs it, finds its edge, and prints the result; also writes it to FILE.
#include "filters/filters.h"

#include <cstdio>

int main(int argc, char **argv)
{
	filters::picture disc(32, 16);
	for (int y = 0; y < disc.height; y++) {
		for (int x = 0; x < disc.width; x++) {
			const float dx = (x - 15.5f) / 2, dy = y - 7.5f;
			disc.at(x, y) = dx * dx + dy * dy < 36 ? 1.0f : 0.0f;
		}
	}
	const filters::picture edge = filters::edges(filters::blur(disc, 1));
	const filters::statistics s = filters::measure(edge);
	for (int y = 0; y < edge.height; y++) {
		for (int x = 0; x < edge.width; x++)
			std::putchar(" .+#"[static_cast<int>(3 * edge.at(x, y) / s.maximum)]);
		std::putchar('\n');
	}
	std::printf("from %.2f to %.2f, on average %.2f\n", s.minimum, s.maximum, s.mean);
	if (argc > 1 && !filters::write_pgm(edge, argv[1])) {
		std::fprintf(stderr, "cannot write '%s'\n", argv[1]);
		return 1;
	}
}
