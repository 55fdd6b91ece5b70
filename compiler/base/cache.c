/* A folder of files that can be made again: AMPCC_CACHE_DIR, or ampcc in $XDG_CACHE_HOME or ~/.cache.
 *
 * A file's name contains its key and a hash of its contents, amp-KEY-HASH.pch. Files never change: they
 * appear by a rename and disappear by an unlink, so that processes need not coordinate, and a file stays
 * readable for who has it open. Two processes that add a file for the same key make one file or two. The time
 * of last use is the access time, which is set explicitly, since file systems may not update it. */
#include "base/cache.h"
#include "base/paths.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* ---- Settings ---------------------------------------------------------- */

enum { DEFAULT_MEGABYTES = 500,
       MEGABYTE = 1000000 };

/* Parses a number of bytes with an optional k, M or G. Returns false if it is malformed. */
static bool read_size(const char *s, uint64_t *bytes)
{
	static const char units[] = "kMG";
	char *end;
	if (!isdigit((unsigned char)*s))
		return false;
	errno = 0;
	*bytes = strtoull(s, &end, 10);
	const char *unit = *end ? strchr(units, *end) : NULL;
	for (size_t i = 0; unit && i <= (size_t)(unit - units); i++) {
		errno = *bytes > UINT64_MAX / 1000 ? ERANGE : errno;
		*bytes *= 1000;
	}
	return !errno && !end[unit != NULL];
}

/* Returns the limit for the total size of the files. */
static uint64_t size_limit(void)
{
	const char *s = getenv("AMPCC_CACHE_MAXSIZE");
	uint64_t bytes = (uint64_t)DEFAULT_MEGABYTES * MEGABYTE;
	if (s && *s && read_size(s, &bytes) && !bytes)
		bytes = UINT64_MAX;
	return bytes;
}

bool cache_settings_are_sound(void)
{
	const char *s = getenv("AMPCC_CACHE_MAXSIZE");
	uint64_t bytes;
	return !s || !*s || read_size(s, &bytes) ||
	       fail("AMPCC_CACHE_MAXSIZE=%s is no size, as 100M is, or 0 for no bound", s);
}

/* Returns the folder, which is made if it is missing; NULL if there is no cache. The caller frees it. */
static char *cache_folder(void)
{
	const char *own = getenv("AMPCC_CACHE_DIR");
	const char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
	char *parent = NULL, *folder = NULL;
	if (own)
		folder = *own ? xstrdup(own) : NULL;
	else if (xdg && *xdg)
		parent = xstrdup(xdg);
	else if (home && *home)
		parent = xasprintf("%s/.cache", home);
	if (parent) {
		mkdir(parent, 0777);
		folder = xasprintf("%s/ampcc", parent);
		free(parent);
	}
	if (folder && mkdir(folder, 0777) != 0 && errno != EEXIST) {
		free(folder);
		return NULL;
	}
	return folder;
}

bool cache_is_writable(void)
{
	OWNED char *folder = cache_folder();

	return folder && access(folder, W_OK | X_OK) == 0;
}

/* ---- Files ------------------------------------------------------------- */

struct file {
	char *path;
	uint64_t size;
	struct timespec used;
	bool temporary; /* being written, or left behind by a killed process */
};

struct files {
	struct file *items;
	size_t count;
	uint64_t size; /* total */
};

static void files_finish(struct files *f)
{
	for (size_t i = 0; i < f->count; i++)
		free(f->items[i].path);
	free(f->items);
}

/* Returns the place behind the hexadecimal digits at p if there are as many as in a hash, else NULL. */
static const char *behind_hash(const char *p)
{
	enum { DIGITS = 16 };
	size_t n = 0;
	while (n < DIGITS && isxdigit((unsigned char)p[n]))
		n++;
	return n == DIGITS ? p + n : NULL;
}

/* Whether this is the name of a file of the cache, amp-KEY-HASH.pch, with more appended while it is written.
 * Files of earlier versions have no hash. */
static bool is_own_name(const char *name, bool *temporary)
{
	const char *p = starts(name, "amp-") ? behind_hash(name + 4) : NULL;
	if (p && *p == '-')
		p = behind_hash(p + 1);
	if (!p || !starts(p, ".pch"))
		return false;
	*temporary = p[4] != '\0';
	return true;
}

/* Lists the files of the cache whose names start with a prefix. */
static void list_files(const char *folder, const char *prefix, struct files *out)
{
	SCOPED(strings) names = {0};
	*out = (struct files){0};
	list_folder(folder, &names);
	for (size_t i = 0; i < names.count; i++) {
		struct stat st;
		struct file f;
		if (!starts(names.items[i], prefix) || !is_own_name(names.items[i], &f.temporary))
			continue;
		f.path = xasprintf("%s/%s", folder, names.items[i]);
		if (lstat(f.path, &st) != 0 || !S_ISREG(st.st_mode)) {
			free(f.path);
			continue;
		}
		f.size = (uint64_t)st.st_size;
		f.used = st.st_atim;
		out->size += f.size;
		APPEND(out->items, out->count) = f;
	}
}

static int by_use(const void *a, const void *b)
{
	const struct timespec *s = &((const struct file *)a)->used, *t = &((const struct file *)b)->used;
	if (s->tv_sec != t->tv_sec)
		return s->tv_sec < t->tv_sec ? -1 : 1;
	return (s->tv_nsec > t->tv_nsec) - (s->tv_nsec < t->tv_nsec);
}

/* Removes the least recently used files until the rest is within the limit; never the file `keep`, nor files
 * that others are writing. */
static void evict(const char *folder, const char *keep)
{
	enum { AN_HOUR = 60 * 60 };
	SCOPED(files) files = {0};
	uint64_t limit = size_limit();
	time_t now = time(NULL);
	list_files(folder, "amp-", &files);
	if (files.count)
		qsort(files.items, files.count, sizeof *files.items, by_use);
	FOR_EACH(const struct file, f, files.items, files.count) {
		bool goes = f->temporary ? f->used.tv_sec < now - AN_HOUR : files.size > limit;
		if (goes && strcmp(f->path, keep) != 0 && unlink(f->path) == 0)
			files.size -= f->size;
	}
}

/* ---- Contents ---------------------------------------------------------- */

uint64_t cache_hash(uint64_t seed, const void *data, size_t n)
{
	for (const unsigned char *p = data; n--; p++)
		seed = (seed ^ *p) * 1099511628211u;
	return seed;
}

uint64_t cache_hash_string(uint64_t seed, const char *s)
{
	return cache_hash(seed, s ? s : "", s ? strlen(s) + 1 : 1);
}

uint64_t cache_hash_state(uint64_t seed, const struct stat *st)
{
	uint64_t h = cache_hash(seed, &st->st_size, sizeof(st->st_size));

	return cache_hash(h, &st->st_mtim, sizeof(st->st_mtim));
}

/* A hash for files of megabytes, eight bytes at a time, in four lanes that a processor works on side by side. */
static uint64_t hash_contents(const char *data, size_t n)
{
	enum { LANES = 4 };
	uint64_t h[LANES] = {CACHE_HASH_SEED ^ n, 1, 2, 3}, words[LANES];
	for (; n >= sizeof words; data += sizeof words, n -= sizeof words) {
		memcpy(words, data, sizeof words);
		for (size_t i = 0; i < LANES; i++) {
			h[i] = (h[i] ^ words[i]) * 1099511628211u;
			h[i] ^= h[i] >> 29;
		}
	}
	return cache_hash(cache_hash(CACHE_HASH_SEED, h, sizeof h), data, n);
}

/* Returns the prefix of the file names for a key. The caller frees it. */
static char *prefix_of(uint64_t key)
{
	return xasprintf("amp-%016llx-", (unsigned long long)key);
}

static char *path_of(const char *folder, uint64_t key, uint64_t hash)
{
	OWNED char *prefix = prefix_of(key);

	return xasprintf("%s/%s%016llx.pch", folder, prefix, (unsigned long long)hash);
}

/* Opens a file if its contents have the hash in its name, and marks it as used. Returns -1 if they do not, or
 * if it is gone. */
static int open_sound(const char *folder, uint64_t key, const char *path)
{
	const struct timespec now[] = {{.tv_nsec = UTIME_NOW}, {.tv_nsec = UTIME_OMIT}};
	struct stat st;
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	bool sound = false;
	if (fd >= 0 && fstat(fd, &st) == 0 && st.st_size > 0) {
		size_t n = (size_t)st.st_size;
		char *data = mmap(NULL, n, PROT_READ, MAP_PRIVATE, fd, 0);
		OWNED char *name = data != MAP_FAILED ? path_of(folder, key, hash_contents(data, n)) : NULL;
		sound = name && !strcmp(name, path);
		if (data != MAP_FAILED)
			munmap(data, n);
	}
	if (sound) {
		futimens(fd, now);
		return fd;
	}
	if (fd >= 0)
		close(fd);
	return -1;
}

int cache_open(uint64_t key)
{
	OWNED char *folder = cache_folder(), *prefix = prefix_of(key);
	SCOPED(files) files = {0};
	int fd = -1;
	if (folder)
		list_files(folder, prefix, &files);
	for (size_t i = 0; i < files.count && fd < 0; i++) {
		if (files.items[i].temporary)
			continue;
		fd = open_sound(folder, key, files.items[i].path);
		if (fd < 0)
			unlink(files.items[i].path);
	}
	return fd;
}

int cache_add(uint64_t key, const char *file)
{
	OWNED char *folder = cache_folder();
	SCOPED(text) data = {0};
	int fd = -1;
	if (folder && read_file(file, &data) && data.len) {
		OWNED char *path = path_of(folder, key, hash_contents(data.data, data.len));
		if (write_file(path, data.data, data.len)) {
			fd = open_sound(folder, key, path);
			evict(folder, path);
		}
	}
	return fd;
}

bool cache_remove(uint64_t key)
{
	OWNED char *folder = cache_folder(), *prefix = prefix_of(key);
	SCOPED(files) files = {0};
	bool removed = false;
	if (folder)
		list_files(folder, prefix, &files);
	for (size_t i = 0; i < files.count; i++)
		if (!files.items[i].temporary)
			removed |= unlink(files.items[i].path) == 0;
	return removed;
}

/* ---- For people -------------------------------------------------------- */

void cache_show(void)
{
	OWNED char *folder = cache_folder();
	SCOPED(files) files = {0};
	uint64_t limit = size_limit();
	if (folder)
		list_files(folder, "amp-", &files);
	printf("cache: %s\nfiles: %zu\nsize:  %.1f MB", folder ? folder : "none", files.count,
	       (double)files.size / MEGABYTE);
	if (limit != UINT64_MAX)
		printf(" of %.1f MB", (double)limit / MEGABYTE);
	putchar('\n');
}
