/* tcc as host compiler, which has a compiler's usual options but not all of gcc's.
 *
 * Its -E prints no flags for system headers, so the front end makes the system's compiler preprocess as tcc
 * would: with tcc's macros and include paths. tcc makes object files from units that contain the image of the
 * kernels; the system's compiler links them. */
#include "base/tcc.h"
#include "base/paths.h"
#include "base/process.h"

#include <stdlib.h>
#include <string.h>

bool is_tcc(const struct strings *host)
{
	const char *name = file_name(host->items[host->count - 1]);

	return ends(name, "tcc") || strstr(name, "-tcc");
}

/* Appends -DNAME=VALUE for #define NAME VALUE. */
static void push_definition(const char *line, size_t n, struct strings *out)
{
	static const char head[] = "#define ";
	unsigned depth = 0;

	if (n <= strlen(head) || !starts(line, head))
		return;
	char *option = xasprintf("-D%.*s", (int)(n - strlen(head)), line + strlen(head));

	for (char *p = option; *p; p++) {
		depth += *p == '(';
		depth -= *p == ')' && depth;
		if (*p == ' ' && !depth) {
			*p = '=';
			break;
		}
	}
	/* these macros are predefined even with -undef */
	if (!starts(option, "-D__STDC_") && !starts(option, "-D__BASE_FILE__"))
		strings_push(out, option);
	free(option);
}

void push_tcc_linker(struct strings *out)
{
	strings_push(out, "cc");
	strings_push(out, "-Wl,-z,noexecstack"); /* tcc's objects have no .note.GNU-stack */
}

/* Appends what tcc prints with some options. */
static void ask(const struct strings *host, const char *options, struct text *answer)
{
	SCOPED(strings) command = {0};

	strings_push_all(&command, host);
	strings_push_words(&command, options);
	process_run(command.items, answer);
}

void push_tcc_preprocessor(const struct strings *host, struct strings *out)
{
	SCOPED(text) macros = {0}, folders = {0};

	strings_push_each(out, "cc", "-undef", "-nostdinc");
	ask(host, "-E -dM /dev/null", &macros);
	for (const char *p = macros.data; p && *p; p += strcspn(p, "\n"), p += *p == '\n')
		push_definition(p, strcspn(p, "\n"), out);
	ask(host, "-print-search-dirs", &folders);
	bool include = false;

	for (const char *p = folders.data; p && *p; p += strcspn(p, "\n"), p += *p == '\n') {
		if (*p != ' ') {
			include = starts(p, "include:");
		} else if (include) {
			strings_push(out, "-isystem");
			strings_push_n(out, p + 2, strcspn(p + 2, "\n"));
		}
	}
}
