#include "detail/direct2d.h"
