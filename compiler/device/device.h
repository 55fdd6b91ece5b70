/* Architectures, nvcc and clang: from the device unit to a fatbin (device.c). */
#ifndef DEVICE_H
#define DEVICE_H

#include "base/options.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* A virtual (compute_75) or real (sm_90) architecture. */
struct arch {
	bool real;
	unsigned number; /* 75, 90 */
	char suffix;     /* 'a' of sm_90a, or '\0' */
};

struct device {
	struct arch *archs;
	size_t n_archs;
	char *nvcc, *clang;   /* programs, or NULL */
	char *toolkit;        /* the toolkit's folder, or NULL */
	bool use_clang;       /* for all architectures, or for those below nvcc's */
	unsigned nvcc_lowest; /* the lowest architecture that nvcc knows */
};

/* Settles compilers and architectures; own_toolkit is installation.toolkit. No architectures:
 * kernels are for the CPU only. False, after a message, if what was asked for cannot be had. */
bool device_init(struct device *d, const struct command *c, const char *own_toolkit);
void device_finish(struct device *d);

/* A device unit on its way to a fatbin: commands that run side by side. */
struct device_build {
	const struct strings *cuda_names;
	unsigned meanings;
	pid_t *children;
	size_t n_children;
	struct strings fatbinary; /* the command that joins their outputs, or empty */
	struct strings ptx;       /* what was compiled, as text: files, and folders with such files */
};

/* Starts compiling unit to fatbin. host_compiler is argv-like, for nvcc's
 * -ccbin, or NULL; source_dir is where the user's source lies; cuda_names and
 * meanings (c's, and more) are a translation's. */
bool device_build_start(struct device_build *b, const struct device *d, const struct command *c,
                        const char *unit, const char *fatbin, const char *source_dir,
                        const char *include_dir, const struct strings *host_compiler,
                        const struct strings *cuda_names, unsigned meanings);
/* Waits. False, after the compilers' messages, if it failed. */
bool device_build_wait(struct device_build *b, const struct command *c);
void device_build_finish(struct device_build *b);
/* The -std= that nvcc takes for the user's. */
const char *device_standard(const struct command *c);
/* The user's options that both compilers of the device unit take alike, without the macros of the unit. */
void push_device_options(const struct command *c, struct strings *out);
/* nvcc's -gencode options, for .cu inputs. */
void device_push_gencode(const struct device *d, struct strings *out);

/* ---- kernel_options.c -------------------------------------------------------- */

/* Whether options leave code the meaning that it has in kernels and in the library; false, after
 * messages. */
bool options_fit_amp(const struct command *c, bool is_cxx);
/* Whether nvcc can follow, which compiles the kernels. */
bool options_fit_nvcc(const struct command *c);
/* The device compilers' options for meanings. */
void push_meanings_for_nvcc(unsigned meanings, struct strings *out);
void push_meanings_for_clang(unsigned meanings, struct strings *out);

/* ---- nvcc.c ---------------------------------------------------------------- */

/* Puts links in place of folders of options whose real paths are not plain. nvcc cannot be given such
 * a path; that of a header, with a quotation mark in it, is an error in PTX. */
void make_folders_plain(struct strings *options);
/* Pushes a word of a command of nvcc's that a shell will read; to_host: for nvcc's host compiler. Commas do not divide
 * it. */
void push_escaped(const char *word, bool to_host, struct strings *out);
/* nvcc, and the compiler that it is to preprocess with (argv-like), or NULL. False, after a message,
 * if it cannot be given that, as with the functions below. */
bool push_nvcc_program(const struct device *d, const struct strings *host_compiler, struct strings *out);
/* A word of ampcc's own for nvcc; to_host: for the compiler that it preprocesses with. */
bool push_for_nvcc(const char *word, bool to_host, struct strings *out);
/* Options of the user's. */
bool push_all_for_nvcc(const struct strings *options, bool to_host, struct strings *out);

#endif
