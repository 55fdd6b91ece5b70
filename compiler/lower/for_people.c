/* Names in the CUDA for people, in place of those that only compilers read. */
#include "lower/lower_internal.h"
#include "body/kernels.h"
#include "overload/overload.h"

#include <stdlib.h>
#include <string.h>

/* ---- Names that ampcc makes ----------------------------------------------- */

void note_long_name(struct lowering *l, const char *name, const char *base, bool is_member,
                    unsigned ordinal)
{
	APPEND(l->long_names, l->n_long_names) =
	    (struct long_name){name, base, is_member, ordinal};
}

/* Names in Concurrency::details in the units, and in Concurrency for people (<amp/cuda_text.h>). */
static const struct {
	const char *name, *for_people;
} library_names[] = {
    {"captured_t", "cuda::by_value"},
    {"captured_ref_t", "cuda::by_reference"},
    {"captured_pack", "cuda::by_values"},
    {"declared_t", "cuda::declared_type"},
    {"as_declared", "cuda::as_declared"},
    {"uninitialized", "cuda::uninitialized"},
    {"first_case", "cuda::first_case"},
    {"first_of_range", "cuda::first_of_range"},
    {"promoted", "cuda::promoted"},
    {"own_pointer", "cuda::own_pointer"},
    {"own_object", "cuda::own_object"},
    {"kernel_depth", "cuda::in_kernel"},
};

/* Returns the name for people of a declaration in Concurrency::details, or NULL. */
static const char *library_name(const char *text, const struct token *t)
{
	for (size_t i = 0; i < COUNT(library_names); i++) {
		if (token_is(text, t, library_names[i].name))
			return library_names[i].for_people;
	}
	return NULL;
}

static bool is_in_source(const struct lowering *l, const char *name)
{
	return find_token(l->unit, 0, (unsigned)l->unit->text.len, name);
}

/* Appends short names that the source does not use, "main_kernel", "main_kernel_2", in the order of
 * l->long_names. */
static void choose_names(const struct lowering *l, struct strings *out)
{
	FOR_EACH(const struct long_name, n, l->long_names, l->n_long_names) {
		unsigned k = n->is_member ? n->ordinal : 1;
		const char *name;

		do
			name = k == 1 ? n->base : interned_printf("%s_%u", n->base, k);
		while ((is_in_source(l, name) || (!n->is_member && strings_contain(out, name))) && k++);
		strings_push(out, name);
	}
}

/* Returns the short name for an identifier, or NULL. */
static const char *short_name(const struct lowering *l, const struct strings *names,
                              const char *text, const struct token *t)
{
	for (size_t i = 0; i < l->n_long_names; i++) {
		if (token_is(text, t, l->long_names[i].name))
			return names->items[i];
	}
	return NULL;
}

/* The program's own choice between spellings that mean the same. */
struct spellings {
	const char *namespace;  /* the library's: Concurrency or concurrency */
	bool is_unsigned_alone; /* it writes unsigned, not unsigned int */
};

static struct spellings find_spellings(const struct lowering *l)
{
	bool has_long = is_in_source(l, "Concurrency"), has_short = is_in_source(l, "concurrency"), has_int = false;

	for (size_t i = 0; token(l, i)->kind != TOKEN_END; i++)
		has_int |= is(l, i, "unsigned") && is(l, i + 1, "int");
	return (struct spellings){has_long && !has_short ? "Concurrency" : "concurrency", !has_int};
}

/* Returns the spelling, in CUDA for people, of the *n tokens of an edit's text that start with t, or NULL if they stay
 * as they are. */
static const char *for_people(const struct lowering *l, const struct strings *names, const struct spellings *s,
                              const char *text, const struct token *t, size_t *n)
{
	bool is_qualifier = token_is(text, t + 1, "::");

	*n = 1;
	if (is_qualifier && token_is(text, t, "details")) {
		*n = 3;
		return library_name(text, t + 2);
	}
	if (is_qualifier && (token_is(text, t, "Concurrency") || token_is(text, t, "concurrency")))
		return s->namespace;
	if (s->is_unsigned_alone && token_is(text, t, "unsigned") && token_is(text, t + 1, "int")) {
		*n = 2;
		return "unsigned";
	}
	return t->kind == TOKEN_IDENTIFIER ? short_name(l, names, text, t) : NULL;
}

/* Returns the text of an edit with these names and spellings. */
static const char *with_short_names(const struct lowering *l, const struct strings *names, const struct spellings *s,
                                    const char *text)
{
	struct text out = {0};
	SCOPED(edits) edits = {0};
	SCOPED(tokens) tokens = {0};

	lex(text, strlen(text), &tokens);
	const struct token *t = tokens.items;

	for (size_t i = 0, n; t[i].kind != TOKEN_END; i++) {
		const char *name = for_people(l, names, s, text, &t[i], &n);

		if (name) {
			edit_replace(&edits, t[i].offset, token_end(&t[i + n - 1]), NULL, name);
			i += n - 1;
		}
	}
	edits_render(&edits, text, 0, (unsigned)strlen(text), UNIT_HOST, &out);
	return interned_text(&out);
}

void shorten_names(struct lowering *l)
{
	SCOPED(strings) names = {0};
	const struct spellings spellings = find_spellings(l);

	choose_names(l, &names);
	for (size_t i = 0; i < l->edits->count && is_for_people(l->unit); i++) {
		char **text = &l->edits->items[i].text[UNIT_CUDA];
		const char *vectors = *text ? name_short_vectors(*text, "Concurrency::graphics::") : NULL;

		if (!vectors)
			continue;
		free(*text);
		*text = xstrdup(with_short_names(l, &names, &spellings, vectors));
	}
	free(l->long_names);
}

/* ---- Names that nvcc declares ---------------------------------------------- */

/* Whether token i names a type of the library with a name that nvcc also declares. */
static bool names_ambiguous_type(const struct lowering *l, CXCursor type, size_t i)
{
	const char *name = cursor_spelling(type);

	return is_amp_library(type) && is(l, i, name) && is_declared_by_nvcc(name);
}

bool is_ambiguous_for_people(const struct lowering *l, CXCursor reference)
{
	unsigned at;

	if ((reference.kind != CXCursor_TemplateRef && reference.kind != CXCursor_TypeRef) ||
	    !cursor_offset(l->clauses, reference, &at))
		return false;
	size_t i = token_at(l->tokens, at);

	return !is_qualified(l->unit, l->clauses, at) &&
	       names_ambiguous_type(l, clang_getCursorReferenced(reference), i);
}

void qualify_for_people(struct lowering *l, CXCursor reference)
{
	unsigned at;

	if (!is_ambiguous_for_people(l, reference) || !cursor_offset(l->clauses, reference, &at) ||
	    !offsets_add(&l->qualified, at))
		return;
	edit_texts(l->edits, at, at, NULL, NULL, qualifier_of(clang_getCursorReferenced(reference)) + strlen("::"));
}

/* Returns the template or class that a using-declaration names, or the null cursor. */
static CXCursor used_type(CXCursor declaration)
{
	CXCursor found = clang_getNullCursor();

	for (struct walk w = walk_children(declaration); walk_next(&w);) {
		CXCursor meant = clang_getCursorReferenced(w.cursor);

		if (meant.kind == CXCursor_OverloadedDeclRef && clang_getNumOverloadedDecls(meant))
			meant = clang_getOverloadedDecl(meant, 0);
		if (!clang_Cursor_isNull(meant) && meant.kind != CXCursor_Namespace &&
		    meant.kind != CXCursor_NamespaceAlias)
			found = meant;
	}
	return found;
}

void leave_out_using(struct lowering *l, CXCursor declaration, unsigned start)
{
	CXCursor type = used_type(declaration);
	size_t first = token_at(l->tokens, start), i = token_outside(l->unit, first, ";");

	if (!is_for_people(l->unit) || clang_Cursor_isNull(type) || !is(l, first, "using") || i == first ||
	    !names_ambiguous_type(l, type, i - 1) || !offsets_add(&l->qualified, start))
		return;
	edit_texts(l->edits, start, token(l, i)->offset + 1, NULL, NULL, "");
}

/* ---- What nvcc alone does not accept ----------------------------------------- */

/* Returns the access of a member type, to be restored behind it: "private:", "protected:"; NULL if it is
 * public or not a member. */
static const char *hidden_access(CXCursor type)
{
	enum CX_CXXAccessSpecifier access = clang_getCXXAccessSpecifier(type);

	return access == CX_CXXPrivate ? "private:" : access == CX_CXXProtected ? "protected:"
	                                                                        : NULL;
}

/* Makes a single member's declaration public: for people, or in the units. */
static void publish(struct lowering *l, CXCursor member, const char *access, bool for_people)
{
	unsigned start, end;

	if (!is_class(clang_getCursorLexicalParent(member).kind) || !cursor_range(l->clauses, member, &start, &end) ||
	    !offsets_add(for_people ? &l->published : &l->published_in_units, start))
		return;
	unsigned behind = token(l, token_outside(l->unit, token_at(l->tokens, end), ";"))->offset + 1;
	const char *restored = interned_printf(" %s", access);

	if (for_people) {
		edit_declare_for_people(l->edits, start, "public: ");
		edit_declare_for_people(l->edits, behind, restored);
	} else {
		edit_texts(l->edits, start, start, "public: ", "public: ", NULL);
		edit_texts(l->edits, behind, behind, restored, restored, NULL);
	}
}

static void publish_around(struct lowering *l, CXCursor type, bool for_people)
{
	for (; is_tag(type.kind); type = clang_getCursorSemanticParent(type)) {
		const char *access = hidden_access(shown_definition(type));

		if (access) {
			publish(l, clang_getCanonicalCursor(type), access, for_people);
			publish(l, shown_definition(type), access, for_people);
		}
	}
}

void publish_class(struct lowering *l, CXCursor class)
{
	if (is_for_people(l->unit))
		publish_around(l, class, true);
}

void publish_in_units(struct lowering *l, CXType type)
{
	publish_around(l, clang_getTypeDeclaration(type), false);
}

void publish_type(struct lowering *l, CXType type)
{
	type = element_type(without_reference(type));
	publish_class(l, clang_getTypeDeclaration(type));
	for (int i = 0; i < clang_Type_getNumTemplateArguments(type); i++)
		publish_type(l, clang_Type_getTemplateArgumentAsType(type, (unsigned)i));
}

/* Publishes the classes that a kernel's type may depend on: those around it, and the arguments of the templates
 * that it, or what is around it, is an instantiation of. */
static void publish_kernel(struct unit *u, CXCursor kernel, const struct tile_shape *shape, bool in_template,
                           void *data)
{
	struct lowering *l = data;
	CXCursor c =
	    kernel.kind == CXCursor_LambdaExpr ? clang_getTypeDeclaration(clang_getCursorType(kernel)) : kernel;

	(void)u;
	(void)shape;
	(void)in_template;
	for (; !clang_Cursor_isNull(c) && !clang_isTranslationUnit(c.kind); c = clang_getCursorSemanticParent(c)) {
		int n = is_function(c.kind) ? clang_Cursor_getNumTemplateArguments(c) : 0;

		for (int i = 0; i < n; i++)
			publish_type(l, clang_Cursor_getTemplateArgumentType(c, (unsigned)i));
		n = is_function(c.kind) ? clang_Cursor_getNumArguments(c) : 0;
		for (int i = 0; i < n; i++) /* an argument that is a pack has no type */
			publish_type(l, type_of(clang_Cursor_getArgument(c, (unsigned)i)));
		if (is_class(c.kind))
			publish_type(l, clang_getCursorType(c));
	}
}

void publish_kernels(struct lowering *l)
{
	if (is_for_people(l->unit))
		for_each_kernel(l->unit, true, publish_kernel, l);
}
