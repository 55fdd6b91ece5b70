// The sum of a matrix by halving it: each step adds the lower half to the
// upper one, through two sections of one view, until a single row is left,
// and then the same along the row. Between the steps nothing leaves the
// accelerator.
//
// Prints: the sum by sections and by a plain loop.
#include <amp.h>
#include <iostream>
#include <vector>

using namespace concurrency;

// to[i] += from[i]
void add(array_view<const int, 2> from, array_view<int, 2> to)
{
	parallel_for_each(to.extent, [=](index<2> i) restrict(amp) { to[i] += from[i]; });
}

int main()
{
	const int rows = 64, columns = 256;
	std::vector<int> data(rows * columns);
	int expected = 0;
	for (int i = 0; i < rows * columns; i++) {
		data[i] = i % 1000 - 300;
		expected += data[i];
	}

	array_view<int, 2> matrix(rows, columns, data);
	for (int n = rows / 2; n > 0; n /= 2) {
		const extent<2> half(n, columns);
		add(matrix.section(index<2>(n, 0), half), matrix.section(index<2>(0, 0), half));
	}
	for (int n = columns / 2; n > 0; n /= 2) {
		const extent<2> half(1, n);
		add(matrix.section(index<2>(0, n), half), matrix.section(index<2>(0, 0), half));
	}
	std::cout << matrix(0, 0) << " " << expected << "\n";
}
