/* Objects that amp code destroys: restrictions of destructors, declared or implicit (specification 2.2.2). */
#include "check/check_internal.h"

/* Returns the restrictions as written: clang may have been given others (share_destructors). */
static unsigned destructor_restrictions(struct checker *c, CXCursor destructor)
{
	unsigned name;

	if (!cursor_offset(c->clauses, destructor, &name))
		return cursor_restrictions(destructor);
	const struct clause *clause = declarator_clause(c->unit, name);

	return clause ? clause->restrictions : RESTRICT_CPU;
}

/* Whether a destructor has an error: that its class is destroyed causes no further ones. */
static bool is_refused_destructor(struct checker *c, CXCursor destructor)
{
	unsigned offset;

	return cursor_offset(c->clauses, destructor, &offset) && offsets_have(&c->reported, offset);
}

static unsigned find_destruction(struct checker *c, CXType type, const struct class_arguments *arguments, int depth)
{
	unsigned declared = 0, shared = RESTRICT_CPU | RESTRICT_AMP; /* shared: by all bases and members */

	type = array_element(arguments ? type : clang_getCanonicalType(type));
	CXCursor class = clang_getTypeDeclaration(type);

	if (depth > MOST_NESTED_CLASSES || is_amp_library(class) || inside_amp_code(class))
		return shared;
	struct class_parts parts = parts_of(c, type, arguments);

	FOR_EACH(const struct class_part, part, parts.items, parts.count) {
		if (!is_function(part->cursor.kind))
			shared &= find_destruction(c, part->type, part->arguments, depth + 1);
		else if (part->cursor.kind == CXCursor_Destructor && !clang_CXXMethod_isDefaulted(part->cursor) &&
		         !is_implicit(part->cursor))
			declared |= is_refused_destructor(c, part->cursor) ? RESTRICT_CPU | RESTRICT_AMP
			                                                   : destructor_restrictions(c, part->cursor);
	}
	return declared ? declared : shared;
}

unsigned destruction_of(struct checker *c, CXType type)
{
	return find_destruction(c, type, NULL, 0);
}

void check_destruction(struct checker *c, CXCursor v, unsigned offset, unsigned restrictions)
{
	unsigned destroyed = destruction_of(c, clang_getCursorType(v));

	if (destroyed & restrictions)
		return;
	const char *class = class_name(clang_getCursorType(v));
	const char *name = cursor_spelling(v);

	if (!destroyed)
		refuse(c, offset, "variable '%s': '%s' has no destructor, since those of its base "
		       "classes and members have no restriction in common [C++ AMP 2.2.2]", name, class);
	else
		refuse(c, offset, "variable '%s' in restrict(%s) code: the destructor of '%s' is "
		                  "restrict(%s) [C++ AMP 2.2.2]",
		       name, restrictions & RESTRICT_AMP ? "amp" : "cpu",
		       class, restrictions & RESTRICT_AMP ? "cpu" : "amp");
}

void check_destructor(struct checker *c, CXCursor destructor)
{
	CXType class = clang_getCursorType(clang_getCursorSemanticParent(destructor));
	unsigned offset;

	if (!cursor_offset(c->clauses, destructor, &offset) || clang_CXXMethod_isDefaulted(destructor))
		return;
	struct class_parts parts = parts_of(c, class, NULL);

	FOR_EACH(const struct class_part, part, parts.items, parts.count) {
		if (!is_function(part->cursor.kind) &&
		    !(find_destruction(c, part->type, part->arguments, 1) & RESTRICT_AMP))
			refuse(c, offset,
			       "a destructor in restrict(amp) code destroys the %s '%s', whose destructor is "
			       "restrict(cpu) [C++ AMP 2.2.2]",
			       part->cursor.kind == CXCursor_CXXBaseSpecifier ? "base class" : "member",
			       cursor_spelling(part->cursor));
	}
}

bool casts_to_reference(struct checker *c, unsigned offset)
{
	const char *s = c->unit->text.data;
	const struct token *t = c->unit->tokens.items;
	size_t open = token_at(&c->unit->tokens, offset), behind = 0;

	if (unit_is(c->unit, open, "(") && t[open].match > (int)open)
		behind = t[open].match;
	else if (unit_is(c->unit, open + 1, "<"))
		behind = token_skip_angles(s, &c->unit->tokens, open + 1) - 1;
	return behind && unit_is_one_of(c->unit, behind - 1, "& &&");
}

void check_temporary(struct checker *c, CXCursor n, CXCursor parent, unsigned offset)
{
	CXType type = type_of(n);

	if (type.kind != CXType_Record || parent.kind == CXCursor_ReturnStmt ||
	    is_reference(result_of(cursor_callee(n))) || destruction_of(c, type) & RESTRICT_AMP)
		return;
	refuse(c, offset, "a temporary object in restrict(amp) code: the destructor of '%s' is "
	                  "restrict(cpu) [C++ AMP 2.2.2]",
	       class_name(type));
}
