/* The address index: storages of wrapped memory, sorted by host address and
 * disjoint. All with the index lock held. */
#include "runtime-internal.h"

#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct storage **items;
static size_t item_count, capacity;

void index_lock(void)
{
	pthread_mutex_lock(&lock);
}

void index_unlock(void)
{
	pthread_mutex_unlock(&lock);
}

struct storage *index_find(const char *host, size_t *i)
{
	size_t low = 0, high = item_count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (items[middle]->host_begin + items[middle]->size > host)
			high = middle;
		else
			low = middle + 1;
	}
	*i = low;
	return index_at(low);
}

struct storage *index_at(size_t i)
{
	return i < item_count ? items[i] : NULL;
}

bool index_insert(struct storage *s)
{
	if (item_count == capacity) {
		size_t more = capacity ? capacity * 2 : 64;
		struct storage **grown = realloc(items, more * sizeof(*items));
		if (!grown)
			return false;
		items = grown;
		capacity = more;
	}
	size_t i;
	index_find(s->host_begin, &i);
	memmove(items + i + 1, items + i, (item_count - i) * sizeof(*items));
	items[i] = s;
	item_count++;
	return true;
}

void index_remove(struct storage *s)
{
	size_t i;
	if (index_find(s->host_begin, &i) != s)
		return;
	item_count--;
	memmove(items + i, items + i + 1, (item_count - i) * sizeof(*items));
}
