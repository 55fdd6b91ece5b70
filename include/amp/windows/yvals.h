#include <corecrt.h>
