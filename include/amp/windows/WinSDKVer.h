#include <SDKDDKVer.h>
