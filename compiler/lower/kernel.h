/* What the files that make a function object of a kernel share: kernel.c settles what it has
 * as members, kernel_body.c edits its body, kernel_struct.c writes its struct. */
#ifndef KERNEL_H
#define KERNEL_H

#include "lower/lower_internal.h"

/* A kernel on its way to a function object. */
struct function_object {
	struct lowering *lowering;
	const struct kernel *kernel;
	const char *name;
	struct place place;               /* of its struct */
	struct dependences dependences;   /* what it captures, and what it needs besides */
	struct strings usings;            /* what its body begins with (usings_at()) */
	struct visits visits;             /* of its amp_visit, the same for both units */
};

/* ---- kernel_body.c --------------------------------------------------------- */

/* Edits the body, in which captured variables are members now. */
void edit_kernel_body(struct function_object *o);

/* ---- kernel_struct.c ------------------------------------------------------- */

/* Whether a captured variable is a C array, whose member is a wrapper. */
bool is_captured_array(const struct dependence *v);
/* The visits of the members. accesses: of the kernel. */
struct visits find_visits(const struct dependences *d, struct accesses *accesses);
/* What is in the struct, for one unit; and the struct. */
void append_kernel_members(const struct function_object *o, enum unit_kind kind, struct text *out);
void append_kernel_struct(const struct function_object *o, const char *members, enum unit_kind kind,
                          struct text *out);

#endif
