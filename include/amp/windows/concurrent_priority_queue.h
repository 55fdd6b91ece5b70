#include <concurrent_queue.h>
