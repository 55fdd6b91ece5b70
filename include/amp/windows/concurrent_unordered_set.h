/* <concurrent_unordered_set.h>: oneTBB has these containers, too. */
#ifndef AMP_WINDOWS_CONCURRENT_UNORDERED_SET_H
#define AMP_WINDOWS_CONCURRENT_UNORDERED_SET_H

#include "detail/tbb.h"

namespace Concurrency {
using tbb::concurrent_unordered_set;
using tbb::concurrent_unordered_multiset;
} // namespace Concurrency
namespace concurrency = Concurrency;

#endif
