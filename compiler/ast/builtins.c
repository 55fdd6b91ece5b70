/* The compilers' built-in functions, __builtin_popcount and the like. Amp code may call those that mean the
 * same on the host and for both device compilers. nvcc supports many of them in host code only; if device
 * code calls one of those, nvcc silently generates an empty kernel. */
#include "ast/ast.h"
#include "ast/phrases.h"

#include <string.h>

#define PREFIX "__builtin_"

/* Names without the prefix: those that can be called as they are, */
static const char plain[] =
    "abs addressof copysign copysignf expect fabs fabsf huge_val huge_valf inf inff "
    "is_constant_evaluated labs launder llabs nan nanf signbit signbitf unreachable";

/* and those called amp_builtin_… in the device unit (<amp/builtin.h>). */
static const char renamed[] =
    "add_overflow assume_aligned bswap16 bswap32 bswap64 clrsb clrsbl clrsbll clz clzl clzll ctz ctzl "
    "ctzll expect_with_probability ffs ffsl ffsll fpclassify isfinite isgreater isgreaterequal isinf "
    "isinf_sign isless islessequal islessgreater isnan isnormal isunordered mul_overflow parity parityl "
    "parityll popcount popcountl popcountll sadd_overflow saddl_overflow saddll_overflow smul_overflow "
    "smull_overflow smulll_overflow ssub_overflow ssubl_overflow ssubll_overflow sub_overflow "
    "uadd_overflow uaddl_overflow uaddll_overflow umul_overflow umull_overflow umulll_overflow "
    "usub_overflow usubl_overflow usubll_overflow";

bool is_builtin(CXCursor reference)
{
	/* clang's name for the type that they all have */
	return reference.kind == CXCursor_DeclRefExpr &&
	       !strcmp(type_spelling(clang_getCursorType(reference)), phrase_text(PHRASE_BUILTIN_FUNCTION));
}

enum amp_builtin amp_builtin(CXCursor reference)
{
	const char *spelling = cursor_spelling(reference), *name = spelling + strlen(PREFIX);

	if (!starts(spelling, PREFIX))
		return BUILTIN_REFUSED;
	return is_word_of(plain, name, strlen(name))     ? BUILTIN_PLAIN
	       : is_word_of(renamed, name, strlen(name)) ? BUILTIN_RENAMED
	                                                 : BUILTIN_REFUSED;
}
