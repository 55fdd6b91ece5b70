#include "detail/mfc.h"
