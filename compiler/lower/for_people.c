/* What the CUDA for people has in place of what only compilers read: names. */
#include "lower/lower_internal.h"

#include <stdlib.h>
#include <string.h>

/* ---- Names that ampcc makes ----------------------------------------------- */

void note_long_name(struct lowering *l, const char *name, const char *base, bool is_member,
                    unsigned ordinal)
{
	APPEND(l->long_names, l->n_long_names) =
	    (struct long_name){xstrdup(name), xstrdup(base), is_member, ordinal};
}

/* What stands behind Concurrency::details:: in the units, and behind Concurrency:: for people
 * (<amp/cuda_text.h>). */
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
};

/* The name for people of what is declared in Concurrency::details, or NULL. */
static const char *library_name(const char *text, const struct token *t)
{
	for (size_t i = 0; i < sizeof(library_names) / sizeof(*library_names); i++) {
		if (token_is(text, t, library_names[i].name))
			return library_names[i].for_people;
	}
	return NULL;
}

static bool is_in_source(const struct lowering *l, const char *name)
{
	for (size_t i = 0; token(l, i)->kind != TOKEN_END; i++) {
		if (token(l, i)->kind == TOKEN_IDENTIFIER && is(l, i, name))
			return true;
	}
	return false;
}

/* Short names, in the order of l->long_names: "main_kernel", "main_kernel_2", none of which the source has. */
static void choose_names(const struct lowering *l, struct strings *out)
{
	for (size_t i = 0; i < l->n_long_names; i++) {
		const struct long_name *n = &l->long_names[i];
		char *name = NULL;

		for (unsigned k = n->is_member ? n->ordinal : 1;; k++) {
			name = k == 1 ? xstrdup(n->base) : xasprintf("%s_%u", n->base, k);
			if (!is_in_source(l, name) && (n->is_member || !strings_contain(out, name)))
				break;
			free(name);
		}
		strings_push(out, name);
		free(name);
	}
}

/* The short name for an identifier, or NULL. */
static const char *short_name(const struct lowering *l, const struct strings *names,
                              const char *text, const struct token *t)
{
	for (size_t i = 0; i < l->n_long_names; i++) {
		if (token_is(text, t, l->long_names[i].name))
			return names->items[i];
	}
	return NULL;
}

/* A text of an edit in these names. The caller frees it. */
static char *with_short_names(const struct lowering *l, const struct strings *names, const char *text)
{
	struct text out = {0};
	struct tokens tokens = {0};
	unsigned at = 0;

	text_append(&out, "");
	lex(text, strlen(text), &tokens);
	const struct token *t = tokens.items;

	for (size_t i = 0; t[i].kind != TOKEN_END; i++) {
		bool in_details = token_is(text, &t[i], "details") && token_is(text, &t[i + 1], "::");
		const char *name = in_details                      ? library_name(text, &t[i + 2])
		                   : t[i].kind == TOKEN_IDENTIFIER ? short_name(l, names, text, &t[i])
		                                                   : NULL;

		if (!name)
			continue;
		text_append_n(&out, text + at, t[i].offset - at);
		text_append(&out, name);
		i += in_details ? 2 : 0;
		at = t[i].offset + t[i].len;
	}
	text_append(&out, text + at);
	tokens_finish(&tokens);
	return out.data;
}

void shorten_names(struct lowering *l)
{
	struct strings names = {0};

	choose_names(l, &names);
	for (size_t i = 0; i < l->edits->count && is_for_people(l->unit); i++) {
		char **text = &l->edits->items[i].text[UNIT_CUDA];
		char *shortened = *text && **text ? with_short_names(l, &names, *text) : NULL;

		if (!shortened)
			continue;
		free(*text);
		*text = shortened;
	}
	for (size_t i = 0; i < l->n_long_names; i++) {
		free(l->long_names[i].name);
		free(l->long_names[i].base);
	}
	free(l->long_names);
	strings_finish(&names);
}

/* ---- Names that are nvcc's ------------------------------------------------ */

/* The namespace of a type of the library's that has the name of one of the functions which nvcc declares
 * before a source's first line, or NULL. */
static const char *namespace_for_people(const struct lowering *l, CXCursor reference, size_t i)
{
	enum library_entity entity = library_entity(clang_getCursorReferenced(reference));

	if (entity == LIBRARY_INDEX && is(l, i, "index"))
		return "concurrency::";
	return entity == LIBRARY_SHORT_VECTOR && is(l, i, "norm") ? "concurrency::graphics::" : NULL;
}

bool is_ambiguous_for_people(const struct lowering *l, CXCursor reference)
{
	enum CXCursorKind kind = clang_getCursorKind(reference);
	unsigned at;

	if ((kind != CXCursor_TemplateRef && kind != CXCursor_TypeRef) ||
	    !cursor_offset(l->clauses, reference, &at))
		return false;
	size_t i = token_at(l->tokens, at);

	return !(i && is(l, i - 1, "::")) && namespace_for_people(l, reference, i);
}

void qualify_for_people(struct lowering *l, CXCursor reference)
{
	unsigned at;

	if (!is_ambiguous_for_people(l, reference) || !cursor_offset(l->clauses, reference, &at) ||
	    !offsets_add(&l->qualified, at))
		return;
	edit_insert(l->edits, at, NULL, NULL);
	edit_last_for_people(l->edits, namespace_for_people(l, reference, token_at(l->tokens, at)));
}

/* ---- What nvcc alone cannot have ------------------------------------------- */

/* Whether a class is a private or protected member of another one, or in such a one. */
static bool is_private_class(CXCursor class)
{
	for (; is_class(clang_getCursorKind(class)); class = clang_getCursorSemanticParent(class)) {
		enum CX_CXXAccessSpecifier access = clang_getCXXAccessSpecifier(class);

		if (access == CX_CXXPrivate || access == CX_CXXProtected)
			return true;
	}
	return false;
}

void refuse_private_class(struct lowering *l, CXCursor class, unsigned at)
{
	if (is_for_people(l->unit) && is_private_class(class))
		diagnose(l->unit, SEVERITY_ERROR, at, "--amp-emit-cuda: the kernel is in a class that is private, or is "
		                                      "one, which no code for GPUs can name: make it public, or move it out");
}
