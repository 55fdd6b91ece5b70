/* Edits expressions for the device unit that mean something else in C++ or are not valid there: implicit
 * conversions that C++ lacks, the signedness of enumerations, the types of character constants and
 * comparisons, and strings. */
#include "body/case_range.h"
#include "lower_c/lower_c_internal.h"

#include <ctype.h>
#include <string.h>

static bool expression_range(const struct lowering *l, CXCursor c, unsigned *start, unsigned *end)
{
	bool is_mine = cursor_range(l->clauses, c, start, end);

	if (is_mine)
		*end = expression_end(l->unit, c, *end);
	return is_mine;
}

static bool is_literal(CXCursor c)
{
	return c.kind == CXCursor_IntegerLiteral || c.kind == CXCursor_FloatingLiteral ||
	       c.kind == CXCursor_CharacterLiteral;
}

/* Returns whether an enumeration's signedness may matter to the expression around its use. An enumeration
 * without negative values is unsigned in C, and converts to int in C++. */
static bool depends_on_sign(CXCursor around)
{
	enum CXCursorKind kind = around.kind;

	if (clang_isStatement(kind) || clang_isDeclaration(kind) || kind == CXCursor_CallExpr ||
	    kind == CXCursor_CStyleCastExpr || kind == CXCursor_ArraySubscriptExpr || kind == CXCursor_InitListExpr)
		return false;
	switch (clang_getCursorBinaryOperatorKind(around)) {
	case CXBinaryOperator_EQ:
	case CXBinaryOperator_NE:
	case CXBinaryOperator_LAnd:
	case CXBinaryOperator_LOr:
	case CXBinaryOperator_Assign:
	case CXBinaryOperator_AddAssign: /* the result is the same modulo 2^32 */
	case CXBinaryOperator_SubAssign:
	case CXBinaryOperator_MulAssign:
	case CXBinaryOperator_ShlAssign:
	case CXBinaryOperator_ShrAssign:
	case CXBinaryOperator_AndAssign:
	case CXBinaryOperator_XorAssign:
	case CXBinaryOperator_OrAssign:
		return false;
	default:
		return true;
	}
}

/* Returns the C++ spelling of a type: _Bool is bool. A typeof(…) type, whose text is C, is spelled by its
 * canonical type. */
static const char *spell_type(CXType type)
{
	bool is_typeof = unqualified(type).kind == CXType_Unexposed;
	struct text t = {0};

	for (const char *s = type_spelling(unqualified(is_typeof ? clang_getCanonicalType(type) : type)); *s;) {
		size_t n = 0;

		while (is_identifier_char(s[n]))
			n++;
		const char *word = n ? cxx_word(s, n) : NULL;

		n += !n;
		text_append_n(&t, word ? word : s, word ? strlen(word) : n);
		s += n;
	}
	return interned_text(&t);
}

/* Returns the C++ spelling of the target type of an implicit conversion. For an argument, libclang gives the
 * parameter's type as declared, which may be an array. */
static const char *spell_target(CXType type)
{
	if (!is_array(clang_getCanonicalType(type)))
		return spell_type(type);
	const char *element = spell_type(clang_getArrayElementType(type));
	size_t name = strcspn(element, "[");

	return interned_printf(element[name] ? "%.*s (*)%s" : "%.*s *%s", (int)name, element, element + name);
}

/* Returns the pointee of a pointer, or the element of a parameter declared as an array. */
static CXType pointee_of(CXType type)
{
	return is_array(type) ? clang_getArrayElementType(type) : clang_getPointeeType(type);
}

/* Returns whether C converts between two pointer types, perhaps with a warning, where C++ has no implicit
 * conversion: from void *, between signed and unsigned pointees, and dropping const. */
static bool is_other_pointer(CXType from, CXType to)
{
	if ((from.kind != CXType_Pointer && !is_array(from)) || (to.kind != CXType_Pointer && !is_array(to)))
		return false;
	CXType f = pointee_of(from), t = pointee_of(to);
	bool loses_const = clang_isConstQualifiedType(f) && !clang_isConstQualifiedType(t);

	return loses_const || (t.kind != CXType_Void && !clang_equalTypes(unqualified(f), unqualified(t)));
}

/* Sets *own to the unsigned type that an enumeration has in C. Returns false for other types and for
 * enumerations with negative values. */
static bool is_unsigned_enumeration(CXType type, CXType *own)
{
	if (type.kind != CXType_Enum)
		return false;
	*own = clang_getCanonicalType(clang_getEnumDeclIntegerType(clang_getTypeDeclaration(type)));
	return own->kind == CXType_UInt || own->kind == CXType_ULong;
}

/* Returns the spelling of an enumeration's unsigned type if its conversion to the type `to` may have another
 * result without a cast to it; else NULL. */
static const char *unsigned_of(CXType type, CXType to, CXCursor around)
{
	CXType own;

	if (!is_unsigned_enumeration(type, &own))
		return NULL;
	bool is_wider = to.kind == CXType_Float || to.kind == CXType_Double ||
	                (is_number(to) && to.kind != own.kind && clang_Type_getSizeOf(to) >= (long long)sizeof(long));

	return is_wider || (to.kind == own.kind && depends_on_sign(around)) ? spell_type(own) : NULL;
}

/* Returns the cast that an implicit conversion of C needs in C++, or NULL. C++ does not allow narrowing in
 * braces, and the type of an argument selects among the library's overloads: abs(2.5) is 2 in C. */
static const char *needed_cast(CXCursor operand, CXType to, bool in_braces, bool is_argument)
{
	CXType f = type_of(operand);
	CXType t = clang_getCanonicalType(to);
	bool narrow = is_number(f) && is_number(t) && f.kind != t.kind &&
	              (is_argument || (in_braces && !is_literal(operand)));
	bool to_enum = t.kind == CXType_Enum && is_number(f) &&
	               !clang_equalCursors(clang_getTypeDeclaration(f), clang_getTypeDeclaration(t));

	return to_enum || narrow || is_other_pointer(f, t) ? spell_target(to) : NULL;
}

/* Returns whether an expression with this parent is an initializer in braces, a designated initializer, or
 * the value of a case label. */
static bool is_in_braces(struct lowering *l, CXCursor parent)
{
	unsigned start;

	if (parent.kind == CXCursor_InitListExpr || parent.kind == CXCursor_CaseStmt)
		return true;
	if (!cursor_offset(l->clauses, parent, &start))
		return false;
	size_t first = token_at(l->tokens, start);

	return is(l, first, ".") || is(l, first, "[");
}

/* Returns whether a cursor is a call of a C library function. */
static bool calls_library(const struct lowering *l, CXCursor c)
{
	CXCursor callee = cursor_callee(c);
	unsigned at;

	return c.kind == CXCursor_CallExpr && callee.kind == CXCursor_FunctionDecl &&
	       !is_amp_library(callee) && !cursor_offset(l->clauses, callee, &at);
}

/* Records that a range is converted. Returns false if it was before, as macros may repeat their arguments. */
static bool add_conversion(struct lowering *l, unsigned start, unsigned end)
{
	struct c_program *p = l->program;

	for (size_t i = 0; i < p->n_conversions; i++) {
		if (p->conversions[i].start == start && p->conversions[i].end == end)
			return false;
	}
	KEEP(p->conversions, p->n_conversions) = (struct c_range){start, end};
	return true;
}

/* Returns "enum TAG" for an unnamed enumeration, which it gives a tag so that a cast can name it. NULL for
 * other types. */
static const char *name_enumeration(struct lowering *l, CXType type)
{
	CXCursor d = clang_getTypeDeclaration(clang_getCanonicalType(type));
	enum CXCursorKind outer = clang_getCursorLexicalParent(d).kind;
	unsigned start, end;

	if (d.kind != CXCursor_EnumDecl || !clang_Cursor_isAnonymous(d) ||
	    !cursor_range(l->clauses, d, &start, &end))
		return NULL;
	const char *tag = c_unnamed_tag(start);

	/* in a struct, c_nested.c adds the tag */
	if (outer != CXCursor_StructDecl && outer != CXCursor_UnionDecl && offsets_add(&l->program->named, start))
		edit_insert(l->edits, start + (unsigned)strlen("enum"), interned_printf(" %s", tag), NULL);
	return interned_printf("enum %s", tag);
}

/* Returns whether an expression is an enumerator that needs no cast to a type: its own enumeration, or a type
 * that is no enumeration. */
static bool is_enumerator_for(CXCursor expression, CXType to)
{
	CXCursor d = clang_getCursorReferenced(expression);
	CXType type = clang_getCanonicalType(to);

	return d.kind == CXCursor_EnumConstantDecl &&
	       (type.kind != CXType_Enum ||
	        clang_equalCursors(clang_getCursorSemanticParent(d), clang_getTypeDeclaration(type)));
}

/* Wraps an expression in a cast. */
static void add_cast(struct lowering *l, unsigned start, unsigned end, const char *type)
{
	edit_insert(l->edits, start, interned_printf("(%s)(", type), NULL);
	edit_insert(l->edits, end, ")", NULL);
}

/* expression_range(); for an expression in parentheses of a macro, as (p) in amp_atomic_fetch_inc(p), the range
 * of what is in them, since the parentheses have that of the macro's use. */
static bool range_in_text(const struct lowering *l, CXCursor c, unsigned *start, unsigned *end)
{
	SCOPED(children) parts = children_of(c);
	bool is_paren = c.kind == CXCursor_ParenExpr;

	if (is_paren && expression_range(l, c, start, end) && is(l, token_at(l->tokens, *start), "("))
		return true;
	if (parts.count == 1 && (is_paren || c.kind == CXCursor_UnexposedExpr))
		return range_in_text(l, parts.items[0], start, end);
	return expression_range(l, c, start, end);
}

static void edit_conversion(struct lowering *l, CXCursor c, CXCursor parent)
{
	CXCursor child = first_child(c);
	unsigned start, end;

	bool is_argument = calls_library(l, parent);

	if (clang_Cursor_isNull(child) || !range_in_text(l, c, &start, &end) ||
	    is_case_range(parent) || (!is_argument && is_enumerator_for(child, clang_getCursorType(c))))
		return;
	CXType from = type_of(child), to = clang_getCursorType(c);
	const char *cast = needed_cast(child, to, is_in_braces(l, parent), is_argument);
	const char *first = unsigned_of(from, clang_getCanonicalType(to), parent);

	if ((!cast && !first) || !add_conversion(l, start, end))
		return;
	if (cast) {
		const char *name = strchr(cast, '(') ? name_enumeration(l, to) : NULL;

		add_cast(l, start, end, name ? name : cast);
	}
	if (first)
		add_cast(l, start, end, first);
}

/* Edits (long)x of an enumeration into (long)(unsigned int)(x). */
static void edit_cast(struct lowering *l, CXCursor c)
{
	CXCursor operand = last_expression(c);
	const char *first = unsigned_of(type_of(operand), type_of(c), c);
	unsigned start, end;

	if (first && expression_range(l, operand, &start, &end) && add_conversion(l, start, end))
		add_cast(l, start, end, first);
}

/* Edits p - q, p < q and p == q of pointers whose types are compatible in C only, such as a pointer to an
 * enumeration and one to unsigned int: the second operand is cast to the first one's type. */
static void edit_pointers(struct lowering *l, CXCursor c)
{
	enum CXBinaryOperatorKind kind = clang_getCursorBinaryOperatorKind(c);
	CXCursor second = last_expression(c);
	CXType to = clang_getCursorType(first_child(c)), from = type_of(second);
	unsigned start, end;

	if (kind != CXBinaryOperator_Sub && (kind < CXBinaryOperator_LT || kind > CXBinaryOperator_NE))
		return;
	if (is_other_pointer(from, clang_getCanonicalType(to)) && expression_range(l, second, &start, &end) &&
	    add_conversion(l, start, end))
		add_cast(l, start, end, spell_target(to));
}

/* Edits x /= 2, x %= 2 and x >>= 1 of an enumeration, which are unsigned operations in C: (unsigned int &)x
 * /= 2. */
static void edit_division(struct lowering *l, CXCursor c)
{
	enum CXBinaryOperatorKind kind = clang_getCursorBinaryOperatorKind(c);
	bool depends = kind == CXBinaryOperator_DivAssign || kind == CXBinaryOperator_RemAssign ||
	               kind == CXBinaryOperator_ShrAssign;
	CXType own;
	unsigned start;

	if (depends && is_unsigned_enumeration(type_of(c), &own) &&
	    location_offset(l->clauses, clang_getRangeStart(clang_getCursorExtent(c)), &start) &&
	    add_conversion(l, start, start))
		edit_insert(l->edits, start, interned_printf("(%s &)", spell_type(own)), NULL);
}

/* Returns whether an expression is an int in C but may be a char, a bool or an enumeration in C++: 'a', a <
 * b, !a, true, an enumerator, a ? b : c, and any expression whose value is one of these. */
static bool is_int_of_c(const struct lowering *l, CXCursor c)
{
	enum CXBinaryOperatorKind operation = clang_getCursorBinaryOperatorKind(c);
	bool found = false;
	unsigned start;

	if (type_of(c).kind != CXType_Int)
		return false;
	switch (c.kind) {
	case CXCursor_CharacterLiteral:
		return true;
	case CXCursor_DeclRefExpr:
		return clang_getCursorReferenced(c).kind == CXCursor_EnumConstantDecl;
	case CXCursor_IntegerLiteral:
		return cursor_offset(l->clauses, c, &start) &&
		       (is(l, token_at(l->tokens, start), "true") || is(l, token_at(l->tokens, start), "false"));
	case CXCursor_UnaryOperator:
		if (clang_getCursorUnaryOperatorKind(c) != CXUnaryOperator_Extension)
			return clang_getCursorUnaryOperatorKind(c) == CXUnaryOperator_LNot;
		break;
	case CXCursor_BinaryOperator:
		if ((operation >= CXBinaryOperator_LT && operation <= CXBinaryOperator_NE) ||
		    operation == CXBinaryOperator_LAnd || operation == CXBinaryOperator_LOr)
			return true;
		if (operation != CXBinaryOperator_Comma)
			return false;
		break;
	case CXCursor_ParenExpr:
	case CXCursor_UnexposedExpr:
		break;
	case CXCursor_ConditionalOperator: /* of two chars, too, which C++ does not promote */
	case CXCursor_StmtExpr:            /* may have such a value */
		return true;
	default:
		return false;
	}
	for (SCOPED(walk) w = walk_children(c); walk_next(&w);)
		found |= is_int_of_c(l, w.cursor);
	return found;
}

/* Returns whether the type of an expression is used, by typeof or __auto_type. */
static bool gives_type(const struct lowering *l, CXCursor c, unsigned start, CXCursor parent)
{
	size_t first = token_at(l->tokens, start);

	return (first > 1 && is(l, first - 1, "(") && is_one_of(l, first - 2, "typeof __typeof__ __typeof")) ||
	       (clang_getCursorType(parent).kind == CXType_Auto &&
	        clang_equalCursors(clang_Cursor_getVarDeclInitializer(parent), c));
}

/* Edits typeof('a') into typeof(((int)('a'))), which is C's type. */
static void edit_type_operand(struct lowering *l, CXCursor c, CXCursor parent)
{
	unsigned start, end;

	if (!is_int_of_c(l, c) || !expression_range(l, c, &start, &end) ||
	    !gives_type(l, c, start, parent) || !add_conversion(l, start, end))
		return;
	edit_insert(l->edits, start, "((int)(", NULL);
	edit_insert(l->edits, end, "))", NULL);
}

/* Returns whether a sizeof is of an expression, and not of a type with an expression in it, as int[3]. */
static bool is_of_expression(const struct lowering *l, unsigned start, CXCursor operand)
{
	size_t i = token_at(l->tokens, start) + 1;
	unsigned at, end;

	while (is(l, i, "("))
		i++;
	return expression_range(l, operand, &at, &end) && at <= token(l, i)->offset;
}

/* Returns whether an expression names an object, a part of one or what a pointer points to. */
static bool names_object(CXCursor c)
{
	c = without_parentheses(c);
	return (c.kind == CXCursor_DeclRefExpr && is_variable(clang_getCursorReferenced(c))) ||
	       c.kind == CXCursor_MemberRefExpr || c.kind == CXCursor_ArraySubscriptExpr ||
	       clang_getCursorUnaryOperatorKind(c) == CXUnaryOperator_Deref;
}

/* Replaces sizeof by its value where C++ does not allow the operand, as in sizeof(struct { … }), or may give it
 * another type, as in sizeof('a'), sizeof(0, array) and sizeof(x ? c : d). */
static void edit_sizeof(struct lowering *l, CXCursor c)
{
	CXCursor operand = last_expression(c);
	unsigned start, end;
	int64_t size;

	if (!expression_range(l, c, &start, &end) || !integer_value(c, &size))
		return;
	bool differs = !clang_Cursor_isNull(operand) && is_of_expression(l, start, operand) && !names_object(operand);

	if ((is_tag(first_child(c).kind) || differs) && add_conversion(l, start, end))
		edit_replace(l->edits, start, end, interned_printf("%lldul", (long long)size), NULL);
}

/* Casts an enumerator to int, its type in C. In C++ it has a larger type if another enumerator of its
 * enumeration does not fit an int. */
static void edit_enumerator(struct lowering *l, CXCursor c, CXCursor parent)
{
	CXCursor d = clang_getCursorReferenced(c), enumeration = clang_getCursorSemanticParent(d);
	bool is_larger = false;
	unsigned start;

	if (d.kind != CXCursor_EnumConstantDecl || clang_getCursorType(c).kind != CXType_Int ||
	    type_of(parent).kind == CXType_Enum)
		return;
	for (SCOPED(walk) w = walk_children(enumeration); walk_next(&w);) {
		long long value = clang_getEnumConstantDeclValue(w.cursor);

		is_larger |= w.cursor.kind == CXCursor_EnumConstantDecl &&
		             clang_getCursorType(w.cursor).kind != CXType_Int;
		is_larger |= value != (int)value;
	}
	if (is_larger && cursor_offset(l->clauses, c, &start) && add_conversion(l, start, start))
		edit_insert(l->edits, start, "(int)", "(int)"); /* since gcc 13, the type is the larger one in C, too */
}

/* Edits ++ and -- of a _Bool, which C++ no longer has. */
static void edit_bool_step(struct lowering *l, CXCursor c)
{
	enum CXUnaryOperatorKind kind = clang_getCursorUnaryOperatorKind(c);
	bool is_post = kind == CXUnaryOperator_PostInc || kind == CXUnaryOperator_PostDec;
	unsigned start, end;

	if ((!is_post && kind != CXUnaryOperator_PreInc && kind != CXUnaryOperator_PreDec) ||
	    type_of(c).kind != CXType_Bool ||
	    !expression_range(l, c, &start, &end) || !add_conversion(l, start, end))
		return;
	const char *name = kind == CXUnaryOperator_PostInc   ? "amp_post_increment("
	                   : kind == CXUnaryOperator_PostDec ? "amp_post_decrement("
	                   : kind == CXUnaryOperator_PreInc  ? "amp_pre_increment("
	                                                     : "amp_pre_decrement(";

	if (is_post) {
		edit_insert(l->edits, start, name, NULL);
		edit_replace(l->edits, end - 2, end, ")", NULL);
	} else {
		edit_replace(l->edits, start, start + 2, name, NULL);
		edit_insert(l->edits, end, ")", NULL);
	}
}

/* Returns the end of the character or escape sequence at s within a literal. */
static const char *character_end(const char *s)
{
	if (*s != '\\')
		return s + 1;
	s++;
	if (*s == 'x') {
		do
			s++;
		while (isxdigit((unsigned char)*s));
		return s;
	}
	if (*s < '0' || *s > '7')
		return s + 1;
	for (int n = 0; n < 3 && *s >= '0' && *s <= '7'; n++)
		s++;
	return s;
}

/* Appends the characters of a string literal one by one, in braces, and returns their number: 0 if one of
 * them is not a single byte (\u…). */
static size_t append_characters(struct lowering *l, unsigned start, unsigned end, struct text *t)
{
	size_t n = 0;

	text_append(t, "{");
	for (size_t i = token_at(l->tokens, start); token(l, i)->offset < end; i++) {
		const struct token *string = token(l, i);
		const char *s = l->text + string->offset, *last = s + string->len - 1;

		if (string->kind != TOKEN_STRING || *s++ != '"')
			return 0;
		while (s < last) {
			const char *next = character_end(s);

			if (*s == '\\' && (s[1] == 'u' || s[1] == 'U'))
				return 0;
			text_printf(t, "%s'%s%.*s'", n++ ? ", " : "", *s == '\'' ? "\\" : "", (int)(next - s), s);
			s = next;
		}
	}
	text_append(t, "}");
	return n;
}

/* Edits char dna[4] = "ACGT" into a list of characters: C++ requires room for the terminating zero. */
static void edit_string(struct lowering *l, CXCursor c)
{
	CXType type = type_of(c);
	SCOPED(text) t = {0};
	unsigned start, end;

	if (!expression_range(l, c, &start, &end))
		return;
	if (append_characters(l, start, end, &t) == (size_t)clang_getArraySize(type))
		edit_replace(l->edits, start, end, t.data, NULL);
}

/* Adds the names of the variables that a statement or block declares. */
static void collect_names(CXCursor statement, struct names *names)
{
	for (struct walk w = walk_below(statement); walk_next(&w);) {
		if (w.cursor.kind == CXCursor_VarDecl)
			names_add(names, cursor_spelling(w.cursor));
		if (w.cursor.kind != CXCursor_DeclStmt)
			walk_skip(&w);
	}
}

/* Edits for (int i = 0; …) { int i = …; }, a redeclaration in C++: the body gets a scope of its own. */
static void edit_for(struct lowering *l, CXCursor c)
{
	struct names outer = {0}, inner = {0};
	bool hides = false;
	SCOPED(children) parts = children_of(c);
	CXCursor null = clang_getNullCursor();
	CXCursor init = parts.count ? parts.items[0] : null;
	CXCursor body = parts.count ? parts.items[parts.count - 1] : null;
	unsigned start, end;

	if (init.kind != CXCursor_DeclStmt || body.kind != CXCursor_CompoundStmt ||
	    !expression_range(l, body, &start, &end))
		return;
	collect_names(init, &outer);
	collect_names(body, &inner);
	for (size_t i = 0; i < inner.count; i++)
		hides |= names_have(&outer, inner.items[i]);
	if (hides && add_conversion(l, start, end)) {
		edit_insert(l->edits, start, "{", NULL);
		edit_insert(l->edits, end, "}", NULL);
	}
}

/* Visits expressions. Conversions are edited on the way in, since of two that begin at one place the outer
 * one must be inserted first; everything else is edited on the way out, since an initializer's text includes
 * the edits within it. */
static enum CXChildVisitResult edit_expression(CXCursor c, CXCursor parent, CXClientData data)
{
	struct lowering *l = data;

	edit_type_operand(l, c, parent);
	if (c.kind == CXCursor_UnexposedExpr)
		edit_conversion(l, c, parent);
	else if (c.kind == CXCursor_CStyleCastExpr)
		edit_cast(l, c);
	else if (c.kind == CXCursor_CompoundAssignOperator)
		edit_division(l, c);
	else if (c.kind == CXCursor_BinaryOperator)
		edit_pointers(l, c);
	clang_visitChildren(c, edit_expression, l);
	switch (c.kind) {
	case CXCursor_UnaryOperator:
		edit_bool_step(l, c);
		break;
	case CXCursor_UnaryExpr:
		edit_sizeof(l, c);
		break;
	case CXCursor_InitListExpr:
		edit_c_initializers(l, c);
		break;
	case CXCursor_GenericSelectionExpr: {
		unsigned at;

		if (cursor_offset(l->clauses, c, &at) && is(l, token_at(l->tokens, at), "_Generic"))
			diagnose(l->unit, SEVERITY_ERROR, at,
			         "a _Generic is supported in code for the accelerator only if its expressions have "
			         "different "
			         "types, or are integral constants");
		break;
	}
	case CXCursor_StringLiteral:
		edit_string(l, c);
		break;
	case CXCursor_ForStmt:
		edit_for(l, c);
		break;
	case CXCursor_DeclRefExpr:
		if (is_builtin(c))
			lower_builtin(l, c);
		edit_enumerator(l, c, parent);
		break;
	case CXCursor_SwitchStmt:
		lower_case_ranges(l, c);
		break;
	default:
		break;
	}
	return CXChildVisit_Continue;
}

void edit_c_expressions(struct lowering *l, CXCursor c)
{
	clang_visitChildren(c, edit_expression, l);
}
