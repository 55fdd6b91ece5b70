/* CUDA inputs (.cu): nvcc, and what the link of their objects needs. */
#include "driver/driver.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Options that nvcc knows itself, as they are; all others for its host
 * compiler. */
static void push_cuda_options(const struct run *r, struct strings *out)
{
	const struct command *c = r->command;
	if (c->standard && strchr(c->standard, '+')) {
		char *standard = xasprintf("-std=%s", device_standard(c));
		strings_push(out, standard);
		free(standard);
	}
	for (size_t i = 0; i < c->n_arguments; i++) {
		const struct argument *a = &c->arguments[i];
		const char *word = a->words[0];
		if (a->input >= 0 || !strncmp(word, "-std=", 5) ||
		    a->classes & (OPTION_MODE | OPTION_DEPENDENCY | OPTION_LINK))
			continue;
		bool own = a->classes & (OPTION_DEVICE | OPTION_NVCC) ||
		           !strncmp(word, "-include", 8) || !strcmp(word, "-g") ||
		           (!strncmp(word, "-O", 2) && isdigit((unsigned char)word[2]));
		for (size_t w = 0; w < 2 && a->words[w]; w++) {
			if (own)
				strings_push(out, a->words[w]);
			else
				push_for_nvcc_host(a->words[w], out);
		}
	}
	if (!r->host_is_default) {
		strings_push(out, "-ccbin");
		strings_push(out, r->host_cxx.items[r->host_cxx.count - 1]);
	}
	strings_push(out, "-Wno-deprecated-gpu-targets");
}

/* Does the user name architectures in nvcc's own words? */
static bool has_nvcc_arch(const struct command *c)
{
	for (size_t i = 0; i < c->n_arguments; i++) {
		const char *word = c->arguments[i].words[0];
		if (c->arguments[i].classes & OPTION_NVCC &&
		    (!strcmp(word, "-gencode") || !strncmp(word, "-arch=", 6)))
			return true;
	}
	return false;
}

bool step_cuda(struct run *r, const struct input *in, const char *output)
{
	const struct command *c = r->command;
	if (!settle_device(r))
		return false;
	if (!r->device.nvcc) {
		fprintf(stderr, "ampcc: error: '%s' is CUDA, and nvcc is not installed\n",
		        in->path);
		return false;
	}
	if (c->stop == STOP_ASSEMBLY || c->stop == STOP_SYNTAX) {
		fprintf(stderr, "ampcc: error: '%s' is CUDA, for which nvcc has no %s\n", in->path,
		        c->stop == STOP_ASSEMBLY ? "-S" : "-fsyntax-only");
		return false;
	}
	struct strings argv = {0};
	strings_push(&argv, r->device.nvcc);
	push_cuda_options(r, &argv);
	if (!has_nvcc_arch(c))
		device_push_gencode(&r->device, &argv);
	push_dependencies(c, in, "-MT", &argv);
	push_mode(c, output, &argv);
	strings_push(&argv, "-x");
	strings_push(&argv, "cu");
	strings_push(&argv, in->path);
	bool ok = run_command(r, &argv);
	strings_finish(&argv);
	return ok;
}

void push_cuda_runtime(const struct run *r, struct strings *out)
{
	static const char *const libraries[] = {"-lcudart_static", "-lpthread", "-ldl", "-lrt"};
	static const char *const folders[] = {"lib64", "lib"}; /* NVIDIA's installer, PyPI */
	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
		char *search = xasprintf("-L%s/%s", r->device.toolkit, folders[i]);
		strings_push(out, search);
		free(search);
	}
	for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++)
		strings_push(out, libraries[i]);
}
