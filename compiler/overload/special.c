/* Implicit special member functions (specification 2.3.2.2), which have the restrictions that those of all
 * bases and members have in common. clang's CUDA considers one function of each, so that a pair of functions,
 * for the CPU and for kernels, makes the implicit one restrict(cpu). In that case the parse text declares it. */
#include "messages/messages.h"
#include "overload/overload.h"

enum special {
	SPECIAL_CONSTRUCTOR, /* default constructor */
	SPECIAL_COPY,
	SPECIAL_ASSIGNMENT,
	SPECIALS
};

/* What is known of a class. */
struct class_specials {
	CXCursor class;
	const struct class_specials *whole; /* the class that it is a part of, or NULL */
	const struct overloads *overloads;
	const struct clauses *clauses;
	unsigned declared[SPECIALS];   /* RESTRICT_… of those that the class declares */
	unsigned inherited[SPECIALS];  /* restrictions that those of its bases and members have in common */
	bool paired[SPECIALS];         /* two functions contribute to it */
	bool takes_const[SPECIALS];    /* a declared one copies const objects */
	bool changes_source[SPECIALS]; /* that of a base or member copies only non-const objects */
	bool has_constructors, moves;  /* user-declared ones */
};

static void look_at_class(struct class_specials *m);

/* Whether a class is that of m or of a class that m is a part of: an instantiation is represented by its
 * template, and list<N> may have a list<N - 1> as a member. */
static bool is_within(const struct class_specials *m, CXCursor class)
{
	while (m && !clang_equalCursors(m->class, class))
		m = m->whole;
	return m;
}

/* Whether a function is one of two that differ only in restriction. */
static bool is_paired(const struct class_specials *m, CXCursor function)
{
	const struct overload *o = NULL;
	unsigned offset;

	if (cursor_offset(m->clauses, function, &offset))
		o = overload_at(m->overloads, offset);
	return o && o->paired;
}

static void look_at_function(struct class_specials *m, CXCursor f)
{
	bool constructor = f.kind == CXCursor_Constructor;
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

	if (takes_const && !m->takes_const[special]) { /* has precedence over those for non-const objects */
		m->takes_const[special] = true;
		m->declared[special] = 0;
		m->paired[special] = false;
	}
	if (takes_const == m->takes_const[special]) {
		m->declared[special] |= cursor_restrictions(f);
		m->paired[special] |= is_paired(m, f);
	}
}

/* Looks at the type of a base or a member. */
static void look_at_part(struct class_specials *m, CXType type)
{
	type = element_type(type);
	CXCursor class = clang_getCursorDefinition(clang_getTypeDeclaration(type));

	if (is_instantiation(class)) /* libclang shows the members in the template only */
		class = class_template_of(class);
	if ((type.kind != CXType_Record && type.kind != CXType_Unexposed) || is_within(m, class))
		return; /* not a class, nor an unknown type */
	struct class_specials part = {
	    .class = class, .whole = m, .overloads = m->overloads, .clauses = m->clauses};

	if (is_class(class.kind))
		look_at_class(&part);
	for (int s = 0; s < SPECIALS; s++) {
		m->inherited[s] &= part.declared[s] ? part.declared[s] : part.inherited[s];
		m->paired[s] |= part.paired[s];
		m->changes_source[s] |= part.declared[s] ? !part.takes_const[s]
		                                         : part.changes_source[s];
	}
}

static void look_at_class(struct class_specials *m)
{
	for (int s = 0; s < SPECIALS; s++)
		m->inherited[s] = RESTRICT_CPU | RESTRICT_AMP;
	for (struct walk w = walk_children(m->class); walk_next(&w);) {
		enum CXCursorKind kind = w.cursor.kind;

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

struct sharing {
	const struct overloads *overloads;
	struct clauses *clauses;
	struct offsets seen; /* ends of classes: that in struct A { … } x; is visited twice */
};

/* Declares the special members of a class that pairs make available on both sides; its own declarations stay. */
static void declare(struct sharing *s, CXCursor class, const struct class_specials *m)
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
		insert_text(s->clauses, end - 1, interned_printf(" public:%s ", t.data));
}

static void look_at_classes(struct sharing *s, CXTranslationUnit tu)
{
	for (struct walk w = walk_program(s->clauses, tu); walk_next(&w);) {
		struct class_specials m = {.class = w.cursor, .overloads = s->overloads, .clauses = s->clauses};

		if (is_class(w.cursor.kind) && w.cursor.kind != CXCursor_UnionDecl &&
		    clang_isCursorDefinition(w.cursor) && !clang_Cursor_isAnonymous(w.cursor)) {
			look_at_class(&m);
			declare(s, w.cursor, &m);
		}
	}
}

void share_special_members(const struct unit *u, const struct overloads *o)
{
	struct sharing s = {.overloads = o, .clauses = u->clauses};
	bool paired = false;

	for (size_t i = 0; i < o->count; i++)
		paired |= o->items[i].paired;
	if (paired)
		look_at_classes(&s, u->tu);
}
