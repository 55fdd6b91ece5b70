#include "kernels/scale.h"
/* Twice each number, and more. */
void run(int *data, int n);

/* Each of its functions is in another source, with a kernel that names a private member. */
class counter {
	int by;
	static int plus(int x, int y) restrict(cpu, amp) { return x + y; }

public:
	explicit counter(int n) : by(n) {}
	void count(int *data, int n) const;
	void count(int *data) const;
};
