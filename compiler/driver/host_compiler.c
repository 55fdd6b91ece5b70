/* The host compiler: which one is used for C, for C++ and for a whole command, and how its commands are run. */
#include "driver/driver.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Appends the words of a command like AMPCC_HOST_CXX="ccache g++". */
static void split_command(const char *command, struct strings *out)
{
	while (*command) {
		size_t space = strspn(command, " \t");
		size_t length = strcspn(command + space, " \t");
		OWNED char *word = xstrndup(command + space, length);
		if (length)
			strings_push(out, word);
		command += space + length;
	}
}

/* Chooses the compiler for one language: --amp-host-compiler=, else the environment variable's, else the
 * system's. Returns whether it is the system's. */
static bool choose_host(const struct command *c, const char *variable, const char *fallback,
                        struct strings *out)
{
	const char *chosen = c->host_compiler ? c->host_compiler : getenv(variable);
	if (chosen)
		split_command(chosen, out);
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
	const char *path = getenv("PATH");
	if (stat("/proc/self/exe", &self) != 0)
		return false;
	if (strchr(name, '/'))
		return stat(name, &other) == 0 && other.st_ino == self.st_ino &&
		       other.st_dev == self.st_dev;
	for (; path && *path; path += *path == ':') {
		size_t length = strcspn(path, ":");
		OWNED char *candidate = xasprintf("%.*s/%s", (int)length, path, name);
		bool found = access(candidate, X_OK) == 0 && stat(candidate, &other) == 0;
		if (found)
			return other.st_ino == self.st_ino && other.st_dev == self.st_dev;
		path += length;
	}
	return false;
}

int become(const struct run *r, const struct strings *argv)
{
	if (r->command->verbose)
		command_print(argv->items);
	fflush(NULL);
	execvp(argv->items[0], argv->items);
	fprintf(stderr, "ampcc: error: cannot run '%s': %s\n", argv->items[0], strerror(errno));
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
		fprintf(stderr, "ampcc: error: '%s' was ended by signal %d\n", argv->items[0],
		        status - 128);
	return status == 0;
}
