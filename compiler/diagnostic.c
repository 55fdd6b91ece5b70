/* Messages in clang's form. */
#include "ampcc.h"

#include <stdarg.h>
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

/* Goes to the column of an offset, from where the line starts or from another. */
static void indent(const struct unit *u, unsigned from, unsigned to)
{
	for (unsigned i = from; i < to; i++) {
		unsigned char c = u->text.data[i];

		if ((c & 0xc0) != 0x80) /* one column for each UTF-8 character */
			fputc(c == '\t' ? '\t' : ' ', stderr);
	}
}

/* The line that an offset of the flat text is in, and a caret under it; below it
 * what is to be inserted in this line, unless that is nothing. */
static void print_line(const struct unit *u, unsigned offset, unsigned at, const char *insertion)
{
	const char *text = u->text.data;
	unsigned start = line_start(u, offset), end = offset;

	while (end < u->text.len && text[end] != '\n')
		end++;
	fprintf(stderr, "%.*s\n", (int)(end - start), text + start);
	indent(u, start, offset);
	fputs("^\n", stderr);
	if (insertion && at >= start && at <= end) {
		indent(u, start, at);
		fprintf(stderr, "%s\n", insertion);
	}
}

struct extra {
	const char *option;    /* the warning's name */
	unsigned at;           /* where to insert */
	const char *insertion;
};

static void print(struct unit *u, enum severity severity, unsigned offset, struct extra extra,
                  const char *format, va_list args)
{
	struct location l = unit_locate(u, offset);
	bool color = isatty(STDERR_FILENO);

	fprintf(stderr, "%s%s:%u:%u: %s%s: %s", color ? "\033[1m" : "", l.file, l.line, l.column,
	        color ? styles[severity].color : "", styles[severity].name,
	        color ? "\033[0;1m" : "");
	vfprintf(stderr, format, args);
	if (extra.option)
		fprintf(stderr, " [%s-W%s]", severity == SEVERITY_ERROR ? "-Werror," : "",
		        extra.option);
	fprintf(stderr, "%s\n", color ? "\033[0m" : "");
	print_line(u, offset, extra.at, extra.insertion);
	if (severity == SEVERITY_ERROR) {
		u->error_lines = xrealloc(u->error_lines,
		                          (u->n_error_lines + 1) * sizeof(*u->error_lines));
		u->error_lines[u->n_error_lines++] = line_start(u, offset);
		u->errors++;
	}
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
