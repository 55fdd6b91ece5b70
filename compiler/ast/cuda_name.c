/* Names that CUDA has in the global namespace, as the program may, too. */
#include "ast/ast.h"

#include <stdlib.h>
#include <string.h>

bool is_cuda_name(const char *name)
{
	static const char *const names[] = {
		"MAJOR_VERSION", "MINOR_VERSION", "PATCH_LEVEL", "all", "any", "atomicAdd", "atomicAnd",
		"atomicCAS", "atomicDec", "atomicExch", "atomicInc", "atomicMax", "atomicMin", "atomicOr",
		"atomicSub", "atomicXor", "ballot", "blockDim", "blockIdx", "clock64", "cospi",
		"cyl_bessel_i0", "cyl_bessel_i1", "dadd", "dmul", "double2int", "double2ll", "double2uint",
		"double2ull", "dsub", "erfcinv", "erfcx", "erfinv", "exp10", "fdivide", "float2double",
		"gridDim", "int2double", "libraryPropertyType", "libraryPropertyType_t", "ll2double", "llmax",
		"llmin", "max", "min", "norm3d", "norm4d", "normcdf", "normcdfinv", "rcbrt", "rhypot", "rnorm",
		"rnorm3d", "rnorm4d", "rsqrt", "sincos", "sincospi", "sinpi", "syncthreads_and",
		"syncthreads_count", "syncthreads_or", "threadIdx", "uint2double", "ull2double", "ullmax",
		"ullmin", "umax", "umin", "warpSize",
	};
	static const char *const families[] = {"atomic", "surf1D", "surf2D", "surf3D", "surfCubemap",
	                                       "tex1D", "tex2D", "tex3D", "texCubemap"};
	const char *suffix = strchr(name, '_');

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		size_t n = strlen(names[i]);

		if (!strncmp(name, names[i], n) && (!name[n] || !strcmp(name + n, "f")))
			return true;
	}
	for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
		if (!strncmp(name, families[i], strlen(families[i])) &&
		    (i || (suffix && (!strcmp(suffix, "_block") || !strcmp(suffix, "_system")))))
			return true;
	}
	return false;
}

const char *key_of_cuda_name(CXCursor type)
{
	enum CXCursorKind kind = clang_getCursorKind(type);
	enum CXCursorKind scope = clang_getCursorKind(clang_getCursorSemanticParent(type));
	const char *key = kind == CXCursor_StructDecl  ? "struct"
	                  : kind == CXCursor_ClassDecl ? "class"
	                  : kind == CXCursor_UnionDecl ? "union"
	                  : kind == CXCursor_EnumDecl  ? "enum"
	                                               : NULL;

	if (!key || (scope != CXCursor_TranslationUnit && scope != CXCursor_LinkageSpec) ||
	    !clang_Location_isFromMainFile(clang_getCursorLocation(type)))
		return NULL;
	char *name = take_string(clang_getCursorSpelling(type));

	if (!is_cuda_name(name))
		key = NULL;
	free(name);
	return key;
}
