#include "objbase.h"
