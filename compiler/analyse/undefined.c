/* Functions that kernels call and their unit does not define. Device code is not linked across units, so that
 * ptxas would report them, by a mangled name. It would also report kernels that capture too much.
 *
 * Only code that is certainly compiled is searched: functions that other units may call, what they call, the
 * kernels that they launch, and what those call. Code that only instantiation shows may call others: those are found in
 * the code for GPUs (launched.c), by what is recorded here. */
#include "analyse/analyse.h"
#include "check/check.h"
#include "messages/messages.h"
#include "body/kernels.h"

struct undefined_search {
	struct unit *unit;
	struct cursors host, amp; /* function definitions visited as host code, and as amp code */
	bool in_amp;              /* the current code runs on the accelerator */
	struct offsets reported;
};

static void visit_code(struct undefined_search *s, CXCursor n);

static void visit_function(struct undefined_search *s, CXCursor definition, bool in_amp)
{
	bool outer = s->in_amp;

	if (!cursors_add(in_amp ? &s->amp : &s->host, definition, NULL))
		return;
	s->in_amp = in_amp;
	for (struct walk w = walk_below(definition); walk_next(&w);)
		visit_code(s, w.cursor);
	s->in_amp = outer;
}

/* Whether the unit has a function's code, or the compiler generates it. */
static bool is_defined(CXCursor function)
{
	CXCursor template = clang_getSpecializedCursorTemplate(function);

	return !clang_Cursor_isNull(clang_getCursorDefinition(function)) ||
	       !clang_Cursor_isNull(clang_getCursorDefinition(template)) ||
	       clang_CXXMethod_isDefaulted(function) || clang_CXXMethod_isDeleted(function) ||
	       clang_equalLocations(clang_getCursorLocation(function),
	                            clang_getCursorLocation(clang_getCursorSemanticParent(function)));
}

/* Reports a function without a definition that a kernel calls or that is launched; `what` says which of the
 * two. */
static void check_defined(struct undefined_search *s, CXCursor function, unsigned offset,
                          const char *what)
{
	unsigned declared;

	if (!(cursor_restrictions(function) & RESTRICT_AMP) || is_defined(function) ||
	    !cursor_offset(s->unit->clauses, function, &declared) ||
	    !s->unit->request->has_device(s->unit->request->device) ||
	    !offsets_add(&s->reported, offset))
		return;
	const char *name = function_title(function);

	diagnose(s->unit, SEVERITY_ERROR, offset,
	         "'%s' is %s, " NOT_DEFINED, name, what);
	note_declaration(s->unit, declared, name, false);
	note_calls(s->unit, offset);
}

void check_captured_size(struct unit *u, long long size, unsigned offset)
{
	enum { MOST = 32000 }; /* GPUs take 32764 bytes of parameters, the domain's included */

	if (size > MOST && u->request->has_device && u->request->has_device(u->request->device))
		diagnose(
		    u, SEVERITY_ERROR, offset,
		    "the kernel takes %lld bytes with it, and GPUs take at most %d: pass large data in an array, or by "
		    "a view",
		    size, MOST);
}

/* Visits a launch: the function object's operator() runs on the accelerator. */
static void visit_launch(struct undefined_search *s, CXCursor call, unsigned offset)
{
	int n = clang_Cursor_getNumArguments(call);
	CXCursor kernel = clang_Cursor_getArgument(call, n - 1);
	CXType type = object_type(clang_getCursorType(kernel));
	SCOPED(children) operators = {0};

	for (struct walk w = walk_children(clang_getTypeDeclaration(type)); walk_next(&w);) {
		if (is_function(w.cursor.kind) && is_launchable(w.cursor) &&
		    cursor_restrictions(w.cursor) & RESTRICT_AMP)
			children_add(&operators, w.cursor);
	}
	check_captured_size(s->unit, clang_Type_getSizeOf(type), offset);
	/* the library chooses among several */
	if (operators.count == 1)
		check_defined(s, operators.items[0], offset, "launched");
	for (size_t i = 0; i < operators.count; i++) {
		CXCursor definition = clang_getCursorDefinition(operators.items[i]);

		if (!clang_Cursor_isNull(definition))
			visit_function(s, definition, true);
	}
}

static void visit_code(struct undefined_search *s, CXCursor n)
{
	CXCursor callee = cursor_callee(n);
	unsigned offset;

	if (n.kind != CXCursor_CallExpr || !is_function(callee.kind) ||
	    !cursor_offset(s->unit->clauses, n, &offset))
		return;
	if (library_entity(callee) == LIBRARY_PARALLEL_FOR_EACH) {
		visit_launch(s, n, offset);
		return;
	}
	CXCursor definition = clang_getCursorDefinition(callee);

	if (s->in_amp)
		check_defined(s, callee, offset, "called in a kernel");
	if (!clang_Cursor_isNull(definition) &&
	    clang_Location_isFromMainFile(clang_getCursorLocation(definition)))
		visit_function(s, definition, s->in_amp);
}

/* Whether a function is compiled as host code even if nothing in the unit calls it. */
static bool is_compiled_anyway(CXCursor n)
{
	return n.kind != CXCursor_FunctionTemplate && is_function(n.kind) && clang_isCursorDefinition(n) &&
	       clang_getCursorLinkage(n) == CXLinkage_External && !clang_Cursor_isFunctionInlined(n) &&
	       clang_getCursorSemanticParent(n).kind != CXCursor_ClassTemplate &&
	       cursor_restrictions(n) & RESTRICT_CPU;
}

/* Records the program's restrict(amp) functions that the unit declares and does not define: launched.c reports
 * those that the code for GPUs calls. */
static void record_undefined(struct unit *u)
{
	unsigned offset;

	for (struct walk w = walk_below(clang_getTranslationUnitCursor(u->tu)); walk_next(&w);) {
		enum CXCursorKind kind = cursor_kind(w.cursor);
		bool is_mine = cursor_offset(u->clauses, w.cursor, &offset);

		if (!is_mine || (kind != CXCursor_Namespace && kind != CXCursor_LinkageSpec && !is_class(kind)))
			walk_skip(&w);
		if (is_mine && is_function(kind) && cursor_restrictions(w.cursor) & RESTRICT_AMP &&
		    !is_defined(w.cursor)) {
			KEEP(u->undefined, u->n_undefined) = (struct undefined_function){
			    .symbol = clang_string(clang_Cursor_getMangling(w.cursor)),
			    .name = function_title(w.cursor),
			    .offset = offset,
			};
		}
	}
}

void check_undefined(struct unit *u)
{
	struct undefined_search s = {.unit = u};
	unsigned offset;

	if (!u->request->has_device)
		return;
	record_undefined(u);
	for (struct walk w = walk_below(clang_getTranslationUnitCursor(u->tu)); walk_next(&w);) {
		enum CXCursorKind kind = cursor_kind(w.cursor);
		bool is_mine = cursor_offset(u->clauses, w.cursor, &offset);

		if (is_mine && is_compiled_anyway(w.cursor))
			visit_function(&s, w.cursor, false);
		if (!is_mine || (kind != CXCursor_Namespace && kind != CXCursor_LinkageSpec))
			walk_skip(&w);
	}
}
