/* Shared by uses.c and numbers.c, which finds the expressions that are numbers. All functions with `premises`
 * add those on which the result is true to this set of bits. */
#ifndef NUMBERS_H
#define NUMBERS_H

#include "body/uses.h"

/* Whether a type is a number's or a pointer's, on which only built-in operators are defined, except for
 * enumerations. */
bool is_scalar(CXType type);
bool is_array_type(CXType type);
bool is_array_or_pointer(CXType type);
/* Whether a template parameter is an arithmetic type. */
bool is_number_parameter_if(struct uses *u, CXCursor parameter, unsigned *premises);
/* Whether a type is arithmetic. named_in: the cursor that names the parts of the type. */
bool is_number_type_if(struct uses *u, CXType type, CXCursor named_in, unsigned *premises);
/* Whether an expression is arithmetic; whether all children with a role are. */
bool is_number_if(struct uses *u, const struct tree *t, unsigned *premises);
bool are_numbers_if(struct uses *u, const struct tree *t, enum tree_role role, unsigned *premises);
/* Returns the type of a[i][k] for an array or a pointer; an invalid type where the subscript may be something
 * else. */
CXType array_part(struct uses *u, const struct tree *t, CXCursor *array, unsigned *premises);

#endif
