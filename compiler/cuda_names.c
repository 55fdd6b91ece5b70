/* Names of the program's that CUDA has, too. nvcc includes CUDA's headers before
 * anything else, and they declare types like float3, functions, and variables, in the
 * global namespace, which C++ AMP programs from elsewhere do as well.
 *
 * Of types CUDA's goes by another name: the program's is part of kernels' symbols,
 * which the host must know. Of functions and variables the program's does, in the
 * device unit, since CUDA's are used by their names. */
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
 * likely to have, and its variables. */
static bool is_cuda_name(const char *name)
{
	static const char *const names[] = {
		"all", "any", "atomicAdd", "atomicAnd", "atomicCAS", "atomicDec", "atomicExch",
		"atomicInc", "atomicMax", "atomicMin", "atomicOr", "atomicSub", "atomicXor", "ballot",
		"blockDim", "blockIdx", "cospi", "cyl_bessel_i0", "cyl_bessel_i1", "dadd", "dmul",
		"double2int", "double2ll", "double2uint", "double2ull", "dsub", "erfcinv", "erfcx",
		"erfinv", "exp10", "fdivide", "float2double", "gridDim", "int2double", "ll2double",
		"llmax", "llmin", "max", "min", "norm3d", "norm4d", "normcdf", "normcdfinv", "rcbrt",
		"rhypot", "rnorm", "rnorm3d", "rnorm4d", "rsqrt", "sincos", "sincospi", "sinpi",
		"threadIdx", "uint2double", "ull2double", "ullmax", "ullmin", "umax", "umin", "warpSize",
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

/* ---- Functions and variables ---------------------------------------------- */

struct renamer {
	const struct unit *unit;
	const struct clauses *clauses;
	struct edits *edits;
	struct offsets done; /* instantiations repeat nodes */
};

/* A function, a template of functions or a variable of the program's at global scope with a name
 * of CUDA's. All overloads are, whatever their parameters: a call in a template may mean each. */
static bool is_taken(CXCursor c)
{
	enum CXCursorKind kind = clang_getCursorKind(c);

	if ((kind != CXCursor_FunctionDecl && kind != CXCursor_FunctionTemplate &&
	     kind != CXCursor_VarDecl) ||
	    !clang_Location_isFromMainFile(clang_getCursorLocation(c)))
		return false;
	enum CXCursorKind scope = clang_getCursorKind(clang_getCursorSemanticParent(c));

	if (scope != CXCursor_TranslationUnit && scope != CXCursor_LinkageSpec)
		return false;
	char *name = take_string(clang_getCursorSpelling(c));
	bool taken = is_cuda_name(name);

	free(name);
	return taken;
}

/* What a reference means, if all that it may mean is taken; otherwise the null cursor. */
static CXCursor taken_reference(CXCursor c)
{
	CXCursor meant = clang_getCursorReferenced(c);

	if (clang_getCursorKind(c) == CXCursor_DeclRefExpr)
		return is_taken(meant) ? meant : clang_getNullCursor();
	unsigned n = clang_getCursorKind(c) == CXCursor_OverloadedDeclRef
	                     ? clang_getNumOverloadedDecls(c) : 0;

	for (unsigned i = 0; i < n; i++) {
		meant = clang_getOverloadedDecl(c, i);
		if (!is_taken(meant))
			return clang_getNullCursor();
	}
	return n ? meant : clang_getNullCursor();
}

static void rename_at(struct renamer *r, unsigned offset, CXCursor declared)
{
	char *name = take_string(clang_getCursorSpelling(declared));
	const struct token *t = &r->unit->tokens.items[token_at(&r->unit->tokens, offset)];

	if (t->offset == offset && token_is(r->unit->text.data, t, name) &&
	    offsets_add(&r->done, offset)) {
		char *own = xasprintf("%s_of_program", name);

		edit_replace(r->edits, offset, offset + strlen(name), own, NULL);
		free(own);
	}
	free(name);
}

static enum CXChildVisitResult rename_taken(CXCursor c, CXCursor parent, CXClientData data)
{
	struct renamer *r = data;
	CXCursor declared = is_taken(c) ? c : taken_reference(c);
	unsigned offset;

	(void)parent;
	if (!clang_Cursor_isNull(declared) && cursor_offset(r->clauses, c, &offset))
		rename_at(r, offset, declared);
	return CXChildVisit_Recurse;
}

void rename_cuda_names(const struct unit *u, const struct clauses *c, CXTranslationUnit tu,
                       struct edits *edits)
{
	struct renamer r = {.unit = u, .clauses = c, .edits = edits};

	clang_visitChildren(clang_getTranslationUnitCursor(tu), rename_taken, &r);
	free(r.done.items);
}
