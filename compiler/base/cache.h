/* A folder of files that can be made again at any time (cache.c). */
#ifndef CACHE_H
#define CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

/* Whether AMPCC_CACHE_MAXSIZE, if set, is a valid size; prints an error if it is not. */
bool cache_settings_are_sound(void);
/* Whether there is a cache folder to which files can be added. */
bool cache_is_writable(void);
/* Opens a file of the cache for reading, and marks it as used; -1 if there is none. Its contents never change
 * while it is open. A file with wrong contents is removed. */
int cache_open(uint64_t key);
/* Adds a copy of a file, evicting the least recently used files to make room. Returns what cache_open() does;
 * -1 on failure. */
int cache_add(uint64_t key, const char *file);
/* Removes the files for a key. Returns whether there were any: of several processes, for one only. */
bool cache_remove(uint64_t key);
/* --amp-cache: prints the folder, its size and its limit. */
void cache_show(void);

/* FNV-1a, 64 bits (Fowler, Noll, Vo). */
#define CACHE_HASH_SEED 14695981039346656037u
uint64_t cache_hash(uint64_t seed, const void *data, size_t n);
/* Continues a hash with a string, NULL like "", and with the size and time of a file. */
uint64_t cache_hash_string(uint64_t seed, const char *s);
uint64_t cache_hash_state(uint64_t seed, const struct stat *st);

#endif
