/* Keeps amp.h, alone or with <iostream>, as g++'s precompiled header, in the cache (cache.h).
 *
 * A third to a half of what g++ does for a host unit is <amp.h> and the standard headers that it includes. Precompiling
 * them takes as long as it saves for four units, and is done for the second unit with the same options.
 *
 * g++ itself refuses the file if it has other options or another compiler, or if a macro is defined that amp.h
 * might mean. It does not look at the headers: the key of the file has the state of each header in it, and all of these
 * must be headers that the preprocessor has read for this unit. */
#include "base/gch.h"

#include "base/cache.h"
#include "base/paths.h"
#include "base/process.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* What the cache knows of a set of options, as a file of the cache: one of these words, or the list. */
#define SEEN "seen once\n"
#define BEING_MADE "being made\n"

/* The headers in a precompiled amp.h. */
struct list {
	struct string_set headers; /* their paths */
	struct strings folders;    /* of the compiler and of the library */
};

static void list_finish(struct list *l)
{
	string_set_finish(&l->headers);
	strings_finish(&l->folders);
}

static uint64_t key_of_command(const struct strings *argv)
{
	uint64_t h = cache_hash_string(CACHE_HASH_SEED, "gch");

	for (size_t i = 0; i < argv->count; i++)
		h = cache_hash_string(h, argv->items[i]);
	h = cache_hash_string(h, getenv("CPATH"));
	return cache_hash_string(h, getenv("CPLUS_INCLUDE_PATH"));
}

/* ---- The headers --------------------------------------------------------- */

/* Hashes the names, sizes and times of the headers. */
static uint64_t key_of_headers(uint64_t h, const struct list *l)
{
	for (size_t i = 0; i < l->headers.items.count; i++) {
		const char *path = l->headers.items.items[i];
		struct stat st;

		h = cache_hash_string(h, path);
		if (stat(path, &st) == 0)
			h = cache_hash_state(h, &st);
	}
	return h;
}

/* Reads what -v and -H print: " FOLDER" and ". HEADER", with a point for each level. Everything else is skipped; a
 * list is in the same form. */
static void read_list(const char *text, struct list *out)
{
	for (const char *p = text; *p; p += strcspn(p, "\n"), p += *p == '\n') {
		size_t points = strspn(p, ".");
		const char *path = p + points + (p[points] == ' ');
		size_t n = strcspn(path, "\n");
		struct stat st;

		if (*path != '/' || path == p)
			continue;
		OWNED char *name = xstrndup(path, n);
		if (points)
			string_set_add(&out->headers, name, n);
		else if (stat(name, &st) == 0 && S_ISDIR(st.st_mode))
			strings_push(&out->folders, name);
	}
}

/* Returns a header's path below one of the list's folders, or NULL. */
static const char *name_below(const struct list *l, const char *path)
{
	const char *name = NULL;

	for (size_t i = 0; i < l->folders.count; i++) {
		const char *below = path_below(path, l->folders.items[i]);

		if (below && (!name || below > name))
			name = below;
	}
	return name;
}

/* Whether a unit that read certain headers would read those of the list for the library's: it has read all of
 * them but those in the folder `library`, which the preprocessor does not need (__AMPCC_FLAT__), and no header
 * of the program's that might stand for one. */
static bool fits(const struct list *l, const struct strings *read, const char *library)
{
	SCOPED(string_set) names = {0}, found = {0};
	bool ok = l->headers.items.count > 0;

	for (size_t i = 0; i < read->count; i++)
		string_set_add(&found, read->items[i], strlen(read->items[i]));
	for (size_t i = 0; ok && i < l->headers.items.count; i++) {
		const char *path = l->headers.items.items[i], *name = name_below(l, path);

		ok = name && (path_below(path, library) || string_set_find(&found, path, strlen(path)) != SIZE_MAX);
		if (ok)
			string_set_add(&names, name, strlen(name));
	}
	for (size_t i = 0; ok && i < read->count; i++) {
		const char *end = name_below(l, read->items[i]) ? NULL : read->items[i];

		for (; ok && end; end = strchr(end, '/')) {
			end += *end == '/';
			ok = string_set_find(&names, end, strlen(end)) == SIZE_MAX;
		}
	}
	return ok;
}

/* ---- The cache ----------------------------------------------------------- */

/* Returns the path of an open file of the cache, and closes it. The caller frees it. */
static char *path_of_open(int fd)
{
	char link[32], path[4096];

	snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
	ssize_t n = readlink(link, path, sizeof path);
	close(fd);
	return n > 0 && (size_t)n < sizeof path ? xstrndup(path, (size_t)n) : NULL;
}

/* Remembers a text for a key. */
static void remember(uint64_t key, const char *text)
{
	const char *path = temporary_path("list", ".txt");
	int fd = write_file(path, text, strlen(text)) ? cache_add(key, path) : -1;

	if (fd >= 0)
		close(fd);
}

/* Precompiles amp.h and adds it to the cache. Returns its path there, or NULL. The caller frees it. */
static char *make(uint64_t key, const struct strings *argv, const struct strings *read, const char *library)
{
	const char *path = temporary_path("amp", ".gch");
	SCOPED(strings) command = {0};
	SCOPED(text) output = {0}, messages = {0}, lines = {0};
	SCOPED(list) list = {0};
	char *made = NULL;

	remember(key, BEING_MADE);
	strings_push_all(&command, argv);
	strings_push_each(&command, "-o", path);
	bool ok = process_run_apart(command.items, &output, &messages) == 0 && messages.data;
	if (ok)
		read_list(messages.data, &list);
	if (ok && list.headers.items.count) {
		const char *header = argv->items[argv->count - 1];

		if (strings_contain(read, header)) /* otherwise only what it includes counts */
			string_set_add(&list.headers, header, strlen(header));
		for (size_t i = 0; i < list.folders.count; i++)
			text_printf(&lines, " %s\n", list.folders.items[i]);
		for (size_t i = 0; i < list.headers.items.count; i++)
			text_printf(&lines, ". %s\n", list.headers.items.items[i]);
		int fd = cache_add(key_of_headers(key, &list), path);
		made = fd >= 0 ? path_of_open(fd) : NULL;
	}
	unlink(path);
	cache_remove(key);
	if (made)
		remember(key, lines.data);
	if (made && !fits(&list, read, library)) {
		free(made);
		made = NULL;
	}
	return made;
}

/* Whether the compilation that makes the file has been killed. */
static bool is_overdue(const char *path)
{
	enum { SECONDS = 120 };
	struct stat st;

	return stat(path, &st) == 0 && st.st_mtime + SECONDS < time(NULL);
}

char *gch_find(const struct strings *argv, const struct strings *read, const char *library)
{
	SCOPED(text) text = {0};
	SCOPED(list) list = {0};
	uint64_t key = key_of_command(argv);
	int fd = cache_open(key);
	OWNED char *path = fd >= 0 ? path_of_open(fd) : NULL;

	if (fd < 0 && cache_is_writable())
		remember(key, SEEN);
	if (!path || !read_file(path, &text) || !text.data)
		return NULL;
	if (!strcmp(text.data, SEEN)) /* which one process alone removes, and makes the file */
		return cache_is_writable() && cache_remove(key) ? make(key, argv, read, library) : NULL;
	if (!strcmp(text.data, BEING_MADE)) {
		if (is_overdue(path))
			cache_remove(key);
		return NULL;
	}
	read_list(text.data, &list);
	if (!fits(&list, read, library))
		return NULL;
	fd = cache_open(key_of_headers(key, &list));
	if (fd < 0)
		cache_remove(key); /* a header has changed, or the cache was too small */
	return fd >= 0 ? path_of_open(fd) : NULL;
}
