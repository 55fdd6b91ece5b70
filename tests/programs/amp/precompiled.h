// What the host units of test programs begin with: g++ reads it precompiled where it finds amp/prelude.h.gch.
#include <amp/prelude.h>
#include <amp.h>
