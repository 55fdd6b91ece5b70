/* Conversion functions that differ in restriction and in their types (specification 2.3.2).
 *
 * clang considers all of them and chooses by the type alone. So the unit is parsed once without those of the
 * CPU, and once without those of kernels. Where an object is then converted by another function than the
 * parser had chosen, the conversion is written out, in both units and in the parse text. If the types differ,
 * that is a cast. If the functions may convert to the same type, because one of them is a template or in a
 * template (`operator X() restrict(cpu)`, `operator T() restrict(amp)`), a class could not have both: the one
 * for kernels becomes a function with a name, and is called by that name. */
#include "overload/resolution.h"

#include <string.h>

/* Whether a conversion function competes and has no counterpart: with that, overload.c handles it. */
static bool is_lone_conversion(const struct candidate *f)
{
	return function_kind(f->cursor) == CXCursor_ConversionFunction && f->is_contested && !f->is_pair;
}

/* ---- Parses without some of them ---------------------------------------------- */

static void hide_conversions(const struct resolution *r, struct clauses *c, unsigned restrictions)
{
	unsigned start, end;

	for (size_t i = 0; i < r->n_candidates; i++) {
		if (r->candidates[i].restrictions != restrictions ||
		    !is_lone_conversion(&r->candidates[i]) ||
		    !cursor_range(r->unit->clauses, r->candidates[i].cursor, &start, &end))
			continue;
		insert_text(c, start, "\n#if 0\n");
		insert_text(c, end, "\n#endif\n");
	}
}

static void see_conversions_of_cpu(const struct resolution *r, struct clauses *c)
{
	hide_conversions(r, c, RESTRICT_AMP);
}

static void see_conversions_of_kernels(const struct resolution *r, struct clauses *c)
{
	hide_conversions(r, c, RESTRICT_CPU);
	see_as_kernels(r, c);
}

/* ---- Names -------------------------------------------------------------------- */

/* State for conversion functions that get names. */
struct naming {
	struct resolution *resolution;
	struct pairs pairs;
	struct offsets either; /* in-class declarations of functions that restrict(cpu,amp) code means, too */
};

/* Whether a function is a template, or is in one. */
static bool is_of_template(CXCursor c)
{
	for (; !clang_Cursor_isNull(c) && !clang_isTranslationUnit(c.kind);
	     c = clang_getCursorSemanticParent(c)) {
		if (is_template(c.kind))
			return true;
	}
	return false;
}

/* Whether a restrict(amp) conversion function is replaced by a named function. */
static bool gets_name(const struct candidate *f)
{
	return f->restrictions == RESTRICT_AMP && is_lone_conversion(f) && is_of_template(f->cursor);
}

/* Returns the number of a function: the index of its first declaration. */
static size_t number_of(const struct resolution *r, const struct candidate *f)
{
	size_t i = 0;

	while (!is_same_candidate(&r->candidates[i], f))
		i++;
	return i;
}

/* Returns the type that a function is declared to convert to, as written. */
static const char *declared_type(const struct pairs *p, const struct candidate *f)
{
	size_t first, last;

	name_tokens(p, f->cursor, &first, &last);
	unsigned start = p->tokens[first + 1].offset;

	return interned(p->text + start, unit_token_end(p->unit, last) - start);
}

/* Replaces [start, end) in both units and in the parse text. */
static void replace(const struct pairs *p, struct clauses *c, unsigned start, unsigned end,
                    const char *text)
{
	const char *shown = interned_printf("*/ %s", text);

	insert_text(c, start, "/*");
	insert_text(c, end, shown);
	edit_replace(p->edits, start, end, text, text);
}

/* Declares the function that restrict(cpu,amp) code calls, which converts as in kernels or as on the CPU,
 * depending on where it runs. */
static void declare_either(const struct pairs *p, struct clauses *c, const struct candidate *f,
                           size_t number)
{
	unsigned start, end;

	if (!cursor_range(p->clauses, f->cursor, &start, &end))
		return;
	const struct token *specifiers = &p->tokens[specifiers_begin(p->unit, start)];
	const char *head = interned(p->text + start, specifiers->offset - start);
	const char *type = declared_type(p, f);
	const char *declarator = interned_printf("%s amp_either_conversion_%zu() %s", type, number,
	                                         clang_CXXMethod_isConst(f->cursor) ? "const " : "");
	bool is_template = f->cursor.kind == CXCursor_FunctionTemplate;
	const char *call = is_template ? interned_printf("this->template amp_conversion_%zu<%s>()", number, type)
	                               : interned_printf("amp_conversion_%zu()", number);
	const char *parse = interned_printf("%s __AHD %s{ return ::amp_of_type<%s>(); } ", head,
	                                    declarator, type);
	const char *device = interned_printf("%s__host__ __device__ %s{ return %s; } ", head, declarator, call);
	const char *host = interned_printf("%s%s{ if (Concurrency::details::kernel_depth()) return %s; "
	                                   "return static_cast<%s>(*this); } ",
	                                   head, declarator, call, type);

	const char *people =
	    interned_printf("%s__host__ __device__ %s{\n#ifdef __CUDA_ARCH__\n\treturn %s;\n#else\n"
	                    "\treturn Concurrency::details::kernel_depth() ? %s : static_cast<%s>(*this);\n#endif\n}\n",
	                    head, declarator, call, call, type);

	insert_text(c, start, parse);
	edit_first(edit_texts(p->edits, start, start, device, host, people));
	c->has_named_conversions = true;
}

/* Turns `explicit operator T()` into `T amp_conversion_1()`. */
static void name_declaration(const struct naming *n, struct clauses *c, const struct candidate *f)
{
	const struct pairs *p = &n->pairs;
	size_t first, last, number = number_of(n->resolution, f);
	const char *type = declared_type(p, f);
	const char *name = interned_printf("amp_conversion_%zu", number), *specifier = interned_printf("%s ", type);

	if (offsets_have(&n->either, f->offset))
		declare_either(p, c, f, number);
	name_tokens(p, f->cursor, &first, &last);
	size_t declarator = qualified_begin(p->unit, first);

	for (size_t i = declarator; i > 0 && p->tokens[i - 1].kind == TOKEN_IDENTIFIER; i--) {
		const struct token *t = &p->tokens[i - 1];

		if (token_is(p->text, t, "explicit"))
			replace(p, c, t->offset, token_end(t), "");
	}
	insert_text(c, p->tokens[declarator].offset, specifier);
	edit_insert(p->edits, p->tokens[declarator].offset, specifier, specifier);
	replace(p, c, p->tokens[first].offset, unit_token_end(p->unit, last), name);
}

/* Returns the declaration of a function in its class. */
static const struct candidate *in_class(const struct resolution *r, const struct candidate *f)
{
	for (size_t i = 0; i < r->n_candidates; i++) {
		if (is_same_candidate(&r->candidates[i], f) &&
		    is_class(clang_getCursorLexicalParent(r->candidates[i].cursor).kind))
			return &r->candidates[i];
	}
	return f;
}

/* ---- Conversions --------------------------------------------------------------- */

static bool is_conversion(const struct reference *call)
{
	return call->cursor.kind == CXCursor_CallExpr && clang_getCursorReferenced(call->cursor).kind ==
	                                                     CXCursor_ConversionFunction;
}

static CXType converted_type(const struct reference *call)
{
	return result_of(clang_getCursorReferenced(call->cursor));
}

/* Whether the parser converts the object to the same type there, by whichever function. */
static bool is_of_type(const struct resolved_parse *own, const struct reference *call)
{
	FOR_EACH(const struct reference, f, own->references, own->n_references) {
		/* types of two parses have no common identity but their spelling */
		if (f->offset == call->offset && !strcmp(f->instance, call->instance) && is_conversion(f) &&
		    type_spelling(converted_type(f)) == type_spelling(converted_type(call)))
			return true;
	}
	return false;
}

/* Whether all instantiations mean the same function there; and convert to the same type, if the function is a
 * template. */
static bool is_alike(const struct resolved_parse *v, const struct reference *call, bool is_template)
{
	FOR_EACH(const struct reference, f, v->references, v->n_references) {
		if (f->offset == call->offset && is_conversion(f) &&
		    (!is_same_candidate(f->callee, call->callee) ||
		     (is_template && !clang_equalTypes(converted_type(f), converted_type(call)))))
			return false;
	}
	return true;
}

/* Replaces a conversion by a call of the named function. */
static void call_by_name(struct naming *n, const struct resolved_parse *v, const struct reference *call,
                         const struct candidate *f)
{
	CXCursor object = written_argument(&v->trial.clauses, call->cursor);
	bool is_common = call->code == (RESTRICT_CPU | RESTRICT_AMP);
	bool is_template = f->cursor.kind == CXCursor_FunctionTemplate;
	const char *type = is_template ? type_name(converted_type(call)) : NULL;
	unsigned start, end;

	f = in_class(n->resolution, f);
	if (is_alike(v, call, is_template) && (type || !is_template) &&
	    cursor_range(&v->trial.clauses, object, &start, &end)) {
		add_cast(n->resolution, start, end, "(",
		         interned_printf(").%samp_%sconversion_%zu%s%s%s()", is_template ? "template " : "",
		                         is_common ? "either_" : "", number_of(n->resolution, f),
		                         type ? "<" : "", type ? type : "", type ? ">" : ""));
		if (is_common)
			offsets_add(&n->either, f->offset);
	}
}

/* Writes out the conversions that a view finds in code with a restriction. */
static void settle_code(struct naming *n, const struct resolved_parse *own, unsigned code,
                        void (*change)(const struct resolution *r, struct clauses *c))
{
	struct resolution *r = n->resolution;
	SCOPED(resolved_parse) view = {0};

	if (!resolved_parse_init(&view, r, change))
		return;
	FOR_EACH(const struct reference, call, view.references, view.n_references) {
		if (!is_conversion(call) || !(call->code & code))
			continue;
		if (gets_name(call->callee)) {
			if (call->code == RESTRICT_AMP || is_of_type(own, call))
				call_by_name(n, &view, call, call->callee);
		} else if (call->code == code && !*call->instance && !has_reference(own, call)) {
			add_conversion(r, &view.trial.clauses, call->cursor, converted_type(call));
		}
	}
}

/* Returns the function that kernels would call in place of one of the CPU's, if it is a template of the same
 * class, whose target type may follow from the CPU's conversion only. */
static const struct candidate *template_for(const struct resolution *r, const struct candidate *f)
{
	CXCursor class = clang_getCursorSemanticParent(f->cursor);

	FOR_EACH(const struct candidate, k, r->candidates, r->n_candidates) {
		if (k->cursor.kind == CXCursor_FunctionTemplate && gets_name(k) &&
		    clang_equalCursors(clang_getCursorSemanticParent(k->cursor), class))
			return k;
	}
	return NULL;
}

/* In restrict(cpu,amp) code, makes a conversion by a CPU function convert to the same type in kernels:
 * `object + 1`, for which a template alone cannot be deduced. */
static void settle_common_code(struct naming *n, const struct resolved_parse *own)
{
	FOR_EACH(const struct reference, call, own->references, own->n_references) {
		const struct candidate *f;

		if (is_conversion(call) && call->code == (RESTRICT_CPU | RESTRICT_AMP) &&
		    call->callee->restrictions == RESTRICT_CPU &&
		    (f = template_for(n->resolution, call->callee)) != NULL)
			call_by_name(n, own, call, f);
	}
}

void settle_conversions(struct unit *u, struct overloads *o, struct edits *edits)
{
	struct clauses *c = u->clauses;
	struct resolution r = {.unit = u, .overloads = o};
	struct naming n = {.resolution = &r, .pairs = pairs_of(u, o, edits)};
	bool lone = false;

	find_candidates(&r);
	for (size_t i = 0; i < r.n_candidates && !lone; i++)
		lone = is_lone_conversion(&r.candidates[i]);
	if (lone) {
		SCOPED(resolved_parse) own = {0};

		resolved_parse_adopt(&own, &r);
		settle_code(&n, &own, RESTRICT_CPU, see_conversions_of_cpu);
		settle_code(&n, &own, RESTRICT_AMP, see_conversions_of_kernels);
		settle_common_code(&n, &own);
		for (size_t i = 0; i < r.n_candidates; i++) {
			if (gets_name(&r.candidates[i]))
				name_declaration(&n, c, &r.candidates[i]);
		}
	}
	see_as_written(&r, c);
	add_casts(&r, edits);
}
