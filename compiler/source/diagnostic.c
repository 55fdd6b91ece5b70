/* Diagnostics in clang's format. */
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

/* A line to print, the column of the caret, and the columns that a fix-it replaces; SIZE_MAX: the line has no
 * fix-it. */
struct shown {
	const char *text;
	size_t len, at, fix_start, fix_end;
};

/* Prints white space as wide as the columns [from, to) of a line. */
static void indent(FILE *out, const struct shown *line, size_t from, size_t to)
{
	for (size_t i = from; i < to; i++) {
		unsigned char c = line->text[i];

		if ((c & 0xc0) != 0x80) /* one column for each UTF-8 character */
			fputc(c == '\t' ? '\t' : ' ', out);
	}
}

/* Prints the line, the caret with what a fix-it replaces underlined, and the fix-it's text. */
static void print_line(FILE *out, const struct shown *line, const char *text)
{
	bool has_fix = text && line->fix_start <= line->fix_end && line->fix_end <= line->len;
	bool replaces = has_fix && line->fix_start < line->fix_end;
	size_t i = replaces && line->fix_start < line->at ? line->fix_start : line->at;
	size_t end = replaces && line->fix_end > line->at + 1 ? line->fix_end : line->at + 1;

	fprintf(out, "%.*s\n", (int)line->len, line->text);
	indent(out, line, 0, i);
	for (; i < end; i++) {
		if (i == line->at || (i >= line->fix_start && i < line->fix_end))
			fputc(i == line->at ? '^' : '~', out);
		else
			indent(out, line, i, i + 1);
	}
	fputc('\n', out);
	if (has_fix && *text) {
		indent(out, line, 0, line->fix_start);
		fprintf(out, "%s\n", text);
	}
}

/* Returns the line of the flat text that an offset is in; the fix-it may be on another line. */
static struct shown flat_line(const struct unit *u, unsigned offset, struct fix fix)
{
	unsigned start = line_start(u, offset);
	struct shown line = {.text = u->text.data + start, .at = offset - start, .fix_start = SIZE_MAX};

	line.len = strcspn(line.text, "\n");
	if (fix.start >= start) {
		line.fix_start = fix.start - start;
		line.fix_end = fix.end - start;
	}
	return line;
}

/* Returns the line of a place in a file in *out. The caller frees the file's text. Returns false if the file
 * cannot be read. */
static bool source_line(const struct unit *u, struct location l, struct text *file, struct shown *out)
{
	*out = (struct shown){.at = l.column - 1, .fix_start = SIZE_MAX};
	if (!read_source_file(path_of_file(u->request, l.file), file, NULL))
		return false;
	out->text = text_line(file->data, l.line);
	out->len = out->text ? strcspn(out->text, "\r\n") : 0;
	return out->text && out->at <= out->len;
}

struct extra {
	const char *option; /* the warning's name */
	struct fix fix;
};

/* Whether messages are coloured: as the options say, else on terminals, with the rules of gcc and clang. An
 * empty GCC_COLORS turns colours off even against the options, as in gcc. */
static bool has_colors(unsigned meanings)
{
	const char *gcc_colors = getenv("GCC_COLORS"), *term = getenv("TERM"), *without = getenv("NO_COLOR");

	if (meanings & 1u << MEANING_NO_COLORS || (gcc_colors && !*gcc_colors))
		return false;
	if (meanings & 1u << MEANING_COLORS)
		return true;
	return isatty(STDERR_FILENO) && !(without && *without) && term && strcmp(term, "dumb") != 0;
}

/* Prints FILE:LINE:COLUMN: SEVERITY: message, the line, and the fix-it. */
static void print_at(const struct unit *u, FILE *out, struct location l, enum severity severity, const char *message,
                     const struct shown *line, const char *fix)
{
	bool color = has_colors(u->request->meanings);

	fprintf(out, "%s%s:%u:%u: %s%s: %s%s%s\n", color ? "\033[1m" : "", l.file, l.line, l.column,
	        color ? styles[severity].color : "", styles[severity].name, color ? "\033[0;1m" : "",
	        message, color ? "\033[0m" : "");
	if (!(u->request->meanings & 1u << MEANING_NO_CARETS))
		print_line(out, line, fix);
}

/* Finds an offset in the user's files, unless it is in a macro, or in what --amp-msvc has replaced. */
static bool locate_plain(struct unit *u, unsigned at, struct location *out)
{
	struct source_place p = {0};
	bool found = locate_in_source(u, at, &p) && !p.n_steps && !p.is_amended;

	*out = p.where;
	return found;
}

/* Finds what a fix-it replaces in a file. It ends behind its last character, since what follows may come from another
 * macro. */
static bool locate_fix(struct unit *u, struct fix fix, struct location *start, struct location *end)
{
	bool found = fix.text && locate_plain(u, fix.start, start);

	if (found && fix.end == fix.start) {
		*end = *start;
	} else if (found) {
		found = locate_plain(u, fix.end - 1, end) && !strcmp(end->file, start->file);
		end->column++;
	}
	return found;
}

/* Computes which columns of the user's line a fix-it replaces. */
static void place_fix(struct unit *u, struct location l, struct fix fix, struct shown *line)
{
	struct location start, end;
	bool is_shown = locate_fix(u, fix, &start, &end) && !strcmp(start.file, l.file) && start.line == l.line &&
	                end.line == l.line;

	line->fix_start = is_shown ? start.column - 1 : SIZE_MAX;
	line->fix_end = is_shown ? end.column - 1 : SIZE_MAX;
}

/* Prints a fix-it for -fdiagnostics-parseable-fixits: fix-it:"FILE":{LINE:COLUMN-LINE:COLUMN}:"TEXT". */
static void print_parseable(struct unit *u, FILE *out, struct fix fix)
{
	struct location start, end;
	SCOPED(text) file = {0}, text = {0};

	if (u->request->meanings & 1u << MEANING_PARSEABLE_FIXES && locate_fix(u, fix, &start, &end)) {
		text_append_literal(&file, start.file);
		text_append_literal(&text, fix.text);
		fprintf(out, "fix-it:%s:{%u:%u-%u:%u}:%s\n", file.data, start.line, start.column, end.line, end.column,
		        text.data);
	}
}

/* Prints notes for the macros that the code comes from. */
static void print_steps(const struct unit *u, FILE *out, const struct source_place *p)
{
	for (size_t i = 0; i < p->n_steps; i++) {
		SCOPED(text) file = {0};
		OWNED char *note = xasprintf("expanded from macro '%s'", p->steps[i].name);
		struct shown line;

		if (source_line(u, p->steps[i].where, &file, &line))
			print_at(u, out, p->steps[i].where, SEVERITY_NOTE, note, &line, NULL);
	}
}

void add_message(struct unit *u, enum severity severity, unsigned offset, const char *printed)
{
	if (u->is_quiet)
		return;
	size_t number = u->n_messages;

	if (severity != SEVERITY_NOTE || !number)
		APPEND(u->messages, u->n_messages) = (struct message){offset, number, severity == SEVERITY_ERROR, {0}};
	text_append(&u->messages[u->n_messages - 1].text, printed);
}

static void print_message(struct unit *u, enum severity severity, unsigned offset, struct extra extra,
                          const char *message)
{
	struct source_place p = {0};
	struct shown line;
	SCOPED(text) file = {0};
	bool found = locate_in_source(u, offset, &p) && source_line(u, p.where, &file, &line);

	if (found)
		place_fix(u, p.where, extra.fix, &line);
	else
		line = flat_line(u, offset, extra.fix);
	if (severity != SEVERITY_NOTE)
		u->is_repeated = found && !names_add(&u->said, interned_printf("%s:%u:%u: %s", p.where.file,
		                                                               p.where.line, p.where.column, message));
	OWNED char *printed = NULL;
	size_t size;
	FILE *out = open_memstream(&printed, &size);

	if (!out)
		out_of_memory();
	print_at(u, out, found ? p.where : unit_locate(u, offset), severity, message, &line, extra.fix.text);
	if (found)
		print_steps(u, out, &p);
	print_parseable(u, out, extra.fix);
	if (fclose(out))
		out_of_memory();
	if (!u->is_repeated)
		add_message(u, severity, offset, printed);
}

/* Returns the error limit that the options set, of which the last one wins; 0: no limit. */
static unsigned long most_errors(const struct strings *options)
{
	unsigned long most = 0;

	for (size_t i = 0; i < options->count; i++) {
		const char *word = options->items[i];
		const char *number = starts(word, "-fmax-errors=")    ? word + strlen("-fmax-errors=")
		                     : starts(word, "-ferror-limit=") ? word + strlen("-ferror-limit=")
		                                                      : NULL;

		if (number)
			most = strtoul(number, NULL, 10);
		else if (!strcmp(word, "-Wfatal-errors") || !strcmp(word, "-Wno-fatal-errors"))
			most = word[2] == 'f';
	}
	return most;
}

static int compare_messages(const void *a, const void *b)
{
	const struct message *x = a, *y = b;

	return x->offset != y->offset ? (x->offset < y->offset ? -1 : 1) : x->number < y->number ? -1
	                                                                                         : 1;
}

void print_messages(struct unit *u)
{
	unsigned long most = most_errors(u->request->options), said = 0;
	bool ended = false;

	if (u->n_messages)
		qsort(u->messages, u->n_messages, sizeof(*u->messages), compare_messages);
	FOR_EACH(struct message, m, u->messages, u->n_messages) {
		if (most && said >= most && !ended) {
			fprintf(stderr, "compilation terminated: no more than %lu error%s asked for.\n", most,
			        most == 1 ? " is" : "s are");
			ended = true;
		}
		if (!ended)
			fputs(m->text.data, stderr);
		said += m->is_error;
		text_finish(&m->text);
	}
	free(u->messages);
	u->messages = NULL;
	u->n_messages = 0;
}

static void print(struct unit *u, enum severity severity, unsigned offset, struct extra extra,
                  const char *format, va_list args)
{
	if (severity == SEVERITY_ERROR) {
		KEEP(u->error_places, u->n_error_places) = offset;
		u->errors++;
	}
	if (u->is_quiet)
		return;
	OWNED char *text = xvasprintf(format, args);
	OWNED char *message = !extra.option ? xstrdup(text)
	                                    : xasprintf("%s [%s-W%s]", text,
	                                                severity == SEVERITY_ERROR ? "-Werror," : "",
	                                                extra.option);

	print_message(u, severity, offset, extra, message);
}

struct fix fix_insert(unsigned at, const char *text)
{
	return (struct fix){at, at, at == UINT_MAX ? NULL : text};
}

void diagnose_with_fix(struct unit *u, enum severity severity, unsigned offset, struct fix fix,
                       const char *format, ...)
{
	va_list args;

	va_start(args, format);
	print(u, severity, offset, (struct extra){.fix = fix}, format, args);
	va_end(args);
}

bool diagnose_warning(struct unit *u, enum warning w, unsigned offset, const char *format, ...)
{
	enum severity severity = warning_severity(u->request->warnings, w);
	va_list args;

	va_start(args, format);
	if (severity != SEVERITY_IGNORED)
		print(u, severity, offset, (struct extra){.option = warning_name(w)}, format, args);
	va_end(args);
	return severity != SEVERITY_IGNORED;
}
