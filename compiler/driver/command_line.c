/* What the commands of all steps have in common: inputs with their languages, names of outputs, dependency
 * options. */
#include "driver/driver.h"

#include <string.h>

/* Returns the -x value for an input, given by the user or implied by the suffix. */
static const char *language_name(const struct input *in)
{
	const char *dot = strrchr(in->path, '.');
	if (in->language || in->kind == INPUT_OTHER)
		return in->language;
	if (dot && !strcmp(dot, ".i"))
		return "cpp-output";
	if (dot && !strcmp(dot, ".ii"))
		return "c++-cpp-output";
	return in->kind == INPUT_C ? "c" : "c++";
}

void push_last_input(const struct input *in, struct strings *out)
{
	const char *language = language_name(in);
	if (language)
		strings_push_each(out, "-x", language);
	strings_push(out, in->path);
}

void push_input(const struct input *in, struct strings *out)
{
	push_last_input(in, out);
	if (language_name(in))
		strings_push_each(out, "-x", "none");
}

char *with_suffix(const char *path, const char *suffix)
{
	const char *name = file_name(path), *dot = strrchr(name, '.');
	size_t length = dot && dot != name ? (size_t)(dot - path) : strlen(path);
	return xasprintf("%.*s%s", (int)length, path, suffix);
}

char *host_of_cuda(const char *path)
{
	return strcmp(path, "-") ? with_suffix(path, "_host.c") : xstrdup(path);
}

char *default_output(const struct input *in, const char *suffix)
{
	return with_suffix(file_name(in->path), suffix);
}

char *step_output(const struct command *c, const struct input *in)
{
	if (in->kind == INPUT_HEADER)
		return c->output ? xstrdup(c->output) : xasprintf("%s.gch", in->path);
	if (c->stop == STOP_LINK)
		return xstrdup(temporary_path(in->path, ".o"));
	if (c->output)
		return xstrdup(c->output);
	return default_output(in, c->stop == STOP_ASSEMBLY ? ".s" : ".o");
}

void push_dependencies(const struct command *c, const struct input *in, struct strings *out)
{
	if (!c->write_dependencies)
		return;
	OWNED char *target = c->output ? xstrdup(c->output)
	                     : in->kind == INPUT_HEADER
	                         ? step_output(c, in)
	                         : default_output(in, c->stop == STOP_ASSEMBLY ? ".s" : ".o");
	OWNED char *file = c->dependency_file ? xstrdup(c->dependency_file) : with_suffix(target, ".d");
	strings_push_each(out, c->user_headers_only ? "-MMD" : "-MD", "-MF", file);
	if (!c->dependency_target)
		strings_push_each(out, "-MQ", target);
	SCOPED(strings) others = {0};
	command_select(c, OPTION_DEPENDENCY, 0, &others);
	for (size_t i = 0; i < others.count; i++) {
		const char *word = others.items[i];
		bool is_target = starts(word, "-MT") || starts(word, "-MQ");
		if (is_target || !strcmp(word, "-MP") || !strcmp(word, "-MG"))
			strings_push(out, word);
		if (is_target && !word[3] && i + 1 < others.count)
			strings_push(out, others.items[i + 1]);
		if (!strcmp(word, "-MF") || (is_target && !word[3]))
			i++;
	}
}

/* Appends -E, -M or -MM as the user gave them. */
static void push_preprocess_options(const struct command *c, struct strings *out)
{
	for (size_t i = 0; i < c->n_arguments; i++) {
		const char *word = c->arguments[i].words[0];
		if (c->arguments[i].classes & OPTION_MODE && is_word_of("-E -M -MM --preprocess", word, strlen(word)))
			strings_push(out, word);
	}
}

void push_mode(const struct command *c, const char *output, struct strings *out)
{
	if (c->stop == STOP_PREPROCESS)
		push_preprocess_options(c, out);
	else
		strings_push(out, c->stop == STOP_SYNTAX     ? "-fsyntax-only"
		                  : c->stop == STOP_ASSEMBLY ? "-S"
		                                             : "-c");
	if (output)
		strings_push_each(out, "-o", output);
}
