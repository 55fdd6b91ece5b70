/* The link: runs the host compiler on the results of the steps, with the runtime's library if the program
 * needs it. */
#define _GNU_SOURCE /* memmem */
#include "driver/driver.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Returns whether an archive is in the runtime's folder or the host compiler finds it. */
static bool has_archive(const struct run *r, const char *name)
{
	OWNED char *own = xasprintf("%s/%s", r->where->library_dir, name);
	bool is_own = access(own, R_OK) == 0;
	if (is_own)
		return true;
	SCOPED(strings) argv = {0};
	SCOPED(text) answer = {0};
	strings_push_all(&argv, host_for_command(r));
	strings_printf(&argv, "-print-file-name=%s", name);
	bool found =
	    process_run(argv.items, &answer) == 0 && answer.len && strchr(answer.data, '/') != NULL;
	return found;
}

/* Appends the static runtime and its dependencies. A program without AMP uses nothing of them, and may be
 * linked where not all of them are installed. */
static void push_static_runtime(const struct run *r, struct strings *out)
{
	strings_push(out, "-lamprt");
	if (has_archive(r, "libboost_context.a"))
		strings_push(out, "-lboost_context");
	strings_push_each(out, "-lpthread", "-ldl", "-lm");
}

static bool is_in_path(const char *path, const char *name)
{
	OWNED char *file = find_in_path(path, name, R_OK);

	return file != NULL;
}

/* oneTBB is passed to every link if it is installed, since nothing tells whether an object needs it;
 * --as-needed drops it if none does. */
bool has_tbb(const struct command *c)
{
	static const char name[] = "libtbb.so";
	bool found = is_in_path("/usr/" AMPCC_LIBDIR ":/usr/lib64:/usr/lib:/usr/local/lib", name) ||
	             is_in_path(getenv("LIBRARY_PATH"), name);
	SCOPED(strings) options = {0}, folders = {0};
	command_select(c, OPTION_LINK, 0, &options);
	push_option_values(&options, "-L", &folders);
	for (size_t i = 0; i < folders.count && !found; i++)
		found = is_in_path(folders.items[i], name);
	return found;
}

/* Returns whether the dynamic linker searches a folder by default, where a distribution's package installs
 * the runtime. */
static bool is_usual_place(const char *dir)
{
	return !strcmp(dir, "/usr/" AMPCC_LIBDIR);
}

/* Appends the runtime, for programs that use it. If objects alone are linked, the libraries that the compiler
 * adds behind it (libstdc++, libm) are as-needed as well, so that a C program does not depend on them. */
static void push_runtime(const struct run *r, bool objects_only, bool rpath, struct strings *out)
{
	const struct command *c = r->command;
	const char *dir = r->where->library_dir;
	if (!dir || c->relocatable_link)
		return;
	if (rpath && !c->static_link && !is_usual_place(dir))
		strings_push_each(out, "-Xlinker", "-rpath", "-Xlinker", dir);
	if (c->no_libraries)
		return; /* libtool names all libraries itself, -lamprt among them */
	strings_printf(out, "-L%s", dir);
	if (c->static_link) {
		push_static_runtime(r, out);
	} else {
		strings_push_each(out, "-Wl,--push-state,--as-needed", "-lamprt");
		if (has_tbb(c))
			strings_push(out, "-ltbb");
		if (!objects_only)
			strings_push(out, "-Wl,--pop-state");
	}
}

/* Returns whether a linked program depends on libamprt.so. The file is searched for the name; a program that
 * contains it for another reason gets a superfluous run path. */
static bool needs_runtime(const char *program)
{
	static const char name[] = "libamprt.so";
	SCOPED(text) file = {0};
	struct stat st;
	return stat(program, &st) == 0 && S_ISREG(st.st_mode) && read_file(program, &file) &&
	       memmem(file.data, file.len, name, sizeof name - 1);
}

bool link_program(struct run *r, const struct strings *command, bool objects_only,
                  bool any_amp)
{
	const char *output = r->command->output ? r->command->output : "a.out";
	const char *dir = r->where->library_dir;
	bool is_amp = any_amp && !r->command->no_libraries;
	if (!r->command->dry_run)
		output_begin(output);
	for (bool rpath = is_amp || (dir && is_usual_place(dir));; rpath = true) {
		SCOPED(strings) argv = {0};
		strings_push_all(&argv, command);
		push_runtime(r, objects_only, rpath, &argv);
		bool ok = run_command(r, &argv);
		if (r->command->dry_run)
			return ok;
		if (!ok || rpath || !dir || r->command->static_link ||
		    !needs_runtime(output)) {
			output_commit(output);
			return ok;
		}
	}
}

bool link_objects(struct run *r, char *const *objects, bool any_amp)
{
	const struct command *c = r->command;
	SCOPED(strings) argv = {0};
	if (is_tcc(host_for_command(r)))
		push_tcc_linker(&argv);
	else
		strings_push_all(&argv, host_for_command(r));
	FOR_EACH(const struct argument, a, c->arguments, c->n_arguments) {
		if (a->input >= 0 && objects[a->input]) {
			strings_push(&argv, objects[a->input]);
		} else if (a->input >= 0) {
			push_input(&c->inputs[a->input], &argv);
		} else if (!(a->classes &
		             (OPTION_MODE | OPTION_DEPENDENCY | OPTION_FOLDED | OPTION_NVCC))) {
			strings_push(&argv, a->words[0]);
			if (a->words[1])
				strings_push(&argv, a->words[1]);
		}
	}
	if (has_kind(c, INPUT_CUDA))
		push_cuda_runtime(r, &argv);
	if (c->output)
		strings_push_each(&argv, "-o", c->output);
	return link_program(r, &argv, false, any_amp);
}
