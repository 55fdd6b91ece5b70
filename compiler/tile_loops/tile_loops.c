/* A tiled kernel as loops over its threads, for the CPU accelerator.
 *
 * Between two barriers the threads of a tile do not wait for each other, so what is there, a region, can be a
 * loop over them, which compilers vectorize. A kernel whose barriers are statements of its body, or of
 * uniform loops and ifs in it, is a sequence of such loops:
 *
 *     for (int k = 0; k < n; k += TILE) {       the header is executed once
 *         a region                              a loop over the threads
 *         i.barrier.wait();
 *         a region                              another loop
 *     }
 *
 * Loops of the kernel itself that start at the thread's index,
 *     for (int k = i.global[0]; k < n; k += stride)
 * are interchanged with the loop over the threads, which then accesses consecutive memory like a GPU's
 * threads: their contents are one or more regions.
 *
 * What becomes of a variable of the body:
 *   uniform     the same in all threads: declared once, outside of the loops
 *   repeated    follows from the thread's index: declared again in each region
 *   kept        all others: if used in more than one region, kept between regions in
 *               an array with an element for each thread; arrays and objects are moved
 *               there once, and later regions refer to them
 *
 * Points of an untiled kernel are cut in the same way at some of its loops and ifs (tile_rows.c).
 *
 * All of this must be certain: otherwise there are no loops, and the threads are fibers (runtime/cpu/tile.c). */
#include "lower_c/lower_c_internal.h"
#include "tile_loops/tile_loops_internal.h"

#include <stdlib.h>
#include <string.h>

#define MOST_KEPT (256 * 1024) /* bytes for a tile, on the stack; amp/cpu_kernel.h has the same limit */

/* ---- The kernel ----------------------------------------------------------- */

void fail_if(struct loops *s, bool is_so, size_t at, const char *why)
{
	if (!is_so || s->failed)
		return;
	s->failed = why;
	s->failed_at = at;
}

const char *kept_type(const struct loops *s, CXCursor variable)
{
	CXType type = clang_getCursorType(variable), canonical = clang_getCanonicalType(type);
	const char *result = NULL;

	if (is_reference(canonical) || is_array(canonical))
		return NULL;
	if (is_c(s))
		return c_kept_type(s, type);
	if (is_number(type) || clang_isPODType(type))
		result = portable_type(type, true);
	/* a template parameter has the same meaning in the struct */
	const char *name = cursor_spelling(type_parameter(type, variable));

	return !result && *name && s->function.kind == CXCursor_FunctionTemplate ? name : result;
}

/* Whether a token names something declared in the body. */
static bool names_local(const struct loops *s, size_t i)
{
	CXCursor c = cursor_at(s->l, i);

	return token(s->l, i)->kind == TOKEN_IDENTIFIER && !clang_isDeclaration(c.kind) &&
	       is_in_body(s, clang_getCursorReferenced(c));
}

/* Returns the type of a variable, or of an array's elements, as declared; NULL if that would mean something
 * else in the kernel's struct. */
static const char *written_type(const struct loops *s, const struct body_variable *v)
{
	unsigned start, end;

	if (!cursor_range(s->l->clauses, v->cursor, &start, &end))
		return NULL;
	size_t first = token_at(s->l->tokens, start);

	while (is_one_of(s->l, first, "const constexpr"))
		first++;
	if (first >= v->at) /* not the first of its list: the previous one is in the table, too */
		return v > s->variables && v[-1].is_in_place ? v[-1].type : NULL;
	for (size_t i = first, angles = first; i < v->at; i++) {
		if (is(s->l, i, "<"))
			angles = token_skip_angles(s->l->text, s->l->tokens, i);
		if (names_local(s, i) || is_one_of(s->l, i, "auto decltype struct class union enum const ( {") ||
		    (i >= angles && is_one_of(s->l, i, "* & = , ;")))
			return NULL;
	}
	return spelling(s, first, v->at);
}

/* Returns the name of the type of objects kept in place: classes, and elements of arrays; NULL if it has no
 * name at the kernel's struct. */
static const char *in_place_name(const struct loops *s, const struct body_variable *v, CXType type)
{
	CXCursor class = clang_getTypeDeclaration(type);
	unsigned start, end, at = token(s->l, s->body)->offset;

	if (is_c(s))
		return c_kept_type(s, type);
	/* an incomplete class */
	if (cursor_range(s->l->clauses, class, &start, &end) && at >= start && at < end)
		return NULL;
	const char *name = portable_type(type, false);

	/* a kernel's template parameters have the same meaning in its struct */
	if (!name && s->function.kind != CXCursor_FunctionTemplate)
		name = written_type(s, v);
	return name;
}

/* Returns the bounds of an array that depend on template parameters, as written; NULL if they are not
 * written, or use names declared in the body. */
static const char *dependent_bounds(const struct loops *s, const struct body_variable *v, CXType type)
{
	size_t last = v->at + 1;

	for (; is_array(type); type = clang_getCanonicalType(clang_getArrayElementType(type))) {
		if (!is(s->l, last, "["))
			return NULL;
		last = past_match(s, last);
	}
	for (size_t i = v->at + 1; i < last; i++) {
		if (names_local(s, i))
			return NULL;
	}
	return spelling(s, v->at + 1, last);
}

/* Returns the bounds of an array type, "" for other types; NULL if they cannot be spelled. */
static const char *bounds_of(const struct loops *s, const struct body_variable *v, CXType type)
{
	struct text bounds = {0};

	for (CXType t = type; is_array(t); t = clang_getCanonicalType(clang_getArrayElementType(t))) {
		if (t.kind == CXType_DependentSizedArray)
			return dependent_bounds(s, v, type);
	}
	for (; is_array(type); type = clang_getCanonicalType(clang_getArrayElementType(type)))
		text_printf(&bounds, "[%lld]", clang_getArraySize(type));
	return interned_text(&bounds);
}

/* Sets how a variable is kept that cannot be loaded and stored: an array, or an object of a class. It is
 * moved as bytes once, behind its declaration: objects in kernels contain no pointers, and the host compiler
 * tells whether it has a destructor. */
static void read_in_place(const struct loops *s, struct body_variable *v)
{
	CXType type = type_of(v->cursor), element = element_type(type);
	bool is_object = !is_c(s) && (type.kind == CXType_Record || type.kind == CXType_Unexposed);

	if ((!is_array(type) && !is_object) || element.kind == CXType_Pointer ||
	    clang_Type_getSizeOf(type) == 0)
		return;
	v->bounds = bounds_of(s, v, type);
	if (v->bounds)
		v->type = in_place_name(s, v, element);
	v->is_in_place = v->type;
}

/* Whether the declaration of a struct or union in C declares no variables, or only tile_static ones. */
static bool is_c_type_alone(const struct loops *s, const struct tree *class)
{
	bool yes = is_c(s);

	for (const struct tree *t = class->parent->children; t; t = t->next)
		yes &= t->kind != TREE_VARIABLE || is_tile_static(t->cursor);
	return yes;
}

/* Whether a structured binding is auto &[a, b] or auto &&[a, b], whose names refer to objects that may have
 * other names. Those of auto [a, b] are like variables, since kernels have no bit-fields and no reference
 * members. */
static bool is_bound_by_reference(const struct body_variable *v)
{
	return is_reference(clang_getCursorType(v->tree->parent->cursor));
}

/* Whether a variable is a copy of the index's barrier. */
static bool is_barrier_copy(const struct loops *s, const struct tree *variable)
{
	const struct tree *value = strip_copies(tree_part(variable, ROLE_INIT));

	return value && value->kind == TREE_MEMBER && is_index(s, tree_strip(tree_part(value, ROLE_OBJECT))) &&
	       library_entity(tree_member(s->l->unit, value)) == LIBRARY_INDEX_BARRIER;
}

static void add_variable(struct loops *s, const struct tree *t)
{
	struct body_variable *v = &APPEND(s->variables, s->n_variables);

	*v = (struct body_variable){
	    .cursor = t->declaration,
	    .tree = t,
	    .at = t->name,
	    .kind = KEPT,
	};
	v->name = cursor_spelling(v->cursor);
	v->is_bound = t->parent->kind == TREE_VARIABLE;
	if (!v->is_bound || !is_bound_by_reference(v))
		v->type = kept_type(s, v->cursor);
	if (!v->type && !v->is_bound)
		read_in_place(s, v);
	fail_if(s, !strcmp(v->name, s->index) || !strcmp(v->name, s->barrier), v->at,
	        "it hides the index or the barrier");
	if (!*s->barrier && is_barrier_copy(s, t)) {
		s->barrier = v->name;
		s->barrier_cursor = v->cursor;
	}
}

/* Whether a variable outlives the kernel and may change. */
static bool is_static_variable(CXCursor variable)
{
	return (clang_Cursor_getStorageClass(variable) == CX_SC_Static ||
	        clang_getCursorTLSKind(variable) != CXTLS_None) &&
	       !is_tile_static(variable) && !is_const_object(clang_getCursorType(variable));
}

/* Finds the variables that the body declares, and what makes loops impossible. */
static void find_variables(struct loops *s)
{
	const struct tree *root = s->tree->root;

	for (const struct tree *t = root; t && !s->failed; t = tree_next(t, root))
		fail_if(s, t->kind == TREE_VARIABLE && is_static_variable(t->cursor), t->first,
		        "a static variable that is not a constant");
	for (const struct tree *t = root; t && !s->failed; t = tree_next_outside(t, root)) {
		fail_if(s, t->kind == TREE_TYPE && is_class(t->cursor.kind) && !is_c_type_alone(s, t),
		        t->first, "a class in the kernel");
		fail_if(s,
		        t->kind == TREE_UNKNOWN && (tree_hides(s->l->unit, s->tree, t, s->index) ||
		                                    tree_hides(s->l->unit, s->tree, t, s->barrier)),
		        t->first, "what is done with the index or the barrier is not known");
		if (t->kind == TREE_VARIABLE && t->name != SIZE_MAX)
			add_variable(s, t);
		else if (t->kind == TREE_VARIABLE)
			fail_if(s, !tree_part(t, ROLE_VARIABLE), t->first, "a variable without a name");
	}
}

/* Reads the parameter, if it is a tiled_index. */
static bool read_index(struct loops *s)
{
	SCOPED(children) parameters = parameters_of(s->function);
	size_t first, last;

	if (parameters.count != 1 || !read_declaration(s, parameters.items[0], &first, &last))
		return false;
	s->index_cursor = parameters.items[0];
	s->index = cursor_spelling(s->index_cursor);
	s->index_declaration = spelling(s, first, last);
	s->index_value = thread_index(s, clang_getCursorType(s->function));
	s->barrier = "";
	return true;
}

/* Returns the kernel that calls a function, at any depth. */
static CXCursor kernel_of(const struct loops *s)
{
	while (s->caller)
		s = s->caller;
	return s->function;
}

/* Whether the address of the object that an expression denotes may be used behind the expression: `&`, or an
 * array that is not merely subscripted. */
static bool keeps_address(const struct tree *t)
{
	bool of_array = is_array(clang_getCanonicalType(tree_type(t)));
	const struct tree *use = t->parent;

	while (use && (use->kind == TREE_PARENTHESES || (of_array && use->kind == TREE_CONVERSION)))
		use = use->parent;
	if (use && (use->kind == TREE_MEMBER || (of_array && use->kind == TREE_SUBSCRIPT)))
		return keeps_address(use);
	return of_array ||
	       (use && use->kind == TREE_UNARY && use->unary == CXUnaryOperator_AddrOf);
}

/* Whether a compound literal may be used behind its expression. It is an object of its block; if the block
 * becomes several loops, each of them would have its own. */
static bool has_unnamed_object(const struct body *b)
{
	for (const struct tree *t = b->root; t; t = tree_next(t, b->root)) {
		if (t->kind == TREE_COMPOUND_LITERAL && keeps_address(t))
			return true;
	}
	return false;
}

void read_body(struct loops *s)
{
	s->tree = body_tree(s->l->unit->bodies, s->function);
	fail_if(s, !s->tree || !is_structured(s->tree) || has_unnamed_object(s->tree), s->body,
	        "a jump to a label, or an object without a name, or code that is not understood");
	if (s->failed)
		return;
	uses_init(&s->uses, s->l->unit, s->tree, kernel_of(s));
	fail_if(s, s->row_rank ? may_change_index(s) : is_c(s) && changes(s, s->body, s->body_end, s->index_cursor),
	        s->body, "the index may change");
	fail_if(s, s->row_rank && !find_row_loops(s), s->body, "no loop is cut");
	find_variables(s);
	if (s->failed)
		return;
	find_aliases(s);
	if (s->row_rank)
		find_divisions(s);
	s->has_row_if = s->n_divisions > 0;
	const struct tree *lambda = unconfined_lambda(s);

	fail_if(s, lambda, lambda ? lambda->first : 0, "a lambda with captures that may be kept");
}

static void unroll_loops(struct loops *s)
{
	const struct tree *root = s->tree->root;

	for (const struct tree *t = root; t; t = tree_next_outside(t, root)) {
		if (is_unrolled(s, t) && !has_barrier(s, t->first, t->last))
			substitute(s, (struct substitution){t->first, t->first + 1, false, "AMP_TILE_UNROLL for "});
	}
}

void append_body(struct loops *s)
{
	assume_uniform(s);
	unroll_loops(s);
	append_scope(s, s->tree->root);
}

/* Reads and appends a kernel's body, in which the index that all threads share is that of the first. */
static void append_kernel_body(struct loops *s)
{
	if (!s->failed)
		read_body(s);
	if (!s->failed && is_c(s))
		fail_if(s, !declare_kernel_parameters(s), s->body,
		        "a parameter that changes and that no array can have");
	if (s->failed)
		return;
	append_shared_index(s);
	FOR_EACH(const struct division, d, s->divisions, s->n_divisions) {
		if (&s->divisions[d->number] == d)
			text_printf(s->out, "\t\tconst int amp_quotient_%zu = %s / %s, amp_rest_%zu = %s %% %s;\n",
			            d->number, d->value, d->by, d->number, d->value, d->by);
	}
	append_body(s);
	fail_if(s, s->row_rank && !s->n_row_loops && !s->has_row_if, s->body, "no loop is cut");
}

/* Appends "amp_has_tile_loops", which depends on premises and on the kept types, and the number of bytes kept
 * for each thread. */
static void append_has_loops(const struct loops *s, struct text *out)
{
	const struct strings *kept = &s->kept_types, *in_place = &s->in_place_types;

	text_append(out, "\ttypedef std::integral_constant<bool, true");
	for (size_t i = 0; i < s->premises.count; i++)
		text_printf(out, " && std::is_arithmetic<%s>::value", s->premises.items[i]);
	for (size_t i = 0; i < kept->count; i++)
		text_printf(out, " && std::is_trivial<%s >::value", kept->items[i]);
	for (size_t i = 0; i < in_place->count; i++)
		text_printf(out, " && Concurrency::details::is_moved_as_bytes<%s >::value", in_place->items[i]);
	text_append(out, "> amp_has_tile_loops;\n\ttypedef std::integral_constant<std::size_t, 0");
	for (size_t i = 0; i < kept->count; i++)
		text_printf(out, " + sizeof(%s)", kept->items[i]);
	for (size_t i = 0; i < in_place->count; i++)
		text_printf(out, " + sizeof(%s)", in_place->items[i]);
	text_append(out, "> amp_kept_bytes;\n");
}

void loops_finish(struct loops *s)
{
	free(s->substitutions);
	free(s->variables);
	free(s->items);
	free(s->row_loops);
	free(s->divisions);
	strings_finish(&s->premises);
	strings_finish(&s->kept_types);
	strings_finish(&s->in_place_types);
}

/* Returns where the declaration begins that a kernel is in, disregarding namespaces. */
static unsigned declaration_start(const struct kernel *k)
{
	for (size_t i = 0; i < k->n_scopes; i++) {
		if (k->scopes[i].kind != CXCursor_Namespace && k->scopes[i].kind != CXCursor_LinkageSpec)
			return k->scopes[i].start;
	}
	return k->start;
}

/* Whether a kernel's function takes a tiled_index, or an index of known rank. Sets row_rank. */
static bool is_loopable(struct loops *s)
{
	struct library_type index = {0};

	library_type(clang_getCursorType(first_parameter(s->function)), &index);
	s->row_rank = index.entity == LIBRARY_INDEX ? index.rank : 0;
	return s->row_rank || index.entity == LIBRARY_TILED_INDEX;
}

/* The functions for all threads that a kernel needs, if it has loops; else why it has none. In C, `out` gets them. */
static void finish_kernel(struct loops *s, struct text *out)
{
	if (s->failed && !s->row_rank)
		diagnose_warning(s->l->unit, WARNING_TILE_FIBERS, token(s->l, s->failed_at)->offset,
		                 "on the CPU accelerator the threads of a tile are fibers, not loops: %s", s->failed);
	FOR_EACH(struct tile_function, f, s->functions->items, s->functions->count) {
		if (!s->failed && out)
			text_append(out, f->text);
		else if (!s->failed)
			edit_insert(s->l->edits, f->at, NULL, f->text);
	}
	free(s->functions->items);
}

/* Appends amp_segment, which tells the points that a division has the same quotient for. */
static void append_segment(const struct loops *s, const char *prelude, struct text *out)
{
	if (!s->n_divisions)
		return;
	text_printf(out, "\tbool amp_segment(%s, int amp_first, int &amp_end) const\n\t{%s\n\t\treturn ",
	            s->index_declaration, prelude);
	FOR_EACH(const struct division, d, s->divisions, s->n_divisions) {
		if (&s->divisions[d->number] == d)
			text_printf(out, "%sConcurrency::details::row_segment(%s, %s, amp_first, amp_end)",
			            d->number ? " && " : "", d->value, d->by);
	}
	text_append(out, ";\n\t}\n");
}

/* Appends amp_run_tile, and what tells that it exists. prelude: text in front of the body's block. The kernel
 * stores nothing to its own object, which therefore has to be read only once: AMP_TILE_RESTRICT is
 * __restrict__ for `this`. */
static void append_run_tile(struct loops *s, const char *prelude, struct text *out)
{
	append_has_loops(s, out);
	append_line_directive(s->l, s->out, token(s->l, s->body_end)->offset); /* of what follows */
	text_append(out, "\tAMP_TILE_LOOPS_BEGIN\n"
	                 "\ttemplate <typename amp_tile_t> __attribute__((always_inline)) void amp_run_tile(const "
	                 "amp_tile_t amp_tile) const AMP_TILE_RESTRICT\n");
	text_printf(out, *prelude ? "\t{%s\n\t{\n%s\t}\n\t}\n" : "\t{%s\n%s\t}\n", prelude, s->out->data);
	append_segment(s, prelude, out);
	text_append(out, "\tAMP_TILE_LOOPS_END\n");
}

void append_tile_loops(struct lowering *l, const struct kernel *k, const char *prelude,
                       struct text *out)
{
	SCOPED(text) written = {0};
	struct tile_functions functions = {0};
	SCOPED(loops) s = {.l = l,
	                   .out = &written,
	                   .function = k->lambda,
	                   .functions = &functions,
	                   .class = clang_getNullCursor(),
	                   .limit = declaration_start(k)};

	if (l->unit->request->tile_fibers || !is_loopable(&s))
		return;
	s.body = token_at(l->tokens, k->body_start);
	s.body_end = (size_t)token(l, s.body)->match;
	fail_if(&s, !read_index(&s), s.body, "the kernel has other parameters than a tiled_index");
	fail_if(&s, is_mutable_lambda(l->unit, k->start), s.body, "the lambda is mutable");
	append_kernel_body(&s);
	if (!s.failed)
		append_run_tile(&s, prelude, out);
	finish_kernel(&s, NULL);
}

/* ---- C -------------------------------------------------------------------- */

/* Finds the kernel's function, its body and its first parameter. */
static bool read_c_kernel(struct loops *s, const struct c_kernel *k)
{
	unsigned name = 0;

	s->function = k->is_block ? first_child(k->cursor) : k->definition;
	if (k->is_block)
		s->body = token_at(s->l->tokens, k->body);
	else if (cursor_offset(s->l->clauses, k->definition, &name))
		s->body = declarator_end(s->l->unit, name, s->l->unit->text.len);
	CXCursor index = first_parameter(s->function);

	if (!is(s->l, s->body, "{") || clang_Cursor_isNull(index))
		return false;
	s->body_end = (size_t)token(s->l, s->body)->match;
	s->limit = k->is_block ? k->piece->start : name;
	s->index = cursor_spelling(index);
	s->index_cursor = index;
	s->index_declaration = interned_printf("const %s %s", type_spelling(unqualified(clang_getCursorType(index))),
	                                       *s->index ? s->index : "amp_index_");
	s->index_value = thread_index(s, clang_getCursorType(index));
	s->barrier = "";
	return true;
}

bool append_c_tile_loops(struct lowering *l, const struct c_kernel *k, struct text *out, struct text *called)
{
	SCOPED(text) written = {0};
	struct tile_functions functions = {0};
	struct loops s = {.l = l, .out = &written, .functions = &functions,
	                  .class = clang_getNullCursor(), .threads = k->tile_size};

	if (l->unit->request->tile_fibers)
		return false;
	fail_if(&s, !read_c_kernel(&s, k), 0, "the kernel's definition is not here");
	append_kernel_body(&s);
	fail_if(&s, s.kept_size * s.threads > MOST_KEPT, s.body,
	        "its variables that live across barriers are too large");
	if (!s.failed)
		text_append(out, written.data);
	finish_kernel(&s, called);
	loops_finish(&s);
	return !s.failed;
}

/* ---- Function objects ----------------------------------------------------- */

/* Finds the body and the parameter of an operator(). */
static bool read_call_operator(struct loops *s)
{
	unsigned start, end;

	if (s->function.kind != CXCursor_CXXMethod || !clang_CXXMethod_isConst(s->function) ||
	    !cursor_range(s->l->clauses, body_of(s->function), &start, &end) || !read_index(s))
		return false;
	s->body = token_at(s->l->tokens, start);
	s->body_end = token_at(s->l->tokens, end) - 1;
	return true;
}

/* Whether a class or one of its bases has a mutable member. */
static bool has_mutable(CXCursor class)
{
	bool yes = false;

	for (struct walk w = walk_children(clang_getCursorDefinition(class)); !yes && walk_next(&w);) {
		if (w.cursor.kind == CXCursor_CXXBaseSpecifier)
			yes = has_mutable(clang_getTypeDeclaration(type_of(w.cursor)));
		else
			yes = clang_CXXField_isMutable(w.cursor);
	}
	return yes;
}

void add_tile_loops(struct lowering *l, CXCursor class, unsigned start)
{
	SCOPED(text) written = {0}, text = {0};
	struct tile_functions functions = {0};
	SCOPED(loops) s = {.l = l, .class = class, .limit = start, .out = &written, .functions = &functions};
	unsigned n_operators = 0;
	const char *name = plain_spelling(class);
	unsigned offset;

	s.function = clang_getNullCursor();
	for (struct walk w = walk_children(class); walk_next(&w);) {
		if (is_function(w.cursor.kind) && starts_with(w.cursor, "operator()")) {
			s.function = w.cursor;
			n_operators++;
		}
	}
	if (l->unit->request->tile_fibers || !is_loopable(&s) || !(cursor_restrictions(s.function) & RESTRICT_AMP) ||
	    !cursor_offset(l->clauses, s.function, &offset))
		return;
	size_t at = token_at(l->tokens, offset);

	fail_if(&s, n_operators != 1 || !*name || clang_Cursor_isAnonymous(class) || strchr(name, '('), at,
	        "the class has several operators, or no name");
	fail_if(&s, !read_call_operator(&s), at, "an operator() of this form");
	fail_if(&s, has_mutable(class), at, "the class has a mutable member");
	append_kernel_body(&s);
	if (!s.failed) {
		/* a derived class inherits them, but may have another operator() */
		text_printf(&text, "\n\ttypedef %s amp_tile_loops_class;\n", name);
		append_run_tile(&s, "", &text);
		append_line_directive(l, &text, token(l, s.body_end)->offset + 1);
		edit_insert(l->edits, token(l, s.body_end)->offset + 1, NULL, text.data);
	}
	finish_kernel(&s, NULL);
}
