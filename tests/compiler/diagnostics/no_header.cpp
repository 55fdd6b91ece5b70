// The library's names are unknown without its header, though the parser has it precompiled: one error, which
// all others follow from.
// RUN: ! %ampcc -c -o %t.o %s 2> %t; %FileCheck --implicit-check-not=error: %s < %t
// RUN: echo '#include "%s"' > %t.cpp; ! %ampcc -c -o %t.o %t.cpp 2> %t; %FileCheck --implicit-check-not=error: %s < %t
// RUN: ! %ampcc -DQUALIFIED -c -o %t.o %s 2> %t; %FileCheck --check-prefix=QUALIFIED --implicit-check-not=error: %s < %t
// RUN: ! %ampcc -DDIRECTIVE -c -o %t.o %s 2> %t; %FileCheck --check-prefix=DIRECTIVE --implicit-check-not=error: %s < %t
// So it is without the using-directive.
// RUN: echo '#include "%s"' > %t.cpp; ! %ampcc -include amp.h -c -o %t.o %t.cpp 2> %t; %FileCheck --check-prefix=UNQUALIFIED --implicit-check-not=error: %s < %t
// Overloads by restriction need nothing of the library.
// RUN: %ampcc -DOVERLOADS -c -o %t.o %s
static int twice(int x) restrict(cpu, amp) { return 2 * x; }

#ifdef OVERLOADS
struct kilometres { float value; };
struct miles { float value; };
struct distance {
	float value;
	operator kilometres() const restrict(cpu) { return {value}; }
	operator miles() const restrict(amp) { return {value}; }
	template <class T> operator T() restrict(cpu) { return {value}; }
	template <class T> operator T() restrict(amp) { return {value + 1}; }
};
kilometres unit() restrict(cpu);
miles unit() restrict(amp);
auto unit_of_kernels() restrict(amp) -> decltype(unit());
miles same_unit() restrict(amp)
{
	distance d = {1};
	miles m = d;
	tile_static miles shared;
	shared = m;
	return unit_of_kernels();
}
float converted() restrict(cpu, amp)
{
	distance d = {1};
	return float(d);
}
#elif defined(QUALIFIED)
// QUALIFIED: no_header.cpp:[[# @LINE + 1]]:10: error: use of undeclared identifier 'concurrency': <amp.h> has it
void run(concurrency::index<1>);
#elif defined(DIRECTIVE)
// DIRECTIVE: no_header.cpp:[[# @LINE + 1]]:17: error: expected namespace name: <amp.h> has it
using namespace concurrency;
#endif
#ifndef OVERLOADS
// UNQUALIFIED: no_header.cpp:[[# @LINE + 2]]:16: error: no template named 'extent': namespace concurrency has it
// CHECK: no_header.cpp:[[# @LINE + 1]]:16: error: no template named 'extent': <amp.h> has it
void run(const extent<1> &e)
{
	parallel_for_each(e, [=](index<1>) restrict(amp) { twice(1); });
}
#endif
