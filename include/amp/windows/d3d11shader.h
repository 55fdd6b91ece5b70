#include "detail/direct3d.h"
