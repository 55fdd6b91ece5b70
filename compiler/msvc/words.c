/* What the tokens of the flat text show by themselves: words and spellings of Visual C++. */
#include "ast/ast.h"
#include "msvc/msvc_internal.h"

#include <assert.h>
#include <string.h>
#include <strings.h>

/* for each (T x in v) */
static void amend_for_each(struct amendment *a, size_t i)
{
	if (!is(a, i + 1, "each") || !is(a, i + 2, "(") || token(a, i + 2)->match < 0)
		return;
	for (size_t k = i + 3; (int)k < token(a, i + 2)->match; k = skip_group(a, k)) {
		if (is(a, k, "in")) {
			replace_tokens(a, i, i + 1, "for");
			replace_tokens(a, k, k, ":");
			return;
		}
	}
}

/* 1i64, 0xffui32 */
static void amend_number(struct amendment *a, size_t i)
{
	static const struct {
		const char *suffix, *standard;
	} suffixes[] = {
		{"ui64", "ULL"}, {"i64", "LL"}, {"ui32", "U"}, {"i32", ""},
		{"ui16", "U"},   {"i16", ""},   {"ui8", "U"},  {"i8", ""},
	};
	const struct token *t = token(a, i);

	for (size_t k = 0; k < COUNT(suffixes); k++) {
		size_t n = strlen(suffixes[k].suffix), digits = t->len - n;

		if (t->len <= n || strncasecmp(a->unit->text.data + t->offset + digits, suffixes[k].suffix, n))
			continue;
		const char *text =
		    interned_printf("%.*s%s", (int)digits, a->unit->text.data + t->offset, suffixes[k].standard);

		replace_tokens(a, i, i, text);
		return;
	}
}

/* void f() throw(...) */
static void amend_throw(struct amendment *a, size_t i)
{
	if (is(a, i + 1, "(") && is(a, i + 2, ".") && token(a, i + 1)->match == (int)i + 5)
		replace_tokens(a, i, i + 5, "");
}

/* __noop without arguments: the macro needs parentheses. */
static void amend_noop(struct amendment *a, size_t i)
{
	replace_tokens(a, i, i, "((void)0)");
}

/* ---- __FUNCTION__ -------------------------------------------------------------- */

/* Returns the first '(' behind the name in the declaration whose body begins at the '{' at token i; 0 if
 * there is none. */
static size_t find_parameters(const struct amendment *a, size_t i)
{
	size_t open = 0;

	while (i > 0 && !is_one_of(a, i - 1, "; } {")) {
		i--;
		if (is(a, i, ")") && token(a, i)->match > 0) {
			i = (size_t)token(a, i)->match;
			open = i;
		}
	}
	return open && token(a, open - 1)->kind == TOKEN_IDENTIFIER ? open : 0;
}

/* Returns the name of the function that contains token i; "" outside functions. */
static const char *function_around(const struct amendment *a, size_t i)
{
	size_t name = 0;

	for (int around = token(a, i)->around; around >= 0; around = token(a, around)->around) {
		size_t open = is(a, (size_t)around, "{") ? find_parameters(a, (size_t)around) : 0;

		name = open ? open - 1 : name;
	}
	if (!name)
		return "";
	unsigned start = token(a, qualified_begin(a->unit, name))->offset;

	return interned(a->unit->text.data + start, unit_token_end(a->unit, name) - start);
}

/* Makes __FUNCTION__ a string literal, which adjacent literals are concatenated with, and which _T() makes
 * wide. */
static void amend_function_name(struct amendment *a, size_t i)
{
	bool is_wide = is_one_of(a, i, "L__FUNCTION__ __FUNCTIONW__");
	bool is_beside = token(a, i + 1)->kind == TOKEN_STRING || (i > 0 && token(a, i - 1)->kind == TOKEN_STRING);

	if (is_wide || is_beside)
		replace_tokens(a, i, i, interned_printf("%s\"%s\"", is_wide ? "L" : "", function_around(a, i)));
}

/* L#x in a macro is a wide literal; ISO C++ has the name L in front of a narrow one. */
static void amend_wide_literal(struct amendment *a, size_t i)
{
	const struct token *literal = token(a, i + 1);
	const char *text = a->unit->text.data + literal->offset;

	if (literal->kind == TOKEN_STRING && *text == '"')
		replace_tokens(a, i, i + 1, interned_printf("L%.*s", (int)literal->len, text));
}

/* ---- __declspec ---------------------------------------------------------------- */

/* Appends an item of the list in gcc's syntax; most have no meaning here. */
static void append_attribute(const struct amendment *a, size_t i, struct text *out)
{
	static const struct {
		const char *name, *text;
	} names[] = {
		{"noinline", "__attribute__((noinline)) "},
		{"noreturn", "__attribute__((noreturn)) "},
		{"selectany", "__attribute__((weak)) "},
		{"thread", "thread_local "},
	};

	if (is(a, i, "align") && is(a, i + 1, "(") && token(a, i + 1)->match > 0) {
		const struct token *open = token(a, i + 1), *close = token(a, open->match);

		text_printf(out, "__attribute__((aligned%.*s)) ", (int)(close->offset + 1 - open->offset),
		            a->unit->text.data + open->offset);
	}
	for (size_t k = 0; k < COUNT(names); k++) {
		if (is(a, i, names[k].name))
			text_append(out, names[k].text);
	}
}

/* Returns the struct, class or union of the definition to which a specifier in front of token i belongs; 0 if
 * it belongs to something else. */
static size_t class_key_behind(const struct amendment *a, size_t i)
{
	while (is_one_of(a, i, "typedef static extern const inline volatile __declspec"))
		i = is(a, i, "__declspec") ? skip_group(a, i + 1) : i + 1;
	if (!is_one_of(a, i, "struct class union"))
		return 0;
	for (size_t k = i + 1; token(a, k)->kind == TOKEN_IDENTIFIER || is_one_of(a, k, "{ :");
	     k = is(a, k, "__declspec") ? skip_group(a, k + 1) : k + 1) {
		if (is_one_of(a, k, "{ :"))
			return i;
	}
	return 0;
}

/* __declspec(property(get=G, put=P)) T X[]; with its list at token `list`: properties.c rewrites its uses. */
static void amend_property_declaration(struct amendment *a, size_t i, size_t list)
{
	size_t end = skip_group(a, i + 1), name = 0, close = (size_t)token(a, list)->match;
	SCOPED(text) t = {0};

	for (; token(a, end)->kind != TOKEN_END && !is(a, end, ";"); end = skip_group(a, end))
		name = token(a, end)->kind == TOKEN_IDENTIFIER ? end : name;
	if (!name || token(a, list)->match < 0)
		return;
	text_printf(&t, "static_assert(true, \"" AMEND_PROPERTY "%.*s", (int)token(a, name)->len,
	            a->unit->text.data + token(a, name)->offset);
	for (size_t k = list + 1; k + 2 < close; k++) {
		if (is(a, k + 1, "="))
			text_printf(&t, " %.*s=%.*s", (int)token(a, k)->len, a->unit->text.data + token(a, k)->offset,
			            (int)token(a, k + 2)->len, a->unit->text.data + token(a, k + 2)->offset);
	}
	text_append(&t, is(a, name + 1, "[") ? AMEND_INDEXED "[]\")" : "\")");
	replace_tokens(a, i, end - 1, t.data);
}

static void amend_declspec(struct amendment *a, size_t i)
{
	size_t open = i + 1, close = (size_t)token(a, open)->match, key;
	SCOPED(text) attributes = {0};

	if (!is(a, open, "(") || token(a, open)->match < 0)
		return;
	for (size_t k = open + 1; k < close; k++) {
		if (is(a, k, "property")) {
			amend_property_declaration(a, i, k + 1);
			return;
		}
	}
	for (size_t k = open + 1; k < close; k = skip_group(a, k))
		append_attribute(a, k, &attributes);
	key = class_key_behind(a, close + 1);
	if (key && attributes.len) {
		unsigned at = unit_token_end(a->unit, key);
		const char *inserted = interned_printf(" %s", attributes.data);

		edit_insert(&a->edits, at, inserted, inserted);
	}
	replace_tokens(a, i, close, key ? "" : text_string(&attributes));
}

/* ---- __interface ------------------------------------------------------------------ */

/* Makes it a struct with pure virtual functions. */
static void amend_interface(struct amendment *a, size_t i)
{
	size_t open = i + 1, k;

	open = token_outside(a->unit, open, "{ ;");
	replace_tokens(a, i, i, "struct");
	if (!is(a, open, "{") || token(a, open)->match < 0)
		return;
	for (k = open + 1; (int)k < token(a, open)->match; k++) {
		size_t first = k;
		bool has_parameters = false, is_pure = false;

		for (; (int)k < token(a, open)->match && !is(a, k, ";"); k = skip_group(a, k)) {
			has_parameters |= is(a, k, "(");
			is_pure |= is(a, k, "=");
			if (is(a, k, ":") && !has_parameters) /* public: */
				first = k + 1;
		}
		if (!is(a, k, ";") || !has_parameters || is(a, first, "typedef"))
			continue;
		if (!is(a, first, "virtual"))
			insert_text_at(a, first, "virtual ");
		if (!is_pure)
			insert_text_at(a, k, " = 0");
	}
}

/* ---- exceptions ------------------------------------------------------------------ */

/* catch (std::exception e): in Visual C++ the copy keeps the text, which std::exception itself stores. */
static void amend_catch(struct amendment *a, size_t i)
{
	size_t open = i + 1, names = 0, k;

	if (!is(a, open, "(") || token(a, open)->match < 0)
		return;
	for (k = open + 1; (int)k < token(a, open)->match; k++) {
		if (token(a, k)->kind == TOKEN_IDENTIFIER)
			names += !is(a, k, "const") && !is(a, k - 1, "::");
		else if (!is(a, k, "::"))
			return;
	}
	if (names == 2 && is(a, k - 2, "exception"))
		insert_text_at(a, k - 1, "&");
}

/* ---- sealed and abstract ----------------------------------------------------------- */

static void amend_contextual(struct amendment *a, size_t i)
{
	bool of_class = i > 0 && token(a, i - 1)->kind == TOKEN_IDENTIFIER && is_one_of(a, i + 1, "{ :");
	bool of_function = i > 0 && is_one_of(a, i - 1, ") const override") && is_one_of(a, i + 1, "{ ;");

	if (of_class || of_function)
		replace_tokens(a, i, i, is(a, i, "sealed") ? "final" : of_function ? "= 0"
		                                                                   : "");
}

static void refuse_word(struct amendment *a, size_t i)
{
	if (is_one_of(a, i, "__try __except __finally __leave"))
		diagnose(a->unit, SEVERITY_ERROR, token(a, i)->offset,
		         "structured exceptions are not supported: use try and catch, or a destructor for __finally");
	if (is_one_of(a, i, "__if_exists __if_not_exists"))
		diagnose(a->unit, SEVERITY_ERROR, token(a, i)->offset,
		         "'%s' has no equivalent in ISO C++: overload a function, or use a trait",
		         tokens_text(a->unit, i, i + 1));
	if (is_one_of(a, i, "__asm _asm") && (is(a, i + 1, "{") || token(a, i + 1)->kind == TOKEN_IDENTIFIER) &&
	    !is_one_of(a, i + 1, "volatile __volatile__ goto"))
		diagnose(a->unit, SEVERITY_ERROR, token(a, i)->offset,
		         "Visual C++'s inline assembly cannot be compiled");
}

/* ---- entries -------------------------------------------------------------------------- */

/* Whether a function with one of some names is defined at token i, outside of all braces. */
static bool defines(const struct amendment *a, size_t i, const char *names)
{
	size_t open = i + 1;

	return is_one_of(a, i, names) && is(a, open, "(") && token(a, open)->match > 0 &&
	       is(a, (size_t)token(a, open)->match + 1, "{");
}

/* Includes the code that calls the entry point in front of it. */
static void call_entry(struct amendment *a, const char *include)
{
	edit_insert_last(&a->edits, (unsigned)a->unit->text.len, include, include);
}

/* A program with wmain gets a main that calls it; a library's DllMain is called; a program with WinMain has
 * windows and is refused. */
static void call_entries(struct amendment *a)
{
	for (size_t i = 0; token(a, i)->kind != TOKEN_END; i = skip_group(a, i)) {
		if (defines(a, i, "WinMain wWinMain"))
			diagnose(a->unit, SEVERITY_ERROR, token(a, i)->offset,
			         "WinMain is not supported: write a console program, which begins "
			         "with main");
		if (defines(a, i, "wmain"))
			call_entry(a, "\n#include <amp/wide_main.h>\n");
		if (defines(a, i, "DllMain"))
			call_entry(a, "\n#include <amp/library_main.h>\n");
	}
}

static const struct {
	const char *words;
	void (*amend)(struct amendment *a, size_t i);
} table[] = {
    {"for", amend_for_each},
    {"L", amend_wide_literal},
    {"throw", amend_throw},
    {"__interface", amend_interface},
    {"__declspec", amend_declspec},
    {"catch", amend_catch},
    {"sealed abstract", amend_contextual},
    {"__noop", amend_noop},
    {"__FUNCTION__ __PRETTY_FUNCTION__ L__FUNCTION__ __FUNCTIONW__", amend_function_name},
    {"__try __except __finally __leave __if_exists __if_not_exists __asm _asm", refuse_word},
};

void amend_words(struct unit *u)
{
	struct amendment a = {.unit = u};

	assert(u->request->msvc);
	for (size_t i = 0; token(&a, i)->kind != TOKEN_END; i++) {
		if (token(&a, i)->kind == TOKEN_NUMBER)
			amend_number(&a, i);
		for (size_t k = 0; k < COUNT(table); k++) {
			if (is_one_of(&a, i, table[k].words))
				table[k].amend(&a, i);
		}
	}
	call_entries(&a);
	unit_amend_dialect(u, &a.edits);
	edits_finish(&a.edits);
	amend_scopes(u);
}
