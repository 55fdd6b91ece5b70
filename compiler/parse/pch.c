/* Keeps amp.h as a precompiled header.
 *
 * Most of a parse is <amp.h> and the standard headers that it includes, which are the same for each program;
 * with --amp-msvc, also Microsoft's C library in front of each source, or alone in front of one without AMP.
 * They are precompiled into the cache (cache.h). Without a precompiled header, or if it cannot be written,
 * parsing takes longer but nothing else changes. Another process makes it, because clang ends the process if
 * the disk is full. */
#include "parse/parse.h"

#include "base/cache.h"
#include "base/paths.h"
#include "base/process.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct precompiled {
	uint64_t key; /* hash of the options that it is made for */
	int fd;       /* -1 if it could not be made */
	char path[32]; /* by which the parser opens the file, since the cache may have removed it by then */
};

/* Adds the names, sizes and times of the headers in a folder to a hash. */
static uint64_t hash_folder(uint64_t h, const char *path)
{
	SCOPED(strings) names = {0};

	list_folder(path, &names);
	for (size_t i = 0; i < names.count; i++) {
		OWNED char *name = xasprintf("%s/%s", path, names.items[i]);
		struct stat st;

		if (stat(name, &st) == 0 && S_ISREG(st.st_mode))
			h = cache_hash_state(cache_hash_string(h, names.items[i]), &st);
	}
	return h;
}

bool precompile(const char *path, const char *header, const struct strings *options)
{
	CXIndex index = clang_createIndex(1, 0);
	CXTranslationUnit tu = NULL;
	bool ok = clang_parseTranslationUnit2(
			  index, header, (const char *const *)options->items, (int)options->count, NULL,
			  0, CXTranslationUnit_ForSerialization | CXTranslationUnit_Incomplete,
			  &tu) == CXError_Success;

	for (SCOPED(notes) m = messages_of(tu); ok && notes_next(&m);)
		ok = clang_getDiagnosticSeverity(m.note) < CXDiagnostic_Error;
	ok = ok && clang_saveTranslationUnit(tu, path, clang_defaultSaveOptions(tu)) == CXSaveError_None;
	if (tu)
		clang_disposeTranslationUnit(tu);
	clang_disposeIndex(index);
	return ok;
}

/* Makes a precompiled header and adds it to the cache if there is room. Returns it open, or -1. */
static int make(const struct translation_request *r, uint64_t key, const struct strings *options)
{
	const char *path = temporary_path("amp", ".pch");
	char *header = xasprintf("%s/%s", r->include_dir, r->has_amp ? "amp.h" : "amp/windows/corecrt.h");
	SCOPED(strings) command = {0};
	SCOPED(text) output = {0}, messages = {0};
	int fd = -1;

	strings_push_each(&command, r->program, PRECOMPILE_OPTION, path, header);
	strings_push_all(&command, options);
	if (process_run_apart(command.items, &output, &messages) == 0)
		fd = cache_add(key, path);
	if (fd < 0)
		fd = open(path, O_RDONLY | O_CLOEXEC);
	unlink(path);
	free(header);
	return fd;
}

/* Precompiles a header in the library's folder, too. */
static void push_include(const struct translation_request *r, const char *name, struct strings *own)
{
	strings_push(own, "-include");
	strings_printf(own, "%s/amp/%s", r->include_dir, name);
}

/* Adds Microsoft's C library, in front of amp.h or alone. */
static uint64_t add_library(const struct translation_request *r, uint64_t h, struct strings *own)
{
	OWNED char *windows = xasprintf("%s/amp/windows", r->include_dir), *detail = xasprintf("%s/detail", windows);

	push_include(r, "windows/corecrt.h", own);
	h = hash_folder(h, windows);
	h = hash_folder(h, detail);
	return cache_hash(h, &r->has_amp, sizeof(r->has_amp));
}

/* Returns the directive that includes a header, if the program has it in front of all declarations; else NULL. */
static const struct token *first_include(const struct unit *u, const char *header)
{
	const char *directive = interned_printf("#include <%s>", header);
	const struct token *t = u->tokens.items;

	while (t->kind == TOKEN_DIRECTIVE && !starts(u->text.data + t->offset, directive))
		t++;
	return t->kind == TOKEN_DIRECTIVE && u->request->has_amp ? t : NULL;
}

/* Whether a macro is defined at a directive that only directives precede. */
static bool is_defined_at(const struct unit *u, const struct token *end, const char *name)
{
	const struct strings *options = u->request->options;
	size_t n = strlen(name);
	struct option_macro m;
	bool is = false;

	for (size_t i = 0; next_option_macro(options, &i, &m);) {
		if (m.name == n && !strncmp(m.text, name, n))
			is = !m.is_undefined;
	}
	for (const struct token *t = u->tokens.items; t < end; t++) {
		const char *directive = u->text.data + t->offset, *macro = directive + strlen("#define ");
		bool is_undefined = starts(directive, "#undef ");

		macro -= is_undefined;
		if ((is_undefined || starts(directive, "#define ")) && !strncmp(macro, name, n) &&
		    !is_identifier_char(macro[n]))
			is = !is_undefined;
	}
	return is;
}

/* Adds <windows.h>, if the program includes it in front of all declarations, for the macros that it tests. */
static void add_windows(const struct unit *u, struct strings *own)
{
	const struct token *include = u->request->msvc ? first_include(u, "windows.h") : NULL;
	bool is_unicode = include && is_defined_at(u, include, "UNICODE");

	if (!include || is_unicode != is_defined_at(u, include, "_UNICODE"))
		return;
	if (is_unicode)
		strings_push(own, "-DAMP_WITH_UNICODE");
	if (is_defined_at(u, include, "WIN32_LEAN_AND_MEAN"))
		strings_push(own, "-DAMP_WITH_LEAN_AND_MEAN");
	push_include(u->request, "windows_first.h", own);
}

/* Collects the options that a precompiled header depends on. Returns their hash, with that of the headers. */
static uint64_t own_options(const struct unit *u, const struct strings *options, struct strings *own)
{
	const struct translation_request *r = u->request;
	OWNED char *clang = take_string(clang_getClangVersion()), *amp = xasprintf("%s/amp", r->include_dir);
	uint64_t h = cache_hash_string(CACHE_HASH_SEED, clang);

	for (size_t i = 0; i < options->count; i++) {
		const char *o = options->items[i];

		/* include paths and macros do not change what amp.h contains */
		if (starts(o, "-D__A") || !option_value(options, &i, FOLDER_OPTIONS " -D -U"))
			strings_push(own, o);
	}
	/* instantiates the templates that amp.h uses here rather than in each parse */
	strings_push_each(own, "-isystem", r->include_dir, "-Xclang", "-fpch-instantiate-templates");
	if (r->resource_dir) { /* libclang's own headers, which it finds nowhere else (parse.c) */
		strings_push(own, "-idirafter");
		strings_printf(own, "%s/include", r->resource_dir);
	}
	if (r->msvc)
		h = add_library(r, h, own);
	/* these take the parser longer than amp.h with all that amp.h needs */
	if (iostream_at(u) != SIZE_MAX)
		push_include(r, "iostream.h", own);
	if (first_include(u, "amp_graphics.h"))
		push_include(r, "graphics.h", own);
	add_windows(u, own);
	for (size_t i = 0; i < own->count; i++)
		h = cache_hash_string(h, own->items[i]);
	h = hash_folder(h, r->include_dir);
	h = hash_folder(h, amp);
	return h;
}

const char *precompiled_amp(struct unit *u, const struct strings *options)
{
	SCOPED(strings) own = {0};

	if (!u->request->program)
		return NULL;
	uint64_t key = own_options(u, options, &own);

	if (!u->pch || u->pch->key != key) {
		int fd = cache_open(key);

		if (fd < 0 && cache_is_writable())
			fd = make(u->request, key, &own);
		precompiled_finish(u);
		u->pch = xmalloc(sizeof(*u->pch));
		*u->pch = (struct precompiled){.key = key, .fd = fd};
		snprintf(u->pch->path, sizeof(u->pch->path), "/proc/self/fd/%d", fd);
	}
	return precompiled_path(u);
}

const char *precompiled_path(const struct unit *u)
{
	return u->pch && u->pch->fd >= 0 ? u->pch->path : NULL;
}

void refuse_precompiled(struct unit *u)
{
	cache_remove(u->pch->key);
	precompiled_finish(u);
}

void precompiled_finish(struct unit *u)
{
	if (u->pch && u->pch->fd >= 0)
		close(u->pch->fd);
	free(u->pch);
	u->pch = NULL;
}
