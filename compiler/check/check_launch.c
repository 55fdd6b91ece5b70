/* Launches: whether what is launched is a kernel, and takes the indices of its domain (specification 7). */
#include "check/check_internal.h"

#include <limits.h>
#include <string.h>

/* Returns the shape of a domain or an index, "extent<2>", "tiled_index<8, 4>"; "" for other types, and for a
 * dependent shape. */
static const char *shape_of(CXType type)
{
	struct library_type t;
	struct text out = {0};

	if (!library_type(type, &t) || !t.rank)
		return "";
	switch (t.entity) {
	case LIBRARY_INDEX:
		return interned_printf("index<%u>", t.rank);
	case LIBRARY_EXTENT:
		return interned_printf("extent<%u>", t.rank);
	case LIBRARY_TILED_INDEX:
	case LIBRARY_TILED_EXTENT:
		text_append(&out, t.entity == LIBRARY_TILED_INDEX ? "tiled_index<" : "tiled_extent<");
		for (unsigned d = 0; d < t.rank; d++)
			text_printf(&out, "%s%u", d ? ", " : "", t.extents[d]);
		text_append(&out, ">");
		return interned_text(&out);
	default:
		return "";
	}
}

/* Returns the number of parameters without a default argument. */
static unsigned count_needed(CXCursor function)
{
	unsigned n = 0;

	for (struct walk w = walk_children(function); walk_next(&w);)
		n += is_parameter_of(w.cursor, function) && !is_pack(clang_getCursorType(w.cursor)) &&
		     clang_Cursor_isNull(clang_Cursor_getVarDeclInitializer(w.cursor));
	return n;
}

/* Returns why a kernel cannot be called with an index: it has further parameters, or could modify the index.
 * NULL if it can. */
static const char *parameter_mistake(CXCursor function, CXCursor parameter)
{
	CXType type = type_of(parameter);

	if (count_needed(function) > 1)
		return "the kernel has more parameters than one, the index: what else it needs it captures";
	if (type.kind == CXType_LValueReference &&
	    !clang_isConstQualifiedType(clang_getPointeeType(type)))
		return "the kernel takes its index by a reference that is not const";
	return NULL;
}

/* Returns why a kernel does not take the indices of a domain, or NULL. *fix: text to insert behind the
 * domain, or NULL. */
static const char *index_mismatch(CXCursor domain, CXCursor function, const char **fix)
{
	CXCursor parameter = first_parameter(function);

	*fix = NULL;
	const char *of_domain = shape_of(clang_getCursorType(domain));

	if (clang_Cursor_isNull(parameter) || is_number(clang_getCursorType(parameter)))
		return *of_domain ? interned_printf(
		                        "the kernel takes %s, but the domain is %s '%s': its parameter is the index",
		                        clang_Cursor_isNull(parameter) ? "nothing" : "a number",
		                        *of_domain == 'e' ? "an" : "a", of_domain)
		                  : NULL;
	const char *mistake = parameter_mistake(function, parameter);

	if (mistake)
		return mistake;
	const char *taken = shape_of(clang_getCursorType(parameter));
	const char *shape = strchr(of_domain, '<'), *taken_shape = strchr(taken, '<');
	bool tiled = starts(of_domain, "tiled_extent<");
	bool takes_tiled = starts(taken, "tiled_index<");

	if ((!tiled && !starts(of_domain, "extent<")) ||
	    (!takes_tiled && !starts(taken, "index<")))
		return NULL; /* not known, as for a template parameter */
	if (takes_tiled && !tiled) {
		*fix = interned_printf(".tile%s()", taken_shape);
		return interned_printf("the kernel takes a '%s', but the domain is an '%s', which has no tiles", taken,
		                       of_domain);
	}
	return takes_tiled == tiled && strcmp(shape, taken_shape)
	           ? interned_printf("the kernel takes %s '%s', but the domain is %s '%s'", tiled ? "a" : "an", taken,
	                             tiled ? "a" : "an", of_domain)
	           : NULL;
}

/* ---- Kernels ---------------------------------------------------------------- */

/* The operator()s of a class, without inherited ones. */
struct call_operators {
	bool any;
	unsigned n_amp;
	CXCursor function; /* the last one that is restrict(amp), else the last one */
};

static void add_call_operators(struct call_operators *o, CXCursor class)
{
	for (struct walk w = walk_children(class); walk_next(&w);) {
		if (!is_function(w.cursor.kind) || !starts_with(w.cursor, "operator()"))
			continue;
		bool is_amp = cursor_restrictions(w.cursor) & RESTRICT_AMP;

		if (is_amp || !o->n_amp)
			o->function = w.cursor;
		o->any = true;
		o->n_amp += is_amp;
	}
}

bool is_amp_lambda(CXType type)
{
	struct call_operators o = {0};

	if (is_closure_type(type))
		add_call_operators(&o, clang_getTypeDeclaration(type));
	return o.n_amp > 0;
}

/* Checks that a kernel takes the indices of its domain. */
static void check_index(struct checker *c, CXCursor call, CXCursor function)
{
	CXCursor domain =
	    clang_Cursor_getArgument(call, clang_Cursor_getNumArguments(call) - 2);
	unsigned start, end;
	const char *fix, *message;

	/* the parser treats an unknown type as int */
	if (cursor_range(c->clauses, first_parameter(function), &start, &end) &&
	    offsets_within(&c->parse_errors, start, end))
		return;
	message = index_mismatch(domain, function, &fix);
	if (message && cursor_range(c->clauses, domain, &start, &end)) {
		refuse_with_fix(c, start, fix_insert(end, fix), "%s [C++ AMP 7]", message);
		refuse_variable(c, first_parameter(function), 0, UINT_MAX);
	}
}

/* Checks that an object of a class takes the indices of its domain. Overload resolution chooses among several
 * operators. */
static void check_operator(struct checker *c, CXCursor call, const struct call_operators *o)
{
	if (o->n_amp == 1)
		check_index(c, call, o->function);
}

/* Checks the launch of a lambda, wherever that is written: a template launches its argument. */
static void check_lambda_launch(struct checker *c, CXCursor call, CXType type)
{
	CXCursor class = clang_getTypeDeclaration(type);
	struct call_operators o = {0};
	unsigned start, body_start, body_end;

	if (!cursor_offset(c->clauses, class, &start))
		return;
	add_call_operators(&o, class);
	if (!(lambda_restrictions(c->unit, start) & RESTRICT_AMP)) {
		refuse_with_fix(c, start, fix_insert(behind_parameters(c->unit, start), " restrict(amp)"),
		                "the kernel is restrict(cpu): write restrict(amp) "
		                "behind its parameters [C++ AMP 7]");
		if (cursor_range(c->clauses, o.function, &body_start, &body_end))
			refuse_kernel(c->unit, body_start, body_end);
	} else {
		check_operator(c, call, &o);
	}
}

/* Checks the launch of an object of a class, at offset `at`. */
static void check_object_launch(struct checker *c, CXCursor call, CXType type, unsigned at)
{
	CXCursor class = clang_getCursorDefinition(clang_getTypeDeclaration(type));
	CXCursor template = class_template_of(class);
	struct call_operators o = {0};

	add_call_operators(&o, class);
	add_call_operators(&o, template);
	if (o.any && !o.n_amp) {
		refuse(c, at, "the kernel is restrict(cpu): operator() of '%s' must be "
		              "restrict(amp) [C++ AMP 7]",
		       type_spelling(unqualified(type)));
		note_declared(c, o.function, "operator()", true);
	} else {
		check_operator(c, call, &o);
	}
}

/* The function object of parallel_for_each must be callable in amp code. */
void check_launch(struct checker *c, CXCursor call)
{
	CXCursor callee = cursor_callee(call);
	int n = clang_Cursor_getNumArguments(call);
	unsigned start, end;

	if (n < 2 || library_entity(callee) != LIBRARY_PARALLEL_FOR_EACH)
		return;
	CXCursor kernel = clang_Cursor_getArgument(call, n - 1);
	CXType type = clang_getCanonicalType(without_reference(clang_getCursorType(kernel)));

	if (is_closure_type(type))
		check_lambda_launch(c, call, type);
	else if (type.kind == CXType_Record)
		check_object_launch(c, call, type,
		                    cursor_range(c->clauses, kernel, &start, &end) ? start
		                                                                   : c->last_offset);
}
