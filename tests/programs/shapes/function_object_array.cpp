// Function objects with array reference members, const and not.
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

class copier {
public:
	copier(const array<int, 1> &from, array<int, 1> &to) : from_(from), to_(to) {}
	void operator()(index<1> i) const restrict(amp) { to_[i] = from_[i] * 2; }

private:
	const array<int, 1> &from_;
	array<int, 1> &to_;
};

int main()
{
	std::vector<int> data(16);
	for (int i = 0; i < 16; i++)
		data[i] = i;
	array<int, 1> from(16, data.begin()), to(16);
	parallel_for_each(to.extent, copier(from, to));
	std::vector<int> result = to;
	for (int i = 0; i < 16; i++)
		CHECK(result[i] == 2 * i);
	std::puts("ok");
}
