/* Compiles AMP inputs: the front end makes two units of an input, the device unit is compiled to a fatbin and
 * the host unit to assembly text at the same time, and one object file holds both. */
#include "driver/driver.h"

#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Writes a file of the run. Returns false after an error. */
static bool write_output(const struct run *r, const char *path, const struct text *text)
{
	return r->command->dry_run || write_or_fail(path, text);
}

/* ---- The files of an input --------------------------------------------- */

/* The files of one AMP input. */
struct amp_files {
	const struct input *in;
	const char *source; /* the file that is read: the input, or a copy of standard input */
	const char *name;   /* the input's name for messages */
	char *folder;       /* of the input */
	struct unit_file {
		const char *path; /* where it is written: temporary or kept */
		char *kept;       /* its path in --amp-save=DIR, or NULL */
	} device_unit, host_unit, fatbin;
	char *cuda;                           /* the output of --amp-emit-cuda */
	char *cuda_host;                      /* for C: the path of the host half */
	const struct project *project;        /* of --amp-emit-cuda=DIR, or NULL */
	struct translation_request request;   /* must outlive the translation */
	struct strings options, dependencies; /* referenced by the request */
};

/* Returns the paths of a file of an AMP input. A file whose name in --amp-save=DIR nvcc does not accept is
 * temporary, and copied in the end. */
static struct unit_file unit_file(const struct command *c, const char *source, const char *suffix)
{
	struct unit_file file = {0};
	if (c->save) {
		OWNED char *name = with_suffix(file_name(source), suffix);
		file.kept = xasprintf("%s/%s", c->save, name);
		if (is_plain_name(name) && is_plain_folder(c->save))
			file.path = file.kept;
	}
	if (!file.path)
		file.path = temporary_path(source, suffix);
	return file;
}

static void unit_file_finish(const struct run *r, struct unit_file *f)
{
	SCOPED(text) text = {0};
	if (f->kept && !r->command->dry_run && f->kept != f->path && read_file(f->path, &text))
		write_output(r, f->kept, &text);
	free(f->kept);
}

/* Initializes the files of an input. cuda: the output of --amp-emit-cuda, or NULL for the command's. */
static bool amp_files_init(struct amp_files *f, struct run *r, const struct input *in, const char *cuda)
{
	const struct command *c = r->command;
	bool c_language = in->kind == INPUT_C;
	*f = (struct amp_files){.in = in, .source = in->path, .name = in->path};
	if (!strcmp(in->path, "-")) {
		f->name = "<stdin>";
		f->source = temporary_path("stdin", c_language ? ".c" : ".cpp");
		if (!write_output(r, f->source, &r->standard_input))
			return false;
	}
	if (c->save && !c->dry_run && mkdir(c->save, 0777) != 0 && errno != EEXIST)
		return fail("cannot make the folder '%s': %m", c->save);
	f->folder = folder_of(in->path);
	f->device_unit = unit_file(c, f->source, ".amp.cu");
	f->host_unit = unit_file(c, f->source, c_language ? ".amp.c" : ".amp.cpp");
	f->fatbin = unit_file(c, f->source, ".fatbin");
	f->cuda = cuda || c->output ? xstrdup(cuda ? cuda : c->output) : default_output(in, ".amp.cu");
	f->cuda_host = host_of_cuda(f->cuda);
	return true;
}

static void amp_files_finish(const struct run *r, struct amp_files *f)
{
	unit_file_finish(r, &f->device_unit);
	unit_file_finish(r, &f->host_unit);
	unit_file_finish(r, &f->fatbin);
	strings_finish(&f->options);
	strings_finish(&f->dependencies);
	free(f->folder);
	free(f->cuda);
	free(f->cuda_host);
}

/* ---- The front end ------------------------------------------------------ */

static void *settle_device_thread(void *run)
{
	settle_device(run);
	return NULL;
}

/* libclang parses in a thread of its own, whose memory would grow page by page, by a system call for each. */
static void set_up_memory(void)
{
#if defined(__GLIBC__)
	mallopt(M_ARENA_MAX, 1);
	mallopt(M_TOP_PAD, 4 << 20);
	mallopt(M_TRIM_THRESHOLD, 1 << 30);
	mallopt(M_MMAP_THRESHOLD, 32 << 20);
#endif
}

/* Loads libclang first, and then the front end. A loaded libclang satisfies the front end's dependency by its
 * soname, whatever the file is called. */
bool load_front_end(struct run *r)
{
	if (r->front_end)
		return true;
	const char *path = r->where->front_end ? r->where->front_end : AMPCC_FRONT_END;
	const char *libclang = r->where->libclang;
	void *module = NULL;
	set_up_memory();
	if (!libclang || dlopen(libclang, RTLD_NOW | RTLD_LOCAL))
		module = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	r->front_end = module ? dlsym(module, "front_end") : NULL;
	if (!r->front_end) {
		const char *error = module ? NULL : dlerror();
		return fail("cannot load the front end: %s", error ? error : "it is not that of this version");
	}
	return true;
}

int precompile_amp(const struct installation *where, int n, char **words)
{
	struct run r = {.where = where};
	SCOPED(strings) options = {0};
	for (int i = 2; i < n; i++)
		strings_push(&options, words[i]);
	bool ok = n >= 2 && load_front_end(&r) && r.front_end->precompile(words[0], words[1], &options);
	return ok ? 0 : 1;
}

/* Finds the device compilers and architectures in a thread while the front end runs. */
struct settling {
	struct run *run;
	pthread_t thread;
	bool threaded; /* the thread runs and was not joined */
};

static void settling_finish(struct settling *s)
{
	if (s->threaded)
		pthread_join(s->thread, NULL);
	else
		settle_device(s->run);
	s->threaded = false;
}

/* Implements translation_request.has_device. */
static bool has_device(void *settling)
{
	struct settling *s = settling;
	settling_finish(s);
	return s->run->device_ok && s->run->device.n_archs > 0;
}

/* Runs the front end; meanwhile, the GPUs of this machine are queried. */
static bool translate_input(struct run *r, struct amp_files *f, struct translation *out)
{
	const struct command *c = r->command;
	if (f->source != f->in->path) { /* for standard input, #include "..." searches the current folder */
		strings_push_each(&f->options, "-iquote", f->folder);
	}
	command_select(c, OPTION_PARSE, 0, &f->options);
	push_dependencies(c, f->in, &f->dependencies);
	struct settling settling = {.run = r};
	struct text command = {0}, program_command = {0}; /* named in the CUDA for people */
	if (f->project) {
		text_append(&command, "cmake -B build && cmake --build build");
		text_append(&program_command, command.data);
	} else if (c->stop == STOP_CUDA) {
		append_people_command(r, f->in, f->cuda, true, &command);
		append_people_command(r, f->in, f->cuda, false, &program_command);
	}
	bool needs_device = f->in->amp && c->stop >= STOP_ASSEMBLY;
	f->request = (struct translation_request){
	    .path = f->source,
	    .display_path = f->name,
	    .language = f->in->kind == INPUT_C ? LANGUAGE_C : LANGUAGE_CXX,
	    .host_compiler = host_for_input(r, f->in),
	    .options = &f->options,
	    .dependency_options = &f->dependencies,
	    .resource_dir = r->where->resource_dir,
	    .include_dir = r->where->include_dir,
	    .program = "/proc/self/exe",
	    .extensions = c->extensions,
	    .debug = c->debug,
	    .msvc = c->msvc != NULL,
	    .has_amp = f->in->amp,
	    .tile_fibers = c->tile_fibers,
	    .robust = c->robust,
	    .meanings = c->meanings,
	    .warnings = &c->warnings,
	    .verbose = c->verbose,
	    .dump_bodies = c->dump_bodies,
	    .dump_device = c->dump_device,
	    .for_people = c->stop == STOP_CUDA && !c->dump_device,
	    .cuda_command = command.data,
	    .cuda_program_command = program_command.data,
	    .cuda_output = f->cuda,
	    .cuda_host_output = f->cuda_host,
	    .project = f->project,
	    .has_device = needs_device ? has_device : NULL,
	    .device = &settling,
	};
	process_init();
	settling.threaded = needs_device && !r->device_known &&
	                    pthread_create(&settling.thread, NULL, settle_device_thread, r) == 0;
	bool ok = r->front_end->translate(&f->request, out);
	text_finish(&command);
	text_finish(&program_command);
	if (needs_device)
		settling_finish(&settling);
	return ok && (!needs_device || r->device_ok);
}

/* ---- The image in the host unit ----------------------------------------- */

/* Appends to a host unit with kernels the code that registers them. header: the header with the image if the
 * compiler itself embeds it, else NULL. */
static void append_module(struct text *host_unit, const char *header, const char *name)
{
	text_append(host_unit, "\n#line 1 \"<ampcc>\"\n#define AMP_MODULE_NAME ");
	text_append_literal(host_unit, name);
	if (header)
		text_printf(host_unit, "\n#define AMP_MODULE_IMAGE \"%s\"", header);
	text_append(host_unit, "\n#include <amp/module.h>\n");
}

/* Appends the image to a unit's assembly text, for the assembler to embed. The NUL behind it terminates PTX
 * text. */
static bool append_image(const char *assembly, const char *fatbin)
{
	FILE *file = fopen(assembly, "a");
	bool ok = file && fprintf(file,
	                          "\n\t.section .rodata.amp_module,\"a\"\n\t.balign 16\n"
	                          "amp_module_image:\n\t.incbin \"%s\"\n\t.byte 0\n",
	                          fatbin) > 0;
	if (file)
		ok = fclose(file) == 0 && ok;
	return ok || fail("cannot write '%s': %m", assembly);
}

/* Writes the image as a string literal, for amp/module.h. */
static bool write_image_header(const struct run *r, const char *fatbin, const char *header)
{
	SCOPED(text) image = {0}, text = {0};
	if (r->command->dry_run)
		return true;
	bool ok = read_file(fatbin, &image);
	for (size_t i = 0; ok && i < image.len; i++) {
		if (i % 32 == 0)
			text_append(&text, i ? "\"\n\"" : "\"");
		text_printf(&text, "\\%03o", (unsigned char)image.data[i]);
	}
	text_append(&text, image.len ? "\"\n" : "\"\"\n");
	ok = ok && write_output(r, header, &text);
	return ok;
}

/* ---- Both compilations -------------------------------------------------- */

/* Appends the host compiler's command for a host unit, with the user's options. mode is -c, -S or
 * -fsyntax-only. Strict aliasing is off, because views may access memory as another type (reinterpret_as) and
 * because Microsoft's compiler does not assume it. */
static void push_host_compile(const struct run *r, const struct amp_files *f, const char *mode,
                              const char *output, struct strings *argv)
{
	bool c_language = f->in->kind == INPUT_C;
	OWNED char *map = xasprintf("-ffile-prefix-map=%s=%s", f->host_unit.path, f->name);
	bool plain = is_tcc(host_for_input(r, f->in));
	strings_push_all(argv, host_for_input(r, f->in));
	if (!plain)
		strings_push(argv, "-fno-strict-aliasing");
	/* in Visual C++, unknown pragmas, string literals as char *, and library parts that C++11 and C++17
	 * deprecated or removed cause no warnings, and narrowing conversions only warnings */
	if (r->command->msvc && !c_language)
		strings_push_words(argv,
		                   "-Wno-c++17-extensions -Wno-deprecated -Wno-deprecated-declarations -Wno-multichar "
		                   "-Wno-narrowing -Wno-register -Wno-unknown-pragmas -Wno-write-strings");
	strings_push_each(argv, plain ? "-I" : "-iquote", f->folder);
	command_select(r->command, 0,
	               OPTION_MODE | OPTION_DEPENDENCY | OPTION_LINK | OPTION_FOLDED | OPTION_NVCC,
	               argv);
	strings_push_each(argv, "-isystem", r->where->include_dir);
	if (!plain)
		strings_push(argv, map);
	push_side_names(r->command, f->in, argv);
	strings_push(argv, mode);
	if (output)
		strings_push_each(argv, "-o", output);
	strings_push_each(argv, "-x", c_language ? "c" : "c++", f->host_unit.path);
}

/* Compiles the host unit in one step: it has no kernels, or contains their image already. */
static bool compile_host_unit(struct run *r, const struct amp_files *f, const struct translation *t,
                              const char *mode, const char *output)
{
	SCOPED(strings) argv = {0};
	push_host_compile(r, f, mode, output, &argv);
	return write_output(r, f->host_unit.path, &t->host_unit) && compile_host(r, t, &argv);
}

/* Starts the device unit's compilation. */
static bool start_device_unit(struct run *r, const struct amp_files *f, const struct translation *t,
                              struct device_build *build)
{
	*build = (struct device_build){
	    .device = &r->device,
	    .command = r->command,
	    .unit = f->device_unit.path,
	    .fatbin = f->fatbin.path,
	    .source_dir = f->folder,
	    .include_dir = r->where->include_dir,
	    .host_compiler = r->host_is_default ? NULL : &r->host_cxx,
	    .cuda_names = &t->cuda_names,
	    .meanings = t->meanings,
	};
	return write_output(r, f->device_unit.path, &t->device_unit) && device_build_start(build);
}

/* Waits for the device unit's compilation; if it failed, looks for the reason in what it kept. */
static bool wait_for_device(const struct run *r, const struct translation *t, struct device_build *build)
{
	bool ok = device_build_wait(build);
	if (!ok && !r->command->dry_run)
		check_launched(r, t, build, NULL);
	return ok;
}

/* For -S, -flto and OPTION_SIDE options: compiles the device unit first, and then in one step a host unit
 * that contains the image as data. */
static bool compile_in_turn(struct run *r, const struct amp_files *f, struct translation *t,
                            const char *mode, const char *output)
{
	SCOPED(device_build) build = {0};
	const char *header = temporary_path(f->source, ".fatbin.h");
	append_module(&t->host_unit, header, f->name);
	return start_device_unit(r, f, t, &build) && wait_for_device(r, t, &build) &&
	       write_image_header(r, f->fatbin.path, header) && compile_host_unit(r, f, t, mode, output) &&
	       (r->command->dry_run || check_launched(r, t, &build, output));
}

/* Assembles assembly text with the image to an object file. */
static bool assemble(struct run *r, const struct amp_files *f, const struct translation *t,
                     const char *assembly, const char *object)
{
	SCOPED(strings) argv = {0};
	strings_push_all(&argv, host_for_input(r, f->in));
	command_select(r->command, OPTION_ASSEMBLE, 0, &argv);
	/* clang would warn about line tables that it wrote itself */
	if (t->host_is_clang)
		strings_push(&argv, "-Wa,--no-warn");
	strings_push_each(&argv, "-c", "-o", object, "-x", "assembler", assembly);
	return run_command(r, &argv);
}

/* Compiles both units at the same time. The host unit is compiled to assembly text only, since the assembler
 * embeds the image when it is there. */
static bool compile_side_by_side(struct run *r, const struct amp_files *f, struct translation *t,
                                 const char *object)
{
	SCOPED(device_build) build = {0};
	const char *assembly = temporary_path(f->source, ".s");
	append_module(&t->host_unit, NULL, f->name);
	bool ok = start_device_unit(r, f, t, &build);
	if (ok) {
		bool host_ok = compile_host_unit(r, f, t, "-S", assembly);
		ok = wait_for_device(r, t, &build) && host_ok &&
		     (r->command->dry_run ||
		      (check_launched(r, t, &build, assembly) && append_image(assembly, f->fatbin.path))) &&
		     assemble(r, f, t, assembly, object);
	}
	return ok;
}

/* Compiles a translated input to its output. */
static bool compile_translation(struct run *r, const struct amp_files *f, struct translation *t,
                                const char *output)
{
	const struct command *c = r->command;
	const char *mode = c->stop == STOP_ASSEMBLY ? "-S" : "-c";
	if (c->stop == STOP_CUDA)
		return t->emitted.count ? write_emitted(&t->emitted, false) : fail("'%s' has no kernels", f->name);
	if (c->stop == STOP_SYNTAX)
		return compile_host_unit(r, f, t, "-fsyntax-only", NULL);
	if (!t->has_kernels || !r->device.n_archs) {
		/* --amp-save keeps the kernels even if they are not compiled. */
		if (c->save && !write_output(r, f->device_unit.path, &t->device_unit))
			return false;
		return compile_host_unit(r, f, t, mode, output);
	}
	if (c->lto || c->side_output || c->stop == STOP_ASSEMBLY || is_tcc(host_for_input(r, f->in)))
		return compile_in_turn(r, f, t, mode, output);
	return compile_side_by_side(r, f, t, output);
}

/* Reports options of nvcc's own in a command without CUDA inputs, since they do not affect C++ AMP kernels. */
static bool options_are_known(const struct command *c)
{
	bool ok = true;
	for (size_t i = 0; i < c->n_arguments && !has_kind(c, INPUT_CUDA); i++) {
		const char *word = c->arguments[i].words[0];
		if (!(c->arguments[i].classes & OPTION_NVCC))
			continue;
		bool is_arch = starts(word, "-arch") || starts(word, "-gencode");
		ok = fail("'%s' is for .cu inputs; for kernels of C++ AMP: %s",
		          word, is_arch ? "--amp-arch=LIST" : "--amp-device-option=OPTION");
	}
	return ok;
}

/* Loads the front end for an input. Returns false, after an error, if it fails, or if AMP does not go with the
 * options. */
static bool can_translate(struct run *r, const struct input *in)
{
	return options_are_known(r->command) && (!in->amp || options_fit_amp(r->command, in->kind != INPUT_C)) &&
	       load_front_end(r);
}

bool step_amp(struct run *r, const struct input *in, const char *output)
{
	struct amp_files files;
	struct translation translation = {0};
	if (!can_translate(r, in))
		return false;
	if (r->command->dry_run) {
		/* the commands for an input with kernels */
		translation.has_kernels = in->amp;
		bool printed = amp_files_init(&files, r, in, NULL) &&
		               (r->command->stop < STOP_ASSEMBLY || settle_device(r)) &&
		               (r->command->stop == STOP_CUDA || compile_translation(r, &files, &translation, output));
		amp_files_finish(r, &files);
		return printed;
	}
	bool ok = amp_files_init(&files, r, in, NULL) && translate_input(r, &files, &translation) &&
	          compile_translation(r, &files, &translation, output);
	r->front_end->translation_finish(&translation);
	amp_files_finish(r, &files);
	return ok;
}

bool convert_source(struct run *r, const struct input *in, const char *output, const struct project *project,
                    struct emitted *emitted, struct strings *files, bool *has_main)
{
	struct amp_files f;
	struct translation t = {0};
	if (!can_translate(r, in))
		return false;
	bool ok = amp_files_init(&f, r, in, output);
	f.project = project;
	ok = ok && translate_input(r, &f, &t);
	if (ok) {
		*emitted = t.emitted;
		t.emitted = (struct emitted){0};
		strings_push_all(files, &t.files);
		*has_main = t.has_main;
	}
	r->front_end->translation_finish(&t);
	amp_files_finish(r, &f);
	return ok;
}
