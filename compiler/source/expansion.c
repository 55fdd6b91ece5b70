/* Where tokens of the flat text are in the user's files: which of their tokens, and of which macros.
 * The lines of a file are expanded once more (C11 6.10.3), up to the token that is asked for; where
 * that does not give the tokens of the flat text, there is no answer. */
#include "source/unit.h"

#include <stdlib.h>
#include <string.h>

/* More text than this behind the start of a line is not looked at. */
#define MOST_TEXT 65536
/* Nor expansions of macros. */
#define MOST_EXPANSIONS 4096

/* A macro as it was when a line was read. */
struct macro {
	const struct macro_line *line;
	const char *name;
	unsigned name_len;
	struct tokens tokens;  /* of its line, from `define` on */
	size_t body;           /* the first token of its body */
	bool is_function, is_variadic;
	size_t first_parameter, n_parameters; /* every other token from the first one on */
	struct macro *next;
};

/* Macros in whose expansion a token is: it is not expanded for them again. */
struct hidden {
	const struct macro *macro;
	const struct hidden *next;
};

/* A macro whose body a token came of. */
struct step {
	const struct macro *macro;
	size_t at; /* a token of it */
	const struct step *outer;
};

struct item {
	const char *text;
	unsigned len;
	enum token_kind kind;
	unsigned spot;  /* where it, or the macro's name that it came of, is in the file */
	bool is_own;    /* it is at its spot itself */
	bool is_spaced; /* white space is in front of it */
	const struct hidden *hidden;
	const struct step *step; /* the innermost, or NULL */
	struct item *next;
};

/* All that is allocated goes when the expansion is done. */
struct block {
	struct block *next;
};

struct expansion {
	const struct unit *unit;
	unsigned offset; /* macros are those of the flat text there */
	struct macro *macros; /* that were met */
	struct block *blocks;
	unsigned n_expansions;
};

static void *allocate(struct expansion *e, size_t size)
{
	struct block *b = xmalloc(sizeof(*b) + size);

	b->next = e->blocks;
	e->blocks = b;
	return memset(b + 1, 0, size);
}

static void finish(struct expansion *e)
{
	for (struct macro *m = e->macros; m; m = m->next)
		tokens_finish(&m->tokens);
	for (struct block *b = e->blocks, *next; b; b = next) {
		next = b->next;
		free(b);
	}
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

/* Reads `define NAME(parameters) body`. */
static void read_macro(struct macro *m)
{
	const struct token *t = m->tokens.items;
	size_t i = 2;

	lex(m->line->text, strlen(m->line->text), &m->tokens);
	t = m->tokens.items;
	m->is_function = is(m, 2, "(") && t[2].offset == t[1].offset + t[1].len && t[2].match > 2;
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

/* The last #define or #undef of a name in front of an offset. */
static const struct macro_line *macro_line(const struct unit *u, unsigned offset, const char *name,
                                           unsigned len)
{
	for (size_t i = u->n_macros; i-- > 0;) {
		const struct macro_line *l = &u->macros[i];

		if (l->offset <= offset && l->name_len == len &&
		    !memcmp(l->text + l->name, name, len))
			return l;
	}
	return NULL;
}

/* The macro that a token names, or NULL. */
static const struct macro *find_macro(struct expansion *e, const struct item *t)
{
	const struct macro *m = e->macros;

	if (t->kind != TOKEN_IDENTIFIER)
		return NULL;
	while (m && (m->name_len != t->len || memcmp(m->name, t->text, t->len)))
		m = m->next;
	if (!m) {
		const struct macro_line *line = macro_line(e->unit, e->offset, t->text, t->len);
		struct macro *read = allocate(e, sizeof(*read));

		*read = (struct macro){.line = line, .name = t->text, .name_len = t->len, .next = e->macros};
		if (line && line->is_defined)
			read_macro(read);
		e->macros = read;
		m = read;
	}
	return m->line && m->line->is_defined ? m : NULL;
}

/* The parameter that token i of a macro names; n_parameters if it is none. */
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

static struct item *copy_item(struct expansion *e, const struct item *from)
{
	struct item *t = allocate(e, sizeof(*t));

	*t = *from;
	t->next = NULL;
	return t;
}

/* Appends copies of a list; where the next one is to be appended. */
static struct item **append_copies(struct expansion *e, struct item **end, const struct item *list)
{
	for (; list; list = list->next) {
		*end = copy_item(e, list);
		end = &(*end)->next;
	}
	return end;
}

/* The tokens [from, to) of a text as a list, each at its own spot. */
static struct item *make_items(struct expansion *e, const char *text, const struct tokens *tokens,
                               size_t from, size_t to)
{
	struct item *list = NULL, **end = &list;

	for (size_t i = from; i < to && tokens->items[i].kind != TOKEN_END; i++) {
		const struct token *t = &tokens->items[i];
		struct item *made = allocate(e, sizeof(*made));

		*made = (struct item){.text = text + t->offset, .len = t->len, .kind = t->kind,
		                      .spot = t->offset, .is_own = true,
		                      .is_spaced = i > 0 && t->offset > t[-1].offset + t[-1].len};
		*end = made;
		end = &made->next;
	}
	return list;
}

static bool is_hidden(const struct hidden *h, const struct macro *m)
{
	while (h && h->macro != m)
		h = h->next;
	return h;
}

static const struct hidden *hide(struct expansion *e, const struct hidden *h, const struct macro *m)
{
	struct hidden *more = allocate(e, sizeof(*more));

	*more = (struct hidden){m, h};
	return more;
}

/* The macros in both. */
static const struct hidden *common(struct expansion *e, const struct hidden *a, const struct hidden *b)
{
	const struct hidden *both = NULL;

	for (; a; a = a->next)
		both = is_hidden(b, a->macro) ? hide(e, both, a->macro) : both;
	return both;
}

static bool item_is(const struct item *t, const char *spelling)
{
	return t && strlen(spelling) == t->len && !memcmp(t->text, spelling, t->len);
}

/* ---- Expansion -------------------------------------------------------------- */

static struct item *expand(struct expansion *e, struct item *list);

/* The arguments behind the parenthesis `open`, at most n, of which the last one may have commas in it.
 * The closing parenthesis; NULL if there is none, or there are others. */
static struct item *read_arguments(struct expansion *e, const struct macro *m, struct item *open,
                                   struct item **arguments)
{
	size_t n = 0;
	int depth = 0;
	struct item **end = &arguments[0];

	for (struct item *t = open->next; t; t = t->next) {
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
			return NULL; /* F(x) of F() */
		*end = copy_item(e, t);
		end = &(*end)->next;
	}
	return NULL;
}

/* #parameter */
static struct item *stringize(struct expansion *e, const struct item *argument)
{
	struct text t = {0};
	struct item *made = allocate(e, sizeof(*made));

	text_append(&t, "\"");
	for (const struct item *a = argument; a; a = a->next) {
		if (a != argument && a->is_spaced)
			text_append(&t, " ");
		for (unsigned i = 0; i < a->len; i++) {
			if (a->kind == TOKEN_STRING && (a->text[i] == '"' || a->text[i] == '\\'))
				text_append(&t, "\\");
			text_append_n(&t, a->text + i, 1);
		}
	}
	text_append(&t, "\"");
	char *text = allocate(e, t.len + 1);

	memcpy(text, t.data, t.len);
	*made = (struct item){.text = text, .len = (unsigned)t.len, .kind = TOKEN_STRING};
	text_finish(&t);
	return made;
}

/* The tokens that the texts of two make. */
static struct item *paste(struct expansion *e, const struct item *a, const struct item *b)
{
	struct tokens tokens;
	size_t len = a->len + b->len;
	char *text = allocate(e, len + 1);

	memcpy(text, a->text, a->len);
	memcpy(text + a->len, b->text, b->len);
	lex(text, len, &tokens);
	struct item *made = make_items(e, text, &tokens, 0, tokens.count);

	tokens_finish(&tokens);
	for (struct item *t = made; t; t = t->next) {
		t->spot = a->spot;
		t->is_own = false;
		t->hidden = a->hidden;
		t->step = a->step;
	}
	return made;
}

/* A token of a macro's body in an expansion of the macro, whose name is `name`. */
static struct item *body_item(struct expansion *e, const struct macro *m, size_t i,
                              const struct item *name)
{
	struct item *t = make_items(e, m->line->text, &m->tokens, i, i + 1);
	struct step *step = allocate(e, sizeof(*step));

	*step = (struct step){m, i, name->step};
	t->spot = name->spot;
	t->is_own = false;
	t->step = step;
	return t;
}

/* Whether tokens i and i + 1 of a macro are ##. */
static bool is_paste(const struct macro *m, size_t i)
{
	return is(m, i, "#") && is(m, i + 1, "#") &&
	       macro_token(m, i)->offset + 1 == macro_token(m, i + 1)->offset;
}

/* What token *i of a macro's body stands for, behind which *i is then: an argument, expanded unless it is
 * pasted, or itself. */
static struct item *substitute(struct expansion *e, const struct macro *m, size_t *i,
                               struct item *const *arguments, const struct item *name, bool pasted)
{
	size_t at = (*i)++, p = parameter_of(m, at);
	struct item *made = NULL;

	if (m->is_function && is(m, at, "#") && parameter_of(m, *i) < m->n_parameters) {
		struct item *string = stringize(e, arguments[parameter_of(m, (*i)++)]);
		struct item *place = body_item(e, m, at, name);

		string->spot = place->spot;
		string->step = place->step;
		return string;
	}
	if (p == m->n_parameters)
		return body_item(e, m, at, name);
	append_copies(e, &made, arguments[p]);
	return pasted || is_paste(m, *i) ? made : expand(e, made);
}

/* Appends tokens that ## joins with the last ones of a list, if any; where the next ones go. */
static struct item **append_pasted(struct expansion *e, struct item **list, struct item *made)
{
	struct item **last = list;

	while (*last && (*last)->next)
		last = &(*last)->next;
	if (*last && made) {
		struct item *others = made->next;

		*last = paste(e, *last, made);
		made = others;
	}
	while (*last)
		last = &(*last)->next;
	*last = made;
	while (*last)
		last = &(*last)->next;
	return last;
}

/* Whether the last token of a list is a comma, which `, ## __VA_ARGS__` leaves out where there are no
 * such arguments, and joins with nothing. */
static bool ends_in_comma(const struct item *list)
{
	while (list && list->next)
		list = list->next;
	return item_is(list, ",");
}

/* The body of a macro with its arguments. */
static struct item *fill_body(struct expansion *e, const struct macro *m, struct item *const *arguments,
                              const struct item *name)
{
	struct item *list = NULL, **end = &list;

	for (size_t i = m->body; macro_token(m, i)->kind != TOKEN_END;) {
		bool pasted = i > m->body && is_paste(m, i);

		i += pasted ? 2 : 0;
		bool is_rest = m->is_variadic && parameter_of(m, i) + 1 == m->n_parameters;
		struct item *made = substitute(e, m, &i, arguments, name, pasted);

		if (pasted && is_rest && ends_in_comma(list)) {
			if (!made)
				for (end = &list; (*end)->next; end = &(*end)->next)
					;
			*end = made;
		} else if (pasted) {
			end = append_pasted(e, &list, made);
		} else {
			*end = made;
		}
		while (*end)
			end = &(*end)->next;
	}
	return list;
}

/* The tokens that a macro is replaced with, in front of `rest`. */
static struct item *replace(struct expansion *e, const struct macro *m, struct item *const *arguments,
                            const struct item *name, const struct hidden *hidden, struct item *rest)
{
	struct item *list = fill_body(e, m, arguments, name), **end = &list;

	if (list)
		list->is_spaced = name->is_spaced;
	for (; *end; end = &(*end)->next) {
		for (const struct hidden *h = hidden; h; h = h->next) {
			if (!is_hidden((*end)->hidden, h->macro))
				(*end)->hidden = hide(e, (*end)->hidden, h->macro);
		}
	}
	*end = rest;
	return list;
}

/* Replaces the macro that *list begins with. False if it begins with none. */
static bool expand_first(struct expansion *e, struct item **list)
{
	struct item *name = *list;
	const struct macro *m = find_macro(e, name);

	if (!m || is_hidden(name->hidden, m) || e->n_expansions++ > MOST_EXPANSIONS)
		return false;
	if (!m->is_function) {
		*list = replace(e, m, NULL, name, hide(e, name->hidden, m), name->next);
		return true;
	}
	if (!item_is(name->next, "("))
		return false;
	struct item **arguments = allocate(e, (m->n_parameters + 1) * sizeof(*arguments));
	struct item *close = read_arguments(e, m, name->next, arguments);

	if (!close)
		return false;
	*list = replace(e, m, arguments, name, hide(e, common(e, name->hidden, close->hidden), m),
	                close->next);
	return true;
}

static struct item *expand(struct expansion *e, struct item *list)
{
	struct item *done = NULL, **end = &done;

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

/* Whether a token is that of the flat text; a macro that the compiler defines has another one. */
static bool is_same(const struct item *t, const char *text, const struct token *flat)
{
	static const char *const builtin[] = {"__LINE__", "__FILE__", "__COUNTER__"};

	for (size_t i = 0; i < sizeof(builtin) / sizeof(*builtin); i++) {
		if (item_is(t, builtin[i]))
			return flat->kind == TOKEN_NUMBER || flat->kind == TOKEN_STRING;
	}
	return t->len == flat->len && !memcmp(t->text, text + flat->offset, t->len);
}

/* The item that is token `wanted` of the flat text, whose line's first one is token `first`. NULL if
 * the two are not the same up to there. */
static const struct item *find_item(struct expansion *e, struct item *list, size_t first, size_t wanted)
{
	const struct token *t = e->unit->tokens.items;

	for (size_t i = first; list; ) {
		if (expand_first(e, &list))
			continue;
		if (!is_same(list, e->unit->text.data, &t[i]))
			return NULL;
		if (i++ == wanted)
			return list;
		list = list->next;
	}
	return NULL;
}

/* ---- Places ----------------------------------------------------------------- */

/* The text of a user's file, as a name in messages says it. */
static bool read_named(const struct unit *u, const char *name, struct text *out)
{
	const struct translation_request *r = u->request;

	return read_file(strcmp(name, r->display_path) ? name : r->path, out) && out->data;
}

/* Where a place behind the start of a line is. */
static struct location count_lines(const char *file, unsigned line, const char *start, const char *at)
{
	struct location l = {file, line, 1};

	for (; start < at; start++) {
		l.line += *start == '\n';
		l.column = *start == '\n' ? 1 : l.column + 1;
	}
	return l;
}

/* Blanks the line breaks behind backslashes in the first line of a text. Where it ends. */
static size_t join_lines(char *s)
{
	size_t i = 0;

	for (; s[i] && s[i] != '\n'; i++) {
		size_t n = s[i] != '\\' ? 0 : s[i + 1] == '\n' ? 2 : s[i + 1] == '\r' && s[i + 2] == '\n' ? 3 : 0;

		memset(s + i, ' ', n);
	}
	return i;
}

/* Where the token of a macro is in the user's file that defines it. False if there is none: the
 * macro is a system header's, the command line's. */
static bool locate_step(const struct unit *u, const struct step *s, struct macro_step *out)
{
	const struct macro *m = s->macro;
	struct text file = {0};
	struct tokens tokens = {0};
	bool found = false;
	const char *line = m->line->file[0] != '<' && read_named(u, m->line->file, &file)
	                           ? text_line(file.data, m->line->line)
	                           : NULL;
	char *joined = line ? xstrdup(line) : NULL;
	size_t len = joined ? join_lines(joined) : 0;
	size_t start = joined ? strspn(joined, " \t") : 0;

	/* the preprocessor's line has the tokens of this one, and other white space */
	if (joined && joined[start] == '#') {
		lex(joined + start + 1, len - start - 1, &tokens);
		found = s->at < tokens.count && tokens.items[s->at].kind != TOKEN_END;
	}
	if (found)
		*out = (struct macro_step){
			xstrndup(m->name, m->name_len),
			count_lines(m->line->file, m->line->line, line,
			            line + start + 1 + tokens.items[s->at].offset)};
	tokens_finish(&tokens);
	free(joined);
	text_finish(&file);
	return found;
}

/* The macros whose bodies a token came of, the outermost first. */
static void locate_steps(const struct unit *u, const struct step *s, struct source_place *out)
{
	if (!s)
		return;
	locate_steps(u, s->outer, out);
	out->steps = xrealloc(out->steps, (out->n_steps + 1) * sizeof(*out->steps));
	out->n_steps += locate_step(u, s, &out->steps[out->n_steps]);
}

bool locate_in_source(const struct unit *u, unsigned offset, struct source_place *out)
{
	struct expansion e = {.unit = u, .offset = line_start(u, offset)};
	struct location l = unit_locate(u, e.offset);
	struct text file = {0};
	const struct token *t = u->tokens.items;
	size_t first = token_at(&u->tokens, e.offset), i = token_at(&u->tokens, offset);
	const char *line = read_named(u, l.file, &file) ? text_line(file.data, l.line) : NULL;
	const struct item *item = NULL;

	*out = (struct source_place){0};
	if (i > first && t[i].offset > offset && offset <= t[i - 1].offset + t[i - 1].len)
		i--; /* in it, or right behind */
	if (line && t[i].kind != TOKEN_END && t[first].offset <= offset) {
		size_t rest = file.len - (size_t)(line - file.data);
		struct tokens tokens;

		lex(line, rest < MOST_TEXT ? rest : MOST_TEXT, &tokens);
		item = find_item(&e, make_items(&e, line, &tokens, 0, tokens.count), first, i);
		tokens_finish(&tokens);
	}
	if (item) {
		const char *at = line + item->spot;

		if (item->is_own)
			at += offset > t[i].offset ? offset - t[i].offset : 0;
		out->where = count_lines(l.file, l.line, line, at);
		locate_steps(u, item->step, out);
	}
	finish(&e);
	text_finish(&file);
	return item;
}

void source_place_finish(struct source_place *p)
{
	for (size_t i = 0; i < p->n_steps; i++)
		free(p->steps[i].name);
	free(p->steps);
	*p = (struct source_place){0};
}

void macro_lines_finish(struct unit *u)
{
	for (size_t i = 0; i < u->n_macros; i++)
		free(u->macros[i].text);
	free(u->macros);
	strings_finish(&u->macro_files);
}
