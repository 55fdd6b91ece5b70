// No AMP here.
#include "filters/filters.h"

#include <fstream>

namespace filters {

bool write_pgm(const picture &in, const std::string &path)
{
	std::ofstream file(path, std::ios::binary);
	file << "P5\n" << in.width << ' ' << in.height << "\n255\n";
	for (float pixel : in.pixels)
		file.put(static_cast<char>(pixel <= 0 ? 0 : pixel >= 1 ? 255 : static_cast<int>(pixel * 255)));
	return static_cast<bool>(file.flush());
}

}
