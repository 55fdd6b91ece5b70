/* Line markers and file names in the units, in the form that the host and device compilers need. */
#include "source/edit.h"
#include "source/unit.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- Directives -------------------------------------------------------- */

/* Returns "FILE" of a directive #line LINE "FILE", which extends to the end of the token; NULL for other
 * tokens. */
static const char *file_of_line(const char *text, const struct token *t)
{
	const char *directive = text + t->offset, *end = directive + t->len, *quote = memchr(directive, '"', t->len);
	bool is_line = t->kind == TOKEN_DIRECTIVE && starts(directive, "#line ");

	return !is_line || end[-1] != '"' || quote == end - 1 ? NULL : quote;
}

void mark_lines(struct unit *u)
{
	enum { LINES_A_MARK = 64 };     /* maximal distance: unit_locate() counts lines from a mark on */
	SCOPED(string_set) names = {0}; /* those of u->files, as literals */
	const char *text = u->text.data, *file = NULL;
	const struct token *t = u->tokens.items;
	unsigned line = 0, since = 0;

	for (size_t i = 0; i < u->files.count; i++) {
		SCOPED(text) name = {0};

		text_append_literal(&name, u->files.items[i]);
		string_set_add(&names, name.data, name.len);
	}
	u->n_marks = 0;
	for (size_t at = 0, end; at < u->text.len; at = end) {
		const char *newline = strchr(text + at, '\n');

		end = newline ? (size_t)(newline - text) + 1 : u->text.len;
		while (t->kind != TOKEN_END && t->offset < at)
			t++;
		const char *name = t->offset == at ? file_of_line(text, t) : NULL;
		size_t number = name ? string_set_find(&names, name, (size_t)(text + at + t->len - name)) : SIZE_MAX;

		if (number != SIZE_MAX) {
			file = u->files.items[number];
			line = (unsigned)strtoul(text + at + strlen("#line "), NULL, 10);
			since = LINES_A_MARK;
			continue;
		}
		if (file && since >= LINES_A_MARK) {
			APPEND(u->marks, u->n_marks) = (struct line_mark){(unsigned)at, file, line};
			since = 0;
		}
		line++, since++;
	}
}

/* ---- Headers, for clang ------------------------------------------------- *
 *
 * clang warns of unused functions and variables if they are in the main file, but not if they are in a
 * header. It tells the two apart by its own #include, or by the line markers of preprocessed output (# LINE
 * "FILE" 1 enters a file, 2 returns to one), but not by #line. gcc makes no such distinction. */

/* Makes the beginning of the unit part of the main file, which then includes the headers. */
static void append_head(const char *main_file, struct text *out)
{
	text_append(out, "#if __has_warning(\"-Wgnu-line-marker\")\n"
	                 "#pragma clang diagnostic ignored \"-Wgnu-line-marker\"\n"
	                 "#endif\n");
	text_append_line_directive(out, 1, main_file);
}

void mark_headers(const struct unit *u, struct text *host)
{
	SCOPED(tokens) tokens = {0};
	SCOPED(text) head = {0}, main_file = {0};
	SCOPED(edits) edits = {0};
	bool in_header = false;

	append_head(u->request->display_path, &head);
	edit_insert(&edits, 0, NULL, head.data);
	text_append_literal(&main_file, u->request->display_path);
	lex(host->data, host->len, &tokens);
	FOR_EACH(const struct token, t, tokens.items, tokens.count) {
		const char *directive = host->data + t->offset, *end = directive + t->len;
		const char *file = file_of_line(host->data, t);
		bool is_header = file && ((size_t)(end - file) != main_file.len ||
		                          strncmp(file, main_file.data, main_file.len));

		if (file && is_header != in_header) {
			const char *line = directive + strlen("#line ");
			OWNED char *marker = xasprintf("# %.*s %d", (int)(end - line), line, is_header ? 1 : 2);

			edit_replace(&edits, t->offset, token_end(t), NULL, marker);
			in_header = is_header;
		}
	}
	edits_apply(&edits, host);
}

/* ---- Glue, for debuggers -------------------------------------------------- *
 *
 * Lines that ampcc writes between the program's begin with a tab, which preprocessed lines never do. Without
 * a #line of their own they would continue the numbers of the line before, and a breakpoint on a line of the
 * program would stop in glue as well. */

/* Position of a walk over a unit's lines. */
struct line_walk {
	const struct text *unit;
	const struct token *token;  /* the next one */
	const char *file;           /* of the last #line, with quotes; NULL: there was none */
	size_t file_len;
	unsigned line;              /* number of the next line */
	unsigned last;              /* number of the program's last line; 0: there was none */
	bool is_told;               /* the preceding line is a #line for the next one */
};

/* Updates the position if a directive is #line. */
static void read_line_directive(struct line_walk *w, const struct token *t)
{
	const char *directive = w->unit->data + t->offset, *file = file_of_line(w->unit->data, t);

	if (!file)
		return;
	w->file = file;
	w->file_len = t->len - (size_t)(file - directive);
	w->line = (unsigned)strtoul(directive + strlen("#line "), NULL, 10);
}

/* Returns the line number for glue that has no #line of its own: the one behind the program's last line,
 * which in most cases is that of a barrier; or the last line itself if the program continues behind that
 * line, or in another file. */
static unsigned glue_line(const struct line_walk *w)
{
	struct line_walk next = *w;
	const struct token *t = w->token;

	if (w->is_told)
		return w->line;
	while (t->kind != TOKEN_END && t->kind != TOKEN_DIRECTIVE)
		t++;
	if (t->kind == TOKEN_DIRECTIVE)
		read_line_directive(&next, t);
	return next.file != w->file && next.line > w->last + 1 ? w->last + 1 : w->last;
}

static void append_line_of(const struct line_walk *w, unsigned line, struct text *out)
{
	text_printf(out, "#line %u %.*s\n", line, (int)w->file_len, w->file);
}

void keep_glue_apart(struct text *host)
{
	SCOPED(tokens) tokens = {0};
	struct text out = {0};
	bool in_glue = false;
	unsigned glue = 0;

	lex(host->data, host->len, &tokens);
	struct line_walk w = {.unit = host, .token = tokens.items};
	for (size_t at = 0, end; at < host->len; at = end) {
		const char *newline = memchr(host->data + at, '\n', host->len - at);

		end = newline ? (size_t)(newline - host->data) + 1 : host->len;
		while (w.token->kind != TOKEN_END && token_end(w.token) <= at)
			w.token++;
		bool is_start = w.token->kind != TOKEN_END && w.token->offset >= at && w.token->offset < end;
		bool is_directive = is_start && w.token->kind == TOKEN_DIRECTIVE;
		bool is_glue = is_start && !is_directive && host->data[at] == '\t' && w.file;

		if (is_glue && !in_glue)
			glue = glue_line(&w);
		if (is_glue)
			append_line_of(&w, glue, &out);
		else if (in_glue && is_start && !is_directive)
			append_line_of(&w, w.line, &out);
		text_append_n(&out, host->data + at, end - at);
		in_glue = is_glue || (in_glue && !is_start);
		w.line++;
		w.is_told = is_directive || (w.is_told && !is_start);
		if (is_directive)
			read_line_directive(&w, w.token);
		else if (is_start && !is_glue && w.file)
			w.last = w.line - 1;
	}
	text_finish(host);
	*host = out;
}

/* ---- Names in PTX -------------------------------------------------------- */

/* PTX has no escapes in string literals. */
static bool is_for_ptx(char c)
{
	return c != '"' && c != '\\' && !iscntrl((unsigned char)c);
}

static bool is_ptx_name(const char *file)
{
	while (*file && is_for_ptx(*file))
		file++;
	return !*file;
}

/* Returns a file's path with underscores in place of characters that PTX does not accept; NULL if there are
 * none. nvcc makes relative paths absolute, so the current folder counts as well. */
static char *ptx_name(const char *file, const char *folder)
{
	bool is_absolute = file[0] == '/' || file[0] == '<';

	if (is_ptx_name(file) && (is_absolute || is_ptx_name(folder)))
		return NULL;
	char *name = is_absolute ? xstrdup(file) : xasprintf("%s/%s", folder, file);

	for (char *p = name; *p; p++)
		*p = is_for_ptx(*p) ? *p : '_';
	return name;
}

/* Returns the new name of a directive's file, as a string literal; NULL if it keeps its name. */
static char *replacement(const struct strings *names, const char *file, size_t n)
{
	for (size_t i = 0; i < names->count; i += 2) {
		if (strlen(names->items[i]) == n && !strncmp(names->items[i], file, n))
			return names->items[i + 1];
	}
	return NULL;
}

void name_files_for_ptx(const struct unit *u, struct text *device)
{
	SCOPED(strings) names = {0}; /* as literals, each with its replacement */
	SCOPED(tokens) tokens = {0};
	SCOPED(edits) edits = {0};
	OWNED char *folder = getcwd(NULL, 0);

	for (size_t i = 0; folder && i < u->files.count; i++) {
		OWNED char *name = ptx_name(u->files.items[i], folder);
		SCOPED(text) from = {0}, to = {0};

		if (name) {
			text_append_literal(&from, u->files.items[i]);
			text_append_literal(&to, name);
			strings_push_each(&names, from.data, to.data);
		}
	}
	if (!names.count)
		return;
	lex(device->data, device->len, &tokens);
	FOR_EACH(const struct token, t, tokens.items, tokens.count) {
		const char *file = file_of_line(device->data, t), *end = device->data + token_end(t);
		const char *name = file ? replacement(&names, file, (size_t)(end - file)) : NULL;

		if (name)
			edit_replace(&edits, (unsigned)(file - device->data), token_end(t), NULL, name);
	}
	edits_apply(&edits, device);
}
