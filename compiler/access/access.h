/* How kernels use the views that they hold (access.c). */
#ifndef ACCESS_H
#define ACCESS_H

#include "source/unit.h"

#include <stdbool.h>

enum view_access {
	VIEW_READ_WRITTEN,     /* or nothing is known */
	VIEW_READ,             /* its elements are read only */
	VIEW_WRITTEN_AT_INDEX, /* each thread writes the element at its index before it reads any element */
};

/* How a kernel uses the views that it holds. The functions that create it return NULL if nothing is known. */
struct accesses;
struct accesses *lambda_accesses(const struct unit *u, CXCursor lambda);
/* Covers all operator()s of a class, its own and inherited ones. */
struct accesses *class_accesses(const struct unit *u, CXCursor class);
/* Covers the views that a kernel of C captures or takes as parameters. */
struct accesses *c_accesses(const struct unit *u, CXCursor kernel);
/* Returns how the kernel uses the elements of a view. path: the captured variable or the member of the
 * function object, then the members that lead from there to the view. *on_premises: the result holds only if
 * access_premises() do. */
enum view_access view_access_of(const struct accesses *a, const CXCursor *path, size_t n,
                                bool *on_premises);
/* Whether the kernel only ever calls this object with the thread's index, at least once: the views in it are
 * then used as if the object were the kernel. */
bool is_run_at_index(const struct accesses *a, const CXCursor *path, size_t n);
/* Whether copying and assigning a class is memberwise and trivial. */
bool is_plain_class(CXType type);
/* Types that must be numbers, views of numbers, or the index, for results on premises to hold. */
const struct names *access_premises(const struct accesses *a);
/* is_only_at_index(): whether a view is accessed at the thread's index only. is_index_only_for_accesses():
 * whether the index is used for nothing but such accesses. */
bool is_only_at_index(const struct accesses *a, const CXCursor *path, size_t n);
bool is_index_only_for_accesses(const struct accesses *a);
/* Whether the kernel leaves its index unmodified. */
bool is_index_constant(const struct accesses *a);
/* Returns conditions under which all accesses to certain captured views are in bounds, and appends the names
 * of these views to `views`. The conditions are expressions for a member function of the lambda's function
 * object with a parameter `domain` (Concurrency::details::inside_domain). Returns NULL if there are no such
 * views, or without --amp-robust-access. */
const struct names *inside_conditions(const struct accesses *a, struct names *views);
/* What nvcc may assume of the views' __restrict__ pointers in a second form of the kernel (amp/restrict.h). nvcc
 * 13.0 compiles `c ? a[i] : b[i]` to one load from a selected address. If both pointers are __restrict__ and
 * nvcc sees no store through one of them, it takes that load for one of what never changes, and hoists it above
 * stores through the other. It does so, too, if only the pointer that is stored through is __restrict__, and
 * a[i] or b[i] is also loaded elsewhere. So if a view may be loaded from and stored to, nvcc must not take any
 * load for one of what never changes. */
enum restrict_form {
	RESTRICT_NONE,   /* no second form: no load could be in front of a store or a barrier */
	RESTRICT_ALL,    /* all pointers; none of the views that are stored to is loaded from */
	RESTRICT_OPAQUE, /* all pointers, but nvcc is made to assume that there may be a store through each of them */
};
enum restrict_form restrict_form_of(const struct accesses *a);
/* Whether threads had better be grouped in squares than in rows of neighbouring points: the kernel accesses a
 * view along its columns where a row of threads goes on; it samples a texture, where locality is
 * two-dimensional; or it reads no view, so that all that matters is divergence. */
bool wants_squares(const struct accesses *a, unsigned rank);
/* Returns whether a kernel and the functions that it calls are straight-line arithmetic: no branches, no jumps, and no
 * address that depends on a value (access_straight.c). *on_premises: in a template, that holds only if the elements of
 * the views that it names are numbers. */
bool is_straight_line(const struct unit *u, CXCursor kernel, bool *on_premises);

#endif
