#include "plain/limits.h"

int limited(int x)
{
	return x > LIMIT ? LIMIT : x;
}
