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

/* The line of a place in a file. The caller frees the file's text. False if it cannot be read. */
static bool source_line(const struct unit *u, struct location l, struct text *file, struct shown *out)
{
	const struct translation_request *r = u->request;

	*out = (struct shown){.at = l.column - 1, .insertion = SIZE_MAX};
	if (!read_file(strcmp(l.file, r->display_path) ? l.file : r->path, file))
		return false;
	out->text = text_line(file->data, l.line);
	out->len = out->text ? strcspn(out->text, "\r\n") : 0;
	return out->text && out->at <= out->len;
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

/* FILE:LINE:COLUMN: SEVERITY: message, the line, and what is to be inserted. */
static void print_at(struct location l, enum severity severity, const char *message,
                     const struct shown *line, const char *insertion)
{
	bool color = isatty(STDERR_FILENO);

	fprintf(stderr, "%s%s:%u:%u: %s%s: %s%s%s\n", color ? "\033[1m" : "", l.file, l.line, l.column,
	        color ? styles[severity].color : "", styles[severity].name, color ? "\033[0;1m" : "",
	        message, color ? "\033[0m" : "");
	print_line(line, insertion);
}

/* Whether an error was printed before at this place: a macro may repeat what it is about. */
static bool is_said_before(struct unit *u, struct location l, const char *message)
{
	char *key = xasprintf("%s:%u:%u: %s", l.file, l.line, l.column, message);
	bool before = strings_contain(&u->said, key);

	if (!before)
		strings_push(&u->said, key);
	free(key);
	return before;
}

/* Where a text that is to be inserted goes in a line of the user's: in the same one. */
static size_t insertion_in(struct unit *u, struct location l, unsigned at)
{
	struct source_place p = {0};
	bool found = at != UINT_MAX && locate_in_source(u, at, &p) && !p.n_steps &&
	             !strcmp(p.where.file, l.file) && p.where.line == l.line;
	size_t column = found ? p.where.column - 1 : SIZE_MAX;

	source_place_finish(&p);
	return column;
}

/* The same in the user's own line, with notes for the macros whose bodies it is in. */
static void print_in_source(struct unit *u, const struct source_place *p, enum severity severity,
                            struct extra extra, const char *message, const struct shown *line)
{
	struct shown own = *line;

	own.insertion = extra.insertion ? insertion_in(u, p->where, extra.at) : SIZE_MAX;
	print_at(p->where, severity, message, &own, extra.insertion);
	for (size_t i = 0; i < p->n_steps; i++) {
		struct text file = {0};
		char *note = xasprintf("expanded from macro '%s'", p->steps[i].name);

		if (source_line(u, p->steps[i].where, &file, &own))
			print_at(p->steps[i].where, SEVERITY_NOTE, note, &own, NULL);
		text_finish(&file);
		free(note);
	}
}

static void print_message(struct unit *u, enum severity severity, unsigned offset, struct extra extra,
                          const char *message)
{
	struct source_place p;
	struct shown line;
	struct text file = {0};
	bool found = locate_in_source(u, offset, &p) && source_line(u, p.where, &file, &line);
	struct location l = found ? p.where : unit_locate(u, offset);

	if (severity != SEVERITY_NOTE)
		u->is_repeated = found && is_said_before(u, l, message);
	if (u->is_repeated)
		;
	else if (found) {
		print_in_source(u, &p, severity, extra, message, &line);
	} else {
		line = flat_line(u, offset, extra.at);
		print_at(l, severity, message, &line, extra.insertion);
	}
	source_place_finish(&p);
	text_finish(&file);
}

static void print(struct unit *u, enum severity severity, unsigned offset, struct extra extra,
                  const char *format, va_list args)
{
	if (severity == SEVERITY_ERROR)
		count_error(u, offset);
	if (u->is_quiet)
		return;
	char *text = xvasprintf(format, args);
	char *message = !extra.option ? xstrdup(text)
	                              : xasprintf("%s [%s-W%s]", text,
	                                          severity == SEVERITY_ERROR ? "-Werror," : "",
	                                          extra.option);

	print_message(u, severity, offset, extra, message);
	free(message);
	free(text);
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
