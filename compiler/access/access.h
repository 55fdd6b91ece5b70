/* What kernels do with the views that they hold (access.c). */
#ifndef ACCESS_H
#define ACCESS_H

#include "source/unit.h"

#include <stdbool.h>

enum view_access {
	VIEW_READ_WRITTEN,     /* or nothing is known */
	VIEW_READ,             /* its elements are only read */
	VIEW_WRITTEN_AT_INDEX, /* each thread writes the element at its index before it reads
	                        * any */
};

/* What a kernel does with the views that it holds. NULL if nothing is known.
 * accesses_destroy() frees it; NULL is fine. */
struct accesses;
struct accesses *lambda_accesses(const struct unit *u, CXCursor lambda);
/* Of the operator()s of a class, its own or inherited ones. */
struct accesses *class_accesses(const struct unit *u, CXCursor class);
/* Of a function's or block's views in C. */
struct accesses *c_accesses(const struct unit *u, CXCursor kernel);
void accesses_destroy(struct accesses *a);
/* What it does with the elements of a view: path is the captured variable or the
 * member, and the members in it that lead to the view. *on_premises: only if
 * access_premises() hold. */
enum view_access view_access_of(const struct accesses *a, const CXCursor *path, size_t n,
                                bool *on_premises);
/* Whether all that it does with an object is to call it with the thread's index, once
 * or more: then it does with what is in there what the object would do as a kernel. */
bool is_run_at_index(const struct accesses *a, const CXCursor *path, size_t n);
/* Whether copies and assignments of a class do what they do for numbers, member by
 * member. */
bool is_plain_class(CXType type);
/* Types that have to be numbers, views of numbers or the index. */
const struct strings *access_premises(const struct accesses *a);
/* Whether only the elements at the thread's index are accessed, and whether the index
 * is used for nothing else. */
bool is_only_at_index(const struct accesses *a, const CXCursor *path, size_t n);
bool is_index_only_for_accesses(const struct accesses *a);
/* Whether the kernel does not change its index. */
bool is_index_constant(const struct accesses *a);
/* Under which conditions all accesses to some captured views, which are added to `views`, are inside:
 * expressions of a member function of the lambda's function object, with the parameter `domain`
 * (Concurrency::details::inside_domain). NULL: there are no such views, or they were not asked for
 * (--amp-robust-access). */
const struct strings *inside_conditions(const struct accesses *a, struct strings *views);
/* Which views' pointers are __restrict__ in a form of the kernel of its own (amp/restrict.h). Of `c ? a[i] : b[i]` nvcc
 * 13.0 makes one load from one of two addresses, which it takes for one of what never changes as soon as one of two
 * __restrict__ pointers is only read, and moves it in front of stores to the other. */
enum restrict_form {
	RESTRICT_NONE,   /* there is no such form: no loop reads elements and writes some, or waits for other threads */
	RESTRICT_STORES, /* of those that are written: one of them may be read, too */
	RESTRICT_ALL,
};
enum restrict_form restrict_form_of(const struct accesses *a);
/* Whether neighbouring points over so many dimensions had better be in squares than in
 * rows: a view is accessed along its columns where a row of threads goes on; a texture is
 * sampled, at places that are near each other both ways; or no view is read, so that
 * threads share only the ways that they go. */
bool wants_squares(const struct accesses *a, unsigned rank);

#endif
