/* Visits as loops: over the cursors below one, such as a function's parameters, the names in an expression or
 * the members of a class; over diagnostics and their notes. */
#include "ast/ast.h"

#include <stdlib.h>

/* A cursor that a walk is yet to come to. */
struct walked {
	CXCursor cursor, parent, function;
};

static enum CXChildVisitResult push(CXCursor c, CXCursor parent, CXClientData data)
{
	struct walk *w = data;
	bool is_in_function = is_function(parent.kind) || parent.kind == CXCursor_LambdaExpr;

	if (w->count == w->capacity) {
		w->capacity = w->capacity ? w->capacity * 2 : 16;
		w->pending = xrealloc(w->pending, w->capacity * sizeof(*w->pending));
	}
	w->pending[w->count++] = (struct walked){c, parent, is_in_function ? parent : w->function};
	return CXChildVisit_Continue;
}

/* Reverses the part of the stack from `low` on. */
static void reverse(struct walk *w, size_t low)
{
	for (size_t high = w->count; low + 1 < high; low++) {
		struct walked first = w->pending[low];

		w->pending[low] = w->pending[--high];
		w->pending[high] = first;
	}
}

static void push_children(struct walk *w, CXCursor c)
{
	size_t low = w->count;

	if (clang_Cursor_isNull(c))
		return;
	clang_visitChildren(c, push, w);
	reverse(w, low);
}

struct walk walk_children(CXCursor c)
{
	struct walk w = {.is_flat = true, .cursor = clang_getNullCursor(), .function = clang_getNullCursor()};

	push_children(&w, c);
	return w;
}

static enum CXVisitorResult push_field(CXCursor field, CXClientData data)
{
	push(field, clang_getNullCursor(), data);
	return CXVisit_Continue;
}

struct walk walk_fields(CXType type)
{
	struct walk w = walk_children(clang_getNullCursor());

	clang_Type_visitFields(type, push_field, &w);
	reverse(&w, 0);
	return w;
}

struct walk walk_below(CXCursor c)
{
	struct walk w = walk_children(c);

	w.is_flat = false;
	return w;
}

struct walk walk_from(CXCursor c)
{
	struct walk w = walk_below(clang_getNullCursor());

	push(c, clang_getNullCursor(), &w);
	return w;
}

struct walk walk_program(const struct clauses *c, CXTranslationUnit tu)
{
	struct walk w = walk_below(clang_getTranslationUnitCursor(tu));

	w.clauses = c;
	return w;
}

struct walk walk_kind(struct walk w, enum CXCursorKind kind)
{
	w.kind = kind;
	return w;
}

/* Whether a walk leaves the current cursor out, and what is below it if that is a declaration. */
static bool is_left_out(struct walk *w)
{
	bool is_instance = w->clauses && is_instantiation(w->cursor);
	bool is_elsewhere = w->clauses && !cursor_range(w->clauses, w->cursor, &w->start, &w->end);

	w->skips = is_instance || (is_elsewhere && clang_isDeclaration(w->cursor.kind));
	return is_instance || is_elsewhere || (w->kind && w->cursor.kind != w->kind);
}

static bool advance(struct walk *w)
{
	if (!w->is_flat && !w->skips)
		push_children(w, w->cursor);
	w->skips = false;
	if (w->count) {
		const struct walked *next = &w->pending[--w->count];

		w->cursor = next->cursor;
		w->parent = next->parent;
		w->function = next->function;
		return true;
	}
	w->cursor = clang_getNullCursor();
	walk_finish(w);
	return false;
}

bool walk_next(struct walk *w)
{
	while (advance(w)) {
		if (!is_left_out(w))
			return true;
	}
	return false;
}

void walk_skip(struct walk *w)
{
	w->skips = true;
}

void walk_finish(struct walk *w)
{
	free(w->pending);
	w->pending = NULL;
	w->count = w->capacity = 0;
}

CXCursor walk_end(struct walk *w)
{
	walk_finish(w);
	return w->cursor;
}

CXCursor first_of_kind(CXCursor c, enum CXCursorKind kind)
{
	struct walk w = walk_kind(walk_from(c), kind);

	walk_next(&w);
	return walk_end(&w);
}

struct notes notes_of(CXDiagnostic d)
{
	return (struct notes){.all = clang_getChildDiagnostics(d)};
}

struct notes messages_of(CXTranslationUnit tu)
{
	return (struct notes){.all = clang_getDiagnosticSetFromTU(tu)};
}

bool notes_next(struct notes *n)
{
	notes_finish(n);
	if (n->next == clang_getNumDiagnosticsInSet(n->all))
		return false;
	n->note = clang_getDiagnosticInSet(n->all, n->next++);
	n->place = clang_getDiagnosticLocation(n->note);
	n->text = clang_string(clang_getDiagnosticSpelling(n->note));
	return true;
}

void notes_finish(struct notes *n)
{
	if (n->note)
		clang_disposeDiagnostic(n->note);
	n->note = NULL;
}
