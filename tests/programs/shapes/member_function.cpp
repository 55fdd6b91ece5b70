// Kernels in member functions: public, private, static, const; with members
// of the class as views; calling private static functions of it.
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

class worker {
public:
	explicit worker(std::vector<int> &data) : view_(static_cast<int>(data.size()), data), step_(5)
	{
	}
	void run()
	{
		prepare();
		array_view<int, 1> view = view_;
		int step = step_;
		parallel_for_each(view.extent, [=](index<1> i) restrict(amp) {
			view[i] += secret(i[0]) + LIMIT + step;
		});
		finish(view_);
	}
	int sum() const
	{
		std::vector<int> sums(1);
		array_view<int, 1> sum(1, sums);
		array_view<const int, 1> view = view_;
		parallel_for_each(sum.extent, [=](index<1> i) restrict(amp) {
			int total = 0;
			for (int k = 0; k < view.extent[0]; k++)
				total += view[k];
			sum[i] = total;
		});
		return sum[0];
	}

private:
	static const int LIMIT = 100;
	enum { OFFSET = 7 };
	static int secret(int x) restrict(amp) { return x * OFFSET; }
	void prepare()
	{
		array_view<int, 1> view = view_;
		parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] = i[0]; });
	}
	static void finish(array_view<int, 1> view)
	{
		parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] -= LIMIT; });
	}

	array_view<int, 1> view_;
	int step_;
};

int main()
{
	std::vector<int> data(10);
	worker w(data);
	w.run();
	CHECK(w.sum() == 8 * 45 + 50);
	std::puts("ok");
}
