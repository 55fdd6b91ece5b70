/* --amp-emit-cuda: from the edits of a unit to files of CUDA. */
#include "emit/emit_internal.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* So many declarations at most are written from the flat text because their tokens come out different. */
#define MOST_ROUNDS 12

/* ---- What a person should look at ------------------------------------------- */

/* The tokens of a file that the unit has. The caller frees it. */
static bool *find_used(const struct emission *e, int file)
{
	const struct source_file *f = &e->alignment->files[file];
	bool *used = xmalloc(f->tokens.count * sizeof(*used));

	memset(used, 0, f->tokens.count * sizeof(*used));
	for (size_t i = 0; i + 1 < e->unit->tokens.count; i++) {
		const struct aligned_token *t = &e->alignment->tokens[i];

		if (t->item && t->file == file)
			used[token_at(&f->tokens, t->item->spot)] = true;
	}
	for (size_t i = 0; i < e->alignment->n_uses; i++) {
		const struct macro_use *u = &e->alignment->uses[i];

		for (size_t k = token_at(&f->tokens, u->start); u->file == file && f->tokens.items[k].offset < u->end; k++)
			used[k] = true;
	}
	return used;
}

static bool is_amp(const struct source_file *f, size_t i)
{
	const struct token *t = &f->tokens.items[i];

	return (token_is(f->plain, t, "restrict") && token_is(f->plain, t + 1, "(")) ||
	       token_is(f->plain, t, "parallel_for_each") || token_is(f->plain, t, "tile_static");
}

/* Notes where AMP is in code that is not compiled: it stays as it is. */
static void note_left(const struct emission *e, int file)
{
	const struct source_file *f = &e->alignment->files[file];
	bool *used = find_used(e, file), said = false;

	for (size_t i = 0; i + 1 < f->tokens.count; i++) {
		said &= f->tokens.items[i].kind != TOKEN_DIRECTIVE;
		if (used[i] || said || f->tokens.items[i].kind != TOKEN_IDENTIFIER || !is_amp(f, i))
			continue;
		said = true;
		fprintf(stderr, "%s:%u: note: C++ AMP in code that is not compiled with these options: it stays as it is\n",
		        f->name, source_file_line(f, f->tokens.items[i].offset));
	}
	free(used);
}

static unsigned count_kernels(const struct emission *e, int file)
{
	unsigned n = 0;

	for (size_t i = 0; i < e->unit->n_kernels; i++)
		n += !strcmp(unit_locate(e->unit, e->unit->kernels[i].offset).file, e->alignment->files[file].name);
	return n;
}

static void note_regions(const struct emission *e)
{
	for (size_t i = 0; i < e->n_regions; i++) {
		const struct region *r = &e->regions[i];
		int use = e->alignment->tokens[r->first].use;

		if (use >= 0 && use == e->alignment->tokens[r->last].use)
			continue; /* of a macro, whose name the line has */
		struct location l = unit_locate(e->unit, e->unit->tokens.items[r->first].offset);

		fprintf(stderr, "%s:%u: note: macros in this declaration are written out, since their uses become "
		                "different things\n",
		        l.file, l.line);
	}
}

static void report(const struct emission *e)
{
	note_regions(e);
	for (size_t i = 0; i < e->alignment->n_files; i++) {
		if (!e->output[i])
			continue;
		note_left(e, (int)i);
		unsigned kernels = count_kernels(e, (int)i);

		fprintf(stderr, "ampcc: %s: %zu edit%s, %u kernel%s: %s\n", e->alignment->files[i].name, e->files[i].count,
		        e->files[i].count == 1 ? "" : "s", kernels, kernels == 1 ? "" : "s",
		        strcmp(e->output[i], "-") ? e->output[i] : "standard output");
	}
}

/* ---- The files -------------------------------------------------------------- */

static void clear_outputs(struct emission *e)
{
	for (size_t i = 0; i < e->alignment->n_files; i++) {
		free(e->output[i]);
		e->output[i] = NULL;
	}
}

/* Finds the edits of the files, with as many declarations from the flat text as it takes. */
static bool settle(struct emission *e, const char *prologue)
{
	for (int round = 0; round < MOST_ROUNDS; round++) {
		size_t token;

		clear_outputs(e);
		if (!map_edits(e) || !find_outputs(e))
			return false;
		if (verify(e, prologue, &token))
			return true;
		if (token == SIZE_MAX)
			return false; /* the preprocessor has said why */
		if (round + 1 < MOST_ROUNDS && add_region(e, token, token))
			continue;
		diagnose(e->unit, SEVERITY_ERROR, e->unit->tokens.items[token].offset,
		         "what this becomes cannot be written in the file: it would be another program");
		return false;
	}
	return false;
}

static void append_header_comment(const struct emission *e, int file, struct text *t)
{
	text_printf(t, "// " EMITTED_MARK "%s.\n", e->alignment->files[file].name);
}

static void add_file(struct emission *e, int file, const char *prologue, struct emitted *out)
{
	out->files = xrealloc(out->files, (out->count + 1) * sizeof(*out->files));
	struct emitted_file *f = &out->files[out->count++];
	const struct source_file *source = &e->alignment->files[file];
	struct text head = {0};

	*f = (struct emitted_file){.source = xstrdup(e->alignment->files[file].name), .path = xstrdup(e->output[file])};
	if (file == main_file(e)) {
		text_append(&head, prologue);
		append_forced_includes(e, NULL, &head);
	} else {
		append_header_comment(e, file, &head);
	}
	text_append_n(&f->text, source->text.data, byte_order_mark(source));
	for (const char *p = head.data; *p; p++)
		text_append_n(&f->text, *p == '\n' && has_crlf(source) ? "\r\n" : p, *p == '\n' && has_crlf(source) ? 2 : 1);
	text_finish(&head);
	render_file(e, file, &f->text);
}

bool emit(struct unit *u, struct edits *edits, const char *prologue, struct emitted *out)
{
	struct emission e = {.unit = u, .edits = edits, .alignment = unit_alignment(u)};
	size_t n = e.alignment->n_files;

	edits_sort(edits);
	e.files = xmalloc((n + 1) * sizeof(*e.files));
	memset(e.files, 0, (n + 1) * sizeof(*e.files));
	e.output = xmalloc((n + 1) * sizeof(*e.output));
	memset(e.output, 0, (n + 1) * sizeof(*e.output));
	bool ok = settle(&e, prologue) && map_edits(&e);

	if (ok) {
		report(&e);
		edit_includes(&e, NULL);
		add_file(&e, main_file(&e), prologue, out);
	}
	for (size_t i = 0; ok && i < n; i++) {
		if (e.output[i] && (int)i != main_file(&e))
			add_file(&e, (int)i, prologue, out);
	}
	clear_outputs(&e);
	for (size_t i = 0; i < n; i++)
		edits_finish(&e.files[i]);
	free(e.files);
	free(e.output);
	free(e.is_dead);
	free(e.regions);
	return ok;
}

void emit_text(struct unit *u, const char *text, struct emitted *out)
{
	out->files = xrealloc(out->files, (out->count + 1) * sizeof(*out->files));
	struct emitted_file *f = &out->files[out->count++];

	*f = (struct emitted_file){xstrdup(u->request->display_path), xstrdup(u->request->cuda_output), {0}};
	text_append(&f->text, "");
	append_without_lines(text, &f->text);
}

void emitted_finish(struct emitted *e)
{
	for (size_t i = 0; i < e->count; i++) {
		free(e->files[i].source);
		free(e->files[i].path);
		text_finish(&e->files[i].text);
	}
	free(e->files);
	*e = (struct emitted){0};
}
