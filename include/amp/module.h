/* Device code of a translation unit, embedded in its object file.
 *
 * ampcc includes this header at the end of a host unit that has kernels, with these macros:
 *
 *   AMP_MODULE_NAME    the name of the source, a string
 *   AMP_MODULE_IMAGE   for -S and -flto, whose output must contain the image
 *                      itself: the path of a header with it as a string literal
 *
 * Without AMP_MODULE_IMAGE, ampcc adds the image to the assembly text of the unit, so that both can be
 * compiled at the same time. The header works with any C or C++ standard. */
#ifndef AMPCC_MODULE_H
#define AMPCC_MODULE_H
#pragma GCC system_header

#include <amp/runtime_api.h>

#ifdef __cplusplus
namespace Concurrency {
namespace details {
#endif

#ifdef AMP_MODULE_IMAGE
static const unsigned char amp_module_image[] __attribute__((aligned(16))) =
#include AMP_MODULE_IMAGE
        ;
#else
#ifdef __cplusplus
extern "C" {
#endif
extern const unsigned char amp_module_image[] __attribute__((visibility("hidden")));
#ifdef __cplusplus
}
#endif
#endif

static amp_module amp_module_of_this_unit = {amp_module_image, AMP_MODULE_NAME, 0, 0};

#if defined(__TINYC__) /* tcc does not support priorities */
#define AMP_MODULE_FIRST
#else
#define AMP_MODULE_FIRST (101)
#endif

/* Runs before the program's own constructors, which may launch kernels, and after its destructors, which may
 * wait for them. */
__attribute__((constructor AMP_MODULE_FIRST)) static void amp_module_enter(void)
{
	amp_module_register(&amp_module_of_this_unit);
}

__attribute__((destructor AMP_MODULE_FIRST)) static void amp_module_leave(void)
{
	amp_module_unregister(&amp_module_of_this_unit);
}

#ifdef __cplusplus
} /* namespace details */
} /* namespace Concurrency */
#endif

#endif
