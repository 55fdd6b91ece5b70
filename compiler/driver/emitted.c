/* The CUDA of --amp-emit-cuda: all files of an input, or none. */
#include "driver/driver.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Whether a file that nobody named may be written: there is none, or ampcc has made it. */
static bool may_write(const char *path)
{
	struct text old = {0};
	bool is_there = read_file(path, &old), ok = !is_there || strstr(old.data ? old.data : "", EMITTED_MARK);
	text_finish(&old);
	if (!ok)
		fprintf(stderr, "ampcc: error: '%s' is there, and is not ampcc's: it is not written over\n", path);
	return ok;
}

/* Whether a file of a project may be written: there is none, or it is there as it would be. */
static bool may_write_anew(const struct emitted_file *f)
{
	struct text old = {0}, text = {0};
	bool is_there = read_file(f->path, &old);
	emitted_render(f, &text);
	bool ok = !is_there || (old.len == text.len && !memcmp(old.data ? old.data : "", text.data, old.len));
	text_finish(&old);
	text_finish(&text);
	if (!ok)
		fprintf(stderr, "ampcc: error: '%s' is there, and is not what would be written: it is not written over\n",
		        f->path);
	return ok;
}

/* Makes the folder of a file, and those that it is in; adds the made ones, outermost first. */
static bool make_folder_of(const char *path, struct strings *made)
{
	char *folder = folder_of(path);
	bool is_there = access(folder, F_OK) == 0, ok = is_there || make_folder_of(folder, made);
	if (ok && !is_there) {
		ok = mkdir(folder, 0777) == 0;
		if (ok)
			strings_push(made, folder);
		else
			fprintf(stderr, "ampcc: error: cannot make the folder '%s': %s\n", folder, strerror(errno));
	}
	free(folder);
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
		struct text text = {0};
		emitted_render(f, &text);
		bool ok = prepare_file(&prepared[i], f->path, text.data, text.len);
		text_finish(&text);
		if (!ok) {
			fprintf(stderr, "ampcc: error: cannot write '%s': %s\n", f->path, strerror(errno));
			return false;
		}
	}
	return true;
}

static bool print(const struct emitted_file *f)
{
	struct text text = {0};
	emitted_render(f, &text);
	bool ok = fwrite(text.data, 1, text.len, stdout) == text.len;
	text_finish(&text);
	return ok;
}

bool write_emitted(const struct emitted *e, bool is_project)
{
	struct prepared_file *prepared = xmalloc((e->count + 1) * sizeof *prepared);
	struct strings made = {0};
	bool ok = true;
	memset(prepared, 0, (e->count + 1) * sizeof *prepared);
	for (size_t i = !is_project; i < e->count; i++)
		ok = (is_project ? may_write_anew(&e->files[i]) : may_write(e->files[i].path)) && ok;
	ok = ok && prepare_all(e, prepared, &made);
	for (size_t i = 0; i < e->count; i++) {
		const struct emitted_file *f = &e->files[i];
		if (ok && !strcmp(f->path, "-"))
			ok = print(f);
		else if (!finish_file(&prepared[i], ok) && ok) {
			fprintf(stderr, "ampcc: error: cannot write '%s': %s\n", f->path, strerror(errno));
			ok = false;
		}
	}
	for (size_t i = 0; ok && i < e->count; i++)
		if (e->files[i].is_used)
			emitted_report(&e->files[i]);
	for (size_t i = made.count; !ok && i-- > 0;)
		rmdir(made.items[i]);
	strings_finish(&made);
	free(prepared);
	return ok;
}
