/* What the files of the lowering of C share: lower_c.c knows the program's declarations,
 * c_launch.c finds launches, c_kernel.c kernels, and c_need.c what these need of the program;
 * c_host.c edits the text for the host unit, c_runner.c writes what runs a kernel there;
 * c_device.c makes the device unit, with c_expressions.c, c_initializers.c, c_literals.c and c_nested.c. */
#ifndef LOWER_C_INTERNAL_H
#define LOWER_C_INTERNAL_H

#include "lower/lower_internal.h"
#include "lower_c/lower_c.h"
#include "rewrite/c_program.h"

/* Threads of a tile, as many as there may be (specification 4.3); of a block of an untiled
 * kernel, as in <amp/kernel.h>. */
#define MOST_TILE_THREADS 1024
#define UNTILED_BLOCK_THREADS 256

/* ---- lower_c.c ------------------------------------------------------------- */

/* The piece that an offset is in, or NULL. */
struct c_piece *piece_at(struct lowering *l, unsigned offset);

/* ---- c_kernel.c ------------------------------------------------------------ */

/* The dimensions of amp_extent2 or amp_tiled_index3, for example; 0 for other
 * types. name is without its number: "amp_extent". */
unsigned rank_of(CXType type, enum library_entity entity);
/* RESTRICT_… of a block or function, by its clause. */
unsigned restrictions_of(struct lowering *l, CXCursor c);
/* Whether a function is one that amp_parallel_for_each can call. */
bool is_kernel_function(CXCursor function);
/* The kernel of a block, in a function at file scope. NULL, after a message, if it cannot be
 * one. Valid until the next kernel, as the one below. */
struct c_kernel *block_kernel(struct lowering *l, CXCursor block, CXCursor function);
/* The kernel of a function; the same for each use of it. */
struct c_kernel *function_kernel(struct lowering *l, CXCursor function);
/* Finds functions that other units may launch. */
void find_extern_kernels(struct lowering *l);

/* ---- c_launch.c, c_need.c -------------------------------------------------- */

/* Finds the launches, and the kernels that they name; reports what is wrong with them. */
void find_launches(struct lowering *l);
/* Finds what of the program and of which headers the kernels need. */
void find_needs(struct lowering *l);

/* ---- c_host.c, c_runner.c -------------------------------------------------- */

/* Edits amp code for the CPU accelerator. */
void edit_for_host(struct lowering *l);
/* Makes launches calls of functions in front of them, and inserts these. */
void lower_launches(struct lowering *l);
/* Inserts all that stands in front of the function with a launch of a kernel first. */
void insert_kernel(struct lowering *l, struct c_kernel *k, const struct c_piece *piece);
/* Inserts the runner of a kernel that is a function, behind its definition. */
void insert_runner(struct lowering *l, const struct c_kernel *k);
/* What the kernel does with its views; NULL if nothing is known. accesses_destroy() frees it. */
struct accesses *kernel_accesses(const struct lowering *l, const struct c_kernel *k);
/* What it does with the views in its i-th variable, which is one: "AMP_ACCESS_READ" or the like. */
const char *variable_access(const struct accesses *accesses, const struct c_kernel *k, size_t i);
/* With robust access: says where what the kernel writes beyond the views in amp_arguments_ goes. */
void append_places(struct lowering *l, const struct c_kernel *k, struct text *t);
/* What a block takes from around it besides variables, on one line. */
void append_c_locals(struct lowering *l, const struct c_kernel *k, enum unit_kind kind,
                     struct text *t);

/* ---- c_device.c ------------------------------------------------------------ */

/* Edits of what kernels need, and the text of it. */
void edit_for_device(struct lowering *l);
void append_device_unit(struct lowering *l, struct text *t);
/* Whether there is a __global__ function with "_small_domain" behind the kernel's name. */
bool has_small_domain_kernel(const struct lowering *l, const struct c_kernel *k);
/* Whether there is one with "_restrict", whose views' pointers are __restrict__ (amp_kernel.restrict_symbol):
 * it and that for small domains have AMP_C_POINTERS (<amp/c_device.h>). */
bool has_restrict_kernel(const struct lowering *l, const struct c_kernel *k, const struct accesses *accesses);
/* Of the device unit. */
void replace_token(struct lowering *l, size_t i, const char *text);
/* What a word of C is in C++, or NULL if that is what it is. */
const char *cxx_word(const char *word, size_t len);
/* A name of the program's in C++. */
const char *c_device_name(const char *name);
/* A type's text there: of amp_array_view_float_1 amp_array_view(float, 1). */
const char *c_device_type(CXType type);
/* c_expressions.c: writes what is below a cursor as C++ has it, for the device unit. */
void edit_c_expressions(struct lowering *l, CXCursor c);
/* c_initializers.c: rewrites designators for the device unit; c: a list in braces. */
void edit_c_initializers(struct lowering *l, CXCursor c);
/* c_literals.c: variables for the compound literals of a declaration or a kernel that need
 * them. */
void edit_c_literals(struct lowering *l, CXCursor c);
/* c_nested.c: types that are defined in structs, in a declaration or a kernel. moved: those
 * that were found before. */
void edit_nested_types(struct lowering *l, CXCursor c, struct offsets *moved);
/* What an unnamed enumeration that begins at an offset is called there. */
const char *c_unnamed_tag(unsigned start);

#endif
