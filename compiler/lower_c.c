/* Kernels of C programs (docs/how-it-works, "C").
 *
 * A kernel is a function of restrict(amp), and what it is called with behind
 * the index: a block becomes one whose parameters are what the block captures.
 *
 *   host unit    the program's text, in which each amp_parallel_for_each is a
 *                call of a function in front of it, made here, that fills a
 *                struct with the arguments and launches the kernel
 *   device unit  C++, and C programs are not: of the program only what kernels
 *                need, and the little in it that C++ writes in another way
 *                (c_device.c)
 */
#include "ampcc.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Shapes of tiles that a kernel's loops are compiled for each on its own. */
#define MOST_SHAPES 4

/* Tells the unit from others of the program, also from the same source with
 * other macros. */
static unsigned hash_unit(const struct translation_request *r)
{
	char *full = realpath(r->path, NULL);
	unsigned h = hash_string(HASH_SEED, full ? full : r->path);

	for (size_t i = 0; i < r->options->count; i++) {
		if (!strncmp(r->options->items[i], "-D", 2) || !strncmp(r->options->items[i], "-U", 2))
			h = hash_string(h, r->options->items[i]);
	}
	free(full);
	return h;
}

static bool is(const struct c_lowering *l, size_t i, const char *spelling)
{
	return token_is(l->text, &l->tokens->items[i], spelling);
}

static unsigned offset_of(const struct c_lowering *l, size_t i)
{
	return l->tokens->items[i].offset;
}

static char *render(struct c_lowering *l, unsigned start, unsigned end, enum unit_kind kind)
{
	struct text t = {0};

	text_append(&t, "");
	edits_render(l->edits, l->text, start, end, kind, &t);
	return t.data;
}

void append_c_line(struct c_lowering *l, struct text *t, unsigned offset)
{
	struct location at = unit_locate(l->unit, offset);

	if (t->len && t->data[t->len - 1] != '\n')
		text_append(t, "\n");
	text_printf(t, "#line %u \"%s\"\n", at.line, at.file);
}

/* ---- The program's declarations ----------------------------------------- */

static enum CXChildVisitResult collect_declaration(CXCursor c, CXCursor parent, CXClientData data)
{
	struct c_lowering *l = data;
	unsigned start, end;

	(void)parent;
	if (!clang_isDeclaration(clang_getCursorKind(c)) || !cursor_range(l->clauses, c, &start, &end))
		return CXChildVisit_Continue;
	if (l->n_declarations == l->declarations_capacity) {
		l->declarations_capacity = l->declarations_capacity ? l->declarations_capacity * 2 : 64;
		l->declarations = xrealloc(l->declarations,
		                           l->declarations_capacity * sizeof(*l->declarations));
	}
	l->declarations[l->n_declarations++] =
		(struct c_declaration){.cursor = c, .start = start, .end = end};
	return CXChildVisit_Continue;
}

/* The end of a piece, with the clauses and the semicolon behind a prototype. */
static unsigned whole_end(const struct c_lowering *l, const struct c_piece *piece)
{
	unsigned end = piece->end;

	for (size_t i = 0; i < l->clauses->count; i++) {
		const struct clause *c = &l->clauses->items[i];

		if (c->start >= piece->start && c->start <= offset_of(l, token_at(l->tokens, end)) &&
		    c->end > end)
			end = c->end;
	}
	size_t next = token_at(l->tokens, end);

	return is(l, next, ";") ? offset_of(l, next) + 1 : end;
}

/* Pieces of text: declarations that share specifiers are one. */
static void find_pieces(struct c_lowering *l)
{
	for (size_t i = 0; i < l->n_declarations; i++) {
		struct c_declaration *d = &l->declarations[i];
		struct c_piece *last = l->n_pieces ? &l->pieces[l->n_pieces - 1] : NULL;

		if (!last || d->start >= last->end) {
			l->pieces = xrealloc(l->pieces, (l->n_pieces + 1) * sizeof(*l->pieces));
			last = &l->pieces[l->n_pieces++];
			*last = (struct c_piece){.start = d->start, .end = d->end};
			last->is_library = is(l, token_at(l->tokens, d->start), "AMP_DECLARE_TYPE");
		}
		/* typedef struct {…} t; begins with the struct for clang */
		if (d->start < last->start)
			last->start = d->start;
		if (d->end > last->end)
			last->end = d->end;
		d->piece = l->n_pieces - 1;
	}
	for (size_t i = 0; i < l->n_pieces; i++)
		l->pieces[i].end = whole_end(l, &l->pieces[i]);
}

/* The piece that an offset is in, or NULL. */
static struct c_piece *piece_at(struct c_lowering *l, unsigned offset)
{
	for (size_t i = 0; i < l->n_pieces; i++) {
		if (offset >= l->pieces[i].start && offset < l->pieces[i].end)
			return &l->pieces[i];
	}
	return NULL;
}

/* ---- Types -------------------------------------------------------------- */

bool c_view_type(CXType type, struct c_view_type *out)
{
	static const struct {
		const char *prefix;
		bool is_const, is_array;
	} kinds[] = {{"amp_array_view_", false, false},
	             {"amp_const_array_view_", true, false},
	             {"amp_array_", false, true}};
	CXCursor d = clang_getTypeDeclaration(clang_getCanonicalType(type));
	char *name = take_string(clang_getCursorSpelling(d));
	size_t n = strlen(name);
	bool found = false;

	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds) && !found; i++) {
		if (strncmp(name, kinds[i].prefix, strlen(kinds[i].prefix)) || name[n - 2] != '_')
			continue;
		found = true;
		*out = (struct c_view_type){name[n - 1] - '0', kinds[i].is_const, kinds[i].is_array};
	}
	free(name);
	return found;
}

/* The dimensions of amp_extent2 or amp_tiled_index3, for example; 0 for other
 * types. name is without its number: "amp_extent". */
static unsigned rank_of(CXType type, const char *name)
{
	char *s = take_string(
		clang_getCursorSpelling(clang_getTypeDeclaration(clang_getCanonicalType(type))));
	size_t n = strlen(name);
	unsigned rank = 0;

	if (!strncmp(s, name, n) && s[n] >= '1' && s[n] <= '3' && !s[n + 1])
		rank = s[n] - '0';
	free(s);
	return rank;
}

/* A type as the program may write it in front of a name. */
static char *type_text(CXType type)
{
	return take_string(clang_getTypeSpelling(unqualified(type)));
}

/* ---- Launches ----------------------------------------------------------- */

/* The block or the name of a function in an argument, without parentheses and
 * conversions. */
static CXCursor strip(CXCursor c)
{
	for (;;) {
		enum CXCursorKind kind = clang_getCursorKind(c);

		if (kind != CXCursor_UnexposedExpr && kind != CXCursor_ParenExpr &&
		    kind != CXCursor_UnaryOperator)
			return c;
		CXCursor child = first_child(c);

		if (clang_Cursor_isNull(child))
			return c;
		c = child;
	}
}

/* The restrictions of a block or function, by its clause. */
static unsigned restrictions_of(struct c_lowering *l, CXCursor c)
{
	unsigned start, end;

	if (clang_getCursorKind(c) != CXCursor_BlockExpr)
		return cursor_restrictions(c);
	if (!cursor_range(l->clauses, c, &start, &end))
		return RESTRICT_CPU;
	const struct clause *clause = clause_in(l->clauses, start, lambda_body(l->unit, start));

	return clause ? clause->restrictions : RESTRICT_CPU;
}

static void add_variable(struct c_kernel *k, const char *name, CXType type, CXCursor cursor)
{
	k->variables = xrealloc(k->variables, (k->n_variables + 1) * sizeof(*k->variables));
	k->variables[k->n_variables++] = (struct c_variable){
		.name = xstrdup(name), .type = unqualified(type), .cursor = cursor};
}

struct capture_search {
	struct c_lowering *lowering;
	struct c_kernel *kernel;
	struct offsets declarations; /* of types and constants that were looked at */
};

/* Notes a declaration of a type or constants around a block that it uses: its
 * text is repeated in the kernel. */
static void add_local(struct capture_search *s, CXCursor declaration)
{
	struct c_lowering *l = s->lowering;
	struct c_kernel *k = s->kernel;
	enum CXCursorKind kind = clang_getCursorKind(declaration);
	unsigned at, start, end;

	if (!cursor_range(l->clauses, declaration, &at, &end) || (at >= k->start && at < k->end))
		return;
	size_t i = token_at(l->tokens, at);

	while (i > 0 && !is(l, i - 1, ";") && !is(l, i - 1, "{") && !is(l, i - 1, "}"))
		i--;
	start = offset_of(l, i);
	if ((is_class(kind) || kind == CXCursor_EnumDecl) && !is(l, i, "typedef")) {
		start = at; /* without the variables of struct { … } a = …, b; */
	} else {
		i = token_at(l->tokens, at);
		while (!is(l, i, ";"))
			i = token_skip_group(l->tokens->items, i);
		end = offset_of(l, i) + 1;
	}
	for (size_t n = 0; n < k->n_locals; n++) {
		if (k->locals[n].start == start)
			return;
	}
	k->locals = xrealloc(k->locals, (k->n_locals + 1) * sizeof(*k->locals));
	k->locals[k->n_locals++] = (struct c_range){start, end};
}

/* What a type is called outside of the function, where typedefs in it have no meaning. */
static CXType without_local_typedefs(CXType type)
{
	CXCursor d = clang_getTypeDeclaration(type);

	while (clang_getCursorKind(d) == CXCursor_TypedefDecl && is_local(d)) {
		type = clang_getTypedefDeclUnderlyingType(d);
		d = clang_getTypeDeclaration(type);
	}
	return type;
}

static enum CXChildVisitResult find_capture(CXCursor c, CXCursor parent, CXClientData data);

/* A type or constants that are declared in the function. */
static void find_local(struct capture_search *s, CXCursor d)
{
	unsigned at;

	/* what the declaration itself needs comes first; it may speak of itself, too */
	if (cursor_offset(s->lowering->clauses, d, &at) && offsets_add(&s->declarations, at)) {
		clang_visitChildren(d, find_capture, s);
		add_local(s, d);
	}
}

/* A variable that a block captures. */
static void add_capture(struct capture_search *s, CXCursor d)
{
	CXType type = clang_getCursorType(d);
	char *name = take_string(clang_getCursorSpelling(d));

	if (is_local(clang_getTypeDeclaration(clang_getCanonicalType(type)))) {
		add_variable(s->kernel, name, type, d);
		s->kernel->variables[s->kernel->n_variables - 1].is_opaque = true;
		find_local(s, clang_getTypeDeclaration(type));
	} else {
		add_variable(s->kernel, name, without_local_typedefs(type), d);
	}
	free(name);
}

static enum CXChildVisitResult find_capture(CXCursor c, CXCursor parent, CXClientData data)
{
	struct capture_search *s = data;
	struct c_kernel *k = s->kernel;
	enum CXCursorKind kind = clang_getCursorKind(c);
	CXCursor d = clang_getCursorReferenced(c);
	enum CXCursorKind declared = clang_getCursorKind(d);
	unsigned at;

	(void)parent;
	if ((kind != CXCursor_DeclRefExpr && kind != CXCursor_TypeRef) || !is_local(d))
		return CXChildVisit_Recurse;
	if (declared == CXCursor_EnumConstantDecl)
		d = clang_getCursorSemanticParent(d);
	if (declared != CXCursor_VarDecl && declared != CXCursor_ParmDecl) {
		find_local(s, d);
		return CXChildVisit_Recurse;
	}
	if (!cursor_offset(s->lowering->clauses, d, &at) || (at >= k->start && at < k->end))
		return CXChildVisit_Recurse;
	for (size_t i = 0; i < k->n_variables; i++) {
		if (clang_equalCursors(k->variables[i].cursor, d))
			return CXChildVisit_Recurse;
	}
	add_capture(s, d);
	return CXChildVisit_Recurse;
}

/* "main_kernel_2", the second one in main: for people. */
static char *block_title(struct c_lowering *l, const struct c_piece *piece, CXCursor function)
{
	char *base = take_string(clang_getCursorSpelling(function));
	unsigned n = 1;

	for (size_t i = 0; i < l->n_kernels; i++)
		n += l->kernels[i].is_block && l->kernels[i].piece == piece;
	char *title = xasprintf("%s_kernel_%u", base, n);

	free(base);
	return title;
}

static struct c_kernel *push_kernel(struct c_lowering *l)
{
	l->kernels = xrealloc(l->kernels, (l->n_kernels + 1) * sizeof(*l->kernels));
	l->kernels[l->n_kernels] = (struct c_kernel){0};
	return &l->kernels[l->n_kernels++];
}

static enum CXChildVisitResult collect_parameter(CXCursor c, CXCursor parent, CXClientData data)
{
	struct c_parameters *p = data;

	(void)parent;
	if (clang_getCursorKind(c) == CXCursor_ParmDecl) {
		p->items = xrealloc(p->items, (p->count + 1) * sizeof(*p->items));
		p->items[p->count++] = c;
	}
	/* a block's are those of a declaration in it */
	return clang_getCursorKind(c) == CXCursor_UnexposedDecl ? CXChildVisit_Recurse
	                                                        : CXChildVisit_Continue;
}

/* A kernel's index parameter: amp_index2, or amp_tiled_index2. */
static bool read_index(struct c_kernel *k, CXCursor parameter)
{
	CXType type = clang_getCursorType(parameter);
	unsigned plain = rank_of(type, "amp_index"), tiled = rank_of(type, "amp_tiled_index");

	k->rank = plain ? plain : tiled;
	k->is_tiled = tiled != 0;
	k->index_name = take_string(clang_getCursorSpelling(parameter));
	if (!*k->index_name) {
		free(k->index_name);
		k->index_name = xstrdup("amp_index_");
	}
	return k->rank != 0;
}

/* The kernel of a block. NULL, after a message, if it cannot be one. */
static struct c_kernel *block_kernel(struct c_lowering *l, CXCursor block, CXCursor function)
{
	struct c_parameters p = {0};
	unsigned start = 0, end = 0;

	cursor_range(l->clauses, block, &start, &end);
	clang_visitChildren(block, collect_parameter, &p);
	struct c_piece *piece = piece_at(l, start);
	char *title = block_title(l, piece, function);
	struct c_kernel *k = push_kernel(l);

	k->is_block = true;
	k->cursor = block;
	k->title = title;
	k->name = xasprintf("%s_%04x", title, l->hash & 0xffff);
	k->piece = piece;
	k->start = start;
	k->end = end;
	k->body = lambda_body(l->unit, start);
	struct capture_search s = {.lowering = l, .kernel = k};
	bool ok = p.count == 1 && read_index(k, p.items[0]);

	if (!ok)
		diagnose(l->unit, SEVERITY_ERROR, start,
		         "the kernel takes one parameter, an amp_index or an amp_tiled_index");
	clang_visitChildren(block, find_capture, &s);
	free(s.declarations.items);
	free(p.items);
	return ok ? k : NULL;
}

/* Whether a function is one that amp_parallel_for_each can call. */
static bool is_kernel_function(CXCursor function)
{
	if (!(cursor_restrictions(function) & RESTRICT_AMP) ||
	    clang_getResultType(clang_getCursorType(function)).kind != CXType_Void ||
	    clang_Cursor_getNumArguments(function) < 1)
		return false;
	CXType first = clang_getCursorType(clang_Cursor_getArgument(function, 0));

	return rank_of(first, "amp_index") || rank_of(first, "amp_tiled_index");
}

/* The kernel of a function; the same for each use of it. */
static struct c_kernel *function_kernel(struct c_lowering *l, CXCursor function)
{
	CXCursor definition = clang_getCursorDefinition(function);
	CXCursor canonical = clang_getCanonicalCursor(function);

	for (size_t i = 0; i < l->n_kernels; i++) {
		if (!l->kernels[i].is_block && clang_equalCursors(l->kernels[i].cursor, canonical))
			return &l->kernels[i];
	}
	struct c_kernel *k = push_kernel(l);
	unsigned start = 0, end = 0;

	k->cursor = canonical;
	k->function = take_string(clang_getCursorSpelling(function));
	k->title = xstrdup(k->function);
	k->is_static = clang_getCursorLinkage(canonical) == CXLinkage_Internal;
	k->name = k->is_static ? xasprintf("%s_kernel_%04x", k->function, l->hash & 0xffff)
	                       : xasprintf("%s_kernel", k->function);
	if (!clang_Cursor_isNull(definition) &&
	    cursor_range(l->clauses, definition, &start, &end)) {
		k->is_defined = true;
		k->definition = definition;
		k->piece = piece_at(l, start);
	}
	read_index(k, clang_Cursor_getArgument(function, 0));
	for (int i = 1; i < clang_Cursor_getNumArguments(function); i++) {
		CXCursor p = clang_Cursor_getArgument(function, i);
		char *name = take_string(clang_getCursorSpelling(p));

		if (!*name) {
			free(name);
			name = xasprintf("argument_%d", i);
		}
		add_variable(k, name, clang_getCursorType(p), p);
		free(name);
	}
	return k;
}

/* The arguments of a launch of a function against its parameters. */
static bool check_arguments(struct c_lowering *l, const struct c_kernel *k, CXCursor call, int first)
{
	int n = clang_Cursor_getNumArguments(call) - first;
	unsigned at = 0;

	cursor_offset(l->clauses, call, &at);
	if (n != (int)k->n_variables) {
		diagnose(l->unit, SEVERITY_ERROR, at,
		         "kernel '%s' takes %zu arguments behind the index, here are %d",
		         k->function, k->n_variables, n);
		return false;
	}
	for (int i = 0; i < n; i++) {
		CXCursor argument = strip(clang_Cursor_getArgument(call, first + i));
		CXType from = unqualified(
			clang_getCanonicalType(clang_getCursorType(argument)));
		CXType to = unqualified(clang_getCanonicalType(k->variables[i].type));

		if (clang_equalTypes(from, to) || (is_number(from) && is_number(to)))
			continue;
		char *a = take_string(clang_getTypeSpelling(clang_getCursorType(argument)));
		char *p = take_string(clang_getTypeSpelling(k->variables[i].type));

		cursor_offset(l->clauses, argument, &at);
		diagnose(l->unit, SEVERITY_ERROR, at,
		         "argument '%s' of kernel '%s' must be of type '%s'; here it is '%s'",
		         k->variables[i].name, k->function, p, a);
		free(a);
		free(p);
		return false;
	}
	return true;
}

/* The number of threads of amp_tile(e, 16, 16), and its shape, or 0 if it is not
 * constant. */
static unsigned tile_size(CXCursor domain, unsigned shape[3])
{
	CXCursor call = strip(domain);
	unsigned size = 1;

	if (clang_getCursorKind(call) != CXCursor_CallExpr)
		return 0;
	bool is_tile = starts_with(call, "amp_tile_");

	if (starts_with(call, "amp_pad_") || starts_with(call, "amp_truncate_"))
		return tile_size(clang_Cursor_getArgument(call, 0), shape);
	for (int i = 1; i < clang_Cursor_getNumArguments(call) && is_tile; i++) {
		CXEvalResult r = clang_Cursor_Evaluate(clang_Cursor_getArgument(call, i));
		long long n = r && clang_EvalResult_getKind(r) == CXEval_Int
		                      ? clang_EvalResult_getAsLongLong(r) : 0;

		clang_EvalResult_dispose(r);
		if (n <= 0 || n > 1024)
			return 0;
		shape[i - 1] = (unsigned)n;
		size *= (unsigned)n;
	}
	return is_tile ? size : 0;
}

/* Notes that a kernel is launched with tiles of a shape; size: 0 if it is not known. */
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
	k->shapes = xrealloc(k->shapes, (k->n_shapes + 1) * sizeof(*k->shapes));
	memcpy(k->shapes[k->n_shapes++], shape, sizeof(*k->shapes));
}

/* The kernel that a launch names. NULL after a message. */
static struct c_kernel *launched_kernel(struct c_lowering *l, CXCursor argument, CXCursor function)
{
	CXCursor c = strip(argument);
	bool is_block = clang_getCursorKind(c) == CXCursor_BlockExpr;
	CXCursor callee = clang_getCursorReferenced(c);
	unsigned at = 0, end;

	cursor_range(l->clauses, argument, &at, &end);
	if (!is_block && clang_getCursorKind(callee) != CXCursor_FunctionDecl) {
		diagnose(l->unit, SEVERITY_ERROR, at,
		         "the kernel must be a block, ^(amp_index1 i) restrict(amp) {...}, or the "
		         "name of a function with restrict(amp)");
	} else if (!(restrictions_of(l, is_block ? c : callee) & (RESTRICT_AMP | RESTRICT_AUTO))) {
		diagnose(l->unit, SEVERITY_ERROR, at,
		         "the %s needs restrict(amp) behind its parameters to be a kernel",
		         is_block ? "block" : "function");
	} else if (is_block) {
		return block_kernel(l, c, function);
	} else if (!is_kernel_function(callee)) {
		diagnose(l->unit, SEVERITY_ERROR, at,
		         "to be a kernel a function returns void, and its first parameter is an "
		         "amp_index or an amp_tiled_index");
	} else {
		return function_kernel(l, callee);
	}
	return NULL;
}

static void add_launch(struct c_lowering *l, CXCursor call, CXCursor function, bool named_view)
{
	int first = named_view ? 1 : 0;
	unsigned start = 0, end = 0, at = 0;

	if (!cursor_range(l->clauses, call, &start, &end) ||
	    offsets_within(&l->parse_errors, start, end))
		return;
	if (clang_Cursor_getNumArguments(call) < first + 2) {
		diagnose(l->unit, SEVERITY_ERROR, start, "%s takes %sa domain and a kernel",
		         named_view ? "amp_parallel_for_each_on" : "amp_parallel_for_each",
		         named_view ? "an accelerator view, " : "");
		return;
	}
	CXCursor domain = clang_Cursor_getArgument(call, first);
	CXType type = clang_getCursorType(domain);
	unsigned plain = rank_of(type, "amp_extent"), tiled = rank_of(type, "amp_tiled_extent");

	cursor_range(l->clauses, domain, &at, &end);
	if (!plain && !tiled) {
		char *spelling = take_string(clang_getTypeSpelling(type));

		diagnose(l->unit, SEVERITY_ERROR, at,
		         "the domain is of type '%s'; it must be an amp_extent, or an amp_tiled_extent "
		         "(see amp_tile)", spelling);
		free(spelling);
		return;
	}
	if (named_view) {
		CXType view = clang_getCanonicalType(
			clang_getPointeeType(clang_getCursorType(clang_Cursor_getArgument(call, 0))));
		char *spelling = take_string(clang_getTypeSpelling(view));
		bool ok = strstr(spelling, "amp_accelerator_view") || view.kind == CXType_Void;

		free(spelling);
		if (!ok) {
			diagnose(l->unit, SEVERITY_ERROR, start,
			         "amp_parallel_for_each_on takes an amp_accelerator_view * first");
			return;
		}
	}
	struct c_kernel *k =
		launched_kernel(l, clang_Cursor_getArgument(call, first + 1), function);

	if (!k)
		return;
	if (k->rank != plain + tiled || k->is_tiled != (tiled != 0)) {
		diagnose(l->unit, SEVERITY_ERROR, at,
		         "the domain is an amp_%sextent%u, and the kernel takes an amp_%sindex%u",
		         tiled ? "tiled_" : "", plain + tiled, k->is_tiled ? "tiled_" : "", k->rank);
		return;
	}
	if (k->is_block && clang_Cursor_getNumArguments(call) > first + 2) {
		diagnose(l->unit, SEVERITY_ERROR, start,
		         "a block takes what it needs from around it, and no more arguments");
		return;
	}
	if (!k->is_block && !check_arguments(l, k, call, first + 2))
		return;
	unsigned shape[3] = {0}, size = tiled ? tile_size(domain, shape) : 0;

	if (size > 1024)
		diagnose(l->unit, SEVERITY_ERROR, at, "a tile has at most 1024 threads");
	/* what is not known here can be as much as there may be */
	k->tile_size = size && (!k->is_launched || k->tile_size == size) &&
	               (k->is_block || k->is_static) ? size : 1024;
	k->is_launched = true;
	if (tiled)
		add_shape(k, shape, size);
	l->launches = xrealloc(l->launches, (l->n_launches + 1) * sizeof(*l->launches));
	l->launches[l->n_launches++] = (struct c_launch){
		.kernel = k - l->kernels, .start = start, .named_view = named_view};
}

struct launch_search {
	struct c_lowering *lowering;
	CXCursor function; /* at file scope */
};

static enum CXChildVisitResult find_launch(CXCursor c, CXCursor parent, CXClientData data)
{
	struct launch_search *s = data;
	struct c_lowering *l = s->lowering;

	(void)parent;
	if (clang_getCursorKind(c) == CXCursor_CallExpr) {
		bool named_view = is_named(c, "amp_parallel_for_each_on");

		if (named_view || is_named(c, "amp_parallel_for_each")) {
			add_launch(l, c, s->function, named_view);
			return CXChildVisit_Continue;
		}
	} else if (clang_getCursorKind(c) == CXCursor_BlockExpr) {
		unsigned start = 0, end;

		cursor_range(l->clauses, c, &start, &end);
		if (restrictions_of(l, c) & RESTRICT_AMP)
			diagnose(l->unit, SEVERITY_ERROR, start,
			         "a block with restrict(amp) can only be an argument of "
			         "amp_parallel_for_each");
		return CXChildVisit_Recurse;
	}
	return CXChildVisit_Recurse;
}

/* Each launch in the text is one that was found: it is not where the parser
 * gave up. */
static void check_launches(struct c_lowering *l)
{
	for (size_t i = 0; l->tokens->items[i].kind != TOKEN_END && !l->unit->errors; i++) {
		bool found = !is(l, i, "amp_parallel_for_each") && !is(l, i, "amp_parallel_for_each_on");

		for (size_t n = 0; n < l->n_launches && !found; n++)
			found = l->launches[n].start == offset_of(l, i);
		if (found)
			continue;
		l->unit->all_errors = true;
		report_parse_errors(l->unit, l->clauses, l->tu);
		if (!l->unit->errors)
			diagnose(l->unit, SEVERITY_ERROR, offset_of(l, i),
			         "this can only be called, in a function");
	}
}

/* ---- What kernels need --------------------------------------------------- */

static void need(struct c_lowering *l, CXCursor declaration);

static void need_type(struct c_lowering *l, CXType type)
{
	while (type.kind == CXType_Pointer || type.kind == CXType_ConstantArray ||
	       type.kind == CXType_IncompleteArray)
		type = type.kind == CXType_Pointer ? clang_getPointeeType(type)
		                                   : clang_getArrayElementType(type);
	CXCursor d = clang_getTypeDeclaration(type);

	if (clang_getCursorKind(d) != CXCursor_NoDeclFound)
		need(l, d);
}

static enum CXChildVisitResult find_needed(CXCursor c, CXCursor parent, CXClientData data)
{
	struct c_lowering *l = data;
	enum CXCursorKind kind = clang_getCursorKind(c);
	unsigned at;

	(void)parent;
	if (kind == CXCursor_DeclRefExpr || kind == CXCursor_TypeRef) {
		CXCursor d = clang_getCursorReferenced(c);

		if (kind == CXCursor_DeclRefExpr && clang_getCursorKind(d) == CXCursor_FunctionDecl &&
		    cursor_restrictions(d) & RESTRICT_AMP && cursor_offset(l->clauses, d, &at) &&
		    clang_Cursor_isNull(clang_getCursorDefinition(d)) &&
		    cursor_offset(l->clauses, c, &at) && at != l->reported) {
			char *name = take_string(clang_getCursorSpelling(d));

			l->reported = at; /* uses in macros are found more than once */
			diagnose(l->unit, SEVERITY_ERROR, at,
			         "'%s' is called in a kernel, but defined in another unit: define it in "
			         "a header, as static inline", name);
			free(name);
		}
		need(l, d);
	}
	return CXChildVisit_Recurse;
}

struct inclusion_search {
	struct c_lowering *lowering;
	CXFile file;
};

/* The #include line of the program that brings in a file. */
static void find_inclusion(CXFile file, CXSourceLocation *stack, unsigned n, CXClientData data)
{
	struct inclusion_search *s = data;
	struct c_lowering *l = s->lowering;
	unsigned offset;

	if (!n || !clang_File_isEqual(file, s->file))
		return;
	clang_getFileLocation(stack[n - 1], NULL, NULL, NULL, &offset);
	size_t i = token_at(l->tokens, offset);

	while (i > 0 && offset_of(l, i) > offset)
		i--;
	if (l->tokens->items[i].kind != TOKEN_DIRECTIVE)
		return;
	char *line = xstrndup(l->text + offset_of(l, i), l->tokens->items[i].len);
	bool known = strstr(line, "amp.h") || strstr(line, "amp/");

	for (size_t k = 0; k < l->includes.count; k++)
		known |= !strcmp(l->includes.items[k], line);
	if (!known && !strncmp(line, "#include", 8))
		strings_push(&l->includes, line);
	free(line);
}

/* What <amp/c_device.h> includes already. */
static bool is_known_header(const char *path)
{
	static const char *const known[] = {"/stdint", "/stddef", "/math", "/bits/", "/limits.h",
	                                    "/float.h", "/amp/", "/stdbool", "/__stddef"};

	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++) {
		if (strstr(path, known[i]))
			return true;
	}
	return false;
}

static void need_header(struct c_lowering *l, CXCursor declaration)
{
	struct inclusion_search s = {.lowering = l};

	clang_getFileLocation(clang_getCursorLocation(declaration), &s.file, NULL, NULL, NULL);
	if (!s.file)
		return;
	char *name = take_string(clang_getFileName(s.file));

	if (!is_known_header(name))
		clang_getInclusions(l->tu, find_inclusion, &s);
	free(name);
}

/* Puts the text of a declaration, and of what it needs in turn, on the device. */
static void need(struct c_lowering *l, CXCursor declaration)
{
	unsigned at;

	if (is_local(declaration)) {
		if (!is_variable(declaration) && cursor_offset(l->clauses, declaration, &at) &&
		    offsets_add(&l->local_types, at))
			clang_visitChildren(declaration, find_needed, l);
		return;
	}
	if (clang_getCursorKind(declaration) == CXCursor_FunctionDecl &&
	    !(cursor_restrictions(declaration) & RESTRICT_AMP))
		return;
	if (!cursor_offset(l->clauses, declaration, &at)) {
		need_header(l, declaration);
		return;
	}
	struct c_piece *piece = piece_at(l, at);

	if (!piece || piece->is_needed)
		return;
	piece->is_needed = true;
	for (size_t i = 0; i < l->n_declarations; i++) {
		const struct c_declaration *d = &l->declarations[i];
		CXCursor canonical = clang_getCanonicalCursor(d->cursor);

		if (&l->pieces[d->piece] != piece) {
			/* prototype and definition */
			if (clang_equalCursors(canonical, clang_getCanonicalCursor(declaration)))
				need(l, d->cursor);
			continue;
		}
		clang_visitChildren(d->cursor, find_needed, l);
	}
}

static void find_needs(struct c_lowering *l)
{
	for (size_t i = 0; i < l->n_kernels; i++) {
		struct c_kernel *k = &l->kernels[i];

		for (size_t n = 0; n < k->n_variables; n++)
			need_type(l, k->variables[n].type);
		if (k->is_block)
			clang_visitChildren(k->cursor, find_needed, l);
		else if (k->is_defined)
			need(l, k->definition);
	}
}

/* ---- The host unit -------------------------------------------------------- */

/* In amp code views are the accelerator's: no look-up of what is current. */
static void edit_accesses(struct c_lowering *l, unsigned start, unsigned end)
{
	for (size_t i = token_at(l->tokens, start); offset_of(l, i) < end; i++) {
		if (is(l, i, "amp_at"))
			edit_replace(l->edits, offset_of(l, i), offset_of(l, i) + strlen("amp_at"), NULL,
			             "amp_kernel_at");
	}
}

struct tile_static_search {
	struct c_lowering *lowering;
	struct c_range declaration;
	unsigned number;
	struct offsets uses; /* those in macros are found more than once */
};

/* Whether token i, with its subscripts and members, is all of the argument that &
 * begins. */
static bool is_whole_argument(const struct c_lowering *l, size_t i)
{
	for (i++; is(l, i, "[") || is(l, i, ".");)
		i = is(l, i, ".") ? i + 2 : (size_t)l->tokens->items[i].match + 1;
	return is(l, i, ",") || is(l, i, ")");
}

/* amp_atomic_fetch_add(&x, …) of a tile_static variable, whose name is at an offset, is
 * amp_tile_atomic_fetch_add: a tile's threads share one host thread. */
static void edit_tile_atomic(struct c_lowering *l, unsigned offset)
{
	static const char prefix[] = "amp_atomic_";
	size_t i = token_at(l->tokens, offset);

	if (i > 3 && is(l, i - 1, "&") && is(l, i - 2, "(") &&
	    !strncmp(l->text + offset_of(l, i - 3), prefix, strlen(prefix)) &&
	    is_whole_argument(l, i))
		edit_replace(l->edits, offset_of(l, i - 3), offset_of(l, i - 3) + strlen("amp"), NULL,
		             "amp_tile");
}

static enum CXChildVisitResult edit_tile_static_use(CXCursor c, CXCursor parent, CXClientData data)
{
	struct tile_static_search *s = data;
	unsigned at, start, end;

	(void)parent;
	if (clang_getCursorKind(c) == CXCursor_DeclRefExpr &&
	    cursor_offset(s->lowering->clauses, clang_getCursorReferenced(c), &at) &&
	    at >= s->declaration.start && at < s->declaration.end &&
	    cursor_range(s->lowering->clauses, c, &start, &end) &&
	    start >= s->declaration.end && offsets_add(&s->uses, start)) {
		char *object = xasprintf("amp_tile_static_%u->", s->number);

		edit_insert(s->lowering->edits, start, NULL, object);
		edit_tile_atomic(s->lowering, start);
		free(object);
	}
	return CXChildVisit_Recurse;
}

/* tile_static variables of a function or block are members of a struct, of
 * which each thread of the CPU accelerator has one. */
static void edit_tile_statics(struct c_lowering *l, CXCursor c, unsigned start, unsigned end)
{
	struct tile_static_search s = {.lowering = l};

	for (size_t i = token_at(l->tokens, start); offset_of(l, i) < end; i++) {
		size_t close = i;

		if (!is(l, i, "tile_static"))
			continue;
		while (offset_of(l, close) < end && !is(l, close, ";"))
			close = token_skip_group(l->tokens->items, close);
		s.declaration = (struct c_range){offset_of(l, i), offset_of(l, close) + 1};
		s.number++;
		char *head = xasprintf("struct amp_tile_static_%u {", s.number);
		char *tail = xasprintf(";}; AMP_TILE_STATIC_(struct amp_tile_static_%u, "
		                       "amp_tile_static_%u);", s.number, s.number);

		edit_replace(l->edits, s.declaration.start,
		             s.declaration.start + strlen("tile_static"), "__shared__", head);
		edit_replace(l->edits, s.declaration.end - 1, s.declaration.end, NULL, tail);
		free(head);
		free(tail);
		clang_visitChildren(c, edit_tile_static_use, &s);
	}
	free(s.uses.items);
}

/* Amp code in the host unit, which is the CPU accelerator's. */
static void edit_amp_functions(struct c_lowering *l)
{
	for (size_t i = 0; i < l->n_declarations; i++) {
		const struct c_declaration *d = &l->declarations[i];

		if (clang_getCursorKind(d->cursor) != CXCursor_FunctionDecl ||
		    !clang_isCursorDefinition(d->cursor))
			continue;
		unsigned restrictions = cursor_restrictions(d->cursor);

		if (restrictions == RESTRICT_AMP)
			edit_accesses(l, d->start, d->end);
		if (restrictions & RESTRICT_AMP)
			edit_tile_statics(l, d->cursor, d->start, d->end);
	}
	for (size_t i = 0; i < l->n_kernels; i++) {
		const struct c_kernel *k = &l->kernels[i];

		if (!k->is_block)
			continue;
		edit_accesses(l, k->body, k->end);
		edit_tile_statics(l, k->cursor, k->body, k->end);
	}
}

static void edit_clauses(struct c_lowering *l)
{
	for (size_t i = 0; i < l->clauses->count; i++) {
		const struct clause *c = &l->clauses->items[i];
		unsigned start = c->start;

		if (start && l->text[start - 1] == ' ')
			start--;
		edit_replace(l->edits, start, c->end, "", "");
	}
}

static const char *const dimensions[] = {"i", "j", "k"};

/* The arguments of the kernel behind the first one, as members of its struct. */
static void append_members(const struct c_kernel *k, struct text *t)
{
	for (size_t i = 0; i < k->n_variables; i++)
		text_printf(t, ", amp_arguments_.%s", k->variables[i].name);
}

static const char *function_name(const struct c_kernel *k)
{
	return k->is_block ? k->name : k->function;
}

static void append_kernel_struct(const struct c_kernel *k, struct text *t)
{
	text_printf(t, "struct %s_arguments {\n", k->name);
	for (size_t i = 0; i < k->n_variables; i++) {
		const struct c_variable *v = &k->variables[i];
		char *type = type_text(v->type);

		if (v->is_opaque)
			text_printf(t, "\t__attribute__((aligned(%lld))) unsigned char %s[%lld];\n",
			            clang_Type_getAlignOf(v->type), v->name, clang_Type_getSizeOf(v->type));
		else
			text_printf(t, "\t%s %s;\n", type, v->name);
		free(type);
	}
	if (k->is_tiled)
		text_printf(t, "\tamp_extent%u amp_tile_;\n", k->rank);
	else if (!k->n_variables)
		text_append(t, "\tchar amp_unused_;\n");
	text_append(t, "};\n");
}

/* The points [begin, end) of a domain, numbered row by row: a loop over each
 * row that compilers vectorize. */
static void append_range(const struct c_kernel *k, struct text *t)
{
	static const char *const begin[] = {
		"",
		"\tconst int amp_last_ = (int)amp_end_;\n\n"
		"\t(void)amp_domain_;\n"
		"\tAMP_INDEPENDENT_\n"
		"\tfor (int amp_i_ = (int)amp_begin_; amp_i_ < amp_last_; amp_i_++) {\n"
		"\t\tconst amp_index1 amp_index_ = {amp_i_};\n\n",
		"\tconst size_t amp_m_ = (size_t)amp_domain_[1];\n\n"
		"\twhile (amp_begin_ < amp_end_) {\n"
		"\t\tconst int amp_i_ = (int)(amp_begin_ / amp_m_), amp_first_ = (int)(amp_begin_ % amp_m_);\n"
		"\t\tconst size_t amp_row_ = amp_m_ - (size_t)amp_first_, amp_rest_ = amp_end_ - amp_begin_;\n"
		"\t\tconst int amp_last_ = amp_first_ + (int)(amp_row_ < amp_rest_ ? amp_row_ : amp_rest_);\n\n"
		"\t\tAMP_INDEPENDENT_\n"
		"\t\tfor (int amp_j_ = amp_first_; amp_j_ < amp_last_; amp_j_++) {\n"
		"\t\t\tconst amp_index2 amp_index_ = {amp_i_, amp_j_};\n\n\t",
		"\tconst size_t amp_m_ = (size_t)amp_domain_[1], amp_n_ = (size_t)amp_domain_[2];\n\n"
		"\twhile (amp_begin_ < amp_end_) {\n"
		"\t\tconst int amp_i_ = (int)(amp_begin_ / amp_n_ / amp_m_), amp_j_ = (int)(amp_begin_ / amp_n_ % amp_m_);\n"
		"\t\tconst int amp_first_ = (int)(amp_begin_ % amp_n_);\n"
		"\t\tconst size_t amp_row_ = amp_n_ - (size_t)amp_first_, amp_rest_ = amp_end_ - amp_begin_;\n"
		"\t\tconst int amp_last_ = amp_first_ + (int)(amp_row_ < amp_rest_ ? amp_row_ : amp_rest_);\n\n"
		"\t\tAMP_INDEPENDENT_\n"
		"\t\tfor (int amp_k_ = amp_first_; amp_k_ < amp_last_; amp_k_++) {\n"
		"\t\t\tconst amp_index3 amp_index_ = {amp_i_, amp_j_, amp_k_};\n\n\t"};
	const char *next = "\t\tamp_begin_ += (size_t)(amp_last_ - amp_first_);\n\t}\n";

	text_printf(t, "%s\t\t%s(amp_index_", begin[k->rank], function_name(k));
	append_members(k, t);
	text_printf(t, ");\n%s\t}\n%s", k->rank > 1 ? "\t" : "", k->rank > 1 ? next : "");
}

/* The threads of a tile, until one waits. */
static void append_tile(const struct c_kernel *k, struct text *t)
{
	text_printf(t, "\twhile (amp_tile_->next < amp_tile_->size) {\n"
	               "\t\tconst amp_tiled_index%u amp_index_ =\n"
	               "\t\t\tamp_tiled_index%u_(amp_tile_, amp_tile_->next++, amp_arguments_.amp_tile_);\n\n"
	               "\t\t%s(amp_index_",
	            k->rank, k->rank, function_name(k));
	append_members(k, t);
	text_append(t, ");\n\t}\n");
}

/* The same by loops over them: a copy for each shape of tiles that is known. */
static void append_loops_calls(const struct c_kernel *k, struct text *t)
{
	size_t n = k->n_shapes + k->has_other_shapes;

	text_printf(t, "\n\t(void)%s;\n\tamp_tile_->next = amp_tile_->size;\n", function_name(k));
	for (size_t i = 0; i < n; i++) {
		bool is_known = i < k->n_shapes, is_last = i + 1 == n;

		for (unsigned d = 0; d < k->rank && !is_last; d++)
			text_printf(t, "%samp_arguments_.amp_tile_.%s == %u", d ? " && " : "\tif (",
			            dimensions[d], k->shapes[i][d]);
		text_printf(t, "%s\t%s_loops(amp_tile_threads%u_(amp_tile_, ",
		            is_last ? n > 1 ? "\t" : "" : ")\n\t", k->name, k->rank);
		if (is_known) {
			text_printf(t, "(amp_extent%u){", k->rank);
			for (unsigned d = 0; d < k->rank; d++)
				text_printf(t, "%s%u", d ? ", " : "", k->shapes[i][d]);
			text_append(t, "}");
		} else {
			text_append(t, "amp_arguments_.amp_tile_");
		}
		text_append(t, ")");
		append_members(k, t);
		text_printf(t, ");\n%s", is_last ? "" : "\telse\n");
	}
}

/* "static void name_run(…)" */
static void append_runner_head(const struct c_kernel *k, struct text *t)
{
	text_printf(t, "%svoid %s_run(const void *amp_image_, %s)", k->is_block || k->is_static ? "static " : "",
	            k->name,
	            k->is_tiled ? "amp_cpu_tile *amp_tile_"
	                        : "const int *amp_domain_, size_t amp_begin_, size_t amp_end_");
}

/* The function that runs a part of the domain on the CPU accelerator. */
static void append_runner(const struct c_kernel *k, bool has_loops, struct text *t)
{
	text_append(t, "AMP_RUNNER_BEGIN_\n");
	if (!k->is_block && !k->is_static) {
		append_runner_head(k, t);
		text_append(t, ";\n");
	}
	append_runner_head(k, t);
	text_printf(t, "\n{\n\tconst struct %s_arguments amp_arguments_ = *(const struct %s_arguments *)amp_image_;\n",
	            k->name, k->name);
	if (has_loops)
		append_loops_calls(k, t);
	else if (k->is_tiled)
		append_tile(k, t);
	else
		append_range(k, t);
	if (!k->n_variables && !k->is_tiled)
		text_append(t, "\t(void)amp_arguments_;\n");
	text_append(t, "}\nAMP_RUNNER_END_\n");
}

/* Statements that describe the views in a value to the runtime. */
struct argument_list {
	struct text text;
	char *path; /* of the value: "amp_image_.grid" */
	unsigned count;
	const struct accesses *accesses; /* of the kernel; NULL: nothing is known */
	CXCursor members[8]; /* that lead to the value, from the variable on */
	size_t depth;        /* larger: an element of an array, or of something deeper */
};

/* What the kernel does with a view, as its unit sees it. */
static const char *access_name(const struct argument_list *a, const struct c_view_type *v)
{
	bool on_premises;
	enum view_access access = VIEW_READ_WRITTEN;

	if (a->depth <= sizeof(a->members) / sizeof(*a->members))
		access = view_access_of(a->accesses, a->members, a->depth, &on_premises);
	return v->is_const || access == VIEW_READ      ? "AMP_ACCESS_READ"
	       : access == VIEW_WRITTEN_AT_INDEX ? "AMP_ACCESS_WRITE"
	                                         : "AMP_ACCESS_READ_WRITE";
}

static void append_arguments(struct argument_list *a, CXType type, const char *path);

static enum CXVisitorResult append_field_arguments(CXCursor field, CXClientData data)
{
	struct argument_list *a = data;
	char *name = take_string(clang_getCursorSpelling(field));
	char *outer = a->path;

	a->path = xasprintf("%s.%s", outer, name);
	if (a->depth < sizeof(a->members) / sizeof(*a->members))
		a->members[a->depth] = field;
	a->depth++;
	append_arguments(a, clang_getCursorType(field), a->path);
	a->depth--;
	free(a->path);
	a->path = outer;
	free(name);
	return CXVisit_Continue;
}

static void append_arguments(struct argument_list *a, CXType type, const char *path)
{
	struct c_view_type v;

	type = clang_getCanonicalType(type);
	if (c_view_type(type, &v)) {
		text_printf(&a->text,
		            "\tamp_c_argument(&amp_views_[%u], &%s, %u, sizeof(*%s.data),\n"
		            "\t               (size_t)((const char *)&%s - (const char *)&amp_image_), "
		            "%s, %d);\n",
		            a->count++, path, v.rank, path, path,
		            access_name(a, &v), v.is_array);
	} else if (type.kind == CXType_Record) {
		char *outer = a->path;

		a->path = xstrdup(path);
		clang_Type_visitFields(type, append_field_arguments, a);
		free(a->path);
		a->path = outer;
	} else if (type.kind == CXType_ConstantArray) {
		size_t depth = a->depth;

		a->depth = SIZE_MAX / 2; /* nothing is known of elements */
		for (long long i = 0; i < clang_getArraySize(type) && i < 256; i++) {
			unsigned before = a->count;
			char *element = xasprintf("%s[%lld]", path, i);

			append_arguments(a, clang_getArrayElementType(type), element);
			free(element);
			if (a->count == before)
				break; /* an array of numbers */
		}
		a->depth = depth;
	}
}

static bool has_opaque(const struct c_kernel *k)
{
	bool any = false;

	for (size_t i = 0; i < k->n_variables; i++)
		any |= k->variables[i].is_opaque;
	return any;
}

/* A parameter of a function that is made for a kernel. */
static void append_parameter(const struct c_variable *v, const char *name, const char *qualifier,
                             struct text *t)
{
	char *type = type_text(v->type);

	if (v->is_opaque)
		text_printf(t, ", const void *amp_bytes_%s_", name);
	else
		text_printf(t, ", %s%s %s", qualifier, type, name);
	free(type);
}

/* In such a function: what the block takes from around it, and the variables whose types only
 * these declare. */
static void append_c_scope(struct c_lowering *l, const struct c_kernel *k, struct text *t)
{
	append_c_locals(l, k, UNIT_HOST, t);
	for (size_t i = 0; i < k->n_variables; i++) {
		const struct c_variable *v = &k->variables[i];
		char *type = type_text(v->type);

		if (v->is_opaque)
			text_printf(t, " %s %s; memcpy(&%s, amp_bytes_%s_, sizeof(%s));", type, v->name, v->name,
			            v->name, v->name);
		free(type);
	}
}

/* The function that amp_parallel_for_each becomes a call of. */
static void append_launcher(struct c_lowering *l, const struct c_kernel *k, struct text *t)
{
	struct accesses *accesses = k->is_block     ? c_accesses(l->unit, k->cursor)
	                            : k->is_defined ? c_accesses(l->unit, k->definition)
	                                            : NULL;
	struct argument_list arguments = {.accesses = accesses};

	bool repeats = has_opaque(k); /* declarations of the function that the block is in */

	text_append(t, repeats ? "AMP_TILE_LOOPS_BEGIN\n" : "");
	text_printf(t, "static amp_status %s_launch(amp_accelerator_view *amp_view_, amp_%sextent%u amp_domain_",
	            k->name, k->is_tiled ? "tiled_" : "", k->rank);
	for (size_t i = 0; i < k->n_variables; i++)
		append_parameter(&k->variables[i], k->variables[i].name, "", t);
	text_printf(t, ")\n{\n\tstatic amp_kernel amp_kernel_ = {\n\t\t.symbol = \"%s\",\n"
	               "\t\t.name = \"%s\",\n"
	               "\t\t.image_size = sizeof(struct %s_arguments),\n"
	               "\t\t.image_align = __alignof__(struct %s_arguments),\n"
	               "\t\t.rank = %u,\n\t\t.%s = %s_run,\n",
	            k->name, k->title, k->name, k->name, k->rank,
	            k->is_tiled ? "run_tile" : "run_range", k->name);
	if (has_small_domain_kernel(l, k))
		text_printf(t, "\t\t.small_domain_symbol = \"%s_small_domain\",\n", k->name);
	text_append(t, "\t};\n");
	text_append(t, "\tconst int amp_extents_[] = {");
	for (unsigned d = 0; d < k->rank; d++)
		text_printf(t, "%samp_domain_.%s%s", d ? ", " : "", k->is_tiled ? "extent." : "", dimensions[d]);
	text_append(t, "};\n");
	if (k->is_tiled) {
		text_append(t, "\tconst int amp_tiles_[] = {");
		for (unsigned d = 0; d < k->rank; d++)
			text_printf(t, "%samp_domain_.tile.%s", d ? ", " : "", dimensions[d]);
		text_append(t, "};\n");
	}
	text_printf(t, "\tstruct %s_arguments amp_image_;\n", k->name);
	for (size_t i = 0; i < k->n_variables; i++) {
		const struct c_variable *v = &k->variables[i];
		char *type = type_text(v->type);
		char *path = v->is_opaque ? xasprintf("(*(%s *)(void *)amp_image_.%s)", type, v->name)
		                          : xasprintf("amp_image_.%s", v->name);

		arguments.members[0] = k->is_defined
		                               ? clang_Cursor_getArgument(k->definition, (unsigned)i + 1)
		                               : k->variables[i].cursor;
		arguments.depth = 1;
		append_arguments(&arguments, v->type, path);
		free(path);
		free(type);
	}
	if (repeats && arguments.count) {
		append_c_locals(l, k, UNIT_HOST, t);
		text_append(t, "\n");
	}
	if (arguments.count)
		text_printf(t, "\tamp_argument amp_views_[%u];\n", arguments.count);
	text_append(t, "\n\tmemset(&amp_image_, 0, sizeof(amp_image_));\n");
	for (size_t i = 0; i < k->n_variables; i++)
		text_printf(t, k->variables[i].is_opaque
		                       ? "\tmemcpy(amp_image_.%s, amp_bytes_%s_, sizeof(amp_image_.%s));\n"
		                       : "\tamp_image_.%s = %s;\n",
		            k->variables[i].name, k->variables[i].name, k->variables[i].name);
	if (k->is_tiled)
		text_append(t, "\tamp_image_.amp_tile_ = amp_domain_.tile;\n");
	if (arguments.count)
		text_append(t, arguments.text.data);
	text_printf(t, "\treturn amp_c_launch(amp_view_, &amp_kernel_, amp_extents_, %s, &amp_image_, %s, %u);\n}\n",
	            k->is_tiled ? "amp_tiles_" : "NULL", arguments.count ? "amp_views_" : "NULL",
	            arguments.count);
	text_append(t, repeats ? "AMP_TILE_LOOPS_END\n" : "");
	text_finish(&arguments.text);
	accesses_destroy(accesses);
}

/* What a block takes from around it besides variables. */
void append_c_locals(struct c_lowering *l, const struct c_kernel *k, enum unit_kind kind,
                   struct text *t)
{
	for (size_t i = 0; i < k->n_locals; i++) {
		char *s = render(l, k->locals[i].start, k->locals[i].end, kind);

		for (char *p = s; *p; p++) {
			if (*p == '\n' || *p == '\t')
				*p = ' ';
		}
		size_t n = strlen(s);

		text_printf(t, " %s%s", s, n && s[n - 1] == ';' ? "" : ";");
		free(s);
	}
}

/* The function of a block. */
static void append_block_function(struct c_lowering *l, const struct c_kernel *k, struct text *t)
{
	append_c_line(l, t, k->start);
	text_printf(t, "static inline void %s(amp_%sindex%u %s", k->name, k->is_tiled ? "tiled_" : "",
	            k->rank, k->index_name);
	for (size_t i = 0; i < k->n_variables; i++)
		append_parameter(&k->variables[i], k->variables[i].name, "const ", t);
	text_printf(t, ") { (void)%s;", k->index_name);
	append_c_scope(l, k, t);
	append_c_line(l, t, k->body + 1);
	/* the brace keeps its column */
	for (unsigned at = k->body + 1; at > 0 && l->text[at - 1] != '\n'; at--)
		text_append(t, l->text[at - 1] == '\t' ? "\t" : " ");
	char *body = render(l, k->body + 1, k->end, UNIT_HOST);

	text_printf(t, "%s\n", body);
	free(body);
}

static void append_host_line(struct text *t)
{
	text_append(t, "#line 1 \"<ampcc>\"\n");
}

/* The function that runs a tile of a tiled kernel as loops over its threads. False, and
 * nothing is written, if there is none. */
static bool append_loops(struct c_lowering *l, const struct c_kernel *k, struct text *t)
{
	struct text body = {0};

	if (!k->is_tiled || !append_c_tile_loops(l, k, &body))
		return false;
	text_printf(t, "AMP_TILE_LOOPS_BEGIN\n"
	               "static AMP_TILE_INLINE_ void %s_loops(const amp_tile_threads_ amp_tile", k->name);
	for (size_t i = 0; i < k->n_variables; i++) {
		const struct c_variable *v = &k->variables[i];
		char *name = k->is_block ? xstrdup(v->name)
		                         : take_string(clang_getCursorSpelling(
						   clang_Cursor_getArgument(k->definition, (unsigned)i + 1)));

		append_parameter(v, *name ? name : v->name, "const ", t);
		free(name);
	}
	text_printf(t, ")\n{\n\tenum { amp_threads = %u };\n", k->tile_size);
	append_c_scope(l, k, t);
	text_printf(t, "\n%s", body.data);
	append_host_line(t);
	text_append(t, "}\nAMP_TILE_LOOPS_END\n");
	text_finish(&body);
	return true;
}

/* All that stands in front of the function with a launch of a kernel first. */
static void insert_kernel(struct c_lowering *l, struct c_kernel *k, const struct c_piece *piece)
{
	struct text t = {0};
	bool runner_elsewhere = !k->is_block;

	text_append(&t, "\n");
	if (k->is_block)
		append_block_function(l, k, &t);
	append_host_line(&t);
	/* the runner behind its definition needs it, too */
	if (!runner_elsewhere || !k->is_defined || k->piece->start >= piece->start) {
		append_kernel_struct(k, &t);
		k->has_struct = true;
	}
	if (runner_elsewhere) {
		append_runner_head(k, &t);
		text_append(&t, ";\n");
	} else {
		append_runner(k, append_loops(l, k, &t), &t);
	}
	append_launcher(l, k, &t);
	append_c_line(l, &t, piece->start);
	edit_insert(l->edits, piece->start, NULL, t.data);
	text_finish(&t);
	k->is_inserted = true;
}

/* The runner of a kernel that is a function, behind its definition. */
static void insert_runner(struct c_lowering *l, const struct c_kernel *k)
{
	struct text t = {0};

	text_append(&t, "\n");
	append_host_line(&t);
	if (!k->has_struct)
		append_kernel_struct(k, &t);
	append_runner(k, append_loops(l, k, &t), &t);
	append_c_line(l, &t, k->piece->end);
	edit_insert(l->edits, k->piece->end, NULL, t.data);
	text_finish(&t);
}

/* amp_parallel_for_each(…) is now name_launch(…). */
static void edit_launch(struct c_lowering *l, const struct c_launch *launch)
{
	const struct c_kernel *k = &l->kernels[launch->kernel];
	size_t name = token_at(l->tokens, launch->start), open = name + 1;
	size_t close = l->tokens->items[open].match, i = open + 1;
	unsigned commas = 0;
	struct text t = {0};

	text_printf(&t, "%s_launch(%s", k->name, launch->named_view ? "" : "NULL, ");
	/* the domain, and the accelerator view */
	for (; i < close && commas < 1u + launch->named_view; i++) {
		if (l->tokens->items[i].match > (int)i)
			i = l->tokens->items[i].match;
		else
			commas += is(l, i, ",");
	}
	char *first = render(l, offset_of(l, open) + 1, offset_of(l, i - 1), UNIT_HOST);

	text_append(&t, first);
	free(first);
	for (size_t v = 0; v < k->n_variables && k->is_block; v++)
		text_printf(&t, ", %s%s", k->variables[v].is_opaque ? "&" : "", k->variables[v].name);
	if (!k->is_block) {
		/* behind the function's name */
		while (i < close && !is(l, i, ","))
			i = token_skip_group(l->tokens->items, i);
		char *rest = render(l, offset_of(l, i), offset_of(l, close), UNIT_HOST);

		text_append(&t, rest);
		free(rest);
	}
	text_append(&t, ")");
	unsigned end = offset_of(l, close) + 1;

	if (memchr(l->text + launch->start, '\n', end - launch->start)) {
		append_c_line(l, &t, end);
		unsigned column = unit_locate(l->unit, end).column;

		for (unsigned c = 1; c < column; c++)
			text_append(&t, " ");
	}
	edit_replace(l->edits, launch->start, end, NULL, t.data);
	text_finish(&t);
}

static void lower_host(struct c_lowering *l)
{
	for (size_t i = 0; i < l->n_launches; i++) {
		struct c_kernel *k = &l->kernels[l->launches[i].kernel];
		struct c_piece *piece = piece_at(l, l->launches[i].start);

		if (!k->is_inserted)
			insert_kernel(l, k, piece);
		edit_launch(l, &l->launches[i]);
	}
	for (size_t i = 0; i < l->n_kernels; i++) {
		const struct c_kernel *k = &l->kernels[i];

		if (!k->is_block && k->is_defined)
			insert_runner(l, k);
	}
}

/* ---- All of it ------------------------------------------------------------ */

static void lowering_finish(struct c_lowering *l)
{
	for (size_t i = 0; i < l->n_kernels; i++) {
		struct c_kernel *k = &l->kernels[i];

		for (size_t n = 0; n < k->n_variables; n++)
			free(k->variables[n].name);
		free(k->variables);
		free(k->locals);
		free(k->shapes);
		free(k->name);
		free(k->title);
		free(k->function);
		free(k->index_name);
	}
	free(l->kernels);
	free(l->launches);
	free(l->pieces);
	free(l->declarations);
	strings_finish(&l->includes);
	free(l->parse_errors.items);
	free(l->local_types.items);
	free(l->conversions);
}

/* Functions that other units may launch. */
static void find_extern_kernels(struct c_lowering *l)
{
	for (size_t i = 0; i < l->n_declarations; i++) {
		CXCursor c = l->declarations[i].cursor;

		if (clang_getCursorKind(c) == CXCursor_FunctionDecl && clang_isCursorDefinition(c) &&
		    clang_getCursorLinkage(c) == CXLinkage_External && is_kernel_function(c)) {
			struct c_kernel *k = function_kernel(l, c);

			k->tile_size = 1024;
			k->has_other_shapes = true;
		}
	}
}

void lower_c(struct unit *u, const struct clauses *c, CXTranslationUnit tu, struct edits *edits,
             struct text *device, bool *has_kernels)
{
	struct c_lowering l = {
		.unit = u,
		.clauses = c,
		.tu = tu,
		.edits = edits,
		.text = u->text.data,
		.tokens = &u->tokens,
		.hash = hash_unit(u->request),
	};

	clang_visitChildren(clang_getTranslationUnitCursor(tu), collect_declaration, &l);
	find_pieces(&l);
	find_parse_errors(u, c, tu, &l.parse_errors);
	for (size_t i = 0; i < l.n_declarations; i++) {
		struct launch_search s = {&l, l.declarations[i].cursor};

		if (clang_getCursorKind(s.function) == CXCursor_FunctionDecl &&
		    clang_isCursorDefinition(s.function))
			clang_visitChildren(s.function, find_launch, &s);
	}
	check_launches(&l);
	find_extern_kernels(&l);
	find_needs(&l);
	if (!u->errors) {
		edit_clauses(&l);
		edit_amp_functions(&l);
		edit_for_device(&l);
		lower_host(&l);
		append_device_unit(&l, device);
	}
	for (size_t i = 0; i < l.n_kernels; i++)
		*has_kernels |= l.kernels[i].is_block || l.kernels[i].is_defined;
	lowering_finish(&l);
}
