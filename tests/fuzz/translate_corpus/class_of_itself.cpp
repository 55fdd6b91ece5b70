#include <amp.h>
void f() restrict(cpu);
void f() restrict(amp);
template <int N> struct s { s<N - 1> rest; };
struct t { t whole; };
struct u : u { u operator=(const u &) restrict(cpu); u operator=(const u &) restrict(amp); };
