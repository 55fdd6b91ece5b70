/* Maps the edits of the flat text to edits of the user's files.
 *
 * An edit whose adjacent tokens are spelled in the file goes there. If the tokens come from a macro's body
 * and all expansions of the macro have the same edit, it goes to the macro's definition. Otherwise the use of
 * the macro is replaced by its edited expansion: a region of the flat text. If the tokens have no place in a
 * file, the declaration around them becomes a region. */
#include "emit/emit_internal.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const struct token *token(const struct emission *e, size_t i)
{
	return &e->unit->tokens.items[i];
}

static const struct aligned_token *aligned(const struct emission *e, size_t i)
{
	return &e->alignment->tokens[i];
}

/* ---- Boundaries ------------------------------------------------------------- */

bool start_in_file(const struct emission *e, size_t i, unsigned *out)
{
	const struct aligned_token *t = aligned(e, i);

	if (!t->item || (t->use >= 0 && e->alignment->uses[t->use].first != i))
		return false;
	*out = t->use < 0 ? t->item->spot : e->alignment->uses[t->use].start;
	return true;
}

bool end_in_file(const struct emission *e, size_t i, unsigned *out)
{
	const struct aligned_token *t = aligned(e, i);

	if (!t->item || (t->use >= 0 && e->alignment->uses[t->use].last != i))
		return false;
	*out = t->use < 0 ? t->item->spot + t->item->len : e->alignment->uses[t->use].end;
	return true;
}

/* Returns whether a token is part of a macro's argument, as spelled in the file. */
static bool is_argument(const struct emission *e, size_t i)
{
	return aligned(e, i)->item && aligned(e, i)->use >= 0 && aligned(e, i)->item->is_own;
}

bool is_in_argument(const struct emission *e, size_t a, size_t b)
{
	if (!is_argument(e, a) || !is_argument(e, b))
		return false;
	for (size_t i = a, at = a; i <= b; at = i++) {
		if (!aligned(e, i)->item || aligned(e, i)->use != aligned(e, a)->use ||
		    aligned(e, i)->item->spot < aligned(e, at)->item->spot)
			return false;
	}
	return true;
}

/* ---- Places of edits -------------------------------------------------------- */

/* The place of an edit. */
struct edit_place {
	enum { IN_FILE, IN_MACRO, IN_REGION } kind;
	int file;
	unsigned start, end;       /* offsets in the file */
	size_t first, last;        /* tokens [first, last] of the flat text */
	bool inserts, is_before;   /* an insertion; is_before: in front of the first token */
	const struct macro *macro; /* IN_MACRO: the edit replaces tokens [macro_first, macro_last] of its body */
	size_t macro_first, macro_last;
	unsigned expansion;
};

/* Fills in the place in a macro's body from which tokens [a, b] come, in one expansion. */
static bool place_in_macro(const struct emission *e, size_t a, size_t b, struct edit_place *p)
{
	const struct expansion_step *s = aligned(e, a)->item ? aligned(e, a)->item->step : NULL;
	const struct expansion_step *t = aligned(e, b)->item ? aligned(e, b)->item->step : NULL;
	int file;

	if (!s || !t || s->macro != t->macro || s->expansion != t->expansion || aligned(e, a)->item->is_own ||
	    aligned(e, b)->item->is_own || t->at < s->at ||
	    macro_token_offset(e->alignment, s->macro, s->at, &file) == UINT_MAX)
		return false;
	p->kind = IN_MACRO;
	p->file = file;
	p->macro = s->macro;
	p->expansion = s->expansion;
	p->macro_first = s->at;
	p->macro_last = t->at;
	return true;
}

/* Returns the offset of a file behind the blanks at an offset, or in front of those before it. */
static unsigned pass_blanks(const struct source_file *f, unsigned at, bool forward)
{
	if (forward)
		return at + (unsigned)strspn(f->text.data + at, " \t");
	while (at > 0 && (f->text.data[at - 1] == ' ' || f->text.data[at - 1] == '\t'))
		at--;
	return at;
}

/* Returns the place of an edit that replaces tokens [a, b] and the blanks around them in [start, end). */
static struct edit_place place_replacement(const struct emission *e, unsigned start, unsigned end,
                                           size_t a, size_t b)
{
	struct edit_place p = {.kind = IN_FILE, .file = aligned(e, a)->file, .first = a, .last = b};
	const struct source_file *f = &e->alignment->files[p.file];

	if (start_in_file(e, a, &p.start) && end_in_file(e, b, &p.end)) {
		if (aligned(e, b)->file != p.file || p.end < p.start)
			p.kind = IN_REGION;
	} else if (is_in_argument(e, a, b)) {
		p.start = aligned(e, a)->item->spot;
		p.end = aligned(e, b)->item->spot + aligned(e, b)->item->len;
	} else {
		p.kind = IN_REGION;
		place_in_macro(e, a, b, &p);
		return p;
	}
	if (p.kind == IN_REGION)
		return p;
	if (start > token(e, a)->offset)
		p.start += start - token(e, a)->offset;
	else if (start < token(e, a)->offset)
		p.start = pass_blanks(f, p.start, false);
	if (end < token_end(token(e, b)))
		p.end -= token_end(token(e, b)) - end;
	else if (end > token_end(token(e, b)))
		p.end = pass_blanks(f, p.end, true);
	return p;
}

/* Fills in the place in front of (is_before) or behind a token that is spelled in the file, or in an argument of
 * a macro (as_argument). Returns false if the token is not. */
static bool place_at_token(const struct emission *e, size_t i, bool is_before, bool as_argument, struct edit_place *p)
{
	unsigned at = 0;
	bool found = as_argument ? is_argument(e, i) : is_before ? start_in_file(e, i, &at)
	                                                         : end_in_file(e, i, &at);

	if (found && as_argument)
		at = aligned(e, i)->item->spot + (is_before ? 0 : aligned(e, i)->item->len);
	if (found)
		*p = (struct edit_place){
		    .kind = IN_FILE,
		    .file = aligned(e, i)->file,
		    .start = at,
		    .end = at,
		    .first = i,
		    .last = i,
		    .inserts = true,
		    .is_before = is_before,
		};
	return found;
}

/* Returns the place of an insertion within a token. */
static struct edit_place place_in_token(const struct emission *e, size_t i, unsigned at)
{
	struct edit_place p = {
	    .kind = IN_REGION, .file = aligned(e, i)->file, .first = i, .last = i, .inserts = true, .is_before = true};

	if (aligned(e, i)->item && aligned(e, i)->item->is_own) {
		p.kind = IN_FILE;
		p.start = p.end = aligned(e, i)->item->spot + at - token(e, i)->offset;
	}
	return p;
}

/* Returns the place of an insertion behind all tokens, at the end of the text. */
static struct edit_place place_at_end(const struct emission *e)
{
	unsigned end = (unsigned)e->alignment->files[main_file(e)].text.len;

	return (struct edit_place){.kind = IN_FILE, .file = main_file(e), .start = end, .end = end, .inserts = true};
}

/* Returns the place of an insertion: in front of the next token or behind the previous one, whichever it
 * touches and is spelled in the file. */
static struct edit_place place_insertion(const struct emission *e, unsigned at)
{
	size_t next = token_at(&e->unit->tokens, at), before = next ? next - 1 : next;
	bool is_last = token(e, next)->kind == TOKEN_END, touches_next = !is_last && token(e, next)->offset == at;
	bool touches = next && token_end(token(e, before)) >= at;
	struct edit_place p;

	if (is_last && !touches)
		return place_at_end(e);
	if (touches && token_end(token(e, before)) > at)
		return place_in_token(e, before, at);
	if (((touches_next || !touches) && place_at_token(e, next, true, false, &p)) ||
	    (touches && place_at_token(e, before, false, false, &p)) ||
	    (touches_next && place_at_token(e, next, true, true, &p)) ||
	    (touches && place_at_token(e, before, false, true, &p)) ||
	    (!is_last && place_at_token(e, next, true, false, &p)))
		return p;
	bool is_before = touches_next || !touches;
	size_t i = is_before ? next : before;

	p = (struct edit_place){.kind = IN_REGION,
	                        .file = aligned(e, i)->file,
	                        .first = i,
	                        .last = i,
	                        .inserts = true,
	                        .is_before = is_before};
	place_in_macro(e, i, i, &p);
	return p;
}

static struct edit_place place_of(const struct emission *e, const struct edit *edit)
{
	size_t a = token_at(&e->unit->tokens, edit->start), b = token_at(&e->unit->tokens, edit->end);

	if (a && token_end(token(e, a - 1)) > edit->start)
		a--;
	if (edit->start == edit->end || b == a)
		return place_insertion(e, edit->start);
	return place_replacement(e, edit->start, edit->end, a, b - 1);
}

/* ---- Regions ---------------------------------------------------------------- */

/* Returns whether a token is a directive of the user's text, which a #line is not. */
static bool is_directive(const struct emission *e, size_t i)
{
	return token(e, i)->kind == TOKEN_DIRECTIVE && !starts(e->unit->text.data + token(e, i)->offset, "#line ");
}

static bool is(const struct emission *e, size_t i, const char *spelling)
{
	return token_is(e->unit->text.data, token(e, i), spelling);
}

/* Returns the last token of the statement or declaration that contains token i. */
static size_t statement_last(const struct emission *e, size_t i)
{
	for (;; i++) {
		if (token(e, i)->match > (int)i)
			i = (size_t)token(e, i)->match;
		if (token(e, i + 1)->kind == TOKEN_END || is(e, i, ";") || is(e, i + 1, "}") || is_directive(e, i + 1))
			return i;
		if (is(e, i, "}") && !is(e, i + 1, ";") && !is(e, i + 1, ",") && !is(e, i + 1, ")") &&
		    !is(e, i + 1, "("))
			return i;
	}
}

/* Returns whether a region begins and ends outside macro expansions, in one file. */
static bool is_clean(const struct emission *e, const struct region *r)
{
	unsigned start, end;

	return start_in_file(e, r->first, &start) && end_in_file(e, r->last, &end) && start <= end &&
	       aligned(e, r->first)->file == aligned(e, r->last)->file;
}

/* Extends a region over the whole macro uses in which it begins and ends. */
static void close_region(const struct emission *e, struct region *r)
{
	int first = aligned(e, r->first)->use, last = aligned(e, r->last)->use;

	if (aligned(e, r->first)->item && first >= 0)
		r->first = e->alignment->uses[first].first;
	if (aligned(e, r->last)->item && last >= 0)
		r->last = e->alignment->uses[last].last;
}

/* Widens a region to the declaration around it, or to the next larger one. Returns false if there is none. */
static bool widen(const struct emission *e, struct region *r)
{
	struct region wide = {token_statement_begin(e->unit->text.data, e->unit->tokens.items, r->first),
	                      statement_last(e, r->last)};

	while (token(e, wide.first)->kind == TOKEN_DIRECTIVE && wide.first < r->first)
		wide.first++;
	if (wide.first < r->first || wide.last > r->last) {
		*r = wide;
		return true;
	}
	for (size_t i = r->first; i-- > 0;) {
		if (is(e, i, "{") && token(e, i)->match > (int)r->last) {
			*r = (struct region){i, (size_t)token(e, i)->match};
			return true;
		}
	}
	return false;
}

static int compare_regions(const void *a, const void *b)
{
	const struct region *x = a, *y = b;

	return x->first != y->first ? (x->first < y->first ? -1 : 1) : x->last > y->last ? -1 : x->last < y->last;
}

/* Adds a region, widened until it is clean. Returns false if that is not possible. */
static bool insert_region(struct emission *e, struct region r)
{
	close_region(e, &r);
	while (!is_clean(e, &r)) {
		if (!widen(e, &r))
			return false;
		close_region(e, &r);
	}
	KEEP(e->regions, e->n_regions) = r;
	qsort(e->regions, e->n_regions, sizeof(*e->regions), compare_regions);
	size_t n = 0;

	for (size_t i = 1; i < e->n_regions; i++) {
		if (e->regions[i].first <= e->regions[n].last)
			e->regions[n].last =
			    e->regions[i].last > e->regions[n].last ? e->regions[i].last : e->regions[n].last;
		else
			e->regions[++n] = e->regions[i];
	}
	e->n_regions = n + 1;
	return true;
}

/* Returns the region that contains a token, or NULL. */
static const struct region *region_at(const struct emission *e, size_t i)
{
	for (size_t n = 0; n < e->n_regions; n++) {
		if (e->regions[n].first <= i && i <= e->regions[n].last)
			return &e->regions[n];
	}
	return NULL;
}

bool add_region(struct emission *e, size_t first, size_t last)
{
	const struct region *around = region_at(e, first);
	struct region r = around ? *around : (struct region){first, last};

	return widen(e, &r) && insert_region(e, r);
}

/* ---- What is written -------------------------------------------------------- */

struct span {
	unsigned start, end;
	bool is_dead;
};

static int compare_spans(const void *a, const void *b)
{
	const struct span *x = a, *y = b;
	unsigned m = x->end - x->start, n = y->end - y->start;

	return m != n ? (m > n ? -1 : 1) : (int)y->is_dead - (int)x->is_dead;
}

/* Finds the tokens that do not reach the output: those of a replaced lambda, except its body, which another
 * edit copies. */
static void find_dead(struct emission *e)
{
	OWNED struct span *spans = NULL;
	size_t n = 0;

	FOR_EACH(const struct edit, edit, e->edits->items, e->edits->count) {
		struct text_range r;

		if (!edit->text[UNIT_CUDA])
			continue;
		APPEND(spans, n) = (struct span){edit->start, edit->end, true};
		for (const char *p = edit->text[UNIT_CUDA]; (p = next_range(p, &r));) {
			APPEND(spans, n) = (struct span){r.start, r.end, false};
		}
	}
	if (n)
		qsort(spans, n, sizeof(*spans), compare_spans);
	e->is_dead = unit_zeroed(e->unit->tokens.count * sizeof(*e->is_dead));
	for (size_t i = 0; i < n; i++) {
		for (size_t k = token_at(&e->unit->tokens, spans[i].start); token(e, k)->offset < spans[i].end; k++)
			e->is_dead[k] = spans[i].is_dead;
	}
}

/* ---- Definitions of macros -------------------------------------------------- */

/* The edits in one expansion of a macro. */
struct expansion_edits {
	const struct macro *macro;
	unsigned number;
	struct text edits; /* their places in the macro's body and their texts, as one string */
};

struct expansions {
	struct expansion_edits *items;
	size_t count;
};

static struct expansion_edits *expansion_of(struct expansions *x, const struct macro *m, unsigned number)
{
	for (size_t i = 0; i < x->count; i++) {
		if (x->items[i].number == number)
			return &x->items[i];
	}
	struct expansion_edits *new = &APPEND(x->items, x->count);

	*new = (struct expansion_edits){m, number, {0}};
	return new;
}

/* Returns whether all expansions of a macro that reach the output have the same edits. */
static bool is_uniform(const struct expansions *x, const struct macro *m)
{
	const char *first = NULL;

	for (size_t i = 0; i < x->count; i++) {
		if (x->items[i].macro != m)
			continue;
		if (first && strcmp(first, text_string(&x->items[i].edits)))
			return false;
		first = text_string(&x->items[i].edits);
	}
	return true;
}

/* Collects the expansions of macros with edits in their bodies, and these edits. */
static void find_expansions(const struct emission *e, const struct edit_place *places,
                            struct expansions *x)
{
	struct offsets lines = {0}; /* indices of the macros' lines */
	const struct macro_line *all = e->unit->macros;

	for (size_t i = 0; i < e->edits->count; i++) {
		if (places[i].kind == IN_MACRO)
			offsets_add(&lines, (unsigned)(places[i].macro->line - all));
	}
	for (size_t i = 0; lines.count && i + 1 < e->unit->tokens.count; i++) {
		const struct pp_token *t = aligned(e, i)->item;

		for (const struct expansion_step *s = t && !e->is_dead[i] ? t->step : NULL; s;
		     s = s->outer) {
			if (offsets_have(&lines, (unsigned)(s->macro->line - all)))
				expansion_of(x, s->macro, s->expansion);
		}
	}
	for (size_t i = 0; i < e->edits->count; i++) {
		const struct edit_place *p = &places[i];

		if (p->kind == IN_MACRO)
			text_printf(&expansion_of(x, p->macro, p->expansion)->edits, "%zu %zu %d %d %s\n",
			            p->macro_first, p->macro_last, p->inserts, p->is_before,
			            e->edits->items[i].text[UNIT_CUDA]);
	}
}

/* Assigns edits in macros' bodies to the macros' definitions, or makes the macros' uses regions. */
static void settle_macros(struct emission *e, struct edit_place *places)
{
	struct expansions x = {0};

	find_expansions(e, places, &x);
	for (size_t i = 0; i < e->edits->count; i++) {
		struct edit_place *p = &places[i];
		const char *text = e->edits->items[i].text[UNIT_CUDA];
		int file;

		if (p->kind != IN_MACRO)
			continue;
		if (!is_uniform(&x, p->macro) || strchr(text, '\n')) {
			p->kind = IN_REGION;
			continue;
		}
		p->kind = IN_FILE;
		p->start = macro_token_offset(e->alignment, p->macro, p->macro_first, &file);
		p->end = macro_token_offset(e->alignment, p->macro, p->macro_last, &file);
		if (!p->inserts || !p->is_before)
			p->end += p->macro->tokens.items[p->macro_last].len;
		if (p->inserts)
			p->start = p->end;
		if (!p->inserts && !*text && p->start > 0)
			p->start = pass_blanks(&e->alignment->files[p->file], p->start, false);
	}
	for (size_t i = 0; i < x.count; i++)
		text_finish(&x.items[i].edits);
	free(x.items);
}

/* ---- Edits of files --------------------------------------------------------- */

/* Whether the line break in front of an offset continues a directive. */
static bool is_continued_line(const struct source_file *f, unsigned at)
{
	unsigned i = at && f->text.data[at - 1] == '\n' ? at - 1 : 0;

	if (i && f->text.data[i - 1] == '\r')
		i--;
	return i && f->text.data[i - 1] == '\\';
}

/* Returns the end of a removal, extended over the blanks behind it if there are blanks in front of it, and
 * over the line break if nothing is left of the line; not over the one that ends a macro's definition. */
static unsigned end_of_removal(const struct source_file *f, unsigned start, unsigned end, const char *text)
{
	char before = start ? f->text.data[start - 1] : '\n';

	if (start == end || !strchr(" \t\n", before) || text[strspn(text, " ")])
		return end;
	end = pass_blanks(f, end, true);
	unsigned breaks = (unsigned)strspn(f->text.data + end, "\r");

	return before == '\n' && f->text.data[end + breaks] == '\n' && !is_continued_line(f, start) ? end + breaks + 1
	                                                                                            : end;
}

/* Adds an edit to a file, once even if several uses or inclusions have it. Returns false if it conflicts with
 * another edit. */
static bool add_edit(struct emission *e, int file, unsigned start, unsigned end, const char *text, bool is_declaration)
{
	struct edits *f = &e->files[file];
	bool inserts = start == end, ok = true, is_there = false;
	unsigned removed = end_of_removal(&e->alignment->files[file], start, end, text);
	const char *fitted = fit_text(&e->alignment->files[file], &start, end, removed > end ? "" : text);

	end = inserts ? start : removed;
	FOR_EACH(const struct edit, other, f->items, f->count) {
		bool same_place = other->start == start && other->end == end;

		is_there |= same_place && !strcmp(other->text[UNIT_CUDA], fitted);
		ok &= !same_place || end == start || !strcmp(other->text[UNIT_CUDA], fitted);
	}
	if (ok && !is_there)
		edit_replace(f, start, end, fitted, NULL)->is_declaration = is_declaration;
	return ok;
}

/* Records that two inclusions of a file, or two uses of a macro's argument, need different edits. Returns false. */
static bool note_conflict(struct emission *e, int file, unsigned start)
{
	e->has_conflict = true;
	e->conflict_file = file;
	e->conflict_at = start;
	return false;
}

/* Returns whether an edit is within a region, which then includes it. */
static bool is_in_region(const struct emission *e, const struct edit *edit)
{
	for (size_t i = 0; i < e->n_regions; i++) {
		unsigned start = token(e, e->regions[i].first)->offset, end = token_end(token(e, e->regions[i].last));

		if (edit->start >= start && edit->start < end && edit->end <= end)
			return true;
	}
	return false;
}

static bool add_edits(struct emission *e, const struct edit_place *places)
{
	bool ok = true;

	e->has_conflict = false;
	for (size_t i = 0; i < e->alignment->n_files; i++)
		edits_finish(&e->files[i]);
	for (size_t i = 0; i < e->edits->count; i++) {
		const struct edit *edit = &e->edits->items[i];
		const struct edit_place *p = &places[i];

		if (edit->text[UNIT_CUDA] && !is_in_region(e, edit) &&
		    !add_edit(e, p->file, p->start, p->end, edit->text[UNIT_CUDA], edit->is_declaration))
			ok = note_conflict(e, p->file, p->start);
	}
	FOR_EACH(const struct region, r, e->regions, e->n_regions) {
		SCOPED(text) range = {0};
		unsigned start = 0, end = 0;

		start_in_file(e, r->first, &start);
		end_in_file(e, r->last, &end);
		text_append_flat_range(&range, token(e, r->first)->offset, token_end(token(e, r->last)));
		if (!add_edit(e, aligned(e, r->first)->file, start, end, range.data, false))
			ok = note_conflict(e, aligned(e, r->first)->file, start);
	}
	return ok;
}

bool map_edits(struct emission *e)
{
	OWNED struct edit_place *places = xmalloc((e->edits->count + 1) * sizeof(*places));
	bool ok = true;

	if (!e->is_dead)
		find_dead(e);
	for (size_t i = 0; i < e->edits->count; i++) {
		places[i] = (struct edit_place){.kind = IN_FILE};
		if (e->edits->items[i].text[UNIT_CUDA])
			places[i] = place_of(e, &e->edits->items[i]);
	}
	settle_macros(e, places);
	for (size_t i = 0; ok && i < e->edits->count; i++) {
		const struct edit *edit = &e->edits->items[i];

		if (places[i].kind == IN_FILE || is_in_region(e, edit))
			continue;
		ok = insert_region(e, (struct region){places[i].first, places[i].last});
		if (!ok)
			diagnose(e->unit, SEVERITY_ERROR, edit->start,
			         "cannot write the translation of this to the file, whose tokens "
			         "differ");
	}
	return ok && add_edits(e, places);
}
