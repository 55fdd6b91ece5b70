#include <wincon.h>
