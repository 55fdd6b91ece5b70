/* The steps of each input, run side by side where they are independent.
 *
 *   no AMP, no CUDA   the host compiler takes ampcc's place (or, for a link,
 *                     runs with the runtime's library added)
 *   AMP               translate, then device and host unit at once, then one
 *                     object file that holds both
 *   CUDA (.cu)        nvcc
 *   the link          the host compiler, over what the steps made
 */
#define _GNU_SOURCE /* memmem */
#include "ampcc.h"

#include <ctype.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* One run of ampcc. */
struct run {
	struct command *command;
	const struct installation *where;
	struct strings host_c, host_cxx; /* argv prefixes */
	bool host_is_default;            /* nobody chose the C++ compiler */
	struct text standard_input;      /* the source, where an input is "-" */
	struct device device;
	bool device_known, device_ok;
	/* of the front end's module */
	bool (*translate)(const struct translation_request *, struct translation *);
	void (*translation_finish)(struct translation *);
};

/* ---- The host compiler ------------------------------------------------- */

/* Words of a command, as in AMPCC_HOST_CXX="ccache g++". */
static void split_command(const char *command, struct strings *out)
{
	while (*command) {
		size_t space = strspn(command, " \t");
		size_t length = strcspn(command + space, " \t");
		char *word = xstrndup(command + space, length);
		if (length)
			strings_push(out, word);
		free(word);
		command += space + length;
	}
}

/* The compiler for one language: --amp-host-compiler=, else the environment's,
 * else the system's. True if it is the system's. */
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

/* Is there an input of this kind? */
static bool has_kind(const struct command *c, enum input_kind kind)
{
	for (size_t i = 0; i < c->n_inputs; i++)
		if (c->inputs[i].kind == kind)
			return true;
	return false;
}

/* The compiler for a command as a whole, and for its link: C's if the only
 * sources are C, or if nothing is linked and nothing is C++. A header is C++, as it
 * is for g++, unless -x says otherwise. */
static const struct strings *host_for_command(const struct run *r)
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

static const struct strings *host_for_input(const struct run *r, const struct input *in)
{
	return in->kind == INPUT_C ? &r->host_c : &r->host_cxx;
}

/* ampcc must not call itself: c++ may be a link to it. */
static bool is_this_program(const char *name)
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
		char *candidate = xasprintf("%.*s/%s", (int)length, path, name);
		bool found = access(candidate, X_OK) == 0 && stat(candidate, &other) == 0;
		free(candidate);
		if (found)
			return other.st_ino == self.st_ino && other.st_dev == self.st_dev;
		path += length;
	}
	return false;
}

/* The host compiler takes this process over: its streams, its signals and its
 * exit status are its own. */
static int become(const struct run *r, const struct strings *argv)
{
	if (r->command->verbose)
		command_print(argv->items);
	fflush(NULL);
	execvp(argv->items[0], argv->items);
	fprintf(stderr, "ampcc: error: cannot run '%s': %s\n", argv->items[0], strerror(errno));
	return 1;
}

/* Runs a command of a step. False, with a message if a signal ended it. */
static bool run_command(const struct run *r, const struct strings *argv)
{
	if (r->command->verbose)
		command_print(argv->items);
	int status = process_run(argv->items, NULL);
	if (status > 128)
		fprintf(stderr, "ampcc: error: '%s' was ended by signal %d\n", argv->items[0],
		        status - 128);
	return status == 0;
}

/* ---- Inputs ------------------------------------------------------------ */

/* Reads standard input into r, and puts a copy of it in its place, for a host
 * compiler that reads it again. */
static bool take_standard_input(struct run *r)
{
	if (!read_file("/dev/stdin", &r->standard_input)) {
		fprintf(stderr, "ampcc: error: cannot read standard input: %s\n", strerror(errno));
		return false;
	}
	FILE *copy = tmpfile();
	bool ok = copy && (!r->standard_input.len ||
	                   fwrite(r->standard_input.data, r->standard_input.len, 1, copy) == 1);
	ok = ok && fflush(copy) == 0 && lseek(fileno(copy), 0, SEEK_SET) == 0 &&
	     dup2(fileno(copy), STDIN_FILENO) == STDIN_FILENO;
	if (copy)
		fclose(copy);
	if (!ok)
		fprintf(stderr, "ampcc: error: cannot keep standard input: %s\n", strerror(errno));
	return ok;
}

/* Finds the inputs that use AMP. */
static bool scan_inputs(struct run *r, bool *any)
{
	struct command *c = r->command;
	*any = false;
	for (size_t i = 0; i < c->n_inputs; i++) {
		struct input *in = &c->inputs[i];
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

/* The -x of an input: what the user said, or what its suffix says. */
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

/* The last input, its language spelled out: a C++ driver takes .c for C++. */
static void push_last_input(const struct input *in, struct strings *out)
{
	const char *language = language_name(in);
	if (language) {
		strings_push(out, "-x");
		strings_push(out, language);
	}
	strings_push(out, in->path);
}

/* An input that others may follow. */
static void push_input(const struct input *in, struct strings *out)
{
	push_last_input(in, out);
	if (language_name(in)) {
		strings_push(out, "-x");
		strings_push(out, "none");
	}
}

/* "dir" of "dir/foo.cpp"; "." without one. The caller frees it. */
static char *folder_of(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? xstrndup(path, slash == path ? 1 : (size_t)(slash - path)) : xstrdup(".");
}

/* A path with its suffix, if it has one, replaced. The caller frees it. */
static char *with_suffix(const char *path, const char *suffix)
{
	const char *slash = strrchr(path, '/');
	const char *name = slash ? slash + 1 : path;
	const char *dot = strrchr(name, '.');
	size_t length = dot && dot != name ? (size_t)(dot - path) : strlen(path);
	return xasprintf("%.*s%s", (int)length, path, suffix);
}

/* The file name of an input, in the current folder, with another suffix. */
static char *default_output(const struct input *in, const char *suffix)
{
	const char *slash = strrchr(in->path, '/');
	return with_suffix(slash ? slash + 1 : in->path, suffix);
}

/* Where the result of an input goes. The caller frees it. */
static char *step_output(const struct command *c, const struct input *in)
{
	if (c->stop == STOP_LINK)
		return xstrdup(temporary_path(in->path, ".o"));
	if (c->output)
		return xstrdup(c->output);
	return default_output(in, c->stop == STOP_ASSEMBLY ? ".s" : ".o");
}

/* The dependency options of one input, the file and the target spelled out as
 * gcc would choose them: by -o if there is one, else by the input's name.
 * target_option is -MQ, or -MT for nvcc, which has no other. */
static void push_dependencies(const struct command *c, const struct input *in,
                              const char *target_option, struct strings *out)
{
	if (!c->write_dependencies)
		return;
	char *target = c->output ? xstrdup(c->output)
	                         : default_output(in, c->stop == STOP_ASSEMBLY ? ".s" : ".o");
	char *file = c->dependency_file ? xstrdup(c->dependency_file) : with_suffix(target, ".d");
	strings_push(out, c->user_headers_only ? "-MMD" : "-MD");
	strings_push(out, "-MF");
	strings_push(out, file);
	if (!c->dependency_target) {
		strings_push(out, target_option);
		strings_push(out, target);
	}
	struct strings others = {0};
	command_select(c, OPTION_DEPENDENCY, 0, &others);
	for (size_t i = 0; i < others.count; i++) {
		const char *word = others.items[i];
		bool is_target = !strncmp(word, "-MT", 3) || !strncmp(word, "-MQ", 3);
		if (is_target || !strcmp(word, "-MP") || !strcmp(word, "-MG"))
			strings_push(out, word);
		if (is_target && !word[3] && i + 1 < others.count)
			strings_push(out, others.items[i + 1]);
		if (!strcmp(word, "-MF") || (is_target && !word[3]))
			i++;
	}
	strings_finish(&others);
	free(target);
	free(file);
}

/* -E, -M or -MM as the user gave them. */
static void push_preprocess_options(const struct command *c, struct strings *out)
{
	static const char *const names[] = {"-E", "-M", "-MM", "--preprocess"};
	for (size_t i = 0; i < c->n_arguments; i++)
		for (size_t n = 0; n < sizeof names / sizeof *names; n++)
			if (c->arguments[i].classes & OPTION_MODE &&
			    !strcmp(c->arguments[i].words[0], names[n]))
				strings_push(out, names[n]);
}

/* -c and the like, then -o. */
static void push_mode(const struct command *c, const char *output, struct strings *out)
{
	if (c->stop == STOP_PREPROCESS)
		push_preprocess_options(c, out);
	else
		strings_push(out, c->stop == STOP_SYNTAX     ? "-fsyntax-only"
		                  : c->stop == STOP_ASSEMBLY ? "-S"
		                                             : "-c");
	if (output) {
		strings_push(out, "-o");
		strings_push(out, output);
	}
}

/* ---- CUDA inputs ------------------------------------------------------- */

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

/* The device compilers and architectures, settled once in a run. */
static bool settle_device(struct run *r)
{
	if (!r->device_known) {
		r->device_known = true;
		r->device_ok = device_init(&r->device, r->command);
	}
	return r->device_ok;
}

/* A .cu input, to an object file or whatever else was asked for. */
static bool step_cuda(struct run *r, const struct input *in, const char *output)
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

/* ---- AMP inputs -------------------------------------------------------- */

/* The files of one AMP input. */
struct amp_files {
	const struct input *in;
	const char *source; /* what is read: the input, or a copy of standard input */
	const char *name;   /* the input's name for people */
	char *folder;       /* of the input */
	char *device_unit, *host_unit, *fatbin; /* temporary, or in --amp-save=DIR */
};

/* A file of an AMP input: kept in --amp-save=DIR, or temporary. */
static char *unit_path(const struct command *c, const char *source, const char *suffix)
{
	if (!c->save)
		return xstrdup(temporary_path(source, suffix));
	const char *slash = strrchr(source, '/');
	char *name = with_suffix(slash ? slash + 1 : source, suffix);
	char *path = xasprintf("%s/%s", c->save, name);
	free(name);
	return path;
}

/* Writes a file of the run; false with a message. */
static bool write_output(const char *path, const struct text *text)
{
	if (write_file(path, text->data ? text->data : "", text->len))
		return true;
	fprintf(stderr, "ampcc: error: cannot write '%s': %s\n", path, strerror(errno));
	return false;
}

static bool amp_files_init(struct amp_files *f, struct run *r, const struct input *in)
{
	const struct command *c = r->command;
	bool c_language = in->kind == INPUT_C;
	*f = (struct amp_files){.in = in, .source = in->path, .name = in->path};
	if (!strcmp(in->path, "-")) {
		f->name = "<stdin>";
		f->source = temporary_path("stdin", c_language ? ".c" : ".cpp");
		if (!write_output(f->source, &r->standard_input))
			return false;
	}
	if (c->save && mkdir(c->save, 0777) != 0 && errno != EEXIST) {
		fprintf(stderr, "ampcc: error: cannot make the folder '%s': %s\n", c->save,
		        strerror(errno));
		return false;
	}
	f->folder = folder_of(in->path);
	f->device_unit = unit_path(c, f->source, ".amp.cu");
	f->host_unit = unit_path(c, f->source, c_language ? ".amp.c" : ".amp.cpp");
	f->fatbin = unit_path(c, f->source, ".fatbin");
	return true;
}

static void amp_files_finish(struct amp_files *f)
{
	free(f->folder);
	free(f->device_unit);
	free(f->host_unit);
	free(f->fatbin);
}

static void *settle_device_thread(void *run)
{
	settle_device(run);
	return NULL;
}

/* Loads the front end, and libclang with it. */
static bool load_front_end(struct run *r)
{
	if (r->translate)
		return true;
	const char *path = r->where->front_end ? r->where->front_end : AMPCC_FRONT_END;
	void *module = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (module) {
		*(void **)&r->translation_finish = dlsym(module, "translation_finish");
		*(void **)&r->translate = dlsym(module, "translate");
	}
	if (!r->translate || !r->translation_finish)
		fprintf(stderr, "ampcc: error: cannot load the front end: %s\n", dlerror());
	return r->translate && r->translation_finish;
}

/* The device compilers and architectures are settled while the front end runs. */
struct settling {
	struct run *run;
	pthread_t thread;
	bool threaded; /* and not joined yet */
};

static void settling_finish(struct settling *s)
{
	if (s->threaded)
		pthread_join(s->thread, NULL);
	else
		settle_device(s->run);
	s->threaded = false;
}

/* translation_request.has_device. */
static bool has_device(void *settling)
{
	struct settling *s = settling;
	settling_finish(s);
	return s->run->device_ok && s->run->device.n_archs > 0;
}

/* The front end. Meanwhile the GPUs of this machine are asked for. */
static bool translate_input(struct run *r, const struct amp_files *f, struct translation *out)
{
	const struct command *c = r->command;
	struct strings options = {0}, dependencies = {0};
	command_select(c, OPTION_PARSE, 0, &options);
	push_dependencies(c, f->in, "-MQ", &dependencies);
	struct settling settling = {.run = r};
	bool needs_device = c->stop >= STOP_ASSEMBLY;
	struct translation_request request = {
	    .path = f->source,
	    .display_path = f->name,
	    .language = f->in->kind == INPUT_C ? LANGUAGE_C : LANGUAGE_CXX,
	    .host_compiler = host_for_input(r, f->in),
	    .options = &options,
	    .dependency_options = &dependencies,
	    .include_dir = r->where->include_dir,
	    .extensions = c->extensions,
	    .warnings = &c->warnings,
	    .verbose = c->verbose,
	    .for_people = c->stop == STOP_CUDA,
	    .has_device = needs_device ? has_device : NULL,
	    .device = &settling,
	};
	process_init();
	settling.threaded = needs_device && !r->device_known &&
	                    pthread_create(&settling.thread, NULL, settle_device_thread, r) == 0;
	bool ok = r->translate(&request, out);
	if (needs_device)
		settling_finish(&settling);
	strings_finish(&options);
	strings_finish(&dependencies);
	return ok && (!needs_device || r->device_ok);
}

/* A C string literal for a path. The caller frees it. */
static char *quoted(const char *s)
{
	struct text out = {0};
	text_append(&out, "\"");
	for (; *s; s++) {
		if (*s == '"' || *s == '\\')
			text_append(&out, "\\");
		text_append_n(&out, s, 1);
	}
	text_append(&out, "\"");
	return out.data;
}

/* At the end of a host unit with kernels: the hook that registers them. header
 * is the image's, where the compiler itself is to take it in, else NULL. */
static void append_module(struct text *host_unit, const char *header, const char *name)
{
	char *source = quoted(name);
	char *image = header ? quoted(header) : NULL;
	text_printf(host_unit, "\n#line 1 \"<ampcc>\"\n#define AMP_MODULE_NAME %s\n", source);
	if (image)
		text_printf(host_unit, "#define AMP_MODULE_IMAGE %s\n", image);
	text_append(host_unit, "#include <amp/module.h>\n");
	free(source);
	free(image);
}

/* Adds the image to a unit's assembly text, for the assembler to take in. The
 * NUL behind it ends it where it is PTX text. */
static bool append_image(const char *assembly, const char *fatbin)
{
	char *path = quoted(fatbin);
	FILE *file = fopen(assembly, "a");
	bool ok = file && fprintf(file,
	                          "\n\t.section .rodata.amp_module,\"a\"\n\t.balign 16\n"
	                          "amp_module_image:\n\t.incbin %s\n\t.byte 0\n",
	                          path) > 0;
	if (file)
		ok = fclose(file) == 0 && ok;
	if (!ok)
		fprintf(stderr, "ampcc: error: cannot write '%s': %s\n", assembly, strerror(errno));
	free(path);
	return ok;
}

/* The image as a string literal, for amp/module.h. */
static bool write_image_header(const char *fatbin, const char *header)
{
	struct text image = {0}, text = {0};
	bool ok = read_file(fatbin, &image);
	for (size_t i = 0; ok && i < image.len; i++) {
		if (i % 32 == 0)
			text_append(&text, i ? "\"\n\"" : "\"");
		text_printf(&text, "\\%03o", (unsigned char)image.data[i]);
	}
	text_append(&text, image.len ? "\"\n" : "\"\"\n");
	ok = ok && write_output(header, &text);
	text_finish(&image);
	text_finish(&text);
	return ok;
}

/* The host compiler over a host unit, with the user's options. mode is -c, -S
 * or -fsyntax-only. A view may be of memory that another one has as another type
 * (reinterpret_as), and Microsoft's compiler supposes nothing of pointers' types. */
static void push_host_compile(const struct run *r, const struct amp_files *f, const char *mode,
                              const char *output, struct strings *argv)
{
	bool c_language = f->in->kind == INPUT_C;
	char *map = xasprintf("-ffile-prefix-map=%s=%s", f->host_unit, f->name);
	bool plain = is_tcc(host_for_input(r, f->in));
	strings_push_all(argv, host_for_input(r, f->in));
	if (!plain)
		strings_push(argv, "-fno-strict-aliasing");
	strings_push(argv, plain ? "-I" : "-iquote");
	strings_push(argv, f->folder);
	command_select(r->command, 0,
	               OPTION_MODE | OPTION_DEPENDENCY | OPTION_LINK | OPTION_FOLDED | OPTION_NVCC,
	               argv);
	strings_push(argv, "-isystem");
	strings_push(argv, r->where->include_dir);
	if (!plain)
		strings_push(argv, map);
	strings_push(argv, mode);
	if (output) {
		strings_push(argv, "-o");
		strings_push(argv, output);
	}
	strings_push(argv, "-x");
	strings_push(argv, c_language ? "c" : "c++");
	strings_push(argv, f->host_unit);
	free(map);
}

/* The host unit in one go: there are no kernels to embed, or they are part of
 * it already. */
static bool compile_host_unit(struct run *r, const struct amp_files *f, const struct translation *t,
                              const char *mode, const char *output)
{
	struct strings argv = {0};
	push_host_compile(r, f, mode, output, &argv);
	bool ok = write_output(f->host_unit, &t->host_unit) && run_command(r, &argv);
	strings_finish(&argv);
	return ok;
}

/* Starts the device unit's compilation. */
static bool start_device_unit(struct run *r, const struct amp_files *f, const struct translation *t,
                              struct device_build *build)
{
	return write_output(f->device_unit, &t->device_unit) &&
	       device_build_start(build, &r->device, r->command, f->device_unit, f->fatbin,
	                          f->folder, r->where->include_dir,
	                          r->host_is_default ? NULL : &r->host_cxx, &t->cuda_names);
}

/* For -S and -flto: the device unit first, then a host unit that holds its
 * image as data. */
static bool compile_in_turn(struct run *r, const struct amp_files *f, struct translation *t,
                            const char *mode, const char *output)
{
	struct device_build build;
	const char *header = temporary_path(f->source, ".fatbin.h");
	append_module(&t->host_unit, header, f->name);
	return start_device_unit(r, f, t, &build) &&
	       device_build_finish(&build, r->command->verbose) &&
	       write_image_header(f->fatbin, header) && compile_host_unit(r, f, t, mode, output);
}

/* Assembly text with the image, to an object file. */
static bool assemble(struct run *r, const struct amp_files *f, const struct translation *t,
                     const char *assembly, const char *object)
{
	struct strings argv = {0};
	strings_push_all(&argv, host_for_input(r, f->in));
	command_select(r->command, OPTION_ASSEMBLE, 0, &argv);
	/* clang has warned of the program's own; now it would of line tables of its own making */
	if (t->host_is_clang)
		strings_push(&argv, "-Wa,--no-warn");
	const char *const words[] = {"-c", "-o", object, "-x", "assembler", assembly};
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		strings_push(&argv, words[i]);
	bool ok = run_command(r, &argv);
	strings_finish(&argv);
	return ok;
}

/* Both units at once. The host unit stops at assembly text, since it is the
 * assembler that takes the image in. */
static bool compile_side_by_side(struct run *r, const struct amp_files *f, struct translation *t,
                                 const char *object)
{
	struct device_build build;
	const char *assembly = temporary_path(f->source, ".s");
	append_module(&t->host_unit, NULL, f->name);
	if (!start_device_unit(r, f, t, &build))
		return false;
	bool host_ok = compile_host_unit(r, f, t, "-S", assembly);
	bool device_ok = device_build_finish(&build, r->command->verbose);
	return host_ok && device_ok && append_image(assembly, f->fatbin) &&
	       assemble(r, f, t, assembly, object);
}

/* --amp-emit-cuda. */
static bool emit_cuda(const struct run *r, const struct amp_files *f, const struct translation *t)
{
	const char *output = r->command->output;
	if (!t->has_kernels) {
		fprintf(stderr, "ampcc: error: '%s' has no kernels\n", f->name);
		return false;
	}
	if (output && !strcmp(output, "-"))
		return fwrite(t->device_unit.data, t->device_unit.len, 1, stdout) == 1;
	char *path = output ? xstrdup(output) : default_output(f->in, ".amp.cu");
	bool ok = write_output(path, &t->device_unit);
	free(path);
	return ok;
}

/* What an AMP input is to become, after the front end. */
static bool compile_translation(struct run *r, const struct amp_files *f, struct translation *t,
                                const char *output)
{
	const struct command *c = r->command;
	const char *mode = c->stop == STOP_ASSEMBLY ? "-S" : "-c";
	if (c->stop == STOP_CUDA)
		return emit_cuda(r, f, t);
	if (c->stop == STOP_SYNTAX)
		return compile_host_unit(r, f, t, "-fsyntax-only", NULL);
	if (!t->has_kernels || !r->device.n_archs) {
		/* The kernels that nobody compiles may still be of interest. */
		if (c->save && !write_output(f->device_unit, &t->device_unit))
			return false;
		return compile_host_unit(r, f, t, mode, output);
	}
	if (c->lto || c->stop == STOP_ASSEMBLY || is_tcc(host_for_input(r, f->in)))
		return compile_in_turn(r, f, t, mode, output);
	return compile_side_by_side(r, f, t, output);
}

static bool step_amp(struct run *r, const struct input *in, const char *output)
{
	struct amp_files files;
	struct translation translation = {0};
	if (!load_front_end(r))
		return false;
	bool ok = amp_files_init(&files, r, in) && translate_input(r, &files, &translation) &&
	          compile_translation(r, &files, &translation, output);
	r->translation_finish(&translation);
	amp_files_finish(&files);
	return ok;
}

/* ---- Host inputs ------------------------------------------------------- */

/* An input without AMP, among others with it. */
static bool step_host(struct run *r, const struct input *in, const char *output)
{
	const struct command *c = r->command;
	struct strings argv = {0};
	strings_push_all(&argv, host_for_input(r, in));
	command_select(c, 0, OPTION_MODE | OPTION_DEPENDENCY | OPTION_LINK | OPTION_NVCC, &argv);
	if (in->amp) { /* -E */
		strings_push(&argv, "-isystem");
		strings_push(&argv, r->where->include_dir);
	}
	push_dependencies(c, in, "-MQ", &argv);
	push_mode(c, output, &argv);
	push_last_input(in, &argv); /* clang warns of "-x none" behind it */
	bool ok = run_command(r, &argv);
	strings_finish(&argv);
	return ok;
}

/* ---- The link ---------------------------------------------------------- */

/* Does the host compiler find this archive? */
static bool has_archive(const struct run *r, const char *name)
{
	struct strings argv = {0};
	struct text answer = {0};
	char *question = xasprintf("-print-file-name=%s", name);
	strings_push_all(&argv, host_for_command(r));
	strings_push(&argv, question);
	bool found =
	    process_run(argv.items, &answer) == 0 && answer.len && strchr(answer.data, '/') != NULL;
	free(question);
	text_finish(&answer);
	strings_finish(&argv);
	return found;
}

/* The static runtime and what it needs in turn; a program without AMP takes
 * nothing from them, and may be linked where they are not all installed. */
static void push_static_runtime(const struct run *r, struct strings *out)
{
	strings_push(out, "-lamprt");
	if (has_archive(r, "libboost_context.a"))
		strings_push(out, "-lboost_context");
	strings_push(out, "-lpthread");
	strings_push(out, "-ldl");
	strings_push(out, "-lm");
}

/* The runtime, for programs that use it. What the compiler adds itself behind
 * it (libstdc++, libm) is dropped as well where objects alone are linked and
 * no symbol needs it, as a C program does not. */
static void push_runtime(const struct run *r, bool objects_only, bool rpath, struct strings *out)
{
	const struct command *c = r->command;
	const char *dir = r->where->library_dir;
	if (!dir || c->no_libraries || c->relocatable_link)
		return;
	char *search = xasprintf("-L%s", dir);
	char *run_path = xasprintf("-Wl,-rpath,%s", dir);
	strings_push(out, search);
	if (c->static_link) {
		push_static_runtime(r, out);
	} else {
		if (rpath)
			strings_push(out, run_path);
		strings_push(out, "-Wl,--push-state,--as-needed");
		strings_push(out, "-lamprt");
		if (!objects_only)
			strings_push(out, "-Wl,--pop-state");
	}
	free(search);
	free(run_path);
}

/* Does a linked program name libamprt.so among the libraries it needs? (A
 * program that holds the name for another reason gets a run path for nothing.) */
static bool needs_runtime(const char *program)
{
	static const char name[] = "libamprt.so";
	struct stat st;
	bool found = false;
	int fd = open(program, O_RDONLY | O_CLOEXEC);
	if (fd >= 0 && fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size > 0) {
		size_t size = (size_t)st.st_size;
		void *data = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
		if (data != MAP_FAILED) {
			found = memmem(data, size, name, sizeof name - 1) != NULL;
			munmap(data, size);
		}
	}
	if (fd >= 0)
		close(fd);
	return found;
}

/* Runs a link. Only a program that turns out to need the runtime is told where
 * it is, so that others come out as the host compiler makes them: a link of
 * objects alone is repeated where they were AMP's. */
static bool link_program(struct run *r, const struct strings *command, bool objects_only,
                         bool any_amp)
{
	const char *output = r->command->output ? r->command->output : "a.out";
	output_begin(output);
	for (bool rpath = any_amp;; rpath = true) {
		struct strings argv = {0};
		strings_push_all(&argv, command);
		push_runtime(r, objects_only, rpath, &argv);
		bool ok = run_command(r, &argv);
		strings_finish(&argv);
		if (!ok || rpath || !r->where->library_dir || r->command->static_link ||
		    !needs_runtime(output)) {
			output_commit(output);
			return ok;
		}
	}
}

/* The CUDA runtime, where .cu inputs are part of the command. */
static void push_cuda_runtime(const struct run *r, struct strings *out)
{
	static const char *const libraries[] = {"-lcudart_static", "-lpthread", "-ldl", "-lrt"};
	char *search = xasprintf("-L%s/lib64", r->device.toolkit);
	strings_push(out, search);
	for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++)
		strings_push(out, libraries[i]);
	free(search);
}

/* The link of what the steps made: objects has the object file of each input,
 * NULL for what goes to the linker as it is. */
static bool link_objects(struct run *r, char *const *objects, bool any_amp)
{
	const struct command *c = r->command;
	struct strings argv = {0};
	if (is_tcc(host_for_command(r)))
		push_tcc_linker(&argv);
	else
		strings_push_all(&argv, host_for_command(r));
	for (size_t i = 0; i < c->n_arguments; i++) {
		const struct argument *a = &c->arguments[i];
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
	if (c->output) {
		strings_push(&argv, "-o");
		strings_push(&argv, c->output);
	}
	bool ok = link_program(r, &argv, false, any_amp);
	strings_finish(&argv);
	return ok;
}

/* ---- All of it --------------------------------------------------------- */

/* One input; *object is set where there is something to link. */
static bool step(struct run *r, const struct input *in, char **object)
{
	const struct command *c = r->command;
	if (in->kind == INPUT_OTHER && c->stop == STOP_LINK)
		return true;
	bool makes_object = c->stop >= STOP_ASSEMBLY;
	char *output = makes_object ? step_output(c, in) : c->output ? xstrdup(c->output) : NULL;
	if (makes_object)
		output_begin(output);
	bool ok;
	if (in->kind == INPUT_CUDA)
		ok = step_cuda(r, in, output);
	else if (in->amp && c->stop > STOP_PREPROCESS)
		ok = step_amp(r, in, output);
	else
		ok = step_host(r, in, output);
	if (ok && makes_object)
		output_commit(output);
	*object = output;
	return ok;
}

/* Input by input, as gcc does: one that fails does not keep the others from
 * being compiled, but the link. */
static int drive_steps(struct run *r, bool any_amp)
{
	const struct command *c = r->command;
	if (c->output && c->stop != STOP_LINK && c->n_inputs > 1) {
		fputs("ampcc: error: cannot specify -o with -c, -S or -E with multiple files\n",
		      stderr);
		return 1;
	}
	char **objects = xmalloc(c->n_inputs * sizeof *objects);
	bool ok = true;
	for (size_t i = 0; i < c->n_inputs; i++) {
		objects[i] = NULL;
		ok = step(r, &c->inputs[i], &objects[i]) && ok;
	}
	if (ok && c->stop == STOP_LINK)
		ok = link_objects(r, objects, any_amp);
	for (size_t i = 0; i < c->n_inputs; i++)
		free(objects[i]);
	free(objects);
	return ok ? 0 : 1;
}

/* The command line as it was typed, for the host compiler. A compiler that was
 * chosen for C and C++ alike is told which inputs are C. */
static void push_typed_words(const struct command *c, struct strings *out)
{
	if (!c->host_compiler || !has_kind(c, INPUT_C)) {
		strings_push_all(out, &c->words);
		return;
	}
	for (size_t i = 0; i < c->n_arguments; i++) {
		const struct argument *a = &c->arguments[i];
		bool is_language =
		    a->classes & OPTION_MODE &&
		    (!strncmp(a->words[0], "-x", 2) || !strncmp(a->words[0], "--language", 10));
		if (a->input >= 0)
			push_input(&c->inputs[a->input], out);
		for (size_t w = 0; a->input < 0 && w < 2 && a->words[w] && !is_language; w++)
			if (!is_own_option(a->words[w]))
				strings_push(out, a->words[w]);
	}
}

/* Nothing but host work. */
static int drive_host(struct run *r, bool any_amp)
{
	struct command *c = r->command;
	struct strings argv = {0};
	strings_push_all(&argv, host_for_command(r));
	push_typed_words(c, &argv);
	int status;
	if (c->stop == STOP_LINK && c->n_inputs && !has_kind(c, INPUT_HEADER) && r->where->library_dir &&
	    !is_tcc(host_for_command(r))) {
		bool objects_only = !has_kind(c, INPUT_C) && !has_kind(c, INPUT_CXX);
		status = link_program(r, &argv, objects_only, false) ? 0 : 1;
	} else {
		if (any_amp) { /* -E -M -MM, a header to be precompiled */
			strings_push(&argv, "-isystem");
			strings_push(&argv, r->where->include_dir);
		}
		status = become(r, &argv);
	}
	strings_finish(&argv);
	return status;
}

/* --version: the host compiler's, so that build systems know its kind, and
 * ampcc's own at the end. */
static int show_version(struct run *r)
{
	struct strings argv = {0};
	strings_push_all(&argv, &r->host_cxx);
	strings_push(&argv, "--version");
	int status = process_run(argv.items, NULL);
	strings_finish(&argv);
	puts("ampcc " AMPCC_VERSION ", a C++ AMP compiler, with the host compiler above");
	return status;
}

int drive(struct command *c, const struct installation *where)
{
	struct run r = {.command = c, .where = where};
	choose_host(c, "AMPCC_HOST_CC", "cc", &r.host_c);
	r.host_is_default = choose_host(c, "AMPCC_HOST_CXX", "c++", &r.host_cxx);
	int status = 1;
	bool any_amp = false;
	const char *host = host_for_command(&r)->items[0];
	if (is_this_program(host)) {
		fprintf(stderr,
		        "ampcc: error: the host compiler '%s' is ampcc itself; choose another with "
		        "AMPCC_HOST_CC and AMPCC_HOST_CXX\n",
		        host);
	} else if (c->version) {
		status = show_version(&r);
	} else if (c->stop == STOP_NOTHING || !c->n_inputs) {
		status = drive_host(&r, false);
	} else if (scan_inputs(&r, &any_amp)) {
		bool mixed = has_kind(c, INPUT_C) && has_kind(c, INPUT_CXX);
		bool steps = mixed || has_kind(c, INPUT_CUDA) || c->stop == STOP_CUDA ||
		             (any_amp && c->stop > STOP_PREPROCESS && !has_kind(c, INPUT_HEADER));
		status = steps ? drive_steps(&r, any_amp) : drive_host(&r, any_amp);
	}
	strings_finish(&r.host_c);
	strings_finish(&r.host_cxx);
	text_finish(&r.standard_input);
	device_finish(&r.device);
	return status;
}
