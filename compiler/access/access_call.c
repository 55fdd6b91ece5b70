/* Calls in a kernel: into functions of the program's, of what the library's do, and of
 * those that are not known before a template is instantiated. */
#include "access/access_walk.h"

#include <stdlib.h>
#include <string.h>

CXCursor body_and_parameters(CXCursor function, struct children *parameters)
{
	struct children c = children_of(function);
	CXCursor body = clang_getNullCursor();

	for (size_t i = 0; i < c.count; i++) {
		enum CXCursorKind kind = clang_getCursorKind(c.items[i]);

		if (is_parameter_of(c.items[i], function))
			children_add(parameters, c.items[i]);
		else if (kind == CXCursor_CompoundStmt)
			body = c.items[i];
		else if (kind == CXCursor_UnexposedDecl) /* a block's */
			body = body_and_parameters(c.items[i], parameters);
	}
	free(c.items);
	return body;
}

bool is_seen(const struct accesses *a, const char *name, bool *is_used)
{
	const struct unit *u = a->unit;

	*is_used = false;
	for (size_t n = 0; n < a->n_bodies; n++) {
		for (size_t i = token_at(&u->tokens, a->bodies[n].start);
		     u->tokens.items[i].offset < a->bodies[n].end; i++) {
			const struct token *t = &u->tokens.items[i];

			if (t->kind == TOKEN_END)
				break;
			if (t->kind != TOKEN_IDENTIFIER || !token_is(u->text.data, t, name))
				continue;
			*is_used = true;
			if (!(a->seen[t->offset / 8] & 1u << t->offset % 8))
				return false;
		}
	}
	return true;
}

static void add_body(struct accesses *a, CXCursor body)
{
	struct text_range r;

	if (!cursor_range(a->unit->clauses, body, &r.start, &r.end)) {
		a->is_blind = true;
		return;
	}
	a->bodies = xrealloc(a->bodies, (a->n_bodies + 1) * sizeof(*a->bodies));
	a->bodies[a->n_bodies++] = r;
}

void run_body(struct accesses *a, CXCursor function, CXCursor body, struct value self)
{
	struct frame frame = {a->frame, function, self, EVERYTHING};

	a->frame = &frame;
	a->depth++;
	add_body(a, body);
	run_statement(a, body);
	a->done &= frame.at_returns;
	a->depth--;
	a->frame = (struct frame *)frame.caller;
}

/* What a parameter is that a value is passed to. */
static struct value passed(struct accesses *a, struct value v, CXCursor parameter, CXCursor e)
{
	CXType type = clang_getCanonicalType(clang_getCursorType(parameter));
	bool by_reference = type.kind == CXType_LValueReference || type.kind == CXType_RValueReference;

	v.is_constant |= is_const(type);
	if (v.kind == COMPONENT && !by_reference && !is_number(type)) {
		read_value(a, v);
		return nothing;
	}
	if (v.kind == COMPONENT && !by_reference && converted(a, v, type, type).kind != COMPONENT)
		return nothing; /* a narrower one */
	if (v.kind == STRIDE || v.kind == OFFSET || v.kind == EXTENT || v.kind == DATA) {
		v.is_constant |= !by_reference;
		escape_value(a, v);
		return nothing;
	}
	if (v.kind == ELEMENT && !by_reference) {
		/* as a number, if it is one */
		if (is_number(type) || suppose_number(a, parameter))
			use_as_number(a, v, e);
		else
			escape_value(a, v);
		return nothing;
	}
	if ((v.kind == VIEW || v.kind == OBJECT) && type.kind == CXType_Pointer) {
		escape_value(a, v);
		return nothing;
	}
	return v;
}

bool has_specialized_members(const struct accesses *a, CXCursor class)
{
	const struct unit *u = a->unit;
	const struct token *t = u->tokens.items;
	const char *text = u->text.data;
	bool found = false;

	if (clang_getCursorKind(class) != CXCursor_ClassTemplate &&
	    clang_getCursorKind(class) != CXCursor_ClassTemplatePartialSpecialization)
		return false;
	char *name = take_string(clang_getCursorSpelling(class));

	for (size_t i = 0; t[i].kind != TOKEN_END && !found; i++) {
		if (!token_is(text, &t[i], "template") || !token_is(text, &t[i + 1], "<") ||
		    !token_is(text, &t[i + 2], ">"))
			continue;
		for (size_t k = i + 3; t[k].kind != TOKEN_END && !token_is(text, &t[k], ";") &&
		                       !token_is(text, &t[k], "{") && !found; k++)
			found = token_is(text, &t[k], name) && token_is(text, &t[k + 1], "<") &&
			        token_is(text, &t[token_skip_angles(text, &u->tokens, k + 1)], "::");
	}
	free(name);
	return found;
}

/* Walks a function of the program's. False if that cannot be done. */
static bool call_into(struct accesses *a, CXCursor callee, struct value self,
                      const CXCursor *arguments, const struct value *values, size_t n,
                      bool is_statement)
{
	CXCursor definition = clang_getCursorDefinition(callee);
	struct children parameters = {0};
	bool ok = !clang_Cursor_isNull(definition) && !is_library(definition) &&
	          !clang_CXXMethod_isVirtual(callee) && a->depth < MAX_DEPTH && a->n_bodies < MAX_BODIES &&
	          !has_specialized_members(a, clang_getCursorSemanticParent(callee));

	for (const struct frame *f = a->frame; f && ok; f = f->caller)
		ok = !clang_equalCursors(f->function, definition);
	CXCursor body = ok ? body_and_parameters(definition, &parameters) : clang_getNullCursor();

	ok = ok && !clang_Cursor_isNull(body) && parameters.count >= n;
	if (ok) {
		size_t bindings = a->n_bindings;
		uint64_t done = a->done;

		for (size_t i = 0; i < n; i++) {
			struct value v = passed(a, values[i], parameters.items[i], arguments[i]);

			CXType t = clang_getCanonicalType(clang_getCursorType(parameters.items[i]));

			if ((v.kind == INDEX || v.kind == COMPONENT) && t.kind != CXType_LValueReference &&
			    t.kind != CXType_RValueReference)
				bind_copy(a, parameters.items[i], v);
			else if (v.kind != NOTHING && v.kind != NUMBER)
				bind_name(a, parameters.items[i], v);
		}
		run_body(a, definition, body, self);
		if (!is_statement)
			a->done = done;
		a->n_bindings = bindings;
	}
	free(parameters.items);
	return ok;
}

/* An argument of a function of the library's, which changes nothing through a
 * reference to const. */
static void pass_to_library(struct accesses *a, struct value v, CXType parameter)
{
	CXType t = clang_getCanonicalType(parameter);
	bool by_value = t.kind != CXType_LValueReference && t.kind != CXType_RValueReference &&
	                t.kind != CXType_Pointer && t.kind != CXType_Invalid;
	bool constant = t.kind == CXType_LValueReference && is_const(t);

	if ((v.kind == ELEMENT || v.kind == INDEX || v.kind == COMPONENT || v.kind == EXTENT) &&
	    (by_value || constant))
		read_value(a, v);
	else
		escape_value(a, v);
}

static struct value construct(struct accesses *a, CXCursor e, CXCursor callee,
                              const CXCursor *arguments, struct value *values, size_t n)
{
	CXType type = clang_getCursorType(e), function = clang_getCursorType(callee);

	if (n == 1 && values[0].kind == VIEW && is_array_or_view(library_class(type)))
		return values[0];
	if (n == 1 && values[0].kind == OBJECT && is_plain_class(type) &&
	    is_plain_class(clang_getCursorType(arguments[0])) &&
	    clang_CXXConstructor_isCopyConstructor(callee))
		return values[0];
	if (is_index_type(type) && is_library(callee)) {
		bool is_index = n > 0;

		if (n == 1 && values[0].kind == INDEX) {
			values[0].is_constant = true;
			return values[0];
		}
		/* of all components; a view of another rank than the domain's is not claimed */
		for (size_t i = 0; i < n; i++) {
			note_place(a, values[i], i, n);
			is_index &= values[i].kind == COMPONENT && values[i].dimension == (int)i;
		}
		if (is_index) {
			struct value v = {.kind = INDEX, .is_constant = true};

			return v;
		}
	}
	bool is_copy = n == 1 && values[0].kind == ELEMENT && is_plain_class(type) &&
	               (clang_CXXConstructor_isCopyConstructor(callee) ||
	                clang_CXXConstructor_isMoveConstructor(callee));

	for (size_t i = 0; i < n; i++) {
		if (is_copy)
			read_value(a, values[i]);
		else if (is_library(callee))
			pass_to_library(a, values[i], clang_getArgType(function, (unsigned)i));
		else
			escape_value(a, values[i]);
	}
	return nothing;
}

/* A member function of the library's. */
static struct value call_library_member(struct accesses *a, CXCursor e, CXCursor callee,
                                        struct value self, const CXCursor *arguments,
                                        const struct value *values, size_t n)
{
	char *name = take_string(clang_getCursorSpelling(callee));
	CXType function = clang_getCursorType(callee);
	bool constant = clang_CXXMethod_isConst(callee);
	bool is_conversion = clang_getCursorKind(callee) == CXCursor_ConversionFunction;
	struct value v = nothing;

	switch (self.kind) {
	case VIEW:
		if (is_array_or_view(library_class(clang_getCursorType(e))) &&
		    (!strcmp(name, "section") || !strncmp(name, "reinterpret_as", 14) ||
		     !strncmp(name, "view_as", 7))) {
			v = self;
			v.is_part = true;
			self.held->elsewhere = true;
		} else if (!strcmp(name, "get_extent")) {
			self.held->is_measured = true;
		} else {
			escape_value(a, self);
		}
		break;
	case INDEX:
		if (is_conversion) {
			v = self;
		} else if (!strcmp(name, "operator[]") && n == 1) {
			v = (struct value){.kind = COMPONENT, .dimension = number_of(arguments[0]),
			                   .is_place = true, .is_constant = constant || self.is_constant,
			                   .copy = self.copy};
		} else {
			self.is_constant |= constant;
			escape_value(a, self);
		}
		break;
	case ELEMENT:
		read_value(a, self);
		if (!constant)
			write_value(a, self);
		/* it may return itself */
		if (clang_getCanonicalType(clang_getCursorResultType(callee)).kind == CXType_LValueReference)
			escape_value(a, self);
		break;
	case EXTENT:
		self.is_constant |= constant;
		if (!strcmp(name, "operator[]"))
			v = self;
		else
			escape_value(a, self);
		break;
	default:
		escape_value(a, self);
	}
	for (size_t i = 0; i < n; i++)
		pass_to_library(a, values[i], clang_getArgType(function, (unsigned)i));
	free(name);
	return v;
}

/* The operator that is not resolved, in a template: "operator*" among the children. */
static bool unresolved_operator(CXCursor e, char **name)
{
	struct children c = operands_of(e);
	bool found = false;

	for (size_t i = 0; i < c.count && !found; i++) {
		CXCursor d = first_child(c.items[i]);

		if (clang_getCursorKind(c.items[i]) == CXCursor_DeclRefExpr &&
		    clang_getCursorKind(d) == CXCursor_OverloadedDeclRef && starts_with(d, "operator")) {
			unsigned start, end, first, last;
			CXSourceRange whole = clang_getCursorExtent(e);
			CXSourceRange own = clang_getCursorExtent(c.items[i]);

			/* written as an operator: "operator+(a, b)" is longer */
			clang_getFileLocation(clang_getRangeStart(whole), NULL, NULL, NULL, &start);
			clang_getFileLocation(clang_getRangeEnd(whole), NULL, NULL, NULL, &end);
			clang_getFileLocation(clang_getRangeStart(own), NULL, NULL, NULL, &first);
			clang_getFileLocation(clang_getRangeEnd(own), NULL, NULL, NULL, &last);
			*name = take_string(clang_getCursorSpelling(d));
			found = last - first == strlen(*name) - strlen("operator") && end > start;
			if (!found)
				free(*name);
		}
	}
	free(c.items);
	return found;
}

/* a + b in a template, with functions that might be meant. */
static struct value call_unresolved_operator(struct accesses *a, CXCursor e, const char *op)
{
	static const char *const values[] = {"+", "-", "*", "/", "%", "==", "!=", "<", ">", "<=", ">=",
	                                     "!", "~", "|", "^", "<<", ">>", "&&", "||"};
	static const char *const changes[] = {"+=", "-=", "*=", "/=", "%=", "|=", "^=", "&=", "<<=",
	                                      ">>=", "++", "--"};
	struct children o = operands_of(e);
	size_t n = 0;
	struct value v = nothing;

	for (size_t i = 0; i < o.count; i++) {
		if (clang_getCursorKind(first_child(o.items[i])) != CXCursor_OverloadedDeclRef)
			o.items[n++] = o.items[i];
	}
	bool is_value = !strcmp(op, "&") && n == 2, is_change = false;

	for (size_t i = 0; i < sizeof(values) / sizeof(*values); i++)
		is_value |= !strcmp(op, values[i]);
	for (size_t i = 0; i < sizeof(changes) / sizeof(*changes); i++)
		is_change |= !strcmp(op, changes[i]);
	if (is_value) {
		v = use_operands(a, o.items, n, true);
	} else if (is_change && n) {
		struct value to = eval_expression(a, o.items[0]);
		struct value by = n > 1 ? eval_expression(a, o.items[1]) : nothing;
		bool numbers = is_supposed_number(a, to, o.items[0]);

		if (n > 1)
			numbers &= is_supposed_number(a, by, o.items[1]);
		if (to.kind == ELEMENT)
			to.held->on_premises = true;
		if (by.kind == ELEMENT)
			by.held->on_premises = true;
		if (numbers) {
			if (to.kind == ELEMENT)
				read_value(a, to);
			write_value(a, to);
			read_value(a, by);
		} else {
			escape_value(a, to);
			escape_value(a, by);
		}
	} else {
		for (size_t i = 0; i < n; i++)
			eval_escaping(a, o.items[i]);
	}
	free(o.items);
	return v;
}

/* texture_view's members, whose names tell enough where the object is not known: the
 * order of threads is all that depends on it. */
static bool is_sampling(const char *member)
{
	return !strcmp(member, "sample") || !strncmp(member, "gather_", 7);
}

/* A call of something that is not known before a template is instantiated, or of a
 * function through a pointer. */
static struct value call_unknown(struct accesses *a, CXCursor e)
{
	struct children o = operands_of(e);
	struct value v = nothing;
	CXCursor callee = o.count ? o.items[0] : clang_getNullCursor();
	int n = clang_Cursor_getNumArguments(e);
	bool is_call = n >= 0 && o.count == (size_t)n + 1;
	struct value f = nothing;

	if (is_call && clang_getCursorKind(callee) == CXCursor_MemberRefExpr &&
	    clang_getCursorKind(clang_getCursorReferenced(callee)) != CXCursor_FieldDecl) {
		/* a member function: v.get_extent(), or overloaded ones of the kernel's */
		struct children of = operands_of(callee);
		char *name = member_name(a, callee);

		f = of.count ? eval_expression(a, of.items[0]) : a->frame->self;
		see_name(a, callee);
		a->samples |= is_sampling(name);
		if (f.kind == VIEW && !strcmp(name, "get_extent")) {
			suppose_view(a, f.held);
			f.held->is_measured = true;
			f = nothing;
		}
		if (f.kind == EXTENT)
			f = nothing;
		escape_value(a, f);
		f = nothing;
		free(name);
		free(of.items);
	} else if (is_call) {
		f = eval_expression(a, callee);
	}
	if (is_call && f.kind == VIEW && n > 0) {
		v = eval_access(a, f, &o.items[1], (size_t)n, e);
	} else {
		escape_value(a, f);
		for (size_t i = is_call ? 1 : 0; i < o.count; i++)
			eval_escaping(a, o.items[i]);
	}
	free(o.items);
	return v;
}

/* C: amp_at's offset, from a view's stride and the index. */
static bool is_offset(struct accesses *a, CXCursor e, CXCursor callee, const struct value *values,
                      size_t n, struct value *v)
{
	struct children o = operands_of(e);
	CXCursor function = o.count ? strip_conversions(o.items[0]) : clang_getNullCursor();
	bool ok = a->is_c && n > 1 && values[0].kind == STRIDE;

	free(o.items);
	if (ok && clang_getCursorKind(callee) == CXCursor_FunctionDecl) {
		ok = library_entity(callee) == LIBRARY_ELEMENT_OFFSET;
	} else if (ok && clang_getCursorKind(function) == CXCursor_GenericSelectionExpr) {
		struct children all = operands_of(function);

		/* behind what it selects by */
		for (size_t i = 1; i < all.count; i++) {
			CXCursor d = clang_getCursorReferenced(all.items[i]);

			ok &= library_entity(d) == LIBRARY_ELEMENT_OFFSET;
		}
		ok &= all.count > 1;
		free(all.items);
		clang_visitChildren(function, see_all, a);
	} else {
		ok = false;
	}
	if (!ok)
		return false;
	bool is_own = !values[0].is_part;

	for (size_t i = 1; i < n; i++) {
		if (n == 2 && values[i].kind == INDEX)
			continue;
		if (is_own && values[i].kind == COMPONENT && values[i].dimension == (int)i - 1)
			continue;
		is_own = false;
		read_value(a, values[i]);
	}
	*v = (struct value){.kind = OFFSET, .held = values[0].held, .is_own = is_own};
	return true;
}

/* A call of a function that is known. */
struct resolved_call {
	CXCursor expression, callee;
	CXCursor *arguments; /* without the object */
	size_t n;
	struct value self;   /* the object, if it has one */
	bool has_self;
	uint64_t done;       /* accesses.done in front of the call */
};

/* Finds the object of a member function's call. False if the call has one that is not known. */
static bool find_object(struct accesses *a, struct resolved_call *c)
{
	enum CXCursorKind kind = clang_getCursorKind(c->callee);
	struct children operands = operands_of(c->expression);
	CXCursor function = operands.count ? strip_conversions(operands.items[0])
	                                   : clang_getNullCursor();

	free(operands.items);
	if ((kind != CXCursor_CXXMethod && kind != CXCursor_ConversionFunction &&
	     kind != CXCursor_FunctionTemplate) ||
	    clang_Cursor_isNull(function) || clang_CXXMethod_isStatic(c->callee) ||
	    !is_class(clang_getCursorKind(clang_getCursorSemanticParent(c->callee))))
		return true;
	c->has_self = true;
	if (clang_getCursorKind(function) == CXCursor_MemberRefExpr &&
	    clang_equalCursors(clang_getCursorReferenced(function), c->callee)) {
		struct children of = operands_of(function);

		see_name(a, function);
		c->self = of.count ? eval_expression(a, of.items[0]) : a->frame->self;
		free(of.items);
		return true;
	}
	if (!c->n || !starts_with(c->callee, "operator") || kind == CXCursor_ConversionFunction)
		return false;
	/* an operator: the object is its first operand */
	c->self = eval_expression(a, c->arguments[0]);
	a->done = c->done;
	memmove(c->arguments, c->arguments + 1, --c->n * sizeof(*c->arguments));
	return true;
}

/* Everything in a call of which nothing is known. */
static void escape_call(struct accesses *a, CXCursor call)
{
	struct children operands = operands_of(call);

	escape_value(a, a->frame->self);
	for (size_t i = 0; i < operands.count; i++)
		eval_escaping(a, operands.items[i]);
	free(operands.items);
}

/* v[i], v(i), v.operator[](i) */
static bool is_element_access(const struct resolved_call *c)
{
	return c->has_self && c->self.kind == VIEW && is_library(c->callee) &&
	       (is_named(c->callee, "operator[]") || is_named(c->callee, "operator()"));
}

/* What a call does with its arguments, and its value. */
static struct value call_with_values(struct accesses *a, const struct resolved_call *c,
                                     struct value *values, bool is_statement)
{
	CXCursor e = c->expression, callee = c->callee;
	struct value v = nothing;

	if (is_offset(a, e, callee, values, c->n, &v)) {
		;
	} else if (clang_getCursorKind(callee) == CXCursor_Constructor) {
		v = construct(a, e, callee, c->arguments, values, c->n);
	} else if (is_library(callee) && c->has_self) {
		v = call_library_member(a, e, callee, c->self, c->arguments, values, c->n);
	} else if (is_library(callee)) {
		for (size_t i = 0; i < c->n; i++)
			pass_to_library(a, values[i],
			                clang_getArgType(clang_getCursorType(callee), (unsigned)i));
	} else if (!call_into(a, callee, c->self, c->arguments, values, c->n, is_statement)) {
		escape_value(a, c->self);
		for (size_t i = 0; i < c->n; i++)
			escape_value(a, values[i]);
	} else if (c->self.kind == OBJECT && c->n == 1 && values[0].kind == INDEX &&
	           is_named(callee, "operator()")) {
		v.held = c->self.held;
		v.is_run = true;
	}
	return v;
}

/* Evaluates the arguments first. A call with none that matters does nothing that does. */
static struct value call_with_arguments(struct accesses *a, const struct resolved_call *c,
                                        bool is_statement)
{
	struct value *values = xmalloc((c->n + 1) * sizeof(*values)), v = nothing;
	bool tracked = c->self.kind != NOTHING;

	for (size_t i = 0; i < c->n; i++) {
		values[i] = eval_expression(a, c->arguments[i]);
		tracked |= values[i].kind != NOTHING && values[i].kind != NUMBER;
		a->done = c->done;
	}
	if (tracked)
		v = call_with_values(a, c, values, is_statement);
	free(values);
	return v;
}

static struct value call_resolved(struct accesses *a, CXCursor e, CXCursor callee,
                                  bool is_statement)
{
	struct resolved_call c = {.expression = e, .callee = callee, .self = nothing, .done = a->done};
	enum CXCursorKind kind = clang_getCursorKind(callee);
	int count = clang_Cursor_getNumArguments(e);
	struct value v = nothing;

	c.arguments = xmalloc((count > 0 ? (size_t)count + 1 : 1) * sizeof(*c.arguments));
	for (int i = 0; i < count; i++)
		c.arguments[c.n++] = clang_Cursor_getArgument(e, (unsigned)i);
	if (is_library(callee) && (kind == CXCursor_CXXMethod || kind == CXCursor_FunctionTemplate)) {
		char *name = take_string(clang_getCursorSpelling(callee));

		a->samples |= is_sampling(name);
		free(name);
	}
	if (!find_object(a, &c))
		escape_call(a, e);
	else if (is_element_access(&c))
		v = eval_access(a, c.self, c.arguments, c.n, e);
	else
		v = call_with_arguments(a, &c, is_statement);
	free(c.arguments);
	return v;
}

struct value eval_call(struct accesses *a, CXCursor e, bool is_statement)
{
	CXCursor callee = clang_getCursorReferenced(e);
	enum CXCursorKind kind = clang_getCursorKind(callee);
	char *op;
	struct value v;
	uint64_t done = a->done;

	if (unresolved_operator(e, &op)) {
		v = call_unresolved_operator(a, e, op + strlen("operator"));
		free(op);
	} else if (is_function(kind) ||
	           (a->is_c && clang_getCursorKind(strip_conversions(first_child(e))) ==
	                               CXCursor_GenericSelectionExpr)) {
		v = call_resolved(a, e, callee, is_statement);
	} else {
		v = call_unknown(a, e);
	}
	if (!is_statement)
		a->done = done;
	return v;
}
