/* Makes one flat text from a source and its own headers.
 *
 * The user's own compiler preprocesses (-E -dD -dI), so that macros, #if and include paths mean what they
 * mean to it; flatten.c folds its output back. */
#include "base/paths.h"
#include "base/process.h"
#include "base/tcc.h"
#include "source/copies.h"
#include "source/unit.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* Adds the source's folder for "…": a copy of the source is in another folder. */
static void push_folder(const struct translation_request *r, struct strings *command)
{
	OWNED char *folder = folder_of(r->path);

	strings_push_each(command, "-iquote", folder);
}

/* Builds the command that preprocesses, with the options `words`, reading copies in place of files. `text` is a file
 * to be read in place of the source, or NULL. */
static void push_command(const struct translation_request *r, const struct copies *copies,
                         const char *words, const char *text, struct strings *command)
{
	const char *copy = text ? text : copies_find(copies, r->path);

	if (is_tcc(r->host_compiler))
		push_tcc_preprocessor(r->host_compiler, command);
	else
		strings_push_all(command, r->host_compiler);
	strings_push(command, "-E");
	strings_push_words(command, words);
	if (r->stand_ins)
		strings_push_each(command, "-isystem", r->stand_ins);
	copies_push_options(copies, r->options, command);
	strings_push_each(command, "-D__AMPCC__", "-isystem", r->include_dir);
	if (!r->for_people && !r->is_check) /* what is written for people has macros of <amp/cuda_text.h> */
		strings_push(command, "-D__AMPCC_FLAT__");
	if (copy)
		push_folder(r, command);
	strings_push_each(command, "-x", r->language == LANGUAGE_C ? "c" : "c++", copy ? copy : r->path);
}

/* Appends text with universal character names (\U000000f6) converted to UTF-8. */
static void append_named_characters(struct text *out, const char *s, const char *end)
{
	for (const char *p; s < end; s = p) {
		p = memchr(s, '\\', (size_t)(end - s));
		p = p ? p : end;
		text_append_n(out, s, (size_t)(p - s));
		if (end - p >= 10 && p[1] == 'U' && strspn(p + 2, "0123456789abcdefABCDEF") >= 8) {
			char digits[9] = {0};

			memcpy(digits, p + 2, 8);
			append_character(out, (unsigned)strtoul(digits, NULL, 16));
			p += 10;
		} else if (p < end) {
			text_append_n(out, p++, 1);
		}
	}
}

/* Appends preprocessed text with the names as the source spells them: gcc writes characters beyond ASCII in
 * names as universal character names. String literals stay unchanged. */
static void append_with_names(struct text *out, const char *s, size_t len)
{
	SCOPED(tokens) tokens = {0};
	size_t at = 0;

	lex(s, len, &tokens);
	FOR_EACH(const struct token, t, tokens.items, tokens.count) {
		if (t->kind != TOKEN_STRING && t->kind != TOKEN_DIRECTIVE)
			continue;
		append_named_characters(out, s + at, s + t->offset);
		if (t->kind == TOKEN_STRING) {
			text_append_n(out, s + t->offset, t->len);
		} else {
			text_append(out, "#");
			append_with_names(out, s + t->offset + 1, t->len - 1);
		}
		at = token_end(t);
	}
	append_named_characters(out, s + at, s + len);
}

static void spell_names(struct text *t)
{
	struct text spelled = {0};

	if (!t->data || !strstr(t->data, "\\U"))
		return;
	append_with_names(&spelled, t->data, t->len);
	text_finish(t);
	*t = spelled;
}

/* Replaces copies' names by the originals' in the dependency file that an option of a command names. */
static void rename_in_dependencies(const struct strings *command, const char *option, const struct copies *copies)
{
	for (size_t i = 0; (copies->count || copies->hiding) && i + 1 < command->count; i++) {
		SCOPED(text) t = {0};

		if (strcmp(command->items[i], option) || !read_file(command->items[i + 1], &t) || !t.data)
			continue;
		copies_rename(copies, &t);
		write_file(command->items[i + 1], t.data, t.len);
	}
}

/* Adds the headers that <amp.h> includes for all compilers but this preprocessor (__AMPCC_FLAT__) behind its name in
 * the dependency file that is written, if any. */
static void add_library_dependencies(const struct translation_request *r, const struct strings *command)
{
	OWNED char *amp = xasprintf(" %s/amp.h", r->include_dir), *folder = xasprintf("%s/amp", r->include_dir);
	SCOPED(text) t = {0}, all = {0};
	SCOPED(strings) entries = {0};
	const char *path = NULL, *at;

	for (size_t i = 0; i < command->count; i++) {
		const char *value = option_value(command, &i, "-MF");

		path = value ? value : path;
	}
	if (!path || !read_file(path, &t) || !t.data || !(at = strstr(t.data, amp)))
		return;
	at += strlen(amp);
	text_append_n(&all, t.data, (size_t)(at - t.data));
	list_folder(folder, &entries);
	for (size_t i = 0; i < entries.count; i++) {
		if (ends(entries.items[i], ".h"))
			text_printf(&all, " \\\n %s/%s", folder, entries.items[i]);
	}
	text_append(&all, at);
	write_file(path, all.data, all.len);
}

static bool expand(const struct translation_request *r, const struct copies *copies, struct text *output)
{
	SCOPED(strings) command = {0};
	SCOPED(text) messages = {0};

	push_command(r, copies, "-dD -dI", NULL, &command);
	if (r->dependency_options)
		strings_push_all(&command, r->dependency_options);
	bool ok = (r->stand_ins ? process_run_apart(command.items, output, &messages)
	                        : process_run(command.items, output)) == 0;

	spell_names(output);
	copies_rename_hiding(copies, output);
	rename_in_dependencies(&command, "-MF", copies);
	if (r->dependency_options && r->dependency_options->count && r->language == LANGUAGE_CXX)
		add_library_dependencies(r, &command);
	return ok;
}

/* Adds the name of the object file for a command that only writes dependencies: as in gcc, it follows from
 * the source's name. */
static void push_target(const struct translation_request *r, struct strings *command)
{
	const char *name = file_name(r->path), *dot = strrchr(name, '.');

	for (size_t i = 0; i < command->count; i++) {
		if (starts(command->items[i], "-MT") || starts(command->items[i], "-MQ"))
			return;
	}
	strings_push(command, "-MQ");
	strings_printf(command, "%.*s.o", (int)(dot ? (size_t)(dot - name) : strlen(name)), name);
}

bool run_on_copies(const struct translation_request *r, const struct strings *words, bool is_dependencies)
{
	struct copies copies;
	SCOPED(strings) command = {0};
	SCOPED(text) output = {0};

	copies_make(r, &copies);
	const char *copy = copies_find(&copies, r->path);

	copies_push_options(&copies, words, &command);
	free(command.items[--command.count]);
	if (copy) {
		OWNED char *map = xasprintf("-ffile-prefix-map=%s=%s", copy, r->path);

		push_folder(r, &command);
		strings_push(&command, map);
		if (is_dependencies)
			push_target(r, &command);
	}
	strings_push(&command, copy ? copy : r->path);
	if (r->verbose)
		command_print(command.items);
	bool is_renamed = is_dependencies;

	for (size_t i = 0; i < words->count && copies.hiding; i++)
		is_renamed |= !strcmp(words->items[i], "-E");
	bool ok = process_run(command.items, is_renamed ? &output : NULL) == 0;

	rename_in_dependencies(&command, "-MF", &copies);
	if (is_renamed)
		rename_in_dependencies(&command, "-o", &copies);
	copies_rename(&copies, &output);
	if (output.data)
		fwrite(output.data, 1, output.len, stdout);
	return ok;
}

/* Whether a text contains "fall through", "FALLTHRU" or the like. */
static bool says_fall_through(const char *s, const char *end)
{
	static const char fall[] = "fall", through[] = "thr";

	for (; end - s > (ptrdiff_t)strlen(fall); s++) {
		if (strncasecmp(s, fall, strlen(fall)) != 0)
			continue;
		const char *next = s + strlen(fall);

		next += *next == 's' || *next == 'S';
		next += *next == ' ' || *next == '-' || *next == '_';
		if (end - next >= (ptrdiff_t)strlen(through) && strncasecmp(next, through, strlen(through)) == 0)
			return true;
	}
	return false;
}

/* Whether a comment of a file says "fall through". Blanks the file's line splices. */
static bool comments_say_fall_through(struct text *file)
{
	SCOPED(tokens) tokens = {0};
	const char *at = file->data;
	bool found = false;

	if (!says_fall_through(at, at + file->len))
		return false;
	blank_splices(file->data, file->len);
	lex(file->data, file->len, &tokens);
	for (size_t i = 0; i < tokens.count && !found; i++) {
		const struct token *t =
		    &tokens.items[i]; /* in front of which there are comments and white space only */

		found = says_fall_through(at, file->data + t->offset);
		at = file->data + token_end(t);
	}
	return found;
}

/* Whether comments in the program's files may suppress gcc's -Wimplicit-fallthrough. */
static bool has_fall_through_comments(const struct unit *u)
{
	bool found = false;

	for (size_t i = 0; i < u->files.count && !found; i++) {
		SCOPED(text) file = {0};

		read_source_file(path_of_file(u->request, u->files.items[i]), &file, NULL);
		found = comments_say_fall_through(&file);
	}
	return found;
}

/* Replaces the unit's text by preprocessed text with comments. To -C, comments are tokens: they can get between the
 * operands of ##, and a directive behind one on its line is none. So the text is used only if it is the same program.
 * Returns whether it is. */
static bool use_commented(struct unit *u, struct text *output)
{
	struct unit commented, plain = *u;

	spell_names(output);
	flatten(u->request, text_string(output), &commented);
	const struct token *s = u->tokens.items, *t = commented.tokens.items;
	/* a file with nothing but pragmas may have no line in one of them */
	bool same = strings_equal(&u->files, &commented.files) && !find_difference(u, &s, &commented, &t);

	*u = same ? commented : plain;
	unit_finish(same ? &plain : &commented);
	return same;
}

/* Replaces `from` by `to` at the beginning of lines. */
static void replace_in_lines(const char *s, const char *from, const char *to, struct text *out)
{
	for (size_t n; *s; s += n) {
		if (starts(s, from)) {
			text_append(out, to);
			s += strlen(from);
		}
		n = strcspn(s, "\n");
		n += s[n] == '\n';
		text_append_n(out, s, n);
	}
}

/* Returns what is behind the macros of the compiler and of the command line, which are defined whenever it
 * preprocesses. */
static const char *behind_command_line(const char *output)
{
	const char *start = output;

	for (const char *p = output; (p = strstr(p, " \"<command-line>\"")) != NULL;)
		start = p += strcspn(p, "\n");
	return start;
}

/* gcc with -C reads each header again and again, since a comment in front of an include guard hides it. So
 * directives are processed first, of which an #include remains as a pragma, and then macros, in a text that
 * includes nothing. What knows the name of that text (__BASE_FILE__) or counts (__COUNTER__) makes it another
 * program. Returns whether the unit's text has been replaced. */
static bool keep_comments_in_two_steps(const struct copies *copies, struct unit *u)
{
	static const char include[] = "#include", pragma[] = "#pragma ampcc include";
	const char *path = temporary_path("comments", ".txt");
	SCOPED(strings) first = {0}, second = {0};
	SCOPED(text) output = {0}, expanded = {0}, messages = {0}, text = {0}, commented = {0};

	push_command(u->request, copies, "-C -fdirectives-only -dI -w", NULL, &first);
	push_command(u->request, copies, "-C -dD -w", path, &second);
	if (process_run_apart(first.items, &output, &messages) != 0 || !output.data)
		return false;
	copies_rename_hiding(copies, &output);
	replace_in_lines(behind_command_line(output.data), include, pragma, &text);
	if (!write_file(path, text.data, text.len) || process_run_apart(second.items, &expanded, &messages) != 0 ||
	    !expanded.data)
		return false;
	replace_in_lines(expanded.data, pragma, include, &commented);
	return use_commented(u, &commented);
}

/* Replaces the unit's text by one with comments, for people and for -Wimplicit-fallthrough. */
static void keep_comments(const struct translation_request *r, const struct copies *copies, struct unit *u)
{
	SCOPED(strings) command = {0};
	SCOPED(text) output = {0}, messages = {0};

	if (!u->host_is_clang && !is_tcc(r->host_compiler) && keep_comments_in_two_steps(copies, u))
		return;
	push_command(r, copies, "-C -dD -dI -w", NULL, &command);
	if (process_run_apart(command.items, &output, &messages) != 0)
		return;
	copies_rename_hiding(copies, &output);
	use_commented(u, &output);
}

/* After preprocessing has failed: notes that --amp-msvc has headers of Windows that are missing. `-M -MG`
 * lists missing headers by the names that the program uses, without a folder. */
static void suggest_msvc(const struct translation_request *r, const struct copies *copies)
{
	SCOPED(strings) command = {0};
	SCOPED(text) output = {0}, messages = {0};

	push_command(r, copies, "-M -MG -w", NULL, &command);
	bool ok = process_run_apart(command.items, &output, &messages) == 0 && output.data;
	char *rest = output.data, *name, *folder = xasprintf("%s" WINDOWS_HEADERS, r->include_dir);

	while (ok && (name = strtok_r(rest, " \\\n", &rest)) != NULL) {
		OWNED char *header = find_without_case(folder, strlen(folder), name);

		/* a header found in the current folder has no folder in its name, either */
		if (!strchr(name, '/') && access(name, F_OK) != 0 && header)
			fprintf(stderr, "%s: note: <%s> is of Windows: --amp-msvc has it (docs/porting.md)\n",
			        r->display_path, name);
	}
	free(folder);
}

bool preprocess(const struct translation_request *r, struct unit *out)
{
	SCOPED(text) output = {0};
	struct copies copies;

	copies_make(r, &copies);
	*out = (struct unit){.request = r};
	bool ok = expand(r, &copies, &output);

	if (!ok && !r->stand_ins && !r->msvc && r->language == LANGUAGE_CXX)
		suggest_msvc(r, &copies);
	if (ok)
		flatten(r, text_string(&output), out);
	if (ok && !r->is_check && (r->for_people || has_fall_through_comments(out)))
		keep_comments(r, &copies, out);
	return ok;
}

void append_origin(const struct translation_request *r, struct text *t)
{
	bool is_c = r->language == LANGUAGE_C; /* C90 has no other comments */
	const char *path = r->project ? r->project->origin : r->display_path;

	text_append(t, is_c ? "/* Made by ampcc from " : "// Made by ampcc from ");
	for (const char *p = path; *p; p++) {
		bool ends = *p == '\n' || *p == '\r' || (is_c && *p == '/' && p > path && p[-1] == '*');

		text_append_n(t, ends ? " " : p, 1);
	}
	text_append(t, is_c ? ". */\n" : ".\n");
}

void append_unit_macros(const struct translation_request *r, bool for_headers, struct text *t)
{
	struct option_macro m;

	for (size_t i = 0; next_option_macro(r->options, &i, &m);) {
		if (m.name && is_for_headers(m.text, m.name) == for_headers)
			append_option_macro(&m, t);
	}
}
