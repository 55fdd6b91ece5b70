/* C++ AMP (open specification 1.2) on top of libamprt.
 *
 * Programs include this header and its parts in amp/. Compile them with ampcc; the plain host compiler also
 * accepts programs whose kernels are function objects that ampcc has lowered already. */
#ifndef AMPCC_AMP_H
#define AMPCC_AMP_H

#ifdef __cplusplus

#if !defined(__AMPCC_FLAT__)
#include <amp/config.h>
#endif

/* Standard headers that Microsoft's <amp.h> includes and programs have come to rely on. The second half,
 * which takes compilers longer than everything else here, is omitted (__AMPCC_LEAN__) if ampcc has found that
 * the program uses nothing of it, or includes it itself. */
#include <cassert>
#include <cmath>
#include <cstdint>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <array>
#include <exception>
#include <iosfwd>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>
#if !defined(__AMPCC_LEAN__)
#include <algorithm>
#include <chrono>
#include <functional>
#include <future>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#endif

/* The preprocessor that makes the flat text shows the program none of the library's macros (__AMPCC_FLAT__), whose names
 * programs may use: only all standard headers that the rest includes, without which gch.c finds no precompiled amp.h. */
#if defined(__AMPCC_FLAT__)
#include <cfloat>
#include <climits>
#include <cstddef>
#include <thread>

#include <cxxabi.h>
#include <stdbool.h>
#else

/* clang before version 22 treats deduction guides as CPU functions: in kernels, std::array{1, 2} uses this
 * one. Later versions treat them as functions of both. */
#if defined(__AMPCC_PARSE__) && defined(__CUDA__) && defined(__cpp_deduction_guides) && defined(_GLIBCXX_ARRAY) && \
    __clang_major__ < 22
namespace std {
template <typename T, typename... U>
__attribute__((device)) array(T, U...) -> array<T, 1 + sizeof...(U)>;
}
#endif

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
#include <amp/cuda_text.h>
#include <amp/debug.h>
#include <amp/direct3d.h>

#endif

#else /* C */

#include <amp/c.h>

#endif
#endif
