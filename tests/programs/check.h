// How the test programs check their results.
#ifndef CHECK_H
#define CHECK_H

#include <cstdio>
#include <cstdlib>

#define CHECK(condition) \
	((condition) ? (void)0 : check_failed(__FILE__, __LINE__, #condition))

inline void check_failed(const char *file, int line, const char *condition)
{
	std::printf("%s:%d: not so: %s\n", file, line, condition);
	std::exit(1);
}

#endif
