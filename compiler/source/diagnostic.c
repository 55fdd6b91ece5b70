/* Messages in clang's form. */
#include "source/unit.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct style {
	const char *name, *color;
};

static const struct style styles[] = {
	[SEVERITY_NOTE] = {"note", "\033[0;1;36m"},
	[SEVERITY_WARNING] = {"warning", "\033[0;1;35m"},
	[SEVERITY_ERROR] = {"error", "\033[0;1;31m"},
};

/* A line to be printed, and where in it the message is about, and something is to be
 * inserted, if anything is. */
struct shown {
	const char *text;
	size_t len, at, insertion;
};

/* Goes to a column, from where the line starts or from another. */
static void indent(const struct shown *line, size_t from, size_t to)
{
	for (size_t i = from; i < to; i++) {
		unsigned char c = line->text[i];

		if ((c & 0xc0) != 0x80) /* one column for each UTF-8 character */
			fputc(c == '\t' ? '\t' : ' ', stderr);
	}
}

/* The line, and a caret under it; below it what is to be inserted. */
static void print_line(const struct shown *line, const char *insertion)
{
	fprintf(stderr, "%.*s\n", (int)line->len, line->text);
	indent(line, 0, line->at);
	fputs("^\n", stderr);
	if (insertion && line->insertion <= line->len) {
		indent(line, 0, line->insertion);
		fprintf(stderr, "%s\n", insertion);
	}
}

/* The line of the flat text that an offset is in; `at` may be in another one. */
static struct shown flat_line(const struct unit *u, unsigned offset, unsigned at)
{
	unsigned start = line_start(u, offset);
	struct shown line = {.text = u->text.data + start, .at = offset - start, .insertion = SIZE_MAX};

	line.len = strcspn(line.text, "\n");
	if (at >= start)
		line.insertion = at - start;
	return line;
}

/* Where in b is what is at a place in a, if the tokens up to there are the same. */
static bool same_place(const struct shown *a, const struct tokens *a_tokens, const struct shown *b,
                       const struct tokens *b_tokens, size_t place, size_t *out)
{
	const struct token *s = a_tokens->items, *t = b_tokens->items;

	for (size_t i = 0; s[i].kind != TOKEN_END && s[i].offset <= place; i++) {
		if (t[i].kind != s[i].kind || t[i].len != s[i].len ||
		    memcmp(a->text + s[i].offset, b->text + t[i].offset, s[i].len))
			return false;
		if (place <= s[i].offset + s[i].len) {
			*out = t[i].offset + (place - s[i].offset);
			if (place < s[i].offset + s[i].len)
				return true;
		} else if (s[i + 1].kind == TOKEN_END || s[i + 1].offset > place) {
			return false; /* between two */
		}
	}
	return s[0].kind != TOKEN_END && s[0].offset <= place;
}

/* The same line as it is in its file, where macros and comments have not made it
 * another one. The caller frees the file's text. */
static bool source_line(const struct unit *u, struct location l, const struct shown *flat,
                        struct text *file, struct shown *out)
{
	const struct translation_request *r = u->request;
	struct tokens flat_tokens, tokens;

	if (!read_file(strcmp(l.file, r->display_path) ? l.file : r->path, file))
		return false;
	out->text = text_line(file->data, l.line);
	if (!out->text)
		return false;
	out->len = strcspn(out->text, "\r\n");
	out->insertion = SIZE_MAX;
	lex(flat->text, flat->len, &flat_tokens);
	lex(out->text, out->len, &tokens);
	bool same = same_place(flat, &flat_tokens, out, &tokens, flat->at, &out->at) &&
	            (flat->insertion > flat->len ||
	             same_place(flat, &flat_tokens, out, &tokens, flat->insertion, &out->insertion));

	tokens_finish(&flat_tokens);
	tokens_finish(&tokens);
	return same;
}

struct extra {
	const char *option;    /* the warning's name */
	unsigned at;           /* where to insert */
	const char *insertion;
};

static void count_error(struct unit *u, unsigned offset)
{
	u->error_places = xrealloc(u->error_places,
	                           (u->n_error_places + 1) * sizeof(*u->error_places));
	u->error_places[u->n_error_places++] = offset;
	u->errors++;
}

static void print(struct unit *u, enum severity severity, unsigned offset, struct extra extra,
                  const char *format, va_list args)
{
	if (severity == SEVERITY_ERROR)
		count_error(u, offset);
	if (u->is_quiet)
		return;
	struct location l = unit_locate(u, offset);
	struct shown line = flat_line(u, offset, extra.at), own = line;
	struct text file = {0};
	bool color = isatty(STDERR_FILENO);

	if (source_line(u, l, &line, &file, &own))
		line = own;
	l.column = (unsigned)line.at + 1;

	fprintf(stderr, "%s%s:%u:%u: %s%s: %s", color ? "\033[1m" : "", l.file, l.line, l.column,
	        color ? styles[severity].color : "", styles[severity].name,
	        color ? "\033[0;1m" : "");
	vfprintf(stderr, format, args);
	if (extra.option)
		fprintf(stderr, " [%s-W%s]", severity == SEVERITY_ERROR ? "-Werror," : "",
		        extra.option);
	fprintf(stderr, "%s\n", color ? "\033[0m" : "");
	print_line(&line, extra.insertion);
	text_finish(&file);
}

void diagnose(struct unit *u, enum severity severity, unsigned offset, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	print(u, severity, offset, (struct extra){0}, format, args);
	va_end(args);
}

void diagnose_with_fix(struct unit *u, enum severity severity, unsigned offset, unsigned at,
                       const char *insertion, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	print(u, severity, offset, (struct extra){.at = at, .insertion = insertion}, format, args);
	va_end(args);
}

bool diagnose_warning(struct unit *u, enum warning w, unsigned offset, const char *format, ...)
{
	enum severity severity = warning_severity(u->request->warnings, w);
	va_list args;

	if (severity == SEVERITY_IGNORED)
		return false;
	va_start(args, format);
	print(u, severity, offset, (struct extra){.option = warning_name(w)}, format, args);
	va_end(args);
	return true;
}
