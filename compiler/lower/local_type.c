/* Moves classes and enumerations out of their functions. */
#include "lower/lower_internal.h"

#include <string.h>

/* Returns where the statement begins that contains the class definition at `start`: const struct { … } x;
 * using x = struct { … }; */
static size_t statement_begin(const struct lowering *l, unsigned start)
{
	size_t i = token_at(l->tokens, start);

	if (i > 2 && is(l, i - 1, "=") && is(l, i - 3, "using"))
		return i - 3;
	while (i > 0 && token(l, i - 1)->kind == TOKEN_IDENTIFIER)
		i--;
	return i;
}

/* Returns the name of the class or enumeration defined at `start`. A type is moved by its name: an unnamed
 * one gets that of its typedef, or a new one. */
static const char *name_type(struct lowering *l, CXCursor type, unsigned start, const char *stem,
                             bool *is_named)
{
	const char *name = cursor_spelling(type);
	size_t i = token_at(l->tokens, start);

	*is_named = false;
	for (; !is(l, i, "{") && !is(l, i, ":") && token(l, i)->kind != TOKEN_END; i++)
		*is_named |= is(l, i, name);
	if (*is_named)
		return name;
	if (!*name || strchr(name, '(')) {
		name = interned_printf("%s_unnamed", stem);
		note_long_name(l, name, "unnamed", true, 1);
	}
	const struct token *key = token(l, i - 1);
	bool is_joined = token_end(key) == token(l, i)->offset; /* enum{ … } */
	const char *insertion = interned_printf("%s%s ", is_joined ? " " : "", name);

	edit_insert(l->edits, token(l, i)->offset, insertion, insertion);
	return name;
}

/* Returns the struct that a moved type becomes a member of, for one unit. */
static const char *struct_around(struct lowering *l, const struct insertion_point *place,
                                 const char *name,
                                 const struct dependences *d, enum unit_kind kind)
{
	struct text t = {0};

	append_line_directive(l, &t, d->start);
	append_struct_head(place, kind, &t, name);
	for (size_t i = 0; i < d->count; i++) {
		/* of a variable, only the type can be used: decltype(x) */
		const char *s = d->items[i].kind == DEPENDENCE_VARIABLE
		                    ? interned_printf("static %s_%s %s;", name, d->items[i].name, d->items[i].name)
		                    : repeat_declaration(l, &d->items[i], true, kind);

		text_printf(&t, "\t%s\n", s);
	}
	append_line_directive(l, &t, d->start);
	/* the edit that replaces the class begins at its keyword, and must not apply to what moves */
	const struct token *key = token(l, token_at(l->tokens, d->start));
	const char *s = render_moved(l, token_end(key), d->end, kind);

	text_printf(&t, "%s%.*s%s;\n", kind == UNIT_CUDA ? "\t" : "", (int)key->len, l->text + key->offset, s);
	append_struct_end(place, &t);
	return interned_text(&t);
}

/* Returns typedefs for the types of variables that a class mentions, decltype(x): they are template
 * parameters of the struct around the class, and of everything that names it. Appends each to *parameters. */
static const char *name_variable_types(const struct dependences *d, CXCursor type, const char *stem,
                                       struct insertion_point *place, struct names *parameters)
{
	const char *typedefs = "";

	for (size_t i = 0; i < d->count; i++) {
		const char *variable = d->items[i].name;

		if (d->items[i].kind != DEPENDENCE_VARIABLE)
			continue;
		const char *parameter = interned_printf("%s_%s", stem, variable);

		typedefs = interned_printf("%stypedef decltype(%s) %s; ", typedefs, variable, parameter);
		names_add(parameters, parameter);
		template_head_add_type(&place->head, parameter);
	}
	add_moved_parameters(d->lowering, type, place, parameters);
	return typedefs;
}

/* nvcc does not accept local types as template arguments of a kernel, so a type that amp code or a kernel's
 * type may mention moves into a struct of its own; a typedef remains. */
void move_local_type(struct lowering *l, CXCursor c, unsigned start, unsigned end)
{
	struct dependences d = {.lowering = l, .start = start, .end = end};
	struct insertion_point place;
	const char *name = unique_name(l, l->scopes, l->n_scopes, "types", start);
	bool is_named;
	const char *type_name = name_type(l, c, start, name, &is_named);
	size_t begin = statement_begin(l, start);
	/* struct A { … } x; declares more than the class */
	bool declares_more = begin != token_at(l->tokens, start) ||
	                     !is(l, token_at(l->tokens, end), ";");

	find_place(l, l->scopes, l->n_scopes, NULL, &place);
	find_dependences(&d, c);
	struct names parameters = {0};
	const char *typedefs = name_variable_types(&d, c, name, &place, &parameters);

	if (usings_at(l, l->scopes, l->n_scopes, start).count)
		qualify_names(l, walk_below(c));
	const char *scope = struct_use(&place, name, UNIT_DEVICE);
	bool is_dependent = in_template(l->scopes, l->n_scopes) || parameters.count;
	const char *qualified = interned_printf("%s%s::%s", is_dependent ? "typename " : "", scope, type_name);
	const char *alias = interned_printf("typedef %s %s", qualified, type_name);
	const char *declaration[UNIT_KINDS], *use[UNIT_KINDS];

	for (int k = 0; k < UNIT_KINDS; k++) {
		struct text t = {0};

		declaration[k] = struct_around(l, &place, name, &d, k);
		text_printf(&t, "%s%s", declares_more ? qualified : alias,
		            !declares_more && k == UNIT_HOST ? unused_attribute : "");
		append_line_behind(l, k, start, end, &t);
		use[k] = interned_text(&t);
	}
	insert_declaration(l, &place, name, declaration);
	if (*typedefs)
		edit_insert_first(l->edits, token(l, begin)->offset, typedefs, typedefs);
	if (declares_more && is_named) {
		const char *device = interned_printf("%s; ", alias);
		const char *host = interned_printf("%s%s; ", alias, unused_attribute);

		edit_insert_first(l->edits, token(l, begin)->offset, device, host);
	}
	edit_replace_each(l->edits, start, end, use);
	KEEP(l->moved, l->n_moved) = (struct moved_type){
	    start, alias,
	    clang_EnumDecl_isScoped(c) ? interned_printf("%s::%s", scope, type_name) : scope,
	    parameters};
}
