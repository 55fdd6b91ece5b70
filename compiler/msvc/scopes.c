/* What the tokens show of declarations in namespaces and classes: explicit specializations with a storage
 * class, or inside of a class; static constants of classes, and inline functions, which Visual C++ defines
 * where ISO C++ only declares them, or emits nothing that other units could link to. */
#include "ast/ast.h"
#include "msvc/msvc_internal.h"

#include <string.h>

/* An enclosing class. */
struct class_scope {
	const struct class_scope *outer;
	size_t key, body; /* tokens: class or struct; its '{' */
	bool is_template;
};

static bool is_key(const struct amendment *a, size_t i)
{
	return (is_one_of(a, i, "class struct union")) && (i == 0 || !is(a, i - 1, "enum"));
}

static bool takes_list(const struct amendment *a, size_t i)
{
	return is_one_of(a, i, "__attribute__ alignas decltype __declspec");
}

/* Returns the '{' of the class whose key is at token i; 0 if it is not defined there. */
static size_t class_body(const struct amendment *a, size_t i)
{
	bool has_bases = false;

	for (size_t k = i + 1; token(a, k)->kind != TOKEN_END; k = next_token(a, k)) {
		if (is(a, k, "{"))
			return token(a, k)->match > 0 ? k : 0;
		if (is_one_of(a, k, "; ) = }"))
			return 0;
		if (!has_bases && (is_one_of(a, k, "> ,") || (is(a, k, "(") && !takes_list(a, k - 1))))
			return 0;
		has_bases |= is(a, k, ":");
	}
	return 0;
}

/* Returns the end of the declaration that contains token i: behind its ';' or its body. */
static size_t declaration_end(const struct amendment *a, size_t i)
{
	while (token(a, i)->kind != TOKEN_END && !is_one_of(a, i, "; { }"))
		i = next_token(a, i);
	return is(a, i, "{") ? skip_group(a, i) : i + is(a, i, ";");
}

static size_t declaration_begin(const struct amendment *a, size_t i, size_t first)
{
	while (i > first && !is_one_of(a, i - 1, "; } : {") && token(a, i - 1)->kind != TOKEN_DIRECTIVE)
		i--;
	return i;
}

/* Whether one of the tokens [first, end) is one of some words. */
static bool has_word(const struct amendment *a, size_t first, size_t end, const char *words)
{
	for (size_t i = first; i < end; i++) {
		if (is_one_of(a, i, words))
			return true;
	}
	return false;
}

/* ---- explicit specializations ------------------------------------------------------ */

/* template <> static: Visual C++ ignores the word, and does not define a specialization in a header twice. */
static void amend_storage(struct amendment *a, size_t template)
{
	size_t end = declaration_end(a, template + 3);
	bool has_inline = has_word(a, template, end, "inline");

	for (size_t i = template + 3; i < end && !is(a, i, "("); i = next_token(a, i)) {
		if (is(a, i, "static"))
			replace_tokens(a, i, i, has_inline ? "" : "inline");
	}
}

/* Appends the qualifier Outer::Inner:: of a class. */
static void append_qualifier(const struct amendment *a, const struct class_scope *class, struct text *t)
{
	size_t first = class->key + 1, end = first;

	if (class->outer)
		append_qualifier(a, class->outer, t);
	while (takes_list(a, first) || is(a, first, "["))
		first = skip_group(a, first + takes_list(a, first));
	for (end = first; end < class->body && !is_one_of(a, end, ": final"); end = next_token(a, end))
		;
	unsigned start = token(a, first)->offset;

	if (end > first)
		text_append_n(t, a->unit->text.data + start, unit_token_end(a->unit, end - 1) - start);
	text_append(t, "::");
}

/* Returns the name that the declaration from token i on declares: the one in front of its parameters. */
static size_t function_name(const struct amendment *a, size_t i)
{
	while (token(a, i)->kind != TOKEN_END && (!is(a, i, "(") || takes_list(a, i - 1)))
		i = next_token(a, i);
	if (is(a, i - 1, ">"))
		i = token_angles_begin(a->unit->text.data, &a->unit->tokens, i);
	return i > 1 && is(a, i - 2, "operator") ? i - 2 : i - 1;
}

/* Appends the specialization that begins at token `first` as it is written outside of the class. */
static void append_moved(const struct amendment *a, size_t first, size_t end, const struct class_scope *class,
                         struct text *t)
{
	bool is_class = class_body(a, first);
	size_t name = is_class ? first + 1 : function_name(a, first);
	unsigned stop = unit_token_end(a->unit, end - 1);

	text_append(t, is_class ? "template <> " : "template <> inline ");
	for (size_t i = first; i < name; i++) {
		if (!is_one_of(a, i, "static inline virtual"))
			text_printf(t, "%.*s ", (int)token(a, i)->len, a->unit->text.data + token(a, i)->offset);
	}
	append_qualifier(a, class, t);
	text_append_n(t, a->unit->text.data + token(a, name)->offset, stop - token(a, name)->offset);
}

/* Moves a template <> in a class behind the class. Returns its end. */
static size_t move_specialization(struct amendment *a, size_t template, const struct class_scope *class)
{
	size_t end = declaration_end(a, template + 3);
	const struct class_scope *outermost = class;
	SCOPED(text) moved = {0};
	bool in_template = false;

	end += class_body(a, template + 3) && is(a, end, ";");
	for (const struct class_scope *c = class; c; outermost = c, c = c->outer)
		in_template |= c->is_template;
	if (in_template) {
		diagnose(a->unit, SEVERITY_ERROR, token(a, template)->offset,
		         "cannot compile an explicit specialization in a class template: add a "
		         "parameter on which it depends, or overload the function");
		return end;
	}
	size_t behind = declaration_end(a, (size_t)token(a, outermost->body)->match + 1);
	SCOPED(text) behind_class = {0};

	append_moved(a, template + 3, end, class, &moved);
	move_tokens(a, template, end, behind, moved.data, &behind_class);
	insert_text_at(a, behind, behind_class.data);
	a->has_moved = true;
	return end;
}

/* ---- static const members ------------------------------------------------------------ */

/* Records each T C::name that is followed by ';' or '='. */
static void find_definitions(struct amendment *a)
{
	a->defined = unit_zeroed(sizeof(*a->defined));
	for (size_t i = 1; token(a, i)->kind != TOKEN_END; i++) {
		if (!is(a, i - 1, "::") || (!is_one_of(a, i + 1, "; =")))
			continue;
		size_t first = qualified_begin(a->unit, i);
		bool has_type = first > 0 && !is(a, first - 1, "return") &&
		                (token(a, first - 1)->kind == TOKEN_IDENTIFIER || is(a, first - 1, ">"));
		const char *name = interned(a->unit->text.data + token(a, i)->offset, token(a, i)->len);

		if (has_type)
			names_add(a->defined, name);
	}
}

static bool is_defined(struct amendment *a, size_t i)
{
	const char *name = interned(a->unit->text.data + token(a, i)->offset, token(a, i)->len);

	if (!a->defined)
		find_definitions(a);
	return names_have(a->defined, name);
}

/* static const int n = 1; in a class, which Visual C++ also takes for a definition: makes it inline, which
 * compilers accept as an extension before C++17. */
static void amend_constant(struct amendment *a, size_t i, size_t first)
{
	size_t begin = declaration_begin(a, i, first), end = begin;
	bool has_value = false, is_other = false;

	for (; !is_one_of(a, end, "; }") && token(a, end)->kind != TOKEN_END; end = next_token(a, end)) {
		is_other |= is_one_of(a, end, "constexpr inline") || (is(a, end, "(") && !has_value) || is(a, end, "{");
		if (is(a, end, "=")) {
			has_value = true;
			is_other |= is_defined(a, end - 1);
		}
	}
	if (has_value && !is_other && has_word(a, begin, end, "const"))
		insert_text_at(a, i, "inline ");
}

/* ---- inline functions ------------------------------------------------------------------ */

/* Handles an inline function with a body in the source itself, which other units may call, because Visual C++
 * emits it in this one. */
static void amend_inline(struct amendment *a, size_t i, size_t first)
{
	size_t begin = declaration_begin(a, i, first), end = i;
	bool has_parameters = false;

	for (; !is_one_of(a, end, "; {") && token(a, end)->kind != TOKEN_END; end = next_token(a, end))
		has_parameters |= is(a, end, "(");
	if (is(a, end, "{") && has_parameters &&
	    !strcmp(unit_locate(a->unit, token(a, i)->offset).file, a->unit->request->display_path) &&
	    !has_word(a, begin, end, "static constexpr template restrict namespace friend __attribute__"))
		insert_text_at(a, begin, "__attribute__((used)) ");
}

/* ---- pure functions with a body ---------------------------------------------------------- */

/* virtual void f() = 0 { }: ISO C++ requires the body outside of the class. Making the class non-abstract
 * does as well. */
static void amend_pure_body(struct amendment *a, size_t i)
{
	if (is_one_of(a, i + 1, "0 NULL") && is(a, i + 2, "{")) {
		replace_tokens(a, i, i, "");
		replace_tokens(a, i + 1, i + 1, "");
	}
}

/* ---- the walk ---------------------------------------------------------------------------- */

/* Returns the '{' of a namespace or of extern "C" at token i; 0 if it is something else. */
static size_t space_body(const struct amendment *a, size_t i)
{
	if (is(a, i, "extern"))
		return token(a, i + 1)->kind == TOKEN_STRING && is(a, i + 2, "{") ? i + 2 : 0;
	if (!is(a, i, "namespace"))
		return 0;
	while (token(a, i)->kind == TOKEN_IDENTIFIER || is(a, i, "::"))
		i++;
	return is(a, i, "{") ? i : 0;
}

/* Walks the declarations from token `first` on, in a class or a namespace. is_known: it has a name that other
 * units know. */
static void walk(struct amendment *a, size_t first, size_t end, const struct class_scope *class, bool is_known)
{
	bool in_template = false;

	for (size_t i = first, body; i < end;) {
		bool is_template = is(a, i, "template") && is(a, i + 1, "<");

		if (is_template && is(a, i + 2, ">") && class) {
			i = move_specialization(a, i, class);
		} else if (is_template) {
			if (is(a, i + 2, ">"))
				amend_storage(a, i);
			in_template = !is(a, i + 2, ">");
			i = token_skip_angles(a->unit->text.data, &a->unit->tokens, i + 1);
		} else if ((body = space_body(a, i)) != 0 && token(a, body)->match > 0) {
			walk(a, body + 1, (size_t)token(a, body)->match, NULL, is_known && !is(a, i + 1, "{"));
			i = (size_t)token(a, body)->match + 1;
		} else if (is_key(a, i) && (body = class_body(a, i)) != 0) {
			struct class_scope scope = {class, i, body, in_template};

			walk(a, body + 1, (size_t)token(a, body)->match, &scope, is_known);
			i = (size_t)token(a, body)->match + 1;
		} else {
			if (class && is(a, i, "static"))
				amend_constant(a, i, first);
			else if (!class && is_known && is(a, i, "inline"))
				amend_inline(a, i, first);
			else if (class && is(a, i, "=") && i > first)
				amend_pure_body(a, i);
			in_template &= !is_one_of(a, i, "; {");
			i = skip_group(a, i);
		}
	}
}

void amend_scopes(struct unit *u)
{
	struct amendment a = {.unit = u};

	if (u->tokens.is_balanced)
		walk(&a, 0, u->tokens.count - 1, NULL, true);
	unit_amend_dialect(u, &a.edits);
	edits_finish(&a.edits);
	if (a.has_moved)
		amend_scopes(u);
}
