/* <concurrent_queue.h>: oneTBB has these containers, too. */
#ifndef AMP_WINDOWS_CONCURRENT_QUEUE_H
#define AMP_WINDOWS_CONCURRENT_QUEUE_H

#include "detail/tbb.h"

namespace Concurrency {
using tbb::concurrent_queue;
using tbb::concurrent_priority_queue;
} // namespace Concurrency
namespace concurrency = Concurrency;

#endif
