/* The expressions of a kernel: what each is, and what it does to the views. */
#include "access/access_walk.h"

#include <stdlib.h>
#include <string.h>

void see_name(struct accesses *a, CXCursor c)
{
	unsigned at;

	if (cursor_offset(a->unit->clauses, c, &at) && at < a->unit->text.len)
		a->seen[at / 8] |= (unsigned char)(1u << at % 8);
}

enum CXChildVisitResult see_all(CXCursor c, CXCursor parent, CXClientData data)
{
	(void)parent;
	see_name(data, c);
	return CXChildVisit_Recurse;
}

void eval_escaping(struct accesses *a, CXCursor e)
{
	escape_value(a, eval_expression(a, e));
}

struct value eval_unknown(struct accesses *a, CXCursor e)
{
	struct children c = children_of(e);
	uint64_t done = a->done;

	see_name(a, e);
	for (size_t i = 0; i < c.count; i++) {
		enum CXCursorKind kind = clang_getCursorKind(c.items[i]);

		if (clang_isExpression(kind))
			eval_escaping(a, c.items[i]);
		else if (clang_isStatement(kind) || clang_isDeclaration(kind))
			run_statement(a, c.items[i]);
		else
			see_name(a, c.items[i]);
		a->done = done;
	}
	free(c.items);
	return nothing;
}

void bind_name(struct accesses *a, CXCursor declaration, struct value value)
{
	if (a->n_bindings == a->bindings_capacity) {
		a->bindings_capacity = a->bindings_capacity ? a->bindings_capacity * 2 : 16;
		a->bindings = xrealloc(a->bindings, a->bindings_capacity * sizeof(*a->bindings));
	}
	a->bindings[a->n_bindings++] = (struct binding){declaration, value};
	char *name = take_string(clang_getCursorSpelling(declaration));
	bool known = false;

	for (size_t i = 0; i < a->names.count && !known; i++)
		known = !strcmp(a->names.items[i], name);
	if (!known)
		strings_push(&a->names, name);
	free(name);
}

void bind_copy(struct accesses *a, CXCursor variable, struct value v)
{
	size_t i = 0;

	while (i < a->n_copies && !clang_equalCursors(a->copies[i].variable, variable))
		i++;
	if (i == a->n_copies) {
		a->copies = xrealloc(a->copies, ++a->n_copies * sizeof(*a->copies));
		a->copies[i] = (struct index_copy){variable, false};
	}
	if (a->copies[i].is_changed) {
		a->index_elsewhere = true;
		return;
	}
	v.is_place = true;
	v.is_constant = is_const(clang_getCursorType(variable));
	v.copy = (int)i + 1;
	bind_name(a, variable, v);
}

struct value value_of_held(struct accesses *a, struct held *outer, CXCursor declaration)
{
	CXType type = clang_getCursorType(declaration);
	struct value v = {.held = NULL};

	if (may_be_view(a, type))
		v.kind = VIEW;
	else if (plain_type(type).kind == CXType_Record)
		v.kind = OBJECT;
	else
		return nothing;
	v.held = hold(a, outer, declaration);
	v.held->uses++;
	/* what a class refers to may be in it twice */
	if (v.kind == OBJECT && outer && clang_getCanonicalType(type).kind == CXType_LValueReference)
		v.held->other = true;
	if (clang_getCursorKind(clang_getCursorSemanticParent(declaration)) == CXCursor_UnionDecl)
		v.held->other = true;
	return v;
}

static struct value eval_name(struct accesses *a, CXCursor e)
{
	CXCursor d = clang_getCursorReferenced(e);
	enum CXCursorKind kind = clang_getCursorKind(d);
	unsigned at;

	see_name(a, e);
	for (size_t i = a->n_bindings; i-- > 0;) {
		if (clang_equalCursors(a->bindings[i].declaration, d))
			return a->bindings[i].value;
	}
	/* captured: declared around the kernel */
	if (a->frame->caller || !clang_Cursor_isNull(a->class) ||
	    (kind != CXCursor_VarDecl && kind != CXCursor_ParmDecl) ||
	    !cursor_offset(a->unit->clauses, d, &at) || (at >= a->start && at < a->end) || !is_local(d))
		return nothing;
	return value_of_held(a, NULL, d);
}

static struct value member_of_index(struct accesses *a, struct value index, CXCursor e)
{
	char *name = member_name(a, e);
	struct value v = nothing;

	if (!strcmp(name, "global"))
		v = (struct value){.kind = INDEX, .is_constant = index.is_constant || !a->is_c,
		                   .copy = index.copy};
	else if (a->is_c && name[0] >= 'i' && name[0] <= 'k' && !name[1])
		v = (struct value){.kind = COMPONENT, .dimension = name[0] - 'i', .is_place = true,
		                   .is_constant = index.is_constant, .copy = index.copy};
	else if (a->is_c)
		a->index_elsewhere = true; /* local, tile: no part of what is followed */
	else
		read_value(a, index); /* constant members */
	free(name);
	return v;
}

static struct value member_of_view(struct accesses *a, struct value view, CXCursor e)
{
	char *name = member_name(a, e);
	struct value v = {.kind = NOTHING, .held = view.held, .is_part = view.is_part};

	if (!strcmp(name, "extent")) {
		v.kind = EXTENT;
		v.is_constant = is_const(clang_getCursorType(e));
		if (is_dependent_type(clang_getCursorType(e)))
			suppose_view(a, view.held);
		view.held->is_measured = true;
	} else if (a->is_c && !strcmp(name, "data")) {
		v.kind = DATA;
	} else if (a->is_c && !strcmp(name, "stride")) {
		v.kind = STRIDE;
	} else {
		escape_value(a, view);
	}
	free(name);
	return v;
}

static struct value eval_member(struct accesses *a, CXCursor e)
{
	struct children o = operands_of(e);
	CXCursor d = clang_getCursorReferenced(e);
	struct value of = o.count ? eval_expression(a, o.items[0]) : a->frame->self;

	see_name(a, e);
	for (size_t i = 1; i < o.count; i++)
		eval_escaping(a, o.items[i]);
	free(o.items);
	bool is_field = clang_getCursorKind(d) == CXCursor_FieldDecl;

	switch (of.kind) {
	case OBJECT:
		if (is_field)
			return value_of_held(a, of.held, d);
		if (clang_getCursorKind(d) == CXCursor_VarDecl ||
		    clang_getCursorKind(d) == CXCursor_EnumConstantDecl)
			return nothing;
		break;
	case VIEW:
		return member_of_view(a, of, e);
	case INDEX:
		return member_of_index(a, of, e);
	case EXTENT:
		return of;
	case ELEMENT:
		if (is_field) {
			of.is_whole = false;
			of.is_constant |= is_const(clang_getCursorType(e));
			return of;
		}
		break;
	case DATA:
		/* the anonymous union of a view in C */
	default:
		break;
	}
	escape_value(a, of);
	return nothing;
}

struct value converted(struct accesses *a, struct value v, CXType from, CXType to)
{
	CXType t = clang_getCanonicalType(to);
	bool constant = clang_isConstQualifiedType(t);

	switch (v.kind) {
	case ELEMENT:
		if (t.kind == CXType_Void)
			return nothing;
		if (clang_getCanonicalType(from).kind == CXType_ConstantArray) {
			v.is_whole = false; /* it decays */
			return v;
		}
		if ((is_number(t) || t.kind == CXType_Pointer) && !constant) {
			read_value(a, v);
			return nothing;
		}
		if (a->is_c && t.kind == CXType_Record) {
			read_value(a, v);
			return nothing;
		}
		v.is_constant |= constant;
		v.is_whole &= clang_equalTypes(unqualified(t),
		                               unqualified(clang_getCanonicalType(from)));
		return v;
	case COMPONENT:
		if (keeps_component(t)) {
			v.is_place = false;
			return v;
		}
		if (is_dependent_type(to))
			return v;
		read_value(a, v);
		return nothing;
	case VIEW:
		if (is_array_or_view(library_class(to)) || is_dependent_type(to) ||
		    (is_library(clang_getTypeDeclaration(t)) && t.kind == CXType_Record))
			return v;
		break;
	case OBJECT:
		if (t.kind == CXType_Record || t.kind == CXType_Pointer || is_dependent_type(to))
			return v;
		break;
	case EXTENT:
		if (is_number(t) && !constant)
			return nothing;
		v.is_constant |= constant;
		return v;
	case INDEX:
		v.is_constant |= constant;
		return v;
	default:
		return v;
	}
	escape_value(a, v);
	return nothing;
}

bool is_assignment(CXCursor e)
{
	enum CXCursorKind kind = clang_getCursorKind(e);

	if (kind == CXCursor_BinaryOperator)
		return clang_getCursorBinaryOperatorKind(e) == CXBinaryOperator_Assign;
	return kind == CXCursor_CallExpr && is_named(e, "operator=") &&
	       clang_Cursor_getNumArguments(e) == 2;
}

/* Both of c ? v[i] : w[i] are read where a value is wanted. */
static void read_branches(struct accesses *a, CXCursor conditional)
{
	struct children o = operands_of(conditional);
	uint64_t done = a->done;

	for (size_t i = 0; i < o.count; i++) {
		CXCursor branch = strip_conversions(o.items[i]);

		if (i && clang_getCursorKind(branch) == CXCursor_ConditionalOperator) {
			read_branches(a, branch);
		} else {
			struct value v = eval_expression(a, o.items[i]);

			if (i)
				read_value(a, v);
			else
				use_as_number(a, v, o.items[i]);
		}
		a->done = done;
	}
	free(o.items);
}

static struct value eval_unexposed(struct accesses *a, CXCursor e)
{
	struct children o = operands_of(e);
	CXType type = clang_getCursorType(e);
	bool converts = clang_getCursorKind(e) == CXCursor_UnexposedExpr; /* parentheses do not */
	struct value v = nothing;

	if (o.count == 1 && converts &&
	    clang_getCursorKind(strip_conversions(o.items[0])) == CXCursor_ConditionalOperator &&
	    is_number(type) && !clang_isConstQualifiedType(clang_getCanonicalType(type))) {
		read_branches(a, strip_conversions(o.items[0]));
	} else if (o.count == 1) {
		v = eval_expression(a, o.items[0]);
		if (converts)
			v = converted(a, v, clang_getCursorType(o.items[0]), type);
	} else {
		eval_unknown(a, e);
	}
	free(o.items);
	return v;
}

/* A lambda's body, which may be run or not, with returns of its own. */
static void eval_lambda(struct accesses *a, CXCursor e)
{
	struct frame around = *a->frame;

	a->frame->function = e;
	eval_unknown(a, e);
	*a->frame = around;
}

/* A cast that is written: from one type to another, or to itself. */
static struct value eval_cast(struct accesses *a, CXCursor e)
{
	struct children o = operands_of(e);
	CXCursor from = o.count ? o.items[o.count - 1] : clang_getNullCursor();
	struct value v = nothing;

	/* arguments of a template may be in front */
	for (size_t i = 0; i + 1 < o.count; i++)
		eval_escaping(a, o.items[i]);
	free(o.items);
	if (clang_Cursor_isNull(from))
		return nothing;
	v = eval_expression(a, from);
	CXType to = clang_getCursorType(e);

	/* of a reference the type is that of what it refers to, so that what an
	 * element becomes is not known */
	if (v.kind == ELEMENT) {
		if (clang_getCanonicalType(to).kind != CXType_Void)
			escape_value(a, v);
		return nothing;
	}
	if (v.kind == COMPONENT && v.is_place) {
		escape_value(a, v);
		return nothing;
	}
	if ((v.kind == INDEX && !(v.is_constant && is_index_type(to) &&
	                          clang_getCursorKind(e) == CXCursor_CXXFunctionalCastExpr)) ||
	    v.kind == EXTENT ||
	    v.kind == DATA) {
		v.is_constant = false; /* it may be cast away */
		escape_value(a, v);
		return nothing;
	}
	return converted(a, v, clang_getCursorType(from), to);
}

void note_place(struct accesses *a, struct value at, size_t i, size_t n)
{
	if (at.kind == COMPONENT && i + 1 < n && at.dimension > a->leading)
		a->leading = at.dimension;
}

struct value eval_access(struct accesses *a, struct value view, const CXCursor *arguments, size_t n,
                           CXCursor e)
{
	CXType type = clang_getCursorType(e);
	bool dependent = is_dependent_type(type), is_own = !view.is_part;
	bool is_index = false;
	struct value v = {.kind = ELEMENT, .held = view.held, .is_whole = true};

	for (size_t i = 0; i < n; i++) {
		struct value at = eval_expression(a, arguments[i]);

		note_place(a, at, i, is_array_or_view(library_class(type)) ? n + 1 : n);
		/* a view's functions do not change them */
		if (at.kind == INDEX || (at.kind == COMPONENT && at.is_place))
			a->index_on_premises |= dependent && !at.is_constant;
		if (at.kind == INDEX && n == 1) {
			is_index = true;
			continue;
		}
		if (at.kind == COMPONENT && at.dimension == (int)i && is_own)
			continue;
		is_own = false;
		if (at.kind == INDEX || at.kind == COMPONENT || !dependent)
			read_value(a, at);
		else
			use_as_number(a, at, arguments[i]);
		if (at.kind == ELEMENT)
			at.held->on_premises |= dependent;
	}
	if (!n)
		is_own = false;
	if (is_array_or_view(library_class(type))) { /* m[i] of rank 2 */
		v = view;
		v.is_part = true;
		v.held->elsewhere = true;
		return v;
	}
	if (dependent) {
		suppose_view(a, view.held);
		v.may_be_view = n == 1 && !is_index;
		if (v.may_be_view) {
			struct library_type t;

			v.may_be_view = view.is_part ||
			                !library_type(clang_getCursorType(view.held->declaration), &t) ||
			                t.rank != 1;
		}
		is_own &= !v.may_be_view;
	}
	v.is_own = is_own;
	v.is_run = dependent && is_index && !view.is_part && clang_getCursorKind(e) == CXCursor_CallExpr;
	v.held->elsewhere |= !is_own;
	return v;
}

static struct value eval_subscript(struct accesses *a, CXCursor e)
{
	struct children o = operands_of(e);
	struct value v = nothing;

	if (o.count == 2) {
		struct value of = eval_expression(a, o.items[0]);

		if (of.kind == VIEW) {
			v = eval_access(a, of, &o.items[1], 1, e);
		} else if (of.kind == INDEX) {
			use_as_number(a, eval_expression(a, o.items[1]), o.items[1]);
			v = (struct value){.kind = COMPONENT, .dimension = number_of(o.items[1]),
			                   .is_place = true, .is_constant = of.is_constant,
			                   .copy = of.copy};
		} else if (of.kind == DATA) {
			struct value offset = eval_expression(a, o.items[1]);

			v = (struct value){.kind = ELEMENT, .held = of.held, .is_whole = true,
			                   .is_own = offset.kind == OFFSET && offset.is_own &&
			                             offset.held == of.held && !of.is_part};
			if (offset.kind != OFFSET)
				escape_value(a, offset);
			else if (offset.held != of.held)
				escape_value(a, (struct value){.kind = VIEW, .held = of.held});
			v.held->elsewhere |= !v.is_own;
		} else if (of.kind == ELEMENT) {
			v = of; /* of an array in the element; or of a projection */
			v.is_whole = false;
			if (of.may_be_view)
				v.is_own = v.is_fresh = false;
			struct value at = eval_expression(a, o.items[1]);

			use_as_number(a, at, o.items[1]);
			if (at.kind == ELEMENT)
				at.held->on_premises |= is_dependent_type(clang_getCursorType(e));
		} else {
			struct value at = eval_expression(a, o.items[1]);

			escape_value(a, of);
			if (is_dependent_type(clang_getCursorType(e)))
				escape_value(a, at);
			else
				use_as_number(a, at, o.items[1]);
		}
	} else {
		eval_unknown(a, e);
	}
	free(o.items);
	return v;
}

bool is_supposed_number(struct accesses *a, struct value v, CXCursor e)
{
	CXCursor d = clang_getCursorReferenced(strip_conversions(e));
	enum CXCursorKind kind = clang_getCursorKind(d);

	if (v.kind == ELEMENT)
		return suppose_element(a, v, e);
	if (v.kind == NUMBER || v.kind == COMPONENT)
		return true;
	if (!is_dependent_type(clang_getCursorType(e)))
		return is_number(clang_getCursorType(e));
	return (kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl ||
	        kind == CXCursor_FieldDecl) && suppose_number(a, d);
}

struct value use_operands(struct accesses *a, const CXCursor *o, size_t n, bool dependent)
{
	struct value values[2] = {nothing, nothing};
	bool numbers = true;
	uint64_t done = a->done;

	for (size_t i = 0; i < n && i < 2; i++) {
		values[i] = eval_expression(a, o[i]);
		a->done = done;
	}
	for (size_t i = 0; i < n && i < 2 && dependent; i++)
		numbers &= is_supposed_number(a, values[i], o[i]);
	for (size_t i = 0; i < n && i < 2; i++) {
		/* an element without a conversion is not used for its value */
		if (dependent ? !numbers : values[i].kind == ELEMENT)
			escape_value(a, values[i]);
		else
			read_value(a, values[i]);
		if (values[i].kind == ELEMENT)
			values[i].held->on_premises |= dependent;
	}
	return (struct value){.kind = dependent && numbers ? NUMBER : NOTHING};
}

static struct value eval_binary(struct accesses *a, CXCursor e)
{
	enum CXBinaryOperatorKind kind = clang_getCursorBinaryOperatorKind(e);
	struct children o = operands_of(e);
	struct value v = nothing;
	uint64_t done = a->done;

	if (o.count != 2 || kind == CXBinaryOperator_PtrMemD || kind == CXBinaryOperator_PtrMemI) {
		eval_unknown(a, e);
	} else if (kind == CXBinaryOperator_Assign) {
		eval_assignment(a, e, &v);
	} else if (clang_getCursorKind(e) == CXCursor_CompoundAssignOperator) {
		struct value to = eval_expression(a, o.items[0]), by = eval_expression(a, o.items[1]);
		bool dependent = is_dependent_type(clang_getCursorType(e));
		bool number = !dependent || is_supposed_number(a, to, o.items[0]);

		if (number)
			use_as_number(a, by, o.items[1]);
		else
			escape_value(a, by);
		if (by.kind == ELEMENT)
			by.held->on_premises |= dependent;
		if (!number) {
			escape_value(a, to);
		} else {
			if (to.kind == ELEMENT)
				read_value(a, to);
			write_value(a, to);
			v = to;
		}
	} else if (kind == CXBinaryOperator_Comma) {
		eval_expression(a, o.items[0]);
		v = eval_expression(a, o.items[1]);
	} else {
		v = use_operands(a, o.items, 2, is_dependent_type(clang_getCursorType(e)));
	}
	a->done = done;
	free(o.items);
	return v;
}

static struct value eval_unary(struct accesses *a, CXCursor e)
{
	enum CXUnaryOperatorKind kind = clang_getCursorUnaryOperatorKind(e);
	struct children o = operands_of(e);
	struct value v = nothing;

	if (o.count != 1) {
		eval_unknown(a, e);
	} else if (kind == CXUnaryOperator_Deref &&
	           clang_getCursorKind(strip_conversions(o.items[0])) == CXCursor_CXXThisExpr) {
		v = eval_expression(a, o.items[0]);
	} else if (kind == CXUnaryOperator_PreInc || kind == CXUnaryOperator_PreDec ||
	           kind == CXUnaryOperator_PostInc || kind == CXUnaryOperator_PostDec) {
		struct value to = eval_expression(a, o.items[0]);

		if (to.kind == ELEMENT && !suppose_element(a, to, o.items[0])) {
			escape_value(a, to);
		} else {
			if (to.kind == ELEMENT)
				read_value(a, to);
			write_value(a, to);
		}
	} else if (kind == CXUnaryOperator_Plus || kind == CXUnaryOperator_Minus ||
	           kind == CXUnaryOperator_Not || kind == CXUnaryOperator_LNot) {
		v = use_operands(a, o.items, 1, is_dependent_type(clang_getCursorType(e)));
	} else {
		eval_escaping(a, o.items[0]);
	}
	free(o.items);
	return v;
}

uint64_t eval_assignment(struct accesses *a, CXCursor e, struct value *result)
{
	bool is_call = clang_getCursorKind(e) == CXCursor_CallExpr;
	struct children o = operands_of(e);
	CXCursor left, right;
	uint64_t bits = 0;

	*result = nothing;
	if (is_call) {
		left = clang_Cursor_getArgument(e, 0);
		right = clang_Cursor_getArgument(e, 1);
	} else if (o.count == 2) {
		left = o.items[0];
		right = o.items[1];
	} else {
		eval_unknown(a, e);
		free(o.items);
		return 0;
	}
	free(o.items);
	bool dependent = is_dependent_type(clang_getCursorType(left)) ||
	                 is_dependent_type(clang_getCursorType(right));
	struct value to = eval_expression(a, left), from;

	if (is_assignment(strip_conversions(right))) {
		bits |= eval_assignment(a, strip_conversions(right), &from);
		from = nothing; /* read after it was written */
	} else {
		from = eval_expression(a, right);
	}
	if (is_call) {
		/* a class: the assignment that it has by itself, or a short vector's */
		CXCursor callee = clang_getCursorReferenced(e);
		bool is_plain = is_plain_class(clang_getCursorType(left)) &&
		                (clang_CXXMethod_isCopyAssignmentOperator(callee) ||
		                 clang_CXXMethod_isMoveAssignmentOperator(callee) || is_library(callee));

		if (from.kind == ELEMENT && is_plain)
			read_value(a, from);
		else
			escape_value(a, from);
		if (to.kind == ELEMENT && is_plain)
			bits |= write_value(a, to);
		else
			write_value(a, to), escape_value(a, to);
		if (clang_CXXMethod_isCopyAssignmentOperator(callee) ||
		    clang_CXXMethod_isMoveAssignmentOperator(callee))
			*result = to;
		return bits;
	}
	if (from.kind == ELEMENT && dependent) {
		/* to a number: then by its value */
		if (is_supposed_number(a, to, left)) {
			use_as_number(a, from, right);
			from.held->on_premises = true;
		} else {
			escape_value(a, from);
		}
	} else if (from.kind == ELEMENT) {
		escape_value(a, from);
	} else {
		read_value(a, from);
	}
	if (to.kind == ELEMENT && is_dependent_type(clang_getCursorType(left)))
		suppose_view(a, to.held);
	bits |= write_value(a, to);
	*result = to;
	result->is_fresh = to.kind == ELEMENT;
	return bits;
}

/* GNU's ({ …; e; }), whose value is that of e. */
static void eval_statement_expression(struct accesses *a, CXCursor e)
{
	struct children all = children_of(first_child(e));

	for (size_t i = 0; i < all.count; i++) {
		if (i + 1 == all.count && clang_isExpression(clang_getCursorKind(all.items[i])))
			eval_escaping(a, all.items[i]);
		else
			run_statement(a, all.items[i]);
	}
	free(all.items);
}

struct value eval_expression(struct accesses *a, CXCursor e)
{
	uint64_t done = a->done;
	struct value v = nothing;

	switch (clang_getCursorKind(e)) {
	case CXCursor_DeclRefExpr:
		v = eval_name(a, e);
		break;
	case CXCursor_MemberRefExpr:
		v = eval_member(a, e);
		break;
	case CXCursor_CXXThisExpr:
		see_name(a, e);
		v = a->frame->self;
		break;
	case CXCursor_ParenExpr:
	case CXCursor_UnexposedExpr:
		v = eval_unexposed(a, e);
		break;
	case CXCursor_CallExpr:
		v = is_assignment(e) ? (eval_assignment(a, e, &v), v) : eval_call(a, e, false);
		break;
	case CXCursor_ArraySubscriptExpr:
		v = eval_subscript(a, e);
		break;
	case CXCursor_BinaryOperator:
	case CXCursor_CompoundAssignOperator:
		v = eval_binary(a, e);
		break;
	case CXCursor_UnaryOperator:
		v = eval_unary(a, e);
		break;
	case CXCursor_CXXStaticCastExpr:
	case CXCursor_CXXFunctionalCastExpr:
	case CXCursor_CStyleCastExpr:
	case CXCursor_CXXConstCastExpr:
		v = eval_cast(a, e);
		break;
	case CXCursor_IntegerLiteral:
	case CXCursor_FloatingLiteral:
	case CXCursor_CharacterLiteral:
	case CXCursor_CXXBoolLiteralExpr:
		break;
	case CXCursor_UnaryExpr: /* sizeof */
		clang_visitChildren(e, see_all, a);
		break;
	case CXCursor_ConditionalOperator: {
		struct children o = operands_of(e);

		for (size_t i = 0; i < o.count; i++) {
			struct value part = eval_expression(a, o.items[i]);

			if (i)
				escape_value(a, part);
			else
				use_as_number(a, part, o.items[i]);
			a->done = done;
		}
		free(o.items);
		break;
	}
	case CXCursor_LambdaExpr:
		eval_lambda(a, e);
		break;
	case CXCursor_StmtExpr:
		eval_statement_expression(a, e);
		break;
	case CXCursor_InitListExpr: {
		/* shown without conversions */
		CXType type = clang_getCanonicalType(clang_getCursorType(e));
		struct children o = operands_of(e);
		bool numbers = type.kind == CXType_ConstantArray && is_number(clang_getArrayElementType(type));

		for (size_t i = 0; i < o.count; i++) {
			struct value part = eval_expression(a, o.items[i]);

			if (numbers && part.kind == ELEMENT && is_number(clang_getCursorType(o.items[i])))
				read_value(a, part);
			else if (part.kind == COMPONENT)
				read_value(a, part);
			else
				escape_value(a, part);
		}
		free(o.items);
		break;
	}
	default:
		v = eval_unknown(a, e);
	}
	a->done = done;
	return v;
}
