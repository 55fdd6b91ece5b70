/* The front end: one translation unit, from source to device and host unit. */
#include "ampcc.h"

#include <string.h>

/* Whether a program names one of the wide streams: see <amp/wide_output.h>. */
static bool prints_wide(const struct unit *u)
{
	for (size_t i = 0; i < u->tokens.count; i++) {
		const struct token *t = &u->tokens.items[i];

		if (token_is(u->text.data, t, "wcout") || token_is(u->text.data, t, "wcerr") ||
		    token_is(u->text.data, t, "wclog"))
			return true;
	}
	return false;
}

/* The first lines of a unit. asks: whether functions in it ask if they are in a
 * kernel (overload.c). */
static void append_prologue(const struct unit *u, bool asks, const struct strings *cuda_names,
                            struct text *t)
{
	const struct translation_request *r = u->request;

	if (r->language == LANGUAGE_C)
		text_printf(t, "/* Made by ampcc from %s. */\n", r->display_path);
	else
		text_printf(t, "// Made by ampcc from %s.\n%s#include <amp/prelude.h>\n%s",
		            r->display_path, u->is_lean ? "#define " AMP_LEAN "\n" : "",
		            asks ? "#include <amp/config.h>\n" : "");
	for (size_t i = 0; i < cuda_names->count; i++)
		text_printf(t, "#undef %s\n", cuda_names->items[i]);
}

/* Whether a text ends with a line, and that is no directive. */
static bool ends_with_code(const struct text *t)
{
	size_t start = t->len ? t->len - 1 : 0;

	while (start > 0 && t->data[start - 1] != '\n')
		start--;
	return t->len && t->data[t->len - 1] == '\n' && t->data[start] != '#';
}

/* Takes the #line directives out, and the line breaks that they needed within
 * statements: for people. */
static void remove_line_directives(struct text *t)
{
	struct text out = {0};

	text_append(&out, "");
	for (const char *p = t->data; p && *p;) {
		size_t n = strcspn(p, "\n");
		size_t line = n + (p[n] == '\n');

		if (strncmp(p, "#line ", 6)) {
			text_append_n(&out, p, line);
		} else if (p[line] && strchr(");,}", p[line]) && ends_with_code(&out)) {
			out.data[--out.len] = 0;
		}
		p += line;
	}
	text_finish(t);
	*t = out;
}

/* Parses the unit, and finds its overloads. NULL, after a message, if it cannot be parsed. */
static CXTranslationUnit parse_overloads(struct unit *u, struct clauses *c, CXIndex index,
                                         struct overloads *o)
{
	overloads_finish(o);
	if (u->tu)
		clang_disposeTranslationUnit(u->tu);
	u->tu = parse(u, c, index);
	if (u->tu)
		find_overloads(u, c, u->tu, o);
	return u->tu;
}

/* The same once more if the parser has to be told of templates and types, of functions that it
 * cannot choose from, of special member functions, of the types of calls, or which conversion
 * functions are meant. */
static CXTranslationUnit parse_all(struct unit *u, struct clauses *c, CXIndex index,
                                   struct overloads *o, struct edits *edits)
{
	CXTranslationUnit tu = parse_overloads(u, c, index, o);

	if (u->request->language == LANGUAGE_C)
		return tu;
	if (tu && complete_dependent_names(c, tu, edits)) {
		make_insertions(c);
		tu = parse_overloads(u, c, index, o);
	}
	if (tu && qualify_ambiguous_calls(u, c, tu, edits)) {
		make_insertions(c);
		tu = parse_overloads(u, c, index, o);
	}
	if (tu && share_special_members(c, tu, o)) {
		make_insertions(c);
		tu = parse_overloads(u, c, index, o);
	}
	if (tu && retype_calls(u, c, tu, index, o)) {
		make_insertions(c);
		tu = parse_overloads(u, c, index, o);
	}
	if (tu && settle_conversions(u, c, tu, index, o, edits)) {
		make_insertions(c);
		tu = parse_overloads(u, c, index, o);
	}
	return tu;
}

bool translate_unit(struct unit *u, struct translation *out)
{
	const struct translation_request *request = u->request;
	struct clauses clauses;
	struct overloads overloads = {0};
	struct edits edits = {0};
	const struct strings none = {0};

	*out = (struct translation){.host_is_clang = u->host_is_clang};
	u->is_lean = request->language == LANGUAGE_CXX && u->vector_header;
	find_clauses(u, &clauses);
	CXIndex index = clang_createIndex(1, 0);

	u->clauses = &clauses;
	CXTranslationUnit tu = parse_all(u, &clauses, index, &overloads, &edits);

	if (tu) {
		check(u, &clauses, &overloads, tu);
		report_parse_errors(u, &clauses, tu);
		if (!u->errors)
			check_barriers(u, &clauses, tu);
		if (!u->errors) {
			check_races(u, &clauses, tu);
			check_performance(u, &clauses, tu);
		}
		if (!u->errors && request->language == LANGUAGE_CXX)
			check_undefined(u, &clauses, tu);
		if (!u->errors && request->language == LANGUAGE_CXX)
			settle_overloads(u, tu, index, &overloads, &edits);
	}
	if (tu && u->errors && request->language == LANGUAGE_C)
		lower_c(u, &clauses, tu, &edits, &out->device_unit, &out->has_kernels);
	if (tu && !u->errors) {
		struct text *const texts[] = {[UNIT_DEVICE] = &out->device_unit,
		                              [UNIT_HOST] = &out->host_unit};

		if (request->language == LANGUAGE_C) {
			lower_c(u, &clauses, tu, &edits, &out->device_unit, &out->has_kernels);
		} else {
			lower_overloads(u, &clauses, tu, &overloads, &edits);
			rename_taken_names(u, &clauses, tu, &overloads, &edits);
			find_cuda_types(tu, &out->cuda_names);
			lower(u, &clauses, tu, &edits, &out->has_kernels);
		}
		for (int k = 0; k < UNIT_KINDS; k++) {
			if (request->language == LANGUAGE_CXX || k == UNIT_HOST) {
				append_prologue(u, overloads.count > 0 || clauses.has_named_conversions,
				                k == UNIT_DEVICE ? &out->cuda_names : &none, texts[k]);
				if (k == UNIT_HOST && request->language == LANGUAGE_CXX && prints_wide(u))
					text_append(texts[k], "#include <amp/wide_output.h>\n");
				edits_render(&edits, u->text.data, 0, u->text.len, k, texts[k]);
			}
			if (request->for_people)
				remove_line_directives(texts[k]);
		}
	}
	bool ok = tu && !u->errors;

	edits_finish(&edits);
	overloads_finish(&overloads);
	if (tu)
		clang_disposeTranslationUnit(tu);
	clang_disposeIndex(index);
	clauses_finish(&clauses);
	return ok;
}

bool translate(const struct translation_request *request, struct translation *out)
{
	struct unit unit;
	bool ok = preprocess(request, &unit);

	*out = (struct translation){0};
	if (ok)
		ok = translate_unit(&unit, out);
	unit_finish(&unit);
	return ok;
}

void translation_finish(struct translation *t)
{
	text_finish(&t->device_unit);
	text_finish(&t->host_unit);
	strings_finish(&t->cuda_names);
	*t = (struct translation){0};
}
