/* Common mistakes with C++ AMP: the parser's errors about them in terms of C++ AMP, as one error without the
 * candidates in headers, which users have not written and cannot change. */
#include "messages/messages.h"

#include "ast/phrases.h"
#include "source/amendments.h"

#include <string.h>

/* Parses 'name' (aka 'type') at p. Sets [*from, *end) to what to show: the type, if there is one, because
 * these messages are about the library's types; but not what std::string is. Returns the place behind it, or
 * NULL if the quotation does not end. */
static const char *quotation(const char *p, const char **from, const char **end)
{
	static const char also[] = "' (aka '";
	const char *type;

	*from = p + 1;
	*end = strchr(*from, '\'');
	if (!*end || !starts(*end, also))
		return *end ? *end + 1 : NULL;
	type = *end + strlen(also);
	p = strchr(type, '\'');
	if (p && !starts(*from, "std::") && !starts(*from, "const std::")) {
		*from = type;
		*end = p;
	}
	return p ? p + 1 : NULL;
}

const char *quoted(const char *s, int n)
{
	const char *from, *end, *found = "";
	int i = 0;

	for (const char *p = strchr(s, '\''); p && (p = quotation(p, &from, &end)) != NULL; p = strchr(p, '\'')) {
		if (i++ == n || n == LAST)
			found = interned(from, (size_t)(end - from));
	}
	return found;
}

/* Returns the beginning of the template argument that ends at p. */
static char *argument_begin(char *s, char *p)
{
	int depth = 0;

	for (; p > s; p--) {
		if (strchr(")]>", p[-1]))
			depth++;
		else if (strchr("([<,", p[-1]) && !depth)
			break;
		else if (strchr("([<", p[-1]))
			depth--;
	}
	return *p == ' ' ? p + 1 : p;
}

const char *diagnostic_text(CXDiagnostic d)
{
	static const char also[] = " aka ";
	OWNED char *s = take_string(clang_getDiagnosticSpelling(d));

	/* index<rank + 1 aka 2> */
	for (char *p = s; (p = strstr(p, also)) != NULL;) {
		char *value = p + strlen(also), *to = argument_begin(s, p);

		memmove(to, value, strlen(value) + 1);
		p = to;
	}
	for (char *p = s; (p = strstr(p, WINDOWS_PREFIX)) != NULL;)
		memmove(p, p + strlen(WINDOWS_PREFIX), strlen(p + strlen(WINDOWS_PREFIX)) + 1);
	return interned(s, strlen(s));
}

/* Returns CUDA's "__host__ __device__ function …", with s behind the first "__", as restrict(cpu,amp). */
static const char *restriction(const char *s)
{
	if (starts(s, "host__ __device__"))
		return "restrict(cpu,amp)";
	return starts(s, "host__") ? "restrict(cpu)" : "restrict(amp)";
}

/* Whether `text` follows a phrase in a message. */
static bool is_behind(const char *message, enum phrase p, const char *text)
{
	const char *behind = behind_phrase(message, p);

	return behind && starts(behind, text);
}

/* What the notes of an error say about the functions that a call might mean. */
struct candidate_notes {
	CXDiagnostic error;
	unsigned others;             /* number of the user's candidates with the right number of parameters,
	                              * rejected for another reason */
	const char *callee, *caller; /* restrictions that have nothing in common, or NULL */
	unsigned declared;           /* offset of such a function in the user's text, or UINT_MAX */
	bool library;                /* one candidate is in <amp.h> or its parts */
	const char *argument;        /* type of an argument that does not convert, or NULL */
	const char *parameter;       /* the type that it does not convert to */
	bool several;                /* it does not convert to other types, either */
	bool is_ours;                /* the candidate with that parameter is in <amp.h> or its parts */
	bool to_view;                /* the parameter is an array_view */
	const char *domain;          /* type given in place of an extent, or NULL */
	bool variable_tile;          /* a dimension of a tile is not constant */
	bool constant;               /* an array_view would be over const data */
	bool no_iterator;            /* a container is given in place of an iterator */
	unsigned not_const;          /* offset of the user's candidate that is not const, or UINT_MAX */
};

bool in_amp_library(const struct unit *u, CXSourceLocation place)
{
	CXString file;

	clang_getPresumedLocation(place, &file, NULL, NULL);
	bool yes = clang_getCString(file) &&
	           starts(clang_getCString(file), u->request->include_dir);

	clang_disposeString(file);
	return yes;
}

/* Handles a candidate that takes another type: "no known conversion from 'A' to 'const B &' for …". */
static void read_conversion(struct candidate_notes *k, const char *s)
{
	const char *to = quoted(s, 1), *type = starts(to, "const ") ? to + strlen("const ") : to;
	size_t n = strcspn(type, "&");

	while (n > 0 && type[n - 1] == ' ')
		n--;
	type = interned(type, n);
	if (!k->argument) {
		k->argument = quoted(s, 0);
		k->parameter = type;
		k->to_view = k->library && strstr(s, "array_view<");
	} else {
		k->several |= strcmp(k->parameter, type) != 0;
	}
}

static struct candidate_notes read_candidates(const struct unit *u,
                                              CXDiagnostic d)
{
	struct candidate_notes k = {.error = d, .declared = UINT_MAX, .not_const = UINT_MAX};

	for (struct notes n = notes_of(d); notes_next(&n);) {
		CXSourceLocation place = n.place;
		bool mine = clang_Location_isFromMainFile(place);
		const char *s = diagnostic_text(n.note);
		const char *call = behind_phrase(s, PHRASE_CALL_TO_RESTRICTED);
		const char *from = call ? behind_phrase(call, PHRASE_FROM_RESTRICTED) : NULL;

		k.library |= in_amp_library(u, place);
		if (from) {
			k.callee = restriction(call);
			k.caller = restriction(from);
			if (mine && k.declared == UINT_MAX)
				k.declared = flat_offset(u->clauses, place);
		} else if (mine && begins_with(s, PHRASE_CANDIDATE) && !says(s, PHRASE_CANDIDATE_IMPLICIT) &&
		           !(says(s, PHRASE_CANDIDATE_REQUIRES) && says(s, PHRASE_CANDIDATE_ARGUMENT))) {
			k.others++;
			if (says(s, PHRASE_IS_NOT_MARKED_CONST))
				k.not_const = flat_offset(u->clauses, place);
		} else if (says(s, PHRASE_NO_KNOWN_CONVERSION)) {
			read_conversion(&k, behind_phrase(s, PHRASE_NO_KNOWN_CONVERSION) - 1);
			k.is_ours |= in_amp_library(u, place);
		} else if (k.library && !k.domain && is_behind(s, PHRASE_COULD_NOT_MATCH, "extent")) {
			k.domain = quoted(s, 1);
		}
		k.variable_tile |= k.library && is_behind(s, PHRASE_TEMPLATE_PARAMETER, "D0'");
		k.constant |= k.library && (strstr(s, "is_view_source<const ") ||
		                            says(s, PHRASE_WOULD_LOSE_CONST));
		k.no_iterator |= k.library && strstr(s, "is_iterator<std::") &&
		                 says(s, PHRASE_WAS_NOT_SATISFIED);
	}
	return k;
}

/* Returns the token behind the operator's name at token i: operator+, operator(), operator int. */
static size_t behind_operator(const struct unit *u, size_t i)
{
	const struct token *t = u->tokens.items;

	if (unit_is(u, ++i, "(") && t[i].match == (int)i + 1)
		return i + 2;
	return token_outside(u, i, "(");
}

/* Returns the name of the operator declared at an offset, as written, or NULL. */
static const char *operator_name(const struct unit *u, unsigned offset)
{
	size_t i = token_at(&u->tokens, offset);
	const struct token *last = &u->tokens.items[behind_operator(u, i) - 1];

	return unit_is(u, i, "operator") ? interned(u->text.data + offset, token_end(last) - offset)
	                                 : NULL;
}

unsigned behind_parameters(const struct unit *u, unsigned offset)
{
	const struct token *t = u->tokens.items;
	size_t i = token_at(&u->tokens, offset);

	if (t[i].kind == TOKEN_END)
		return UINT_MAX;
	if (unit_is(u, i, "operator"))
		i = behind_operator(u, i);
	else
		i = unit_is(u, i, "[") && t[i].match > (int)i ? (size_t)t[i].match + 1 : i + 1;
	if (!unit_is(u, i, "(") || t[i].match < (int)i)
		return UINT_MAX;
	for (i = t[i].match; unit_is_one_of(u, i + 1, "const &");)
		i++;
	return token_end(&t[i]);
}

void note_declaration(struct unit *u, unsigned offset, const char *name, bool fix)
{
	unsigned at = fix ? behind_parameters(u, offset) : UINT_MAX;
	const struct clause *clause = at != UINT_MAX ? clause_in(u->clauses, at, at + 2) : NULL;

	if (u->amendments && amended_around(u->amendments, offset))
		return; /* the program has no such declaration: --amp-msvc has inserted it */
	/* a clause that is there has to be changed, not added to */
	diagnose_with_fix(u, SEVERITY_NOTE, offset, fix_insert(clause ? UINT_MAX : at, " restrict(cpu, amp)"),
	                  "'%s' is declared here", name);
	for (size_t i = 0; i < u->n_inferred && clause; i++) {
		if (u->inferred[i].start == clause->start && u->inferred[i].why != UINT_MAX)
			diagnose(u, SEVERITY_NOTE, u->inferred[i].why,
			         "restrict(auto) becomes restrict(cpu) because of this");
	}
}

/* Adds notes for the instantiations that an error is in, and for the calls that lead there from a kernel. */
static void note_origin(struct unit *u, CXDiagnostic error, unsigned offset)
{
	for (struct notes n = notes_of(error); notes_next(&n);) {
		const char *s = diagnostic_text(n.note), *name = quoted(s, 0);

		if (says(s, PHRASE_IN_INSTANTIATION) && says(s, PHRASE_REQUESTED_HERE) &&
		    location_offset(u->clauses, n.place, &offset))
			diagnose(u, SEVERITY_NOTE, offset, "'%s' is %s here", name,
			         says(s, PHRASE_INSTANTIATED_FUNCTION) ? "called from" : "instantiated");
	}
	note_calls(u, offset);
}

/* Returns what to use in place of one of Windows's or HLSL's atomic functions, behind "; ", or "". */
static const char *atomic_replacement(const char *name)
{
	static const char *const functions[][2] = {
	    {"InterlockedIncrement", "fetch_inc"},
	    {"InterlockedDecrement", "fetch_dec"},
	    {"InterlockedAdd", "fetch_add"},
	    {"InterlockedExchangeAdd", "fetch_add"},
	    {"InterlockedAnd", "fetch_and"},
	    {"InterlockedOr", "fetch_or"},
	    {"InterlockedXor", "fetch_xor"},
	    {"InterlockedMin", "fetch_min"},
	    {"InterlockedMax", "fetch_max"},
	    {"InterlockedExchange", "exchange"},
	};

	for (size_t i = 0; i < COUNT(functions); i++) {
		if (!strcmp(name, functions[i][0]))
			return interned_printf("; use atomic_%s, which returns the previous value", functions[i][1]);
	}
	return strcmp(name, "InterlockedCompareExchange") ? "" : "; use atomic_compare_exchange";
}

const char *replacement(const char *name)
{
	const char *plain = strrchr(name, ':') ? strrchr(name, ':') + 1 : name;

	if (!strcmp(plain, "printf"))
		return "; use direct3d_printf";
	if (!strcmp(plain, "__assert_fail"))
		return "; that is assert: use direct3d_abort, or -DNDEBUG";
	if (is_math_name(plain))
		return "; concurrency::fast_math and precise_math have such functions";
	if (!strcmp(plain, "abs"))
		return "; concurrency::direct3d::abs is for integers, fabs of concurrency::fast_math and precise_math "
		       "for others";
	return atomic_replacement(plain);
}

/* Whether a place is in the operand of a `throw`, which is an error by itself. */
static bool is_thrown(const struct unit *u, unsigned offset)
{
	size_t i = token_at(&u->tokens, offset);

	while (i > 0 && !ends_statement(u, i) && !unit_is(u, i, "throw"))
		i--;
	return unit_is(u, i, "throw");
}

/* Reports that an object at an offset cannot be constructed. If it has a name, its uses cause no further
 * errors. */
static void report_construction(struct unit *u, unsigned offset, const char *class,
                                const struct candidate_notes *k)
{
	diagnose(u, SEVERITY_ERROR, offset,
	         "'%s' is constructed in code that is %s; its constructors are %s [C++ AMP 2.3]", class,
	         k->caller, k->callee);
	if (unit_token(u, token_at(&u->tokens, offset))->offset == offset)
		refuse_uses(u, offset, 0, UINT_MAX);
}

/* Reports "call to operator[] of 'C', which is restrict(cpu), …" (2.3). of: "operator[]", or NULL if `name`
 * is the function's. */
static void report_called(struct unit *u, unsigned offset, const char *of, const char *name,
                          const struct candidate_notes *k, const char *instead)
{
	diagnose(u, SEVERITY_ERROR, offset, "call to %s%s'%s', which is %s, from a function that is %s%s [C++ AMP 2.3]",
	         of ? of : "", of ? " of " : "", name, k->callee, k->caller, instead);
}

/* Reports p->x of a smart pointer of the standard library, at the arrow. Returns false if p is no name. */
static bool report_pointer(struct unit *u, unsigned offset)
{
	const struct token *t = &u->tokens.items[token_at(&u->tokens, offset) - 1];

	if (t->kind == TOKEN_IDENTIFIER)
		diagnose(u, SEVERITY_ERROR, t->offset,
		         "'%.*s' is in host memory, which a kernel cannot reach: capture what it points to: auto &a = "
		         "*p [C++ AMP 7.1]",
		         (int)t->len, u->text.data + t->offset);
	return t->kind == TOKEN_IDENTIFIER;
}

/* Reports a call between functions whose restrictions have nothing in common (2.3). */
static bool report_call(struct unit *u, unsigned offset, const char *s, const struct candidate_notes *k)
{
	const char *name = quoted(s, 0), *other = NULL; /* the function's name in note_declaration(), if not `name` */
	/* restrictions are not the reason if the kernels' candidates fail, too */
	bool done = k->callee && !k->others && !(k->is_ours && is_math_name(name));

	if (!done) {
		;
	} else if ((!strcmp(k->caller, "restrict(amp)") && is_thrown(u, offset)) ||
	           (!strcmp(k->caller, "restrict(cpu)") && is_in_refused_kernel(u, offset))) {
		return true;
	} else if (begins_with(s, PHRASE_NO_MATCHING_CONSTRUCTOR) ||
	           begins_with(s, PHRASE_NO_MATCHING_CONVERSION)) {
		other = quoted(s, LAST);
		report_construction(u, offset, other, k);
	} else if (begins_with(s, PHRASE_NO_VIABLE_CONVERSION) && k->declared == UINT_MAX) {
		other = quoted(s, 1);
		report_construction(u, offset, other, k);
	} else if (begins_with(s, PHRASE_NO_VIABLE_OPERATOR)) {
		other = interned_printf("%s%s", starts(name, "operator") ? "" : "operator", name);
		if (k->declared != UINT_MAX || strcmp(other, "operator->") || !report_pointer(u, offset))
			report_called(u, offset, NULL, other, k, "");
	} else if (begins_with(s, PHRASE_NO_MATCHING_OBJECT)) {
		other = "operator()";
		report_called(u, offset, other, name, k, "");
	} else if (begins_with(s, PHRASE_REFERENCE_TO_RESTRICTED) && is_launched(u, offset)) {
		diagnose(u, SEVERITY_ERROR, offset,
		         "'%s' is a function, and a kernel is a lambda or a function object: call it in "
		         "[=](index<1> i) restrict(amp) { %s(i); } [C++ AMP 7]",
		         name, name);
	} else if (begins_with(s, PHRASE_NO_MATCHING) || begins_with(s, PHRASE_REFERENCE_TO_RESTRICTED)) {
		report_called(u, offset, NULL, name, k, k->declared == UINT_MAX ? replacement(name) : "");
	} else if (begins_with(s, PHRASE_NO_VIABLE_SUBSCRIPT) && strstr(name, "std::vector<")) {
		diagnose(u, SEVERITY_ERROR, offset, "a 'std::vector' is in host memory, which a kernel "
		         "cannot reach: capture an array_view over it [C++ AMP 7.1]");
	} else if (begins_with(s, PHRASE_NO_VIABLE_SUBSCRIPT)) {
		other = "operator[]";
		report_called(u, offset, other, name, k, "");
	} else if (k->declared != UINT_MAX && (other = operator_name(u, k->declared)) != NULL) {
		report_called(u, offset, NULL, other, k, "");
	} else if (begins_with(s, PHRASE_INVALID_OPERANDS) && strstr(name, "stream")) {
		diagnose(u, SEVERITY_ERROR, offset,
		         "a stream is used in code that is %s; use direct3d_printf [C++ AMP 2.3]",
		         k->caller);
	} else {
		done = false; /* all operators of the standard library are candidates */
	}
	if (done && k->declared != UINT_MAX)
		note_declaration(u, k->declared, other ? other : name, !strcmp(k->callee, "restrict(cpu)"));
	if (done)
		note_origin(u, k->error, offset);
	return done;
}

/* Whether a function is a restrict(cpu) unary operator of a class. */
static bool is_unary_operator(CXCursor f, const char *name, const char *class)
{
	bool is_method = f.kind == CXCursor_CXXMethod;

	if (!is_function(f.kind) || !is_named(f, name) ||
	    cursor_restrictions(f) & RESTRICT_AMP || (!is_method && !clang_Cursor_getNumArguments(f)))
		return false;
	CXType first = clang_getCursorType(clang_Cursor_getArgument(f, 0));
	CXCursor operand = is_method ? clang_getCursorSemanticParent(f)
	                             : clang_getTypeDeclaration(clang_getNonReferenceType(first));
	int operands = clang_Cursor_getNumArguments(f) + is_method;

	return is_named(operand, class) && (operands == 1 || !strcmp(name, "operator++") ||
	                                    !strcmp(name, "operator--"));
}

/* Returns the name of a class without namespaces, template arguments and qualifiers. */
static const char *plain_class_name(const char *type)
{
	const char *end = type + strcspn(type, "<"), *start = end;

	while (start > type && start[-1] != ' ' && start[-1] != ':')
		start--;
	return interned(start, end - start);
}

/* Reports a unary operator on a class, for which clang names no candidates. Returns false unless it is one of
 * the program's that is restrict(cpu). */
static bool report_unary(struct unit *u, CXDiagnostic d, unsigned offset, const char *s)
{
	const struct token *t = &u->tokens.items[token_at(&u->tokens, offset)];
	const char *type = quoted(s, 0), *class = plain_class_name(type);
	/* ++ and -- are two tokens each */
	int length = begins_with(s, PHRASE_CANNOT_INCREMENT) || begins_with(s, PHRASE_CANNOT_DECREMENT) ? 2 : 1;
	const char *name = interned_printf("operator%.*s", length, u->text.data + t->offset);
	SCOPED(walk) w = walk_program(u->clauses, u->tu);
	unsigned declared = UINT_MAX;

	while (declared == UINT_MAX && in_amp_text(u, offset) && walk_next(&w)) {
		if (is_unary_operator(w.cursor, name, class))
			cursor_offset(u->clauses, w.cursor, &declared);
	}
	if (declared != UINT_MAX) {
		diagnose(u, SEVERITY_ERROR, offset, "call to '%s', which is restrict(cpu), from a function "
		                                    "that is restrict(amp) [C++ AMP 2.3]",
		         name);
		note_declaration(u, declared, name, true);
		note_origin(u, d, offset);
	}
	return declared != UINT_MAX;
}

static void report_part(struct unit *u, unsigned offset, const char *type)
{
	diagnose(u, SEVERITY_ERROR, offset,
	         "a part of an array_view is no '%s': an element has one index for each dimension", type);
}

/* Reports invalid accesses to arrays and views. */
static bool report_access(struct unit *u, unsigned offset, const char *s,
                          const struct candidate_notes *k)
{
	const char *type = quoted(s, 0), *last = quoted(s, LAST);
	const char *name = starts(type, "const ") ? type + strlen("const ") : type;
	bool container = k->library && (strstr(name, "array") || strstr(name, "texture"));

	if (k->is_ours && is_math_name(type) && begins_with(s, PHRASE_NO_MATCHING_FUNCTION))
		diagnose(u, SEVERITY_ERROR, offset, "'%s' takes numbers, not '%s'", type, k->argument);
	else if (container && k->argument && begins_with(s, PHRASE_NO_VIABLE_SUBSCRIPT))
		diagnose(u, SEVERITY_ERROR, offset, "'%s' cannot be indexed with '%s'%s", name,
		         k->argument, strstr(k->argument, "index<") ? ": the ranks differ" : "");
	else if (begins_with(s, PHRASE_NO_VIABLE_SUBSCRIPT) && strchr(type, '[') &&
	         type[strlen(type) - 1] == ']')
		diagnose(u, SEVERITY_ERROR, offset, "an array, '%s', has no operator[] for that: it takes "
		         "integers, such as the components of an index: i[0]", type);
	else if (container && begins_with(s, PHRASE_NO_MATCHING_OBJECT))
		diagnose(u, SEVERITY_ERROR, offset,
		         "'%s' is indexed with an index, or, up to rank 3, with as many integers as its rank", name);
	else if ((k->to_view && k->argument && !strstr(k->argument, "array") &&
	          is_behind(s, PHRASE_NO_VIABLE_OPERATOR, "='") && token_at(&u->tokens, offset) > 0 &&
	          unit_is_one_of(u, token_at(&u->tokens, offset) - 1, "] )")) ||
	         (begins_with(s, PHRASE_NO_VIABLE_CONVERSION) && strstr(s, "projection<")))
		report_part(u, offset, k->to_view ? k->argument : last);
	else if (begins_with(s, PHRASE_INVALID_OPERANDS) && strstr(s, "projection<"))
		report_part(u, offset, starts(type, "array_view<") ? last : type);
	else if (k->library && is_behind(s, PHRASE_NO_MATCHING_FUNCTION, "atomic_fetch"))
		diagnose(u, SEVERITY_ERROR, offset, "'%s' takes the address of an int or an unsigned int%s",
		         type, strstr(type, "_inc") || strstr(type, "_dec") ? "" : ", and a value of that type");
	else if (k->library && is_behind(s, PHRASE_CANNOT_ASSIGN_RESULT, "operator"))
		diagnose(u, SEVERITY_ERROR, offset, "cannot assign to an element of a view of "
		                                    "const elements, or of a const array");
	else if (k->library && k->argument && !k->several && !k->others &&
	         (begins_with(s, PHRASE_NO_VIABLE_OPERATOR) || begins_with(s, PHRASE_NO_VIABLE_SUBSCRIPT) ||
	          begins_with(s, PHRASE_NO_MATCHING_MEMBER)))
		diagnose(u, SEVERITY_ERROR, offset, "%s: '%s' does not convert to '%s'", s, k->argument,
		         k->parameter);
	else
		return false;
	note_origin(u, k->error, offset);
	return true;
}

/* Returns the token of the name of x in x[…], x(…) or x[…].y, to which the operator at token i assigns; 0 for
 * others. */
static size_t assigned_object(const struct unit *u, size_t i)
{
	const struct token *t = u->tokens.items;

	while (i > 2 && t[i - 1].kind == TOKEN_IDENTIFIER && unit_is(u, i - 2, "."))
		i -= 2;
	if (i < 1 || !unit_is_one_of(u, i - 1, "] )") || t[i - 1].match < 1)
		return 0;
	i = (size_t)t[i - 1].match - 1;
	return t[i].kind == TOKEN_IDENTIFIER ? i : 0;
}

/* Whether an object at a token is a texture or a view that can be written. */
static bool is_writable_texture(const struct unit *u, const struct token *object)
{
	unsigned offset = flat_to_parse(u->clauses, object->offset);
	CXCursor c = clang_getCursor(u->tu, clang_getLocationForOffset(u->tu, u->clauses->file, offset));
	enum library_entity class = library_class(clang_getCursorType(c));
	CXType element = clang_Type_getTemplateArgumentAsType(type_of(c), 0);

	return (class == LIBRARY_TEXTURE || class == LIBRARY_TEXTURE_VIEW) && !clang_isConstQualifiedType(element);
}

/* Reports an assignment to an element of a texture, of which x[…] and x(…) return the value, at the operator; or
 * a subscript of a writeonly_texture_view, at the bracket. */
static bool report_texture(struct unit *u, CXDiagnostic d, unsigned offset, const char *s)
{
	const struct token *t = u->tokens.items;
	size_t i = token_at(&u->tokens, offset);
	bool is_subscript = says(s, PHRASE_NO_SUBSCRIPT);
	size_t object = !is_subscript ? assigned_object(u, i) : i > 0 && t[i - 1].kind == TOKEN_IDENTIFIER ? i - 1
	                                                                                                   : 0;

	if (!object ||
	    !(is_subscript ? strstr(s, "writeonly_texture_view<") && !has_class_named(u, "writeonly_texture_view")
	                   : is_writable_texture(u, &t[object])))
		return false;
	diagnose(u, SEVERITY_ERROR, offset,
	         is_subscript
	             ? "an element of a writeonly_texture_view can only be written, with set(): %.*s.set(index, value)"
	             : "an element of a texture is written with set(): %.*s.set(index, value)",
	         (int)t[object].len, u->text.data + t[object].offset);
	note_origin(u, d, offset);
	return true;
}

/* Reports a call of a captured function object, which is const, with a non-const operator(). */
static bool report_const(struct unit *u, unsigned offset, const char *s,
                         const struct candidate_notes *k)
{
	if (k->not_const == UINT_MAX || k->others != 1 ||
	    !begins_with(s, PHRASE_NO_MATCHING_OBJECT))
		return false;
	diagnose(u, SEVERITY_ERROR, offset, "call of a '%s', whose operator() is not const", quoted(s, 0));
	note_declaration(u, k->not_const, "operator()", false);
	note_origin(u, k->error, offset);
	return true;
}

/* Reports arrays and views that are constructed or copied from something unsuitable (5.1, 5.2, 5.3). */
static bool report_source(struct unit *u, unsigned offset, const char *s,
                          const struct candidate_notes *k)
{
	static const char view[] = "array_view<";
	const char *type = quoted(s, 0);
	const char *element = starts(type, view) ? type + strlen(view) : NULL;
	bool made = begins_with(s, PHRASE_NO_MATCHING_CONSTRUCTOR);

	if (k->constant && made && element && !starts(element, "const "))
		diagnose(u, SEVERITY_ERROR, offset, "an '%s' over constant data: write 'array_view<const "
		         "%s' [C++ AMP 5.2]", type, element);
	else if (k->no_iterator && (made || is_behind(s, PHRASE_NO_MATCHING_FUNCTION, "copy")))
		diagnose(u, SEVERITY_ERROR, offset, "'%s' takes iterators, not a container: v.begin() "
		         "in place of v [C++ AMP 5]", type);
	else if (k->is_ours && !k->others && k->argument && !strcmp(k->parameter, "void *") &&
	         is_behind(s, PHRASE_NO_MATCHING_FUNCTION, "copy"))
		diagnose(u, SEVERITY_ERROR, offset,
		         "'%s' of a texture with a number of bytes takes a pointer to these, not '%s'", type,
		         k->argument);
	else if (k->library && made && element)
		diagnose(u, SEVERITY_ERROR, offset,
		         "'%s' is constructed from its extent, or the "
		         "numbers in it, and then a pointer or a container; or from an array or a view of "
		         "its rank [C++ AMP 5.2.2]",
		         type);
	else if (k->library && made && starts(type, "array<"))
		diagnose(u, SEVERITY_ERROR, offset,
		         "'%s' is constructed from its extent, or the "
		         "numbers in it, then iterators, then an accelerator_view; or from an array or a "
		         "view of its rank [C++ AMP 5.1.2]",
		         type);
	else
		return false;
	return true;
}

/* Reports launches over something other than a domain, and tiles without constant size (4.4, 7). */
static bool report_domain(struct unit *u, unsigned offset, const char *s,
                          const struct candidate_notes *k)
{
	if (k->domain && is_behind(s, PHRASE_NO_MATCHING_FUNCTION, "parallel_for_each'"))
		diagnose(u, SEVERITY_ERROR, offset,
		         "the domain of a parallel_for_each is an extent or a tiled_extent, not '%s'%s "
		         "[C++ AMP 7]", k->domain,
		         starts(k->domain, "array") ? ": write v.extent in place of v" : "");
	else if (k->library && is_behind(s, PHRASE_NO_MATCHING_FUNCTION, "parallel_for_each'"))
		diagnose(u, SEVERITY_ERROR, offset,
		         "a parallel_for_each takes an extent or a tiled_extent and a kernel; an "
		         "accelerator_view may stand in front of them [C++ AMP 7]");
	else if (k->variable_tile && is_behind(s, PHRASE_NO_MATCHING_MEMBER, "tile'"))
		diagnose(u, SEVERITY_ERROR, offset,
		         "the dimensions of a tile must be constants [C++ AMP 4.4]");
	else if (k->library && is_behind(s, PHRASE_NO_MATCHING_MEMBER, "tile'"))
		diagnose(u, SEVERITY_ERROR, offset,
		         "the dimensions of a tile are one to three template arguments: tile<16, 16>() "
		         "[C++ AMP 4.4]");
	else
		return false;
	return true;
}

/* Returns the meanings of an ambiguous name: "'A' or 'B'". */
static const char *meanings(CXDiagnostic d)
{
	struct text t = {0};

	for (struct notes n = notes_of(d); notes_next(&n);) {
		const char *s = diagnostic_text(n.note);

		if (begins_with(s, PHRASE_FOUND_BY_LOOKUP))
			text_printf(&t, "%s%s", t.len ? " or " : "", behind_phrase(s, PHRASE_FOUND_BY_LOOKUP));
	}
	return interned_text(&t);
}

/* Reports declarations of one function with restrictions that overlap but differ (2.3.2). */
static void report_overlap(struct unit *u, CXDiagnostic d, unsigned offset,
                           const char *s)
{
	const char *name = quoted(s, 0);

	diagnose(u, SEVERITY_ERROR, offset,
	         "'%s' is %s here and %s where it was declared before: functions that differ in "
	         "restriction only have none in common [C++ AMP 2.3.2]",
	         name, restriction(s + strlen("__")),
	         restriction(behind_phrase(s, PHRASE_CANNOT_OVERLOAD)));
	for (struct notes n = notes_of(d); notes_next(&n);) {
		if (clang_Location_isFromMainFile(n.place))
			note_declaration(u, flat_offset(u->clauses, n.place), name, false);
	}
}

/* Whether all functions that a call may mean are the standard library's. */
static bool is_of_standard_library(const struct unit *u, CXDiagnostic d)
{
	bool all = true;

	for (struct notes n = notes_of(d); notes_next(&n);)
		all &= !begins_with(n.text, PHRASE_CANDIDATE) ||
		       (!clang_Location_isFromMainFile(n.place) && !in_amp_library(u, n.place));
	return all;
}

/* Reports std::sqrt(double): without the overload for the CPU, those for float and long double remain, which
 * are constexpr in some libraries. */
static bool report_ambiguous(struct unit *u, CXDiagnostic d, unsigned offset,
                             const char *s)
{
	if (!begins_with(s, PHRASE_CALL_TO_QUOTED) || !says(s, PHRASE_IS_AMBIGUOUS) ||
	    !in_amp_text(u, offset) || !is_of_standard_library(u, d))
		return false;
	const char *name = quoted(s, 0);

	diagnose(u, SEVERITY_ERROR, offset, "call to '%s', which is restrict(cpu), from a "
	                                    "function that is restrict(amp)%s [C++ AMP 2.3]",
	         name, replacement(name));
	note_origin(u, d, offset);
	return true;
}

/* Reports x.extent < n with x of dependent type: `extent` then means the visible class template and not a
 * member (C++17 [basic.lookup.classref]). */
static bool report_compared_member(struct unit *u, CXDiagnostic d)
{
	const struct token *t = u->tokens.items;
	size_t i = 0;

	for (struct notes n = notes_of(d); notes_next(&n);) {
		unsigned offset;

		if (says(n.text, PHRASE_TO_MATCH_ANGLE) && location_offset(u->clauses, n.place, &offset))
			i = token_at(&u->tokens, offset);
	}
	if (i < 2 || t[i - 1].kind != TOKEN_IDENTIFIER || !unit_is_one_of(u, i - 2, ". ->"))
		return false;
	diagnose(u, SEVERITY_ERROR, t[i - 1].offset,
	         "in a template, '%.*s' in front of '<' is the class template of that name, which "
	         "is visible here: put the member access in parentheses",
	         (int)t[i - 1].len, u->text.data + t[i - 1].offset);
	return true;
}

const char *call_in_header(const struct unit *u, CXDiagnostic d)
{
	struct candidate_notes k = read_candidates(u, d);
	const char *s = diagnostic_text(d), *name = quoted(s, 0), *message = NULL;

	if (begins_with(s, PHRASE_REFERENCE_TO_RESTRICTED) && says(s, PHRASE_IN_RESTRICTED))
		message = interned_printf("the library calls '%s' here, which is %s, from a function that is "
		                          "restrict(cpu) [C++ AMP 2.3]",
		                          name,
		                          restriction(behind_phrase(s, PHRASE_REFERENCE_TO_RESTRICTED)));
	else if (k.callee && !k.others && begins_with(s, PHRASE_NO_MATCHING_OBJECT))
		message = interned_printf("the library calls operator() of '%s' here, which is %s, from a function "
		                          "that is %s [C++ AMP 2.3]",
		                          name, k.callee, k.caller);
	return message;
}

bool report_mistake(struct unit *u, CXDiagnostic d)
{
	unsigned offset = flat_offset(u->clauses, clang_getDiagnosticLocation(d));
	const char *s = diagnostic_text(d);
	bool done = false;

	if (begins_with(s, PHRASE_CANNOT_USE) && says(s, PHRASE_IN_DEVICE_FUNCTION)) {
		const char *word = quoted(s, 0);

		diagnose(u, SEVERITY_ERROR, offset, "'%s' in restrict(amp) code [C++ AMP 2.4.3.7]", word);
		note_origin(u, d, offset);
		done = true;
	} else if (starts(s, "__") && says(s, PHRASE_CANNOT_OVERLOAD)) {
		report_overlap(u, d, offset, s);
		done = true;
	} else if (begins_with(s, PHRASE_SHARED_VARIABLES_IN) && is_in_refused_kernel(u, offset)) {
		done = true;
	} else if (begins_with(s, PHRASE_SHARED_VARIABLES_IN)) {
		diagnose(u, SEVERITY_ERROR, offset,
		         "a tile_static variable in a function that is %s: only restrict(amp) code has "
		         "them [C++ AMP 2.4.3.5.1]",
		         restriction(behind_phrase(s, PHRASE_SHARED_VARIABLES_IN) + strlen("__")));
		done = true;
	} else if (begins_with(s, PHRASE_VARIABLE_LENGTH_STATIC) &&
	           in_amp_text(u, offset)) {
		diagnose(u, SEVERITY_ERROR, offset, "the dimensions of a tile_static array must be "
		         "constants [C++ AMP 2.4.3.5.1]");
		done = true;
	} else if (report_ambiguous(u, d, offset, s)) {
		done = true;
	} else if (begins_with(s, PHRASE_EXPECTED_ANGLE)) {
		done = report_compared_member(u, d);
	} else if (begins_with(s, PHRASE_REFERENCE_TO_QUOTED) && says(s, PHRASE_IS_AMBIGUOUS)) {
		diagnose(u, SEVERITY_ERROR, offset, "%s: %s", s, meanings(d));
		done = true;
	} else if ((begins_with(s, PHRASE_CANNOT_ASSIGN_CAPTURED) ||
	            begins_with(s, PHRASE_READ_ONLY)) && /* an element of a captured array */
	           in_amp_text(u, offset) &&
	           !is_about_refused(u, offset)) {
		diagnose(u, SEVERITY_ERROR, offset,
		         "cannot assign to a captured variable, of which the kernel has a copy: "
		         "write results to an array_view or an array [C++ AMP 7.1]");
		note_origin(u, d, offset);
		done = true;
	} else if (begins_with(s, PHRASE_USE_OF_UNDECLARED) && in_amp_text(u, offset) &&
	           *atomic_replacement(quoted(s, 0))) {
		diagnose(u, SEVERITY_ERROR, offset, "%s%s", s, atomic_replacement(quoted(s, 0)));
		done = true;
	} else if (begins_with(s, PHRASE_NOT_ASSIGNABLE) || says(s, PHRASE_NO_SUBSCRIPT)) {
		done = report_texture(u, d, offset, s);
	} else if (says(s, PHRASE_FROM_INCOMPATIBLE) && strstr(s, "projection<")) {
		report_part(u, offset, quoted(s, 0));
		done = true;
	} else if (begins_with(s, PHRASE_INVALID_ARGUMENT) || begins_with(s, PHRASE_INDIRECTION) ||
	           begins_with(s, PHRASE_CANNOT_INCREMENT) || begins_with(s, PHRASE_CANNOT_DECREMENT)) {
		done = is_about_refused(u, offset) || report_unary(u, d, offset, s);
	} else if (begins_with(s, PHRASE_NO) || begins_with(s, PHRASE_CANNOT_ASSIGN) ||
	           begins_with(s, PHRASE_INVALID_OPERANDS) || begins_with(s, PHRASE_REFERENCE_TO_RESTRICTED)) {
		struct candidate_notes k = read_candidates(u, d);

		if (begins_with(s, PHRASE_REFERENCE_TO_RESTRICTED) && says(s, PHRASE_IN_RESTRICTED)) {
			k.callee = restriction(behind_phrase(s, PHRASE_REFERENCE_TO_RESTRICTED));
			/* clang says this also about host functions, if the callee is a lambda */
			k.caller = in_amp_text(u, offset) ? restriction(behind_phrase(s, PHRASE_IN_RESTRICTED))
			                                     : "restrict(cpu)";
		}
		done = is_about_refused(u, offset) ||
		       (begins_with(s, PHRASE_NO_VIABLE_OPERATOR) && report_texture(u, d, offset, s)) ||
		       report_call(u, offset, s, &k) || report_const(u, offset, s, &k) ||
		       report_access(u, offset, s, &k) || report_source(u, offset, s, &k) ||
		       report_domain(u, offset, s, &k);
	}
	return done;
}
