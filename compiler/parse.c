/* libclang: from the parse text to the AST, and its errors in our terms. */
#include "ampcc.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char *take_string(CXString s)
{
	const char *c = clang_getCString(s);
	char *copy = xstrdup(c ? c : "");

	clang_disposeString(s);
	return copy;
}

void add_parse_options(const struct strings *from, struct strings *to)
{
	static const char *const joined[] = {"-I", "-D", "-U", "-std=", "-iquote", "-isystem", "-idirafter"};
	static const char *const whole[] = {"-fsigned-char", "-funsigned-char", "-fshort-enums",
	                                    "-fno-exceptions", "-fno-rtti", "-fms-extensions",
	                                    "-fchar8_t", "-fno-char8_t", "-fpermissive", "-ansi",
	                                    "-m32", "-m64", "-pthread"};

	for (size_t i = 0; i < from->count; i++) {
		const char *o = from->items[i];

		for (size_t k = 0; k < sizeof(joined) / sizeof(*joined); k++) {
			if (strncmp(o, joined[k], strlen(joined[k])))
				continue;
			strings_push(to, o);
			if (!strcmp(o, joined[k]) && i + 1 < from->count)
				strings_push(to, from->items[++i]);
			o = "";
			break;
		}
		for (size_t k = 0; k < sizeof(whole) / sizeof(*whole); k++) {
			if (!strcmp(o, whole[k]))
				strings_push(to, o);
		}
	}
}

static void replace_all(char **s, const char *from, const char *to)
{
	struct text t = {0};
	const char *rest = *s, *p;

	text_append(&t, "");
	while ((p = strstr(rest, from)) != NULL) {
		text_append_n(&t, rest, p - rest);
		text_append(&t, to);
		rest = p + strlen(from);
	}
	text_append(&t, rest);
	free(*s);
	*s = t.data;
}

/* Whether a place is in the user's text: also in one of the macros that stand for
 * restrict and tile_static there. */
static bool is_mine(const struct clauses *c, CXSourceLocation place, unsigned *offset)
{
	CXFile file;

	clang_getFileLocation(place, &file, NULL, NULL, offset);
	if (!file || !clang_File_isEqual(file, c->file))
		return false;
	*offset = parse_to_flat(c, *offset);
	return true;
}

/* A parser's message in the terms of C++ AMP instead of CUDA's. */
static char *message_of(const struct unit *u, const struct clauses *c, CXDiagnostic d)
{
	char *s = take_string(clang_getDiagnosticSpelling(d));
	unsigned at;

	if (u->request->language == LANGUAGE_C)
		return c_message(s, is_mine(c, clang_getDiagnosticLocation(d), &at) ? u->text.data + at : "");

	replace_all(&s, "__host__ __device__", "restrict(cpu,amp)");
	replace_all(&s, "__device__", "restrict(amp)");
	replace_all(&s, "__host__", "restrict(cpu)");
	replace_all(&s, "__shared__", "tile_static");
	return s;
}

static void print_diagnostic(struct unit *u, const struct clauses *c, CXDiagnostic d,
                             enum severity severity)
{
	char *message = message_of(u, c, d);
	CXSourceLocation place = clang_getDiagnosticLocation(d);

	unsigned offset;

	if (is_mine(c, place, &offset)) {
		diagnose(u, severity, offset, "%s", message);
	} else {
		static const char *const names[] = {[SEVERITY_NOTE] = "note",
		                                    [SEVERITY_WARNING] = "warning",
		                                    [SEVERITY_ERROR] = "error"};
		CXString file;
		unsigned line, column;

		clang_getPresumedLocation(place, &file, &line, &column);
		const char *name = clang_getCString(file);

		if (name && *name)
			fprintf(stderr, "%s:%u:%u: ", name, line, column);
		else
			fprintf(stderr, "ampcc: ");
		fprintf(stderr, "%s: %s\n", names[severity], message);
		clang_disposeString(file);
		u->errors += severity == SEVERITY_ERROR;
	}
	free(message);
	CXDiagnosticSet notes = clang_getChildDiagnostics(d);

	for (unsigned i = 0; i < clang_getNumDiagnosticsInSet(notes); i++) {
		CXDiagnostic note = clang_getDiagnosticInSet(notes, i);

		/* neither how we define our macros nor what is in headers helps anybody */
		if (clang_Location_isFromMainFile(clang_getDiagnosticLocation(note)))
			print_diagnostic(u, c, note, SEVERITY_NOTE);
		clang_disposeDiagnostic(note);
	}
}

/* Restrictions are CUDA's attributes, whose rules clang knows. */
static void add_cxx_options(const struct translation_request *r, struct strings *options)
{
	static const char *const fixed[] = {
		"-x", "cuda", "--cuda-host-only", "-nocudainc", "-nocudalib", "-w", "-ferror-limit=0",
		"-D__AMPCC_PARSE__", "-D__AMPCC__", "-D__AH=__attribute__((host))",
		"-D__AD=__attribute__((device))",
		"-D__AHD=__attribute__((host))__attribute__((device))",
		"-D__ATS=__attribute__((shared))",
		"-D__ATR=__attribute__((annotate(\"amp:tile_static\")))"};
	char *prelude = xasprintf("%s/amp/prelude.h", r->include_dir);

	for (size_t i = 0; i < sizeof(fixed) / sizeof(*fixed); i++)
		strings_push(options, fixed[i]);
	strings_push(options, "-include");
	strings_push(options, prelude);
	free(prelude);
}

/* Restrictions are annotations, which say nothing to clang. Blocks are clang's
 * own. Of its warnings we want those about pointers in uses of <amp/c.h>; what
 * the host compiler warns about is no error here, either. */
static void add_c_options(struct strings *options)
{
	static const char *const fixed[] = {
		"-x", "c", "-fblocks", "-Wno-everything", "-ferror-limit=0",
		"-Wincompatible-pointer-types", "-Wincompatible-pointer-types-discards-qualifiers",
		"-Wcompare-distinct-pointer-types", "-Wexcess-initializers", "-Wno-error=implicit-function-declaration",
		"-Wno-error=implicit-int", "-Wno-error=int-conversion",
		"-Wno-error=incompatible-function-pointer-types", "-Wno-error=return-type",
		"-D__AMPCC_PARSE__", "-D__AMPCC__", "-D__AH=__attribute__((annotate(\"amp:cpu\")))",
		"-D__AD=__attribute__((annotate(\"amp:amp\")))",
		"-D__AHD=__attribute__((annotate(\"amp:cpu amp:amp\")))",
		"-D__ATS=static __attribute__((annotate(\"amp:tile_static\")))"};

	for (size_t i = 0; i < sizeof(fixed) / sizeof(*fixed); i++)
		strings_push(options, fixed[i]);
}

/* Whether the parser refused its precompiled header. */
static bool refused_pch(CXTranslationUnit tu)
{
	bool refused = false;

	for (unsigned i = 0; i < clang_getNumDiagnostics(tu) && !refused; i++) {
		CXDiagnostic d = clang_getDiagnostic(tu, i);
		char *s = take_string(clang_getDiagnosticSpelling(d));

		refused = clang_getDiagnosticSeverity(d) >= CXDiagnostic_Error &&
		          (strstr(s, "PCH") || strstr(s, "precompiled") || strstr(s, "AST file"));
		free(s);
		clang_disposeDiagnostic(d);
	}
	return refused;
}

/* Standard error goes to a file for a while. -1 if that cannot be done. */
static int set_errors_aside(FILE *file)
{
	int kept;

	fflush(stderr);
	kept = file ? dup(STDERR_FILENO) : -1;
	if (kept >= 0)
		dup2(fileno(file), STDERR_FILENO);
	return kept;
}

/* Standard error is itself again, and gets what was written meanwhile, but for what
 * libclang says of a crash of its own. */
static void give_errors_back(FILE *file, int kept)
{
	char line[4096];
	bool of_crash = false;

	dup2(kept, STDERR_FILENO);
	close(kept);
	rewind(file);
	while (fgets(line, sizeof(line), file)) {
		of_crash |= !strncmp(line, "libclang: crash", strlen("libclang: crash"));
		if (!of_crash)
			fputs(line, stderr);
		of_crash &= line[0] != '}';
	}
}

/* clang_parseTranslationUnit2(), silently: parse() knows what to do about a crash. */
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

static CXTranslationUnit parse_once(struct unit *u, struct clauses *c, CXIndex index,
                                    enum CXErrorCode *error)
{
	const struct translation_request *r = u->request;
	struct strings options = {0};
	CXTranslationUnit tu = NULL;
	bool has_std = false, is_c = r->language == LANGUAGE_C;

	if (is_c)
		add_c_options(&options);
	else
		add_cxx_options(r, &options);
	if (u->is_lean)
		strings_push(&options, "-D" AMP_LEAN);
	add_parse_options(r->options, &options);
	for (size_t i = 0; i < options.count; i++)
		has_std |= !strncmp(options.items[i], "-std=", 5);
	if (!has_std)
		strings_push(&options, is_c ? "-std=gnu11" : "-std=gnu++17");
	strings_push(&options, "-isystem");
	strings_push(&options, r->include_dir);
	/* last, since clang has such headers of its own: for those that only gcc has */
	for (size_t i = 0; i < u->system_folders.count; i++) {
		strings_push(&options, "-idirafter");
		strings_push(&options, u->system_folders.items[i]);
	}
	char *name = xasprintf("%s.amp.%s", r->path, is_c ? "c" : "cu");
	struct CXUnsavedFile file = {name, c->parse.data, c->parse.len};
	char *pch = is_c ? NULL : precompiled_amp(&options, r->include_dir, index);
	struct strings with_pch = {0};
	enum CXErrorCode e = CXError_Failure;

	if (pch) {
		strings_push_all(&with_pch, &options);
		strings_push(&with_pch, "-include-pch");
		strings_push(&with_pch, pch);
		e = parse_silently(index, name, &with_pch, &file, &tu);
	}
	if (pch && (e != CXError_Success || refused_pch(tu))) {
		unlink(pch); /* damaged, or of headers that are others now */
		free(pch);
		pch = NULL;
		e = CXError_Failure;
	}
	if (e != CXError_Success) {
		if (tu)
			clang_disposeTranslationUnit(tu);
		tu = NULL;
		e = parse_silently(index, name, &options, &file, &tu);
	}
	strings_finish(&with_pch);
	free(u->pch);
	u->pch = pch;
	if (e != CXError_Success || !tu)
		tu = NULL;
	else
		c->file = clang_getFile(tu, name);
	*error = e;
	free(name);
	strings_finish(&options);
	return tu;
}

/* clang's CUDA refuses tile_static variables of classes with constructors; C++
 * AMP does not call them (specification 2.4.3.5.1). */
static bool is_of_cuda_only(CXDiagnostic d)
{
	char *s = take_string(clang_getDiagnosticSpelling(d));
	bool yes = !strcmp(s, "initialization is not supported for __shared__ variables");

	free(s);
	return yes;
}

/* Whether the parser found errors that may come of too few headers. */
static bool has_errors(CXTranslationUnit tu)
{
	bool found = false;

	for (unsigned i = 0; i < clang_getNumDiagnostics(tu) && !found; i++) {
		CXDiagnostic d = clang_getDiagnostic(tu, i);

		found = clang_getDiagnosticSeverity(d) >= CXDiagnostic_Error && !is_of_cuda_only(d);
		clang_disposeDiagnostic(d);
	}
	return found;
}

/* Whether the parser read the host compiler's standard library: the headers of another one may
 * bring along others. */
static bool is_library_of_host(const struct unit *u, CXTranslationUnit tu)
{
	CXFile header = clang_getFile(tu, u->vector_header);

	return header && clang_isFileMultipleIncludeGuarded(tu, header);
}

/* Whether the parser wants to construct tile_static variables, and need not. */
static bool amend_tile_static(struct unit *u, struct clauses *c, CXTranslationUnit tu)
{
	struct offsets constructible = {0}, others = {0};
	bool amended = false, misplaced = false;

	for (unsigned i = 0; i < clang_getNumDiagnostics(tu); i++) {
		CXDiagnostic d = clang_getDiagnostic(tu, i);
		char *s = take_string(clang_getDiagnosticSpelling(d));
		unsigned offset;

		misplaced |= strstr(s, "__shared__ local variables not allowed") != NULL;
		if (!is_mine(c, clang_getDiagnosticLocation(d), &offset))
			;
		else if (is_of_cuda_only(d))
			offsets_add(&constructible, offset);
		else if (strstr(s, "constructor for initialization of") ||
		         strstr(s, "default constructor of"))
			offsets_add(&others, offset);
		free(s);
		clang_disposeDiagnostic(d);
	}
	for (size_t i = 0; i < others.count && !misplaced; i++)
		amended |= leave_unconstructed(u, c, others.items[i], false);
	for (size_t i = 0; i < constructible.count && !misplaced; i++)
		amended |= leave_unconstructed(u, c, constructible.items[i], true);
	free(others.items);
	free(constructible.items);
	return amended;
}

CXTranslationUnit parse(struct unit *u, struct clauses *c, CXIndex index)
{
	enum CXErrorCode error;
	CXTranslationUnit tu = parse_once(u, c, index, &error);

	/* it may be that the program relies on headers that amp.h has not brought along */
	if (u->is_lean && (!tu || has_errors(tu) || !is_library_of_host(u, tu))) {
		u->is_lean = false;
		if (tu)
			clang_disposeTranslationUnit(tu);
		tu = parse_once(u, c, index, &error);
	}
	/* libclang 19 does not survive the destruction of a class whose bases and members
	 * have destructors without a common restriction: the checks know it (2.2.2) */
	if (error == CXError_Crashed && share_destructors(u, c)) {
		make_insertions(c);
		tu = parse_once(u, c, index, &error);
	}
	if (tu && u->request->language == LANGUAGE_CXX && amend_tile_static(u, c, tu)) {
		clang_disposeTranslationUnit(tu);
		make_insertions(c);
		tu = parse_once(u, c, index, &error);
	}
	if (!tu) {
		fprintf(stderr, "ampcc: error: libclang could not parse %s (error %d)\n",
		        u->request->display_path, error);
		u->errors++;
	}
	return tu;
}

void find_parse_errors(const struct unit *u, const struct clauses *c, CXTranslationUnit tu,
                       struct offsets *out)
{
	unsigned n = u->request->language == LANGUAGE_CXX ? clang_getNumDiagnostics(tu) : 0;

	for (unsigned i = 0; i < n; i++) {
		CXDiagnostic d = clang_getDiagnostic(tu, i);
		unsigned offset;

		if (clang_getDiagnosticSeverity(d) >= CXDiagnostic_Error && !is_of_cuda_only(d) &&
		    is_mine(c, clang_getDiagnosticLocation(d), &offset))
			offsets_add(out, offset);
		clang_disposeDiagnostic(d);
	}
}

/* Whether one of the first n errors says what the parser has against a place: it is on the same
 * line, and this is no other call. in_header: the parser's error is there, because of this place. */
static bool is_said(const struct unit *u, const struct clauses *c, CXSourceLocation place,
                    bool in_header, size_t n)
{
	unsigned offset;

	if (!clang_Location_isFromMainFile(place))
		return false;
	clang_getFileLocation(place, NULL, NULL, NULL, &offset);
	offset = parse_to_flat(c, offset);
	size_t end = named_call_end(u, offset);

	for (size_t i = 0; i < n; i++) {
		unsigned other = u->error_places[i];
		bool is_apart = !in_header && end && !is_about_refused(u, offset) &&
		                (other < offset || other >= u->tokens.items[end].offset);

		if (line_start(u, other) == line_start(u, offset) && !is_apart)
			return true;
	}
	return false;
}

/* An error in a header that a line of the user's brought about (a static_assert,
 * say) is reported at that line, without the way through the headers. */
static bool report_at_cause(struct unit *u, const struct clauses *c, CXDiagnostic d,
                            struct offsets *places)
{
	CXDiagnosticSet notes = clang_getChildDiagnostics(d);
	bool done = false;

	for (unsigned i = 0; i < clang_getNumDiagnosticsInSet(notes) && !done; i++) {
		CXDiagnostic note = clang_getDiagnosticInSet(notes, i);
		CXSourceLocation place = clang_getDiagnosticLocation(note);
		char *text = take_string(clang_getDiagnosticSpelling(note));

		if (clang_Location_isFromMainFile(place) && strstr(text, "requested here")) {
			char *message = message_of(u, c, d);
			const char *reason = strstr(message, "static assertion failed")
			                             ? strstr(message, "': ")
			                             : NULL;
			unsigned offset;

			clang_getFileLocation(place, NULL, NULL, NULL, &offset);
			offset = parse_to_flat(c, offset);
			if (offsets_add(places, offset))
				diagnose(u, SEVERITY_ERROR, offset, "%s", reason ? reason + 3 : message);
			free(message);
			done = true;
		}
		free(text);
		clang_disposeDiagnostic(note);
	}
	return done;
}

/* Whether an object's initialization is refused behind an error in its declaration: its type. */
static bool is_of_wrong_type(const struct unit *u, CXDiagnostic d, unsigned offset,
                             const struct offsets *places)
{
	static const char initialization[] = "no matching constructor for initialization";
	char *s = take_string(clang_getDiagnosticSpelling(d));
	size_t first = token_at(&u->tokens, offset);

	while (first > 0 && !ends_statement(u, first - 1))
		first--;
	bool yes = !strncmp(s, initialization, strlen(initialization)) &&
	           offsets_within(places, u->tokens.items[first].offset, offset);

	free(s);
	return yes;
}

/* The name of Debian's package with libclang's headers. The caller frees it. */
static char *headers_package(void)
{
	static const char before[] = "version ";
	char *version = take_string(clang_getClangVersion());
	const char *number = strstr(version, before);
	int digits = number ? (int)strspn(number + strlen(before), "0123456789") : 0;
	char *name = xasprintf("libclang-common-%.*s-dev", digits,
	                       number ? number + strlen(before) : "");

	free(version);
	return name;
}

/* Reports that the parser does not find its own headers, of which everything needs this
 * one: nothing else that it says then is of use. False if it does. */
static bool report_missing_header(struct unit *u, CXTranslationUnit tu)
{
	bool missing = false;

	for (unsigned i = 0; i < clang_getNumDiagnostics(tu) && !missing; i++) {
		CXDiagnostic d = clang_getDiagnostic(tu, i);
		char *s = take_string(clang_getDiagnosticSpelling(d));
		CXSourceLocation place = clang_getDiagnosticLocation(d);

		missing = !strcmp(s, "'stddef.h' file not found");
		if (missing) {
			char *package = headers_package();
			CXString file;
			unsigned line, column;

			clang_getPresumedLocation(place, &file, &line, &column);
			fprintf(stderr,
			        "%s:%u:%u: error: %s; are libclang's own headers installed (Debian's "
			        "package %s)?\n",
			        clang_getCString(file), line, column, s, package);
			clang_disposeString(file);
			free(package);
			u->errors++;
		}
		free(s);
		clang_disposeDiagnostic(d);
	}
	return missing;
}

void report_parse_errors(struct unit *u, const struct clauses *c, CXTranslationUnit tu)
{
	size_t n_ours = u->n_error_places;
	bool is_c = u->request->language == LANGUAGE_C;

	if (report_missing_header(u, tu))
		return;
	bool *is_of_host = xmalloc((clang_getNumDiagnostics(tu) + 1) * sizeof(*is_of_host));

	struct offsets places = {0}; /* one error for each, whatever templates and macros make of it */

	find_host_errors(u, c, tu, is_of_host);
	for (unsigned i = 0; i < clang_getNumDiagnostics(tu); i++) {
		CXDiagnostic d = clang_getDiagnostic(tu, i);
		CXSourceLocation place = clang_getDiagnosticLocation(d);
		bool said = is_said(u, c, place, false, n_ours);

		/* an error in a header, because of a line of the user's */
		if (!clang_Location_isFromMainFile(place)) {
			CXDiagnosticSet notes = clang_getChildDiagnostics(d);

			for (unsigned k = 0; k < clang_getNumDiagnosticsInSet(notes); k++) {
				CXDiagnostic note = clang_getDiagnosticInSet(notes, k);

				said |= is_said(u, c, clang_getDiagnosticLocation(note), true, n_ours);
				clang_disposeDiagnostic(note);
			}
		}
		bool error = (clang_getDiagnosticSeverity(d) >= CXDiagnostic_Error &&
		              !is_of_cuda_only(d)) ||
		             (is_c && is_c_misuse(u, c, place));

		error = error && !said && !(is_c ? is_of_c_host(u, c, d) : is_of_host[i]);
		unsigned offset;
		bool mine = is_mine(c, place, &offset);

		if (!error)
			;
		else if (mine && (is_of_wrong_type(u, d, offset, &places) ||
		                  !offsets_add(&places, offset)))
			;
		else if (mine && !is_c && report_mistake(u, c, d))
			;
		else if (mine || !report_at_cause(u, c, d, &places))
			print_diagnostic(u, c, d, SEVERITY_ERROR);
		clang_disposeDiagnostic(d);
	}
	free(is_of_host);
	free(places.items);
}

/* ---- Questions about cursors ------------------------------------------- */

static bool location_offset(const struct clauses *c, CXSourceLocation l, unsigned *offset)
{
	CXFile file;
	unsigned o;

	/* of a macro of the command line, where it is expanded */
	clang_getFileLocation(l, &file, NULL, NULL, &o);
	if (!file || !clang_File_isEqual(file, c->file))
		return false;
	*offset = parse_to_flat(c, o);
	return true;
}

bool cursor_offset(const struct clauses *c, CXCursor cursor, unsigned *offset)
{
	return location_offset(c, clang_getCursorLocation(cursor), offset);
}

bool cursor_range(const struct clauses *c, CXCursor cursor, unsigned *start, unsigned *end)
{
	CXSourceRange r = clang_getCursorExtent(cursor);

	return location_offset(c, clang_getRangeStart(r), start) &&
	       location_offset(c, clang_getRangeEnd(r), end);
}

static enum CXChildVisitResult find_attributes(CXCursor c, CXCursor parent, CXClientData data)
{
	unsigned *restrictions = data;

	(void)parent;
	if (clang_getCursorKind(c) == CXCursor_CUDAHostAttr) {
		*restrictions |= RESTRICT_CPU;
	} else if (clang_getCursorKind(c) == CXCursor_CUDADeviceAttr) {
		*restrictions |= RESTRICT_AMP;
	} else if (clang_getCursorKind(c) == CXCursor_AnnotateAttr) { /* C */
		char *names = take_string(clang_getCursorSpelling(c));

		*restrictions |= strstr(names, "amp:cpu") ? RESTRICT_CPU : 0;
		*restrictions |= strstr(names, "amp:amp") ? RESTRICT_AMP : 0;
		free(names);
	}
	return CXChildVisit_Continue;
}

unsigned cursor_restrictions(CXCursor function)
{
	unsigned restrictions = 0;

	clang_visitChildren(function, find_attributes, &restrictions);
	return restrictions ? restrictions : RESTRICT_CPU;
}

CXCursor class_template_of(CXCursor class)
{
	CXCursor template = clang_getSpecializedCursorTemplate(class);
	CXCursor definition = clang_getCursorDefinition(template);

	return clang_Cursor_isNull(definition) ? template : definition;
}

bool is_instantiation(CXCursor c)
{
	CXCursor template = is_class(clang_getCursorKind(c)) ? class_template_of(c)
	                                                     : clang_getSpecializedCursorTemplate(c);

	/* an explicit specialization stands somewhere else than its template */
	return !clang_Cursor_isNull(template) &&
	       clang_equalLocations(clang_getCursorLocation(c), clang_getCursorLocation(template));
}

bool is_function(enum CXCursorKind kind)
{
	return kind == CXCursor_FunctionDecl || kind == CXCursor_CXXMethod ||
	       kind == CXCursor_Constructor || kind == CXCursor_Destructor ||
	       kind == CXCursor_ConversionFunction || kind == CXCursor_FunctionTemplate;
}

bool is_variable(CXCursor declaration)
{
	enum CXCursorKind kind = clang_getCursorKind(declaration);
	char *name = take_string(clang_getCursorSpelling(declaration));
	/* libclang has no kind for a structured binding, and calls all of them [x, y] */
	bool binding = kind == CXCursor_UnexposedDecl && *name && *name != '[' &&
	               is_local(declaration);

	free(name);
	return kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl || binding;
}

bool is_class(enum CXCursorKind kind)
{
	return kind == CXCursor_ClassDecl || kind == CXCursor_StructDecl ||
	       kind == CXCursor_ClassTemplate || kind == CXCursor_UnionDecl ||
	       kind == CXCursor_ClassTemplatePartialSpecialization;
}

bool ends_statement(const struct unit *u, size_t i)
{
	const struct token *t = &u->tokens.items[i];

	return t->kind == TOKEN_END || token_is(u->text.data, t, ";") ||
	       token_is(u->text.data, t, "{") || token_is(u->text.data, t, "}");
}

size_t declarator_end(const struct unit *u, unsigned name, unsigned end)
{
	const struct token *t = u->tokens.items;
	size_t i = token_at(&u->tokens, name);

	while (t[i].kind != TOKEN_END && t[i].offset < end &&
	       !token_is(u->text.data, &t[i], "{") && !token_is(u->text.data, &t[i], ";"))
		i = token_is(u->text.data, &t[i], "requires")
		            ? token_skip_requires(u->text.data, &u->tokens, i)
		            : token_skip_group(t, i);
	return i;
}

const struct clause *function_clause(const struct unit *u, const struct clauses *c, unsigned start,
                                     unsigned end)
{
	const struct token *t = u->tokens.items;
	const struct clause *found = NULL;

	for (size_t i = token_at(&u->tokens, start);
	     t[i].kind != TOKEN_END && t[i].offset < end && !found;
	     i = token_skip_group(t, i)) {
		if (token_is(u->text.data, &t[i], "restrict"))
			found = clause_in(c, t[i].offset, t[i].offset + 1);
		if (found && found->on_type)
			found = NULL;
	}
	return found;
}

size_t specifiers_begin(const struct unit *u, unsigned start)
{
	const struct token *t = u->tokens.items;
	const char *s = u->text.data;
	size_t i = token_at(&u->tokens, start);

	for (;;) {
		if (token_is(s, &t[i], "template")) {
			i++;
			if (token_is(s, &t[i], "<"))
				i = token_skip_angles(s, &u->tokens, i);
		} else if (token_is(s, &t[i], "[") && token_is(s, &t[i + 1], "[") && t[i].match > 0) {
			i = t[i].match + 1;
		} else if (token_is(s, &t[i], "requires")) {
			i = token_skip_requires(s, &u->tokens, i);
		} else {
			return i;
		}
	}
}

/* ---- Questions about lambdas ------------------------------------------- */

unsigned lambda_body(const struct unit *u, unsigned start)
{
	return u->tokens.items[declarator_end(u, start, u->text.len)].offset;
}

size_t capture_end(const struct unit *u, size_t i, size_t close)
{
	const struct token *t = u->tokens.items;
	const char *text = u->text.data;

	while (i < close && !token_is(text, &t[i], ",")) {
		size_t behind = token_is(text, &t[i], "<") ? token_skip_angles(text, &u->tokens, i) : close + 1;
		bool arguments = behind == close || (behind < close && (token_is(text, &t[behind], "{") ||
		                                    token_is(text, &t[behind], "(") ||
		                                    token_is(text, &t[behind], "::") ||
		                                    token_is(text, &t[behind], ",")));

		i = arguments ? behind : token_skip_group(t, i);
	}
	return i;
}

struct captures read_captures(const struct unit *u, unsigned start)
{
	const struct token *t = u->tokens.items;
	const char *text = u->text.data;
	struct captures c = {0};
	size_t i = token_at(&u->tokens, start), close = t[i].match;

	for (i++; i < close; i++) {
		bool reference = token_is(text, &t[i], "&");
		size_t name = i + reference;
		char *s = xstrndup(text + t[name].offset, t[name].len);

		if (token_is(text, &t[i], "="))
			c.default_capture = '=';
		else if (reference && (name == close || token_is(text, &t[name], ",")))
			c.default_capture = '&';
		else if (t[name].kind == TOKEN_IDENTIFIER)
			strings_push(reference ? &c.by_reference : &c.by_value, s);
		free(s);
		i = capture_end(u, i, close);
	}
	return c;
}

bool captures_by_reference(const struct captures *c, const char *name)
{
	return strings_contain(&c->by_reference, name) ||
	       (c->default_capture == '&' && !strings_contain(&c->by_value, name));
}

unsigned captured_copy_of_this(const struct unit *u, unsigned start)
{
	const struct token *t = u->tokens.items;
	size_t i = token_at(&u->tokens, start);
	size_t close = token_is(u->text.data, &t[i], "[") ? (size_t)t[i].match : i; /* no block */

	for (; i < close; i++) {
		if ((token_is(u->text.data, &t[i], "[") || token_is(u->text.data, &t[i], ",")) &&
		    token_is(u->text.data, &t[i + 1], "*") &&
		    token_is(u->text.data, &t[i + 2], "this"))
			return t[i + 1].offset;
	}
	return UINT_MAX;
}

bool is_member_of_this(const struct unit *u, const struct clauses *c, CXCursor reference)
{
	unsigned start, end, name;

	if (clang_getCursorKind(reference) != CXCursor_MemberRefExpr ||
	    !cursor_range(c, reference, &start, &end) || !cursor_offset(c, reference, &name))
		return false;
	const struct token *t = u->tokens.items;
	size_t i = token_at(&u->tokens, start), at = token_at(&u->tokens, name);

	while (i < at && t[i].kind == TOKEN_IDENTIFIER) { /* base::member */
		i++;
		i = token_is(u->text.data, &t[i], "<") ? token_skip_angles(u->text.data, &u->tokens, i) : i;
		if (!token_is(u->text.data, &t[i], "::"))
			return false;
		i++;
	}
	/* x[0].member, where the type of x is not known, is at x, too: but goes on */
	for (size_t k = at; t[k].offset < end;
	     k = token_is(u->text.data, &t[k], "<") ? token_skip_angles(u->text.data, &u->tokens, k)
	                                            : token_skip_group(t, k)) {
		if (token_is(u->text.data, &t[k], ".") || token_is(u->text.data, &t[k], "->"))
			return false;
	}
	return i == at;
}

bool in_capture_list(const struct unit *u, unsigned start, unsigned offset)
{
	const struct token *t = &u->tokens.items[token_at(&u->tokens, start)];

	return token_is(u->text.data, t, "[") && t->match >= 0 && offset > start &&
	       offset < u->tokens.items[t->match].offset;
}

bool in_init_capture(const struct unit *u, unsigned start, unsigned offset)
{
	const struct token *t = u->tokens.items;
	size_t open = token_at(&u->tokens, start), close = t[open].match, end;

	if (!token_is(u->text.data, &t[open], "[") || offset >= t[close].offset)
		return false;
	for (size_t i = open + 1; i < close; i = end + 1) {
		size_t name = i;

		end = capture_end(u, i, close);
		while (name < end && t[name].kind != TOKEN_IDENTIFIER)
			name++;
		if (offset < t[end].offset)
			return name + 1 < end && offset > t[name + 1].offset;
	}
	return false;
}

void captures_finish(struct captures *c)
{
	strings_finish(&c->by_reference);
	strings_finish(&c->by_value);
}

static enum CXChildVisitResult keep_child(CXCursor c, CXCursor parent, CXClientData data)
{
	(void)parent;
	*(CXCursor *)data = c;
	return CXChildVisit_Break;
}

CXCursor first_child(CXCursor c)
{
	CXCursor child = clang_getNullCursor();

	if (!clang_Cursor_isNull(c))
		clang_visitChildren(c, keep_child, &child);
	return child;
}

CXType without_reference(CXType type)
{
	return type.kind == CXType_Invalid ? type : clang_getNonReferenceType(type);
}

CXType unqualified(CXType type)
{
	return type.kind == CXType_Invalid ? type : clang_getUnqualifiedType(type);
}

static enum CXChildVisitResult find_shared(CXCursor c, CXCursor parent, CXClientData data)
{
	(void)parent;
	*(bool *)data |= clang_getCursorKind(c) == CXCursor_CUDASharedAttr;
	*(bool *)data |= clang_getCursorKind(c) == CXCursor_AnnotateAttr && /* C */
	                 is_named(c, "amp:tile_static");
	return CXChildVisit_Continue;
}

bool is_named(CXCursor c, const char *name)
{
	char *s = take_string(clang_getCursorSpelling(c));
	bool same = !strcmp(s, name);

	free(s);
	return same;
}

bool starts_with(CXCursor c, const char *prefix)
{
	char *s = take_string(clang_getCursorSpelling(c));
	bool same = !strncmp(s, prefix, strlen(prefix));

	free(s);
	return same;
}

bool is_amp_library(CXCursor declaration)
{
	if (clang_getCursorLanguage(declaration) == CXLanguage_C && starts_with(declaration, "amp_"))
		return true;
	for (CXCursor p = clang_getCursorSemanticParent(declaration);
	     clang_getCursorKind(p) == CXCursor_Namespace; p = clang_getCursorSemanticParent(p)) {
		if (is_named(p, "Concurrency"))
			return clang_Location_isInSystemHeader(clang_getCursorLocation(declaration));
	}
	return false;
}

bool is_tile_static(CXCursor variable)
{
	bool found = false;

	clang_visitChildren(variable, find_shared, &found);
	return found;
}

bool is_number(CXType type)
{
	enum CXTypeKind k = clang_getCanonicalType(type).kind;

	return (k >= CXType_FirstBuiltin && k <= CXType_LastBuiltin && k != CXType_Void &&
	        k != CXType_Dependent && k != CXType_Overload) ||
	       k == CXType_Enum;
}

bool is_cxx11(const struct unit *u)
{
	const struct strings *options = u->request->options;
	bool found = false;

	for (size_t i = 0; i < options->count; i++) {
		const char *o = options->items[i];

		if (!strncmp(o, "-std=", 5))
			found = strstr(o, "++11") || strstr(o, "++0x");
	}
	return found;
}

bool is_parameter_of(CXCursor child, CXCursor function)
{
	CXCursor call = clang_getCursorSemanticParent(child);

	return clang_getCursorKind(child) == CXCursor_ParmDecl &&
	       (clang_getCursorKind(function) != CXCursor_LambdaExpr ||
	        clang_equalCursors(clang_getCursorSemanticParent(call),
	                           clang_getTypeDeclaration(clang_getCursorType(function))));
}

struct parameter_search {
	CXCursor function, parameter;
};

static enum CXChildVisitResult find_parameter(CXCursor c, CXCursor parent, CXClientData data)
{
	struct parameter_search *s = data;

	(void)parent;
	if (!is_parameter_of(c, s->function))
		return CXChildVisit_Continue;
	s->parameter = c;
	return CXChildVisit_Break;
}

CXCursor first_parameter(CXCursor function)
{
	struct parameter_search s = {function, clang_getNullCursor()};

	clang_visitChildren(function, find_parameter, &s);
	return s.parameter;
}

bool is_pack(CXType type)
{
	char *s = take_string(clang_getTypeSpelling(type));
	size_t n = strlen(s);
	bool yes = n > 3 && !strcmp(s + n - 3, "...");

	free(s);
	return yes;
}

bool is_closure_type(CXType type)
{
	char *s = take_string(clang_getTypeSpelling(clang_getCanonicalType(type)));
	bool yes = strstr(s, "(lambda at") != NULL;

	free(s);
	return yes;
}

bool is_local(CXCursor declaration)
{
	for (CXCursor p = clang_getCursorSemanticParent(declaration); !clang_Cursor_isNull(p);
	     p = clang_getCursorSemanticParent(p)) {
		enum CXCursorKind kind = clang_getCursorKind(p);

		if (is_function(kind) || kind == CXCursor_LambdaExpr)
			return true;
		if (kind == CXCursor_Namespace || kind == CXCursor_TranslationUnit || is_class(kind))
			return false;
	}
	return false;
}
