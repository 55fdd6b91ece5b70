/* A folder of files that can be made again (cache.c). */
#ifndef CACHE_H
#define CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether AMPCC_CACHE_MAXSIZE, if there is one, is a size; a message otherwise. */
bool cache_settings_are_sound(void);
/* Whether there is a folder that a file can be added to. */
bool cache_is_writable(void);
/* A file of the cache, open for reading, which counts as used now; -1 if there is none. It stays as it is
 * for who has it open. One that is not what was added is removed. */
int cache_open(uint64_t key);
/* Adds a copy of a file. What was used least recently makes room for it. -1 if that cannot be done;
 * otherwise as cache_open(). */
int cache_add(uint64_t key, const char *file);
/* Removes the files for a key. */
void cache_remove(uint64_t key);
/* --amp-cache: the folder, its size and bound, for people. */
void cache_show(void);

/* FNV-1a, 64 bits (Fowler, Noll, Vo). */
#define CACHE_HASH_SEED 14695981039346656037u
uint64_t cache_hash(uint64_t seed, const void *data, size_t n);

#endif
