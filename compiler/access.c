/* What a kernel does with the views that it holds: so that nothing is copied in vain.
 *
 * A view whose elements are only read need not come back from the accelerator;
 * one of which each thread writes the element at its own index before it reads
 * any, need not go there when the domain is all of it. A wrong claim would lose
 * data, so every use must be understood: the body is walked as it would be run,
 * with what is known of each expression (struct value), into the functions of the
 * program's that get a view, an element or the kernel itself. What is not
 * understood makes the view one of which nothing is said.
 *
 * In templates the walk sees the definition, where calls and operators are not
 * resolved. What is found there holds if some types are as expected, plain
 * numbers and views of them; that is left to the compiler of the units, which
 * knows them (premises; Concurrency::details::access_if). */
#include "ampcc.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define MAX_DEPTH 12   /* of calls */
#define MAX_BODIES 256 /* that are walked for a kernel */
#define EVERYTHING UINT64_MAX

/* A variable that the kernel captures, a member of it, or a member of those. */
struct held {
	struct held *next;
	struct held *outer; /* NULL: the kernel itself, or a captured variable */
	CXCursor declaration; /* the null cursor: the kernel itself */
	int number;
	bool read, written;
	bool other;       /* a use that is not understood: of all that is in it, too */
	bool elsewhere;   /* an element that is not at the index */
	bool is_measured; /* its extent is used */
	bool on_premises; /* what is known of it depends on them */
	unsigned uses, runs; /* of all uses, those as statements f(i), i being the index */
};

enum value_kind {
	NOTHING,   /* that matters */
	NUMBER,    /* in a template: a number, if the premises hold */
	OBJECT,    /* held: a class */
	VIEW,      /* held: a view, or a copy or a part of it */
	ELEMENT,   /* of it, or a part of one */
	EXTENT,    /* of it */
	INDEX,     /* of the thread */
	COMPONENT, /* of the index */
	/* C: members of a view's, and what amp_at adds to its data */
	DATA, STRIDE, OFFSET,
};

/* What is known of an expression. */
struct value {
	enum value_kind kind;
	struct held *held;
	bool is_part;     /* VIEW: of other elements, or in another shape */
	bool is_own;      /* ELEMENT, OFFSET: at the thread's index */
	bool is_whole;    /* ELEMENT */
	bool is_fresh;    /* ELEMENT: has just been written */
	bool may_be_view; /* ELEMENT: a projection, in a template */
	bool is_constant; /* nothing is changed through it */
	bool is_place;    /* COMPONENT: a variable, not its value */
	bool is_run;      /* a call of what is held, with the thread's index */
	int dimension;    /* COMPONENT; -1: unknown */
	int copy;         /* INDEX, COMPONENT: of the variable that is one, from 1; 0: the index itself */
};

static const struct value nothing = {.kind = NOTHING};

/* What a name stands for. */
struct binding {
	CXCursor declaration;
	struct value value;
};

/* A variable with a copy of the index, or of a component, and whether it is changed. */
struct index_copy {
	CXCursor variable;
	bool is_changed;
};

/* [start, end) of the flat text. */
struct text_range {
	unsigned start, end;
};

/* A function that is being walked. */
struct frame {
	const struct frame *caller;
	CXCursor function;
	struct value self;
	uint64_t at_returns; /* what is written whole at each return so far */
};

struct accesses {
	const struct unit *unit;
	unsigned start, end;  /* of the lambda, or of the class */
	CXCursor class;       /* or the null cursor */
	struct held *helds;
	int n_helds;
	bool is_c;
	uint64_t written;     /* numbers of views that are written whole in the end */
	bool index_changed, index_elsewhere;
	bool index_on_premises; /* that it is not changed */
	bool is_irregular;    /* jumps: no order of what is written */
	bool is_blind;        /* a name was not seen in the AST */
	struct strings premises;
	struct text_range *bodies; /* that were walked */
	size_t n_bodies;
	unsigned char *seen;  /* a bit for each place of a name in the AST */

	/* of the walk */
	struct frame *frame;
	unsigned depth;
	struct binding *bindings;
	size_t n_bindings, bindings_capacity;
	uint64_t done;        /* numbers of views that are written whole by now */
	uint64_t at_switch;
	bool is_in_switch;    /* right in its body */
	struct index_copy *copies;
	size_t n_copies;
	bool is_to_repeat;    /* one was taken for constant that is not */
	struct strings names; /* of variables that stand for something */
};

struct cursors {
	CXCursor *items;
	size_t count, capacity;
};

/* ---- The AST ------------------------------------------------------------- */

static enum CXChildVisitResult push_cursor(CXCursor c, CXCursor parent, CXClientData data)
{
	struct cursors *to = data;

	(void)parent;
	if (to->count == to->capacity) {
		to->capacity = to->capacity ? to->capacity * 2 : 8;
		to->items = xrealloc(to->items, to->capacity * sizeof(*to->items));
	}
	to->items[to->count++] = c;
	return CXChildVisit_Continue;
}

static struct cursors children(CXCursor c)
{
	struct cursors found = {0};

	clang_visitChildren(c, push_cursor, &found);
	return found;
}

/* The expressions among the children. */
static struct cursors operands(CXCursor c)
{
	struct cursors found = children(c);
	size_t n = 0;

	for (size_t i = 0; i < found.count; i++) {
		if (clang_isExpression(clang_getCursorKind(found.items[i])))
			found.items[n++] = found.items[i];
	}
	found.count = n;
	return found;
}

static CXType plain_type(CXType type)
{
	return clang_getCanonicalType(without_reference(clang_getCanonicalType(type)));
}

static bool is_const(CXType type)
{
	return clang_isConstQualifiedType(plain_type(type));
}

static bool is_number(CXType type)
{
	enum CXTypeKind k = clang_getCanonicalType(type).kind;

	return (k >= CXType_FirstBuiltin && k <= CXType_LastBuiltin && k != CXType_Void &&
	        k != CXType_Dependent && k != CXType_Overload) ||
	       k == CXType_Enum;
}

/* A type that is not known before a template is instantiated. */
static bool is_dependent(CXType type)
{
	enum CXTypeKind k = plain_type(type).kind;

	return k == CXType_Unexposed || k == CXType_Dependent || k == CXType_Auto ||
	       k == CXType_Overload;
}

static bool is_named(CXCursor c, const char *name)
{
	char *s = take_string(clang_getCursorSpelling(c));
	bool same = !strcmp(s, name);

	free(s);
	return same;
}

static bool starts_with(CXCursor c, const char *prefix)
{
	char *s = take_string(clang_getCursorSpelling(c));
	bool same = !strncmp(s, prefix, strlen(prefix));

	free(s);
	return same;
}

static bool is_concurrency(CXCursor scope)
{
	return clang_getCursorKind(scope) == CXCursor_Namespace && is_named(scope, "Concurrency");
}

/* Whether a type is the Concurrency template of one of the names. */
static bool is_template_of(CXType type, const char *const *names, size_t n)
{
	CXType t = plain_type(type);
	CXCursor d = clang_getTypeDeclaration(t);

	if (!clang_Cursor_isNull(d) && clang_getCursorKind(d) != CXCursor_NoDeclFound) {
		bool found = false;

		for (size_t i = 0; i < n; i++)
			found |= is_named(d, names[i]);
		return found && is_concurrency(clang_getCursorSemanticParent(d));
	}
	char *s = take_string(clang_getTypeSpelling(clang_getUnqualifiedType(t)));
	bool found = false;

	for (size_t i = 0; i < n && !strncmp(s, "Concurrency::", 13); i++) {
		size_t len = strlen(names[i]);

		found |= !strncmp(s + 13, names[i], len) && s[13 + len] == '<';
	}
	free(s);
	return found;
}

static bool is_view_type(const struct accesses *a, CXType type)
{
	static const char *const names[] = {"array_view", "array"};
	struct c_view_type v;

	if (a->is_c)
		return c_view_type(type, &v);
	return is_template_of(type, names, 2);
}

static bool is_index_type(const struct accesses *a, CXType type)
{
	static const char *const names[] = {"index", "tiled_index"};

	if (a->is_c) {
		CXCursor d = clang_getTypeDeclaration(plain_type(type));

		return starts_with(d, "amp_index") || starts_with(d, "amp_tiled_index");
	}
	return is_template_of(type, names, 2);
}

/* Of the library's, or of another: not the program's own. */
static bool is_library(CXCursor declaration)
{
	return clang_Location_isInSystemHeader(clang_getCursorLocation(declaration));
}

static bool is_pack(CXType type)
{
	char *s = take_string(clang_getTypeSpelling(type));
	bool found = strstr(s, "...") != NULL;

	free(s);
	return found;
}

/* Whether a variable or member may be a view whose uses are followed. */
static bool may_be_view(const struct accesses *a, CXType type)
{
	return is_view_type(a, type) || (!a->is_c && is_dependent(type) && !is_pack(type));
}

/* Of a class: whether copies and assignments do what they do for numbers, member
 * by member. */
static bool is_plain_class(CXType type);

static enum CXVisitorResult find_unplain_field(CXCursor field, CXClientData data)
{
	CXType type = clang_getCanonicalType(clang_getCursorType(field));
	bool *plain = data;

	while (type.kind == CXType_ConstantArray)
		type = clang_getCanonicalType(clang_getArrayElementType(type));
	*plain &= !clang_CXXField_isMutable(field) &&
	          (is_number(type) || (type.kind == CXType_Record && is_plain_class(type)));
	return *plain ? CXVisit_Continue : CXVisit_Break;
}

static enum CXChildVisitResult find_unplain_member(CXCursor c, CXCursor parent, CXClientData data)
{
	bool *plain = data;
	enum CXCursorKind kind = clang_getCursorKind(c);

	(void)parent;
	if (kind == CXCursor_CXXBaseSpecifier)
		*plain &= !clang_isVirtualBase(c) && is_plain_class(clang_getCursorType(c));
	else if (kind == CXCursor_Destructor)
		*plain &= clang_CXXMethod_isDefaulted(c) && !clang_CXXMethod_isVirtual(c);
	else if (kind == CXCursor_Constructor)
		*plain &= clang_CXXMethod_isDefaulted(c) ||
		          (!clang_CXXConstructor_isCopyConstructor(c) &&
		           !clang_CXXConstructor_isMoveConstructor(c));
	else if (kind == CXCursor_CXXMethod && is_named(c, "operator="))
		*plain &= clang_CXXMethod_isDefaulted(c);
	else if (kind == CXCursor_FunctionTemplate || kind == CXCursor_UsingDeclaration)
		*plain = false; /* may be a constructor or an assignment */
	return *plain ? CXChildVisit_Continue : CXChildVisit_Break;
}

static bool is_plain_class(CXType type)
{
	static const char *const ours[] = {"array_view", "index", "extent"};
	bool plain = true;
	CXType t = plain_type(type);
	CXCursor d = clang_getTypeDeclaration(t), template = clang_getSpecializedCursorTemplate(d);

	if (is_template_of(t, ours, 3))
		return true;
	/* short vectors */
	if (is_library(d)) {
		CXCursor scope = clang_getCursorSemanticParent(d);

		return is_concurrency(scope) || is_named(scope, "graphics");
	}
	if (t.kind != CXType_Record)
		return false;
	clang_Type_visitFields(t, find_unplain_field, &plain);
	clang_visitChildren(clang_Cursor_isNull(template) ? d : template, find_unplain_member, &plain);
	return plain;
}

/* Without parentheses and conversions. */
static CXCursor strip(CXCursor e)
{
	while (clang_getCursorKind(e) == CXCursor_ParenExpr ||
	       clang_getCursorKind(e) == CXCursor_UnexposedExpr) {
		struct cursors o = operands(e);
		CXCursor inner = o.count == 1 ? o.items[0] : clang_getNullCursor();

		free(o.items);
		if (clang_Cursor_isNull(inner))
			break;
		e = inner;
	}
	return e;
}

/* A number that is known; -1 otherwise. */
static int number_of(CXCursor e)
{
	CXEvalResult value = clang_Cursor_Evaluate(e);
	int n = value && clang_EvalResult_getKind(value) == CXEval_Int
	                ? clang_EvalResult_getAsInt(value) : -1;

	clang_EvalResult_dispose(value);
	return n;
}

/* The name behind the dot, which libclang does not tell in templates. */
static char *member_name(const struct accesses *a, CXCursor e)
{
	unsigned start, end;

	if (!clang_Cursor_isNull(clang_getCursorReferenced(e)))
		return take_string(clang_getCursorSpelling(e));
	if (!cursor_range(a->unit->clauses, e, &start, &end))
		return xstrdup("");
	const struct token *t = &a->unit->tokens.items[token_at(&a->unit->tokens, end)];

	for (t--; t->offset > start && t->kind != TOKEN_IDENTIFIER; t--)
		;
	return xstrndup(a->unit->text.data + t->offset, t->len);
}

/* ---- What is held --------------------------------------------------------- */

static struct held *find_held(const struct accesses *a, const struct held *outer, CXCursor d)
{
	for (struct held *h = a->helds; h; h = h->next) {
		if (h->outer == outer && clang_equalCursors(h->declaration, d))
			return h;
	}
	return NULL;
}

static struct held *hold(struct accesses *a, struct held *outer, CXCursor declaration)
{
	struct held *h = find_held(a, outer, declaration);

	if (h)
		return h;
	h = xmalloc(sizeof(*h));
	*h = (struct held){.next = a->helds, .outer = outer, .declaration = declaration,
	                   .number = a->n_helds++};
	a->helds = h;
	return h;
}

static uint64_t bit_of(const struct held *h)
{
	return h->number < 64 ? UINT64_C(1) << h->number : 0;
}

/* The expression of something held, in a member function of the kernel's. */
static char *expression_of(const struct held *h)
{
	if (clang_Cursor_isNull(h->declaration))
		return xstrdup("this");
	char *name = take_string(clang_getCursorSpelling(h->declaration)), *s;

	if (h->outer && !clang_Cursor_isNull(h->outer->declaration)) {
		char *outer = expression_of(h->outer);

		s = xasprintf("%s.%s", outer, name);
		free(outer);
	} else {
		s = xasprintf("%s%s", !strcmp(name, "visit") ? "this->" : "", name);
	}
	free(name);
	return s;
}

static void add_premise(struct accesses *a, const char *type)
{
	for (size_t i = 0; i < a->premises.count; i++) {
		if (!strcmp(a->premises.items[i], type))
			return;
	}
	strings_push(&a->premises, type);
}

/* That it is a view of numbers. */
static void suppose_view(struct accesses *a, struct held *h)
{
	char *expression = expression_of(h), *type = xasprintf("decltype(%s)", expression);

	add_premise(a, type);
	h->on_premises = true;
	free(type);
	free(expression);
}

/* Whether a variable's type is a parameter of a template around the kernel, which
 * then is supposed to be a number's. */
static bool suppose_number(struct accesses *a, CXCursor variable)
{
	CXType type = clang_getUnqualifiedType(without_reference(clang_getCursorType(variable)));
	struct cursors parts = children(variable);
	bool found = false;

	for (size_t i = 0; i < parts.count && !found; i++) {
		CXCursor parameter = clang_getCursorReferenced(parts.items[i]);
		unsigned start = 0, end = 0, at;

		if (clang_getCursorKind(parts.items[i]) != CXCursor_TypeRef ||
		    clang_getCursorKind(parameter) != CXCursor_TemplateTypeParameter)
			continue;
		CXCursor template = clang_getCursorSemanticParent(parameter);
		char *name = take_string(clang_getCursorSpelling(parameter));
		char *whole = take_string(clang_getTypeSpelling(type));

		if (!strcmp(name, whole) && cursor_offset(a->unit->clauses, parameter, &at)) {
			/* of the class itself, or of a template around the kernel */
			found = at >= a->start
			                ? !clang_Cursor_isNull(a->class) &&
			                          cursor_offset(a->unit->clauses, a->class, &start) && at < start
			                : cursor_range(a->unit->clauses, template, &start, &end) &&
			                          start <= a->start && a->end <= end;
		}
		if (found)
			add_premise(a, name);
		free(name);
		free(whole);
	}
	free(parts.items);
	return found;
}

/* ---- Uses ------------------------------------------------------------------ */

/* The index, or a copy of it, may change. */
static void change_index(struct accesses *a, struct value v)
{
	if (!v.copy) {
		a->index_changed = true;
		return;
	}
	a->copies[v.copy - 1].is_changed = true;
	a->is_to_repeat = true;
}

static void escape(struct accesses *a, struct value v)
{
	switch (v.kind) {
	case OBJECT:
	case VIEW:
	case ELEMENT:
	case DATA:
		v.held->other = true;
		break;
	case EXTENT:
		if (!v.is_constant)
			v.held->other = true;
		v.held->is_measured = true;
		break;
	case INDEX:
		a->index_elsewhere = true;
		if (!v.is_constant)
			change_index(a, v);
		break;
	case COMPONENT:
		a->index_elsewhere = true;
		if (v.is_place && !v.is_constant)
			change_index(a, v);
		break;
	case STRIDE:
	case OFFSET:
		if (v.held)
			v.held->is_measured = true;
		a->index_elsewhere = true;
		break;
	case NOTHING:
	case NUMBER:
		break;
	}
}

/* It is read; of what is no element, its value is used. */
static void read(struct accesses *a, struct value v)
{
	if (v.kind == ELEMENT) {
		bool is_done = v.is_own && (v.is_fresh || (a->done & bit_of(v.held)));

		v.held->read |= !is_done;
		return;
	}
	if (v.kind == COMPONENT || v.kind == INDEX || v.kind == EXTENT)
		v.is_constant = true;
	escape(a, v);
}

/* Written; the bit of the view if it is all of the element at the thread's index. */
static uint64_t write(struct accesses *a, struct value v)
{
	if (v.kind != ELEMENT) {
		v.is_constant = false;
		if (v.kind == COMPONENT)
			v.is_place = true;
		escape(a, v);
		return 0;
	}
	v.held->written = true;
	return v.is_own && v.is_whole && !v.may_be_view ? bit_of(v.held) : 0;
}

/* In a template an element is a number if the premises hold: not, then, if it may
 * be a projection. */
static bool suppose_element(struct accesses *a, struct value v, CXCursor e)
{
	if (v.kind != ELEMENT || v.may_be_view)
		return false;
	if (!is_dependent(clang_getCursorType(e)))
		return is_number(clang_getCursorType(e));
	suppose_view(a, v.held);
	return true;
}

/* An operand, a condition, an initializer of a number: read for its value. In C++
 * a conversion says so; in templates there is none, and the premises must. */
static void use_value(struct accesses *a, struct value v, CXCursor e)
{
	if (v.kind == ELEMENT && !suppose_element(a, v, e))
		escape(a, v);
	else
		read(a, v);
}

/* ---- Expressions ------------------------------------------------------------ */

static struct value eval(struct accesses *a, CXCursor e);
static uint64_t assign(struct accesses *a, CXCursor e, struct value *result);
static struct value call(struct accesses *a, CXCursor e, bool is_statement);
static void run(struct accesses *a, CXCursor statement);

static void see(struct accesses *a, CXCursor c)
{
	unsigned at;

	if (cursor_offset(a->unit->clauses, c, &at) && at < a->unit->text.len)
		a->seen[at / 8] |= (unsigned char)(1u << at % 8);
}

static enum CXChildVisitResult see_all(CXCursor c, CXCursor parent, CXClientData data)
{
	(void)parent;
	see(data, c);
	return CXChildVisit_Recurse;
}

static void eval_escaping(struct accesses *a, CXCursor e)
{
	escape(a, eval(a, e));
}

/* Everything below, whatever it is, with nothing certain to be run. */
static struct value eval_unknown(struct accesses *a, CXCursor e)
{
	struct cursors c = children(e);
	uint64_t done = a->done;

	see(a, e);
	for (size_t i = 0; i < c.count; i++) {
		enum CXCursorKind kind = clang_getCursorKind(c.items[i]);

		if (clang_isExpression(kind))
			eval_escaping(a, c.items[i]);
		else if (clang_isStatement(kind) || clang_isDeclaration(kind))
			run(a, c.items[i]);
		else
			see(a, c.items[i]);
		a->done = done;
	}
	free(c.items);
	return nothing;
}

static void bind(struct accesses *a, CXCursor declaration, struct value value)
{
	if (a->n_bindings == a->bindings_capacity) {
		a->bindings_capacity = a->bindings_capacity ? a->bindings_capacity * 2 : 16;
		a->bindings = xrealloc(a->bindings, a->bindings_capacity * sizeof(*a->bindings));
	}
	a->bindings[a->n_bindings++] = (struct binding){declaration, value};
	char *name = take_string(clang_getCursorSpelling(declaration));
	bool known = false;

	for (size_t i = 0; i < a->names.count && !known; i++)
		known = !strcmp(a->names.items[i], name);
	if (!known)
		strings_push(&a->names, name);
	free(name);
}

/* A variable with a copy of the index or a component: as good as that, if it is not
 * changed. That shows in the end; then the walk is repeated. */
static void bind_copy(struct accesses *a, CXCursor variable, struct value v)
{
	size_t i = 0;

	while (i < a->n_copies && !clang_equalCursors(a->copies[i].variable, variable))
		i++;
	if (i == a->n_copies) {
		a->copies = xrealloc(a->copies, ++a->n_copies * sizeof(*a->copies));
		a->copies[i] = (struct index_copy){variable, false};
	}
	if (a->copies[i].is_changed) {
		a->index_elsewhere = true;
		return;
	}
	v.is_place = true;
	v.is_constant = is_const(clang_getCursorType(variable));
	v.copy = (int)i + 1;
	bind(a, variable, v);
}

/* Something held, by its type. */
static struct value value_of_held(struct accesses *a, struct held *outer, CXCursor declaration)
{
	CXType type = clang_getCursorType(declaration);
	struct value v = {.held = NULL};

	if (may_be_view(a, type))
		v.kind = VIEW;
	else if (plain_type(type).kind == CXType_Record)
		v.kind = OBJECT;
	else
		return nothing;
	v.held = hold(a, outer, declaration);
	v.held->uses++;
	/* what a class refers to may be in it twice */
	if (v.kind == OBJECT && outer && clang_getCanonicalType(type).kind == CXType_LValueReference)
		v.held->other = true;
	if (clang_getCursorKind(clang_getCursorSemanticParent(declaration)) == CXCursor_UnionDecl)
		v.held->other = true;
	return v;
}

static struct value eval_name(struct accesses *a, CXCursor e)
{
	CXCursor d = clang_getCursorReferenced(e);
	enum CXCursorKind kind = clang_getCursorKind(d);
	unsigned at;

	see(a, e);
	for (size_t i = a->n_bindings; i-- > 0;) {
		if (clang_equalCursors(a->bindings[i].declaration, d))
			return a->bindings[i].value;
	}
	/* captured: declared around the kernel */
	if (a->frame->caller || !clang_Cursor_isNull(a->class) ||
	    (kind != CXCursor_VarDecl && kind != CXCursor_ParmDecl) ||
	    !cursor_offset(a->unit->clauses, d, &at) || (at >= a->start && at < a->end) || !is_local(d))
		return nothing;
	return value_of_held(a, NULL, d);
}

static struct value member_of_index(struct accesses *a, struct value index, CXCursor e)
{
	char *name = member_name(a, e);
	struct value v = nothing;

	if (!strcmp(name, "global"))
		v = (struct value){.kind = INDEX, .is_constant = index.is_constant || !a->is_c,
		                   .copy = index.copy};
	else if (a->is_c && name[0] >= 'i' && name[0] <= 'k' && !name[1])
		v = (struct value){.kind = COMPONENT, .dimension = name[0] - 'i', .is_place = true,
		                   .is_constant = index.is_constant, .copy = index.copy};
	else if (a->is_c)
		a->index_elsewhere = true; /* local, tile: no part of what is followed */
	else
		read(a, index); /* constant members */
	free(name);
	return v;
}

static struct value member_of_view(struct accesses *a, struct value view, CXCursor e)
{
	char *name = member_name(a, e);
	struct value v = {.kind = NOTHING, .held = view.held, .is_part = view.is_part};

	if (!strcmp(name, "extent")) {
		v.kind = EXTENT;
		v.is_constant = is_const(clang_getCursorType(e));
		if (is_dependent(clang_getCursorType(e)))
			suppose_view(a, view.held);
		view.held->is_measured = true;
	} else if (a->is_c && !strcmp(name, "data")) {
		v.kind = DATA;
	} else if (a->is_c && !strcmp(name, "stride")) {
		v.kind = STRIDE;
	} else {
		escape(a, view);
	}
	free(name);
	return v;
}

static struct value eval_member(struct accesses *a, CXCursor e)
{
	struct cursors o = operands(e);
	CXCursor d = clang_getCursorReferenced(e);
	struct value of = o.count ? eval(a, o.items[0]) : a->frame->self;

	see(a, e);
	for (size_t i = 1; i < o.count; i++)
		eval_escaping(a, o.items[i]);
	free(o.items);
	bool is_field = clang_getCursorKind(d) == CXCursor_FieldDecl;

	switch (of.kind) {
	case OBJECT:
		if (is_field)
			return value_of_held(a, of.held, d);
		if (clang_getCursorKind(d) == CXCursor_VarDecl ||
		    clang_getCursorKind(d) == CXCursor_EnumConstantDecl)
			return nothing;
		break;
	case VIEW:
		return member_of_view(a, of, e);
	case INDEX:
		return member_of_index(a, of, e);
	case EXTENT:
		return of;
	case ELEMENT:
		if (is_field) {
			of.is_whole = false;
			of.is_constant |= is_const(clang_getCursorType(e));
			return of;
		}
		break;
	case DATA:
		/* the anonymous union of a view in C */
	default:
		break;
	}
	escape(a, of);
	return nothing;
}

/* What a conversion, which libclang does not name, makes of a value. */
static struct value converted(struct accesses *a, struct value v, CXType from, CXType to)
{
	CXType t = clang_getCanonicalType(to);
	bool constant = clang_isConstQualifiedType(t);

	switch (v.kind) {
	case ELEMENT:
		if (t.kind == CXType_Void)
			return nothing;
		if (clang_getCanonicalType(from).kind == CXType_ConstantArray) {
			v.is_whole = false; /* it decays */
			return v;
		}
		if ((is_number(t) || t.kind == CXType_Pointer) && !constant) {
			read(a, v);
			return nothing;
		}
		if (a->is_c && t.kind == CXType_Record) {
			read(a, v);
			return nothing;
		}
		v.is_constant |= constant;
		v.is_whole &= clang_equalTypes(clang_getUnqualifiedType(t),
		                               clang_getUnqualifiedType(clang_getCanonicalType(from)));
		return v;
	case COMPONENT:
		switch (t.kind) {
		case CXType_Int:
		case CXType_UInt:
		case CXType_Long:
		case CXType_ULong:
		case CXType_LongLong:
		case CXType_ULongLong:
			v.is_place = false;
			return v;
		default:
			if (is_dependent(to))
				return v;
			read(a, v);
			return nothing;
		}
	case VIEW:
		if (is_view_type(a, to) || is_dependent(to) ||
		    (is_library(clang_getTypeDeclaration(t)) && t.kind == CXType_Record))
			return v;
		break;
	case OBJECT:
		if (t.kind == CXType_Record || t.kind == CXType_Pointer || is_dependent(to))
			return v;
		break;
	case EXTENT:
		if (is_number(t) && !constant)
			return nothing;
		v.is_constant |= constant;
		return v;
	case INDEX:
		v.is_constant |= constant;
		return v;
	default:
		return v;
	}
	escape(a, v);
	return nothing;
}

static bool is_assignment(CXCursor e)
{
	enum CXCursorKind kind = clang_getCursorKind(e);

	if (kind == CXCursor_BinaryOperator)
		return clang_getCursorBinaryOperatorKind(e) == CXBinaryOperator_Assign;
	return kind == CXCursor_CallExpr && is_named(e, "operator=") &&
	       clang_Cursor_getNumArguments(e) == 2;
}

/* Both of c ? v[i] : w[i] are read where a value is wanted. */
static void read_branches(struct accesses *a, CXCursor conditional)
{
	struct cursors o = operands(conditional);
	uint64_t done = a->done;

	for (size_t i = 0; i < o.count; i++) {
		CXCursor branch = strip(o.items[i]);

		if (i && clang_getCursorKind(branch) == CXCursor_ConditionalOperator) {
			read_branches(a, branch);
		} else {
			struct value v = eval(a, o.items[i]);

			if (i)
				read(a, v);
			else
				use_value(a, v, o.items[i]);
		}
		a->done = done;
	}
	free(o.items);
}

static struct value eval_unexposed(struct accesses *a, CXCursor e)
{
	struct cursors o = operands(e);
	CXType type = clang_getCursorType(e);
	struct value v = nothing;

	if (o.count == 1 && clang_getCursorKind(strip(o.items[0])) == CXCursor_ConditionalOperator &&
	    is_number(type) && !clang_isConstQualifiedType(clang_getCanonicalType(type))) {
		read_branches(a, strip(o.items[0]));
	} else if (o.count == 1) {
		v = eval(a, o.items[0]);
		/* parentheses convert nothing */
		if (clang_getCursorKind(e) == CXCursor_UnexposedExpr)
			v = converted(a, v, clang_getCursorType(o.items[0]), type);
	} else {
		eval_unknown(a, e);
	}
	free(o.items);
	return v;
}

/* A cast that is written: from one type to another, or to itself. */
static struct value eval_cast(struct accesses *a, CXCursor e)
{
	struct cursors o = operands(e);
	CXCursor from = o.count ? o.items[o.count - 1] : clang_getNullCursor();
	struct value v = nothing;

	/* arguments of a template may be in front */
	for (size_t i = 0; i + 1 < o.count; i++)
		eval_escaping(a, o.items[i]);
	free(o.items);
	if (clang_Cursor_isNull(from))
		return nothing;
	v = eval(a, from);
	CXType to = clang_getCursorType(e);

	/* of a reference the type is that of what it refers to, so that what an
	 * element becomes is not known */
	if (v.kind == ELEMENT) {
		if (clang_getCanonicalType(to).kind != CXType_Void)
			escape(a, v);
		return nothing;
	}
	if (v.kind == COMPONENT && v.is_place) {
		escape(a, v);
		return nothing;
	}
	if ((v.kind == INDEX && !(v.is_constant && is_index_type(a, to) &&
	                          clang_getCursorKind(e) == CXCursor_CXXFunctionalCastExpr)) ||
	    v.kind == EXTENT ||
	    v.kind == DATA) {
		v.is_constant = false; /* it may be cast away */
		escape(a, v);
		return nothing;
	}
	return converted(a, v, clang_getCursorType(from), to);
}

/* The element of a view that a subscript or a call names, or a view of a part. */
static struct value access(struct accesses *a, struct value view, const CXCursor *arguments, size_t n,
                           CXCursor e)
{
	CXType type = clang_getCursorType(e);
	bool dependent = is_dependent(type), is_own = !view.is_part;
	bool is_index = false;
	struct value v = {.kind = ELEMENT, .held = view.held, .is_whole = true};

	for (size_t i = 0; i < n; i++) {
		struct value at = eval(a, arguments[i]);

		/* a view's functions do not change them */
		if (at.kind == INDEX || (at.kind == COMPONENT && at.is_place))
			a->index_on_premises |= dependent && !at.is_constant;
		if (at.kind == INDEX && n == 1) {
			is_index = true;
			continue;
		}
		if (at.kind == COMPONENT && at.dimension == (int)i && is_own)
			continue;
		is_own = false;
		if (at.kind == INDEX || at.kind == COMPONENT || !dependent)
			read(a, at);
		else
			use_value(a, at, arguments[i]);
		if (at.kind == ELEMENT)
			at.held->on_premises |= dependent;
	}
	if (!n)
		is_own = false;
	if (is_view_type(a, type)) { /* m[i] of rank 2 */
		v = view;
		v.is_part = true;
		v.held->elsewhere = true;
		return v;
	}
	if (dependent) {
		suppose_view(a, view.held);
		v.may_be_view = n == 1 && !is_index;
		if (v.may_be_view) {
			char *s = take_string(clang_getTypeSpelling(
				plain_type(clang_getCursorType(view.held->declaration))));
			size_t len = strlen(s);

			v.may_be_view = view.is_part || len < 4 || strcmp(s + len - 4, ", 1>");
			free(s);
		}
		is_own &= !v.may_be_view;
	}
	v.is_own = is_own;
	v.is_run = dependent && is_index && !view.is_part && clang_getCursorKind(e) == CXCursor_CallExpr;
	v.held->elsewhere |= !is_own;
	return v;
}

static struct value eval_subscript(struct accesses *a, CXCursor e)
{
	struct cursors o = operands(e);
	struct value v = nothing;

	if (o.count == 2) {
		struct value of = eval(a, o.items[0]);

		if (of.kind == VIEW) {
			v = access(a, of, &o.items[1], 1, e);
		} else if (of.kind == INDEX) {
			use_value(a, eval(a, o.items[1]), o.items[1]);
			v = (struct value){.kind = COMPONENT, .dimension = number_of(o.items[1]),
			                   .is_place = true, .is_constant = of.is_constant,
			                   .copy = of.copy};
		} else if (of.kind == DATA) {
			struct value offset = eval(a, o.items[1]);

			v = (struct value){.kind = ELEMENT, .held = of.held, .is_whole = true,
			                   .is_own = offset.kind == OFFSET && offset.is_own &&
			                             offset.held == of.held && !of.is_part};
			if (offset.kind != OFFSET)
				escape(a, offset);
			else if (offset.held != of.held)
				escape(a, (struct value){.kind = VIEW, .held = of.held});
			v.held->elsewhere |= !v.is_own;
		} else if (of.kind == ELEMENT) {
			v = of; /* of an array in the element; or of a projection */
			v.is_whole = false;
			if (of.may_be_view)
				v.is_own = v.is_fresh = false;
			struct value at = eval(a, o.items[1]);

			use_value(a, at, o.items[1]);
			if (at.kind == ELEMENT)
				at.held->on_premises |= is_dependent(clang_getCursorType(e));
		} else {
			struct value at = eval(a, o.items[1]);

			escape(a, of);
			if (is_dependent(clang_getCursorType(e)))
				escape(a, at);
			else
				use_value(a, at, o.items[1]);
		}
	} else {
		eval_unknown(a, e);
	}
	free(o.items);
	return v;
}

/* Whether an expression is a number, in a template if the premises hold. v: what is
 * known of it. */
static bool is_supposed_number(struct accesses *a, struct value v, CXCursor e)
{
	CXCursor d = clang_getCursorReferenced(strip(e));
	enum CXCursorKind kind = clang_getCursorKind(d);

	if (v.kind == ELEMENT)
		return suppose_element(a, v, e);
	if (v.kind == NUMBER || v.kind == COMPONENT)
		return true;
	if (!is_dependent(clang_getCursorType(e)))
		return is_number(clang_getCursorType(e));
	return (kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl ||
	        kind == CXCursor_FieldDecl) && suppose_number(a, d);
}

/* Operands of a built-in operator. In a template it is one if they are numbers. */
static struct value use_operands(struct accesses *a, const CXCursor *o, size_t n, bool dependent)
{
	struct value values[2] = {nothing, nothing};
	bool numbers = true;
	uint64_t done = a->done;

	for (size_t i = 0; i < n && i < 2; i++) {
		values[i] = eval(a, o[i]);
		a->done = done;
	}
	for (size_t i = 0; i < n && i < 2 && dependent; i++)
		numbers &= is_supposed_number(a, values[i], o[i]);
	for (size_t i = 0; i < n && i < 2; i++) {
		/* an element without a conversion is not used for its value */
		if (dependent ? !numbers : values[i].kind == ELEMENT)
			escape(a, values[i]);
		else
			read(a, values[i]);
		if (values[i].kind == ELEMENT)
			values[i].held->on_premises |= dependent;
	}
	return (struct value){.kind = dependent && numbers ? NUMBER : NOTHING};
}

static struct value eval_binary(struct accesses *a, CXCursor e)
{
	enum CXBinaryOperatorKind kind = clang_getCursorBinaryOperatorKind(e);
	struct cursors o = operands(e);
	struct value v = nothing;
	uint64_t done = a->done;

	if (o.count != 2 || kind == CXBinaryOperator_PtrMemD || kind == CXBinaryOperator_PtrMemI) {
		eval_unknown(a, e);
	} else if (kind == CXBinaryOperator_Assign) {
		assign(a, e, &v);
	} else if (clang_getCursorKind(e) == CXCursor_CompoundAssignOperator) {
		struct value to = eval(a, o.items[0]), by = eval(a, o.items[1]);
		bool dependent = is_dependent(clang_getCursorType(e));
		bool number = !dependent || is_supposed_number(a, to, o.items[0]);

		if (number)
			use_value(a, by, o.items[1]);
		else
			escape(a, by);
		if (by.kind == ELEMENT)
			by.held->on_premises |= dependent;
		if (!number) {
			escape(a, to);
		} else {
			if (to.kind == ELEMENT)
				read(a, to);
			write(a, to);
			v = to;
		}
	} else if (kind == CXBinaryOperator_Comma) {
		eval(a, o.items[0]);
		v = eval(a, o.items[1]);
	} else {
		v = use_operands(a, o.items, 2, is_dependent(clang_getCursorType(e)));
	}
	a->done = done;
	free(o.items);
	return v;
}

static struct value eval_unary(struct accesses *a, CXCursor e)
{
	enum CXUnaryOperatorKind kind = clang_getCursorUnaryOperatorKind(e);
	struct cursors o = operands(e);
	struct value v = nothing;

	if (o.count != 1) {
		eval_unknown(a, e);
	} else if (kind == CXUnaryOperator_Deref &&
	           clang_getCursorKind(strip(o.items[0])) == CXCursor_CXXThisExpr) {
		v = eval(a, o.items[0]);
	} else if (kind == CXUnaryOperator_PreInc || kind == CXUnaryOperator_PreDec ||
	           kind == CXUnaryOperator_PostInc || kind == CXUnaryOperator_PostDec) {
		struct value to = eval(a, o.items[0]);

		if (to.kind == ELEMENT && !suppose_element(a, to, o.items[0])) {
			escape(a, to);
		} else {
			if (to.kind == ELEMENT)
				read(a, to);
			write(a, to);
		}
	} else if (kind == CXUnaryOperator_Plus || kind == CXUnaryOperator_Minus ||
	           kind == CXUnaryOperator_Not || kind == CXUnaryOperator_LNot) {
		v = use_operands(a, o.items, 1, is_dependent(clang_getCursorType(e)));
	} else {
		eval_escaping(a, o.items[0]);
	}
	free(o.items);
	return v;
}

/* An assignment. What it writes whole, as bits; as a value it is its left side. */
static uint64_t assign(struct accesses *a, CXCursor e, struct value *result)
{
	bool is_call = clang_getCursorKind(e) == CXCursor_CallExpr;
	struct cursors o = operands(e);
	CXCursor left, right;
	uint64_t bits = 0;

	*result = nothing;
	if (is_call) {
		left = clang_Cursor_getArgument(e, 0);
		right = clang_Cursor_getArgument(e, 1);
	} else if (o.count == 2) {
		left = o.items[0];
		right = o.items[1];
	} else {
		eval_unknown(a, e);
		free(o.items);
		return 0;
	}
	free(o.items);
	bool dependent = is_dependent(clang_getCursorType(left)) ||
	                 is_dependent(clang_getCursorType(right));
	struct value to = eval(a, left), from;

	if (is_assignment(strip(right))) {
		bits |= assign(a, strip(right), &from);
		from = nothing; /* read after it was written */
	} else {
		from = eval(a, right);
	}
	if (is_call) {
		/* a class: the assignment that it has by itself, or a short vector's */
		CXCursor callee = clang_getCursorReferenced(e);
		bool is_plain = is_plain_class(clang_getCursorType(left)) &&
		                (clang_CXXMethod_isCopyAssignmentOperator(callee) ||
		                 clang_CXXMethod_isMoveAssignmentOperator(callee) || is_library(callee));

		if (from.kind == ELEMENT && is_plain)
			read(a, from);
		else
			escape(a, from);
		if (to.kind == ELEMENT && is_plain)
			bits |= write(a, to);
		else
			write(a, to), escape(a, to);
		if (clang_CXXMethod_isCopyAssignmentOperator(callee) ||
		    clang_CXXMethod_isMoveAssignmentOperator(callee))
			*result = to;
		return bits;
	}
	if (from.kind == ELEMENT && dependent) {
		/* to a number: then by its value */
		if (is_supposed_number(a, to, left)) {
			use_value(a, from, right);
			from.held->on_premises = true;
		} else {
			escape(a, from);
		}
	} else if (from.kind == ELEMENT) {
		escape(a, from);
	} else {
		read(a, from);
	}
	if (to.kind == ELEMENT && is_dependent(clang_getCursorType(left)))
		suppose_view(a, to.held);
	bits |= write(a, to);
	*result = to;
	result->is_fresh = to.kind == ELEMENT;
	return bits;
}

static struct value eval(struct accesses *a, CXCursor e)
{
	uint64_t done = a->done;
	struct value v = nothing;

	switch (clang_getCursorKind(e)) {
	case CXCursor_DeclRefExpr:
		v = eval_name(a, e);
		break;
	case CXCursor_MemberRefExpr:
		v = eval_member(a, e);
		break;
	case CXCursor_CXXThisExpr:
		see(a, e);
		v = a->frame->self;
		break;
	case CXCursor_ParenExpr:
	case CXCursor_UnexposedExpr:
		v = eval_unexposed(a, e);
		break;
	case CXCursor_CallExpr:
		v = is_assignment(e) ? (assign(a, e, &v), v) : call(a, e, false);
		break;
	case CXCursor_ArraySubscriptExpr:
		v = eval_subscript(a, e);
		break;
	case CXCursor_BinaryOperator:
	case CXCursor_CompoundAssignOperator:
		v = eval_binary(a, e);
		break;
	case CXCursor_UnaryOperator:
		v = eval_unary(a, e);
		break;
	case CXCursor_CXXStaticCastExpr:
	case CXCursor_CXXFunctionalCastExpr:
	case CXCursor_CStyleCastExpr:
	case CXCursor_CXXConstCastExpr:
		v = eval_cast(a, e);
		break;
	case CXCursor_IntegerLiteral:
	case CXCursor_FloatingLiteral:
	case CXCursor_CharacterLiteral:
	case CXCursor_CXXBoolLiteralExpr:
		break;
	case CXCursor_UnaryExpr: /* sizeof */
		clang_visitChildren(e, see_all, a);
		break;
	case CXCursor_ConditionalOperator: {
		struct cursors o = operands(e);

		for (size_t i = 0; i < o.count; i++) {
			struct value part = eval(a, o.items[i]);

			if (i)
				escape(a, part);
			else
				use_value(a, part, o.items[i]);
			a->done = done;
		}
		free(o.items);
		break;
	}
	case CXCursor_InitListExpr: {
		/* shown without conversions */
		CXType type = clang_getCanonicalType(clang_getCursorType(e));
		struct cursors o = operands(e);
		bool numbers = type.kind == CXType_ConstantArray && is_number(clang_getArrayElementType(type));

		for (size_t i = 0; i < o.count; i++) {
			struct value part = eval(a, o.items[i]);

			if (numbers && part.kind == ELEMENT && is_number(clang_getCursorType(o.items[i])))
				read(a, part);
			else if (part.kind == COMPONENT)
				read(a, part);
			else
				escape(a, part);
		}
		free(o.items);
		break;
	}
	default:
		v = eval_unknown(a, e);
	}
	a->done = done;
	return v;
}

/* ---- Calls -------------------------------------------------------------------- */

static CXCursor body_of(CXCursor function, struct cursors *parameters)
{
	struct cursors c = children(function);
	CXCursor body = clang_getNullCursor();

	for (size_t i = 0; i < c.count; i++) {
		enum CXCursorKind kind = clang_getCursorKind(c.items[i]);

		if (kind == CXCursor_ParmDecl)
			push_cursor(c.items[i], function, parameters);
		else if (kind == CXCursor_CompoundStmt)
			body = c.items[i];
		else if (kind == CXCursor_UnexposedDecl) /* a block's */
			body = body_of(c.items[i], parameters);
	}
	free(c.items);
	return body;
}

/* Whether the AST has shown all uses of a name in the bodies that were walked: there
 * are parts of programs that libclang does not show. *is_used: there are some. */
static bool is_seen(const struct accesses *a, const char *name, bool *is_used)
{
	const struct unit *u = a->unit;

	*is_used = false;
	for (size_t n = 0; n < a->n_bodies; n++) {
		for (size_t i = token_at(&u->tokens, a->bodies[n].start);
		     u->tokens.items[i].offset < a->bodies[n].end; i++) {
			const struct token *t = &u->tokens.items[i];

			if (t->kind == TOKEN_END)
				break;
			if (t->kind != TOKEN_IDENTIFIER || !token_is(u->text.data, t, name))
				continue;
			*is_used = true;
			if (!(a->seen[t->offset / 8] & 1u << t->offset % 8))
				return false;
		}
	}
	return true;
}

static void add_body(struct accesses *a, CXCursor body)
{
	struct text_range r;

	if (!cursor_range(a->unit->clauses, body, &r.start, &r.end)) {
		a->is_blind = true;
		return;
	}
	a->bodies = xrealloc(a->bodies, (a->n_bodies + 1) * sizeof(*a->bodies));
	a->bodies[a->n_bodies++] = r;
}

static void run_body(struct accesses *a, CXCursor function, CXCursor body, struct value self)
{
	struct frame frame = {a->frame, function, self, EVERYTHING};

	a->frame = &frame;
	a->depth++;
	add_body(a, body);
	run(a, body);
	a->done &= frame.at_returns;
	a->depth--;
	a->frame = (struct frame *)frame.caller;
}

/* What a parameter is that a value is passed to. */
static struct value passed(struct accesses *a, struct value v, CXCursor parameter, CXCursor e)
{
	CXType type = clang_getCanonicalType(clang_getCursorType(parameter));
	bool by_reference = type.kind == CXType_LValueReference || type.kind == CXType_RValueReference;

	v.is_constant |= is_const(type);
	if (v.kind == COMPONENT && !by_reference && !is_number(type)) {
		read(a, v);
		return nothing;
	}
	if (v.kind == COMPONENT && !by_reference && converted(a, v, type, type).kind != COMPONENT)
		return nothing; /* a narrower one */
	if (v.kind == STRIDE || v.kind == OFFSET || v.kind == EXTENT || v.kind == DATA) {
		v.is_constant |= !by_reference;
		escape(a, v);
		return nothing;
	}
	if (v.kind == ELEMENT && !by_reference) {
		/* as a number, if it is one */
		if (is_number(type) || suppose_number(a, parameter))
			use_value(a, v, e);
		else
			escape(a, v);
		return nothing;
	}
	if ((v.kind == VIEW || v.kind == OBJECT) && type.kind == CXType_Pointer) {
		escape(a, v);
		return nothing;
	}
	return v;
}

/* template <> void A<int>::f(): members of a class template that are others for some
 * arguments, so that its definition does not tell. */
static bool has_specialized_members(const struct accesses *a, CXCursor class)
{
	const struct unit *u = a->unit;
	const struct token *t = u->tokens.items;
	const char *text = u->text.data;
	bool found = false;

	if (clang_getCursorKind(class) != CXCursor_ClassTemplate &&
	    clang_getCursorKind(class) != CXCursor_ClassTemplatePartialSpecialization)
		return false;
	char *name = take_string(clang_getCursorSpelling(class));

	for (size_t i = 0; t[i].kind != TOKEN_END && !found; i++) {
		if (!token_is(text, &t[i], "template") || !token_is(text, &t[i + 1], "<") ||
		    !token_is(text, &t[i + 2], ">"))
			continue;
		for (size_t k = i + 3; t[k].kind != TOKEN_END && !token_is(text, &t[k], ";") &&
		                       !token_is(text, &t[k], "{") && !found; k++)
			found = token_is(text, &t[k], name) && token_is(text, &t[k + 1], "<") &&
			        token_is(text, &t[token_skip_angles(text, &u->tokens, k + 1)], "::");
	}
	free(name);
	return found;
}

/* Walks a function of the program's. False if that cannot be done. */
static bool call_into(struct accesses *a, CXCursor callee, struct value self,
                      const CXCursor *arguments, const struct value *values, size_t n,
                      bool is_statement)
{
	CXCursor definition = clang_getCursorDefinition(callee);
	struct cursors parameters = {0};
	bool ok = !clang_Cursor_isNull(definition) && !is_library(definition) &&
	          !clang_CXXMethod_isVirtual(callee) && a->depth < MAX_DEPTH && a->n_bodies < MAX_BODIES &&
	          !has_specialized_members(a, clang_getCursorSemanticParent(callee));

	for (const struct frame *f = a->frame; f && ok; f = f->caller)
		ok = !clang_equalCursors(f->function, definition);
	CXCursor body = ok ? body_of(definition, &parameters) : clang_getNullCursor();

	ok = ok && !clang_Cursor_isNull(body) && parameters.count >= n;
	if (ok) {
		size_t bindings = a->n_bindings;
		uint64_t done = a->done;

		for (size_t i = 0; i < n; i++) {
			struct value v = passed(a, values[i], parameters.items[i], arguments[i]);

			CXType t = clang_getCanonicalType(clang_getCursorType(parameters.items[i]));

			if ((v.kind == INDEX || v.kind == COMPONENT) && t.kind != CXType_LValueReference &&
			    t.kind != CXType_RValueReference)
				bind_copy(a, parameters.items[i], v);
			else if (v.kind != NOTHING && v.kind != NUMBER)
				bind(a, parameters.items[i], v);
		}
		run_body(a, definition, body, self);
		if (!is_statement)
			a->done = done;
		a->n_bindings = bindings;
	}
	free(parameters.items);
	return ok;
}

/* An argument of a function of the library's, which changes nothing through a
 * reference to const. */
static void pass_to_library(struct accesses *a, struct value v, CXType parameter)
{
	CXType t = clang_getCanonicalType(parameter);
	bool by_value = t.kind != CXType_LValueReference && t.kind != CXType_RValueReference &&
	                t.kind != CXType_Pointer && t.kind != CXType_Invalid;
	bool constant = t.kind == CXType_LValueReference && is_const(t);

	if ((v.kind == ELEMENT || v.kind == INDEX || v.kind == COMPONENT || v.kind == EXTENT) &&
	    (by_value || constant))
		read(a, v);
	else
		escape(a, v);
}

static struct value construct(struct accesses *a, CXCursor e, CXCursor callee,
                              const CXCursor *arguments, struct value *values, size_t n)
{
	CXType type = clang_getCursorType(e), function = clang_getCursorType(callee);

	if (n == 1 && values[0].kind == VIEW && is_view_type(a, type))
		return values[0];
	if (n == 1 && values[0].kind == OBJECT && is_plain_class(type) &&
	    is_plain_class(clang_getCursorType(arguments[0])) &&
	    clang_CXXConstructor_isCopyConstructor(callee))
		return values[0];
	if (is_index_type(a, type) && is_library(callee)) {
		bool is_index = n > 0;

		if (n == 1 && values[0].kind == INDEX) {
			values[0].is_constant = true;
			return values[0];
		}
		/* of all components; a view of another rank than the domain's is not claimed */
		for (size_t i = 0; i < n; i++)
			is_index &= values[i].kind == COMPONENT && values[i].dimension == (int)i;
		if (is_index) {
			struct value v = {.kind = INDEX, .is_constant = true};

			return v;
		}
	}
	bool is_copy = n == 1 && values[0].kind == ELEMENT && is_plain_class(type) &&
	               (clang_CXXConstructor_isCopyConstructor(callee) ||
	                clang_CXXConstructor_isMoveConstructor(callee));

	for (size_t i = 0; i < n; i++) {
		if (is_copy)
			read(a, values[i]);
		else if (is_library(callee))
			pass_to_library(a, values[i], clang_getArgType(function, (unsigned)i));
		else
			escape(a, values[i]);
	}
	return nothing;
}

/* A member function of the library's. */
static struct value call_library_member(struct accesses *a, CXCursor e, CXCursor callee,
                                        struct value self, const CXCursor *arguments,
                                        const struct value *values, size_t n)
{
	char *name = take_string(clang_getCursorSpelling(callee));
	CXType function = clang_getCursorType(callee);
	bool constant = clang_CXXMethod_isConst(callee);
	bool is_conversion = clang_getCursorKind(callee) == CXCursor_ConversionFunction;
	struct value v = nothing;

	switch (self.kind) {
	case VIEW:
		if (is_view_type(a, clang_getCursorType(e)) &&
		    (!strcmp(name, "section") || !strncmp(name, "reinterpret_as", 14) ||
		     !strncmp(name, "view_as", 7))) {
			v = self;
			v.is_part = true;
			self.held->elsewhere = true;
		} else if (!strcmp(name, "get_extent")) {
			self.held->is_measured = true;
		} else {
			escape(a, self);
		}
		break;
	case INDEX:
		if (is_conversion) {
			v = self;
		} else if (!strcmp(name, "operator[]") && n == 1) {
			v = (struct value){.kind = COMPONENT, .dimension = number_of(arguments[0]),
			                   .is_place = true, .is_constant = constant || self.is_constant,
			                   .copy = self.copy};
		} else {
			self.is_constant |= constant;
			escape(a, self);
		}
		break;
	case ELEMENT:
		read(a, self);
		if (!constant)
			write(a, self);
		/* it may return itself */
		if (clang_getCanonicalType(clang_getCursorResultType(callee)).kind == CXType_LValueReference)
			escape(a, self);
		break;
	case EXTENT:
		self.is_constant |= constant;
		if (!strcmp(name, "operator[]"))
			v = self;
		else
			escape(a, self);
		break;
	default:
		escape(a, self);
	}
	for (size_t i = 0; i < n; i++)
		pass_to_library(a, values[i], clang_getArgType(function, (unsigned)i));
	free(name);
	return v;
}

/* The operator that is not resolved, in a template: "operator*" among the children. */
static bool unresolved_operator(CXCursor e, char **name)
{
	struct cursors c = operands(e);
	bool found = false;

	for (size_t i = 0; i < c.count && !found; i++) {
		CXCursor d = first_child(c.items[i]);

		if (clang_getCursorKind(c.items[i]) == CXCursor_DeclRefExpr &&
		    clang_getCursorKind(d) == CXCursor_OverloadedDeclRef && starts_with(d, "operator")) {
			unsigned start, end, first, last;
			CXSourceRange whole = clang_getCursorExtent(e);
			CXSourceRange own = clang_getCursorExtent(c.items[i]);

			/* written as an operator: "operator+(a, b)" is longer */
			clang_getFileLocation(clang_getRangeStart(whole), NULL, NULL, NULL, &start);
			clang_getFileLocation(clang_getRangeEnd(whole), NULL, NULL, NULL, &end);
			clang_getFileLocation(clang_getRangeStart(own), NULL, NULL, NULL, &first);
			clang_getFileLocation(clang_getRangeEnd(own), NULL, NULL, NULL, &last);
			*name = take_string(clang_getCursorSpelling(d));
			found = last - first == strlen(*name) - strlen("operator") && end > start;
			if (!found)
				free(*name);
		}
	}
	free(c.items);
	return found;
}

/* a + b in a template, with functions that might be meant. */
static struct value call_unresolved_operator(struct accesses *a, CXCursor e, const char *op)
{
	static const char *const values[] = {"+", "-", "*", "/", "%", "==", "!=", "<", ">", "<=", ">=",
	                                     "!", "~", "|", "^", "<<", ">>", "&&", "||"};
	static const char *const changes[] = {"+=", "-=", "*=", "/=", "%=", "|=", "^=", "&=", "<<=",
	                                      ">>=", "++", "--"};
	struct cursors o = operands(e);
	size_t n = 0;
	struct value v = nothing;

	for (size_t i = 0; i < o.count; i++) {
		if (clang_getCursorKind(first_child(o.items[i])) != CXCursor_OverloadedDeclRef)
			o.items[n++] = o.items[i];
	}
	bool is_value = !strcmp(op, "&") && n == 2, is_change = false;

	for (size_t i = 0; i < sizeof(values) / sizeof(*values); i++)
		is_value |= !strcmp(op, values[i]);
	for (size_t i = 0; i < sizeof(changes) / sizeof(*changes); i++)
		is_change |= !strcmp(op, changes[i]);
	if (is_value) {
		v = use_operands(a, o.items, n, true);
	} else if (is_change && n) {
		struct value to = eval(a, o.items[0]);
		struct value by = n > 1 ? eval(a, o.items[1]) : nothing;
		bool numbers = is_supposed_number(a, to, o.items[0]);

		if (n > 1)
			numbers &= is_supposed_number(a, by, o.items[1]);
		if (to.kind == ELEMENT)
			to.held->on_premises = true;
		if (by.kind == ELEMENT)
			by.held->on_premises = true;
		if (numbers) {
			if (to.kind == ELEMENT)
				read(a, to);
			write(a, to);
			read(a, by);
		} else {
			escape(a, to);
			escape(a, by);
		}
	} else {
		for (size_t i = 0; i < n; i++)
			eval_escaping(a, o.items[i]);
	}
	free(o.items);
	return v;
}

/* A call of something that is not known before a template is instantiated, or of a
 * function through a pointer. */
static struct value call_unknown(struct accesses *a, CXCursor e)
{
	struct cursors o = operands(e);
	struct value v = nothing;
	CXCursor callee = o.count ? o.items[0] : clang_getNullCursor();
	int n = clang_Cursor_getNumArguments(e);
	bool is_call = n >= 0 && o.count == (size_t)n + 1;
	struct value f = nothing;

	if (is_call && clang_getCursorKind(callee) == CXCursor_MemberRefExpr &&
	    clang_getCursorKind(clang_getCursorReferenced(callee)) != CXCursor_FieldDecl) {
		/* a member function: v.get_extent(), or overloaded ones of the kernel's */
		struct cursors of = operands(callee);
		char *name = member_name(a, callee);

		f = of.count ? eval(a, of.items[0]) : a->frame->self;
		see(a, callee);
		if (f.kind == VIEW && !strcmp(name, "get_extent")) {
			suppose_view(a, f.held);
			f.held->is_measured = true;
			f = nothing;
		}
		if (f.kind == EXTENT)
			f = nothing;
		escape(a, f);
		f = nothing;
		free(name);
		free(of.items);
	} else if (is_call) {
		f = eval(a, callee);
	}
	if (is_call && f.kind == VIEW && n > 0) {
		v = access(a, f, &o.items[1], (size_t)n, e);
	} else {
		escape(a, f);
		for (size_t i = is_call ? 1 : 0; i < o.count; i++)
			eval_escaping(a, o.items[i]);
	}
	free(o.items);
	return v;
}

/* C: amp_at's offset, from a view's stride and the index. */
static bool is_offset(struct accesses *a, CXCursor e, CXCursor callee, const struct value *values,
                      size_t n, struct value *v)
{
	struct cursors o = operands(e);
	CXCursor function = o.count ? strip(o.items[0]) : clang_getNullCursor();
	bool ok = a->is_c && n > 1 && values[0].kind == STRIDE;

	free(o.items);
	if (ok && clang_getCursorKind(callee) == CXCursor_FunctionDecl) {
		ok = is_library(callee) && starts_with(callee, "amp_at_");
	} else if (ok && clang_getCursorKind(function) == CXCursor_GenericSelectionExpr) {
		struct cursors all = operands(function);

		/* behind what it selects by */
		for (size_t i = 1; i < all.count; i++) {
			CXCursor d = clang_getCursorReferenced(all.items[i]);

			ok &= is_library(d) && starts_with(d, "amp_at_");
		}
		ok &= all.count > 1;
		free(all.items);
		clang_visitChildren(function, see_all, a);
	} else {
		ok = false;
	}
	if (!ok)
		return false;
	bool is_own = !values[0].is_part;

	for (size_t i = 1; i < n; i++) {
		if (n == 2 && values[i].kind == INDEX)
			continue;
		if (is_own && values[i].kind == COMPONENT && values[i].dimension == (int)i - 1)
			continue;
		is_own = false;
		read(a, values[i]);
	}
	*v = (struct value){.kind = OFFSET, .held = values[0].held, .is_own = is_own};
	return true;
}

static struct value call_resolved(struct accesses *a, CXCursor e, CXCursor callee, bool is_statement)
{
	enum CXCursorKind kind = clang_getCursorKind(callee);
	struct cursors o = operands(e);
	int count = clang_Cursor_getNumArguments(e);
	bool is_member = kind == CXCursor_CXXMethod || kind == CXCursor_ConversionFunction ||
	                 kind == CXCursor_FunctionTemplate;
	struct value self = nothing, v = nothing;
	CXCursor *arguments = xmalloc((count > 0 ? (size_t)count + 1 : 1) * sizeof(*arguments));
	size_t n = 0;
	bool has_self = false;
	uint64_t done = a->done;

	for (int i = 0; i < count; i++)
		arguments[n++] = clang_Cursor_getArgument(e, (unsigned)i);
	if (is_member && o.count) {
		CXCursor function = strip(o.items[0]);

		is_member = is_class(clang_getCursorKind(clang_getCursorSemanticParent(callee))) &&
		            !clang_CXXMethod_isStatic(callee);
		if (is_member && clang_getCursorKind(function) == CXCursor_MemberRefExpr &&
		    clang_equalCursors(clang_getCursorReferenced(function), callee)) {
			struct cursors of = operands(function);

			see(a, function);
			self = of.count ? eval(a, of.items[0]) : a->frame->self;
			free(of.items);
			has_self = true;
		} else if (is_member && n && starts_with(callee, "operator") &&
		           kind != CXCursor_ConversionFunction) {
			/* an operator: the object is its first operand */
			struct value object = eval(a, arguments[0]);

			a->done = done;
			if (object.kind == VIEW && is_library(callee) &&
			    (is_named(callee, "operator[]") || is_named(callee, "operator()"))) {
				v = access(a, object, arguments + 1, n - 1, e);
				free(arguments);
				free(o.items);
				return v;
			}
			self = object;
			has_self = true;
			memmove(arguments, arguments + 1, --n * sizeof(*arguments));
		} else if (is_member) {
			escape(a, a->frame->self);
			for (size_t i = 0; i < o.count; i++)
				eval_escaping(a, o.items[i]);
			free(arguments);
			free(o.items);
			return nothing;
		}
	}
	if (has_self && self.kind == VIEW && is_library(callee) &&
	    (is_named(callee, "operator[]") || is_named(callee, "operator()"))) {
		v = access(a, self, arguments, n, e); /* v.operator[](i) */
		free(arguments);
		free(o.items);
		return v;
	}
	struct value *values = xmalloc((n + 1) * sizeof(*values));
	bool tracked = self.kind != NOTHING;

	for (size_t i = 0; i < n; i++) {
		values[i] = eval(a, arguments[i]);
		tracked |= values[i].kind != NOTHING && values[i].kind != NUMBER;
		a->done = done;
	}
	if (!tracked) {
		/* nothing that matters */
	} else if (is_offset(a, e, callee, values, n, &v)) {
		;
	} else if (kind == CXCursor_Constructor) {
		v = construct(a, e, callee, arguments, values, n);
	} else if (is_library(callee) && has_self) {
		v = call_library_member(a, e, callee, self, arguments, values, n);
	} else if (is_library(callee)) {
		for (size_t i = 0; i < n; i++)
			pass_to_library(a, values[i],
			                clang_getArgType(clang_getCursorType(callee), (unsigned)i));
	} else if (!call_into(a, callee, self, arguments, values, n, is_statement)) {
		escape(a, self);
		for (size_t i = 0; i < n; i++)
			escape(a, values[i]);
	} else if (self.kind == OBJECT && n == 1 && values[0].kind == INDEX &&
	           is_named(callee, "operator()")) {
		v.held = self.held;
		v.is_run = true;
	}
	free(values);
	free(arguments);
	free(o.items);
	return v;
}

static struct value call(struct accesses *a, CXCursor e, bool is_statement)
{
	CXCursor callee = clang_getCursorReferenced(e);
	enum CXCursorKind kind = clang_getCursorKind(callee);
	char *op;
	struct value v;
	uint64_t done = a->done;

	if (unresolved_operator(e, &op)) {
		v = call_unresolved_operator(a, e, op + strlen("operator"));
		free(op);
	} else if (is_function(kind) ||
	           (a->is_c && clang_getCursorKind(strip(first_child(e))) ==
	                               CXCursor_GenericSelectionExpr)) {
		v = call_resolved(a, e, callee, is_statement);
	} else {
		v = call_unknown(a, e);
	}
	if (!is_statement)
		a->done = done;
	return v;
}

/* ---- Statements ------------------------------------------------------------------ */

static void run_expression(struct accesses *a, CXCursor e)
{
	CXCursor inner = strip(e);
	struct value ignored;

	if (is_assignment(inner)) {
		uint64_t bits = assign(a, inner, &ignored);

		a->done |= bits;
	} else if (clang_getCursorKind(inner) == CXCursor_BinaryOperator &&
	           clang_getCursorBinaryOperatorKind(inner) == CXBinaryOperator_Comma) {
		struct cursors o = operands(inner);

		for (size_t i = 0; i < o.count; i++)
			run_expression(a, o.items[i]);
		free(o.items);
	} else if (clang_getCursorKind(inner) == CXCursor_CallExpr) {
		struct value v = call(a, inner, true);

		if (v.is_run) {
			v.held->runs++;
			a->done |= bit_of(v.held);
		}
	} else {
		eval(a, e);
	}
}

static void run_variable(struct accesses *a, CXCursor variable)
{
	CXCursor initializer = clang_Cursor_getVarDeclInitializer(variable);
	CXType type = clang_getCanonicalType(clang_getCursorType(variable));
	bool by_reference = type.kind == CXType_LValueReference || type.kind == CXType_RValueReference;
	bool dependent = is_dependent(type);

	see(a, variable);
	if (clang_Cursor_isNull(initializer))
		return;
	struct value v = eval(a, initializer);

	switch (v.kind) {
	case VIEW:
		if (is_view_type(a, type) || dependent) {
			bind(a, variable, v);
			return;
		}
		break;
	case OBJECT:
		if (by_reference || (type.kind == CXType_Record && is_plain_class(type))) {
			bind(a, variable, v);
			return;
		}
		break;
	case ELEMENT:
		if (by_reference) {
			v.is_constant |= is_const(type);
			bind(a, variable, v);
			return;
		}
		if (a->is_c && !is_dependent(type)) {
			read(a, v);
			return;
		}
		/* a copy of a number, in a template */
		if (is_dependent(clang_getCursorType(initializer)) && !v.may_be_view) {
			char *name = take_string(clang_getTypeSpelling(
				clang_getUnqualifiedType(clang_getCursorType(variable))));
			bool is_auto = !strcmp(name, "auto") || !strcmp(name, "const auto");

			free(name);
			if (is_number(type) || is_auto || suppose_number(a, variable)) {
				use_value(a, v, initializer);
				v.held->on_premises = true;
				return;
			}
		}
		break;
	case INDEX:
		if (is_index_type(a, type) || dependent) {
			v.is_constant |= is_const(type);
			if (by_reference)
				bind(a, variable, v);
			else
				bind_copy(a, variable, v);
			return;
		}
		break;
	case COMPONENT:
		switch (plain_type(type).kind) {
		case CXType_Int:
		case CXType_UInt:
		case CXType_Long:
		case CXType_ULong:
		case CXType_LongLong:
		case CXType_ULongLong:
			v.is_constant |= is_const(type);
			if (by_reference)
				bind(a, variable, v);
			else
				bind_copy(a, variable, v);
			return;
		default:
			if (!by_reference)
				v.is_constant = true;
		}
		break;
	default:
		if (!by_reference)
			v.is_constant = true;
	}
	escape(a, v);
}

/* The children of a statement that may be run or not, in no certain order. */
static void run_all(struct accesses *a, CXCursor statement)
{
	struct cursors c = children(statement);
	uint64_t done = a->done;

	for (size_t i = 0; i < c.count; i++) {
		enum CXCursorKind kind = clang_getCursorKind(c.items[i]);

		/* a condition is read */
		if (clang_isExpression(kind) && clang_getCursorKind(statement) != CXCursor_CompoundStmt) {
			struct value v = eval(a, c.items[i]);

			if (v.kind == ELEMENT)
				use_value(a, v, c.items[i]);
			else
				read(a, v);
		} else {
			run(a, c.items[i]);
		}
		a->done = done;
	}
	free(c.items);
}

static void run_if(struct accesses *a, CXCursor statement)
{
	struct cursors c = children(statement);
	size_t first = 0;

	while (first < c.count && clang_isDeclaration(clang_getCursorKind(c.items[first])))
		first++;
	if (c.count - first < 2 || c.count - first > 3 ||
	    !clang_isExpression(clang_getCursorKind(c.items[first]))) {
		run_all(a, statement);
		free(c.items);
		return;
	}
	for (size_t i = 0; i < first; i++)
		run(a, c.items[i]);
	struct value condition = eval(a, c.items[first]);

	if (condition.kind == ELEMENT)
		use_value(a, condition, c.items[first]);
	else
		read(a, condition);
	uint64_t before = a->done;

	run(a, c.items[first + 1]);
	uint64_t after = a->done;

	a->done = before;
	if (c.count - first == 3)
		run(a, c.items[first + 2]);
	a->done &= after;
	free(c.items);
}

static void run(struct accesses *a, CXCursor s)
{
	enum CXCursorKind kind = clang_getCursorKind(s);
	uint64_t done = a->done;
	bool is_in_switch = a->is_in_switch;

	/* a case elsewhere is a jump into something */
	a->is_in_switch &= kind == CXCursor_CompoundStmt || kind == CXCursor_CaseStmt ||
	                   kind == CXCursor_DefaultStmt;
	switch (kind) {
	case CXCursor_CompoundStmt:
	case CXCursor_DeclStmt: {
		struct cursors c = children(s);

		for (size_t i = 0; i < c.count; i++)
			run(a, c.items[i]);
		free(c.items);
		break;
	}
	case CXCursor_VarDecl:
		run_variable(a, s);
		break;
	case CXCursor_IfStmt:
		run_if(a, s);
		break;
	case CXCursor_ReturnStmt: {
		struct cursors o = operands(s);

		for (size_t i = 0; i < o.count; i++)
			eval_escaping(a, o.items[i]);
		free(o.items);
		a->frame->at_returns &= a->done;
		a->done = EVERYTHING; /* nothing comes here */
		break;
	}
	case CXCursor_BreakStmt:
	case CXCursor_ContinueStmt:
		a->done = EVERYTHING;
		break;
	case CXCursor_ForStmt:
	case CXCursor_WhileStmt:
	case CXCursor_DoStmt:
	case CXCursor_CXXForRangeStmt:
		run_all(a, s);
		a->done = done;
		break;
	case CXCursor_SwitchStmt: {
		uint64_t outer = a->at_switch;

		a->at_switch = done;
		a->is_in_switch = true;
		run_all(a, s);
		a->at_switch = outer;
		a->done = done;
		break;
	}
	case CXCursor_CaseStmt:
	case CXCursor_DefaultStmt: {
		struct cursors c = children(s);

		a->is_irregular |= !is_in_switch;
		a->done = a->at_switch;
		for (size_t i = 0; i < c.count; i++)
			run(a, c.items[i]);
		free(c.items);
		break;
	}
	case CXCursor_NullStmt:
	case CXCursor_TypedefDecl:
	case CXCursor_TypeAliasDecl:
	case CXCursor_StaticAssert:
	case CXCursor_UsingDeclaration:
	case CXCursor_UsingDirective:
	case CXCursor_EnumDecl:
		break;
	default:
		if (clang_isExpression(kind)) {
			run_expression(a, s);
		} else if (clang_isAttribute(kind) || clang_isReference(kind)) {
			see(a, s);
		} else {
			a->is_irregular |= kind == CXCursor_GotoStmt || kind == CXCursor_LabelStmt ||
			                   kind == CXCursor_IndirectGotoStmt || kind == CXCursor_AsmStmt ||
			                   kind == CXCursor_CXXTryStmt || kind == CXCursor_UnexposedStmt;
			eval_unknown(a, s);
			a->done = done;
		}
	}
	a->is_in_switch = is_in_switch;
}

/* ---- Kernels ---------------------------------------------------------------------- */

/* Whether a kernel's parameter is the index that the launch calls it with. */
static bool is_launch_index(struct accesses *a, CXCursor function, CXCursor parameter)
{
	CXType type = clang_getCursorType(parameter);
	struct cursors parts = children(parameter);
	bool found = is_index_type(a, type);

	/* deduced from it: auto, or a parameter of operator()'s own */
	for (size_t i = 0; i < parts.count && !found && is_dependent(type); i++) {
		CXCursor d = clang_getCursorReferenced(parts.items[i]);
		unsigned start, end, at;
		char *name = take_string(clang_getCursorSpelling(d));
		char *whole = take_string(clang_getTypeSpelling(
			clang_getUnqualifiedType(without_reference(type))));

		found = clang_getCursorKind(parts.items[i]) == CXCursor_TypeRef &&
		        clang_getCursorKind(d) == CXCursor_TemplateTypeParameter &&
		        (!strcmp(whole, "auto") || !strcmp(name, whole)) &&
		        cursor_range(a->unit->clauses, function, &start, &end) &&
		        cursor_offset(a->unit->clauses, d, &at) && at >= start && at < end &&
		        !is_class(clang_getCursorKind(clang_getCursorSemanticParent(d)));
		free(name);
		free(whole);
	}
	free(parts.items);
	return found;
}

/* Walks a kernel's function. */
static bool run_kernel(struct accesses *a, CXCursor function, struct value self)
{
	static const char *const tiled[] = {"tiled_index"};
	struct cursors parameters = {0};
	CXCursor body = body_of(function, &parameters);
	bool ok = !clang_Cursor_isNull(body) && parameters.count > 0;

	if (ok) {
		CXCursor index = parameters.items[0];
		CXType type = clang_getCursorType(index);

		see(a, index);
		if (is_launch_index(a, function, index))
			bind(a, index, (struct value){
				.kind = INDEX,
				.is_constant = is_const(type) || (!a->is_c && is_template_of(type, tiled, 1))});
		a->done = 0;
		/* C's views are parameters, too */
		for (size_t i = 1; i < parameters.count && a->is_c; i++) {
			if (clang_getCursorKind(parameters.items[i]) == CXCursor_ParmDecl)
				bind(a, parameters.items[i], value_of_held(a, NULL, parameters.items[i]));
		}
		run_body(a, function, body, self);
		a->written &= a->done;
		a->n_bindings = 0;
	}
	free(parameters.items);
	return ok;
}

static void destroy_helds(struct accesses *a)
{
	while (a->helds) {
		struct held *next = a->helds->next;

		free(a->helds);
		a->helds = next;
	}
	a->n_helds = 0;
}

/* Walks all functions that a launch may call; once more for each copy of the index
 * that turns out to be changed. */
static bool run_kernels(struct accesses *a, const CXCursor *functions, size_t n)
{
	bool ok = n > 0;

	do {
		struct value self = nothing;

		destroy_helds(a);
		a->is_to_repeat = false;
		a->written = EVERYTHING;
		a->index_changed = a->index_elsewhere = a->is_irregular = false;
		a->n_bodies = 0;
		if (!clang_Cursor_isNull(a->class))
			self = (struct value){.kind = OBJECT, .held = hold(a, NULL, clang_getNullCursor())};
		for (size_t i = 0; i < n && ok; i++)
			ok = run_kernel(a, functions[i], self);
	} while (ok && a->is_to_repeat);
	for (size_t i = 0; i < a->names.count && ok; i++) {
		bool is_used;

		a->is_blind |= !is_seen(a, a->names.items[i], &is_used);
	}
	return ok;
}

static struct accesses *begin(const struct unit *u, CXCursor kernel, bool is_c)
{
	struct accesses *a = xmalloc(sizeof(*a));

	*a = (struct accesses){.unit = u, .class = clang_getNullCursor(), .is_c = is_c};
	if (!cursor_range(u->clauses, kernel, &a->start, &a->end)) {
		accesses_destroy(a);
		return NULL;
	}
	a->seen = xmalloc(u->text.len / 8 + 1);
	memset(a->seen, 0, u->text.len / 8 + 1);
	return a;
}

static struct accesses *end(struct accesses *a, bool ok)
{
	free(a->bindings);
	free(a->copies);
	strings_finish(&a->names);
	if (ok)
		return a;
	accesses_destroy(a);
	return NULL;
}

struct accesses *lambda_accesses(const struct unit *u, CXCursor lambda)
{
	struct accesses *a = begin(u, lambda, false);

	return a ? end(a, run_kernels(a, &lambda, 1)) : NULL;
}

struct accesses *c_accesses(const struct unit *u, CXCursor kernel)
{
	struct accesses *a = begin(u, kernel, true);

	return a ? end(a, run_kernels(a, &kernel, 1)) : NULL;
}

struct operator_search {
	struct cursors found, bases;
	bool is_unknown;
};

static enum CXChildVisitResult find_operator(CXCursor c, CXCursor parent, CXClientData data)
{
	struct operator_search *s = data;
	enum CXCursorKind kind = clang_getCursorKind(c);

	if (kind == CXCursor_CXXBaseSpecifier)
		push_cursor(c, parent, &s->bases);
	else if ((kind == CXCursor_CXXMethod || kind == CXCursor_FunctionTemplate) &&
	         is_named(c, "operator()"))
		push_cursor(c, parent, &s->found);
	else if (kind == CXCursor_UsingDeclaration && is_named(c, "operator()"))
		s->is_unknown = true;
	return CXChildVisit_Continue;
}

/* The operator() that a class has or inherits. False if that is not known. */
static bool find_operators(CXCursor class, struct cursors *out)
{
	struct operator_search s = {0};
	bool ok;

	clang_visitChildren(class, find_operator, &s);
	ok = !s.is_unknown;
	if (ok && !s.found.count) {
		for (size_t i = 0; i < s.bases.count && ok; i++) {
			CXCursor base = clang_getCursorDefinition(
				clang_getTypeDeclaration(clang_getCursorType(s.bases.items[i])));

			ok = !clang_Cursor_isNull(base) &&
			     (clang_getCursorKind(base) == CXCursor_ClassDecl ||
			      clang_getCursorKind(base) == CXCursor_StructDecl) &&
			     find_operators(base, out);
		}
	}
	for (size_t i = 0; i < s.found.count && ok; i++) {
		CXCursor definition = clang_getCursorDefinition(s.found.items[i]);

		if (!(cursor_restrictions(s.found.items[i]) & RESTRICT_AMP))
			continue;
		ok = !clang_Cursor_isNull(definition) && !clang_CXXMethod_isVirtual(s.found.items[i]);
		push_cursor(definition, class, out);
	}
	free(s.found.items);
	free(s.bases.items);
	return ok;
}

struct accesses *class_accesses(const struct unit *u, CXCursor class)
{
	struct cursors operators = {0};
	struct accesses *a = NULL;

	if (find_operators(class, &operators) && operators.count)
		a = begin(u, class, false);
	if (a) {
		a->class = class;
		a = end(a, !has_specialized_members(a, class) &&
		                   run_kernels(a, operators.items, operators.count));
	}
	free(operators.items);
	return a;
}

void accesses_destroy(struct accesses *a)
{
	if (!a)
		return;
	destroy_helds(a);
	strings_finish(&a->premises);
	free(a->seen);
	free(a->bodies);
	free(a);
}

/* ---- Results ------------------------------------------------------------------------ */

/* What is at a path from the kernel or from a captured variable. NULL if it is not
 * used; *lost if nothing is known of its uses. */
static struct held *at_path(const struct accesses *a, const CXCursor *path, size_t n, bool *lost)
{
	struct held *h = NULL;
	bool is_used = false;

	*lost = a->is_blind;
	if (!clang_Cursor_isNull(a->class)) {
		h = find_held(a, NULL, clang_getNullCursor());
		*lost |= !h || h->other || !is_seen(a, "this", &is_used);
	}
	for (size_t i = 0; i < n && !*lost; i++) {
		char *name = take_string(clang_getCursorSpelling(path[i]));

		*lost |= !is_seen(a, name, &is_used);
		free(name);
		h = i && !h ? NULL : find_held(a, h, path[i]);
		*lost |= h && h->other;
	}
	/* a use, but not of what the walk takes for it */
	*lost |= !h && is_used;
	return h;
}

enum view_access view_access_of(const struct accesses *a, const CXCursor *path, size_t n,
                                bool *on_premises)
{
	bool lost;
	CXType type = clang_getCursorType(path[n - 1]);

	*on_premises = false;
	if (!a || !may_be_view(a, type))
		return VIEW_READ_WRITTEN;
	const struct held *h = at_path(a, path, n, &lost);

	if (lost)
		return VIEW_READ_WRITTEN;
	*on_premises = h && h->on_premises;
	if (!h || !h->written)
		return VIEW_READ;
	*on_premises |= a->index_on_premises;
	return !h->read && (a->written & bit_of(h)) && !a->index_changed && !a->is_irregular
	               ? VIEW_WRITTEN_AT_INDEX
	               : VIEW_READ_WRITTEN;
}

bool is_run_at_index(const struct accesses *a, const CXCursor *path, size_t n)
{
	bool lost;
	const struct held *h = a ? at_path(a, path, n, &lost) : NULL;

	return h && !lost && h->runs && h->runs == h->uses && !h->read && !h->written &&
	       (a->written & bit_of(h)) && !a->index_changed && !a->is_irregular;
}

const struct strings *access_premises(const struct accesses *a)
{
	return &a->premises;
}

bool is_only_at_index(const struct accesses *a, const CXCursor *path, size_t n)
{
	bool lost;
	const struct held *h = at_path(a, path, n, &lost);

	return !lost && (!h || (!h->elsewhere && !h->is_measured));
}

bool is_index_only_for_accesses(const struct accesses *a)
{
	return !a->is_blind && !a->index_elsewhere && !a->index_changed;
}
