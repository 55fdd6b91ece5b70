/* Aligns the flat text with the user's files. Beginning at a line of the flat text, the tokens of the file
 * are expanded again as long as they yield the tokens of the flat text. If they stop doing so, the rest of
 * that line has no place in the files, and alignment resumes with the next line. */
#include "source/alignment.h"
#include "source/amendments.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Limit of expansions for one token of a file. */
#define MOST_EXPANSIONS 4096

/* ---- Files ------------------------------------------------------------------ */

static void find_lines(struct source_file *f)
{
	for (const char *p = f->text.data; p;) {
		KEEP(f->lines, f->n_lines) = (unsigned)(p - f->text.data);
		p = strchr(p, '\n');
		p = p ? p + 1 : NULL;
	}
}

/* Reads a file. A file that cannot be read has no tokens. */
static void read_source(struct alignment *a, struct source_file *f)
{
	const struct translation_request *r = a->expansion.unit->request;

	f->is_read = true;
	read_source_file(path_of_file(r, f->name), &f->text, NULL);
	blank_unicode_spaces(f->text.data, f->text.len);
	f->plain = xstrndup(f->text.data, f->text.len);
	if (starts(f->plain, "\xef\xbb\xbf"))
		memset(f->plain, ' ', 3);
	blank_splices(f->plain, f->text.len);
	lex(f->plain, f->text.len, &f->tokens);
	if (r->language == LANGUAGE_CXX) {
		write_int_main(f->text.data, &f->tokens);
		write_int_main(f->plain, &f->tokens);
	}
	f->items = make_items(f->plain, &f->tokens, 0, f->tokens.count);
	find_lines(f);
}

/* Returns the index of the file with a name from the line marks, after reading it. */
static int file_of(struct alignment *a, const char *name)
{
	size_t i = 0;

	while (i < a->n_files && strcmp(a->files[i].name, name))
		i++;
	if (!a->files[i].is_read)
		read_source(a, &a->files[i]);
	return (int)i;
}

unsigned source_file_line(const struct source_file *f, unsigned offset)
{
	return (unsigned)first_from(f->lines, sizeof(*f->lines), 0, f->n_lines, offset + 1);
}

/* Returns the first token of a file at or behind the beginning of a line; its end for lines that it does not have, such
 * as that of #line 0. */
static size_t token_of_line(const struct source_file *f, unsigned line)
{
	return line && line <= f->n_lines ? token_at(&f->tokens, f->lines[line - 1]) : f->tokens.count - 1;
}

/* ---- Tokens ----------------------------------------------------------------- */

/* Whether an item and a token of the flat text are equal. What a built-in macro expands to is known by its
 * kind only. */
static bool is_same(const struct pp_token *t, const char *text, const struct token *flat)
{
	size_t own = 0;

	while (t->is_builtin && own + 1 < t->len && memcmp(t->text + own, "__", 2))
		own++; /* pasted in front of the macro's name */
	if (t->is_builtin)
		return t->kind == TOKEN_STRING ? flat->kind == TOKEN_STRING
		       : own               ? flat->len > own && !memcmp(t->text, text + flat->offset, own)
		                           : flat->kind == TOKEN_NUMBER || flat->kind == TOKEN_STRING;
	return t->len == flat->len && !memcmp(t->text, text + flat->offset, t->len);
}

struct alignment_walk {
	struct alignment *alignment;
	struct expansion *expansion;
	int file;          /* being read, or -1 */
	struct pp_token *list; /* the file's remaining tokens */
	bool in_use;       /* the last macro_use is still open */
};

static struct source_file *current_file(const struct alignment_walk *w)
{
	return &w->alignment->files[w->file];
}

/* Returns the index of an item that is one of the file's own tokens; SIZE_MAX for other items. */
static size_t index_in_file(const struct alignment_walk *w, const struct pp_token *t)
{
	const struct source_file *f = current_file(w);

	return t >= f->items && t < f->items + (f->tokens.count - 1) ? (size_t)(t - f->items) : SIZE_MAX;
}

/* Closes the last macro use: the list has reached a token of the file behind it. */
static void close_use(struct alignment_walk *w)
{
	const struct source_file *f = current_file(w);
	struct macro_use *u = &w->alignment->uses[w->alignment->n_uses - 1];
	size_t next = w->list ? index_in_file(w, w->list) : f->tokens.count - 1;

	w->in_use = false;
	u->end = token_end(&f->tokens.items[next - 1]);
	if (u->first == SIZE_MAX)
		w->alignment->n_uses--; /* its expansion is empty */
}

/* Expands the macro that the list begins with. Returns false if it begins with none. */
static bool expand_next(struct alignment_walk *w)
{
	const struct pp_token *name = w->list;
	bool is_own = index_in_file(w, name) != SIZE_MAX;

	if (is_own)
		w->expansion->n_expansions_left = MOST_EXPANSIONS;
	const struct macro *m = expand_first(w->expansion, &w->list);

	if (!m)
		return false;
	if (is_own) {
		KEEP(w->alignment->uses, w->alignment->n_uses) =
		    (struct macro_use){.file = w->file, .start = name->spot, .macro = m, .first = SIZE_MAX};
		w->in_use = true;
	}
	return true;
}

/* Skips _Pragma("…"), which is a line of its own in the flat text. */
static bool pass_pragma(struct alignment_walk *w)
{
	struct pp_token *t = w->list;

	if (!item_is(t, "_Pragma"))
		return false;
	for (int i = 0; t && i < 4; i++)
		t = t->next;
	w->list = t;
	return true;
}

/* Whether the next token of the file is token i of the flat text, which is then recorded. */
static bool match(struct alignment_walk *w, size_t i)
{
	struct alignment *a = w->alignment;
	const struct unit *u = w->expansion->unit;
	const struct token *t = &u->tokens.items[i];

	while (w->list) {
		if (w->in_use && index_in_file(w, w->list) != SIZE_MAX)
			close_use(w);
		if (w->list->kind == TOKEN_DIRECTIVE) {
			w->list = w->list->next;
			continue;
		}
		if (expand_next(w))
			continue;
		bool is_moved = offsets_have(&u->moved_ifs, t->offset) &&
		                (item_is(w->list, "switch") || item_is(w->list, "for"));

		if (is_moved || is_same(w->list, u->text.data, t))
			break;
		if (!pass_pragma(w) && !expansion_restore(w->expansion, w->list))
			return false;
	}
	if (!w->list)
		return false;
	a->tokens[i] = (struct aligned_token){w->file, w->list, w->in_use ? (int)a->n_uses - 1 : -1};
	if (w->in_use) {
		a->uses[a->n_uses - 1].first = a->uses[a->n_uses - 1].first == SIZE_MAX
		                                       ? i
		                                       : a->uses[a->n_uses - 1].first;
		a->uses[a->n_uses - 1].last = i;
	}
	w->list = w->list->next;
	return true;
}

/* Drops the rest of the line, and the part of an open macro use that has been matched so far. */
static void give_up(struct alignment_walk *w)
{
	struct alignment *a = w->alignment;

	if (w->in_use) {
		struct macro_use *u = &a->uses[a->n_uses - 1];

		for (size_t i = u->first; u->first != SIZE_MAX && i <= u->last; i++)
			a->tokens[i].item = NULL;
		a->n_uses--;
	}
	w->in_use = false;
	w->list = NULL;
}

/* Handles an open macro use where reading of the file ends or moves elsewhere. */
static void end_use(struct alignment_walk *w)
{
	if (w->in_use && w->list && index_in_file(w, w->list) == SIZE_MAX)
		give_up(w);
	else if (w->in_use)
		close_use(w);
}

static void seek(struct alignment_walk *w, unsigned line)
{
	const struct source_file *f = current_file(w);
	size_t i = token_of_line(f, line);

	w->list = i + 1 < f->tokens.count ? &f->items[i] : NULL;
}

/* Moves to the line of a file that a line of the flat text is from, unless the next token may already be in
 * it. Lines are skipped only behind a directive: they may be a group that #if excludes. */
static void begin_line(struct alignment_walk *w, const char *name, unsigned line)
{
	int file = file_of(w->alignment, name);
	bool same = file == w->file;

	if (!same || !w->list)
		end_use(w);
	w->file = file;
	if (!same || !w->list) {
		seek(w, line);
		return;
	}
	const struct source_file *f = current_file(w);
	size_t to = token_of_line(f, line);

	for (size_t i = index_in_file(w, w->list); i < to; i++) {
		if (f->tokens.items[i].kind == TOKEN_DIRECTIVE) {
			end_use(w);
			seek(w, line);
			return;
		}
	}
}

/* Aligns a directive with that in the same line of the file, if they are equal. */
static void match_directive(struct alignment_walk *w, size_t i, const char *name, unsigned line)
{
	const struct unit *u = w->expansion->unit;
	int file = file_of(w->alignment, name);
	const struct source_file *f = &w->alignment->files[file];
	size_t k = token_of_line(f, line);

	if (k + 1 < f->tokens.count && is_same(&f->items[k], u->text.data, &u->tokens.items[i]))
		w->alignment->tokens[i] = (struct aligned_token){file, &f->items[k], -1};
}

/* Aligns the tokens [i, end), which are a line of the flat text. */
static void align_line(struct alignment_walk *w, size_t i, size_t end)
{
	const struct unit *u = w->expansion->unit;
	const struct token *t = u->tokens.items;
	struct location at = unit_locate(u, t[i].offset);
	bool is_fresh = false;

	expansion_go_to(w->expansion, line_start(u, t[i].offset));
	if (t[i].kind == TOKEN_DIRECTIVE) {
		match_directive(w, i, at.file, at.line);
		return;
	}
	begin_line(w, at.file, at.line);
	for (size_t first = i; i < end; i++) {
		if (offsets_have(&u->moved_rests, t[i].offset))
			continue;
		if (match(w, i))
			continue;
		if (i != first || is_fresh) {
			give_up(w);
			return;
		}
		give_up(w);
		seek(w, at.line);
		is_fresh = true;
		i--;
	}
}

static struct alignment *align(struct unit *u)
{
	struct alignment *a = unit_memory(sizeof(*a));
	struct alignment_walk w = {.alignment = a, .expansion = &a->expansion, .file = -1};
	const struct tokens *t = &u->tokens;

	*a = (struct alignment){.expansion = {.unit = u}, .n_files = u->files.count};
	a->files = unit_memory((a->n_files + 1) * sizeof(*a->files));
	for (size_t i = 0; i < a->n_files; i++)
		a->files[i] = (struct source_file){.name = u->files.items[i]};
	a->tokens = unit_zeroed(t->count * sizeof(*a->tokens));
	for (size_t i = 0; i + 1 < t->count;) {
		const char *line_end = strchr(u->text.data + t->items[i].offset, '\n');
		size_t end = line_end ? token_at(t, (unsigned)(line_end - u->text.data)) : t->count - 1;

		end = end > i ? end : i + 1;
		align_line(&w, i, end);
		i = end;
	}
	end_use(&w);
	return a;
}

const struct alignment *unit_alignment(struct unit *u)
{
	if (!u->alignment)
		u->alignment = align(u);
	return u->alignment;
}

void alignment_destroy(struct alignment *a)
{
	if (!a)
		return;
	FOR_EACH(struct source_file, f, a->files, a->n_files) {
		text_finish(&f->text);
		free(f->plain);
		tokens_finish(&f->tokens);
	}
	expansion_finish(&a->expansion);
}

/* ---- Places for diagnostics ------------------------------------------------- */

/* Returns the line and column of an offset in a file. */
static struct location locate(const struct source_file *f, unsigned offset)
{
	unsigned line = source_file_line(f, offset);

	return (struct location){f->name, line, offset - f->lines[line - 1] + 1};
}

unsigned macro_token_offset(const struct alignment *a, const struct macro *m, size_t at, int *file)
{
	for (size_t i = 0; i < a->n_files; i++) {
		struct source_file *f = &a->files[i];

		if (strcmp(f->name, m->line->file))
			continue;
		if (!f->is_read)
			break;
		SCOPED(tokens) tokens = {0};
		size_t k = token_of_line(f, m->line->line);
		const struct token *t = &f->tokens.items[k];
		unsigned offset = UINT_MAX;

		if (t->kind != TOKEN_DIRECTIVE)
			break;
		/* the preprocessor's line has the tokens of this one with other white space */
		lex(f->plain + t->offset + 1, t->len - 1, &tokens);
		if (at < tokens.count && tokens.items[at].kind != TOKEN_END)
			offset = t->offset + 1 + tokens.items[at].offset;
		*file = (int)i;
		return offset;
	}
	return UINT_MAX;
}

/* Appends the macro tokens that a token comes from, outermost macro first. */
static void locate_steps(const struct alignment *a, const struct expansion_step *s,
                         struct source_place *out)
{
	int file;

	if (!s)
		return;
	locate_steps(a, s->outer, out);
	unsigned offset = macro_token_offset(a, s->macro, s->at, &file);

	if (offset == UINT_MAX)
		return; /* the macro is from a system header or the command line */
	KEEP(out->steps, out->n_steps) = (struct macro_step){
	    unit_string(s->macro->line->text + s->macro->line->name, s->macro->line->name_len),
	    locate(&a->files[file], offset)};
}

static bool locate_unamended(struct unit *u, unsigned offset, struct source_place *out)
{
	const struct alignment *a = unit_alignment(u);
	const struct token *t = u->tokens.items;
	size_t i = token_at(&u->tokens, offset);

	*out = (struct source_place){0};
	if (i > 0 && t[i].offset > offset && offset <= token_end(&t[i - 1]))
		i--; /* the offset is in it, or right behind it */
	const struct pp_token *item = a->tokens[i].item;

	if (!item)
		return false;
	unsigned within = item->is_own && offset > t[i].offset ? offset - t[i].offset : 0;

	out->where = locate(&a->files[a->tokens[i].file], item->spot + within);
	locate_steps(a, item->step, out);
	return true;
}

bool locate_in_source(struct unit *u, unsigned offset, struct source_place *out)
{
	struct amendments *a = u->amendments;

	if (!a)
		return locate_unamended(u, offset, out);
	if (!a->unit) {
		a->unit = unit_memory(sizeof(*a->unit));
		unit_before(u, a->unit);
	}
	bool found = locate_unamended(a->unit, original_offset(a, offset), out);

	out->is_amended = amended_around(a, offset) != NULL;
	return found;
}
