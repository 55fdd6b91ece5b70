/* Reports errors of the checks: one for each place, with the calls that lead there from a kernel; keeps the
 * variables that they are about. */
#include "check/check_internal.h"
#include "source/amendments.h"

bool already_reported(struct checker *c, unsigned offset)
{
	if (c->muted)
		return true;
	return !offsets_add(&c->reported, offset);
}

static void note_call(struct checker *c, CXCursor callee, unsigned at, CXCursor caller)
{
	diagnose(c->unit, SEVERITY_NOTE, at, "'%s' is called from here%s", function_title(callee),
	         is_kernel(caller) && in_amp_function(c->clauses, at) ? ", in a kernel" : "");
}

/* Whether a function is an instantiation or a specialization of a template. */
static bool is_from_template(CXCursor function)
{
	return !clang_Cursor_isNull(clang_getSpecializedCursorTemplate(function));
}

/* Whether a function is checked because amp code calls it: an instantiation, or a constexpr function without
 * a clause. */
static bool is_checked_for_call(CXCursor function)
{
	return is_from_template(function) || (is_function(function.kind) &&
	                                      !(cursor_restrictions(function) & RESTRICT_AMP));
}

/* An instantiation is checked for a known call or, if only CPU code calls it, by itself. Other functions are
 * checked once, whichever kernel calls them. */
void note_callers(struct checker *c, unsigned offset)
{
	const struct checked_function *f = c->frame;
	struct instantiating_call call;

	for (; f && f->caller && is_checked_for_call(f->function); f = f->caller) {
		offset = f->call;
		note_call(c, f->function, offset, f->caller->function);
	}
	CXCursor function = f ? f->function : c->cpu_function;
	unsigned start, end;
	int depth = 0;

	if (!f && (!cursor_range(c->clauses, function, &start, &end) || offset < start || offset >= end))
		function = clang_getNullCursor();

	while (is_from_template(function) && find_instantiating_call(c->unit, function, &call) &&
	       depth++ < MOST_NESTED_CLASSES) {
		note_call(c, function, call.at, call.caller);
		offset = call.at;
		function = call.caller;
	}
	note_calls(c->unit, offset);
}

void note_declared(struct checker *c, CXCursor declaration, const char *name, bool fix)
{
	CXCursor template = clang_getSpecializedCursorTemplate(declaration);
	CXCursor definition = clang_getCursorDefinition(clang_Cursor_isNull(template) ? declaration : template);
	unsigned at, defined;

	if (!cursor_offset(c->clauses, declaration, &at))
		return;
	/* the program has no declaration that --amp-msvc has inserted */
	if (c->unit->amendments && amended_around(c->unit->amendments, at) &&
	    cursor_offset(c->clauses, definition, &defined))
		at = defined;
	note_declaration(c->unit, at, name, fix);
}

void leave_out_variable(struct checker *c, CXCursor variable)
{
	KEEP(c->refused, c->n_refused) = variable;
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
