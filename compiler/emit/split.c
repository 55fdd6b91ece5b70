/* A file that is included several times, and that no single text fits (a template by macros), becomes one file for each
 * inclusion. */
#include "emit/emit_internal.h"

#include <stdint.h>
#include <string.h>

/* Returns where a token of the flat text is in its file, or UINT_MAX if it has no place. */
static unsigned place(const struct alignment *a, size_t token)
{
	const struct aligned_token *t = &a->tokens[token];

	return !t->item ? UINT_MAX : t->use >= 0 ? a->uses[t->use].start
	                                         : t->item->spot;
}

/* Gives the tokens of a file from each inclusion but the first a file of their own: an inclusion begins where
 * the place in the file does not increase. Returns the number of files. */
static size_t number_inclusions(struct alignment *a, int file, size_t n_tokens)
{
	size_t n = a->n_files;
	int current = file, use = -1;
	unsigned last = 0;

	for (size_t i = 0; i < n_tokens; i++) {
		struct aligned_token *t = &a->tokens[i];
		unsigned at = place(a, i);

		if (t->file != file)
			continue;
		if (at != UINT_MAX && (t->use < 0 || t->use != use)) {
			if (at < last)
				current = (int)n++;
			last = at + 1;
			use = t->use;
		}
		t->file = current;
	}
	return n;
}

bool are_same(const struct emission *e, int file, int other)
{
	return file >= 0 && other >= 0 && e->alignment->files[file].name == e->alignment->files[other].name;
}

unsigned inclusion_number(const struct emission *e, int file)
{
	unsigned n = 1;

	for (int i = 0; i < file; i++)
		n += are_same(e, i, file);
	return n;
}

static bool is_split(const struct emission *e, int file)
{
	bool found = false;

	for (size_t i = 0; i < e->alignment->n_files && !found; i++)
		found = (int)i != file && are_same(e, (int)i, file);
	return found;
}

/* Returns the n-th inclusion, from 0, of a file among tokens of the flat text; the last one if there are fewer. */
static int nth_inclusion(const struct emission *e, int file, size_t n, size_t first, size_t end)
{
	int found = -1;

	for (size_t i = first; i < end && n != SIZE_MAX; i++) {
		int at = e->alignment->tokens[i].file;

		if (at != found && are_same(e, at, file)) {
			found = at;
			n--;
		}
	}
	return found < 0 ? file : found;
}

/* Leads the include lines of files that are split to the inclusions. Whether these are the right ones is checked
 * in the end, by verify(). */
static void lead_to_inclusions(struct emission *e)
{
	const struct alignment *a = e->alignment;

	for (size_t i = 0; i < e->n_inclusions; i++) {
		struct inclusion *line = &e->inclusions[i];
		size_t before = 0, first = 0, end = e->unit->tokens.count;

		if (line->to < 0 || !is_split(e, line->to))
			continue;
		for (size_t k = 0; k < end; k++) {
			if (a->tokens[k].file != line->file || place(a, k) == UINT_MAX)
				continue;
			if (place(a, k) < line->start)
				first = k + 1;
			else
				end = k;
		}
		/* include lines of the same file between the same two tokens */
		for (size_t k = i; k-- > 0 && e->inclusions[k].file == line->file;) {
			bool is_beside = first == 0 || e->inclusions[k].start > place(a, first - 1);

			before += is_beside && are_same(e, e->inclusions[k].to, line->to);
		}
		line->to = nth_inclusion(e, line->to, before, first, end);
	}
}

void find_files(struct emission *e)
{
	size_t n = e->alignment->n_files;

	e->files = unit_zeroed(n * sizeof(*e->files));
	e->paths = unit_zeroed(n * sizeof(*e->paths));
	e->output = unit_zeroed(n * sizeof(*e->output));
	e->n_inclusions = 0;
	find_inclusions(e);
	lead_to_inclusions(e);
}

bool split_file(struct emission *e, int file)
{
	struct alignment *a = unit_memory(sizeof(*a));
	size_t n_tokens = e->unit->tokens.count;

	*a = *e->alignment;
	a->tokens = unit_memory(n_tokens * sizeof(*a->tokens));
	memcpy(a->tokens, e->alignment->tokens, n_tokens * sizeof(*a->tokens));
	size_t n = file == main_file(e) ? a->n_files : number_inclusions(a, file, n_tokens);

	if (n == a->n_files)
		return false;
	a->files = unit_memory(n * sizeof(*a->files));
	memcpy(a->files, e->alignment->files, a->n_files * sizeof(*a->files));
	for (size_t i = a->n_files; i < n; i++)
		a->files[i] = a->files[file];
	a->uses = unit_memory((a->n_uses + 1) * sizeof(*a->uses));
	memcpy(a->uses, e->alignment->uses, a->n_uses * sizeof(*a->uses));
	for (size_t i = 0; i < a->n_uses; i++)
		a->uses[i].file = a->tokens[a->uses[i].first].file;
	for (size_t i = 0; i < a->n_files; i++)
		edits_finish(&e->files[i]);
	a->n_files = n;
	e->alignment = a;
	find_files(e);
	return true;
}
