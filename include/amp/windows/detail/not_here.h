/* Names of Windows that have no counterpart here. Headers declare them, so that a program can include these
 * headers; a use is an error that tells what to use instead. */
#ifndef AMP_WINDOWS_DETAIL_NOT_HERE_H
#define AMP_WINDOWS_DETAIL_NOT_HERE_H

#if defined(__has_attribute) && __has_attribute(unavailable)
#define AMP_NOT_HERE(text) __attribute__((unavailable(text)))
#else
#define AMP_NOT_HERE(text) __attribute__((deprecated(text)))
#endif

#define AMP_TYPE_NOT_HERE(name, text) struct AMP_NOT_HERE(text) name
#define AMP_FUNCTION_NOT_HERE(name, text) AMP_NOT_HERE(text) int name(...)
/* Two functions, for narrow and wide text, and the name that denotes one of them. */
#define AMP_TEXT_FUNCTION_NOT_HERE(name, text)                                                                         \
	AMP_FUNCTION_NOT_HERE(name, text);                                                                             \
	AMP_FUNCTION_NOT_HERE(name##A, text);                                                                          \
	AMP_FUNCTION_NOT_HERE(name##W, text)

#endif
