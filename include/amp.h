/* C++ AMP (open specification 1.2) on top of libamprt.
 *
 * This header and its parts in amp/ are what programs include. Compile with
 * ampcc; the plain host compiler also takes programs whose kernels are
 * function objects that ampcc lowered already.
 */
#ifndef AMPCC_AMP_H
#define AMPCC_AMP_H

#ifdef __cplusplus

#include <amp/config.h>

/* What Microsoft's <amp.h> brings along and programs have come to rely on. */
#include <cassert>
#include <cmath>
#include <cstdint>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <algorithm>
#include <array>
#include <chrono>
#include <exception>
#include <functional>
#include <future>
#include <iosfwd>
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <amp/exception.h>
#include <amp/index.h>
#include <amp/tile.h>
#include <amp/future.h>
#include <amp/accelerator.h>
#include <amp/storage.h>
#include <amp/array_view.h>
#include <amp/array.h>
#include <amp/copy.h>
#include <amp/atomic.h>
#include <amp/kernel.h>
#include <amp/debug.h>
#include <amp/direct3d.h>

#else /* C */

#include <amp/c.h>

#endif
#endif
