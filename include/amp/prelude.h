/* The first lines of each unit that ampcc writes.
 *
 * POSIX declares a function index() in <strings.h>, at namespace scope, and
 * with `using namespace concurrency;` the name would be ambiguous: C++ AMP
 * programs write index<1>. The function goes by another name here (its symbol
 * stays "index"). nvcc includes <strings.h> before anything else, so there the
 * driver says -Dindex=amp_posix_index on the command line; and -Dnorm=…, since
 * CUDA has a function of that name, where programs mean graphics::norm. */
#ifndef AMP_PRELUDE_H
#define AMP_PRELUDE_H

#ifndef index
#define index amp_posix_index
#endif
#include <strings.h>
#undef index
#undef norm

#endif
