/* clang warns of functions and variables that are not used where they stand in the file that it
 * compiles, and not where in a header. Which is which it knows by its own #include, or by the line
 * markers of a preprocessor's output (# LINE "FILE" 1, entering a file; 2, returning to one), but
 * not by #line. gcc makes no such difference. */
#include "source/unit.h"

#include <stdlib.h>
#include <string.h>

/* FILE of #line LINE "FILE"; NULL if a directive is another. */
static char *file_of_line(const char *directive, size_t len)
{
	const char *end = directive + len, *quote = memchr(directive, '"', len);

	if (strncmp(directive, "#line ", 6) || !quote || end[-1] != '"' || quote == end - 1)
		return NULL;
	return xstrndup(quote + 1, (size_t)(end - 1 - (quote + 1)));
}

/* Where a unit begins: in the main file, which headers are then included from. */
static void append_head(const char *main_file, struct text *out)
{
	text_printf(out,
	            "#if __has_warning(\"-Wgnu-line-marker\")\n"
	            "#pragma clang diagnostic ignored \"-Wgnu-line-marker\"\n"
	            "#endif\n"
	            "#line 1 \"%s\"\n",
	            main_file);
}

void mark_headers(const struct unit *u, struct text *host)
{
	struct tokens tokens = {0};
	struct text out = {0};
	size_t at = 0;
	bool in_header = false;

	append_head(u->request->display_path, &out);
	lex(host->data, host->len, &tokens);
	for (size_t i = 0; i < tokens.count; i++) {
		const struct token *t = &tokens.items[i];
		char *file = t->kind == TOKEN_DIRECTIVE ? file_of_line(host->data + t->offset, t->len) : NULL;
		bool is_header = file && strcmp(file, u->request->display_path);

		if (file && is_header != in_header) {
			text_append_n(&out, host->data + at, t->offset - at);
			text_append(&out, "# ");
			text_append_n(&out, host->data + t->offset + strlen("#line "), t->len - strlen("#line "));
			text_append(&out, is_header ? " 1" : " 2");
			at = t->offset + t->len;
			in_header = is_header;
		}
		free(file);
	}
	text_append_n(&out, host->data + at, host->len - at);
	tokens_finish(&tokens);
	text_finish(host);
	*host = out;
}
