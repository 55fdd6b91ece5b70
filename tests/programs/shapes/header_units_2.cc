#include "header_units.h"

int in_the_other_unit(int n)
{
	return sum_of_squares(n) + twice(n) - 2 * n;
}
