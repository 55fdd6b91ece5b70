/* Where declarations go that move out of a function: kernels, local classes. */
#include "lower/lower_internal.h"

#include <ctype.h>
#include <string.h>

/* ---- Template heads ----------------------------------------------------- */

static void template_head_add(struct template_head *h, const char *declaration, const char *argument)
{
	KEEP(h->items, h->count) = (struct template_parameter){declaration, argument};
}

void template_head_add_first(struct template_head *h, const char *declaration, const char *argument)
{
	template_head_add(h, declaration, argument);
	memmove(h->items + 1, h->items, (h->count - 1) * sizeof(*h->items));
	h->items[0] = (struct template_parameter){declaration, argument};
}

/* Returns the name that a parameter declares, "T" of "typename T"; NULL if it is not the parameter's last
 * word. */
static const char *declared_name(const char *parameter)
{
	size_t end = strlen(parameter), start = end;

	while (start && is_identifier_char(parameter[start - 1]))
		start--;
	return start < end && start ? interned(parameter + start, end - start) : NULL;
}

void template_head_add_type(struct template_head *h, const char *name)
{
	for (size_t i = 0; i < h->count; i++) {
		const char *declared = declared_name(h->items[i].declaration);

		if (declared && !strcmp(declared, name))
			return;
	}
	template_head_add_first(h, interned_printf("typename %s", name), name);
}

static bool speaks_of(const char *text, const char *name)
{
	SCOPED(tokens) t = {0};
	bool found = false;

	lex(text, strlen(text), &t);
	for (size_t i = 0; i < t.count; i++)
		found |= t.items[i].kind == TOKEN_IDENTIFIER && token_is(text, &t.items[i], name);
	return found;
}

void template_head_reduce(struct template_head *h, const char *const *texts, int n_texts)
{
	struct template_head kept = *h;

	if (!h->count || h->n_packs > 1)
		return;
	kept.items = NULL;
	kept.count = 0;
	/* backwards, since each may mention those in front of it */
	for (size_t i = h->count; i-- > 0;) {
		const char *name = declared_name(h->items[i].declaration);
		bool is_kept = !name;

		for (int k = 0; k < n_texts && !is_kept; k++)
			is_kept = speaks_of(texts[k], name);
		for (size_t n = 0; n < kept.count && !is_kept; n++)
			is_kept = strstr(kept.items[n].declaration, name);
		if (is_kept)
			template_head_add_first(&kept, h->items[i].declaration, h->items[i].argument);
	}
	*h = kept;
}

void reduce_for_people(struct insertion_point *p, const char *text)
{
	p->people_head = p->head;
	template_head_reduce(&p->people_head, &text, 1);
	p->has_people_head = true;
}

/* Returns a place's head in a unit. */
static const struct template_head *head_in(const struct insertion_point *p, enum unit_kind kind)
{
	return kind == UNIT_CUDA && p->has_people_head ? &p->people_head : &p->head;
}

/* Returns the parameters as they are declared, "typename T, int N", or as arguments. */
static const char *list_of(const struct template_head *h, bool arguments)
{
	struct text t = {0};

	for (size_t i = 0; i < h->count; i++)
		text_printf(&t, "%s%s", i ? ", " : "", arguments ? h->items[i].argument : h->items[i].declaration);
	return interned_text(&t);
}

/* Adds a parameter; for a pack perhaps its element as a parameter of that name: "typename T" for "typename...
 * T". */
static void add_parameter(const struct lowering *l, struct template_head *h, bool is_pack, const char *parameter,
                          const char *name)
{
	const char *dots = is_pack ? strstr(parameter, "...") : NULL;

	if (dots && h->repeated && find_token(l->unit, h->repeated->start, h->repeated->end, name))
		template_head_add(h, interned_printf("%.*s%s", (int)(dots - parameter), parameter, dots + 3), name);
	else if (is_pack)
		KEEP(h->packs, h->n_packs) = (struct template_parameter){parameter, interned_printf("%s...", name)};
	else
		template_head_add(h, parameter, name);
}

/* Adds the parameters of a template that begins at `start` to a head. For template <typename T> template <int
 * N> void A<T>::f() that is N. */
static void collect_template_parameters(const struct lowering *l, CXCursor template,
                                        unsigned start, struct template_head *head)
{
	unsigned from = start; /* parameters in front of this belong to the class */

	for (size_t i = token_at(l->tokens, start); is(l, i, "template");
	     i = token_skip_angles(l->text, l->tokens, i + 1))
		from = token(l, i)->offset;
	for (struct walk w = walk_children(template); walk_next(&w);) {
		const char *name = is_template_parameter(w.cursor) ? cursor_spelling(w.cursor) : "";
		unsigned at, end;

		/* the body cannot mention an unnamed parameter */
		if (*name && cursor_range(l->clauses, w.cursor, &at, &end) && at >= from) {
			const struct token *argument = find_token(l->unit, at, end, "=");

			end = argument ? argument->offset : end;
			bool pack = find_token(l->unit, at, end, ".");

			while (end > at && isspace((unsigned char)l->text[end - 1]))
				end--;
			add_parameter(l, head, pack, interned(l->text + at, end - at), name);
		}
	}
}

/* Adds a lambda's own template parameters (C++20), which libclang does not show. */
static void collect_lambda_parameters(const struct lowering *l, unsigned start,
                                      struct template_head *head)
{
	size_t open = (size_t)token(l, token_at(l->tokens, start))->match + 1;

	if (!is(l, open, "<"))
		return;
	size_t close = token_skip_angles(l->text, l->tokens, open) - 1;

	for (size_t i = open + 1, next; i < close; i = next + 1) {
		size_t name = i, end = 0;
		bool pack = false;

		for (next = i; next < close && !is(l, next, ",");) {
			if (is(l, next, "=") && !end)
				end = next;
			if (token(l, next)->kind == TOKEN_IDENTIFIER && !end)
				name = next;
			pack |= is(l, next, ".");
			if (is(l, next, "<"))
				next = token_skip_angles(l->text, l->tokens, next);
			else
				next = token_skip_group(l->tokens->items, next);
		}
		const struct token *first = token(l, i), *last = token(l, (end ? end : next) - 1);
		const char *parameter = interned(l->text + first->offset, token_end(last) - first->offset);
		const char *spelling = interned(l->text + token(l, name)->offset, token(l, name)->len);

		if (name > i) /* it has a name */
			add_parameter(l, head, pack, parameter, spelling);
	}
}

/* ---- Places for moved declarations -------------------------------------- */

/* Returns the start of the comment block directly above a declaration, or of the declaration. */
static unsigned above_comment(const struct lowering *l, unsigned start)
{
	const char *s = l->text;
	unsigned line = start;

	while (line && s[line - 1] != '\n') {
		if (!isspace((unsigned char)s[line - 1]))
			return start; /* something precedes it on its line */
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

/* Whether the last template head in front of a member function is its own: it is a template, or an explicit
 * specialization of one. */
static bool has_own_head(const struct scope *f)
{
	CXCursor template = clang_getSpecializedCursorTemplate(f->cursor);

	return f->kind == CXCursor_FunctionTemplate || template.kind == CXCursor_FunctionTemplate;
}

/* Handles the out-of-class definition of a member or of a namespace's function. */
static void place_qualified(struct lowering *l, const struct scope *f, struct insertion_point *p)
{
	unsigned name;

	if (!cursor_offset(l->clauses, f->cursor, &name))
		return;
	size_t i = token_at(l->tokens, name), first = qualified_begin(l->unit, i);

	CXCursor parent = clang_getCursorSemanticParent(f->cursor);

	if (is_class(parent.kind)) {
		unsigned start = token(l, first)->offset;
		bool own_head = has_own_head(f);
		size_t t = token_at(l->tokens, f->start), heads = 0;

		for (size_t k = t; is(l, k, "template");) {
			heads++;
			k = token_skip_angles(l->text, l->tokens, k + 1);
		}
		for (size_t n = 0; n + own_head < heads; n++) {
			size_t next = token_skip_angles(l->text, l->tokens, t + 1);

			p->class_heads = interned_printf("%s%.*s ", p->class_heads,
			                                 (int)(token(l, next - 1)->offset + 1 - token(l, t)->offset),
			                                 l->text + token(l, t)->offset);
			t = next;
		}
		p->qualifier = interned(l->text + start, token(l, i)->offset - start);
		p->out_of_class = true;
		p->class = parent;
		return;
	}
	/* void a::b::f(): lookup goes through a::b */
	for (CXCursor n = parent; n.kind == CXCursor_Namespace;
	     n = clang_getCursorSemanticParent(n)) {
		if (clang_equalCursors(n, clang_getCursorLexicalParent(f->cursor)))
			break;
		p->namespaces = interned_printf("namespace %s {\n%s", cursor_spelling(n), p->namespaces);
		p->n_namespaces++;
	}
}

/* The head of a struct mentions the types of a template's parameters. g++ and nvcc refuse private ones in the head of a
 * member class that is defined out of its class, though not of a function. */
static void publish_parameters(struct lowering *l, CXCursor template, bool out_of_class)
{
	for (struct walk w = walk_kind(walk_children(template), CXCursor_NonTypeTemplateParameter); walk_next(&w);) {
		publish_type(l, clang_getCursorType(w.cursor));
		if (out_of_class)
			publish_in_units(l, clang_getCursorType(w.cursor));
	}
}

void find_place(struct lowering *l, const struct scope *scopes, size_t n, const struct kernel *repeated,
                struct insertion_point *p)
{
	size_t outer = 0;

	*p = (struct insertion_point){.access = "", .qualifier = "", .class_heads = "", .namespaces = ""};
	p->function = clang_getNullCursor();
	p->head.repeated = repeated;
	/* a member function; for one of a local class, the class moves out of the function as a whole */
	for (size_t i = 1; i < n; i++) {
		if (is_class(scopes[i - 1].kind) && is_function(scopes[i].kind))
			outer = i;
	}
	/* or else the outermost declaration that is neither a namespace nor a class */
	while (outer < n && (scopes[outer].kind == CXCursor_Namespace ||
	                     is_class(scopes[outer].kind)))
		outer++;
	if (outer == n) {
		p->at = n ? scopes[n - 1].start : 0;
		return;
	}
	const struct scope *f = &scopes[outer];

	p->function = f->cursor;
	p->at = above_comment(l, f->start);
	for (size_t i = outer; i < n; i++) {
		if (scopes[i].kind == CXCursor_FunctionTemplate)
			collect_template_parameters(l, scopes[i].cursor, scopes[i].start, &p->head);
		else if (scopes[i].kind == CXCursor_LambdaExpr)
			collect_lambda_parameters(l, scopes[i].start, &p->head);
	}
	if (p->head.n_packs) /* a class template's pack comes last */
		KEEP(p->head.items, p->head.count) = p->head.packs[0];
	if (f->kind == CXCursor_LinkageSpec)
		return;
	CXCursor semantic = clang_getCursorSemanticParent(f->cursor);
	CXCursor lexical = clang_getCursorLexicalParent(f->cursor);

	if (outer && is_class(scopes[outer - 1].kind)) {
		/* a friend has no access of its own; it is that of members declared there */
		enum CX_CXXAccessSpecifier a = declared_access_at(l, scopes[outer - 1].cursor, f->start);

		p->in_class = true;
		p->access = a == CX_CXXPrivate     ? "private:"
		            : a == CX_CXXProtected ? "protected:"
		                                   : "";
	} else if (!clang_equalCursors(semantic, lexical)) {
		place_qualified(l, f, p);
	}
	for (size_t i = outer; i < n; i++) {
		if (scopes[i].kind == CXCursor_FunctionTemplate)
			publish_parameters(l, scopes[i].cursor, p->out_of_class);
	}
}

static bool is_overload_of(CXCursor f, CXCursor g)
{
	return plain_spelling(f) == plain_spelling(g) && is_function(g.kind) &&
	       clang_equalCursors(clang_getCanonicalCursor(clang_getCursorSemanticParent(f)),
	                          clang_getCanonicalCursor(clang_getCursorSemanticParent(g)));
}

/* Appends the parameters of a struct declared in a class, renamed so that they do not hide the class's own. */
static void append_friend_parameters(const char *parameters, CXCursor class, struct text *out)
{
	struct names taken = {0};
	SCOPED(tokens) tokens = {0};

	for (; is_class(class.kind); class = clang_getCursorSemanticParent(class))
		add_template_parameters(class, &taken);
	lex(parameters, strlen(parameters), &tokens);
	for (size_t i = 0; tokens.items[i].kind != TOKEN_END; i++) {
		const struct token *t = &tokens.items[i];
		const char *word = interned(parameters + t->offset, t->len);

		text_printf(out, "%s%s%s", i ? " " : "", word, names_have(&taken, word) ? "_" : "");
	}
}

static void find_friends(struct lowering *l)
{
	for (struct walk w = walk_program(l->clauses, l->unit->tu); walk_next(&w);) {
		if (w.cursor.kind == CXCursor_FriendDecl)
			cursors_add(&l->friends, w.cursor, NULL);
		if (w.cursor.kind == CXCursor_FriendDecl || !clang_isDeclaration(w.cursor.kind))
			walk_skip(&w);
	}
}

/* Declares the struct `name`, which moves out of a friend, beside the friend's declaration. */
static void declare_friend(struct lowering *l, const struct insertion_point *p, CXCursor friend,
                           const char *name)
{
	unsigned start, end;
	const char *texts[UNIT_KINDS];

	cursor_range(l->clauses, friend, &start, &end);
	for (int k = 0; k < UNIT_KINDS; k++) {
		const struct template_head *h = head_in(p, k);
		struct text t = {0};

		if (h->count) {
			text_append(&t, "template <");
			append_friend_parameters(list_of(h, false), clang_getCursorLexicalParent(friend), &t);
			text_append(&t, "> ");
		}
		text_printf(&t, "friend struct %s%s; ", p->qualifier, name);
		texts[k] = interned_text(&t);
	}
	edit_first(edit_replace_each(l->edits, start, start, texts))->is_declaration = true;
}

/* Makes what moves out of a friend of a class a friend, too, except for a member of a class template. name:
 * of the struct. Returns false if there are no friends. */
static bool declare_friends(struct lowering *l, const struct insertion_point *p, const char *name)
{
	bool any = false;

	if (p->in_class || *p->class_heads || !is_function(p->function.kind))
		return false;
	if (!l->knows_friends)
		find_friends(l);
	l->knows_friends = true;
	for (size_t i = 0; i < l->friends.count; i++) {
		if (!is_overload_of(p->function, first_child(l->friends.items[i])))
			continue;
		declare_friend(l, p, l->friends.items[i], name);
		any = true;
	}
	return any;
}

/* Returns the offset behind the '}' of a class; 0 if it is not defined. An instantiation with specialized
 * members is itself not in the text: only its name is. */
static unsigned class_end(const struct lowering *l, CXCursor class)
{
	unsigned start, end, name;
	CXCursor definition = clang_getCursorDefinition(class);

	if (!cursor_range(l->clauses, definition, &start, &end))
		return 0;
	if (l->text[end - 1] == '}' || !cursor_offset(l->clauses, definition, &name))
		return end;
	size_t i = token_outside(l->unit, token_at(l->tokens, name), "{ ;");

	return is(l, i, "{") ? token(l, token(l, i)->match)->offset + 1 : 0;
}

/* Declares the struct of an out-of-class member in the member's class. */
static void declare_in_class(struct lowering *l, const struct insertion_point *p, const char *name)
{
	unsigned end = class_end(l, p->class);
	const char *texts[UNIT_KINDS];

	if (!end)
		return;
	for (int k = 0; k < UNIT_KINDS; k++) {
		const struct template_head *h = head_in(p, k);
		const char *head = h->count ? interned_printf("template <%s> ", list_of(h, false)) : "";

		texts[k] = interned_printf(k == UNIT_CUDA ? "%sstruct %s;" : "public: %sstruct %s; ", head, name);
	}
	edit_texts(l->edits, end - 1, end - 1, texts[UNIT_DEVICE], texts[UNIT_HOST], NULL);
	if (is_for_people(l->unit))
		add_member_for_people(l, p->class, end, texts[UNIT_CUDA], true);
}

/* Whether a place is in an unnamed namespace. */
static bool is_in_unnamed(const struct insertion_point *p)
{
	for (CXCursor c = p->function; !clang_Cursor_isNull(c) && !clang_isTranslationUnit(c.kind);
	     c = clang_getCursorLexicalParent(c)) {
		if (c.kind == CXCursor_Namespace && clang_Cursor_isAnonymous(c))
			return true;
	}
	return false;
}

bool is_in_header(const struct unit *u, unsigned at)
{
	return strcmp(unit_locate(u, at).file, u->request->display_path) != 0;
}

static bool has_clause(const struct unit *u, unsigned start, unsigned end, bool of_lambda)
{
	FOR_EACH(const struct clause, c, u->clauses->items, u->clauses->count) {
		if (c->start > start && c->start < end && (!of_lambda || c->lambda != UINT_MAX))
			return true;
	}
	return false;
}

bool looks_into_namespaces(const struct unit *u)
{
	SCOPED(walk) w = walk_program(u->clauses, u->tu);
	bool looks = false;

	for (; walk_next(&w); walk_skip(&w)) {
		bool is_namespace = w.cursor.kind == CXCursor_Namespace;
		bool is_unnamed = is_namespace && clang_Cursor_isAnonymous(w.cursor);

		/* beside a name around the source's kernels, those of headers would be ambiguous */
		if ((is_unnamed || is_function(w.cursor.kind)) && is_in_header(u, w.start) &&
		    has_clause(u, w.start, w.end, !is_unnamed))
			return false;
		looks |= (is_namespace && clang_Cursor_isInlineNamespace(w.cursor)) ||
		         (w.cursor.kind == CXCursor_UsingDirective &&
		          in_program(clang_getCursorReferenced(first_child(w.cursor))));
	}
	return looks;
}

bool has_unnamed_kernels(const struct unit *u)
{
	SCOPED(walk) w = walk_kind(walk_program(u->clauses, u->tu), CXCursor_Namespace);

	for (; walk_next(&w); walk_skip(&w)) {
		if (clang_Cursor_isAnonymous(w.cursor) && !is_in_header(u, w.start) &&
		    has_clause(u, w.start, w.end, false))
			return true;
	}
	return false;
}

bool needs_named_namespace(const struct lowering *l, CXCursor declared, unsigned at)
{
	return l->looks_into_namespaces && clang_isTranslationUnit(clang_getCursorLexicalParent(declared).kind) &&
	       !is_in_header(l->unit, at);
}

void insert_declaration(struct lowering *l, const struct insertion_point *p, const char *name,
                        const char *const declaration[UNIT_KINDS])
{
	const char *texts[UNIT_KINDS];
	bool has_friends = declare_friends(l, p, name);

	for (int k = 0; k < UNIT_KINDS; k++) {
		bool is_hidden = p->in_class && *p->access;
		/* other units may have a function of that name; nvcc finds an unnamed namespace in another one
		 * ambiguous */
		bool is_own = k == UNIT_CUDA && !p->in_class && !*p->qualifier && !has_friends && !is_in_unnamed(p);
		bool is_global = is_function(p->function.kind) && !p->n_namespaces;
		const char *named =
		    is_own && is_global && needs_named_namespace(l, p->function, p->at) ? NAMED_NAMESPACE : "";
		struct text t = {0};

		text_printf(&t, "%s%s%s%s%s%s%s%s", p->at && l->text[p->at - 1] != '\n' ? "\n" : "",
		            is_hidden ? "public:\n" : "", p->namespaces, named, is_own ? "namespace {\n" : "",
		            declaration[k], *named ? "}\n" : "", is_own ? "} // namespace\n\n" : "\n");
		for (unsigned i = 0; i < p->n_namespaces; i++)
			text_append(&t, "}\n");
		if (is_hidden)
			text_printf(&t, "%s%s", p->access, k == UNIT_CUDA ? "\n" : " ");
		append_line_directive(l, &t, p->at);
		texts[k] = interned_text(&t);
	}
	edit_first(edit_replace_each(l->edits, p->at, p->at, texts));
	if (p->out_of_class)
		declare_in_class(l, p, name);
}

void append_struct_head(const struct insertion_point *p, enum unit_kind kind, struct text *t,
                        const char *name)
{
	const struct template_head *h = head_in(p, kind);

	text_append(t, p->class_heads);
	if (h->count)
		text_printf(t, "template <%s>\n", list_of(h, false));
	text_printf(t, "struct %s%s {\n", p->qualifier, name);
	for (size_t i = 1; i < h->n_packs; i++)
		text_printf(t, "template <%s>\nstruct with_pack_%zu {\n", h->packs[i].declaration, i + 1);
}

void append_struct_end(const struct insertion_point *p, struct text *t)
{
	for (size_t i = 1; i < p->head.n_packs; i++)
		text_append(t, "};\n");
	text_append(t, "};\n");
}

const char *struct_use(const struct insertion_point *p, const char *name, enum unit_kind kind)
{
	const struct template_head *h = head_in(p, kind);
	struct text t = {0};

	text_append(&t, name);
	if (h->count)
		text_printf(&t, "<%s>", list_of(h, true));
	for (size_t i = 1; i < h->n_packs; i++)
		text_printf(&t, "::template with_pack_%zu<%s>", i + 1, h->packs[i].argument);
	return interned_text(&t);
}

const char *struct_own_name(const struct insertion_point *p, const char *name)
{
	size_t n = p->head.n_packs;

	return n > 1 ? interned_printf("with_pack_%zu", n) : name;
}

/* Returns what a kernel or a type is named after: the outermost function or variable around it, or the null
 * cursor. */
static CXCursor named_around(const struct scope *scopes, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (is_function(scopes[i].kind) || scopes[i].kind == CXCursor_VarDecl ||
		    scopes[i].kind == CXCursor_FieldDecl)
			return scopes[i].cursor;
	}
	return clang_getNullCursor();
}

/* Whether a declaration is inside of its class, which is the same in all units. */
static bool is_in_class(CXCursor declaration)
{
	CXCursor class = clang_getCursorSemanticParent(declaration);

	return is_class(class.kind) &&
	       clang_equalCursors(class, clang_getCursorLexicalParent(declaration));
}

/* Returns a hash that tells a declaration, given an offset in it, from those of the same name with other
 * parameters, or in other files or units. */
static unsigned hash_declaration(const struct lowering *l, CXCursor declaration, unsigned offset)
{
	enum CXLinkageKind linkage = clang_getCursorLinkage(declaration);
	bool in_this_unit_only = linkage == CXLinkage_Internal || linkage == CXLinkage_UniqueExternal;

	return hash_string(in_this_unit_only
	                       ? l->hash
	                       : hash_file(unit_locate(l->unit, offset).file),
	                   clang_string(clang_getCursorUSR(declaration)));
}

/* Returns a suffix that distinguishes a member that is defined outside its class from earlier overloads,
 * which another unit may define: "_2" for the second; "" for the first and for other functions. */
static const char *overload_suffix(CXCursor function)
{
	CXCursor class = clang_getCursorSemanticParent(function), declared = clang_getCanonicalCursor(function);
	unsigned n = 1;

	if (!is_class(class.kind) || is_in_class(function))
		return "";
	for (SCOPED(walk) w = walk_children(shown_definition(class));
	     walk_next(&w) && !clang_equalCursors(w.cursor, declared);)
		n += is_function(w.cursor.kind) && is_named(w.cursor, cursor_spelling(function));
	return n > 1 ? interned_printf("_%u", n) : "";
}

/* Returns the ordinal among those with a key, from 1. */
static unsigned next_ordinal(struct lowering *l, const char *key)
{
	for (size_t i = 0; i < l->n_ordinals; i++) {
		if (!strcmp(l->ordinals[i].key, key))
			return ++l->ordinals[i].count;
	}
	KEEP(l->ordinals, l->n_ordinals) = (struct ordinal){key, 1};
	return 1;
}

const char *unique_name(struct lowering *l, const struct scope *scopes, size_t n, const char *what,
                        unsigned offset)
{
	CXCursor around = named_around(scopes, n);
	bool in_class = is_in_class(around);
	const char *spelling = clang_Cursor_isNull(around) ? "lambda" : cursor_spelling(around);
	SCOPED(text) words = {0};
	const char *usr = clang_string(clang_getCursorUSR(
	    in_class ? clang_getCursorSemanticParent(around) : around));

	text_append_words(&words, spelling, starts(spelling, "operator") ? strlen(spelling) : strcspn(spelling, "<"));
	const char *base = words.data;
	unsigned ordinal = next_ordinal(l, interned_printf("%s %s_%s", usr, base, what));
	const char *name = in_class ? interned_printf("%s_%s_%u", base, what, ordinal)
	                            : interned_printf("%s_%s_%u_%08x", base, what, ordinal,
	                                              hash_declaration(l, around, offset));

	const char *overload = overload_suffix(around);

	note_long_name(l, name, interned_printf("%s%s_%s", base, overload, what), in_class, ordinal);
	return name;
}
