/* Runs libclang: from the parse text to the AST. */
#include "parse/parse.h"

#include "ast/library.h"
#include "ast/phrases.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Whether an option selects a standard of the other language, in flags that C and C++ share: gcc only warns,
 * libclang refuses it. */
static bool is_other_standard(const char *option, enum language language)
{
	return starts(option, "-std=") && !strchr(option, '+') != (language == LANGUAGE_C);
}

void add_parse_options(const struct strings *from, enum language language, struct strings *to)
{
	for (size_t i = 0; i < from->count; i++) {
		const char *o = from->items[i];
		size_t n = starts_with_word(o, FOLDER_OPTIONS " -D -U -std=");

		if (n ? !is_other_standard(o, language) : option_classes(o) & OPTION_LIBCLANG)
			strings_push(to, o);
		if (n && !o[n] && i + 1 < from->count)
			strings_push(to, from->items[++i]);
	}
}

/* clang turns -include into an #include directive, in which a file name cannot contain escapes. */
void add_prelude(const struct translation_request *r, struct strings *options)
{
	bool is_quotable = !strpbrk(r->include_dir, "\"\n");
	const char *prelude = interned_printf("%s/amp/prelude.h", r->include_dir);

	strings_push_each(options, "-include", is_quotable ? prelude : "amp/prelude.h");
}

/* Restrictions become CUDA's attributes, so that clang checks them. */
static void add_cxx_options(const struct translation_request *r, struct strings *options)
{
	strings_push_words(options, "-x cuda --cuda-host-only -nocudainc -nocudalib -ferror-limit=0 -fno-elide-type "
	                            "-D__AMPCC_PARSE__ -D__AMPCC__ -D__AH=__attribute__((host)) "
	                            "-D__AD=__attribute__((device)) "
	                            "-D__AHD=__attribute__((host))__attribute__((device)) "
	                            "-D__ATS=__attribute__((shared)) "
	                            "-D__ATR=__attribute__((annotate(\"amp:tile_static\")))");
	/* with C++20's modules, clang 19 does not find the operator delete of a precompiled header: it
	 * reports an error or crashes */
	strings_push_words(options, "-Xclang -fno-cxx-modules");
	add_prelude(r, options);
}

/* Restrictions become annotations, which clang ignores. Blocks are clang's own. Of its warnings only those
 * about pointers in uses of <amp/c.h> are wanted; what is only a warning for the host compiler must not be an
 * error here. */
static void add_c_options(struct strings *options)
{
	strings_push_words(options, "-x c -fblocks -Wno-everything -ferror-limit=0 -Wincompatible-pointer-types "
	                            "-Wincompatible-pointer-types-discards-qualifiers -Wcompare-distinct-pointer-types "
	                            "-Wexcess-initializers -Wno-error=implicit-function-declaration "
	                            "-Wno-error=implicit-int -Wno-error=int-conversion "
	                            "-Wno-error=incompatible-function-pointer-types -Wno-error=return-type "
	                            "-D__AMPCC_PARSE__ -D__AMPCC__ -D__AH=__attribute__((annotate(\"amp:cpu\"))) "
	                            "-D__AD=__attribute__((annotate(\"amp:amp\")))");
	strings_push_each(options, "-D__AHD=__attribute__((annotate(\"amp:cpu amp:amp\")))",
	                  "-D__ATS=static __attribute__((annotate(\"amp:tile_static\")))");
}

/* Whether the parser rejected its precompiled header. */
static bool refused_pch(CXTranslationUnit tu)
{
	bool refused = false;

	for (struct notes m = messages_of(tu); notes_next(&m);)
		refused |= clang_getDiagnosticSeverity(m.note) >= CXDiagnostic_Error &&
		           (strstr(m.text, "PCH") || strstr(m.text, "precompiled") || strstr(m.text, "AST file"));
	return refused;
}

/* Redirects standard error to a file. Returns a duplicate of it, or -1 if that failed. */
static int set_errors_aside(FILE *file)
{
	int kept;

	fflush(stderr);
	kept = file ? dup(STDERR_FILENO) : -1;
	if (kept >= 0)
		dup2(fileno(file), STDERR_FILENO);
	return kept;
}

/* Restores standard error and prints what was written meanwhile, except libclang's report of a crash of its
 * own. */
static void give_errors_back(FILE *file, int kept)
{
	char line[4096];
	bool of_crash = false;

	dup2(kept, STDERR_FILENO);
	close(kept);
	rewind(file);
	while (fgets(line, sizeof(line), file)) {
		of_crash |= starts(line, "libclang: crash");
		if (!of_crash)
			fputs(line, stderr);
		of_crash &= line[0] != '}';
	}
}

/* clang_parseTranslationUnit2() without output about a crash, which parse() handles. */
static enum CXErrorCode parse_silently(CXIndex index, const char *name,
                                       const struct strings *options, struct CXUnsavedFile *file,
                                       CXTranslationUnit *tu)
{
	FILE *errors = tmpfile();
	int kept = set_errors_aside(errors);
	enum CXErrorCode e = clang_parseTranslationUnit2(
		index, name, (const char *const *)options->items, (int)options->count, file, 1,
		CXTranslationUnit_KeepGoing, tu);

	if (kept >= 0)
		give_errors_back(errors, kept);
	if (errors)
		fclose(errors);
	return e;
}

/* Adds all options for the parser. */
static void add_options(const struct unit *u, struct strings *options)
{
	const struct translation_request *r = u->request;
	bool has_std = false, is_c = r->language == LANGUAGE_C;

	if (is_c)
		add_c_options(options);
	else
		add_cxx_options(r, options);
	if (r->msvc)
		strings_push(options, "-fms-extensions");
	if (u->is_lean)
		strings_push(options, "-D" AMP_LEAN);
	if (u->has_hresult)
		strings_push(options, "-D" AMP_OWN_HRESULT);
	add_parse_options(r->options, r->language, options);
	for (size_t i = 0; i < options->count; i++)
		has_std |= starts(options->items[i], "-std=");
	if (!has_std)
		strings_push(options, is_c ? "-std=gnu11" : "-std=gnu++17");
	if (r->resource_dir)
		strings_push_each(options, "-resource-dir", r->resource_dir);
	strings_push_each(options, "-isystem", r->include_dir);
	if (r->resource_dir && !is_c) {
		/* the CUDA wrappers next to clang's own headers declare std::max for device code, which would
		 * be preferred to the program's */
		strings_push_each(options, "-nobuiltininc", "-idirafter");
		strings_printf(options, "%s/include", r->resource_dir);
	}
	/* last, since clang has its own versions of these headers: for headers that only gcc has */
	for (size_t i = 0; i < u->system_folders.count; i++)
		strings_push_each(options, "-idirafter", u->system_folders.items[i]);
}

static CXTranslationUnit parse_once(struct unit *u, struct clauses *c, enum CXErrorCode *error)
{
	const struct translation_request *r = u->request;
	SCOPED(strings) options = {0};
	CXTranslationUnit tu = NULL;
	bool is_c = r->language == LANGUAGE_C;

	add_options(u, &options);
	make_insertions(c);
	const char *name = interned_printf("%s.amp.%s", r->path, is_c ? "c" : "cu");
	struct CXUnsavedFile file = {name, c->parse.data, c->parse.len};
	/* amp.h is precompiled, and must not be there if the program does not include it */
	const char *pch = is_c || (r->has_amp && u->amp_at == SIZE_MAX) ? NULL : precompiled_amp(u, &options);
	SCOPED(strings) with_pch = {0};
	enum CXErrorCode e = CXError_Failure;

	if (pch) {
		strings_push_all(&with_pch, &options);
		strings_push_each(&with_pch, "-include-pch", pch);
		e = parse_silently(u->index, name, &with_pch, &file, &tu);
	}
	if (e != CXError_Success || (pch && refused_pch(tu))) {
		if (tu)
			clang_disposeTranslationUnit(tu);
		tu = NULL;
		e = parse_silently(u->index, name, &options, &file, &tu);
		if (pch && e == CXError_Success) /* otherwise the program is the reason */
			refuse_precompiled(u);
	}
	if (e != CXError_Success || !tu)
		tu = NULL;
	else
		c->file = clang_getFile(tu, name);
	*error = e;
	return tu;
}

bool is_of_cuda_only(CXDiagnostic d)
{
	return begins_with(clang_string(clang_getDiagnosticSpelling(d)), PHRASE_SHARED_INITIALIZATION);
}

bool has_errors(CXTranslationUnit tu)
{
	bool found = false;

	for (struct notes m = messages_of(tu); notes_next(&m);)
		found |= clang_getDiagnosticSeverity(m.note) >= CXDiagnostic_Error && !is_of_cuda_only(m.note);
	return found;
}

/* Whether the parser read the host compiler's standard library: another library's headers may include other
 * headers. */
static bool is_library_of_host(const struct unit *u, CXTranslationUnit tu)
{
	CXFile header = clang_getFile(tu, u->vector_header);

	return header && clang_isFileMultipleIncludeGuarded(tu, header);
}

/* Stops the parser from constructing tile_static variables, where it wants to. */
static bool amend_tile_static(struct unit *u, struct clauses *c, CXTranslationUnit tu)
{
	struct offsets constructible = {0}, others = {0};
	bool amended = false, misplaced = false;

	for (struct notes m = messages_of(tu); notes_next(&m);) {
		unsigned offset;

		misplaced |= says(m.text, PHRASE_SHARED_VARIABLES_IN);
		if (!location_offset(c, m.place, &offset))
			;
		else if (is_of_cuda_only(m.note))
			offsets_add(&constructible, offset);
		else if (begins_with(m.text, PHRASE_NO_MATCHING_CONSTRUCTOR) ||
		         says(m.text, PHRASE_DEFAULT_CONSTRUCTOR))
			offsets_add(&others, offset);
	}
	for (size_t i = 0; i < others.count && !misplaced; i++)
		amended |= leave_unconstructed(u, c, others.items[i], false);
	for (size_t i = 0; i < constructible.count && !misplaced; i++)
		amended |= leave_unconstructed(u, c, constructible.items[i], true);
	return amended;
}

CXTranslationUnit parse(struct unit *u, struct clauses *c)
{
	enum CXErrorCode error;

	library_open(u->request->include_dir);
	CXTranslationUnit tu = parse_once(u, c, &error);

	/* the program may rely on headers that amp.h did not include */
	if (u->is_lean && (!tu || has_errors(tu) || !is_library_of_host(u, tu))) {
		u->is_lean = false;
		if (tu)
			clang_disposeTranslationUnit(tu);
		tu = parse_once(u, c, &error);
	}
	/* libclang 19 crashes on the destruction of a class whose bases and members have destructors
	 * without a common restriction; the checks report it (2.2.2) */
	if (error == CXError_Crashed && share_destructors(u, c))
		tu = parse_once(u, c, &error);
	if (tu && !unit_is_c(u) && amend_tile_static(u, c, tu)) {
		clang_disposeTranslationUnit(tu);
		tu = parse_once(u, c, &error);
	}
	if (!tu) {
		fail("libclang could not parse %s (error %d)", u->request->display_path, error);
		u->errors++;
	}
	return tu;
}

struct trial trial_of(const struct unit *u)
{
	struct trial t = {.tu = NULL};

	clauses_copy(&t.clauses, u->clauses);
	return t;
}

bool trial_parse(struct trial *t, struct unit *u)
{
	t->tu = parse(u, &t->clauses);
	return t->tu;
}

void trial_finish(struct trial *t)
{
	if (t->tu)
		clang_disposeTranslationUnit(t->tu);
	clauses_finish(&t->clauses);
}
