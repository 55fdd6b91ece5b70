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

struct scopes {
	struct unit *unit;
	const char *text;
	const struct token *t;
	struct edits edits;
	bool has_moved; /* a specialization, whose contents have been skipped */
	bool knows_definitions;
	struct names defined; /* members defined outside of their class */
};

static bool is(const struct scopes *s, size_t i, const char *spelling)
{
	return token_is(s->text, &s->t[i], spelling);
}

static bool is_key(const struct scopes *s, size_t i)
{
	return (is(s, i, "class") || is(s, i, "struct") || is(s, i, "union")) && (i == 0 || !is(s, i - 1, "enum"));
}

static bool takes_list(const struct scopes *s, size_t i)
{
	return is(s, i, "__attribute__") || is(s, i, "alignas") || is(s, i, "decltype") || is(s, i, "__declspec");
}

/* Returns the next token on this nesting level. */
static size_t next(const struct scopes *s, size_t i)
{
	return is(s, i, "<") ? token_skip_angles(s->text, &s->unit->tokens, i) : token_skip_group(s->t, i);
}

/* Returns the '{' of the class whose key is at token i; 0 if it is not defined there. */
static size_t class_body(const struct scopes *s, size_t i)
{
	bool has_bases = false;

	for (size_t k = i + 1; s->t[k].kind != TOKEN_END; k = next(s, k)) {
		if (is(s, k, "{"))
			return s->t[k].match > 0 ? k : 0;
		if (is(s, k, ";") || is(s, k, ")") || is(s, k, "=") || is(s, k, "}"))
			return 0;
		if (!has_bases && (is(s, k, ">") || is(s, k, ",") || (is(s, k, "(") && !takes_list(s, k - 1))))
			return 0;
		has_bases |= is(s, k, ":");
	}
	return 0;
}

/* Returns the end of the declaration that contains token i: behind its ';' or its body. */
static size_t declaration_end(const struct scopes *s, size_t i)
{
	while (s->t[i].kind != TOKEN_END && !is(s, i, ";") && !is(s, i, "{") && !is(s, i, "}"))
		i = next(s, i);
	return is(s, i, "{") ? token_skip_group(s->t, i) : i + is(s, i, ";");
}

static size_t declaration_begin(const struct scopes *s, size_t i, size_t first)
{
	while (i > first && !is(s, i - 1, ";") && !is(s, i - 1, "}") && !is(s, i - 1, ":") && !is(s, i - 1, "{") &&
	       s->t[i - 1].kind != TOKEN_DIRECTIVE)
		i--;
	return i;
}

static bool has_word(const struct scopes *s, size_t first, size_t end, const char *word)
{
	for (size_t i = first; i < end; i++) {
		if (is(s, i, word))
			return true;
	}
	return false;
}

static void insert(struct scopes *s, size_t i, const char *text)
{
	edit_insert(&s->edits, s->t[i].offset, text, text);
}

static void replace(struct scopes *s, size_t i, const char *text)
{
	edit_replace(&s->edits, s->t[i].offset, s->t[i].offset + s->t[i].len, text, text);
}

/* ---- explicit specializations ------------------------------------------------------ */

/* template <> static: Visual C++ ignores the word, and does not define a specialization in a header twice. */
static void amend_storage(struct scopes *s, size_t template)
{
	size_t end = declaration_end(s, template + 3);
	bool has_inline = has_word(s, template, end, "inline");

	for (size_t i = template + 3; i < end && !is(s, i, "("); i = next(s, i)) {
		if (is(s, i, "static"))
			replace(s, i, has_inline ? "" : "inline");
	}
}

/* Appends the qualifier Outer::Inner:: of a class. */
static void append_qualifier(const struct scopes *s, const struct class_scope *class, struct text *t)
{
	size_t first = class->key + 1, end = first;

	if (class->outer)
		append_qualifier(s, class->outer, t);
	while (takes_list(s, first) || is(s, first, "["))
		first = token_skip_group(s->t, first + takes_list(s, first));
	for (end = first; end < class->body && !is(s, end, ":") && !is(s, end, "final"); end = next(s, end))
		;
	unsigned start = s->t[first].offset;

	if (end > first)
		text_append_n(t, s->text + start, s->t[end - 1].offset + s->t[end - 1].len - start);
	text_append(t, "::");
}

/* Returns the name that the declaration from token i on declares: the one in front of its parameters. */
static size_t function_name(const struct scopes *s, size_t i)
{
	while (s->t[i].kind != TOKEN_END && (!is(s, i, "(") || takes_list(s, i - 1)))
		i = next(s, i);
	if (is(s, i - 1, ">"))
		i = token_angles_begin(s->text, &s->unit->tokens, i);
	return i > 1 && is(s, i - 2, "operator") ? i - 2 : i - 1;
}

/* Appends the specialization that begins at token `first` as it is written outside of the class. */
static void append_moved(const struct scopes *s, size_t first, size_t end, const struct class_scope *class,
                         struct text *t)
{
	bool is_class = class_body(s, first);
	size_t name = is_class ? first + 1 : function_name(s, first);
	unsigned stop = s->t[end - 1].offset + s->t[end - 1].len;

	text_append(t, is_class ? "template <> " : "template <> inline ");
	for (size_t i = first; i < name; i++) {
		if (!is(s, i, "static") && !is(s, i, "inline") && !is(s, i, "virtual"))
			text_printf(t, "%.*s ", (int)s->t[i].len, s->text + s->t[i].offset);
	}
	append_qualifier(s, class, t);
	text_append_n(t, s->text + s->t[name].offset, stop - s->t[name].offset);
}

/* Moves a template <> in a class behind the class. Returns its end. */
static size_t move_specialization(struct scopes *s, size_t template, const struct class_scope *class)
{
	size_t end = declaration_end(s, template + 3);
	const struct class_scope *outermost = class;
	SCOPED(text) moved = {0}, blank = {0};
	bool in_template = false;

	end += class_body(s, template + 3) && is(s, end, ";");
	for (const struct class_scope *c = class; c; outermost = c, c = c->outer)
		in_template |= c->is_template;
	if (in_template) {
		diagnose(s->unit, SEVERITY_ERROR, s->t[template].offset,
		         "cannot compile an explicit specialization in a class template: add a "
		         "parameter on which it depends, or overload the function");
		return end;
	}
	size_t behind = declaration_end(s, (size_t)s->t[outermost->body].match + 1);
	unsigned start = s->t[template].offset, stop = s->t[end - 1].offset + s->t[end - 1].len;
	struct location from = unit_locate(s->unit, start), to = unit_locate(s->unit, s->t[behind].offset);

	text_append(&moved, "\n");
	text_append_line_directive(&moved, from.line, from.file);
	append_moved(s, template + 3, end, class, &moved);
	text_append(&moved, "\n");
	text_append_line_directive(&moved, to.line, to.file);
	text_append(&blank, "");
	for (unsigned i = start; i < stop; i++)
		text_append(&blank, s->text[i] == '\n' ? "\n" : "");
	edit_replace(&s->edits, start, stop, blank.data, blank.data);
	insert(s, behind, moved.data);
	s->has_moved = true;
	return end;
}

/* ---- static const members ------------------------------------------------------------ */

/* Records each T C::name that is followed by ';' or '='. */
static void find_definitions(struct scopes *s)
{
	s->knows_definitions = true;
	for (size_t i = 1; s->t[i].kind != TOKEN_END; i++) {
		if (!is(s, i - 1, "::") || (!is(s, i + 1, ";") && !is(s, i + 1, "=")))
			continue;
		size_t first = qualified_begin(s->unit, i);
		bool has_type = first > 0 && !is(s, first - 1, "return") &&
		                (s->t[first - 1].kind == TOKEN_IDENTIFIER || is(s, first - 1, ">"));
		const char *name = interned(s->text + s->t[i].offset, s->t[i].len);

		if (has_type)
			names_add(&s->defined, name);
	}
}

static bool is_defined(struct scopes *s, size_t i)
{
	const char *name = interned(s->text + s->t[i].offset, s->t[i].len);

	if (!s->knows_definitions)
		find_definitions(s);
	return names_have(&s->defined, name);
}

/* static const int n = 1; in a class, which Visual C++ also takes for a definition: makes it inline, which
 * compilers accept as an extension before C++17. */
static void amend_constant(struct scopes *s, size_t i, size_t first)
{
	size_t begin = declaration_begin(s, i, first), end = begin;
	bool has_value = false, is_other = false;

	for (; !is(s, end, ";") && !is(s, end, "}") && s->t[end].kind != TOKEN_END; end = next(s, end)) {
		is_other |= is(s, end, "constexpr") || is(s, end, "inline") || (is(s, end, "(") && !has_value) || is(s, end, "{");
		if (is(s, end, "=")) {
			has_value = true;
			is_other |= is_defined(s, end - 1);
		}
	}
	if (has_value && !is_other && has_word(s, begin, end, "const"))
		insert(s, i, "inline ");
}

/* ---- inline functions ------------------------------------------------------------------ */

/* Handles an inline function with a body in the source itself, which other units may call, because Visual C++
 * emits it in this one. */
static void amend_inline(struct scopes *s, size_t i, size_t first)
{
	size_t begin = declaration_begin(s, i, first), end = i;
	bool has_parameters = false;
	static const char *const others[] = {"static", "constexpr", "template", "restrict", "namespace", "friend", "__attribute__"};

	for (; !is(s, end, ";") && !is(s, end, "{") && s->t[end].kind != TOKEN_END; end = next(s, end))
		has_parameters |= is(s, end, "(");
	if (!is(s, end, "{") || !has_parameters ||
	    strcmp(unit_locate(s->unit, s->t[i].offset).file, s->unit->request->display_path))
		return;
	for (size_t k = 0; k < sizeof(others) / sizeof(*others); k++) {
		if (has_word(s, begin, end, others[k]))
			return;
	}
	insert(s, begin, "__attribute__((used)) ");
}

/* ---- pure functions with a body ---------------------------------------------------------- */

/* virtual void f() = 0 { }: ISO C++ requires the body outside of the class. Making the class non-abstract
 * does as well. */
static void amend_pure_body(struct scopes *s, size_t i)
{
	if ((is(s, i + 1, "0") || is(s, i + 1, "NULL")) && is(s, i + 2, "{")) {
		replace(s, i, "");
		replace(s, i + 1, "");
	}
}

/* ---- the walk ---------------------------------------------------------------------------- */

static bool is_unnamed(const struct scopes *s, size_t namespace)
{
	return is(s, namespace + 1, "{");
}

/* Returns the '{' of a namespace or of extern "C" at token i; 0 if it is something else. */
static size_t space_body(const struct scopes *s, size_t i)
{
	if (is(s, i, "extern"))
		return s->t[i + 1].kind == TOKEN_STRING && is(s, i + 2, "{") ? i + 2 : 0;
	if (!is(s, i, "namespace"))
		return 0;
	while (s->t[i].kind == TOKEN_IDENTIFIER || is(s, i, "::"))
		i++;
	return is(s, i, "{") ? i : 0;
}

/* Walks the declarations from token `first` on, in a class or a namespace. is_known: it has a name that other
 * units know. */
static void walk(struct scopes *s, size_t first, size_t end, const struct class_scope *class, bool is_known)
{
	bool in_template = false;

	for (size_t i = first, body; i < end;) {
		bool is_template = is(s, i, "template") && is(s, i + 1, "<");

		if (is_template && is(s, i + 2, ">") && class) {
			i = move_specialization(s, i, class);
		} else if (is_template) {
			if (is(s, i + 2, ">"))
				amend_storage(s, i);
			in_template = !is(s, i + 2, ">");
			i = token_skip_angles(s->text, &s->unit->tokens, i + 1);
		} else if ((body = space_body(s, i)) != 0 && s->t[body].match > 0) {
			walk(s, body + 1, (size_t)s->t[body].match, NULL, is_known && !is_unnamed(s, i));
			i = (size_t)s->t[body].match + 1;
		} else if (is_key(s, i) && (body = class_body(s, i)) != 0) {
			struct class_scope scope = {class, i, body, in_template};

			walk(s, body + 1, (size_t)s->t[body].match, &scope, is_known);
			i = (size_t)s->t[body].match + 1;
		} else {
			if (class && is(s, i, "static"))
				amend_constant(s, i, first);
			else if (!class && is_known && is(s, i, "inline"))
				amend_inline(s, i, first);
			else if (class && is(s, i, "=") && i > first)
				amend_pure_body(s, i);
			in_template &= !is(s, i, ";") && !is(s, i, "{");
			i = token_skip_group(s->t, i);
		}
	}
}

void amend_scopes(struct unit *u)
{
	struct scopes s = {.unit = u, .text = u->text.data, .t = u->tokens.items};

	if (u->tokens.is_balanced)
		walk(&s, 0, u->tokens.count - 1, NULL, true);
	unit_amend_dialect(u, &s.edits);
	edits_finish(&s.edits);
	if (s.has_moved)
		amend_scopes(u);
}
