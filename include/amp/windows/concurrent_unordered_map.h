/* <concurrent_unordered_map.h>: oneTBB has these containers, too. */
#ifndef AMP_WINDOWS_CONCURRENT_UNORDERED_MAP_H
#define AMP_WINDOWS_CONCURRENT_UNORDERED_MAP_H

#include "detail/tbb.h"

namespace Concurrency {
using tbb::concurrent_unordered_map;
using tbb::concurrent_unordered_multimap;
} // namespace Concurrency
namespace concurrency = Concurrency;

#endif
