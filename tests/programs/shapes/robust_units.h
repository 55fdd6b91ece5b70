// Of robust_units.cpp and robust_units_2.cc.
#include "../check.h"

#include <amp.h>

#include <vector>

using namespace concurrency;

void read_beyond(const array_view<float> &from, const array_view<float> &to);
