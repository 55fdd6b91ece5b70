/* The command line: one table that classifies options; ampcc --help. */
#include "base/options.h"
#include "base/paths.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How an option carries its value. */
enum option_form {
	FORM_FLAG,     /* -c */
	FORM_JOINED,   /* -std=c11, -fPIC: the rest of the word */
	FORM_SEPARATE, /* -include FILE: the next word */
	FORM_EITHER,   /* -Idir, -I dir */
};

/* omitted meanings are 0 */
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#define M(meaning) (1u << MEANING_##meaning)
#define LANGUAGE (OPTION_PARSE | OPTION_LIBCLANG)
#define CHAR_SIGN (LANGUAGE | OPTION_DEVICE_HOST)
#define FAST (M(FAST) | M(RECIPROCAL))

/* Classifies options; the longest matching name decides. Options that are not listed, and those of class 0,
 * go to the host compiler unchanged; the latter are listed because the word that follows them is a value and
 * not an input. */
static const struct option {
	const char *name;
	enum option_form form;
	unsigned classes;
	unsigned sets, clears; /* bits of meanings; the last option wins */
} options[] = {
    /* How far, and to where */
    {"-c", FORM_FLAG, OPTION_MODE},
    {"-S", FORM_FLAG, OPTION_MODE},
    {"-E", FORM_FLAG, OPTION_MODE},
    {"-M", FORM_FLAG, OPTION_MODE},
    {"-MM", FORM_FLAG, OPTION_MODE},
    {"-fsyntax-only", FORM_FLAG, OPTION_MODE},
    {"-o", FORM_EITHER, OPTION_MODE},
    {"-x", FORM_EITHER, OPTION_MODE},
    {"--compile", FORM_FLAG, OPTION_MODE},
    {"--assemble", FORM_FLAG, OPTION_MODE},
    {"--preprocess", FORM_FLAG, OPTION_MODE},
    {"--output", FORM_SEPARATE, OPTION_MODE},
    {"--output=", FORM_JOINED, OPTION_MODE},
    {"--language", FORM_SEPARATE, OPTION_MODE},
    {"--language=", FORM_JOINED, OPTION_MODE},

    /* Dependencies */
    {"-MD", FORM_FLAG, OPTION_DEPENDENCY},
    {"-MMD", FORM_FLAG, OPTION_DEPENDENCY},
    {"-MP", FORM_FLAG, OPTION_DEPENDENCY},
    {"-MG", FORM_FLAG, OPTION_DEPENDENCY},
    {"-MF", FORM_EITHER, OPTION_DEPENDENCY},
    {"-MT", FORM_EITHER, OPTION_DEPENDENCY},
    {"-MQ", FORM_EITHER, OPTION_DEPENDENCY},
    {"-Wp,-MD,", FORM_JOINED, OPTION_DEPENDENCY},
    {"-Wp,-MMD,", FORM_JOINED, OPTION_DEPENDENCY},

    /* Preprocessing */
    {"-I", FORM_EITHER, OPTION_PARSE | OPTION_DEVICE},
    {"-D", FORM_EITHER, OPTION_PARSE | OPTION_DEVICE},
    {"-U", FORM_EITHER, OPTION_PARSE | OPTION_DEVICE},
    {"-isystem", FORM_EITHER, OPTION_PARSE | OPTION_DEVICE},
    {"-iquote", FORM_EITHER, OPTION_PARSE | OPTION_DEVICE_HOST},
    {"-idirafter", FORM_EITHER, OPTION_PARSE | OPTION_DEVICE_HOST},
    {"-include", FORM_EITHER, OPTION_PARSE | OPTION_FOLDED},
    {"-imacros", FORM_EITHER, OPTION_PARSE | OPTION_FOLDED},
    {"-iprefix", FORM_EITHER, OPTION_PARSE | OPTION_DEVICE_HOST},
    {"-iwithprefix", FORM_EITHER, OPTION_PARSE | OPTION_DEVICE_HOST},
    {"-iwithprefixbefore", FORM_EITHER, OPTION_PARSE | OPTION_DEVICE_HOST},
    {"-isysroot", FORM_EITHER, OPTION_PARSE | OPTION_DEVICE_HOST},
    {"-imultilib", FORM_EITHER, OPTION_PARSE},
    {"--sysroot", FORM_SEPARATE, OPTION_PARSE | OPTION_DEVICE_HOST},
    {"--sysroot=", FORM_JOINED, OPTION_PARSE | OPTION_DEVICE_HOST},
    {"--include-directory", FORM_SEPARATE, OPTION_PARSE},
    {"--include-directory=", FORM_JOINED, OPTION_PARSE},
    {"--define-macro", FORM_SEPARATE, OPTION_PARSE},
    {"--define-macro=", FORM_JOINED, OPTION_PARSE},
    {"-nostdinc", FORM_FLAG, OPTION_PARSE | OPTION_DEVICE_HOST},
    {"-nostdinc++", FORM_FLAG, OPTION_PARSE | OPTION_DEVICE_HOST},
    {"-undef", FORM_FLAG, OPTION_PARSE},
    {"-A", FORM_EITHER, OPTION_PARSE},
    {"-C", FORM_FLAG, 0},
    {"-CC", FORM_FLAG, 0},
    {"-Wp,", FORM_JOINED, OPTION_PARSE},
    {"-Xpreprocessor", FORM_SEPARATE, OPTION_PARSE},

    /* The language. nvcc gets -std= translated. */
    {"-std=", FORM_JOINED, OPTION_PARSE},
    {"--std=", FORM_JOINED, OPTION_PARSE},
    {"-ansi", FORM_FLAG, OPTION_PARSE | OPTION_LIBCLANG},
    {"-stdlib=", FORM_JOINED, OPTION_PARSE | OPTION_DEVICE_HOST},
    {"-f", FORM_JOINED, OPTION_PARSE},
    {"-fopenmp", FORM_JOINED, OPTION_PARSE | OPTION_DEVICE_HOST},
    {"-fms-extensions", FORM_FLAG, LANGUAGE | OPTION_DEVICE_HOST},
    {"-fpermissive", FORM_FLAG, LANGUAGE | OPTION_DEVICE_HOST},
    {"-fchar8_t", FORM_FLAG, LANGUAGE},
    {"-fno-char8_t", FORM_FLAG, LANGUAGE},
    {"-fexceptions", FORM_FLAG, LANGUAGE, 0, M(NO_EXCEPTIONS)},
    {"-fno-exceptions", FORM_FLAG, LANGUAGE, M(NO_EXCEPTIONS)},
    {"-frtti", FORM_FLAG, LANGUAGE, 0, M(NO_RTTI)},
    {"-fno-rtti", FORM_FLAG, LANGUAGE, M(NO_RTTI)},
    /* the flat text is UTF-8, whatever the encoding of the source */
    {"-finput-charset=", FORM_JOINED, OPTION_PARSE | OPTION_FOLDED},
    {"-fexec-charset=", FORM_JOINED, OPTION_PARSE, M(CHARSET)},
    {"-fexec-charset=UTF-8", FORM_FLAG, OPTION_PARSE, 0, M(CHARSET)},
    {"-fexec-charset=utf-8", FORM_FLAG, OPTION_PARSE, 0, M(CHARSET)},
    {"-fwide-exec-charset=", FORM_JOINED, OPTION_PARSE, M(WIDE_CHARSET)},
    {"-fwide-exec-charset=UTF-32LE", FORM_FLAG, OPTION_PARSE, 0, M(WIDE_CHARSET)},

    /* Types */
    {"-fsigned-char", FORM_FLAG, CHAR_SIGN, 0, M(UNSIGNED_CHAR)},
    {"-fno-unsigned-char", FORM_FLAG, CHAR_SIGN, 0, M(UNSIGNED_CHAR)},
    {"-funsigned-char", FORM_FLAG, CHAR_SIGN, M(UNSIGNED_CHAR)},
    {"-fno-signed-char", FORM_FLAG, CHAR_SIGN, M(UNSIGNED_CHAR)},
    {"-fshort-enums", FORM_FLAG, OPTION_PARSE, M(SHORT_ENUMS)},
    {"-fno-short-enums", FORM_FLAG, OPTION_PARSE, 0, M(SHORT_ENUMS)},
    {"-fshort-wchar", FORM_FLAG, OPTION_PARSE, M(SHORT_WCHAR)},
    {"-fno-short-wchar", FORM_FLAG, OPTION_PARSE, 0, M(SHORT_WCHAR)},
    {"-fpack-struct", FORM_FLAG, OPTION_PARSE, M(PACKED)},
    {"-fpack-struct=", FORM_JOINED, OPTION_PARSE, M(PACKED)},
    {"-fno-pack-struct", FORM_FLAG, OPTION_PARSE, 0, M(PACKED)},
    {"-funsigned-bitfields", FORM_FLAG, OPTION_PARSE, M(UNSIGNED_BITFIELDS)},
    {"-fno-signed-bitfields", FORM_FLAG, OPTION_PARSE, M(UNSIGNED_BITFIELDS)},
    {"-fsigned-bitfields", FORM_FLAG, OPTION_PARSE, 0, M(UNSIGNED_BITFIELDS)},
    {"-fno-unsigned-bitfields", FORM_FLAG, OPTION_PARSE, 0, M(UNSIGNED_BITFIELDS)},
    {"-mms-bitfields", FORM_FLAG, OPTION_PARSE, M(MS_BITFIELDS)},
    {"-mno-ms-bitfields", FORM_FLAG, OPTION_PARSE, 0, M(MS_BITFIELDS)},
    {"-mlong-double-64", FORM_FLAG, OPTION_PARSE, M(LONG_DOUBLE)},
    {"-mlong-double-128", FORM_FLAG, OPTION_PARSE, M(LONG_DOUBLE)},
    {"-mlong-double-80", FORM_FLAG, OPTION_PARSE, 0, M(LONG_DOUBLE)},
    {"-m96bit-long-double", FORM_FLAG, OPTION_PARSE, M(LONG_DOUBLE)},
    {"-m128bit-long-double", FORM_FLAG, OPTION_PARSE, 0, M(LONG_DOUBLE)},

    /* Integers and calls. Kernels make no type-based aliasing assumptions (-fstrict-aliasing). */
    {"-fwrapv", FORM_FLAG, LANGUAGE, M(WRAP), M(TRAP)},
    {"-fno-wrapv", FORM_FLAG, LANGUAGE, 0, M(WRAP)},
    {"-fwrapv-pointer", FORM_FLAG, OPTION_PARSE, M(WRAP_POINTERS)},
    {"-fno-wrapv-pointer", FORM_FLAG, OPTION_PARSE, 0, M(WRAP_POINTERS)},
    {"-fno-strict-overflow", FORM_FLAG, LANGUAGE, M(WRAP), M(TRAP)},
    {"-fstrict-overflow", FORM_FLAG, LANGUAGE, 0, M(WRAP) | M(WRAP_POINTERS)},
    {"-ftrapv", FORM_FLAG, LANGUAGE, M(TRAP), M(WRAP)},
    {"-fno-trapv", FORM_FLAG, OPTION_PARSE, 0, M(TRAP)},
    {"-fno-elide-constructors", FORM_FLAG, LANGUAGE, M(ALL_COPIES)},
    {"-felide-constructors", FORM_FLAG, LANGUAGE, 0, M(ALL_COPIES)},

    /* Floating-point numbers. Kernels use only the permissions below. */
    {"-ffp-contract=off", FORM_FLAG, OPTION_PARSE, M(UNCONTRACTED)},
    {"-ffp-contract=on", FORM_FLAG, OPTION_PARSE, M(UNCONTRACTED)}, /* nvcc contracts all or nothing */
    {"-ffp-contract=fast", FORM_JOINED, OPTION_PARSE, 0, M(UNCONTRACTED)},
    {"-ffp-model=strict", FORM_FLAG, OPTION_PARSE, M(UNCONTRACTED) | M(NOT_FAST), FAST},
    {"-ffp-model=precise", FORM_FLAG, OPTION_PARSE, M(UNCONTRACTED) | M(NOT_FAST), FAST},
    {"-ffp-model=fast", FORM_FLAG, OPTION_PARSE, FAST, M(UNCONTRACTED) | M(NOT_FAST)},
    {"-ffp-model=aggressive", FORM_FLAG, OPTION_PARSE, FAST, M(UNCONTRACTED) | M(NOT_FAST)},
    {"-ffast-math", FORM_FLAG, OPTION_PARSE, FAST, M(NOT_FAST)},
    {"-fno-fast-math", FORM_FLAG, OPTION_PARSE, M(NOT_FAST), FAST},
    {"-funsafe-math-optimizations", FORM_FLAG, OPTION_PARSE, FAST, M(NOT_FAST)},
    {"-fno-unsafe-math-optimizations", FORM_FLAG, OPTION_PARSE, M(NOT_FAST), FAST},
    {"-freciprocal-math", FORM_FLAG, OPTION_PARSE, M(RECIPROCAL)},
    {"-fno-reciprocal-math", FORM_FLAG, OPTION_PARSE, M(NOT_FAST), M(RECIPROCAL)},
    {"-mdaz-ftz", FORM_FLAG, OPTION_PARSE, M(FLUSH)},
    {"-mno-daz-ftz", FORM_FLAG, OPTION_PARSE, M(NOT_FAST), M(FLUSH) | M(FAST)},
    {"-fdenormal-fp-math", FORM_JOINED, OPTION_PARSE, M(SUBNORMALS)},
    {"-fdenormal-fp-math=ieee", FORM_FLAG, OPTION_PARSE, 0, M(SUBNORMALS) | M(FLUSH)},
    {"-fdenormal-fp-math=preserve-sign", FORM_FLAG, OPTION_PARSE, M(FLUSH), M(SUBNORMALS)},
    {"-ffp-eval-method=", FORM_JOINED, OPTION_PARSE, M(EVALUATION)},
    {"-ffp-eval-method=source", FORM_FLAG, OPTION_PARSE, 0, M(EVALUATION)},
    {"-fsingle-precision-constant", FORM_FLAG, OPTION_PARSE, M(SINGLE_CONSTANTS)},
    {"-fno-single-precision-constant", FORM_FLAG, OPTION_PARSE, 0, M(SINGLE_CONSTANTS)},
    {"-fno-strict-float-cast-overflow", FORM_FLAG, OPTION_PARSE, M(FLOAT_CASTS)},
    {"-fstrict-float-cast-overflow", FORM_FLAG, OPTION_PARSE, 0, M(FLOAT_CASTS)},

    /* Messages */
    {"-fdiagnostics-color", FORM_FLAG, OPTION_PARSE, M(COLORS), M(NO_COLORS)},
    {"-fdiagnostics-color=always", FORM_FLAG, OPTION_PARSE, M(COLORS), M(NO_COLORS)},
    {"-fdiagnostics-color=never", FORM_FLAG, OPTION_PARSE, M(NO_COLORS), M(COLORS)},
    {"-fdiagnostics-color=auto", FORM_FLAG, OPTION_PARSE, 0, M(COLORS) | M(NO_COLORS)},
    {"-fno-diagnostics-color", FORM_FLAG, OPTION_PARSE, M(NO_COLORS), M(COLORS)},
    {"-fcolor-diagnostics", FORM_FLAG, OPTION_PARSE, M(COLORS), M(NO_COLORS)},
    {"-fno-color-diagnostics", FORM_FLAG, OPTION_PARSE, M(NO_COLORS), M(COLORS)},
    {"-fdiagnostics-show-caret", FORM_FLAG, OPTION_PARSE, 0, M(NO_CARETS)},
    {"-fno-diagnostics-show-caret", FORM_FLAG, OPTION_PARSE, M(NO_CARETS)},
    {"-fcaret-diagnostics", FORM_FLAG, OPTION_PARSE, 0, M(NO_CARETS)},
    {"-fno-caret-diagnostics", FORM_FLAG, OPTION_PARSE, M(NO_CARETS)},
    {"-fdiagnostics-parseable-fixits", FORM_FLAG, OPTION_PARSE, M(PARSEABLE_FIXES)},
    {"-fno-diagnostics-parseable-fixits", FORM_FLAG, OPTION_PARSE, 0, M(PARSEABLE_FIXES)},
    {"-fdiagnostics-plain-output", FORM_FLAG, OPTION_PARSE, M(NO_COLORS) | M(NO_CARETS),
     M(COLORS) | M(OTHER_MESSAGES) | M(PARSEABLE_FIXES)},
    {"-fdiagnostics-format=", FORM_JOINED, OPTION_PARSE, M(OTHER_MESSAGES)},
    {"-fdiagnostics-format=text", FORM_FLAG, OPTION_PARSE, 0, M(OTHER_MESSAGES)},
    {"-fdiagnostics-format=clang", FORM_FLAG, OPTION_PARSE, 0, M(OTHER_MESSAGES)},
    {"-fdiagnostics-add-output=", FORM_JOINED, OPTION_PARSE, M(OTHER_MESSAGES)},
    {"-fdiagnostics-set-output=", FORM_JOINED, OPTION_PARSE, M(OTHER_MESSAGES)},
    {"-fdiagnostics-set-output=text", FORM_FLAG, OPTION_PARSE, 0, M(OTHER_MESSAGES)},

    /* Files beside the output */
    {"--coverage", FORM_FLAG, OPTION_SIDE},
    {"-coverage", FORM_FLAG, OPTION_SIDE},
    {"-ftest-coverage", FORM_FLAG, OPTION_SIDE},
    {"-fprofile-arcs", FORM_FLAG, OPTION_SIDE},
    {"-fprofile-generate", FORM_JOINED, OPTION_SIDE},
    {"-fprofile-use", FORM_JOINED, OPTION_SIDE},
    {"-gsplit-dwarf", FORM_JOINED, OPTION_SIDE},
    {"-save-temps", FORM_JOINED, OPTION_SIDE},
    {"--save-temps", FORM_JOINED, OPTION_SIDE},
    {"-fstack-usage", FORM_FLAG, OPTION_SIDE},
    {"-fcallgraph-info", FORM_JOINED, OPTION_SIDE},
    {"-fdump-", FORM_JOINED, OPTION_SIDE},
    {"-da", FORM_FLAG, OPTION_SIDE},
    {"-fsave-optimization-record", FORM_JOINED, OPTION_SIDE},
    {"-ftime-trace", FORM_FLAG, OPTION_SIDE},
    {"-ftime-trace=", FORM_JOINED, OPTION_SIDE},
    {"-MJ", FORM_EITHER, OPTION_SIDE},

    {"-flto", FORM_JOINED, 0},
    {"-fno-lto", FORM_FLAG, 0},
    {"-fuse-ld=", FORM_JOINED, OPTION_LINK},
    {"-pthread", FORM_FLAG, OPTION_PARSE | OPTION_DEVICE_HOST | OPTION_LIBCLANG},
    {"-trigraphs", FORM_FLAG, OPTION_PARSE},
    {"-W", FORM_JOINED, OPTION_PARSE},
    {"-w", FORM_FLAG, OPTION_PARSE | OPTION_DEVICE},
    {"-pedantic", FORM_FLAG, OPTION_PARSE},
    {"-pedantic-errors", FORM_FLAG, OPTION_PARSE},

    /* Code */
    {"-O", FORM_JOINED, OPTION_PARSE, 0, M(OFAST)},
    {"-Ofast", FORM_FLAG, OPTION_PARSE, M(OFAST)},
    {"-g", FORM_JOINED, OPTION_PARSE},
    {"-gz", FORM_JOINED, OPTION_ASSEMBLE},
    {"-m", FORM_JOINED, OPTION_PARSE | OPTION_ASSEMBLE},
    {"-m64", FORM_FLAG, LANGUAGE | OPTION_ASSEMBLE, 0, M(WORD_SIZE)},
    {"-m32", FORM_FLAG, LANGUAGE | OPTION_ASSEMBLE, M(WORD_SIZE)},
    {"-m16", FORM_FLAG, LANGUAGE | OPTION_ASSEMBLE, M(WORD_SIZE)},
    {"-mx32", FORM_FLAG, LANGUAGE | OPTION_ASSEMBLE, M(WORD_SIZE)},
    {"-mabi=ms", FORM_FLAG, OPTION_PARSE, M(CALLS)},
    {"-mabi=sysv", FORM_FLAG, OPTION_PARSE, 0, M(CALLS)},
    {"-march=", FORM_JOINED, OPTION_PARSE | OPTION_ASSEMBLE},
    {"--target=", FORM_JOINED, OPTION_PARSE | OPTION_ASSEMBLE},
    {"-target", FORM_SEPARATE, OPTION_PARSE | OPTION_ASSEMBLE},
    {"-arch", FORM_SEPARATE, OPTION_PARSE | OPTION_ASSEMBLE},
    {"--gcc-toolchain=", FORM_JOINED, OPTION_PARSE},
    {"-B", FORM_EITHER, OPTION_ASSEMBLE},
    {"-Wa,", FORM_JOINED, OPTION_ASSEMBLE},
    {"-Xassembler", FORM_SEPARATE, OPTION_ASSEMBLE},
    {"--param", FORM_SEPARATE, 0},
    {"--param=", FORM_JOINED, 0},
    {"-Xclang", FORM_SEPARATE, 0},
    {"-mllvm", FORM_SEPARATE, 0},
    {"-aux-info", FORM_SEPARATE, 0},
    {"-dumpbase", FORM_SEPARATE, 0},
    {"-dumpbase-ext", FORM_SEPARATE, 0},
    {"-dumpdir", FORM_SEPARATE, 0},
    {"-specs", FORM_SEPARATE, 0},
    {"-wrapper", FORM_SEPARATE, 0},
    {"-G", FORM_EITHER, 0},
    {"-v", FORM_FLAG, 0},
    {"-###", FORM_FLAG, OPTION_MODE},

    /* nvcc's own */
    {"-gencode", FORM_SEPARATE, OPTION_NVCC},
    {"-arch=", FORM_JOINED, OPTION_NVCC},
    {"-code=", FORM_JOINED, OPTION_NVCC},
    {"-rdc=", FORM_JOINED, OPTION_NVCC},
    {"-lineinfo", FORM_FLAG, OPTION_NVCC},
    {"-use_fast_math", FORM_FLAG, OPTION_NVCC},
    {"--use_fast_math", FORM_FLAG, OPTION_NVCC},
    {"-extended-lambda", FORM_FLAG, OPTION_NVCC},
    {"--extended-lambda", FORM_FLAG, OPTION_NVCC},
    {"--expt-", FORM_JOINED, OPTION_NVCC},
    {"-maxrregcount=", FORM_JOINED, OPTION_NVCC},
    {"-Xptxas", FORM_SEPARATE, OPTION_NVCC},
    {"-Xcudafe", FORM_SEPARATE, OPTION_NVCC},
    {"-Xcompiler", FORM_SEPARATE, OPTION_NVCC},

    /* The link */
    {"-l", FORM_EITHER, OPTION_LINK},
    {"-L", FORM_EITHER, OPTION_LINK},
    {"-Wl,", FORM_JOINED, OPTION_LINK},
    {"-Xlinker", FORM_SEPARATE, OPTION_LINK},
    {"-T", FORM_EITHER, OPTION_LINK},
    {"-Tbss", FORM_SEPARATE, OPTION_LINK},
    {"-Tdata", FORM_SEPARATE, OPTION_LINK},
    {"-Ttext", FORM_SEPARATE, OPTION_LINK},
    {"-u", FORM_EITHER, OPTION_LINK},
    {"-z", FORM_EITHER, OPTION_LINK},
    {"-e", FORM_EITHER, OPTION_LINK},
    {"-h", FORM_EITHER, OPTION_LINK},
    {"-r", FORM_FLAG, OPTION_LINK},
    {"-s", FORM_FLAG, OPTION_LINK},
    {"-shared", FORM_FLAG, OPTION_LINK},
    {"-static", FORM_FLAG, OPTION_LINK},
    {"-static-pie", FORM_FLAG, OPTION_LINK},
    {"-static-libgcc", FORM_FLAG, OPTION_LINK},
    {"-static-libstdc++", FORM_FLAG, OPTION_LINK},
    {"-pie", FORM_FLAG, OPTION_LINK},
    {"-no-pie", FORM_FLAG, OPTION_LINK},
    {"-rdynamic", FORM_FLAG, OPTION_LINK},
    {"-nostdlib", FORM_FLAG, OPTION_LINK},
    {"-nolibc", FORM_FLAG, OPTION_LINK},
    {"-nodefaultlibs", FORM_FLAG, OPTION_LINK},
    {"-nostartfiles", FORM_FLAG, OPTION_LINK},
};

#undef FAST
#undef CHAR_SIGN
#undef LANGUAGE
#undef M

/* Returns the table row of an option, or NULL. */
static const struct option *find_option(const char *word)
{
	const struct option *best = NULL;
	size_t best_length = 0;
	for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
		const struct option *o = &options[i];
		size_t length = strlen(o->name);
		if (length < best_length || strncmp(word, o->name, length) != 0)
			continue;
		bool whole = word[length] == '\0';
		if (whole || o->form == FORM_JOINED || o->form == FORM_EITHER) {
			best = o;
			best_length = length;
		}
	}
	return best;
}

unsigned option_classes(const char *word)
{
	const struct option *o = find_option(word);
	return o ? o->classes : 0;
}

static unsigned after(unsigned meanings, const struct option *o)
{
	return o ? (meanings & ~o->clears) | o->sets : meanings;
}

unsigned meanings_after(unsigned meanings, const char *option)
{
	const char *prefix = *option == '-'                     ? ""
	                     : *option == 'O'                   ? "-"
	                     : isdigit((unsigned char)*option) ? "-O"
	                                                        : "-f";
	OWNED char *word = xasprintf("%s%s", prefix, option);
	const struct option *o = find_option(word);
	return after(meanings, o);
}

/* ---- @file ------------------------------------------------------------- */

/* Appends the words of a response file by libiberty's rules: they are separated by white space, quotes of
 * both kinds group, a backslash quotes the next character. */
static void split_response_file(const char *p, struct strings *out)
{
	SCOPED(text) word = {0};
	for (;;) {
		while (isspace((unsigned char)*p))
			p++;
		if (!*p)
			break;
		char quote = '\0';
		word.len = 0;
		text_append(&word, "");
		for (; *p && (quote || !isspace((unsigned char)*p)); p++) {
			if (*p == '\\' && p[1])
				text_append_n(&word, ++p, 1);
			else if (quote && *p == quote)
				quote = '\0';
			else if (!quote && (*p == '\'' || *p == '"'))
				quote = *p;
			else
				text_append_n(&word, p, 1);
		}
		strings_push(out, word.data);
	}
}

/* Appends a word or, for @FILE, the words of the file. If the file cannot be read, the word stays as it is,
 * as in gcc. */
static void expand_word(const char *word, struct strings *out, unsigned depth)
{
	SCOPED(text) text = {0};
	if (word[0] != '@' || depth > 100 || !read_file(word + 1, &text)) {
		strings_push(out, word);
		return;
	}
	SCOPED(strings) words = {0};
	split_response_file(text.data, &words);
	for (size_t i = 0; i < words.count; i++)
		expand_word(words.items[i], out, depth + 1);
}

/* ---- Inputs ------------------------------------------------------------ */

/* Operands of -x, and suffixes of sources that ampcc handles itself. */
static const struct language_name {
	const char *name;
	enum input_kind kind;
} x_names[] =
    {
        {"c", INPUT_C},     {"cpp-output", INPUT_C},       {"c++", INPUT_CXX},
        {"cu", INPUT_CUDA}, {"c++-cpp-output", INPUT_CXX}, {"cuda", INPUT_CUDA},
        {"c-header", INPUT_HEADER}, {"c++-header", INPUT_HEADER},
},
  suffixes[] = {
      {".c", INPUT_C},     {".i", INPUT_C},     {".cc", INPUT_CXX},  {".cp", INPUT_CXX},
      {".cxx", INPUT_CXX}, {".cpp", INPUT_CXX}, {".CPP", INPUT_CXX}, {".c++", INPUT_CXX},
      {".C", INPUT_CXX},   {".ii", INPUT_CXX},  {".cu", INPUT_CUDA},
      {".h", INPUT_HEADER},   {".hh", INPUT_HEADER},  {".hp", INPUT_HEADER},  {".H", INPUT_HEADER},
      {".hxx", INPUT_HEADER}, {".hpp", INPUT_HEADER}, {".HPP", INPUT_HEADER}, {".h++", INPUT_HEADER},
};

/* Returns the kind of an input by the -x in force, else by its suffix. */
static enum input_kind input_kind(const char *path, const char *language)
{
	if (language) {
		for (size_t i = 0; i < sizeof x_names / sizeof *x_names; i++)
			if (!strcmp(language, x_names[i].name))
				return x_names[i].kind;
		return INPUT_OTHER;
	}
	const char *dot = strrchr(file_name(path), '.');
	for (size_t i = 0; dot && i < sizeof suffixes / sizeof *suffixes; i++)
		if (!strcmp(dot, suffixes[i].name))
			return suffixes[i].kind;
	return INPUT_OTHER;
}

static struct argument *add_argument(struct command *c, const char *word, const char *value,
                                     unsigned classes)
{
	struct argument *a = &APPEND(c->arguments, c->n_arguments);
	*a = (struct argument){
	    {xstrdup(word), value ? xstrdup(value) : NULL}, .classes = classes, .input = -1};
	return a;
}

static void add_input(struct command *c, const char *path, const char *language)
{
	struct argument *a = add_argument(c, path, NULL, 0);
	a->input = (int)c->n_inputs;
	APPEND(c->inputs, c->n_inputs) = (struct input){
	    .path = a->words[0], .language = language, .kind = input_kind(path, language)};
}

/* ---- Options ----------------------------------------------------------- */

/* Returns the rest of a word behind the prefix `name`, or NULL. */
static const char *value_of(const char *word, const char *name)
{
	size_t length = strlen(name);
	return strncmp(word, name, length) == 0 ? word + length : NULL;
}

/* Handles the value of --amp-msvc=. Returns false, after an error, if it is not an _MSC_VER. */
static bool take_msvc(struct command *c, const char *version)
{
	if (strlen(version) != 4 || strspn(version, "0123456789") != 4 || atoi(version) < 1700 ||
	    atoi(version) >= 2000)
		return fail("'--amp-msvc=%s': not a _MSC_VER from 1700 (Visual C++ 2012) on", version);
	c->msvc = version;
	return true;
}

#define DEVICE_OPTION "--amp-device-option="
#define ROBUST_OPTION "--amp-robust-access"

/* Handles an option of ampcc's own. The value must outlive the command. */
static bool take_amp_option(struct command *c, const char *word)
{
	static const struct {
		const char *name;
		size_t place;
	} values[] =
	    {
	        {"--amp-arch=", offsetof(struct command, arch)},
	        {"--amp-device-compiler=", offsetof(struct command, device_compiler)},
	        {"--amp-emit-cuda=", offsetof(struct command, emit_folder)},
	        {"--amp-host-compiler=", offsetof(struct command, host_compiler)},
	        {"--amp-save=", offsetof(struct command, save)},
	    },
	  flags[] = {
	      {"--amp-cache", offsetof(struct command, show_cache)},
	      {"--amp-clangd", offsetof(struct command, clangd)},
	      {"--amp-verbose", offsetof(struct command, verbose)},
	      {"--amp-extensions", offsetof(struct command, extensions)},
	      {"--amp-device-debug", offsetof(struct command, device_debug)},
	      {"--amp-tile-fibers", offsetof(struct command, tile_fibers)},
	      {"--amp-vendor", offsetof(struct command, vendor)},
	  };
	if (!strcmp(word, "--amp-emit-cuda") || !strcmp(word, "--amp-dump-body") ||
	    !strcmp(word, "--amp-dump-device")) {
		c->dump_bodies |= !strcmp(word, "--amp-dump-body");
		c->dump_device |= !strcmp(word, "--amp-dump-device");
		c->stop = STOP_CUDA;
		return true;
	}
	for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
		const char *value = value_of(word, values[i].name);
		if (value && *value) {
			*(const char **)((char *)c + values[i].place) = value;
			return true;
		}
		if (value || (strlen(word) + 1 == strlen(values[i].name) && value_of(values[i].name, word)))
			return fail("'%s' needs a value: %sVALUE", word, values[i].name);
	}
	for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
		if (!strcmp(word, flags[i].name)) {
			*(bool *)((char *)c + flags[i].place) = true;
			return true;
		}
	}
	if (!strcmp(word, "--amp-msvc") || value_of(word, "--amp-msvc="))
		return take_msvc(c, word[10] ? word + 11 : MSVC_DEFAULT);
	if (value_of(word, DEVICE_OPTION)) {
		strings_push(&c->device_options, value_of(word, DEVICE_OPTION));
		return true;
	}
	if (!strcmp(word, ROBUST_OPTION) || !strcmp(word, ROBUST_OPTION "=report")) {
		c->robust = strcmp(word, ROBUST_OPTION) ? ROBUST_REPORT : ROBUST_ON;
		return true;
	}
	return fail("unrecognized command-line option '%s'", word);
}

/* ---- Warnings ---------------------------------------------------------- */

static const struct {
	const char *name;
	bool off; /* unless asked for */
} warnings[] = {
#define WARNING(NAME, name, is_off) {name, is_off},
    AMPCC_WARNINGS(WARNING)
#undef WARNING
};

const char *warning_name(enum warning w)
{
	return warnings[w].name;
}

/* How a -W option mentions a warning: -WX, -Wno-X, -Werror=X, -Wno-error=X. */
enum warning_form { WARN_ON, WARN_OFF, WARN_ERROR, WARN_NO_ERROR };

/* Returns the name in a -W option of ampcc's own ("amp" stands for all of them), or NULL. */
static const char *warning_option(const char *word, enum warning_form *form)
{
	static const char *const forms[] = {
	    [WARN_ON] = "-W", [WARN_OFF] = "-Wno-", [WARN_ERROR] = "-Werror=",
	    [WARN_NO_ERROR] = "-Wno-error="};
	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
		const char *name = value_of(word, forms[i]);
		if (name && value_of(name, "amp") && (name[3] == '\0' || name[3] == '-')) {
			*form = (enum warning_form)i;
			return name;
		}
	}
	return NULL;
}

enum severity warning_severity(const struct strings *options, enum warning w)
{
	bool on = !warnings[w].off, all_errors = false, silent = false;
	int error = -1; /* no option for this warning */
	for (size_t i = 0; options && i < options->count; i++) {
		const char *word = options->items[i];
		enum warning_form form;
		const char *name = warning_option(word, &form);
		if (name && (!strcmp(name, "amp") || !strcmp(name, warnings[w].name))) {
			if (form == WARN_ON || form == WARN_OFF)
				on = form == WARN_ON;
			else
				error = form == WARN_ERROR;
			on = on || form == WARN_ERROR;
		} else if (!name) {
			silent = silent || !strcmp(word, "-w");
			if (strcmp(word, "-w"))
				all_errors = !strcmp(word, "-Werror");
		}
	}
	if (!on || silent)
		return SEVERITY_IGNORED;
	return (error < 0 ? all_errors : error) ? SEVERITY_ERROR : SEVERITY_WARNING;
}

/* Records a -W option. Returns whether it is for ampcc alone. */
static bool take_warning(struct command *c, const char *word)
{
	enum warning_form form;
	const char *name = warning_option(word, &form);
	bool known = !name || !strcmp(name, "amp");
	for (size_t i = 0; name && i < WARNINGS; i++)
		known = known || !strcmp(name, warnings[i].name);
	if (!known)
		fprintf(stderr, "ampcc: warning: unknown warning option '%s'\n", word);
	if (name || !strcmp(word, "-Werror") || !strcmp(word, "-Wno-error") || !strcmp(word, "-w"))
		strings_push(&c->warnings, word);
	return name != NULL;
}

bool is_own_option(const char *word)
{
	enum warning_form form;
	return value_of(word, "--amp-") || warning_option(word, &form);
}

/* Handles -c and the like: the earliest phase wins. */
static void stop_at(struct command *c, enum stop_after stop)
{
	if (stop < c->stop)
		c->stop = stop;
}

/* Handles the driver's own options. */
static void take_mode(struct command *c, const char *name, const char *value, const char **language)
{
	if (!strcmp(name, "-o") || value_of(name, "--output"))
		c->output = value;
	else if (!strcmp(name, "-x") || value_of(name, "--language"))
		*language = strcmp(value, "none") != 0 ? value : NULL;
	else if (!strcmp(name, "-c") || !strcmp(name, "--compile"))
		stop_at(c, STOP_OBJECT);
	else if (!strcmp(name, "-S") || !strcmp(name, "--assemble"))
		stop_at(c, STOP_ASSEMBLY);
	else if (!strcmp(name, "-fsyntax-only"))
		stop_at(c, STOP_SYNTAX);
	else
		stop_at(c, STOP_PREPROCESS);
}

/* Handles -MD and related options. */
static void take_dependency(struct command *c, const char *name, const char *value)
{
	if (!strcmp(name, "-MF")) {
		c->dependency_file = value;
	} else if (!strcmp(name, "-MT") || !strcmp(name, "-MQ")) {
		c->dependency_target = true;
	} else if (!strcmp(name, "-MD") || !strcmp(name, "-MMD")) {
		c->write_dependencies = true;
		c->user_headers_only = !strcmp(name, "-MMD");
	} else if (value_of(name, "-Wp,")) {
		c->write_dependencies = true;
		c->user_headers_only = !strcmp(name, "-Wp,-MMD,");
		c->dependency_file = value;
	}
}

/* Handles options that the driver only records. */
static void take_note(struct command *c, const char *word, const char *name, const char *value)
{
	if (!strcmp(name, "-std=") || !strcmp(name, "--std="))
		c->standard = value;
	else if (!strcmp(name, "-flto"))
		c->lto = true;
	else if (!strcmp(name, "-fno-lto"))
		c->lto = false;
	else if (!strcmp(name, "-g"))
		c->debug = strcmp(word, "-g0") != 0;
	else if (!strcmp(name, "-static") || !strcmp(name, "-static-pie"))
		c->static_link = true;
	else if (!strcmp(name, "-r"))
		c->relocatable_link = true;
	else if (!strcmp(name, "-nostdlib") || !strcmp(name, "-nodefaultlibs"))
		c->no_libraries = true;
	else if (!strcmp(name, "-v"))
		c->print_steps = true;
	else if (!strcmp(name, "-###"))
		c->print_steps = c->dry_run = true;
}

/* Whether an option makes the host compiler print information about itself. */
static bool is_question(const char *word)
{
	return is_word_of("--target-help -dumpversion -dumpfullversion -dumpmachine -dumpspecs", word, strlen(word)) ||
	       value_of(word, "-print-") || value_of(word, "--print-") || value_of(word, "--help=");
}

/* word must outlive the command. */
static void take_meanings(struct command *c, const struct option *o, const char *word)
{
	c->meanings = after(c->meanings, o);
	if (o->classes & OPTION_SIDE)
		c->side_output = word;
	for (unsigned m = 0; m < MEANINGS; m++)
		if (o->sets >> m & 1)
			c->meant_by[m] = word;
}

/* Handles the option at words[i]. Returns the index of its last word. */
static size_t take_option(struct command *c, const struct strings *words, size_t i,
                          const char **language)
{
	const char *word = words->items[i];
	const struct option *o = find_option(word);
	size_t length = o ? strlen(o->name) : 0;
	bool separate = o && word[length] == '\0' &&
	                (o->form == FORM_SEPARATE || o->form == FORM_EITHER) &&
	                i + 1 < words->count;
	struct argument *a =
	    add_argument(c, word, separate ? words->items[i + 1] : NULL, o ? o->classes : 0);
	const char *value = separate ? a->words[1] : a->words[0] + length;
	if (o)
		take_meanings(c, o, a->words[0]);
	if (is_question(word))
		c->stop = STOP_NOTHING;
	else if (!strcmp(word, "--version"))
		c->version = true;
	else if (!strcmp(word, "--help"))
		c->help = true;
	else if (o && o->classes & OPTION_MODE && strcmp(o->name, "-###") != 0)
		take_mode(c, o->name, value, language);
	else if (o && o->classes & OPTION_DEPENDENCY)
		take_dependency(c, o->name, value);
	else if (o)
		take_note(c, word, o->name, value);
	return i + separate;
}

/* Handles options of clang's frontend for precompiled headers, as CMake passes them, at words[i], and returns
 * their number of words. A precompiled header with AMP is read as a header. */
static size_t take_clang_header(struct command *c, const struct strings *words, size_t i)
{
	char *const *w = words->items + i;
	size_t n = words->count - i;
	if (n < 2 || strcmp(w[0], "-Xclang") != 0)
		return 0;
	if (!strcmp(w[1], "-emit-pch")) {
		add_argument(c, w[0], w[1], OPTION_MODE);
		return 2;
	}
	bool is_include = !strcmp(w[1], "-include");
	if (n < 4 || strcmp(w[2], "-Xclang") != 0 || (!is_include && strcmp(w[1], "-include-pch") != 0))
		return 0;
	unsigned classes = is_include ? OPTION_PARSE | OPTION_FOLDED : OPTION_MODE;
	add_argument(c, w[0], w[1], classes);
	add_argument(c, w[2], w[3], classes);
	return 4;
}

/* Whether the command line converts a project, in which case -p is not the host compiler's option. */
static bool converts_project(const struct strings *words)
{
	for (size_t i = 0; i < words->count; i++)
		if (value_of(words->items[i], "--amp-emit-cuda="))
			return true;
	return false;
}

/* Classifies the words of the expanded command line. */
static bool take_words(struct command *c, const struct strings *words)
{
	const char *language = NULL;
	bool is_project = converts_project(words);
	for (size_t i = 0; i < words->count; i++) {
		char *word = words->items[i];
		if (value_of(word, "--amp-")) {
			if (!take_amp_option(c, add_argument(c, word, NULL, OPTION_MODE)->words[0]))
				return false;
		} else if (is_project && !strcmp(word, "-p") && i + 1 < words->count) {
			c->compile_commands = add_argument(c, word, words->items[++i], OPTION_MODE)->words[1];
		} else if (take_warning(c, word)) {
			add_argument(c, word, NULL, OPTION_MODE);
		} else if (word[0] == '-' && word[1] != '\0') {
			size_t n = take_clang_header(c, words, i);
			i = n ? i + n - 1 : take_option(c, words, i, &language);
		} else {
			add_input(c, word, language);
		}
	}
	if (c->robust != ROBUST_OFF)
		add_argument(c, c->robust == ROBUST_ON ? "-DAMP_ROBUST_ACCESS=1" : "-DAMP_ROBUST_ACCESS=2",
		             NULL, OPTION_PARSE | OPTION_DEVICE);
	if (c->extensions)
		add_argument(c, "-D__AMP_EXTENSIONS__", NULL, OPTION_PARSE | OPTION_DEVICE);
	return true;
}

/* Whether any of the words is an option of ampcc's own. */
static bool has_own_option(const struct strings *words)
{
	for (size_t i = 0; i < words->count; i++)
		if (is_own_option(words->items[i]))
			return true;
	return false;
}

bool command_init(struct command *c, int argc, char **argv)
{
	*c = (struct command){.stop = STOP_LINK};
	SCOPED(strings) expanded = {0};
	for (int i = 1; i < argc; i++) {
		SCOPED(strings) words = {0};
		expand_word(argv[i], &words, 0);
		strings_push_all(&expanded, &words);
		/* An @file is passed on to the host compiler as such: its contents may be too long for a
		 * command line. */
		if (!has_own_option(&words))
			strings_push(&c->words, argv[i]);
		for (size_t w = 0; has_own_option(&words) && w < words.count; w++)
			if (!is_own_option(words.items[w]))
				strings_push(&c->words, words.items[w]);
	}
	return take_words(c, &expanded);
}

void command_finish(struct command *c)
{
	for (size_t i = 0; i < c->n_arguments; i++) {
		free(c->arguments[i].words[0]);
		free(c->arguments[i].words[1]);
	}
	free(c->arguments);
	free(c->inputs);
	strings_finish(&c->words);
	strings_finish(&c->warnings);
	strings_finish(&c->device_options);
	*c = (struct command){0};
}

void command_select(const struct command *c, unsigned classes, unsigned except, struct strings *out)
{
	for (size_t i = 0; i < c->n_arguments; i++) {
		const struct argument *a = &c->arguments[i];
		if (a->input >= 0 || (classes && !(a->classes & classes)) || a->classes & except)
			continue;
		strings_push(out, a->words[0]);
		if (a->words[1])
			strings_push(out, a->words[1]);
	}
}

void command_add(struct command *c, bool in_front, const char *word, const char *value, unsigned classes)
{
	struct strings typed = {0};

	add_argument(c, word, value, classes);
	struct argument added = c->arguments[c->n_arguments - 1];

	if (in_front) {
		memmove(c->arguments + 1, c->arguments, (c->n_arguments - 1) * sizeof *c->arguments);
		c->arguments[0] = added;
	} else {
		strings_push_all(&typed, &c->words);
	}
	for (size_t i = 0; i < 2 && added.words[i]; i++)
		strings_push(&typed, added.words[i]);
	if (in_front)
		strings_push_all(&typed, &c->words);
	strings_finish(&c->words);
	c->words = typed;
}

/* ---- Macros ------------------------------------------------------------ */

bool next_option_macro(const struct strings *options, size_t *i, struct option_macro *out)
{
	for (; *i < options->count; ++*i) {
		const char *word = options->items[*i];
		if (!starts(word, "-D") && !starts(word, "-U")) {
			const struct option *o = find_option(word);
			*i += o && o->form != FORM_FLAG && o->form != FORM_JOINED && !strcmp(word, o->name);
			continue;
		}
		out->is_undefined = word[1] == 'U';
		out->words = 1 + (!word[2] && *i + 1 < options->count);
		out->text = word[2] || out->words == 1 ? word + 2 : options->items[*i + 1];
		out->name = strcspn(out->text, "(=");
		out->head = strcspn(out->text, "=");
		*i += out->words;
		return true;
	}
	return false;
}

const char *option_value(const struct strings *options, size_t *i, const char *name)
{
	const char *word = options->items[*i];
	size_t n = strlen(name);
	if (strncmp(word, name, n) != 0)
		return NULL;
	if (word[n])
		return word + n;
	return *i + 1 < options->count ? options->items[++*i] : NULL;
}

void push_without_macros(const struct strings *options, bool (*is_of_kind)(const struct option_macro *),
                         struct strings *out)
{
	struct option_macro m;
	for (size_t i = 0, pushed = 0; pushed < options->count;) {
		bool left_out = next_option_macro(options, &i, &m) && is_of_kind(&m);
		size_t end = i < options->count ? i : options->count;
		while (pushed < end - (left_out ? m.words : 0))
			strings_push(out, options->items[pushed++]);
		pushed = end;
	}
}

/* A value ends at its first newline, as for compilers; a backslash there does not continue the line. */
void append_option_macro(const struct option_macro *m, struct text *t)
{
	const char *value = m->text[m->head] ? m->text + m->head + 1 : "1";
	size_t n = strcspn(value, "\n");
	if (m->is_undefined)
		text_printf(t, "#undef %.*s\n", (int)m->name, m->text);
	else
		text_printf(t, "#define %.*s %.*s%s\n", (int)m->head, m->text, (int)n, value,
		            n && value[n - 1] == '\\' ? "/**/" : "");
}

bool is_for_headers(const char *macro, size_t n)
{
	bool is_upper = true, has_underscore = false;
	for (size_t i = 0; i < n; i++) {
		is_upper &= !(macro[i] >= 'a' && macro[i] <= 'z');
		has_underscore |= macro[i] == '_';
	}
	return macro[0] == '_' || (has_underscore && is_upper);
}

/* ---- Help -------------------------------------------------------------- */

void print_help(void)
{
	fputs(
	    "Usage: ampcc [options] file...\n"
	    "Compiles C++ AMP programs for NVIDIA GPUs; runs what has no AMP in it through the\n"
	    "host compiler, and .cu files through nvcc.\n"
	    "\n"
	    "  --amp-arch=LIST            Build kernels for these: sm_NN (code), compute_NN "
	    "(PTX),\n"
	    "                             native (this machine's GPUs), none (the CPU only).\n"
	    "                             Default: this machine's GPUs; without any,\n"
	    "                             compute_75,sm_80,sm_90.\n"
	    "  --amp-device-compiler=NAME Compile kernels with nvcc or clang. Default: nvcc, and\n"
	    "                             clang for GPUs that nvcc does not know any more.\n"
	    "  --amp-host-compiler=NAME   Compile host code with NAME. Default: AMPCC_HOST_CC or\n"
	    "                             cc for C, AMPCC_HOST_CXX or c++ for C++ and for links.\n"
	    "  --amp-device-option=OPTION An option for the device compiler, as it takes it.\n"
	    "  --amp-save=DIR             Keep foo.amp.cu, foo.amp.cpp and foo.fatbin in DIR.\n"
	    "  --amp-emit-cuda            Write foo.amp.cu (or -o FILE; - is standard output), "
	    "and\n"
	    "                             stop. Of C also foo.amp_host.c, for all but the kernels.\n"
	    "  --amp-emit-cuda=DIR        Write a project of CUDA to DIR: the sources of the command\n"
	    "                             line, or of -p compile_commands.json, and what they include\n"
	    "                             of the current folder, with a CMakeLists.txt.\n"
	    "  --amp-vendor               With it: the headers of C++ AMP and the runtime's sources, too.\n"
	    "  --amp-extensions           Allow more in restrict(amp) code than C++ AMP does.\n"
	    "  --amp-device-debug         Build kernels unoptimized, for cuda-gdb. (-g gives line\n"
	    "                             numbers to profilers and compute-sanitizer.)\n"
	    "  --amp-robust-access        What kernels read beyond a container is zero, and what\n"
	    "                             they write there is dropped. =report: it ends the kernel\n"
	    "                             with a message, on direct3d_ref, or if AMP_CHECK=1.\n"
	    "  --amp-tile-fibers          Let a tile's threads take turns on the CPU accelerator,\n"
	    "                             instead of loops over them.\n"
	    "  --amp-msvc[=VERSION]       Take sources as Visual C++ does, of that _MSC_VER (" MSVC_DEFAULT
	    ").\n"
	    "  --amp-verbose              Print each command that is run.\n"
	    "  --amp-clangd               Write .clangd (or -o FILE), by which clangd parses C++ AMP,\n"
	    "                             and stop.\n"
	    "  --amp-cache                Print where the cache is and how large, and stop.\n"
	    "  -W[no-]amp-NAME            A warning of ampcc's, on or off; -Wno-amp: all of them.\n"
	    "\n"
	    "All other options go to the host compiler; its own help is --help=common, or that of\n"
	    "c++ --help.\n",
	    stdout);
}
