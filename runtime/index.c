/* The address index: a tree of the storages of wrapped memory, which are disjoint, ordered by the end of
 * their memory. All functions require the index lock. */
#include "runtime-internal.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static RB_HEAD(index, storage) root = RB_INITIALIZER(&root);

static int by_end(const struct storage *a, const struct storage *b)
{
	const char *x = a->host_begin + a->size, *y = b->host_begin + b->size;
	return (x > y) - (x < y);
}

RB_GENERATE_INTERNAL(index, storage, index, by_end, static __attribute__((unused)))

void index_lock(void)
{
	pthread_mutex_lock(&lock);
}

void index_unlock(void)
{
	pthread_mutex_unlock(&lock);
}

struct storage *index_find(const char *host)
{
	struct storage after = {.host_begin = (char *)host, .size = 1};
	return index_RB_NFIND(&root, &after);
}

struct storage *index_next(struct storage *s)
{
	return index_RB_NEXT(s);
}

void index_insert(struct storage *s)
{
	index_RB_INSERT(&root, s);
}

void index_remove(struct storage *s)
{
	if (index_RB_FIND(&root, s) == s)
		index_RB_REMOVE(&root, s);
}
