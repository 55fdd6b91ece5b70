/* The host compiler: which one is used for C, for C++ and for a whole command, and how its commands are run. For host
 * units, g++ takes amp/prelude.h.gch, which is amp.h (base/gch.c), for the <amp/prelude.h> at their beginning. */
#include "base/gch.h"
#include "base/host_messages.h"
#include "driver/driver.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Chooses the compiler for one language: --amp-host-compiler=, else the environment variable's, else the
 * system's. Returns whether it is the system's. */
static bool choose_host(const struct command *c, const char *variable, const char *fallback,
                        struct strings *out)
{
	const char *chosen = c->host_compiler ? c->host_compiler : getenv(variable);
	if (chosen)
		strings_push_words(out, chosen); /* "ccache g++" */
	if (out->count)
		return false;
	strings_push(out, fallback);
	return true;
}

void choose_hosts(struct run *r)
{
	choose_host(r->command, "AMPCC_HOST_CC", "cc", &r->host_c);
	r->host_is_default = choose_host(r->command, "AMPCC_HOST_CXX", "c++", &r->host_cxx);
}

const struct strings *host_for_command(const struct run *r)
{
	const struct command *c = r->command;
	if (has_kind(c, INPUT_CXX) || has_kind(c, INPUT_CUDA))
		return &r->host_cxx;
	if (has_kind(c, INPUT_C))
		return &r->host_c;
	for (size_t i = 0; i < c->n_inputs; i++)
		if (c->inputs[i].language ? strstr(c->inputs[i].language, "c++") != NULL
		                          : c->inputs[i].kind == INPUT_HEADER)
			return &r->host_cxx;
	return c->stop == STOP_LINK || !c->n_inputs ? &r->host_cxx : &r->host_c;
}

const struct strings *host_for_input(const struct run *r, const struct input *in)
{
	return in->kind == INPUT_C ? &r->host_c : &r->host_cxx;
}

bool is_this_program(const char *name)
{
	struct stat self, other;
	OWNED char *path = strchr(name, '/') ? xstrdup(name) : find_in_path(getenv("PATH"), name, X_OK);

	return path && stat("/proc/self/exe", &self) == 0 && stat(path, &other) == 0 && other.st_ino == self.st_ino &&
	       other.st_dev == self.st_dev;
}

int become(const struct run *r, const struct strings *argv)
{
	if (r->command->verbose)
		command_print(argv->items);
	fflush(NULL);
	execvp(argv->items[0], argv->items);
	fail("cannot run '%s': %m", argv->items[0]);
	return 1;
}

bool run_command(const struct run *r, const struct strings *argv)
{
	if (r->command->verbose)
		command_print(argv->items);
	if (r->command->dry_run)
		return true;
	int status = process_run(argv->items, NULL);
	if (status > 128)
		fail("'%s' was ended by signal %d", argv->items[0], status - 128);
	return status == 0;
}

/* ---- Host units with a precompiled amp.h ------------------------------------ */

/* Appends the options on which a precompiled amp.h depends. Folders for includes do not count, since what is
 * found there does, nor do macros that the library's headers do not see. */
static void push_own_options(const struct run *r, const struct translation *t, struct strings *argv)
{
	SCOPED(strings) options = {0};

	command_select(r->command, 0,
	               OPTION_MODE | OPTION_DEPENDENCY | OPTION_LINK | OPTION_FOLDED | OPTION_NVCC, &options);
	strings_push_all(argv, &r->host_cxx);
	strings_push(argv, "-fno-strict-aliasing");
	for (size_t i = 0; i < options.count; i++) {
		const char *o = options.items[i];

		if (!option_value(&options, &i, FOLDER_OPTIONS) && strcmp(o, "-w") &&
		    (!starts(o, "-W") || strchr(o, ',')))
			strings_push(argv, o);
	}
	if (t->is_lean)
		strings_push(argv, "-D" AMP_LEAN "=");
	strings_push_each(argv, "-isystem", r->where->include_dir);
}

/* Appends the command that precompiles amp.h, and <iostream> if the program includes that, without its output. */
static void push_precompile(const struct run *r, const struct translation *t, struct strings *argv)
{
	SCOPED(strings) all = {0};
	OWNED char *header = xasprintf("%s/%s", r->where->include_dir, t->iostream ? "amp/with_iostream.h" : "amp.h");

	push_own_options(r, t, &all);
	push_without_macros(&all, false, argv);
	strings_push_each(argv, "-v", "-H", "-w", "-include", "amp/prelude.h", "-x", "c++-header", header);
}

/* Makes a folder for -I in which g++ finds the precompiled amp.h. Returns NULL if there is none. */
static const char *precompiled_folder(const struct run *r, const struct translation *t)
{
	const struct command *c = r->command;

	if (command_option(c, OPTION_PARSE, "-Wsystem-headers") || !t->headers.count || c->dry_run || c->lto ||
	    c->side_output || r->host_cxx.count != 1)
		return NULL;
	SCOPED(strings) precompile = {0};
	push_precompile(r, t, &precompile);
	OWNED char *path = gch_find(&precompile, &t->headers, r->where->include_dir);
	if (!path)
		return NULL;
	const char *folder = temporary_path("precompiled", "");
	OWNED char *amp = xasprintf("%s/amp", folder), *link = xasprintf("%s/prelude.h.gch", amp);
	return mkdir(folder, 0777) == 0 && mkdir(amp, 0777) == 0 && symlink(path, link) == 0 ? folder : NULL;
}

/* Makes messages that will be amended as colorful as they would be. */
static void push_color(struct strings *argv)
{
	const char *terminal = getenv("TERM");

	for (size_t i = 0; i < argv->count; i++) {
		if (starts(argv->items[i], "-f") && strstr(argv->items[i], "color"))
			return;
	}
	if (isatty(STDERR_FILENO) && terminal && strcmp(terminal, "dumb"))
		strings_push(argv, "-fdiagnostics-color=always");
}

/* Prints what the host compiler said, in the user's terms. */
static void print_host_output(const struct run *r, const struct translation *t, const struct text *output,
                              const char *messages)
{
	struct host_terms terms = {
	    .library = r->where->include_dir,
	    .kernels = &t->unnamed_kernels,
	    .kernel = t->c_kernels.count ? "block" : "lambda",
	    .unnamed_namespace = t->unnamed_namespace,
	    .is_clang = t->host_is_clang,
	};
	SCOPED(text) amended = {0};

	amend_host_messages(messages, &terms, &amended);
	fwrite(text_string(output), 1, output->len, stdout);
	fputs(text_string(&amended), stderr);
}

/* Whether messages mention a header that may be precompiled, or how it was included. */
static bool mention_precompiled(const struct run *r, const struct translation *t, const char *messages)
{
	return strstr(messages, r->where->include_dir) || (t->iostream && strstr(messages, t->iostream));
}

/* Messages do not say how a precompiled header was included: a unit for which they mention one is compiled again, from
 * the text. */
bool compile_host(const struct run *r, const struct translation *t, struct strings *argv)
{
	const char *folder = precompiled_folder(r, t);

	if (is_tcc(argv) || (!folder && !t->unnamed_kernels.count && !t->unnamed_namespace) || r->command->dry_run)
		return run_command(r, argv);
	push_color(argv);
	for (;; folder = NULL) {
		SCOPED(strings) command = {0};
		SCOPED(text) output = {0}, messages = {0};

		strings_push_all(&command, argv);
		if (folder)
			strings_push_each(&command, "-I", folder);
		if (r->command->verbose)
			command_print(command.items);
		int status = process_run_apart(command.items, &output, &messages);
		const char *said = text_string(&messages);

		if (folder && (*said ? mention_precompiled(r, t, said) : status != 0))
			continue;
		print_host_output(r, t, &output, said);
		if (status > 128)
			fail("'%s' was ended by signal %d", argv->items[0], status - 128);
		return status == 0;
	}
}
