/* Words for nvcc.
 *
 * nvcc runs its programs through a shell, and inserts its arguments into their commands: $(…) in a file name
 * would be executed. It splits the values of its options at commas, and loses backslashes. So nvcc is only
 * given plain words (is_plain_name()). What users have named is accessed under names of ampcc's own: folders
 * through links, macros and headers through a header, sources through a copy. */
#include "base/paths.h"
#include "base/process.h"
#include "device/device.h"

#include <errno.h>
#include <string.h>

/* Options whose value, in the same word or the next, is a folder. A value with '=' in front is not a path yet. */
void make_folders_plain(struct strings *options)
{
	struct strings plain = {0};
	for (size_t i = 0; i < options->count; i++) {
		const char *word = options->items[i];
		size_t n = starts_with_word(word, FOLDER_OPTIONS " -isysroot --sysroot= --sysroot -B");
		bool is_joined = n && word[n] && word[n] != '=';
		OWNED char *joined =
		    is_joined ? xasprintf("%.*s%s", (int)n, word, plain_folder(word + n)) : xstrdup(word);
		strings_push(&plain, joined);
		if (n && !word[n] && i + 1 < options->count)
			strings_push(&plain, plain_folder(options->items[++i]));
	}
	strings_finish(options);
	*options = plain;
}

void push_escaped(const char *word, bool to_host, struct strings *out)
{
	SCOPED(text) escaped = {0};
	for (; *word; word++) {
		if (*word == ',')
			text_append(&escaped, "\\");
		text_append_n(&escaped, word, 1);
	}
	if (to_host)
		strings_push(out, "-Xcompiler");
	strings_push(out, text_string(&escaped));
}

bool push_for_nvcc(const char *word, bool to_host, struct strings *out)
{
	if (!is_plain_argument(word))
		return fail("'%s' has signs that nvcc cannot be given", word);
	push_escaped(word, to_host, out);
	return true;
}

/* Appends a program's path, with its folder replaced by a link if necessary. */
static bool push_program(const char *path, struct strings *out)
{
	const char *slash = strrchr(path, '/');
	if (!slash)
		return push_for_nvcc(path, false, out);
	OWNED char *folder = folder_of(path);
	OWNED char *plain = xasprintf("%s/%s", plain_folder(folder), slash + 1);

	return push_for_nvcc(plain, false, out);
}

bool push_nvcc_program(const struct device *d, const struct strings *host_compiler, struct strings *out)
{
	if (!push_program(d->nvcc, out))
		return false;
	if (!host_compiler)
		return true;
	strings_push(out, "-ccbin");
	return push_program(host_compiler->items[host_compiler->count - 1], out);
}

/* Writes macros of the command line that are not all plain to a header. The compiler that makes objects from
 * nvcc's output must not expand them again. */
static bool push_macros(const struct strings *options, struct strings *out)
{
	SCOPED(text) header = {0};
	struct option_macro m;
	const char *path = temporary_path("macros", ".h");
	text_append(&header, "#ifdef __CUDACC__\n");
	for (size_t i = 0; next_option_macro(options, &i, &m);)
		append_option_macro(&m, &header);
	text_append(&header, "#endif\n");
	return write_or_fail(path, &header) && push_for_nvcc("-imacros", true, out) && push_for_nvcc(path, true, out);
}

bool push_all_for_nvcc(const struct strings *options, bool to_host, struct strings *out)
{
	SCOPED(strings) rest = {0};
	struct option_macro m;
	bool ok = true, plain = true;
	for (size_t i = 0; plain && next_option_macro(options, &i, &m);)
		plain = is_plain_argument(m.text);
	if (plain) {
		strings_push_all(&rest, options);
	} else {
		ok = push_macros(options, out);
		push_without_macros(options, true, &rest);
	}
	make_folders_plain(&rest);
	for (size_t i = 0; ok && i < rest.count; i++)
		ok = push_for_nvcc(rest.items[i], to_host, out);
	return ok;
}
