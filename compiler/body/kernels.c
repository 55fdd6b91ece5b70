/* The kernels of a unit with the shapes of their tiles, and all code for the accelerator. */
#include "body/kernels.h"

#include "body/body.h"

/* ---- Kernels ------------------------------------------------------------- */

struct kernel_walk {
	struct unit *unit;
	kernel_check *check;
	bool untiled;
	void *data;          /* of check */
	CXCursor launch;     /* in C: the innermost call around the cursor */
	struct cursors done; /* functions already walked */
	unsigned templates, depth;
	unsigned tiled; /* number of enclosing lambdas that take a tiled_index */
};

/* Returns a function's last parameter that is a tiled_index, or the null cursor. */
static CXCursor tiled_parameter(CXCursor function)
{
	CXCursor found = clang_getNullCursor();

	for (struct walk w = walk_kind(walk_children(function), CXCursor_ParmDecl); walk_next(&w);) {
		if (library_rank(clang_getCursorType(w.cursor), LIBRARY_TILED_INDEX))
			found = w.cursor;
	}
	return found;
}

bool is_launchable(CXCursor function)
{
	return !is_function(function.kind) || starts_with(function, "operator()");
}

/* Whether a call leads to code that a walk over the text does not reach: instantiations, and the library's
 * functions on the way to a function object. */
static bool is_followed(const struct kernel_walk *w, CXCursor definition)
{
	unsigned offset;

	if (clang_Cursor_isNull(definition) || w->depth > 16 ||
	    !is_function(definition.kind))
		return false;
	if (cursor_offset(w->unit->clauses, definition, &offset))
		return !clang_Cursor_isNull(clang_getSpecializedCursorTemplate(definition)) ||
		       !clang_Cursor_isNull(clang_getSpecializedCursorTemplate(
		           clang_getCursorSemanticParent(definition)));
	return library_entity(definition) == LIBRARY_PARALLEL_FOR_EACH ||
	       (w->depth && is_amp_library(definition));
}

/* Finds amp_tile(extent, 4, 4) in a launch. Returns whether all `rank` sizes are constants. */
static bool find_tile_sizes(CXCursor launch, unsigned rank, unsigned *extents)
{
	for (SCOPED(walk) w = walk_below(launch); walk_next(&w);) {
		unsigned d = 0;

		if (w.cursor.kind == CXCursor_BlockExpr)
			walk_skip(&w);
		if (w.cursor.kind != CXCursor_CallExpr ||
		    library_entity(cursor_callee(w.cursor)) != LIBRARY_TILE ||
		    clang_Cursor_getNumArguments(w.cursor) != (int)rank + 1)
			continue;
		for (; d < rank; d++) {
			int64_t size;

			if (!integer_value(clang_Cursor_getArgument(w.cursor, d + 1), &size) || size <= 0)
				break;
			extents[d] = (unsigned)size;
		}
		return d == rank;
	}
	return false;
}

static bool names_function(CXCursor around, CXCursor function)
{
	for (SCOPED(walk) w = walk_kind(walk_below(around), CXCursor_DeclRefExpr); walk_next(&w);) {
		if (clang_equalCursors(clang_getCanonicalCursor(clang_getCursorReferenced(w.cursor)),
		                       clang_getCanonicalCursor(function)))
			return true;
	}
	return false;
}

/* Finds a launch of a function, in C, that shows the shape of its tiles. */
static bool find_launch(CXTranslationUnit tu, CXCursor function, unsigned rank, unsigned *extents)
{
	for (SCOPED(walk) w = walk_below(clang_getTranslationUnitCursor(tu)); walk_next(&w);) {
		enum library_entity callee =
		    w.cursor.kind == CXCursor_CallExpr
		        ? library_entity(cursor_callee(w.cursor))
		        : LIBRARY_NONE;

		if ((callee == LIBRARY_PARALLEL_FOR_EACH || callee == LIBRARY_PARALLEL_FOR_EACH_ON) &&
		    names_function(w.cursor, function) && find_tile_sizes(w.cursor, rank, extents))
			return true;
	}
	return false;
}

/* Returns the parameter that makes a function a kernel for the walk: a tiled_index or, if untiled kernels are
 * wanted, an index; else the null cursor. */
static CXCursor kernel_parameter(const struct kernel_walk *w, CXCursor n, CXCursor function)
{
	CXCursor tiled = tiled_parameter(function), first = first_parameter(function);
	bool is_untiled = w->untiled && is_launchable(n) && library_rank(clang_getCursorType(first), LIBRARY_INDEX);

	return clang_Cursor_isNull(tiled) && is_untiled ? first : tiled;
}

/* Returns the shape of the tiles of a kernel with such a parameter. */
static struct tile_shape shape_of(const struct kernel_walk *w, CXCursor n, CXCursor parameter)
{
	struct tile_shape shape = {.is_launched = true};
	struct library_type type;
	bool is_c = unit_is_c(w->unit), is_block = n.kind == CXCursor_BlockExpr;

	library_type(clang_getCursorType(parameter), &type);
	shape.rank = type.rank;
	bool is_tiled = type.entity == LIBRARY_TILED_INDEX;

	for (unsigned d = 0; d < shape.rank; d++) {
		if (!is_tiled)
			shape.extents[d] = d + 1 < shape.rank ? 1 : 32;
		else /* in C only the launch tells them; any tile of more than one thread will do */
			shape.extents[d] = type.extents[d] ? type.extents[d] : 8;
	}
	if (is_tiled && is_block && !clang_Cursor_isNull(w->launch))
		shape.is_launched = find_tile_sizes(w->launch, shape.rank, shape.extents);
	else if (is_tiled && is_c)
		shape.is_launched = find_launch(w->unit->tu, n, shape.rank, shape.extents);
	shape.is_launched &= !w->tiled;
	return shape;
}

/* Checks a function, lambda or block if it is a kernel. */
static bool check_if_kernel(struct kernel_walk *w, CXCursor n)
{
	bool is_block = n.kind == CXCursor_BlockExpr && !clang_Cursor_isNull(first_child(n));
	CXCursor function = is_block ? first_child(n) : n; /* the declaration that has a block's parameters */
	CXCursor parameter = kernel_parameter(w, n, function);
	unsigned offset;
	bool is_kernel = !clang_Cursor_isNull(parameter) && !clang_Cursor_isNull(body_of(function)) &&
	                 cursor_offset(w->unit->clauses, n, &offset);

	if (is_kernel) {
		const struct tile_shape shape = shape_of(w, n, parameter);

		w->check(w->unit, function, &shape, w->templates > 0 || n.kind == CXCursor_FunctionTemplate, w->data);
	}
	return is_kernel;
}

static enum CXChildVisitResult visit_launches(CXCursor n, CXCursor parent, CXClientData data);

/* Continues the walk in a function that is called. */
static void visit_called(struct kernel_walk *w, CXCursor call)
{
	CXCursor definition = clang_getCursorDefinition(cursor_callee(call));
	unsigned templates = w->templates;

	if (!is_followed(w, definition))
		return;
	w->templates = 0;
	w->depth++;
	visit_launches(definition, call, w);
	w->depth--;
	w->templates = templates;
}

static enum CXChildVisitResult visit_launches(CXCursor n, CXCursor parent, CXClientData data)
{
	struct kernel_walk *w = data;
	enum CXCursorKind kind = n.kind;
	CXCursor launch = w->launch;
	unsigned offset;
	bool is_tiled = false;

	(void)parent;
	if (clang_isDeclaration(kind) && !w->depth && !cursor_offset(w->unit->clauses, n, &offset))
		return CXChildVisit_Continue;
	if (is_function(kind) || is_closure(kind)) {
		if (!cursors_add(&w->done, n, NULL))
			return CXChildVisit_Continue;
		is_tiled = check_if_kernel(w, n) && kind == CXCursor_LambdaExpr;
	}
	if (kind == CXCursor_CallExpr)
		w->launch = n;
	w->templates += is_template(kind);
	w->tiled += is_tiled;
	clang_visitChildren(n, visit_launches, w);
	w->tiled -= is_tiled;
	w->templates -= is_template(kind);
	w->launch = launch;
	if (kind == CXCursor_CallExpr)
		visit_called(w, n);
	return CXChildVisit_Continue;
}

void for_each_kernel(struct unit *u, bool untiled, kernel_check *check, void *data)
{
	struct kernel_walk w = {
	    .unit = u, .check = check, .untiled = untiled, .data = data, .launch = clang_getNullCursor()};

	clang_visitChildren(clang_getTranslationUnitCursor(u->tu), visit_launches, &w);
}

/* ---- All code for the accelerator ------------------------------------------ */

static bool is_amp_code(const struct unit *u, CXCursor c, unsigned start)
{
	if (is_function(c.kind))
		return cursor_restrictions(c) & RESTRICT_AMP;
	return is_closure(c.kind) &&
	       lambda_restrictions(u, start) & RESTRICT_AMP;
}

static void find_amp_bodies(struct unit *u, CXCursor around, bool in_template, body_check *check, void *data)
{
	for (struct walk w = walk_children(around); walk_next(&w);) {
		enum CXCursorKind kind = w.cursor.kind;
		bool is_block = kind == CXCursor_BlockExpr, inside = in_template || is_template(kind);
		unsigned start, end;
		bool is_mine = cursor_range(u->clauses, w.cursor, &start, &end);

		if (!is_mine && clang_isDeclaration(kind))
			continue;
		const struct body *b = is_mine && is_amp_code(u, w.cursor, start)
		                           ? body_tree(u->bodies, is_block ? first_child(w.cursor) : w.cursor)
		                           : NULL;

		if (b)
			check(u, b, inside, data);
		else
			find_amp_bodies(u, w.cursor, inside, check, data);
	}
}

void for_each_amp_body(struct unit *u, body_check *check, void *data)
{
	find_amp_bodies(u, clang_getTranslationUnitCursor(u->tu), false, check, data);
}
