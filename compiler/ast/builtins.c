/* The compilers' own functions: __builtin_popcount and its like. Amp code may call those that mean
 * the same on the host and for both compilers of the device unit; nvcc has many for host code only,
 * and where device code calls one makes a kernel of it that does nothing. */
#include "ast/ast.h"
#include "ast/phrases.h"

#include <string.h>

#define PREFIX "__builtin_"

/* Names without the prefix. Taken as they are; */
static const char *const plain[] = {
	"abs", "addressof", "copysign", "copysignf", "expect", "fabs", "fabsf", "huge_val", "huge_valf",
	"inf", "inff", "is_constant_evaluated", "labs", "launder", "llabs", "nan", "nanf", "signbit",
	"signbitf", "unreachable",
};

/* and in the device unit called amp_builtin_… (<amp/builtin.h>). */
static const char *const renamed[] = {
	"add_overflow", "assume_aligned", "bswap16", "bswap32", "bswap64", "clrsb", "clrsbl", "clrsbll",
	"clz", "clzl", "clzll", "ctz", "ctzl", "ctzll", "expect_with_probability", "ffs", "ffsl", "ffsll",
	"fpclassify", "isfinite", "isgreater", "isgreaterequal", "isinf", "isinf_sign", "isless",
	"islessequal", "islessgreater", "isnan", "isnormal", "isunordered", "mul_overflow", "parity",
	"parityl", "parityll", "popcount", "popcountl", "popcountll", "sadd_overflow",
	"saddl_overflow", "saddll_overflow", "smul_overflow", "smull_overflow", "smulll_overflow",
	"ssub_overflow", "ssubl_overflow", "ssubll_overflow", "sub_overflow", "uadd_overflow",
	"uaddl_overflow", "uaddll_overflow", "umul_overflow", "umull_overflow", "umulll_overflow",
	"usub_overflow", "usubl_overflow", "usubll_overflow",
};

static bool is_listed(const char *const *names, size_t count, const char *name)
{
	for (size_t i = 0; i < count; i++) {
		if (!strcmp(names[i], name))
			return true;
	}
	return false;
}

/* The name behind the prefix, or NULL. The caller frees name. */
static const char *without_prefix(const char *name)
{
	return starts(name, PREFIX) ? name + strlen(PREFIX) : NULL;
}

bool is_builtin(CXCursor reference)
{
	/* clang's name for the type of all of them */

	return clang_getCursorKind(reference) == CXCursor_DeclRefExpr &&
	       !strcmp(type_spelling(clang_getCursorType(reference)), phrase_text(PHRASE_BUILTIN_FUNCTION));
}

enum amp_builtin amp_builtin(CXCursor reference)
{
	const char *name = without_prefix(cursor_spelling(reference));
	enum amp_builtin kind = BUILTIN_REFUSED;

	if (name && is_listed(plain, sizeof(plain) / sizeof(*plain), name))
		kind = BUILTIN_PLAIN;
	else if (name && is_listed(renamed, sizeof(renamed) / sizeof(*renamed), name))
		kind = BUILTIN_RENAMED;
	return kind;
}
