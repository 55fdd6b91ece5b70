// A program without AMP that uses a library with it. Prints the blurred step.
#include "blur.h"

#include <cstdio>

int main()
{
	for (float x : blur({0, 0, 0, 3, 3, 3}))
		std::printf("%g ", x);
	std::puts("");
}
