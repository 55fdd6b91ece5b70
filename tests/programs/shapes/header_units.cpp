// A header with kernels and restricted functions, inline and in templates,
// that two units include.
// also: header_units_2.cc
#include "../check.h"
#include "header_units.h"

int in_the_other_unit(int n);

int main()
{
	CHECK(sum_of_squares(10) == 285);
	CHECK(in_the_other_unit(10) == 285);
	CHECK(twice<int>(21) == 42);
	CHECK(twice<double>(1.25) == 2.5);
	std::puts("ok");
}
