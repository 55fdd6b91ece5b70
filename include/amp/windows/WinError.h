#include <winerror.h>
