/* The parser's errors about misused macros of <amp/c.h>, for people who have not read these macros. */
#include "messages/messages.h"

#include "ast/phrases.h"

#include <limits.h>
#include <string.h>

/* An error of the parser's: what it says, the program's text, and the place there that it is about. */
struct c_error {
	const char *message, *text, *at;
};

/* Returns the word in s, behind `from`, that has a prefix; "" if there is none. */
static const char *word_with(const char *s, const char *prefix, const char **from)
{
	const char *p = strstr(from && *from ? *from : s, prefix);

	if (!p) {
		if (from)
			*from = NULL;
		return "";
	}
	size_t n = strcspn(p, "' *&,;)");

	if (from)
		*from = p + n;
	return interned(p, n);
}

/* Appends amp_array_view_float_1 as the program writes it: amp_array_view(float, 1). */
static void append_type(struct text *t, const char *name, size_t n)
{
	static const char *const heads[] = {"amp_array_view_", "amp_const_array_view_", "amp_array_"};

	for (size_t i = 0; i < COUNT(heads); i++) {
		size_t head = strlen(heads[i]);

		if (strncmp(name, heads[i], head) || n < head + 3 || name[n - 2] != '_')
			continue;
		text_printf(t, "%.*s(%.*s, %c)", (int)head - 1, heads[i], (int)(n - head - 2),
		            name + head, name[n - 1]);
		return;
	}
	text_append_n(t, name, n);
}

/* Returns a message with types as the program writes them, without the library's structs. */
static const char *readable(const char *s)
{
	struct text t = {0};

	while (*s) {
		if (starts(s, " (aka 'struct amp_") || starts(s, " (aka 'const struct amp_")) {
			s += strcspn(s, ")");
			s += *s == ')';
		} else if (starts(s, "struct amp_")) {
			s += strlen("struct ");
		} else if (starts(s, "amp_")) {
			size_t n = strcspn(s, "' *&,;)");

			append_type(&t, s, n);
			s += n;
		} else {
			text_append_n(&t, s++, 1);
		}
	}
	return interned_text(&t);
}

const char *c_type_name(CXType type)
{
	return readable(type_spelling(type));
}

/* Handles a view of the wrong rank: the message has two extents. */
static const char *rank_message(const struct c_error *e)
{
	const char *s = e->message, *at = s;
	const char *first = word_with(s, "amp_extent", &at);
	const char *second = at ? word_with(s, "amp_extent", &at) : "";
	const char *initialized = behind_phrase(s, PHRASE_INITIALIZING);
	const char *message = NULL;

	while (at && *second && !strcmp(first, second)) /* skips "aka …" */
		second = word_with(s, "amp_extent", &at);
	if (initialized && starts(initialized, "int'") && *first) { /* the first element in braces */
		message = interned_printf("a view of another rank is made with an extent of rank %c",
		                          first[strlen(first) - 1]);
	} else if (*first && *second && strcmp(first, second)) {
		message = interned_printf(initialized ? "a view of rank %c is made with an extent of rank %c"
		                                      : "a view of rank %c is used as if it had rank %c",
		                          first[strlen(first) - 1], second[strlen(second) - 1]);
	}
	return message;
}

/* Handles a type for which no views are declared. */
static const char *undeclared_message(const struct c_error *e)
{
	static const char *const heads[] = {"amp_array_view_", "amp_const_array_view_", "amp_array_"};
	const char *s = e->message, *message = NULL;

	if (!says(s, PHRASE_UNDECLARED) && !says(s, PHRASE_UNKNOWN_TYPE))
		return NULL;
	for (size_t i = 0; i < COUNT(heads) && !message; i++) {
		const char *name = word_with(s, heads[i], NULL);
		size_t n = strlen(name);

		if (*name && name[n - 2] == '_' && name[n - 1] >= '1' && name[n - 1] <= '3')
			message = interned_printf("'%.*s' is no element type yet: it needs AMP_DECLARE_TYPE(%.*s); "
			                          "behind its definition",
			                          (int)(n - strlen(heads[i]) - 2), name + strlen(heads[i]),
			                          (int)(n - strlen(heads[i]) - 2), name + strlen(heads[i]));
		else if (*name && name[n - 2] == '_')
			message = interned_printf("arrays and views have one to three dimensions, not %c",
			                          name[n - 1]);
		else if (*name)
			message =
			    "the element type of an array or view must be one word: a typedef, with AMP_DECLARE_TYPE "
			    "behind it, or uint8_t and the like";
	}
	return message;
}

/* Returns the length of the macro's name at a place if it expands to an initializer of an array or view, else
 * 0. */
static int maker_length(const char *at)
{
	bool is_maker = starts_with_word(at, "amp_new_ amp_project amp_section amp_view");

	return is_maker ? (int)strspn(at, "abcdefghijklmnopqrstuvwxyz_") : 0;
}

/* Returns the initializer of the variable whose name is at a place if a macro makes it, else NULL. */
static const char *made_initializer(const char *at)
{
	static const char space[] = " \t\n";

	while (is_identifier_char(*at))
		at++;
	at += strspn(at, space);
	if (*at != '=')
		return NULL;
	at++;
	at += strspn(at, space);
	return maker_length(at) ? at : NULL;
}

/* Handles a macro that expands to an initializer where an expression is needed, or something else is
 * initialized. */
static const char *initializer_message(const struct c_error *e)
{
	const char *s = e->message, *at = e->at;
	int n = maker_length(at);

	if (n && !strcmp(s, phrase_text(PHRASE_EXPECTED_EXPRESSION)))
		return interned_printf("%.*s makes an initializer; for an expression its type stands in front: "
		                       "(amp_array_view(float, 1))%.*s(...)",
		                       n, at, n, at);
	const char *made = says(s, PHRASE_NO_AGGREGATE) ? made_initializer(at) : NULL;

	return made ? interned_printf("%.*s initializes an array or view, amp_array_view(float, 1), and no "
	                              "variable of another type",
	                              maker_length(made), made)
	            : NULL;
}

/* Mistakes by what the parser says and by the text there (NULL: any), which is a name of the library's or of
 * the program's. */
static const struct {
	enum phrase said;
	const char *at, *message;
} mistakes[] = {
    {PHRASE_TYPE_WITH_NAME, "amp_index ",
     "unknown type 'amp_index': the ranks have names of "
     "their own, amp_index1, amp_index2, amp_index3"},
    {PHRASE_TYPE_WITH_NAME, "amp_tiled_index ",
     "unknown type 'amp_tiled_index': the ranks "
     "have names of their own, amp_tiled_index1, 2 and 3"},
    {PHRASE_TYPE_WITH_NAME, NULL,
     "a block begins with its parameters: ^(amp_index1 i) "
     "restrict(amp) {...}"},
    {PHRASE_EXPECTED_EXPRESSION, "[", "a kernel is a block in C: ^(amp_index1 i) restrict(amp) {...}"},
    {PHRASE_NO_GENERIC_ASSOCIATION, "amp_atomic_",
     "atomic operations are on int and unsigned, add and exchange also on float"},
    {PHRASE_INDIRECTION, "amp_atomic_", "an atomic operation takes a pointer to what it changes: &amp_at(v, i)"},
    {PHRASE_NO_GENERIC_ASSOCIATION, "amp_project", "amp_project takes an array or a view of rank 2 or 3"},
    {PHRASE_PARAMETER_OF_INCOMPATIBLE, "amp_at",
     "amp_at takes an index or an int for each dimension; of a tiled index, its member global"},
    {PHRASE_MUST_USE_STRUCT, "AMP_DECLARE_TYPE", "AMP_DECLARE_TYPE takes one word: a typedef of the type"},
    {PHRASE_REDEFINITION, "AMP_DECLARE_TYPE",
     "AMP_DECLARE_TYPE stands once for each type: here it is "
     "repeated"},
    {PHRASE_VOID_DISCARDS_QUALIFIERS, "amp_release",
     "amp_release ends an array or view, whose variable must not be const"},
    {PHRASE_TOO_MANY_MACRO_ARGUMENTS, NULL,
     "too many arguments of a macro: a compound literal, as also (amp_array_view(float, 1))amp_section(...) is one, "
     "needs "
     "parentheses around it there"},
    {PHRASE_VOID_DISCARDS_QUALIFIERS, NULL, "the elements of a const view cannot be written"},
    {PHRASE_TOO_FEW_ARGUMENTS, "amp_view",
     "amp_view takes a pointer, and an extent for "
     "each dimension"},
    {PHRASE_MISSING_BLOCK, NULL, "a kernel has copies of the variables around it, which cannot be changed; use a view"},
    {PHRASE_ARRAY_INSIDE_BLOCK, NULL, "a kernel cannot capture an array: make a view of it, or put it into a struct"},
    {PHRASE_EXCESS_ELEMENTS, NULL, "a view is made with more dimensions than it has"},
};

static const char *mistake_message(const struct c_error *e)
{
	const char *s = e->message;
	const char *called = behind_phrase(s, PHRASE_CALLED_OBJECT);

	if (called && starts(called, "amp_status'"))
		return "';' is missing in front of this";
	if (strstr(s, "amp_section_of_another_rank_"))
		return "amp_section takes where the part begins and how large it is: 2, 4 or 6 numbers behind the view";
	for (size_t i = 0; i < COUNT(mistakes); i++) {
		if (says(s, mistakes[i].said) &&
		    (!mistakes[i].at || starts(e->at, mistakes[i].at)))
			return mistakes[i].message;
	}
	return NULL;
}

/* Returns how C++ AMP does it, to be appended to the parser's message. */
static const char *advice(const char *s)
{
	if (says(s, PHRASE_SUBSCRIPTED_VALUE))
		return ": elements of a view are amp_at(v, i), parts of an index i.i, i.j and i.k";
	const char *called = behind_phrase(s, PHRASE_CALLED_OBJECT);

	if (called && (starts(called, "amp_") || starts(called, "const amp_")))
		return ": its elements are amp_at(v, i)";
	if (says(s, PHRASE_NO_MEMBER) && (strstr(s, "amp_index") || strstr(s, "amp_extent")))
		return ": its members are i, j and k, as many as it has dimensions";
	return "";
}

/* Handles a view over elements of another type. */
static const char *element_message(const struct c_error *e)
{
	const char *s = e->message;
	const char *wanted = behind_phrase(s, PHRASE_INCOMPATIBLE_POINTERS);
	const char *given = behind_phrase(s, PHRASE_WITH_EXPRESSION);

	if (!wanted || !given || !starts(e->at, "amp_view"))
		return NULL;
	int n = (int)strcspn(wanted, "*'"), m = (int)strcspn(given, "'");

	while (n && wanted[n - 1] == ' ')
		n--;
	return interned_printf("a view of '%.*s' is made from '%.*s'%s", n, wanted, m, given,
	                       memchr(given, ']', m) && strchr(strchr(given, ']'), '[')
	                           ? ": it takes a pointer to the first element, &m[0][0]"
	                           : "");
}

/* Whether the expression in front of an operator at `at` is amp_at(…). */
static bool is_behind_access(const char *text, const char *at)
{
	int depth = 0;

	while (at > text && (at[-1] == ' ' || at[-1] == '\t'))
		at--;
	if (at == text || at[-1] != ')')
		return false;
	do {
		at--;
		depth += (*at == ')') - (*at == '(');
	} while (depth && at > text);
	return at - text >= 6 && starts(at - 6, "amp_at");
}

static const char *access_message(const struct c_error *e)
{
	bool is_of_const = says(e->message, PHRASE_READ_ONLY) && is_behind_access(e->text, e->at);

	return is_of_const ? "the elements of a const view cannot be written" : NULL;
}

/* Handles a macro of the library's that is given something other than a view. */
static const char *container_message(const struct c_error *e)
{
	const char *s = e->message, *at = e->at;
	int n = (int)strspn(at, "abcdefghijklmnopqrstuvwxyz_");

	if (!begins_with(s, PHRASE_MEMBER_REFERENCE) || !starts(at, "amp_"))
		return NULL;
	return interned_printf("%.*s takes an array or a view%s", n, at,
	                       says(s, PHRASE_IS_A_POINTER) ? ", not a pointer to one" : "");
}

/* Handles a launch whose kernel is malformed. */
static const char *launch_message(const struct c_error *e)
{
	const char *text = e->text, *at = e->at;

	if (!begins_with(e->message, PHRASE_EXPECTED_PARENTHESIS))
		return NULL;
	while (at > text && *at != '(')
		at--;
	if (!starts_with_word(at, "(amp_index (amp_tiled_index"))
		return NULL;
	while (at > text && strchr(" \t\n", at[-1]))
		at--;
	if (at == text)
		return NULL;
	return at[-1] == ','   ? "a kernel begins with ^: ^(amp_index1 i) restrict(amp) {...}"
	       : at[-1] == '^' ? "a comma is missing between the domain and the kernel"
	                       : NULL;
}

/* Handles amp_aray_view(float, 1) in a parameter list, of which the parser says that the 1 is no parameter. */
static const char *parameter_message(const struct c_error *e)
{
	const char *text = e->text, *end = e->at, *name;

	if (!says(e->message, PHRASE_EXPECTED_PARAMETER))
		return NULL;
	while (end > text && *end != '(' && !strchr(";{})", *end))
		end--;
	for (name = end; name > text && is_identifier_char(name[-1]); name--)
		;
	return *end == '(' && name < end ? interned_printf("unknown type '%.*s(...)'", (int)(end - name), name) : NULL;
}

/* Handles pointers that do not lead to elements, or to elements of other types. */
static const char *pointer_message(const struct c_error *e)
{
	if (strstr(e->message, "amp_a_pointer_to_void_"))
		return "a view needs a pointer to its elements, not to void";
	if (!says(e->message, PHRASE_DISTINCT_POINTERS))
		return NULL;
	const char *types = strchr(e->message, '(');

	return interned_printf("the elements differ in type%s", types ? types - 1 : "");
}

const char *c_message(const char *s, const char *text, const char *at)
{
	static const char *(*const explanations[])(const struct c_error *e) = {
	    rank_message, mistake_message, element_message, container_message, launch_message, access_message,
	    initializer_message, undeclared_message, parameter_message, pointer_message};
	const struct c_error e = {s, text, at};
	const char *message = NULL;

	for (size_t i = 0; i < COUNT(explanations) && !message; i++)
		message = explanations[i](&e);
	return message ? message : interned_printf("%s%s", readable(s), advice(s));
}

bool is_c_misuse(const struct unit *u, CXSourceLocation place)
{
	CXFile file;
	unsigned offset;

	clang_getFileLocation(place, &file, NULL, NULL, &offset);
	return file && clang_File_isEqual(file, u->clauses->file) &&
	       starts(u->text.data + parse_to_flat(u->clauses, offset), "amp_");
}

/* Whether a launch ends in front of an offset, which the host compiler cannot tell. */
static bool is_behind_launch(const struct unit *u, unsigned offset)
{
	size_t i = token_at(&u->tokens, offset);
	const struct token *t = u->tokens.items;

	/* the parser's location is the end of the last token */
	return i > 0 && unit_is(u, i - 1, ")") && t[i - 1].match > 0 &&
	       starts(u->text.data + t[t[i - 1].match - 1].offset, "amp_parallel_for_each");
}

bool is_c_syntax_error(const char *message)
{
	static const enum phrase beginnings[] = {PHRASE_EXPECTED,
	                                         PHRASE_TYPE_WITH_NAME,
	                                         PHRASE_EXTRANEOUS,
	                                         PHRASE_UNTERMINATED,
	                                         PHRASE_DEFINED_WITHIN,
	                                         PHRASE_TOO_FEW_MACRO_ARGUMENTS,
	                                         PHRASE_TOO_MANY_MACRO_ARGUMENTS};

	for (size_t i = 0; i < COUNT(beginnings); i++) {
		if (begins_with(message, beginnings[i]))
			return true;
	}
	return false;
}

/* Returns the '{' of the function whose parameters an offset is in; the number of tokens if it is elsewhere. */
static size_t body_of_parameters(const struct unit *u, unsigned offset)
{
	const struct token *t = u->tokens.items;
	int i = brackets_around(&u->tokens, offset);

	while (i >= 0 && t[i].around >= 0)
		i = t[i].around;
	return i >= 0 && unit_is(u, (size_t)i, "(") ? body_behind(u, (size_t)t[i].match + 1) : u->tokens.count;
}

unsigned function_end(const struct unit *u, unsigned offset)
{
	const struct token *t = u->tokens.items;
	size_t body = u->tokens.is_balanced ? body_of_parameters(u, offset) : u->tokens.count;
	unsigned end = body < u->tokens.count ? t[t[body].match].offset : UINT_MAX;

	for (int i = brackets_around(&u->tokens, offset); u->tokens.is_balanced && i >= 0; i = t[i].around) {
		if (unit_is(u, i, "{"))
			end = t[t[i].match].offset;
	}
	return end;
}

bool is_of_c_host(const struct unit *u, CXDiagnostic d)
{
	CXFile file;
	unsigned offset;

	clang_getFileLocation(clang_getDiagnosticLocation(d), &file, NULL, NULL, &offset);
	/* unless brackets are balanced, it is unknown what is host code */
	if (u->all_errors || !file || !clang_File_isEqual(file, u->clauses->file) || !u->tokens.is_balanced)
		return false;
	offset = parse_to_flat(u->clauses, offset);
	const char *s = clang_string(clang_getDiagnosticSpelling(d));

	return !(says(s, PHRASE_NO_AGGREGATE) && made_initializer(u->text.data + offset)) &&
	       !is_behind_launch(u, offset) &&
	       !(is_c_syntax_error(s) && body_of_parameters(u, offset) < u->tokens.count) && !strstr(s, "amp_") &&
	       !says(s, PHRASE_READ_ONLY) && !starts(u->text.data + offset, "amp_") && !in_amp_text(u, offset) &&
	       !((begins_with(s, PHRASE_CONFLICTING_TYPES) || begins_with(s, PHRASE_REDEFINITION)) &&
	         names_amp_function(u, offset));
}
