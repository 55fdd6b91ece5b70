/* How options that change the meaning of code apply to kernels: as options of the device compilers, or as an
 * error. docs/flags.md explains them. */
#include "device/device.h"


#define M(meaning) (1u << MEANING_##meaning)

/* Why kernels, or the library, cannot support a meaning. */
static const char *const reasons[MEANINGS] = {
    [MEANING_WRAP] = "nvcc takes it that signed integers do not overflow",
    [MEANING_WRAP_POINTERS] = "nvcc takes it that pointers do not overflow",
    [MEANING_TRAP] = "nvcc cannot trap where signed integers overflow",
    [MEANING_ALL_COPIES] = "nvcc leaves out copies that C++ lets it",
    [MEANING_FLOAT_CASTS] = "nvcc takes it that numbers fit the integers that they are converted to",
    [MEANING_NO_EXCEPTIONS] = "its library throws exceptions",
    [MEANING_NO_RTTI] = "kernels are found by the names of their types",
    [MEANING_SHORT_ENUMS] = "kernels and the runtime library have enumerations of four bytes",
    [MEANING_SHORT_WCHAR] = "kernels and the runtime library have a wchar_t of four bytes",
    [MEANING_PACKED] = "kernels and the runtime library have structs that are not packed",
    [MEANING_UNSIGNED_BITFIELDS] = "kernels have signed bit-fields",
    [MEANING_MS_BITFIELDS] = "kernels have bit-fields where gcc has them",
    [MEANING_LONG_DOUBLE] = "kernels see a long double of 16 bytes",
    [MEANING_SINGLE_CONSTANTS] = "kernels have constants of type double",
    [MEANING_EVALUATION] = "kernels evaluate each operation in its own type",
    [MEANING_SUBNORMALS] = "kernels keep subnormal numbers, or make zeros of them that keep the sign",
    [MEANING_CHARSET] = "kernels have characters in UTF-8",
    [MEANING_WIDE_CHARSET] = "kernels have wide characters in UTF-32",
    [MEANING_WORD_SIZE] = "pointers of kernels and of the runtime library have 64 bits",
    [MEANING_CALLS] = "the runtime library is called as System V has it",
    [MEANING_OTHER_MESSAGES] = "the messages of ampcc and of nvcc are text",
};

static const unsigned for_clang_only =
    M(WRAP) | M(WRAP_POINTERS) | M(TRAP) | M(ALL_COPIES) | M(FLOAT_CASTS);
static const unsigned followed = M(UNCONTRACTED) | M(FAST) | M(RECIPROCAL) | M(OFAST) | M(NOT_FAST) |
                                 M(FLUSH) | M(UNSIGNED_CHAR) | M(COLORS) | M(NO_COLORS) | M(NO_CARETS) |
                                 M(PARSEABLE_FIXES);

/* Prints an error for each of some meanings that is in force. */
static bool refuse(const struct command *c, unsigned meanings, const char *how, const char *instead)
{
	unsigned refused = c->meanings & meanings;
	for (unsigned m = 0; m < MEANINGS; m++)
		if (refused >> m & 1)
			fail("'%s' is not possible %s: %s%s", c->meant_by[m], how, reasons[m], instead);
	return !refused;
}

bool options_fit_amp(const struct command *c, bool is_cxx)
{
	unsigned of_cxx = M(NO_EXCEPTIONS) | M(NO_RTTI);
	return refuse(c, ~(followed | for_clang_only | (is_cxx ? 0 : of_cxx)), "with C++ AMP", "");
}

bool options_fit_nvcc(const struct command *c)
{
	return refuse(c, for_clang_only, "in kernels", "; --amp-device-compiler=clang does it");
}

/* An option for some meanings. */
struct kernel_option {
	unsigned meanings; /* any of these */
	const char *option;
};

static void push_options(unsigned m, const struct kernel_option *options, size_t n, struct strings *out)
{
	if (m & M(OFAST) && !(m & M(NOT_FAST)))
		m |= M(FAST) | M(RECIPROCAL);
	for (size_t i = 0; i < n; i++)
		if (m & options[i].meanings)
			strings_push(out, options[i].option);
}

void push_meanings_for_nvcc(unsigned m, struct strings *out)
{
	static const struct kernel_option options[] = {
	    {M(UNCONTRACTED), "-fmad=false"},
	    {M(FLUSH) | M(FAST), "-ftz=true"},
	    {M(FAST), "-prec-sqrt=false"},
	    {M(RECIPROCAL), "-prec-div=false"},
	};
	push_options(m, options, COUNT(options), out);
	/* -Xcompiler -funsigned-char defines the macro; this is for nvcc's parser */
	if (m & M(UNSIGNED_CHAR))
		strings_push_each(out, "-Xcudafe", "--unsigned_chars");
}

void push_meanings_for_clang(unsigned m, struct strings *out)
{
	static const struct kernel_option options[] = {
	    {M(UNCONTRACTED), "-ffp-contract=off"},
	    {M(WRAP) | M(WRAP_POINTERS), "-fno-strict-overflow"},
	    {M(TRAP), "-ftrapv"},
	    {M(ALL_COPIES), "-fno-elide-constructors"},
	    {M(FLOAT_CASTS), "-fno-strict-float-cast-overflow"},
	    {M(FLUSH) | M(FAST), "-fgpu-flush-denormals-to-zero"},
	    {M(RECIPROCAL), "-freciprocal-math"},
	};
	push_options(m, options, COUNT(options), out);
}
