/* Tile loops: what a function's body does with each thing that it names, by the AST.
 *
 * A token that names a variable is understood where its expression is an operand of an operator of the
 * language: its value is read, or it is assigned to. All other uses may bind a reference to it, or
 * take its address, and so may change it at any time: what is not listed here is unknown, and so is
 * a name that the AST does not have.
 *
 * In templates an operator may turn out to be a function. It is the language's if its operands are numbers:
 * that is known of them, or a premise, which the kernel's struct asks of its template parameters. */
#include "tile_loops/tile_uses.h"

#include "body/statement.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_DEPTH = 4, MOST_PREMISES = 30 };

/* What happens to the object that an expression stands for, and on what premises. */
struct context {
	enum use use;
	unsigned premises;
};

static const struct context reads = {USE_READ, 0}, changes_now = {USE_CHANGE, 0},
                            unknown = {USE_UNKNOWN, 0};

struct reader {
	const struct lowering *l;
	struct uses *uses;
	CXCursor root, function;     /* the kernel, and the function at hand */
	CXType result;               /* of that; invalid: unknown */
	struct context of_reference; /* what its caller does with a reference that it returns */
	unsigned depth;              /* of functions */
	bool is_unevaluated;         /* in sizeof and its like */
};

static void read_expression(struct reader *r, CXCursor e, struct context as);
static void read_statement(struct reader *r, CXCursor s);
static void read_function(struct reader *r, size_t first, size_t last);
static bool is_number_if(struct reader *r, CXCursor e, unsigned *premises);

/* ---- Mentions ------------------------------------------------------------- */

struct mention mention_at(const struct uses *u, size_t i)
{
	return i >= u->first && i < u->last ? u->mentions[i - u->first] : (struct mention){0};
}

static struct mention *mention_of(struct reader *r, CXCursor c)
{
	unsigned offset;

	if (!cursor_offset(r->l->clauses, c, &offset))
		return NULL;
	size_t i = token_at(r->l->tokens, offset);

	return i >= r->uses->first && i < r->uses->last && token(r->l, i)->offset == offset
	               ? &r->uses->mentions[i - r->uses->first]
	               : NULL;
}

static void note(struct reader *r, CXCursor c, struct context as, bool is_number)
{
	static const int order[] = {[USE_READ] = 0, [USE_CHANGE] = 1, [USE_UNKNOWN] = 2};
	struct mention *m = mention_of(r, c);

	if (!m)
		return;
	if (r->is_unevaluated)
		as = reads;
	if (!m->is_seen || order[as.use] > order[m->use])
		m->use = as.use;
	m->is_number = is_number && (!m->is_seen || m->is_number);
	m->premises |= as.premises;
	m->is_seen = true;
}

/* ---- Types ---------------------------------------------------------------- */

static CXType plain(CXType type)
{
	return clang_getCanonicalType(unqualified(without_reference(clang_getCanonicalType(type))));
}

static bool is_reference(CXType type)
{
	enum CXTypeKind kind = clang_getCanonicalType(type).kind;

	return kind == CXType_LValueReference || kind == CXType_RValueReference;
}

/* What only operators of the language have for operands, but for enumerations. */
static bool is_scalar(CXType type)
{
	CXType t = plain(type);

	return is_number(t) || t.kind == CXType_Pointer;
}

static bool is_array_type(CXType type)
{
	enum CXTypeKind kind = plain(type).kind;

	return kind == CXType_ConstantArray || kind == CXType_DependentSizedArray ||
	       kind == CXType_IncompleteArray;
}

static bool is_array_or_pointer(CXType type)
{
	return is_array_type(type) || plain(type).kind == CXType_Pointer;
}

/* Whether a type is not known before a template is instantiated. */
static bool is_dependent(CXType type)
{
	enum CXTypeKind kind = plain(type).kind;

	return kind == CXType_Dependent || kind == CXType_Unexposed || kind == CXType_Auto ||
	       kind == CXType_Overload;
}

/* ---- Premises ------------------------------------------------------------- */

/* Whether a template parameter means the same where the kernel's struct is: it is of a template around the
 * kernel. */
static bool is_around_kernel(const struct reader *r, CXCursor parameter)
{
	CXCursor template = clang_getCursorSemanticParent(parameter);
	unsigned at, start, end, template_start, template_end;

	return !clang_Cursor_isNull(r->root) && cursor_offset(r->l->clauses, parameter, &at) &&
	       cursor_range(r->l->clauses, r->root, &start, &end) && at < start &&
	       cursor_range(r->l->clauses, template, &template_start, &template_end) &&
	       template_start < start && template_end >= end;
}

static bool add_premise(struct reader *r, CXCursor parameter, unsigned *premises)
{
	struct strings *all = &r->uses->premises;
	char *name = take_string(clang_getCursorSpelling(parameter));
	size_t i = 0;

	while (i < all->count && strcmp(all->items[i], name))
		i++;
	bool fits = i < MOST_PREMISES && *name;

	if (fits && i == all->count)
		strings_push(all, name);
	if (fits)
		*premises |= 1u << i;
	free(name);
	return fits;
}

/* Whether a type is a number, if premises hold. named_in: what names the type's parts. */
static bool is_number_type_if(struct reader *r, CXType type, CXCursor named_in, unsigned *premises)
{
	struct children parts = {0};
	bool found = is_number(plain(type));

	if (!found && is_dependent(type))
		parts = children_of(named_in);

	for (size_t i = 0; i < parts.count && !found; i++) {
		CXCursor parameter = clang_getCursorReferenced(parts.items[i]);

		found = clang_getCursorKind(parts.items[i]) == CXCursor_TypeRef &&
		        clang_getCursorKind(parameter) == CXCursor_TemplateTypeParameter &&
		        clang_equalTypes(plain(clang_getCursorType(parameter)), plain(type)) &&
		        is_around_kernel(r, parameter) && add_premise(r, parameter, premises);
	}
	free(parts.items);
	return found;
}

static CXCursor strip(CXCursor e)
{
	for (;;) {
		enum CXCursorKind kind = clang_getCursorKind(e);
		CXCursor inner = kind == CXCursor_ParenExpr || kind == CXCursor_UnexposedExpr
		                         ? last_expression(e)
		                         : clang_getNullCursor();

		if (clang_Cursor_isNull(inner))
			return e;
		e = inner;
	}
}

/* What is an object of the library's: an expression of such a type, or a member of one that is not
 * known before a template is instantiated, t.local or v.extent: all of those that have subscripts have
 * integers for elements. */
static enum library_entity object_class(CXCursor e)
{
	e = strip(e);
	enum library_entity class = library_class(clang_getCursorType(e));

	if (class || !is_dependent(clang_getCursorType(e)))
		return class;
	if (clang_getCursorKind(e) == CXCursor_CallExpr) /* v.get_extent() */
		e = first_child(e);
	if (clang_getCursorKind(e) != CXCursor_MemberRefExpr ||
	    !clang_Cursor_isNull(clang_getCursorReferenced(e)))
		return LIBRARY_NONE;
	class = library_class(clang_getCursorType(last_expression(e)));
	return is_container(class) || class == LIBRARY_TILED_INDEX || class == LIBRARY_TILED_EXTENT
	               ? LIBRARY_EXTENT
	               : LIBRARY_NONE;
}

static bool are_numbers_if(struct reader *r, const CXCursor *items, size_t n, unsigned *premises)
{
	for (size_t i = 0; i < n; i++) {
		if (!is_number_if(r, items[i], premises))
			return false;
	}
	return true;
}

/* v[index], v(i, j) of a container in a template: its element, not one of its rows. */
static bool is_element_if(struct reader *r, CXCursor container, const CXCursor *items, size_t n,
                          unsigned *premises)
{
	CXCursor declaration = clang_getCursorReferenced(strip(container));
	CXType type = plain(clang_getCursorType(declaration));
	struct library_type t;
	enum library_entity of = n == 1 ? object_class(items[0]) : LIBRARY_NONE;
	bool is_whole = of == LIBRARY_INDEX || of == LIBRARY_TILED_INDEX;

	if (!library_type(type, &t) || !is_container(t.entity) || (!is_whole && n != t.rank) ||
	    (!is_whole && !are_numbers_if(r, items, n, premises)))
		return false;
	return is_number_type_if(r, clang_Type_getTemplateArgumentAsType(type, 0), declaration, premises);
}

/* What an array or a pointer has at a[i][k]; invalid where that may be something else. */
static CXType array_part(struct reader *r, CXCursor e, CXCursor *array, unsigned *premises)
{
	size_t n = 0;

	for (e = strip(e); clang_getCursorKind(e) == CXCursor_ArraySubscriptExpr; n++) {
		struct children o = children_of(e);
		bool known = o.count == 2 && is_number_if(r, o.items[1], premises);

		e = known ? strip(o.items[0]) : clang_getNullCursor();
		free(o.items);
	}
	*array = clang_getCursorReferenced(e);
	CXType type = plain(clang_getCursorType(*array));

	for (; n && is_array_or_pointer(type); n--)
		type = plain(type.kind == CXType_Pointer ? clang_getPointeeType(type)
		                                         : clang_getArrayElementType(type));
	return n ? (CXType){.kind = CXType_Invalid} : type;
}

/* The operator of a call in a template that is one, or NULL; the caller frees it. operands: in their
 * order; the caller frees the items. */
static char *operator_of(CXCursor call, struct children *operands)
{
	struct children all = children_of(call);
	char *name = NULL;

	*operands = (struct children){0};
	for (size_t i = 0; i < all.count; i++) {
		CXCursor d = first_child(all.items[i]);

		if (!name && clang_getCursorKind(all.items[i]) == CXCursor_DeclRefExpr &&
		    clang_getCursorKind(d) == CXCursor_OverloadedDeclRef && starts_with(d, "operator") &&
		    clang_Cursor_isNull(clang_getCursorReferenced(call)))
			name = take_string(clang_getCursorSpelling(d));
		else
			children_add(operands, all.items[i]);
	}
	free(all.items);
	return name;
}

/* Whether an unresolved call in a template gives a number: of an operator, of a container, T(x), or
 * of the library's mathematical functions. */
static bool is_number_call_if(struct reader *r, CXCursor e, unsigned *premises)
{
	struct children o;
	char *name = operator_of(e, &o);
	bool found = false;

	if (name) {
		found = are_numbers_if(r, o.items, o.count, premises);
	} else if (o.count && clang_getCursorKind(o.items[0]) == CXCursor_TypeRef) {
		found = is_number_type_if(r, clang_getCursorType(e), e, premises) &&
		        are_numbers_if(r, o.items + 1, o.count - 1, premises);
	} else if (o.count && is_container(object_class(o.items[0]))) {
		found = is_element_if(r, o.items[0], o.items + 1, o.count - 1, premises);
	} else if (o.count) {
		CXCursor callee = clang_getCursorReferenced(o.items[0]);
		unsigned n = clang_getNumOverloadedDecls(callee);

		found = clang_getCursorKind(callee) == CXCursor_OverloadedDeclRef && n > 0 &&
		        are_numbers_if(r, o.items + 1, o.count - 1, premises);
		for (unsigned i = 0; i < n && found; i++)
			found = library_entity(clang_getOverloadedDecl(callee, i)) == LIBRARY_MATH;
	}
	free(name);
	free(o.items);
	return found;
}

/* Whether an expression is a number, if premises hold. */
static bool is_number_if(struct reader *r, CXCursor e, unsigned *premises)
{
	CXType type = clang_getCursorType(e);
	CXCursor declaration = clang_getCursorReferenced(e);
	struct children o;
	bool found = false;

	if (is_number(plain(type)))
		return true;
	if (!is_dependent(type) && type.kind != CXType_Invalid)
		return false;
	switch (clang_getCursorKind(e)) {
	case CXCursor_ParenExpr:
	case CXCursor_UnexposedExpr:
		return !clang_Cursor_isNull(last_expression(e)) && is_number_if(r, last_expression(e), premises);
	case CXCursor_DeclRefExpr:
	case CXCursor_MemberRefExpr:
		if (clang_getCursorKind(declaration) == CXCursor_VarDecl &&
		    clang_getCanonicalType(clang_getCursorType(declaration)).kind == CXType_Auto)
			return is_number_if(r, last_expression(declaration), premises);
		return is_number_type_if(r, type, declaration, premises);
	case CXCursor_CStyleCastExpr:
	case CXCursor_CXXStaticCastExpr:
	case CXCursor_CXXFunctionalCastExpr:
		return is_number_type_if(r, type, e, premises) && is_number_if(r, last_expression(e), premises);
	case CXCursor_ArraySubscriptExpr:
		o = children_of(e);
		if (o.count == 2 && is_container(object_class(o.items[0])))
			found = is_element_if(r, o.items[0], o.items + 1, 1, premises);
		else if (o.count == 2 && object_class(o.items[0]))
			found = is_number_if(r, o.items[1], premises); /* a component */
		else {
			CXCursor array;
			CXType part = array_part(r, e, &array, premises);

			found = is_number_type_if(r, part, array, premises);
		}
		break;
	case CXCursor_UnaryOperator:
	case CXCursor_BinaryOperator:
	case CXCursor_CompoundAssignOperator:
	case CXCursor_ConditionalOperator:
		o = children_of(e);
		found = o.count && clang_getCursorUnaryOperatorKind(e) != CXUnaryOperator_AddrOf &&
		        clang_getCursorUnaryOperatorKind(e) != CXUnaryOperator_Deref &&
		        are_numbers_if(r, o.items, o.count, premises);
		break;
	case CXCursor_CallExpr:
		return clang_Cursor_isNull(declaration) || is_variable(declaration)
		               ? is_number_call_if(r, e, premises)
		               : false;
	default:
		return false;
	}
	free(o.items);
	return found;
}

/* ---- Operators ------------------------------------------------------------ */

enum operation { OPERATION_VALUE, OPERATION_ASSIGN, OPERATION_COMMA, OPERATION_OTHER };

static void read_all(struct reader *r, const struct children *all, struct context as)
{
	for (size_t i = 0; i < all->count; i++)
		read_expression(r, all->items[i], as);
}

/* is_language: the operator is the language's, and not a function. */
static void read_operands(struct reader *r, enum operation op, const struct children *o,
                          bool is_language, unsigned premises, struct context as)
{
	struct context value = {USE_READ, premises};
	/* a reference to what was assigned to may go anywhere */
	struct context target = {as.use == USE_READ ? USE_CHANGE : USE_UNKNOWN, premises | as.premises};

	for (size_t i = 0; i < o->count; i++) {
		bool is_first = i == 0, is_last = i + 1 == o->count;

		if (!is_language || op == OPERATION_OTHER)
			read_expression(r, o->items[i], unknown);
		else if (op == OPERATION_ASSIGN && is_first)
			read_expression(r, o->items[i], target);
		else if (op == OPERATION_COMMA && is_last)
			read_expression(r, o->items[i], as);
		else
			read_expression(r, o->items[i], value);
	}
}

static enum operation binary_operation(enum CXBinaryOperatorKind kind)
{
	if (kind == CXBinaryOperator_Comma)
		return OPERATION_COMMA;
	if (kind >= CXBinaryOperator_Assign && kind <= CXBinaryOperator_OrAssign)
		return OPERATION_ASSIGN;
	return kind == CXBinaryOperator_Invalid || kind == CXBinaryOperator_PtrMemD ||
	                       kind == CXBinaryOperator_PtrMemI
	               ? OPERATION_OTHER
	               : OPERATION_VALUE;
}

static enum operation unary_operation(enum CXUnaryOperatorKind kind)
{
	switch (kind) {
	case CXUnaryOperator_PreInc:
	case CXUnaryOperator_PreDec:
	case CXUnaryOperator_PostInc:
	case CXUnaryOperator_PostDec:
		return OPERATION_ASSIGN;
	case CXUnaryOperator_Plus:
	case CXUnaryOperator_Minus:
	case CXUnaryOperator_Not:
	case CXUnaryOperator_LNot:
	case CXUnaryOperator_Deref: /* the pointer's value */
		return OPERATION_VALUE;
	default:
		return OPERATION_OTHER;
	}
}

/* "operator+=" of so many operands. */
static enum operation named_operation(const char *name, size_t n)
{
	static const char *const values[] = {"==", "!=", "<=", ">=", "<", ">", "+", "-", "/", "%", "^", "|",
	                                     "~", "!", "<<", ">>", "&&", "||"};
	static const char *const assignments[] = {"++", "--", "+=", "-=", "*=", "/=", "%=", "^=",
	                                          "&=", "|=", "<<=", ">>="};
	const char *op = name + strlen("operator");

	for (size_t i = 0; i < sizeof(values) / sizeof(*values); i++) {
		if (!strcmp(op, values[i]))
			return OPERATION_VALUE;
	}
	for (size_t i = 0; i < sizeof(assignments) / sizeof(*assignments); i++) {
		if (!strcmp(op, assignments[i]))
			return OPERATION_ASSIGN;
	}
	if (n == 2 && (!strcmp(op, "*") || !strcmp(op, "&")))
		return OPERATION_VALUE;
	return !strcmp(op, ",") ? OPERATION_COMMA : OPERATION_OTHER;
}

/* Whether operators on such operands are the language's. */
static bool are_operands_if(struct reader *r, const struct children *o, unsigned *premises)
{
	for (size_t i = 0; i < o->count; i++) {
		if (!is_array_or_pointer(clang_getCursorType(o->items[i])) &&
		    !is_number_if(r, o->items[i], premises))
			return false;
	}
	return true;
}

/* Of an operator that is not a call. */
static void read_operator(struct reader *r, CXCursor e, enum operation op, struct context as)
{
	struct children o = children_of(e);
	unsigned premises = 0;
	bool is_language = !is_dependent(clang_getCursorType(e)) || are_operands_if(r, &o, &premises);

	read_operands(r, op, &o, is_language, premises, as);
	free(o.items);
}

/* ---- Calls ---------------------------------------------------------------- */

/* Whether a function, or what it calls, does no more with a parameter that is a reference than take
 * its value. as: what its caller does with its result. */
static bool only_reads(struct reader *r, CXCursor function, unsigned at, struct context as)
{
	CXCursor definition = clang_getCursorDefinition(function);
	CXCursor parameter = clang_Cursor_getArgument(definition, at);
	char *name = take_string(clang_getCursorSpelling(parameter));
	unsigned start, end, declared;
	bool only = false;

	if (r->depth < MOST_DEPTH && cursor_range(r->l->clauses, definition, &start, &end) &&
	    cursor_offset(r->l->clauses, parameter, &declared)) {
		struct uses uses;
		size_t first = token_at(r->l->tokens, start), last = token_at(r->l->tokens, end);
		struct reader inner = {.l = r->l, .uses = &uses, .root = clang_getNullCursor(),
		                       .function = definition, .of_reference = as, .depth = r->depth + 1};

		read_function(&inner, first, last);
		only = !uses.has_unknown;
		for (size_t i = first; i < last && *name; i++)
			only &= !is(r->l, i, name) || token(r->l, i)->offset == declared ||
			        mention_at(&uses, i).use == USE_READ;
		uses_finish(&uses);
	}
	free(name);
	return only;
}

/* What a function may do at most with what is passed to it by reference. Where the address can go nowhere,
 * that ends with the call: objects have no pointers in them (2.3.1), but what a lambda captures. */
static struct context at_most(CXCursor callee)
{
	CXType result = clang_getCursorResultType(callee);
	bool may_keep = !is_number(result) && clang_getCanonicalType(result).kind != CXType_Void;

	for (int i = 0; i < clang_Cursor_getNumArguments(callee); i++) {
		CXType type = clang_getArgType(clang_getCursorType(callee), (unsigned)i);

		may_keep |= is_reference(type) && plain(type).kind == CXType_Pointer;
	}
	return may_keep && !is_amp_library(callee) ? unknown : changes_now;
}

/* What a call does with the argument of a parameter. */
static struct context passed_to(struct reader *r, CXCursor callee, unsigned at, struct context as)
{
	CXType type = clang_getCanonicalType(clang_getArgType(clang_getCursorType(callee), at));
	bool is_constant = clang_isConstQualifiedType(clang_getPointeeType(type));
	unsigned offset;

	if (!is_reference(type))
		return is_dependent(type) ? unknown : reads;
	/* functions of other libraries change nothing through a reference to what is const */
	if (!cursor_offset(r->l->clauses, callee, &offset))
		return is_constant && at_most(callee).use == USE_CHANGE ? reads : at_most(callee);
	return is_scalar(type) && only_reads(r, callee, at, as) ? reads : at_most(callee);
}

/* What a member function does with its object. */
static struct context passed_object(CXCursor callee)
{
	enum library_entity class = library_entity(clang_getCursorSemanticParent(callee));

	/* elements are not in a container */
	return is_amp_library(callee) && (clang_CXXMethod_isConst(callee) || is_container(class)) &&
	                       !is_named(callee, "operator=")
	               ? reads
	               : at_most(callee);
}

/* Whether the first argument of a call is the object that a member function is called for. */
static bool has_object_argument(CXCursor call, CXCursor callee)
{
	return clang_getCursorKind(callee) == CXCursor_CXXMethod && !clang_CXXMethod_isStatic(callee) &&
	       clang_getCursorKind(first_child(call)) != CXCursor_MemberRefExpr;
}

/* The position of a child of a call among its arguments; n: it is none of them. libclang gives an
 * argument in the initializer of a variable another cursor than the child. */
static int argument_position(CXCursor call, CXCursor child, int n)
{
	for (int i = 0; i < n; i++) {
		if (is_same_expression(clang_Cursor_getArgument(call, (unsigned)i), child))
			return i;
	}
	return n;
}

/* A call of a function that is known. */
static void read_known_call(struct reader *r, CXCursor e, CXCursor callee, struct context as)
{
	struct children all = children_of(e);
	int n = clang_Cursor_getNumArguments(e), n_parameters = clang_Cursor_getNumArguments(callee);
	int object = has_object_argument(e, callee) ? 1 : 0;

	for (size_t i = 0; i < all.count; i++) {
		CXCursor c = all.items[i];
		int at = argument_position(e, c, n);

		if (!clang_isExpression(clang_getCursorKind(c)))
			continue;
		if (at < object || (at == n && clang_getCursorKind(c) == CXCursor_MemberRefExpr))
			read_expression(r, c, passed_object(callee));
		else if (at == n) /* the function */
			read_expression(r, c, unknown);
		else if (at - object < n_parameters)
			read_expression(r, c, passed_to(r, callee, (unsigned)(at - object), as));
		else /* behind the ... */
			read_expression(r, c, is_scalar(clang_getCursorType(c)) ? reads : unknown);
	}
	free(all.items);
}

/* Whether all functions that a name in a template can mean take their parameters by value, and
 * template arguments that are not written. */
static bool all_take_values(CXCursor name, size_t n)
{
	CXCursor all = clang_getCursorReferenced(name);
	struct children parts = children_of(name);
	bool yes = clang_getCursorKind(all) == CXCursor_OverloadedDeclRef;

	for (size_t i = 0; i < parts.count; i++)
		yes &= clang_getCursorKind(parts.items[i]) == CXCursor_OverloadedDeclRef ||
		       clang_getCursorKind(parts.items[i]) == CXCursor_NamespaceRef;
	free(parts.items);
	for (unsigned i = 0; yes && i < clang_getNumOverloadedDecls(all); i++) {
		struct children p = children_of(clang_getOverloadedDecl(all, i));
		size_t count = 0;

		for (size_t k = 0; k < p.count; k++) {
			if (clang_getCursorKind(p.items[k]) != CXCursor_ParmDecl)
				continue;
			count++;
			yes &= !is_reference(clang_getCursorType(p.items[k]));
		}
		yes &= count >= n;
		free(p.items);
	}
	return yes;
}

/* A call in a template that is not resolved yet. o: what is called, and the arguments. */
static void read_unknown_call(struct reader *r, CXCursor e, const struct children *o)
{
	CXCursor called = o->items[0];
	const struct children arguments = {o->items + 1, o->count - 1};
	enum library_entity object = clang_getCursorKind(called) == CXCursor_MemberRefExpr
	                                     ? object_class(last_expression(called))
	                                     : object_class(called);
	struct context value = {USE_READ, 0};
	unsigned premises = 0;

	if (is_container(object) || object == LIBRARY_TILED_INDEX || object == LIBRARY_TILE_BARRIER) {
		/* members of the library's that change no argument */
		read_expression(r, called, reads);
		read_all(r, &arguments, reads);
		return;
	}
	bool by_value = clang_getCursorKind(called) == CXCursor_TypeRef
	                        ? is_number_type_if(r, clang_getCursorType(e), e, &premises)
	                        : all_take_values(called, arguments.count);

	if (by_value && are_numbers_if(r, arguments.items, arguments.count, &premises))
		value.premises = premises;
	else
		value = unknown;
	read_expression(r, called, unknown);
	read_all(r, &arguments, value);
}

static void read_call(struct reader *r, CXCursor e, struct context as)
{
	CXCursor callee = clang_getCursorReferenced(e);
	struct children o = {0};
	unsigned premises = 0;

	if (is_function(clang_getCursorKind(callee)) &&
	    clang_getCursorKind(callee) != CXCursor_FunctionTemplate) {
		read_known_call(r, e, callee, as);
		return;
	}
	char *operator= operator_of(e, &o);

	if (operator) {
		bool is_language = are_operands_if(r, &o, &premises);

		read_operands(r, named_operation(operator, o.count), &o, is_language, premises, as);
	} else if (r->l->unit->request->language == LANGUAGE_C) {
		read_all(r, &o, reads); /* C has no references */
	} else if (o.count) {
		read_unknown_call(r, e, &o);
	}
	free(operator);
	free(o.items);
}

/* ---- Expressions ---------------------------------------------------------- */

static enum CXChildVisitResult find_temporary(CXCursor c, CXCursor parent, CXClientData data)
{
	enum CXCursorKind kind = clang_getCursorKind(c);

	(void)parent;
	*(bool *)data |= kind == CXCursor_CallExpr || kind == CXCursor_InitListExpr ||
	                 kind == CXCursor_CXXFunctionalCastExpr || kind == CXCursor_LambdaExpr ||
	                 kind == CXCursor_CompoundLiteralExpr;
	return *(bool *)data ? CXChildVisit_Break : CXChildVisit_Recurse;
}

/* Whether an expression is a pointer, of which only the value matters to what it points to. libclang gives
 * parameters that are written as arrays the type of one. */
static bool is_pointer_value(CXCursor e)
{
	CXCursor d = clang_getCursorReferenced(strip(e));

	return plain(clang_getCursorType(e)).kind == CXType_Pointer ||
	       (is_array_type(clang_getCursorType(e)) && clang_getCursorKind(d) == CXCursor_ParmDecl &&
	        !is_reference(clang_getCursorType(d)));
}

/* Of an expression that nobody writes: an object's value is taken, or converted. libclang shows the end of
 * temporary objects in the same way, and that a reference adds a qualifier; (a, b) in a template has no type. */
static struct context through(CXCursor e, CXCursor operand, struct context as)
{
	CXType to = clang_getCanonicalType(clang_getCursorType(e));
	CXType from = clang_getCanonicalType(clang_getCursorType(operand));
	bool has_temporary = false;

	if (is_dependent(to))
		return unknown;
	if (is_pointer_value(operand))
		return reads;
	if (!is_scalar(to))
		return as;
	if (!clang_equalTypes(plain(to), plain(from)))
		return reads; /* converted, also an array to a pointer */
	find_temporary(operand, e, &has_temporary);
	clang_visitChildren(operand, find_temporary, &has_temporary);
	return has_temporary || !clang_equalTypes(to, plain(to)) ? as : reads;
}

/* {a, b} */
static void read_list(struct reader *r, CXCursor e, struct context as)
{
	CXType type = plain(clang_getCursorType(e));
	struct children all = children_of(e);
	struct context element = unknown;
	bool is_array = is_array_type(type);

	while (is_array_type(type))
		type = plain(clang_getArrayElementType(type));
	if (!is_array && (is_scalar(type) || type.kind == CXType_Void))
		element = as; /* int &r{k}; in a template what it initializes tells the type */
	else if (is_scalar(type) || clang_isPODType(type)) /* which have no references for members */
		element = reads;
	read_all(r, &all, element);
	free(all.items);
}

static void read_member(struct reader *r, CXCursor e, struct context as)
{
	CXCursor field = clang_getCursorReferenced(e), base = last_expression(e);
	bool is_field = clang_getCursorKind(field) == CXCursor_FieldDecl;
	CXType type = clang_getCursorType(base);
	struct context object = unknown;

	note(r, e, as, is_field && !clang_CXXField_isMutable(field) && is_number(plain(clang_getCursorType(field))));
	if (clang_Cursor_isNull(base))
		return;
	if (plain(type).kind == CXType_Pointer || object_class(base) ||
	    (is_field && is_reference(clang_getCursorType(field))))
		object = reads; /* a pointer's or a reference's value; constant members of the library's */
	if ((is_field && !is_reference(clang_getCursorType(field)) && plain(type).kind != CXType_Pointer) ||
	    is_function(clang_getCursorKind(field)))
		object = as;
	read_expression(r, base, object);
}

static void read_subscript(struct reader *r, CXCursor e, struct context as)
{
	struct children o = children_of(e);
	CXCursor base = o.count == 2 ? o.items[0] : clang_getNullCursor(), array;
	struct context index = unknown, object = unknown;
	unsigned premises = 0;

	if (object_class(base)) {
		index = object = reads;
	} else if (!is_dependent(clang_getCursorType(e)) || is_array_or_pointer(clang_getCursorType(base)) ||
	           is_array_or_pointer(array_part(r, base, &array, &premises))) {
		/* a part of the array */
		object = is_pointer_value(base) ? reads : as;
		if (o.count == 2 && is_number_if(r, o.items[1], &premises))
			index = (struct context){USE_READ, premises};
	}
	for (size_t i = 0; i < o.count; i++)
		read_expression(r, o.items[i], i ? index : object);
	free(o.items);
}

/* A name: of a variable, a constant or a function. */
static void read_name(struct reader *r, CXCursor e, struct context as)
{
	CXCursor d = clang_getCursorReferenced(e);
	enum CXCursorKind kind = clang_getCursorKind(d);
	bool is_value = kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl ||
	                kind == CXCursor_EnumConstantDecl || kind == CXCursor_NonTypeTemplateParameter ||
	                clang_isInvalid(kind) /* what was put in for a parameter */ || is_variable(d);
	struct children parts = children_of(e);

	note(r, e, as, is_value && is_number(plain(clang_getCursorType(e))));
	read_all(r, &parts, reads); /* template arguments */
	free(parts.items);
}

static void read_type(struct reader *r, CXCursor reference)
{
	struct context as = reads;
	CXCursor type = clang_getCursorReferenced(reference);
	bool is_parameter = clang_getCursorKind(type) == CXCursor_TemplateTypeParameter;
	bool found = is_number(plain(clang_getCursorType(type)));

	if (!found && is_parameter)
		found = is_around_kernel(r, type) && add_premise(r, type, &as.premises);
	note(r, reference, found ? as : unknown, found);
}

static void read_cast(struct reader *r, CXCursor e)
{
	struct children parts = children_of(e);
	unsigned premises = 0;
	bool is_value = is_dependent(clang_getCursorType(e)) &&
	                is_number_type_if(r, clang_getCursorType(e), e, &premises) &&
	                is_number_if(r, last_expression(e), &premises);

	/* where the types are known, that a value is taken is an expression of its own: all else is
	 * a reference */
	read_all(r, &parts, is_value ? (struct context){USE_READ, premises} : unknown);
	free(parts.items);
}

static void read_conditional(struct reader *r, CXCursor e, struct context as)
{
	struct children o = children_of(e);

	for (size_t i = 0; i < o.count; i++) {
		unsigned premises = 0;
		bool is_condition = i == 0 && is_number_if(r, o.items[0], &premises);

		read_expression(r, o.items[i],
		                is_condition ? (struct context){USE_READ, premises} : i ? as : unknown);
	}
	free(o.items);
}

static void read_lambda(struct reader *r, CXCursor e)
{
	struct children parts = children_of(e);
	CXType result = r->result;

	r->result = (CXType){.kind = CXType_Invalid};
	for (size_t i = 0; i < parts.count; i++) {
		if (clang_isStatement(clang_getCursorKind(parts.items[i])))
			read_statement(r, parts.items[i]);
		else
			read_expression(r, parts.items[i], unknown);
	}
	r->result = result;
	free(parts.items);
}

static void read_expression(struct reader *r, CXCursor e, struct context as)
{
	struct children all;

	switch (clang_getCursorKind(e)) {
	case CXCursor_DeclRefExpr:
		read_name(r, e, as);
		return;
	case CXCursor_TypeRef:
		read_type(r, e);
		return;
	case CXCursor_VariableRef: /* a capture */
	case CXCursor_MemberRef:
		note(r, e, unknown, false);
		return;
	case CXCursor_MemberRefExpr:
		read_member(r, e, as);
		return;
	case CXCursor_ArraySubscriptExpr:
		read_subscript(r, e, as);
		return;
	case CXCursor_UnaryOperator:
		read_operator(r, e, unary_operation(clang_getCursorUnaryOperatorKind(e)), as);
		return;
	case CXCursor_BinaryOperator:
	case CXCursor_CompoundAssignOperator:
		read_operator(r, e, binary_operation(clang_getCursorBinaryOperatorKind(e)), as);
		return;
	case CXCursor_ConditionalOperator:
		read_conditional(r, e, as);
		return;
	case CXCursor_CallExpr:
		read_call(r, e, as);
		return;
	case CXCursor_InitListExpr:
		read_list(r, e, as);
		return;
	case CXCursor_CStyleCastExpr:
	case CXCursor_CXXStaticCastExpr:
	case CXCursor_CXXFunctionalCastExpr:
		read_cast(r, e);
		return;
	case CXCursor_LambdaExpr:
		read_lambda(r, e);
		return;
	case CXCursor_StmtExpr:
	case CXCursor_BlockExpr:
	case CXCursor_AddrLabelExpr:
		r->uses->has_unknown = true;
		return;
	default:
		break;
	}
	enum CXCursorKind kind = clang_getCursorKind(e);
	bool is_unevaluated = r->is_unevaluated;

	r->is_unevaluated |= kind == CXCursor_UnaryExpr; /* sizeof and its like */
	all = children_of(e);
	for (size_t i = 0; i < all.count; i++) {
		struct context inner = unknown;

		if (kind == CXCursor_UnexposedExpr)
			inner = all.count == 1 ? through(e, all.items[i], as) : unknown;
		else if (kind == CXCursor_ParenExpr || kind == CXCursor_CompoundLiteralExpr ||
		         (kind == CXCursor_GenericSelectionExpr && i > 0))
			inner = as;
		else if (kind == CXCursor_GenericSelectionExpr) /* what it selects by is not evaluated */
			inner = reads;
		read_expression(r, all.items[i], inner);
	}
	r->is_unevaluated = is_unevaluated;
	free(all.items);
}

/* ---- Statements ----------------------------------------------------------- */

/* What initializes a variable, an array's bounds among it. */
static void read_initializer(struct reader *r, CXCursor variable, CXCursor e)
{
	CXType type = clang_getCursorType(variable);
	struct context as = unknown;
	unsigned premises = 0;

	if (is_reference(type)) {
		;
	} else if (is_scalar(type)) {
		as = reads;
	} else if (is_dependent(type) && is_number_if(r, e, &premises) &&
	           (clang_getCanonicalType(type).kind == CXType_Auto ||
	            is_number_type_if(r, type, variable, &premises))) {
		as = (struct context){USE_READ, premises};
	}
	read_expression(r, e, as);
}

static void read_declaration(struct reader *r, CXCursor d)
{
	struct children parts = children_of(d);
	bool is_list = clang_getCursorKind(d) == CXCursor_UnexposedDecl;

	if (clang_getCursorKind(d) == CXCursor_VarDecl || is_list) {
		note(r, d, (struct context){USE_CHANGE, 0}, false);
		for (size_t i = 0; i < parts.count; i++) {
			if (clang_getCursorKind(parts.items[i]) == CXCursor_UnexposedDecl)
				read_declaration(r, parts.items[i]);
			else if (clang_isExpression(clang_getCursorKind(parts.items[i])))
				read_initializer(r, d, parts.items[i]);
		}
	}
	free(parts.items);
}

static void read_return(struct reader *r, CXCursor s)
{
	CXCursor e = last_expression(s);
	struct context as = unknown;
	unsigned premises = 0;

	if (clang_Cursor_isNull(e))
		return;
	if (is_reference(r->result))
		as = r->of_reference;
	else if (is_scalar(r->result))
		as = reads;
	else if (r->result.kind != CXType_Invalid && is_dependent(r->result) && is_number_if(r, e, &premises) &&
	         is_number_type_if(r, r->result, r->function, &premises))
		as = (struct context){USE_READ, premises};
	read_expression(r, e, as);
}

static bool is_understood(enum CXCursorKind statement)
{
	return statement == CXCursor_CompoundStmt || statement == CXCursor_IfStmt ||
	       statement == CXCursor_ForStmt || statement == CXCursor_WhileStmt ||
	       statement == CXCursor_DoStmt || statement == CXCursor_SwitchStmt ||
	       statement == CXCursor_CaseStmt || statement == CXCursor_DefaultStmt ||
	       statement == CXCursor_BreakStmt || statement == CXCursor_ContinueStmt ||
	       statement == CXCursor_NullStmt || statement == CXCursor_CXXForRangeStmt ||
	       statement == CXCursor_UnexposedStmt /* with attributes */;
}

/* An expression in a statement: its value is dropped, or a condition. */
static struct context context_in(struct reader *r, enum CXCursorKind statement, CXCursor e)
{
	unsigned premises = 0;

	if (statement == CXCursor_CXXForRangeStmt)
		return unknown;
	if (statement == CXCursor_CompoundStmt || !is_dependent(clang_getCursorType(e)))
		return reads;
	return is_number_if(r, e, &premises) ? (struct context){USE_READ, premises} : unknown;
}

static void read_statement(struct reader *r, CXCursor s)
{
	enum CXCursorKind kind = clang_getCursorKind(s);
	struct children parts = children_of(s);

	if (kind == CXCursor_ReturnStmt) {
		read_return(r, s);
	} else {
		r->uses->has_unknown |= kind != CXCursor_DeclStmt && !is_understood(kind);
		for (size_t i = 0; i < parts.count; i++) {
			CXCursor c = parts.items[i];
			enum CXCursorKind of = clang_getCursorKind(c);

			if (clang_isDeclaration(of))
				read_declaration(r, c);
			else if (clang_isStatement(of))
				read_statement(r, c);
			else if (clang_isExpression(of))
				read_expression(r, c, context_in(r, kind, c));
		}
	}
	free(parts.items);
}

/* All of a function but its head: its body, and in a constructor what initializes members. */
static void read_function(struct reader *r, size_t first, size_t last)
{
	struct children parts = children_of(r->function);
	size_t size = (last - first + 1) * sizeof(*r->uses->mentions);

	*r->uses = (struct uses){.first = first, .last = last, .mentions = xmalloc(size)};
	memset(r->uses->mentions, 0, size);
	r->result = clang_getCursorResultType(r->function);
	for (size_t i = 0; i < parts.count; i++) {
		enum CXCursorKind kind = clang_getCursorKind(parts.items[i]);

		if (clang_isStatement(kind))
			read_statement(r, parts.items[i]);
		else if (clang_isExpression(kind))
			read_expression(r, parts.items[i], unknown);
	}
	free(parts.items);
}

void uses_init(struct uses *u, const struct lowering *l, CXCursor function, CXCursor root,
               size_t first, size_t last)
{
	struct reader r = {.l = l, .uses = u, .root = root, .function = function, .of_reference = unknown};

	read_function(&r, first, last);
}

void uses_finish(struct uses *u)
{
	free(u->mentions);
	strings_finish(&u->premises);
	*u = (struct uses){0};
}
