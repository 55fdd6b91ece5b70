/* What Microsoft's C and C++ library has beyond the standard's and POSIX's. It is there in the headers that each
 * program includes (<stdio.h>, <string.h>, <iterator>); here it is in this one, which --amp-msvc includes in front
 * of each source. */
#ifndef AMP_WINDOWS_CORECRT_H
#define AMP_WINDOWS_CORECRT_H

#ifdef __cplusplus
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
