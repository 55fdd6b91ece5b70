/* What the files of the driver share: driver.c takes the inputs through their steps,
 * host_compiler.c chooses and runs the host compiler, command_line.c writes what commands
 * have in common, compile_amp.c and compile_cuda.c compile their inputs, link.c links. */
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

/* Where ampcc's own parts are. */
struct installation {
	char *include_dir; /* amp.h */
	char *library_dir; /* libamprt, or NULL */
	char *runtime_dir; /* the library's sources, beside its license, or NULL */
	char *front_end;   /* the module with translate(), or NULL */
	char *libclang;    /* to be loaded before that, or NULL: the dynamic linker finds it */
	char *toolkit;     /* where a CUDA Toolkit may have been installed for it, or NULL */
	char *resource_dir; /* libclang's own headers, in include/ there, or NULL: it knows */
};

/* Does what the command line says; the exit status. Does not return where the
 * host compiler can do all of it: that one then takes ampcc's place. */
int drive(struct command *c, const struct installation *where);

/* One run of ampcc. */
struct run {
	struct command *command;
	const struct installation *where;
	struct strings host_c, host_cxx; /* argv prefixes */
	bool host_is_default;            /* nobody chose the C++ compiler */
	struct text standard_input;      /* the source, where an input is "-" */
	struct device device;            /* once settle_device() was called */
	bool device_known, device_ok;
	/* of the front end's module, once it is loaded */
	bool (*translate)(const struct translation_request *, struct translation *);
	void (*translation_finish)(struct translation *);
	void (*report_missing_kernel)(const struct translation *, const char *);
	bool (*precompile)(const char *, const char *, const struct strings *);
	bool (*run_on_copies)(const struct translation_request *, const struct strings *, bool);
	bool (*read_compile_commands)(const char *, struct compile_command **, size_t *);
};

/* Is there an input of this kind? */
bool has_kind(const struct command *c, enum input_kind kind);
/* The device compilers and architectures, settled once in a run. False, after a message, if
 * what was asked for cannot be had. */
bool settle_device(struct run *r);

/* ---- host_compiler.c ----------------------------------------------------- */

/* Settles r->host_c, r->host_cxx and r->host_is_default. */
void choose_hosts(struct run *r);
/* The compiler for a command as a whole, and for its link: C's if the only
 * sources are C, or if nothing is linked and nothing is C++. A header is C++, as it
 * is for g++, unless -x says otherwise. */
const struct strings *host_for_command(const struct run *r);
const struct strings *host_for_input(const struct run *r, const struct input *in);
/* ampcc must not call itself: c++ may be a link to it. */
bool is_this_program(const char *name);
/* The host compiler takes this process over: its streams, its signals and its exit status
 * are its own. Returns an exit status, after a message, if it cannot be run. */
int become(const struct run *r, const struct strings *argv);
/* Runs a command of a step. False, with a message if a signal ended it. */
bool run_command(const struct run *r, const struct strings *argv);

/* ---- command_line.c ------------------------------------------------------- */

/* The last input, its language spelled out: a C++ driver takes .c for C++. */
void push_last_input(const struct input *in, struct strings *out);
/* An input that others may follow. */
void push_input(const struct input *in, struct strings *out);
/* A path with its suffix, if it has one, replaced. The caller frees it. */
char *with_suffix(const char *path, const char *suffix);
/* Whether oneTBB is installed, or where the command's -L says, over which <ppl.h> and its like are written. */
bool has_tbb(const struct command *c);
/* What the host's half of C is called whose kernels --amp-emit-cuda writes to a path. The caller frees it. */
char *host_of_cuda(const char *path);
/* The file name of an input, in the current folder, with another suffix. The caller frees it. */
char *default_output(const struct input *in, const char *suffix);
/* Where the result of an input goes. The caller frees it. */
char *step_output(const struct command *c, const struct input *in);
/* The dependency options of one input, the file and the target spelled out as
 * gcc would choose them: by -o if there is one, else by the input's name.
 * target_option is -MQ, or -MT for nvcc, which has no other. */
void push_dependencies(const struct command *c, const struct input *in,
                       const char *target_option, struct strings *out);
/* -c and the like, then -o. output: NULL for standard output. */
void push_mode(const struct command *c, const char *output, struct strings *out);

/* ---- side_outputs.c ------------------------------------------------------- */

/* Whether the compilation of an input can have the options of OPTION_SIDE that were given: false,
 * after a message, if files would not be where the host compiler alone puts them. */
bool side_outputs_fit(const struct run *r, const struct input *in);
/* For a compilation to a temporary object: the names by which gcc, which compiles and links in one
 * command, calls what lies beside the output. */
void push_side_names(const struct command *c, const struct input *in, struct strings *out);

/* ---- compile_amp.c, compile_cuda.c ---------------------------------------- */

/* An input with AMP, or of CUDA, to an object file or whatever else was asked for. False,
 * after a message, if that failed. */
/* What ampcc does when it calls itself with PRECOMPILE_OPTION: the words behind it; the exit status. */
int precompile_amp(const struct installation *where, int n, char **words);
bool step_amp(struct run *r, const struct input *in, const char *output);
bool step_cuda(struct run *r, const struct input *in, const char *output);
/* The front end's part of a project's source: the files that are written, to output and where `project` says, and the
 * user's files that the source is made of. */
bool convert_source(struct run *r, const struct input *in, const char *output, const struct project *project,
                    struct emitted *emitted, struct strings *files, bool *has_main);
/* Loads the front end, once. False after a message. */
bool load_front_end(struct run *r);
/* Appends the command by which nvcc makes a program, or an object file, of what --amp-emit-cuda writes to a file, "-":
 * standard output. */
void append_people_command(const struct run *r, const struct input *in, const char *file, bool is_object,
                           struct text *out);
/* Whether an option is what CMake gives nvcc itself: the architectures, and how nvcc takes other options. */
bool is_of_cmake(const char *word);
/* The options of a source of CUDA that a build has for it, but for those that say for which GPUs. */
void push_cuda_options(const struct command *c, struct strings *out);
/* Appends a command's options as nvcc takes them for what --amp-emit-cuda writes; its macros are lines of the file, but
 * for those that the headers look for which nvcc puts in front of it. classes: of options for host code alone. */
void push_people_options(const struct command *c, unsigned classes, struct strings *out);
/* The CUDA runtime, for the link where .cu inputs are part of the command. */
void push_cuda_runtime(const struct run *r, struct strings *out);

/* ---- project.c ------------------------------------------------------------ */

/* --amp-emit-cuda=DIR; the exit status. */
int convert_project(struct command *c, const struct installation *where);

/* ---- clangd.c ------------------------------------------------------------- */

/* --amp-clangd: writes .clangd, or the file of -o ("-" is standard output); the exit status, after a
 * message where it cannot be written or is there already. */
int write_clangd(const struct command *c, const struct installation *where);

/* ---- launched.c ----------------------------------------------------------- */

/* Whether all kernels that a host unit launches are in the device code of its unit; false after an error
 * for each that is not. host: the host unit's assembly text or object file, of which C has no need. */
bool check_launched(const struct run *r, const struct translation *t, const struct device_build *build,
                    const char *host);

/* ---- link.c --------------------------------------------------------------- */

/* Runs a link. Only a program that turns out to need the runtime is told where
 * it is, so that others come out as the host compiler makes them: a link of
 * objects alone is repeated where they were AMP's. */
bool link_program(struct run *r, const struct strings *command, bool objects_only,
                  bool any_amp);
/* The link of what the steps made: objects has the object file of each input,
 * NULL for what goes to the linker as it is. */
bool link_objects(struct run *r, char *const *objects, bool any_amp);

#endif
