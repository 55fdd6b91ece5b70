/* What of Windows has nothing here that is called so: headers declare it, so that a program may include them, and a use is an
 * error, which says what takes its place. */
#ifndef AMP_WINDOWS_DETAIL_NOT_HERE_H
#define AMP_WINDOWS_DETAIL_NOT_HERE_H

#if defined(__has_attribute) && __has_attribute(unavailable)
#define AMP_NOT_HERE(text) __attribute__((unavailable(text)))
#else
#define AMP_NOT_HERE(text) __attribute__((deprecated(text)))
#endif

#define AMP_TYPE_NOT_HERE(name, text) struct AMP_NOT_HERE(text) name
#define AMP_FUNCTION_NOT_HERE(name, text) AMP_NOT_HERE(text) int name(...)
/* Of two functions, and the name that is either of them. */
#define AMP_TEXT_FUNCTION_NOT_HERE(name, text)                                                                         \
	AMP_FUNCTION_NOT_HERE(name, text);                                                                             \
	AMP_FUNCTION_NOT_HERE(name##A, text);                                                                          \
	AMP_FUNCTION_NOT_HERE(name##W, text)

#endif
