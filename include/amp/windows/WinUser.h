#include <winuser.h>
