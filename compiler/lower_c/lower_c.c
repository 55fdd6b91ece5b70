/* Lowers the kernels of C programs (docs/how-it-works, "C").
 *
 * A kernel is a function with restrict(amp) together with its arguments behind the index. A block becomes
 * such a function, whose parameters are the variables that the block captures.
 *
 *   host unit    the program's text, in which each amp_parallel_for_each is a call of a launcher: a function
 *                generated in front of it, which fills a struct with the arguments and launches the kernel
 *   device unit  C++, which a C program is not: only what kernels need of the program, in which the few things
 *                that C++ writes in another way are edited (c_device.c) */
#include "analyse/analyse.h"
#include "lower_c/lower_c_internal.h"

/* ---- The program's declarations ----------------------------------------- */

static void collect_declarations(struct lowering *l, CXTranslationUnit tu)
{
	struct c_program *p = l->program;
	unsigned start, end;

	for (struct walk w = walk_children(clang_getTranslationUnitCursor(tu)); walk_next(&w);) {
		if (!clang_isDeclaration(w.cursor.kind) ||
		    !cursor_range(l->clauses, w.cursor, &start, &end))
			continue;
		KEEP(p->declarations, p->n_declarations) =
		    (struct c_declaration){.cursor = w.cursor, .start = start, .end = end};
	}
}

/* Returns the token after the attributes at token i. libclang's extents leave out attributes behind a
 * declaration, as in struct s { int x; } __attribute__((packed)); */
static size_t behind_attributes(const struct lowering *l, size_t i)
{
	while ((is(l, i, "__attribute__") || is(l, i, "__attribute")) && is(l, i + 1, "("))
		i = (size_t)token(l, i + 1)->match + 1;
	return i;
}

/* Returns the end of a piece, including the clauses, attributes and semicolon behind its declaration. */
static unsigned whole_end(const struct lowering *l, const struct c_piece *piece)
{
	unsigned end = piece->end;

	FOR_EACH(const struct clause, c, l->clauses->items, l->clauses->count) {
		if (c->start >= piece->start && c->start <= token(l, token_at(l->tokens, end))->offset &&
		    c->end > end)
			end = c->end;
	}
	size_t next = behind_attributes(l, token_at(l->tokens, end));

	return is(l, next, ";") ? token(l, next)->offset + 1 : end;
}

/* Divides the declarations into pieces of text: declarations that share specifiers are one piece. */
static void find_pieces(struct lowering *l)
{
	struct c_program *p = l->program;

	FOR_EACH(struct c_declaration, d, p->declarations, p->n_declarations) {
		struct c_piece *last = p->n_pieces ? &p->pieces[p->n_pieces - 1] : NULL;

		if (!last || d->start >= last->end) {
			last = &KEEP(p->pieces, p->n_pieces);
			*last = (struct c_piece){.start = d->start, .end = d->end};
			last->is_library = is(l, token_at(l->tokens, d->start), "AMP_DECLARE_TYPE");
		}
		/* for clang, typedef struct {…} t; begins with the struct */
		if (d->start < last->start)
			last->start = d->start;
		if (d->end > last->end)
			last->end = d->end;
		d->piece = p->n_pieces - 1;
	}
	for (size_t i = 0; i < p->n_pieces; i++)
		p->pieces[i].end = whole_end(l, &p->pieces[i]);
}

/* Checks the size of what a kernel takes with it. */
static void check_size(struct unit *u, const struct clauses *c, const struct c_kernel *k)
{
	long long size = 0;
	unsigned at;

	for (size_t i = 0; i < k->n_variables; i++)
		size += clang_Type_getSizeOf(k->variables[i].type);
	if (cursor_offset(c, k->is_block ? k->cursor : k->definition, &at))
		check_captured_size(u, size, at);
}

/* ---- All of it ------------------------------------------------------------ */

/* Records a kernel that this unit defines. Returns false if another unit defines it. */
static bool note_kernel(struct unit *u, const struct clauses *c, const struct c_kernel *k)
{
	unsigned at;

	if (!k->is_block && !k->is_defined)
		return false;
	if (cursor_offset(c, k->is_block ? k->cursor : k->definition, &at))
		unit_add_kernel(u, k->name, at, k->is_block);
	return true;
}

void lower_c(struct unit *u, struct edits *edits, struct text *device, bool *has_kernels)
{
	const struct clauses *c = u->clauses;
	struct c_program program = {0};
	struct lowering l = {
		.unit = u,
		.clauses = c,
		.edits = edits,
		.text = u->text.data,
		.tokens = &u->tokens,
		.hash = hash_unit(u->request),
		.program = &program,
	};

	collect_declarations(&l, u->tu);
	find_pieces(&l);
	find_launches(&l);
	find_extern_kernels(&l);
	if (!u->errors) /* a function whose declaration has an error looks as if it were not defined */
		find_needs(&l);
	for (size_t i = 0; i < program.n_kernels && !u->errors; i++) {
		struct c_kernel *k = &program.kernels[i];

		check_size(u, c, k);
		k->accesses = k->is_block     ? c_accesses(u, k->cursor)
		              : k->is_defined ? c_accesses(u, k->definition)
		                              : NULL;
	}
	if (!u->errors) {
		edit_for_host(&l);
		edit_for_device(&l);
		lower_launches(&l);
		append_device_unit(&l, device);
	}
	for (size_t i = 0; i < program.n_kernels; i++)
		*has_kernels |= note_kernel(u, c, &program.kernels[i]);
}
