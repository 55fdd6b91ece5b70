/* The parser's errors about host code.
 *
 * Host code is the host compiler's business, and some of it clang rejects: gcc's builtins in macros of its
 * headers, templates that are never instantiated, partial orderings that clang 19 decides differently. So before
 * such errors in C++ are reported, the host compiler is given the text that was parsed, in which restrictions
 * mean nothing to it. Errors about what it accepts are dropped. While restrict(auto) is inferred, it is not
 * asked: only errors in amp code narrow restrictions. */
#include "base/process.h"
#include "messages/messages.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Whether a token opens the arguments of a launch. */
static bool opens_launch(const struct unit *u, size_t i)
{
	const struct token *t = u->tokens.items;

	return i > 0 && t[i].match > (int)i &&
	       token_is_one_of(u->text.data, &t[i - 1],
	                       "amp_parallel_for_each amp_parallel_for_each_on parallel_for_each");
}

bool is_launched(const struct unit *u, unsigned offset)
{
	size_t i = token_at(&u->tokens, offset);
	const struct token *t = u->tokens.items;

	return t[i].around >= 0 && opens_launch(u, (size_t)t[i].around) && t[t[i].around].match == (int)i + 1;
}

bool in_amp_text(const struct unit *u, unsigned offset)
{
	const struct token *t = u->tokens.items;
	size_t next = token_at(&u->tokens, offset);

	if (in_amp_function(u->clauses, offset))
		return true;
	/* at the name of a launch, or behind it */
	if (opens_launch(u, next) ||
	    (t[next].kind != TOKEN_END && t[next].offset == offset && opens_launch(u, next + 1)))
		return true;
	for (int i = brackets_around(&u->tokens, offset); i >= 0; i = t[i].around) {
		if (opens_launch(u, (size_t)i))
			return true;
	}
	return false;
}

bool names_amp_function(const struct unit *u, unsigned name)
{
	const struct clause *clause = declarator_clause(u, name);

	return clause && clause->restrictions & RESTRICT_AMP;
}

/* Whether a diagnostic is about restrictions, or is in amp code. */
static bool concerns_amp(const struct unit *u, CXDiagnostic d)
{
	static const char *const words[] = {"__device__", "__host__", "__shared__", "__global__", "CUDA"};
	CXSourceLocation place = clang_getDiagnosticLocation(d);
	const char *s = clang_string(clang_getDiagnosticSpelling(d));
	bool concerns = false;

	for (size_t i = 0; i < COUNT(words); i++)
		concerns |= strstr(s, words[i]) != NULL;
	if (!concerns && clang_Location_isFromMainFile(place))
		concerns = in_amp_text(u, flat_offset(u->clauses, place)) ||
		           names_amp_function(u, flat_offset(u->clauses, place));
	for (SCOPED(notes) n = notes_of(d); !concerns && notes_next(&n);)
		concerns = concerns_amp(u, n.note);
	return concerns;
}

/* Appends the places of the errors in a compiler's output, as FILE:LINE; the column follows behind that. Those
 * where it cannot choose a function are in `ambiguous`, too. */
static void read_places(const char *messages, struct names *places, struct names *ambiguous)
{
	for (const char *line = messages; line && *line;) {
		size_t n = strcspn(line, "\n"), end = 0;
		const char *copy = interned(line, n), *error = strstr(copy, ": error: ");

		if (!error)
			error = strstr(copy, ": fatal error: ");
		for (; error && end < (size_t)(error - copy); end++) {
			if (copy[end] == ':' && isdigit((unsigned char)copy[end + 1]))
				break;
		}
		if (error && copy[end] == ':') {
			const char *place = interned(copy, end + 1 + strspn(copy + end + 1, "0123456789"));

			names_add(places, place);
			if (strstr(error, "ambiguous"))
				names_add(ambiguous, place);
		}
		line += n + (line[n] == '\n');
	}
}

/* Runs the host compiler. Returns true if it accepts the program. */
static bool host_takes(const struct unit *u, struct names *places, struct names *ambiguous)
{
	const struct translation_request *r = u->request;
	SCOPED(strings) command = {0};
	SCOPED(text) output = {0}, messages = {0};
	const char *source = temporary_path("host", ".cpp");

	strings_push_all(&command, r->host_compiler);
	strings_push_words(&command,
	                   "-fsyntax-only -w -fno-diagnostics-color -D__AMPCC_PARSE__ -D__AMPCC__ -D__AH= -D__AD= "
	                   "-D__AHD= -D__ATS=static -D__ATR=");
	add_parse_options(r->options, r->language, &command);
	strings_push_each(&command, "-isystem", r->include_dir);
	add_prelude(r, &command);
	strings_push(&command, source);
	bool takes = write_file(source, u->clauses->parse.data, u->clauses->parse.len) &&
	             process_run_apart(command.items, &output, &messages) == 0;

	read_places(messages.data, places, ambiguous);
	return takes;
}

/* Whether FILE:LINE is in a function that kernels may call. */
static bool is_in_amp_lines(const struct unit *u, const char *place)
{
	const char *colon = strrchr(place, ':');
	unsigned line = (unsigned)strtoul(colon + 1, NULL, 10);

	for (size_t i = 0; i < u->clauses->count; i++) {
		struct location first = unit_locate(u, u->clauses->items[i].start),
		                last = unit_locate(u, u->clauses->items[i].code_end);

		if (u->clauses->items[i].restrictions & RESTRICT_AMP && strlen(first.file) == (size_t)(colon - place) &&
		    !strncmp(first.file, place, (size_t)(colon - place)) && line >= first.line && line <= last.line)
			return true;
	}
	return false;
}

/* Whether all that the host compiler rejects is for the parser to decide: amp code, and calls of functions that
 * differ only in restriction, like some in <amp_math.h>, which are ambiguous to the host compiler. */
static bool are_of_parser(const struct unit *u, const struct names *places, const struct names *ambiguous)
{
	for (size_t i = 0; i < places->count; i++) {
		if (!names_have(ambiguous, places->items[i]) && !is_in_amp_lines(u, places->items[i]))
			return false;
	}
	return places->count > 0;
}

static bool is_at(CXDiagnostic d, const struct names *places)
{
	CXString file;
	unsigned line;

	clang_getPresumedLocation(clang_getDiagnosticLocation(d), &file, &line, NULL);
	const char *place = interned_printf("%s:%u", clang_getCString(file) ? clang_getCString(file) : "", line);
	bool found = names_have(places, place);

	clang_disposeString(file);
	return found;
}

void find_host_errors(const struct unit *u, struct offsets *of_host)
{
	struct offsets all = {0};
	struct names places = {0}, ambiguous = {0};
	bool is_amp = false; /* for one at least */
	unsigned i = 0;

	if (unit_is_c(u) || !u->request->host_compiler->count)
		return;
	for (struct notes m = messages_of(u->tu); notes_next(&m); i++) {
		bool is_error = clang_getDiagnosticSeverity(m.note) >= CXDiagnostic_Error,
		     concerns = is_error && concerns_amp(u, m.note);

		is_amp |= concerns;
		if (is_error && !concerns)
			offsets_add(&all, i);
	}
	*of_host = all;
	if (!all.count || u->is_quiet || host_takes(u, &places, &ambiguous))
		return;
	*of_host = (struct offsets){0};
	i = 0;
	for (struct notes m = messages_of(u->tu); notes_next(&m); i++) {
		if (offsets_have(&all, i) && !is_at(m.note, &places))
			offsets_add(of_host, i);
	}
	/* the compilers locate the same mistake differently: the parser reports it */
	if (of_host->count == all.count && !is_amp && !u->errors &&
	    !(u->tokens.is_balanced && are_of_parser(u, &places, &ambiguous)))
		*of_host = (struct offsets){0};
}
