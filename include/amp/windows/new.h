/* <new.h> of Microsoft's C library: <new>. */
#include <new>
