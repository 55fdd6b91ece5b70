/* Builds the trees of expressions. */
#include "body/body_build.h"

#include <string.h>

/* ---- Parts ------------------------------------------------------------------ */

void add_unknown_parts(struct tree_builder *b, struct tree *t)
{
	for (struct walk w = walk_children(t->cursor); walk_next(&w);) {
		enum CXCursorKind kind = w.cursor.kind;

		if (clang_isExpression(kind))
			add_expression(b, t, ROLE_NONE, w.cursor);
		else if (clang_isStatement(kind))
			add_statement(b, t, ROLE_NONE, w.cursor);
		else if (clang_isDeclaration(kind))
			add_declaration(b, t, w.cursor);
		else
			add_tree(b, t, TREE_REFERENCE, ROLE_NONE, w.cursor);
	}
}

/* Adds a type, a namespace or a template that an expression names. */
static void add_reference(struct tree_builder *b, struct tree *t, CXCursor c)
{
	struct tree *r = add_tree(b, t, TREE_REFERENCE, ROLE_TYPE, c);
	unsigned offset;

	r->declaration = clang_getCursorReferenced(c);
	if (cursor_offset(b->unit->clauses, c, &offset))
		set_name(b, r, token_at(&b->unit->tokens, offset));
}

/* Adds the children of a cursor: expressions as operands, and the types and namespaces that they name. *position: the
 * position of the next expression. */
static void add_operands_of(struct tree_builder *b, struct tree *t, CXCursor cursor, unsigned *position)
{
	bool is_list = t->cursor.kind == CXCursor_InitListExpr;

	for (struct walk w = walk_children(cursor); walk_next(&w);) {
		enum CXCursorKind kind = w.cursor.kind;

		if (clang_isReference(kind))
			add_reference(b, t, w.cursor);
		if (!clang_isExpression(kind))
			continue;
		struct tree *part = add_expression(b, t, ROLE_OPERAND, w.cursor);

		if (!part && is_list) {
			/* libclang before 19 gives no location to the designator of an anonymous union's or
			 * struct's member */
			add_operands_of(b, t, w.cursor, position);
			continue;
		}
		if (part)
			part->position = *position;
		++*position;
	}
}

static void add_operands(struct tree_builder *b, struct tree *t)
{
	unsigned position = 0;

	add_operands_of(b, t, t->cursor, &position);
}

/* ---- Names -------------------------------------------------------------------- */

static void add_name(struct tree_builder *b, struct tree *t)
{
	unsigned offset;

	t->declaration = clang_getCursorReferenced(t->cursor);
	if (cursor_offset(b->unit->clauses, t->cursor, &offset))
		set_name(b, t, token_at(&b->unit->tokens, offset));
	for (struct walk w = walk_children(t->cursor); walk_next(&w);) {
		enum CXCursorKind kind = w.cursor.kind;

		if (clang_isExpression(kind))
			add_expression(b, t, ROLE_OPERAND, w.cursor);
		else if (clang_isReference(kind) && kind != CXCursor_OverloadedDeclRef)
			add_reference(b, t, w.cursor);
	}
}

/* Returns the name token behind the dot, which libclang does not locate in templates. */
static size_t member_name_token(struct tree_builder *b, const struct tree *t, size_t behind)
{
	const struct token *tokens = b->unit->tokens.items;
	size_t name = SIZE_MAX, i = behind;
	unsigned offset;

	if (!clang_Cursor_isNull(t->declaration) && cursor_offset(b->unit->clauses, t->cursor, &offset))
		return token_at(&b->unit->tokens, offset);
	while (i < t->last && !is_token(b, i, "<")) {
		if (tokens[i].kind == TOKEN_IDENTIFIER)
			name = i;
		i++;
	}
	return name;
}

/* Whether a child of object.name<n> is the object: it begins where the node does, which template arguments do
 * not. C has no template arguments, and there the object may be a macro's argument. */
static bool is_object(const struct tree_builder *b, const struct tree *t, CXCursor c)
{
	unsigned start, end;

	return unit_is_c(b->unit) ||
	       (cursor_range(b->unit->clauses, c, &start, &end) &&
	        token_at(&b->unit->tokens, start) == t->first);
}

static void add_member(struct tree_builder *b, struct tree *t)
{
	size_t behind = t->first;
	bool is_first = true;

	t->declaration = clang_getCursorReferenced(t->cursor);
	for (struct walk w = walk_children(t->cursor); walk_next(&w);) {
		if (!clang_isExpression(w.cursor.kind))
			continue;
		bool has_object = is_first && is_object(b, t, w.cursor);
		struct tree *part = add_expression(b, t, has_object ? ROLE_OBJECT : ROLE_OPERAND,
		                                   w.cursor);

		if (has_object && part)
			behind = part->last;
		if (!part)
			t->kind = TREE_UNKNOWN;
		is_first = false;
	}
	set_name(b, t, member_name_token(b, t, behind));
}

/* ---- Calls ---------------------------------------------------------------------- */

static bool is_spelled(CXString spelling, const char *operator)
{
	bool yes = !strcmp(clang_getCString(spelling), operator);

	clang_disposeString(spelling);
	return yes;
}

bool find_operator(CXCursor function, enum CXBinaryOperatorKind *binary, enum CXUnaryOperatorKind *unary)
{
	const char *name = cursor_spelling(function);
	bool is_operator = starts(name, "operator");

	*binary = CXBinaryOperator_Invalid;
	*unary = CXUnaryOperator_Invalid;
	if (is_operator)
		name += strlen("operator");
	for (int k = CXBinaryOperator_Mul; is_operator && k <= CXBinaryOperator_Comma; k++) {
		if (is_spelled(clang_getBinaryOperatorKindSpelling(k), name))
			*binary = k;
	}
	for (int k = CXUnaryOperator_PreInc; is_operator && k <= CXUnaryOperator_LNot; k++) {
		if (is_spelled(clang_getUnaryOperatorKindSpelling(k), name))
			*unary = k;
	}
	return *binary != CXBinaryOperator_Invalid || *unary != CXUnaryOperator_Invalid;
}

/* Returns the name "operator+" of an unresolved call in a template; the null cursor for other expressions. */
static CXCursor open_operator(CXCursor part)
{
	CXCursor named = first_child(part);

	return part.kind == CXCursor_DeclRefExpr &&
	               named.kind == CXCursor_OverloadedDeclRef &&
	               starts_with(named, "operator")
	           ? named
	           : clang_getNullCursor();
}

/* Adds x + y in a template, which libclang shows as a call if some operator+ for classes is declared. Returns
 * false, and adds nothing, if the call is no such operator. */
static bool add_open_operator(struct tree_builder *b, struct tree *t, const struct children *all)
{
	CXCursor called = clang_getNullCursor();
	size_t n = 0;

	for (size_t i = 0; i < all->count; i++) {
		if (!clang_Cursor_isNull(open_operator(all->items[i])) &&
		    clang_Cursor_isNull(called))
			called = open_operator(all->items[i]);
		else
			n++;
	}
	if (clang_Cursor_isNull(called) || n < 1 || n > 2)
		return false;
	enum CXBinaryOperatorKind binary;
	enum CXUnaryOperatorKind unary;
	bool found = find_operator(called, &binary, &unary);
	bool is_step = unary == CXUnaryOperator_PreInc || unary == CXUnaryOperator_PreDec;

	if (!found || (n == 2 && !is_step && binary == CXBinaryOperator_Invalid) ||
	    (n == 1 && unary == CXUnaryOperator_Invalid))
		return false;
	t->kind = n == 2 && !is_step ? TREE_BINARY : TREE_UNARY;
	t->is_open = true;
	if (t->kind == TREE_BINARY)
		t->binary = binary;
	else
		t->unary = unary;
	for (size_t i = 0; i < all->count; i++) {
		/* x++ has an int as an implicit second operand */
		if (clang_Cursor_isNull(open_operator(all->items[i])) &&
		    (t->kind == TREE_BINARY || !tree_operand(t)))
			add_expression(b, t, ROLE_OPERAND, all->items[i]);
	}
	if (n == 2 && is_step)
		t->unary = unary == CXUnaryOperator_PreInc ? CXUnaryOperator_PostInc : CXUnaryOperator_PostDec;
	return true;
}

/* Removes the argument brackets from the callee of v[i] and f(x): libclang gives them to the operator's name. */
static void narrow_callee(struct tree_builder *b, struct tree *callee)
{
	const struct tree *name = tree_strip(callee);

	if (name->kind != TREE_NAME ||
	    (!is_token(b, name->first, "(") && !is_token(b, name->first, "[")))
		return;
	for (const struct tree *c = callee; c; c = tree_next(c, callee)) {
		if (c->last > c->first)
			((struct tree *)c)->last = c->first + 1;
	}
}

/* Returns the bracket that opens the arguments of T(x) or T{x} in a template: the last token closes it. */
static size_t opening_bracket(const struct tree_builder *b, const struct tree *t)
{
	int match = t->last > t->first ? b->unit->tokens.items[t->last - 1].match : -1;

	return match >= (int)t->first && match < (int)t->last ? (size_t)match : t->first;
}

/* Whether a child of T<n>(x) is an argument of the constructor rather than of the template. */
static bool is_constructor_argument(const struct tree_builder *b, const struct tree *t, CXCursor c)
{
	unsigned start, end;

	if (!clang_Cursor_isNull(t->declaration))
		return is_argument(t->cursor, c);
	return cursor_range(b->unit->clauses, c, &start, &end) &&
	       token_at(&b->unit->tokens, start) >= opening_bracket(b, t);
}

static void add_construction(struct tree_builder *b, struct tree *t)
{
	unsigned position = 0;

	t->kind = TREE_CONSTRUCTION;
	for (struct walk w = walk_children(t->cursor); walk_next(&w);) {
		enum CXCursorKind kind = w.cursor.kind;
		struct tree *part = NULL;

		if (clang_isReference(kind))
			add_reference(b, t, w.cursor);
		else if (!clang_isExpression(kind))
			continue;
		else if (!is_constructor_argument(b, t, w.cursor))
			add_expression(b, t, ROLE_OPERAND, w.cursor);
		else if ((part = add_expression(b, t, ROLE_ARGUMENT, w.cursor)))
			part->position = position++;
	}
}

/* Whether the first argument of a call is a member function's object: so for an operator, not for
 * object.function(…). An explicit object parameter, `this T self`, is a parameter like others. */
static bool has_object_argument(CXCursor call, CXCursor callee)
{
	CXCursor first = without_parentheses(first_child(call));
	CXCursor named = clang_getCanonicalCursor(clang_getCursorReferenced(first));

	return callee.kind == CXCursor_CXXMethod &&
	       !clang_CXXMethod_isStatic(callee) &&
	       clang_Cursor_getNumArguments(call) > clang_Cursor_getNumArguments(callee) &&
	       (first.kind != CXCursor_MemberRefExpr ||
	        !clang_equalCursors(named, clang_getCanonicalCursor(callee)));
}

/* Returns the position of a call's child among its arguments, or n if it is not an argument. In a variable's
 * initializer, libclang's cursor for an argument differs from that of the child. */
static unsigned argument_position(CXCursor call, CXCursor child, unsigned n)
{
	unsigned i = 0;

	while (i < n && !is_same_expression(clang_Cursor_getArgument(call, i), child))
		i++;
	return i;
}

/* Adds a call of a resolved function. */
static void add_known_call(struct tree_builder *b, struct tree *t, const struct children *all)
{
	unsigned n = (unsigned)clang_Cursor_getNumArguments(t->cursor);
	unsigned object = has_object_argument(t->cursor, t->declaration) ? 1 : 0;

	for (unsigned pass = 0; pass < 2; pass++) {
		for (size_t i = 0; i < all->count; i++) {
			CXCursor c = all->items[i];
			unsigned at = argument_position(t->cursor, c, n);

			if (!clang_isExpression(c.kind) || (at == n) == (pass == 1))
				continue;
			enum tree_role role = at == n       ? ROLE_CALLEE
			                      : at < object ? ROLE_OBJECT
			                                    : ROLE_ARGUMENT;
			struct tree *part = add_expression(b, t, role, c);

			if (part && role == ROLE_ARGUMENT)
				part->position = at - object;
			else if (part && role == ROLE_CALLEE)
				narrow_callee(b, part);
		}
	}
	for (size_t i = 0; i < all->count; i++) {
		if (clang_isReference(all->items[i].kind))
			add_reference(b, t, all->items[i]);
	}
}

/* Whether a call in a template is T(x) or float(x): it does not begin with an expression for the callee. */
static bool is_open_construction(const struct tree_builder *b, const struct tree *t,
                                 const struct children *all)
{
	unsigned start, end;

	return all->count == 0 || clang_isReference(all->items[0].kind) ||
	       (cursor_range(b->unit->clauses, all->items[0], &start, &end) &&
	        token_at(&b->unit->tokens, start) > t->first);
}

static void add_call(struct tree_builder *b, struct tree *t)
{
	SCOPED(children) all = children_of(t->cursor);
	enum CXCursorKind kind;

	t->declaration = cursor_callee(t->cursor);
	kind = t->declaration.kind;
	if (kind == CXCursor_Constructor) {
		add_construction(b, t);
	} else if (is_function(kind) && kind != CXCursor_FunctionTemplate) {
		add_known_call(b, t, &all);
	} else if (clang_Cursor_isNull(t->declaration) && add_open_operator(b, t, &all)) {
		;
	} else if (is_open_construction(b, t, &all)) {
		t->declaration = clang_getNullCursor();
		add_construction(b, t);
	} else {
		for (size_t i = 0; i < all.count; i++) {
			struct tree *part =
			    clang_isExpression(all.items[i].kind)
			        ? add_expression(b, t, i ? ROLE_ARGUMENT : ROLE_CALLEE,
			                         all.items[i])
			        : NULL;

			if (part && i)
				part->position = (unsigned)i - 1;
			else if (part)
				narrow_callee(b, part);
		}
	}
}

/* ---- Implicit nodes ---------------------------------------------------------------- */

static bool is_temporary(enum CXCursorKind kind)
{
	return kind == CXCursor_CallExpr || kind == CXCursor_InitListExpr || kind == CXCursor_CXXFunctionalCastExpr ||
	       kind == CXCursor_LambdaExpr || kind == CXCursor_CompoundLiteralExpr;
}

static bool has_temporary(CXCursor e)
{
	struct walk w = walk_from(e);

	while (walk_next(&w) && !is_temporary(w.cursor.kind))
		;
	return !clang_Cursor_isNull(walk_end(&w));
}

/* libclang has no cursor kinds for conversions. Destruction of temporaries, and a qualifier that a reference
 * adds, look like a conversion to the same type; so does reading a variable. */
static enum conversion conversion_of(CXCursor e, CXCursor operand)
{
	CXType to = type_of(e);
	CXType from = type_of(operand);
	CXType plain_to = plain_type(to), plain_from = plain_type(from);

	if (is_dependent_type(to) || to.kind == CXType_Invalid)
		return CONVERSION_UNKNOWN;
	if (!is_number(plain_to) && plain_to.kind != CXType_Pointer)
		return CONVERSION_SAME;
	if (!clang_equalTypes(plain_to, plain_from))
		return CONVERSION_VALUE;
	return has_temporary(operand) || !clang_equalTypes(to, plain_to) ? CONVERSION_SAME
	                                                                 : CONVERSION_VALUE;
}

/* Whether an expression is a fold: (args + ...), (... + args), (1 + ... + args). */
static bool is_fold(const struct tree_builder *b, const struct tree *t)
{
	for (size_t i = t->first; i < t->last && is_token(b, t->first, "("); i++) {
		if (is_token(b, i, ".") && is_token(b, i + 1, "."))
			return true;
	}
	return false;
}

/* Adds x ?: y, which libclang shows as x three times and y. */
static bool add_short_conditional(struct tree_builder *b, struct tree *t)
{
	static const enum tree_role roles[] = {ROLE_NONE, ROLE_CONDITION, ROLE_BODY, ROLE_OTHERWISE};
	SCOPED(children) all = children_of(t->cursor);
	unsigned start, end, starts[4] = {0};
	bool yes = all.count == 4;

	for (size_t i = 0; i < 4 && yes; i++) {
		yes = cursor_range(b->unit->clauses, all.items[i], &starts[i], &end) &&
		      (i == 3 ? starts[i] > starts[0] : starts[i] == starts[0]);
	}
	yes = yes && cursor_range(b->unit->clauses, t->cursor, &start, &end) && start == starts[0];
	for (size_t i = 1; i < 4 && yes; i++)
		add_expression(b, t, roles[i], all.items[i]);
	if (yes)
		t->kind = TREE_CONDITIONAL;
	return yes;
}

/* Adds an expression that has no cursor kind of its own: mostly an implicit conversion. */
static void add_unexposed(struct tree_builder *b, struct tree *t)
{
	size_t first = t->first;

	if (first == t->last && clang_Cursor_isNull(last_expression(t->cursor)))
		return; /* the value of an initializer that is left out */
	if (add_short_conditional(b, t))
		return;
	add_operands(b, t);
	const struct tree *operand = tree_operand(t);

	if (t->parent->kind == TREE_LIST && (is_token(b, first, ".") || is_token(b, first, "["))) {
		t->kind = TREE_DESIGNATION;
	} else if (operand && !tree_second(t) && operand->first == first && operand->last == t->last) {
		t->kind = TREE_CONVERSION;
		t->declaration = clang_getCursorReferenced(t->cursor);
		t->conversion = conversion_of(t->cursor, operand->cursor);
	} else if (operand && !tree_second(t) && operand->first == first + 1 &&
	           operand->last + 1 == t->last && is_token(b, first, "(")) {
		t->kind = TREE_PARENTHESES; /* T x(a) in a template */
	} else if (operand && t->parent->kind == TREE_VARIABLE && is_token(b, first, "(")) {
		t->kind = TREE_CONSTRUCTION; /* T x(a, b) */
		for (const struct tree *c = t->children; c; c = c->next)
			((struct tree *)c)->role = c->role == ROLE_OPERAND ? ROLE_ARGUMENT : c->role;
	} else if (operand && is_fold(b, t)) {
		t->kind = TREE_PACK;
	} else if (!operand && t->last > first + 2 && is_token(b, t->last - 1, ")")) {
		t->kind = TREE_CONSTRUCTION; /* T() of a scalar */
	}
}

/* ---- Lambdas ------------------------------------------------------------------------- */

static void add_lambda(struct tree_builder *b, struct tree *t, CXCursor function)
{
	for (struct walk w = walk_children(function); walk_next(&w);) {
		CXCursor c = w.cursor;
		unsigned offset;

		if (c.kind == CXCursor_VariableRef) {
			struct tree *capture = add_tree(b, t, TREE_CAPTURE, ROLE_CAPTURE, c);

			capture->declaration = clang_getCursorReferenced(c);
			if (cursor_offset(b->unit->clauses, c, &offset))
				set_name(b, capture, token_at(&b->unit->tokens, offset));
		} else if (clang_isStatement(c.kind)) {
			add_statement(b, t, ROLE_BODY, c);
		} else if (clang_isExpression(c.kind)) {
			add_expression(b, t, ROLE_INIT, c);
		} else if (c.kind == CXCursor_ParmDecl) {
			add_declaration(b, t, c);
		} else if (c.kind == CXCursor_UnexposedDecl) {
			add_lambda(b, t, c); /* of a block */
		}
	}
}

/* ---- Expressions ------------------------------------------------------------------------ */

static void fill_conditional(struct tree_builder *b, struct tree *t)
{
	static const enum tree_role roles[] = {ROLE_CONDITION, ROLE_BODY, ROLE_OTHERWISE};
	SCOPED(children) all = children_of(t->cursor);

	if (all.count == 3)
		t->kind = TREE_CONDITIONAL;
	for (size_t i = 0; i < all.count; i++)
		add_expression(b, t, all.count == 3 ? roles[i] : ROLE_NONE, all.items[i]);
}

static CXCursor without_conversions(CXCursor e)
{
	while (e.kind == CXCursor_UnexposedExpr)
		e = first_child(e);
	return e;
}

/* Whether the callee of a call in C is the library's function for an element's offset, or a _Generic selection
 * among its forms. */
static bool is_offset_function(CXCursor callee)
{
	SCOPED(children) forms = {0};
	bool yes = true;

	callee = without_conversions(callee);
	if (callee.kind != CXCursor_GenericSelectionExpr)
		return library_entity(clang_getCursorReferenced(callee)) == LIBRARY_ELEMENT_OFFSET;
	forms = children_of(callee);
	for (size_t i = 1; i < forms.count && yes; i++)
		yes = !clang_isExpression(forms.items[i].kind) || is_offset_function(forms.items[i]);
	return yes && forms.count > 1;
}

/* Adds view and index of amp_at(view, index) in C, which expands to view.data[offset(view.stride, index)].
 * Returns false for other subscripts. */
static bool add_element_access(struct tree_builder *b, struct tree *t, const struct children *all)
{
	CXCursor data = without_conversions(all->items[0]), call = without_conversions(all->items[1]);
	CXCursor view = first_child(data);
	int n = clang_Cursor_getNumArguments(call);

	if (data.kind != CXCursor_MemberRefExpr || call.kind != CXCursor_CallExpr ||
	    !is_array_or_view(library_class(clang_getCursorType(view))) || !is_offset_function(first_child(call)))
		return false;
	add_expression(b, t, ROLE_OBJECT, view);
	for (int i = 1; i < n; i++)
		add_expression(b, t, ROLE_OPERAND, clang_Cursor_getArgument(call, (unsigned)i));
	return true;
}

static void fill_subscript(struct tree_builder *b, struct tree *t)
{
	SCOPED(children) all = children_of(t->cursor);

	if (all.count == 2)
		t->kind = TREE_SUBSCRIPT;
	if (all.count == 2 && unit_is_c(b->unit) && add_element_access(b, t, &all))
		return;
	for (size_t i = 0; i < all.count; i++)
		add_expression(b, t, i ? ROLE_OPERAND : ROLE_OBJECT, all.items[i]);
}

static void fill_selection(struct tree_builder *b, struct tree *t)
{
	unsigned n = 0;

	for (struct walk w = walk_children(t->cursor); walk_next(&w);) {
		if (clang_isExpression(w.cursor.kind))
			add_expression(b, t, n++ ? ROLE_OPERAND : ROLE_CONDITION, w.cursor);
	}
}

/* Adds the operand; everything in front of it is a template argument in the cast's type. */
static void fill_cast(struct tree_builder *b, struct tree *t)
{
	CXCursor operand = last_expression(t->cursor);

	for (struct walk w = walk_children(t->cursor); walk_next(&w);) {
		if (clang_isReference(w.cursor.kind))
			add_reference(b, t, w.cursor);
	}
	if (!clang_Cursor_isNull(operand) && add_expression(b, t, ROLE_OPERAND, operand))
		t->kind = TREE_CAST;
}

static void fill_operator(struct tree_builder *b, struct tree *t)
{
	t->is_open = is_dependent_type(clang_getCursorType(t->cursor));
	if (t->kind == TREE_UNARY)
		t->unary = clang_getCursorUnaryOperatorKind(t->cursor);
	else
		t->binary = clang_getCursorBinaryOperatorKind(t->cursor);
	add_operands(b, t);
}

static void fill_statements(struct tree_builder *b, struct tree *t)
{
	CXCursor body = first_child(t->cursor);

	if (!clang_Cursor_isNull(body))
		add_statement(b, t, ROLE_BODY, body);
}

static void fill_lambda(struct tree_builder *b, struct tree *t)
{
	add_lambda(b, t, t->cursor);
}

/* The kind of each expression, unless `fill`, which adds the children, sets that itself. */
static const struct {
	enum tree_kind kind;
	void (*fill)(struct tree_builder *b, struct tree *t); /* NULL: there are none */
} expressions[] = {
    [CXCursor_IntegerLiteral] = {TREE_LITERAL, NULL},
    [CXCursor_FloatingLiteral] = {TREE_LITERAL, NULL},
    [CXCursor_ImaginaryLiteral] = {TREE_LITERAL, NULL},
    [CXCursor_StringLiteral] = {TREE_LITERAL, NULL},
    [CXCursor_CharacterLiteral] = {TREE_LITERAL, NULL},
    [CXCursor_CXXBoolLiteralExpr] = {TREE_LITERAL, NULL},
    [CXCursor_CXXNullPtrLiteralExpr] = {TREE_LITERAL, NULL},
    [CXCursor_GNUNullExpr] = {TREE_LITERAL, NULL},
    [CXCursor_DeclRefExpr] = {TREE_NAME, add_name},
    [CXCursor_MemberRefExpr] = {TREE_MEMBER, add_member},
    [CXCursor_CXXThisExpr] = {TREE_THIS, NULL},
    [CXCursor_ArraySubscriptExpr] = {TREE_UNKNOWN, fill_subscript},
    [CXCursor_UnaryOperator] = {TREE_UNARY, fill_operator},
    [CXCursor_BinaryOperator] = {TREE_BINARY, fill_operator},
    [CXCursor_CompoundAssignOperator] = {TREE_BINARY, fill_operator},
    [CXCursor_ConditionalOperator] = {TREE_UNKNOWN, fill_conditional},
    [CXCursor_CallExpr] = {TREE_CALL, add_call},
    [CXCursor_ParenExpr] = {TREE_PARENTHESES, add_operands},
    [CXCursor_CStyleCastExpr] = {TREE_UNKNOWN, fill_cast},
    [CXCursor_CXXStaticCastExpr] = {TREE_UNKNOWN, fill_cast},
    [CXCursor_CXXFunctionalCastExpr] = {TREE_UNKNOWN, fill_cast},
    [CXCursor_CXXConstCastExpr] = {TREE_UNKNOWN, fill_cast},
    [CXCursor_CXXReinterpretCastExpr] = {TREE_UNKNOWN, fill_cast},
    [CXCursor_InitListExpr] = {TREE_LIST, add_operands},
    [CXCursor_UnaryExpr] = {TREE_UNEVALUATED, add_operands},
    [CXCursor_SizeOfPackExpr] = {TREE_UNEVALUATED, add_operands},
    [CXCursor_GenericSelectionExpr] = {TREE_SELECTION, fill_selection},
    [CXCursor_PackExpansionExpr] = {TREE_PACK, add_operands},
    [CXCursor_CompoundLiteralExpr] = {TREE_COMPOUND_LITERAL, add_operands},
    [CXCursor_StmtExpr] = {TREE_STATEMENTS, fill_statements},
    [CXCursor_LambdaExpr] = {TREE_LAMBDA, fill_lambda},
    [CXCursor_BlockExpr] = {TREE_LAMBDA, fill_lambda},
    [CXCursor_UnexposedExpr] = {TREE_UNKNOWN, add_unexposed},
};

struct tree *add_expression(struct tree_builder *b, struct tree *parent, enum tree_role role,
                            CXCursor c)
{
	bool is_listed = c.kind < COUNT(expressions);
	unsigned start, end;

	/* a default argument: it is evaluated where the function is declared */
	if (!cursor_range(b->unit->clauses, c, &start, &end))
		return NULL;
	struct tree *t = add_tree(b, parent, is_listed ? expressions[c.kind].kind : TREE_UNKNOWN, role, c);

	if (is_listed && expressions[c.kind].fill)
		expressions[c.kind].fill(b, t);
	else if (t->kind == TREE_UNKNOWN)
		add_unknown_parts(b, t);
	cover(b, t);
	return t;
}
