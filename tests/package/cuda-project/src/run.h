#include "kernels/scale.h"
/* Twice each number, and more. */
void run(int *data, int n);
