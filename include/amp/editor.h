/* C++ AMP for editors. With this header included first, and with the options that `ampcc --amp-clangd`
 * writes, clangd and clang-tidy parse restriction clauses and tile_static, which are not part of C++ or C. It
 * is not meant for compilations.
 *
 * In C++, a restriction becomes CUDA's attribute, as in ampcc's own parse, so that calls and overloads are
 * checked. In C it has no effect. The macros are the same as in ampcc's own parse. */
#ifndef AMPCC_EDITOR_H
#define AMPCC_EDITOR_H

#ifndef __AMPCC__
#define __AMPCC__ 1
#endif
#define __AMPCC_PARSE__ 1
#define __ATR

#ifdef __cplusplus
#define __AH __attribute__((host))
#define __AD __attribute__((device))
#define __ATS __attribute__((shared))
#include "prelude.h"
#else
#define __AH
#define __AD
#define __ATS static
#endif
#define __AHD __AH __AD
#define tile_static __ATS

#define __AMP_RESTRICT_cpu __AH
#define __AMP_RESTRICT_amp __AD
#define __AMP_RESTRICT_auto __AHD
#define __AMP_RESTRICT_ /* of one word there is no second */
#define __AMP_RESTRICT(first, second, ...) __AMP_RESTRICT_##first __AMP_RESTRICT_##second
#define restrict(...) __AMP_RESTRICT(__VA_ARGS__, , )

#endif
