// A kernel in a shared library, and one in the program.
// shared: library.cc
#include "../check.h"
#include "header_units.h"

int sum_in_library(int n);

int main()
{
	CHECK(sum_in_library(10) == 45);
	CHECK(sum_of_squares(4) == 14);
	std::puts("ok");
}
