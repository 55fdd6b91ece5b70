// How the tests of this folder check declarations. Each holds what one page of
// docs/reference, and Microsoft's pages of the same names, declare: with objects that are
// const where the declaration is, and arguments of exactly the declared types.
#ifndef DECLARED_H
#define DECLARED_H

#include "../check.h"
#include <type_traits>
#include <utility>

// "(expression)", in these parentheses, has this type: T & for an element, T for a copy.
#define RETURNS(expression, ...) \
	static_assert(std::is_same<decltype expression, __VA_ARGS__>::value, #expression)

// The type has a constructor from these, and nothing converts to it silently where the
// declaration is explicit.
#define IMPLICIT(type, ...) \
	static_assert(std::is_convertible<__VA_ARGS__, type>::value, "implicit")
#define EXPLICIT(type, ...) \
	static_assert(!std::is_convertible<__VA_ARGS__, type>::value && \
	                  std::is_constructible<type, __VA_ARGS__>::value, "explicit")

#endif
