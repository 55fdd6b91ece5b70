/* Temporary copies that the preprocessor reads in place of the program's files.
 *
 * Visual C++ finds headers without regard to case, with '\\' in their names, and in the folders of the files
 * that lead to the include line; it reads UTF-16; and in `f(x, __VA_ARGS__)` it omits the comma if a macro is
 * called without variable arguments. A file that needs any of this is copied, in UTF-8, with include lines
 * that every compiler accepts and with GNU's `, ##__VA_ARGS__`. So is a file that includes such a file. The
 * search ignores #if: names in excluded groups do no harm. */
#include "source/copies.h"
#include "base/process.h"
#include "base/sources.h"
#include "source/unit.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NO_FILE SIZE_MAX

/* An include line; or a place in a macro, for which only `name` is used. */
struct include_line {
	size_t start, end; /* of "NAME" or <NAME> in the text; empty in a macro */
	size_t file;       /* index of the program's file that is meant, or NO_FILE */
	const char *name;  /* replacement in a copy; NULL: unchanged */
	bool is_other;     /* without the replacement another file would be found, or none */
};

struct program_file {
	const char *path;
	dev_t device;
	ino_t inode;
	size_t includer;
	struct text text;
	struct include_line *inclusions;
	size_t n_inclusions;
	bool is_copied;
	const char *copy;
	const char *option; /* how -include names it; NULL: it is not read because of that option */
};

struct copy_walk {
	const struct translation_request *request;
	struct strings quoted, folders, system; /* -iquote; -I; -isystem, -idirafter */
	struct names system_names;              /* headers included from these, or that are not there */
	bool host_is_asked;
	struct program_file *files;
	size_t count;
};

/* ---- folders --------------------------------------------------------------------- */

/* Adds the folders in which the host compiler looks by default. */
static void ask_host(struct copy_walk *w)
{
	SCOPED(strings) command = {0};
	SCOPED(text) output = {0}, messages = {0};
	char *line, *rest;

	w->host_is_asked = true;
	strings_push_all(&command, w->request->host_compiler);
	strings_push_words(&command,
	                   w->request->language == LANGUAGE_C ? "-E -v -x c /dev/null" : "-E -v -x c++ /dev/null");
	rest = process_run_apart(command.items, &output, &messages) == 0 ? messages.data : NULL;
	while (rest && (line = strtok_r(rest, "\n", &rest)) != NULL) {
		if (line[0] == ' ' && line[1] == '/')
			strings_push(&w->system, line + 1);
	}
}

/* ---- include lines ---------------------------------------------------------------- */

static size_t folder_length(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? (size_t)(slash - path) + (slash == path) : 0;
}

static char *find_in(const struct strings *folders, const char *name, const char **folder)
{
	char *found = NULL;

	for (size_t i = 0; i < folders->count && !found; i++) {
		*folder = folders->items[i];
		found = find_without_case(*folder, strlen(*folder), name);
	}
	return found;
}

static size_t add_file(struct copy_walk *w, const char *path, size_t includer)
{
	struct stat st = {0};

	stat(path, &st);
	for (size_t i = 0; i < w->count; i++) {
		if (w->files[i].inode == st.st_ino && w->files[i].device == st.st_dev)
			return i;
	}
	KEEP(w->files, w->count) = (struct program_file){
	    .path = interned(path, strlen(path)), .device = st.st_dev, .inode = st.st_ino, .includer = includer};
	return w->count - 1;
}

/* Returns "NAME" of a program's file that works from any folder. */
static const char *absolute_name(const char *path)
{
	OWNED char *real = path[0] == '/' ? NULL : realpath(".", NULL);

	return real ? interned_printf("\"%s/%s\"", real, path) : interned_printf("\"%s\"", path);
}

/* Looks in the folder of a file, and in those of the files that include it. */
static char *find_beside(const struct copy_walk *w, size_t file, const char *name,
                         bool *is_beside_other)
{
	char *found = NULL;

	*is_beside_other = false;
	for (size_t i = file; i != NO_FILE && !found; i = w->files[i].includer) {
		const char *path = w->files[i].path;

		found = find_without_case(path, folder_length(path), name);
		*is_beside_other = i != file;
	}
	return found;
}

/* Resolves a system header that only another spelling of its name finds. */
static void settle_system(struct copy_walk *w, struct include_line *d, const char *name)
{
	const char *folder = NULL;
	OWNED char *found = find_in(&w->system, name, &folder);
	bool may_be_other = strchr(name, '\\') || strcspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") < strlen(name);

	if (!found && may_be_other && !w->host_is_asked) {
		ask_host(w);
		found = find_in(&w->system, name, &folder);
	}
	if (found && !ends(found, name)) {
		name = found + strlen(folder);
		name += strspn(name, "/");
		d->is_other = true;
		d->name = interned_printf("<%s>", name);
	}
	names_add(&w->system_names, interned(name, strlen(name)));
}

/* Adds the files that -include names, which are searched in the current folder first. */
static void add_forced_includes(struct copy_walk *w)
{
	const struct strings *o = w->request->options;
	const char *name, *folder;

	for (size_t i = 0; w->request->msvc && i < o->count; i++) {
		if (!(name = option_value(o, &i, FORCED_INCLUDES)))
			continue;
		OWNED char *found = find_without_case("", 0, name);

		if (!found)
			found = find_in(&w->quoted, name, &folder);
		if (!found)
			found = find_in(&w->folders, name, &folder);
		if (found) {
			size_t file = add_file(w, found, NO_FILE);

			w->files[file].option = name;
		}
	}
}

/* Resolves an include line to a file. */
static void settle_inclusion(struct copy_walk *w, size_t file, struct include_line *d,
                             const char *name, bool is_quoted)
{
	bool is_beside_other = false, is_beside = false;
	const char *folder;
	char *found = is_quoted ? find_beside(w, file, name, &is_beside_other) : NULL;

	is_beside = found;
	if (!found && is_quoted)
		found = find_in(&w->quoted, name, &folder);
	if (!found)
		found = find_in(&w->folders, name, &folder);
	if (!found) {
		settle_system(w, d, name);
		return;
	}
	d->is_other = is_beside_other || !ends(found, name);
	if (d->is_other || (is_beside && file))
		d->name = absolute_name(found);
	d->file = add_file(w, found, file);
	free(found);
}

/* Returns the end of a line, including its continuations behind backslashes. */
static const char *line_end(const char *line)
{
	const char *end = line + strcspn(line, "\n"), *last = end;

	while (last > line && last[-1] == '\r')
		last--;
	return *end && last > line && last[-1] == '\\' ? line_end(end + 1) : end;
}

const char *next_rest_arguments(const char *macro, const char *from, const char *end)
{
	static const char arguments[] = "__VA_ARGS__";

	for (const char *p = from; (p = strstr(p, arguments)) != NULL && p < end; p += strlen(arguments)) {
		const char *before = p;

		while (before > macro && strchr(" \t\\\r\n", before[-1]))
			before--;
		if (before > macro && before[-1] == ',')
			return p;
	}
	return NULL;
}

/* Notes that a macro's `, __VA_ARGS__` becomes `, ##__VA_ARGS__`. macro: what is behind #define. */
static void read_macro(struct program_file *f, const char *macro)
{
	const char *end = line_end(macro);

	for (const char *p = macro; (p = next_rest_arguments(macro, p, end)) != NULL; p++) {
		size_t at = (size_t)(p - f->text.data);

		KEEP(f->inclusions, f->n_inclusions) = (struct include_line){at, at, NO_FILE, "##", true};
		f->is_copied = true;
	}
}

static void read_directive(struct copy_walk *w, size_t file, const struct token *t)
{
	struct program_file *f = &w->files[file];
	const char *macro = behind_directive(f->text.data, t, "define"), *spelled;
	bool is_plain =
	    !behind_directive(f->text.data, t, "include_next") && !behind_directive(f->text.data, t, "import");
	struct include_line d = {.file = NO_FILE};

	if (macro)
		read_macro(f, macro);
	size_t n = !is_plain ? 0 : token_included(f->text.data, t, &spelled);

	if (n < 3 || spelled[1] == '/')
		return;
	OWNED char *name = xstrndup(spelled + 1, n - 2);

	d.start = (size_t)(spelled - f->text.data);
	d.end = d.start + n;
	settle_inclusion(w, file, &d, name, *spelled == '"');
	f = &w->files[file];
	KEEP(f->inclusions, f->n_inclusions) = d;
	f->is_copied |= d.is_other;
}

static void walk_file(struct copy_walk *w, size_t file)
{
	struct program_file *f = &w->files[file];
	SCOPED(tokens) tokens = {0};
	bool is_wide;

	read_source_file(f->path, &f->text, &is_wide);
	f->is_copied = is_wide && w->request->msvc;
	f->is_copied |= blank_unicode_spaces(f->text.data, f->text.len);
	if (starts(f->text.data, "\xef\xbb\xbf"))
		memset(f->text.data, ' ', 3);
	if (!w->request->msvc)
		return;
	lex(f->text.data, f->text.len, &tokens);
	for (size_t i = 0; i < tokens.count; i++) {
		if (tokens.items[i].kind == TOKEN_DIRECTIVE)
			read_directive(w, file, &tokens.items[i]);
	}
}

/* ---- copies ------------------------------------------------------------------------ */

/* Marks every file that includes a copied file for copying. */
static void spread_copies(struct copy_walk *w)
{
	for (bool more = true; more;) {
		more = false;
		FOR_EACH(struct program_file, f, w->files, w->count) {
			for (size_t k = 0; k < f->n_inclusions && !f->is_copied; k++) {
				size_t included = f->inclusions[k].file;

				more |= f->is_copied = included != NO_FILE && w->files[included].is_copied;
			}
		}
	}
}

static bool write_copy(const struct copy_walk *w, const struct program_file *f)
{
	SCOPED(text) t = {0};
	size_t at = 0;

	text_append_line_directive(&t, 1, f->path);
	FOR_EACH(const struct include_line, d, f->inclusions, f->n_inclusions) {
		const char *copy = d->file == NO_FILE ? NULL : w->files[d->file].copy;

		text_append_n(&t, f->text.data + at, d->start - at);
		if (copy)
			text_printf(&t, "\"%s\"", copy);
		else if (d->name)
			text_append(&t, d->name);
		else
			text_append_n(&t, f->text.data + d->start, d->end - d->start);
		at = d->end;
	}
	text_append_n(&t, f->text.data + at, f->text.len - at);
	return write_file(f->copy, t.data, t.len);
}

static const char *copy_path(const struct copy_walk *w, size_t file)
{
	const char *path = w->files[file].path, *suffix = strrchr(path, '.');
	bool has_suffix = suffix && !strchr(suffix, '/');

	if (file)
		return temporary_path(path, has_suffix ? suffix : ".h");
	return temporary_path("source", has_suffix ? suffix : w->request->language == LANGUAGE_C ? ".c" : ".cpp");
}

static void write_copies(struct copy_walk *w, struct copies *out)
{
	for (size_t i = 0; i < w->count; i++) {
		if (w->files[i].is_copied)
			w->files[i].copy = copy_path(w, i);
	}
	FOR_EACH(struct program_file, f, w->files, w->count) {
		if (f->copy && write_copy(w, f))
			KEEP(out->items, out->count) = (struct copy){f->path, f->copy};
		if (f->option && (f->copy || !ends(f->path, f->option)))
			KEEP(out->included, out->n_included) = (struct copy){f->option, f->copy ? f->copy : f->path};
	}
}

/* ---- headers of other libraries ------------------------------------------------------- */

static bool is_in(const char *folder, const char *name)
{
	OWNED char *path = xasprintf("%s/%s", folder, name);

	return access(path, F_OK) == 0;
}

/* Whether a header of a folder is the compiler's or the standard library's, which have been read already
 * (amp/msvc.h), but for those like <experimental/filesystem>. */
static bool is_of_compiler(const char *folder, const char *name)
{
	return !strchr(name, '/') && (is_in(folder, "cstddef") || is_in(folder, "stddef.h"));
}

static bool is_of_ampcc(const struct translation_request *r, const char *name)
{
	OWNED char *windows = xasprintf("%s" WINDOWS_HEADERS, r->include_dir);

	return is_in(r->include_dir, name) || is_in(windows, name);
}

/* Writes a header that hides Visual C++'s macros from the one of this name in a folder. */
static void hide_macros(const char *folder, const char *name, struct copies *out)
{
	SCOPED(text) t = {0};

	if (!out->hiding) {
		out->hiding = temporary_path("system", "");
		mkdir(out->hiding, 0777);
	}
	OWNED char *path = xasprintf("%s%s/%s", out->hiding, folder, name);

	make_folders_below(path, strlen(out->hiding));
	text_printf(&t, "#include <amp/windows/detail/before_library.h>\n#include_next <%s>\n"
	                "#include <amp/windows/detail/behind_library.h>\n",
	            name);
	if (write_file(path, t.data, t.len))
		names_add(&out->folders, interned_printf("%s%s", out->hiding, folder));
}

/* Other libraries' headers do not see Visual C++'s macros, as in the units: what they have for Windows needs its
 * compiler. */
static void hide_macros_of_libraries(struct copy_walk *w, struct copies *out)
{
	for (size_t i = 0; i < w->system_names.count; i++) {
		const char *name = w->system_names.items[i], *folder;

		if (is_of_ampcc(w->request, name))
			continue;
		if (!w->host_is_asked)
			ask_host(w);
		OWNED char *found = find_in(&w->system, name, &folder);
		OWNED char *real = found ? realpath(folder, NULL) : NULL;

		if (real && ends(found, name) && !is_of_compiler(folder, name))
			hide_macros(real, name, out);
	}
}

void copies_make(const struct translation_request *r, struct copies *out)
{
	struct copy_walk w = {.request = r};

	*out = (struct copies){0};
	push_option_values(r->options, "-iquote", &w.quoted);
	push_option_values(r->options, "-I", &w.folders);
	push_option_values(r->options, "-isystem -idirafter", &w.system);
	add_file(&w, r->path, NO_FILE);
	add_forced_includes(&w);
	for (size_t i = 0; i < w.count; i++)
		walk_file(&w, i);
	spread_copies(&w);
	write_copies(&w, out);
	hide_macros_of_libraries(&w, out);
	for (size_t i = 0; i < w.count; i++)
		text_finish(&w.files[i].text);
	strings_finish(&w.quoted);
	strings_finish(&w.folders);
	strings_finish(&w.system);
}

const char *copies_find(const struct copies *c, const char *path)
{
	for (size_t i = 0; i < c->count; i++) {
		if (!strcmp(c->items[i].path, path))
			return c->items[i].copy;
	}
	return NULL;
}

void copies_push_options(const struct copies *c, const struct strings *options, struct strings *out)
{
	size_t i = 0;

	for (; i < options->count && !starts(options->items[i], "-"); i++) /* a command begins with a compiler */
		strings_push(out, options->items[i]);
	for (size_t k = 0; k < c->folders.count; k++)
		strings_push_each(out, "-isystem", c->folders.items[k]);
	for (; i < options->count; i++) {
		size_t first = i;
		const char *name = option_value(options, &i, FORCED_INCLUDES), *read = NULL;

		for (size_t k = 0; name && k < c->n_included && !read; k++)
			read = strcmp(c->included[k].path, name) ? NULL : c->included[k].copy;
		for (size_t k = first; !read && k <= i; k++)
			strings_push(out, options->items[k]);
		if (read) {
			strings_push(out, starts(options->items[first], "-include") ? "-include" : "-imacros");
			strings_push(out, read);
		}
	}
}

/* Appends part of a dependency file with the original's name in place of its copy's. */
static void append_renamed(const char *text, const struct copy *c, struct text *out)
{
	const char *p;

	for (; (p = strstr(text, c->copy)) != NULL; text = p + strlen(c->copy)) {
		text_append_n(out, text, (size_t)(p - text));
		text_append_for_make(out, c->path);
	}
	text_append(out, text);
}

static void rename_in(struct text *t, const struct copy *c)
{
	struct text renamed = {0};

	if (!t->data)
		return;
	append_renamed(t->data, c, &renamed);
	text_finish(t);
	*t = renamed;
}

void copies_rename(const struct copies *c, struct text *dependencies)
{
	for (size_t i = 0; i < c->count; i++)
		rename_in(dependencies, &c->items[i]);
	copies_rename_hiding(c, dependencies);
}

void copies_rename_hiding(const struct copies *c, struct text *t)
{
	if (c->hiding)
		rename_in(t, &(struct copy){"", c->hiding});
}
