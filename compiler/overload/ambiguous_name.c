/* Ambiguous names of which one meaning makes a valid program. `using namespace std;` and `using namespace
 * concurrency;` make two templates `array` visible; Microsoft's headers, for which programs were written, do
 * not declare std::array in <vector>, and C++ does not require it. The unit is parsed with each such name as
 * the library's, and as the standard library's: the meaning with fewer errors is taken. If there is no
 * difference, as in a template that is never instantiated, the library's is taken, unless the program
 * includes the header that defines the other: then the name stays ambiguous. All compilers get the name
 * qualified. */
#include "overload/overload.h"

#include "ast/phrases.h"
#include "parse/parse.h"

#include <string.h>

/* A name with its two meanings. */
struct name {
	const char *usr;         /* of the library's declaration */
	const char *own, *other; /* qualifiers, like "::Concurrency::" and "::std::" */
	bool is_included;        /* the program includes the header that defines `other` */
	bool is_other;           /* the meaning to try */
	bool is_undecided;
};

struct name_use {
	unsigned offset;
	size_t name;
};

struct name_search {
	struct unit *unit;
	struct name *names;
	size_t n_names;
	struct name_use *uses;
	size_t n_uses;
};

/* Whether a directive includes the file with a path. */
static bool is_include_of(const char *directive, size_t n, const char *path)
{
	const char *name = memchr(directive, '<', n), *end = name ? memchr(name, '>', n) : NULL;
	size_t length = strlen(path);

	if (!end)
		return false;
	n = (size_t)(end - ++name);
	return length > n && path[length - n - 1] == '/' && !strncmp(path + length - n, name, n);
}

/* Whether the program's own text includes the header that defines a declaration. */
static bool is_asked_for(const struct unit *u, CXCursor declaration)
{
	CXFile file = NULL;
	bool found = false;

	clang_getFileLocation(clang_getCursorLocation(clang_getCursorDefinition(declaration)), &file, NULL,
	                      NULL, NULL);
	const char *path = file ? clang_string(clang_getFileName(file)) : "";

	for (size_t i = 0; i < u->tokens.count && !found; i++) {
		const struct token *t = &u->tokens.items[i];

		found = t->kind == TOKEN_DIRECTIVE && is_include_of(u->text.data + t->offset, t->len, path);
	}
	return found;
}

/* Reads the two meanings of a name from the notes of an error. Returns false unless one is the library's and
 * one the standard library's. */
static bool read_candidates(const struct unit *u, CXTranslationUnit tu, CXDiagnostic d,
                            struct name *out)
{
	bool is_ours = true;

	*out = (struct name){0};
	for (struct notes n = notes_of(d); notes_next(&n);) {
		CXCursor candidate = clang_getCursor(tu, n.place);

		if (!begins_with(n.text, PHRASE_FOUND_BY_LOOKUP)) {
			;
		} else if (is_amp_library(candidate) && !out->own) {
			out->own = qualifier_of(candidate);
			out->usr = clang_string(clang_getCursorUSR(candidate));
		} else if (in_std(candidate) && !in_program(candidate)) {
			out->is_included |= is_asked_for(u, candidate);
			if (!out->other)
				out->other = qualifier_of(candidate);
		} else {
			is_ours = false;
		}
	}
	return is_ours && out->own && out->other;
}

/* Returns the index of a name, which is added if it is new. */
static size_t add_name(struct name_search *s, const struct name *n)
{
	for (size_t i = 0; i < s->n_names; i++) {
		if (!strcmp(s->names[i].usr, n->usr))
			return i;
	}
	KEEP(s->names, s->n_names) = *n;
	return s->n_names - 1;
}

static bool is_used(const struct name_search *s, unsigned offset)
{
	size_t i = 0;

	while (i < s->n_uses && s->uses[i].offset != offset)
		i++;
	return i < s->n_uses;
}

/* Finds uses of ambiguous names in a parse. Returns false if there are no new ones. */
static bool add_uses(struct name_search *s, const struct clauses *c, CXTranslationUnit tu)
{
	size_t known = s->n_uses;

	for (struct notes m = messages_of(tu); notes_next(&m);) {
		struct name n;
		unsigned offset;

		if (begins_with(m.text, PHRASE_REFERENCE_TO_QUOTED) && says(m.text, PHRASE_IS_AMBIGUOUS) &&
		    location_offset(c, m.place, &offset) && !is_qualified(s->unit, c, offset) &&
		    read_candidates(s->unit, tu, m.note, &n) && !is_used(s, offset))
			KEEP(s->uses, s->n_uses) = (struct name_use){offset, add_name(s, &n)};
	}
	return s->n_uses > known;
}

static unsigned count_errors(CXTranslationUnit tu)
{
	unsigned errors = 0;

	for (struct notes m = messages_of(tu); notes_next(&m);)
		errors += clang_getDiagnosticSeverity(m.note) >= CXDiagnostic_Error && !is_of_cuda_only(m.note);
	return errors;
}

/* Returns the number of errors in the unit with the meanings to try. *more, unless NULL: whether there are
 * new ambiguous names. */
static unsigned try_meanings(struct name_search *s, bool *more)
{
	SCOPED(trial) trial = trial_of(s->unit);

	for (size_t i = 0; i < s->n_uses; i++) {
		const struct name *n = &s->names[s->uses[i].name];

		insert_qualifier(s->unit, &trial.clauses, NULL, s->uses[i].offset, n->is_other ? n->other : n->own);
	}
	unsigned errors = trial_parse(&trial, s->unit) ? count_errors(trial.tu) : UINT_MAX;

	if (more)
		*more = trial.tu && add_uses(s, &trial.clauses, trial.tu);
	return errors;
}

/* Chooses a meaning for each name. Returns the number of remaining errors, or UINT_MAX if a name is
 * undecided. */
static unsigned choose_meanings(struct name_search *s)
{
	bool more = true, is_undecided = false;
	unsigned errors = 0;

	while (more)
		errors = try_meanings(s, &more);
	FOR_EACH(struct name, n, s->names, s->n_names) {
		if (!errors && !n->is_included)
			continue;
		n->is_other = true;
		unsigned others = try_meanings(s, NULL);

		n->is_other = others < errors;
		n->is_undecided = others == errors && n->is_included;
		is_undecided |= n->is_undecided;
		errors = n->is_other ? others : errors;
	}
	return is_undecided ? UINT_MAX : errors;
}

void qualify_ambiguous_names(struct unit *u, struct edits *edits)
{
	struct name_search s = {.unit = u};

	if (add_uses(&s, u->clauses, u->tu) && choose_meanings(&s) == 0)
		u->is_lean = u->vector_header != NULL; /* only the ambiguity had made the lean parse fail */
	for (size_t i = 0; i < s.n_uses; i++) {
		const struct name *n = &s.names[s.uses[i].name];

		if (!n->is_undecided)
			insert_qualifier(u, u->clauses, edits, s.uses[i].offset, n->is_other ? n->other : n->own);
	}
}
