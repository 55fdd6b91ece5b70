/* Shared by the files that turn a kernel into a function object: kernel.c determines its members,
 * kernel_body.c edits its body, kernel_struct.c writes its struct. */
#ifndef KERNEL_H
#define KERNEL_H

#include "lower/lower_internal.h"

/* A kernel on its way to a function object. */
struct function_object {
	struct lowering *lowering;
	const struct kernel *kernel;
	const char *name;
	struct insertion_point place;     /* of its struct */
	struct dependences dependences;   /* captures, and other declarations that it needs */
	struct names usings;              /* inserted at the beginning of its body (usings_at()) */
	struct visits visits;             /* of its amp_visit; the same for both units */
};

/* ---- kernel_body.c --------------------------------------------------------- */

/* Edits the body, in which captured variables have become members. */
void edit_kernel_body(struct function_object *o);

/* ---- kernel_struct.c ------------------------------------------------------- */

/* Whether a captured variable is a C array, which is kept in a wrapper. */
bool is_captured_array(const struct dependence *v);
/* Returns the visits of the members. accesses: of the kernel; function: that the kernel is in. */
struct visits find_visits(const struct dependences *d, struct accesses *accesses, CXCursor function);
/* kernel_members() returns the contents of the struct for a unit, kernel_struct() the struct around them. */
const char *kernel_members(const struct function_object *o, enum unit_kind kind);
const char *kernel_struct(const struct function_object *o, const char *members, enum unit_kind kind);

#endif
