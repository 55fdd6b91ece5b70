/* What the tokens of the flat text show by themselves: words and spellings of Visual C++. */
#include "ast/ast.h"
#include "msvc/msvc_internal.h"

#include <assert.h>
#include <string.h>
#include <strings.h>

/* The tokens and the edits. */
struct words {
	struct unit *unit;
	const char *text;
	const struct token *t;
	struct edits edits;
};

static bool is(const struct words *w, size_t i, const char *spelling)
{
	return token_is(w->text, &w->t[i], spelling);
}

static bool is_one_of(const struct words *w, size_t i, const char *const *words)
{
	for (; *words; words++) {
		if (is(w, i, *words))
			return true;
	}
	return false;
}

static void replace(struct words *w, size_t first, size_t last, const char *text)
{
	edit_replace(&w->edits, w->t[first].offset, w->t[last].offset + w->t[last].len, text, text);
}

/* for each (T x in v) */
static void amend_for_each(struct words *w, size_t i)
{
	if (!is(w, i + 1, "each") || !is(w, i + 2, "(") || w->t[i + 2].match < 0)
		return;
	for (size_t k = i + 3; (int)k < w->t[i + 2].match; k = token_skip_group(w->t, k)) {
		if (is(w, k, "in")) {
			replace(w, i, i + 1, "for");
			replace(w, k, k, ":");
			return;
		}
	}
}

/* 1i64, 0xffui32 */
static void amend_number(struct words *w, size_t i)
{
	static const struct {
		const char *suffix, *standard;
	} suffixes[] = {
		{"ui64", "ULL"}, {"i64", "LL"}, {"ui32", "U"}, {"i32", ""},
		{"ui16", "U"},   {"i16", ""},   {"ui8", "U"},  {"i8", ""},
	};
	const struct token *t = &w->t[i];

	for (size_t k = 0; k < sizeof(suffixes) / sizeof(*suffixes); k++) {
		size_t n = strlen(suffixes[k].suffix), digits = t->len - n;

		if (t->len <= n || strncasecmp(w->text + t->offset + digits, suffixes[k].suffix, n))
			continue;
		const char *text = interned_printf("%.*s%s", (int)digits, w->text + t->offset, suffixes[k].standard);

		replace(w, i, i, text);
		return;
	}
}

/* ---- __FUNCTION__ -------------------------------------------------------------- */

/* Returns the first '(' behind the name in the declaration whose body begins at the '{' at token i; 0 if
 * there is none. */
static size_t parameters_of(const struct words *w, size_t i)
{
	size_t open = 0;

	while (i > 0 && !is(w, i - 1, ";") && !is(w, i - 1, "}") && !is(w, i - 1, "{")) {
		i--;
		if (is(w, i, ")") && w->t[i].match > 0) {
			i = (size_t)w->t[i].match;
			open = i;
		}
	}
	return open && w->t[open - 1].kind == TOKEN_IDENTIFIER ? open : 0;
}

/* Returns the name of the function that contains token i; "" outside functions. */
static const char *function_around(const struct words *w, size_t i)
{
	size_t name = 0;

	for (int around = w->t[i].around; around >= 0; around = w->t[around].around) {
		size_t open = is(w, (size_t)around, "{") ? parameters_of(w, (size_t)around) : 0;

		name = open ? open - 1 : name;
	}
	if (!name)
		return "";
	unsigned start = w->t[qualified_begin(w->unit, name)].offset;

	return interned(w->text + start, w->t[name].offset + w->t[name].len - start);
}

/* Makes __FUNCTION__ a string literal, which adjacent literals are concatenated with, and which _T() makes
 * wide. */
static void amend_function_name(struct words *w, size_t i)
{
	bool is_wide = is(w, i, "L__FUNCTION__") || is(w, i, "__FUNCTIONW__");
	bool is_narrow = is(w, i, "__FUNCTION__") || is(w, i, "__PRETTY_FUNCTION__");
	bool is_beside = w->t[i + 1].kind == TOKEN_STRING || (i > 0 && w->t[i - 1].kind == TOKEN_STRING);

	if (is_wide || (is_narrow && is_beside))
		replace(w, i, i, interned_printf("%s\"%s\"", is_wide ? "L" : "", function_around(w, i)));
}

/* ---- __declspec ---------------------------------------------------------------- */

/* Appends an item of the list in gcc's syntax; most have no meaning here. */
static void append_attribute(const struct words *w, size_t i, struct text *out)
{
	static const struct {
		const char *name, *text;
	} names[] = {
		{"noinline", "__attribute__((noinline)) "},
		{"noreturn", "__attribute__((noreturn)) "},
		{"selectany", "__attribute__((weak)) "},
		{"thread", "thread_local "},
	};

	if (is(w, i, "align") && is(w, i + 1, "(") && w->t[i + 1].match > 0) {
		const struct token *open = &w->t[i + 1], *close = &w->t[open->match];

		text_printf(out, "__attribute__((aligned%.*s)) ", (int)(close->offset + 1 - open->offset),
		            w->text + open->offset);
	}
	for (size_t k = 0; k < sizeof(names) / sizeof(*names); k++) {
		if (is(w, i, names[k].name))
			text_append(out, names[k].text);
	}
}

/* Returns the struct, class or union of the definition to which a specifier in front of token i belongs; 0 if
 * it belongs to something else. */
static size_t class_key_behind(const struct words *w, size_t i)
{
	static const char *const specifiers[] = {"typedef", "static",   "extern", "const",
	                                         "inline",  "volatile", NULL};
	static const char *const keys[] = {"struct", "class", "union", NULL};

	while (is_one_of(w, i, specifiers) || is(w, i, "__declspec"))
		i = is(w, i, "__declspec") ? token_skip_group(w->t, i + 1) : i + 1;
	if (!is_one_of(w, i, keys))
		return 0;
	for (size_t k = i + 1; w->t[k].kind == TOKEN_IDENTIFIER || is(w, k, "{") || is(w, k, ":");
	     k = is(w, k, "__declspec") ? token_skip_group(w->t, k + 1) : k + 1) {
		if (is(w, k, "{") || is(w, k, ":"))
			return i;
	}
	return 0;
}

/* __declspec(property(get=G, put=P)) T X[]; with its list at token `list`: properties.c rewrites its uses.
 * Returns its end. */
static size_t amend_property_declaration(struct words *w, size_t i, size_t list)
{
	size_t end = token_skip_group(w->t, i + 1), name = 0, close = (size_t)w->t[list].match;
	SCOPED(text) t = {0};

	for (; w->t[end].kind != TOKEN_END && !is(w, end, ";"); end = token_skip_group(w->t, end))
		name = w->t[end].kind == TOKEN_IDENTIFIER ? end : name;
	if (!name || w->t[list].match < 0)
		return i + 1;
	text_printf(&t, "static_assert(true, \"" AMEND_PROPERTY "%.*s", (int)w->t[name].len, w->text + w->t[name].offset);
	for (size_t k = list + 1; k + 2 < close; k++) {
		if (is(w, k + 1, "="))
			text_printf(&t, " %.*s=%.*s", (int)w->t[k].len, w->text + w->t[k].offset, (int)w->t[k + 2].len,
			            w->text + w->t[k + 2].offset);
	}
	text_append(&t, "\")");
	replace(w, i, end - 1, t.data);
	return end;
}

/* Returns the token behind the rewritten text. */
static size_t amend_declspec(struct words *w, size_t i)
{
	size_t open = i + 1, close = (size_t)w->t[open].match, key;
	SCOPED(text) attributes = {0};

	if (!is(w, open, "(") || w->t[open].match < 0)
		return open;
	for (size_t k = open + 1; k < close; k++) {
		if (is(w, k, "property"))
			return amend_property_declaration(w, i, k + 1);
	}
	text_append(&attributes, "");
	for (size_t k = open + 1; k < close; k = token_skip_group(w->t, k))
		append_attribute(w, k, &attributes);
	key = class_key_behind(w, close + 1);
	if (key && attributes.len) {
		unsigned at = w->t[key].offset + w->t[key].len;
		const char *inserted = interned_printf(" %s", attributes.data);

		edit_insert(&w->edits, at, inserted, inserted);
	}
	replace(w, i, close, key ? "" : attributes.data);
	return close + 1;
}

/* ---- __interface ------------------------------------------------------------------ */

/* Makes it a struct with pure virtual functions. */
static void amend_interface(struct words *w, size_t i)
{
	size_t open = i + 1, k;

	while (w->t[open].kind != TOKEN_END && !is(w, open, "{") && !is(w, open, ";"))
		open = token_skip_group(w->t, open);
	replace(w, i, i, "struct");
	if (!is(w, open, "{") || w->t[open].match < 0)
		return;
	for (k = open + 1; (int)k < w->t[open].match; k++) {
		size_t first = k;
		bool has_parameters = false, is_pure = false;

		for (; (int)k < w->t[open].match && !is(w, k, ";"); k = token_skip_group(w->t, k)) {
			has_parameters |= is(w, k, "(");
			is_pure |= is(w, k, "=");
			if (is(w, k, ":") && !has_parameters) /* public: */
				first = k + 1;
		}
		if (!is(w, k, ";") || !has_parameters || is(w, first, "typedef"))
			continue;
		if (!is(w, first, "virtual"))
			edit_insert(&w->edits, w->t[first].offset, "virtual ", "virtual ");
		if (!is_pure)
			edit_insert(&w->edits, w->t[k].offset, " = 0", " = 0");
	}
}

/* ---- exceptions ------------------------------------------------------------------ */

/* catch (std::exception e): in Visual C++ the copy keeps the text, which std::exception itself stores. */
static void amend_catch(struct words *w, size_t i)
{
	size_t open = i + 1, names = 0, k;

	if (!is(w, open, "(") || w->t[open].match < 0)
		return;
	for (k = open + 1; (int)k < w->t[open].match; k++) {
		if (w->t[k].kind == TOKEN_IDENTIFIER)
			names += !is(w, k, "const") && !is(w, k - 1, "::");
		else if (!is(w, k, "::"))
			return;
	}
	if (names == 2 && is(w, k - 2, "exception"))
		edit_insert(&w->edits, w->t[k - 1].offset, "&", "&");
}

/* ---- sealed and abstract ----------------------------------------------------------- */

static void amend_contextual(struct words *w, size_t i)
{
	bool of_class = w->t[i - 1].kind == TOKEN_IDENTIFIER && (is(w, i + 1, "{") || is(w, i + 1, ":"));
	bool of_function = (is(w, i - 1, ")") || is(w, i - 1, "const") || is(w, i - 1, "override")) &&
	                   (is(w, i + 1, "{") || is(w, i + 1, ";"));

	if (of_class || of_function)
		replace(w, i, i, is(w, i, "sealed") ? "final" : of_function ? "= 0" : "");
}

static void refuse_words(struct words *w, size_t i)
{
	static const char *const structured[] = {"__try", "__except", "__finally", "__leave", NULL};
	static const char *const exists[] = {"__if_exists", "__if_not_exists", NULL};

	if (is_one_of(w, i, structured))
		diagnose(w->unit, SEVERITY_ERROR, w->t[i].offset,
		         "structured exceptions are not supported: use try and catch, or a "
		         "destructor for __finally");
	if (is_one_of(w, i, exists))
		diagnose(w->unit, SEVERITY_ERROR, w->t[i].offset,
		         "'%.*s' has no equivalent in ISO C++: overload a function, or use a "
		         "trait",
		         (int)w->t[i].len,
		         w->text + w->t[i].offset);
	if ((is(w, i, "__asm") || is(w, i, "_asm")) && (is(w, i + 1, "{") || w->t[i + 1].kind == TOKEN_IDENTIFIER) &&
	    !is(w, i + 1, "volatile") && !is(w, i + 1, "__volatile__") && !is(w, i + 1, "goto"))
		diagnose(w->unit, SEVERITY_ERROR, w->t[i].offset, "Visual C++'s inline assembly cannot be compiled");
}

/* ---- entries -------------------------------------------------------------------------- */

/* Whether a function of that name is defined at token i, outside of all braces. */
static bool defines_main(const struct words *w, size_t i, const char *name)
{
	size_t open = i + 1;

	return is(w, i, name) && is(w, open, "(") && w->t[open].match > 0 &&
	       is(w, (size_t)w->t[open].match + 1, "{");
}

/* Includes the code that calls the entry point in front of it. */
static void call_entry(struct words *w, const char *include)
{
	edit_insert_last(&w->edits, (unsigned)w->unit->text.len, include, include);
}

/* A program with wmain gets a main that calls it; a library's DllMain is called; a program with WinMain has
 * windows and is refused. */
static void call_entries(struct words *w)
{
	for (size_t i = 0; w->t[i].kind != TOKEN_END; i = token_skip_group(w->t, i)) {
		if (defines_main(w, i, "WinMain") || defines_main(w, i, "wWinMain"))
			diagnose(w->unit, SEVERITY_ERROR, w->t[i].offset,
			         "WinMain is not supported: write a console program, which begins "
			         "with main");
		if (defines_main(w, i, "wmain"))
			call_entry(w, "\n#include <amp/wide_main.h>\n");
		if (defines_main(w, i, "DllMain"))
			call_entry(w, "\n#include <amp/library_main.h>\n");
	}
}

void amend_words(struct unit *u)
{
	struct words w = {.unit = u, .text = u->text.data, .t = u->tokens.items};

	assert(u->request->msvc);
	for (size_t i = 0; w.t[i].kind != TOKEN_END; i++) {
		const struct token *t = &w.t[i];

		if (t->kind == TOKEN_NUMBER)
			amend_number(&w, i);
		if (t->kind != TOKEN_IDENTIFIER)
			continue;
		if (is(&w, i, "for"))
			amend_for_each(&w, i);
		else if (is(&w, i, "__interface"))
			amend_interface(&w, i);
		else if (is(&w, i, "__declspec"))
			i = amend_declspec(&w, i) - 1;
		else if (is(&w, i, "catch"))
			amend_catch(&w, i);
		else if (i > 0 && (is(&w, i, "sealed") || is(&w, i, "abstract")))
			amend_contextual(&w, i);
		amend_function_name(&w, i);
		refuse_words(&w, i);
	}
	call_entries(&w);
	unit_amend_dialect(u, &w.edits);
	edits_finish(&w.edits);
	amend_scopes(u);
}
