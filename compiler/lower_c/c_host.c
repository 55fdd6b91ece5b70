/* Edits the host unit of a C program: amp code for the CPU accelerator, and calls of launchers (c_runner.c)
 * in place of launches. */
#include "lower_c/lower_c_internal.h"

#include <string.h>

/* Edits view accesses in amp code, where the views are already the accelerator's: the current copy is not
 * looked up. */
static void edit_accesses(struct lowering *l, unsigned start, unsigned end)
{
	for (size_t i = token_at(l->tokens, start); token(l, i)->offset < end; i++) {
		if (is(l, i, "amp_at"))
			edit_replace(l->edits, token(l, i)->offset, token(l, i)->offset + strlen("amp_at"), NULL,
			             "amp_kernel_at");
	}
}

struct tile_static_search {
	struct lowering *lowering;
	struct c_range declaration;
	unsigned number;
	struct offsets uses; /* that were edited: a use in a macro is visited more than once */
};

/* Returns whether token i, with its subscripts and members, is the whole operand of the & in front of it. */
static bool is_whole_argument(const struct lowering *l, size_t i)
{
	for (i++; is(l, i, "[") || is(l, i, ".");)
		i = is(l, i, ".") ? i + 2 : (size_t)token(l, i)->match + 1;
	return is(l, i, ",") || is(l, i, ")");
}

/* Edits amp_atomic_fetch_add(&x, …) of the tile_static variable whose name is at an offset into
 * amp_tile_atomic_fetch_add(&x, …): the threads of a tile share one host thread. */
static void edit_tile_atomic(struct lowering *l, unsigned offset)
{
	static const char prefix[] = "amp_atomic_";
	size_t i = token_at(l->tokens, offset);

	if (i > 3 && is(l, i - 1, "&") && is(l, i - 2, "(") &&
	    starts(l->text + token(l, i - 3)->offset, prefix) &&
	    is_whole_argument(l, i))
		edit_replace(l->edits, token(l, i - 3)->offset, token(l, i - 3)->offset + strlen("amp"), NULL,
		             "amp_tile");
}

static void edit_tile_static_use(struct tile_static_search *s, CXCursor c)
{
	unsigned at, start, end;

	if (c.kind == CXCursor_DeclRefExpr &&
	    cursor_offset(s->lowering->clauses, clang_getCursorReferenced(c), &at) &&
	    at >= s->declaration.start && at < s->declaration.end &&
	    cursor_range(s->lowering->clauses, c, &start, &end) &&
	    start >= s->declaration.end && offsets_add(&s->uses, start)) {
		const char *object = interned_printf("amp_tile_static_%u->", s->number);

		edit_insert(s->lowering->edits, start, NULL, object);
		edit_tile_atomic(s->lowering, start);
	}
}

/* Moves the tile_static variables of a function or block into a struct. Each worker thread of the CPU
 * accelerator has one. */
static void edit_tile_statics(struct lowering *l, CXCursor c, unsigned start, unsigned end)
{
	struct tile_static_search s = {.lowering = l};

	for (size_t i = token_at(l->tokens, start); token(l, i)->offset < end; i++) {
		if (!is(l, i, "tile_static"))
			continue;
		size_t close = token_outside(l->unit, i, ";");

		s.declaration = (struct c_range){token(l, i)->offset, token(l, close)->offset + 1};
		s.number++;
		const char *head = interned_printf("struct amp_tile_static_%u {", s.number);
		const char *tail = interned_printf(";}; AMP_TILE_STATIC_(struct amp_tile_static_%u, "
		                                   "amp_tile_static_%u);",
		                                   s.number, s.number);

		edit_replace(l->edits, s.declaration.start,
		             s.declaration.start + strlen("tile_static"), "__shared__", head);
		edit_replace(l->edits, s.declaration.end - 1, s.declaration.end, NULL, tail);
		for (struct walk w = walk_below(c); walk_next(&w);)
			edit_tile_static_use(&s, w.cursor);
	}
}

void edit_for_host(struct lowering *l)
{
	struct c_program *p = l->program;

	for (size_t i = 0; i < l->clauses->count; i++)
		remove_clause(l, &l->clauses->items[i]);
	FOR_EACH(const struct c_declaration, d, p->declarations, p->n_declarations) {
		if (d->cursor.kind != CXCursor_FunctionDecl || !clang_isCursorDefinition(d->cursor))
			continue;
		unsigned restrictions = cursor_restrictions(d->cursor);

		if (restrictions == RESTRICT_AMP)
			edit_accesses(l, d->start, d->end);
		if (restrictions & RESTRICT_AMP)
			edit_tile_statics(l, d->cursor, d->start, d->end);
	}
	FOR_EACH(const struct c_kernel, k, p->kernels, p->n_kernels) {
		if (!k->is_block)
			continue;
		edit_accesses(l, k->body, k->end);
		edit_tile_statics(l, k->cursor, k->body, k->end);
	}
}

/* Turns amp_parallel_for_each(…) into name_launch(…). */
static void edit_launch(struct lowering *l, const struct c_launch *launch)
{
	const struct c_kernel *k = &l->program->kernels[launch->kernel];
	size_t name = token_at(l->tokens, launch->start), open = name + 1;
	size_t close = token(l, open)->match, i = open + 1;
	unsigned commas = 0;
	SCOPED(text) t = {0};

	text_printf(&t, "%s_launch(%s", k->name, launch->named_view ? "" : "NULL, ");
	/* the domain, and the accelerator view */
	for (; i < close && commas < 1u + launch->named_view; i++) {
		if (token(l, i)->match > (int)i)
			i = token(l, i)->match;
		else
			commas += is(l, i, ",");
	}
	text_append(&t, render(l, token(l, open)->offset + 1, token(l, i - 1)->offset, UNIT_HOST));
	for (size_t v = 0; v < k->n_variables && k->is_block; v++)
		text_printf(&t, ", %s%s", k->variables[v].is_opaque ? "&" : "", k->variables[v].name);
	if (!k->is_block) {
		/* behind the function's name */
		while (i < close && !is(l, i, ","))
			i = token_skip_group(l->tokens->items, i);

		text_append(&t, render(l, token(l, i)->offset, token(l, close)->offset, UNIT_HOST));
	}
	text_append(&t, ")");
	unsigned end = token(l, close)->offset + 1;

	if (!is_for_people(l->unit) && memchr(l->text + launch->start, '\n', end - launch->start)) {
		append_line_directive(l, &t, end);
		unsigned column = unit_locate(l->unit, end).column;

		for (unsigned c = 1; c < column; c++)
			text_append(&t, " ");
	}
	edit_replace(l->edits, launch->start, end, NULL, t.data);
}

void lower_launches(struct lowering *l)
{
	struct c_program *p = l->program;

	for (size_t i = 0; i < p->n_launches; i++) {
		struct c_kernel *k = &p->kernels[p->launches[i].kernel];
		struct c_piece *piece = piece_at(l, p->launches[i].start);

		if (!k->is_inserted)
			insert_kernel(l, k, piece);
		edit_launch(l, &p->launches[i]);
	}
	FOR_EACH(const struct c_kernel, k, p->kernels, p->n_kernels) {
		if (!k->is_block && k->is_defined && !k->has_runner)
			insert_runner(l, k);
	}
}
