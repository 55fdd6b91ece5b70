/* Functions and amp code: which functions may be called there without a clause, and what a function with a
 * clause must be like (specification 2.2, 2.4.1, 2.4.2). */
#include "check/check_internal.h"

bool inside_amp_code(CXCursor function)
{
	for (CXCursor p = clang_getCursorSemanticParent(function);
	     !clang_Cursor_isNull(p) && p.kind != CXCursor_TranslationUnit;
	     p = clang_getCursorSemanticParent(p)) {
		if (is_function(p.kind) && (cursor_restrictions(p) & RESTRICT_AMP || is_lambda_call(p)))
			return true;
	}
	return false;
}

bool is_math(struct checker *c, CXCursor callee)
{
	return !unit_is_c(c->unit) && is_math_function(callee);
}

bool is_usable_in_amp(struct checker *c, CXCursor function)
{
	return is_constexpr(function) || is_implicit(function) || is_lambda_call(function) ||
	       inside_amp_code(function) || is_math(c, function);
}

/* ---- Declarators ---------------------------------------------------------- */

void check_qualifiers(struct checker *c, size_t first, size_t end)
{
	const struct token *t = c->unit->tokens.items;

	for (size_t i = first; i < end; i = token_skip_group(t, i)) {
		if (unit_is(c->unit, i, "throw"))
			refuse(c, t[i].offset,
			       "an exception specification on a function that is restrict(amp) "
			       "[C++ AMP 2.4.2]");
		else if (unit_is(c->unit, i, "volatile"))
			refuse(c, t[i].offset,
			       "a volatile function that is restrict(amp) [C++ AMP 2.4.1.1]");
	}
}

/* Whether a function is declared in extern "C", not in extern "C++". */
static bool has_c_linkage(struct checker *c, CXCursor function)
{
	CXCursor linkage = clang_getCursorLexicalParent(function);
	unsigned start, end;

	if (cursor_kind(linkage) != CXCursor_LinkageSpec ||
	    !cursor_range(c->clauses, linkage, &start, &end))
		return false;
	return unit_is(c->unit, token_at(&c->unit->tokens, start) + 1, "\"C\"");
}

void check_declarator(struct checker *c, CXCursor function, unsigned offset)
{
	CXCursor class = clang_getCursorSemanticParent(function);

	check_qualifiers(c, token_at(&c->unit->tokens, offset),
	                 declarator_end(c->unit, offset, c->unit->text.len));
	if (clang_Cursor_isVariadic(function))
		refuse(c, offset, "a function with an ellipsis cannot be restrict(amp) [C++ AMP 2.4.2]");
	bool has_one_name = !unit_is_c(c->unit) && has_c_linkage(c, function);

	if (has_one_name && cursor_restrictions(function) == (RESTRICT_CPU | RESTRICT_AMP))
		refuse(c, offset, "an extern \"C\" function can have only one restriction "
		                  "[C++ AMP 2.4.2]");
	else if (has_one_name && has_overload(c->overloads, function, false))
		refuse(c, offset, "extern \"C\" functions cannot differ in restriction only [C++ AMP 2.4.2]");
	unsigned class_offset = UINT_MAX;

	if (is_class(class.kind))
		cursor_offset(c->clauses, class, &class_offset);
	if (clang_CXXMethod_isVirtual(function)) {
		refuse(c, offset, "a virtual function cannot be restrict(amp) [C++ AMP 2.4.1.3]");
		offsets_add(&c->refused_types, class_offset);
	} else if (!clang_CXXMethod_isStatic(function) && !is_lambda_call(function) &&
	           (class.kind == CXCursor_ClassDecl || class.kind == CXCursor_StructDecl)) {
		const char *problem = class_problem(c, clang_getCursorType(class), 0);
		const char *name = cursor_spelling(class);

		if (problem && offsets_add(&c->refused_types, class_offset))
			refuse_type(c, clang_getCursorType(class), offset,
			            "a member function of '%s' "
			            "cannot be restrict(amp): %s [C++ AMP 2.4.1.3]",
			            name, problem);
	}
}

/* In C, functions cannot differ in restriction only: the clauses of all declarations of a function are equal
 * (2.3.2). */
static void check_redeclaration(struct checker *c, CXCursor function, unsigned offset)
{
	CXCursor first = clang_getCanonicalCursor(function);
	unsigned first_offset;

	if (!unit_is_c(c->unit) || !cursor_offset(c->clauses, first, &first_offset))
		return;
	const struct clause *own = declarator_clause(c->unit, offset),
	                    *before = declarator_clause(c->unit, first_offset);

	if (!own || !before || own->restrictions == before->restrictions)
		return;
	const char *text = c->unit->text.data, *name = cursor_spelling(function);

	diagnose(c->unit, SEVERITY_ERROR, offset,
	         "'%s' is %.*s here and %.*s where it was declared before [C++ AMP 2.3.2]", name,
	         (int)(own->end - own->start), text + own->start, (int)(before->end - before->start),
	         text + before->start);
	note_declared(c, first, name, false);
}

void check_function(struct checker *c, CXCursor function)
{
	unsigned offset;

	if (!cursor_offset(c->clauses, function, &offset) || offsets_have(&c->clauses->guides, offset))
		return;
	if (is_named(function, "main") && clang_getCursorSemanticParent(function).kind == CXCursor_TranslationUnit) {
		refuse(c, offset, "'main' cannot be restrict(amp) [C++ AMP 2.1]");
		return;
	}
	check_redeclaration(c, function, offset);
	check_declarator(c, function, offset);
	struct checked_function frame = {function, NULL, 0};

	c->frame = &frame;
	c->tile_static_size = 0;
	c->substituted.kind = CXType_Invalid;
	check_body(c, function, function);
	c->frame = NULL;
}
