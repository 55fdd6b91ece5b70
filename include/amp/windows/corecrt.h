/* What Microsoft's C and C++ library declares beyond the standard and POSIX. Microsoft declares it in the
 * headers that each program includes (<stdio.h>, <string.h>, <iterator>); here it is in this header, which
 * --amp-msvc includes in front of each source. */
#ifndef AMP_WINDOWS_CORECRT_H
#define AMP_WINDOWS_CORECRT_H

#ifdef __cplusplus
#include "crtdbg.h"
#include "detail/checked_iterator.h"
#include "detail/crt_error.h"
#include "detail/crt_stdio.h"
#include "detail/crt_stdlib.h"
#include "detail/crt_string.h"
#include "detail/crt_time.h"
#include "detail/file_streams.h"
#include "detail/old_names.h"
#include "sal.h"
#endif

#endif
