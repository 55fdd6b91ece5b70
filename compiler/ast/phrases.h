/* The English of clang's diagnostics and spellings on which decisions depend: libclang does not number its
 * diagnostics. tests/compiler/units/phrases.c parses a program for each phrase, and fails where a version of
 * libclang words it differently. */
#ifndef PHRASES_H
#define PHRASES_H

#include <stdbool.h>

#define PHRASES(X) \
	/* errors: C++ and CUDA */ \
	X(CALL_TO_QUOTED, "call to '") \
	X(IS_AMBIGUOUS, "' is ambiguous") \
	X(REFERENCE_TO_QUOTED, "reference to '") \
	X(REFERENCE_TO_RESTRICTED, "reference to __") \
	X(IN_RESTRICTED, " in __") \
	X(CANNOT_USE, "cannot use '") \
	X(IN_DEVICE_FUNCTION, " in __device__ function") \
	X(CANNOT_OVERLOAD, "' cannot overload __") \
	X(SHARED_VARIABLES_IN, "__shared__ local variables not allowed in ") \
	X(SHARED_INITIALIZATION, "initialization is not supported for __shared__ variables") \
	X(NO, "no ") \
	X(NO_MATCHING, "no matching ") \
	X(NO_MATCHING_CONSTRUCTOR, "no matching constructor for initialization of ") \
	X(NO_MATCHING_CONVERSION, "no matching conversion for ") \
	X(NO_MATCHING_FUNCTION, "no matching function for call to '") \
	X(NO_MATCHING_MEMBER, "no matching member function for call to '") \
	X(NO_MATCHING_OBJECT, "no matching function for call to object of type") \
	X(NO_VIABLE_CONVERSION, "no viable conversion from ") \
	X(NO_VIABLE_OPERATOR, "no viable overloaded '") \
	X(NO_VIABLE_SUBSCRIPT, "no viable overloaded operator[]") \
	X(DEFAULT_CONSTRUCTOR, "default constructor of ") \
	X(INVALID_OPERANDS, "invalid operands") \
	X(INVALID_ARGUMENT, "invalid argument type '") \
	X(CANNOT_INCREMENT, "cannot increment value of type '") \
	X(CANNOT_DECREMENT, "cannot decrement value of type '") \
	X(CANNOT_ASSIGN, "cannot assign to ") \
	X(CANNOT_ASSIGN_RESULT, "cannot assign to return value because function '") \
	X(CANNOT_ASSIGN_CAPTURED, "cannot assign to a variable captured by copy") \
	X(READ_ONLY, "read-only variable is not assignable") \
	X(NOT_ASSIGNABLE, "expression is not assignable") \
	X(NO_SUBSCRIPT, "does not provide a subscript operator") \
	X(VARIABLE_LENGTH_STATIC, "variable length array declaration cannot have 'static'") \
	X(STATIC_ASSERTION_FAILED, "static assertion failed") \
	X(STATIC_ASSERTION_REASON, "': ") \
	X(MEMBER_INITIALIZER, "member initializer '") \
	X(MEMBER_MUST_BE_CALLED, "reference to non-static member function must be called") \
	X(OVERLOADED_NOT_RESOLVED, "reference to overloaded function could not be resolved") \
	X(MISSING_TEMPLATE, "missing 'template' keyword prior to dependent template name") \
	X(USE_TEMPLATE, "use 'template' keyword to treat") \
	X(MISSING_TYPENAME, "missing 'typename' prior to dependent type name") \
	X(FORGOT_TYPENAME, "template argument for template type parameter must be a type; did you forget 'typename'") \
	X(UNEXPECTED_TYPE, "unexpected type name '") \
	X(USE_OF_UNDECLARED, "use of undeclared identifier '") \
	X(USE_OF_UNDECLARED_OPERATOR, "use of undeclared 'operator") \
	X(NO_TEMPLATE, "no template named '") \
	X(TEMPLATE_ARGUMENTS_OF_MEMBER, "cannot have template arguments") \
	X(REQUIRES_ARGUMENTS, " requires template arguments") \
	X(NEEDS_QUALIFICATION, "explicit qualification required to use member '") \
	X(IS_NOT_MARKED_CONST, "is not marked const") \
	X(FILE_NOT_FOUND, " file not found") \
	X(CANNOT_BIND_TO_TEMPORARY, "cannot bind to a temporary of type '") \
	X(CANNOT_BIND_TO_UNRELATED, "cannot bind to a value of unrelated type '") \
	X(ADDRESS_OF_TEMPORARY, "taking the address of a temporary object of type '") \
	X(NOT_VISIBLE_IN_TEMPLATE, "' that is neither visible in the template definition nor found by") \
	X(TEMPLATE_NOT_DECLARED, "use of function template name with no prior declaration in function call") \
	X(NO_TYPE_NAMED, "no type named '") \
	X(IN_NAMESPACE, " in namespace '") \
	X(IN_QUOTED, " in '") \
	X(IN_GLOBAL_NAMESPACE, " in the global namespace") \
	X(INCOMPLETE_TYPE, "incomplete type") \
	X(UNDEFINED_TEMPLATE, "implicit instantiation of undefined template '") \
	X(MATCHES_NONE, "' does not match any declaration in ") \
	X(EXTRA_QUALIFICATION, "extra qualification on member '") \
	X(QUALIFIED_AFTER_TYPENAME, "expected a qualified name after 'typename'") \
	X(SHADOWS_PARAMETER, "' shadows template parameter") \
	X(TYPEDEF_WITH_KEY, "' cannot be referenced with ") \
	X(PURE_SPECIFIER, "initializer on function does not look like a pure-specifier") \
	X(NO_RETURN_VALUE, "non-void function does not return a value") \
	X(THROW_SPECIFICATION, "does not allow dynamic exception specifications") \
	X(REGISTER, "does not allow 'register' storage class specifier") \
	X(FORWARD_ENUM, "forbids forward references to 'enum' types") \
	X(DUPLICATE_INSTANTIATION, "duplicate explicit instantiation of '") \
	X(JUMP, "cannot jump from this goto statement to its label") \
	/* notes */ \
	X(EXPECTS_LVALUE, "not viable: expects an lvalue for ") \
	X(FOR_ARGUMENT, " for ") \
	X(PREVIOUS_INSTANTIATION, "previous explicit instantiation is here") \
	X(BYPASSES_INITIALIZATION, "jump bypasses variable initialization") \
	X(DECLARED_PRIOR, "' should be declared prior to the call site") \
	X(CANDIDATE, "candidate") \
	X(CANDIDATE_BUILTIN, "built-in candidate ") \
	X(CANDIDATE_IMPLICIT, "(the implicit ") \
	X(CANDIDATE_REQUIRES, "not viable: requires ") \
	X(CANDIDATE_ARGUMENT, " argument") \
	X(CALL_TO_RESTRICTED, "call to __") \
	X(FROM_RESTRICTED, " from __") \
	X(NO_KNOWN_CONVERSION, "no known conversion from '") \
	X(CONFLICTING_DEDUCTION, "deduced conflicting types for parameter ") \
	X(COULD_NOT_MATCH, "could not match '") \
	X(TEMPLATE_PARAMETER, "template parameter '") \
	X(WOULD_LOSE_CONST, "would lose const qualifier") \
	X(WAS_NOT_SATISFIED, "was not satisfied") \
	X(FOUND_BY_LOOKUP, "candidate found by name lookup is ") \
	X(POSSIBLE_TARGET, "possible target for call") \
	X(IN_INSTANTIATION, "in instantiation of ") \
	X(INSTANTIATED_FUNCTION, "function ") \
	X(REQUESTED_HERE, "requested here") \
	X(CALLED_BY, "called by '") \
	X(INCLUDED_FROM, "in file included from ") \
	X(DECLARED_HERE, "declared here") \
	X(EXPECTED_ANGLE, "expected '>'") \
	X(TO_MATCH_ANGLE, "to match this '<'") \
	/* errors: C */ \
	X(EXPECTED, "expected ") \
	X(EXPECTED_NAMESPACE, "expected namespace name") \
	X(EXPECTED_PARENTHESIS, "expected ')'") \
	X(EXPECTED_EXPRESSION, "expected expression") \
	X(EXPECTED_PARAMETER, "expected parameter declarator") \
	X(EXTRANEOUS, "extraneous ") \
	X(DEFINED_WITHIN, "function definition is not allowed here") \
	X(UNTERMINATED, "unterminated ") \
	X(TOO_FEW_MACRO_ARGUMENTS, "too few arguments provided to function-like macro") \
	X(TOO_MANY_MACRO_ARGUMENTS, "too many arguments provided to function-like macro") \
	X(TYPE_WITH_NAME, "type-id cannot have a name") \
	X(UNDECLARED, "undeclared identifier") \
	X(UNKNOWN_TYPE, "unknown type name '") \
	X(MUST_USE_STRUCT, "must use 'struct' tag") \
	X(REDEFINITION, "redefinition of") \
	X(CONFLICTING_TYPES, "conflicting types for '") \
	X(NO_GENERIC_ASSOCIATION, "not compatible with any generic association type") \
	X(INDIRECTION, "indirection requires pointer operand") \
	X(FROM_INCOMPATIBLE, "from incompatible type '") \
	X(PARAMETER_OF_INCOMPATIBLE, "to parameter of incompatible type '") \
	X(TOO_FEW_ARGUMENTS, "too few arguments to function call") \
	X(CALLED_OBJECT, "called object type '") \
	X(SUBSCRIPTED_VALUE, "subscripted value is not") \
	X(NO_MEMBER, "no member named") \
	X(MEMBER_REFERENCE, "member reference ") \
	X(IS_A_POINTER, "is a pointer") \
	X(INITIALIZING, "initializing '") \
	X(INCOMPATIBLE_POINTERS, "incompatible pointer types initializing '") \
	X(WITH_EXPRESSION, "with an expression of type '") \
	X(NO_AGGREGATE, "with a designated initializer list") \
	X(MISSING_BLOCK, "missing __block") \
	X(ARRAY_INSIDE_BLOCK, "declaration with an array type inside block") \
	X(VOID_DISCARDS_QUALIFIERS, "to parameter of type 'void *' discards qualifiers") \
	X(DISTINCT_POINTERS, "comparison of distinct pointer types") \
	X(EXCESS_ELEMENTS, "excess elements in struct initializer") \
	/* spellings of types */ \
	X(LAMBDA_AT, "(lambda at ") \
	X(UNNAMED, "(unnamed ") \
	X(ANONYMOUS_NAMESPACE, "(anonymous namespace)") \
	X(BUILTIN_FUNCTION, "<builtin fn type>")

#define PHRASE_NAME(name, text) PHRASE_##name,
enum phrase { PHRASES(PHRASE_NAME) PHRASE_COUNT };
#undef PHRASE_NAME

/* Returns the text of a phrase. */
const char *phrase_text(enum phrase p);
/* Whether a message begins with a phrase. */
bool begins_with(const char *message, enum phrase p);
/* Whether a message contains a phrase. */
bool says(const char *message, enum phrase p);
/* Returns the text behind the first occurrence of a phrase in a message, or NULL. */
const char *behind_phrase(const char *message, enum phrase p);

#endif
