/* Special member functions that nobody declares (specification 2.3.2.2): they have the
 * restrictions that those of all bases and members have in common. clang's CUDA takes
 * one function of each, so that a pair of functions, for the CPU and for kernels, makes
 * them restrict(cpu). Where that is so, the parse text says what they are. */
#include "messages/messages.h"
#include "overload/overload.h"

#include <stdlib.h>

enum special {
	SPECIAL_CONSTRUCTOR, /* without arguments */
	SPECIAL_COPY,
	SPECIAL_ASSIGNMENT,
	SPECIALS
};

/* What is known of a class. */
struct members {
	CXCursor class;
	const struct members *whole;    /* of what it is a part of, or NULL */
	const struct overloads *overloads;
	const struct clauses *clauses;
	unsigned declared[SPECIALS];    /* RESTRICT_… of those that it declares */
	unsigned inherited[SPECIALS];   /* what those of its bases and members have in common */
	bool paired[SPECIALS];          /* two functions are behind that */
	bool takes_const[SPECIALS];     /* of those that it declares, one copies constant objects */
	bool changes_source[SPECIALS];  /* one of its bases and members copies no others */
	bool has_constructors, moves;   /* of its own */
};

static void look_at_class(struct members *m);

/* Whether a class is that of m, or of what it is a part of: a template's instantiation is taken
 * for the template, and list<N> may hold a list<N - 1>. */
static bool is_within(const struct members *m, CXCursor class)
{
	while (m && !clang_equalCursors(m->class, class))
		m = m->whole;
	return m;
}

/* Whether a declaration is one of two that differ only in restriction. */
static bool is_paired(const struct members *m, CXCursor function)
{
	const struct overload *o = NULL;
	unsigned offset;

	if (cursor_offset(m->clauses, function, &offset))
		o = overload_at(m->overloads, offset);
	return o && o->paired;
}

static void look_at_function(struct members *m, CXCursor f)
{
	bool constructor = clang_getCursorKind(f) == CXCursor_Constructor;
	int special = constructor && clang_CXXConstructor_isDefaultConstructor(f) ? SPECIAL_CONSTRUCTOR
	              : constructor && clang_CXXConstructor_isCopyConstructor(f)  ? SPECIAL_COPY
	              : clang_CXXMethod_isCopyAssignmentOperator(f)               ? SPECIAL_ASSIGNMENT
	                                                                          : SPECIALS;

	m->has_constructors |= constructor;
	m->moves |= (constructor && clang_CXXConstructor_isMoveConstructor(f)) ||
	            clang_CXXMethod_isMoveAssignmentOperator(f);
	if (special == SPECIALS)
		return;
	CXType source = clang_getArgType(clang_getCursorType(f), 0);
	bool takes_const = special == SPECIAL_CONSTRUCTOR ||
	                   source.kind != CXType_LValueReference ||
	                   clang_isConstQualifiedType(clang_getPointeeType(source));

	if (takes_const && !m->takes_const[special]) { /* those count that take any object */
		m->takes_const[special] = true;
		m->declared[special] = 0;
		m->paired[special] = false;
	}
	if (takes_const == m->takes_const[special]) {
		m->declared[special] |= cursor_restrictions(f);
		m->paired[special] |= is_paired(m, f);
	}
}

/* A base or a member of a type. */
static void look_at_part(struct members *m, CXType type)
{
	type = element_type(type);
	CXCursor class = clang_getCursorDefinition(clang_getTypeDeclaration(type));

	if (is_instantiation(class)) /* libclang does not go into it */
		class = class_template_of(class);
	if ((type.kind != CXType_Record && type.kind != CXType_Unexposed) || is_within(m, class))
		return; /* of no class, nor of an unknown one */
	struct members part = {
		.class = class, .whole = m, .overloads = m->overloads, .clauses = m->clauses};

	if (is_class(clang_getCursorKind(class)))
		look_at_class(&part);
	for (int s = 0; s < SPECIALS; s++) {
		m->inherited[s] &= part.declared[s] ? part.declared[s] : part.inherited[s];
		m->paired[s] |= part.paired[s];
		m->changes_source[s] |= part.declared[s] ? !part.takes_const[s]
		                                         : part.changes_source[s];
	}
}

static void look_at_class(struct members *m)
{
	for (int s = 0; s < SPECIALS; s++)
		m->inherited[s] = RESTRICT_CPU | RESTRICT_AMP;
	for (struct walk w = walk_children(m->class); walk_next(&w);) {
		enum CXCursorKind kind = clang_getCursorKind(w.cursor);

		if (kind == CXCursor_Constructor || kind == CXCursor_CXXMethod)
			look_at_function(m, w.cursor);
		else if (kind == CXCursor_FieldDecl || kind == CXCursor_CXXBaseSpecifier)
			look_at_part(m, clang_getCursorType(w.cursor));
	}
	for (int s = 0; s < SPECIALS; s++) {
		if (m->declared[s])
			m->inherited[s] = 0;
	}
}

/* What a class has to declare, in front of its '}'. */
struct declarations {
	const char *text;
	unsigned at;
};

struct sharing {
	const struct overloads *overloads;
	const struct clauses *clauses;
	struct declarations *items; /* an inner class's behind the outer one's */
	size_t count;
	struct offsets seen; /* their places: of struct A { … } x; it is a child, too */
};

/* Declares what a class has of both restrictions by pairs; what it has besides stays. */
static void declare(struct sharing *s, CXCursor class, const struct members *m)
{
	static const unsigned both = RESTRICT_CPU | RESTRICT_AMP;
	const char *name = cursor_spelling(class);
	SCOPED(text) t = {0};
	bool shared[SPECIALS];
	unsigned start, end;

	for (int k = 0; k < SPECIALS; k++)
		shared[k] = !m->declared[k] && m->inherited[k] == both && m->paired[k] &&
		            !(k == SPECIAL_CONSTRUCTOR ? m->has_constructors : m->moves);
	if (shared[SPECIAL_COPY] && !m->has_constructors)
		text_printf(&t, " %s%s() = default;",
		            m->inherited[SPECIAL_CONSTRUCTOR] == both ? "__AHD " : "", name);
	else if (shared[SPECIAL_CONSTRUCTOR])
		text_printf(&t, " __AHD %s() = default;", name);
	if (shared[SPECIAL_COPY])
		text_printf(&t, " __AHD %s(%s%s &) = default;", name,
		            m->changes_source[SPECIAL_COPY] ? "" : "const ", name);
	if (shared[SPECIAL_ASSIGNMENT])
		text_printf(&t, " __AHD %s &operator=(%s%s &) = default;", name,
		            m->changes_source[SPECIAL_ASSIGNMENT] ? "" : "const ", name);
	if (t.len && cursor_range(s->clauses, class, &start, &end) && offsets_add(&s->seen, end - 1))
		APPEND(s->items, s->count) = (struct declarations){
		    .text = interned_printf(" public:%s ", t.data), .at = end - 1};
}

static void look_at_classes(struct sharing *s, CXTranslationUnit tu)
{
	for (struct walk w = walk_below(clang_getTranslationUnitCursor(tu)); walk_next(&w);) {
		enum CXCursorKind kind = clang_getCursorKind(w.cursor);
		unsigned offset;

		if (clang_isDeclaration(kind) && !cursor_offset(s->clauses, w.cursor, &offset)) {
			walk_skip(&w);
		} else if (is_class(kind) && kind != CXCursor_UnionDecl && clang_isCursorDefinition(w.cursor) &&
		           !is_instantiation(w.cursor) && !clang_Cursor_isAnonymous(w.cursor)) {
			struct members m = {.class = w.cursor, .overloads = s->overloads, .clauses = s->clauses};

			look_at_class(&m);
			declare(s, w.cursor, &m);
		}
	}
}

bool share_special_members(struct clauses *c, CXTranslationUnit tu, const struct overloads *o)
{
	struct sharing s = {.overloads = o, .clauses = c};
	bool paired = false, changed;

	for (size_t i = 0; i < o->count; i++)
		paired |= o->items[i].paired;
	if (paired)
		look_at_classes(&s, tu);
	/* only now: cursors are found by what is inserted already */
	for (size_t i = 0; i < s.count; i++)
		insert_own_text(c, s.items[i].at, s.items[i].text);
	changed = s.count > 0;
	free(s.items);
	free(s.seen.items);
	return changed;
}
