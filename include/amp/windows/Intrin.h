#include <intrin.h>
