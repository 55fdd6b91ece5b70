/* Which files are written - the source, headers with edits, and headers that include such headers - and the
 * include lines that name them. */
#include "emit/emit_internal.h"

#include "base/options.h"
#include "base/paths.h"
#include "base/sources.h"
#include "source/copies.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Which header an include line means ------------------------------------- */

/* Sets *name to the header name in an include line, including its quotation marks or angle brackets, and
 * returns its length; 0 if the token is no include line. */
static size_t name_in(const char *text, const struct token *t, const char **name)
{
	const char *directive = text + t->offset;

	return t->kind == TOKEN_DIRECTIVE ? included_name(directive + 1, directive + t->len, name) : 0;
}

static const char *path_of(const struct emission *e, int file)
{
	const struct translation_request *r = e->unit->request;
	const char *name = e->alignment->files[file].name;

	return strcmp(name, r->display_path) ? name : r->path;
}

/* Returns the file of the unit at a path, or -1 if there is none. With is_exact, the name must match exactly;
 * otherwise Visual C++'s rules apply in its dialect: case does not matter, and \ separates folders. */
static int file_at(const struct emission *e, const char *folder, const char *name, size_t n, bool is_exact)
{
	char *path = xasprintf("%s/%.*s", folder, (int)n, name), *real = realpath(path, NULL);
	int found = -1;

	if (!real && !is_exact && e->unit->request->msvc) {
		char *spelled = xstrndup(name, n), *there = find_without_case(folder, strlen(folder), spelled);

		real = there ? realpath(there, NULL) : NULL;
		free(there);
		free(spelled);
	}

	for (size_t i = 0; real && found < 0 && i < e->alignment->n_files; i++) {
		char *other = realpath(path_of(e, (int)i), NULL);

		if (other && !strcmp(other, real))
			found = (int)i;
		free(other);
	}
	free(path);
	free(real);
	return found;
}

/* Returns the user's file that an include line of the file `from` names with "…" or <…>, of n bytes, or -1 if
 * it is no file of the user's. Sets *via to the folder of an option like -I in which it was found, or to
 * NULL. */
static int resolve_name(const struct emission *e, int from, const char *name, size_t n, bool is_exact, const char **via)
{
	static const char *const folders[] = {"-I", "-iquote", "-isystem", "-idirafter"};
	const struct strings *o = e->unit->request->options;
	char *folder = folder_of(path_of(e, from));
	int found = *name == '"' ? file_at(e, folder, name + 1, n - 2, is_exact) : -1;

	*via = NULL;
	if (found < 0 && *name == '"' && !is_exact && e->unit->request->msvc) { /* Visual C++ also searches the including file's folder */
		free(folder);
		folder = folder_of(e->unit->request->path);
		found = file_at(e, folder, name + 1, n - 2, false);
	}
	for (size_t i = 0; found < 0 && i < o->count; i++) {
		const char *value = NULL;

		for (size_t k = 0; !value && k < sizeof(folders) / sizeof(*folders); k++)
			value = option_value(o, &i, folders[k]);
		found = value ? file_at(e, value, name + 1, n - 2, is_exact) : -1;
		*via = found >= 0 ? value : NULL;
	}
	free(folder);
	return found;
}

static int resolve(const struct emission *e, int from, const char *name, size_t n, const char **via)
{
	return resolve_name(e, from, name, n, false, via);
}

/* Returns the name that the flat text has for the system header of an include line if it differs, in Visual
 * C++'s dialect; else NULL. The caller frees it. */
static char *system_name(const struct emission *e, int from, const struct token *directive, const char *name, size_t n)
{
	const struct unit *u = e->unit;
	unsigned line = source_file_line(&e->alignment->files[from], directive->offset);

	for (size_t i = 0; u->request->msvc && i < u->tokens.count; i++) {
		const struct token *t = &u->tokens.items[i];
		const char *other;
		size_t len = name_in(u->text.data, t, &other);
		struct location at = len ? unit_locate(u, t->offset) : (struct location){0};

		if (len && at.line == line && !strcmp(at.file, e->alignment->files[from].name))
			return len == n && !memcmp(other, name, n) ? NULL : xstrndup(other, len);
	}
	return NULL;
}

/* Returns the next place in a directive where Visual C++ drops a comma and other compilers need GNU's ##
 * (copies.c), or NULL. */
static const char *next_left_comma(const struct emission *e, const char *text, const struct token *t, const char *from)
{
	const char *word = text + t->offset + 1;

	if (!e->unit->request->msvc || t->kind != TOKEN_DIRECTIVE || !starts(word + strspn(word, " \t"), "define"))
		return NULL;
	return next_rest_arguments(word, from ? from : word, text + t->offset + t->len);
}

/* Returns whether a file names headers or defines macros in a way that only Visual C++ accepts. */
static bool has_windows_names(const struct emission *e, int file)
{
	const struct source_file *f = &e->alignment->files[file];
	bool found = false;

	for (size_t i = 0; e->unit->request->msvc && i < f->tokens.count && !found; i++) {
		const struct token *t = &f->tokens.items[i];
		const char *name, *via;
		size_t n = name_in(f->plain, t, &name);
		int to = n ? resolve(e, file, name, n, &via) : -1;
		char *other = n && to < 0 ? system_name(e, file, t, name, n) : NULL;

		found = other || next_left_comma(e, f->plain, t, NULL) || (to >= 0 && resolve_name(e, file, name, n, true, &via) != to);
		free(other);
	}
	return found;
}

/* ---- Which files are written ------------------------------------------------ */

int main_file(const struct emission *e)
{
	for (size_t i = 0; i < e->alignment->n_files; i++) {
		if (!strcmp(e->alignment->files[i].name, e->unit->request->display_path))
			return (int)i;
	}
	return -1;
}

/* Returns whether a file includes one that is written. */
static bool includes_written(const struct emission *e, int file)
{
	const struct source_file *f = &e->alignment->files[file];

	for (size_t i = 0; i < f->tokens.count; i++) {
		const struct token *t = &f->tokens.items[i];
		const char *name, *via;
		size_t n = name_in(f->plain, t, &name);
		int to = n ? resolve(e, file, name, n, &via) : -1;

		if (to >= 0 && e->output[to])
			return true;
	}
	return false;
}

/* Returns where a file of the project goes in the output folder, or NULL if it is outside the project. The
 * caller frees it. */
static char *place_in_project(const struct emission *e, int file)
{
	const struct project *project = e->unit->request->project;
	char *path = absolute_path(path_of(e, file));
	const char *rest = project ? path_below(path, project->root) : NULL;
	char *out = rest ? xasprintf("%s/%s", project->folder, rest) : NULL;

	free(path);
	return out;
}

char *name_of_header(const struct emission *e, int file)
{
	const struct project *project = e->unit->request->project;
	OWNED char *path = absolute_path(path_of(e, file)), *folder = folder_of(e->unit->request->path);
	OWNED char *beside = absolute_path(folder);
	const char *rest = path_below(path, project ? project->root : beside);

	return xstrdup(rest ? rest : e->alignment->files[file].name);
}

/* Returns where a header goes relative to the output, as it lies relative to the source; in the output's
 * folder if it is not below the source's. The caller frees it. */
static char *place_beside_output(const struct emission *e, int file)
{
	OWNED char *path = absolute_path(path_of(e, file)), *to = folder_of(e->unit->request->cuda_output);
	OWNED char *folder = folder_of(e->unit->request->path), *beside = absolute_path(folder);
	const char *rest = path_below(path, beside);

	rest = rest ? rest : strrchr(path, '/') + 1;
	return !strcmp(to, ".") ? xstrdup(rest) : xasprintf("%s/%s", to, rest);
}

static bool is_c(const struct emission *e)
{
	return e->unit->request->language == LANGUAGE_C;
}

/* Makes a header an output file: NAME.cuh, or NAME_host.h for C. Returns false after an error if it is not
 * part of the project. */
static bool write_header(struct emission *e, int file)
{
	const struct project *project = e->unit->request->project;
	char *path = project ? place_in_project(e, file) : place_beside_output(e, file);

	if (!path) {
		fprintf(stderr, "ampcc: error: '%s' has C++ AMP, and is outside of '%s', the folder that is converted\n",
		        e->alignment->files[file].name, project->root);
		return false;
	}
	const char *base = strrchr(path, '/'), *dot = strrchr(base ? base : path, '.');

	e->output[file] = xasprintf("%.*s%s", dot ? (int)(dot - path) : (int)strlen(path), path,
	                            is_c(e) ? "_host.h" : ".cuh");
	free(path);
	return true;
}

/* Returns whether another unit of the project converts a header. */
static bool is_converted(const struct emission *e, int file)
{
	const struct project *project = e->unit->request->project;
	char *path = project ? absolute_path(path_of(e, file)) : NULL;
	bool found = path && strings_contain(project->converted, path);

	free(path);
	return found;
}

/* Returns whether the outputs can be written: no two files have the same one, and none but the source is
 * standard output. */
static bool outputs_differ(const struct emission *e)
{
	int source = main_file(e);

	for (size_t i = 0; i < e->alignment->n_files; i++) {
		if (e->output[i] && (int)i != source && !strcmp(e->output[source], "-")) {
			fprintf(stderr, "ampcc: error: '%s' has AMP, and becomes a file of its own: name an output with -o\n",
			        e->alignment->files[i].name);
			return false;
		}
		for (size_t k = 0; e->output[i] && k < i; k++) {
			if (e->output[k] && !strcmp(e->output[i], e->output[k])) {
				fprintf(stderr, "ampcc: error: '%s' and '%s' would both be written to '%s'\n",
				        e->alignment->files[k].name, e->alignment->files[i].name, e->output[i]);
				return false;
			}
		}
	}
	return true;
}

bool find_outputs(struct emission *e)
{
	int source = main_file(e);
	bool more = true;

	for (size_t i = 0; i < e->alignment->n_files; i++) {
		if ((int)i != source && (e->files[i].count || is_converted(e, (int)i) || has_windows_names(e, (int)i)) &&
		    !write_header(e, (int)i))
			return false;
	}
	while (more) {
		more = false;
		for (size_t i = 0; i < e->alignment->n_files; i++) {
			if ((int)i == source || e->output[i] || !includes_written(e, (int)i))
				continue;
			if (!write_header(e, (int)i))
				return false;
			more = true;
		}
	}
	e->output[source] = xstrdup(is_c(e) ? e->unit->request->cuda_host_output : e->unit->request->cuda_output);
	return outputs_differ(e);
}

/* ---- Include lines ---------------------------------------------------------- */

/* Returns a path relative to the folder of another file. The caller frees it. */
static char *relative_path(const char *path, const char *from)
{
	char *to = absolute_path(path), *base = absolute_path(from);
	struct text out = {0};
	size_t common = 0;

	for (size_t i = 0; to[i] && to[i] == base[i]; i++)
		common = to[i] == '/' ? i + 1 : common;
	text_append(&out, "");
	for (const char *p = base + common; (p = strchr(p, '/')); p++)
		text_append(&out, "../");
	text_append(&out, to + common);
	free(to);
	free(base);
	return out.data;
}

/* Returns whether a quoted name, in the output of the file `from`, names a path. */
static bool leads_to(const struct emission *e, int from, const char *name, const char *path)
{
	char *folder = folder_of(e->output[from]), *there = xasprintf("%s/%s", folder, name);
	char *a = absolute_path(there), *b = absolute_path(path);
	bool same = !strcmp(a, b);

	free(folder);
	free(there);
	free(a);
	free(b);
	return same;
}

/* Returns whether a folder that an option names is in the project, and thus moves with it. */
static bool moves_along(const struct emission *e, const char *via)
{
	const struct project *project = e->unit->request->project;
	char *path = via && project ? absolute_path(via) : NULL;
	bool moves = path && (!strcmp(path, project->root) || path_below(path, project->root));

	free(path);
	return moves;
}

/* Returns how an include line names a header that is written, with quotation marks: as before but with the
 * new suffix, if that leads there. The caller frees it. */
static char *new_name(const struct emission *e, int from, int to, const char *name, size_t n, const char *via)
{
	const char *base = strrchr(e->output[to], '/');
	char *spelled = xstrndup(name + 1, n - 2), *slash = strrchr(spelled, '/');
	char *same = xasprintf("%.*s%s", slash ? (int)(slash + 1 - spelled) : 0, spelled, base ? base + 1 : e->output[to]);
	char *out = NULL;

	if (moves_along(e, via)) {
		out = xasprintf("%c%s%c", *name, same, name[n - 1]);
	} else if (leads_to(e, from, same, e->output[to])) {
		out = xasprintf("\"%s\"", same);
	} else {
		char *path = relative_path(e->output[to], e->output[from]);

		out = xasprintf("\"%s\"", path);
		free(path);
	}
	free(spelled);
	free(same);
	return out;
}

/* Returns where an unconverted file will be: the files of a project are copied. The caller frees it. */
static char *place_of_copy(const struct emission *e, int file)
{
	char *path = place_in_project(e, file);

	return path ? path : xstrdup(path_of(e, file));
}

/* Returns how an include line names a header that is not written, or NULL if it may keep its name. is_forced:
 * it stands for an option -include or -imacros. The caller frees it. */
static char *moved_name(const struct emission *e, int from, int to, const char *name, size_t n, bool is_forced)
{
	char *spelled = xstrndup(name + 1, n - 2), *folder = folder_of(path_of(e, from)), *copy = place_of_copy(e, to);
	char *path = NULL, *out = NULL;
	const char *via;
	bool is_beside = *name == '"' && file_at(e, folder, spelled, n - 2, true) == to;
	bool is_windows = !is_forced && resolve_name(e, from, name, n, true, &via) != to;

	if ((is_beside && !leads_to(e, from, spelled, copy)) || is_windows || (is_forced && e->unit->request->project))
		path = relative_path(copy, e->output[from]);
	if (path)
		out = xasprintf("\"%s\"", path);
	free(path);
	free(copy);
	free(folder);
	free(spelled);
	return out;
}

/* Returns the name of a file in the include lines of the temporary files that are compared. The caller frees
 * it. */
static char *temporary_name(const struct emission *e, int to, char *const *temporary)
{
	char *path = e->output[to] ? xstrdup(temporary[to]) : realpath(path_of(e, to), NULL);
	char *out = path ? xasprintf("\"%s\"", path) : NULL;

	free(path);
	return out;
}

void edit_includes(struct emission *e, char *const *temporary)
{
	for (size_t i = 0; i < e->alignment->n_files; i++) {
		const struct source_file *f = &e->alignment->files[i];

		for (size_t k = 0; e->output[i] && k < f->tokens.count; k++) {
			const struct token *t = &f->tokens.items[k];
			const char *name, *via;
			size_t n = name_in(f->plain, t, &name);
			int to = n ? resolve(e, (int)i, name, n, &via) : -1;

			for (const char *p = NULL; (p = next_left_comma(e, f->plain, t, p)) != NULL; p++)
				edit_replace(&e->files[i], (unsigned)(p - f->plain), (unsigned)(p - f->plain), "##", NULL);
			if (!n)
				continue;
			unsigned start = (unsigned)(name - f->plain);
			char *text = to < 0          ? system_name(e, (int)i, t, name, n)
			             : temporary     ? temporary_name(e, to, temporary)
			             : e->output[to] ? new_name(e, (int)i, to, name, n, via)
			                             : moved_name(e, (int)i, to, name, n, false);

			if (text)
				edit_replace(&e->files[i], start, start + (unsigned)n, text, NULL);
			free(text);
		}
	}
}

void append_forced_includes(const struct emission *e, char *const *temporary, struct text *out)
{
	static const char *const kinds[] = {"-imacros", "-include"}; /* gcc reads them in this order */
	const struct strings *o = e->unit->request->options;

	for (size_t kind = 0; kind < 2; kind++) {
		for (size_t i = 0; i < o->count; i++) {
			const char *file = option_value(o, &i, kinds[kind]);

			if (!file)
				continue;
			char *name = xasprintf("\"%s\"", file);
			size_t n = strlen(name);
			const char *via = NULL;
			int from = main_file(e), to = file_at(e, *file == '/' ? "" : ".", file, n - 2, true); /* gcc's search */

			if (to < 0)
				to = resolve(e, from, name, n, &via);
			char *new = to < 0          ? NULL
			            : temporary     ? temporary_name(e, to, temporary)
			            : e->output[to] ? new_name(e, from, to, name, n, via)
			                            : moved_name(e, from, to, name, n, true);

			text_printf(out, "#include %s\n", new ? new : name);
			free(name);
			free(new);
		}
	}
}
