/* <amp.h> for the plain form of a random program: C++ AMP and AMP in C as the host compiler alone
 * compiles them, one thread of the domain after the other. It shares nothing with ampcc, its
 * headers or its runtime, so that what it computes is a reference for all of them.
 *
 * The threads of a tile are coroutines that change at barriers. PLAIN_ORDER=reverse runs threads
 * and tiles the other way round: a program whose results then differ has a data race. A barrier
 * that not all threads of a tile come to ends the program. */
#ifndef PLAIN_AMP_H
#define PLAIN_AMP_H

#include "threads.h"

#ifdef __cplusplus
#include "amp_cpp.h"
#else
#include "amp_c.h"
#endif

#endif
