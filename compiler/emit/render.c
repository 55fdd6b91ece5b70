/* Renders files with their edits, including text that edits move within a file. */
#include "emit/emit_internal.h"

#include <stdlib.h>
#include <string.h>

/* ---- The look of a file ----------------------------------------------------- */

/* Sets *out to the blanks at the start of the line that contains an offset, and returns their number. */
static size_t indentation(const char *text, size_t at, const char **out)
{
	while (at > 0 && text[at - 1] != '\n')
		at--;
	*out = text + at;
	return strspn(text + at, " \t");
}

/* Returns a file's indentation step: a tab, or the number of blanks by which most indented lines exceed the
 * line above. Labels (public:) do not count. */
static const char *indentation_unit(const struct source_file *f, char blanks[9])
{
	unsigned deeper[9] = {0}, best = 0;
	size_t before = 0;

	for (size_t i = 0; i < f->n_lines; i++) {
		const char *line = f->text.data + f->lines[i];
		size_t n = strspn(line, " "), end = strcspn(line, "\r\n");

		if (end && line[end - 1] == ':')
			continue;
		if (*line == '\t')
			deeper[0]++;
		if (line[n] && !strchr("\r\n\t", line[n])) {
			if (n > before && n - before <= 8)
				deeper[n - before]++;
			before = n;
		}
	}
	for (unsigned n = 1; n <= 8; n++)
		best = deeper[n] > deeper[best] ? n : best;
	memset(blanks, ' ', 8);
	blanks[best] = 0;
	return best ? blanks : "\t";
}

void append_as_in(const struct source_file *f, char c, struct text *out)
{
	bool has_crlf = f->n_lines > 1 && f->lines[1] >= 2 && f->text.data[f->lines[1] - 2] == '\r';

	if (c == '\n' && has_crlf)
		text_append(out, "\r");
	text_append_n(out, &c, 1);
}

/* Returns what is behind the blanks at the start of a line, counted from 0. */
static const char *behind_blanks(const struct source_file *f, size_t line)
{
	const char *start = f->text.data + f->lines[line];

	return start + strspn(start, " \t");
}

/* Returns the offset of the comments directly above the line of code that begins at an offset. */
static unsigned pass_comments(const struct source_file *f, unsigned at)
{
	size_t line = source_file_line(f, at) - 1;

	while (line > 0) {
		const char *above = behind_blanks(f, line - 1);
		size_t n = strcspn(above, "\r\n"), first = line - 1;

		if (starts(above, "//")) {
			line--;
			continue;
		}
		if (n < 2 || !starts(above + n - 2, "*/"))
			break;
		for (; first > 0 && !starts(behind_blanks(f, first), "/*"); first--) {
			if (memchr(behind_blanks(f, first), ';', strcspn(behind_blanks(f, first), "\n")))
				break;
		}
		if (!starts(behind_blanks(f, first), "/*"))
			break;
		line = first;
	}
	/* comments at the top of a file describe the file */
	return line ? (unsigned)(behind_blanks(f, line) - f->text.data) : at;
}

const char *fit_text(const struct source_file *f, unsigned *start, unsigned end, const char *text)
{
	const char *line;
	size_t n = indentation(f->text.data, *start, &line), len = strlen(text);
	char unit[9];
	struct text out = {0};

	if (!strchr(text, '\n'))
		return text;
	bool is_declaration = *start == end && line + n == f->text.data + end && len && text[len - 1] == '\n';

	if (is_declaration)
		*start = pass_comments(f, *start);
	if (is_declaration && *text == '#') { /* directives begin in the first column */
		n = 0;
		while (*start > 0 && strchr(" \t", f->text.data[*start - 1]))
			--*start;
	}
	const char *indent = indentation_unit(f, unit);

	for (; *text == '\t'; text++)
		text_append(&out, indent);
	for (const char *p = text; *p; p++) {
		append_as_in(f, *p, &out);
		if (*p != '\n' || p[1] == '\n' || p[1] == '#')
			continue;
		text_append_n(&out, line, p[1] || is_declaration ? n : 0);
		for (; p[1] == '\t'; p++)
			text_append(&out, indent);
	}
	return interned_text(&out);
}

/* Returns whether a text ends with a complete line that is no directive. */
static bool ends_with_code(const struct text *t)
{
	size_t start = t->len ? t->len - 1 : 0;

	while (start > 0 && t->data[start - 1] != '\n')
		start--;
	return t->len && t->data[t->len - 1] == '\n' && t->data[start] != '#';
}

void append_without_lines(const char *p, struct text *out)
{
	while (*p) {
		size_t n = strcspn(p, "\n"), line = n + (p[n] == '\n');

		if (!starts(p, "#line "))
			text_append_n(out, p, line);
		else if (p[line] && strchr(");,}", p[line]) && ends_with_code(out))
			out->data[--out->len] = 0;
		p += line;
	}
}

/* Appends a range of the flat text with its edits. */
static void render_flat(const struct emission *e, unsigned start, unsigned end, struct text *out)
{
	SCOPED(text) text = {0};

	edits_render_ranges(e->edits, e->unit->text.data, start, end, UNIT_CUDA, &text);
	append_without_lines(text.data, out);
}

/* ---- What moves ------------------------------------------------------------- */

static void expand_ranges(const struct emission *e, const char *text, struct text *out);
static void append_range(const struct emission *e, const struct text_range *r, struct text *out);

/* Finds the place of a range of the flat text in a file. Returns false if it has none. */
static bool range_in_file(const struct emission *e, const struct text_range *r, int *file, unsigned *start,
                          unsigned *end)
{
	const struct tokens *t = &e->unit->tokens;
	const struct aligned_token *at = e->alignment->tokens;
	size_t a = token_at(t, r->start), b = token_at(t, r->end);

	if (a == b || a == 0)
		return false;
	/* include the blanks at the range's ends */
	bool has_open = t->items[a].offset > r->start && token_end(&t->items[a - 1]) == r->start;
	bool has_close = t->items[b].offset == r->end && token_end(&t->items[b - 1]) < r->end;
	size_t first = has_open ? a - 1 : a, last = has_close ? b : b - 1;

	*file = at[first].file;
	if (!at[first].item || !at[last].item || at[last].file != *file)
		return false;
	bool found = (has_open ? end_in_file(e, first, start) : start_in_file(e, first, start)) &&
	             (has_close ? start_in_file(e, last, end) : end_in_file(e, last, end));

	if (!found && is_in_argument(e, first, last)) {
		*start = at[first].item->spot + (has_open ? at[first].item->len : 0);
		*end = at[last].item->spot + (has_close ? 0 : at[last].item->len);
		found = true;
	}
	return found && *start <= *end;
}

/* Appends lines that move, reindented like the line they are appended to; the indentation of their last line
 * tells the old one. */
static void append_moved(const struct source_file *f, const char *text, size_t len, struct text *out)
{
	const char *target, *last = text + len;
	SCOPED(tokens) tokens = {0};

	while (last > text && last[-1] != '\n')
		last--;
	size_t old = strspn(last, " \t"), n = indentation(out->data, out->len, &target);
	bool is_block = last > text && text[len - 1] == '}' && last + old + 1 < text + len;
	const char *base = interned(last, old), *around = interned(target, n);
	char unit[9];
	const char *to = interned_printf("%s%s", around, is_block ? indentation_unit(f, unit) : "");

	if (len && strchr("\r\n", *text) && n &&
	    target + n == out->data + out->len) /* only blanks: they are the enclosing block's indentation */
		out->data[out->len = (size_t)(target - out->data) - 1] = 0;

	lex(text, len, &tokens);
	for (const char *p = text; p < text + len; p++) {
		text_append_n(out, p, 1);
		if (*p != '\n' || last == text)
			continue;
		const struct token *around = token_within(&tokens, (unsigned)(p - text));

		if (around && around->kind == TOKEN_STRING)
			continue;
		if (starts(p + 1, base) && p[1 + old] != '\n' && p[1 + old] != '\r') {
			text_append(out, to);
			p += old;
		}
	}
	if (is_block) {
		do
			out->data[--out->len] = 0;
		while (strchr(" \t", out->data[out->len - 1]));
		append_as_in(f, '\n', out);
		text_printf(out, "%s}", around);
	}
}

/* Appends a range that begins or ends in a macro: the macro's expansion is written out, and the text between
 * is the file's. Returns false if there is nothing between. */
static bool append_in_parts(const struct emission *e, const struct text_range *r, struct text *out)
{
	const struct alignment *al = e->alignment;
	const struct token *t = e->unit->tokens.items;
	size_t a = token_at(&e->unit->tokens, r->start), b = token_at(&e->unit->tokens, r->end);

	if (r->is_flat || a == b)
		return false;
	const struct aligned_token *first = &al->tokens[a], *last = &al->tokens[b - 1];
	bool opens = first->item && first->use >= 0 && al->uses[first->use].last + 1 < b;
	bool closes = last->item && last->use >= 0 && al->uses[last->use].first > a;
	size_t head = opens ? al->uses[first->use].last : a, tail = closes ? al->uses[last->use].first : b - 1;
	struct text_range between = {NULL, opens ? token_end(&t[head]) : r->start, closes ? t[tail].offset : r->end,
	                             false};
	unsigned start, end;
	int file;

	if ((!opens && !closes) || head >= tail || !range_in_file(e, &between, &file, &start, &end))
		return false;
	if (opens)
		render_flat(e, r->start, between.start, out);
	append_range(e, &between, out);
	if (closes)
		render_flat(e, between.end, r->end, out);
	return true;
}

static void append_range(const struct emission *e, const struct text_range *r, struct text *out)
{
	SCOPED(text) raw = {0}, text = {0};
	unsigned start, end;
	int file;

	if (r->is_flat || !range_in_file(e, r, &file, &start, &end)) {
		if (append_in_parts(e, r, out))
			return;
		render_flat(e, r->start, r->end, &text);
		text_append(out, text_string(&text));
	} else {
		edits_render(&e->files[file], e->alignment->files[file].text.data, start, end, UNIT_CUDA, &raw);
		expand_ranges(e, raw.data, &text);
		append_moved(&e->alignment->files[file], text_string(&text), text.len, out);
	}
}

/* Appends a text, with its ranges replaced by the text that they refer to. */
static void expand_ranges(const struct emission *e, const char *text, struct text *out)
{
	struct text_range r;

	while ((text = append_to_range(text, &r, out)) != NULL)
		append_range(e, &r, out);
}

/* Text that moves gets the indentation of the text in front of it. */
void render_file(const struct emission *e, int file, struct emitted_file *out)
{
	const struct source_file *f = &e->alignment->files[file];
	struct edits *edits = &e->files[file];
	SCOPED(text) text = {0};
	unsigned at = 0;

	edits_sort(edits);
	FOR_EACH(const struct edit, edit, edits->items, edits->count) {
		if (edit->start < at)
			continue; /* in what is replaced */
		text_append_n(&text, f->text.data + at, edit->start - at);
		size_t start = text.len;

		expand_ranges(e, edit->text[UNIT_CUDA], &text);
		emitted_change(out, edit->start, edit->end, text_string(&text) + start, e->unit->request->display_path,
		               edit->is_declaration);
		at = edit->end;
	}
}
