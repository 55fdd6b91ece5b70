/* <amp_graphics.h> as the compiler's precompiled header includes it (compiler/parse/pch.c): by the path of this file, which
 * nothing else is found by, and then as a system header. */
#include <amp_graphics.h>
