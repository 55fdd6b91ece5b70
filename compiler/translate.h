/* The front end's interface to the driver: translates one translation unit into two (translate.c). */
#ifndef TRANSLATE_H
#define TRANSLATE_H

#include "source/request.h"

#include <stdbool.h>

struct unit;

/* The front end's result; free it with translation_finish(). */
struct translation {
	bool has_kernels;         /* false: only the host unit is needed */
	struct text device_unit;  /* foo.amp.cu */
	struct text host_unit;    /* foo.amp.cpp or foo.amp.c; it also links in the kernels */
	struct emitted emitted;   /* of a request for people */
	bool has_main;            /* of a request for people */
	struct strings files;     /* of a request for people: the user's files, as messages name them */
	struct strings cuda_names; /* names that CUDA's headers must not declare: see cuda_names.c */
	bool host_is_clang;
	bool is_lean;             /* the units have AMP_LEAN */
	struct strings headers;   /* if the host unit may begin with <amp.h>: paths of all headers that were read */
	const char *iostream;     /* the path of <iostream> if that may be the next one; else NULL */
	unsigned meanings;        /* of kernels: the request's and the program's */
	struct strings c_kernels; /* symbols of kernels in a C unit */
	struct strings unnamed_kernels; /* names in the host unit that stand for lambdas and blocks */
	const char *unnamed_namespace;  /* the name of unnamed namespaces in the host unit, or NULL */
	struct unit *unit;        /* for report_missing_kernel(); refers to the request */
};

/* Returns false if the program is wrong or the preprocessor failed; all errors have then been printed. */
bool translate(const struct translation_request *request, struct translation *out);
void translation_finish(struct translation *t);

/* Reports as an error that a kernel which the host unit launches is not in the device code. In C++ the symbol
 * may be truncated behind the kernel's template arguments. */
void report_missing_kernel(const struct translation *t, const char *symbol);
/* Reports as an error that kernels call a function of the program that the unit does not define. Returns false if its
 * symbol is that of another function. */
bool report_undefined_function(const struct translation *t, const char *symbol);

/* What the driver calls. `front_end` is the only symbol of the front end's module that it looks up. */
struct front_end {
	bool (*translate)(const struct translation_request *request, struct translation *out);
	void (*translation_finish)(struct translation *t);
	void (*report_missing_kernel)(const struct translation *t, const char *symbol);
	bool (*report_undefined_function)(const struct translation *t, const char *symbol);
	bool (*precompile)(const char *path, const char *header, const struct strings *options);
	bool (*run_on_copies)(const struct translation_request *request, const struct strings *words,
	                      bool is_dependencies);
	bool (*read_compile_commands)(const char *folder, struct compile_command **out, size_t *count);
};
extern const struct front_end front_end __attribute__((visibility("default")));

/* The part of translate() that follows the preprocessor. The caller keeps the unit, and finishes
 * it before translation_finish(). */
bool translate_unit(struct unit *u, struct translation *out);

#endif
