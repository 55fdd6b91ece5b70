/* The launches of a C program: amp_parallel_for_each with a domain, a kernel and, if the kernel is a
 * function, its arguments. */
#include "lower_c/lower_c_internal.h"

#include <string.h>

/* The largest number of tile shapes for which a kernel's loops are compiled separately, each as a copy of its
 * code. */
#define MOST_SHAPES 4

/* Returns the block or the name of a function that an argument is, also as &f or *f. */
static CXCursor kernel_of(CXCursor argument)
{
	CXCursor c = without_parentheses(argument);

	return c.kind == CXCursor_UnaryOperator ? kernel_of(first_child(c)) : c;
}

/* Checks the arguments of a launch against the parameters of the kernel function. */
static bool check_arguments(struct lowering *l, const struct c_kernel *k, CXCursor call, int first)
{
	int n = clang_Cursor_getNumArguments(call) - first;
	unsigned at = 0;

	cursor_offset(l->clauses, call, &at);
	if (n != (int)k->n_variables) {
		diagnose(l->unit, SEVERITY_ERROR, at,
		         "kernel '%s' takes %zu argument%s behind the index, and %d %s here",
		         k->function, k->n_variables, k->n_variables == 1 ? "" : "s", n,
		         n == 1 ? "is" : "are");
		return false;
	}
	for (int i = 0; i < n; i++) {
		CXCursor argument = without_parentheses(clang_Cursor_getArgument(call, first + i));
		CXType from = unqualified(type_of(argument));
		CXType to = unqualified(clang_getCanonicalType(k->variables[i].type));

		if (to.kind == CXType_Pointer) {
			cursor_offset(l->clauses, argument, &at);
			diagnose(l->unit, SEVERITY_ERROR, at,
			         "the pointer '%s' is an argument of kernel '%s', which cannot reach what it "
			         "points to: pass an amp_array_view over it [C++ AMP 7.1]",
			         k->variables[i].name, k->function);
			return false;
		}
		if (clang_equalTypes(from, to) || (is_number(from) && is_number(to)))
			continue;
		const char *a = c_type_name(clang_getCursorType(argument));
		const char *p = c_type_name(k->variables[i].type);
		struct library_type given, wanted;
		bool adds_const = view_type(from, &given) && view_type(to, &wanted) &&
		                  wanted.is_const && !given.is_const && given.rank == wanted.rank;

		cursor_offset(l->clauses, argument, &at);
		diagnose(l->unit, SEVERITY_ERROR, at,
		         "argument '%s' of kernel '%s' must be of type '%s'; here it is '%s'%s%s%s",
		         k->variables[i].name, k->function, p, a, adds_const ? ": write (" : "",
		         adds_const ? p : "", adds_const ? ")amp_view_of(...)" : "");
		return false;
	}
	return true;
}

/* Returns the number of threads of amp_tile(e, 16, 16) and sets its shape; 0 if it is not constant. Sets
 * *problem if such tiles are not allowed. */
static unsigned tile_size(CXCursor domain, unsigned shape[3], const char **problem)
{
	CXCursor call = without_parentheses(domain);
	unsigned size = 1;

	if (call.kind != CXCursor_CallExpr)
		return 0;
	enum library_entity callee = library_entity(cursor_callee(call));
	bool is_tile = callee == LIBRARY_TILE;

	if (callee == LIBRARY_TILE_PADDED)
		return tile_size(clang_Cursor_getArgument(call, 0), shape, problem);
	for (int i = 1; i < clang_Cursor_getNumArguments(call) && is_tile; i++) {
		int64_t n = 0;

		if (integer_value(clang_Cursor_getArgument(call, i), &n) && n <= 0)
			*problem = "a tile has at least one thread in each dimension [C++ AMP 4.3]";
		if (n > MOST_TILE_THREADS)
			*problem = "a tile has at most 1024 threads [C++ AMP 4.3]";
		if (n <= 0 || n > MOST_TILE_THREADS)
			return 0;
		shape[i - 1] = (unsigned)n;
		size *= (unsigned)n;
	}
	if (is_tile && size > MOST_TILE_THREADS)
		*problem = "a tile has at most 1024 threads [C++ AMP 4.3]";
	else if (is_tile && shape[2] && shape[0] > 64)
		*problem = "a tile of rank 3 has at most 64 threads along its first dimension";
	return is_tile ? size : 0;
}

/* Records that a kernel is launched with tiles of a shape. size: 0 if the shape is not known. */
static void add_shape(struct c_kernel *k, const unsigned shape[3], unsigned size)
{
	for (size_t i = 0; i < k->n_shapes; i++) {
		if (size && !memcmp(k->shapes[i], shape, sizeof(k->shapes[i])))
			return;
	}
	if (!size || k->n_shapes == MOST_SHAPES) {
		k->has_other_shapes = true;
		return;
	}
	memcpy(KEEP(k->shapes, k->n_shapes), shape, sizeof(*k->shapes));
}

/* Returns the kernel that a launch names, or NULL after an error. */
static struct c_kernel *launched_kernel(struct lowering *l, CXCursor argument, CXCursor function)
{
	CXCursor c = kernel_of(argument);
	bool is_block = c.kind == CXCursor_BlockExpr;
	CXCursor callee = clang_getCursorReferenced(c);
	unsigned at = 0, end;

	cursor_range(l->clauses, argument, &at, &end);
	if (!is_block && (clang_getCursorType(c).kind == CXType_BlockPointer || clang_Cursor_isNull(callee)) &&
	    l->unit->errors) {
		return NULL; /* the block or function was reported where it is defined */
	} else if (!is_block && callee.kind != CXCursor_FunctionDecl) {
		diagnose(l->unit, SEVERITY_ERROR, at,
		         "the kernel must be a block, ^(amp_index1 i) restrict(amp) {...}, or the "
		         "name of a function with restrict(amp)");
	} else if (!(restrictions_of(l, is_block ? c : callee) & RESTRICT_AMP)) {
		diagnose(l->unit, SEVERITY_ERROR, at,
		         "the %s needs restrict(amp) behind its parameters to be a kernel",
		         is_block ? "block" : "function");
	} else if (is_block) {
		return block_kernel(l, c, function);
	} else if (!is_kernel_function(callee)) {
		diagnose(l->unit, SEVERITY_ERROR, at,
		         "a kernel must return void, and its first parameter must be an amp_index "
		         "or an amp_tiled_index");
	} else {
		return function_kernel(l, callee);
	}
	return NULL;
}

/* Returns whether an error was reported within a launch, outside the body of its block: then the launch
 * cannot be understood. */
static bool is_refused(struct lowering *l, CXCursor call, unsigned start, unsigned end)
{
	unsigned body = end, block_end = end;
	CXCursor block = first_of_kind(call, CXCursor_BlockExpr);

	if (!clang_Cursor_isNull(block) && cursor_range(l->clauses, block, &body, &block_end))
		body = lambda_body(l->unit, body);
	for (size_t i = 0; i < l->unit->n_error_places; i++) {
		unsigned at = l->unit->error_places[i];

		if (at >= start && at < end && !(at > body && at < block_end))
			return true;
	}
	return false;
}

/* The domain of a launch. */
struct launch_domain {
	CXCursor cursor;
	unsigned at, rank;
	bool is_tiled;
};

/* Reads the domain. Returns false after an error. */
static bool read_domain(struct lowering *l, CXCursor cursor, struct launch_domain *d)
{
	CXType type = clang_getCursorType(cursor);
	unsigned plain = library_rank(type, LIBRARY_EXTENT), tiled = library_rank(type, LIBRARY_TILED_EXTENT), end;
	struct library_type view;

	*d = (struct launch_domain){.cursor = cursor, .rank = plain + tiled, .is_tiled = tiled != 0};
	cursor_range(l->clauses, cursor, &d->at, &end);
	if (!d->rank)
		diagnose(l->unit, SEVERITY_ERROR, d->at,
		         "the domain is of type '%s'; it must be an amp_extent%s, or an amp_tiled_extent "
		         "(see amp_tile)",
		         c_type_name(type), view_type(type, &view) ? ", as its member extent is" : "");
	return d->rank;
}

/* Whether an argument may be an accelerator view. */
static bool is_accelerator_view(CXCursor argument)
{
	CXType view = clang_getCanonicalType(clang_getPointeeType(clang_getCursorType(argument)));

	return library_class(view) == LIBRARY_ACCELERATOR_VIEW || view.kind == CXType_Void;
}

/* Checks a launch of a kernel over a domain. first: the number of the domain's argument. */
static bool check_launch(struct lowering *l, const struct c_kernel *k, CXCursor call, unsigned start, int first,
                         const struct launch_domain *d)
{
	if (k->rank != d->rank || k->is_tiled != d->is_tiled) {
		diagnose(l->unit, SEVERITY_ERROR, d->at,
		         "the domain is an amp_%sextent%u, and the kernel takes an amp_%sindex%u",
		         d->is_tiled ? "tiled_" : "", d->rank, k->is_tiled ? "tiled_" : "", k->rank);
		return false;
	}
	if (!k->is_block)
		return check_arguments(l, k, call, first + 2);
	if (clang_Cursor_getNumArguments(call) > first + 2)
		diagnose(l->unit, SEVERITY_ERROR, start,
		         "a block captures what it needs, and cannot take more arguments");
	return clang_Cursor_getNumArguments(call) == first + 2;
}

/* Records the size and the shape of the tiles that a kernel is launched with. */
static void note_tiles(struct lowering *l, struct c_kernel *k, const struct launch_domain *d)
{
	const char *problem = NULL;
	unsigned shape[3] = {0}, size = d->is_tiled ? tile_size(d->cursor, shape, &problem) : 0;

	if (problem)
		diagnose(l->unit, SEVERITY_ERROR, d->at, "%s", problem);
	/* an unknown size is taken for the largest */
	k->tile_size = size && (!k->is_launched || k->tile_size == size) &&
	               (k->is_block || k->is_static) ? size : MOST_TILE_THREADS;
	k->is_launched = true;
	if (d->is_tiled)
		add_shape(k, shape, size);
}

static void add_launch(struct lowering *l, CXCursor call, CXCursor function, bool named_view)
{
	struct c_program *p = l->program;
	int first = named_view ? 1 : 0;
	unsigned start = 0, end = 0;
	struct launch_domain domain;

	if (!cursor_range(l->clauses, call, &start, &end) || is_refused(l, call, start, end))
		return;
	if (clang_Cursor_getNumArguments(call) < first + 2) {
		diagnose(l->unit, SEVERITY_ERROR, start, "%s takes %sa domain and a kernel",
		         named_view ? "amp_parallel_for_each_on" : "amp_parallel_for_each",
		         named_view ? "an accelerator view, " : "");
		return;
	}
	if (!read_domain(l, clang_Cursor_getArgument(call, first), &domain))
		return;
	if (named_view && !is_accelerator_view(clang_Cursor_getArgument(call, 0))) {
		diagnose(l->unit, SEVERITY_ERROR, start,
		         "amp_parallel_for_each_on takes an amp_accelerator_view * first");
		return;
	}
	struct c_kernel *k =
		launched_kernel(l, clang_Cursor_getArgument(call, first + 1), function);

	if (!k || !check_launch(l, k, call, start, first, &domain))
		return;
	note_tiles(l, k, &domain);
	KEEP(p->launches, p->n_launches) = (struct c_launch){
	    .kernel = k - p->kernels, .start = start, .named_view = named_view};
}

/* Finds the launches in a function at file scope. */
static void find_launches_in(struct lowering *l, CXCursor function)
{
	for (struct walk w = walk_below(function); walk_next(&w);) {
		if (w.cursor.kind == CXCursor_CallExpr) {
			enum library_entity callee = library_entity(cursor_callee(w.cursor));
			bool named_view = callee == LIBRARY_PARALLEL_FOR_EACH_ON;

			if (named_view || callee == LIBRARY_PARALLEL_FOR_EACH) {
				add_launch(l, w.cursor, function, named_view);
				walk_skip(&w);
			}
		} else if (w.cursor.kind == CXCursor_BlockExpr && restrictions_of(l, w.cursor) & RESTRICT_AMP &&
		           !has_errors(
		               l->unit->tu)) { /* libclang 21 leaves out a call with an error, but not its arguments */
			unsigned start = 0, end;

			cursor_range(l->clauses, w.cursor, &start, &end);
			diagnose(l->unit, SEVERITY_ERROR, start,
			         "a block with restrict(amp) can only be an argument of "
			         "amp_parallel_for_each");
		}
	}
}

/* Checks that every launch in the text was found: the parser leaves out those in code that it could not
 * parse. */
static void check_launches(struct lowering *l)
{
	struct c_program *p = l->program;

	for (size_t i = 0; token(l, i)->kind != TOKEN_END && !l->unit->errors; i++) {
		bool found = !is(l, i, "amp_parallel_for_each") && !is(l, i, "amp_parallel_for_each_on");

		for (size_t n = 0; n < p->n_launches && !found; n++)
			found = p->launches[n].start == token(l, i)->offset;
		if (found)
			continue;
		l->unit->all_errors = true;
		report_parse_errors(l->unit);
		if (!l->unit->errors)
			diagnose(l->unit, SEVERITY_ERROR, token(l, i)->offset,
			         "this can only be called, in a function");
	}
}

/* Reports tile_static variables outside amp code, which the parser takes for static variables. */
static void check_tile_statics(struct lowering *l)
{
	for (size_t i = 0; token(l, i)->kind != TOKEN_END; i++) {
		bool is_parameter = i > 0 && (is(l, i - 1, "(") || is(l, i - 1, ",")); /* reported in all functions */

		if (is(l, i, "tile_static") && !is_parameter &&
		    !in_amp_function(l->clauses, token(l, i)->offset))
			diagnose(l->unit, SEVERITY_ERROR, token(l, i)->offset,
			         "a tile_static variable in a function that is restrict(cpu): only "
			         "restrict(amp) code has them [C++ AMP 2.4.3.5.1]");
	}
}

void find_launches(struct lowering *l)
{
	struct c_program *p = l->program;

	for (size_t i = 0; i < p->n_declarations; i++) {
		CXCursor function = p->declarations[i].cursor;

		if (function.kind == CXCursor_FunctionDecl && clang_isCursorDefinition(function))
			find_launches_in(l, function);
	}
	check_launches(l);
	check_tile_statics(l);
}
