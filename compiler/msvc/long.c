/* -Wamp-msvc-long: long has 64 bits here, and 32 in Visual C++. Warns where that may change the program's
 * results, files or memory: elements of containers, casts of pointers, data read and written as bytes, and
 * unsigned long arithmetic that relies on wrapping. Types of the system (size_t) do not count. */
#include "msvc/msvc.h"

#include "ast/library.h"

#include <assert.h>
#include <string.h>

struct long_search {
	struct unit *unit;
	const struct clauses *clauses;
	struct offsets reported;
};

static bool has_long_field(const struct long_search *s, CXType type);

/* Whether a type is long or unsigned long, also by a name that the program has given it. */
static bool is_long(const struct long_search *s, CXType type)
{
	CXCursor declaration = clang_getTypeDeclaration(type);
	unsigned at;

	if (type.kind == CXType_Long || type.kind == CXType_ULong)
		return true;
	if (type.kind == CXType_Elaborated)
		return is_long(s, clang_Type_getNamedType(type));
	return type.kind == CXType_Typedef && cursor_offset(s->clauses, declaration, &at) &&
	       is_long(s, clang_getTypedefDeclUnderlyingType(declaration));
}

/* Whether a type is long, an array of long, or a class of the program's with such a member. */
static bool contains_long(const struct long_search *s, CXType type)
{
	CXType element = clang_getArrayElementType(type);
	unsigned at;

	if (element.kind != CXType_Invalid)
		return contains_long(s, element);
	return is_long(s, type) ||
	       (clang_getCanonicalType(type).kind == CXType_Record &&
	        cursor_offset(s->clauses, clang_getTypeDeclaration(type), &at) && has_long_field(s, type));
}

static bool has_long_field(const struct long_search *s, CXType type)
{
	for (SCOPED(walk) w = walk_fields(clang_getCanonicalType(type)); walk_next(&w);) {
		if (contains_long(s, clang_getCursorType(w.cursor)))
			return true;
	}
	return false;
}

static void warn(struct long_search *s, CXCursor cursor, const char *what)
{
	unsigned start, end;

	if (cursor_range(s->clauses, cursor, &start, &end) && offsets_add(&s->reported, start))
		diagnose_warning(s->unit, WARNING_MSVC_LONG, start, "%s: 'long' has 64 bits here, and 32 in Visual C++",
		                 what);
}

/* array<long, 1> a; */
static void check_variable(struct long_search *s, CXCursor variable)
{
	CXType type = clang_getCursorType(variable);

	if (is_container(library_class(type)) && contains_long(s, clang_Type_getTemplateArgumentAsType(type, 0)))
		warn(s, variable, "a container's elements");
}

/* (long *)p, where p points to something else; void pointers do not count. */
static void check_cast(struct long_search *s, CXCursor cast)
{
	CXType to = clang_getPointeeType(clang_getCursorType(cast));
	CXType from = clang_getPointeeType(clang_getCursorType(last_expression(cast)));

	if (to.kind == CXType_Invalid || from.kind == CXType_Invalid || is_long(s, to) == is_long(s, from) ||
	    !is_number(clang_getCanonicalType(to)) || !is_number(clang_getCanonicalType(from)))
		return;
	warn(s, cast, "the cast of a pointer");
}

/* Strips casts and parentheses. */
static CXCursor without_conversions(CXCursor e)
{
	for (;;) {
		enum CXCursorKind kind = e.kind;
		CXCursor operand = last_expression(e);

		if (kind != CXCursor_UnexposedExpr && kind != CXCursor_ParenExpr && kind != CXCursor_CStyleCastExpr &&
		    kind != CXCursor_CXXReinterpretCastExpr && kind != CXCursor_CXXStaticCastExpr)
			return e;
		if (clang_Cursor_isNull(operand))
			return e;
		e = operand;
	}
}

/* Whether a function reads or writes bytes: of the C library, of Windows, or of a stream. */
static bool is_transfer(const struct long_search *s, CXCursor function)
{
	const char *name = cursor_spelling(function);
	unsigned at;

	return !clang_Cursor_isNull(function) && !cursor_offset(s->clauses, function, &at) &&
	       is_word_of("fread fread_s fwrite read write _read _write ReadFile WriteFile", name, strlen(name));
}

static void check_call(struct long_search *s, CXCursor call)
{
	if (!is_transfer(s, cursor_callee(call)))
		return;
	for (int i = 0; i < clang_Cursor_getNumArguments(call); i++) {
		CXCursor given = clang_Cursor_getArgument(call, (unsigned)i), argument = without_conversions(given);
		CXType type = clang_getCursorType(argument), element = clang_getArrayElementType(type);

		if (contains_long(s, element.kind == CXType_Invalid ? clang_getPointeeType(type) : element))
			warn(s, given, "what is read or written as bytes"); /* instead of a warning about the cast */
	}
}

/* Whether an operand is a variable or a member of the program's with type unsigned long. */
static bool is_unsigned_variable(const struct long_search *s, CXCursor operand)
{
	CXCursor declaration = clang_getCursorReferenced(without_conversions(operand));
	CXType type = clang_getCursorType(declaration);
	unsigned at;

	return is_variable(declaration) && clang_getCanonicalType(type).kind == CXType_ULong &&
	       cursor_offset(s->clauses, declaration, &at) && is_long(s, unqualified(type));
}

static void check_operator(struct long_search *s, CXCursor e)
{
	enum CXBinaryOperatorKind binary = clang_getCursorBinaryOperatorKind(e);
	bool overflows = binary == CXBinaryOperator_Mul || binary == CXBinaryOperator_Shl ||
	                 binary == CXBinaryOperator_MulAssign || binary == CXBinaryOperator_ShlAssign ||
	                 clang_getCursorUnaryOperatorKind(e) == CXUnaryOperator_Not;
	bool is_shift = binary == CXBinaryOperator_Shl || binary == CXBinaryOperator_ShlAssign, found = false;
	SCOPED(walk) w = walk_children(e);

	while (overflows && !found && walk_next(&w)) {
		found = is_unsigned_variable(s, w.cursor);
		if (is_shift)
			break;
		walk_skip(&w);
	}
	if (found)
		warn(s, e, "what overflows in arithmetic");
}

void check_long(struct unit *u)
{
	struct long_search s = {.unit = u, .clauses = u->clauses};
	unsigned start, end;

	assert(u->request->msvc);
	if (warning_severity(u->request->warnings, WARNING_MSVC_LONG) == SEVERITY_IGNORED)
		return;
	for (struct walk w = walk_below(clang_getTranslationUnitCursor(u->tu)); walk_next(&w);) {
		enum CXCursorKind kind = w.cursor.kind;

		if (!cursor_range(u->clauses, w.cursor, &start, &end))
			walk_skip(&w);
		else if (kind == CXCursor_VarDecl || kind == CXCursor_FieldDecl)
			check_variable(&s, w.cursor);
		else if (kind == CXCursor_CStyleCastExpr || kind == CXCursor_CXXReinterpretCastExpr)
			check_cast(&s, w.cursor);
		else if (kind == CXCursor_CallExpr)
			check_call(&s, w.cursor);
		else if (kind == CXCursor_BinaryOperator || kind == CXCursor_CompoundAssignOperator ||
		         kind == CXCursor_UnaryOperator)
			check_operator(&s, w.cursor);
	}
}
