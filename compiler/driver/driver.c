/* Takes each input through its steps, in parallel where they are independent.
 *
 *   no AMP, no CUDA   the host compiler replaces the process (or, for a link,
 *                     runs with the runtime's library added)
 *   AMP               compile_amp.c
 *   CUDA (.cu)        compile_cuda.c
 *   the link          link.c */
#include "driver/driver.h"

#include "base/dialect.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool has_kind(const struct command *c, enum input_kind kind)
{
	for (size_t i = 0; i < c->n_inputs; i++)
		if (c->inputs[i].kind == kind)
			return true;
	return false;
}

bool settle_device(struct run *r)
{
	if (!r->device_known) {
		r->device_known = true;
		r->device_ok = device_init(&r->device, r->command, r->where->toolkit);
	}
	return r->device_ok;
}

/* Reads standard input into r, and replaces it by a copy that a host compiler can read again. */
static bool take_standard_input(struct run *r)
{
	if (!read_file("/dev/stdin", &r->standard_input))
		return fail("cannot read standard input: %m");
	FILE *copy = tmpfile();
	bool ok = copy && (!r->standard_input.len ||
	                   fwrite(r->standard_input.data, r->standard_input.len, 1, copy) == 1);
	ok = ok && fflush(copy) == 0 && lseek(fileno(copy), 0, SEEK_SET) == 0 &&
	     dup2(fileno(copy), STDIN_FILENO) == STDIN_FILENO;
	if (copy)
		fclose(copy);
	return ok || fail("cannot keep standard input: %m");
}

/* Finds the inputs that use AMP. */
static bool scan_inputs(struct run *r, bool *any)
{
	struct command *c = r->command;
	*any = false;
	FOR_EACH(struct input, in, c->inputs, c->n_inputs) {
		if (in->kind != INPUT_C && in->kind != INPUT_CXX && in->kind != INPUT_HEADER)
			continue;
		bool from_stdin = !strcmp(in->path, "-");
		if (from_stdin && !take_standard_input(r))
			return false;
		in->amp = scan_source(c, in->path, from_stdin ? &r->standard_input : NULL,
		                      r->where->include_dir);
		*any = *any || in->amp;
	}
	return true;
}

/* Sources may name a header by its precompiled form alone: -Ifolder -include name.h, where only
 * folder/name.h.gch exists (Meson). ampcc reads no precompiled header, so a name.h that includes the header is
 * written beside it. */
static bool write_header_beside(const struct command *c, const struct input *in)
{
	static const char note[] = "/* Sources with C++ AMP read this in place of the precompiled header. */\n";
	OWNED char *output = step_output(c, in), *path = absolute_path(in->path);
	SCOPED(text) old = {0}, t = {0};

	if (!ends(output, ".gch") && !ends(output, ".pch"))
		return true;
	output[strlen(output) - strlen(".gch")] = '\0';
	if (access(output, F_OK) == 0 && !(read_file(output, &old) && old.data && starts(old.data, note)))
		return true;
	text_printf(&t, "%s#include \"%s\"\n", note, path);
	return write_file(output, t.data, t.len) || fail("cannot write '%s': %m", output);
}

static bool write_headers_beside(const struct command *c)
{
	bool ok = true;

	FOR_EACH(const struct input, in, c->inputs, c->n_inputs) {
		if (in->kind == INPUT_HEADER && c->stop > STOP_CUDA && !c->dry_run && strcmp(in->path, "-") != 0)
			ok = write_header_beside(c, in) && ok;
	}
	return ok;
}

/* Returns whether an input is translated before it is compiled: sources with AMP, C++ in Visual C++'s
 * dialect, and any C or C++ source with --amp-emit-cuda. */
static bool goes_to_front_end(const struct command *c, const struct input *in)
{
	bool is_source = in->kind == INPUT_C || in->kind == INPUT_CXX;
	return c->stop > STOP_PREPROCESS &&
	       (in->amp || (c->msvc && in->kind == INPUT_CXX) || (c->stop == STOP_CUDA && is_source));
}

/* Appends the host compiler's command for an input, without mode, output and input. */
static void push_host_step(const struct run *r, const struct input *in, struct strings *argv)
{
	const struct command *c = r->command;
	strings_push_all(argv, host_for_input(r, in));
	bool as_typed = c->stop == STOP_PREPROCESS && in->kind != INPUT_HEADER;
	command_select(c, 0, OPTION_MODE | OPTION_LINK | OPTION_NVCC | (as_typed ? 0 : OPTION_DEPENDENCY), argv);
	if (in->amp) { /* -E, a header */
		strings_push_each(argv, "-isystem", r->where->include_dir);
	}
	if (!as_typed)
		push_dependencies(c, in, argv);
}

/* Returns whether the host compiler needs amended copies of a source and its headers: it would not find or
 * accept all files of a source in Visual C++'s dialect. */
static bool reads_copies(const struct command *c, const struct input *in)
{
	bool is_source = in->kind == INPUT_C || in->kind == INPUT_CXX;
	return c->msvc && is_source && !goes_to_front_end(c, in) && strcmp(in->path, "-") != 0;
}

static bool run_host_on_copies(struct run *r, const struct input *in, const struct strings *argv)
{
	SCOPED(strings) options = {0};
	bool is_dependencies = false;
	command_select(r->command, OPTION_PARSE, 0, &options);
	for (size_t i = 0; i < argv->count; i++)
		is_dependencies |= !strcmp(argv->items[i], "-M") || !strcmp(argv->items[i], "-MM");
	struct translation_request request = {
	    .path = in->path,
	    .display_path = in->path,
	    .language = in->kind == INPUT_C ? LANGUAGE_C : LANGUAGE_CXX,
	    .host_compiler = host_for_input(r, in),
	    .options = &options,
	    .include_dir = r->where->include_dir,
	    .msvc = true,
	    .verbose = r->command->verbose,
	};
	return load_front_end(r) && r->front_end->run_on_copies(&request, argv, is_dependencies);
}

/* Compiles an input without AMP in a command that has others with AMP. */
static bool step_host(struct run *r, const struct input *in, const char *output)
{
	SCOPED(strings) argv = {0};
	push_host_step(r, in, &argv);
	push_side_names(r->command, in, &argv);
	push_mode(r->command, output, &argv);
	push_last_input(in, &argv); /* clang warns of "-x none" behind it */
	bool on_copies = reads_copies(r->command, in) && !r->command->dry_run;

	return on_copies ? run_host_on_copies(r, in, &argv) : run_command(r, &argv);
}

/* Precompiles a header with AMP. No precompiled header can hold restrict(amp), and a source that includes
 * the header uses AMP, too, and reads the header itself. So the header is only preprocessed, which writes
 * dependencies and reports missing includes, and the output is a note that gcc does not mistake for a
 * precompiled header. */
static bool step_header(struct run *r, const struct input *in, const char *output)
{
	static const char note[] = "This header uses C++ AMP: ampcc reads it itself.\n";
	SCOPED(strings) argv = {0};
	push_host_step(r, in, &argv);
	strings_push_each(&argv, "-E", "-o", "/dev/null");
	push_last_input(in, &argv);
	bool ok = run_command(r, &argv);
	if (ok && !r->command->dry_run && !write_file(output, note, strlen(note)))
		ok = fail("cannot write '%s': %m", output);
	return ok;
}

/* Compiles one input. Sets *object if there is something to link. */
static bool step(struct run *r, const struct input *in, char **object)
{
	const struct command *c = r->command;
	if (in->kind == INPUT_OTHER && c->stop == STOP_LINK)
		return true;
	bool makes_object = c->stop >= STOP_ASSEMBLY;
	if (!side_outputs_fit(r, in))
		return false;
	char *output = makes_object ? step_output(c, in) : c->output ? xstrdup(c->output) : NULL;
	if (makes_object && !c->dry_run)
		output_begin(output);
	bool ok;
	if (in->kind == INPUT_CUDA)
		ok = step_cuda(r, in, output);
	else if (in->amp && in->kind == INPUT_HEADER && makes_object)
		ok = step_header(r, in, output);
	else if (goes_to_front_end(c, in))
		ok = step_amp(r, in, output);
	else
		ok = step_host(r, in, output);
	if (ok && makes_object && !c->dry_run)
		output_commit(output);
	*object = output;
	return ok;
}

/* Returns whether the front end is needed. */
static bool any_to_front_end(const struct command *c)
{
	for (size_t i = 0; i < c->n_inputs; i++) {
		if (goes_to_front_end(c, &c->inputs[i]) || reads_copies(c, &c->inputs[i]))
			return true;
	}
	return false;
}

/* Compiles all inputs in order. As with gcc, an error in one does not stop the others, but prevents the link. */
static int drive_steps(struct run *r, bool any_amp)
{
	const struct command *c = r->command;
	if (c->output && c->stop != STOP_LINK && c->n_inputs > 1) {
		fail("cannot specify -o with -c, -S or -E with multiple files");
		return 1;
	}
	char **objects = xmalloc(c->n_inputs * sizeof *objects);
	bool ok = true;
	for (size_t i = 0; i < c->n_inputs; i++) {
		objects[i] = NULL;
		ok = step(r, &c->inputs[i], &objects[i]) && ok;
	}
	if (ok && c->stop == STOP_LINK && !has_kind(c, INPUT_HEADER))
		ok = link_objects(r, objects, any_amp);
	for (size_t i = 0; i < c->n_inputs; i++)
		free(objects[i]);
	free(objects);
	return ok ? 0 : 1;
}

/* Appends the command line as the user typed it, for the host compiler. If one compiler was chosen for both C
 * and C++, the languages of C inputs are added. */
static void push_typed_words(const struct command *c, struct strings *out)
{
	if (!c->host_compiler || !has_kind(c, INPUT_C)) {
		strings_push_all(out, &c->words);
		return;
	}
	size_t last = c->n_arguments;

	for (size_t i = 0; i < c->n_arguments; i++)
		last = c->arguments[i].input >= 0 ? i : last;
	for (size_t i = 0; i < c->n_arguments; i++) {
		const struct argument *a = &c->arguments[i];
		bool is_language = a->classes & OPTION_MODE && starts_with_word(a->words[0], "-x --language");
		if (i == last && c->stop != STOP_LINK)
			push_last_input(&c->inputs[a->input], out);
		else if (a->input >= 0)
			push_input(&c->inputs[a->input], out);
		for (size_t w = 0; a->input < 0 && w < 2 && a->words[w] && !is_language; w++)
			if (!is_own_option(a->words[w]))
				strings_push(out, a->words[w]);
	}
}

/* Executes a command that needs the host compiler only. */
static int drive_host(struct run *r, bool any_amp)
{
	struct command *c = r->command;
	SCOPED(strings) argv = {0};
	strings_push_all(&argv, host_for_command(r));
	push_typed_words(c, &argv);
	int status;
	if (c->stop == STOP_LINK && c->n_inputs && !has_kind(c, INPUT_HEADER) && r->where->library_dir &&
	    !is_tcc(host_for_command(r))) {
		bool objects_only = !has_kind(c, INPUT_C) && !has_kind(c, INPUT_CXX);
		status = link_program(r, &argv, objects_only, false) ? 0 : 1;
	} else {
		if (any_amp) { /* -E -M -MM */
			strings_push_each(&argv, "-isystem", r->where->include_dir);
		}
		status = become(r, &argv);
	}
	return status;
}

/* --version: prints the host compiler's version first, by which build systems recognize its kind, and then
 * ampcc's. */
static int show_version(struct run *r)
{
	SCOPED(strings) argv = {0};
	strings_push_all(&argv, &r->host_cxx);
	strings_push(&argv, "--version");
	int status = process_run(argv.items, NULL);
	puts("ampcc " AMPCC_VERSION ", a C++ AMP compiler, with the host compiler above");
	return status;
}

int drive(struct command *c, const struct installation *where)
{
	struct run r = {.command = c, .where = where};
	choose_hosts(&r);
	int status = 1;
	bool any_amp = false;
	const char *host = host_for_command(&r)->items[0];
	if (is_this_program(host)) {
		fail("the host compiler '%s' is ampcc itself; choose another with AMPCC_HOST_CC and AMPCC_HOST_CXX",
		     host);
	} else if (c->version) {
		status = show_version(&r);
	} else if (c->stop == STOP_NOTHING || !c->n_inputs) {
		status = drive_host(&r, false);
	} else if (scan_inputs(&r, &any_amp) && write_headers_beside(c)) {
		add_dialect(c, where->include_dir);
		bool mixed = has_kind(c, INPUT_C) && has_kind(c, INPUT_CXX);
		bool steps = mixed || has_kind(c, INPUT_CUDA) || c->stop == STOP_CUDA ||
		             any_to_front_end(c);
		c->verbose = c->verbose || (steps && c->print_steps);
		status = steps ? drive_steps(&r, any_amp) : drive_host(&r, any_amp);
	}
	strings_finish(&r.host_c);
	strings_finish(&r.host_cxx);
	text_finish(&r.standard_input);
	device_finish(&r.device);
	return status;
}
