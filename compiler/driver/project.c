/* --amp-emit-cuda=DIR: converts a project to a CUDA project with the same folders.
 *
 * Each source is converted on its own. A header that one source must convert is converted for all sources
 * that include it, and their changes are merged. The other files of the sources are copied if they are below
 * the current folder, which is the project's. */
#include "driver/project.h"

#include "base/dialect.h"
#include "base/process.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Paths ------------------------------------------------------------------- */

/* Replaces a path by its path within the project for messages, if it is there. */
static void shorten(const struct port *p, char **path)
{
	char *real = realpath(*path, NULL);
	const char *rest = path_below(real ? real : *path, p->root);
	char *name = rest ? xstrdup(rest) : NULL;
	free(real);
	if (!name)
		return;
	free(*path);
	*path = name;
}

/* Replaces a path in an option by the corresponding path in the output folder. */
static void move_path(const struct port *p, char **path)
{
	OWNED char *real = realpath(*path, NULL);
	const char *rest = real ? path_below(real, p->root) : NULL;
	OWNED char *library = p->has_runtime ? realpath(p->where->include_dir, NULL) : NULL;
	const char *of_library = real && library ? path_below(real, library) : NULL;
	if (!real)
		return;
	free(*path);
	bool is_library = library && !strcmp(real, library);
	*path = of_library               ? xasprintf("%s/ampcc/include/%s", p->folder, of_library)
	        : is_library             ? xasprintf("%s/ampcc/include", p->folder)
	        : rest                   ? xasprintf("%s/%s", p->folder, rest)
	        : !strcmp(real, p->root) ? xstrdup(p->folder)
	                                 : xstrdup(real);
}

/* Replaces the paths in a command's options by those in the output folder. */
static void move_options(const struct port *p, struct command *c)
{
	FOR_EACH(struct argument, a, c->arguments, c->n_arguments) {
		size_t n = a->input < 0 ? starts_with_word(a->words[0], FOLDER_OPTIONS " " FORCED_INCLUDES) : 0;
		if (n && a->words[1]) {
			move_path(p, &a->words[1]);
		} else if (n) {
			OWNED char *word = a->words[0], *path = xstrdup(word + n);
			move_path(p, &path);
			a->words[0] = xasprintf("%.*s%s", (int)n, word, path);
		}
	}
}

/* ---- Sources ----------------------------------------------------------------- */

/* Discards the result of a source's conversion. */
static void forget(struct port_source *s)
{
	strings_finish(&s->files);
	emitted_finish(&s->emitted);
}

/* Appends the options of ampcc's command line that apply to every source. */
static void push_common_options(const struct command *c, struct strings *out)
{
	FOR_EACH(const struct argument, a, c->arguments, c->n_arguments) {
		bool is_project = starts(a->words[0], "--amp-emit-cuda=") ||
		                  is_word_of("-p -o --amp-vendor", a->words[0], strlen(a->words[0]));
		for (size_t w = 0; w < 2 && a->input < 0 && !is_project && a->words[w]; w++)
			strings_push(out, a->words[w]);
	}
}

/* Returns the input of a command that is the file at a path, or NULL. */
static const struct input *input_of(const struct command *c, const char *path)
{
	for (size_t i = 0; i < c->n_inputs; i++) {
		OWNED char *real = realpath(c->inputs[i].path, NULL);
		bool is_it = real && !strcmp(real, path);
		if (is_it)
			return &c->inputs[i];
	}
	return NULL;
}

/* Returns whether a source can be converted or copied; reports an error if not. */
static bool is_convertible(const struct port_source *s, const struct input *in, const char *root)
{
	if (!s->name)
		fail("'%s' is outside of '%s': run ampcc in the project's folder", s->path, root);
	else if (!in || (in->kind != INPUT_C && in->kind != INPUT_CXX && in->kind != INPUT_CUDA))
		fail("'%s' is no source of C, C++ or CUDA", s->path);
	else
		return true;
	return false;
}

/* Returns another source with the same path, or NULL: projects may compile a file in several targets. */
static const struct port_source *source_at(const struct port *p, const char *path)
{
	for (size_t i = 0; i + 1 < p->n_sources; i++)
		if (!strcmp(p->sources[i].path, path))
			return &p->sources[i];
	return NULL;
}

/* Returns whether two commands compile a source with the same options; reports an error if not. */
static bool are_same(const struct port_source *a, const struct port_source *b)
{
	SCOPED(strings) x = {0}, y = {0};
	unsigned others = OPTION_MODE | OPTION_DEPENDENCY | OPTION_LINK;
	command_select(&a->command, 0, others, &x);
	command_select(&b->command, 0, others, &y);
	bool same = strings_equal(&x, &y);
	if (!same)
		fail("'%s' is compiled twice, with different options: in CUDA it would be two sources", a->name);
	return same;
}

static void source_finish(struct port_source *s)
{
	forget(s);
	command_finish(&s->command);
	free(s->folder);
	free(s->path);
	free(s->name);
	free(s->output);
	free(s->host_output);
}

/* Replaces nvcc's response file options, which CMake uses, by gcc's notation. */
static void name_response_files(struct strings *words)
{
	size_t n = 0;
	for (size_t i = 0; i < words->count; i++) {
		char *word = words->items[i];
		bool is_file = (!strcmp(word, "--options-file") || !strcmp(word, "-optf")) && i + 1 < words->count;
		if (is_file) {
			free(word);
			word = xasprintf("@%s", words->items[++i]);
			free(words->items[i]);
		}
		words->items[n++] = word;
	}
	words->count = n;
	words->items[n] = NULL;
}

/* Adds the source of a compile command, whose first word is the compiler. Returns false after an error. */
static bool add_source(struct port *p, const char *folder, const char *file, struct strings *words)
{
	if (chdir(folder) != 0)
		return fail("cannot enter '%s': %m", folder);
	struct port_source *s = &APPEND(p->sources, p->n_sources);
	*s = (struct port_source){.folder = xstrdup(folder), .path = realpath(file, NULL)};
	if (!s->path)
		return fail("cannot read '%s': %m", file);
	const char *rest = path_below(s->path, p->root);
	s->name = rest ? xstrdup(rest) : NULL;
	struct command *c = &s->command;
	name_response_files(words);
	if (!command_init(c, (int)words->count, words->items))
		return false;
	const struct input *in = input_of(c, s->path);
	if (in) {
		c->inputs[0] = *in;
		c->n_inputs = 1;
		c->inputs[0].amp = in->kind != INPUT_CUDA && scan_source(c, in->path, NULL, p->where->include_dir);
	}
	c->stop = STOP_CUDA;
	c->output = NULL;
	c->write_dependencies = false;
	add_dialect(c, p->where->include_dir);
	if (!is_convertible(s, in, p->root))
		return false;
	const struct port_source *other = source_at(p, s->path);
	if (other) {
		bool same = are_same(s, other);
		source_finish(&p->sources[--p->n_sources]);
		return same;
	}
	OWNED char *name = c->inputs[0].amp ? with_suffix(s->name, ".cu") : xstrdup(s->name);
	s->output = xasprintf("%s/%s", p->folder, name);
	s->host_output = c->inputs[0].amp && in->kind == INPUT_C ? host_of_cuda(s->output) : NULL;
	return true;
}

/* Adds the sources of ampcc's command line. */
static bool add_inputs(struct port *p, const struct command *c, const struct strings *common)
{
	bool ok = true;
	for (size_t i = 0; i < c->n_inputs; i++) {
		SCOPED(strings) words = {0};
		strings_push(&words, "ampcc");
		strings_push_all(&words, common);
		strings_push(&words, c->inputs[i].path);
		ok = add_source(p, p->root, c->inputs[i].path, &words) && ok;
	}
	return ok;
}

/* Adds the sources of compile_commands.json. path: the file or its folder. */
static bool add_commands(struct port *p, struct run *r, const char *path, const struct strings *common)
{
	OWNED char *folder = !strcmp(file_name(path), "compile_commands.json") ? folder_of(path) : xstrdup(path);
	OWNED struct compile_command *commands = NULL;
	size_t n = 0;
	bool ok = load_front_end(r) && r->front_end->read_compile_commands(folder, &commands, &n);
	for (size_t i = 0; i < n; i++) {
		strings_push_all(&commands[i].words, common);
		ok = add_source(p, commands[i].folder, commands[i].file, &commands[i].words) && ok;
		free(commands[i].folder);
		free(commands[i].file);
		strings_finish(&commands[i].words);
	}
	if (ok && !n)
		fail("'%s' has no commands", path);
	return ok && n;
}

/* Adds a file to those that a source consists of, if the file exists. */
static void add_file(struct port_source *s, const char *name)
{
	OWNED char *real = realpath(name, NULL);
	if (real && !strings_contain(&s->files, real))
		strings_push(&s->files, real);
}

/* ---- Sources of CUDA ----------------------------------------------------------- */

/* Returns whether a text defines a function main outside all braces. */
static bool has_main_function(const struct text *t)
{
	static const char word[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
	const char *p = t->data, *end = p + t->len;
	int depth = 0;
	while (p && p < end) {
		const char *behind = skip_literal(t->data, p, end);
		size_t n = strspn(p, word);
		depth += (*p == '{') - (*p == '}');
		if (!depth && n == 4 && starts(p, "main") && p[4 + strspn(p + 4, " \t\r\n")] == '(')
			return true;
		p = behind == p ? p + (n ? n : 1) : behind;
	}
	return false;
}

/* Finds the files that a CUDA source consists of, listed by the host's preprocessor without CUDA's headers,
 * and whether the source has main(). */
static bool read_cuda(struct port_source *s)
{
	struct run r = {.command = &s->command};
	SCOPED(strings) argv = {0}, options = {0};
	SCOPED(text) list = {0}, messages = {0}, text = {0};
	choose_hosts(&r);
	strings_push_all(&argv, &r.host_cxx);
	command_select(&s->command, OPTION_PARSE, OPTION_NVCC, &options);
	for (size_t i = 0; i < options.count; i++)
		if (!is_of_cmake(options.items[i]))
			strings_push(&argv, options.items[i]);
	strings_push_each(&argv, "-x", "c++", "-M", "-MG", "-w", "-D__CUDACC__", s->path);
	bool ok = read_file(s->path, &text) && process_run_apart(argv.items, &list, &messages) == 0 && list.data;
	if (!ok)
		fprintf(stderr, "ampcc: error: cannot read what '%s' includes\n%s", s->path, text_string(&messages));
	char *rest = ok ? list.data + strcspn(list.data, ":") + 1 : NULL, *name;
	while (ok && (name = strtok_r(rest, " \\\n", &rest)) != NULL)
		add_file(s, name);
	s->has_main = ok && text.len && has_main_function(&text);
	strings_finish(&r.host_c);
	strings_finish(&r.host_cxx);
	return ok;
}

/* ---- Conversion -------------------------------------------------------------- */

static bool convert(struct port *p, struct port_source *s)
{
	struct run r = {.command = &s->command, .where = p->where};
	struct project project = {p->root, p->folder, s->name, &p->converted};
	SCOPED(strings) names = {0};
	if (chdir(s->folder) != 0)
		return false;
	if (s->command.inputs[0].kind == INPUT_CUDA)
		return read_cuda(s);
	choose_hosts(&r);
	bool ok = convert_source(&r, &s->command.inputs[0], s->output, &project, &s->emitted, &names, &s->has_main);
	for (size_t i = 0; ok && i < names.count; i++)
		add_file(s, names.items[i]);
	for (size_t i = 0; i < s->emitted.count; i++) {
		struct emitted_file *f = &s->emitted.files[i];
		OWNED char *real = realpath(f->source, NULL);
		bool is_header =
		    i && real && strcmp(real, s->path) != 0; /* the kernels of a C source also have the source's path */
		if (is_header && !strings_contain(&p->converted, real))
			strings_push(&p->converted, real);
		shorten(p, &f->source);
		for (size_t k = 0; k < f->n_changes; k++)
			shorten(p, &f->changes[k].unit);
	}
	s->n_converted = p->converted.count;
	strings_finish(&r.host_c);
	strings_finish(&r.host_cxx);
	return ok;
}

/* Returns whether other sources converted headers of this one after its own conversion. */
static bool is_outdated(const struct port *p, const struct port_source *s)
{
	for (size_t i = s->n_converted; i < p->converted.count; i++)
		if (strings_contain(&s->files, p->converted.items[i]))
			return s->command.inputs[0].amp;
	return false;
}

/* Converts all sources, and repeats it for sources whose headers others have converted since, until nothing
 * changes. */
static bool convert_all(struct port *p)
{
	bool ok = true, more = true;
	for (size_t i = 0; i < p->n_sources; i++)
		ok = convert(p, &p->sources[i]) && ok;
	while (ok && more) {
		more = false;
		for (size_t i = 0; ok && i < p->n_sources; i++) {
			struct port_source *s = &p->sources[i];
			if (!is_outdated(p, s))
				continue;
			more = true;
			forget(s);
			ok = convert(p, s);
		}
	}
	return chdir(p->root) == 0 && ok;
}

/* ---- What is written --------------------------------------------------------- */

/* Returns the file that is written to a path, or NULL. */
static struct emitted_file *file_at(const struct port *p, const char *path)
{
	for (size_t i = 0; i < p->files.count; i++)
		if (!strcmp(p->files.files[i].path, path))
			return &p->files.files[i];
	return NULL;
}

/* Returns whether a file at an output path comes from the same source; reports an error if not. */
static bool is_same_source(const struct emitted_file *there, const char *source)
{
	return !strcmp(there->source, source) ||
	       fail("'%s' and '%s' would both be written to '%s'", there->source, source, there->path);
}

/* Merges what one source made of a file with what others made of it. */
static bool take(struct port *p, struct emitted_file *f)
{
	struct emitted_file *there = file_at(p, f->path);
	if (there)
		return is_same_source(there, f->source) && emitted_merge(there, f);
	struct emitted_file *new = emitted_add(&p->files, f->source, f->path), made = *new;
	*new = *f;
	*f = made;
	return true;
}

/* Adds an unchanged file, under a name in the output folder. */
static bool copy(struct port *p, const char *path, const char *name)
{
	OWNED char *to = xasprintf("%s/%s", p->folder, name);
	struct emitted_file *there = file_at(p, to);
	return there ? is_same_source(there, name) : read_or_fail(path, &emitted_add(&p->files, name, to)->original);
}

/* Adds the results of a source's conversion, and copies of its files that were not converted. */
static bool take_source(struct port *p, struct port_source *s)
{
	bool is_amp = s->command.inputs[0].amp, ok = true;
	for (size_t i = 0; is_amp && i < s->emitted.count; i++)
		ok = take(p, &s->emitted.files[i]) && ok;
	for (size_t i = 0; i < s->files.count; i++) {
		const char *path = s->files.items[i];
		bool is_copied = is_amp ? strcmp(path, s->path) != 0 && !strings_contain(&p->converted, path) : true;
		if (is_copied && path_below(path, p->root))
			ok = copy(p, path, path_below(path, p->root)) && ok;
	}
	return ok;
}

/* Adds the files of a folder and its subfolders, except Meson's. */
static bool copy_folder(struct port *p, const char *path, const char *name)
{
	SCOPED(strings) entries = {0};
	bool ok = list_folder(path, &entries) || fail("cannot read '%s': %m", path);
	for (size_t i = 0; ok && i < entries.count; i++) {
		const char *entry = entries.items[i];
		if (entry[0] == '.' || !strcmp(entry, "meson.build"))
			continue;
		OWNED char *from = xasprintf("%s/%s", path, entry), *to = xasprintf("%s/%s", name, entry);
		struct stat st;
		bool is_folder = stat(from, &st) == 0 && S_ISDIR(st.st_mode);
		ok = is_folder ? copy_folder(p, from, to) : copy(p, from, to);
	}
	return ok;
}

/* --amp-vendor: adds the parts of the installation that the CUDA needs. */
static bool take_runtime(struct port *p)
{
	const char *runtime = p->where->runtime_dir;
	if (!runtime)
		return fail("--amp-vendor: the runtime's sources are not installed");
	OWNED char *license = xasprintf("%s/../LICENSE", runtime);

	return copy_folder(p, p->where->include_dir, "ampcc/include") && copy_folder(p, runtime, "ampcc/runtime") &&
	       copy(p, license, "ampcc/LICENSE");
}

/* Collects all files to be written. */
static bool take_all(struct port *p)
{
	bool ok = true;
	SCOPED(text) cmake = {0};
	for (size_t i = 0; i < p->n_sources; i++)
		ok = take_source(p, &p->sources[i]) && ok;
	ok = ok && (!p->has_runtime || take_runtime(p));
	for (size_t i = 0; ok && i < p->n_sources; i++) {
		ok = chdir(p->sources[i].folder) == 0;
		move_options(p, &p->sources[i].command);
	}
	if (!ok)
		return false;
	append_cmake(p, &cmake);
	OWNED char *path = xasprintf("%s/CMakeLists.txt", p->folder);
	text_append(&emitted_add(&p->files, "CMakeLists.txt", path)->original, cmake.data);
	return chdir(p->root) == 0 && ok;
}

static void port_finish(struct port *p)
{
	for (size_t i = 0; i < p->n_sources; i++)
		source_finish(&p->sources[i]);
	free(p->sources);
	strings_finish(&p->converted);
	emitted_finish(&p->files);
	free(p->root);
	free(p->folder);
}

int convert_project(struct command *c, const struct installation *where)
{
	SCOPED(port) p = {.where = where,
	                  .has_runtime = c->vendor,
	                  .root = realpath(".", NULL),
	                  .folder = absolute_path(c->emit_folder)};
	struct run r = {.command = c, .where = where};
	SCOPED(strings) common = {0};
	bool ok = p.root && strcmp(p.root, p.folder) != 0 && !c->output;
	if (!ok)
		fail("--amp-emit-cuda=%s: %s", c->emit_folder,
		     c->output ? "with -o, which is for one source" : "this is the project's own folder");
	push_common_options(c, &common);
	ok = ok && add_inputs(&p, c, &common);
	ok = ok && (!c->compile_commands || add_commands(&p, &r, c->compile_commands, &common));
	if (ok && !p.n_sources)
		ok = fail("--amp-emit-cuda=%s: no sources; -p names compile_commands.json", c->emit_folder);
	ok = ok && convert_all(&p) && take_all(&p);
	for (size_t i = 0; ok && i < p.files.count; i++) {
		const char *rest = path_below(p.files.files[i].path, p.root);
		char *path = rest ? xstrdup(rest) : NULL;
		if (path) {
			free(p.files.files[i].path);
			p.files.files[i].path = path;
		}
	}
	ok = ok && write_emitted(&p.files, true);
	return ok ? 0 : 1;
}
