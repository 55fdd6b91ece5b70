/* Writes the CMakeLists.txt of a project that was converted to CUDA. */
#include "driver/project.h"

#include <stdlib.h>
#include <string.h>

/* Appends a word in quotation marks. Paths in the output folder become relative to it. */
static void append_quoted(const struct port *p, const char *word, struct text *out)
{
	const char *at = strstr(word, p->folder), *behind = at ? at + strlen(p->folder) : NULL;
	bool is_inside = at && (*behind == '/' || !*behind);
	text_append(out, "\"");
	for (const char *s = word; *s; s++) {
		if (is_inside && s == at) {
			text_append(out, "${CMAKE_CURRENT_SOURCE_DIR}");
			s = behind - 1;
			continue;
		}
		if (strchr("\"\\$;", *s))
			text_append(out, "\\");
		text_append_n(out, s, 1);
	}
	text_append(out, "\"");
}

/* Returns a name for a target, with unusual characters replaced by '_'. The caller frees it. */
static char *target_name(const char *name)
{
	static const char others[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.+-";
	char *out = xstrdup(name);
	for (char *p = out; *p; p++)
		if (!strchr(others, *p))
			*p = '_';
	return out;
}

/* Returns the name of the program of a source: the source's, with its folders if another source has the same
 * name. The caller frees it. */
static char *program_name(const struct port *p, const struct port_source *s)
{
	char *stem = with_suffix(file_name(s->name), "");
	size_t same = 0;
	for (size_t i = 0; i < p->n_sources; i++) {
		OWNED char *name = with_suffix(file_name(p->sources[i].name), "");
		same += p->sources[i].has_main && !strcmp(name, stem);
	}
	if (same == 1)
		return stem;
	free(stem);
	return with_suffix(s->name, "");
}

/* Returns a name that no other target has. The caller frees it. */
static char *new_target(const char *wanted, struct strings *taken)
{
	char *base = target_name(wanted), *name = xstrdup(base);
	for (unsigned n = 2; strings_contain(taken, name); n++) {
		free(name);
		name = xasprintf("%s_%u", base, n);
	}
	strings_push(taken, name);
	free(base);
	return name;
}

/* ---- Options ----------------------------------------------------------------- */

/* Appends a source's options for its compiler. */
static void push_options(const struct port_source *s, struct strings *out)
{
	const struct command *c = &s->command;
	if (c->inputs[0].kind == INPUT_CUDA) {
		push_cuda_options(c, out);
		return;
	}
	if (!c->inputs[0].amp) {
		command_select(c, 0, OPTION_MODE | OPTION_DEPENDENCY | OPTION_LINK | OPTION_NVCC, out);
		return;
	}
	strings_printf(out, "-std=%s", device_standard(c));
	push_people_options(c, OPTION_DEVICE_HOST, out);
}

/* A file that is compiled, and its options. */
struct compiled {
	const char *path;
	struct strings options;
};

/* Returns all files that are compiled. The caller frees them. */
static struct compiled *list_compiled(const struct port *p, size_t *n)
{
	struct compiled *files = xmalloc((2 * p->n_sources + 1) * sizeof *files);
	*n = 0;
	FOR_EACH(const struct port_source, s, p->sources, p->n_sources) {
		files[*n] = (struct compiled){.path = s->output};
		push_options(s, &files[(*n)++].options);
		if (!s->host_output)
			continue;
		files[*n] = (struct compiled){.path = s->host_output};
		command_select(&s->command, 0,
		               OPTION_MODE | OPTION_DEPENDENCY | OPTION_LINK | OPTION_NVCC | OPTION_FOLDED,
		               &files[(*n)++].options);
	}
	return files;
}

/* Appends a path in the output folder. */
static void append_path(const struct port *p, const char *path, struct text *out)
{
	append_quoted(p, path + strlen(p->folder) + 1, out);
}

/* Appends the sources' options, one command for all sources with the same options. */
static void append_options(const struct port *p, struct text *out)
{
	size_t n;
	OWNED struct compiled *files = list_compiled(p, &n);
	for (size_t i = 0; i < n; i++) {
		if (!files[i].options.count)
			continue;
		text_append(out, "set_property(SOURCE");
		for (size_t k = i; k < n; k++) {
			if (!strings_equal(&files[i].options, &files[k].options))
				continue;
			text_append(out, "\n  ");
			append_path(p, files[k].path, out);
			if (k != i)
				strings_finish(&files[k].options);
		}
		text_append(out, "\n  PROPERTY COMPILE_OPTIONS");
		for (size_t k = 0; k < files[i].options.count; k++) {
			text_append(out, " ");
			append_quoted(p, files[i].options.items[k], out);
		}
		text_append(out, ")\n");
	}
	for (size_t i = 0; i < n; i++)
		strings_finish(&files[i].options);
}

/* Appends the link options of all commands. */
static void push_link_options(const struct port *p, struct strings *out)
{
	for (size_t i = 0; i < p->n_sources; i++) {
		SCOPED(strings) words = {0};
		const struct command *c = &p->sources[i].command;
		command_select(c, OPTION_LINK, 0, &words);
		for (size_t k = 0; k < c->n_arguments; k++) {
			const char *word = c->arguments[k].words[0];
			if (!strcmp(word, "-fopenmp") || !strcmp(word, "-pthread"))
				strings_push(&words, word);
		}
		if (c->msvc && has_tbb(c))
			strings_push_each(&words, "-Wl,--as-needed", "-ltbb");
		for (size_t k = 0; k < words.count; k++)
			if (!strings_contain(out, words.items[k]))
				strings_push(out, words.items[k]);
	}
}

/* ---- Targets ----------------------------------------------------------------- */

/* Appends the output files of a source. */
static void append_files(const struct port *p, const struct port_source *s, struct text *out)
{
	append_path(p, s->output, out);
	if (s->host_output) {
		text_append(out, " ");
		append_path(p, s->host_output, out);
	}
}

/* Appends the sources without main(), one on each line, and returns their number. */
static size_t append_parts(const struct port *p, struct text *out)
{
	size_t n = 0;
	for (size_t i = 0; i < p->n_sources; i++) {
		if (p->sources[i].has_main)
			continue;
		text_append(out, "\n  ");
		append_files(p, &p->sources[i], out);
		n++;
	}
	return n;
}

static void append_libraries(const struct port *p, const char *parts, struct text *out)
{
	SCOPED(strings) options = {0};
	push_link_options(p, &options);
	text_printf(out, " PRIVATE%s%s ${AMP_LIBRARY}", parts ? " " : "", parts ? parts : "");
	for (size_t i = 0; i < options.count; i++) {
		text_append(out, " ");
		append_quoted(p, options.items[i], out);
	}
	text_append(out, ")\n");
}

/* Appends a program for each source with main(), and a library of all others. */
static void append_targets(const struct port *p, const char *project, struct text *out)
{
	SCOPED(strings) taken = {0};
	SCOPED(text) parts = {0};
	OWNED char *library = NULL;
	strings_push_words(&taken, "all clean depend edit_cache help install package preinstall rebuild_cache test");
	if (append_parts(p, &parts)) {
		OWNED char *wanted = xasprintf("%s_parts", project);
		library = new_target(wanted, &taken);
		text_printf(out, "\nadd_library(%s STATIC%s)\ntarget_link_libraries(%s", library, parts.data, library);
		append_libraries(p, NULL, out);
	}
	FOR_EACH(const struct port_source, s, p->sources, p->n_sources) {
		if (!s->has_main)
			continue;
		OWNED char *wanted = program_name(p, s), *name = new_target(wanted, &taken);
		text_printf(out, "\nadd_executable(%s ", name);
		append_files(p, s, out);
		text_printf(out, ")\ntarget_link_libraries(%s", name);
		append_libraries(p, library, out);
	}
}

/* Appends where amp.h and the runtime are. */
static void append_runtime(const struct port *p, struct text *out)
{
	if (p->has_runtime) {
		text_append(out, "add_subdirectory(ampcc/runtime)\nset(AMP_LIBRARY amprt)\n\n");
		return;
	}
	text_append(out, "set(AMP_INCLUDE_DIR ");
	append_quoted(p, p->where->include_dir, out);
	text_append(out, " CACHE PATH \"The folder of amp.h\")\nfind_library(AMP_LIBRARY amprt");
	if (p->where->library_dir) {
		text_append(out, " HINTS ");
		append_quoted(p, p->where->library_dir, out);
	}
	text_append(out, " REQUIRED)\ninclude_directories(\"${AMP_INCLUDE_DIR}\")\n\n");
}

void append_cmake(const struct port *p, struct text *out)
{
	OWNED char *project = target_name(file_name(p->root));
	bool has_c = p->has_runtime;
	for (size_t i = 0; i < p->n_sources; i++)
		has_c = has_c || p->sources[i].command.inputs[0].kind == INPUT_C;
	text_printf(
	    out,
	    "# " EMITTED_MARK "the commands that compile the project.\n"
	    "# They do not say what is linked with what: each source with main() is a program here, and all others\n"
	    "# are a library of theirs.\n"
	    "cmake_minimum_required(VERSION 3.24)\n"
	    "if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)\n"
	    "  set(CMAKE_CUDA_ARCHITECTURES native)\n"
	    "endif()\n"
	    "project(%s LANGUAGES %sCXX CUDA)\n"
	    "# Kernels may call functions that are constexpr.\n"
	    "add_compile_options($<$<COMPILE_LANG_AND_ID:CUDA,NVIDIA>:--expt-relaxed-constexpr>)\n\n",
	    *project ? project : "project", has_c ? "C " : "");
	append_runtime(p, out);
	append_options(p, out);
	append_targets(p, *project ? project : "project", out);
}
