/* <windows.h> as the compiler's precompiled header includes it, like graphics.h, with the macros that the program has
 * defined and that it tests. */
#if defined(AMP_WITH_UNICODE)
#define UNICODE
#define _UNICODE
#endif
#if defined(AMP_WITH_LEAN_AND_MEAN)
#define WIN32_LEAN_AND_MEAN
#endif
#include <amp/windows/windows.h>
#undef UNICODE
#undef _UNICODE
#undef WIN32_LEAN_AND_MEAN
