// Function objects: views as members, nested structs of views, base classes,
// and arrays of views' holders by value.
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

struct ends {
	array_view<int, 1> low, high;
};
struct range {
	ends both;
	int count;
};
class base {
protected:
	array_view<int, 1> out;

public:
	explicit base(array_view<int, 1> o) : out(o) {}
};
class middle : public base {
public:
	explicit middle(array_view<int, 1> o) : base(o), bias(100) {}

protected:
	int bias;
	int biased(int x) const restrict(amp) { return x + bias; }
};
class kernel : public middle {
public:
	kernel(array_view<int, 1> o, const range &r) : middle(o), r_(r) {}
	void operator()(index<1> i) const restrict(amp)
	{
		out[i] = biased(r_.both.low[i] * r_.count + r_.both.high[i]);
		r_.both.high[i] = -1;
	}

private:
	range r_;
};

int main()
{
	std::vector<int> a(12), b(12), c(12);
	for (int i = 0; i < 12; i++) {
		a[i] = i;
		b[i] = 50 + i;
	}
	range r = {{array_view<int, 1>(12, a), array_view<int, 1>(12, b)}, 3};
	array_view<int, 1> out(12, c);
	kernel k(out, r);
	parallel_for_each(out.extent, k);
	for (int i = 0; i < 12; i++) {
		CHECK(out[i] == 100 + 3 * i + 50 + i);
		CHECK(r.both.high[i] == -1);
	}
	std::puts("ok");
}
