/* amp-info: shows the accelerators of this machine; amp-info FILE: shows the device code in a file. */
#include "info.h"

#include <amp/runtime.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* Returns a GPU's compute capability, such as 90, or 0 for other accelerators. */
static unsigned compute_capability(const amp_accelerator_info *info)
{
	return info->kind == AMP_ACCELERATOR_CUDA ? (info->version >> 16) * 10 + (info->version & 0xffff) : 0;
}

static void show_accelerator(amp_accelerator *a)
{
	const amp_accelerator_info *info = amp_accelerator_get_info(a);
	unsigned cc = compute_capability(info);
	printf("%s: %s%s\n", info->device_path, info->description,
	       a == amp_accelerator_default() ? " (default)" : "");
	if (!cc)
		return;
	printf("    compute capability %u.%u (--amp-arch=sm_%u), %.1f GiB of memory, %zu KiB of tile_static a tile%s\n",
	       cc / 10, cc % 10, cc, (double)info->dedicated_memory / (1 << 20), info->max_tile_static >> 10,
	       info->supports_cpu_shared_memory ? ", memory shared with the CPU" : "");
}

static void show_machine(void)
{
	int driver = amp_cuda_driver_version();
	const char *reason = amp_no_gpu_reason();
	for (size_t i = 0; i < amp_accelerator_count(); i++)
		show_accelerator(amp_accelerator_at(i));
	if (driver)
		printf("The driver runs programs of CUDA up to %d.%d.\n", driver / 1000, driver % 1000 / 10);
	if (reason)
		printf("There is no GPU: %s.\n", reason);
}

static void show_code(const struct code_info *c)
{
	if (c->is_ptx) {
		printf("compute_%u: PTX, for GPUs of compute capability %u.%u and later\n", c->arch, c->arch / 10,
		       c->arch % 10);
		return;
	}
	printf("sm_%u: code\n", c->arch);
	for (size_t i = 0; i < c->n_kernels; i++)
		printf("    %3u registers, %6zu bytes of tile_static  %s\n", c->kernels[i].registers,
		       c->kernels[i].shared, c->kernels[i].name);
	if (!c->n_kernels)
		puts("    its kernels cannot be read (compressed?)");
}

/* Shows which of the machine's GPUs can run the file's kernels. */
static void show_match(const struct program_info *p)
{
	for (size_t i = 0; i < amp_accelerator_count(); i++) {
		const amp_accelerator_info *info = amp_accelerator_get_info(amp_accelerator_at(i));
		unsigned cc = compute_capability(info);
		const struct code_info *found = NULL;
		for (size_t k = 0; cc && k < p->n_codes; k++)
			if (code_runs_on(&p->codes[k], cc) && (!found || found->is_ptx))
				found = &p->codes[k];
		if (cc && found)
			printf("%s runs %s_%u\n", info->device_path, found->is_ptx ? "compute" : "sm", found->arch);
		else if (cc)
			printf("%s runs none of it: compile with --amp-arch=sm_%u\n", info->device_path, cc);
	}
}

static bool show_file(const char *path)
{
	struct program_info p;
	if (!program_info_read(path, &p)) {
		fprintf(stderr, "amp-info: %s: %s\n", path, strerror(errno));
		return false;
	}
	printf("%s:\n", path);
	for (size_t i = 0; i < p.n_codes; i++)
		show_code(&p.codes[i]);
	if (p.n_codes)
		show_match(&p);
	else
		puts("no code for GPUs: if it has kernels, they run on the CPU");
	program_info_finish(&p);
	return true;
}

int main(int argc, char **argv)
{
	bool ok = true;
	if (argc > 1 && argv[1][0] == '-') {
		FILE *out = strcmp(argv[1], "--help") == 0 ? stdout : stderr;
		fputs("Usage: amp-info [FILE]...\n"
		      "Shows the accelerators of this machine, or the code for GPUs that programs, libraries\n"
		      "and object files carry: architectures, kernels, their registers and tile_static memory.\n",
		      out);
		return out == stdout ? 0 : 2;
	}
	if (argc == 1)
		show_machine();
	for (int i = 1; i < argc; i++)
		ok = show_file(argv[i]) && ok;
	return ok ? 0 : 1;
}
