/* --amp-emit-cuda: turns the edits of a unit into CUDA files. */
#include "emit/emit_internal.h"

#include "source/amendments.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The largest number of declarations that are written from the flat text because their tokens would otherwise
 * differ. */
#define MOST_ROUNDS 12

/* ---- What a person should look at ------------------------------------------- */

/* Returns which of a file's tokens are in the unit. */
static bool *find_used(const struct emission *e, int file)
{
	const struct source_file *f = &e->alignment->files[file];
	bool *used = unit_zeroed(f->tokens.count * sizeof(*used));

	for (size_t i = 0; i + 1 < e->unit->tokens.count; i++) {
		const struct aligned_token *t = &e->alignment->tokens[i];

		if (t->item && t->file == file)
			used[token_at(&f->tokens, t->item->spot)] = true;
	}
	FOR_EACH(const struct macro_use, u, e->alignment->uses, e->alignment->n_uses) {
		for (size_t k = token_at(&f->tokens, u->start); u->file == file && f->tokens.items[k].offset < u->end;
		     k++)
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

static void add_note(struct emitted_file *to, const struct source_file *f, unsigned offset, bool is_unused,
                     const char *text)
{
	APPEND(to->notes, to->n_notes) = (struct file_note){source_file_line(f, offset), offset, is_unused, text};
}

/* Notes where code that is not compiled uses AMP: it stays as it is. */
static void note_left(const struct emission *e, int file, struct emitted_file *to)
{
	const struct source_file *f = &e->alignment->files[file];
	bool *used = find_used(e, file);
	bool said = false;

	for (size_t i = 0; i + 1 < f->tokens.count; i++) {
		said &= f->tokens.items[i].kind != TOKEN_DIRECTIVE;
		if (used[i] || said || f->tokens.items[i].kind != TOKEN_IDENTIFIER || !is_amp(f, i))
			continue;
		said = true;
		add_note(to, f, f->tokens.items[i].offset, true,
		         "C++ AMP in code that is not compiled with these options: it stays as it is");
	}
	to->is_used = xmalloc(f->text.len + 1);
	memset(to->is_used, 0, f->text.len + 1);
	for (size_t i = 0; i + 1 < f->tokens.count; i++)
		memset(to->is_used + f->tokens.items[i].offset, used[i], f->tokens.items[i].len);
}

static void note_kernels(const struct emission *e, int file, struct emitted_file *to)
{
	for (size_t i = 0; i < e->unit->n_kernels; i++) {
		struct location l = unit_locate(e->unit, e->unit->kernels[i].offset);

		if (!strcmp(l.file, e->alignment->files[file].name))
			emitted_add_kernel(to, l.line);
	}
}

static void note_regions(const struct emission *e, int file, struct emitted_file *to)
{
	FOR_EACH(const struct region, r, e->regions, e->n_regions) {
		const struct aligned_token *first = &e->alignment->tokens[r->first];
		unsigned start;

		if (first->use >= 0 && first->use == e->alignment->tokens[r->last].use)
			continue; /* of a macro, whose name the line has */
		if (first->file == file && start_in_file(e, r->first, &start))
			add_note(
			    to, &e->alignment->files[file], start, false,
			    "macros in this declaration are written out, since their uses become different things");
	}
}

/* ---- The files -------------------------------------------------------------- */

static bool report_conflict(const struct emission *e)
{
	const struct source_file *f = &e->alignment->files[e->conflict_file];

	return fail("%s:%u: this would have to be written in two ways, as it is included, or used as a macro's "
	            "argument, more than once",
	            f->name, source_file_line(f, e->conflict_at));
}

/* Finds the edits of the files; makes declarations regions of the flat text until the result is the same
 * program. */
static bool settle(struct emission *e)
{
	for (int round = 0; round < MOST_ROUNDS; round++) {
		size_t token;

		memset(e->output, 0, e->alignment->n_files * sizeof(*e->output));
		if (!map_edits(e)) {
			if (e->has_conflict && split_file(e, e->conflict_file))
				continue;
			return e->has_conflict && report_conflict(e);
		}
		if (!find_outputs(e))
			return false;
		if (verify(e, &token)) {
			if (e->is_early)
				text_append(&e->prologue, "#include <amp.h>\n");
			return true;
		}
		if (token == SIZE_MAX)
			return false; /* the preprocessor has said why */
		if (round + 1 < MOST_ROUNDS &&
		    (split_file(e, e->alignment->tokens[token].file) || add_region(e, token, token)))
			continue;
		diagnose(e->unit, SEVERITY_ERROR, e->unit->tokens.items[token].offset,
		         "cannot write the translation of this to the file: the program would change");
		return false;
	}
	return false;
}

/* Appends the first lines of a file that is written. */
static void append_head(const struct emission *e, int file, struct text *out)
{
	const struct source_file *f = &e->alignment->files[file];
	SCOPED(text) head = {0};

	if (file == main_file(e)) {
		text_append(&head, e->prologue.data);
		append_forced_includes(e, NULL, &head);
	} else {
		text_printf(&head, "// " EMITTED_MARK "%s.\n", name_of_header(e, file));
	}
	for (const char *p = head.data; *p; p++)
		append_as_in(f, *p, out);
}

static void add_file(struct emission *e, int file, struct emitted *out)
{
	const struct source_file *source = &e->alignment->files[file];
	struct emitted_file *f = emitted_add(out, source->name, e->output[file]);

	text_append_n(&f->original, source->text.data, source->text.len);
	append_head(e, file, &f->head);
	note_regions(e, file, f);
	note_left(e, file, f);
	note_kernels(e, file, f);
	render_file(e, file, f);
}

/* Emits a unit whose flat text is the text of the files with macros expanded. */
static bool emit_flat(struct unit *u, struct edits *edits, const char *prologue, struct emitted *out)
{
	struct emission e = {.unit = u, .edits = edits, .alignment = unit_alignment(u)};

	edits_sort(edits);
	find_files(&e);
	text_append(&e.prologue, prologue);
	write_stand_ins(&e);
	bool ok = settle(&e) && map_edits(&e);

	if (ok) {
		edit_includes(&e, NULL);
		add_file(&e, main_file(&e), out);
	}
	for (size_t i = 0; ok && i < e.alignment->n_files; i++) {
		if (e.output[i] && (int)i != main_file(&e))
			add_file(&e, (int)i, out);
	}
	for (size_t i = 0; i < e.alignment->n_files; i++)
		edits_finish(&e.files[i]);
	text_finish(&e.prologue);
	return ok;
}

bool emit(struct unit *u, struct edits *edits, const char *prologue, struct emitted *out)
{
	struct unit was;
	SCOPED(edits) original = {0};
	SCOPED(text) head = {0};

	if (!u->amendments)
		return emit_flat(u, edits, prologue, out);
	text_append(&head, prologue);
	edits_of_original(u, edits, &was, &original, &head);
	bool ok = emit_flat(&was, &original, head.data, out);

	u->messages = was.messages; /* they refer to the text before amendments */
	u->n_messages = was.n_messages;
	u->said = was.said;
	u->errors = was.errors;
	unit_before_finish(&was);
	return ok;
}

/* Gives the edits of a C unit the host unit's texts, without the line directives. */
static void take_host_texts(struct edits *edits)
{
	FOR_EACH(struct edit, edit, edits->items, edits->count) {
		struct text t = {0};

		free(edit->text[UNIT_CUDA]);
		edit->text[UNIT_CUDA] = NULL;
		if (!edit->text[UNIT_HOST])
			continue;
		text_append(&t, "");
		append_without_lines(edit->text[UNIT_HOST], &t);
		edit->text[UNIT_CUDA] = t.data;
	}
}

bool emit_c(struct unit *u, struct edits *edits, const char *prologue, const char *kernels, struct emitted *out)
{
	if (!strcmp(u->request->cuda_output, "-"))
		return fail("'%s' becomes two files: name the one of its kernels with -o", u->request->display_path);
	take_host_texts(edits);
	if (!emit(u, edits, prologue, out))
		return false;
	emit_text(u, kernels, out);
	out->files[out->count - 1].has_kernels_of_c = true;
	return true;
}

void emit_text(struct unit *u, const char *text, struct emitted *out)
{
	append_without_lines(text, &emitted_add(out, u->request->display_path, u->request->cuda_output)->original);
}
