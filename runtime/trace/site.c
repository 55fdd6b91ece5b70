/* Places in the program that call the runtime. A call stack is saved when something happens, and its source
 * lines are looked up later with addr2line of the binutils. If that is missing, or the program has no debug
 * information, a place is a function or an address in a file. */
#define _GNU_SOURCE /* dladdr1 */
#include "trace/trace.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <limits.h>
#include <link.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define BUCKETS 256
static struct trace_site *buckets[BUCKETS], *all;
static struct trace_site **end = &all;

/* Within a bucket, sites are in the order of `all`: each chain begins with the newest. */
struct chained {
	struct trace_site site;
	struct trace_site *chain;
};

struct trace_site *site_here(void)
{
	void *frames[SITE_FRAMES];
	int depth = backtrace(frames, SITE_FRAMES);
	size_t size = (size_t)depth * sizeof(*frames);
	uintptr_t hash = 0;
	for (int i = 0; i < depth; i++)
		hash = hash * 31 + (uintptr_t)frames[i] / 2;
	struct trace_site **bucket = &buckets[hash % BUCKETS];
	for (struct trace_site *s = *bucket; s; s = ((struct chained *)s)->chain) {
		if (s->depth == depth && memcmp(s->frames, frames, size) == 0)
			return s;
	}
	struct chained *c = calloc(1, sizeof(*c));
	if (!c)
		return NULL;
	c->site.depth = depth;
	memcpy(c->site.frames, frames, size);
	c->chain = *bucket;
	*bucket = *end = &c->site;
	end = &c->site.next;
	return &c->site;
}

struct trace_site *sites_first(void)
{
	return all;
}

/* ---- Where an address is ------------------------------------------------- */

struct place {
	char file[PATH_MAX];        /* of the object */
	unsigned long offset;       /* as addr2line takes it */
	const char *symbol;         /* NULL if not known */
	unsigned long distance;     /* from the symbol */
	bool is_runtime;            /* it is in libamprt.so */
};

/* Finds the place of a call from its return address, which is behind the call. */
static bool find_place(const void *address, struct place *out)
{
	Dl_info info, own;
	struct link_map *map = NULL;
	char *call = (char *)address - 1;
	if (!dladdr1(call, &info, (void **)&map, RTLD_DL_LINKMAP) || !map)
		return false;
	bool is_program = !map->l_name || !*map->l_name;
	ssize_t n = is_program ? readlink("/proc/self/exe", out->file, sizeof(out->file) - 1) : -1;
	if (n > 0)
		out->file[n] = '\0';
	else
		snprintf(out->file, sizeof(out->file), "%s", info.dli_fname);
	out->offset = (unsigned long)((uintptr_t)call - map->l_addr);
	out->symbol = info.dli_sname;
	out->distance = (unsigned long)(call - (char *)info.dli_saddr);
	out->is_runtime = !is_program && dladdr((void *)(uintptr_t)site_here, &own) &&
	                  own.dli_fbase == info.dli_fbase;
	return true;
}

/* ---- addr2line ----------------------------------------------------------- */

/* Starts addr2line on an object for n addresses. Returns NULL if that fails. */
static FILE *start(const char *object, const unsigned long *addresses, int n, pid_t *child)
{
	char texts[SITE_FRAMES][24];
	char *arguments[SITE_FRAMES + 6] = {"addr2line", "-aif", "-e", (char *)object};
	char *environment[] = {"LC_ALL=C", NULL}; /* without LD_PRELOAD */
	int out[2];
	posix_spawn_file_actions_t actions;
	for (int i = 0; i < n; i++) {
		snprintf(texts[i], sizeof(texts[i]), "0x%lx", addresses[i]);
		arguments[4 + i] = texts[i];
	}
	if (pipe(out) != 0)
		return NULL;
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
	posix_spawn_file_actions_addclose(&actions, out[0]);
	posix_spawn_file_actions_addclose(&actions, out[1]);
	posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", 1, 0);
	int failure = posix_spawnp(child, arguments[0], &actions, NULL, arguments, environment);
	posix_spawn_file_actions_destroy(&actions);
	close(out[1]);
	FILE *f = failure ? NULL : fdopen(out[0], "r");
	if (!f)
		close(out[0]);
	return f;
}

/* Returns whether a source line is in a library header through which the program calls the runtime. */
static bool is_library_file(const char *file)
{
	const char *name = strrchr(file, '/'), *folder = name;
	size_t length = strcspn(name ? name : file, ":");
	const char *base = name ? name + 1 : file;
	if (name && length > 2 && strncmp(name + length - 2, ".h", 2) != 0)
		return false;
	while (folder && folder > file && folder[-1] != '/')
		folder--;
	return (folder && strncmp(folder, "amp/", 4) == 0) || strncmp(base, "amp.h:", 6) == 0 ||
	       strncmp(base, "amp_", 4) == 0;
}

/* Reads the source line of the innermost call that is in the program itself. Returns false if none is known. */
static bool read_line(FILE *f, char *out, size_t size)
{
	char function[4096], line[PATH_MAX + 32];
	bool is_found = false;
	while (fgets(function, sizeof(function), f)) {
		if (strncmp(function, "0x", 2) == 0)
			continue; /* the next address */
		if (!fgets(line, sizeof(line), f))
			break;
		char *more = strstr(line, " (discriminator");
		line[more ? (size_t)(more - line) : strcspn(line, "\n")] = '\0';
		size_t n = strlen(line);
		bool is_known = strncmp(line, "??", 2) != 0 && n > 2 && strcmp(line + n - 2, ":?") != 0 &&
		                strcmp(line + n - 2, ":0") != 0;
		bool is_outside = strncmp(function, "amp_", 4) == 0 || is_library_file(line);
		if (is_found || !is_known || is_outside)
			continue;
		snprintf(out, size, "%s", line);
		is_found = true;
	}
	return is_found;
}

/* Finds the source line of the innermost frame in the object that called the runtime. Frames outside it may
 * be in system libraries. */
static bool find_line(const struct trace_site *s, char *out, size_t size)
{
	struct place p, caller;
	unsigned long addresses[SITE_FRAMES];
	int n = 0;
	pid_t child;
	for (int i = 0; i < s->depth; i++) {
		if (!find_place(s->frames[i], &p) || p.is_runtime)
			continue;
		if (n == 0)
			caller = p;
		if (strcmp(caller.file, p.file) == 0)
			addresses[n++] = p.offset;
	}
	FILE *f = n ? start(caller.file, addresses, n, &child) : NULL;
	if (!f)
		return false;
	bool is_found = read_line(f, out, size);
	fclose(f);
	waitpid(child, NULL, 0);
	return is_found;
}

/* Describes the first frame outside the runtime without its source line. */
static void name_function(const struct trace_site *s, char *out, size_t size)
{
	struct place p;
	*out = '\0';
	for (int i = 0; i < s->depth; i++) {
		if (!find_place(s->frames[i], &p) || p.is_runtime)
			continue;
		const char *base = strrchr(p.file, '/');
		if (p.symbol)
			snprintf(out, size, "%s+0x%lx", p.symbol, p.distance);
		else
			snprintf(out, size, "%s+0x%lx", base ? base + 1 : p.file, p.offset);
		return;
	}
}

void sites_resolve(void)
{
	char text[PATH_MAX + 32];
	for (struct trace_site *s = all; s; s = s->next) {
		if (s->text)
			continue;
		if (!find_line(s, text, sizeof(text)))
			name_function(s, text, sizeof(text));
		s->text = strdup(text);
	}
}
