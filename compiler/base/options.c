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
#define FAST (M(FAST) | M(RECIPROCAL))
#define ROW(...) {__VA_ARGS__}
/* Options that set a meaning, and options that clear it. */
#define SWITCH(on, off, classes, meaning) \
	ROW(on, FORM_FLAG, classes, M(meaning)), ROW(off, FORM_FLAG, classes, 0, M(meaning))
#define FIELD(name) offsetof(struct command, name)
#define STOP(phase) (1 + STOP_##phase)
#define HCC_STANDARD "-std=c++amp" /* of HCC's command lines: the default standard */

/* Classifies options, and says what they set in struct command; the longest matching name decides. Options that are
 * not listed, and those of class 0, go to the host compiler unchanged; the latter are listed because they set
 * something, or because the word that follows them is a value and not an input. */
static const struct option {
	const char *names; /* separated by spaces */
	enum option_form form;
	unsigned classes;
	unsigned sets, clears; /* bits of meanings; the last option wins */
	size_t value;          /* the member that is set to the option's value, or 0 */
	size_t on[2], off;     /* members that are set to true and to false, or 0 */
	unsigned stop;         /* 1 + the last phase to run, of which the earliest wins; or 0 */
} options[] = {
    /* ampcc's own */
    {"--amp-arch=", FORM_JOINED, OPTION_MODE, .value = FIELD(arch)},
    {"--amp-device-compiler=", FORM_JOINED, OPTION_MODE, .value = FIELD(device_compiler)},
    {"--amp-host-compiler=", FORM_JOINED, OPTION_MODE, .value = FIELD(host_compiler)},
    {"--amp-save=", FORM_JOINED, OPTION_MODE, .value = FIELD(save)},
    {"--amp-emit-cuda=", FORM_JOINED, OPTION_MODE, .value = FIELD(emit_folder)},
    {"--amp-emit-cuda", FORM_FLAG, OPTION_MODE, .stop = STOP(CUDA)},
    {"--amp-dump-body", FORM_FLAG, OPTION_MODE, .on = {FIELD(dump_bodies)}, .stop = STOP(CUDA)},
    {"--amp-dump-device", FORM_FLAG, OPTION_MODE, .on = {FIELD(dump_device)}, .stop = STOP(CUDA)},
    {"--amp-cache", FORM_FLAG, OPTION_MODE, .on = {FIELD(show_cache)}},
    {"--amp-clangd", FORM_FLAG, OPTION_MODE, .on = {FIELD(clangd)}},
    {"--amp-verbose", FORM_FLAG, OPTION_MODE, .on = {FIELD(verbose)}},
    {"--amp-extensions", FORM_FLAG, OPTION_MODE, .on = {FIELD(extensions)}},
    {"--amp-device-debug", FORM_FLAG, OPTION_MODE, .on = {FIELD(device_debug)}},
    {"--amp-tile-fibers", FORM_FLAG, OPTION_MODE, .on = {FIELD(tile_fibers)}},
    {"--amp-vendor", FORM_FLAG, OPTION_MODE, .on = {FIELD(vendor)}},

    /* What the host compiler prints about itself */
    {"--version", FORM_FLAG, 0, .on = {FIELD(version)}},
    {"--help", FORM_FLAG, 0, .on = {FIELD(help)}},
    {"--target-help -dumpversion -dumpfullversion -dumpmachine -dumpspecs", FORM_FLAG, 0, .stop = STOP(NOTHING)},
    {"--help= -print- --print-", FORM_JOINED, 0, .stop = STOP(NOTHING)},

    /* How far, and to where */
    {"-c --compile", FORM_FLAG, OPTION_MODE, .stop = STOP(OBJECT)},
    {"-S --assemble", FORM_FLAG, OPTION_MODE, .stop = STOP(ASSEMBLY)},
    {"-E -M -MM --preprocess", FORM_FLAG, OPTION_MODE, .stop = STOP(PREPROCESS)},
    {"-fsyntax-only", FORM_FLAG, OPTION_MODE, .stop = STOP(SYNTAX)},
    {"-o", FORM_EITHER, OPTION_MODE, .value = FIELD(output)},
    {"--output", FORM_SEPARATE, OPTION_MODE, .value = FIELD(output)},
    {"--output=", FORM_JOINED, OPTION_MODE, .value = FIELD(output)},
    {"-x", FORM_EITHER, OPTION_MODE, .value = FIELD(language)},
    {"--language", FORM_SEPARATE, OPTION_MODE, .value = FIELD(language)},
    {"--language=", FORM_JOINED, OPTION_MODE, .value = FIELD(language)},

    /* Dependencies */
    {"-MD", FORM_FLAG, OPTION_DEPENDENCY, .on = {FIELD(write_dependencies)}, .off = FIELD(user_headers_only)},
    {"-MMD", FORM_FLAG, OPTION_DEPENDENCY, .on = {FIELD(write_dependencies), FIELD(user_headers_only)}},
    {"-MP -MG", FORM_FLAG, OPTION_DEPENDENCY},
    {"-MF", FORM_EITHER, OPTION_DEPENDENCY, .value = FIELD(dependency_file)},
    {"-MT -MQ", FORM_EITHER, OPTION_DEPENDENCY, .on = {FIELD(dependency_target)}},
    {"-Wp,-MD,", FORM_JOINED, OPTION_DEPENDENCY, .value = FIELD(dependency_file), .on = {FIELD(write_dependencies)},
     .off = FIELD(user_headers_only)},
    {"-Wp,-MMD,", FORM_JOINED, OPTION_DEPENDENCY, .value = FIELD(dependency_file),
     .on = {FIELD(write_dependencies), FIELD(user_headers_only)}},

    /* Preprocessing */
    {"-I -D -U -isystem", FORM_EITHER, OPTION_PARSE | OPTION_DEVICE},
    {"-include -imacros", FORM_EITHER, OPTION_PARSE | OPTION_FOLDED},
    {"-fpch-preprocess", FORM_FLAG,
     OPTION_FOLDED}, /* the flat text has the header, not the name of its precompiled form */
    {"-iquote -idirafter -iprefix -iwithprefix -iwithprefixbefore -isysroot", FORM_EITHER,
     OPTION_PARSE | OPTION_DEVICE_HOST},
    {"--sysroot", FORM_SEPARATE, OPTION_PARSE | OPTION_DEVICE_HOST},
    {"--sysroot= -stdlib=", FORM_JOINED, OPTION_PARSE | OPTION_DEVICE_HOST},
    {"-nostdinc -nostdinc++", FORM_FLAG, OPTION_PARSE | OPTION_DEVICE_HOST},
    {"-imultilib -A", FORM_EITHER, OPTION_PARSE},
    {"--include-directory --define-macro -Xpreprocessor", FORM_SEPARATE, OPTION_PARSE},
    {"--include-directory= --define-macro= -Wp,", FORM_JOINED, OPTION_PARSE},
    {"-undef -trigraphs", FORM_FLAG, OPTION_PARSE},
    {"-C -CC", FORM_FLAG, 0},

    /* The language. nvcc gets -std= translated. */
    {"-std= --std=", FORM_JOINED, OPTION_PARSE, .value = FIELD(standard)},
    {HCC_STANDARD, FORM_FLAG, OPTION_MODE},
    {"-ansi", FORM_FLAG, OPTION_PARSE | OPTION_LIBCLANG},
    {"-f", FORM_JOINED, OPTION_PARSE},
    {"-fopenmp", FORM_JOINED, OPTION_PARSE | OPTION_DEVICE_HOST},
    {"-pthread -fms-extensions -fpermissive", FORM_FLAG, LANGUAGE | OPTION_DEVICE_HOST},
    {"-fchar8_t -fno-char8_t", FORM_FLAG, LANGUAGE},
    SWITCH("-fno-exceptions", "-fexceptions", LANGUAGE, NO_EXCEPTIONS),
    SWITCH("-fno-rtti", "-frtti", LANGUAGE, NO_RTTI),
    /* the flat text is UTF-8, whatever the encoding of the source */
    {"-finput-charset=", FORM_JOINED, OPTION_PARSE | OPTION_FOLDED},
    {"-fexec-charset=", FORM_JOINED, OPTION_PARSE, M(CHARSET)},
    {"-fexec-charset=UTF-8 -fexec-charset=utf-8", FORM_FLAG, OPTION_PARSE, 0, M(CHARSET)},
    {"-fwide-exec-charset=", FORM_JOINED, OPTION_PARSE, M(WIDE_CHARSET)},
    {"-fwide-exec-charset=UTF-32LE", FORM_FLAG, OPTION_PARSE, 0, M(WIDE_CHARSET)},

    /* Types */
    SWITCH("-funsigned-char -fno-signed-char", "-fsigned-char -fno-unsigned-char", LANGUAGE | OPTION_DEVICE_HOST,
           UNSIGNED_CHAR),
    SWITCH("-fshort-enums", "-fno-short-enums", OPTION_PARSE, SHORT_ENUMS),
    SWITCH("-fshort-wchar", "-fno-short-wchar", OPTION_PARSE, SHORT_WCHAR),
    SWITCH("-fpack-struct", "-fno-pack-struct", OPTION_PARSE, PACKED),
    {"-fpack-struct=", FORM_JOINED, OPTION_PARSE, M(PACKED)},
    SWITCH("-funsigned-bitfields -fno-signed-bitfields", "-fsigned-bitfields -fno-unsigned-bitfields", OPTION_PARSE,
           UNSIGNED_BITFIELDS),
    SWITCH("-mms-bitfields", "-mno-ms-bitfields", OPTION_PARSE, MS_BITFIELDS),
    SWITCH("-mlong-double-64 -mlong-double-128 -m96bit-long-double", "-mlong-double-80 -m128bit-long-double",
           OPTION_PARSE, LONG_DOUBLE),

    /* Integers and calls. Kernels make no type-based aliasing assumptions (-fstrict-aliasing). */
    {"-fwrapv -fno-strict-overflow", FORM_FLAG, LANGUAGE, M(WRAP), M(TRAP)},
    {"-fno-wrapv", FORM_FLAG, LANGUAGE, 0, M(WRAP)},
    {"-fstrict-overflow", FORM_FLAG, LANGUAGE, 0, M(WRAP) | M(WRAP_POINTERS)},
    SWITCH("-fwrapv-pointer", "-fno-wrapv-pointer", OPTION_PARSE, WRAP_POINTERS),
    {"-ftrapv", FORM_FLAG, LANGUAGE, M(TRAP), M(WRAP)},
    {"-fno-trapv", FORM_FLAG, OPTION_PARSE, 0, M(TRAP)},
    SWITCH("-fno-elide-constructors", "-felide-constructors", LANGUAGE, ALL_COPIES),

    /* Floating-point numbers. Kernels use only the permissions below. */
    {"-ffp-contract=off -ffp-contract=on", FORM_FLAG, OPTION_PARSE,
     M(UNCONTRACTED)}, /* nvcc contracts all or nothing */
    {"-ffp-contract=fast", FORM_JOINED, OPTION_PARSE, 0, M(UNCONTRACTED)},
    {"-ffp-model=strict -ffp-model=precise", FORM_FLAG, OPTION_PARSE, M(UNCONTRACTED) | M(NOT_FAST), FAST},
    {"-ffp-model=fast -ffp-model=aggressive", FORM_FLAG, OPTION_PARSE, FAST, M(UNCONTRACTED) | M(NOT_FAST)},
    {"-ffast-math -funsafe-math-optimizations", FORM_FLAG, OPTION_PARSE, FAST, M(NOT_FAST)},
    {"-fno-fast-math -fno-unsafe-math-optimizations", FORM_FLAG, OPTION_PARSE, M(NOT_FAST), FAST},
    {"-freciprocal-math", FORM_FLAG, OPTION_PARSE, M(RECIPROCAL)},
    {"-fno-reciprocal-math", FORM_FLAG, OPTION_PARSE, M(NOT_FAST), M(RECIPROCAL)},
    {"-mdaz-ftz", FORM_FLAG, OPTION_PARSE, M(FLUSH)},
    {"-mno-daz-ftz", FORM_FLAG, OPTION_PARSE, M(NOT_FAST), M(FLUSH) | M(FAST)},
    {"-fdenormal-fp-math", FORM_JOINED, OPTION_PARSE, M(SUBNORMALS)},
    {"-fdenormal-fp-math=ieee", FORM_FLAG, OPTION_PARSE, 0, M(SUBNORMALS) | M(FLUSH)},
    {"-fdenormal-fp-math=preserve-sign", FORM_FLAG, OPTION_PARSE, M(FLUSH), M(SUBNORMALS)},
    {"-ffp-eval-method=", FORM_JOINED, OPTION_PARSE, M(EVALUATION)},
    {"-ffp-eval-method=source", FORM_FLAG, OPTION_PARSE, 0, M(EVALUATION)},
    SWITCH("-fsingle-precision-constant", "-fno-single-precision-constant", OPTION_PARSE, SINGLE_CONSTANTS),
    SWITCH("-fno-strict-float-cast-overflow", "-fstrict-float-cast-overflow", OPTION_PARSE, FLOAT_CASTS),

    /* Messages */
    {"-fdiagnostics-color -fdiagnostics-color=always -fcolor-diagnostics", FORM_FLAG, OPTION_PARSE, M(COLORS),
     M(NO_COLORS)},
    {"-fdiagnostics-color=never -fno-diagnostics-color -fno-color-diagnostics", FORM_FLAG, OPTION_PARSE, M(NO_COLORS),
     M(COLORS)},
    {"-fdiagnostics-color=auto", FORM_FLAG, OPTION_PARSE, 0, M(COLORS) | M(NO_COLORS)},
    SWITCH("-fno-diagnostics-show-caret -fno-caret-diagnostics", "-fdiagnostics-show-caret -fcaret-diagnostics",
           OPTION_PARSE, NO_CARETS),
    SWITCH("-fdiagnostics-parseable-fixits", "-fno-diagnostics-parseable-fixits", OPTION_PARSE, PARSEABLE_FIXES),
    {"-fdiagnostics-plain-output", FORM_FLAG, OPTION_PARSE, M(NO_COLORS) | M(NO_CARETS),
     M(COLORS) | M(OTHER_MESSAGES) | M(PARSEABLE_FIXES)},
    {"-fdiagnostics-format= -fdiagnostics-add-output= -fdiagnostics-set-output=", FORM_JOINED, OPTION_PARSE,
     M(OTHER_MESSAGES)},
    {"-fdiagnostics-format=text -fdiagnostics-format=clang -fdiagnostics-set-output=text", FORM_FLAG, OPTION_PARSE, 0,
     M(OTHER_MESSAGES)},
    {"-W", FORM_JOINED, OPTION_PARSE},
    {"-w", FORM_FLAG, OPTION_PARSE | OPTION_DEVICE},
    {"-pedantic -pedantic-errors", FORM_FLAG, OPTION_PARSE},

    /* Files beside the output */
    {"--coverage -coverage -ftest-coverage -fprofile-arcs -fstack-usage -da -ftime-trace", FORM_FLAG, OPTION_SIDE},
    {"-fprofile-generate -fprofile-use -gsplit-dwarf -save-temps --save-temps -fcallgraph-info -fdump- "
     "-fsave-optimization-record -ftime-trace=",
     FORM_JOINED, OPTION_SIDE},
    {"-MJ", FORM_EITHER, OPTION_SIDE},

    /* Code */
    {"-O", FORM_JOINED, OPTION_PARSE, 0, M(OFAST)},
    {"-Ofast", FORM_FLAG, OPTION_PARSE, M(OFAST)},
    {"-flto", FORM_JOINED, 0, .on = {FIELD(lto)}},
    {"-fno-lto", FORM_FLAG, 0, .off = FIELD(lto)},
    {"-g", FORM_JOINED, OPTION_PARSE, .on = {FIELD(debug)}},
    {"-g0", FORM_FLAG, OPTION_PARSE, .off = FIELD(debug)},
    {"-gz -Wa,", FORM_JOINED, OPTION_ASSEMBLE},
    {"-m -march= --target=", FORM_JOINED, OPTION_PARSE | OPTION_ASSEMBLE},
    SWITCH("-m32 -m16 -mx32", "-m64", LANGUAGE | OPTION_ASSEMBLE, WORD_SIZE),
    SWITCH("-mabi=ms", "-mabi=sysv", OPTION_PARSE, CALLS),
    {"-target -arch", FORM_SEPARATE, OPTION_PARSE | OPTION_ASSEMBLE},
    {"--gcc-toolchain=", FORM_JOINED, OPTION_PARSE},
    {"-B", FORM_EITHER, OPTION_ASSEMBLE},
    {"-Xassembler", FORM_SEPARATE, OPTION_ASSEMBLE},
    {"--param=", FORM_JOINED, 0},
    {"--param -Xclang -mllvm -aux-info -dumpbase -dumpbase-ext -dumpdir -specs -wrapper", FORM_SEPARATE, 0},
    {"-G", FORM_EITHER, 0},
    {"-v", FORM_FLAG, 0, .on = {FIELD(print_steps)}},
    {"-###", FORM_FLAG, OPTION_MODE, .on = {FIELD(print_steps), FIELD(dry_run)}},

    /* nvcc's own */
    {"-gencode -Xptxas -Xcudafe -Xcompiler", FORM_SEPARATE, OPTION_NVCC},
    {"-arch= -code= -rdc= --expt- -maxrregcount=", FORM_JOINED, OPTION_NVCC},
    {"-lineinfo -use_fast_math --use_fast_math -extended-lambda --extended-lambda", FORM_FLAG, OPTION_NVCC},

    /* The link */
    {"-l -L -T -u -z -e -h", FORM_EITHER, OPTION_LINK},
    {"-Wl, -fuse-ld=", FORM_JOINED, OPTION_LINK},
    {"-Xlinker -Tbss -Tdata -Ttext", FORM_SEPARATE, OPTION_LINK},
    {"-r", FORM_FLAG, OPTION_LINK, .on = {FIELD(relocatable_link)}},
    {"-static -static-pie", FORM_FLAG, OPTION_LINK, .on = {FIELD(static_link)}},
    {"-nostdlib -nodefaultlibs", FORM_FLAG, OPTION_LINK, .on = {FIELD(no_libraries)}},
    {"-s -shared -static-libgcc -static-libstdc++ -pie -no-pie -rdynamic -nolibc -nostartfiles", FORM_FLAG,
     OPTION_LINK},
};

#undef STOP
#undef FIELD
#undef SWITCH
#undef ROW
#undef FAST
#undef LANGUAGE
#undef M

/* Returns the table row of an option, or NULL. *length: that of the name with which the word begins. */
static const struct option *find_option(const char *word, size_t *length)
{
	const struct option *best = NULL;
	*length = 0;
	FOR_EACH(const struct option, o, options, COUNT(options)) {
		for (const char *name = o->names; *name; name += strspn(name, " ")) {
			size_t n = strcspn(name, " ");
			bool begins = n >= *length && !strncmp(word, name, n);
			if (begins && (!word[n] || o->form == FORM_JOINED || o->form == FORM_EITHER)) {
				best = o;
				*length = n;
			}
			name += n;
		}
	}
	return best;
}

unsigned option_classes(const char *word)
{
	size_t length;
	const struct option *o = find_option(word, &length);
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
	size_t length;
	return after(meanings, find_option(word, &length));
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

/* Operands of -x, and suffixes of sources that ampcc handles itself; both separated by spaces. */
static const struct {
	enum input_kind kind;
	const char *operands, *suffixes;
} kinds[] = {
    {INPUT_C, "c cpp-output", ".c .i"},
    {INPUT_CXX, "c++ c++-cpp-output", ".cc .cp .cxx .cpp .CPP .c++ .C .ii"},
    {INPUT_CUDA, "cu cuda", ".cu"},
    {INPUT_HEADER, "c-header c++-header", ".h .hh .hp .H .hxx .hpp .HPP .h++"},
};

/* Returns the kind of an input by the -x in force, else by its suffix. */
static enum input_kind input_kind(const char *path, const char *language)
{
	const char *dot = strrchr(file_name(path), '.'), *name = language ? language : dot ? dot
	                                                                                   : "";
	for (size_t i = 0; i < COUNT(kinds); i++)
		if (is_word_of(language ? kinds[i].operands : kinds[i].suffixes, name, strlen(name)))
			return kinds[i].kind;
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

static void add_input(struct command *c, const char *path)
{
	struct argument *a = add_argument(c, path, NULL, 0);
	const char *language = c->language && strcmp(c->language, "none") ? c->language : NULL;
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

/* Sets what an option sets in the command. value must outlive the command. */
static void apply(struct command *c, const struct option *o, const char *value)
{
	if (o->value)
		*(const char **)((char *)c + o->value) = value;
	for (size_t i = 0; i < 2 && o->on[i]; i++)
		*(bool *)((char *)c + o->on[i]) = true;
	if (o->off)
		*(bool *)((char *)c + o->off) = false;
	if (o->stop && o->stop - 1 < (unsigned)c->stop) /* the earliest phase wins */
		c->stop = (enum stop_after)(o->stop - 1);
}

/* Handles an option of ampcc's own, which must outlive the command. */
static bool take_amp_option(struct command *c, const char *word)
{
	static const char device_option[] = "--amp-device-option=", robust[] = "--amp-robust-access";
	size_t length, n;
	const struct option *o = find_option(word, &length);
	OWNED char *with_value = xasprintf("%s=", word);
	const struct option *wanted = find_option(with_value, &n);

	if (wanted && wanted->value && strlen(word) <= n && !(o && o->form == FORM_FLAG))
		return fail("'%s' needs a value: %.*sVALUE", word, (int)n, with_value);
	if (o)
		apply(c, o, word + length);
	else if (!strcmp(word, "--amp-msvc") || value_of(word, "--amp-msvc="))
		return take_msvc(c, word[10] ? word + 11 : MSVC_DEFAULT);
	else if (value_of(word, device_option))
		strings_push(&c->device_options, value_of(word, device_option));
	else if (!strcmp(word, robust) || !strcmp(word, "--amp-robust-access=report"))
		c->robust = strcmp(word, robust) ? ROBUST_REPORT : ROBUST_ON;
	else
		return fail("unrecognized command-line option '%s'", word);
	return true;
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
	for (size_t i = 0; i < COUNT(forms); i++) {
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
	return value_of(word, "--amp-") || warning_option(word, &form) || !strcmp(word, HCC_STANDARD);
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
static size_t take_option(struct command *c, const struct strings *words, size_t i)
{
	const char *word = words->items[i];
	size_t length;
	const struct option *o = find_option(word, &length);
	bool separate = o && word[length] == '\0' &&
	                (o->form == FORM_SEPARATE || o->form == FORM_EITHER) &&
	                i + 1 < words->count;
	struct argument *a =
	    add_argument(c, word, separate ? words->items[i + 1] : NULL, o ? o->classes : 0);
	if (o) {
		take_meanings(c, o, a->words[0]);
		apply(c, o, separate ? a->words[1] : a->words[0] + length);
	}
	return i + separate;
}

/* Handles clang's options for precompiled headers at words[i], and returns their number of words. Sources with
 * AMP read the header instead: CMake names it, too (-Xclang -include-pch -Xclang name.h.pch -Xclang -include
 * -Xclang name.h), and for -include-pch name.h.pch alone (Meson) it is beside the precompiled one (driver.c). */
static size_t take_clang_header(struct command *c, const struct strings *words, size_t i)
{
	char *const *w = words->items + i;
	size_t n = words->count - i;
	if (n >= 2 && !strcmp(w[0], "-include-pch")) {
		add_argument(c, w[0], w[1], OPTION_MODE);
		if (ends(w[1], ".pch")) {
			OWNED char *header = xstrndup(w[1], strlen(w[1]) - strlen(".pch"));
			add_argument(c, "-include", header, OPTION_PARSE | OPTION_FOLDED);
		}
		return 2;
	}
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
			i = n ? i + n - 1 : take_option(c, words, i);
		} else {
			add_input(c, word);
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
	FOR_EACH(const struct argument, a, c->arguments, c->n_arguments) {
		if (a->input >= 0 || (classes && !(a->classes & classes)) || a->classes & except)
			continue;
		strings_push(out, a->words[0]);
		if (a->words[1])
			strings_push(out, a->words[1]);
	}
}

const char *command_option(const struct command *c, unsigned classes, const char *words)
{
	FOR_EACH(const struct argument, a, c->arguments, c->n_arguments) {
		if (a->classes & classes && starts_with_word(a->words[0], words))
			return a->words[0];
	}
	return NULL;
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
			size_t length;
			const struct option *o = find_option(word, &length);
			*i += o && o->form != FORM_FLAG && o->form != FORM_JOINED && !word[length];
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

const char *option_value(const struct strings *options, size_t *i, const char *names)
{
	const char *word = options->items[*i];
	size_t n = starts_with_word(word, names);
	if (!n)
		return NULL;
	if (word[n])
		return word + n;
	if (*i + 2 < options->count && !strcmp(options->items[*i + 1], "-Xclang")) /* -Xclang NAME -Xclang VALUE */
		++*i;
	return *i + 1 < options->count ? options->items[++*i] : NULL;
}

void push_option_values(const struct strings *options, const char *names, struct strings *out)
{
	for (size_t i = 0; i < options->count; i++) {
		const char *value = option_value(options, &i, names);
		if (value)
			strings_push(out, value);
	}
}

void push_without_macros(const struct strings *options, bool all, struct strings *out)
{
	struct option_macro m;
	for (size_t i = 0, pushed = 0; pushed < options->count;) {
		bool left_out = next_option_macro(options, &i, &m) && (all || !is_for_headers(m.text, m.name));
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
	/* other names that begin with AMP_ are the program's, and perhaps those of amp.h's own macros */
	if (n > 4 && starts(macro, "AMP_"))
		return is_word_of(
		    "AMP_LARGE_VIEWS AMP_MSC_VER AMP_ROBUST_ACCESS AMP_TEXTURE_FILTER_HARDWARE AMP_TILE_FIBERS "
		    "AMP_WITHOUT_MSC_VER AMP_WITHOUT_WIN32 AMP_WITHOUT_WIN64",
		    macro, n);
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
