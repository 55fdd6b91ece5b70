/* Repeats macro expansion (C11 6.10.3): each token knows the file's token, and the macros' tokens, that it
 * comes from. */
#include "source/expansion.h"

#include <stdint.h>
#include <string.h>

/* The macros whose expansion a token comes from, which are not expanded in it again. */
struct hide_set {
	const struct macro *macro;
	const struct hide_set *next;
};

void expansion_finish(struct expansion *e)
{
	for (size_t i = 0; e->macros && i < e->unit->n_macros; i++) {
		if (e->macros[i])
			tokens_finish(&e->macros[i]->tokens);
	}
	string_set_finish(&e->names);
	*e = (struct expansion){0};
}

/* ---- Macros ----------------------------------------------------------------- */

static const struct token *macro_token(const struct macro *m, size_t i)
{
	return &m->tokens.items[i];
}

static bool is(const struct macro *m, size_t i, const char *spelling)
{
	return token_is(m->line->text, macro_token(m, i), spelling);
}

/* Whether white space is in front of a token. */
static bool follows_space(const struct token *t)
{
	return t->offset > token_end(&t[-1]);
}

/* Parses `define NAME(parameters) body`. */
static void read_macro(struct macro *m)
{
	size_t i = 2;

	lex(m->line->text, strlen(m->line->text), &m->tokens);
	const struct token *t = m->tokens.items;

	m->is_function = is(m, 2, "(") && t[2].offset == token_end(&t[1]) && t[2].match > 2;
	if (m->is_function) {
		m->first_parameter = 3;
		for (i = 3; (int)i < t[2].match; i++) {
			m->n_parameters += t[i].kind == TOKEN_IDENTIFIER;
			if (is(m, i, ".") && !m->is_variadic) {
				m->is_variadic = true;
				m->n_parameters += t[i - 1].kind != TOKEN_IDENTIFIER;
			}
		}
		i++;
	}
	m->body = i;
}

void expansion_go_to(struct expansion *e, unsigned offset)
{
	const struct unit *u = e->unit;

	if (!e->macros && u->n_macros)
		e->macros = unit_zeroed(u->n_macros * sizeof(*e->macros));
	for (; e->n_lines < u->n_macros && u->macros[e->n_lines].offset <= offset; e->n_lines++) {
		const struct macro_line *line = &u->macros[e->n_lines];
		size_t number = string_set_add(&e->names, line->text + line->name, line->name_len);

		if (number == e->n_current)
			KEEP(e->current, e->n_current) = 0;
		e->current[number] = e->n_lines;
	}
}

/* Returns where the index of the macro line in force for a token is kept; NULL if it has never named a macro. */
static size_t *line_in_force(struct expansion *e, const struct pp_token *t)
{
	size_t number = t->kind == TOKEN_IDENTIFIER ? string_set_find(&e->names, t->text, t->len) : SIZE_MAX;

	return number == SIZE_MAX ? NULL : &e->current[number];
}

/* Returns the macro that a token names, or NULL. */
static const struct macro *find_macro(struct expansion *e, const struct pp_token *t)
{
	const size_t *n = line_in_force(e, t);

	if (!n || !e->unit->macros[*n].is_defined)
		return NULL;
	if (!e->macros[*n]) {
		e->macros[*n] = unit_zeroed(sizeof(*e->macros[*n]));
		e->macros[*n]->line = &e->unit->macros[*n];
		read_macro(e->macros[*n]);
	}
	return e->macros[*n];
}

bool expansion_restore(struct expansion *e, const struct pp_token *t)
{
	size_t *current = line_in_force(e, t);
	const struct macro_line *all = e->unit->macros;

	if (!current || all[*current].is_defined || strcmp(all[*current].file, SYSTEM_FILE))
		return false;
	for (size_t n = *current; n-- > 0;) {
		if (all[n].is_defined && all[n].name_len == t->len &&
		    !memcmp(all[n].text + all[n].name, t->text, t->len)) {
			*current = n;
			return true;
		}
	}
	return false;
}

/* Returns the index of the parameter that token i of a macro names; n_parameters if it names none. */
static size_t parameter_of(const struct macro *m, size_t i)
{
	const struct token *t = macro_token(m, i);
	size_t n = 0;

	if (!m->is_function || t->kind != TOKEN_IDENTIFIER)
		return m->n_parameters;
	for (size_t k = m->first_parameter; !is(m, k, ")"); k++) {
		const struct token *p = macro_token(m, k);

		if (p->kind == TOKEN_IDENTIFIER && p->len == t->len &&
		    !memcmp(m->line->text + p->offset, m->line->text + t->offset, t->len))
			return n;
		n += p->kind == TOKEN_IDENTIFIER;
	}
	return m->is_variadic && is(m, i, "__VA_ARGS__") ? m->n_parameters - 1 : m->n_parameters;
}

/* ---- Tokens ----------------------------------------------------------------- */

static struct pp_token *copy_item(const struct pp_token *from)
{
	struct pp_token *t = unit_zeroed(sizeof(*t));

	*t = *from;
	t->next = NULL;
	return t;
}

static struct pp_token *copy_list(const struct pp_token *list)
{
	struct pp_token *copies = NULL;

	for (struct pp_token **end = &copies; list; list = list->next, end = &(*end)->next)
		*end = copy_item(list);
	return copies;
}

/* Whether a token names one of the compiler's built-in macros. */
static bool is_builtin(const char *text, const struct token *t)
{
	return t->kind == TOKEN_IDENTIFIER &&
	       token_is_one_of(text, t, "__LINE__ __FILE__ __COUNTER__ __BASE_FILE__ __INCLUDE_LEVEL__ "
	                                "__DATE__ __TIME__ __TIMESTAMP__");
}

struct pp_token *make_items(const char *text, const struct tokens *tokens, size_t from,
                            size_t to)
{
	size_t n = 0;

	while (from + n < to && tokens->items[from + n].kind != TOKEN_END)
		n++;
	struct pp_token *list = n ? unit_zeroed(n * sizeof(*list)) : NULL;

	for (size_t k = 0; k < n; k++) {
		const struct token *t = &tokens->items[from + k];

		list[k] = (struct pp_token){
		    .text = text + t->offset,
		    .len = t->len,
		    .kind = t->kind,
		    .spot = t->offset,
		    .is_own = true,
		    .is_builtin = is_builtin(text, t),
		    .is_spaced = from + k > 0 && follows_space(t),
		    .next = k + 1 < n ? &list[k + 1] : NULL,
		};
	}
	return list;
}

static bool is_hidden(const struct hide_set *h, const struct macro *m)
{
	while (h && h->macro != m)
		h = h->next;
	return h;
}

static const struct hide_set *hide(const struct hide_set *h, const struct macro *m)
{
	struct hide_set *more = unit_zeroed(sizeof(*more));

	*more = (struct hide_set){m, h};
	return more;
}

/* Returns the intersection of two sets of hidden macros. */
static const struct hide_set *common(const struct hide_set *a, const struct hide_set *b)
{
	const struct hide_set *both = NULL;

	for (; a; a = a->next)
		both = is_hidden(b, a->macro) ? hide(both, a->macro) : both;
	return both;
}

bool item_is(const struct pp_token *t, const char *spelling)
{
	return t && strlen(spelling) == t->len && !memcmp(t->text, spelling, t->len);
}

/* ---- Expansion -------------------------------------------------------------- */

static struct pp_token *expand(struct expansion *e, struct pp_token *list);

/* Reads at most n arguments behind the parenthesis `open`; the last one of a variadic macro may contain
 * commas. Returns the closing parenthesis; NULL if there is none, or if the number of arguments is wrong. */
static struct pp_token *read_arguments(const struct macro *m, struct pp_token *open,
                                       struct pp_token **arguments)
{
	size_t n = 0;
	int depth = 0;
	struct pp_token **end = &arguments[0];

	for (struct pp_token *t = open->next; t; t = t->next) {
		bool is_last = m->is_variadic && n + 1 == m->n_parameters;

		if (t->kind == TOKEN_DIRECTIVE)
			return NULL;
		if (!depth && item_is(t, ")"))
			return n + 1 >= m->n_parameters - (m->is_variadic && m->n_parameters) ? t : NULL;
		if (!depth && item_is(t, ",") && !is_last) {
			if (++n >= m->n_parameters)
				return NULL;
			end = &arguments[n];
			continue;
		}
		depth += item_is(t, "(") - item_is(t, ")");
		if (n >= m->n_parameters)
			return NULL; /* F(x), where F has no parameters */
		*end = copy_item(t);
		end = &(*end)->next;
	}
	return NULL;
}

/* #parameter */
static struct pp_token *stringize(const struct pp_token *argument)
{
	SCOPED(text) t = {0};
	struct pp_token *made = unit_zeroed(sizeof(*made));
	bool has_builtin = false;

	text_append(&t, "\"");
	for (const struct pp_token *a = argument; a; a = a->next) {
		has_builtin |= a->is_builtin;
		if (a != argument && a->is_spaced)
			text_append(&t, " ");
		for (unsigned i = 0; i < a->len; i++) {
			if (a->kind == TOKEN_STRING && (a->text[i] == '"' || a->text[i] == '\\'))
				text_append(&t, "\\");
			text_append_n(&t, a->text + i, 1);
		}
	}
	text_append(&t, "\"");
	char *text = unit_zeroed(t.len + 1);

	memcpy(text, t.data, t.len);
	*made = (struct pp_token){
	    .text = text,
	    .len = (unsigned)t.len,
	    .kind = TOKEN_STRING,
	    .is_builtin = has_builtin,
	    .is_spelling = true,
	};
	return made;
}

/* Returns the tokens that the concatenated spellings of two tokens make. */
static struct pp_token *paste(const struct pp_token *a, const struct pp_token *b)
{
	SCOPED(tokens) tokens = {0};
	size_t len = a->len + b->len;
	char *text = unit_zeroed(len + 1);

	memcpy(text, a->text, a->len);
	memcpy(text + a->len, b->text, b->len);
	lex(text, len, &tokens);
	struct pp_token *made = make_items(text, &tokens, 0, tokens.count);

	if (made)
		made->is_spaced = a->is_spaced;
	for (struct pp_token *t = made; t; t = t->next) {
		t->is_builtin = a->is_builtin || b->is_builtin;
		t->spot = a->spot;
		t->is_own = false;
		t->hidden = a->hidden;
		t->step = a->step;
	}
	return made;
}

/* A use of a macro during expansion. */
struct macro_invocation {
	const struct macro *macro;
	struct pp_token *const *arguments;
	const struct pp_token *name;
	unsigned number;
};

/* Returns an item for token i of the body of a macro that is expanded. */
static struct pp_token *body_item(const struct macro_invocation *u, size_t i)
{
	struct pp_token *t = make_items(u->macro->line->text, &u->macro->tokens, i, i + 1);
	struct expansion_step *step = unit_zeroed(sizeof(*step));

	*step = (struct expansion_step){u->macro, i, u->number, u->name->step};
	t->spot = u->name->spot;
	t->is_own = false;
	t->step = step;
	return t;
}

/* Whether tokens i and i + 1 of a macro form ##. */
static bool is_paste(const struct macro *m, size_t i)
{
	return is(m, i, "#") && is(m, i + 1, "#") &&
	       macro_token(m, i)->offset + 1 == macro_token(m, i + 1)->offset;
}

/* Returns the replacement of token *i of a macro's body, and advances *i behind it: an argument, which is
 * expanded unless it is an operand of ##, or the token itself. */
static struct pp_token *substitute(struct expansion *e, const struct macro_invocation *u, size_t *i,
                                   bool pasted)
{
	const struct macro *m = u->macro;
	size_t at = (*i)++, p = parameter_of(m, at);

	if (m->is_function && is(m, at, "#") && parameter_of(m, *i) < m->n_parameters) {
		struct pp_token *string = stringize(u->arguments[parameter_of(m, (*i)++)]);
		struct pp_token *place = body_item(u, at);

		string->spot = place->spot;
		string->step = place->step;
		return string;
	}
	if (p == m->n_parameters)
		return body_item(u, at);
	struct pp_token *made = copy_list(u->arguments[p]);

	return pasted || is_paste(m, *i) ? made : expand(e, made);
}

/* Appends `made` to a list, joining its first token with the list's last one (##). Returns where the rest of it is. */
static struct pp_token **append_pasted(struct pp_token **list, struct pp_token *made)
{
	struct pp_token **last = list;

	while (*last && (*last)->next)
		last = &(*last)->next;
	if (*last && made) {
		struct pp_token *others = made->next;

		*last = paste(*last, made);
		made = others;
	}
	while (*last)
		last = &(*last)->next;
	*last = made;
	return last;
}

/* Whether a list ends with a comma. In `, ## __VA_ARGS__` the comma is removed if there are no variable
 * arguments; otherwise nothing is pasted. */
static bool ends_in_comma(const struct pp_token *list)
{
	while (list && list->next)
		list = list->next;
	return item_is(list, ",");
}

/* Returns a macro's body with its arguments substituted. */
static struct pp_token *fill_body(struct expansion *e, const struct macro_invocation *u)
{
	const struct macro *m = u->macro;
	struct pp_token *list = NULL, **end = &list;

	for (size_t i = m->body; macro_token(m, i)->kind != TOKEN_END;) {
		bool pasted = i > m->body && is_paste(m, i);

		i += pasted ? 2 : 0;
		bool is_rest = m->is_variadic && parameter_of(m, i) + 1 == m->n_parameters;
		bool is_spaced = follows_space(macro_token(m, i));
		struct pp_token *made = substitute(e, u, &i, pasted);

		if (made) /* an argument's first token is spaced like the parameter */
			made->is_spaced = is_spaced;
		if (pasted && is_rest && ends_in_comma(list)) {
			if (!made)
				for (end = &list; (*end)->next; end = &(*end)->next)
					;
			*end = made;
		} else if (pasted) {
			end = append_pasted(&list, made);
		} else {
			*end = made;
		}
		while (*end)
			end = &(*end)->next;
	}
	return list;
}

/* Returns the tokens that replace a macro's use, followed by `rest`. */
static struct pp_token *replace(struct expansion *e, const struct macro_invocation *u,
                                const struct hide_set *hidden,
                                struct pp_token *rest)
{
	struct pp_token *list = fill_body(e, u), **end = &list;

	if (list)
		list->is_spaced = u->name->is_spaced;
	for (; *end; end = &(*end)->next) {
		for (const struct hide_set *h = hidden; h; h = h->next) {
			if (!is_hidden((*end)->hidden, h->macro))
				(*end)->hidden = hide((*end)->hidden, h->macro);
		}
	}
	*end = rest;
	return list;
}

const struct macro *expand_first(struct expansion *e, struct pp_token **list)
{
	struct pp_token *name = *list;
	const struct macro *m = find_macro(e, name);

	if (!m || is_hidden(name->hidden, m) || !e->n_expansions_left)
		return NULL;
	struct macro_invocation u = {.macro = m, .name = name, .number = ++e->n_expansions};

	e->n_expansions_left--;
	if (!m->is_function) {
		*list = replace(e, &u, hide(name->hidden, m), name->next);
		return m;
	}
	if (!item_is(name->next, "("))
		return NULL;
	struct pp_token **arguments = unit_zeroed((m->n_parameters + 1) * sizeof(*arguments));
	struct pp_token *close = read_arguments(m, name->next, arguments);

	u.arguments = arguments;
	if (!close)
		return NULL;
	*list = replace(e, &u, hide(common(name->hidden, close->hidden), m), close->next);
	return m;
}

static struct pp_token *expand(struct expansion *e, struct pp_token *list)
{
	struct pp_token *done = NULL, **end = &done;

	while (list) {
		if (expand_first(e, &list))
			continue;
		*end = list;
		end = &list->next;
		list = list->next;
		*end = NULL;
	}
	return done;
}

