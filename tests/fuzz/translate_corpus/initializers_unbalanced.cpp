#include <amp.h>
struct v { int n; v(int k) restrict(amp) : n(k) {} v(int k) restrict(cpu) : n(k) {} };
struct w : v {
	explicit w(int k) restrict(amp) : v(k), m( ( k) {}
	explicit w(int k) restrict(cpu) : v(k), m( ( k) {}
	int m;
};
int f() restrict(amp) { return w(1).m; }
int f() restrict(cpu) { return w(1).m; }
