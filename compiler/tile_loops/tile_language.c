/* Tile loops: what is spelled differently in C and in C++. */
#include "body/statement.h"
#include "tile_loops/tile_loops_internal.h"

#include <stdlib.h>
#include <string.h>

bool is_c(const struct loops *s)
{
	return s->l->unit->request->language == LANGUAGE_C;
}

bool is_element_macro(const struct loops *s, size_t i)
{
	return is_c(s) && is(s->l, i, "amp_at") && is(s->l, i + 1, "(");
}

static bool begins_with(const struct loops *s, size_t i, const char *prefix)
{
	return token(s->l, i)->len >= strlen(prefix) &&
	       !strncmp(s->l->text + token(s->l, i)->offset, prefix, strlen(prefix));
}

bool is_wait(struct loops *s, size_t first, size_t last)
{
	/* amp_barrier_wait…( */
	size_t barrier = is_c(s) ? first + 2 : first;
	size_t i = barrier + (is_name(s, barrier, s->barrier) ? 1 : 3);

	if (is_c(s))
		return last == i + 2 && begins_with(s, first, "amp_barrier_wait") &&
		       is(s->l, first + 1, "(") && is_barrier(s, barrier) && is(s->l, i, ")");
	return last == i + 5 && is_barrier(s, first) && is(s->l, i, ".") &&
	       begins_with(s, i + 1, "wait") && is(s->l, i + 2, "(") && is(s->l, i + 3, ")") &&
	       is(s->l, i + 4, ";");
}

int index_dimension(const struct loops *s, size_t first, size_t last)
{
	static const char digits[] = "012", letters[] = "ijk";
	bool c = is_c(s);

	if (last != first + (c ? 2 : 3) || !is(s->l, first, c ? "." : "[") ||
	    token(s->l, first + 1)->len != 1)
		return -1;
	const char *set = c ? letters : digits;
	const char *found = strchr(set, s->l->text[token(s->l, first + 1)->offset]);

	return found ? (int)(found - set) : -1;
}

const char *thread_index(const struct loops *s, CXType type)
{
	static const char *const values[] = {
		"", "amp_tile_at1_(amp_tile, amp_z, amp_y, amp_x)",
		"amp_tile_at2_(amp_tile, amp_z, amp_y, amp_x)",
		"amp_tile_at3_(amp_tile, amp_z, amp_y, amp_x)"};
	unsigned rank, extents[3];

	if (!is_c(s))
		return "amp_tile.at(amp_z, amp_y, amp_x)";
	return values[is_tiled_index(type, &rank, extents) ? rank : 0];
}

char *c_kept_type(const struct loops *s, CXType type)
{
	char *name = take_string(clang_getTypeSpelling(unqualified(type)));
	unsigned at;

	type = clang_getCanonicalType(type);
	while (type.kind == CXType_Pointer)
		type = clang_getCanonicalType(clang_getPointeeType(type));
	CXCursor declaration = clang_getTypeDeclaration(type);

	/* types without names, and those of the body's own */
	if (strchr(name, '(') || strchr(name, '[') ||
	    (cursor_offset(s->l->clauses, declaration, &at) &&
	     at >= token(s->l, s->body)->offset && at < token(s->l, s->body_end)->offset)) {
		free(name);
		return NULL;
	}
	return name;
}
