/* Files that a compilation writes beside its output (--coverage, -gsplit-dwarf, -save-temps): they must be
 * where the host compiler alone would put them, or it is an error.
 *
 * The host compiler names these files after the output, so it makes the object in one step and under its
 * final name (compile_in_turn()). If the object is temporary, because the command also links, gcc is told the
 * names (GCC manual, "Overall Options": -dumpdir); clang has no such option before version 17. */
#include "driver/driver.h"

#include <string.h>

static bool is_clang(const struct run *r, const struct input *in)
{
	SCOPED(strings) argv = {0};
	SCOPED(text) macros = {0};
	strings_push_all(&argv, host_for_input(r, in));
	strings_push_words(&argv, "-E -dM -x c /dev/null");
	return process_run(argv.items, &macros) == 0 && macros.len &&
	       strstr(macros.data, "#define __clang__ ") != NULL;
}

static bool refuse(const char *option, const char *why)
{
	return fail("'%s' is not possible %s", option, why);
}

bool side_outputs_fit(const struct run *r, const struct input *in)
{
	const struct command *c = r->command;
	bool is_source = in->kind == INPUT_C || in->kind == INPUT_CXX;
	if (!c->side_output || !is_source || c->stop < STOP_ASSEMBLY)
		return true;
	const char *database = command_option(c, OPTION_SIDE, "-MJ");
	if (in->amp && database)
		return refuse(database, "with C++ AMP: bear and build systems write compilation databases");
	if (!is_clang(r, in))
		return true;
	const char *temporary_files = command_option(c, OPTION_SIDE, "-save-temps --save-temps");
	if (in->amp && temporary_files)
		return refuse(temporary_files, "with C++ AMP and clang; --amp-save=DIR keeps what ampcc makes");
	return c->stop != STOP_LINK ||
	       refuse(c->side_output, "where clang compiles and links in one command; compile with -c");
}

/* Returns the prefix of side outputs: "sub/p-" for the output "sub/p", "a-" without an output, and only the
 * folder if output and input have the same name, as gcc does. The caller frees it. */
static char *side_prefix(const struct command *c, const char *input_name)
{
	const char *output = c->output && strcmp(c->output, "a.out") != 0 ? c->output : "a";
	const char *name = file_name(output), *dot = strrchr(input_name, '.');
	size_t stem = dot ? (size_t)(dot - input_name) : strlen(input_name);
	if (strlen(name) == stem && !strncmp(name, input_name, stem))
		return xstrndup(output, (size_t)(name - output));
	return xasprintf("%s-", output);
}

void push_side_names(const struct command *c, const struct input *in, struct strings *out)
{
	if (!c->side_output || c->stop != STOP_LINK)
		return;
	const char *name = file_name(in->path), *dot = strrchr(name, '.');
	OWNED char *prefix = side_prefix(c, name);
	strings_push_each(out, "-dumpdir", *prefix ? prefix : "./", "-dumpbase", name, "-dumpbase-ext",
	                  dot ? dot : "");
}
