#ifndef KERNEL_NAMES_H
#define KERNEL_NAMES_H

#include <amp.h>
#include <vector>

// Some units have one more function of a name that others have, in front of these.
#ifdef WITH_LARGE
static void change(std::vector<long> &data)
{
	concurrency::array_view<long, 1> view(int(data.size()), data);
	parallel_for_each(view.extent,
	                  [=](concurrency::index<1> i) restrict(amp) { view[i] += 1000; });
}
#endif

static inline void change(std::vector<int> &data)
{
	concurrency::array_view<int, 1> view(int(data.size()), data);
	parallel_for_each(view.extent, [=](concurrency::index<1> i) restrict(amp) { view[i] += 1; });
	parallel_for_each(view.extent, [=](concurrency::index<1> i) restrict(amp) { view[i] *= 2; });
}

// Each overload is defined in a unit of its own.
class counter {
public:
	void add();
	void add(int n);
	int value() const { return data[0]; }

private:
	std::vector<int> data = std::vector<int>(1);
};

#endif
