/* A kernel as steps: what is assigned to its integer variables, what it reads and
 * writes in tile_static memory, where it waits, and the conditions and loops around
 * all that. Functions that it calls are steps, too, if any of this is in them. What
 * cannot be followed is a step that says so. */
#include "analyse/steps_walk.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_STEPS = 4000 };

struct step *add_step(struct maker *m, enum step_kind kind)
{
	struct block *b = m->block;

	if ((b->count & (b->count - 1)) == 0)
		b->items = xrealloc(b->items, (b->count ? b->count * 2 : 1) * sizeof(*b->items));
	m->failed |= ++m->n_steps > MAX_STEPS;
	b->items[b->count] = (struct step){.kind = kind};
	return &b->items[b->count++];
}

/* ---- Conditions and loops ---------------------------------------------------------------- */

static const struct node *condition_of(struct maker *m, CXCursor condition)
{
	if (clang_Cursor_isNull(condition))
		return NULL;
	struct value v = value_of(m->tile, condition);

	return v.kind == VALUE_SCALAR ? v.items[0] : NULL;
}

static size_t condition_text(struct maker *m, CXCursor condition)
{
	unsigned start = 0, end = 0;
	struct strings *all = &m->steps->conditions;
	size_t i = 0;

	cursor_range(m->tile->clauses, condition, &start, &end);
	char *text = xstrndup(m->tile->unit->text.data + start, end - start);

	while (i < all->count && strcmp(all->items[i], text))
		i++;
	if (i == all->count)
		strings_push(all, text);
	free(text);
	return i;
}

static bool is_uniform(struct maker *m, CXCursor condition)
{
	return clang_Cursor_isNull(condition) ||
	       value_of(m->tile, condition).uniformity != VARYING;
}

/* What is under a condition, as a block of its own. */
static void make_under(struct maker *m, CXCursor c, struct block *out, CXCursor condition,
                       bool otherwise)
{
	struct block *outer = m->block;
	bool uniform = m->is_uniform;
	unsigned n_guards = m->n_guards;

	if (clang_Cursor_isNull(c))
		return;
	if (m->n_guards == MAX_NESTING)
		m->failed = true;
	else
		m->guards[m->n_guards++] = (struct guard){condition_of(m, condition), otherwise,
		                                          condition_text(m, condition)};
	m->block = out;
	m->is_uniform = uniform && is_uniform(m, condition);
	make_statement(m, c);
	m->is_uniform = uniform;
	m->n_guards = n_guards;
	m->block = outer;
}

bool is_certain(const struct node *n)
{
	if (!n)
		return true;
	if (n->op == OP_SYMBOL || n->op == OP_TILE || n->op == OP_OPAQUE ||
	    (n->op == OP_VARIABLE && n->variable->is_uncertain))
		return false;
	return is_certain(n->a) && is_certain(n->b) && is_certain(n->c);
}

static void make_if(struct maker *m, CXCursor condition, CXCursor body, CXCursor otherwise,
                    bool known)
{
	struct step s = {.kind = STEP_IF};

	if (clang_Cursor_isNull(condition))
		m->failed = true;
	s.value = known ? condition_of(m, condition) : NULL;
	s.is_switch = !known;
	make_under(m, body, &s.body, condition, false);
	make_under(m, otherwise, &s.otherwise, condition, true);
	*add_step(m, STEP_IF) = s;
}

static void make_loop(struct maker *m, CXCursor loop, const struct parts *p)
{
	struct step s = {.kind = STEP_LOOP};
	struct block *outer = m->block;
	enum CXCursorKind kind = clang_getCursorKind(loop);
	bool uniform = m->is_uniform, ranged = kind == CXCursor_CXXForRangeStmt;

	if (!clang_Cursor_isNull(p->init))
		make_statement(m, p->init);
	s.is_do = kind == CXCursor_DoStmt;
	s.is_forever = clang_Cursor_isNull(p->condition) && !ranged;
	s.loop = ++m->steps->n_loops;
	m->is_uniform = uniform && !ranged && is_uniform(m, p->condition);
	if (m->n_loops == MAX_NESTING)
		m->failed = true;
	else
		m->loops[m->n_loops++] = s.loop;
	if (!clang_Cursor_isNull(p->condition)) {
		m->block = &s.head;
		make_expression(m, p->condition);
		s.value = condition_of(m, p->condition);
	}
	m->block = &s.body;
	m->body_of = clang_getCursorKind(p->body) == CXCursor_CompoundStmt ? s.loop : 0;
	make_statement(m, p->body);
	m->body_of = 0;
	if (!clang_Cursor_isNull(p->step)) {
		m->block = &s.next;
		make_statement(m, p->step);
	}
	m->n_loops -= m->n_loops > 0;
	m->is_uniform = uniform;
	m->block = outer;
	*add_step(m, STEP_LOOP) = s;
}

/* ---- Statements and expressions ------------------------------------------------------------ */

static enum CXChildVisitResult find_destructor(CXCursor c, CXCursor parent, CXClientData data)
{
	(void)parent;
	if (clang_getCursorKind(c) == CXCursor_Destructor)
		*(CXCursor *)data = c;
	return CXChildVisit_Continue;
}

/* Whether something matters that is done where an object ends, which is not seen. */
static bool waits_at_end(struct maker *m, CXType type)
{
	CXCursor class = clang_getTypeDeclaration(clang_getCanonicalType(type));
	CXCursor destructor = clang_getNullCursor();

	clang_visitChildren(class, find_destructor, &destructor);
	return !clang_Cursor_isNull(destructor) && is_relevant(m, destructor);
}

static void make_declaration(struct maker *m, CXCursor c)
{
	CXCursor value = clang_Cursor_getVarDeclInitializer(c);
	struct variable *v = find_variable(m->tile, c);
	CXType type = clang_getCanonicalType(clang_getCursorType(c));
	bool is_pointer = type.kind == CXType_Pointer || type.kind == CXType_LValueReference;
	struct place p;

	if (is_tile_static(c))
		return;
	m->failed |= waits_at_end(m, type);
	if (is_pointer && v && v->n_definitions == 1 && !clang_Cursor_isNull(value) &&
	    find_tile_place(m, value, &p)) {
		bool settled = true;

		for (unsigned i = 0; i < p.n_subscripts; i++) {
			struct value index = scalar_value((struct node *)p.subscripts[i].index);

			settled &= p.subscripts[i].index && is_settled(&index);
		}
		make_subscripts(m, value);
		if (settled) {
			m->aliases = xrealloc(m->aliases, (m->n_aliases + 1) * sizeof(*m->aliases));
			m->aliases[m->n_aliases++] = (struct alias){v, p};
		}
		return;
	}
	if (!clang_Cursor_isNull(value))
		make_expression(m, value);
	if (v)
		make_set(m, c, v);
}

static void make_block(struct maker *m, CXCursor c)
{
	struct children all = children_of(c);
	unsigned start, end, block, block_end;

	if (m->n_nestings == MAX_NESTING || !cursor_range(m->tile->clauses, c, &block, &block_end)) {
		m->failed = true;
		free(all.items);
		return;
	}
	struct nesting *n = &m->nestings[m->n_nestings++];

	*n = (struct nesting){.block = block, .block_end = block_end, .loop = m->body_of,
	                      .is_uniform = m->is_uniform, .wait = m->wait};
	m->body_of = 0;
	for (size_t i = 0; i < all.count && !m->failed; i++) {
		if (cursor_range(m->tile->clauses, all.items[i], &start, &end))
			n->statement = start;
		make_statement(m, all.items[i]);
	}
	m->n_nestings--;
	free(all.items);
}

void make_statement(struct maker *m, CXCursor c)
{
	enum CXCursorKind kind = clang_getCursorKind(c);
	CXCursor null = clang_getNullCursor();
	struct children all = {0};
	struct parts p;

	if (m->failed || clang_Cursor_isNull(c))
		return;
	if (kind == CXCursor_CompoundStmt) {
		make_block(m, c);
	} else if (kind == CXCursor_VarDecl) {
		make_declaration(m, c);
	} else if (kind != CXCursor_ConditionalOperator &&
	           take_apart(m->tile->unit, m->tile->clauses, c, &p)) {
		if (is_loop(kind)) {
			make_loop(m, c, &p);
			return;
		}
		make_statement(m, p.init);
		if (!clang_Cursor_isNull(p.condition))
			make_expression(m, p.condition);
		if (kind == CXCursor_SwitchStmt)
			make_if(m, p.condition, p.body, null, false);
		else
			make_if(m, p.condition, p.body, p.otherwise, true);
	} else if (kind == CXCursor_BreakStmt || kind == CXCursor_ContinueStmt ||
	           kind == CXCursor_ReturnStmt) {
		if (!clang_Cursor_isNull(last_expression(c)))
			make_expression(m, last_expression(c));
		add_step(m, STEP_LEAVE)->leave = kind == CXCursor_BreakStmt      ? LEAVE_BREAK
		                                 : kind == CXCursor_ContinueStmt ? LEAVE_CONTINUE
		                                                                 : LEAVE_RETURN;
	} else if (clang_isExpression(kind)) {
		make_expression(m, c);
	} else {
		all = children_of(c);
		for (size_t i = 0; i < all.count; i++)
			make_statement(m, all.items[i]);
		free(all.items);
	}
}

static void make_binary(struct maker *m, CXCursor e)
{
	enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(e);
	struct children all = children_of(e);
	CXCursor null = clang_getNullCursor();

	if (all.count == 2 && (op == CXBinaryOperator_LAnd || op == CXBinaryOperator_LOr)) {
		bool is_or = op == CXBinaryOperator_LOr;

		make_expression(m, all.items[0]);
		make_if(m, all.items[0], is_or ? null : all.items[1], is_or ? all.items[1] : null,
		        true);
	} else if (all.count == 2 && op == CXBinaryOperator_Assign) {
		make_assignment(m, e, all.items[0], all.items[1], false);
	} else {
		for (size_t i = 0; i < all.count; i++)
			make_expression(m, all.items[i]);
	}
	free(all.items);
}

/* Of an expression that says where something is, not what. */
static bool is_address(CXType type)
{
	enum CXTypeKind kind = clang_getCanonicalType(type).kind;

	return kind == CXType_Pointer || kind == CXType_ConstantArray;
}

void make_expression(struct maker *m, CXCursor e)
{
	enum CXCursorKind kind = clang_getCursorKind(e);
	enum CXTypeKind type = clang_getCanonicalType(clang_getCursorType(e)).kind;
	struct children all = {0};
	struct parts parts;
	struct place p;

	if (m->failed || kind == CXCursor_LambdaExpr || kind == CXCursor_BlockExpr ||
	    kind == CXCursor_UnaryExpr) /* sizeof */
		return;
	switch (kind) {
	case CXCursor_ConditionalOperator:
		if (take_apart(m->tile->unit, m->tile->clauses, e, &parts)) {
			make_expression(m, parts.condition);
			make_if(m, parts.condition, parts.body, parts.otherwise, true);
			return;
		}
		break;
	case CXCursor_BinaryOperator:
		make_binary(m, e);
		return;
	case CXCursor_CompoundAssignOperator:
		all = children_of(e);
		if (all.count == 2)
			make_assignment(m, e, all.items[0], all.items[1], true);
		free(all.items);
		return;
	case CXCursor_UnaryOperator: {
		enum CXUnaryOperatorKind op = clang_getCursorUnaryOperatorKind(e);

		if (op >= CXUnaryOperator_PostInc && op <= CXUnaryOperator_PreDec) {
			make_assignment(m, e, last_expression(e), clang_getNullCursor(), true);
			return;
		}
		break;
	}
	case CXCursor_CallExpr:
		make_call_expression(m, e);
		return;
	case CXCursor_InitListExpr: /* as it is written: without conversions to values */
		all = children_of(e);
		for (size_t i = 0; i < all.count; i++) {
			make_expression(m, all.items[i]);
			if (clang_getCursorKind(all.items[i]) != CXCursor_UnexposedExpr &&
			    find_tile_place(m, all.items[i], &p) && !is_address(p.type))
				make_access(m, ACCESS_READ, &p, all.items[i], clang_getNullCursor());
		}
		free(all.items);
		return;
	case CXCursor_UnexposedExpr:
		/* the conversion to a value is a read */
		if (find_tile_place(m, e, &p)) {
			CXCursor operand = last_expression(e);
			bool is_value = ((type >= CXType_FirstBuiltin && type <= CXType_LastBuiltin) ||
			                 type == CXType_Enum) &&
			                clang_getCanonicalType(p.type).kind != CXType_Pointer;

			if (is_value && clang_getCursorKind(operand) == CXCursor_UnexposedExpr &&
			    clang_getCanonicalType(clang_getCursorType(operand)).kind != CXType_Pointer) {
				make_expression(m, operand); /* another conversion, of the value */
				return;
			}
			make_subscripts(m, operand);
			if (is_value)
				make_access(m, ACCESS_READ, &p, operand, clang_getNullCursor());
			return;
		}
		break;
	default:
		if (find_tile_place(m, e, &p)) {
			make_subscripts(m, e);
			return;
		}
		break;
	}
	all = children_of(e);
	for (size_t i = 0; i < all.count; i++) {
		if (clang_isExpression(clang_getCursorKind(all.items[i])))
			make_expression(m, all.items[i]);
	}
	free(all.items);
}

/* ---- Blocks as a whole ----------------------------------------------------------------------- */

static void add_set(struct block *b, struct variable *v)
{
	for (size_t i = 0; i < b->n_sets; i++) {
		if (b->sets[i] == v)
			return;
	}
	b->sets = xrealloc(b->sets, (b->n_sets + 1) * sizeof(*b->sets));
	b->sets[b->n_sets++] = v;
}

/* Adds to a block what one that is a part of it does. */
static void add_part(struct block *b, const struct block *part, const struct step *s)
{
	bool is_call = s->kind == STEP_CALL, is_loop = s->kind == STEP_LOOP;

	for (size_t i = 0; i < part->n_sets; i++)
		add_set(b, part->sets[i]);
	b->waits |= part->waits;
	b->accesses |= part->accesses;
	b->reads |= part->reads;
	b->is_atomic |= part->is_atomic;
	for (int i = 0; i < LEAVES; i++)
		b->leaves[i] |= part->leaves[i] && !is_call && (!is_loop || i == LEAVE_RETURN) &&
		                (!s->is_switch || i != LEAVE_BREAK);
}

static void summarize(struct block *b)
{
	for (size_t i = 0; i < b->count; i++) {
		struct step *s = &b->items[i];
		struct block *const parts[] = {&s->body, &s->otherwise, &s->head, &s->next};

		for (int k = 0; k < 4; k++) {
			summarize(parts[k]);
			add_part(b, parts[k], s);
		}
		if (s->kind == STEP_SET)
			add_set(b, s->variable);
		b->waits |= s->kind == STEP_WAIT || s->kind == STEP_LOSE;
		b->accesses |= s->kind == STEP_ACCESS;
		b->reads |= s->kind == STEP_ACCESS && s->site->kind != ACCESS_WRITE;
		if (s->kind == STEP_LEAVE)
			b->leaves[s->leave] = true;
	}
}

/* Finds the variables that follow from uniform unknowns. True if there was one more. */
static bool spread_uncertainty(struct block *b)
{
	bool changed = false;

	for (size_t i = 0; i < b->count; i++) {
		struct step *s = &b->items[i];

		changed |= spread_uncertainty(&s->body);
		changed |= spread_uncertainty(&s->otherwise);
		changed |= spread_uncertainty(&s->head);
		changed |= spread_uncertainty(&s->next);
		if (s->kind == STEP_SET && !s->variable->is_uncertain &&
		    (!s->value || !is_certain(s->value)))
			changed = s->variable->is_uncertain = true;
	}
	return changed;
}

static void free_block(struct block *b)
{
	for (size_t i = 0; i < b->count; i++) {
		free_block(&b->items[i].body);
		free_block(&b->items[i].otherwise);
		free_block(&b->items[i].head);
		free_block(&b->items[i].next);
	}
	free(b->items);
	free(b->sets);
}

bool steps_init(struct steps *s, const struct unit *u, const struct clauses *c, CXCursor kernel,
                unsigned rank, const unsigned extents[3])
{
	struct maker m = {.steps = s, .tile = &s->tile, .block = &s->body, .is_uniform = true};
	struct activation *a = xmalloc(sizeof(*a));
	bool writes = false;

	*s = (struct steps){0};
	tile_init(&s->tile, u, c, rank, extents);
	s->tile.follows = true;
	activation_begin(&s->tile, a, kernel, NULL, 0, UNIFORM);
	s->activations = xmalloc(sizeof(*s->activations));
	s->activations[s->n_activations++] = a;
	m.wait = wait_of(&m, kernel, NULL);
	make_statement(&m, body_of(kernel));
	activation_leave(&s->tile, a);
	summarize(&s->body);
	while (spread_uncertainty(&s->body))
		;
	for (size_t i = 0; i < s->n_sites; i++)
		writes |= s->sites[i]->kind == ACCESS_WRITE;
	free(m.aliases);
	cursors_finish(&m.functions);
	free(m.relevances);
	return writes && !m.failed;
}

void steps_finish(struct steps *s)
{
	free_block(&s->body);
	for (size_t i = 0; i < s->n_activations; i++) {
		activation_finish(s->activations[i]);
		free(s->activations[i]);
	}
	free(s->activations);
	for (size_t i = 0; i < s->n_sites; i++) {
		free(s->sites[i]->arguments);
		free(s->sites[i]);
	}
	free(s->sites);
	for (size_t i = 0; i < s->n_variables; i++)
		free(s->variables[i].name);
	free(s->variables);
	strings_finish(&s->conditions);
	strings_finish(&s->waits);
	tile_finish(&s->tile);
}
