/* The variable of each unit's device code through which its kernels, in C and C++, write a message before
 * they end a launch. The runtime looks it up and sets it in each unit. */
#ifndef AMPCC_MESSAGE_H
#define AMPCC_MESSAGE_H

#include <amp/runtime_api.h>

/* Its name is AMP_MESSAGE_VARIABLE; code that is linked from several units has a single one. It is in no
 * namespace, since nvcc registers it by its C name. */
extern "C" {
#if defined(__CUDACC_RDC__)
inline
#endif
__device__ Concurrency::details::amp_kernel_message *amp_kernel_message_of_unit;
}

#endif
