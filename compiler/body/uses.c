/* How a body uses the objects that it names.
 *
 * A use is understood where a name is an operand of a built-in operator, which reads the value or assigns to
 * it. Any other use may bind a reference or take the address, and so may modify the object at any later time:
 * a form that is not listed here is unknown, and so is a name without a node in the tree. */
#include "body/numbers.h"

#include "ast/library.h"

#include <string.h>

enum { MOST_DEPTH = 4 };

/* How the object that an expression denotes is used, and on which premises. */
struct use {
	unsigned what; /* USE_… */
	unsigned premises;
};

static const struct use dropped = {0, 0}, reads = {USE_READ, 0},
                        changes = {USE_READ | USE_WRITTEN, 0}, unknown = {USE_UNKNOWN, 0};

struct use_analysis {
	struct uses *uses;
	struct use of_reference; /* how the caller uses a reference that the function returns */
	unsigned depth;          /* of calls */
};

static struct use use_of(struct use_analysis *r, const struct tree *t);

/* The use in a place that takes the value of an expression, if that is a number. */
static struct use use_as_number(struct use_analysis *r, const struct tree *t)
{
	struct use value = reads;

	return is_number_if(r->uses, t, &value.premises) ? value : unknown;
}

/* ---- Operators ------------------------------------------------------------ */

/* Whether an operator reads the values of all of its operands. */
static bool takes_values(const struct tree *t)
{
	if (t->kind == TREE_BINARY)
		return t->binary != CXBinaryOperator_Invalid &&
		       t->binary != CXBinaryOperator_PtrMemD &&
		       t->binary != CXBinaryOperator_PtrMemI;
	return t->unary == CXUnaryOperator_Plus || t->unary == CXUnaryOperator_Minus ||
	       t->unary == CXUnaryOperator_Not || t->unary == CXUnaryOperator_LNot ||
	       t->unary == CXUnaryOperator_Deref; /* of the pointer */
}

/* Whether an operator on these operands is built-in. */
static bool are_operands_if(struct use_analysis *r, const struct tree *t, unsigned *premises)
{
	for (const struct tree *c = t->children; c; c = c->next) {
		if (c->role == ROLE_OPERAND && !is_array_or_pointer(tree_type(c)) &&
		    !is_number_if(r->uses, c, premises))
			return false;
	}
	return true;
}

static struct use use_in_operator(struct use_analysis *r, const struct tree *t, const struct tree *p)
{
	bool is_first = t == tree_operand(p), is_assignment = tree_assigns(p);
	bool is_comma = p->kind == TREE_BINARY && p->binary == CXBinaryOperator_Comma;
	unsigned premises = 0;

	if ((p->is_open && !are_operands_if(r, p, &premises)) ||
	    (!is_assignment && !takes_values(p)))
		return unknown;
	if (is_comma && !is_first)
		return use_of(r, p);
	if (!is_assignment || !is_first)
		return (struct use){is_comma ? 0 : USE_READ, premises};
	struct use as = use_of(r, p);
	bool is_plain = p->kind == TREE_BINARY && p->binary == CXBinaryOperator_Assign;

	/* a reference to the assigned object may escape */
	if (as.what & ~(unsigned)USE_READ)
		as = unknown;
	as.what |= is_plain ? USE_WRITTEN : USE_READ | USE_WRITTEN;
	as.premises |= premises;
	return as;
}

/* Whether an expression is in the operand of sizeof or another unevaluated operand. */
static bool is_unevaluated(const struct tree *t)
{
	for (; t->parent; t = t->parent) {
		if (t->parent->kind == TREE_UNEVALUATED ||
		    (t->parent->kind == TREE_SELECTION && t->role == ROLE_CONDITION))
			return true;
	}
	return false;
}

/* ---- Calls ---------------------------------------------------------------- */

/* Whether a function, directly or in functions that it calls, only reads a parameter that is a reference. as:
 * how the caller uses the function's result. */
static bool only_reads(struct use_analysis *r, CXCursor function, unsigned at, struct use as)
{
	const struct body *b = r->depth < MOST_DEPTH ? called_tree(r->uses->unit->bodies, function) : NULL;
	bool only = true;

	if (!b || !is_structured(b))
		return false;
	CXCursor parameter = clang_Cursor_getArgument(b->function, at);
	const char *name = cursor_spelling(parameter);
	struct uses uses = {0};

	uses_init(&uses, r->uses->unit, b, clang_getNullCursor());
	struct use_analysis inner = {&uses, as, r->depth + 1};

	for (const struct tree *t = b->root; t && only; t = tree_next(t, b->root)) {
		if (t->kind == TREE_UNKNOWN)
			only = !tree_hides(r->uses->unit, b, t, name);
		else if (clang_equalCursors(t->declaration, parameter))
			only = is_unevaluated(t) || !(use_of(&inner, t).what & ~(unsigned)USE_READ);
	}
	return only;
}

/* Whether an expression in a template initializes a pointer that may lead into the object which it denotes:
 * by array decay or a conversion function. */
static bool may_become_pointer(const struct tree *t, CXType to)
{
	return is_pointer(plain_type(to)) && is_dependent_type(tree_type(t)) &&
	       !is_array_or_pointer(tree_type(t));
}

/* Returns the most that a function may do with what is passed by reference. Unless an address can leave
 * through its result or a pointer passed by reference, no reference outlives the call: objects contain no
 * pointers (C++ AMP 2.3.1), except for lambdas' captures. */
static struct use at_most(CXCursor callee)
{
	CXType result = clang_getCursorResultType(callee);
	bool may_keep = !is_number(result) && clang_getCanonicalType(result).kind != CXType_Void;

	for (int i = 0; i < clang_Cursor_getNumArguments(callee); i++) {
		CXType type = clang_getArgType(clang_getCursorType(callee), (unsigned)i);

		may_keep |= is_reference(type) && is_pointer(plain_type(type));
	}
	return may_keep && !is_amp_library(callee) ? unknown : changes;
}

/* Returns how a call uses the argument of a parameter. */
static struct use passed_to(struct use_analysis *r, CXCursor callee, const struct tree *argument)
{
	CXType type = clang_getCanonicalType(
	    clang_getArgType(clang_getCursorType(callee), argument->position));
	bool is_constant = clang_isConstQualifiedType(clang_getPointeeType(type));
	unsigned offset;

	if (!is_reference(type))
		return is_dependent_type(type) || may_become_pointer(argument, type) ? unknown : reads;
	/* functions of other libraries do not modify what they get as reference to const */
	if (!cursor_offset(r->uses->unit->clauses, callee, &offset))
		return is_constant && !(at_most(callee).what & USE_ESCAPES) ? reads
		                                                            : at_most(callee);
	return is_scalar(type) &&
	               only_reads(r, callee, argument->position, use_of(r, argument->parent))
	           ? reads
	           : at_most(callee);
}

/* Returns how a call of a member function uses the object. */
static struct use passed_object(struct use_analysis *r, const struct tree *call)
{
	CXCursor callee = call->declaration;
	enum library_entity class = library_entity(clang_getCursorSemanticParent(callee));

	if (library_entity(callee) == LIBRARY_COMPONENT && is_reference(clang_getCursorResultType(callee)))
		return use_of(r, call);
	/* elements are not in the container object */
	return is_amp_library(callee) && (clang_CXXMethod_isConst(callee) || is_container(class)) &&
	               !is_named(callee, "operator=")
	           ? reads
	           : at_most(callee);
}

/* The use as a part of a call of a resolved function. */
static struct use use_in_known_call(struct use_analysis *r, const struct tree *t,
                                    const struct tree *call)
{
	CXCursor callee = call->declaration;

	if (t->role == ROLE_OBJECT || (t->role == ROLE_CALLEE && t->kind == TREE_MEMBER))
		return passed_object(r, call);
	if (t->role != ROLE_ARGUMENT)
		return unknown;
	if ((int)t->position < clang_Cursor_getNumArguments(callee))
		return passed_to(r, callee, t);
	return is_scalar(tree_type(t)) ? reads : unknown; /* passed to an ellipsis */
}

static size_t count_parameters(CXCursor function, bool *has_reference)
{
	size_t n = 0;

	for (struct walk w = walk_kind(walk_children(function), CXCursor_ParmDecl); walk_next(&w);) {
		n++;
		*has_reference |= is_reference(clang_getCursorType(w.cursor));
	}
	return n;
}

/* Whether all functions that a callee in a template may resolve to take their parameters by value, with
 * deduced template arguments only. */
static bool all_take_values(const struct tree *callee, const struct tree *last_argument)
{
	CXCursor all = callee->declaration;
	size_t n = last_argument ? last_argument->position + 1 : 0;
	bool yes = all.kind == CXCursor_OverloadedDeclRef, has_reference = false;

	for (struct walk w = walk_children(callee->cursor); walk_next(&w);)
		yes &= w.cursor.kind == CXCursor_OverloadedDeclRef ||
		       w.cursor.kind == CXCursor_NamespaceRef;
	for (unsigned i = 0; yes && i < clang_getNumOverloadedDecls(all); i++)
		yes = count_parameters(clang_getOverloadedDecl(all, i), &has_reference) >= n &&
		      !has_reference;
	return yes;
}

/* The use as a part of an unresolved call in a template. */
static struct use use_in_open_call(struct use_analysis *r, const struct tree *t, const struct tree *p)
{
	const struct tree *callee = p->children, *last = NULL;
	const struct tree *of =
	    callee->kind == TREE_MEMBER ? tree_part(callee, ROLE_OBJECT) : callee;
	enum library_entity object = of ? object_class(of) : LIBRARY_NONE;
	struct use value = reads;

	if (is_container(object) || object == LIBRARY_TILED_INDEX || object == LIBRARY_TILE_BARRIER)
		return reads; /* the library's members do not modify arguments */
	for (const struct tree *c = p->children; c; c = c->next)
		last = c->role == ROLE_ARGUMENT ? c : last;
	return t->role == ROLE_ARGUMENT && all_take_values(callee, last) &&
	               are_numbers_if(r->uses, p, ROLE_ARGUMENT, &value.premises)
	           ? value
	           : unknown;
}

static struct use use_in_call(struct use_analysis *r, const struct tree *t, const struct tree *p)
{
	enum CXCursorKind kind = p->declaration.kind;

	if (is_function(kind) && kind != CXCursor_FunctionTemplate)
		return use_in_known_call(r, t, p);
	if (unit_is_c(r->uses->unit))
		return reads; /* C has no references */
	return use_in_open_call(r, t, p);
}

static struct use use_in_construction(struct use_analysis *r, const struct tree *t,
                                      const struct tree *p)
{
	if (t->role != ROLE_ARGUMENT)
		return unknown;
	return clang_Cursor_isNull(p->declaration) ? use_as_number(r, p) : use_in_known_call(r, t, p);
}

/* ---- Expressions ---------------------------------------------------------- */

/* Whether an expression is a pointer, so that reading its value does not use the object that it points to.
 * libclang gives a parameter declared as an array an array type. */
static bool is_pointer_value(const struct tree *t)
{
	CXCursor d = tree_strip(t)->declaration;

	return is_pointer(plain_type(tree_type(t))) ||
	       (is_array_type(tree_type(t)) && d.kind == CXCursor_ParmDecl &&
	        !is_reference(clang_getCursorType(d)));
}

static struct use use_in_conversion(struct use_analysis *r, const struct tree *t, const struct tree *p)
{
	if (p->conversion == CONVERSION_UNKNOWN)
		return unknown;
	return p->conversion == CONVERSION_VALUE || is_pointer_value(t) ? reads : use_of(r, p);
}

/* Whether an expression is an array member of another object. Its decay leads into that object; of the
 * elements of an array variable nothing is said (uses.h). */
static bool is_array_part(const struct tree *t)
{
	const struct tree *array = tree_strip(t);

	return array->kind == TREE_MEMBER && is_array_type(tree_type(array));
}

/* The use of an array member, or of the pointer to its first element: s.a, s.a[i], *s.a. */
static struct use use_of_array_part(struct use_analysis *r, const struct tree *t, const struct tree *p)
{
	switch (p->kind) {
	case TREE_PARENTHESES:
	case TREE_CONVERSION:
		return use_of(r, p);
	case TREE_EXPRESSION:
		return dropped;
	case TREE_SUBSCRIPT:
		return t->role == ROLE_OBJECT ? use_of(r, p) : unknown;
	case TREE_UNARY:
		return p->unary == CXUnaryOperator_Deref ? use_of(r, p) : unknown;
	default:
		return unknown;
	}
}

/* The use as an element of {a, b}. */
static struct use use_in_list(struct use_analysis *r, const struct tree *p)
{
	CXType type = plain_type(tree_type(p));
	bool is_array = is_array_type(type);

	type = plain_type(element_type(type));
	if (!is_array && (is_scalar(type) || type.kind == CXType_Void))
		return use_of(r,
		              p); /* int &r{k}; in a template what it initializes tells the type */
	/* these have no references for members */
	return is_scalar(type) || clang_isPODType(type) ? reads : unknown;
}

/* The use as the object of a member access. */
static struct use use_in_member(struct use_analysis *r, const struct tree *t, const struct tree *p)
{
	CXCursor member = p->declaration;
	bool points = is_pointer(plain_type(tree_type(t)));
	bool is_field = member.kind == CXCursor_FieldDecl;
	bool refers = is_field && is_reference(clang_getCursorType(member));

	if ((is_field && !refers && !points) || is_function(member.kind))
		return use_of(r, p);
	/* a pointer's or a reference's value; constant members of the library's */
	return points || refers || object_class(t) ? reads : unknown;
}

static struct use use_in_subscript(struct use_analysis *r, const struct tree *t, const struct tree *p)
{
	const struct tree *object = tree_part(p, ROLE_OBJECT);
	struct use index = reads;
	CXCursor array;
	unsigned premises = 0;

	if (!object)
		return unknown;
	if (object_class(object))
		return reads;
	if (is_dependent_type(tree_type(p)) && !is_array_or_pointer(tree_type(object)) &&
	    !is_array_or_pointer(array_part(r->uses, object, &array, &premises)))
		return unknown;
	index.premises = premises;
	if (t->role == ROLE_OPERAND)
		return is_number_if(r->uses, t, &index.premises) ? index : unknown;
	return is_pointer_value(t) ? reads : use_of(r, p); /* a part of the array */
}

static struct use use_in_cast(struct use_analysis *r, const struct tree *p)
{
	if (clang_getCanonicalType(tree_type(p)).kind == CXType_Void)
		return dropped;
	/* where the types are known, that a value is taken is an expression of its own: all else is
	 * a reference */
	return is_dependent_type(tree_type(p)) ? use_as_number(r, p) : unknown;
}

/* The use as a condition or as the value of a case. */
static struct use use_as_condition(struct use_analysis *r, const struct tree *t)
{
	return is_dependent_type(tree_type(t)) ? use_as_number(r, t) : reads;
}

/* ---- Statements ----------------------------------------------------------- */

/* The use as initializer of an object of a type: a variable or a function's result. named_in: the cursor that
 * names the type. */
static struct use use_as_initializer(struct use_analysis *r, const struct tree *t, CXType type,
                                     CXCursor named_in)
{
	struct use value = reads;

	if (is_scalar(type) && !is_reference(type))
		return may_become_pointer(t, type) ? unknown : reads;
	return is_dependent_type(type) && !is_reference(type) &&
	               is_number_if(r->uses, t, &value.premises) &&
	               (clang_getCanonicalType(type).kind == CXType_Auto ||
	                is_number_type_if(r->uses, type, named_in, &value.premises))
	           ? value
	           : unknown;
}

/* The use as the operand of a return. */
static struct use use_in_return(struct use_analysis *r, const struct tree *t, const struct tree *p)
{
	CXCursor function = r->uses->body->function;
	CXType type = clang_getCursorResultType(function);

	for (const struct tree *around = p; around; around = around->parent) {
		if (around->kind == TREE_LAMBDA)
			return unknown;
	}
	if (is_reference(type))
		return r->of_reference;
	return clang_getCanonicalType(type).kind == CXType_Auto
	           ? unknown
	           : use_as_initializer(r, t, type, function);
}

/* Returns how the object that an expression denotes is used by the expression's parent. */
static struct use use_in_parent(struct use_analysis *r, const struct tree *t, const struct tree *p)
{
	if (is_array_part(t))
		return use_of_array_part(r, t, p);
	switch (p->kind) {
	case TREE_PARENTHESES:
	case TREE_COMPOUND_LITERAL:
	case TREE_SELECTION:
	case TREE_DESIGNATION:
		return use_of(r, p);
	case TREE_CONVERSION:
		return use_in_conversion(r, t, p);
	case TREE_NAME: /* an argument of a template */
		return reads;
	case TREE_MEMBER:
		return t->role == ROLE_OBJECT ? use_in_member(r, t, p) : reads;
	case TREE_SUBSCRIPT:
		return use_in_subscript(r, t, p);
	case TREE_UNARY:
	case TREE_BINARY:
		return use_in_operator(r, t, p);
	case TREE_CONDITIONAL:
		return t->role == ROLE_CONDITION ? use_as_condition(r, t) : use_of(r, p);
	case TREE_CALL:
		return use_in_call(r, t, p);
	case TREE_CONSTRUCTION:
		return use_in_construction(r, t, p);
	case TREE_LIST:
		return use_in_list(r, p);
	case TREE_CAST:
		return use_in_cast(r, p);
	case TREE_VARIABLE:
		return use_as_initializer(r, t, clang_getCursorType(p->cursor), p->cursor);
	case TREE_EXPRESSION:
		return dropped;
	case TREE_FOR:
		return t->role == ROLE_CONDITION ? use_as_condition(r, t) : dropped;
	case TREE_IF:
	case TREE_SWITCH:
	case TREE_WHILE:
	case TREE_DO:
	case TREE_CASE:
		return use_as_condition(r, t);
	case TREE_RETURN:
		return use_in_return(r, t, p);
	default:
		return unknown;
	}
}

static struct use use_of(struct use_analysis *r, const struct tree *t)
{
	return t->parent ? use_in_parent(r, t, t->parent) : unknown;
}

/* ---- Mentions ------------------------------------------------------------- */

/* The mention of a type's name, with a premise if the type must be arithmetic. */
static struct mention type_mention(struct use_analysis *r, const struct tree *t)
{
	struct mention m = {.use = USE_READ};
	bool is_parameter = t->declaration.kind == CXCursor_TemplateTypeParameter;

	if (t->cursor.kind == CXCursor_TypeRef)
		m.is_number = is_number(plain_type(clang_getCursorType(t->declaration))) ||
		              (is_parameter && is_number_parameter_if(r->uses, t->declaration, &m.premises));
	if (!m.is_number)
		m.use = is_unevaluated(t) ? 0 : USE_UNKNOWN;
	return m;
}

/* Whether a name is that of a value rather than a function. */
static bool names_value(const struct tree *t)
{
	enum CXCursorKind kind = t->declaration.kind;

	if (t->kind == TREE_MEMBER)
		return kind == CXCursor_FieldDecl && !clang_CXXField_isMutable(t->declaration) &&
		       is_number(plain_type(clang_getCursorType(t->declaration)));
	return (is_variable(t->declaration) || kind == CXCursor_EnumConstantDecl ||
	        kind == CXCursor_NonTypeTemplateParameter ||
	        clang_isInvalid(kind) /* what was put in for a parameter */) &&
	       is_number(plain_type(tree_type(t)));
}

static struct mention mention_of(struct use_analysis *r, const struct tree *t)
{
	if (t->kind == TREE_REFERENCE)
		return type_mention(r, t);
	if (t->kind == TREE_VARIABLE)
		return (struct mention){.use = USE_READ | USE_WRITTEN};
	if (t->kind != TREE_NAME && t->kind != TREE_MEMBER)
		return (struct mention){.use = USE_UNKNOWN};
	struct use as = is_unevaluated(t) ? dropped : use_of(r, t);

	return (struct mention){as.what, as.premises, names_value(t)};
}

struct mention mention_at(struct uses *u, size_t token)
{
	struct use_analysis r = {u, unknown, 0};
	const struct tree *t = tree_named(u->body, token);

	if (!t)
		return (struct mention){.use = USE_UNKNOWN};
	size_t i = token - u->body->first;
	struct mention *m = &u->mentions[i];

	if (u->known[i])
		return *m;
	u->known[i] = true;
	*m = mention_of(&r, t);
	while ((t = t->next_named)) {
		struct mention other = mention_of(&r, t);

		m->use |= other.use;
		m->premises |= other.premises;
		m->is_number &= other.is_number;
	}
	return *m;
}

unsigned use_at(const struct unit *u, const struct body *b, const struct tree *t)
{
	struct uses uses = {.unit = u, .body = b, .kernel = b->function};
	struct use_analysis r = {&uses, unknown, 0};

	if (t->kind == TREE_SUBSCRIPT)
		return is_unevaluated(t) ? 0 : use_of(&r, t).what;
	return mention_of(&r, t).use;
}

void uses_init(struct uses *u, const struct unit *unit, const struct body *b, CXCursor kernel)
{
	size_t n = b->last - b->first + 1;

	*u = (struct uses){.unit = unit, .body = b, .kernel = kernel};
	u->mentions = unit_memory(n * sizeof(*u->mentions));
	u->known = unit_memory(n);
	memset(u->known, 0, n);
}

bool is_structured(const struct body *b)
{
	for (const struct tree *t = b->root; t; t = tree_next(t, b->root)) {
		enum CXCursorKind kind = t->cursor.kind;

		if (t->kind == TREE_GOTO || t->kind == TREE_LABEL ||
		    t->kind == TREE_STATEMENTS || kind == CXCursor_BlockExpr ||
		    (t->kind == TREE_UNKNOWN &&
		     (clang_isStatement(kind) || kind == CXCursor_AddrLabelExpr)))
			return false;
	}
	return true;
}
