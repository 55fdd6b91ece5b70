/* The parser's errors: which of them are reported, and in which words. */
#include "messages/messages.h"

#include "ast/phrases.h"

#include <stdint.h>
#include <string.h>

static const char *replace_all(const char *rest, const char *from, const char *to)
{
	struct text t = {0};
	const char *p;

	while ((p = strstr(rest, from)) != NULL) {
		text_append_n(&t, rest, p - rest);
		text_append(&t, to);
		rest = p + strlen(from);
	}
	text_append(&t, rest);
	return interned_text(&t);
}

/* Returns the name that a message says is unknown; "" if it says something else. */
static const char *unknown_name(const char *message)
{
	static const enum phrase unknown[] = {PHRASE_USE_OF_UNDECLARED, PHRASE_NO_TEMPLATE, PHRASE_UNKNOWN_TYPE};

	for (size_t i = 0; i < COUNT(unknown); i++) {
		const char *name = begins_with(message, unknown[i]) ? behind_phrase(message, unknown[i]) : "'";
		size_t n = strcspn(name, "'");

		if (n && !strcmp(name + n, "'"))
			return interned(name, n);
	}
	return "";
}

/* Returns the header of the library's that an error is about because the program does not include it; NULL if
 * there is none. */
static const char *missing_header(const struct unit *u, CXDiagnostic d)
{
	static const char *const headers[][2] = {{"fast_math", "<amp_math.h>"},
	                                         {"precise_math", "<amp_math.h>"},
	                                         {"graphics", "<amp_graphics.h>"},
	                                         {"concurrency", "<amp.h>"},
	                                         {"Concurrency", "<amp.h>"}};
	const char *message = diagnostic_text(d);
	bool names_namespace = says(message, PHRASE_EXPECTED_NAMESPACE);
	unsigned at;

	if (unit_is_c(u))
		return u->amp_at == SIZE_MAX ? "<amp.h>" : NULL;
	if (names_namespace && !location_offset(u->clauses, clang_getDiagnosticLocation(d), &at))
		return NULL;
	for (size_t i = 0; i < COUNT(headers); i++) {
		bool is_read = strcmp(headers[i][1], "<amp.h>") ? strstr(u->text.data, headers[i][1]) != NULL
		                                                : u->amp_at != SIZE_MAX;

		if (!is_read && (names_namespace ? unit_is(u, token_at(&u->tokens, at), headers[i][0])
		                                 : strstr(message, interned_printf("'%s'", headers[i][0])) != NULL))
			return headers[i][1];
	}
	return u->amp_at == SIZE_MAX && library_namespace(unknown_name(message)) ? "<amp.h>" : NULL;
}

/* Returns the header or the namespace of the library's that has the name that an error says is unknown; NULL if
 * none has. */
static const char *missing(const struct unit *u, CXDiagnostic d)
{
	const char *header = missing_header(u, d);
	const char *namespace =
	    header || u->request->language == LANGUAGE_C ? NULL : library_namespace(unknown_name(diagnostic_text(d)));

	return namespace ? interned_printf("namespace %s", namespace) : header;
}

/* Returns the quotation mark that a string or character at an offset lacks, of which clang only warns; 0 if it
 * has both. */
static char missing_quote(const struct unit *u, unsigned offset)
{
	const struct token *t = unit_token(u, token_at(&u->tokens, offset));
	const char *s = u->text.data + t->offset, *open = s;

	if (t->kind != TOKEN_STRING || t->offset != offset)
		return 0;
	while (*open != '"' && *open != '\'')
		open++;
	return s + t->len - 1 == open || s[t->len - 1] != *open ? *open : 0;
}

/* Returns a message of the parser in terms of C++ AMP instead of CUDA. */
static const char *message_of(const struct unit *u, CXDiagnostic d)
{
	bool is_note = clang_getDiagnosticSeverity(d) < CXDiagnostic_Warning;
	const char *s = diagnostic_text(d), *header = missing(u, d);
	unsigned at;
	char quote;

	if (!is_note && location_offset(u->clauses, clang_getDiagnosticLocation(d), &at) &&
	    (quote = missing_quote(u, at)) != 0)
		return interned_printf("missing terminating %c character", quote);
	if (unit_is_c(u) && header && !is_note)
		return interned_printf("%s; %s is not included", s, header);
	if (unit_is_c(u))
		return location_offset(u->clauses, clang_getDiagnosticLocation(d), &at)
		               ? c_message(s, u->text.data, u->text.data + at)
		               : c_message(s, "", "");
	s = replace_all(s, "target attributes do not match", "their restrictions differ");
	s = replace_all(s, "__host__ __device__", "restrict(cpu,amp)");
	s = replace_all(s, "__device__", "restrict(amp)");
	s = replace_all(s, "__host__", "restrict(cpu)");
	s = replace_all(s, "__shared__", "tile_static");
	s = name_short_vectors(s, "");
	const char *hint = header || is_note ? NULL : hint_for(u, d);

	return header ? interned_printf("%s: %s has it", s, header) : hint ? interned_printf("%s: %s", s, hint)
	                                                                   : s;
}

/* Prints a message about a location that is not in the user's text. */
static void print_elsewhere(struct unit *u, CXSourceLocation place, enum severity severity,
                            const char *message)
{
	static const char *const names[] = {[SEVERITY_NOTE] = "note",
	                                    [SEVERITY_WARNING] = "warning",
	                                    [SEVERITY_ERROR] = "error"};
	CXString file;
	unsigned line, column;

	u->errors += severity == SEVERITY_ERROR;
	clang_getPresumedLocation(place, &file, &line, &column);
	const char *name = clang_getCString(file);
	const char *printed = name && *name
	                          ? interned_printf("%s:%u:%u: %s: %s\n", name, line, column, names[severity], message)
	                          : interned_printf("ampcc: %s: %s\n", names[severity], message);

	add_message(u, severity, 0, printed);
	clang_disposeString(file);
}

static void print_diagnostic(struct unit *u, CXDiagnostic d,
                             enum severity severity)
{
	const char *message = message_of(u, d);
	CXSourceLocation place = clang_getDiagnosticLocation(d);
	unsigned offset;

	if (location_offset(u->clauses, place, &offset))
		diagnose(u, severity, offset, "%s", message);
	else
		print_elsewhere(u, place, severity, message);
	for (struct notes n = notes_of(d); notes_next(&n);) {
		/* notes about the library's macros or in headers do not help, nor do those of hundreds of operators */
		if (clang_Location_isFromMainFile(n.place) && !says(n.text, PHRASE_INCLUDED_FROM) &&
		    !begins_with(n.text, PHRASE_CANDIDATE_BUILTIN))
			print_diagnostic(u, n.note, SEVERITY_NOTE);
	}
}

/* Reports an error. If it is about a missing header or using-directive, those up to *lost follow from it. */
static void print_error(struct unit *u, CXDiagnostic d, unsigned offset, unsigned *lost)
{
	bool is_qualified = missing_header(u, d) && u->amp_at != SIZE_MAX &&
	                    !says(diagnostic_text(d), PHRASE_EXPECTED_NAMESPACE);
	size_t i = token_at(&u->tokens, offset);

	print_diagnostic(u, d, SEVERITY_ERROR);
	while (is_qualified && !ends_statement(u, i))
		i++;
	if (missing(u, d))
		*lost = is_qualified ? unit_token(u, i)->offset : UINT_MAX;
}

void find_parse_errors(const struct unit *u, struct offsets *out)
{
	unsigned offset;

	for (struct notes m = messages_of(u->tu); !unit_is_c(u) && notes_next(&m);) {
		if (clang_getDiagnosticSeverity(m.note) >= CXDiagnostic_Error && !is_of_cuda_only(m.note) &&
		    location_offset(u->clauses, m.place, &offset))
			offsets_add(out, offset);
	}
}

static bool is_syntax_error(CXDiagnostic d)
{
	return is_c_syntax_error(clang_string(clang_getDiagnosticSpelling(d)));
}

/* Whether one of the first n errors already reports the parser's error at a place: it is on the same line,
 * and is not about another call. is_of_line: the parser's error is in a header, caused by this place, or is about
 * the syntax. */
static bool is_said(const struct unit *u, CXSourceLocation place,
                    bool is_of_line, size_t n)
{
	if (!clang_Location_isFromMainFile(place))
		return false;
	unsigned offset = flat_offset(u->clauses, place);
	size_t end = named_call_end(u, offset);

	for (size_t i = 0; i < n; i++) {
		unsigned other = u->error_places[i];
		bool is_apart = !is_of_line && end && !is_about_refused(u, offset) &&
		                (other < offset || other >= unit_token(u, end)->offset);

		if (line_start(u, other) == line_start(u, offset) && !is_apart)
			return true;
	}
	return false;
}

/* Whether one of the first n errors already reports a diagnostic or, if that is in a header, is on the line
 * of the user's that causes it; or is about the declaration that a definition does not match. */
static bool is_said_of_cause(const struct unit *u, CXDiagnostic d,
                             size_t n)
{
	CXSourceLocation place = clang_getDiagnosticLocation(d);

	bool is_mine = clang_Location_isFromMainFile(place), said = is_mine && is_said(u, place, is_syntax_error(d), n);
	bool is_of_declaration = says(clang_string(clang_getDiagnosticSpelling(d)), PHRASE_MATCHES_NONE);

	if (is_mine && !is_of_declaration)
		return said;
	for (SCOPED(notes) notes = notes_of(d); notes_next(&notes) && !said;)
		said = is_said(u, notes.place, true, n);
	return said;
}

/* Reports an error in a header that is caused by a line of the user (by a static_assert, for example) at that
 * line, without the chain of headers. If the call there has errors of its own (`theirs`), this one follows
 * from them. */
static bool report_at_cause(struct unit *u, CXDiagnostic d,
                            const struct offsets *theirs, struct offsets *places)
{
	for (SCOPED(notes) n = notes_of(d); notes_next(&n);) {
		if (clang_Location_isFromMainFile(n.place) &&
		    (says(n.text, PHRASE_REQUESTED_HERE) || says(n.text, PHRASE_CALLED_BY))) {
			const char *call = call_in_header(u, d), *message = call ? call : message_of(u, d);
			const char *reason = says(message, PHRASE_STATIC_ASSERTION_FAILED)
			                             ? behind_phrase(message, PHRASE_STATIC_ASSERTION_REASON)
			                             : NULL;
			unsigned offset = flat_offset(u->clauses, n.place);
			size_t end = named_call_end(u, offset);

			if (!(end && offsets_within(theirs, offset, unit_token(u, end)->offset)) &&
			    offsets_add(places, offset))
				diagnose(u, SEVERITY_ERROR, offset, "%s", reason ? reason : message);
			return true;
		}
	}
	return false;
}

/* Whether an error about an object's initialization follows from one in the same declaration, about its type. */
static bool is_of_wrong_type(const struct unit *u, CXDiagnostic d, unsigned offset,
                             const struct offsets *places)
{
	const char *s = clang_string(clang_getDiagnosticSpelling(d));
	size_t first = statement_start(u, token_at(&u->tokens, offset));

	return begins_with(s, PHRASE_NO_MATCHING_CONSTRUCTOR) &&
	       offsets_within(places, unit_token(u, first)->offset, offset);
}

/* Whether the statement at an offset, where an error is, has an identifier that begins elsewhere in it, and ends
 * in front of `use`, in the same function. */
static bool declares_in_vain(const struct unit *u, unsigned offset, const struct token *use)
{
	const struct token *t = u->tokens.items;
	size_t i = statement_start(u, token_at(&u->tokens, offset));
	bool is_named = false;

	for (; !ends_statement(u, i); i++)
		is_named |= t[i].kind == TOKEN_IDENTIFIER && t[i].offset != offset &&
		            token_equals(u->text.data, &t[i], u->text.data, use);
	return is_named && t[i].offset < use->offset && use->offset < function_end(u, offset);
}

/* Whether an error that a name is not declared follows from an earlier one, in its declaration. places: offsets of the
 * errors so far. */
static bool is_undeclared_again(const struct unit *u, CXDiagnostic d, unsigned offset, const struct offsets *places)
{
	const struct token *use = &u->tokens.items[token_at(&u->tokens, offset)];
	bool is_again = false;

	/* in C, what stands for a type of <amp/c.h> is a name, too */
	if ((unit_is_c(u) && is_c_misuse(u, clang_getDiagnosticLocation(d))) ||
	    !begins_with(clang_string(clang_getDiagnosticSpelling(d)), PHRASE_USE_OF_UNDECLARED))
		return false;
	for (size_t i = 0; i < places->count && places->items[i] < offset && !is_again; i++)
		is_again = declares_in_vain(u, places->items[i], use);
	return is_again;
}

/* Whether an error is that a name is not declared, and says so again in one function. said: such errors so far. */
static bool is_undeclared_still(const struct unit *u, CXDiagnostic d, unsigned offset, struct names *said)
{
	const char *s = clang_string(clang_getDiagnosticSpelling(d));

	return begins_with(s, PHRASE_USE_OF_UNDECLARED) &&
	       !names_add(said, interned_printf("%u %s", function_end(u, offset), s));
}

/* Whether an error that a member function is not const repeats an earlier one: that is one mistake, however
 * often the function is called. places: offsets of the errors so far. */
static bool is_not_const_again(const struct clauses *c, CXDiagnostic d, struct offsets *places)
{
	bool is_said = says(clang_string(clang_getDiagnosticSpelling(d)), PHRASE_IS_NOT_MARKED_CONST);
	unsigned declared;

	for (SCOPED(notes) n = notes_of(d); notes_next(&n);) {
		if ((says(n.text, PHRASE_IS_NOT_MARKED_CONST) || (is_said && says(n.text, PHRASE_DECLARED_HERE))) &&
		    location_offset(c, n.place, &declared))
			return !offsets_add(places, declared);
	}
	return false;
}

/* Returns the name of Debian's package with libclang's headers. */
static const char *headers_package(void)
{
	static const char before[] = "version ";
	const char *number = strstr(clang_string(clang_getClangVersion()), before);
	int digits = number ? (int)strspn(number + strlen(before), "0123456789") : 0;

	return interned_printf("libclang-common-%.*s-dev", digits,
	                       number ? number + strlen(before) : "");
}

/* Reports that the parser does not find its own headers, of which this one is always included: its other
 * errors are useless then. Returns false if it finds them. */
static bool report_missing_header(struct unit *u, CXTranslationUnit tu)
{
	for (SCOPED(notes) m = messages_of(tu); notes_next(&m);) {
		if (!starts(m.text, "'stddef.h'") || !says(m.text, PHRASE_FILE_NOT_FOUND))
			continue;
		print_elsewhere(u, m.place, SEVERITY_ERROR,
		                interned_printf("%s; are libclang's own headers installed (Debian's package %s)?",
		                                m.text, headers_package()));
		return true;
	}
	return false;
}

/* Adds a note at the first unmatched '{' to an error that has no notes. */
static void note_unclosed(struct unit *u, CXDiagnostic d)
{
	SCOPED(notes) n = notes_of(d);
	const struct token *t = u->tokens.items;
	size_t i = 0;

	while (t[i].kind != TOKEN_END && (t[i].match >= 0 || !unit_is(u, i, "{")))
		i++;
	if (t[i].kind != TOKEN_END && !notes_next(&n))
		diagnose(u, SEVERITY_NOTE, t[i].offset, "this '{' has no '}'");
}

/* Whether the parser has an error about the syntax of the program's text, which its other errors follow from where a
 * bracket has no match. */
static bool has_lost_bracket(const struct unit *u, CXTranslationUnit tu)
{
	bool has = false;
	unsigned offset;

	for (struct notes m = messages_of(tu); notes_next(&m);)
		has |= is_syntax_error(m.note) && location_offset(u->clauses, m.place, &offset);
	return has && !u->tokens.is_balanced;
}

/* The parser's errors on their way to be reported. */
struct error_report {
	struct unit *unit;
	bool is_c, is_lost;     /* is_lost: a bracket of the C++ program has no match */
	struct offsets of_host; /* find_host_errors() */
	size_t n_ours;          /* number of errors that ampcc has reported itself */
	struct offsets all;     /* offsets of all errors */
	struct offsets places;  /* of those so far: one error each, however many templates and macros repeat it */
	struct names undeclared;
	unsigned lost; /* errors up to this offset may follow from an earlier one: in C, if is_lost, and where a header
	                * is missing */
};

/* Whether the i-th diagnostic, at an offset of the program's text if it is `mine`, is an error to be reported. */
static bool take_error(struct error_report *r, CXDiagnostic d, unsigned i, bool mine, unsigned offset)
{
	bool is_error = clang_getDiagnosticSeverity(d) >= CXDiagnostic_Error && !is_of_cuda_only(d);
	bool is_misuse = r->is_c && is_c_misuse(r->unit, clang_getDiagnosticLocation(d));

	if (!(is_error || is_misuse) || is_said_of_cause(r->unit, d, r->n_ours) ||
	    (r->is_c ? is_of_c_host(r->unit, d) : offsets_have(&r->of_host, i)) || (r->is_lost && !is_syntax_error(d)))
		return false;
	if (mine ? r->lost && offset <= r->lost : r->lost == UINT_MAX)
		return false;
	if (mine && (r->is_c || r->is_lost) && is_syntax_error(d))
		r->lost = function_end(r->unit, offset);
	return true;
}

/* Whether an error repeats an earlier one, or follows from it. */
static bool is_repeated(struct error_report *r, CXDiagnostic d, bool mine, unsigned offset)
{
	return (mine &&
	        (is_of_wrong_type(r->unit, d, offset, &r->places) ||
	         is_undeclared_again(r->unit, d, offset, &r->places) ||
	         is_undeclared_still(r->unit, d, offset, &r->undeclared) || !offsets_add(&r->places, offset))) ||
	       is_not_const_again(r->unit->clauses, d, &r->places);
}

/* Reports that amp code uses a variable whose declaration only the host's C compiler understands. Returns false
 * if an error is not about one. */
static bool report_host_variable(struct unit *u, CXDiagnostic d, unsigned offset)
{
	const struct token *use = &u->tokens.items[token_at(&u->tokens, offset)];
	const char *name = interned(u->text.data + use->offset, use->len);
	unsigned at;

	/* without <amp.h>, the declaration is in vain because of that, which the error says */
	if (missing_header(u, d) ||
	    !begins_with(clang_string(clang_getDiagnosticSpelling(d)), PHRASE_USE_OF_UNDECLARED))
		return false;
	for (SCOPED(notes) m = messages_of(u->tu); notes_next(&m);) {
		if (clang_getDiagnosticSeverity(m.note) < CXDiagnostic_Error || !is_of_c_host(u, m.note) ||
		    !location_offset(u->clauses, m.place, &at) || !declares_in_vain(u, at, use))
			continue;
		diagnose(u, SEVERITY_ERROR, offset,
		         "'%s' is of a type that restrict(amp) code does not have [C++ AMP 2.4.1]", name);
		diagnose(u, SEVERITY_NOTE, at, "it is declared here");
		return true;
	}
	return false;
}

static void report_error(struct error_report *r, CXDiagnostic d, bool mine, unsigned offset)
{
	struct unit *u = r->unit;
	bool is_reported = mine ? (r->is_c ? report_host_variable(u, d, offset) : report_mistake(u, d))
	                        : report_at_cause(u, d, &r->all, &r->places);

	if (!is_reported && (mine || !u->errors)) /* clang gives the cause of the first one only */
		print_error(u, d, mine ? offset : 0, &r->lost);
}

void report_parse_errors(struct unit *u)
{
	CXTranslationUnit tu = u->tu;
	struct error_report r = {.unit = u, .is_c = unit_is_c(u), .n_ours = u->n_error_places};
	unsigned offset = 0, i = 0;

	if (report_missing_header(u, tu))
		return;
	r.is_lost = !r.is_c && has_lost_bracket(u, tu);
	find_host_errors(u, &r.of_host);
	find_parse_errors(u, &r.all);
	for (struct notes m = messages_of(tu); notes_next(&m); i++) {
		bool mine = location_offset(u->clauses, m.place, &offset);

		if (!take_error(&r, m.note, i, mine, offset))
			continue;
		if (!is_repeated(&r, m.note, mine, offset))
			report_error(&r, m.note, mine, offset);
		if (r.lost == UINT_MAX)
			note_unclosed(u, m.note);
	}
}
