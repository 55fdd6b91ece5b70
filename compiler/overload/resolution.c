/* Overload resolution over restrictions (specification 2.3.2), made visible to compilers that know no
 * restrictions.
 *
 * libclang chooses among the functions that the caller may call. nvcc and the host compiler choose among all
 * of them, and may prefer one of the other restriction. So where functions compete that differ in restriction
 * and in their parameters, the unit is parsed again as those compilers see it. Where a call then means
 * another function, its arguments are converted to the types of the parameters, in both units; if that does
 * not help, the call is an error. Functions that have another name in a unit (overload.c) need none of this. */
#include "overload/resolution.h"

#include "ast/phrases.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---- Candidates ------------------------------------------------------------ */

static void count_parameters(struct candidate *function)
{
	for (struct walk w = walk_kind(walk_children(function->cursor), CXCursor_ParmDecl); walk_next(&w);) {
		bool is_many = is_pack(clang_getCursorType(w.cursor));

		function->fewest += !is_many && clang_Cursor_isNull(clang_Cursor_getVarDeclInitializer(w.cursor));
		function->most = is_many || function->most == UINT_MAX ? UINT_MAX : function->most + 1;
	}
}

static const char *name_of(CXCursor function)
{
	enum CXCursorKind kind = function_kind(function);

	if (kind == CXCursor_ConversionFunction)
		return "operator";
	if (kind == CXCursor_Constructor)
		return clang_string(clang_getCursorUSR(clang_getCursorSemanticParent(function)));
	const char *name = cursor_spelling(function);

	return is_operator(name) ? name : plain_spelling(function);
}

static void add_candidate(struct resolution *r, CXCursor c, unsigned offset)
{
	struct candidate *k = &KEEP(r->candidates, r->n_candidates);

	*k = (struct candidate){.cursor = c, .offset = offset, .restrictions = cursor_restrictions(c)};
	k->name = name_of(c);
	k->usr = clang_string(clang_getCursorUSR(c));
	k->most = clang_Cursor_isVariadic(c) ? UINT_MAX : 0;
	count_parameters(k);
}

/* Whether a class is among the bases of another, which is not among `seen`: in chain<N> : chain<N - 1> a
 * template is a base of itself. */
static bool has_base(const char *usr, CXCursor class, struct cursors *seen)
{
	if (!cursors_add(seen, class, NULL))
		return false;
	for (SCOPED(walk) w = walk_kind(walk_children(class), CXCursor_CXXBaseSpecifier); walk_next(&w);) {
		CXCursor base = clang_getCursorReferenced(w.cursor), template = class_template_of(base);

		if (!clang_Cursor_isNull(template))
			base = template;
		if (!strcmp(clang_string(clang_getCursorUSR(base)), usr) || has_base(usr, base, seen))
			return true;
	}
	return false;
}

static bool is_derived(CXCursor class, CXCursor base)
{
	struct cursors seen = {0};

	return has_base(clang_string(clang_getCursorUSR(base)), class, &seen);
}

/* Whether a call by name may find both: in a class and its bases, or anywhere outside of classes
 * (using-declarations, argument-dependent lookup); for operators, also in both places. */
static bool share_scope(const struct candidate *f, const struct candidate *g)
{
	CXCursor a = clang_getCursorSemanticParent(f->cursor);
	CXCursor b = clang_getCursorSemanticParent(g->cursor);
	bool of_class = is_class(a.kind);

	if (of_class != is_class(b.kind))
		return is_operator(f->name);
	return !of_class || clang_equalCursors(a, b) || is_derived(a, b) || is_derived(b, a);
}

static bool compete(const struct candidate *f, const struct candidate *g)
{
	return f->restrictions != g->restrictions && !strcmp(f->name, g->name) &&
	       f->fewest <= g->most && g->fewest <= f->most && strcmp(f->usr, g->usr) &&
	       share_scope(f, g);
}

/* Copies what overload.c does with a function. */
static void look_up_overload(const struct overloads *overloads, struct candidate *f)
{
	const struct overload *o = overload_at(overloads, f->offset);

	if (!o)
		return;
	f->is_pair = true;
	f->is_renamed = has_plain_name(f->cursor);
	f->usr = o->usr; /* the same as its counterpart's */
}

/* Marks candidates that compete; only those of the same name are compared. */
static void contest(struct resolution *r)
{
	SCOPED(string_set) names = {0};
	OWNED size_t *last = xmalloc((r->n_candidates + 1) * sizeof(*last));         /* of a name, by its number */
	OWNED size_t *previous = xmalloc((r->n_candidates + 1) * sizeof(*previous)); /* of the same name */

	for (size_t i = 0; i < r->n_candidates; i++) {
		struct candidate *k = &r->candidates[i];
		size_t known = names.items.count;
		size_t name = string_set_add(&names, k->name, strlen(k->name));

		previous[i] = name == known ? SIZE_MAX : last[name];
		last[name] = i;
		for (size_t n = previous[i]; n != SIZE_MAX; n = previous[n]) {
			if (compete(k, &r->candidates[n]))
				k->is_contested = r->candidates[n].is_contested = true;
		}
	}
}

bool find_candidates(struct resolution *r)
{
	const struct clauses *c = r->unit->clauses;
	bool any = false;
	unsigned offset;

	for (struct walk w = walk_program(c, r->unit->tu); walk_next(&w);) {
		if (is_function(w.cursor.kind) && cursor_offset(c, w.cursor, &offset))
			add_candidate(r, w.cursor, offset);
	}
	for (size_t i = 0; i < r->n_candidates; i++)
		look_up_overload(r->overloads, &r->candidates[i]);
	contest(r);
	for (size_t i = 0; i < r->n_candidates; i++)
		any |= r->candidates[i].is_contested;
	return any;
}

static const struct candidate *candidate_at(const struct resolution *r, unsigned offset)
{
	for (size_t i = 0; i < r->n_candidates; i++) {
		if (r->candidates[i].offset == offset)
			return &r->candidates[i];
	}
	return NULL;
}

bool is_same_candidate(const struct candidate *f, const struct candidate *g)
{
	return f == g || !strcmp(f->usr, g->usr);
}

/* ---- Meanings of calls ----------------------------------------------------- */

static void find_references(struct resolved_parse *v, CXCursor c);

/* Returns a function's USR with its offsets (of lambdas, say) mapped to the flat text, so that it is the same
 * in all views. */
static const char *common_usr(const struct resolved_parse *v, CXCursor function)
{
	struct text t = {0};
	char *end;

	for (const char *p = clang_string(clang_getCursorUSR(function)); *p; p = end) {
		end = (char *)p + 1;
		text_append_n(&t, p, 1);
		if (*p == '@' && p[1] >= '0' && p[1] <= '9')
			text_printf(&t, "%u", parse_to_flat(&v->trial.clauses, (unsigned)strtoul(p + 1, &end, 10)));
	}
	return interned_text(&t);
}

/* Walks an instantiation. */
static void enter_instance(struct resolved_parse *v, CXCursor function)
{
	CXCursor definition = clang_getCursorDefinition(function);
	const char *outer = v->instance;

	if (clang_Cursor_isNull(definition) || !is_instantiation(definition))
		return;
	const char *usr = common_usr(v, definition);

	if (names_add(&v->instances, usr)) {
		v->instance = usr;
		find_references(v, definition);
		v->instance = outer;
	}
}

/* Adds a call or another reference to a candidate. */
static void add_reference(struct resolved_parse *v, CXCursor c)
{
	CXCursor callee = cursor_callee(c);
	unsigned offset, start, end, declared;

	if (!is_function(callee.kind) || !cursor_offset(&v->trial.clauses, callee, &declared))
		return;
	const struct candidate *k = candidate_at(v->resolution, declared);

	if (k && k->is_contested && cursor_offset(&v->trial.clauses, c, &offset) &&
	    cursor_range(&v->trial.clauses, c, &start, &end))
		KEEP(v->references, v->n_references) =
		    (struct reference){c, offset, k, v->instance, code_at(v->resolution->unit->clauses, start)};
	enter_instance(v, callee);
}

static void find_references(struct resolved_parse *v, CXCursor c)
{
	unsigned start, end;

	for (struct walk w = walk_below(c); walk_next(&w);) {
		enum CXCursorKind kind = w.cursor.kind;

		if (clang_isDeclaration(kind) &&
		    (is_instantiation(w.cursor) || !cursor_offset(&v->trial.clauses, w.cursor, &start)))
			walk_skip(&w);
		else if (kind == CXCursor_InitListExpr && cursor_range(&v->trial.clauses, w.cursor, &start, &end))
			KEEP(v->lists, v->n_lists) = (struct reference){
			    w.cursor, 0, NULL, v->instance, code_at(v->resolution->unit->clauses, start)};
		else if (kind == CXCursor_CallExpr || kind == CXCursor_DeclRefExpr || kind == CXCursor_MemberRefExpr)
			add_reference(v, w.cursor);
	}
}

bool has_reference(const struct resolved_parse *v, const struct reference *like)
{
	FOR_EACH(const struct reference, f, v->references, v->n_references) {
		if (f->offset == like->offset && is_same_candidate(f->callee, like->callee) &&
		    !strcmp(f->instance, like->instance))
			return true;
	}
	return false;
}

/* ---- The unit as other compilers see it ------------------------------------ */

void see_as_written(const struct resolution *r, struct clauses *c)
{
	for (size_t i = 0; i < r->n_casts; i++) {
		insert_text(c, r->casts[i].start, r->casts[i].open);
		insert_text(c, r->casts[i].end, r->casts[i].close);
	}
}

void see_as_kernels(const struct resolution *r, struct clauses *c)
{
	see_as_written(r, c);
	for (size_t i = 0; i < c->count; i++) {
		if (c->items[i].restrictions == (RESTRICT_CPU | RESTRICT_AMP))
			change_restrictions(c, &c->items[i], RESTRICT_AMP);
	}
}

/* With this attribute a function is never chosen, and may have the same parameters as one without it. */
static const char out_of_sight[] = "__attribute__((enable_if(false, \"\"))) ";

/* The unit as compilers without restrictions see it. Each unit has one function of a pair, and the other is
 * hidden; if that has another name, the parser already ignores it. */
static void see_without_restrictions(const struct resolution *r, struct clauses *c)
{
	const struct unit *u = r->unit;

	FOR_EACH(const struct candidate, k, r->candidates, r->n_candidates) {
		bool goes = k->is_pair && k->restrictions == RESTRICT_AMP;
		unsigned start, end;

		if (!k->is_contested || k->restrictions == (RESTRICT_CPU | RESTRICT_AMP) ||
		    (goes && k->is_renamed) || !cursor_range(u->clauses, k->cursor, &start, &end))
			continue;
		if (goes) {
			insert_text(c, u->tokens.items[specifiers_begin(u, start)].offset, out_of_sight);
			continue;
		}
		unsigned body = u->tokens.items[declarator_end(u, k->offset, end)].offset;
		const struct clause *clause = function_clause(u, k->offset, body);

		if (clause)
			change_restrictions(c, clause, RESTRICT_CPU | RESTRICT_AMP);
		else
			insert_restrictions(c, u->tokens.items[specifiers_begin(u, start)].offset,
			                    RESTRICT_CPU | RESTRICT_AMP);
	}
	see_as_written(r, c);
}

void resolved_parse_finish(struct resolved_parse *v)
{
	if (!v->is_borrowed)
		trial_finish(&v->trial);
}

bool resolved_parse_init(struct resolved_parse *v, struct resolution *r,
                         void (*change)(const struct resolution *r, struct clauses *c))
{
	*v = (struct resolved_parse){.resolution = r, .instance = "", .trial = trial_of(r->unit)};
	change(r, &v->trial.clauses);
	bool is_parsed = trial_parse(&v->trial, r->unit);

	if (is_parsed)
		find_references(v, clang_getTranslationUnitCursor(v->trial.tu));
	else
		resolved_parse_finish(v);
	return is_parsed;
}

void resolved_parse_adopt(struct resolved_parse *v, struct resolution *r)
{
	*v = (struct resolved_parse){
	    .resolution = r,
	    .instance = "",
	    .trial = {*r->unit->clauses, r->unit->tu},
	    .is_borrowed = true,
	};
	find_references(v, clang_getTranslationUnitCursor(r->unit->tu));
}

/* ---- Conversions ----------------------------------------------------------- */

CXCursor written_argument(const struct clauses *c, CXCursor argument)
{
	for (;;) {
		CXCursor inner = first_child(argument);
		unsigned start, end, inner_start, inner_end;

		if (clang_Cursor_isNull(inner) || !clang_isExpression(inner.kind) ||
		    !cursor_range(c, argument, &start, &end) ||
		    !cursor_range(c, inner, &inner_start, &inner_end) || start != inner_start ||
		    end != inner_end)
			return argument;
		argument = inner;
	}
}

void add_cast(struct resolution *r, unsigned start, unsigned end, const char *open, const char *close)
{
	FOR_EACH(const struct cast, k, r->casts, r->n_casts) {
		if (k->start == start && k->end == end && !strcmp(k->open, open) &&
		    !strcmp(k->close, close))
			return;
	}
	KEEP(r->casts, r->n_casts) = (struct cast){start, end, open, close};
}

const char *type_name(CXType type)
{
	const char *name = type_spelling(clang_getCanonicalType(type));

	return says(name, PHRASE_LAMBDA_AT) || says(name, PHRASE_UNNAMED) || says(name, PHRASE_ANONYMOUS_NAMESPACE)
	           ? NULL
	           : name;
}

void add_conversion(struct resolution *r, const struct clauses *c, CXCursor argument, CXType type)
{
	unsigned start, end;

	argument = written_argument(c, argument);
	if (clang_equalTypes(plain_type(clang_getCursorType(argument)), plain_type(type)) ||
	    !cursor_range(c, argument, &start, &end))
		return;
	const char *name = type_name(type);

	if (name && argument.kind == CXCursor_InitListExpr)
		add_cast(r, start, end, name, "");
	else if (name)
		add_cast(r, start, end, interned_printf("static_cast<%s>(", name), ")");
}

/* Whether a call means the same function with the same type in all instantiations of its template. */
static bool is_alike_in_instances(const struct resolved_parse *own, const struct reference *call)
{
	CXType type = type_of(cursor_callee(call->cursor));

	FOR_EACH(const struct reference, other, own->references, own->n_references) {
		if (other->offset == call->offset && !strcmp(other->callee->name, call->callee->name) &&
		    (!is_same_candidate(other->callee, call->callee) ||
		     !clang_equalTypes(type, type_of(cursor_callee(other->cursor)))))
			return false;
	}
	return true;
}

/* Converts the arguments of a call to the types of the parameters; for a conversion function, the object to
 * its target type. */
static void convert_arguments(struct resolution *r, const struct resolved_parse *own,
                              const struct reference *call)
{
	CXCursor callee = cursor_callee(call->cursor);
	CXType type = clang_getCursorType(callee);
	int n = clang_Cursor_getNumArguments(call->cursor), parameters = clang_getNumArgTypes(type);

	if (call->cursor.kind != CXCursor_CallExpr ||
	    (*call->instance && !is_alike_in_instances(own, call)))
		return;
	if (callee.kind == CXCursor_ConversionFunction) {
		add_conversion(r, &own->trial.clauses, call->cursor, clang_getResultType(type));
		return;
	}
	/* the object of a member operator is an argument without a parameter */
	int shift = callee.kind == CXCursor_CXXMethod &&
	            is_operator(call->callee->name) && n == parameters + 1;

	for (int i = 0; i + shift < n && i < parameters; i++)
		add_conversion(r, &own->trial.clauses, clang_Cursor_getArgument(call->cursor, i + shift),
		               clang_getArgType(type, i));
}

/* ---- Braced lists ------------------------------------------------------------ */

/* libclang does not tell by which constructors the elements of an aggregate's initializer list are converted.
 * These conversions are written out first. */
struct list_conversions {
	struct resolution *resolution;
	const struct clauses *clauses;
	unsigned code; /* restrictions of the surrounding code */
};

/* Whether a compiler may confuse the constructors of a class, in code with a restriction: for cpu code, only
 * restrict(amp) constructors are unavailable. */
static bool has_contested_constructors(const struct list_conversions *l, CXType type)
{
	const struct resolution *r = l->resolution;
	CXCursor class = clang_getTypeDeclaration(clang_getCanonicalType(type));
	const char *usr = clang_string(clang_getCursorUSR(template_or_self(class)));
	bool found = false;

	for (size_t i = 0; i < r->n_candidates && *usr; i++)
		found |= r->candidates[i].is_contested && !strcmp(r->candidates[i].name, usr) &&
		         (l->code & RESTRICT_AMP || r->candidates[i].restrictions == RESTRICT_AMP);
	return found;
}

static void convert_elements(const struct list_conversions *l, CXCursor list, CXType type)
{
	bool is_array = (type = clang_getCanonicalType(type)).kind == CXType_ConstantArray ||
	                type.kind == CXType_IncompleteArray;
	SCOPED(walk) w = walk_children(list), fields = walk_fields(type);

	while (walk_next(&w)) {
		if (!clang_isExpression(w.cursor.kind))
			continue;
		if (!is_array && !walk_next(&fields))
			break;
		CXType part = is_array ? clang_getArrayElementType(type) : clang_getCursorType(fields.cursor);
		CXCursor element = written_argument(l->clauses, w.cursor);

		if (has_contested_constructors(l, part))
			add_conversion(l->resolution, l->clauses, element, part);
		else if (element.kind == CXCursor_InitListExpr)
			convert_elements(l, element, part);
	}
	walk_end(&w);
}

static void convert_lists(struct resolution *r, const struct resolved_parse *v)
{
	for (size_t i = 0; i < v->n_lists; i++) {
		struct list_conversions l = {
		    .resolution = r,
		    .clauses = &v->trial.clauses,
		    .code = v->lists[i].code,
		};

		if (!*v->lists[i].instance)
			convert_elements(&l, v->lists[i].cursor, clang_getCursorType(v->lists[i].cursor));
	}
}

/* ---- Settling -------------------------------------------------------------- */

static void note_candidate(struct resolution *r, const struct candidate *k)
{
	note_declaration(r->unit, k->offset, function_title(k->cursor), false);
}

/* Whether a call finds only functions that may be called there, because of their names (overload.c). */
static bool is_settled_by_name(const struct resolution *r, const struct reference *call)
{
	return has_plain_name(call->callee->cursor) && is_divided(r->overloads, call->callee->cursor);
}

/* Settles a call by names, if it is one by name. */
static bool settle_by_name(struct resolution *r, const struct reference *call)
{
	return is_settled_by_name(r, call) ||
	       (has_plain_name(call->callee->cursor) && divide_set(r->overloads, call->callee->cursor));
}

/* Converts arguments where other compilers would call other functions. */
static void convert_where_needed(struct resolution *r, const struct resolved_parse *own,
                                 const struct resolved_parse *others)
{
	FOR_EACH(const struct reference, call, own->references, own->n_references) {
		if (!is_settled_by_name(r, call) && !has_reference(others, call))
			convert_arguments(r, own, call);
	}
}

/* Settles calls that still mean another function for other compilers by the functions' names, or refuses them. */
static void refuse_others(struct resolution *r, const struct resolved_parse *own,
                          const struct resolved_parse *others)
{
	FOR_EACH(const struct reference, call, own->references, own->n_references) {
		if (has_reference(others, call) || settle_by_name(r, call) ||
		    !offsets_add(&r->refused, line_start(r->unit, call->offset)))
			continue;
		diagnose(r->unit, SEVERITY_ERROR, call->offset,
		         "'%s' is meant here, but a compiler that knows no restrictions does not choose "
		         "it; convert the arguments to the types of its parameters, or give it another "
		         "name [C++ AMP 2.3.2]",
		         function_title(call->callee->cursor));
		note_candidate(r, call->callee);
	}
}

/* Reports a call in restrict(cpu,amp) code whose type in kernels is another one than on the CPU: it becomes one
 * expression with both calls (lower_double_calls()). */
static bool refuse_results(struct resolution *r, const struct resolved_parse *own, const struct reference *call)
{
	const char *result = type_spelling(clang_getCanonicalType(result_of(cursor_callee(call->cursor))));

	FOR_EACH(const struct reference, other, own->references, own->n_references) {
		const char *others = type_spelling(
		    clang_getCanonicalType(result_of(cursor_callee(other->cursor)))); /* of another parse */

		if (other->offset != call->offset || strcmp(other->instance, call->instance) ||
		    !strcmp(result, others) || !offsets_add(&r->refused, line_start(r->unit, call->offset)))
			continue;
		const char *name = plain_spelling(call->callee->cursor);

		diagnose(r->unit, SEVERITY_ERROR, call->offset,
		         "in restrict(cpu,amp) code '%s' means two functions with different results: '%s' where it is "
		         "restrict(cpu), "
		         "'%s' where it is restrict(amp) [C++ AMP 2.3.2]",
		         name, others, result);
		note_candidate(r, other->callee);
		note_candidate(r, call->callee);
		return true;
	}
	return false;
}

/* Handles calls in restrict(cpu,amp) code that mean other functions in kernels: overload.c renames some of
 * them; others are refused. */
static void settle_for_kernels(struct resolution *r, const struct resolved_parse *own,
                               const struct resolved_parse *kernels)
{
	FOR_EACH(const struct reference, call, kernels->references, kernels->n_references) {
		if (call->code != (RESTRICT_CPU | RESTRICT_AMP))
			continue;
		if (has_reference(own, call)) {
			/* in an instantiation, a call may mean another function than in others */
			if (call->callee->restrictions == (RESTRICT_CPU | RESTRICT_AMP) && !*call->instance)
				offsets_add(&r->overloads->common_calls, call->offset);
			continue;
		}
		if (refuse_results(r, own, call) ||
		    (settle_by_name(r, call) && set_is_unpaired(r->overloads, call->callee->cursor)) ||
		    !offsets_add(&r->refused, line_start(r->unit, call->offset)))
			continue;
		diagnose(r->unit, SEVERITY_ERROR, call->offset,
		         "restrict(cpu,amp) code calls functions with different parameters on the CPU "
		         "and in kernels here; convert the arguments, so that they mean one function, "
		         "or two that differ only in restriction [C++ AMP 2.3.2]");
		note_candidate(r, call->callee);
	}
}

/* Whether restrict(cpu,amp) code calls candidates that may be others in kernels. */
static bool has_common_code(const struct resolution *r, const struct resolved_parse *own)
{
	for (size_t i = 0; i < own->n_references; i++) {
		const struct candidate *k = own->references[i].callee;

		if (own->references[i].code == (RESTRICT_CPU | RESTRICT_AMP) &&
		    (!k->is_renamed || set_is_unpaired(r->overloads, k->cursor)))
			return true;
	}
	return false;
}

/* Whether other compilers may resolve some call differently: cpu code may call everything that is not
 * restrict(amp). */
static bool may_differ(const struct resolution *r, const struct resolved_parse *own)
{
	FOR_EACH(const struct candidate, k, r->candidates, r->n_candidates) {
		if (k->is_contested && !k->is_renamed && k->restrictions == RESTRICT_AMP)
			return true;
	}
	for (size_t i = 0; i < own->n_references; i++) {
		if (own->references[i].code & RESTRICT_AMP && !is_settled_by_name(r, &own->references[i]))
			return true;
	}
	return false;
}

static void resolve_calls(struct resolution *r, const struct resolved_parse *own)
{
	SCOPED(resolved_parse) kernels = {0}, others = {0}, converted = {0};

	if (has_common_code(r, own) && resolved_parse_init(&kernels, r, see_as_kernels))
		settle_for_kernels(r, own, &kernels);
	if (!may_differ(r, own) || !resolved_parse_init(&others, r, see_without_restrictions))
		return;
	size_t n_casts = r->n_casts;

	convert_where_needed(r, own, &others);
	if (r->n_casts == n_casts)
		refuse_others(r, own, &others);
	else if (resolved_parse_init(&converted, r, see_without_restrictions))
		refuse_others(r, own, &converted);
}

void add_casts(const struct resolution *r, struct edits *edits)
{
	FOR_EACH(const struct cast, k, r->casts, r->n_casts) {
		edit_insert(edits, k->start, k->open, k->open);
		edit_insert(edits, k->end, k->close, k->close);
	}
}

void settle_overloads(struct unit *u, struct overloads *o, struct edits *edits)
{
	struct resolution r = {.unit = u, .overloads = o};

	if (find_candidates(&r)) {
		SCOPED(resolved_parse) own = {0}, written = {0};

		resolved_parse_adopt(&own, &r);
		convert_lists(&r, &own);
		bool is_parsed = !r.n_casts || resolved_parse_init(&written, &r, see_as_written);
		const struct resolved_parse *settled = r.n_casts ? &written : &own;

		if (is_parsed)
			resolve_calls(&r, settled);
	}
	add_casts(&r, edits);
}
