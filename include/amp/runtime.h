/* The runtime's C API (amp/runtime_api.h) under its own names, for programs that call it. In C++, <amp.h>
 * alone declares none of these names at global scope, which belongs to the program. */
#ifndef AMPCC_RUNTIME_H
#define AMPCC_RUNTIME_H

#include <amp/runtime_api.h>

#ifdef __cplusplus
using namespace Concurrency::details::runtime;
#endif
#endif
