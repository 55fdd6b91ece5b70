// A kernel as a class: views as members, some of them in a nested struct and
// in a base class, and a member function that the kernel calls.
//
// Prints: a polynomial at eight points, evaluated on the accelerator.
#include <amp.h>
#include <iostream>
#include <vector>

using namespace concurrency;

// Common to all kernels of this program: a place for their results.
template <typename T> class writes_results {
public:
	explicit writes_results(array_view<T, 1> results) : results_(results) {}

protected:
	array_view<T, 1> results_;
};

class polynomial : public writes_results<int> {
public:
	polynomial(array_view<const int, 1> points, array_view<const int, 1> coefficients,
	           array_view<int, 1> results)
	    : writes_results<int>(results), input_{points, coefficients}
	{
	}

	void operator()(index<1> i) const restrict(amp) { results_[i] = evaluate(input_.points[i]); }

private:
	// Horner's rule.
	int evaluate(int x) const restrict(amp)
	{
		int value = 0;
		for (int k = input_.coefficients.extent[0] - 1; k >= 0; k--)
			value = value * x + input_.coefficients[k];
		return value;
	}

	struct input {
		array_view<const int, 1> points;
		array_view<const int, 1> coefficients;
	};
	input input_;
};

int main()
{
	std::vector<int> points = {-2, -1, 0, 1, 2, 3, 4, 5};
	std::vector<int> coefficients = {7, 0, -3, 2}; // 7 - 3x^2 + 2x^3
	std::vector<int> values(points.size());
	array_view<int, 1> results(static_cast<int>(values.size()), values);
	results.discard_data();

	polynomial kernel(array_view<const int, 1>(static_cast<int>(points.size()), points),
	                  array_view<const int, 1>(static_cast<int>(coefficients.size()), coefficients),
	                  results);
	parallel_for_each(results.extent, kernel);

	for (int i = 0; i < results.extent[0]; i++)
		std::cout << results[i] << " ";
	std::cout << "\n";
}
