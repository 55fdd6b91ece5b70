/* Architectures, nvcc and clang: compiles the device unit to a fatbin (device.c). */
#ifndef DEVICE_H
#define DEVICE_H

#include "base/options.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* A virtual (compute_75) or a real (sm_90) architecture. */
struct arch {
	bool real;
	unsigned number; /* 75, 90 */
	char suffix;     /* 'a' in sm_90a, or '\0' */
};

struct device {
	struct arch *archs;
	size_t n_archs;
	char *nvcc, *clang;   /* paths of the programs, or NULL */
	char *toolkit;        /* the toolkit's folder, or NULL */
	bool use_clang;       /* for all architectures; otherwise for those below nvcc_lowest */
	unsigned nvcc_lowest; /* the lowest architecture that nvcc supports */
};

/* Chooses compilers and architectures; own_toolkit is installation.toolkit. Without architectures, kernels
 * are for the CPU only. Returns false, after an error, if what was requested is not available. */
bool device_init(struct device *d, const struct command *c, const char *own_toolkit);
void device_finish(struct device *d);

/* The compilation of a device unit to a fatbin: commands that run in parallel. */
struct device_build {
	const struct device *device;
	const struct command *command;
	const char *unit, *fatbin;             /* paths */
	const char *source_dir, *include_dir;  /* folders of the user's source and of ampcc's headers */
	const struct strings *host_compiler;   /* argv prefix for nvcc's -ccbin, or NULL */
	const struct strings *cuda_names;      /* these two are the translation's */
	unsigned meanings;                     /* include the command's */
	/* private */
	pid_t *children;
	size_t n_children;
	struct strings fatbinary; /* the command that joins the commands' outputs, or empty */
	struct strings ptx;       /* compiled code as text: files, and folders with such files */
};

bool device_build_start(struct device_build *b);
/* Waits for the commands. Returns false, after the compilers' messages, if one failed. */
bool device_build_wait(struct device_build *b);
void device_build_finish(struct device_build *b);
/* Returns nvcc's -std= for the user's. */
const char *device_standard(const struct command *c);
/* Appends the user's options that both device compilers accept unchanged, without macros that the unit
 * defines. */
void push_device_options(const struct command *c, struct strings *out);
/* Appends nvcc's -gencode options, for .cu inputs. */
void device_push_gencode(const struct device *d, struct strings *out);

/* ---- kernel_options.c -------------------------------------------------------- */

/* Whether the options leave code the meaning that it has in kernels and in the library; prints an error for
 * each that does not. */
bool options_fit_amp(const struct command *c, bool is_cxx);
/* Whether nvcc, if it compiles the kernels, can follow the options. */
bool options_fit_nvcc(const struct command *c);
/* Append the device compilers' options for meanings. */
void push_meanings_for_nvcc(unsigned meanings, struct strings *out);
void push_meanings_for_clang(unsigned meanings, struct strings *out);

/* ---- nvcc.c ---------------------------------------------------------------- */

/* Replaces folders in options whose real paths are not plain by links. nvcc cannot be given such a path, and
 * that of a header with a quotation mark in it is an error in PTX. */
void make_folders_plain(struct strings *options);
/* Appends a word of an nvcc command that a shell will read, protected from being split at commas; to_host:
 * for nvcc's host compiler. */
void push_escaped(const char *word, bool to_host, struct strings *out);
/* Appends nvcc and the compiler with which it preprocesses (argv prefix, or NULL). This function and the next
 * two return false, after an error, if nvcc cannot be given a word. */
bool push_nvcc_program(const struct device *d, const struct strings *host_compiler, struct strings *out);
/* Appends a word of ampcc's own for nvcc; to_host: for the compiler with which it preprocesses. */
bool push_for_nvcc(const char *word, bool to_host, struct strings *out);
/* Appends options of the user's. */
bool push_all_for_nvcc(const struct strings *options, bool to_host, struct strings *out);

#endif
