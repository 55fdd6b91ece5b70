/* Kernels: lambdas become function objects (docs/how-it-works, "Lowering").
 *
 * The AST is walked once. A lambda with a restrict(amp) clause in code of the
 * host becomes a struct with the captured variables as members, in front of the
 * outermost declaration that holds it: at namespace scope, or as a member of
 * the class whose member function it is in. From there on a kernel is a
 * function object, whether the user wrote it as a lambda or as a class.
 * Everything is noted as edits on the flat text; the two units differ in the
 * texts of the edits only. */
#include "ampcc.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* A declaration that the walk is inside of. */
struct scope {
	CXCursor cursor;
	enum CXCursorKind kind;
	unsigned start, end;
	bool amp; /* a function or lambda whose body is amp code */
};

/* How many kernels a function has so far. */
struct ordinal {
	char *base;
	unsigned count;
};

/* A lambda to lower when the walk is over and all other edits are known. */
struct kernel {
	CXCursor lambda;
	struct scope *scopes; /* from the outside in; a copy */
	size_t n_scopes;
	unsigned start, end, body_start, body_end;
};

struct lowering {
	struct unit *unit;
	const struct clauses *clauses;
	struct edits *edits;
	const char *text;
	struct tokens *tokens;
	struct scope *scopes;
	size_t n_scopes, scopes_capacity;
	struct kernel *kernels;
	size_t n_kernels, kernels_capacity;
	struct ordinal *ordinals;
	size_t n_ordinals;
	unsigned *visited; /* starts of lambdas seen; instantiations repeat them */
	size_t n_visited;
	unsigned hash;          /* of the unit, for unnamed namespaces */
	bool has_kernels;
};

/* FNV-1a (Fowler, Noll, Vo). */
static unsigned hash_string(const char *s)
{
	unsigned h = 2166136261u;

	while (*s)
		h = (h ^ (unsigned char)*s++) * 16777619u;
	return h;
}

/* The part of a path that names it, as an identifier: "scan" of "src/scan.cpp". */
static char *identifier_of_path(const char *path)
{
	const char *base = strrchr(path, '/');
	char *name = xstrdup(base ? base + 1 : path);

	name[strcspn(name, ".")] = 0;
	for (char *p = name; *p; p++) {
		if (!isalnum((unsigned char)*p))
			*p = '_';
	}
	return name;
}

/* A hash that tells a file from another of the same name, the same in each
 * unit that includes it. */
static unsigned hash_file(const char *path)
{
	char *full = realpath(path, NULL);
	unsigned h = hash_string(full ? full : path);

	free(full);
	return h;
}

static const struct token *token(const struct lowering *l, size_t i)
{
	return &l->tokens->items[i];
}

static bool is(const struct lowering *l, size_t i, const char *spelling)
{
	return token_is(l->text, token(l, i), spelling);
}

static char *render(struct lowering *l, unsigned start, unsigned end, enum unit_kind kind)
{
	struct text t = {0};

	text_append(&t, "");
	edits_render(l->edits, l->text, start, end, kind, &t);
	return t.data;
}

/* ---- Restriction clauses and specifiers -------------------------------- */

/* Takes the clause out, with a space in front of it. */
static void remove_clause(struct lowering *l, const struct clause *c)
{
	unsigned start = c->start;

	if (start && l->text[start - 1] == ' ')
		start--;
	edit_replace(l->edits, start, c->end, "", "");
}

/* The range of a function. libclang has none, or one that begins at the first
 * parameter, for abbreviated function templates (C++20). */
static bool function_range(const struct lowering *l, CXCursor function, unsigned *start,
                           unsigned *end)
{
	unsigned name;
	bool known = cursor_range(l->clauses, function, start, end);

	if (!cursor_offset(l->clauses, function, &name) || (known && *start <= name))
		return known;
	size_t i = token_at(l->tokens, name);
	size_t body = declarator_end(l->unit, name, l->unit->text.len);

	while (i > 0 && token(l, i - 1)->kind != TOKEN_DIRECTIVE && !is(l, i - 1, ";") &&
	       !is(l, i - 1, "{") && !is(l, i - 1, "}") && !is(l, i - 1, ":"))
		i--;
	*start = token(l, i)->offset;
	*end = is(l, body, "{") && token(l, body)->match > 0
	               ? token(l, token(l, body)->match)->offset + 1
	               : token(l, body)->offset;
	return true;
}

/* Whether the walk is inside of a function or lambda of amp code. */
static bool in_amp_code(const struct lowering *l)
{
	for (size_t i = 0; i < l->n_scopes; i++) {
		if (l->scopes[i].amp)
			return true;
	}
	return false;
}

/* __host__ __device__ in front of a function with amp in its clause. Also for
 * restrict(amp) alone: the CPU accelerator runs it on the host. */
static void specify_function(struct lowering *l, CXCursor function, unsigned start, unsigned end)
{
	unsigned name, body;
	const struct clause *c;

	if (!cursor_offset(l->clauses, function, &name))
		return;
	/* the clause stands between the name and the body or the semicolon */
	body = token(l, declarator_end(l->unit, name, end))->offset;
	c = clause_in(l->clauses, name, body);
	/* a member of a class local to amp code is amp code (specification 2.2.1) */
	if (!c && in_amp_code(l) && !clang_CXXMethod_isDefaulted(function))
		edit_insert(l->edits, token(l, specifiers_begin(l->unit, start))->offset,
		            "__host__ __device__ ", NULL);
	for (unsigned from = name; (c = clause_in(l->clauses, from, body)) != NULL; from = c->end) {
		if (c->on_type || !(c->restrictions & (RESTRICT_AMP | RESTRICT_AUTO)))
			continue;
		/* = default takes no specifiers: its restrictions follow from its class */
		size_t after = token_at(l->tokens, c->end);

		if (is(l, after, "=") && is(l, after + 1, "default"))
			return;
		edit_insert(l->edits, token(l, specifiers_begin(l->unit, start))->offset,
		            "__host__ __device__ ", NULL);
		return;
	}
}

/* ---- The walk ---------------------------------------------------------- */

static enum CXChildVisitResult visit(CXCursor c, CXCursor parent, CXClientData data);

static void walk_inside(struct lowering *l, CXCursor c, unsigned start, unsigned end, bool amp)
{
	if (l->n_scopes == l->scopes_capacity) {
		l->scopes_capacity = l->scopes_capacity ? l->scopes_capacity * 2 : 16;
		l->scopes = xrealloc(l->scopes, l->scopes_capacity * sizeof(*l->scopes));
	}
	l->scopes[l->n_scopes++] =
		(struct scope){c, clang_getCursorKind(c), start, end, amp};
	clang_visitChildren(c, visit, l);
	l->n_scopes--;
}

static bool in_function(const struct lowering *l)
{
	for (size_t i = 0; i < l->n_scopes; i++) {
		if (is_function(l->scopes[i].kind))
			return true;
	}
	return false;
}

/* An unnamed namespace gets a name: nvcc and the host compilers mangle unnamed
 * ones differently. Inline, so that lookup stays what it was. */
static void name_namespace(struct lowering *l, unsigned start)
{
	size_t i = token_at(l->tokens, start);

	while (!is(l, i, "namespace") && token(l, i)->kind != TOKEN_END)
		i++;
	if (!is(l, i + 1, "{"))
		return;
	char *stem = identifier_of_path(l->unit->request->display_path);
	char *name = xasprintf("inline namespace unnamed_%s_%08x", stem, l->hash);
	unsigned at = token(l, i)->offset;

	edit_replace(l->edits, at, at + strlen("namespace"), name, name);
	free(name);
	free(stem);
}

static bool first_visit(struct lowering *l, unsigned start)
{
	for (size_t i = 0; i < l->n_visited; i++) {
		if (l->visited[i] == start)
			return false;
	}
	l->visited = xrealloc(l->visited, (l->n_visited + 1) * sizeof(*l->visited));
	l->visited[l->n_visited++] = start;
	return true;
}

static void visit_lambda(struct lowering *l, CXCursor c, unsigned start, unsigned end)
{
	unsigned body = lambda_body(l->unit, start);
	const struct clause *clause = clause_in(l->clauses, start, body);
	bool amp = clause && clause->restrictions & (RESTRICT_AMP | RESTRICT_AUTO);

	if (!first_visit(l, start))
		return;
	if (amp && !in_amp_code(l)) {
		if (l->n_kernels == l->kernels_capacity) {
			l->kernels_capacity = l->kernels_capacity ? l->kernels_capacity * 2 : 16;
			l->kernels = xrealloc(l->kernels, l->kernels_capacity * sizeof(*l->kernels));
		}
		struct scope *scopes = xmalloc((l->n_scopes + 1) * sizeof(*scopes));

		memcpy(scopes, l->scopes, l->n_scopes * sizeof(*scopes));
		l->kernels[l->n_kernels++] = (struct kernel){
			.lambda = c, .scopes = scopes, .n_scopes = l->n_scopes, .start = start,
			.end = end, .body_start = body, .body_end = end};
	}
	walk_inside(l, c, start, end, amp || in_amp_code(l));
}

/* ---- Classes that hold containers --------------------------------------- */

static bool needs_visit(CXType type, int depth);

static enum CXVisitorResult field_needs_visit(CXCursor field, CXClientData data)
{
	bool *found = data;

	*found |= needs_visit(clang_getCursorType(field), 1);
	return *found ? CXVisit_Break : CXVisit_Continue;
}

static enum CXChildVisitResult base_needs_visit(CXCursor c, CXCursor parent, CXClientData data)
{
	bool *found = data;

	(void)parent;
	if (clang_getCursorKind(c) == CXCursor_CXXBaseSpecifier)
		*found |= needs_visit(clang_getCursorType(c), 1);
	return CXChildVisit_Continue;
}

/* Whether objects of a type can hold a container of C++ AMP. */
static bool needs_visit(CXType type, int depth)
{
	static const char *const containers[] = {"array", "array_view", "texture", "texture_view",
	                                         "writeonly_texture_view"};
	bool found = false;

	type = clang_getCanonicalType(type);
	while (type.kind == CXType_LValueReference || type.kind == CXType_Pointer ||
	       type.kind == CXType_RValueReference)
		type = clang_getPointeeType(type);
	while (type.kind == CXType_ConstantArray)
		type = clang_getArrayElementType(type);
	CXCursor declaration = clang_getTypeDeclaration(type);

	if (depth > 8 || clang_Cursor_isNull(declaration) ||
	    clang_getCursorKind(declaration) == CXCursor_NoDeclFound) {
		/* array_view<T, N> of a template has no declaration of its own */
		char *spelling = take_string(clang_getTypeSpelling(type));

		for (size_t i = 0; i < sizeof(containers) / sizeof(*containers); i++) {
			char *head = xasprintf("%s<", containers[i]);
			const char *p = strstr(spelling, head);

			found |= p && (p == spelling || !(isalnum((unsigned char)p[-1]) || p[-1] == '_'));
			free(head);
		}
		free(spelling);
		return found;
	}
	char *name = take_string(clang_getCursorSpelling(declaration));

	for (size_t i = 0; i < sizeof(containers) / sizeof(*containers); i++)
		found |= !strcmp(name, containers[i]);
	free(name);
	if (found) {
		char *scope = take_string(
			clang_getCursorSpelling(clang_getCursorSemanticParent(declaration)));
		found = !strcmp(scope, "Concurrency") || !strcmp(scope, "graphics");
		free(scope);
		if (found)
			return true;
	}
	if (clang_Location_isFromMainFile(clang_getCursorLocation(declaration)) ||
	    clang_getCursorKind(declaration) == CXCursor_ClassDecl ||
	    clang_getCursorKind(declaration) == CXCursor_StructDecl) {
		clang_Type_visitFields(type, field_needs_visit, &found);
		if (!found)
			clang_visitChildren(clang_getCursorDefinition(declaration), base_needs_visit, &found);
	}
	return found;
}

/* What amp_visit puts in front of a member's name: its parameter is `visit`. */
static const char *own_name(const char *member)
{
	return !strcmp(member, "visit") ? "this->" : "";
}

struct members {
	struct text visits; /* " visit(a);" for each */
	bool any, dependent_with_amp;
	bool has_amp_member;
	bool has_amp_visit;
};

static bool is_dependent_field(CXType type)
{
	CXType t = clang_getCanonicalType(type);

	while (t.kind == CXType_LValueReference || t.kind == CXType_Pointer)
		t = clang_getPointeeType(t);
	return t.kind == CXType_Unexposed || t.kind == CXType_Dependent;
}

static enum CXChildVisitResult collect_members(CXCursor c, CXCursor parent, CXClientData data)
{
	struct members *m = data;
	enum CXCursorKind kind = clang_getCursorKind(c);
	char *name = take_string(clang_getCursorSpelling(c));

	(void)parent;
	if (kind == CXCursor_FieldDecl && *name) {
		CXType type = clang_getCursorType(c);
		bool visit = needs_visit(type, 0);

		m->any |= visit;
		m->dependent_with_amp |= is_dependent_field(type);
		if (visit || is_dependent_field(type))
			text_printf(&m->visits, " visit(%s%s);", own_name(name), name);
	} else if (kind == CXCursor_CXXBaseSpecifier) {
		bool visit = needs_visit(clang_getCursorType(c), 0);
		bool dependent = is_dependent_field(clang_getCursorType(c));

		m->any |= visit;
		m->dependent_with_amp |= dependent;
		if (visit || dependent) {
			char *base = take_string(clang_getTypeSpelling(clang_getCursorType(c)));

			text_printf(&m->visits, " visit(static_cast<const %s &>(*this));", base);
			free(base);
		}
	} else if (is_function(kind)) {
		m->has_amp_member |= (cursor_restrictions(c) & RESTRICT_AMP) != 0;
		m->has_amp_visit |= !strcmp(name, "amp_visit");
	}
	free(name);
	return CXChildVisit_Continue;
}

/* amp_visit: how the runtime finds the containers inside of an object. */
static void add_amp_visit(struct lowering *l, CXCursor class, unsigned end)
{
	struct members m = {0};

	if (clang_getCursorKind(class) == CXCursor_UnionDecl || l->text[end - 1] != '}')
		return;
	clang_visitChildren(class, collect_members, &m);
	if ((m.any || (m.dependent_with_amp && m.has_amp_member)) && !m.has_amp_visit) {
		char *s = xasprintf("public: template <typename Visitor> void amp_visit(Visitor &visit) "
		                    "const {%s } ",
		                    m.visits.data);
		edit_insert(l->edits, end - 1, s, s);
		free(s);
	}
	text_finish(&m.visits);
}

/* ---- Classes local to a function ---------------------------------------- */

static void move_local_class(struct lowering *l, CXCursor c, unsigned start, unsigned end);

static enum CXChildVisitResult visit(CXCursor c, CXCursor parent, CXClientData data)
{
	struct lowering *l = data;
	enum CXCursorKind kind = clang_getCursorKind(c);
	unsigned start, end, at;

	(void)parent;
	if (is_instantiation(c))
		return CXChildVisit_Continue;
	if (is_function(kind) ? !function_range(l, c, &start, &end)
	                      : !cursor_range(l->clauses, c, &start, &end)) {
		/* implicit nodes have no range, their children may */
		if (clang_isDeclaration(kind) && l->n_scopes == 0)
			return CXChildVisit_Continue;
		return CXChildVisit_Recurse;
	}
	if (kind == CXCursor_Namespace) {
		if (clang_Cursor_isAnonymous(c))
			name_namespace(l, start);
		walk_inside(l, c, start, end, false);
		return CXChildVisit_Continue;
	}
	if (is_class(kind)) {
		bool local = in_function(l) && !in_amp_code(l);

		walk_inside(l, c, start, end, false);
		if (clang_isCursorDefinition(c)) {
			add_amp_visit(l, c, end);
			if (local)
				move_local_class(l, c, start, end);
		}
		return CXChildVisit_Continue;
	}
	/* the call operator of a generic lambda: the lambda itself is visited */
	if (is_function(kind) && cursor_offset(l->clauses, c, &at) &&
	    is(l, token_at(l->tokens, at), "["))
		return CXChildVisit_Continue;
	if (is_function(kind)) {
		bool amp = cursor_restrictions(c) & RESTRICT_AMP;

		specify_function(l, c, start, end);
		l->has_kernels |= amp;
		walk_inside(l, c, start, end, amp);
		return CXChildVisit_Continue;
	}
	if (kind == CXCursor_LambdaExpr) {
		visit_lambda(l, c, start, end);
		return CXChildVisit_Continue;
	}
	if (kind == CXCursor_LinkageSpec || (kind == CXCursor_VarDecl && !in_function(l))) {
		walk_inside(l, c, start, end, false);
		return CXChildVisit_Continue;
	}
	return CXChildVisit_Recurse;
}

/* ---- Template heads ----------------------------------------------------- */

/* The template parameters that a moved declaration needs, as written for its
 * head and as arguments where it is used. */
struct template_head {
	struct text parameters; /* "typename T, int N" */
	struct text arguments;  /* "T, N" */
	struct strings names;
};

static void template_head_finish(struct template_head *h)
{
	text_finish(&h->parameters);
	text_finish(&h->arguments);
	strings_finish(&h->names);
}

static void template_head_add(struct template_head *h, const char *parameter, const char *name,
                              bool pack)
{
	text_printf(&h->parameters, "%s%s", h->parameters.len ? ", " : "", parameter);
	text_printf(&h->arguments, "%s%s%s", h->arguments.len ? ", " : "", name, pack ? "..." : "");
	strings_push(&h->names, name);
}

struct head_collector {
	const struct lowering *lowering;
	struct template_head *head;
};

static enum CXChildVisitResult collect_parameter(CXCursor c, CXCursor parent, CXClientData data)
{
	struct head_collector *h = data;
	const struct lowering *l = h->lowering;
	enum CXCursorKind kind = clang_getCursorKind(c);
	unsigned start, end;

	(void)parent;
	if (kind != CXCursor_TemplateTypeParameter && kind != CXCursor_NonTypeTemplateParameter &&
	    kind != CXCursor_TemplateTemplateParameter)
		return CXChildVisit_Continue;
	char *name = take_string(clang_getCursorSpelling(c));

	/* an unnamed parameter cannot be spoken of in the body */
	if (*name && cursor_range(l->clauses, c, &start, &end)) {
		struct text t = {0};
		bool pack = false;

		text_append(&t, "");
		for (size_t i = token_at(l->tokens, start); token(l, i)->offset < end; i++) {
			if (is(l, i, "=")) {
				end = token(l, i)->offset;
				break;
			}
			pack |= is(l, i, ".");
		}
		while (end > start && isspace((unsigned char)l->text[end - 1]))
			end--;
		text_append_n(&t, l->text + start, end - start);
		template_head_add(h->head, t.data, name, pack);
		text_finish(&t);
	}
	free(name);
	return CXChildVisit_Continue;
}

/* Adds the parameters of a template to a head. */
static void collect_template_parameters(const struct lowering *l, CXCursor template,
                                        struct template_head *head)
{
	struct head_collector h = {l, head};

	clang_visitChildren(template, collect_parameter, &h);
}

/* ---- Places for moved declarations -------------------------------------- */

/* Where a declaration that must precede scopes[…] goes, and what it needs. */
struct place {
	unsigned at;
	struct template_head head; /* of the function templates around it */
	bool in_class;             /* at class scope: access must be restored */
	const char *access;        /* "private: " or the like, or "" */
	/* out-of-class member: the struct is a member as well */
	CXCursor class;            /* its definition gets a declaration */
	bool out_of_class;
	char *qualifier;           /* "A<T>::", or "" */
	struct text class_heads;   /* "template <typename T> " of the class */
	struct text namespaces;    /* "namespace a { " for a function defined as a::f */
	unsigned n_namespaces;
};

static void place_finish(struct place *p)
{
	template_head_finish(&p->head);
	text_finish(&p->class_heads);
	text_finish(&p->namespaces);
	free(p->qualifier);
}

/* The start of the comment block right above a declaration, or its own. */
static unsigned above_comment(const struct lowering *l, unsigned start)
{
	const char *s = l->text;
	unsigned line = start;

	while (line && s[line - 1] != '\n') {
		if (!isspace((unsigned char)s[line - 1]))
			return start; /* something else on the line */
		line--;
	}
	for (unsigned at = line; at > 0;) {
		unsigned previous = at - 1, end = at - 1;

		while (previous && s[previous - 1] != '\n')
			previous--;
		unsigned text = previous;

		while (text < end && isspace((unsigned char)s[text]))
			text++;
		if (end - text < 2 || s[text] != '/' || s[text + 1] != '/')
			return at;
		at = previous;
	}
	return line;
}

/* The out-of-class definition of a member or of a namespace's function. */
static void place_qualified(struct lowering *l, const struct scope *f, struct place *p)
{
	unsigned name;

	if (!cursor_offset(l->clauses, f->cursor, &name))
		return;
	size_t i = token_at(l->tokens, name), first = i;

	while (first > 0 && is(l, first - 1, "::")) {
		size_t k = first - 2;

		if (is(l, k, ">")) {
			int depth = 0;

			for (;; k--) {
				depth += is(l, k, ">") - is(l, k, "<");
				if (!depth || !k)
					break;
			}
			k--;
		}
		if (token(l, k)->kind != TOKEN_IDENTIFIER)
			break;
		first = k;
	}
	free(p->qualifier);
	p->qualifier = xstrndup(l->text + token(l, first)->offset,
	                        token(l, i)->offset - token(l, first)->offset);
	CXCursor parent = clang_getCursorSemanticParent(f->cursor);

	if (is_class(clang_getCursorKind(parent))) {
		bool function_template = f->kind == CXCursor_FunctionTemplate;
		size_t t = token_at(l->tokens, f->start), heads = 0;

		for (size_t k = t; is(l, k, "template");) {
			heads++;
			k = token_skip_angles(l->text, l->tokens, k + 1);
		}
		for (size_t n = 0; n + function_template < heads; n++) {
			size_t next = token_skip_angles(l->text, l->tokens, t + 1);

			text_append_n(&p->class_heads, l->text + token(l, t)->offset,
			              token(l, next - 1)->offset + 1 - token(l, t)->offset);
			text_append(&p->class_heads, " ");
			t = next;
		}
		p->out_of_class = true;
		p->class = parent;
		return;
	}
	/* void a::b::f(): lookup goes through a::b */
	for (CXCursor n = parent; clang_getCursorKind(n) == CXCursor_Namespace;
	     n = clang_getCursorSemanticParent(n)) {
		if (clang_equalCursors(n, clang_getCursorLexicalParent(f->cursor)))
			break;
		char *spelling = take_string(clang_getCursorSpelling(n));
		char *rest = p->namespaces.data ? xstrdup(p->namespaces.data) : xstrdup("");

		text_finish(&p->namespaces);
		text_printf(&p->namespaces, "namespace %s { %s", spelling, rest);
		p->n_namespaces++;
		free(rest);
		free(spelling);
	}
	free(p->qualifier);
	p->qualifier = xstrdup("");
}

static void find_place(struct lowering *l, const struct scope *scopes, size_t n, struct place *p)
{
	size_t outer = 0;

	*p = (struct place){.access = "", .qualifier = xstrdup("")};
	/* the outermost declaration that is neither namespace nor class */
	while (outer < n && (scopes[outer].kind == CXCursor_Namespace ||
	                     is_class(scopes[outer].kind)))
		outer++;
	if (outer == n) {
		p->at = n ? scopes[n - 1].start : 0;
		return;
	}
	const struct scope *f = &scopes[outer];

	p->at = above_comment(l, f->start);
	for (size_t i = outer; i < n; i++) {
		if (scopes[i].kind == CXCursor_FunctionTemplate)
			collect_template_parameters(l, scopes[i].cursor, &p->head);
	}
	if (f->kind == CXCursor_LinkageSpec)
		return;
	CXCursor semantic = clang_getCursorSemanticParent(f->cursor);
	CXCursor lexical = clang_getCursorLexicalParent(f->cursor);

	if (outer && is_class(scopes[outer - 1].kind)) {
		enum CX_CXXAccessSpecifier a = clang_getCXXAccessSpecifier(f->cursor);

		p->in_class = true;
		p->access = a == CX_CXXPrivate     ? "private: "
		            : a == CX_CXXProtected ? "protected: "
		                                   : "";
		/* a friend has no access of its own: the class's default is next best */
	} else if (!clang_equalCursors(semantic, lexical)) {
		place_qualified(l, f, p);
	}
}

/* A #line directive for the flat text's offset, on a line of its own. */
static void append_line_directive(const struct lowering *l, struct text *t, unsigned offset)
{
	struct location at = unit_locate(l->unit, offset);

	if (t->len && t->data[t->len - 1] != '\n')
		text_append(t, "\n");
	text_printf(t, "#line %u \"%s\"\n", at.line, at.file);
}

/* Puts a declaration at a place. name: of the struct. */
static void insert_declaration(struct lowering *l, const struct place *p, const char *name,
                               struct text declaration[UNIT_KINDS])
{
	struct text t[UNIT_KINDS] = {{0}};

	for (int k = 0; k < UNIT_KINDS; k++) {
		if (p->at && l->text[p->at - 1] != '\n')
			text_append(&t[k], "\n");
		if (p->in_class && *p->access)
			text_append(&t[k], "public:\n");
		if (p->namespaces.len)
			text_append(&t[k], p->namespaces.data);
		text_append_n(&t[k], declaration[k].data, declaration[k].len);
		text_append(&t[k], "\n");
		for (unsigned i = 0; i < p->n_namespaces; i++)
			text_append(&t[k], "}");
		if (p->in_class && *p->access)
			text_printf(&t[k], "%s", p->access);
		append_line_directive(l, &t[k], p->at);
	}
	edit_insert_first(l->edits, p->at, t[UNIT_DEVICE].data, t[UNIT_HOST].data);
	for (int k = 0; k < UNIT_KINDS; k++)
		text_finish(&t[k]);
	if (p->out_of_class) {
		unsigned start, end;
		CXCursor definition = clang_getCursorDefinition(p->class);

		if (cursor_range(l->clauses, definition, &start, &end)) {
			struct text d = {0};

			text_append(&d, "public: ");
			if (p->head.parameters.len)
				text_printf(&d, "template <%s> ", p->head.parameters.data);
			text_printf(&d, "struct %s; ", name);
			edit_insert(l->edits, end - 1, d.data, d.data);
			text_finish(&d);
		}
	}
}

/* Begins "template <…> struct A<T>::name". */
static void append_struct_head(const struct place *p, struct text *t, const char *name)
{
	if (p->class_heads.len)
		text_append(t, p->class_heads.data);
	if (p->head.parameters.len)
		text_printf(t, "template <%s>\n", p->head.parameters.data);
	text_printf(t, "struct %s%s {\n", p->qualifier, name);
}

/* An identifier of its own for the n-th thing of a function in a file. */
static char *unique_name(struct lowering *l, const struct scope *scopes, size_t n,
                         const char *what, unsigned offset)
{
	char *base = NULL;
	bool member = false;

	for (size_t i = 0; i < n; i++) {
		if (is_function(scopes[i].kind) || scopes[i].kind == CXCursor_VarDecl) {
			base = take_string(clang_getCursorSpelling(scopes[i].cursor));
			CXCursor parent = clang_getCursorSemanticParent(scopes[i].cursor);

			member = is_class(clang_getCursorKind(parent));
			break;
		}
	}
	if (!base)
		base = xstrdup("lambda");
	base[strcspn(base, "<")] = 0;
	for (char *p = base; *p; p++) {
		if (!isalnum((unsigned char)*p))
			*p = '_';
	}
	struct ordinal *o = NULL;
	char *key = xasprintf("%s_%s", base, what);

	for (size_t i = 0; i < l->n_ordinals; i++) {
		if (!strcmp(l->ordinals[i].base, key))
			o = &l->ordinals[i];
	}
	if (!o) {
		l->ordinals = xrealloc(l->ordinals, (l->n_ordinals + 1) * sizeof(*l->ordinals));
		o = &l->ordinals[l->n_ordinals++];
		*o = (struct ordinal){xstrdup(key), 0};
	}
	o->count++;
	/* Two files may each have a function of this name; a class is one thing. */
	char *name = member ? xasprintf("%s_%s_%u", base, what, o->count)
	                    : xasprintf("%s_%s_%u_%04x", base, what, o->count,
	                                hash_file(unit_locate(l->unit, offset).file) & 0xffff);
	free(key);
	free(base);
	return name;
}

/* ---- What a body takes from around it ----------------------------------- */

enum dependence_kind {
	DEPENDENCE_VARIABLE, /* a member of the struct */
	DEPENDENCE_CONSTANT, /* a constant, repeated in the struct */
	DEPENDENCE_TYPE,     /* a typedef or enumeration, repeated in the struct */
};

struct dependence {
	enum dependence_kind kind;
	CXCursor declaration;
	char *name;
	bool by_reference;
	bool init_capture;
	unsigned init_start, init_end; /* of an init-capture's initializer */
	char *type_parameter; /* the template parameter for its type, or NULL */
	char *type;           /* as written in the struct */
};

struct dependences {
	struct lowering *lowering;
	unsigned start, end; /* what is declared in here is not outside */
	struct dependence *items;
	size_t count, capacity;
};

static enum CXChildVisitResult find_non_constant(CXCursor c, CXCursor parent, CXClientData data);

/* Whether an initializer can be evaluated by the compiler: its names are
 * constants, too, and it calls nothing. */
bool is_constant(CXCursor variable)
{
	CXType type = clang_getCursorType(variable);
	CXType canonical = clang_getCanonicalType(type);
	bool non_constant = false;
	CXCursor init = clang_Cursor_getVarDeclInitializer(variable);

	if (clang_getCursorKind(variable) != CXCursor_VarDecl || clang_Cursor_isNull(init))
		return false;
	if (!clang_isConstQualifiedType(canonical))
		return false;
	bool integral = (canonical.kind >= CXType_Bool && canonical.kind <= CXType_Int128) ||
	                canonical.kind == CXType_Enum || canonical.kind == CXType_Unexposed ||
	                canonical.kind == CXType_Dependent || canonical.kind == CXType_Auto;

	if (!integral)
		return false;
	find_non_constant(init, variable, &non_constant);
	if (!non_constant)
		clang_visitChildren(init, find_non_constant, &non_constant);
	return !non_constant;
}

static enum CXChildVisitResult find_non_constant(CXCursor c, CXCursor parent, CXClientData data)
{
	bool *found = data;
	enum CXCursorKind kind = clang_getCursorKind(c);

	(void)parent;
	if (kind == CXCursor_CallExpr || kind == CXCursor_CXXNewExpr || kind == CXCursor_LambdaExpr) {
		CXCursor callee = clang_getCursorReferenced(c);

		/* a constexpr function, or a conversion that names nothing */
		*found |= !clang_Cursor_isNull(callee) &&
		          clang_getCursorKind(callee) != CXCursor_Constructor;
	} else if (kind == CXCursor_DeclRefExpr || kind == CXCursor_MemberRefExpr) {
		CXCursor d = clang_getCursorReferenced(c);
		enum CXCursorKind dk = clang_getCursorKind(d);

		if (dk == CXCursor_ParmDecl || dk == CXCursor_FieldDecl)
			*found = true;
		else if (dk == CXCursor_VarDecl)
			*found |= !is_constant(d);
	}
	return *found ? CXChildVisit_Break : CXChildVisit_Recurse;
}

static struct dependence *find_dependence(struct dependences *d, CXCursor declaration)
{
	for (size_t i = 0; i < d->count; i++) {
		if (clang_equalCursors(d->items[i].declaration, declaration))
			return &d->items[i];
	}
	return NULL;
}

static struct dependence *add_dependence(struct dependences *d, enum dependence_kind kind,
                                         CXCursor declaration)
{
	if (d->count == d->capacity) {
		d->capacity = d->capacity ? d->capacity * 2 : 16;
		d->items = xrealloc(d->items, d->capacity * sizeof(*d->items));
	}
	d->items[d->count] = (struct dependence){
		.kind = kind,
		.declaration = declaration,
		.name = take_string(clang_getCursorSpelling(declaration)),
	};
	return &d->items[d->count++];
}

static const char unused_attribute[] = " __attribute__((unused))";

/* What is repeated in a kernel may have no other use: the host compiler is not
 * to warn of that. */
static void mark_unused(struct lowering *l, CXCursor variable)
{
	unsigned name;

	if (!cursor_offset(l->clauses, variable, &name) || !first_visit(l, name))
		return;
	const struct token *t = token(l, token_at(l->tokens, name));

	edit_insert(l->edits, t->offset + t->len, NULL, unused_attribute);
}

static enum CXChildVisitResult find_dependences(CXCursor c, CXCursor parent, CXClientData data)
{
	struct dependences *d = data;
	enum CXCursorKind kind = clang_getCursorKind(c);
	CXCursor target = clang_getNullCursor();
	unsigned at;

	(void)parent;
	if (kind == CXCursor_DeclRefExpr || kind == CXCursor_TypeRef || kind == CXCursor_VariableRef)
		target = clang_getCursorReferenced(c);
	if (clang_Cursor_isNull(target))
		return CXChildVisit_Recurse;
	enum CXCursorKind tk = clang_getCursorKind(target);

	if (tk == CXCursor_EnumConstantDecl) {
		target = clang_getCursorSemanticParent(target);
		tk = CXCursor_EnumDecl;
	}
	if (!cursor_offset(d->lowering->clauses, target, &at) || (at >= d->start && at < d->end) ||
	    !is_local(target) || find_dependence(d, target))
		return CXChildVisit_Recurse;
	if (tk == CXCursor_VarDecl || tk == CXCursor_ParmDecl) {
		if (is_constant(target)) {
			clang_visitChildren(target, find_dependences, d);
			add_dependence(d, DEPENDENCE_CONSTANT, target);
			mark_unused(d->lowering, target);
		} else {
			add_dependence(d, DEPENDENCE_VARIABLE, target);
		}
	} else if (tk == CXCursor_TypedefDecl || tk == CXCursor_TypeAliasDecl ||
	           tk == CXCursor_EnumDecl || tk == CXCursor_StructDecl ||
	           tk == CXCursor_ClassDecl || tk == CXCursor_UnionDecl) {
		/* what a moved class itself needs moved along with it */
		if (!is_class(tk))
			clang_visitChildren(target, find_dependences, d);
		if (tk == CXCursor_TypedefDecl || tk == CXCursor_TypeAliasDecl)
			mark_unused(d->lowering, target);
		add_dependence(d, DEPENDENCE_TYPE, target);
	}
	return CXChildVisit_Recurse;
}

static void dependences_finish(struct dependences *d)
{
	for (size_t i = 0; i < d->count; i++) {
		free(d->items[i].name);
		free(d->items[i].type_parameter);
		free(d->items[i].type);
	}
	free(d->items);
}

/* A spelling of a variable's type that means the same where the struct stands:
 * canonical, without const and reference; NULL if it depends on template
 * parameters or has no name there. */
static char *portable_type(CXType type, bool in_template)
{
	type = clang_getCanonicalType(type);
	if (type.kind == CXType_LValueReference || type.kind == CXType_RValueReference)
		type = clang_getPointeeType(type);
	type = clang_getUnqualifiedType(type);
	CXType element = type;

	while (element.kind == CXType_ConstantArray)
		element = clang_getArrayElementType(element);
	if (element.kind != type.kind) { /* int[3] has its wrapper */
		char *e = portable_type(element, in_template);
		char *array = take_string(clang_getTypeSpelling(type));
		char *wrapped = e ? xasprintf("Concurrency::details::captured_t<%s>", array) : NULL;

		free(e);
		free(array);
		return wrapped;
	}
	char *s = take_string(clang_getTypeSpelling(type));
	bool dependent = type.kind == CXType_Unexposed || type.kind == CXType_Dependent ||
	                 type.kind == CXType_Auto || strstr(s, "-parameter-") || strchr(s, '(') ||
	                 strchr(s, '[') || strstr(s, "auto") || strstr(s, "decltype");

	/* in a template any name may be one of its parameters */
	if (!dependent && in_template) {
		CXCursor declaration = clang_getTypeDeclaration(type);

		dependent = strchr(s, '<') != NULL ||
		            clang_getCursorKind(declaration) == CXCursor_TemplateTypeParameter;
	}
	/* a class local to a function has no name outside */
	CXCursor declaration = clang_getTypeDeclaration(type);

	if (!clang_Cursor_isNull(declaration) && is_local(declaration))
		dependent = true;
	for (int i = 0; i < clang_Type_getNumTemplateArguments(type); i++) {
		CXType argument = clang_Type_getTemplateArgumentAsType(type, i);
		CXCursor a = clang_getTypeDeclaration(argument);

		if (argument.kind != CXType_Invalid && !clang_Cursor_isNull(a) && is_local(a))
			dependent = true;
	}
	if (dependent) {
		free(s);
		return NULL;
	}
	return s;
}

/* The declaration of a constant or a type, for repetition in the struct. */
static char *repeat_declaration(struct lowering *l, const struct dependence *d, bool member,
                                enum unit_kind kind)
{
	unsigned start, end, name;

	if (!cursor_range(l->clauses, d->declaration, &start, &end) ||
	    !cursor_offset(l->clauses, d->declaration, &name))
		return xstrdup("");
	if (d->kind == DEPENDENCE_TYPE) {
		if (is_class(clang_getCursorKind(d->declaration))) {
			/* moved out of its function; a typedef stands in its place */
			for (size_t i = 0; i < l->edits->count; i++) {
				const struct edit *e = &l->edits->items[i];

				if (e->start == start && e->end == end && e->text[kind])
					return xasprintf("%s;", e->text[kind]);
			}
		}
		char *s = render(l, start, end, kind);
		char *declaration = xasprintf("%s;", s);

		free(s);
		return declaration;
	}
	CXType type = clang_getCursorType(d->declaration);
	char *spelling = portable_type(type, false);

	if (!spelling)
		spelling = take_string(clang_getTypeSpelling(clang_getUnqualifiedType(type)));
	size_t first = token_at(l->tokens, name) + 1;

	if (is(l, first, "(") && token(l, first)->match > 0)
		end = token(l, token(l, first)->match)->offset + 1; /* clang's range stops short */
	char *init = render(l, name + strlen(d->name), end, kind);
	const char *p = init;

	if (!strncmp(p, unused_attribute, strlen(unused_attribute)))
		p += strlen(unused_attribute);
	p += strspn(p, " \t\n");
	char *declaration = xasprintf("%sconstexpr %s %s%s%s;", member ? "static " : "",
	                              spelling, d->name, *p == '(' ? " = " : " ", p);

	free(init);
	free(spelling);
	return declaration;
}

/* ---- Using-directives in a function -------------------------------------- */

struct usings {
	struct lowering *lowering;
	unsigned at;       /* what is in scope here */
	struct text text;  /* the declarations, as in the source */
};

/* Using-directives, using-declarations and namespace aliases of the blocks
 * around a place. */
static enum CXChildVisitResult collect_usings(CXCursor c, CXCursor parent, CXClientData data)
{
	struct usings *u = data;
	struct lowering *l = u->lowering;
	enum CXCursorKind kind = clang_getCursorKind(c);
	unsigned start, end;

	(void)parent;
	if (!cursor_range(l->clauses, c, &start, &end))
		return CXChildVisit_Continue;
	if (kind == CXCursor_UsingDirective || kind == CXCursor_UsingDeclaration ||
	    kind == CXCursor_NamespaceAlias) {
		if (start < u->at)
			text_printf(&u->text, " %.*s;", (int)(end - start), l->text + start);
		return CXChildVisit_Continue;
	}
	if (kind == CXCursor_DeclStmt)
		return start < u->at ? CXChildVisit_Recurse : CXChildVisit_Continue;
	return start <= u->at && u->at < end ? CXChildVisit_Recurse : CXChildVisit_Continue;
}

/* The using-directives and their like that are in scope at a place, from the
 * outermost function in. The caller finishes the text. */
static struct text usings_at(struct lowering *l, const struct scope *scopes, size_t n, unsigned at)
{
	struct usings u = {.lowering = l, .at = at};

	for (size_t i = 0; i < n; i++) {
		if (is_function(scopes[i].kind)) {
			clang_visitChildren(scopes[i].cursor, collect_usings, &u);
			break;
		}
	}
	return u.text;
}

/* "a::b::" for what is a member of namespace a::b, or NULL. */
static char *namespace_prefix(CXCursor target)
{
	char *prefix = NULL;

	for (CXCursor n = clang_getCursorSemanticParent(target);
	     clang_getCursorKind(n) == CXCursor_Namespace; n = clang_getCursorSemanticParent(n)) {
		char *name = take_string(clang_getCursorSpelling(n));

		if (*name) {
			char *longer = xasprintf("%s::%s", name, prefix ? prefix : "");

			free(prefix);
			prefix = longer;
		}
		free(name);
	}
	return prefix;
}

/* Qualifies a name that a using-directive may have brought in. */
static enum CXChildVisitResult qualify(CXCursor c, CXCursor parent, CXClientData data)
{
	struct lowering *l = data;
	enum CXCursorKind kind = clang_getCursorKind(c);
	unsigned at;

	(void)parent;
	if ((kind != CXCursor_TemplateRef && kind != CXCursor_TypeRef &&
	     kind != CXCursor_DeclRefExpr) ||
	    !cursor_offset(l->clauses, c, &at))
		return CXChildVisit_Recurse;
	size_t i = token_at(l->tokens, at);

	if ((i > 0 && is(l, i - 1, "::")) || is(l, i + 1, "::"))
		return CXChildVisit_Recurse;
	char *prefix = namespace_prefix(clang_getCursorReferenced(c));

	if (prefix && first_visit(l, at))
		edit_insert(l->edits, at, prefix, prefix);
	free(prefix);
	return CXChildVisit_Recurse;
}

/* ---- Init-captures ------------------------------------------------------ */

struct init_captures {
	struct dependences *dependences;
	struct lowering *lowering;
	const struct kernel *kernel;
};

/* [x = expression]: a variable whose declaration is in the capture list. */
static enum CXChildVisitResult find_init_capture(CXCursor c, CXCursor parent, CXClientData data)
{
	struct init_captures *ic = data;
	struct lowering *l = ic->lowering;
	unsigned at, reference_at;

	(void)parent;
	if (clang_getCursorKind(c) != CXCursor_VariableRef)
		return CXChildVisit_Continue;
	CXCursor v = clang_getCursorReferenced(c);

	if (!cursor_offset(l->clauses, v, &at) || !cursor_offset(l->clauses, c, &reference_at) ||
	    at < ic->kernel->start || at >= ic->kernel->end || find_dependence(ic->dependences, v))
		return CXChildVisit_Continue;
	size_t i = token_at(l->tokens, at) + 1;
	struct dependence *d = add_dependence(ic->dependences, DEPENDENCE_VARIABLE, v);
	size_t close = token(l, token_at(l->tokens, ic->kernel->start))->match;

	d->init_capture = true;
	d->init_start = token(l, is(l, i, "=") ? i + 1 : i)->offset;
	while (i < close && !is(l, i, ","))
		i = token(l, i)->match > (int)i ? (size_t)token(l, i)->match + 1 : i + 1;
	d->init_end = token(l, i)->offset;
	return CXChildVisit_Continue;
}

/* ---- From lambda to struct ---------------------------------------------- */

static bool in_template(const struct kernel *k)
{
	for (size_t i = 0; i < k->n_scopes; i++) {
		enum CXCursorKind kind = k->scopes[i].kind;

		if (kind == CXCursor_FunctionTemplate || kind == CXCursor_ClassTemplate ||
		    kind == CXCursor_ClassTemplatePartialSpecialization ||
		    kind == CXCursor_LambdaExpr /* it may be generic */)
			return true;
	}
	return false;
}

/* Members of out-of-class definitions have no template cursor around them. */
static bool in_class_template(CXCursor function)
{
	for (CXCursor p = clang_getCursorSemanticParent(function);
	     is_class(clang_getCursorKind(p)); p = clang_getCursorSemanticParent(p)) {
		if (clang_getCursorKind(p) == CXCursor_ClassTemplate ||
		    clang_getCursorKind(p) == CXCursor_ClassTemplatePartialSpecialization)
			return true;
	}
	return false;
}

/* Whether a parameter list speaks of a name. */
static bool mentions(const struct lowering *l, unsigned start, unsigned end, const char *name)
{
	for (size_t i = token_at(l->tokens, start); token(l, i)->offset < end; i++) {
		if (token(l, i)->kind == TOKEN_IDENTIFIER && is(l, i, name))
			return true;
	}
	return false;
}

/* The parameter list of operator(), in which auto becomes a template
 * parameter: "template <typename P1> " goes to head. */
static char *render_parameters(struct lowering *l, unsigned start, unsigned end,
                               enum unit_kind kind, struct text *head)
{
	struct edits autos = {0};
	struct text t = {0};
	unsigned n = 0;

	text_append(&t, "");
	for (size_t i = token_at(l->tokens, start); token(l, i)->offset < end; i++) {
		if (!is(l, i, "auto"))
			continue;
		char *name = xasprintf("P%u", ++n);

		text_printf(head, "%stypename %s", head->len ? ", " : "", name);
		edit_replace(&autos, token(l, i)->offset, token(l, i)->offset + 4, name, name);
		free(name);
	}
	if (n)
		edits_render(&autos, l->text, start, end, kind, &t);
	else
		edits_render(l->edits, l->text, start, end, kind, &t);
	edits_finish(&autos);
	return t.data;
}

/* Whether a body returns a value. */
static bool returns_value(const struct lowering *l, unsigned start, unsigned end)
{
	for (size_t i = token_at(l->tokens, start); token(l, i)->offset < end; i++) {
		if (is(l, i, "return") && !is(l, i + 1, ";"))
			return true;
	}
	return false;
}

/* Settles each captured variable's type in the struct. */
static void settle_types(struct dependences *d, const struct captures *captures,
                         struct place *place, bool templated)
{
	struct template_head head = {0};

	for (size_t i = 0; i < d->count; i++) {
		struct dependence *v = &d->items[i];

		if (v->kind != DEPENDENCE_VARIABLE)
			continue;
		v->by_reference = captures_by_reference(captures, v->name);
		CXType type = clang_getCursorType(v->declaration);

		v->type = portable_type(type, templated);
		if (v->type && v->by_reference) {
			bool constant = clang_isConstQualifiedType(clang_getNonReferenceType(type));
			char *t = xasprintf("Concurrency::details::captured_ref_t<%s%s>",
			                    constant ? "const " : "", v->type);

			free(v->type);
			v->type = t;
		}
		if (!v->type) {
			char *parameter = xasprintf("%c%s_t", toupper((unsigned char)v->name[0]), v->name + 1);
			char *declaration = xasprintf("typename %s", parameter);
			char *argument =
				v->init_capture
					? xasprintf("Concurrency::details::captured_t<decltype(%.*s)>",
			                            (int)(v->init_end - v->init_start),
			                            d->lowering->text + v->init_start)
					: xasprintf("Concurrency::details::%s<decltype(%s)>",
			                            v->by_reference ? "captured_ref_t" : "captured_t",
			                            v->name);

			template_head_add(&head, declaration, argument, false);
			v->type = xstrdup(parameter);
			v->type_parameter = parameter;
			free(declaration);
			free(argument);
		}
	}
	/* the types first: a function's own list may end in a pack */
	if (head.parameters.len) {
		if (place->head.parameters.len) {
			text_printf(&head.parameters, ", %s", place->head.parameters.data);
			text_printf(&head.arguments, ", %s", place->head.arguments.data);
		}
		template_head_finish(&place->head);
		place->head = head;
	}
}

static void append_indented(struct text *t, const char *line)
{
	text_printf(t, "\t%s\n", line);
}

/* A captured variable. What is captured by reference stays so in a const
 * operator(): mutable. In the host unit a view is of a class that knows that it
 * is in a kernel, so that loops over it vectorize. */
static void append_member(struct text *out, const struct dependence *v, enum unit_kind kind)
{
	bool view = !v->type_parameter && !v->by_reference &&
	            needs_visit(clang_getCursorType(v->declaration), 0);

	if (view && kind == UNIT_HOST)
		text_printf(out, "\tConcurrency::details::captured_t<%s> %s;\n", v->type, v->name);
	else
		text_printf(out, "\t%s%s %s;\n", v->by_reference ? "mutable " : "", v->type, v->name);
}

/* visit(v), and what the kernel does with v where that is certain. */
static void append_visit(struct text *out, const struct kernel *k, const struct dependence *v)
{
	static const char *const access[] = {
		[VIEW_READ_WRITTEN] = "",
		[VIEW_READ] = ", AMP_ACCESS_READ",
		[VIEW_WRITTEN_AT_INDEX] = ", AMP_ACCESS_WRITE",
	};
	enum view_access a = v->init_capture ? VIEW_READ_WRITTEN
	                                     : view_access_of(k->lambda, v->declaration);

	text_printf(out, "\t\tvisit(%s%s%s);\n", own_name(v->name), v->name, access[a]);
}

/* The struct of a kernel, for one unit. */
static void append_struct(struct lowering *l, const struct kernel *k, const struct place *place,
                          const struct dependences *d, const struct text *usings,
                          const char *name, enum unit_kind kind, struct text *out)
{
	size_t i = token_at(l->tokens, k->start);
	size_t list = token(l, i)->match + 1;
	struct text head = {0}, prelude = {0};
	unsigned declarator_end = k->body_start;
	char *parameters;
	bool mutable = false;
	const char *space = kind == UNIT_DEVICE ? "__host__ __device__ " : "";

	if (is(l, list, "<")) { /* a template head (C++20) */
		size_t close = token_skip_angles(l->text, l->tokens, list);

		text_append_n(&head, l->text + token(l, list)->offset + 1,
		              token(l, close - 1)->offset - token(l, list)->offset - 1);
		list = close;
	}
	bool has_list = is(l, list, "(");
	size_t after = has_list ? (size_t)token(l, list)->match + 1 : list;
	unsigned list_start = token(l, list)->offset;
	unsigned list_end = has_list ? token(l, after - 1)->offset + 1 : list_start;

	parameters = has_list ? render_parameters(l, list_start, list_end, kind, &head) : xstrdup("()");
	for (size_t n = after; token(l, n)->offset < k->body_start; n++)
		mutable |= is(l, n, "mutable");
	/* -> T */
	char *result = NULL;

	for (size_t n = after; token(l, n)->offset < k->body_start; n++) {
		if (is(l, n, "->")) {
			result = render(l, token(l, n)->offset, declarator_end, kind);
			break;
		}
		if (token(l, n)->match > (int)n)
			n = token(l, n)->match;
	}
	if (usings->len)
		text_append(&prelude, usings->data);
	append_line_directive(l, out, k->start);
	append_struct_head(place, out, name);
	for (size_t n = 0; n < d->count; n++) {
		const struct dependence *v = &d->items[n];

		if (v->kind == DEPENDENCE_VARIABLE) {
			append_member(out, v, kind);
			continue;
		}
		bool member = mentions(l, list_start, k->body_start, v->name) ||
		              v->kind == DEPENDENCE_TYPE;

		/* what a member needs is a member as well */
		for (size_t m = n + 1; m < d->count && !member; m++) {
			unsigned start, end;

			if (d->items[m].kind != DEPENDENCE_VARIABLE &&
			    cursor_range(l->clauses, d->items[m].declaration, &start, &end))
				member = mentions(l, start, end, v->name);
		}
		char *declaration = repeat_declaration(l, v, member, kind);

		if (member)
			append_indented(out, declaration);
		else
			text_printf(&prelude, " %s", declaration);
		free(declaration);
	}
	if (head.len)
		text_printf(out, "\ttemplate <%s>\n", head.data);
	append_line_directive(l, out, has_list ? list_start : k->body_start);
	text_printf(out, "\t%s%s operator()%s%s%s%s", space,
	            result ? "auto" : returns_value(l, k->body_start, k->end) ? "auto" : "void",
	            parameters, mutable ? "" : " const", result ? " " : "", result ? result : "");
	/* as many lines to the body as there were */
	bool broke = false;

	for (unsigned at = list_end; at < k->body_start && !result; at++) {
		if (l->text[at] == '\n') {
			text_append(out, "\n");
			broke = true;
		}
	}
	char *body = render(l, k->body_start + 1, k->body_end, kind);

	text_printf(out, "%s{%s%s\n", broke ? "\t" : " ", prelude.len ? prelude.data : "", body);
	free(body);
	bool any = false;

	for (size_t n = 0; n < d->count; n++) {
		const struct dependence *v = &d->items[n];

		if (v->kind != DEPENDENCE_VARIABLE)
			continue;
		bool visit = v->type_parameter || v->by_reference ||
		             needs_visit(clang_getCursorType(v->declaration), 0);

		if (visit && !any)
			text_append(out, "\ttemplate <typename Visitor> void amp_visit(Visitor &visit) const\n\t{\n");
		if (visit)
			append_visit(out, k, v);
		any |= visit;
	}
	if (any)
		text_append(out, "\t}\n");
	text_append(out, "};\n");
	free(result);
	free(parameters);
	text_finish(&head);
	text_finish(&prelude);
}

/* scale_kernel_3<T, K>{v, s}, in the lambda's place. */
static void append_use(struct lowering *l, const struct kernel *k, const struct place *place,
                       const struct dependences *d, const char *name, enum unit_kind kind,
                       struct text *out)
{
	bool first = true;

	text_append(out, name);
	if (place->head.arguments.len)
		text_printf(out, "<%s>", place->head.arguments.data);
	text_append(out, "{");
	for (size_t i = 0; i < d->count; i++) {
		const struct dependence *v = &d->items[i];

		if (v->kind != DEPENDENCE_VARIABLE)
			continue;
		char *init = v->init_capture ? render(l, v->init_start, v->init_end, kind)
		                             : xstrdup(v->name);

		text_printf(out, "%s%s", first ? "" : ", ", init);
		first = false;
		free(init);
	}
	text_append(out, "}");
	if (memchr(l->text + k->start, '\n', k->end - k->start)) {
		struct location at = unit_locate(l->unit, k->end);

		text_printf(out, "\n#line %u \"%s\"\n", at.line, at.file);
	}
}

static enum CXChildVisitResult qualify_outside_body(CXCursor c, CXCursor parent, CXClientData data)
{
	if (clang_getCursorKind(c) == CXCursor_ParmDecl || clang_getCursorKind(c) == CXCursor_TypeRef ||
	    clang_getCursorKind(c) == CXCursor_TemplateRef) {
		qualify(c, parent, data);
		clang_visitChildren(c, qualify, data);
	}
	return CXChildVisit_Continue;
}

static void lower_kernel(struct lowering *l, const struct kernel *k)
{
	struct dependences d = {.lowering = l, .start = k->start, .end = k->end};
	struct captures captures = read_captures(l->unit, k->start);
	struct init_captures ic = {&d, l, k};
	struct text declaration[UNIT_KINDS] = {{0}}, use[UNIT_KINDS] = {{0}};
	struct place place;
	bool templated = in_template(k);
	char *name = unique_name(l, k->scopes, k->n_scopes, "kernel", k->start);

	for (size_t i = 0; i < k->n_scopes; i++)
		templated |= is_function(k->scopes[i].kind) && in_class_template(k->scopes[i].cursor);
	find_place(l, k->scopes, k->n_scopes, &place);
	clang_visitChildren(k->lambda, find_init_capture, &ic);
	clang_visitChildren(k->lambda, find_dependences, &d);
	settle_types(&d, &captures, &place, templated);
	struct text usings = usings_at(l, k->scopes, k->n_scopes, k->start);

	if (usings.len) {
		clang_visitChildren(k->lambda, qualify_outside_body, l);
		for (size_t i = 0; i < d.count; i++) {
			if (d.items[i].kind != DEPENDENCE_VARIABLE)
				clang_visitChildren(d.items[i].declaration, qualify, l);
		}
	}
	for (int kind = 0; kind < UNIT_KINDS; kind++) {
		append_struct(l, k, &place, &d, &usings, name, kind, &declaration[kind]);
		append_use(l, k, &place, &d, name, kind, &use[kind]);
	}
	insert_declaration(l, &place, name, declaration);
	edit_replace(l->edits, k->start, k->end, use[UNIT_DEVICE].data, use[UNIT_HOST].data);
	for (int kind = 0; kind < UNIT_KINDS; kind++) {
		text_finish(&declaration[kind]);
		text_finish(&use[kind]);
	}
	text_finish(&usings);
	captures_finish(&captures);
	dependences_finish(&d);
	place_finish(&place);
	free(name);
}

/* A class in a function that amp code or a kernel's type may speak of: nvcc
 * takes no type local to a function as a kernel's argument, so it moves out,
 * into a struct of its own, and a typedef stays behind. */
static void move_local_class(struct lowering *l, CXCursor c, unsigned start, unsigned end)
{
	struct dependences d = {.lowering = l, .start = start, .end = end};
	struct text declaration[UNIT_KINDS] = {{0}};
	struct place place;
	char *class_name = take_string(clang_getCursorSpelling(c));
	size_t after = token_at(l->tokens, end);

	/* struct { … } x; has no name to leave behind, and only text that ends in
	 * a semicolon can become a typedef */
	if (clang_Cursor_isAnonymous(c) || !*class_name || strchr(class_name, '(') ||
	    !is(l, after, ";")) {
		free(class_name);
		return;
	}
	char *name = unique_name(l, l->scopes, l->n_scopes, "types", start);

	find_place(l, l->scopes, l->n_scopes, &place);
	clang_visitChildren(c, find_dependences, &d);
	struct text usings = usings_at(l, l->scopes, l->n_scopes, start);

	if (usings.len)
		clang_visitChildren(c, qualify, l);
	text_finish(&usings);
	for (int k = 0; k < UNIT_KINDS; k++) {
		struct text *t = &declaration[k];

		append_line_directive(l, t, start);
		append_struct_head(&place, t, name);
		for (size_t i = 0; i < d.count; i++) {
			if (d.items[i].kind == DEPENDENCE_VARIABLE)
				continue;
			char *s = repeat_declaration(l, &d.items[i], true, k);

			append_indented(t, s);
			free(s);
		}
		append_line_directive(l, t, start);
		char *s = render(l, start, end, k);

		text_printf(t, "%s;\n};\n", s);
		free(s);
	}
	insert_declaration(l, &place, name, declaration);
	char *use = place.head.arguments.len
	                    ? xasprintf("typedef typename %s<%s>::%s %s", name,
	                                place.head.arguments.data, class_name, class_name)
	                    : xasprintf("typedef %s::%s %s", name, class_name, class_name);
	struct text lines[UNIT_KINDS] = {{0}};

	for (int k = 0; k < UNIT_KINDS; k++) {
		text_printf(&lines[k], "%s%s", use, k == UNIT_HOST ? unused_attribute : "");
		if (memchr(l->text + start, '\n', end - start)) {
			struct location at = unit_locate(l->unit, end);

			text_printf(&lines[k], "\n#line %u \"%s\"\n", at.line, at.file);
		}
	}
	edit_replace(l->edits, start, end, lines[UNIT_DEVICE].data, lines[UNIT_HOST].data);
	for (int k = 0; k < UNIT_KINDS; k++)
		text_finish(&lines[k]);
	for (int k = 0; k < UNIT_KINDS; k++)
		text_finish(&declaration[k]);
	dependences_finish(&d);
	place_finish(&place);
	free(use);
	free(name);
	free(class_name);
}

/* ---- Words -------------------------------------------------------------- */

/* Edits that need the tokens only: clauses, tile_static, main. */
static void edit_words(struct lowering *l)
{
	for (size_t i = 0; i < l->clauses->count; i++)
		remove_clause(l, &l->clauses->items[i]);
	for (size_t i = 0; token(l, i)->kind != TOKEN_END; i++) {
		if (token(l, i)->kind == TOKEN_IDENTIFIER && is(l, i, "tile_static")) {
			unsigned at = token(l, i)->offset;

			edit_replace(l->edits, at, at + strlen("tile_static"), "__shared__",
			             "static thread_local");
		}
	}
}

void lower(struct unit *u, const struct clauses *c, CXTranslationUnit tu, struct edits *out,
           bool *has_kernels)
{
	struct lowering l = {
		.unit = u,
		.clauses = c,
		.edits = out,
		.text = u->text.data,
		.tokens = &u->tokens,
		.hash = hash_file(u->request->path),
	};

	edit_words(&l);
	clang_visitChildren(clang_getTranslationUnitCursor(tu), visit, &l);
	for (size_t i = 0; i < l.n_kernels; i++) {
		lower_kernel(&l, &l.kernels[i]);
		free(l.kernels[i].scopes);
	}
	*has_kernels = l.has_kernels || l.n_kernels;
	for (size_t i = 0; i < l.n_ordinals; i++)
		free(l.ordinals[i].base);
	free(l.ordinals);
	free(l.kernels);
	free(l.scopes);
	free(l.visited);
}
