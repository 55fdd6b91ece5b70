/* Architectures, CUDA compilers, and the fatbin.
 *
 * nvcc compiles for all architectures in one run. If there is one that it does not support any more (below
 * sm_75 for CUDA 13), clang writes PTX for that one, nvcc compiles each of the others separately, and
 * fatbinary joins them. Without a toolkit there is only clang's PTX, which cuModuleLoadData accepts as it is. */
#include "device/device.h"
#include "base/paths.h"
#include "base/process.h"

#include <ctype.h>
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Programs ---------------------------------------------------------- */

/* Returns nvcc from PATH, or else from the usual folders of toolkits, of which `own` is ampcc's; or NULL. */
static char *find_nvcc(const char *own)
{
	const char *folders[] = {getenv("CUDA_HOME"), getenv("CUDA_PATH"), own, "/usr/local/cuda"};
	char *nvcc = find_in_path(getenv("PATH"), "nvcc", X_OK);
	for (size_t i = 0; !nvcc && i < COUNT(folders); i++) {
		char *candidate = folders[i] ? xasprintf("%s/bin/nvcc", folders[i]) : NULL;
		if (candidate && access(candidate, X_OK) == 0)
			nvcc = candidate;
		else
			free(candidate);
	}
	return nvcc;
}

/* Returns the newest clang in PATH that can compile CUDA to PTX, or NULL. */
static char *find_clang(void)
{
	for (unsigned version = 21; version >= 14; version--) {
		OWNED char *name = xasprintf("clang-%u", version);
		char *clang = find_in_path(getenv("PATH"), name, X_OK);
		if (clang)
			return clang;
	}
	return find_in_path(getenv("PATH"), "clang", X_OK);
}

/* Returns the toolkit that nvcc belongs to, following links. */
static char *toolkit_of(const char *nvcc)
{
	char *path = realpath(nvcc, NULL);
	for (int levels = 0; path && levels < 2; levels++) {
		char *slash = strrchr(path, '/');
		if (slash)
			*slash = '\0';
	}
	return path;
}

/* Returns the lowest architecture that this nvcc supports; 0 if it does not tell. */
static unsigned lowest_arch(const char *nvcc)
{
	SCOPED(text) out = {0};
	unsigned lowest = 0;
	char *argv[] = {(char *)nvcc, "--list-gpu-arch", NULL};
	if (process_run(argv, &out) == 0) {
		for (const char *p = out.data; p && (p = strstr(p, "compute_")); p++) {
			unsigned number = (unsigned)strtoul(p + strlen("compute_"), NULL, 10);
			if (!lowest || number < lowest)
				lowest = number;
		}
	}
	return lowest;
}

/* ---- Architectures ----------------------------------------------------- */

static void add_arch(struct device *d, struct arch arch)
{
	FOR_EACH(const struct arch, a, d->archs, d->n_archs) {
		if (a->real == arch.real && a->number == arch.number && a->suffix == arch.suffix)
			return;
	}
	APPEND(d->archs, d->n_archs) = arch;
}

/* Adds this machine's GPUs as the driver reports them. Returns false if there are none. */
static bool add_native_archs(struct device *d)
{
	enum { CAPABILITY_MAJOR = 75,
	       CAPABILITY_MINOR = 76 }; /* CUdevice_attribute */
	void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
	if (!library)
		return false;
	int (*init)(unsigned), (*get_count)(int *), (*get)(int *, int);
	int (*get_attribute)(int *, int, int);
	*(void **)&init = dlsym(library, "cuInit");
	*(void **)&get_count = dlsym(library, "cuDeviceGetCount");
	*(void **)&get = dlsym(library, "cuDeviceGet");
	*(void **)&get_attribute = dlsym(library, "cuDeviceGetAttribute");
	int count = 0;
	if (!init || !get_count || !get || !get_attribute || init(0) != 0 || get_count(&count) != 0)
		count = 0;
	bool any = false;
	for (int i = 0; i < count; i++) {
		int device, major, minor;
		if (get(&device, i) != 0 || get_attribute(&major, CAPABILITY_MAJOR, device) != 0 ||
		    get_attribute(&minor, CAPABILITY_MINOR, device) != 0)
			continue;
		add_arch(d, (struct arch){.real = true, .number = (unsigned)(major * 10 + minor)});
		any = true;
	}
	return any;
}

/* Adds an entry of --amp-arch=. */
static bool add_named_arch(struct device *d, const char *name)
{
	struct arch arch = {0};
	const char *number = NULL;
	if (!strcmp(name, "none"))
		return true;
	if (!strcmp(name, "native"))
		return add_native_archs(d) || fail("--amp-arch=native: this machine has no CUDA GPU");
	if (starts(name, "sm_")) {
		arch.real = true;
		number = name + 3;
	} else if (starts(name, "compute_")) {
		number = name + 8;
	}
	if (number && isdigit((unsigned char)*number)) {
		char *end;
		arch.number = (unsigned)strtoul(number, &end, 10);
		if (*end && islower((unsigned char)*end) && !end[1])
			arch.suffix = *end++;
		if (!*end && arch.number >= 10) {
			add_arch(d, arch);
			return true;
		}
	}
	return fail("unknown architecture '%s' in --amp-arch=; known are sm_NN, compute_NN, native and none", name);
}

/* Adds the list of --amp-arch=. */
static bool add_listed_archs(struct device *d, const char *list)
{
	bool ok = true;
	while (*list && ok) {
		size_t length = strcspn(list, ",");
		OWNED char *name = xstrndup(list, length);
		ok = add_named_arch(d, name);
		list += length + (list[length] == ',');
	}
	return ok;
}

/* Returns the lowest architecture, whose PTX runs on all of them. */
static const struct arch *lowest(const struct device *d)
{
	const struct arch *arch = &d->archs[0];
	for (size_t i = 1; i < d->n_archs; i++)
		if (d->archs[i].number < arch->number)
			arch = &d->archs[i];
	return arch;
}

/* Adds this machine's GPUs, and PTX for the lowest of them, so that the program runs on later ones; without
 * GPUs, what most machines can run. */
static void add_default_archs(struct device *d)
{
	if (!add_native_archs(d)) {
		add_arch(d, (struct arch){.real = false, .number = 75});
		add_arch(d, (struct arch){.real = true, .number = 80});
		add_arch(d, (struct arch){.real = true, .number = 90});
		return;
	}
	add_arch(d, (struct arch){.real = false, .number = lowest(d)->number});
}

/* Decides which compiler compiles for which architecture. */
static bool choose_compilers(struct device *d, const char *wanted)
{
	bool want_clang = wanted && !strcmp(wanted, "clang");
	d->use_clang = want_clang || (!d->nvcc && d->clang);
	if (wanted && !(want_clang ? d->clang : d->nvcc))
		return fail("--amp-device-compiler=%s: %s is not installed", wanted, wanted);
	if (d->use_clang || !d->nvcc || lowest(d)->number >= 75)
		return true;
	d->nvcc_lowest = lowest_arch(d->nvcc);
	if (lowest(d)->number >= d->nvcc_lowest || d->clang)
		return true;
	return fail("this nvcc builds for compute capability %u.%u and higher; install clang to build for lower ones",
	            d->nvcc_lowest / 10, d->nvcc_lowest % 10);
}

bool device_init(struct device *d, const struct command *c, const char *own_toolkit)
{
	*d = (struct device){0};
	const char *wanted = c->device_compiler;
	if (wanted && strcmp(wanted, "nvcc") != 0 && strcmp(wanted, "clang") != 0)
		return fail("unknown --amp-device-compiler=%s; known are nvcc and clang", wanted);
	if (c->arch && !add_listed_archs(d, c->arch))
		return false;
	if (c->arch && !d->n_archs)
		return true;
	d->nvcc = find_nvcc(own_toolkit);
	d->clang = find_clang();
	d->toolkit = d->nvcc ? toolkit_of(d->nvcc) : NULL;
	if (!c->arch)
		add_default_archs(d);
	if (!d->nvcc && !d->clang && !wanted) {
		enum severity severity = warning_severity(&c->warnings, WARNING_NO_CUDA);
		if (severity != SEVERITY_IGNORED)
			fprintf(stderr,
			        "ampcc: %s: no CUDA compiler found; kernels are built for the CPU "
			        "only [-W%s]\n",
			        severity == SEVERITY_ERROR ? "error" : "warning",
			        warning_name(WARNING_NO_CUDA));
		d->n_archs = 0;
		return severity != SEVERITY_ERROR;
	}
	return choose_compilers(d, wanted);
}

void device_finish(struct device *d)
{
	free(d->archs);
	free(d->nvcc);
	free(d->clang);
	free(d->toolkit);
	*d = (struct device){0};
}

/* Returns "sm_90a" or "compute_75". The caller frees it. */
static char *arch_name(const struct arch *a, bool real)
{
	const char suffix[] = {a->suffix, '\0'};
	return xasprintf("%s%u%s", real ? "sm_" : "compute_", a->number, suffix);
}

void device_push_gencode(const struct device *d, struct strings *out)
{
	for (size_t i = 0; i < d->n_archs; i++) {
		OWNED char *virtual_name = arch_name(&d->archs[i], false);
		OWNED char *name = arch_name(&d->archs[i], d->archs[i].real);
		strings_push(out, "-gencode");
		strings_printf(out, "arch=%s,code=%s", virtual_name, name);
	}
}

/* ---- Commands ---------------------------------------------------------- */

const char *device_standard(const struct command *c)
{
	const char *s = c->standard;
	if (!s || (!starts(s, "c++") && !starts(s, "gnu++")))
		return "c++17";
	s = strchr(s, '+') + 2;
	size_t n = strlen(s);
	return is_word_of("98 03 0x 11", s, n) ? "c++11"
	       : is_word_of("1y 14", s, n)     ? "c++14"
	       : is_word_of("1z 17", s, n)     ? "c++17"
	                                       : "c++20";
}

void push_device_options(const struct command *c, struct strings *out)
{
	SCOPED(strings) options = {0};

	command_select(c, OPTION_DEVICE, 0, &options);
	push_without_macros(&options, false, out); /* the unit defines them (append_unit_macros()) */
}

/* Appends options that both device compilers accept unchanged. */
static void push_common(const struct command *c, const char *include_dir, struct strings *out)
{
	strings_printf(out, "-std=%s", device_standard(c));
	push_device_options(c, out);
	strings_push_each(out, "-isystem", include_dir);
}

/* Appends options that change the meaning of host code in the device unit; #include "..." looks in the
 * source's folder first. */
static void push_host_options(const struct command *c, const char *source_dir, struct strings *out)
{
	strings_push_each(out, "-iquote", source_dir);
	command_select(c, OPTION_DEVICE_HOST, 0, out);
}

/* Appends both kinds for nvcc, which passes the latter to the compiler with which it preprocesses. */
static bool push_options_for_nvcc(const struct device_build *b, struct strings *out)
{
	SCOPED(strings) common = {0}, for_host = {0};

	push_common(b->command, b->include_dir, &common);
	push_host_options(b->command, b->source_dir, &for_host);
	return push_all_for_nvcc(&common, false, out) && push_all_for_nvcc(&for_host, true, out);
}

/* Appends an nvcc command except architecture and output. Warnings are off (-w): the host compiler compiles
 * the same code and warns as the user has asked; nvcc would repeat that in other words. A call of a CPU
 * function, of which nvcc only warns, is an error, in case ampcc's checks have missed it. */
static bool push_nvcc(const struct device_build *b, struct strings *out)
{
	const struct command *c = b->command;
	bool ok = push_nvcc_program(b->device, b->host_compiler, out) && push_options_for_nvcc(b, out);
	strings_push_each(out, "-Wno-deprecated-gpu-targets", "--expt-relaxed-constexpr", "-w",
	                  "-Werror=cross-execution-space-call");
	strings_push(out, "-Dindex=amp_posix_index"); /* see amp/prelude.h */
	strings_push(out, "-Dnorm=amp_cuda_norm");
	if (c->device_debug)
		strings_push(out, "-G");
	else if (c->debug)
		strings_push(out, "-lineinfo");
	strings_push_all(out, &c->device_options);
	strings_push(out, b->unit);
	for (size_t i = 0; i < b->cuda_names->count; i++) /* the unit undefines these macros at its top */
		strings_printf(out, "-D%s=amp_cuda_%s", b->cuda_names->items[i], b->cuda_names->items[i]);
	push_meanings_for_nvcc(b->meanings, out);
	return ok;
}

/* Appends a complete clang command: PTX for one architecture. Warnings are left to the host compiler, as for
 * nvcc. */
static void push_clang(const struct device_build *b, const struct arch *arch, const char *ptx, struct strings *out)
{
	const struct command *c = b->command;
	OWNED char *name = arch_name(arch, true);
	OWNED char *gpu = xasprintf("--cuda-gpu-arch=%s", name);
	OWNED char *minimal = xasprintf("%s/amp/cuda_minimal.h", plain_folder(b->include_dir));
	strings_push_each(out, b->device->clang, "-x", "cuda", "--cuda-device-only", gpu, "-nocudainc", "-nocudalib",
	                  "-O3", "-S", "-w", "-include", minimal, "-fno-strict-aliasing");
	/* clang writes the newest PTX version that it knows, of CUDA 12.5, but the last drivers for Kepler
	 * are of CUDA 11.4. GPUs below Turing need nothing newer than the PTX of CUDA 10.0. */
	if (arch->number < 75)
		strings_push(out, "--cuda-feature=+ptx63");
	push_common(c, b->include_dir, out);
	push_host_options(c, b->source_dir, out);
	if (c->msvc)
		strings_push(out, "-Wno-narrowing"); /* errors by default */
	make_folders_plain(out);
	if (c->device_debug)
		strings_push(out, "-g");
	else if (c->debug)
		strings_push(out, "-gline-tables-only");
	strings_push_all(out, &c->device_options);
	strings_push_each(out, "-o", ptx, b->unit);
	push_meanings_for_clang(b->meanings, out);
}

/* Starts a command of the build, if `ok`. */
static bool start_child(struct device_build *b, struct strings *argv, bool ok)
{
	const struct command *c = b->command;
	pid_t pid;
	if (ok && c->verbose)
		command_print(argv->items);
	ok = ok && (c->dry_run || process_start(argv->items, &pid));
	if (ok && !c->dry_run)
		APPEND(b->children, b->n_children) = pid;
	strings_finish(argv);
	return ok;
}

/* Whether clang compiles for this architecture. */
static bool is_for_clang(const struct device *d, const struct arch *a)
{
	return d->use_clang || a->number < d->nvcc_lowest;
}

static bool uses_nvcc(const struct device *d)
{
	bool yes = false;
	for (size_t i = 0; i < d->n_archs; i++)
		yes |= !is_for_clang(d, &d->archs[i]);
	return yes;
}

/* Makes nvcc keep the PTX that it compiles: fatbins and cubins contain it compressed, or not at all. */
static bool keep_ptx(struct device_build *b, const char *output, struct strings *argv)
{
	const char *folder = temporary_path(output, ".keep");

	if (mkdir(folder, 0777) != 0)
		return fail("cannot make the folder '%s': %m", folder);
	strings_push_each(argv, "--keep", "--keep-dir", folder);
	strings_push(&b->ptx, folder);
	return true;
}

/* Compiles for all architectures with one nvcc. */
static bool start_nvcc_for_all(struct device_build *b)
{
	struct strings argv = {0};
	bool ok = push_nvcc(b, &argv);
	device_push_gencode(b->device, &argv);
	if (b->device->n_archs > 1)
		strings_push(&argv, "--threads=0");
	strings_push_each(&argv, "-fatbin", "-o", b->fatbin);
	ok = keep_ptx(b, b->fatbin, &argv) && ok;
	return start_child(b, &argv, ok);
}

/* Compiles for one architecture with nvcc. */
static bool start_nvcc(struct device_build *b, const struct arch *arch, const char *output)
{
	struct strings argv = {0};
	OWNED char *name = arch_name(arch, arch->real);
	OWNED char *option = xasprintf("-arch=%s", name);
	bool ok = push_nvcc(b, &argv);
	strings_push_each(&argv, option, arch->real ? "-cubin" : "-ptx", "-o", output);
	if (arch->real)
		ok = keep_ptx(b, output, &argv) && ok;
	else
		strings_push(&b->ptx, output);
	return start_child(b, &argv, ok);
}

/* Compiles for one architecture with clang. */
static bool start_clang(struct device_build *b, const struct arch *arch, const char *output)
{
	struct strings argv = {0};
	push_clang(b, arch, output, &argv);
	strings_push(&b->ptx, output);
	return start_child(b, &argv, true);
}

/* Compiles for each architecture separately; fatbinary joins the results. */
static bool start_one_by_one(struct device_build *b)
{
	const struct device *d = b->device;
	OWNED char *create = xasprintf("--create=%s", b->fatbin);
	strings_printf(&b->fatbinary, "%s/bin/fatbinary", d->toolkit);
	strings_push_each(&b->fatbinary, "-64", create);
	bool ok = true;
	for (size_t i = 0; ok && i < d->n_archs; i++) {
		const struct arch *a = &d->archs[i];
		bool clang = is_for_clang(d, a);
		bool ptx = clang || !a->real;
		const char *output = temporary_path(b->unit, ptx ? ".ptx" : ".cubin");
		strings_printf(&b->fatbinary, "--image3=kind=%s,sm=%u%.1s,file=%s", ptx ? "ptx" : "elf",
		               a->number, &a->suffix, output);
		ok = clang ? start_clang(b, a, output) : start_nvcc(b, a, output);
	}
	return ok;
}

bool device_build_start(struct device_build *b)
{
	const struct device *d = b->device;
	if (uses_nvcc(d) && !options_fit_nvcc(b->command))
		return false;
	if (!d->use_clang && lowest(d)->number >= d->nvcc_lowest)
		return start_nvcc_for_all(b);
	if (!d->toolkit || d->n_archs == 1)
		return start_clang(b, lowest(d), b->fatbin);
	return start_one_by_one(b);
}

bool device_build_wait(struct device_build *b)
{
	const struct command *c = b->command;
	bool ok = true, crashed = false;
	for (size_t i = 0; i < b->n_children; i++) {
		int status = process_wait(b->children[i]);
		ok = status == 0 && ok;
		crashed |= status > 128 && status < 255; /* 255 is an error of ptxas */
	}
	if (crashed)
		fail("the device compiler crashed: the code may be right; --amp-device-compiler= chooses "
		     "another one, --amp-arch=none leaves it out");
	if (ok && b->fatbinary.count) {
		if (c->verbose)
			command_print(b->fatbinary.items);
		ok = c->dry_run || process_run(b->fatbinary.items, NULL) == 0;
	}
	return ok;
}

void device_build_finish(struct device_build *b)
{
	strings_finish(&b->fatbinary);
	strings_finish(&b->ptx);
	free(b->children);
	*b = (struct device_build){0};
}
