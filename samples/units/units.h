// What the units of this program offer each other.
#ifndef UNITS_H
#define UNITS_H

#include <vector>

void brighten(std::vector<float> &values); // brighten.cpp
void darken(std::vector<float> &values);   // darken.cpp

#endif
