/* What the parser says of misused macros of <amp/c.h>, for people who have not
 * read them. */
#include "ampcc.h"

#include <stdlib.h>
#include <string.h>

/* The word that begins with prefix in s, behind `from`; "" if there is none.
 * The caller frees it. */
static char *word_with(const char *s, const char *prefix, const char **from)
{
	const char *p = strstr(from && *from ? *from : s, prefix);

	if (!p) {
		if (from)
			*from = NULL;
		return xstrdup("");
	}
	size_t n = strcspn(p, "' *&,;)");

	if (from)
		*from = p + n;
	return xstrndup(p, n);
}

/* amp_array_view_float_1 as it was written: amp_array_view(float, 1). */
static void append_type(struct text *t, const char *name, size_t n)
{
	static const char *const heads[] = {"amp_array_view_", "amp_const_array_view_", "amp_array_"};

	for (size_t i = 0; i < sizeof(heads) / sizeof(*heads); i++) {
		size_t head = strlen(heads[i]);

		if (strncmp(name, heads[i], head) || n < head + 3 || name[n - 2] != '_')
			continue;
		text_printf(t, "%.*s(%.*s, %c)", (int)head - 1, heads[i], (int)(n - head - 2),
		            name + head, name[n - 1]);
		return;
	}
	text_append_n(t, name, n);
}

/* With the types as the program writes them, and nothing of our structs. */
static char *readable(const char *s)
{
	struct text t = {0};

	text_append(&t, "");
	while (*s) {
		if (!strncmp(s, " (aka 'struct amp_", 18)) {
			s += strcspn(s, ")");
			s += *s == ')';
		} else if (!strncmp(s, "struct amp_", 11)) {
			s += strlen("struct ");
		} else if (!strncmp(s, "amp_", 4)) {
			size_t n = strcspn(s, "' *&,;)");

			append_type(&t, s, n);
			s += n;
		} else {
			text_append_n(&t, s++, 1);
		}
	}
	return t.data;
}

/* A view of one rank where one of another is needed: two extents in one message. */
static char *rank_message(const char *s)
{
	const char *at = s;
	char *first = word_with(s, "amp_extent", &at);
	char *second = at ? word_with(s, "amp_extent", &at) : xstrdup("");
	char *message = NULL;

	while (at && *second && !strcmp(first, second)) { /* aka … */
		free(second);
		second = word_with(s, "amp_extent", &at);
	}
	if (strstr(s, "initializing 'int'") && *first) { /* the braces' first */
		message = xasprintf("a view of another rank is made with an extent of rank %c",
		                    first[strlen(first) - 1]);
	} else if (*first && *second && strcmp(first, second)) {
		bool makes = strstr(s, "initializing") != NULL;

		message = xasprintf(makes ? "a view of rank %c is made with an extent of rank %c"
		                          : "a view of rank %c is used as if it had rank %c",
		                    first[strlen(first) - 1], second[strlen(second) - 1]);
	}
	free(first);
	free(second);
	return message;
}

/* A type that has no views. */
static char *undeclared_message(const char *s)
{
	static const char *const heads[] = {"amp_array_view_", "amp_const_array_view_", "amp_array_"};
	char *message = NULL;

	if (!strstr(s, "undeclared identifier") && !strstr(s, "unknown type name"))
		return NULL;
	for (size_t i = 0; i < sizeof(heads) / sizeof(*heads) && !message; i++) {
		char *name = word_with(s, heads[i], NULL);
		size_t n = strlen(name);

		if (*name && name[n - 2] == '_' && name[n - 1] >= '1' && name[n - 1] <= '3')
			message = xasprintf("'%.*s' is no element type yet: it needs AMP_DECLARE_TYPE(%.*s); "
			                    "behind its definition",
			                    (int)(n - strlen(heads[i]) - 2), name + strlen(heads[i]),
			                    (int)(n - strlen(heads[i]) - 2), name + strlen(heads[i]));
		else if (*name && name[n - 2] == '_')
			message = xasprintf("arrays and views have one to three dimensions, not %c",
			                    name[n - 1]);
		else if (*name)
			message = xstrdup("the element type of an array or view must be one word: a typedef, "
			                  "with AMP_DECLARE_TYPE behind it, or uint8_t and the like");
		free(name);
	}
	return message;
}

/* A macro that makes an initializer, where an expression is needed. */
static char *initializer_message(const char *s, const char *at)
{
	static const char *const makers[] = {"amp_new_", "amp_project", "amp_section", "amp_view"};
	int n = (int)strspn(at, "abcdefghijklmnopqrstuvwxyz_");

	for (size_t i = 0; i < sizeof(makers) / sizeof(*makers); i++) {
		if (!strcmp(s, "expected expression") && !strncmp(at, makers[i], strlen(makers[i])))
			return xasprintf("%.*s makes an initializer; for an expression its type stands in front: "
			                 "(amp_array_view(float, 1))%.*s(...)",
			                 n, at, n, at);
	}
	return NULL;
}

char *c_message(char *s, const char *at)
{
	char *message = rank_message(s);

	if (!message)
		message = initializer_message(s, at);
	if (!message)
		message = undeclared_message(s);
	if (!message && strstr(s, "amp_a_pointer_to_void_"))
		message = xstrdup("a view needs a pointer to its elements, not to void");
	if (!message && strstr(s, "missing __block"))
		message = xstrdup("a kernel has copies of the variables around it, which cannot be changed; "
		                  "use a view");
	if (!message && strstr(s, "declaration with an array type inside block"))
		message = xstrdup("a kernel cannot capture an array: make a view of it, or put it into a "
		                  "struct");
	if (!message && strstr(s, "to parameter of type 'void *' discards qualifiers"))
		message = xstrdup("the elements of a const view cannot be written");
	if (!message && strstr(s, "comparison of distinct pointer types"))
		message = xasprintf("the elements differ in type%s", strchr(s, '(') ? strchr(s, '(') - 1 : "");
	if (!message && strstr(s, "excess elements in struct initializer"))
		message = xstrdup("a view is made with more dimensions than it has");
	if (!message)
		message = readable(s);
	free(s);
	return message;
}

bool is_c_misuse(const struct unit *u, const struct clauses *c, CXSourceLocation place)
{
	CXFile file;
	unsigned offset;

	clang_getFileLocation(place, &file, NULL, NULL, &offset);
	return file && clang_File_isEqual(file, c->file) &&
	       !strncmp(u->text.data + parse_to_flat(c, offset), "amp_", 4);
}

/* Without its brackets in pairs, nobody can tell what is code for the host. */
static bool is_balanced(const struct unit *u)
{
	for (size_t i = 0; i < u->tokens.count; i++) {
		const struct token *t = &u->tokens.items[i];

		if (t->kind == TOKEN_PUNCTUATOR && t->match < 0 && strchr("()[]{}", u->text.data[t->offset]))
			return false;
	}
	return true;
}

bool is_of_c_host(const struct unit *u, const struct clauses *c, CXDiagnostic d)
{
	CXFile file;
	unsigned offset;

	clang_getFileLocation(clang_getDiagnosticLocation(d), &file, NULL, NULL, &offset);
	if (u->all_errors || !file || !clang_File_isEqual(file, c->file) || !is_balanced(u))
		return false;
	offset = parse_to_flat(c, offset);
	char *s = take_string(clang_getDiagnosticSpelling(d));
	bool host = !strstr(s, "amp_") && !strstr(s, "read-only variable") &&
	            strncmp(u->text.data + offset, "amp_", 4) &&
	            !in_amp_text(u, c, offset);

	free(s);
	return host;
}
