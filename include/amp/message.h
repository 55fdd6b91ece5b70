/* Where the kernels of a unit leave what they say before they end a launch: device code in
 * C and in C++. The runtime sets it, and looks for it in each unit. */
#ifndef AMPCC_MESSAGE_H
#define AMPCC_MESSAGE_H

#include <amp/runtime_api.h>

/* Named by AMP_MESSAGE_VARIABLE; of code that is linked from several units there is one. In no namespace:
 * nvcc registers it by its name in C. */
extern "C" {
#if defined(__CUDACC_RDC__)
inline
#endif
__device__ Concurrency::details::amp_kernel_message *amp_kernel_message_of_unit;
}

#endif
