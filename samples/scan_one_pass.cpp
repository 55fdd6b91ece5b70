// Prefix sums in one pass over memory, with tiles that read the results of preceding tiles
// (algorithms/scan.h). Atomic operations order what tiles tell each other.
//
// Prints: the number of wrong sums.
#include "algorithms/scan.h"

#include <iostream>
#include <vector>

int main()
{
	const int count = 1000003;
	std::vector<int> data(count), results(count, -1);
	for (int i = 0; i < count; i++)
		data[i] = i * 31 % 101 - 50;

	algorithms::scan_memory memory(count);
	const concurrency::array_view<int> sums(count, results);
	algorithms::scan(concurrency::array_view<const int>(count, data), sums, memory);
	sums.synchronize();

	int wrong = 0, sum = 0;
	for (int i = 0; i < count; i++) {
		sum += data[i];
		wrong += results[i] != sum;
	}
	std::cout << wrong << " wrong\n";
}
