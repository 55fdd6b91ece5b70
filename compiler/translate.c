/* The front end: translates one translation unit into a device and a host unit. */
#include "translate.h"

#include "analyse/analyse.h"
#include "ast/ast.h"
#include "body/body.h"
#include "check/check.h"
#include "emit/emit.h"
#include "lower/lower.h"
#include "lower_c/lower_c.h"
#include "messages/messages.h"
#include "msvc/msvc.h"
#include "overload/overload.h"
#include "parse/parse.h"
#include "rewrite/rewrite.h"
#include "source/edit.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Whether a program names one of the wide output streams: see <amp/wide_output.h>. */
static bool prints_wide(const struct unit *u)
{
	for (size_t i = 0; i < u->tokens.count; i++) {
		if (token_is_one_of(u->text.data, &u->tokens.items[i], "wcout wcerr wclog"))
			return true;
	}
	return false;
}

/* Whether nothing is in front of an offset but headers of the standard library, which may be included in any order,
 * and of this one. */
static bool is_behind_headers(const struct unit *u, size_t offset)
{
	const char *text = u->text.data;
	bool is = true;

	for (const struct token *t = u->tokens.items; is && t->kind != TOKEN_END && t->offset < offset; t++) {
		const char *p = text + t->offset, *name = p + strcspn(p, "<\n") + 1;

		bool is_macro = starts(p, "#undef ") || starts(p, "#define ");
		const char *macro = p + strcspn(p, " ") + 1;

		if (starts(p, "#line ") || (is_macro && !is_for_headers(macro, strcspn(macro, " (\n"))))
			continue; /* neither library may ask for such a macro */
		if (t->kind != TOKEN_DIRECTIVE || !starts(p, "#include "))
			return false;
		size_t n = strcspn(name, ">\n");
		OWNED char *own = xasprintf("%s/%.*s", u->request->include_dir, (int)n, name);

		is = standard_header(u, name, n) || string_set_find(&u->system_files, own, strlen(own)) != SIZE_MAX;
	}
	return is;
}

/* Whether <amp.h> may be in front of all that the unit includes before it. */
static bool may_begin_with_amp(const struct unit *u)
{
	const struct translation_request *r = u->request;

	return r->language == LANGUAGE_CXX && r->has_amp && u->vector_header && u->amp_at != SIZE_MAX &&
	       !u->has_hresult && !u->host_is_clang && is_behind_headers(u, u->amp_at);
}

/* Appends the macros of the command line that the library's headers do not see, undefined. */
static void append_without_macros(const struct translation_request *r, struct text *t)
{
	struct option_macro m;

	for (size_t i = 0; next_option_macro(r->options, &i, &m);) {
		if (m.name && !is_for_headers(m.text, m.name))
			text_printf(t, "#undef %.*s\n", (int)m.name, m.text);
	}
}

/* Appends the first lines of a unit. asks: functions in the unit test whether they are in a kernel
 * (overload.c). command: the shell command that compiles a UNIT_CUDA. */
static void append_prologue(const struct unit *u, enum unit_kind kind, bool asks,
                            const struct strings *cuda_names, const char *command, struct text *t)
{
	const struct translation_request *r = u->request;

	append_origin(r, t);
	bool begins_with_amp = kind == UNIT_HOST && may_begin_with_amp(u);

	if (begins_with_amp)
		append_without_macros(r, t);
	if (r->language == LANGUAGE_CXX && r->has_amp && kind != UNIT_CUDA)
		text_printf(t, "%s%s#include <amp/prelude.h>\n%s",
		            kind == UNIT_DEVICE ? "#define " AMP_DEVICE_UNIT "\n" : "",
		            u->is_lean ? "#define " AMP_LEAN "\n" : "",
		            asks ? "#include <amp/config.h>\n" : "");
	if (begins_with_amp)
		append_unit_macros(r, false, t);
	if (kind == UNIT_CUDA)
		text_printf(t, "//     %s\n", command);
	if (kind == UNIT_CUDA && r->msvc)
		append_unit_macros(r, true, t);
	if (r->language == LANGUAGE_CXX && u->has_hresult)
		text_append(t, "#define " AMP_OWN_HRESULT "\n");
	for (size_t i = 0; i < cuda_names->count; i++)
		text_printf(t, "#undef %s\n", cuda_names->items[i]);
	if (r->language == LANGUAGE_CXX && kind != UNIT_DEVICE && prints_wide(u))
		text_append(t, "#include <amp/wide_output.h>\n");
}

/* Parses the unit and finds its overloads. */
static void parse_overloads(struct unit *u, struct overloads *o)
{
	if (u->tu)
		clang_disposeTranslationUnit(u->tu);
	u->tu = parse(u, u->clauses);
	if (u->tu)
		find_overloads(u, o);
}

static bool has_insertions(const struct unit *u)
{
	return u->clauses->n_insertions > u->clauses->n_made;
}

/* Parses the unit again if text has been inserted since. Returns false after an error of libclang. */
static bool parse_insertions(struct unit *u, struct overloads *o)
{
	if (has_insertions(u))
		parse_overloads(u, o);
	return u->tu;
}

/* Limit of rounds of edits for --amp-msvc: each edit may uncover the need for another. */
enum { MOST_ROUNDS = 40 };

/* Parses a unit after edits to its flat text, and finds its clauses and overloads again. */
static void parse_amended(struct unit *u, struct overloads *o)
{
	clauses_finish(u->clauses);
	find_clauses(u);
	parse_overloads(u, o);
}

/* Edits and parses a unit until no known construct of Visual C++'s dialect is left. */
static void parse_dialect(struct unit *u, struct overloads *o)
{
	for (unsigned rounds = 0; u->tu && rounds < MOST_ROUNDS && amend_dialect(u); rounds++)
		parse_amended(u, o);
}

/* Parses a unit until all ambiguous and dependent names are resolved. */
static void parse_names(struct unit *u, struct overloads *o, struct edits *edits)
{
	if (u->tu)
		qualify_ambiguous_names(u, edits);
	/* the text behind a name, and instantiations of its template, are seen only once the name is resolved */
	while (parse_insertions(u, o)) {
		complete_dependent_names(u, edits);
		if (!has_insertions(u))
			break;
	}
}

/* Parses a unit, again and again as long as the parser lacks something: a `template` or `typename`, the
 * choice among ambiguous names and functions, special member functions, types of calls, the choice of
 * conversion functions. Sets u->tu, to NULL after an error of libclang. */
static void parse_all(struct unit *u, struct overloads *o, struct edits *edits)
{
	bool is_c = unit_is_c(u);

	parse_overloads(u, o);
	while (is_c && u->tu && select_generics(u))
		parse_amended(u, o);
	if (!u->tu || is_c)
		return;
	if (u->request->msvc)
		parse_dialect(u, o);
	parse_names(u, o, edits);
	/* in Visual C++'s dialect this may uncover further constructs: these edits become part of the flat
	 * text */
	for (unsigned n = 0; u->request->msvc && u->tu && n < MOST_ROUNDS && edits->count && has_errors(u->tu); n++) {
		unit_amend_dialect(u, edits);
		edits_finish(edits);
		parse_amended(u, o);
		parse_dialect(u, o);
		parse_names(u, o, edits);
	}
	if (u->tu)
		qualify_ambiguous_calls(u, edits);
	if (parse_insertions(u, o))
		share_special_members(u, o);
	if (parse_insertions(u, o))
		retype_calls(u, o);
	if (parse_insertions(u, o))
		settle_conversions(u, o, edits);
	parse_insertions(u, o);
}

/* Forgets errors and what they are about before the unit is checked again. */
static void forget_errors(struct unit *u)
{
	u->errors = 0;
	u->n_error_places = u->n_refused = 0;
	u->calls = NULL;
}

/* Checks the unit with the restrictions inferred so far for restrict(auto), without messages. Returns false
 * if it cannot be parsed. */
static bool try_restrictions(struct unit *u)
{
	SCOPED(clauses) c = {0};
	struct overloads o = {0};
	SCOPED(edits) edits = {0};

	u->clauses = &c;
	find_clauses(u);
	parse_all(u, &o, &edits);
	bool is_parsed = u->tu;

	if (is_parsed) {
		check(u, &o, &edits);
		report_parse_errors(u);
		clang_disposeTranslationUnit(u->tu);
	}
	u->tu = NULL;
	return is_parsed;
}

/* Infers the restrictions of restrict(auto). */
static void infer_restrictions(struct unit *u)
{
	bool changed = true;

	u->is_quiet = true;
	while (changed) {
		changed = try_restrictions(u) && narrow_restrictions(u);
		forget_errors(u);
	}
	u->is_quiet = false;
}

/* Runs all checks; those that analyse what a program does run only if there are no errors. */
static void check_unit(struct unit *u, struct overloads *o, struct edits *edits)
{
	bool is_cxx = !unit_is_c(u);

	report_misplaced_clauses(u);
	/* a kernel without its closing bracket would include the code behind it */
	if (u->tokens.is_balanced || !has_errors(u->tu))
		check(u, o, edits);
	report_parse_errors(u);
	if (!u->errors)
		check_barriers(u);
	if (!u->errors) {
		check_untiled(u);
		check_races(u);
		check_performance(u);
	}
	if (!u->errors && is_cxx)
		check_undefined(u);
	if (!u->errors && u->request->msvc && is_cxx)
		check_long(u);
	if (!u->errors && is_cxx)
		settle_overloads(u, o, edits);
}

static void lower_cxx(struct unit *u, const struct overloads *o, struct edits *edits, struct translation *out)
{
	lower_overloads(u, o, edits);
	rename_taken_names(u, o, edits);
	/* CUDA for people qualifies the library's types, so that using-directives do not matter there */
	find_cuda_types(u->tu, !is_for_people(u), &out->cuda_names);
	lower(u, edits, &out->has_kernels);
}

/* Whether the unit defines main(). */
static bool defines_main(CXTranslationUnit tu)
{
	struct walk w = walk_below(clang_getTranslationUnitCursor(tu));
	bool found = false;

	while (!found && walk_next(&w)) {
		enum CXCursorKind kind = cursor_kind(w.cursor);

		if (kind != CXCursor_LinkageSpec)
			walk_skip(&w);
		found =
		    kind == CXCursor_FunctionDecl && clang_isCursorDefinition(w.cursor) && is_named(w.cursor, "main");
	}
	walk_end(&w);
	return found;
}

/* Code for GPUs allows only ASCII in names. */
static void spell_names_in_ascii(struct text *device)
{
	SCOPED(tokens) tokens = {0};
	size_t i = 0;

	while (i < device->len && !(device->data[i] & 0x80))
		i++;
	if (i == device->len)
		return;
	lex(device->data, device->len, &tokens);
	for (i = 0; i < tokens.count; i++) {
		if (tokens.items[i].kind == TOKEN_IDENTIFIER)
			spell_in_ascii(device->data + tokens.items[i].offset, tokens.items[i].len);
	}
}

/* --amp-emit-cuda: the user's files with the edits for people. */
static bool emit_cuda(struct unit *u, bool asks, struct edits *edits, struct translation *out)
{
	const struct strings none = {0};
	SCOPED(strings) beyond_ascii = {0};
	SCOPED(text) prologue = {0}, macros = {0}, kernels = {0}; /* kernels: of a C source */
	const char *header = unit_is_c(u) ? NULL : "#include <amp.h>\n";
	const char *option = u->calls_constexpr && !u->request->project ? " --expt-relaxed-constexpr" : "";
	OWNED char *command = xasprintf(
	    "%s%s", out->has_main ? u->request->cuda_program_command : u->request->cuda_command, option);

	append_prologue(u, UNIT_CUDA, asks, &none, command, &prologue);
	spell_names_in_ascii(&out->device_unit);
	if (out->device_unit.len) /* without its first line, which the prologue has, too */
		text_printf(&kernels, "%s%s", prologue.data, strchr(out->device_unit.data, '\n') + 1);
	append_unit_macros(u->request, false, &macros);
	for (size_t i = 0; i < out->cuda_names.count; i++) /* nvcc declares CUDA's before the first line */
		text_printf(&macros, "#define %s %s_of_program\n", out->cuda_names.items[i], out->cuda_names.items[i]);
	find_names_beyond_ascii(u, &beyond_ascii);
	for (size_t i = 0; header && i < beyond_ascii.count; i++) {
		char *name = beyond_ascii.items[i];

		text_printf(&macros, "#define %s ", name);
		spell_in_ascii(name, strlen(name));
		text_printf(&macros, "%s\n", name);
	}
	if (header && library_mentions(&u->hidden_macros)) {
		for (size_t i = 0; i < u->library_headers.count; i++)
			text_printf(&prologue, "#include <%s>\n", u->library_headers.items[i]);
	} else if (header && (macros.len || u->has_early_builtins)) {
		text_append(&prologue, header);
	}
	if (u->c_suffix)
		text_printf(
		    &macros,
		    "#define AMP_IN_UNIT(name) name##%s /* the kernels of headers that this source launches */\n",
		    u->c_suffix);
	text_append(&prologue, text_string(&macros));
	return header ? emit(u, edits, prologue.data, &out->emitted)
	              : emit_c(u, edits, prologue.data, kernels.data, &out->emitted);
}

/* Renders the flat text with its edits. The device unit of C is already there. */
static void append_units(const struct unit *u, bool asks, struct edits *edits, struct translation *out)
{
	const struct strings none = {0};
	bool is_cxx = !unit_is_c(u);
	struct text *device = &out->device_unit, *host = &out->host_unit;

	if (is_cxx) {
		append_prologue(u, UNIT_DEVICE, asks, &out->cuda_names, NULL, device);
		append_unit_macros(u->request, false, device);
		edits_render_ranges(edits, u->text.data, 0, (unsigned)u->text.len, UNIT_DEVICE, device);
	}
	append_prologue(u, UNIT_HOST, asks, &none, NULL, host);
	out->is_lean = u->is_lean;
	if (may_begin_with_amp(u)) {
		strings_push_all(&out->headers, &u->system_files.items);
		strings_push_all(&out->headers, &u->files);
		out->iostream =
		    is_behind_headers(u, iostream_at(u)) ? standard_header(u, "iostream", strlen("iostream")) : NULL;
	}
	edits_render_ranges(edits, u->text.data, 0, (unsigned)u->text.len, UNIT_HOST, host);
	name_files_for_ptx(u, device);
	spell_names_in_ascii(device);
	if (u->request->debug)
		keep_glue_apart(host);
	if (u->host_is_clang)
		mark_headers(u, host);
}

/* Outputs the trees of the unit's amp functions instead of code. */
static void dump_bodies(struct unit *u, struct translation *out)
{
	SCOPED(text) dump = {0};

	bodies_dump(u, &dump);
	emit_text(u, text_string(&dump), &out->emitted);
	out->has_kernels = true;
}

/* Whether the program defines a type HRESULT at file scope, as the headers of Windows do. */
static bool defines_hresult(const struct unit *u)
{
	const char *text = u->text.data;
	const struct token *t = u->tokens.items;
	bool is_typedef = false;

	for (size_t i = 0; t[i].kind != TOKEN_END; i++) {
		/* extern "C" { opens no scope */
		if (token_is(text, &t[i], "{") && (i == 0 || t[i - 1].kind != TOKEN_STRING) && t[i].match > (int)i)
			i = (size_t)t[i].match;
		is_typedef |= token_is(text, &t[i], "typedef");
		is_typedef &= !token_is(text, &t[i], ";");
		if (!token_is(text, &t[i], "HRESULT") || i == 0)
			continue;
		if ((is_typedef && token_is(text, &t[i + 1], ";")) || token_is(text, &t[i - 1], "using"))
			return true;
	}
	return false;
}

bool translate_unit(struct unit *u, struct translation *out)
{
	bool is_cxx = !unit_is_c(u);
	SCOPED(clauses) clauses = {0};
	struct overloads overloads = {0};
	SCOPED(edits) edits = {0};

	*out = (struct translation){.host_is_clang = u->host_is_clang};
	u->is_lean = is_cxx && u->vector_header;
	u->has_hresult = is_cxx && defines_hresult(u);
	u->index = clang_createIndex(1, 0);
	if (has_auto_clause(u))
		infer_restrictions(u);
	u->clauses = &clauses;
	find_clauses(u);
	parse_all(u, &overloads, &edits);
	CXTranslationUnit tu = u->tu;

	out->meanings = find_meanings(u);
	u->bodies = bodies_create(u);
	if (tu)
		check_unit(u, &overloads, &edits);
	if (tu && !is_cxx) /* despite errors: it reports further ones */
		lower_c(u, &edits, &out->device_unit, &out->has_kernels);
	else if (tu && !u->errors)
		lower_cxx(u, &overloads, &edits, out);
	bool ok = tu && !u->errors;

	bool asks = overloads.count > 0 || clauses.has_named_conversions;

	if (ok && u->request->dump_bodies)
		dump_bodies(u, out);
	else if (ok && u->request->dump_device) {
		append_units(u, asks, &edits, out);
		emit_text(u, out->device_unit.data, &out->emitted);
	} else if (ok && u->request->for_people) {
		out->has_main = defines_main(tu);
		strings_push_all(&out->files, &u->files);
		strings_push_all(&out->files, &u->macro_files);
		ok = (!is_cxx && !u->request->has_amp) || emit_cuda(u, asks, &edits, out);
	} else if (ok)
		append_units(u, asks, &edits, out);
	u->bodies = NULL;
	precompiled_finish(u);
	u->calls = NULL;
	if (tu)
		clang_disposeTranslationUnit(tu);
	clang_disposeIndex(u->index);
	return ok;
}

bool translate(const struct translation_request *request, struct translation *out)
{
	struct unit *u = xmalloc(sizeof(*u));
	bool ok = preprocess(request, u);

	*out = (struct translation){0};
	if (ok && request->msvc && request->language == LANGUAGE_CXX)
		amend_words(u);
	if (ok)
		ok = translate_unit(u, out);
	for (size_t i = 0; ok && i < u->n_kernels; i++) {
		if (request->language == LANGUAGE_C)
			strings_push(&out->c_kernels, u->kernels[i].name);
		if (u->kernels[i].is_unnamed)
			strings_push(&out->unnamed_kernels, u->kernels[i].name);
	}
	print_messages(u);
	out->unnamed_namespace = u->unnamed_namespace;
	out->unit = u;
	return ok;
}

void report_missing_kernel(const struct translation *t, const char *symbol)
{
	report_missing(t->unit, symbol);
	print_messages(t->unit);
}

bool report_undefined_function(const struct translation *t, const char *symbol)
{
	bool reported = report_undefined(t->unit, symbol);

	print_messages(t->unit);
	return reported;
}

void translation_finish(struct translation *t)
{
	if (t->unit)
		unit_finish(t->unit);
	free(t->unit);
	unit_memory_finish();
	strings_finish(&t->c_kernels);
	strings_finish(&t->unnamed_kernels);
	text_finish(&t->device_unit);
	text_finish(&t->host_unit);
	emitted_finish(&t->emitted);
	strings_finish(&t->cuda_names);
	strings_finish(&t->headers);
	strings_finish(&t->files);
	*t = (struct translation){0};
}

const struct front_end front_end = {
    .translate = translate,
    .translation_finish = translation_finish,
    .report_missing_kernel = report_missing_kernel,
    .report_undefined_function = report_undefined_function,
    .precompile = precompile,
    .run_on_copies = run_on_copies,
    .read_compile_commands = read_compile_commands,
};
