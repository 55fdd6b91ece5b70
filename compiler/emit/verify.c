/* Checks that the output is the intended program: the written files and the flat text with its edits must
 * preprocess to the same tokens. */
#include "emit/emit_internal.h"

#include "base/options.h"
#include "base/paths.h"
#include "base/process.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The file name in line directives for the flat text, followed by a number: without it, the compiler may take
 * a second directive with the same name for a continuation. */
#define FLAT "flat text "

/* Returns how many more parentheses a text opens than it closes. */
static int opened(const char *text, size_t len)
{
	int n = 0;

	for (size_t i = 0; i < len; i++)
		n += (text[i] == '(') - (text[i] == ')');
	return n;
}

/* Appends the flat text with its edits and with line directives that tell the place of each part in the flat
 * text. There are no directives within tokens or arguments of macros (AMP_CONSTANT), where they are undefined
 * ([cpp.replace]). */
static void append_expected(const struct emission *e, unsigned start, unsigned end, unsigned *number,
                            struct text *out)
{
	const char *flat = e->unit->text.data;
	SCOPED(edits) marked = {0};
	SCOPED(text) raw = {0};
	struct text_range r;
	unsigned line = 1, at = 0, behind = start;
	int depth = 0;

	FOR_EACH(const struct edit, edit, e->edits->items, e->edits->count) {
		if (!edit->text[UNIT_CUDA] || edit->start < behind || edit->end > end)
			continue;
		behind = edit->end;
		depth += opened(edit->text[UNIT_CUDA], strlen(edit->text[UNIT_CUDA])) -
		         opened(flat + edit->start, edit->end - edit->start);
		if (depth > 0 || token_within(&e->unit->tokens, edit->end)) {
			edit_replace(&marked, edit->start, edit->end, edit->text[UNIT_CUDA], NULL);
			continue;
		}
		for (; at < edit->end; at++)
			line += flat[at] == '\n';
		OWNED char *text = xasprintf("%s\n#line %u \"" FLAT "%u\"\n", edit->text[UNIT_CUDA], line, ++*number);

		edit_replace(&marked, edit->start, edit->end, text, NULL);
	}
	for (line = 1, at = 0; at < start; at++)
		line += flat[at] == '\n';
	text_printf(out, "\n#line %u \"" FLAT "%u\"\n", line, ++*number);
	edits_render(&marked, flat, start, end, UNIT_CUDA, &raw);
	for (const char *p = raw.data; (p = append_to_range(p, &r, out)) != NULL;) {
		append_expected(e, r.start, r.end, number, out);
		text_append(out, "\n");
	}
}

/* Blanks the #line directives of a text, except those that name the flat text. */
static void blank_lines(char *p)
{
	while (*p) {
		size_t n = strcspn(p, "\n");

		if (starts(p, "#line ") && !starts(p + 6 + strspn(p + 6, "0123456789"), " \"" FLAT))
			memset(p, ' ', n);
		p += n + (p[n] == '\n');
	}
}

/* Appends options, except those that include files in front of the source. */
static void push_without_includes(const struct strings *options, struct strings *out)
{
	for (size_t i = 0; i < options->count; i++) {
		if (!option_value(options, &i, FORCED_INCLUDES))
			strings_push(out, options->items[i]);
	}
}

/* Preprocesses a file with the unit's options except -include, which the file contains as include lines. */
static bool preprocess_as(const struct emission *e, const char *path, const char *stand_ins,
                          struct translation_request *request, struct strings *options, struct unit *out)
{
	const struct translation_request *r = e->unit->request;
	OWNED char *folder = folder_of(r->path);

	strings_push(options, "-iquote");
	strings_push(options, folder);
	push_without_includes(r->options, options);
	strings_push(options, "-w");
	*request = *r;
	request->path = request->display_path = path;
	request->options = options;
	request->dependency_options = NULL;
	request->for_people = false;
	request->is_check = true;
	request->stand_ins = stand_ins;
	return preprocess(request, out);
}

/* Returns whether a line of the flat text has a token that the compiler's own macro (__LINE__) produced, or a
 * string that a macro makes of its argument (assert), whose spelling follows the file. */
static bool is_made_by_compiler(const struct emission *e, unsigned line, const struct unit *of, const struct token *t)
{
	const char *start = text_line(e->unit->text.data, line);
	const struct tokens *all = &e->unit->tokens;
	unsigned from = start ? (unsigned)(start - e->unit->text.data) : 0, to;

	if (!start)
		return false;
	to = from + (unsigned)strcspn(start, "\n");
	for (size_t i = token_at(all, from); all->items[i].offset < to; i++) {
		const struct pp_token *item = e->alignment->tokens[i].item;

		if (item && (item->is_builtin || item->is_spelling) &&
		    token_equals(e->unit->text.data, &all->items[i], of->text.data, t))
			return true;
	}
	return false;
}

/* Returns the first expected token that the output lacks, or NULL if there is none. */
static const struct token *first_difference(const struct emission *e, const struct unit *expected,
                                            const struct unit *written, struct location *where)
{
	const struct token *s = expected->tokens.items, *t = written->tokens.items;

	for (; find_difference(expected, &s, written, &t); s++, t++) {
		struct location l = unit_locate(expected, s->offset);

		if (s->kind == t->kind && is_made_by_compiler(e, l.line, expected, s))
			continue;
		*where = l;
		return s;
	}
	return NULL;
}

/* Writes all files to temporary ones, whose paths it sets. */
static bool write_temporary(struct emission *e, const char **temporary)
{
	bool ok = true;

	for (size_t i = 0; i < e->alignment->n_files; i++)
		temporary[i] = e->output[i] ? temporary_path("written", ".cpp") : NULL;
	edit_includes(e, temporary);
	for (size_t i = 0; ok && i < e->alignment->n_files; i++) {
		const struct source_file *f = &e->alignment->files[i];
		SCOPED(emitted_file) file = {0};
		SCOPED(text) text = {0};

		if (!e->output[i])
			continue;
		text_append_n(&file.original, f->text.data, f->text.len);
		if ((int)i == main_file(e)) {
			text_append(&file.head, e->prologue.data);
			append_forced_includes(e, temporary, &file.head);
		}
		render_file(e, (int)i, &file);
		emitted_render(&file, &text);
		ok = write_file(temporary[i], text.data, text.len);
	}
	return ok;
}

/* Writes the expected program to a temporary file, whose path it returns. */
static const char *write_expected(const struct emission *e)
{
	SCOPED(text) text = {0};
	const char *path = temporary_path("expected", ".cpp");
	unsigned number = 0;

	text_append(&text, e->prologue.data);
	append_expected(e, 0, (unsigned)e->unit->text.len, &number, &text);
	blank_lines(text.data);
	return write_file(path, text.data, text.len) ? path : NULL;
}

/* Preprocesses the expected program and the written one, and compares them. Returns whether they are the same; if not,
 * sets *token as verify() does. */
static bool compare(struct emission *e, const char *expected_path, const char *written_path, const char *stand_ins,
                    size_t *token)
{
	struct translation_request requests[2];
	SCOPED(strings) options = {0}, other_options = {0};
	SCOPED(unit) expected = {0}, written = {0};
	struct location where = {0};
	const struct token *differs = NULL;
	bool ok = preprocess_as(e, expected_path, stand_ins, &requests[0], &options, &expected) &&
	          preprocess_as(e, written_path, stand_ins, &requests[1], &other_options, &written);

	*token = SIZE_MAX;
	if (ok)
		differs = first_difference(e, &expected, &written, &where);
	/* a macro of <amp/cuda_text.h> is left after preprocessing */
	e->is_early = ok && find_token(&written, 0, (unsigned)written.text.len, "AMP_CAPTURES");
	if (differs) {
		const char *line = !starts(where.file, FLAT) ? NULL : text_line(e->unit->text.data, where.line);

		*token = line ? token_at(&e->unit->tokens, (unsigned)(line - e->unit->text.data)) : 0;
	}
	return ok && !differs;
}

/* Appends to the stand-in of a header what the header's n-th inclusion in the program has: the macros of system headers
 * from `first` to in front of `end`. Each inclusion reads the next part. Returns false if it cannot be written. */
static bool append_stand_in(const struct emission *e, const char *name, size_t n, const struct macro_line *first,
                            const struct macro_line *end)
{
	OWNED char *path = xasprintf("%s/%s", e->stand_ins, name);

	make_folders_below(path, strlen(e->stand_ins));
	bool is_first = access(path, F_OK) != 0;
	FILE *f = fopen(path, "a");

	if (!f)
		return false;
	fprintf(f, "%s#if !defined __AMPCC_HAS_READ && !defined __AMPCC_READ_%zu\n#define __AMPCC_HAS_READ\n"
	           "#define __AMPCC_READ_%zu\n",
	        is_first ? "#undef __AMPCC_HAS_READ\n" : "", n, n);
	for (const struct macro_line *m = first; m < end; m++) {
		if (!strcmp(m->file, SYSTEM_FILE))
			fprintf(f, "#%s\n", m->text);
	}
	fprintf(f, "#endif\n");
	return fclose(f) == 0;
}

void write_stand_ins(struct emission *e)
{
	const struct unit *u = e->unit;
	const struct macro_line *m = u->macros, *end = m + u->n_macros;

	if (starts(e->prologue.data, "#") || strstr(e->prologue.data, "\n#"))
		return;
	e->stand_ins = temporary_path("headers", "");
	if (mkdir(e->stand_ins, 0777) != 0)
		e->stand_ins = NULL;
	for (size_t i = 0; e->stand_ins && i < u->tokens.count; i++) {
		const struct token *t = &u->tokens.items[i];
		const char *at;
		size_t n = token_included(u->text.data, t, &at);
		const struct macro_line *first = m;

		if (!n)
			continue;
		while (m < end && m->offset <= t->offset)
			m++;
		OWNED char *name = xstrndup(at + 1, n - 2);

		if (*name != '/' && !strstr(name, "..") && !append_stand_in(e, name, i, first, m))
			e->stand_ins = NULL;
	}
}

bool verify(struct emission *e, size_t *token)
{
	OWNED const char **temporary = xmalloc((e->alignment->n_files + 1) * sizeof(*temporary));
	const char *expected = write_temporary(e, temporary) ? write_expected(e) : NULL;
	const char *written = temporary[main_file(e)];

	*token = SIZE_MAX;
	/* With stand-ins it is faster, but what a header does by pragmas is lost: a difference may be none. */
	return expected && ((e->stand_ins && compare(e, expected, written, e->stand_ins, token)) ||
	                    compare(e, expected, written, NULL, token));
}
