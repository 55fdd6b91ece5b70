/* Which files are written - the source, headers with edits, and headers that include such headers - and the
 * include lines that name them. */
#include "emit/emit_internal.h"

#include "base/options.h"
#include "base/paths.h"
#include "source/copies.h"

#include <stdlib.h>
#include <string.h>

/* ---- Which header an include line means ------------------------------------- */

/* Returns an absolute path, interned. */
static const char *absolute(const char *path)
{
	OWNED char *out = absolute_path(path);

	return interned(out, strlen(out));
}

/* Returns the folder of a path, interned. */
static const char *folder(const char *path)
{
	OWNED char *out = folder_of(path);

	return interned(out, strlen(out));
}

/* Returns the file of the unit at a path, or -1 if there is none. With is_exact, the name must match exactly;
 * otherwise Visual C++'s rules apply in its dialect: case does not matter, and \ separates folders. */
static int file_at(const struct emission *e, const char *in, const char *name, bool is_exact)
{
	bool is_windows = !is_exact && e->unit->request->msvc;
	OWNED char *there = is_windows ? find_without_case(in, strlen(in), name) : NULL;
	OWNED char *real = realpath(there ? there : interned_printf("%s/%s", in, name), NULL);

	for (size_t i = 0; real && i < e->alignment->n_files; i++) {
		if (!strcmp(e->paths[i], real))
			return (int)i;
	}
	return -1;
}

/* Returns the user's file that an include line of the file `from` names with "…" or <…>, or -1 if it is no file of
 * the user's. Sets *via to the folder of an option like -I in which it was found, or to NULL. */
static int resolve(const struct emission *e, int from, const char *spelled, bool is_exact, const char **via)
{
	const struct strings *o = e->unit->request->options;
	bool is_quoted = *spelled == '"';
	const char *name = interned(spelled + 1, strlen(spelled) - 2);
	int found = is_quoted ? file_at(e, folder(e->paths[from]), name, is_exact) : -1;

	*via = NULL;
	if (found < 0 && is_quoted && !is_exact &&
	    e->unit->request->msvc) /* Visual C++ also searches the including file's folder */
		found = file_at(e, folder(e->unit->request->path), name, false);
	for (size_t i = 0; found < 0 && i < o->count; i++) {
		const char *value = option_value(o, &i, FOLDER_OPTIONS);

		found = value ? file_at(e, value, name, is_exact) : -1;
		*via = found >= 0 ? value : NULL;
	}
	return found;
}

void find_inclusions(struct emission *e)
{
	const struct translation_request *r = e->unit->request;

	for (size_t i = 0; i < e->alignment->n_files; i++)
		e->paths[i] = absolute(path_of_file(r, e->alignment->files[i].name));
	for (size_t i = 0; i < e->alignment->n_files; i++) {
		const struct source_file *f = &e->alignment->files[i];

		for (size_t k = 0; k < f->tokens.count; k++) {
			const char *at, *via;
			size_t n = token_included(f->plain, &f->tokens.items[k], &at);

			if (!n)
				continue;
			struct inclusion line = {
			    .file = (int)i, .name = interned(at, n), .start = (unsigned)(at - f->plain)};

			line.to = resolve(e, line.file, line.name, false, &line.via);
			line.is_windows =
			    r->msvc && line.to >= 0 && resolve(e, line.file, line.name, true, &via) != line.to;
			KEEP(e->inclusions, e->n_inclusions) = line;
		}
	}
}

/* Returns the name that the flat text has for the system header of an include line if it differs, in Visual
 * C++'s dialect; else NULL. */
static const char *system_name(const struct emission *e, const struct inclusion *line)
{
	const struct unit *u = e->unit;
	const struct source_file *f = &e->alignment->files[line->file];
	unsigned number = source_file_line(f, line->start);
	const char *found = NULL;

	for (size_t i = 0; u->request->msvc && i < u->tokens.count; i++) {
		const struct token *t = &u->tokens.items[i];
		const char *other;
		size_t len = token_included(u->text.data, t, &other);
		struct location at = len ? unit_locate(u, t->offset) : (struct location){0};

		if (len && at.line == number && !strcmp(at.file, f->name))
			found = interned(
			    other,
			    len); /* headers of options like -include are in front of line 1, as if they were in it */
	}
	return found && strcmp(found, line->name) ? found : NULL;
}

/* Returns the next place in a directive where Visual C++ drops a comma and other compilers need GNU's ##
 * (copies.c), or NULL. */
static const char *next_left_comma(const struct emission *e, const char *text, const struct token *t, const char *from)
{
	const char *macro = e->unit->request->msvc ? behind_directive(text, t, "define") : NULL;

	return macro ? next_rest_arguments(macro, from ? from : macro, text + token_end(t)) : NULL;
}

/* Returns whether a file names headers or defines macros in a way that only Visual C++ accepts. */
static bool has_windows_names(const struct emission *e, int file)
{
	const struct source_file *f = &e->alignment->files[file];
	bool found = false;

	for (size_t i = 0; e->unit->request->msvc && i < f->tokens.count && !found; i++)
		found = next_left_comma(e, f->plain, &f->tokens.items[i], NULL);
	for (size_t i = 0; e->unit->request->msvc && i < e->n_inclusions && !found; i++) {
		const struct inclusion *line = &e->inclusions[i];

		found = line->file == file && (line->to < 0 ? system_name(e, line) != NULL : line->is_windows);
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

/* Returns whether a file includes one that is written, or is another inclusion of one. */
static bool belongs_to_written(const struct emission *e, int file)
{
	bool found = false;

	for (size_t i = 0; i < e->alignment->n_files; i++)
		found |= e->output[i] && are_same(e, (int)i, file);
	for (size_t i = 0; i < e->n_inclusions; i++)
		found |= e->inclusions[i].file == file && e->inclusions[i].to >= 0 && e->output[e->inclusions[i].to];
	return found;
}

/* Returns where a file of the project goes in the output folder, or NULL if it is outside the project. */
static const char *place_in_project(const struct emission *e, int file)
{
	const struct project *project = e->unit->request->project;
	const char *rest = project ? path_below(e->paths[file], project->root) : NULL;

	return rest ? interned_printf("%s/%s", project->folder, rest) : NULL;
}

const char *name_of_header(const struct emission *e, int file)
{
	const struct project *project = e->unit->request->project;
	const char *rest = path_below(e->paths[file], project ? project->root : folder(e->paths[main_file(e)]));

	return rest ? rest : e->alignment->files[file].name;
}

/* Returns where a header goes relative to the output, as it lies relative to the source; in the output's
 * folder if it is not below the source's. */
static const char *place_beside_output(const struct emission *e, int file)
{
	const char *to = folder(e->unit->request->cuda_output), *path = e->paths[file];
	const char *rest = path_below(path, folder(e->paths[main_file(e)]));

	rest = rest ? rest : file_name(path);
	return !strcmp(to, ".") ? rest : interned_printf("%s/%s", to, rest);
}

/* Returns the length of a header's path without its extension; all of it for NAME.inl, NAME.cpp and the like,
 * which often stand beside NAME.h. */
static size_t stem_length(const char *path)
{
	const char *dot = strrchr(file_name(path), '.');

	return dot && (dot[1] == 'h' || dot[1] == 'H') ? (size_t)(dot - path) : strlen(path);
}

/* Makes a header an output file: NAME.cuh, or NAME_host.h for C. Returns false after an error if it is not
 * part of the project. */
static bool write_header(struct emission *e, int file)
{
	const struct project *project = e->unit->request->project;
	const char *path = project ? place_in_project(e, file) : place_beside_output(e, file);

	if (!path)
		return fail("'%s' has C++ AMP, and is outside of '%s', the folder that is converted",
		            e->alignment->files[file].name, project->root);
	const char *number = inclusion_number(e, file) > 1 ? interned_printf("_%u", inclusion_number(e, file)) : "";

	e->output[file] =
	    interned_printf("%.*s%s%s", (int)stem_length(path), path, number, unit_is_c(e->unit) ? "_host.h" : ".cuh");
	return true;
}

/* Returns whether another unit of the project converts a header. */
static bool is_converted(const struct emission *e, int file)
{
	const struct project *project = e->unit->request->project;

	return project && strings_contain(project->converted, e->paths[file]);
}

/* Returns whether the outputs can be written: no two files have the same one, and none but the source is
 * standard output. */
static bool outputs_differ(const struct emission *e)
{
	int source = main_file(e);

	for (size_t i = 0; i < e->alignment->n_files; i++) {
		if (e->output[i] && (int)i != source && !strcmp(e->output[source], "-"))
			return fail("'%s' has AMP, and becomes a file of its own: name an output with -o",
			            e->alignment->files[i].name);
		for (size_t k = 0; e->output[i] && k < i; k++) {
			if (e->output[k] && !strcmp(e->output[i], e->output[k]))
				return fail("'%s' and '%s' would both be written to '%s'",
				            e->alignment->files[k].name, e->alignment->files[i].name, e->output[i]);
		}
	}
	return true;
}

bool find_outputs(struct emission *e)
{
	int source = main_file(e);
	bool more = true;

	for (size_t i = 0; i < e->alignment->n_files; i++) {
		if ((int)i != source &&
		    (e->files[i].count || is_converted(e, (int)i) || has_windows_names(e, (int)i)) &&
		    !write_header(e, (int)i))
			return false;
	}
	while (more) {
		more = false;
		for (size_t i = 0; i < e->alignment->n_files; i++) {
			if ((int)i == source || e->output[i] || !belongs_to_written(e, (int)i))
				continue;
			if (!write_header(e, (int)i))
				return false;
			more = true;
		}
	}
	e->output[source] = unit_is_c(e->unit) ? e->unit->request->cuda_host_output : e->unit->request->cuda_output;
	return outputs_differ(e);
}

/* ---- Include lines ---------------------------------------------------------- */

/* Returns a quoted path relative to the folder of another file. */
static const char *relative_name(const char *path, const char *from)
{
	const char *to = absolute(path), *base = absolute(from);
	struct text out = {0};
	size_t common = 0;

	for (size_t i = 0; to[i] && to[i] == base[i]; i++)
		common = to[i] == '/' ? i + 1 : common;
	text_append(&out, "\"");
	for (const char *p = base + common; (p = strchr(p, '/')); p++)
		text_append(&out, "../");
	text_printf(&out, "%s\"", to + common);
	return interned_text(&out);
}

/* Returns whether a quoted name, in the output of the file `from`, names a path. */
static bool leads_to(const struct emission *e, int from, const char *name, const char *path)
{
	return absolute(interned_printf("%s/%s", folder(e->output[from]), name)) == absolute(path);
}

/* Returns whether a folder that an option names is in the project, and thus moves with it. */
static bool moves_along(const struct emission *e, const char *via)
{
	const struct project *project = e->unit->request->project;
	const char *path = via && project ? absolute(via) : NULL;

	return path && (!strcmp(path, project->root) || path_below(path, project->root));
}

/* Returns how an include line names a header that is written, with quotation marks: as before but with the
 * new suffix, if that leads there. */
static const char *new_name(const struct emission *e, const struct inclusion *line)
{
	const char *path = e->output[line->to], *slash = strrchr(line->name, '/');
	const char *same =
	    interned_printf("%.*s%s", slash ? (int)(slash - line->name) : 0, line->name + 1, file_name(path));

	if (moves_along(e, line->via))
		return interned_printf("%c%s%c", *line->name, same, *line->name == '"' ? '"' : '>');
	return leads_to(e, line->file, same, path) ? interned_printf("\"%s\"", same)
	                                           : relative_name(path, e->output[line->file]);
}

/* Returns how an include line names a header that is not written, or NULL if it may keep its name. is_forced:
 * it stands for an option -include or -imacros. */
static const char *moved_name(const struct emission *e, const struct inclusion *line, bool is_forced)
{
	const char *name = interned(line->name + 1, strlen(line->name) - 2), *place = place_in_project(e, line->to);
	const char *copy = place ? place : e->paths[line->to]; /* the files of a project are copied */
	bool is_beside = *line->name == '"' && file_at(e, folder(e->paths[line->file]), name, true) == line->to;
	bool moves = (is_beside && !leads_to(e, line->file, name, copy)) || (line->is_windows && !is_forced) ||
	             (is_forced && e->unit->request->project);

	return moves ? relative_name(copy, e->output[line->file]) : NULL;
}

/* Returns the name of a header in include lines of the written files, or of the temporary ones that are
 * compared; NULL if it does not change. */
static const char *name_for(const struct emission *e, const struct inclusion *line, bool is_forced,
                            const char *const *temporary)
{
	if (line->to < 0)
		return is_forced ? NULL : system_name(e, line);
	if (temporary)
		return interned_printf("\"%s\"", e->output[line->to] ? temporary[line->to] : e->paths[line->to]);
	return e->output[line->to] ? new_name(e, line) : moved_name(e, line, is_forced);
}

void edit_includes(struct emission *e, const char *const *temporary)
{
	for (size_t i = 0; i < e->alignment->n_files; i++) {
		const struct source_file *f = &e->alignment->files[i];

		for (size_t k = 0; e->output[i] && k < f->tokens.count; k++) {
			for (const char *p = NULL; (p = next_left_comma(e, f->plain, &f->tokens.items[k], p)) != NULL;
			     p++)
				edit_replace(&e->files[i], (unsigned)(p - f->plain), (unsigned)(p - f->plain), "##",
				             NULL);
		}
	}
	FOR_EACH(const struct inclusion, line, e->inclusions, e->n_inclusions) {
		const char *name = e->output[line->file] ? name_for(e, line, false, temporary) : NULL;

		if (name)
			edit_replace(&e->files[line->file], line->start, line->start + (unsigned)strlen(line->name),
			             name, NULL);
	}
}

void append_forced_includes(const struct emission *e, const char *const *temporary, struct text *out)
{
	static const char *const kinds[] = {"-imacros", "-include"}; /* gcc reads them in this order */
	const struct strings *o = e->unit->request->options;

	for (size_t kind = 0; kind < 2; kind++) {
		for (size_t i = 0; i < o->count; i++) {
			const char *file = option_value(o, &i, kinds[kind]);

			if (!file)
				continue;
			struct inclusion line = {.file = main_file(e), .name = interned_printf("\"%s\"", file)};

			line.to = file_at(e, *file == '/' ? "" : ".", file, true); /* gcc's search */
			if (line.to < 0)
				line.to = resolve(e, line.file, line.name, false, &line.via);
			const char *name = name_for(e, &line, true, temporary);

			text_printf(out, "#include %s\n", name ? name : line.name);
		}
	}
}
