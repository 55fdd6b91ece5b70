#include <strsafe.h>
