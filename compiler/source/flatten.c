/* Folds the preprocessor's output into one flat text: what came from a system header becomes the #include line
 * that brought it in, and what came from the user's files stays, expanded. Kernels or restriction clauses that
 * come from macros are plain text after this, and a header with kernels is part of each unit that includes
 * it. */
#include "base/paths.h"
#include "source/edit.h"
#include "source/macros.h"
#include "source/unit.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* An include line that -dI has printed. */
struct include_line {
	const char *name; /* NULL: there is none */
	bool is_quoted;   /* by "…" */
	unsigned line;
};

/* A file on the preprocessor's include stack. */
struct include_frame {
	const char *file;
	unsigned line;
	bool system;
	bool says_system;   /* one of the user's files that has #pragma GCC system_header, or is included
	                     * where that applies: headers that it includes are marked as system headers, too */
	const char *entered; /* the first system file included from here, until it returns */
	struct include_line by; /* that names it */
	bool is_read;       /* pushes_macros is known */
	bool pushes_macros; /* it has #pragma push_macro or pop_macro */
	unsigned n_read;    /* lines searched for these pragmas so far */
};

struct folder {
	struct unit *unit;
	struct include_frame *frames;
	size_t depth;
	struct macros macros;
	struct string_set files; /* unit.files */
	const char *mark_file;   /* file and line of the next line of the flat text; NULL: a #line must tell */
	unsigned mark_line;
	bool goes_on;   /* the next line may continue the last one */
	struct include_line included; /* of a header that has not been entered */
	struct text source; /* the file that source_line() read last */
	const char *source_path;
	const char *source_at; /* current position in it */
	unsigned source_line;
	const char *directory; /* the last one that in_cuda_toolkit() looked at */
	bool is_toolkit;
	bool has_msvc; /* <amp/msvc.h> has been entered */
};

static const char *top_file(const struct folder *f)
{
	return f->depth ? f->frames[f->depth - 1].file : "";
}

/* Whether the preprocessor's current text is the user's. */
static bool in_user_text(const struct folder *f)
{
	if (!f->depth || top_file(f)[0] == '<')
		return false;
	for (size_t i = f->depth; i-- > 0;) {
		if (f->frames[i].system)
			return false;
	}
	return true;
}

/* Returns the name of a file in messages and #line. */
static const char *display_name(const struct folder *f, const char *file)
{
	const struct translation_request *r = f->unit->request;

	return !strcmp(file, r->path) ? r->display_path : file;
}

/* Reads a file of the user's for source_line(). */
static void read_source(struct folder *f, const char *path)
{
	text_finish(&f->source);
	f->source_path = path;
	read_source_file(path, &f->source, NULL);
	f->source_at = f->source.data;
	f->source_line = 1;
}

/* Returns line `line` of a file of the user's without surrounding white space, or NULL. The caller frees it. */
static char *source_line(struct folder *f, const char *path, unsigned line)
{
	path = path_of_file(f->unit->request, path);
	if (!f->source_path || strcmp(f->source_path, path))
		read_source(f, path);
	if (line < f->source_line) {
		f->source_at = f->source.data;
		f->source_line = 1;
	}
	const char *p = line ? text_line(f->source_at, line - f->source_line + 1) : NULL;

	if (!p)
		return NULL;
	f->source_at = p;
	f->source_line = line;
	size_t n = strcspn(p, "\r\n");

	while (n && isspace((unsigned char)*p))
		p++, n--;
	while (n && isspace((unsigned char)p[n - 1]))
		n--;
	return xstrndup(p, n);
}

/* Appends one line of the flat text, which is from file:line, with a #line directive if that does not follow
 * from the line before. */
static void append_line(struct folder *f, const char *file, unsigned line, const char *s, size_t n)
{
	struct unit *u = f->unit;

	file = display_name(f, file);
	if (!f->mark_file || strcmp(f->mark_file, file) || f->mark_line != line) {
		size_t number = string_set_add(&f->files, file, strlen(file));

		f->mark_file = f->files.items.items[number];
		text_append_line_directive(&u->text, line, file);
	}
	text_append_n(&u->text, s, n);
	text_append_n(&u->text, "\n", 1);
	f->mark_line = line + 1;
}

/* Continues the line appended last, if it is from this line of the file, instead of starting a new one. */
static void join_line(struct folder *f, unsigned line)
{
	struct text *t = &f->unit->text;
	size_t start = t->len ? t->len - 1 : 0;

	if (!f->mark_file || f->mark_line != line + 1)
		return;
	while (start > 0 && t->data[start - 1] != '\n')
		start--;
	if (t->data[start] == '#')
		return;
	t->data[--t->len] = 0;
	f->mark_line = line;
}

/* Whether the directive in line `line` opens a conditional that spans the whole text: nothing but pragmas is
 * in front of it, and nothing is behind its #endif. A conditional that only defines a macro does not count. */
static bool opens_whole_text(const char *text, size_t len, unsigned line)
{
	SCOPED(tokens) tokens = {0};
	const char *start = text_line(text, line);
	size_t i = 0;
	int depth = 0;

	lex(text, len, &tokens);
	const struct token *t = tokens.items;

	while (behind_directive(text, &t[i], "pragma"))
		i++;
	bool opens = start && behind_directive(text, &t[i], "if") && text + t[i].offset >= start &&
	             !behind_directive(text, &t[i + 2], "endif");

	for (; opens && t[i].kind != TOKEN_END; i++) {
		bool is_end = behind_directive(text, &t[i], "endif");

		depth += (behind_directive(text, &t[i], "if") != NULL) - is_end;
		opens = depth > 0 || (is_end && t[i + 1].kind == TOKEN_END);
	}
	return opens;
}

/* Whether the #define at file:line is an include guard: its #ifndef is on the line before, and spans the rest
 * of the file. */
static bool is_include_guard(struct folder *f, const char *file, unsigned line, const char *macro,
                             size_t n)
{
	OWNED char *before = f->depth > 1 && line > 1 ? source_line(f, file, line - 1) : NULL;
	OWNED char *name = xstrndup(macro, n);

	return before && before[0] == '#' && strstr(before, "if") && strstr(before, name) &&
	       opens_whole_text(f->source.data, f->source.len, line - 1);
}

/* Whether the current file contains #pragma push_macro or pop_macro. */
static bool pushes_macros(struct folder *f)
{
	struct include_frame *top = &f->frames[f->depth - 1];

	if (!top->is_read) {
		free(source_line(f, top->file, 1));
		top->is_read = true;
		top->n_read = 0;
		top->pushes_macros = f->source.data && (strstr(f->source.data, "push_macro") ||
		                                        strstr(f->source.data, "pop_macro"));
	}
	return top->pushes_macros;
}

/* Processes these pragmas in the lines up to `line`, and appends what has to stay in the flat text. */
static void note_pragmas(struct folder *f, unsigned line)
{
	struct include_frame *top = &f->frames[f->depth - 1];
	char *source;

	while (top->n_read < line && pushes_macros(f) &&
	       (source = source_line(f, top->file, top->n_read + 1)) != NULL) {
		SCOPED(text) kept = {0};

		top->n_read++;
		macros_note_pragma(&f->macros, source, &kept);
		if (kept.len) {
			append_line(f, top->file, top->n_read, kept.data, kept.len);
			f->mark_file = NULL;
		}
		free(source);
	}
}

/* Whether an #undef in the output is not the user's: gcc prints one where #pragma pop_macro removes a macro. */
static bool is_of_pop(struct folder *f, const char *name, size_t n)
{
	const struct include_frame *top = &f->frames[f->depth - 1];
	OWNED char *source = pushes_macros(f) ? source_line(f, top->file, top->line) : NULL;
	OWNED char *copy = xstrndup(name, n);

	return source && !(strstr(source, "undef") && strstr(source, copy));
}

/* Processes a #define or #undef in the user's files. Uses in the user's text are expanded already, but system
 * headers that follow may test the macro. `kept` gets what has to stay in the flat text. */
static void note_macro(struct folder *f, const char *line, size_t n, struct text *kept)
{
	const struct include_frame *top = &f->frames[f->depth - 1];
	size_t length;
	const char *name = macro_name(line, &length);

	if (line[1] == 'u' && is_of_pop(f, name, length))
		return;
	macros_note(&f->macros, line, n, true, kept);
	if (line[1] == 'd' && is_include_guard(f, top->file, top->line, name, length))
		macros_forget(&f->macros, name, length);
}

/* Whether a path is NAME or ends with /NAME. */
static bool is_path_of(const char *path, const char *name)
{
	size_t length = strlen(path), n = strlen(name);

	return ends(path, name) && (length == n || path[length - n - 1] == '/');
}

/* Records the folder in which the host compiler found a system header. */
static void note_folder(struct unit *u, const char *entered, const char *name)
{
	size_t length = strlen(entered), n = strlen(name);

	if (is_path_of(entered, name) && length > n + 1)
		names_add(&u->system_folders, interned(entered, length - n - 1));
}

/* Which of the program's macros an included header sees. */
struct macro_visibility {
	const struct folder *folder;
	const char *entered;
	struct string_set *hidden; /* receives the macros that the header must not see, or NULL */
};

/* Whether a header sees a macro. ampcc's own headers do not defend against the program's macros, and their
 * internal names are not Microsoft's: they see only macros for which is_for_headers() holds. ampcc's headers of
 * Windows see all (UNICODE, NOMINMAX) but those that might have the name of one of amp.h's, which begin with
 * AMP_; no other header sees these, since amp.h's are defined there in the units. With --amp-msvc no header sees
 * min and max: Microsoft's standard headers are made to live with these macros of <windows.h>, others are not. */
static bool sees(const void *view, const char *macro, size_t n)
{
	const struct macro_visibility *v = view;
	const struct translation_request *r = v->folder->unit->request;
	const char *folder = r->include_dir, *part = v->entered + strlen(folder);

	if (r->msvc && n == 3 && (!strncmp(macro, "min", n) || !strncmp(macro, "max", n)))
		return false;
	bool is_of_library = starts(v->entered, folder) && !starts(part, WINDOWS_HEADERS);
	bool is_seen = is_for_headers(macro, n) || (!is_of_library && !starts(macro, "AMP_"));

	if (!is_seen && v->hidden)
		string_set_add(v->hidden, macro, n);
	return is_seen;
}

/* Undefines those macros of the command line that a header must not see; define: restores them. */
static void set_option_macros(struct folder *f, const char *entered, bool define)
{
	const struct macro_visibility view = {f, entered, NULL};
	struct option_macro m;

	for (size_t i = 0; next_option_macro(f->unit->request->options, &i, &m);) {
		if (!m.name || sees(&view, m.text, m.name) || !macros_is_given(&f->macros, m.text, m.name))
			continue;
		m.is_undefined |= !define;
		append_option_macro(&m, &f->unit->text);
		f->mark_file = NULL;
	}
}

/* Prepares the macros in front of the #include of a system header. is_first: the one by which the header is
 * read. */
static void show_macros(struct folder *f, const char *entered, bool is_first)
{
	const char *of_library = is_first ? path_below(entered, f->unit->request->include_dir) : NULL;
	bool is_noted = of_library && !starts(of_library - 1, "/amp/");
	const struct macro_visibility view = {f, entered, is_noted ? &f->unit->hidden_macros : NULL};

	if (is_noted)
		names_add(&f->unit->library_headers, of_library);

	set_option_macros(f, entered, false);
	if (macros_show(&f->macros, sees, &view, &f->unit->text))
		f->mark_file = NULL;
}

/* Hides the macros again in front of text of the user's. */
static void hide_macros(struct folder *f)
{
	if (macros_hide(&f->macros, &f->unit->text))
		f->mark_file = NULL;
}

/* Appends an #include: of a header of the library by its name, of another header by its path, which cannot
 * contain escapes. */
static void append_header_name(const struct folder *f, const char *path, struct text *t)
{
	const char *of_library = path_below(path, f->unit->request->include_dir);

	if (of_library || strpbrk(path, "\"\n"))
		text_printf(t, "#include <%s>", of_library ? of_library : path);
	else
		text_printf(t, "#include \"%s\"", path);
}

/* Returns the part at the end of a header's path that equals a name up to case and \; NULL if there is none. */
static const char *named_end(const char *entered, const char *name)
{
	size_t length = strlen(entered), n = strlen(name);
	const char *end = length > n ? entered + length - n : NULL;

	for (size_t i = 0; end && i < n; i++) {
		if (tolower((unsigned char)end[i]) != tolower((unsigned char)name[i]) &&
		    !(end[i] == '/' && name[i] == '\\'))
			return NULL;
	}
	return end && end[-1] == '/' ? end : NULL;
}

/* Appends the #include line of a system header, for which show_macros() has been called. */
static void append_include(struct folder *f, const char *file, unsigned line, const char *entered,
                           const struct include_line *by)
{
	/* copies.c finds headers by other names than the program gives them */
	bool is_other = by->name && f->unit->request->msvc && !ends(entered, by->name);
	const char *name = is_other ? named_end(entered, by->name) : by->name;
	SCOPED(text) t = {0};

	if (name) {
		text_printf(&t, by->is_quoted && !is_other ? "#include \"%s\"" : "#include <%s>", name);
		note_folder(f->unit, entered, name);
	} else {
		append_header_name(f, entered, &t);
	}
	append_line(f, file, line, t.data, t.len);
	set_option_macros(f, entered, true);
}

/* Returns the path of the system header that an #include names, if it has been read already; else NULL. */
static const char *read_before(const struct folder *f, const char *name)
{
	const struct strings *of_user = &f->files.items, *of_system = &f->unit->system_files.items;
	const char *found = NULL;

	for (size_t i = 0; i < of_user->count; i++) {
		if (is_path_of(of_user->items[i], name))
			return NULL;
	}
	for (size_t i = 0; i < of_system->count && !found; i++) {
		if (is_path_of(of_system->items[i], name))
			found = of_system->items[i];
	}
	return found;
}

/* Handles an #include of the user's that the preprocessor did not enter because the header had been read
 * before. The line stays: in a unit it may be the only one (AMP_LEAN). */
static void settle_include(struct folder *f)
{
	const char *path = f->included.name ? read_before(f, f->included.name) : NULL;

	if (path) {
		show_macros(f, path, false);
		append_include(f, top_file(f), f->included.line, path, &f->included);
	}
	f->included.name = NULL;
}

/* Handles a line that -dI prints: #include <NAME> or the like. */
static void name_include(struct folder *f, const char *p)
{
	struct include_frame *top = &f->frames[f->depth - 1];
	const char *name = p + strcspn(p, "<\"\n");

	settle_include(f);
	f->included = (struct include_line){.is_quoted = *name == '"', .line = top->line++};
	if (starts(p, "#include ") && *name != '\n')
		f->included.name = interned(name + 1, strcspn(name + 1, *name == '<' ? ">\n" : "\"\n"));
	f->goes_on = false;
}

/* Records which standard library the host compiler uses, and where amp.h is. */
static void note_library(struct unit *u, const char *entered)
{
	const char *slash = strrchr(entered, '/'), *of_library = path_below(entered, u->request->include_dir);

	if (u->amp_at == SIZE_MAX && of_library && !strcmp(of_library, "amp.h"))
		u->amp_at = u->text.len;
	if (!u->vector_header && slash && !strcmp(slash, "/vector"))
		u->vector_header = entered;
}

static void push_frame(struct folder *f, const char *file, unsigned line, bool system)
{
	APPEND(f->frames, f->depth) = (struct include_frame){.file = file, .line = line, .system = system};
}

/* Whether a header is one of CUDA's. These count as system headers, even in a directory that -I names: nvcc
 * includes most of them itself. */
static bool in_cuda_toolkit(struct folder *f, const char *path)
{
	const char *slash = strrchr(path, '/'), *directory = slash ? interned(path, (size_t)(slash - path)) : NULL;

	if (slash && directory != f->directory) {
		f->is_toolkit = access(interned_printf("%s/cuda_runtime_api.h", directory), F_OK) == 0;
		f->directory = directory;
	}
	return slash && f->is_toolkit;
}

/* Appends the file name of a line marker, up to its closing quote, with its escapes resolved: octal ones, \n,
 * \" and \\. Returns the place behind it. */
static char *read_file_name(char *p, struct text *name)
{
	for (size_t n;; p++) {
		n = strcspn(p, "\\\"\n");
		text_append_n(name, p, n);
		p += n;
		if (*p != '\\')
			break;
		char c = *p;

		if (p[1] >= '0' && p[1] <= '7') {
			c = 0;
			for (int digits = 0; digits < 3 && p[1] >= '0' && p[1] <= '7'; digits++)
				c = (char)(c * 8 + *++p - '0');
		} else if (p[1] && p[1] != '\n') {
			p++;
			c = *p == 'n' ? '\n' : *p;
		}
		text_append_n(name, &c, 1);
	}
	return *p == '"' ? p + 1 : p;
}

/* A line marker, # LINE "FILE" FLAGS (GCC manual, "Preprocessor Output"). */
struct marker {
	const char *name;
	unsigned line;
	bool enters, returns, is_system; /* flags 1, 2 and 3 */
};

/* Returns false if the line is none. */
static bool read_marker(const char *p, struct marker *m)
{
	struct text name = {0};
	char *end;

	*m = (struct marker){.line = (unsigned)strtoul(p + 1, &end, 10)};
	end += strspn(end, " ");
	if (*end++ != '"')
		return false;
	end = read_file_name(end, &name);
	m->name = interned_text(&name);
	for (; *end && *end != '\n'; end++) {
		m->enters |= *end == '1';
		m->returns |= *end == '2';
		m->is_system |= *end == '3';
	}
	return true;
}

/* Enters a file. says_system: see struct include_frame. */
static void enter_file(struct folder *f, const struct marker *m, bool says_system)
{
	struct include_frame *from = f->depth ? &f->frames[f->depth - 1] : NULL;
	bool of_option = top_file(f)[0] == '<'; /* of -include: "<command-line>", and "<built-in>" for clang */

	note_library(f->unit, m->name);
	if (m->is_system)
		string_set_add(&f->unit->system_files, m->name, strlen(m->name));
	if (m->is_system && from && !from->entered && (in_user_text(f) || of_option)) {
		if (in_user_text(f))
			show_macros(f, m->name, true);
		from->entered = m->name;
		from->by = f->included;
	}
	f->included.name = NULL;
	push_frame(f, m->name, m->line, m->is_system);
	f->frames[f->depth - 1].says_system = says_system;
}

/* Appends the #include of the system header from which the preprocessor has returned to the top file. */
static void close_header(struct folder *f)
{
	struct include_frame *top = &f->frames[f->depth - 1];

	if (in_user_text(f)) {
		append_include(f, top->file, top->line - 1, top->entered, &top->by);
	} else if (top->file[0] == '<' && is_path_of(top->entered, "amp/msvc.h")) {
		if (f->has_msvc) /* preprocessed text has it once more, and no #include of what it includes */
			text_append(&f->unit->text, "#include <amp/windows/detail/standard_headers.h>\n"
			                            "#include <amp_graphics.h>\n#include <amp_math.h>\n");
		f->has_msvc = true;
	} else if (top->file[0] == '<' && !strstr(top->entered, "stdc-predef.h")) {
		append_header_name(f, top->entered, &f->unit->text);
		text_append(&f->unit->text, "\n");
	}
	top->entered = NULL;
}

/* Continues in a file that has been entered before, or renames the file that is read (#line). */
static void go_on_in_file(struct folder *f, const struct marker *m)
{
	if (m->returns)
		settle_include(f);
	if (m->returns && in_user_text(f))
		note_pragmas(f, UINT_MAX);
	if (m->returns && f->depth > 1)
		f->depth--;
	if (!f->depth)
		push_frame(f, "", 0, false);
	struct include_frame *top = &f->frames[f->depth - 1];
	bool same = !strcmp(top->file, m->name);

	/* No flag 1 or 2, and the same file: tokens of a macro from a system header (assert, say) begin or
	 * end within a line; or a _Pragma, which is printed as a line of its own. */
	f->goes_on = !m->returns && same && !f->included.name && in_user_text(f) && m->line + 1 == top->line;
	top->file = m->name;
	top->line = m->line;
	top->is_read &= same;
	/* A user's file that contains "#pragma GCC system_header" stays a user's file. */
	top->says_system |= same && m->is_system && !top->system;
	if (!same)
		top->system = m->is_system;
	if (m->returns && top->entered)
		close_header(f);
}

static void handle_marker(struct folder *f, const char *p)
{
	struct marker m;

	if (!read_marker(p, &m))
		return;
	/* CMake's precompiled headers contain #pragma GCC system_header. gcc marks the user's headers that they
	 * include, also where another file includes these again. */
	bool is_below = f->included.name && f->included.is_quoted && f->depth && f->frames[f->depth - 1].says_system;
	bool of_user =
	    m.enters && m.is_system && (is_below || string_set_find(&f->files, m.name, strlen(m.name)) != SIZE_MAX);

	m.is_system = (m.is_system && !of_user) || in_cuda_toolkit(f, m.name);
	if (m.enters)
		enter_file(f, &m, of_user && !m.is_system);
	else
		go_on_in_file(f, &m);
}

/* Handles a line of the user's files, or several up to `end` that belong together. */
static void fold_lines(struct folder *f, const char *p, const char *end)
{
	struct include_frame *top = &f->frames[f->depth - 1];
	size_t length, n = strcspn(p, "\n");
	bool is_blank = strspn(p, " \t") >= n, is_macro = macro_name(p, &length);
	bool drop = is_macro || starts(p, "#pragma once") || starts(p, "#pragma GCC system_header");
	struct text kept = {0};

	note_pragmas(f, is_blank ? top->line : top->line - 1);
	if (is_macro)
		note_macro(f, p, n, &kept);
	if (drop) {
		append_line(f, top->file, top->line++, text_string(&kept), kept.len);
		f->goes_on = false;
		text_finish(&kept);
		return;
	}
	if (!is_blank)
		hide_macros(f);
	if (f->goes_on && *p != '#')
		join_line(f, top->line);
	f->goes_on = false;
	for (;; p++) {
		n = strcspn(p, "\n");
		append_line(f, top->file, top->line++, p, n);
		p += n;
		if (p >= end)
			break;
	}
}

/* Skips surplus empty lines behind a string literal of several lines. clang does not count the line breaks in
 * the literal and prints as many empty lines, after which the numbers of the following lines are right again. */
static const char *behind_surplus_lines(struct folder *f, const char *p, const char *end)
{
	const struct include_frame *top = &f->frames[f->depth - 1];
	size_t empty = strspn(end, "\n"), breaks = 0;

	for (; p < end; p++)
		breaks += *p == '\n';
	if (!breaks || empty <= breaks)
		return end;
	/* the following lines begin at a line of the source that has code */
	OWNED char *line = source_line(f, top->file, top->line + (unsigned)(empty - 1 - breaks));
	bool has_code = line && *line && !starts(line, "//") && !starts(line, "/*");

	return has_code ? end + breaks : end;
}

/* Records a #define or #undef for the alignment of tokens (expansion.c). */
static void record_macro(struct folder *f, const char *p)
{
	struct unit *u = f->unit;
	size_t n;
	const char *name = macro_name(p, &n);
	const char *file = in_user_text(f) ? display_name(f, top_file(f)) : SYSTEM_FILE;

	if (!name)
		return;
	if (!u->macro_files.count || strcmp(u->macro_files.items[u->macro_files.count - 1], file))
		strings_push(&u->macro_files, file);
	KEEP(u->macros, u->n_macros) = (struct macro_line){
	    .offset = (unsigned)u->text.len,
	    .text = unit_string(p + 1, strcspn(p, "\n") - 1),
	    .name = (unsigned)(name - p) - 1,
	    .name_len = (unsigned)n,
	    .is_defined = p[1] == 'd',
	    .file = u->macro_files.items[u->macro_files.count - 1],
	    .line = f->depth ? f->frames[f->depth - 1].line : 0};
}

static void fold(struct folder *f, const char *p)
{
	const char *end = p + strlen(p);

	while (*p) {
		const char *next = p + strcspn(p, "\n");
		bool is_directive = *p == '#', is_users = in_user_text(f);

		if (is_directive)
			record_macro(f, p);
		if (is_directive && p[1] == ' ' && isdigit((unsigned char)p[2])) {
			handle_marker(f, p);
		} else if (is_users && (starts(p, "#include") || starts(p, "#import"))) {
			name_include(f, p);
		} else if (is_users) {
			settle_include(f);
			/* a # in a comment or a literal begins neither a directive nor a marker */
			if (!is_directive)
				next = p + lex_line(p, (size_t)(end - p));
			fold_lines(f, p, next);
			if (f->unit->host_is_clang)
				next = behind_surplus_lines(f, p, next);
		} else if (f->depth) {
			if (is_directive)
				macros_note(&f->macros, p, (size_t)(next - p), false, NULL);
			f->frames[f->depth - 1].line++;
		}
		p = *next ? next + 1 : next;
	}
}

void write_int_main(char *text, const struct tokens *tokens)
{
	const struct token *t = tokens->items;
	int depth = 0;

	for (size_t i = 0; t[i].kind != TOKEN_END; i++) {
		depth += token_is(text, &t[i], "{") - token_is(text, &t[i], "}");
		if (!depth && token_is(text, &t[i], "void") && token_is(text, &t[i + 1], "main") &&
		    token_is(text, &t[i + 2], "("))
			memcpy(text + t[i].offset, "int ", 4);
	}
}

bool blank_unicode_spaces(char *s, size_t len)
{
	SCOPED(tokens) tokens = {0};
	bool found = false;

	if (!strstr(s, "\xc2\xa0") && !strstr(s, "\xe3\x80\x80"))
		return false;
	lex(s, len, &tokens);
	for (size_t i = 0; i + 1 < len; i++) {
		size_t n = starts_with_word(s + i, "\xc2\xa0 \xe3\x80\x80");
		const struct token *around = n ? token_within(&tokens, (unsigned)i) : NULL;

		if (n && !(around && around->kind == TOKEN_STRING)) {
			memset(s + i, ' ', n);
			found = true;
		}
	}
	return found;
}

/* Returns the semicolon that ends an init-statement in the parentheses at token `open`; 0 if there is none,
 * or more than one. */
static size_t initializer_end(const struct unit *u, size_t open)
{
	const struct token *t = u->tokens.items;
	size_t end = 0;

	for (size_t i = open + 1; (int)i < t[open].match;
	     i = token_skip_group(t, i)) {
		if (!token_is(u->text.data, &t[i], ";"))
			continue;
		if (end)
			return 0; /* for (;;) */
		end = i;
	}
	return end;
}

/* Records the tokens that move_initializers() adds to the flat text, given the offsets of the insertions and
 * of the `if`s in the text before. */
static void note_moved(struct unit *u, const struct offsets *ifs, const struct offsets *inserted)
{
	unsigned longer = 0; /* so far */

	for (size_t i = 0, k = 0; i < inserted->count; i++) {
		for (; k < ifs->count && ifs->items[k] < inserted->items[i]; k++)
			offsets_add(&u->moved_ifs, ifs->items[k] + longer);
		size_t at = token_at(&u->tokens, inserted->items[i] + longer), n = at;

		while (n < at + 7) /* false) {} else switch ( */
			offsets_add(&u->moved_rests, u->tokens.items[n++].offset);
		longer += u->tokens.items[n - 1].offset + 1 - (inserted->items[i] + longer);
	}
}

/* Rewrites init-statements of `switch` (C++17) and of range-based `for` (C++20), which libclang does not
 * show: switch (x; y) becomes if (x; false) {} else switch (y). */
static void move_initializers(struct unit *u)
{
	SCOPED(edits) edits = {0};
	struct offsets ifs = {0}, inserted = {0};

	for (size_t i = u->tokens.count; i-- > 0;) {
		const struct token *t = &u->tokens.items[i];
		bool is_for = token_is(u->text.data, t, "for");

		if ((!is_for && !token_is(u->text.data, t, "switch")) ||
		    !token_is(u->text.data, t + 1, "(") || t[1].match < 0)
			continue;
		size_t end = initializer_end(u, i + 1);

		if (!end)
			continue;
		unsigned behind = u->tokens.items[end].offset + 1;
		const char *rest = is_for ? " false) {} else for (" : " false) {} else switch (";

		edit_insert(&edits, behind, rest, rest);
		offsets_add(&ifs, t->offset);
		offsets_add(&inserted, behind);
		edit_replace(&edits, t->offset, token_end(t), is_for ? "if " : "if    ",
		             is_for ? "if " : "if    ");
	}
	unit_amend(u, &edits);
	note_moved(u, &ifs, &inserted);
}

static bool defines_c23(const char *preprocessed)
{
	static const char version[] = "\n#define __STDC_VERSION__ ";
	const char *p = strstr(preprocessed, version);

	return p && strtol(p + strlen(version), NULL, 10) > 201710;
}

void flatten(const struct translation_request *r, const char *preprocessed, struct unit *out)
{
	*out = (struct unit){.request = r, .amp_at = SIZE_MAX};
	struct folder f = {.unit = out};

	string_set_add(&f.files, r->display_path, strlen(r->display_path)); /* what is in front of all marks is there */
	text_append(&out->text, "");
	out->host_is_clang = strstr(preprocessed, "\n#define __clang__ ");
	out->is_c23 = defines_c23(preprocessed);
	fold(&f, preprocessed);
	settle_include(&f);
	hide_macros(&f);
	free(f.frames);
	string_set_finish(&f.macros.names);
	text_finish(&f.source);
	out->files = f.files.items;
	free(f.files.slots);
	lex(out->text.data, out->text.len, &out->tokens);
	mark_lines(out);
	if (r->language == LANGUAGE_CXX)
		move_initializers(out);
}
