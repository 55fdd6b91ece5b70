/* Messages of the host compiler about a host unit. They are about lines of the user's, but g++ and clang also name the
 * function around such a line, and how it was instantiated or inlined: kernels are classes and functions there, which
 * the library calls. */
#include "base/host_messages.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Returns a line without the escape sequences of terminals: ESC [ … and a letter. */
static char *plain_line(const char *s, size_t n)
{
	struct text t = {0};

	for (size_t i = 0; i < n; i++) {
		if (s[i] != '\033') {
			text_append_n(&t, s + i, 1);
			continue;
		}
		while (i + 1 < n && !isalpha((unsigned char)s[i]))
			i++;
	}
	text_append(&t, "");
	return t.data;
}

/* Quotation marks are beyond ASCII. */
static bool is_name_character(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* Returns the end of the kernel's name at a place, with template arguments; NULL if there is none. Names that
 * begin like a kernel's are its own: f_kernel_1_run. */
static const char *kernel_end(const struct host_terms *terms, const char *start, const char *p)
{
	size_t n = 0;
	int depth = 0;

	if (p > start && is_name_character(p[-1]))
		return NULL;
	for (size_t i = 0; i < terms->kernels->count; i++) {
		const char *name = terms->kernels->items[i];

		if (starts(p, name) && (p[strlen(name)] == '_' || !is_name_character(p[strlen(name)])))
			n = strlen(name);
	}
	if (!n)
		return NULL;
	for (p += n; is_name_character(*p); p++)
		;
	const char *end = p;

	for (; *p && *p != '\n' && (depth || *p == '<'); p++) {
		depth += (*p == '<') - (*p == '>' && p[-1] != '-');
		if (!depth)
			end = p + 1;
	}
	return end;
}

static bool names_kernel(const struct host_terms *terms, const char *line)
{
	const char *p = line;

	while (*p && !kernel_end(terms, line, p))
		p++;
	return *p != 0;
}

/* Whether a line names, in a context, a place in the library's headers. */
static bool is_in_library(const struct host_terms *terms, const char *line)
{
	static const char inlined[] = "    inlined from ", required[] = ":   ", note[] = ": note: ";
	size_t n = strlen(terms->library);
	const char *at = NULL;

	for (const char *p = line; starts(line, inlined) && (p = strstr(p, " at ")) != NULL;)
		at = p += strlen(" at ");
	if (at)
		return starts(at, terms->library) && at[n] == '/';
	if (!starts(line, terms->library) || line[n] != '/')
		return false;
	for (at = line + n; *at && !(*at == ':' && !isdigit((unsigned char)at[1])); at++)
		;
	return starts(at, required) ||
	       (starts(at, note) && (names_kernel(terms, line) || starts(at + strlen(note), "(skipping ")));
}

/* Returns where the description of the function around the next messages begins: "In member function …:" or "file: In
 * member function …:"; NULL in other lines. */
static const char *function_heading(const char *line)
{
	size_t n = strlen(line);
	const char *in = starts(line, "In ") ? line : strstr(line, ": In ");

	if (!in || !n || !strchr(":,", line[n - 1]))
		return NULL;
	return in == line ? in : in + 2;
}

/* Whether a heading is about a function of the library. */
static bool is_about_library(const char *heading)
{
	const char *name = heading;
	int depth = 0;

	for (const char *p = heading; *p && (*p != '(' || depth); p++) {
		depth += (*p == '<') - (*p == '>');
		if (*p == ' ' && !depth)
			name = p + 1;
	}
	return starts(name, "Concurrency::");
}

/* Returns the end of g++'s " [with T = …]" at a place; NULL if there is none. */
static const char *arguments_end(const char *p)
{
	int depth = 1;

	if (!starts(p, " [with "))
		return NULL;
	for (p += 2; depth && *p && *p != '\n'; p++) {
		if (*p == '\033')
			p++; /* and '[' */
		else
			depth += (*p == '[') - (*p == ']');
	}
	return depth ? NULL : p;
}

/* Returns the end of the name of unnamed namespaces at a place; NULL if there is none. */
static const char *unnamed_end(const struct host_terms *terms, const char *start, const char *p)
{
	const char *name = terms->unnamed_namespace;

	if (!name || !starts(p, name) || (p > start && is_name_character(p[-1])))
		return NULL;
	p += strlen(name);
	return is_name_character(*p) ? NULL : p;
}

/* Appends a line with "(lambda)" for the names of kernels, and without their template arguments: the parameters
 * are ampcc's. */
static void append_renamed(const char *line, size_t n, const struct host_terms *terms, struct text *out)
{
	bool has_kernel = false;

	for (const char *p = line, *end; p < line + n; p = end) {
		if ((end = kernel_end(terms, line, p)) != NULL) {
			text_printf(out, "(%s)", terms->kernel);
			has_kernel = true;
		} else if ((end = unnamed_end(terms, line, p)) != NULL) {
			text_append(out, terms->is_clang ? "(anonymous namespace)" : "{anonymous}");
		} else if (!has_kernel || !(end = arguments_end(p))) {
			text_append_n(out, p, (size_t)((end = p + 1) - p));
		}
	}
}

void amend_host_messages(const char *messages, const struct host_terms *terms, struct text *out)
{
	bool is_dropped = false; /* the last message */

	for (const char *line = messages, *next; *line; line = next) {
		size_t n = strcspn(line, "\n");
		OWNED char *plain = plain_line(line, n);
		size_t length = strlen(plain);
		const char *heading = function_heading(plain);

		next = line + n + (line[n] == '\n');
		if (is_dropped && isspace((unsigned char)*plain))
			continue;
		bool drops = is_in_library(terms, plain);

		is_dropped = drops && *plain != ' ';
		if (drops && plain[length - 1] == ':' && out->len > 1 && !strcmp(out->data + out->len - 2, ",\n"))
			out->data[out->len - 2] = ':'; /* the chain of calls ends here */
		if (drops || (heading && is_about_library(heading)))
			continue;
		if (heading && names_kernel(terms, heading))
			text_printf(out, "%.*sIn %s function%c\n", (int)(heading - plain), plain, terms->kernel,
			            plain[length - 1]);
		else
			append_renamed(line, (size_t)(next - line), terms, out);
	}
}
