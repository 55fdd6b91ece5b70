/* Reduces a kernel to steps: assignments to its integer variables, reads and writes of tile_static memory,
 * barriers, and the conditions and loops around these. Functions that it calls become steps, too, if they
 * contain any of this. What cannot be followed becomes STEP_LOSE. */
#include "analyse/steps_walk.h"

enum { MAX_STEPS = 4000 };

struct step *add_step(struct step_builder *m, enum step_kind kind)
{
	struct block *b = m->block;

	m->failed |= ++m->n_steps > MAX_STEPS;
	KEEP(b->items, b->count) = (struct step){.kind = kind};
	return &b->items[b->count - 1];
}

/* ---- Conditions and loops ---------------------------------------------------------------- */

/* Returns a condition as a node; NULL if it is not known, or if there is none. */
static const struct node *condition_of(struct step_builder *m, const struct tree *condition)
{
	struct value v = value_of(m->tile, condition);

	return v.kind == VALUE_SCALAR ? v.items[0] : NULL;
}

static bool is_uniform(struct step_builder *m, const struct tree *condition)
{
	return !condition || value_of(m->tile, condition).uniformity != VARYING;
}

/* Makes a block of what is executed under a condition. */
static void make_under(struct step_builder *m, const struct tree *t, struct block *out,
                       const struct tree *condition, bool otherwise)
{
	struct block *outer = m->block;
	bool uniform = m->is_uniform;

	if (!t || m->n_guards == MAX_NESTING) {
		m->failed |= t != NULL;
		return;
	}
	m->guards[m->n_guards++] = (struct guard){condition_of(m, condition), otherwise, condition};
	m->block = out;
	m->is_uniform = uniform && is_uniform(m, condition);
	build_steps(m, t);
	m->is_uniform = uniform;
	m->n_guards--;
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

/* known: the value of the condition selects the branch. */
static void make_branches(struct step_builder *m, const struct tree *condition, const struct tree *body,
                          const struct tree *otherwise, bool known)
{
	struct step s = {.kind = STEP_IF, .is_switch = !known};

	m->failed |= !condition;
	build_steps(m, condition);
	s.value = known ? condition_of(m, condition) : NULL;
	make_under(m, body, &s.parts[PART_BODY], condition, false);
	make_under(m, otherwise, &s.parts[PART_OTHERWISE], condition, true);
	*add_step(m, STEP_IF) = s;
}

static void make_loop(struct step_builder *m, const struct tree *loop)
{
	const struct tree *condition = tree_part(loop, ROLE_CONDITION),
			  *body = tree_part(loop, ROLE_BODY);
	struct step s = {.kind = STEP_LOOP};
	struct block *outer = m->block;
	bool uniform = m->is_uniform, ranged = loop->kind == TREE_RANGE_FOR;

	build_steps(m, tree_part(loop, ROLE_INIT));
	build_steps(m, tree_part(loop, ROLE_RANGE));
	if (m->n_loops == MAX_NESTING) {
		m->failed = true;
		return;
	}
	s.is_do = loop->kind == TREE_DO;
	s.is_forever = !condition && !ranged;
	s.loop = ++m->steps->n_loops;
	m->is_uniform = uniform && !ranged && is_uniform(m, condition);
	m->loops[m->n_loops++] = s.loop;
	m->block = &s.parts[PART_HEAD];
	build_steps(m, tree_part(loop, ROLE_VARIABLE));
	build_steps(m, condition);
	s.value = condition_of(m, condition);
	m->block = &s.parts[PART_BODY];
	m->body_of = body && body->kind == TREE_BLOCK ? s.loop : 0;
	build_steps(m, body);
	m->body_of = 0;
	m->block = &s.parts[PART_NEXT];
	build_steps(m, tree_part(loop, ROLE_STEP));
	m->n_loops--;
	m->is_uniform = uniform;
	m->block = outer;
	*add_step(m, STEP_LOOP) = s;
}

/* ---- Statements and expressions ------------------------------------------------------------ */

/* Whether the destructor of a type, whose call libclang does not show, has relevant steps. */
static bool waits_at_end(struct step_builder *m, CXType type)
{
	CXCursor class = clang_getTypeDeclaration(clang_getCanonicalType(type));
	struct walk w = walk_kind(walk_children(class), CXCursor_Destructor);

	walk_next(&w);
	CXCursor destructor = walk_end(&w);

	return !clang_Cursor_isNull(destructor) && is_relevant(m, destructor);
}

static bool is_settled_place(const struct tile_object *p)
{
	for (unsigned i = 0; i < p->n_subscripts; i++) {
		struct value index = {.n = 1, .items = {(struct node *)p->subscripts[i].index}};

		if (!index.items[0] || !is_settled(&index))
			return false;
	}
	return true;
}

static void make_variable(struct step_builder *m, const struct tree *t)
{
	const struct tree *value = tree_part(t, ROLE_INIT);
	struct variable *v = find_variable(m->tile, t->declaration);
	CXType type = clang_getCanonicalType(tree_type(t));
	struct tile_object p;

	if (is_tile_static(t->declaration))
		return;
	m->failed |= waits_at_end(m, type);
	if (v && may_be_alias(v) && v->n_definitions == 1 && find_tile_place(m, value, &p)) {
		make_subscripts(m, value);
		if (is_settled_place(&p))
			add_alias(m, v, &p);
		return;
	}
	build_steps(m, value);
	if (v)
		make_set(m, t, v);
}

static void make_block(struct step_builder *m, const struct tree *t)
{
	if (m->n_nestings == MAX_NESTING) {
		m->failed = true;
		return;
	}
	struct enclosing_statement *n = &m->nestings[m->n_nestings++];

	*n = (struct enclosing_statement){
	    .block = t,
	    .loop = m->body_of,
	    .is_uniform = m->is_uniform,
	    .wait = m->wait,
	};
	m->body_of = 0;
	for (const struct tree *c = t->children; c; c = c->next) {
		n->statement = c;
		build_steps(m, c);
	}
	m->n_nestings--;
}

/* Whether an expression of this type denotes where something is, rather than its value. */
static bool is_address(CXType type)
{
	enum CXTypeKind kind = clang_getCanonicalType(type).kind;

	return kind == CXType_Pointer || kind == CXType_ConstantArray;
}

/* libclang shows lists as they are written, without conversions to values. */
static void make_list(struct step_builder *m, const struct tree *t)
{
	struct tile_object p;

	for (const struct tree *c = t->children; c; c = c->next) {
		build_steps(m, c);
		if (c->kind != TREE_CONVERSION && find_tile_place(m, c, &p) && !is_address(p.type))
			make_access(m, ACCESS_READ, &p, c, NULL);
	}
}

/* A conversion to a value is a read. */
static void make_conversion(struct step_builder *m, const struct tree *e)
{
	const struct tree *operand = tree_operand(e);
	struct tile_object p;

	if (!find_tile_place(m, e, &p)) {
		make_parts(m, e);
		return;
	}
	bool is_value = is_number(clang_getCanonicalType(tree_type(e))) &&
	                !is_pointer(p.type);

	if (is_value && operand->kind == TREE_CONVERSION &&
	    !is_pointer(tree_type(operand))) {
		build_steps(m, operand); /* converts a value that has been read */
		return;
	}
	make_subscripts(m, operand);
	if (is_value)
		make_access(m, ACCESS_READ, &p, operand, NULL);
}

static void make_binary(struct step_builder *m, const struct tree *e)
{
	const struct tree *a = tree_operand(e), *b = tree_second(e);

	if (e->binary == CXBinaryOperator_LAnd)
		make_branches(m, a, b, NULL, true);
	else if (e->binary == CXBinaryOperator_LOr)
		make_branches(m, a, NULL, b, true);
	else if (tree_assigns(e))
		make_assignment(m, e);
	else
		make_parts(m, e);
}

void make_parts(struct step_builder *m, const struct tree *t)
{
	for (const struct tree *c = t->children; c; c = c->next)
		build_steps(m, c);
}

static void make_leave(struct step_builder *m, const struct tree *t, enum leave leave)
{
	make_parts(m, t);
	add_step(m, STEP_LEAVE)->leave = leave;
}

void build_steps(struct step_builder *m, const struct tree *t)
{
	struct tile_object p;

	if (m->failed || !t)
		return;
	switch (t->kind) {
	case TREE_BLOCK:
		make_block(m, t);
		break;
	case TREE_IF:
	case TREE_SWITCH:
		build_steps(m, tree_part(t, ROLE_INIT));
		build_steps(m, tree_part(t, ROLE_VARIABLE));
		/* fall through */
	case TREE_CONDITIONAL:
		make_branches(m, tree_part(t, ROLE_CONDITION), tree_part(t, ROLE_BODY),
		              tree_part(t, ROLE_OTHERWISE), t->kind != TREE_SWITCH);
		break;
	case TREE_FOR:
	case TREE_RANGE_FOR:
	case TREE_WHILE:
	case TREE_DO:
		make_loop(m, t);
		break;
	case TREE_CASE:
		build_steps(m, tree_part(t, ROLE_BODY));
		break;
	case TREE_BREAK:
		make_leave(m, t, LEAVE_BREAK);
		break;
	case TREE_CONTINUE:
		make_leave(m, t, LEAVE_CONTINUE);
		break;
	case TREE_RETURN:
		make_leave(m, t, LEAVE_RETURN);
		break;
	case TREE_VARIABLE:
		make_variable(m, t);
		break;
	case TREE_UNARY:
		if (tree_assigns(t))
			make_assignment(m, t);
		else if (find_tile_place(m, t, &p))
			make_subscripts(m, t);
		else
			make_parts(m, t);
		break;
	case TREE_BINARY:
		make_binary(m, t);
		break;
	case TREE_CALL:
	case TREE_CONSTRUCTION:
		make_call(m, t);
		break;
	case TREE_LIST:
		make_list(m, t);
		break;
	case TREE_CONVERSION:
		make_conversion(m, t);
		break;
	case TREE_TYPE:
	case TREE_UNEVALUATED:
	case TREE_LAMBDA:
		break;
	case TREE_UNKNOWN:
	case TREE_GOTO:
		add_step(m, STEP_LOSE);
		break;
	default:
		if (is_expression(t) && find_tile_place(m, t, &p))
			make_subscripts(m, t);
		else
			make_parts(m, t);
	}
}

/* ---- Summaries of blocks ---------------------------------------------------------------------- */

static void add_set(struct block *b, struct variable *v)
{
	for (size_t i = 0; i < b->n_sets; i++) {
		if (b->sets[i] == v)
			return;
	}
	KEEP(b->sets, b->n_sets) = v;
}

/* Adds the summary of a part to that of its block. */
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
	FOR_EACH(struct step, s, b->items, b->count) {
		for (int k = 0; k < PARTS; k++) {
			summarize(&s->parts[k]);
			add_part(b, &s->parts[k], s);
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

/* Marks variables that depend on uniform unknowns. Returns true if it marked any. */
static bool spread_uncertainty(struct block *b)
{
	bool changed = false;

	FOR_EACH(struct step, s, b->items, b->count) {
		for (int k = 0; k < PARTS; k++)
			changed |= spread_uncertainty(&s->parts[k]);
		if (s->kind == STEP_SET && !s->variable->is_uncertain &&
		    (!s->value || !is_certain(s->value)))
			changed = s->variable->is_uncertain = true;
	}
	return changed;
}

bool steps_init(struct steps *s, const struct unit *u, const struct body *kernel,
                const struct tile_shape *shape)
{
	struct step_builder m = {
	    .steps = s,
	    .tile = &s->tile,
	    .block = &s->body,
	    .is_uniform = true,
	    .relevant = {is_relevant_node, u},
	};
	bool writes = false;

	*s = (struct steps){0};
	tile_init(&s->tile, u, shape);
	s->tile.follows = true;
	struct activation *a = add_activation(&m, kernel, NULL, 0);

	m.wait = wait_of(&m, kernel->function);
	build_steps(&m, kernel->root);
	activation_leave(&s->tile, a);
	summarize(&s->body);
	while (spread_uncertainty(&s->body))
		;
	for (size_t i = 0; i < s->n_sites; i++)
		writes |= s->sites[i]->kind == ACCESS_WRITE;
	return writes && !m.failed;
}
