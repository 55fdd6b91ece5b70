/* <amp.h> and <iostream>: g++ precompiles this for host units that include both at their beginnings
 * (compiler/driver/host_compiler.c). */
#ifndef AMPCC_WITH_IOSTREAM_H
#define AMPCC_WITH_IOSTREAM_H

#include <amp.h>
#include <iostream>

#endif
