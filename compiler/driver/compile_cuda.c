/* Compiles CUDA inputs (.cu) with nvcc, and tells what the link of their objects needs. */
#include "driver/driver.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Names ------------------------------------------------------------- */

/* Returns whether nvcc accepts a path. */
static bool is_plain_path(const char *path)
{
	OWNED char *folder = folder_of(path);

	return is_plain_name(path) && path[0] != '-' && is_plain_folder(folder);
}

/* Returns the path of a temporary file with a text, or NULL after an error. */
static const char *temporary_file(const char *base, const char *suffix, const struct text *text)
{
	const char *path = temporary_path(base, suffix);
	return write_or_fail(path, text) ? path : NULL;
}

/* Returns the path to a source for nvcc: its own, or that of a copy whose line directive names the source.
 * NULL after an error. */
static const char *plain_source(const char *path, struct strings *out)
{
	SCOPED(text) copy = {0};
	if (is_plain_path(path))
		return path;
	text_append_line_directive(&copy, 1, path);
	const char *plain = read_or_fail(path, &copy) ? temporary_file(path, ".cu", &copy) : NULL;
	if (plain)
		stand_for(plain, path);
	OWNED char *folder = folder_of(path);
	push_for_nvcc("-iquote", true, out);
	push_for_nvcc(plain_folder(folder), true, out);
	return plain;
}

/* The path to a header of -include for nvcc: its own, or that of one that includes it. NULL after a
 * message. */
static const char *plain_header(const char *path)
{
	if (is_plain_name(path) && path[0] != '-')
		return path;
	char *folder = folder_of(path), *real = realpath(folder, NULL);
	const char *parent = plain_folder(real ? real : folder);
	const char *name = file_name(path);
	SCOPED(text) header = {0};
	text_printf(&header, strchr(name, '"') ? "#include <%s/%s>\n" : "#include \"%s/%s\"\n",
	            parent, name);
	const char *plain = temporary_file(path, ".h", &header);
	if (plain)
		stand_for(plain, path);
	free(real);
	free(folder);
	return plain;
}

/* ---- Options ----------------------------------------------------------- */

/* -g and -O2, which nvcc hands to its host compiler. */
static bool is_for_both(const char *word)
{
	return !strcmp(word, "-g") || (starts(word, "-O") && isdigit((unsigned char)word[2]));
}

/* Sorts a command's options into those that nvcc knows itself and those for its host compiler. Options that
 * only nvcc has are passed through to `out`, for nvcc's shell to expand, as their users expect. */
static bool sort_options(const struct run *r, struct strings *own, struct strings *for_host,
                         struct strings *out)
{
	const struct command *c = r->command;
	FOR_EACH(const struct argument, a, c->arguments, c->n_arguments) {
		const char *word = a->words[0];
		if (a->input >= 0 || starts(word, "-std=") ||
		    a->classes & (OPTION_MODE | OPTION_DEPENDENCY | OPTION_LINK))
			continue;
		if (starts(word, "-include")) {
			const char *header = plain_header(a->words[1] ? a->words[1] : word + 8);
			if (!header)
				return false;
			strings_push_each(own, "-include", header);
			continue;
		}
		bool is_own = a->classes & OPTION_DEVICE || is_for_both(word);
		struct strings *to = a->classes & OPTION_NVCC ? out : is_own ? own : for_host;
		for (size_t w = 0; w < 2 && a->words[w]; w++)
			strings_push(to, a->words[w]);
	}
	return true;
}

/* Appends nvcc with a command's options. */
static bool push_cuda_command(const struct run *r, struct strings *out)
{
	const struct command *c = r->command;
	SCOPED(strings) own = {0}, for_host = {0};
	bool ok = push_nvcc_program(&r->device, r->host_is_default ? NULL : &r->host_cxx, out);
	if (c->standard && strchr(c->standard, '+'))
		strings_printf(out, "-std=%s", device_standard(c));
	ok = ok && sort_options(r, &own, &for_host, out);
	strings_push(&own, "-isystem"); /* the output of --amp-emit-cuda includes amp.h */
	strings_push(&own, r->where->include_dir);
	ok = ok && push_all_for_nvcc(&own, false, out) && push_all_for_nvcc(&for_host, true, out);
	strings_push(out, "-Wno-deprecated-gpu-targets");
	return ok;
}

/* ---- Dependencies ------------------------------------------------------ */

/* The contents of a dependency file. */
struct dependencies {
	struct text targets; /* quoted for make */
	char *file;          /* the output; "-": standard output */
	const char *made;    /* the file that nvcc writes, or NULL if no dependencies were requested */
	bool phony;          /* -MP */
};

/* Appends gcc's dependency options, with file and target spelled out. */
static void push_gcc_dependencies(const struct command *c, const struct input *in, struct strings *out)
{
	const char *mode = c->stop == STOP_PREPROCESS ? command_option(c, OPTION_MODE, "-M") : NULL; /* or -MM */
	OWNED char *target = default_output(in, ".o");
	push_dependencies(c, in, out);
	if (mode)
		strings_push_each(out, mode, "-MF", c->output ? c->output : "-", "-MQ", target);
}

/* Appends options that make nvcc write dependencies to a temporary file, since its format is not what make
 * expects. */
static void push_nvcc_dependencies(const struct command *c, const struct input *in,
                                   struct dependencies *d, struct strings *out)
{
	SCOPED(strings) words = {0};
	push_gcc_dependencies(c, in, &words);
	for (size_t i = 0; i < words.count; i++) {
		const char *word = words.items[i], *value = option_value(&words, &i, "-MF -MT -MQ");
		if (value && word[2] == 'F')
			d->file = xstrdup(value);
		else if (value && d->targets.len)
			text_append(&d->targets, " ");
		if (value && word[2] == 'T')
			text_append(&d->targets, value);
		else if (value && word[2] == 'Q')
			text_append_for_make(&d->targets, value);
		else if (!strcmp(word, "-MP"))
			d->phony = true;
		else if (!value)
			strings_push(out, word);
	}
	if (words.count) {
		d->made = temporary_path("dependencies", ".d");
		strings_push_each(out, "-MT", "target", c->stop == STOP_PREPROCESS ? "-o" : "-MF", d->made);
	}
}

/* Reads the names behind the colon in nvcc's output, where a backslash only escapes a blank or continues a
 * line. */
static void read_names(const char *p, struct strings *names)
{
	struct text name = {0};
	p += strcspn(p, ":");
	p += *p == ':';
	for (;; p++) {
		bool is_escape = *p == '\\' && p[1] == ' ';
		bool is_joined = *p == '\\' && p[1] == '\n';
		bool is_end = !*p || *p == '\n';
		if (is_escape) {
			text_append_n(&name, ++p, 1);
		} else if (!is_joined && !is_end && *p != ' ') {
			text_append_n(&name, p, 1);
		} else if (name.len) {
			strings_push(names, name.data);
			text_finish(&name);
		}
		if (is_end)
			break;
		p += is_joined;
	}
}

/* Writes nvcc's dependencies in gcc's format. */
static bool write_dependencies(const struct dependencies *d)
{
	SCOPED(text) made = {0}, out = {0}, phony = {0};
	SCOPED(strings) names = {0};
	if (!d->made)
		return true;
	bool ok = read_file(d->made, &made);
	read_names(ok ? made.data : "", &names);
	text_printf(&out, "%s:", d->targets.data);
	for (size_t i = 0; i < names.count; i++) {
		OWNED char *name = original_path(names.items[i]);
		text_append(&out, i ? " \\\n " : " ");
		text_append_for_make(&out, name);
		if (i && d->phony) {
			text_append_for_make(&phony, name);
			text_append(&phony, ":\n");
		}
	}
	text_printf(&out, "\n%s", text_string(&phony));
	if (!strcmp(d->file, "-"))
		ok = ok && fputs(out.data, stdout) >= 0;
	else
		ok = ok && write_file(d->file, out.data, out.len);
	return ok || fail("cannot write '%s': %m", d->file);
}

/* ---- The compilation --------------------------------------------------- */

/* Copies nvcc's output to the output file, if nvcc does not accept that name. */
static bool take_output(const char *made, const char *output)
{
	SCOPED(text) text = {0};
	if (!output || made == output)
		return true;
	return read_or_fail(made, &text) && write_or_fail(output, &text);
}

/* Runs nvcc on an input. */
static bool run_nvcc(const struct run *r, const struct input *in, const char *output)
{
	const struct command *c = r->command;
	SCOPED(strings) argv = {0};
	struct dependencies d = {0};
	bool plain_output = !output || (is_plain_name(output) && output[0] != '-');
	const char *made = plain_output ? output : temporary_path("output", ".o");
	bool ok = push_cuda_command(r, &argv);
	const char *source = ok ? plain_source(in->path, &argv) : NULL;
	if (!command_option(c, OPTION_NVCC, "-gencode -arch="))
		device_push_gencode(&r->device, &argv);
	push_nvcc_dependencies(c, in, &d, &argv);
	if (c->stop != STOP_PREPROCESS || !d.made)
		push_mode(c, made, &argv);
	if (source) {
		strings_push_each(&argv, "-x", "cu", source);
		ok = run_command(r, &argv) && write_dependencies(&d);
	}
	if (ok && (c->stop != STOP_PREPROCESS || !d.made))
		ok = take_output(made, output);
	free(d.file);
	text_finish(&d.targets);
	return source && ok;
}

bool step_cuda(struct run *r, const struct input *in, const char *output)
{
	const struct command *c = r->command;
	if (c->stop == STOP_CUDA)
		return fail("'%s' is CUDA already", in->path);
	if (!settle_device(r))
		return false;
	if (!r->device.nvcc)
		return fail("'%s' is CUDA, %s", in->path,
		            r->device.n_archs ? "and nvcc is not installed"
		                              : "which is not compiled for the CPU alone");
	if (c->stop == STOP_ASSEMBLY || c->stop == STOP_SYNTAX)
		return fail("'%s' is CUDA, for which nvcc has no %s",
		            in->path, c->stop == STOP_ASSEMBLY ? "-S" : "-fsyntax-only");
	return run_nvcc(r, in, output);
}

bool is_of_cmake(const char *word)
{
	return starts_with_word(word, "-arch -code -gencode --generate-code -forward-unknown-to-host "
	                              "--forward-unknown-to-host");
}

void push_cuda_options(const struct command *c, struct strings *out)
{
	if (c->standard && strchr(c->standard, '+'))
		strings_printf(out, "-std=%s", device_standard(c));
	FOR_EACH(const struct argument, a, c->arguments, c->n_arguments) {
		const char *word = a->words[0];
		bool is_own = a->classes & (OPTION_DEVICE | OPTION_NVCC) || is_for_both(word) ||
		              starts(word, "-include") || starts(word, "-X");
		if (a->input >= 0 || is_of_cmake(word) || starts(word, "-std=") ||
		    a->classes & (OPTION_MODE | OPTION_DEPENDENCY | OPTION_LINK))
			continue;
		for (size_t w = 0; w < 2 && a->words[w]; w++)
			push_escaped(a->words[w], !is_own, out);
	}
}

/* ---- The command for the CUDA of --amp-emit-cuda -------------------------- */

void push_people_options(const struct command *c, unsigned classes, struct strings *out)
{
	SCOPED(strings) own = {0};
	push_device_options(c, &own);
	push_meanings_for_nvcc(c->meanings, &own);
	for (size_t i = 0; i < own.count; i++)
		push_escaped(own.items[i], false, out);
	FOR_EACH(const struct argument, a, c->arguments, c->n_arguments) {
		const char *word = a->words[0];
		bool is_library = starts(word, "-l") || starts(word, "-L");
		if (a->input >= 0 || !(is_for_both(word) || a->classes & classes))
			continue;
		for (size_t w = 0; w < 2 && a->words[w]; w++)
			push_escaped(a->words[w], !is_for_both(word) && !is_library, out);
		/* views of different types may refer to the same memory */
		if (starts(word, "-O") && strcmp(word, "-O0") != 0)
			push_escaped("-fno-strict-aliasing", true, out);
	}
}

/* Returns a path with its suffix replaced, or with ".out" appended if that is the path itself. The caller
 * frees it. */
static char *product_name(const char *path, const char *suffix)
{
	char *name = with_suffix(path, suffix);
	char *other = strcmp(name, path) ? NULL : xasprintf("%s.out", path);
	if (other)
		free(name);
	return other ? other : name;
}

void append_people_command(const struct run *r, const struct input *in, const char *file, bool is_object,
                           struct text *out)
{
	const struct command *c = r->command;
	is_object = is_object || command_option(c, OPTION_MODE, "-c") || c->n_inputs > 1;
	OWNED char *source = strcmp(file, "-") ? xstrdup(file) : default_output(in, ".cu");
	const char *dot = strrchr(source, '.');
	OWNED char *product = product_name(source, is_object ? ".o" : "");
	OWNED char *standard = xasprintf("-std=%s", device_standard(c));
	bool is_c = in->kind == INPUT_C;
	OWNED char *host = is_c ? host_of_cuda(source) : NULL;
	const char *const words[] = {"nvcc", is_c ? NULL : standard, "-arch=native", is_object ? "-c" : NULL,
	                             dot && !strcmp(dot, ".cu") ? NULL : "-xcu", source, host,
	                             is_c && is_object ? NULL : "-o", is_c && is_object ? NULL : product};
	SCOPED(strings) argv = {0};
	for (size_t i = 0; i < COUNT(words); i++)
		if (words[i])
			strings_push(&argv, words[i]);
	push_people_options(c, OPTION_DEVICE_HOST | (is_object ? 0 : OPTION_LINK), &argv);
	OWNED char *include = xasprintf("-I%s", r->where->include_dir);
	push_escaped(include, false, &argv);
	if (r->where->library_dir && !is_object) {
		OWNED char *search = xasprintf("-L%s", r->where->library_dir);
		push_escaped(search, false, &argv);
	}
	if (!is_object)
		strings_push(&argv, "-lamprt");
	if (!is_object && c->msvc && has_tbb(c))
		strings_push_each(&argv, "-Xlinker", "--as-needed", "-ltbb");
	command_append(argv.items, out);
}

void push_cuda_runtime(const struct run *r, struct strings *out)
{
	strings_printf(out, "-L%s/lib64", r->device.toolkit); /* for NVIDIA's installer */
	strings_printf(out, "-L%s/lib", r->device.toolkit);   /* for the PyPI packages */
	strings_push_words(out, "-lcudart_static -lpthread -ldl -lrt");
}
