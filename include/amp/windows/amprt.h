/* <amprt.h>: declared in <amp.h>. */
#include <amp.h>
