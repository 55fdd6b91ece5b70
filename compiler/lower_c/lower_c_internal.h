/* Shared by the files of the C lowering: lower_c.c holds the program's declarations, c_launch.c finds
 * launches, c_kernel.c finds kernels, and c_need.c finds what they need of the program. c_host.c edits the
 * text for the host unit, and c_runner.c writes what runs a kernel there. c_device.c makes the device unit,
 * with c_expressions.c, c_initializers.c, c_literals.c and c_nested.c. */
#ifndef LOWER_C_INTERNAL_H
#define LOWER_C_INTERNAL_H

#include "lower/lower_internal.h"
#include "lower_c/lower_c.h"
#include "rewrite/c_program.h"

/* The largest number of threads in a tile (specification 4.3), and the block size of an untiled kernel, as in
 * <amp/kernel.h>. */
#define MOST_TILE_THREADS 1024
#define UNTILED_BLOCK_THREADS 256

/* ---- c_kernel.c ------------------------------------------------------------ */

/* Returns the RESTRICT_… flags of a block or function, from its restriction clause. */
unsigned restrictions_of(struct lowering *l, CXCursor c);
/* Returns whether amp_parallel_for_each can call a function. */
bool is_kernel_function(CXCursor function);
/* Returns the kernel of a block in a function at file scope, or NULL after an error if it cannot be one. Like
 * function_kernel()'s, the pointer is valid until the next kernel is added. */
struct c_kernel *block_kernel(struct lowering *l, CXCursor block, CXCursor function);
/* Returns the kernel of a function, adding it at the first use. */
struct c_kernel *function_kernel(struct lowering *l, CXCursor function);
/* Adds the kernels of functions that other units may launch. */
void find_extern_kernels(struct lowering *l);

/* ---- c_launch.c, c_need.c -------------------------------------------------- */

/* Returns the piece that contains an offset, or NULL. */
struct c_piece *piece_at(struct lowering *l, unsigned offset);
/* Finds the launches and the kernels that they name, and reports errors in them. */
void find_launches(struct lowering *l);
/* Finds the declarations and the headers that the kernels need. */
void find_needs(struct lowering *l);

/* ---- c_host.c, c_runner.c -------------------------------------------------- */

/* Edits amp code for the CPU accelerator. */
void edit_for_host(struct lowering *l);
/* Turns launches into calls of launcher functions, and inserts these functions in front of the launching
 * functions. */
void lower_launches(struct lowering *l);
/* Inserts everything that precedes the first function that launches a kernel. */
void insert_kernel(struct lowering *l, struct c_kernel *k, const struct c_piece *piece);
/* Inserts the runner of a kernel function behind the function's definition. */
void insert_runner(struct lowering *l, const struct c_kernel *k);
/* Appends the definition of the struct of a kernel's arguments, in the language of a unit, for a place. */
void append_arguments_struct(const struct lowering *l, const struct c_kernel *k, unsigned at, enum unit_kind kind,
                             struct text *t);
/* Returns how the kernel accesses the views in its i-th variable, which is a view: "AMP_ACCESS_READ" or the
 * like. */
const char *variable_access(const struct c_kernel *k, size_t i);
/* With robust access: appends statements that say where out-of-bounds writes through the views in
 * amp_arguments_ go. */
void append_places(const struct c_kernel *k, struct text *t);
/* Appends, on one line, the local types and constants that a block uses. */
void append_c_locals(struct lowering *l, const struct c_kernel *k, enum unit_kind kind,
                     struct text *t);

/* ---- c_device.c ------------------------------------------------------------ */

/* Makes the device unit's edits of everything that kernels need. */
void edit_for_device(struct lowering *l);
void append_device_unit(struct lowering *l, struct text *t);
/* Returns whether the kernel has a __global__ function with the suffix "_small_domain". */
bool has_small_domain_kernel(const struct lowering *l, const struct c_kernel *k);
/* Returns whether the kernel has a __global__ function with the suffix "_restrict", whose views' pointers are
 * __restrict__ (amp_kernel.restrict_symbol). That function and the one for small domains use AMP_C_POINTERS
 * (<amp/c_device.h>). */
bool has_restrict_kernel(const struct lowering *l, const struct c_kernel *k);
/* Returns the C++ spelling of a word of C, or NULL if it is the same. */
const char *cxx_word(const char *word, size_t len);
/* Returns the name in the device unit of a name of the program. */
const char *c_device_name(const char *name);
/* Returns the text of a type in the device unit: "amp_array_view(float, 1)" for amp_array_view_float_1. */
const char *c_device_type(CXType type);
/* c_expressions.c: edits the expressions below a cursor for the device unit. */
void edit_c_expressions(struct lowering *l, CXCursor c);
/* c_initializers.c: rewrites the designators of a braced list for the device unit. */
void edit_c_initializers(struct lowering *l, CXCursor c);
/* c_literals.c: makes variables for those compound literals of a declaration or kernel that need one. */
void edit_c_literals(struct lowering *l, CXCursor c);
/* c_nested.c: moves types that are defined within structs out of a declaration or kernel. `moved` holds those
 * that were moved before. */
void edit_nested_types(struct lowering *l, CXCursor c, struct offsets *moved);
/* Returns the device unit's name for the unnamed enumeration, struct or union that begins at an offset. */
const char *c_unnamed_tag(unsigned start);

#endif
