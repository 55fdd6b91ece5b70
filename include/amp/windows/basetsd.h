#include <windef.h>
