/* Names of the program's that CUDA has, too. nvcc includes CUDA's headers before
 * anything else, and they declare types like float3, and functions, in the global
 * namespace, which C++ AMP programs from elsewhere do as well.
 *
 * Of types CUDA's goes by another name: the program's is part of kernels' symbols,
 * which the host must know. Of functions the program's does, in the device unit,
 * since CUDA's are used by their names. */
#include "ampcc.h"

#include <stdlib.h>
#include <string.h>

/* float3 or make_float3, or any other of these. */
static bool is_vector_name(const char *name)
{
	static const char *const scalars[] = {"char", "uchar", "short", "ushort", "int", "uint",
	                                      "long", "ulong", "longlong", "ulonglong", "float",
	                                      "double"};

	if (!strncmp(name, "make_", 5))
		name += 5;
	for (size_t i = 0; i < sizeof scalars / sizeof *scalars; i++) {
		size_t n = strlen(scalars[i]);

		if (!strncmp(name, scalars[i], n) && name[n] >= '1' && name[n] <= '4' && !name[n + 1])
			return true;
	}
	return !strcmp(name, "dim3");
}

/* Those of its functions that C++ has not, with parameters that a program's are
 * likely to have. */
static bool is_function_name(const char *name)
{
	static const char *const names[] = {
		"all", "any", "ballot", "cospi", "cyl_bessel_i0", "cyl_bessel_i1", "erfcinv", "erfcx",
		"erfinv", "exp10", "fdivide", "llmax", "llmin", "max", "min", "norm3d", "norm4d", "normcdf",
		"normcdfinv", "rcbrt", "rhypot", "rnorm", "rnorm3d", "rnorm4d", "rsqrt", "sincos",
		"sincospi", "sinpi", "ullmax", "ullmin", "umax", "umin",
	};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		if (!strcmp(name, names[i]))
			return true;
	}
	return false;
}

/* ---- Types ---------------------------------------------------------------- */

static bool is_type(enum CXCursorKind kind)
{
	return is_class(kind) || kind == CXCursor_UnionDecl || kind == CXCursor_EnumDecl ||
	       kind == CXCursor_TypedefDecl || kind == CXCursor_TypeAliasDecl ||
	       kind == CXCursor_TypeAliasTemplateDecl;
}

static void add_vector_name(struct strings *out, CXCursor c)
{
	char *name = take_string(clang_getCursorSpelling(c));
	bool known = !is_vector_name(name);

	for (size_t i = 0; i < out->count && !known; i++)
		known = !strcmp(out->items[i], name);
	if (!known)
		strings_push(out, name);
	free(name);
}

/* What the program declares, and what it uses of a namespace: of
 * Concurrency::graphics::direct3d, say. */
static enum CXChildVisitResult find_type(CXCursor c, CXCursor parent, CXClientData data)
{
	enum CXCursorKind kind = clang_getCursorKind(c);

	(void)parent;
	if (clang_isDeclaration(kind) && !clang_Location_isFromMainFile(clang_getCursorLocation(c)))
		return CXChildVisit_Continue;
	if (is_type(kind) || kind == CXCursor_FunctionDecl) {
		add_vector_name(data, c);
	} else if (kind == CXCursor_TypeRef) {
		CXCursor type = clang_getCursorReferenced(c);

		if (clang_getCursorKind(clang_getCursorSemanticParent(type)) == CXCursor_Namespace)
			add_vector_name(data, type);
	}
	return CXChildVisit_Recurse;
}

void find_cuda_types(CXTranslationUnit tu, struct strings *out)
{
	clang_visitChildren(clang_getTranslationUnitCursor(tu), find_type, out);
}

/* ---- Functions ------------------------------------------------------------ */

struct function_renamer {
	const struct unit *unit;
	const struct clauses *clauses;
	struct edits *edits;
	struct offsets done; /* instantiations repeat nodes */
};

static bool is_arithmetic(CXType type)
{
	type = clang_getCanonicalType(type);
	if (type.kind == CXType_Pointer || type.kind == CXType_LValueReference)
		type = clang_getCanonicalType(clang_getPointeeType(type));
	return type.kind >= CXType_Bool && type.kind <= CXType_LongDouble;
}

/* A function of the program's at global scope that CUDA may have with the same
 * parameters: numbers. Others overload CUDA's, and templates may mean them. */
static bool is_taken(CXCursor function)
{
	if (clang_getCursorKind(function) != CXCursor_FunctionDecl ||
	    !clang_Location_isFromMainFile(clang_getCursorLocation(function)))
		return false;
	enum CXCursorKind scope = clang_getCursorKind(clang_getCursorSemanticParent(function));

	if (scope != CXCursor_TranslationUnit && scope != CXCursor_LinkageSpec)
		return false;
	char *name = take_string(clang_getCursorSpelling(function));
	bool taken = is_function_name(name);
	int n = clang_Cursor_getNumArguments(function);

	for (int i = 0; i < n && taken; i++)
		taken = is_arithmetic(clang_getCursorType(clang_Cursor_getArgument(function, (unsigned)i)));
	free(name);
	return taken;
}

static void rename_at(struct function_renamer *r, unsigned offset, CXCursor function)
{
	char *name = take_string(clang_getCursorSpelling(function));
	const struct token *t = &r->unit->tokens.items[token_at(&r->unit->tokens, offset)];

	if (t->offset == offset && token_is(r->unit->text.data, t, name) &&
	    offsets_add(&r->done, offset)) {
		char *own = xasprintf("%s_of_program", name);

		edit_replace(r->edits, offset, offset + strlen(name), own, NULL);
		free(own);
	}
	free(name);
}

static enum CXChildVisitResult rename_function(CXCursor c, CXCursor parent, CXClientData data)
{
	struct function_renamer *r = data;
	enum CXCursorKind kind = clang_getCursorKind(c);
	unsigned offset;

	(void)parent;
	if (is_taken(c)) {
		if (cursor_offset(r->clauses, c, &offset))
			rename_at(r, offset, c);
	} else if (kind == CXCursor_DeclRefExpr) {
		CXCursor function = clang_getCursorReferenced(c);

		if (is_taken(function) && cursor_offset(r->clauses, c, &offset))
			rename_at(r, offset, function);
	}
	return CXChildVisit_Recurse;
}

void rename_cuda_functions(const struct unit *u, const struct clauses *c, CXTranslationUnit tu,
                           struct edits *edits)
{
	struct function_renamer r = {.unit = u, .clauses = c, .edits = edits};

	clang_visitChildren(clang_getTranslationUnitCursor(tu), rename_function, &r);
	free(r.done.items);
}
