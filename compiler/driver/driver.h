/* Shared by the files of the driver: driver.c takes the inputs through their steps, host_compiler.c chooses
 * and runs the host compiler, command_line.c builds the parts that commands have in common, compile_amp.c and
 * compile_cuda.c compile their inputs, and link.c links. */
#ifndef DRIVER_H
#define DRIVER_H

#include "base/options.h"
#include "base/paths.h"
#include "base/process.h"
#include "base/sources.h"
#include "base/tcc.h"
#include "base/text.h"
#include "device/device.h"
#include "translate.h"

/* ---- driver.c ------------------------------------------------------------ */

/* Where the parts of ampcc's installation are. */
struct installation {
	char *include_dir;  /* the folder of amp.h */
	char *library_dir;  /* the folder of libamprt, or NULL */
	char *runtime_dir;  /* the folder of the runtime's sources and license, or NULL */
	char *front_end;    /* the module that defines translate(), or NULL */
	char *libclang;     /* the libclang to load first, or NULL to let the dynamic linker find it */
	char *toolkit;      /* where ampcc's own CUDA Toolkit may be installed, or NULL */
	char *resource_dir; /* the folder whose include/ has clang's own headers, or NULL if libclang finds
	                     * them itself */
};

/* Executes a command. Returns the exit status; does not return if the host compiler can do all of the work,
 * which then replaces the process. */
int drive(struct command *c, const struct installation *where);

/* One run of ampcc. */
struct run {
	struct command *command;
	const struct installation *where;
	struct strings host_c, host_cxx; /* the host compilers: the first words of their commands */
	bool host_is_default;            /* the user chose no C++ compiler */
	struct text standard_input;      /* the source, if an input is "-" */
	struct device device;            /* valid after settle_device() */
	bool device_known, device_ok;
	const struct front_end *front_end; /* set by load_front_end() */
};

/* Returns whether the command has an input of a kind. */
bool has_kind(const struct command *c, enum input_kind kind);
/* Finds the device compilers and architectures, once in a run. Returns false after an error if those that
 * were requested are not available. */
bool settle_device(struct run *r);

/* ---- host_compiler.c ----------------------------------------------------- */

/* Sets r->host_c, r->host_cxx and r->host_is_default. */
void choose_hosts(struct run *r);
/* Returns the compiler for a whole command and for its link: the C compiler if all sources are C, or if
 * nothing is linked and no input is C++. A header is C++, as for g++, unless -x says otherwise. */
const struct strings *host_for_command(const struct run *r);
const struct strings *host_for_input(const struct run *r, const struct input *in);
/* Returns whether a program name leads to ampcc itself, which must not call itself: c++ may be a link to it. */
bool is_this_program(const char *name);
/* Replaces the process by the host compiler, so that its streams, signals and exit status are the compiler's
 * own. Returns an exit status, after an error, only if the compiler cannot be run. */
int become(const struct run *r, const struct strings *argv);
/* Runs one command of a step. Returns whether it succeeded; reports an error if a signal ended it. */
bool run_command(const struct run *r, const struct strings *argv);
/* Runs the command that compiles a host unit, with amp.h precompiled if the cache has that. Returns whether it
 * succeeded; errors have been printed. */
bool compile_host(const struct run *r, const struct translation *t, struct strings *argv);

/* ---- command_line.c ------------------------------------------------------- */

/* Appends the last input of a command with its language (-x): a C++ driver takes .c files for C++. */
void push_last_input(const struct input *in, struct strings *out);
/* Appends an input that others may follow. */
void push_input(const struct input *in, struct strings *out);
/* Returns a path with its suffix, if any, replaced. The caller frees it. */
char *with_suffix(const char *path, const char *suffix);
/* Returns whether oneTBB, on which <ppl.h> and the like are implemented, is installed or in a -L folder of
 * the command. */
bool has_tbb(const struct command *c);
/* Returns the name of the host half that --amp-emit-cuda writes for a C source whose kernels go to `path`.
 * The caller frees it. */
char *host_of_cuda(const char *path);
/* Returns an input's file name with another suffix, in the current folder. The caller frees it. */
char *default_output(const struct input *in, const char *suffix);
/* Returns the output path of an input. The caller frees it. */
char *step_output(const struct command *c, const struct input *in);
/* Appends the dependency options for one input, with the file and target spelled out as gcc would choose
 * them: after -o if there is one, else after the input. */
void push_dependencies(const struct command *c, const struct input *in, struct strings *out);
/* Appends -c or the like, and -o. output: NULL for standard output. */
void push_mode(const struct command *c, const char *output, struct strings *out);

/* ---- side_outputs.c ------------------------------------------------------- */

/* Returns whether the OPTION_SIDE options of the command can be used for an input. Returns false, after an
 * error, if files would not be where the host compiler alone puts them. */
bool side_outputs_fit(const struct run *r, const struct input *in);
/* For a compilation to a temporary object: appends the options that make gcc name side outputs as if it
 * compiled and linked in one command. */
void push_side_names(const struct command *c, const struct input *in, struct strings *out);

/* ---- compile_amp.c, compile_cuda.c ---------------------------------------- */

/* Executes ampcc's call of itself with PRECOMPILE_OPTION, followed by `words`. Returns the exit status. */
int precompile_amp(const struct installation *where, int n, char **words);
/* Compile an AMP or CUDA input to an object file or what else was requested. Return false after an error. */
bool step_amp(struct run *r, const struct input *in, const char *output);
bool step_cuda(struct run *r, const struct input *in, const char *output);
/* Runs the front end on one source of a project. Sets *emitted to the files to be written, to `output` and
 * where `project` says; *files to the user's files that the source consists of; and *has_main. */
bool convert_source(struct run *r, const struct input *in, const char *output, const struct project *project,
                    struct emitted *emitted, struct strings *files, bool *has_main);
/* Loads the front end, once. Returns false after an error. */
bool load_front_end(struct run *r);
/* Appends the command by which nvcc makes a program, or an object file, of the file that --amp-emit-cuda
 * writes; "-" is standard output. */
void append_people_command(const struct run *r, const struct input *in, const char *file, bool is_object,
                           struct text *out);
/* Returns whether CMake itself passes an option to nvcc: the architectures, and how nvcc treats other
 * options. */
bool is_of_cmake(const char *word);
/* Appends the options that a build has for a CUDA source, except those that select architectures. */
void push_cuda_options(const struct command *c, struct strings *out);
/* Appends the options of a command that nvcc needs for the output of --amp-emit-cuda. Macros are lines of the
 * output, except those that affect headers which nvcc includes in front of it. classes: option classes that
 * are for host code only. */
void push_people_options(const struct command *c, unsigned classes, struct strings *out);
/* Appends the CUDA runtime library, for a link with .cu inputs. */
void push_cuda_runtime(const struct run *r, struct strings *out);

/* ---- project.c ------------------------------------------------------------ */

/* Executes --amp-emit-cuda=DIR. Returns the exit status. */
int convert_project(struct command *c, const struct installation *where);

/* ---- clangd.c ------------------------------------------------------------- */

/* Executes --amp-clangd: writes .clangd, or the file of -o ("-" is standard output). Returns the exit status;
 * it is an error if the file exists or cannot be written. */
int write_clangd(const struct command *c, const struct installation *where);

/* ---- launched.c ----------------------------------------------------------- */

/* Returns whether the device code of a unit contains all kernels that its host unit launches, and all functions of the
 * program that it calls, after an error for each that is missing. host: the host unit's assembly text or object file,
 * not used for C; NULL: only functions are looked for, in what a build that failed left. */
bool check_launched(const struct run *r, const struct translation *t, const struct device_build *build,
                    const char *host);

/* ---- link.c --------------------------------------------------------------- */

/* Runs a link command. Only a program that needs the runtime gets a run path to it, so that other programs
 * are linked as by the host compiler alone: a link of objects only is repeated if the program turns out to
 * need the runtime. */
bool link_program(struct run *r, const struct strings *command, bool objects_only,
                  bool any_amp);
/* Links the results of the steps. objects: the object file of each input, or NULL for an input that is passed
 * to the linker as it is. */
bool link_objects(struct run *r, char *const *objects, bool any_amp);

#endif
