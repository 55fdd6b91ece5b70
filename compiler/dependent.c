/* The keywords that say what names that depend on template parameters are. Microsoft's
 * compiler took `view.extent.tile<N>()` and `Vector::value_type x;` without them, and so
 * do we: where the parser misses `template` or `typename`, all compilers get it. */
#include "front_end.h"

#include <stdlib.h>
#include <string.h>

/* The keyword that an error is about, with a space behind it; NULL if it is about none. */
static const char *missing_keyword(CXDiagnostic d)
{
	static const struct {
		const char *message, *keyword;
	} messages[] = {
		{"missing 'template' keyword prior to dependent template name", "template "},
		{"use 'template' keyword to treat", "template "},
		{"missing 'typename' prior to dependent type name", "typename "},
	};
	char *s = take_string(clang_getDiagnosticSpelling(d));
	const char *keyword = NULL;

	for (size_t i = 0; i < sizeof(messages) / sizeof(*messages); i++) {
		if (!strncmp(s, messages[i].message, strlen(messages[i].message)))
			keyword = messages[i].keyword;
	}
	free(s);
	return keyword;
}

/* Where the parser would insert it, in the parse text. */
static CXSourceLocation place_of_keyword(CXDiagnostic d)
{
	CXSourceRange range;

	if (!clang_getDiagnosticNumFixIts(d))
		return clang_getDiagnosticLocation(d);
	clang_disposeString(clang_getDiagnosticFixIt(d, 0, &range));
	return clang_getRangeStart(range);
}

struct missing {
	unsigned offset;
	const char *keyword;
};

bool complete_dependent_names(struct clauses *c, CXTranslationUnit tu, struct edits *edits)
{
	struct offsets places = {0};
	struct missing *missing = NULL;

	for (unsigned i = 0; i < clang_getNumDiagnostics(tu); i++) {
		CXDiagnostic d = clang_getDiagnostic(tu, i);
		const char *keyword = missing_keyword(d);
		CXSourceLocation place = keyword ? place_of_keyword(d) : clang_getNullLocation();
		unsigned offset;

		if (keyword && clang_Location_isFromMainFile(place)) {
			clang_getFileLocation(place, NULL, NULL, NULL, &offset);
			offset = parse_to_flat(c, offset);
			if (offsets_add(&places, offset)) {
				missing = xrealloc(missing, places.count * sizeof(*missing));
				missing[places.count - 1] = (struct missing){offset, keyword};
			}
		}
		clang_disposeDiagnostic(d);
	}
	/* only now: places are found by what is inserted already */
	for (size_t i = 0; i < places.count; i++) {
		const struct missing *m = &missing[i];

		insert_own_text(c, m->offset, m->keyword);
		edit_insert(edits, m->offset, m->keyword, m->keyword);
	}
	bool changed = places.count > 0;

	free(missing);
	free(places.items);
	return changed;
}
