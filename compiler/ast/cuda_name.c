/* Names that CUDA declares in the global namespace, where programs may declare them, too. */
#include "ast/ast.h"

#include <string.h>

/* Used by name in device code of CUDA's or ampcc's headers. */
static const char *const used[] = {
	"atomicAdd", "atomicAnd", "atomicCAS", "atomicDec", "atomicExch", "atomicInc", "atomicMax", "atomicMin",
	"atomicOr", "atomicSub", "atomicXor", "blockDim", "blockIdx", "cospi", "cyl_bessel_i0", "cyl_bessel_i1",
	"erfcinv", "erfcx", "erfinv", "exp10", "fdivide", "gridDim", "max", "min", "norm3d", "norm4d", "normcdf",
	"normcdfinv", "rcbrt", "rhypot", "rnorm", "rnorm3d", "rnorm4d", "rsqrt", "sincos", "sincospi", "sinpi",
	"threadIdx", "warpSize",
};

/* Only used by CUDA programs. */
static const char *const unused[] = {
	"MAJOR_VERSION", "MINOR_VERSION", "PATCH_LEVEL", "all", "any", "ballot", "clock64", "dadd", "dmul",
	"double2int", "double2ll", "double2uint", "double2ull", "dsub", "float2double", "int2double",
	"libraryPropertyType", "libraryPropertyType_t", "ll2double", "llmax", "llmin", "syncthreads_and",
	"syncthreads_count", "syncthreads_or", "uint2double", "ull2double", "ullmax", "ullmin", "umax", "umin",
};

bool is_function_of(const char *name, const char *const *list, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		size_t len = strlen(list[i]);

		if (!strncmp(name, list[i], len) && (!name[len] || !strcmp(name + len, "f")))
			return true;
	}
	return false;
}

bool is_unused_cuda_name(const char *name)
{
	return starts_with_word(name, "surf1D surf2D surf3D surfCubemap tex1D tex2D tex3D texCubemap") ||
	       is_function_of(name, unused, COUNT(unused));
}

bool is_cuda_name(const char *name)
{
	const char *suffix = strchr(name, '_');
	bool is_atomic = starts(name, "atomic") && suffix &&
	                 (!strcmp(suffix, "_block") || !strcmp(suffix, "_system"));

	return is_atomic || is_function_of(name, used, COUNT(used)) || is_unused_cuda_name(name);
}

bool is_vector_name(const char *name)
{
	if (starts(name, "make_"))
		name += 5;
	size_t n =
	    starts_with_word(name, "char uchar short ushort int uint longlong ulonglong long ulong float double");

	return (n && name[n] >= '1' && name[n] <= '4' && !name[n + 1]) || !strcmp(name, "dim3");
}

bool is_declared_by_nvcc(const char *name)
{
	/* <strings.h> declares the first, CUDA's math headers the second */
	return !strcmp(name, "index") || !strcmp(name, "norm") || is_cuda_name(name) || is_vector_name(name);
}

const char *key_of_cuda_name(CXCursor type)
{
	enum CXCursorKind kind = cursor_kind(type);
	enum CXCursorKind scope = cursor_kind(clang_getCursorSemanticParent(type));
	const char *key = kind == CXCursor_StructDecl  ? "struct"
	                  : kind == CXCursor_ClassDecl ? "class"
	                  : kind == CXCursor_UnionDecl ? "union"
	                  : kind == CXCursor_EnumDecl  ? "enum"
	                                               : NULL;

	if (!key || !clang_Cursor_isNull(clang_getSpecializedCursorTemplate(type)) ||
	    (scope != CXCursor_TranslationUnit && scope != CXCursor_LinkageSpec) ||
	    !in_program(type))
		return NULL;
	if (!is_cuda_name(cursor_spelling(type)))
		key = NULL;
	return key;
}
