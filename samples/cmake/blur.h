#ifndef BLUR_H
#define BLUR_H

#include <vector>

/* The mean of each element and its neighbours; those behind the ends count as the ends. */
std::vector<float> blur(const std::vector<float> &in);

#endif
