/* Functions that differ only in restriction (specification 2.3.2).
 *
 * CUDA has no such overloads. In the device unit the amp function keeps the name, and the cpu one gets
 * another, which nothing calls. In the host unit it is the other way around; because the CPU accelerator runs
 * kernels there, the cpu function begins with a test whether it is in a kernel, and then forwards the call.
 * So calls from templates and from restrict(cpu,amp) functions, which may mean either, need no edit.
 *
 * If functions with different parameters compete, code of one restriction calls them by the other name. A
 * restrict(cpu,amp) function of such a set gets a copy with that name, so that each name has all functions that
 * may be called there. */
#include "overload/pairs.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---- Finding them -------------------------------------------------------- */

struct overload_finder {
	const struct unit *unit;
	const struct clauses *clauses;
	struct overloads *out;
	unsigned largest; /* the largest offset in out */
};

enum CXCursorKind function_kind(CXCursor function)
{
	return function.kind == CXCursor_FunctionTemplate ? clang_getTemplateCursorKind(function)
	                                                  : function.kind;
}

bool is_operator(const char *name)
{
	static const char word[] = "operator";

	return starts(name, word) && !is_identifier_char(name[strlen(word)]);
}

bool has_plain_name(CXCursor function)
{
	enum CXCursorKind kind = function_kind(function);

	return kind != CXCursor_Constructor && kind != CXCursor_Destructor && kind != CXCursor_ConversionFunction &&
	       !is_operator(cursor_spelling(function));
}

/* Returns "scope USR::name", which identifies what a call by that name chooses from. */
static const char *set_of(CXCursor function)
{
	function = template_or_self(function);
	const char *scope = clang_string(clang_getCursorUSR(clang_getCursorSemanticParent(function)));
	const char *name = plain_spelling(function);

	return interned_printf("%s::%s", scope, *name ? name : "<");
}

/* Whether a function may contain a class with members that differ in restriction: without clauses they all
 * inherit those of the function. */
static bool has_clauses(const struct overload_finder *f, CXCursor function)
{
	unsigned start, end;

	return cursor_range(f->clauses, function, &start, &end) && clause_in(f->clauses, start, end);
}

const struct overload *overload_at(const struct overloads *o, unsigned offset)
{
	for (size_t i = o->count; i-- > 0;) {
		if (o->items[i].offset == offset)
			return &o->items[i];
	}
	return NULL;
}

/* Whether a function is in f->out. The search is only needed for functions that are visited out of the order
 * of the text. */
static bool is_found(const struct overload_finder *f, unsigned offset)
{
	return f->out->count && offset <= f->largest && overload_at(f->out, offset);
}

/* Returns the template of an explicit specialization of a conversion function; other functions unchanged. */
static CXCursor conversion_template(CXCursor function)
{
	CXCursor template = clang_getSpecializedCursorTemplate(function);

	return function.kind == CXCursor_ConversionFunction &&
	               template.kind == CXCursor_FunctionTemplate
	           ? template
	           : function;
}

/* Returns a string that is equal for functions with the same scope, name and signature. For members of local
 * classes, which have no templates, clang's USR contains the place of the declaration and cannot be used. */
static const char *signature_of(CXCursor function)
{
	struct text t = {0};

	if (!is_local(clang_getCursorSemanticParent(function)))
		return clang_string(clang_getCursorUSR(function));
	text_append(&t, set_of(function));
	for (int n = 0; n < clang_Cursor_getNumArguments(function); n++) {
		CXType type = clang_getCursorType(clang_Cursor_getArgument(function, n));

		text_printf(&t, "#%s", type_spelling(unqualified(clang_getCanonicalType(type))));
	}
	text_printf(&t, "#%d%d%d", clang_CXXMethod_isConst(function),
	            clang_Type_getCXXRefQualifier(clang_getCursorType(function)),
	            clang_Cursor_isVariadic(function));
	return interned_text(&t);
}

/* Whether overloads may be below a cursor that is not a function. */
static bool may_have_functions(CXCursor c)
{
	enum CXCursorKind kind = cursor_kind(c);

	if (kind == CXCursor_Namespace || is_class(kind) || kind == CXCursor_LinkageSpec || kind == CXCursor_FriendDecl)
		return in_program(c);
	return clang_isStatement(kind) || clang_isExpression(kind) || kind == CXCursor_VarDecl;
}

static void add_function(struct overload_finder *f, CXCursor c, unsigned offset)
{
	struct overloads *o = f->out;
	unsigned r = cursor_restrictions(c);

	/* instantiations repeat members of templates */
	if (r != (RESTRICT_CPU | RESTRICT_AMP) && !is_found(f, offset)) {
		KEEP(o->items, o->count) = (struct overload){.set = set_of(c),
		                                             .usr = signature_of(conversion_template(c)),
		                                             .cursor = c,
		                                             .offset = offset,
		                                             .amp = r == RESTRICT_AMP};
		if (offset > f->largest)
			f->largest = offset;
	}
}

/* Finds all functions with a single restriction. */
static void find_functions(struct overload_finder *f)
{
	unsigned offset;

	for (struct walk w = walk_below(clang_getTranslationUnitCursor(f->unit->tu)); walk_next(&w);) {
		bool is_own = !is_instantiation(w.cursor) && is_function(w.cursor.kind) &&
		              cursor_offset(f->clauses, w.cursor, &offset);

		if (is_own)
			add_function(f, w.cursor, offset);
		if (is_instantiation(w.cursor) || !(is_own ? has_clauses(f, w.cursor) : may_have_functions(w.cursor)))
			walk_skip(&w);
	}
}

static bool has_usr(const struct overloads *o, const char *usr, bool amp)
{
	for (size_t i = 0; i < o->count; i++) {
		if (o->items[i].amp == amp && !strcmp(o->items[i].usr, usr))
			return true;
	}
	return false;
}

static bool has_key(const struct string_set *s, const char *key)
{
	return string_set_find(s, key, strlen(key)) != SIZE_MAX;
}

/* Whether the parameters of a restrict(amp) constructor are the first ones of a restrict(cpu) constructor
 * that has default arguments for the others. */
static bool is_shorter(const struct overload_finder *f, CXCursor amp, CXCursor cpu)
{
	int n = clang_Cursor_getNumArguments(amp), all = clang_Cursor_getNumArguments(cpu);
	unsigned start, end;

	if (n < 0 || n >= all ||
	    !default_argument(f->unit, clang_Cursor_getArgument(cpu, n), &start, &end))
		return false;
	for (int i = 0; i < n; i++) {
		CXType own = clang_getCursorType(clang_Cursor_getArgument(amp, i));
		CXType other = clang_getCursorType(clang_Cursor_getArgument(cpu, i));

		if (!clang_equalTypes(clang_getCanonicalType(own), clang_getCanonicalType(other)))
			return false;
	}
	return true;
}

/* Pairs A(const A &, int = 0) restrict(cpu) with A(const A &) restrict(amp): a call of the former means the
 * latter in a kernel, as if both had the same parameters. */
static void pair_by_default_arguments(const struct overload_finder *f, struct overload *amp)
{
	struct overloads *o = f->out;

	if (!amp->amp || amp->cursor.kind != CXCursor_Constructor || has_usr(o, amp->usr, false))
		return;
	FOR_EACH(struct overload, cpu, o->items, o->count) {
		if (cpu->amp || strcmp(cpu->set, amp->set) || has_usr(o, cpu->usr, true) ||
		    !is_shorter(f, amp->cursor, cpu->cursor))
			continue;
		const char *usr = cpu->usr;

		for (size_t k = 0; k < o->count; k++) { /* all declarations of the cpu constructor */
			if (!strcmp(o->items[k].usr, usr))
				o->items[k].usr = amp->usr;
		}
		return;
	}
}

void find_overloads(const struct unit *u, struct overloads *out)
{
	struct overload_finder f = {u, u->clauses, out, 0};
	SCOPED(string_set) cpu = {0}, amp = {0}; /* the sets, which end in "::name", and the signatures, which do not */
	size_t kept = 0;

	*out = (struct overloads){0};
	find_functions(&f);
	for (size_t i = 0; i < out->count; i++)
		pair_by_default_arguments(&f, &out->items[i]);
	FOR_EACH(const struct overload, o, out->items, out->count) {
		string_set_add(o->amp ? &amp : &cpu, o->set, strlen(o->set));
		string_set_add(o->amp ? &amp : &cpu, o->usr, strlen(o->usr));
	}
	FOR_EACH(struct overload, o, out->items, out->count) {
		const struct string_set *others = o->amp ? &cpu : &amp;

		o->paired = has_key(others, o->usr);
		/* can get another name: a special function does so only for one with the same signature */
		if (o->paired || (has_plain_name(o->cursor) && has_key(others, o->set)))
			out->items[kept++] = *o;
		else if (has_plain_name(o->cursor))
			KEEP(out->spare, out->n_spare) = *o;
	}
	out->count = kept;
}

bool divide_set(struct overloads *o, CXCursor function)
{
	const char *set = set_of(function);
	size_t n = o->n_spare;

	o->n_spare = 0;
	for (size_t i = 0; i < n; i++) {
		if (strcmp(o->spare[i].set, set)) {
			o->spare[o->n_spare++] = o->spare[i];
		} else {
			KEEP(o->items, o->count) = o->spare[i];
			names_add(&o->divided, set);
		}
	}
	return n > o->n_spare;
}

/* Returns how many declarations with a restriction compete with a function. *last, unless NULL, is one of
 * them. */
static size_t count_in_set(const struct overloads *o, CXCursor function, bool amp, CXCursor *last)
{
	const char *set = o->count ? set_of(function) : NULL;
	size_t n = 0;

	for (size_t i = 0; i < o->count; i++) {
		if (o->items[i].amp != amp || strcmp(o->items[i].set, set))
			continue;
		n++;
		if (last)
			*last = o->items[i].cursor;
	}
	return n;
}

bool has_overload(const struct overloads *o, CXCursor function, bool amp)
{
	return count_in_set(o, function, amp, NULL) > 0;
}

bool is_divided(const struct overloads *o, CXCursor function)
{
	return (has_overload(o, function, true) && has_overload(o, function, false)) ||
	       (o->divided.count && names_have(&o->divided, set_of(function)));
}

CXCursor only_overload(const struct overloads *o, CXCursor function, bool amp)
{
	CXCursor found;

	return count_in_set(o, function, amp, &found) == 1 ? found : clang_getNullCursor();
}

CXCursor overload_counterpart(const struct overloads *o, CXCursor function)
{
	const char *usr = signature_of(template_or_self(function));
	bool amp = cursor_restrictions(function) == RESTRICT_AMP;
	CXCursor found = clang_getNullCursor();

	for (size_t i = 0; i < o->count; i++) {
		if (o->items[i].amp != amp && !strcmp(o->items[i].usr, usr))
			found = o->items[i].cursor;
	}
	return found;
}

/* ---- Names --------------------------------------------------------------- */

void name_tokens(const struct pairs *p, CXCursor function, size_t *first, size_t *last)
{
	unsigned at;

	cursor_offset(p->clauses, function, &at);
	*first = *last = token_at(&p->unit->tokens, at);
	if (is(p, *first, "~")) {
		*last = *first + 1;
	} else if (is(p, *first, "operator")) {
		size_t i = *first + 1;

		if (is(p, i, "(") || is(p, i, "["))
			i += 2; /* () or [] */
		while (!is(p, i, "(") && p->tokens[i].kind != TOKEN_END)
			i++;
		*last = i - 1;
	}
}

/* Returns the target type of a conversion function. */
static const char *result_name(CXCursor function)
{
	return type_spelling(clang_getResultType(clang_getCursorType(function)));
}

const char *other_name(const struct pairs *p, CXCursor function, const char *suffix)
{
	CXCursor template = conversion_template(function);
	size_t first, last;
	struct text t = {0};

	name_tokens(p, template, &first, &last);
	for (size_t i = first; i <= last; i++)
		text_append_words(&t, p->text + p->tokens[i].offset, p->tokens[i].len);
	text_printf(&t, "_%s", suffix);
	if (!clang_equalCursors(template, function))
		text_printf(&t, "<%s>", result_name(function));
	return interned_text(&t);
}

/* Returns what a special function that becomes an ordinary one needs in front of its declarator, or NULL. */
static const char *result_type(CXCursor function)
{
	enum CXCursorKind kind = function_kind(function);

	if (kind == CXCursor_Constructor)
		return "void ";
	return kind == CXCursor_ConversionFunction ? interned_printf("%s ", result_name(function)) : NULL;
}

void edit_in(const struct pairs *p, unsigned start, unsigned end, const char *text, enum unit_kind kind,
             bool for_people)
{
	edit_texts(p->edits, start, end, kind == UNIT_DEVICE ? text : NULL, kind == UNIT_HOST ? text : NULL,
	           for_people ? text : NULL);
}

/* Removes "explicit" and "constexpr" from a special function that becomes an ordinary one. */
static void remove_specifiers(struct pairs *p, size_t declarator, enum unit_kind kind, bool is_for_people)
{
	for (size_t i = declarator; i > 0 && p->tokens[i - 1].kind == TOKEN_IDENTIFIER; i--) {
		const struct token *t = &p->tokens[i - 1];

		if (token_is_one_of(p->text, t, "explicit constexpr"))
			edit_in(p, t->offset, token_end(t), "", kind, is_for_people);
	}
}

static void rename_declaration(struct pairs *p, CXCursor function, const char *suffix,
                               enum unit_kind kind)
{
	size_t first, last;
	const char *name = other_name(p, function, suffix), *type = result_type(function);
	/* the CUDA for people has both functions; for constructors see divide_constructor() */
	bool is_for_people = kind == UNIT_HOST && function_kind(function) != CXCursor_Constructor;

	name_tokens(p, function, &first, &last);
	if (type) {
		size_t declarator = qualified_begin(p->unit, first);

		remove_specifiers(p, declarator, kind, is_for_people);
		edit_in(p, p->tokens[declarator].offset, p->tokens[declarator].offset, type, kind, is_for_people);
	}
	edit_in(p, p->tokens[first].offset, unit_token_end(p->unit, last), name, kind, is_for_people);
}

/* ---- Calls that can mean only one of them ----------------------------------- */

/* A call in restrict(cpu,amp) code that means different functions in kernels and elsewhere. */
struct double_call {
	unsigned start, end, name, name_end;
};

struct double_calls {
	struct double_call *items;
	size_t count;
};

/* Returns the function that a reference names, or one that it may mean in an instantiation, of a divided set if
 * there is one; the null cursor if that is no function, or libclang does not show it (behind a using-declaration). */
static CXCursor callee_of(const struct pairs *p, CXCursor reference)
{
	CXCursor c = clang_getCursorReferenced(reference);
	CXCursor found = c.kind == CXCursor_OverloadedDeclRef ? clang_getNullCursor() : c;
	bool is_hidden = false;

	for (unsigned i = 0; c.kind == CXCursor_OverloadedDeclRef && i < clang_getNumOverloadedDecls(c); i++) {
		CXCursor function = clang_getOverloadedDecl(c, i);

		if (is_function(function.kind) && (clang_Cursor_isNull(found) || is_divided(p->overloads, function)))
			found = function;
		is_hidden |= function.kind == CXCursor_UnexposedDecl;
	}
	return is_function(found.kind) && (!is_hidden || is_divided(p->overloads, found)) ? found
	                                                                                  : clang_getNullCursor();
}

/* Notes that a call will use a function's other name. waits: which function it means is known in an instantiation only,
 * where it may also find functions of other scopes by its arguments. */
static void note_other_name(struct pairs *p, CXCursor function, bool waits, bool amp)
{
	names_add(&p->called_sets[amp], set_of(function));
	if (waits)
		names_add(&p->called_names[amp], plain_spelling(function));
}

bool set_is_unpaired(const struct overloads *o, CXCursor function)
{
	const char *set = set_of(function);
	bool unpaired = false;

	for (size_t i = 0; i < o->count; i++)
		unpaired |= !o->items[i].paired && !strcmp(o->items[i].set, set);
	return unpaired;
}

static void note_double_call(struct pairs *p, struct double_calls *d, CXCursor call)
{
	CXCursor reference = without_parentheses(first_child(call));
	struct double_call dc;

	if (reference.kind != CXCursor_DeclRefExpr && reference.kind != CXCursor_MemberRefExpr)
		return;
	CXCursor callee = callee_of(p, reference);
	bool waits = clang_getCursorReferenced(reference).kind == CXCursor_OverloadedDeclRef;

	if (clang_Cursor_isNull(callee) || !is_divided(p->overloads, callee) ||
	    !set_is_unpaired(p->overloads, callee) ||
	    !cursor_range(p->clauses, call, &dc.start, &dc.end) ||
	    !cursor_offset(p->clauses, reference, &dc.name) ||
	    offsets_have(&p->overloads->common_calls, dc.name))
		return;
	/* in X::f the name is the last token in front of the parenthesis */
	const struct token *t = find_token(p->unit, dc.name, dc.end, plain_spelling(callee));

	if (!t)
		return;
	dc.name = t->offset;
	dc.name_end = token_end(t);
	for (size_t k = 0; k < d->count; k++) {
		if (d->items[k].start == dc.start && d->items[k].end == dc.end)
			return;
	}
	note_other_name(p, callee, waits, true);
	KEEP(d->items, d->count) = dc;
}

static int by_length(const void *a, const void *b)
{
	const struct double_call *x = a, *y = b;
	unsigned n = x->end - x->start, m = y->end - y->start;

	return (n > m) - (n < m);
}

/* Rewrites f(x) in restrict(cpu,amp) code to (in a kernel ? f_amp(x) : f(x)), innermost calls first. */
static void lower_double_calls(struct pairs *p, struct double_calls *d)
{
	if (d->count)
		qsort(d->items, d->count, sizeof(*d->items), by_length);
	FOR_EACH(const struct double_call, c, d->items, d->count) {
		SCOPED(text) t = {0};

		text_append(&t, "(Concurrency::details::kernel_depth() ? ");
		edits_render(p->edits, p->text, c->start, c->name_end, UNIT_HOST, &t);
		text_append(&t, "_amp");
		edits_render(p->edits, p->text, c->name_end, c->end, UNIT_HOST, &t);
		text_append(&t, " : ");
		edit_insert_first(p->edits, c->start, NULL, t.data);
		edit_insert(p->edits, c->end, NULL, ")");
	}
}

/* Whether a name has not been edited yet: a node may be at several places of the AST. */
static bool first_use(const struct pairs *p, unsigned offset)
{
	for (size_t i = 0; i < p->edits->count; i++) {
		if (p->edits->items[i].start == offset && p->edits->items[i].end > offset)
			return false;
	}
	return true;
}

/* Whether calls by another name of a function, f_amp or f_cpu, must find a copy of it: in one unit, the
 * functions of its set that only this side may call have that name. */
static bool needs_copy(const struct pairs *p, CXCursor function, bool amp)
{
	unsigned offset;

	return has_plain_name(function) && cursor_restrictions(function) & (amp ? RESTRICT_AMP : RESTRICT_CPU) &&
	       cursor_offset(p->clauses, function, &offset) && !overload_at(p->overloads, offset) &&
	       (names_have(&p->called_sets[amp], set_of(function)) ||
	        names_have(&p->called_names[amp], plain_spelling(function)));
}

/* Declares or defines a function again, by its other name: in the host unit f_amp, in the device unit f_cpu. */
static void copy_declaration(struct pairs *p, CXCursor function, unsigned start, bool amp)
{
	struct text t = {0};
	size_t name, last;

	name_tokens(p, function, &name, &last);
	size_t body = declarator_end(p->unit, p->tokens[name].offset, p->unit->text.len);

	if (!is(p, body, "{") && !is(p, body, ";")) {
		diagnose(
		    p->unit, SEVERITY_ERROR, p->tokens[name].offset,
		    "'%s' competes with functions that differ from it in restriction: give it a declaration of its own",
		    cursor_spelling(function));
		return;
	}
	unsigned at = unit_token_end(p->unit, is(p, body, "{") ? (size_t)p->tokens[body].match : body);
	struct location place = unit_locate(p->unit, at);

	text_append(&t, is_for_people(p->unit) ? "\n" : " ");
	text_append_range(&t, start, p->tokens[name].offset);
	text_append(&t, other_name(p, function, amp ? "amp" : "cpu"));
	text_append_range(&t, unit_token_end(p->unit, last), at);
	const char *for_people = amp ? interned_printf("%s\n", t.data) : NULL;

	text_append(&t, "\n");
	text_append_line_directive(&t, place.line, place.file);
	edit_texts(p->edits, at, at, amp ? NULL : t.data, amp ? t.data : NULL,
	           is_for_people(p->unit) ? for_people : NULL);
	text_finish(&t);
	if (amp && !is_class(clang_getCursorSemanticParent(function).kind)) /* all calls may be in kernels */
		edit_insert_first(p->edits, p->tokens[specifiers_begin(p->unit, start)].offset, NULL,
		                  "__attribute__((unused)) ");
}

/* Gives functions that calls must find by another name that name, too. */
static void copy_functions(struct pairs *p)
{
	struct offsets seen = {0};
	unsigned offset;

	if (!p->called_sets[false].count && !p->called_sets[true].count && !p->called_names[true].count)
		return;
	for (struct walk w = walk_program(p->clauses, p->unit->tu); walk_next(&w);) {
		if (!is_function(w.cursor.kind) || is_instantiation(w.cursor) ||
		    !cursor_offset(p->clauses, w.cursor, &offset) || !offsets_add(&seen, offset))
			continue;
		for (int amp = 0; amp < 2; amp++) {
			if (needs_copy(p, w.cursor, amp))
				copy_declaration(p, w.cursor, w.start, amp);
		}
	}
}

/* Adds using n::f_amp; to using n::f; */
static void use_other_name(struct pairs *p, CXCursor declaration, unsigned start, unsigned end)
{
	CXCursor function = clang_getOverloadedDecl(first_of_kind(declaration, CXCursor_OverloadedDeclRef), 0);

	/* constructors are inherited as they are in each unit */
	if (!is_function(function.kind) || function_kind(function) == CXCursor_Constructor ||
	    !is_divided(p->overloads, function))
		return;
	size_t name = token_at(&p->unit->tokens, start);

	for (size_t i = name; p->tokens[i].offset < end && !is(p, name, "operator"); i++)
		name = p->tokens[i].kind == TOKEN_IDENTIFIER ? i : name;
	const char *qualified = interned(p->text + start, p->tokens[name].offset - start);
	const char *amp = interned_printf("; %s%s", qualified, other_name(p, function, "amp"));
	const char *cpu = interned_printf("; %s%s", qualified, other_name(p, function, "cpu"));

	edit_texts(p->edits, end, end, cpu, amp, amp);
}

/* Spells out the underlying type of enum e : decltype(f()), in which f may be another function in one of the
 * units. libclang does not show the call, but knows the type. */
static void name_underlying_type(struct pairs *p, CXCursor enumeration)
{
	CXType type = clang_getCanonicalType(clang_getEnumDeclIntegerType(enumeration));
	unsigned start, end;

	if (!is_number(type) || !cursor_range(p->clauses, enumeration, &start, &end))
		return;
	size_t colon = token_outside(p->unit, token_at(&p->unit->tokens, start), ": ; { }"), i = colon;

	while (!ends_statement(p->unit, i))
		i++;
	if (!is(p, colon, ":") ||
	    !is(p, colon + 1, "decltype") ||
	    !first_use(p, p->tokens[colon + 1].offset))
		return;
	const char *name = type_spelling(type);
	const struct token *last = &p->tokens[i - 1];

	edit_replace(p->edits, p->tokens[colon + 1].offset, token_end(last), name, name);
}

/* Returns the counterpart that is no specialization of a conversion function. */
static CXCursor counterpart(const struct pairs *p, const struct overload *o)
{
	FOR_EACH(const struct overload, other, p->overloads->items, p->overloads->count) {
		if (other->amp != o->amp && !strcmp(other->usr, o->usr) &&
		    clang_equalCursors(conversion_template(other->cursor), other->cursor))
			return other->cursor;
	}
	return clang_getNullCursor();
}

/* Whether a call may mean a function or its counterpart: not if their results differ (specification 2.3.2). */
static bool may_mean_either(const struct pairs *p, const struct overload *o)
{
	CXType result = clang_getResultType(clang_getCursorType(o->cursor));
	CXType other = clang_getResultType(clang_getCursorType(counterpart(p, o)));

	return o->paired && (!clang_equalCursors(conversion_template(o->cursor), o->cursor) ||
	                     clang_equalTypes(clang_getCanonicalType(result), clang_getCanonicalType(other)));
}

/* Whether the function that a name means in kernels is not found by calling the CPU's function of its set, which passes
 * calls on (dispatch()). */
static bool differs_in_kernels(const struct pairs *p, const struct overload *o)
{
	return is_divided(p->overloads, o->cursor) && !may_mean_either(p, o);
}

/* Reports a name in amp code that depends on a template parameter and may be such a function's. */
static void check_unresolved(struct pairs *p, const struct token *t)
{
	const char *name = interned(p->text + t->offset, t->len);

	FOR_EACH(const struct overload, o, p->overloads->items, p->overloads->count) {
		if (plain_spelling(o->cursor) != name || (!o->amp && has_overload(p->overloads, o->cursor, true)) ||
		    !differs_in_kernels(p, o) || !offsets_add(&p->refused, t->offset))
			continue;
		diagnose(p->unit, SEVERITY_ERROR, t->offset,
		         "'%s' depends on a template parameter here, and may be one of two functions that differ in "
		         "restriction and in "
		         "their %s: give the restrict(%s) one a name of its own",
		         name, o->paired ? "results" : "parameters", o->amp ? "amp" : "cpu");
		note_declaration(p->unit, o->offset, name, false);
	}
}

/* Makes a name that of another function: in the host unit one for kernels (amp), else in the device unit one for
 * the CPU. */
static void use_name(struct pairs *p, const struct token *t, const char *other, bool amp)
{
	if (first_use(p, t->offset))
		edit_in(p, t->offset, token_end(t), other, amp ? UNIT_HOST : UNIT_DEVICE, amp);
}

/* Whether what a reference names is known in an instantiation only. */
static bool is_unresolved(CXCursor referenced)
{
	return clang_Cursor_isNull(referenced) || clang_isInvalid(referenced.kind) ||
	       referenced.kind == CXCursor_OverloadedDeclRef;
}

/* Whether token i is the name in a call f(x), for which functions are found by the arguments, and the program
 * has such a function that must not be called in kernels, or only there. */
static bool is_found_by_arguments(const struct pairs *p, size_t i)
{
	const char *name = interned(p->text + p->tokens[i].offset, p->tokens[i].len);
	bool found = false;

	if (!is(p, i + 1, "(") || (i > 0 && token_is_one_of(p->text, &p->tokens[i - 1], ":: . -> template")))
		return false;
	FOR_EACH(const struct overload, o, p->overloads->items, p->overloads->count)
		found |= plain_spelling(o->cursor) == name && differs_in_kernels(p, o);
	return found;
}

/* Notes the names in a reference, [start, end) in code with these restrictions, that depends on a template
 * parameter: T::f, x.f. */
static void note_unresolved(struct pairs *p, CXCursor c, unsigned start, unsigned end, unsigned code)
{
	cursor_offset(p->clauses, c, &start);
	for (size_t i = token_at(&p->unit->tokens, start); p->tokens[i].offset < end && p->tokens[i].kind != TOKEN_END;
	     i++) {
		const struct token *t = &p->tokens[i];

		if (t->kind != TOKEN_IDENTIFIER)
			continue;
		const char *name = interned(p->text + t->offset, t->len);

		if (is_for_people(p->unit))
			names_add(&p->unresolved, name);
		if (code == RESTRICT_AMP && is_found_by_arguments(p, i)) {
			names_add(&p->called_names[true], name);
			use_name(p, t, interned_printf("%s_amp", name), true);
		} else if (!token_is_one_of(p->text, t + 1, ":: . ->")) {
			check_unresolved(p, t);
		}
	}
}

/* Makes a reference, [start, end) in code with these restrictions, name the function that is meant there. */
static void rename_call(struct pairs *p, CXCursor c, unsigned start, unsigned end, unsigned code)
{
	CXCursor callee = callee_of(p, c);

	if (clang_Cursor_isNull(callee)) {
		if (code & RESTRICT_AMP && is_unresolved(clang_getCursorReferenced(c)))
			note_unresolved(p, c, start, end, code);
		return;
	}
	/* an unresolved call in a template means one of the set */
	bool waits = clang_getCursorReferenced(c).kind == CXCursor_OverloadedDeclRef;
	bool divided = is_divided(p->overloads, callee);
	bool to_amp = divided && code == RESTRICT_AMP;
	bool to_cpu = divided && code == RESTRICT_CPU;

	if (!to_amp && !to_cpu) {
		if (code & RESTRICT_AMP)
			names_add(&p->either, set_of(callee)); /* means one or the other, depending on where it runs */
		return;
	}
	const char *spelling = plain_spelling(callee);

	/* operators are called by their symbols: in the host unit the cpu function forwards */
	cursor_offset(p->clauses, c, &start); /* skips an object or a qualifier, which may have the same name */
	const struct token *t = *spelling ? find_token(p->unit, start, end, spelling) : NULL;

	if (t) {
		note_other_name(p, callee, waits, to_amp);
		use_name(p, t, interned_printf("%s_%s", spelling, to_amp ? "amp" : "cpu"), to_amp);
	}
}

static void rename_calls(struct pairs *p, struct double_calls *doubles)
{
	for (struct walk w = walk_program(p->clauses, p->unit->tu); walk_next(&w);) {
		enum CXCursorKind kind = w.cursor.kind;

		if (kind == CXCursor_UsingDeclaration && first_use(p, w.start)) {
			use_other_name(p, w.cursor, w.start, w.end);
			walk_skip(&w);
		} else if (kind == CXCursor_EnumDecl) {
			name_underlying_type(p, w.cursor);
		} else if (kind == CXCursor_CallExpr) {
			if (code_at(p->clauses, w.start) == (RESTRICT_CPU | RESTRICT_AMP))
				note_double_call(p, doubles, w.cursor);
		} else if (kind == CXCursor_DeclRefExpr || kind == CXCursor_MemberRefExpr) {
			rename_call(p, w.cursor, w.start, w.end, code_at(p->clauses, w.start));
		}
	}
}

/* ---- Forwarding from the cpu function ---------------------------------------- */

/* Adds a template's parameters as arguments, up to a pack, behind which all are deduced or have defaults, or an
 * unnamed one, which has a default. */
static void add_template_arguments(const struct pairs *p, CXCursor template, struct names *out)
{
	bool ends = false;

	for (struct walk w = walk_children(template); walk_next(&w);) {
		const char *name = cursor_spelling(w.cursor);
		unsigned at;

		if (!is_template_parameter(w.cursor))
			continue;
		if (!*name || ends || !cursor_offset(p->clauses, w.cursor, &at))
			break;
		ends = is(p, token_at(&p->unit->tokens, at) - 1, ".");
		names_add(out, ends ? interned_printf("%s...", name) : name);
	}
}

/* Returns the names of a function's first parameters, at most `most`, as arguments of a call. What refers to a
 * temporary is passed as one. */
static const char *collect_arguments(struct pairs *p, CXCursor function, unsigned most, bool is_for_people)
{
	SCOPED(walk) w = walk_kind(walk_children(function), CXCursor_ParmDecl);
	struct names arguments = {0};
	unsigned n = 0, at;

	while (n < most && walk_next(&w)) {
		const char *name = cursor_spelling(w.cursor);

		n++;
		if (!*name && cursor_offset(p->clauses, w.cursor, &at)) { /* where a name would stand */
			name = interned_printf("argument_%u", n);
			edit_in(p, at, at, interned_printf(" %s ", name), UNIT_HOST, is_for_people);
		}
		if (is_pack(clang_getCursorType(w.cursor)))
			name = interned_printf("static_cast<decltype(%s) &&>(%s)...", name, name);
		else if (clang_getCursorType(w.cursor).kind == CXType_RValueReference)
			name = interned_printf("static_cast<decltype(%s) &&>(%s)", name, name);
		names_add(&arguments, name);
	}
	return names_joined(&arguments);
}

/* Declares the amp function in front of a cpu function that precedes it, and which calls it with all
 * arguments. Default arguments may be in one declaration only: those of a template in its first one, which is
 * this; others in the function's own, where the names in them are declared. */
static void declare_before(struct pairs *p, CXCursor cpu, CXCursor amp, bool is_for_people)
{
	unsigned cpu_start, cpu_end, start, end, name, default_start, default_end;
	bool is_template = amp.kind == CXCursor_FunctionTemplate;
	const char *other = other_name(p, amp, "amp");
	SCOPED(edits) copy = {0};
	SCOPED(text) host = {0}, people = {0};
	size_t first, last;

	if (is_class(clang_getCursorSemanticParent(amp).kind) ||
	    !cursor_range(p->clauses, cpu, &cpu_start, &cpu_end) ||
	    !cursor_range(p->clauses, amp, &start, &end) ||
	    !cursor_offset(p->clauses, amp, &name) || start < cpu_start)
		return;
	unsigned body = p->tokens[declarator_end(p->unit, name, end)].offset;
	const struct clause *c = function_clause(p->unit, name, body);

	name_tokens(p, amp, &first, &last);
	edit_insert_first(&copy, p->tokens[specifiers_begin(p->unit, start)].offset, "__host__ __device__ ", NULL);
	edit_replace(&copy, p->tokens[first].offset, unit_token_end(p->unit, last), other, other);
	if (c)
		edit_replace(&copy, c->start, c->end, "", "");
	for (struct walk w = walk_children(amp); walk_next(&w);) {
		if ((w.cursor.kind != CXCursor_ParmDecl && !is_template_parameter(w.cursor)) ||
		    !default_argument(p->unit, w.cursor, &default_start, &default_end))
			continue;
		if (is_template)
			edit_in(p, default_start, default_end, "", UNIT_HOST, is_for_people);
		else
			edit_replace(&copy, default_start, default_end, "", "");
	}
	edits_render(&copy, p->text, start, body, UNIT_HOST, &host);
	text_append(&host, "; ");
	edits_render(&copy, p->text, start, body, UNIT_CUDA, &people);
	while (strchr(" \t\n", people.data[people.len - 1]))
		people.data[--people.len] = 0;
	text_append(&people, ";\n");
	edit_first(edit_texts(p->edits, cpu_start, cpu_start, NULL, host.data, is_for_people ? people.data : NULL));
}

/* Whether, in the CUDA for people, kernels call the CPU's function of a pair: where one call means both, or
 * the reference is not by name. */
static bool is_shared_by_people(const struct pairs *p, const struct overload *cpu)
{
	enum CXCursorKind kind = function_kind(cpu->cursor);
	size_t first, last;

	if (!is_for_people(p->unit) || !may_mean_either(p, cpu))
		return false;
	name_tokens(p, cpu->cursor, &first, &last);
	return kind == CXCursor_Constructor || is(p, first, "operator") || names_have(&p->either, cpu->set) ||
	       names_have(&p->unresolved, plain_spelling(cpu->cursor));
}

static void dispatch(struct pairs *p, const struct overload *o)
{
	unsigned name, start, end;
	CXCursor amp = counterpart(p, o);
	CXType result = clang_getResultType(clang_getCursorType(o->cursor));
	struct names parameters = {0};
	bool is_specialization = !clang_equalCursors(conversion_template(o->cursor), o->cursor);
	bool is_shared = is_shared_by_people(p, o);

	if (!clang_isCursorDefinition(o->cursor) || !cursor_offset(p->clauses, o->cursor, &name) ||
	    !cursor_range(p->clauses, o->cursor, &start, &end) || !may_mean_either(p, o))
		return;
	size_t body = body_token(p, o->cursor);

	if (!is(p, body, "{"))
		return;
	declare_before(p, o->cursor, amp, is_shared);
	const char *arguments =
	    collect_arguments(p, o->cursor, (unsigned)clang_Cursor_getNumArguments(amp), is_shared);

	/* argument-dependent lookup does not find a template with arguments (before C++20) */
	if (o->cursor.kind == CXCursor_FunctionTemplate && !is_hidden_friend(amp))
		add_template_arguments(p, o->cursor, &parameters);
	if (is_specialization)
		names_add(&parameters, result_name(o->cursor));
	const char *templates = parameters.count ? interned_printf("<%s>", names_joined(&parameters)) : "";
	enum CXCursorKind kind = function_kind(o->cursor);
	bool is_void = result.kind == CXType_Void || kind == CXCursor_Constructor;
	const char *call = interned_printf("%s%s(%s)", other_name(p, amp, "amp"), templates, arguments);

	edit_insert_first(p->edits, p->tokens[body].offset + 1, NULL,
	                  interned_printf(" if (Concurrency::details::kernel_depth()) %s%s%s",
	                                  is_void ? "{ " : "return ", call, is_void ? "; return; }" : ";"));
	if (is_shared)
		ask_for_people(p, body, call, is_void, kind == CXCursor_Constructor);
}

/* Removes the restrict(cpu) constructor from the device unit. */
static void drop(struct pairs *p, CXCursor function)
{
	unsigned start, end;
	SCOPED(text) lines = {0};

	if (!cursor_range(p->clauses, function, &start, &end))
		return;
	unsigned name;

	if (!clang_isCursorDefinition(function) && cursor_offset(p->clauses, function, &name))
		end = p->tokens[declarator_end(p->unit, name, p->unit->text.len)].offset + 1;
	text_append_line_breaks(&lines, p->text + start, end - start);
	edit_in(p, start, end, lines.data, UNIT_DEVICE, false);
}

static void lower_overload(struct pairs *p, const struct overload *f)
{
	bool is_constructor = function_kind(f->cursor) == CXCursor_Constructor;

	if (f->amp && f->paired && is_operator(cursor_spelling(f->cursor)) && !may_mean_either(p, f) &&
	    clang_equalCursors(clang_getCanonicalCursor(f->cursor), f->cursor))
		diagnose(p->unit, SEVERITY_ERROR, f->offset,
		         "operators that differ only in restriction must have the same result, since an expression in "
		         "a kernel may mean "
		         "either");
	if (!f->amp && is_shared_by_people(p, f))
		share_with_kernels(p, f->cursor);
	if (!is_constructor || f->amp) {
		rename_declaration(p, f->cursor, f->amp ? "amp" : "cpu", f->amp ? UNIT_HOST : UNIT_DEVICE);
	} else {
		int n = clang_Cursor_getNumArguments(f->cursor);
		int taken = clang_Cursor_getNumArguments(counterpart(p, f));
		unsigned start, end;

		if (n == taken)
			drop(p, f->cursor);
		for (int k = taken; k < n; k++) { /* the counterpart lacks these parameters */
			if (default_argument(p->unit, clang_Cursor_getArgument(f->cursor, k), &start, &end))
				edit_in(p, start, end, "", UNIT_DEVICE, false);
		}
	}
	if (!f->amp && f->paired)
		dispatch(p, f);
}

void lower_overloads(struct unit *u, const struct overloads *o, struct edits *out)
{
	struct pairs p = pairs_of(u, o, out);
	struct double_calls doubles = {0};

	if (!o->count)
		return;
	rename_calls(&p, &doubles);
	copy_functions(&p);
	for (size_t i = 0; i < o->count; i++)
		lower_overload(&p, &o->items[i]);
	if (doubles.count && is_for_people(u))
		diagnose(u, SEVERITY_ERROR, doubles.items[0].name,
		         "--amp-emit-cuda: in restrict(cpu,amp) code this means two functions: give the "
		         "restrict(amp) one a name of its own");
	lower_double_calls(&p, &doubles);
	FOR_EACH(const struct overload, f, o->items, o->count) {
		if (function_kind(f->cursor) != CXCursor_Constructor)
			continue;
		if (is_for_people(u) && f->paired)
			divide_constructor(&p, f->cursor, f->amp, clang_Cursor_getNumArguments(counterpart(&p, f)));
		if (!clang_isCursorDefinition(f->cursor))
			continue;
		if (f->amp)
			remove_initializers(&p, f->cursor);
		else
			merge_initializers(&p, f->cursor, counterpart(&p, f));
	}
}
