/* amp.h, parsed once.
 *
 * Most of a parse is <amp.h> and the standard headers that it brings along, the
 * same for each program. A precompiled header of them is kept in a cache
 * folder: AMPCC_CACHE_DIR, or ampcc in $XDG_CACHE_HOME or ~/.cache. Where there
 * is none, or it cannot be written, parsing takes longer and nothing else is
 * different. */
#include "parse/parse.h"

#include <dirent.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* FNV-1a, 64 bits (Fowler, Noll, Vo). */
static uint64_t hash_bytes(uint64_t h, const void *data, size_t n)
{
	const unsigned char *p = data;

	while (n--)
		h = (h ^ *p++) * 1099511628211u;
	return h;
}

/* Of the names, sizes and times of the headers in a folder. */
static uint64_t hash_folder(uint64_t h, const char *path)
{
	uint64_t sum = 0;
	DIR *d = opendir(path);

	if (!d)
		return h;
	for (struct dirent *e; (e = readdir(d)) != NULL;) {
		char *name = xasprintf("%s/%s", path, e->d_name);
		struct stat st;

		if (stat(name, &st) == 0 && S_ISREG(st.st_mode)) {
			uint64_t one = hash_bytes(14695981039346656037u, e->d_name, strlen(e->d_name));

			one = hash_bytes(one, &st.st_size, sizeof(st.st_size));
			sum += hash_bytes(one, &st.st_mtim, sizeof(st.st_mtim)); /* any order */
		}
		free(name);
	}
	closedir(d);
	return hash_bytes(h, &sum, sizeof(sum));
}

/* The cache folder, made if need be. NULL if there is to be none. The caller
 * frees it. */
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

/* Removes what no compilation has asked for in a month: of other versions. */
static void prune(const char *folder)
{
	time_t old = time(NULL) - 30 * 24 * 60 * 60;
	DIR *d = opendir(folder);

	if (!d)
		return;
	for (struct dirent *e; (e = readdir(d)) != NULL;) {
		char *name = xasprintf("%s/%s", folder, e->d_name);
		struct stat st;

		if (!strncmp(e->d_name, "amp-", 4) && strstr(e->d_name, ".pch") &&
		    stat(name, &st) == 0 && st.st_atime < old && st.st_mtime < old)
			unlink(name);
		free(name);
	}
	closedir(d);
}

/* Parses amp.h and writes it to path, all or nothing. */
static bool create(const char *path, const struct strings *options, const char *include_dir,
                   CXIndex index)
{
	char *header = xasprintf("%s/amp.h", include_dir);
	char *temporary = xasprintf("%s.%ld", path, (long)getpid());
	CXTranslationUnit tu = NULL;
	bool ok = clang_parseTranslationUnit2(
			  index, header, (const char *const *)options->items, options->count, NULL,
			  0, CXTranslationUnit_ForSerialization | CXTranslationUnit_Incomplete,
			  &tu) == CXError_Success;

	for (unsigned i = 0; ok && i < clang_getNumDiagnostics(tu); i++) {
		CXDiagnostic d = clang_getDiagnostic(tu, i);

		ok = clang_getDiagnosticSeverity(d) < CXDiagnostic_Error;
		clang_disposeDiagnostic(d);
	}
	ok = ok && clang_saveTranslationUnit(tu, temporary, clang_defaultSaveOptions(tu)) ==
	                   CXSaveError_None &&
	     rename(temporary, path) == 0;
	if (!ok)
		unlink(temporary);
	if (tu)
		clang_disposeTranslationUnit(tu);
	free(temporary);
	free(header);
	return ok;
}

/* Options that say where headers are and what macros there are do not change
 * what amp.h is. */
static bool changes_amp(const char *option)
{
	static const char *const others[] = {"-I", "-D", "-U", "-iquote", "-isystem", "-idirafter"};

	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++) {
		if (!strncmp(option, others[i], strlen(others[i])) && strncmp(option, "-D__A", 5))
			return false;
	}
	return true;
}

/* clang 19 crashes on some programs in C++20 that use a precompiled header. */
static bool is_safe(const struct strings *options)
{
	static const char *const newer[] = {"20", "2a", "23", "2b", "26", "2c"};

	for (size_t i = 0; i < options->count; i++) {
		const char *o = options->items[i];

		for (size_t k = 0; k < sizeof(newer) / sizeof(*newer); k++) {
			if (!strncmp(o, "-std=", 5) && strstr(o, newer[k]))
				return false;
		}
	}
	return true;
}

char *precompiled_amp(const struct strings *options, const char *include_dir, CXIndex index)
{
	if (!is_safe(options))
		return NULL;
	char *folder = cache_folder();
	char *amp = xasprintf("%s/amp", include_dir);
	char *clang = take_string(clang_getClangVersion());
	struct strings own = {0};
	uint64_t h = hash_bytes(14695981039346656037u, include_dir, strlen(include_dir));
	const char *instantiate = "-fpch-instantiate-templates";
	char *path = NULL;

	h = hash_bytes(h, clang, strlen(clang));
	for (size_t i = 0; i < options->count; i++) {
		const char *o = options->items[i];

		if (!changes_amp(o)) {
			i += !strcmp(o, "-I") || !strcmp(o, "-D") || !strcmp(o, "-U") ||
			     !strcmp(o, "-iquote") || !strcmp(o, "-isystem") ||
			     !strcmp(o, "-idirafter");
			continue;
		}
		strings_push(&own, o);
		h = hash_bytes(h, o, strlen(o) + 1);
	}
	strings_push(&own, "-isystem");
	strings_push(&own, include_dir);
	/* the templates that amp.h uses are instantiated here, not in each parse */
	strings_push(&own, "-Xclang");
	strings_push(&own, instantiate);
	h = hash_bytes(h, instantiate, strlen(instantiate));
	h = hash_folder(h, include_dir);
	h = hash_folder(h, amp);
	if (folder) {
		path = xasprintf("%s/amp-%016llx.pch", folder, (unsigned long long)h);
		if (access(path, R_OK) != 0) {
			prune(folder);
			if (!create(path, &own, include_dir, index)) {
				free(path);
				path = NULL;
			}
		}
	}
	strings_finish(&own);
	free(clang);
	free(amp);
	free(folder);
	return path;
}
