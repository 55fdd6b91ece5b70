/* What kernels capture (specification 7.1). */
#include "check/check_internal.h"

#include <string.h>

struct capture_check {
	struct checker *checker;
	bool inner; /* a lambda in amp code (2.4.3.3), for which array_view is no alternative */
	struct captures captures;
	unsigned start, end; /* offsets of the lambda */
	unsigned body;
	unsigned captured_this; /* offset where `this` is captured by default, or UINT_MAX */
	struct names done;
	bool this_object; /* `this` has been reported */
};

static bool points_to_function(CXType pointer)
{
	return clang_getCanonicalType(clang_getPointeeType(pointer)).kind == CXType_FunctionProto;
}

/* Whether the parser has an error in a variable's declaration: that is the error to report, and the type may
 * not be the intended one. */
static bool is_misdeclared(const struct checker *c, CXCursor variable)
{
	unsigned start, end;

	return cursor_range(c->clauses, variable, &start, &end) &&
	       offsets_within(&c->parse_errors, start, end);
}

/* Returns what to capture in place of an object that manages host memory; NULL for others. */
static const char *replacement_of_host(CXType type)
{
	CXCursor class = clang_getTypeDeclaration(type);

	if (!in_std(class))
		return NULL;
	if (is_named(class, "vector") || is_named(class, "basic_string"))
		return "capture an array_view over it";
	if (is_named(class, "unique_ptr") || is_named(class, "shared_ptr"))
		return "capture what it points to: auto &a = *p";
	if (is_named(class, "atomic"))
		return "capture an array_view of a number, and use atomic_fetch_add and the like on its element";
	return NULL;
}

/* Whether a class or enumeration has a name, possibly by a typedef. */
static bool has_name(CXType type)
{
	return !strchr(type_spelling(unqualified(type)), '('); /* "struct (unnamed at …)" */
}

/* Refuses a capture by reference; all captures by one [&] are a single error. rule: the end of the message. */
static void refuse_reference(struct capture_check *k, const char *name, unsigned offset,
                             const char *rule)
{
	bool by_default = k->captures.default_capture == '&' &&
	                  !names_have(&k->captures.by_reference, name);

	if (!by_default)
		refuse(k->checker, offset, "'%s' is captured by reference; only arrays and textures can "
		       "be: write [=] or [%s]%s", name, name, rule);
	else if (!already_reported(k->checker, k->start))
		refuse_with_fix(k->checker, offset, ((struct fix){k->start + 1, k->start + 2, "="}),
		                "'%s' is captured by reference; "
		                "only arrays and textures can be: write [=], with [=, &name] for those%s",
		                name, rule);
}

/* Reports a variable that the lambda of a kernel cannot capture. */
static void check_kernel_capture(struct capture_check *k, CXCursor variable, unsigned offset, bool by_reference)
{
	struct checker *c = k->checker;
	const char *name = cursor_spelling(variable);
	CXType value = without_reference(type_of(variable));
	bool is_c = unit_is_c(c->unit), container = !is_c && is_array_or_texture(value);
	const char *instead;

	if (container && !by_reference) {
		bool listed = in_capture_list(c->unit, k->start, offset) &&
		              c->unit->text.data[offset] != '=';
		const char *fix = interned_printf("%s%s", listed ? "&" : ", &", listed ? "" : name);

		refuse_with_fix(c, offset, fix_insert(listed ? offset : k->start + 2, fix),
		                "'%s' is captured by value; %s can be captured by reference only: "
		                "write [&%s] [C++ AMP 7.1]",
		                name, class_name(type_of(variable)), name);
	} else if ((instead = replacement_of_host(value)) != NULL) {
		refuse(c, offset, "'%s' is in host memory, which a kernel cannot reach: %s [C++ AMP 7.1]",
		       name, instead);
	} else if (value.kind == CXType_Pointer && !points_to_function(value)) {
		refuse(c, offset, "the pointer '%s' is captured; a kernel cannot reach what it points "
		                  "to: capture an %s over it [C++ AMP 7.1]",
		       name,
		       is_c ? "amp_array_view" : "array_view");
	} else if (is_c && is_array(value)) { /* the parser reports others than in sizeof */
		refuse(c, offset, "a kernel cannot capture an array: make a view of it, or put it into a struct");
	} else if (is_c && is_local(clang_getTypeDeclaration(value)) && !has_name(clang_getCursorType(variable))) {
		refuse(c, offset, "'%s' is captured, and its type has no name: write struct NAME {...}",
		       name);
	} else if (!container) {
		const char *problem = is_of_refused_type(c, value) || is_amp_lambda(value)
		                              ? NULL
		                              : type_problem(c, value, PLACE_VARIABLE, 0);

		if (problem && !is_refused_argument(c, clang_getCursorType(variable))) {
			refuse_type(c, value, offset, "'%s' of type '%s' is captured: %s [C++ AMP 7.1]",
			            name, type_spelling(value), problem);
		} else if (by_reference) {
			refuse_reference(k, name, offset, " [C++ AMP 7.1]");
		}
	}
}

static void check_capture(struct capture_check *k, CXCursor variable, unsigned offset)
{
	struct checker *c = k->checker;
	const char *name = cursor_spelling(variable);
	bool by_reference = captures_by_reference(&k->captures, name);
	CXType value = without_reference(type_of(variable));
	bool container = !unit_is_c(c->unit) && is_array_or_texture(value);
	unsigned errors = c->unit->errors;

	if (!k->inner && is_pack(clang_getCursorType(variable)) &&
	    (by_reference || is_cxx11(c->unit))) {
		refuse(c, offset, "the parameter pack '%s' is captured %s, which is not supported: %s", name,
		       by_reference ? "by reference" : "in C++11",
		       by_reference ? "write [=], and pass views of arrays"
		                    : "compile as C++14, or put the arguments in a struct first");
	} else if (!(container && !by_reference) && (is_dependent(value) || value.kind == CXType_Auto)) {
		; /* known once the template is instantiated */
	} else if (is_refused(c, variable) ||
	           (value.kind != CXType_Pointer && is_misdeclared(c, variable))) {
		;
	} else if (k->inner) {
		if (by_reference && !container && !c->unit->request->extensions)
			refuse_reference(k, name, offset, " (--amp-extensions allows it) [C++ AMP 2.4.3.3]");
		else if (!by_reference && value.kind == CXType_Pointer && !c->unit->request->extensions)
			refuse(c, offset, "the pointer '%s' is captured, which a lambda in restrict(amp) "
			                  "code cannot do (--amp-extensions allows it) [C++ AMP 2.4.3.3]",
			       name);
	} else {
		check_kernel_capture(k, variable, offset, by_reference);
	}
	if (c->unit->errors > errors)
		refuse_variable(c, variable, k->start, k->end);
}

/* Checks [*this]. */
static void check_copy_of_this(struct capture_check *k, CXCursor this, unsigned offset)
{
	struct checker *c = k->checker;
	CXType type = clang_getPointeeType(type_of(this));
	const char *problem = is_dependent(type) || is_of_refused_type(c, type)
	                              ? NULL
	                              : type_problem(c, type, PLACE_VARIABLE, 0);

	if (problem) {
		const char *spelling = type_spelling(unqualified(type));

		refuse_type(c, type, offset, "'*this' of type '%s' is captured: %s [C++ AMP 7.1]", spelling,
		            problem);
	}
}

static void refuse_this(struct checker *c, unsigned offset)
{
	refuse(c, offset, "'this' is captured; a kernel cannot reach the object: copy what it needs to "
	       "local variables [C++ AMP 7.1]");
}

/* Checks a member named without an object: it belongs to *this. */
static void check_own_member(struct capture_check *k, CXCursor n, unsigned start)
{
	struct checker *c = k->checker;
	CXCursor member = clang_getCursorReferenced(n);
	bool function = is_function(member.kind);
	unsigned at;

	if (captured_copy_of_this(c->unit, k->start) != UINT_MAX ||
	    !clang_Cursor_isNull(first_child(n)) || clang_CXXMethod_isStatic(member) ||
	    (!function && member.kind != CXCursor_FieldDecl) ||
	    (cursor_offset(c->clauses, member, &at) && at >= k->start && at < k->end))
		return;
	CXType type = without_reference(type_of(member));
	const char *name = cursor_spelling(member), *of_host = replacement_of_host(type);
	const char *instead = function  ? "call it of a local copy of the object"
	                      : of_host ? of_host
	                      : is_array_or_texture(type)
	                          ? interned_printf("auto &a = %s, and capture &a", name)
	                          : "copy the member to a local variable";

	k->this_object = true;
	refuse(c, start, "the member %s'%s' captures 'this'; a kernel cannot reach the object: %s [C++ AMP 7.1]",
	       function ? "function " : "", name, instead);
}

/* Returns where a kernel first uses a variable that it captures by default: libclang locates such a capture
 * at the `=`, which is no helpful place. */
static unsigned first_use(const struct capture_check *k, const char *name, unsigned otherwise)
{
	const struct unit *u = k->checker->unit;
	const char *s = u->text.data;
	const struct token *t = u->tokens.items;
	size_t i = token_at(&u->tokens, lambda_body(u, k->start));

	if (!in_capture_list(u, k->start, otherwise) || (s[otherwise] != '=' && s[otherwise] != '&'))
		return otherwise;
	for (; t[i].offset < k->end; i++) {
		if (unit_is(u, i, name) && !unit_is_one_of(u, i - 1, ". -> ::"))
			return t[i].offset;
	}
	return otherwise;
}

/* Checks `this` where the lambda captures or uses it. */
static void check_this(struct capture_check *k, CXCursor n, unsigned start)
{
	unsigned copy = captured_copy_of_this(k->checker->unit, k->start);

	if (k->inner || k->this_object)
		return;
	if (start < k->body && copy == UINT_MAX) {
		k->captured_this = start; /* the member that needs it makes a better message */
		return;
	}
	k->this_object = true;
	if (copy != UINT_MAX)
		check_copy_of_this(k, n, copy);
	else
		refuse_this(k->checker, start);
}

/* Checks a name if it is that of a variable around the lambda, once for each variable. */
static void check_name(struct capture_check *k, CXCursor v, unsigned start)
{
	struct checker *c = k->checker;
	const char *name = cursor_spelling(v);
	unsigned at;

	if (!is_variable(v) || !is_local(v) || !cursor_offset(c->clauses, v, &at) ||
	    (at >= k->start && at < k->end && !in_capture_list(c->unit, k->start, at)) ||
	    is_constant(v) || clang_Cursor_getStorageClass(v) == CX_SC_Static || !names_add(&k->done, name))
		return;
	check_capture(k, v, in_capture_list(c->unit, k->start, at) ? at : first_use(k, name, start));
}

static void find_captured(struct capture_check *k, CXCursor lambda)
{
	struct checker *c = k->checker;
	unsigned start, end;

	for (struct walk w = walk_below(lambda); walk_next(&w);) {
		enum CXCursorKind kind = w.cursor.kind;

		if (!cursor_range(c->clauses, w.cursor, &start, &end))
			continue;
		if (in_init_capture(c->unit, k->start, start) ||
		    (k->inner && kind == CXCursor_LambdaExpr)) /* is checked by itself */
			walk_skip(&w);
		else if (kind == CXCursor_CXXThisExpr)
			check_this(k, w.cursor, start);
		else if (kind == CXCursor_MemberRefExpr && !k->inner && !k->this_object)
			check_own_member(k, w.cursor, start);
		else if (kind == CXCursor_DeclRefExpr || kind == CXCursor_VariableRef)
			check_name(k, clang_getCursorReferenced(w.cursor), start);
	}
}

void check_captures(struct checker *c, CXCursor lambda, unsigned start, unsigned end)
{
	struct capture_check k = {.checker = c, .start = start, .end = end, .captured_this = UINT_MAX};

	if (lambda.kind == CXCursor_LambdaExpr) {
		k.captures = read_captures(c->unit, start);
		k.body = lambda_body(c->unit, start);
	}
	find_captured(&k, lambda);
	if (k.captured_this != UINT_MAX && !k.this_object)
		refuse_this(c, k.captured_this);
}

void check_inner_lambda(struct checker *c, CXCursor lambda, unsigned start, unsigned end)
{
	struct capture_check k = {.checker = c, .inner = true, .start = start, .end = end,
	                          .captures = read_captures(c->unit, start)};

	check_qualifiers(c, token_at(&c->unit->tokens, start),
	                 token_at(&c->unit->tokens, lambda_body(c->unit, start)));
	find_captured(&k, lambda);
}
