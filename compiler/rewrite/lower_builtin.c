/* Renames the compiler's built-in functions for the device unit (<amp/builtin.h>). */
#include "rewrite/rewrite.h"

#include <string.h>

void lower_builtin(struct lowering *l, CXCursor reference)
{
	unsigned start, end;

	if (amp_builtin(reference) != BUILTIN_RENAMED ||
	    !cursor_range(l->clauses, reference, &start, &end) || !first_visit(l, start))
		return;
	const char *spelling = cursor_spelling(reference);
	const char *own = interned_printf("amp_%s", spelling + strspn(spelling, "_"));

	/* otherwise it comes from a macro of a system header, of which nvcc has its own version */
	if (end - start != strlen(spelling) || memcmp(l->text + start, spelling, end - start) != 0)
		return;
	edit_replace(l->edits, start, end, own, NULL);
	l->unit->has_early_builtins |= start < l->unit->amp_at;
}
