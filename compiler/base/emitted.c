/* Files of CUDA for people: merging the changes of several units, and writing all files or none. */
#include "base/emitted.h"

#include "base/paths.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct emitted_file *emitted_add(struct emitted *e, const char *source, const char *path)
{
	struct emitted_file *f = &APPEND(e->files, e->count);
	*f = (struct emitted_file){.source = xstrdup(source), .path = xstrdup(path)};
	text_append(&f->original, "");
	return f;
}

static void add_change(struct emitted_file *f, struct file_change change)
{
	APPEND(f->changes, f->n_changes) = change;
}

void emitted_add_kernel(struct emitted_file *f, unsigned line)
{
	size_t i = 0;

	while (i < f->n_kernels && f->kernels[i] != line)
		i++;
	if (i == f->n_kernels)
		APPEND(f->kernels, f->n_kernels) = line;
}

void emitted_change(struct emitted_file *f, unsigned start, unsigned end, const char *text, const char *unit,
                    bool is_declaration)
{
	add_change(f, (struct file_change){start, end, xstrdup(text), xstrdup(unit), is_declaration});
}

void emitted_render(const struct emitted_file *f, struct text *out)
{
	size_t at = starts(f->original.data, "\xef\xbb\xbf") ? 3 : 0;
	text_append_n(out, f->original.data, at);
	text_append(out, text_string(&f->head));
	FOR_EACH(const struct file_change, c, f->changes, f->n_changes) {
		text_append_n(out, f->original.data + at, c->start - at);
		text_append(out, c->text);
		at = c->end;
	}
	text_append_n(out, f->original.data + at, f->original.len - at);
}

/* ---- Several units ----------------------------------------------------------- */

static unsigned line_of(const struct emitted_file *f, unsigned offset)
{
	unsigned line = 1;
	for (unsigned i = 0; i < offset && i < f->original.len; i++)
		line += f->original.data[i] == '\n';
	return line;
}

/* Whether the units of a file have code that a change replaces or touches. */
static bool concerns(const struct emitted_file *f, const struct file_change *c)
{
	size_t start = c->start - (c->start == c->end && c->start > 0), end = c->end + (c->start == c->end);
	for (size_t i = start; f->is_used && i < end && i < f->original.len; i++)
		if (f->is_used[i])
			return true;
	return false;
}

static bool has_change(const struct emitted_file *f, const struct file_change *c)
{
	FOR_EACH(const struct file_change, other, f->changes, f->n_changes) {
		if (other->start == c->start && other->end == c->end && !strcmp(other->text, c->text))
			return true;
	}
	return false;
}

/* Whether a change is within what another one replaces. */
static bool overlaps(const struct emitted_file *f, const struct file_change *c)
{
	for (size_t i = 0; i < f->n_changes; i++)
		if (f->changes[i].start < c->end && c->start < f->changes[i].end)
			return true;
	return false;
}

/* Reports an error if one unit needs a change that another unit with the same code does not have. */
static bool fits(const struct emitted_file *f, const struct file_change *c, const char *unit)
{
	if (has_change(f, c) || ((c->is_declaration || !concerns(f, c)) && !overlaps(f, c)))
		return true;
	fprintf(stderr, "%s:%u: error: in CUDA this would be one thing for '%s' and another for '%s'\n", f->source,
	        line_of(f, c->start), c->unit, unit);
	return false;
}

/* Returns the unit that a file was changed for. */
static const char *unit_of(const struct emitted_file *f)
{
	return f->n_changes ? f->changes[0].unit : "another source";
}

/* Inserts a change by place. */
static void insert_change(struct emitted_file *f, struct file_change change)
{
	size_t i = f->n_changes;
	add_change(f, change);
	for (; i > 0 && f->changes[i - 1].start > change.start; i--)
		f->changes[i] = f->changes[i - 1];
	f->changes[i] = change;
}

/* Keeps the notes that hold for both units: code is unused only if neither has it. */
static void merge_notes(struct emitted_file *f, const struct emitted_file *other)
{
	size_t n = 0;
	for (size_t i = 0; i < f->n_notes; i++)
		if (!f->notes[i].is_unused || !other->is_used || !other->is_used[f->notes[i].offset])
			f->notes[n++] = f->notes[i];
	f->n_notes = n;
}

bool emitted_merge(struct emitted_file *f, struct emitted_file *other)
{
	bool ok = true;
	for (size_t i = 0; ok && i < f->n_changes; i++)
		ok = fits(other, &f->changes[i], unit_of(other));
	for (size_t i = 0; ok && i < other->n_changes; i++)
		ok = fits(f, &other->changes[i], unit_of(f));
	for (size_t i = 0; ok && i < other->n_changes; i++) {
		if (has_change(f, &other->changes[i]))
			continue;
		insert_change(f, other->changes[i]);
		other->changes[i] = (struct file_change){0};
	}
	merge_notes(f, other);
	for (size_t i = 0; f->is_used && other->is_used && i < f->original.len; i++)
		f->is_used[i] |= other->is_used[i];
	for (size_t i = 0; i < other->n_kernels; i++)
		emitted_add_kernel(f, other->kernels[i]);
	return ok;
}

/* ---- For people -------------------------------------------------------------- */

/* Prints what a file has become, and its notes, to standard error. */
static void emitted_report(const struct emitted_file *f)
{
	for (size_t i = 0; i < f->n_notes; i++)
		fprintf(stderr, "%s:%u: note: %s\n", f->source, f->notes[i].line, f->notes[i].text);
	fprintf(stderr, "ampcc: %s: %zu edit%s, %zu kernel%s: %s\n", f->source, f->n_changes,
	        f->n_changes == 1 ? "" : "s", f->n_kernels, f->n_kernels == 1 ? "" : "s",
	        strcmp(f->path, "-") ? f->path : "standard output");
}

/* ---- Writing ----------------------------------------------------------------- */

/* Whether a file that the user did not name may be written: it does not exist, or ampcc has written it. */
static bool may_write(const char *path)
{
	SCOPED(text) old = {0};
	bool is_there = read_file(path, &old), ok = !is_there || strstr(text_string(&old), EMITTED_MARK);
	return ok || fail("'%s' is there, and is not ampcc's: it is not written over", path);
}

/* Whether a file of a project may be written: it does not exist, or has the same contents. */
static bool may_write_anew(const struct emitted_file *f)
{
	SCOPED(text) old = {0}, text = {0};
	bool is_there = read_file(f->path, &old);
	emitted_render(f, &text);
	bool ok = !is_there || (old.len == text.len && !memcmp(text_string(&old), text.data, old.len));
	return ok || fail("'%s' is there, and is not what would be written: it is not written over", f->path);
}

/* Makes the folder of a file with its parents; appends those that it made, outermost first. */
static bool make_folder_of(const char *path, struct strings *made)
{
	OWNED char *folder = folder_of(path);
	bool is_there = access(folder, F_OK) == 0, ok = is_there || make_folder_of(folder, made);
	if (ok && !is_there) {
		ok = mkdir(folder, 0777) == 0;
		if (ok)
			strings_push(made, folder);
		else
			fail("cannot make the folder '%s': %m", folder);
	}
	return ok;
}

/* Writes all files under temporary names. */
static bool prepare_all(const struct emitted *e, struct prepared_file *prepared, struct strings *made)
{
	for (size_t i = 0; i < e->count; i++) {
		const struct emitted_file *f = &e->files[i];
		if (!strcmp(f->path, "-"))
			continue;
		if (!make_folder_of(f->path, made))
			return false;
		SCOPED(text) text = {0};
		emitted_render(f, &text);
		bool ok = prepare_file(&prepared[i], f->path, text.data, text.len);
		if (!ok)
			return fail("cannot write '%s': %m", f->path);
	}
	return true;
}

static bool print(const struct emitted_file *f)
{
	SCOPED(text) text = {0};
	emitted_render(f, &text);
	return fwrite(text.data, 1, text.len, stdout) == text.len;
}

bool write_emitted(const struct emitted *e, bool is_project)
{
	OWNED struct prepared_file *prepared = xmalloc((e->count + 1) * sizeof *prepared);
	SCOPED(strings) made = {0};
	bool ok = true;
	memset(prepared, 0, (e->count + 1) * sizeof *prepared);
	for (size_t i = !is_project; i < e->count; i++)
		ok = (is_project ? may_write_anew(&e->files[i]) : may_write(e->files[i].path)) && ok;
	ok = ok && prepare_all(e, prepared, &made);
	for (size_t i = 0; i < e->count; i++) {
		const struct emitted_file *f = &e->files[i];
		if (ok && !strcmp(f->path, "-"))
			ok = print(f);
		else if (!finish_file(&prepared[i], ok) && ok)
			ok = fail("cannot write '%s': %m", f->path);
	}
	for (size_t i = 0; ok && i < e->count; i++) {
		const struct emitted_file *f = &e->files[i];
		if (f->is_used)
			emitted_report(f);
		else if (f->has_kernels_of_c)
			fprintf(stderr, "ampcc: %s: its kernels: %s\n", f->source, f->path);
	}
	for (size_t i = made.count; !ok && i-- > 0;)
		rmdir(made.items[i]);
	return ok;
}

/* ---- The end ------------------------------------------------------------------ */

void emitted_file_finish(struct emitted_file *f)
{
	for (size_t i = 0; i < f->n_changes; i++) {
		free(f->changes[i].text);
		free(f->changes[i].unit);
	}
	free(f->changes);
	free(f->notes);
	free(f->is_used);
	free(f->kernels);
	free(f->source);
	free(f->path);
	text_finish(&f->original);
	text_finish(&f->head);
	*f = (struct emitted_file){0};
}

void emitted_finish(struct emitted *e)
{
	for (size_t i = 0; i < e->count; i++)
		emitted_file_finish(&e->files[i]);
	free(e->files);
	*e = (struct emitted){0};
}
