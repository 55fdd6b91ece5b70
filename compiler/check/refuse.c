/* Errors of the checks: one for each place, with the calls that lead there from a kernel, and the
 * variables that they are about. */
#include "check/check_internal.h"

#include <stdlib.h>

bool already_reported(struct checker *c, unsigned offset)
{
	if (c->muted)
		return true;
	return !offsets_add(&c->reported, offset);
}

/* An instantiation is checked where it is called, which is known. Other functions are checked
 * once, wherever a kernel calls them. */
void note_callers(struct checker *c, unsigned offset)
{
	for (const struct frame *f = c->frame;
	     f && f->caller && !clang_Cursor_isNull(clang_getSpecializedCursorTemplate(f->function));
	     f = f->caller) {
		char *name = function_title(f->function);

		offset = f->call;
		diagnose(c->unit, SEVERITY_NOTE, offset, "'%s' is called from here%s", name,
		         is_kernel(f->caller->function) ? ", in a kernel" : "");
		free(name);
	}
	note_calls(c->unit, offset);
}

void leave_out_variable(struct checker *c, CXCursor variable)
{
	c->refused = xrealloc(c->refused, (c->n_refused + 1) * sizeof(*c->refused));
	c->refused[c->n_refused++] = variable;
}

void refuse_variable(struct checker *c, CXCursor variable, unsigned start, unsigned end)
{
	unsigned offset;

	leave_out_variable(c, variable);
	if (cursor_offset(c->clauses, variable, &offset))
		refuse_uses(c->unit, offset, start, end);
}

bool is_refused(const struct checker *c, CXCursor variable)
{
	for (size_t i = 0; i < c->n_refused; i++) {
		if (clang_equalCursors(c->refused[i], variable))
			return true;
	}
	return false;
}
