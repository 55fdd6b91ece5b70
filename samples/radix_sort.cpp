// Sorts unsigned numbers by digits of eight bits (algorithms/radix_sort.h): counts in tile_static memory, a scan, and
// keys that are sorted within a tile before they are written.
//
// Prints: the number of keys that are not where std::sort has them.
#include "algorithms/radix_sort.h"

#include <algorithm>
#include <iostream>
#include <random>
#include <vector>

int main()
{
	const int count = 300007;
	std::mt19937 random(2012);
	std::vector<unsigned> keys(count);
	for (unsigned &key : keys)
		key = static_cast<unsigned>(random());
	keys[5] = keys[7] = ~0u;
	std::vector<unsigned> expected(keys);
	std::sort(expected.begin(), expected.end());

	algorithms::sort_memory memory(count);
	const concurrency::array_view<unsigned> view(count, keys);
	algorithms::radix_sort(view, memory);
	view.synchronize();

	int wrong = 0;
	for (int i = 0; i < count; i++)
		wrong += keys[i] != expected[i];
	std::cout << wrong << " wrong\n";
}
