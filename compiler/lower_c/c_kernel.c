/* The kernels of a C program: functions with restrict(amp), and blocks, with the variables that they capture. */
#include "base/paths.h"
#include "lower_c/lower_c_internal.h"

#include <ctype.h>
#include <string.h>

unsigned restrictions_of(struct lowering *l, CXCursor c)
{
	unsigned start, end;

	if (c.kind != CXCursor_BlockExpr)
		return cursor_restrictions(c);
	if (!cursor_range(l->clauses, c, &start, &end))
		return RESTRICT_CPU;
	return lambda_restrictions(l->unit, start);
}

/* ---- What a block captures ------------------------------------------------ */

static void add_variable(struct c_kernel *k, const char *name, CXType type, CXCursor cursor)
{
	KEEP(k->variables, k->n_variables) = (struct c_variable){
	    .name = name, .type = unqualified(type), .cursor = cursor};
}

struct capture_search {
	struct lowering *lowering;
	struct c_kernel *kernel;
	struct offsets declarations; /* of types and constants that were visited */
};

/* Records a local declaration of a type or of constants that a block uses: its text is repeated in the
 * kernel. */
static void add_local(struct capture_search *s, CXCursor declaration)
{
	struct lowering *l = s->lowering;
	struct c_kernel *k = s->kernel;
	unsigned at, start, end;

	if (!cursor_range(l->clauses, declaration, &at, &end) || (at >= k->start && at < k->end))
		return;
	size_t i = token_statement_begin(l->text, l->tokens->items, token_at(l->tokens, at));

	start = token(l, i)->offset;
	if (is_tag(declaration.kind) && !is(l, i, "typedef")) {
		start = at; /* without the variables in struct { … } a = …, b; */
	} else {
		end = token(l, token_outside(l->unit, token_at(l->tokens, at), ";"))->offset + 1;
	}
	for (size_t n = 0; n < k->n_locals; n++) {
		if (k->locals[n].start == start)
			return;
	}
	KEEP(k->locals, k->n_locals) = (struct c_range){start, end};
}

/* Strips what has no meaning outside of a function: its own typedefs, and typeof(…) of its variables. */
static CXType without_local_names(CXType type)
{
	CXCursor d = clang_getTypeDeclaration(type);

	while (d.kind == CXCursor_TypedefDecl && is_local(d)) {
		type = clang_getTypedefDeclUnderlyingType(d);
		d = clang_getTypeDeclaration(type);
	}
	return unqualified(type).kind == CXType_Unexposed ? clang_getCanonicalType(type) : type;
}

static void find_captures(struct capture_search *s, CXCursor c);

/* Visits a type or constants that the enclosing function declares. */
static void find_local(struct capture_search *s, CXCursor d)
{
	unsigned at;

	/* what the declaration needs comes first; it may also refer to itself */
	if (cursor_offset(s->lowering->clauses, d, &at) && offsets_add(&s->declarations, at)) {
		find_captures(s, d);
		add_local(s, d);
	}
}

/* Adds a variable that a block captures. */
static void add_capture(struct capture_search *s, CXCursor d)
{
	CXType type = clang_getCursorType(d);
	const char *name = cursor_spelling(d);

	if (is_local(clang_getTypeDeclaration(clang_getCanonicalType(type)))) {
		add_variable(s->kernel, name, type, d);
		s->kernel->variables[s->kernel->n_variables - 1].is_opaque = true;
		find_local(s, clang_getTypeDeclaration(type));
	} else {
		add_variable(s->kernel, name, without_local_names(type), d);
	}
}

static void find_capture(struct capture_search *s, CXCursor c)
{
	struct c_kernel *k = s->kernel;
	CXCursor d = clang_getCursorReferenced(c);
	enum CXCursorKind declared = d.kind;
	unsigned at;

	if ((c.kind != CXCursor_DeclRefExpr && c.kind != CXCursor_TypeRef) || !is_local(d))
		return;
	if (declared == CXCursor_EnumConstantDecl)
		d = clang_getCursorSemanticParent(d);
	if (declared != CXCursor_VarDecl && declared != CXCursor_ParmDecl) {
		find_local(s, d);
		return;
	}
	if (!cursor_offset(s->lowering->clauses, d, &at) || (at >= k->start && at < k->end))
		return;
	for (size_t i = 0; i < k->n_variables; i++) {
		if (clang_equalCursors(k->variables[i].cursor, d))
			return;
	}
	add_capture(s, d);
}

static void find_captures(struct capture_search *s, CXCursor c)
{
	for (struct walk w = walk_below(c); walk_next(&w);)
		find_capture(s, w.cursor);
}

/* ---- Kernels -------------------------------------------------------------- */

/* Returns a readable name for a block: "main_kernel_2" for the second one in main. */
static const char *block_title(struct lowering *l, const struct c_piece *piece, CXCursor function)
{
	struct c_program *p = l->program;
	const char *base = cursor_spelling(function);
	unsigned n = 1;

	for (size_t i = 0; i < p->n_kernels; i++)
		n += p->kernels[i].is_block && p->kernels[i].piece == piece;
	return interned_printf("%s_kernel_%u", base, n);
}

static struct c_kernel *push_kernel(struct lowering *l)
{
	struct c_program *p = l->program;

	KEEP(p->kernels, p->n_kernels) = (struct c_kernel){.suffix = ""};
	return &p->kernels[p->n_kernels - 1];
}

/* Returns the only parameter of a block, or a null cursor if it has none or several. */
static CXCursor only_parameter(CXCursor block)
{
	SCOPED(children) parameters = parameters_of(first_child(block)); /* of the block's declaration */

	return parameters.count == 1 ? parameters.items[0] : clang_getNullCursor();
}

/* Reads the type of a kernel's index parameter: amp_index2 or amp_tiled_index2. */
static bool read_index(struct c_kernel *k, CXCursor parameter)
{
	CXType type = clang_getCursorType(parameter);
	unsigned plain = library_rank(type, LIBRARY_INDEX), tiled = library_rank(type, LIBRARY_TILED_INDEX);

	k->rank = plain ? plain : tiled;
	k->is_tiled = tiled != 0;
	k->index_name = cursor_spelling(parameter);
	if (!*k->index_name)
		k->index_name = "amp_index_";
	return k->rank != 0;
}

/* Reports a return statement with a value in a block, which makes the value's type the block's result type. */
static void check_returns(struct lowering *l, CXCursor block)
{
	struct walk w = walk_kind(walk_below(block), CXCursor_ReturnStmt);
	unsigned at = 0;

	while (walk_next(&w) && (clang_Cursor_isNull(first_child(w.cursor)) ||
	                         clang_getCursorType(first_child(w.cursor)).kind == CXType_Void ||
	                         !cursor_offset(l->clauses, w.cursor, &at)))
		;
	if (!clang_Cursor_isNull(walk_end(&w)))
		diagnose(l->unit, SEVERITY_ERROR, at,
		         "a kernel cannot return a value: write results to a view [C++ AMP 7.1]");
}

/* Returns "_" and the source's name. */
static const char *unit_suffix(const struct unit *u)
{
	OWNED char *name = xstrdup(file_name(u->request->path));

	name[strcspn(name, ".")] = 0;
	for (char *p = name; *p; p++)
		*p = isalnum((unsigned char)*p) ? *p : '_';
	return interned_printf("_%s", name);
}

/* Returns a name that the program does not have, nor with "_launch" behind it. */
static const char *unused_name(const struct unit *u, const char *name)
{
	const char *unused = name;
	unsigned end = (unsigned)u->text.len;

	for (unsigned n = 2;
	     find_token(u, 0, end, unused) || find_token(u, 0, end, interned_printf("%s_launch", unused)); n++)
		unused = interned_printf("%s_%u", name, n);
	return unused;
}

/* Gives a kernel that no other unit launches its name. A header's is the same in CUDA for people in all units. */
static void name_in_unit(const struct lowering *l, struct c_kernel *k, const char *name)
{
	if (is_for_people(l->unit)) {
		k->name = unused_name(l->unit, name);
		k->suffix = unit_suffix(l->unit);
	} else {
		k->name = interned_printf("%s_%04x", name, l->hash & 0xffff);
	}
}

struct c_kernel *block_kernel(struct lowering *l, CXCursor block, CXCursor function)
{
	unsigned start = 0, end = 0;

	cursor_range(l->clauses, block, &start, &end);
	struct c_piece *piece = piece_at(l, start);
	const char *title = block_title(l, piece, function);
	struct c_kernel *k = push_kernel(l);

	k->is_block = true;
	k->cursor = block;
	k->title = title;
	name_in_unit(l, k, title);
	k->piece = piece;
	k->start = start;
	k->end = end;
	k->body = lambda_body(l->unit, start);
	struct capture_search s = {.lowering = l, .kernel = k};
	CXCursor parameter = only_parameter(block);
	bool ok = !clang_Cursor_isNull(parameter) && read_index(k, parameter);

	if (!ok)
		diagnose(l->unit, SEVERITY_ERROR, start,
		         "the kernel takes one parameter, an amp_index or an amp_tiled_index");
	check_returns(l, block);
	find_captures(&s, block);
	return ok ? k : NULL;
}

bool is_kernel_function(CXCursor function)
{
	if (!(cursor_restrictions(function) & RESTRICT_AMP) ||
	    clang_getResultType(clang_getCursorType(function)).kind != CXType_Void ||
	    clang_Cursor_getNumArguments(function) < 1)
		return false;
	CXType first = clang_getCursorType(clang_Cursor_getArgument(function, 0));

	return library_rank(first, LIBRARY_INDEX) || library_rank(first, LIBRARY_TILED_INDEX);
}

struct c_kernel *function_kernel(struct lowering *l, CXCursor function)
{
	struct c_program *program = l->program;
	CXCursor definition = clang_getCursorDefinition(function);
	CXCursor canonical = clang_getCanonicalCursor(function);

	FOR_EACH(struct c_kernel, known, program->kernels, program->n_kernels) {
		if (!known->is_block && clang_equalCursors(known->cursor, canonical))
			return known;
	}
	struct c_kernel *k = push_kernel(l);
	unsigned start = 0, end = 0;

	k->cursor = canonical;
	k->function = k->title = cursor_spelling(function);
	k->is_static = clang_getCursorLinkage(canonical) == CXLinkage_Internal;
	k->name = interned_printf("%s_kernel", k->function);
	if (k->is_static)
		name_in_unit(l, k, k->name);
	if (!clang_Cursor_isNull(definition) &&
	    cursor_range(l->clauses, definition, &start, &end)) {
		k->is_defined = true;
		k->definition = definition;
		k->piece = piece_at(l, start);
	}
	read_index(k, clang_Cursor_getArgument(function, 0));
	for (int i = 1; i < clang_Cursor_getNumArguments(function); i++) {
		CXCursor p = clang_Cursor_getArgument(function, i);
		const char *name = cursor_spelling(p);

		add_variable(k, *name ? name : interned_printf("argument_%d", i), clang_getCursorType(p), p);
	}
	return k;
}

void find_extern_kernels(struct lowering *l)
{
	struct c_program *p = l->program;

	for (size_t i = 0; i < p->n_declarations; i++) {
		CXCursor c = p->declarations[i].cursor;

		if (c.kind == CXCursor_FunctionDecl && clang_isCursorDefinition(c) &&
		    clang_getCursorLinkage(c) == CXLinkage_External && is_kernel_function(c)) {
			struct c_kernel *k = function_kernel(l, c);

			k->tile_size = MOST_TILE_THREADS;
			k->has_other_shapes = true;
		}
	}
}
