/* Functions that differ only in restriction, in the CUDA for people (--amp-emit-cuda): one file has both.
 * nvcc compiles it for the GPU, with __CUDA_ARCH__ defined, and for the host, where kernels of the CPU
 * accelerator run. */
#include "overload/pairs.h"

#include <string.h>

/* Whether a token is the first of its line. */
static bool begins_line(const struct pairs *p, size_t i)
{
	return !i || memchr(p->text + unit_token_end(p->unit, i - 1), '\n',
	                    p->tokens[i].offset - unit_token_end(p->unit, i - 1));
}

static void insert_for_people(struct pairs *p, unsigned at, const char *text)
{
	edit_texts(p->edits, at, at, NULL, NULL, text);
}

void share_with_kernels(struct pairs *p, CXCursor cpu)
{
	unsigned start, end;

	if (cursor_range(p->clauses, cpu, &start, &end))
		insert_for_people(p, p->tokens[specifiers_begin(p->unit, start)].offset, "__host__ __device__ ");
}

void ask_for_people(struct pairs *p, size_t body, const char *call, bool is_void, bool is_constructor)
{
	size_t close = (size_t)p->tokens[body].match, first = body + 1;
	bool breaks = begins_line(p, first);
	struct text open = {0};

	text_append(&open, "{");
	if (!is_constructor) /* this constructor does not exist on the GPU */
		text_printf(&open, "\n#ifdef __CUDA_ARCH__\n\t%s%s;\n#else", is_void ? "" : "return ", call);
	text_append(&open, "\n\tif (Concurrency::details::kernel_depth())");
	if (is_void)
		text_printf(&open, " {\n\t\t%s;\n\t\treturn;\n\t}", call);
	else
		text_printf(&open, "\n\t\treturn %s;", call);
	const char *behind = is_constructor ? "\n}" : "\n#endif\n}";

	if (first == close) {
		text_append(&open, behind);
		edit_texts(p->edits, p->tokens[body].offset, unit_token_end(p->unit, close), NULL, NULL, open.data);
	} else {
		text_append(&open, breaks ? "" : "\n\t");
		edit_texts(p->edits, p->tokens[body].offset,
		           breaks ? unit_token_end(p->unit, body) : p->tokens[first].offset, NULL, NULL, open.data);
		if (!begins_line(p, close))
			edit_texts(p->edits, unit_token_end(p->unit, close - 1), unit_token_end(p->unit, close), NULL,
			           NULL, behind);
		else if (!is_constructor)
			insert_for_people(p, unit_token_end(p->unit, close - 1), "\n#endif");
	}
	text_finish(&open);
}

/* Appends a text as one line. */
static void append_joined(const char *text, struct text *out)
{
	for (const char *p = text; *p;) {
		size_t blanks = strspn(p, " \t\r\n"), n = strcspn(p + blanks, " \t\r\n");

		if (blanks && n && out->len)
			text_append(out, " ");
		text_append_n(out, p + blanks, n);
		p += blanks + n;
	}
}

/* Returns a constructor's declarator, the text in front of a token, as one line with edits, and without its
 * clause. */
static const char *edited_declarator(const struct pairs *p, struct edits *edits, unsigned start, size_t behind)
{
	const struct clause *c = function_clause(p->unit, start, p->tokens[behind].offset);
	SCOPED(text) raw = {0};
	struct text t = {0};

	if (c)
		edit_replace(edits, c->start, c->end, "", NULL);
	edits_render(edits, p->text, start, p->tokens[behind].offset, UNIT_CUDA, &raw);
	append_joined(raw.data, &t);
	return interned_text(&t);
}

/* Returns the declarator of a constructor as that of a function. */
static const char *as_function(const struct pairs *p, CXCursor constructor, unsigned start, size_t behind)
{
	SCOPED(edits) edits = {0};
	size_t first, last, specifiers = specifiers_begin(p->unit, start);

	name_tokens(p, constructor, &first, &last);
	size_t declarator = qualified_begin(p->unit, first);

	for (size_t i = specifiers; i < declarator; i++) {
		if (is(p, i, "explicit") || is(p, i, "constexpr"))
			edit_replace(&edits, p->tokens[i].offset, unit_token_end(p->unit, i), "", NULL);
	}
	edit_insert(&edits, p->tokens[specifiers].offset, "__host__ __device__ ", NULL);
	edit_insert(&edits, p->tokens[declarator].offset, "void ", NULL);
	edit_replace(&edits, p->tokens[first].offset, unit_token_end(p->unit, last), other_name(p, constructor, "amp"),
	             NULL);
	return edited_declarator(p, &edits, start, behind);
}

/* Returns the declarator of a constructor without default arguments from a parameter on. */
static const char *without_defaults(const struct pairs *p, CXCursor constructor, unsigned start, size_t behind,
                                    int from)
{
	SCOPED(edits) edits = {0};
	unsigned first, end;

	for (int i = from; i < clang_Cursor_getNumArguments(constructor); i++) {
		if (default_argument(p->unit, clang_Cursor_getArgument(constructor, i), &first, &end))
			edit_replace(&edits, unit_token_end(p->unit, token_at(&p->unit->tokens, first) - 1), end, "",
			             NULL);
	}
	return edited_declarator(p, &edits, start, behind);
}

void divide_constructor(struct pairs *p, CXCursor constructor, bool amp, int n_kernels)
{
	unsigned start, end;

	if (!cursor_range(p->clauses, constructor, &start, &end))
		return;
	size_t first = token_at(&p->unit->tokens, start), body = body_token(p, constructor), name, last;
	bool has_body = is(p, body, "{");

	name_tokens(p, constructor, &name, &last);
	if (has_body)
		last = (size_t)p->tokens[body].match;
	else
		body = last = declarator_end(p->unit, p->tokens[name].offset, p->unit->text.len);
	edit_first(edit_texts(p->edits, start, start, NULL, NULL,
	                      interned_printf("%s%s __CUDA_ARCH__\n", begins_line(p, first) ? "" : "\n",
	                                      amp ? "#ifdef" : "#ifndef")));
	size_t behind = has_body ? list_token(p, constructor) : body;
	const char *function = amp ? as_function(p, constructor, start, behind)
	                       : clang_Cursor_getNumArguments(constructor) > n_kernels
	                           ? without_defaults(p, constructor, start, behind, n_kernels)
	                           : NULL;

	if (amp && has_body) {
		bool breaks = begins_line(p, body);
		unsigned at = p->tokens[body].offset;

		while (p->text[at - 1] != '\n' && at > unit_token_end(p->unit, body - 1))
			at--;
		edit_texts(p->edits, at, unit_token_end(p->unit, body), NULL, NULL,
		           interned_printf("%s#else\n%s\n#endif\n{", breaks ? "" : "\n", function));
	} else {
		insert_for_people(p, unit_token_end(p->unit, last),
		                  interned_printf("%s%s%s\n#endif%s", function ? "\n#else\n" : "",
		                                  function ? function : "", function ? ";" : "",
		                                  begins_line(p, last + 1) ? "" : "\n"));
	}
}
