/* <iostream> as the compiler's precompiled header includes it, like graphics.h. */
#include <iostream>
