/* Variables in amp code: those that it declares, and global ones that it names (specification 2.4.3.2,
 * 2.4.3.5). */
#include "check/check_internal.h"

#include <string.h>

/* The limit for static shared memory of CUDA's thread blocks. */
#define TILE_STATIC_SIZE (48 * 1024)

/* Adds up the size. A function that several kernels call counts for the first of them. */
static void add_tile_static(struct checker *c, CXCursor v, unsigned offset)
{
	long long size = clang_Type_getSizeOf(clang_getCursorType(v));
	long long before = c->tile_static_size;

	if (size <= 0)
		return; /* depends on template parameters */
	c->tile_static_size += size;
	if (before <= TILE_STATIC_SIZE && c->tile_static_size > TILE_STATIC_SIZE)
		refuse(c, offset, "tile_static variables of %lld bytes; a tile has %d "
		       "[C++ AMP 2.4.3.5.1]", c->tile_static_size, TILE_STATIC_SIZE);
}

/* Refuses an initializer of the variable whose name is at an offset. */
static void check_no_initializer(struct checker *c, unsigned offset, const char *name)
{
	const struct token *t = c->unit->tokens.items;
	size_t i = token_at(&c->unit->tokens, offset) + 1;

	while (unit_is(c->unit, i, "[") && t[i].match > (int)i)
		i = (size_t)t[i].match + 1;
	if (unit_is_one_of(c->unit, i, "= { ("))
		refuse(c, t[i].offset, "tile_static variable '%s' has an initializer "
		       "[C++ AMP 2.4.3.5.1]", name);
}

unsigned specifier_at(const struct unit *u, unsigned start, const char *word)
{
	const struct token *t = u->tokens.items;
	size_t i = token_at(&u->tokens, start);

	while (i > 0 && t[i - 1].kind == TOKEN_IDENTIFIER)
		i--;
	for (; t[i].kind == TOKEN_IDENTIFIER; i++) {
		if (unit_is(u, i, word))
			return t[i].offset;
	}
	return UINT_MAX;
}

/* Refuses storage class specifiers together with tile_static. */
static void check_storage(struct checker *c, CXCursor v)
{
	static const char *const words[] = {"static", "extern", "register", "thread_local", "_Thread_local"};
	unsigned start, end;

	for (size_t i = 0; i < COUNT(words) && cursor_range(c->clauses, v, &start, &end); i++) {
		unsigned word = specifier_at(c->unit, start, words[i]);

		if (word != UINT_MAX)
			refuse_with_fix(c, word, ((struct fix){word, word + (unsigned)strlen(words[i]) + 1, ""}),
			                "'%s' and tile_static cannot be combined "
			                "[C++ AMP 2.4.3.5.1]",
			                words[i]);
	}
}

/* type: of the variable, or of its elements. */
static void check_tile_static(struct checker *c, CXType type, unsigned offset, const char *name)
{
	if (type.kind == CXType_Pointer || type.kind == CXType_NullPtr || is_reference(type))
		refuse(c, offset, "tile_static variable '%s' is a %s [C++ AMP 2.4.3.5.1]", name,
		       is_reference(type) ? "reference" : "pointer");
	else if (holds_container(c, type))
		refuse(c, offset, "tile_static variable '%s' holds an array_view or a texture "
		       "[C++ AMP 2.4.3.5.1]", name);
	if (!is_reference(type)) /* a reference always has one */
		check_no_initializer(c, offset, name);
}

/* Refuses the attribute cleanup: nvcc ignores it in silence and does not call the function. */
static void check_cleanup(struct checker *c, CXCursor v)
{
	const struct token *t = c->unit->tokens.items;
	unsigned start, end;

	if (!cursor_range(c->clauses, v, &start, &end))
		return;
	size_t first = statement_start(c->unit, token_at(&c->unit->tokens, start));

	for (size_t i = first; t[i].kind != TOKEN_END && (t[i].offset < start || !unit_is(c->unit, i, ";")); i++) {
		if (is_attribute(c->unit, i, "cleanup", "__cleanup__"))
			refuse(c, t[i].offset, "the attribute 'cleanup' in restrict(amp) code");
	}
}

/* Whether a variable was refused before, in its template or in another instantiation. */
static bool was_refused(struct checker *c, CXCursor v, unsigned offset)
{
	if (!offsets_have(&c->reported, offset))
		return false;
	leave_out_variable(c, v);
	return true;
}

bool check_variable(struct checker *c, CXCursor v, unsigned offset)
{
	if (was_refused(c, v, offset))
		return false;
	const char *name = cursor_spelling(v);
	unsigned errors = c->unit->errors;
	bool tile_static = is_tile_static(v); /* also where restrict.c made it a reference */
	CXType declared = clang_getCursorType(v);

	check_cleanup(c, v);
	if (offsets_have(&c->clauses->references, offset))
		declared = without_reference(declared);
	if (tile_static) {
		check_storage(c, v);
		check_tile_static(c, array_element(clang_getCanonicalType(declared)), offset, name);
	}
	if (!is_dependent(declared))
		check_type(c, declared, offset, "variable", name);
	if (tile_static)
		add_tile_static(c, v, offset);
	else
		check_destruction(c, v, offset, RESTRICT_AMP);
	bool is_const = clang_isConstQualifiedType(clang_getCanonicalType(declared));
	CXType element = clang_getCanonicalType(array_element(declared));

	/* in C, the initializer of a static variable is a constant expression */
	if (clang_Cursor_getStorageClass(v) == CX_SC_Static && !tile_static && !is_constexpr(v) &&
	    !(is_const && element.kind != CXType_Pointer && unit_is_c(c->unit)))
		refuse(c, offset, "static variable '%s' in restrict(amp) code%s [C++ AMP 2.4.3.5]", name,
		       is_const ? ": write it without 'static'" : "");
	else if (clang_getCursorTLSKind(v) != CXTLS_None)
		refuse(c, offset, "thread_local variable '%s' in restrict(amp) code [C++ AMP 2.4.3.5]",
		       name);
	if (c->unit->errors > errors)
		refuse_variable(c, v, 0, UINT_MAX);
	return c->unit->errors == errors;
}

void check_tile_static_parameter(struct checker *c, unsigned start)
{
	unsigned word = specifier_at(c->unit, start, "tile_static");

	if (word != UINT_MAX)
		refuse(c, word, "a parameter cannot be tile_static; without 'tile_static' it "
		                "accepts such variables, too [C++ AMP 2.4.3.5.1]");
}

bool check_parameter(struct checker *c, CXCursor p)
{
	const char *name = cursor_spelling(p);
	unsigned errors = c->unit->errors, offset, start, end;
	bool has_name = cursor_offset(c->clauses, p, &offset);

	if (has_name && was_refused(c, p, offset))
		return false;
	if (cursor_range(c->clauses, p, &start, &end))
		check_tile_static_parameter(c, start);
	CXType type = clang_getCursorType(p);

	if (variable_bound(c->unit, p))
		type = clang_getArrayElementType(type);
	if (has_name && !is_dependent(type))
		check_type(c, type, offset, "parameter", name);
	if (c->unit->errors > errors)
		refuse_variable(c, p, 0, UINT_MAX);
	return c->unit->errors == errors;
}

void check_result_type(struct checker *c, CXCursor function)
{
	CXType result = clang_getResultType(clang_getCursorType(function));
	unsigned offset;

	/* the result of an implicit member is the class, which is refused where it has an object */
	if (result.kind != CXType_Invalid && !is_dependent(result) && !is_implicit(function) &&
	    cursor_offset(c->clauses, function, &offset))
		check_type(c, result, offset, "result", "");
}

/* Whether libclang does not resolve a name: T::x that depends on template parameters, or that of a variable
 * template. */
static bool is_unknown(CXCursor reference)
{
	CXCursor v = clang_getCursorReferenced(reference);

	if (clang_Cursor_isNull(v))
		return clang_isReference(first_child(reference).kind);
	return v.kind == CXCursor_UnexposedDecl && !is_local(v);
}

void check_reference(struct checker *c, CXCursor reference, CXCursor parent, unsigned offset)
{
	CXCursor v = clang_getCursorReferenced(reference);

	if (is_function(v.kind))
		check_function_name(c, reference, parent, offset);
	if (is_unknown(reference))
		check_unknown_reference(c, reference, parent, offset);
	if (v.kind != CXCursor_VarDecl || is_refused(c, v))
		return;
	CXCursor scope = clang_getCursorSemanticParent(v);
	enum CXCursorKind kind = cursor_kind(scope);
	bool global = kind == CXCursor_TranslationUnit || kind == CXCursor_Namespace ||
	              is_class(kind) || kind == CXCursor_LinkageSpec;
	CXType type = clang_getCursorType(v);
	bool is_static = clang_Cursor_getStorageClass(v) == CX_SC_Static;

	/* the size of a variable may be used wherever it can be named */
	if ((!global && !is_static) || (global && c->in_sizeof))
		return;
	CXType canonical = clang_getCanonicalType(type);
	unsigned declared;
	/* in C, arrays of constants at file scope become the device unit's, and those in amp code are its own */
	bool own =
	    unit_is_c(c->unit) &&
	    (global || (cursor_offset(c->clauses, v, &declared) && code_at(c->clauses, declared) & RESTRICT_AMP));
	bool array = !own && is_array(canonical);

	if (global && !array && clang_isConstQualifiedType(canonical) && !unit_is_c(c->unit))
		check_global_constant(c, v, reference, parent, offset);
	if (is_dependent(type) || (!array && clang_isConstQualifiedType(canonical)))
		return;
	/* for clang, tile_static variables have a static storage class */
	if (is_tile_static(v))
		return;
	const char *name = cursor_spelling(v);

	if (in_program(v))
		refuse(c, offset,
		       "%s %s '%s' in restrict(amp) code: only %s can be used [C++ AMP 2.4.3.2]",
		       is_class(kind) ? "static member" : global ? "global"
		                                                 : "static",
		       array ? "array" : "variable", name,
		       array ? "constants that are not arrays" : "constants");
}
