// The rest of the subset of C++ for restrict(amp) code (C++ AMP 2.2.2 to 2.4.3).
// RUN: ! %ampcc -c -o %t.o %s 2> %t; %FileCheck --implicit-check-not=error: %s < %t
// RUN: ! %ampcc --amp-extensions -c -o %t.o %s 2> %t; %FileCheck --check-prefix=EXTENDED %s < %t
// EXTENDED-NOT: error: an integer literal
// EXTENDED-NOT: error: arithmetic on a pointer to bool
// EXTENDED-NOT: is captured
#include <amp.h>
using namespace concurrency;

static const int flag = 2;
static const float table[] = {1, 2};

void literals() restrict(amp)
{
	// CHECK: subset.cpp:[[# @LINE + 1]]:15: error: an integer literal of more than 32 bits
	int n = (int)0x2ffffffffLL;
	int most = 0xffffffff;
	// CHECK: subset.cpp:[[# @LINE + 1]]:12: error: a floating literal out of the range
	float f = 3.402823467e+38f;
	float largest = 3.4028234e+38f;
	// CHECK: subset.cpp:[[# @LINE + 1]]:13: error: a floating literal out of the range
	double d = 1.7976931348623159e+308;
	double greatest = 1.7976931348623158e+308;
	static_assert(sizeof(int) == 4, "a message is no string literal of the program's");
}

enum direction { BACKWARD = -1, FORWARD = 1 };
template <direction D, int N> int follow(int x) restrict(amp)
{
	return x + D + N; // a literal less than 0 where D is known
}
int back(int x) restrict(amp)
{
	return follow<BACKWARD, -2>(x);
}

void constants() restrict(amp)
{
	int n = flag + 3;
	// CHECK: subset.cpp:[[# @LINE + 1]]:17: error: the address of a global constant
	const int *p = &flag;
	// CHECK: subset.cpp:[[# @LINE + 1]]:12: error: global array 'table' in restrict(amp) code
	float f = table[n];
}

struct pair {
	int a, b;
	int sum() const restrict(cpu, amp) { return a + b; }
};
static const pair pair_of_ones = {1, 1};
static const index<1> step(1);
static int host_value();
static const int computed = host_value();
extern const int elsewhere;
int sum_of(const pair &p) restrict(cpu, amp);

int objects(index<1> i) restrict(amp)
{
	pair copy = pair_of_ones;
	// CHECK: subset.cpp:[[# @LINE + 1]]:27: error: the global object 'pair_of_ones' in restrict(amp) code: only the values of its members
	int n = pair_of_ones.a + pair_of_ones.sum();
	// CHECK: subset.cpp:[[# @LINE + 1]]:10: error: the global object 'step' in restrict(amp) code
	i = i + step;
	// CHECK: subset.cpp:[[# @LINE + 1]]:14: error: the global object 'pair_of_ones' in restrict(amp) code
	n += sum_of(pair_of_ones);
	// CHECK: subset.cpp:[[# @LINE + 1]]:13: error: the value of the global constant 'computed' in restrict(amp) code is not known
	return n + computed +
	       // CHECK: subset.cpp:[[# @LINE + 1]]:9: error: the value of the global constant 'elsewhere' in restrict(amp) code is not known
	       elsewhere + i[0] + copy.b;
}

void booleans(bool x) restrict(amp)
{
	bool *y = &x;
	*y = false;
	// CHECK: subset.cpp:[[# @LINE + 1]]:12: error: arithmetic on a pointer to bool
	bool *z = y + 1;
	// CHECK: subset.cpp:[[# @LINE + 1]]:2: error: arithmetic on a pointer to bool
	--y;
}

// One mistake is one error: what is refused is not refused again where it is used.
void once() restrict(amp)
{
	// CHECK: subset.cpp:[[# @LINE + 1]]:7: error: variable 'flags' of type 'bool[4]' in restrict(amp) code
	bool flags[4];
	flags[0] = flags[1];
	// CHECK: subset.cpp:[[# @LINE + 1]]:14: error: variable 'text' of type 'const char *' in restrict(amp) code
	const char *text = "text";
	int n = text[0];
	// CHECK: subset.cpp:[[# @LINE + 1]]:13: error: static variable 'count' in restrict(amp) code
	static int count;
	count++;
}

// CHECK: subset.cpp:[[# @LINE + 1]]:1: error: tile_static outside of restrict(amp) code
tile_static int shared[16];

// CHECK: subset.cpp:[[# @LINE + 1]]:17: error: a parameter cannot be tile_static; without 'tile_static' it accepts such variables, too
int of_the_tile(tile_static int *s, int i) restrict(amp) { return s[i]; }
// CHECK: subset.cpp:[[# @LINE + 1]]:28: error: a parameter cannot be tile_static
void of_the_cpu(int i, int tile_static (&s)[4]) { s[i] = 0; }

struct unvalued {
	static const int least = 1, most;
};

// The value of a constant of class type is known if its initializer, with all of its elements and the arguments of constexpr
// constructors, is.
struct known { int n; constexpr known(int i) : n(i) {} };
struct unknown { int n; unknown(int i) : n(i) {} };
struct several { int i; known k; };
int run_time();
static const several all = {1, known(2)}, not_all = {1, known(run_time())};
static const known made(3), made_later(run_time());
static const unknown by_constructor(4);
int of_classes() restrict(amp)
{
	int n = all.k.n + made.n;
	// CHECK: subset.cpp:[[# @LINE + 1]]:7: error: the value of the global constant 'not_all' in restrict(amp) code is not known when compiling
	n += not_all.i;
	// CHECK: subset.cpp:[[# @LINE + 1]]:7: error: the value of the global constant 'made_later' in restrict(amp) code is not known
	n += made_later.n;
	// CHECK: subset.cpp:[[# @LINE + 1]]:13: error: the value of the global constant 'by_constructor' in restrict(amp) code is not known
	return n + by_constructor.n;
}

void two_lifetimes() restrict(amp)
{
	// CHECK: subset.cpp:[[# @LINE + 1]]:2: error: 'static' and tile_static cannot be combined [C++ AMP 2.4.3.5.1]
	static tile_static int s[16];
	s[unvalued::least] = 0;
	// CHECK: subset.cpp:[[# @LINE + 1]]:10: error: the value of the global constant 'most' in restrict(amp) code is not known when compiling
	int n = unvalued::most;
}

void large() restrict(amp)
{
	tile_static float some[8192];
	// CHECK: subset.cpp:[[# @LINE + 1]]:20: error: tile_static variables of 49156 bytes; a tile has 49152
	tile_static float more[4097];
	some[0] = more[0] = 0;
}

struct base {
	~base() restrict(cpu) {}
};
struct derived : base {
	int n;
};
void destructors() restrict(amp)
{
	// CHECK: subset.cpp:[[# @LINE + 1]]:10: error: variable 'd' in restrict(amp) code: the destructor of 'derived' is restrict(cpu)
	derived d;
}

void captures(array_view<int> v)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		int *p = &v[i], n = 0;
		// CHECK: subset.cpp:[[# @LINE + 1]]:{{[0-9]+}}: error: the pointer 'p' is captured
		[p]() restrict(amp) { *p = 1; }();
		// CHECK: subset.cpp:[[# @LINE + 1]]:{{[0-9]+}}: error: 'n' is captured by reference
		[&n]() restrict(amp) { n = 1; }();
		[n]() mutable restrict(amp) { n = 1; }();
	});
}

// CHECK: subset.cpp:[[# @LINE + 1]]:29: error: an exception specification
void throws() restrict(amp) throw() {}

extern "C" int one(int x) restrict(amp) { return x; }
extern "C++" int two(int x) restrict(cpu, amp) { return x; }
// CHECK: subset.cpp:[[# @LINE + 1]]:16: error: an extern "C" function can have only one restriction
extern "C" int three(int x) restrict(cpu, amp) { return x; }

int host() restrict(cpu);
int host() restrict(amp);
void by_default(int x = host()) restrict(amp) {}
void calls_by_default() restrict(amp)
{
	by_default(1);
	// CHECK: subset.cpp:[[# @LINE + 1]]:2: error: the call uses a default argument of 'by_default' that calls a restrict(cpu) function
	by_default();
}

int both(int x) restrict(cpu) { return x; }
int both(int x) restrict(amp) { return x; }
int takes(int (*p)(int) restrict(cpu, amp)) { return p(1); }
// CHECK: subset.cpp:[[# @LINE + 1]]:19: error: 'both' lacks restrictions
int gives = takes(&both);

struct one_pointer {
	int *p;
	static int get() restrict(amp) { return 1; } // has no object
	// CHECK: subset.cpp:[[# @LINE + 1]]:6: error: a member function of 'one_pointer' cannot be restrict(amp)
	int own() restrict(cpu, amp);
};

// One mistake of a class, however many member functions it has.
struct pointers {
	int *p;
	// CHECK: subset.cpp:[[# @LINE + 1]]:6: error: a member function of 'pointers' cannot be restrict(amp)
	int first() restrict(cpu, amp);
	int second() restrict(cpu, amp);
};
struct view_reference {
	array_view<int> &v;
};
// CHECK: subset.cpp:[[# @LINE + 1]]:37: error: parameter 'r' of type 'view_reference' in restrict(amp) code: it has a reference to something other than an array or a texture
void takes_reference(view_reference r) restrict(amp) {}

struct function_reference {
	int (&f)(int);
};
// CHECK: subset.cpp:[[# @LINE + 1]]:40: error: parameter 'r' of type 'function_reference' in restrict(amp) code: it has a reference to something other than an array or a texture
void takes_function(function_reference r) restrict(amp) {}
struct with_virtual_destructor {
	virtual ~with_virtual_destructor() {}
};
// CHECK: subset.cpp:[[# @LINE + 1]]:45: error: parameter 'p' of type 'with_virtual_destructor *' in restrict(amp) code: it has a virtual destructor
void takes_virtual(with_virtual_destructor *p) restrict(amp) {}
// CHECK: subset.cpp:[[# @LINE + 1]]:49: error: thread_local variable 'x' in restrict(amp) code
void threads() restrict(amp) { thread_local int x = 0; }
extern "C" int in_c(int) restrict(cpu);
// CHECK: subset.cpp:[[# @LINE + 1]]:16: error: extern "C" functions cannot differ in restriction only
extern "C" int in_c(int) restrict(amp);

// Of a constant that is a member there is the value.
struct limits {
	static const int most;
	static constexpr int few = 3;
};
const int limits::most = 42;
// CHECK: subset.cpp:[[# @LINE + 1]]:45: error: a reference to the constant 'most' in restrict(amp) code: only its value can be used here
const int &of_most() restrict(amp) { return limits::most; }
// CHECK: subset.cpp:[[# @LINE + 1]]:55: error: a reference to the constant 'few'
constexpr const int &of_few(const limits &c) { return c.few; }
int few() restrict(amp) { return of_few(limits()); }

int amp_only(int) restrict(amp);
// CHECK: subset.cpp:[[# @LINE + 1]]:22: error: 'amp_only' lacks restrictions of the functions that 'to_cpu' can point to [C++ AMP 2.3.1]
int (*to_cpu)(int) = &amp_only;

struct handle {
	int n;
	~handle() {}
};
handle make() restrict(amp);
handle &none(handle &of) restrict(amp);
void temporaries(handle *owner) restrict(amp)
{
	// CHECK: subset.cpp:[[# @LINE + 1]]:2: error: a temporary object in restrict(amp) code: the destructor of 'handle' is restrict(cpu) [C++ AMP 2.2.2]
	make();
	// CHECK: subset.cpp:[[# @LINE + 1]]:10: error: a temporary object in restrict(amp) code
	int n = handle{1}.n;
	n += none(*owner).n + static_cast<const handle &>(*owner).n + ((handle &)*owner).n;
	// CHECK: subset.cpp:[[# @LINE + 1]]:19: error: tile_static variable 'r' is a reference
	tile_static int &r = n;
}
