/* What a kernel's function object tells the headers about itself, by types: whether a thread may handle
 * several neighbouring points, so that one access moves their elements (amp_wide: amp/wide.h); whether it is
 * also compiled for distinct views (amp_restrict: amp/restrict.h); whether threads are better grouped in
 * squares (amp_patches: runtime/cuda/backend.c); whether small domains have a kernel of their own (amp_loops:
 * amp/kernel.h); whether it cannot be copied to registers (amp_indexed: amp/kernel.h), and whether a copy saves
 * branches (amp_chooses: amp/kernel.h); and, with --amp-robust-access, whether all accesses are at the index
 * (amp_elementwise: amp/kernel.h), and when all of them are in bounds (amp_inside, a function). */
#include "lower/lower_internal.h"
#include "body/denotes.h"

#include <string.h>

/* A body with more tokens is not worth compiling twice. */
#define LOOPING_TOKENS 1000

/* Whether threads may process several points: in one dimension, any kernel that is straight-line arithmetic;
 * in several, one that also accesses elements only at its index. */
static bool is_wide(const struct lowering *l, const struct visits *v, unsigned rank, CXCursor function,
                    bool *on_premises)
{
	return visited_names(v).count &&
	       (rank == 1 ||
	        (rank && v->accesses && v->is_elementwise && is_index_only_for_accesses(v->accesses))) &&
	       is_straight_line(l->unit, function, on_premises);
}

/* Whether a function, or one that it calls up to a depth of `calls`, has a loop. */
static bool has_loop(CXCursor function, unsigned calls)
{
	for (SCOPED(walk) w = walk_below(function); walk_next(&w);) {
		enum CXCursorKind kind = w.cursor.kind;
		CXCursor callee = clang_getCursorDefinition(cursor_callee(w.cursor));

		if (kind == CXCursor_ForStmt || kind == CXCursor_WhileStmt || kind == CXCursor_DoStmt ||
		    kind == CXCursor_CXXForRangeStmt)
			return true;
		if (kind == CXCursor_CallExpr && calls && !clang_Cursor_isNull(callee) &&
		    in_program(callee) && has_loop(callee, calls - 1))
			return true;
	}
	return false;
}

/* ---- Arrays in a kernel's object ------------------------------------------------- */

/* An array of more bytes is not expected to be accessed by unrolled loops only. */
#define UNROLLED_BYTES 128

bool holds_array(CXType type)
{
	CXType object = object_type(type);
	bool found = is_array(object);

	if (object.kind != CXType_Record || !in_program(clang_getTypeDeclaration(object)))
		return found;
	for (SCOPED(walk) w = walk_fields(object); !found && walk_next(&w);)
		found = holds_array(clang_getCursorType(w.cursor));
	for (SCOPED(walk) w = walk_kind(walk_children(clang_getTypeDeclaration(object)), CXCursor_CXXBaseSpecifier);
	     !found && walk_next(&w);)
		found = holds_array(clang_getCursorType(w.cursor));
	return found;
}

/* Whether a variable is an object of the function whose tree this node is in. */
static bool is_own_object(const struct unit *u, const struct tree *t)
{
	CXType type = clang_getCursorType(t->declaration);
	const struct tree *root = t;
	unsigned at;

	while (root->parent)
		root = root->parent;
	return t->declaration.kind == CXCursor_VarDecl && !is_reference(type) && type.kind != CXType_Pointer &&
	       cursor_offset(u->clauses, t->declaration, &at) && at > tree_offset(u, root);
}

/* Whether an expression denotes, or leads to, a part of an object that is not the function's own, as far as is
 * known. */
static bool may_be_captured(const struct unit *u, struct designator d)
{
	for (;;) {
		struct denoted next = denoted_by(d);

		switch (next.kind) {
		case DENOTED_NOTHING:
		case DENOTED_CONTAINED:
			return false;
		case DENOTED_VARIABLE:
			return d.is_pointer || !is_own_object(u, d.tree);
		case DENOTED_SAME:
		case DENOTED_CAST:
		case DENOTED_MEMBER:
		case DENOTED_FIRST:
		case DENOTED_ELEMENT:
		case DENOTED_NEAR:
			if (!next.of.tree)
				return true;
			d = next.of;
			break;
		default:
			return true;
		}
	}
}

/* Whether an element of an array, perhaps of a captured one, is accessed at an index that stays variable. */
static bool is_indexed(const struct unit *u, const struct tree *t)
{
	const struct tree *array = t->kind == TREE_SUBSCRIPT ? tree_strip(tree_part(t, ROLE_OBJECT)) : NULL;

	if (!array || (!denotes_array(array) && !is_pointer(object_type(tree_type(array)))))
		return false;
	bool is_small = denotes_array(array) && clang_Type_getSizeOf(object_type(tree_type(array))) <= UNROLLED_BYTES;

	return !(is_small && is_constant_unrolled(tree_operand(t))) &&
	       may_be_captured(u, (struct designator){t, false});
}

/* Whether `c ? x : y` may evaluate to, or by, a value of the kernel's object, which is known only when the kernel
 * runs. */
static bool is_choice(const struct unit *u, const struct tree *t)
{
	const struct tree *condition = t->kind == TREE_CONDITIONAL ? tree_condition(t) : NULL;
	bool found = false;
	int64_t value;

	for (const struct tree *c = t; condition && !found && (c = tree_next(c, t));) {
		if (tree_is_in(c, condition) || tree_value(c, &value))
			continue;
		found = (c->kind == TREE_NAME || c->kind == TREE_MEMBER) &&
		        may_be_captured(u, (struct designator){c, false});
	}
	return found;
}

bool is_short(const struct lowering *l, unsigned start, unsigned end)
{
	return token_at(l->tokens, end) - token_at(l->tokens, start) <= LOOPING_TOKENS;
}

bool is_looping(const struct lowering *l, CXCursor function, unsigned start, unsigned end)
{
	return is_short(l, start, end) && has_loop(function, 3);
}

/* Appends a trait: a typedef in the units, a macro for people. */
static void append_trait(struct text *types, enum unit_kind kind, const char *type, const char *macro)
{
	if (types->len)
		text_append(types, " ");
	if (kind == UNIT_CUDA)
		text_append(types, macro);
	else
		text_printf(types, "typedef Concurrency::details::%s;", type);
}

/* Appends amp_restrict. In a template, what is known of the accesses may have premises. */
static void append_restrict(struct text *types, const struct visits *v, const char *class, enum unit_kind kind)
{
	enum restrict_form form = restrict_form_of(v->accesses);
	const struct names *premises = access_premises(v->accesses), names = visited_names(v);
	bool all = form == RESTRICT_ALL;

	if (form == RESTRICT_NONE || (kind == UNIT_CUDA && premises->count && all))
		return;
	const char *members = visited_types(v),
	           *type = interned_printf("restrict_%s<%s, %s>", all ? "kernel" : "opaque", class, members);

	if (premises->count && all)
		type = interned_printf("restrict_if<Concurrency::details::are_plain<%s>, Concurrency::details::%s, "
		                       "Concurrency::details::restrict_opaque<%s, %s>>",
		                       names_joined(premises), type, class, members);
	append_trait(
	    types, kind, interned_printf("%s amp_restrict", type),
	    interned_printf("AMP_RESTRICT_%s(%s, %s)", all ? "POINTERS" : "OPAQUE", class, names_joined(&names)));
}

/* Appends the function object's amp_inside, and which views it covers. */
static void append_inside(struct text *types, const struct accesses *accesses)
{
	struct names views = {0};
	const struct names *conditions = inside_conditions(accesses, &views);

	if (conditions) {
		text_printf(types,
		            "%sAMP_CPU_AMP bool amp_inside(const Concurrency::details::inside_domain &domain) "
		            "const { return ",
		            types->len ? " " : "");
		for (size_t i = 0; i < conditions->count; i++)
			text_printf(types, "%s%s", i ? " && " : "", conditions->items[i]);
		text_append(types, "; } template <typename Visitor> AMP_CPU_AMP void "
		                   "amp_visit_inside(Visitor &amp_visitor) const {");
		for (size_t i = 0; i < views.count; i++)
			text_printf(types, " amp_visitor.add(this->%s);", views.items[i]);
		text_append(types, " }");
	}
}

const char *kernel_traits(const struct lowering *l, const struct visits *v, const char *class, CXCursor function,
                          bool has_array, unsigned start, unsigned end, enum unit_kind kind)
{
	const struct body *body = body_tree(l->unit->bodies, function);
	struct called indexing = {.is_found = is_indexed, .unit = l->unit},
	              choosing = {.is_found = is_choice, .unit = l->unit};
	bool in_registers = !has_array || !has_called(&indexing, body);
	struct text types = {0};
	unsigned rank = library_rank(clang_getCursorType(first_parameter(function)), LIBRARY_INDEX);
	struct names names = visited_names(v);

	if (rank && l->unit->request->robust != ROBUST_OFF && names.count && v->accesses &&
	    v->is_elementwise && is_index_constant(v->accesses))
		append_trait(&types, kind, "elementwise amp_elementwise", "AMP_ELEMENTWISE");
	bool numbers;

	if (!in_registers)
		append_trait(&types, kind, "indexed amp_indexed", "AMP_INDEXED");
	else if (has_called(&choosing, body))
		append_trait(&types, kind, "choosing amp_chooses", "AMP_CHOOSES");
	if (in_registers && is_wide(l, v, rank, function, &numbers)) {
		const char *type = interned_printf("wide_%s<%s, %s> amp_wide", numbers ? "numbers" : "kernel", class,
		                                   visited_types(v));

		append_trait(
		    &types, kind, type,
		    interned_printf("AMP_WIDE%s(%s, %s)", numbers ? "_NUMBERS" : "", class, names_joined(&names)));
	} else if (in_registers && l->unit->request->robust == ROBUST_OFF && names.count > 1 && v->accesses &&
	           is_short(l, start, end)) {
		append_restrict(&types, v, class, kind);
	}
	if (rank > 1 && v->accesses && wants_squares(v->accesses, rank))
		append_trait(&types, kind, "squares amp_patches", "AMP_SQUARES");
	if (rank && is_looping(l, function, start, end))
		append_trait(&types, kind, "looping amp_loops", "AMP_LOOPS");
	if (v->accesses && kind != UNIT_CUDA)
		append_inside(&types, v->accesses);
	return interned_text(&types);
}

const char *class_traits(const struct lowering *l, const struct visits *v, CXCursor class,
                         enum unit_kind kind)
{
	CXCursor function = clang_getNullCursor(); /* the operator() */
	unsigned n_functions = 0, start, end;
	bool is_special = false; /* copying or destroying it is not trivial */
	bool has_array = false;
	const char *name = cursor_spelling(class);

	for (struct walk w = walk_children(class); walk_next(&w);) {
		enum CXCursorKind member = w.cursor.kind;

		is_special |= member == CXCursor_Destructor || member == CXCursor_CXXBaseSpecifier ||
		              is_copy(w.cursor);
		if ((member == CXCursor_CXXMethod || member == CXCursor_FunctionTemplate) &&
		    is_named(w.cursor, "operator()")) {
			function = clang_getCursorDefinition(w.cursor);
			n_functions++;
		}
		has_array |= member == CXCursor_FieldDecl && holds_array(clang_getCursorType(w.cursor));
	}
	return n_functions == 1 && !is_special && !clang_Cursor_isNull(function) && *name &&
	               !clang_Cursor_isAnonymous(class) && !strchr(name, '(') &&
	               cursor_range(l->clauses, body_of(function), &start, &end)
	           ? kernel_traits(l, v, name, function, has_array, start, end, kind)
	           : "";
}
