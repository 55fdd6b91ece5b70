/* Types in restrict(amp) code (specification 2.4.1). */
#include "check/check_internal.h"

#include <string.h>

/* The template arguments of a class template by parameter name. An unknown one has an invalid type. */
struct class_arguments {
	struct template_argument {
		const char *name;
		CXType type; /* as written, where the template is named in another template */
	} *items;
	size_t count;
	const struct class_arguments *outer; /* those that they then depend on, or NULL */
};

/* A search for what amp code cannot have in a class. */
struct class_problem {
	int depth;
	bool any_capture; /* a lambda's class, with --amp-extensions */
	bool notes;       /* print notes, one for each member */
};

bool is_array_or_texture(CXType type)
{
	enum library_entity class = library_class(type);

	return class == LIBRARY_ARRAY || class == LIBRARY_TEXTURE;
}

/* ---- Arguments of templates ------------------------------------------------- */

/* libclang does not tell the bases of an instantiation. Where they depend on the template's parameters, the
 * arguments are substituted here, as far as they are known. */

static const struct class_arguments *arguments_of(struct checker *c, CXCursor template, CXType instance,
                                                  const struct class_arguments *outer)
{
	struct class_arguments *a = unit_zeroed(sizeof(*a));
	bool after_pack = false;

	a->outer = outer;
	for (struct walk w = walk_children(template); walk_next(&w);) {
		unsigned start, end;

		if (!is_template_parameter(w.cursor))
			continue;
		CXType type = clang_Type_getTemplateArgumentAsType(instance, a->count);

		after_pack |= !cursor_range(c->clauses, w.cursor, &start, &end) || find_token(c->unit, start, end, ".");
		if (after_pack || w.cursor.kind != CXCursor_TemplateTypeParameter)
			type.kind = CXType_Invalid;
		KEEP(a->items, a->count) = (struct template_argument){cursor_spelling(w.cursor), type};
	}
	return a;
}

CXType array_element(CXType type)
{
	while (clang_getArrayElementType(type).kind != CXType_Invalid)
		type = clang_getArrayElementType(type);
	return type;
}

/* Replaces a template parameter, or an array's element type that is one, by its argument, as often as
 * possible. If the result is still dependent, *a are the arguments that it depends on. Returns an invalid
 * type if an argument is not known. */
static CXType resolve(const struct class_arguments **a, CXType type)
{
	bool found = true;

	while (*a && found && is_dependent(array_element(type))) {
		const char *name = type_spelling(unqualified(array_element(type)));
		const struct class_arguments *in = *a;

		found = false;
		for (size_t i = 0; i < in->count && !found; i++) {
			if (!strcmp(in->items[i].name, name)) {
				type = in->items[i].type;
				*a = in->outer;
				found = true;
			}
		}
	}
	return is_dependent(array_element(type)) ? type : clang_getCanonicalType(type);
}

/* Returns the type of a part, invalid if it depends on arguments that are not known. */
static CXType known_type(const struct class_part *part)
{
	CXType type = part->type;

	if (part->arguments && type.kind != CXType_Invalid && is_dependent(array_element(type)))
		type.kind = CXType_Invalid;
	return type;
}

/* Collects the class templates of the program that are specialized. */
static void find_specialized(struct checker *c)
{
	struct walk w = walk_below(clang_getTranslationUnitCursor(c->unit->tu));

	while (walk_next(&w)) {
		bool is_mine = in_program(w.cursor);
		CXCursor template = clang_getSpecializedCursorTemplate(w.cursor);

		if (is_mine && is_class(w.cursor.kind) && !clang_Cursor_isNull(template) && !is_instantiation(w.cursor))
			KEEP(c->specialized, c->n_specialized) = template;
		if (!is_mine || !(is_class(w.cursor.kind) || w.cursor.kind == CXCursor_Namespace))
			walk_skip(&w);
	}
}

/* Whether a class template is the program's and has no specializations. */
static bool is_plain_template(struct checker *c, CXCursor template)
{
	if (template.kind != CXCursor_ClassTemplate || !in_program(template))
		return false;
	if (!c->knows_specialized)
		find_specialized(c);
	c->knows_specialized = true;
	for (size_t i = 0; i < c->n_specialized; i++) {
		if (clang_equalCursors(clang_getCanonicalCursor(c->specialized[i]),
		                       clang_getCanonicalCursor(template)))
			return false;
	}
	return true;
}

/* Adds the bases, the destructor and the functions that a class or a template shows; is_symbolic: and its members. */
static void add_shown(struct class_parts *out, CXCursor class, const struct class_arguments *arguments,
                      bool is_symbolic)
{
	for (struct walk w = walk_children(class); walk_next(&w);) {
		enum CXCursorKind kind = w.cursor.kind;
		struct class_part part = {w.cursor, clang_getCursorType(w.cursor), arguments};

		part.type = resolve(&part.arguments, part.type);
		if (kind == CXCursor_Destructor || kind == CXCursor_CXXMethod || kind == CXCursor_CXXBaseSpecifier ||
		    (kind == CXCursor_FieldDecl && is_symbolic))
			KEEP(out->items, out->count) = part;
	}
}

struct class_parts parts_of(struct checker *c, CXType type, const struct class_arguments *arguments)
{
	struct class_parts parts = {0};
	CXCursor class = clang_getTypeDeclaration(type), template = class;
	bool is_symbolic = true;

	if (clang_getCanonicalType(type).kind == CXType_Record) {
		CXCursor definition = clang_getCursorDefinition(class);

		for (struct walk w = walk_fields(type); walk_next(&w);)
			KEEP(parts.items, parts.count) =
			    (struct class_part){w.cursor, clang_getCursorType(w.cursor), NULL};
		is_symbolic = clang_Cursor_isNull(definition); /* not instantiated */
		add_shown(&parts, definition, NULL, is_symbolic);
		template = clang_getSpecializedCursorTemplate(class);
	}
	bool is_known = is_symbolic ? is_plain_template(c, template) : template.kind == CXCursor_ClassTemplate;

	/* what the template shows; the arguments of a partial specialization do not correspond to its parameters */
	if (is_known || !is_symbolic)
		add_shown(&parts, clang_getCursorDefinition(template),
		          is_known ? arguments_of(c, template, type, arguments) : NULL, is_symbolic);
	return parts;
}

/* ---- Members ---------------------------------------------------------------- */

static const char *look_at_parts(struct checker *c, const struct class_problem *p, const struct class_parts parts);

/* Returns the problem of a base class. */
static const char *base_problem(struct checker *c, const struct class_problem *derived, const struct class_part *base,
                                bool notes)
{
	struct class_problem p = {.depth = derived->depth + 1, .notes = notes};
	CXType known = known_type(base);

	if (known.kind != CXType_Invalid)
		return type_problem(c, known, PLACE_MEMBER, p.depth);
	return derived->depth <= MOST_NESTED_CLASSES ? look_at_parts(c, &p, parts_of(c, base->type, base->arguments))
	                                             : NULL;
}

static const char *field_problem(struct checker *c, const struct class_problem *p, const struct class_part *field)
{
	CXType type = clang_getCanonicalType(known_type(field));

	if (type.kind == CXType_Invalid)
		return NULL;
	if (p->any_capture && (type.kind == CXType_LValueReference || type.kind == CXType_Pointer))
		return type_problem(c, clang_getPointeeType(type), PLACE_VARIABLE, p->depth + 1);
	if (clang_Cursor_isBitField(field->cursor))
		return "it has a bit field";
	if (is_reference(type))
		return is_array_or_texture(clang_getPointeeType(type))
		               ? NULL
		               : "it has a reference to something other than an array or a texture";
	return type_problem(c, type, PLACE_MEMBER, p->depth + 1);
}

static const char *part_problem(struct checker *c, const struct class_problem *p, const struct class_part *part)
{
	switch (part->cursor.kind) {
	case CXCursor_CXXBaseSpecifier:
		return clang_isVirtualBase(part->cursor) ? "it has a virtual base class"
		                                         : base_problem(c, p, part, false);
	case CXCursor_FieldDecl:
		return field_problem(c, p, part);
	case CXCursor_Destructor:
		return clang_CXXMethod_isVirtual(part->cursor) ? "it has a virtual destructor" : NULL;
	default:
		return clang_CXXMethod_isVirtual(part->cursor) ? "it has a virtual function" : NULL;
	}
}

/* Adds a note that a part is why a class has a problem, and why the part has it. */
static void note_part(struct checker *c, const struct class_problem *p, const struct class_part *part)
{
	unsigned offset;

	if (!cursor_offset(c->clauses, part->cursor, &offset) || !offsets_add(&c->noted, offset))
		return;
	const char *name = cursor_spelling(part->cursor);
	CXType known = known_type(part);
	const struct token *t = &c->unit->tokens.items[token_at(&c->unit->tokens, offset)];

	/* a lambda's capture is a member without a name, located at its first use */
	if (!*name && t->offset == offset)
		name = interned(c->unit->text.data + offset, t->len);
	diagnose(c->unit, SEVERITY_NOTE, offset, "because of '%s'", name);
	if (known.kind == CXType_Invalid)
		base_problem(c, p, part, true);
	else if (!is_function(part->cursor.kind))
		note_members(c, known, p->depth + 1);
}

/* Returns the first problem of a class's parts. To add notes, looks for all of them. */
static const char *look_at_parts(struct checker *c, const struct class_problem *p, const struct class_parts parts)
{
	const char *first = NULL;

	for (size_t i = 0; i < parts.count && (!first || p->notes); i++) {
		const char *problem = part_problem(c, p, &parts.items[i]);

		if (problem && p->notes)
			note_part(c, p, &parts.items[i]);
		first = first ? first : problem;
	}
	return first;
}

/* Whether a class is a result type of `<=>`: the library's members of these (char, mostly) do not matter. */
static bool is_comparison_category(CXCursor class)
{
	return in_std(class) && (is_named(class, "strong_ordering") ||
	                            is_named(class, "weak_ordering") ||
	                            is_named(class, "partial_ordering"));
}

static const char *look_for_problems(struct checker *c, CXType type, int depth, bool notes)
{
	CXCursor declaration = clang_getTypeDeclaration(type);
	CXCursor definition = clang_getCursorDefinition(declaration);
	struct class_problem p = {.depth = depth, .notes = notes};
	enum library_entity entity = library_class(type);

	if (entity == LIBRARY_ACCELERATOR || entity == LIBRARY_ACCELERATOR_VIEW ||
	    entity == LIBRARY_COMPLETION_FUTURE)
		return "it is of the host";
	if (is_amp_library(declaration) || clang_Cursor_isNull(definition) || depth > MOST_NESTED_CLASSES ||
	    is_comparison_category(declaration))
		return NULL;
	if (in_std(declaration) && !(destruction_of(c, type) & RESTRICT_AMP))
		return "it manages memory of the host";
	p.any_capture = c->unit->request->extensions && is_closure_type(type);
	return look_at_parts(c, &p, parts_of(c, type, NULL));
}

/* Returns the element type of an array or array_view; an invalid type for others. */
static CXType element_of(CXType type)
{
	CXType element = clang_Type_getTemplateArgumentAsType(clang_getCanonicalType(type), 0);

	if (!is_array_or_view(library_class(type))) {
		element.kind = CXType_Invalid;
	} else if (element.kind == CXType_Invalid) { /* in C, where the first field points to the elements */
		CXCursor first = first_of_kind(clang_getTypeDeclaration(type), CXCursor_FieldDecl);

		element = unqualified(clang_getPointeeType(clang_getCursorType(first)));
	}
	return element;
}

/* Returns why a type cannot be the element type of an array or array_view; NULL if it can. */
static const char *element_problem(struct checker *c, CXType element, int depth)
{
	return element.kind == CXType_Invalid || is_dependent(element) ? NULL
	       : holds_container(c, element) ? "it is or holds an array, a view or a texture"
	                                     : type_problem(c, element, PLACE_ELEMENT, depth + 1);
}

const char *class_problem(struct checker *c, CXType type, int depth)
{
	return element_problem(c, element_of(type), depth) ? "its elements cannot be in amp code"
	                                                   : look_for_problems(c, type, depth, false);
}

bool check_element(struct checker *c, CXType type, unsigned offset)
{
	type = innermost_type(type);
	CXType element = element_of(type);
	const char *problem = element_problem(c, element, 0);

	if (!problem || is_refused_argument(c, clang_Type_getTemplateArgumentAsType(type, 0)))
		return !problem;
	refuse_type(c, element, offset, "'%s' cannot be the element type of an array or array_view: %s "
	                                "[C++ AMP 2.4.1]",
	            type_spelling(element), problem);
	return false;
}

/* Adds a note about the underlying type of an enumeration. */
static void note_underlying(struct checker *c, CXCursor enumeration)
{
	unsigned offset;

	if (!cursor_offset(c->clauses, enumeration, &offset) || !offsets_add(&c->noted, offset))
		return;
	const char *name = cursor_spelling(enumeration);
	const char *type = type_spelling(clang_getEnumDeclIntegerType(enumeration));

	diagnose(c->unit, SEVERITY_NOTE, offset, "the underlying type of '%s' is '%s'", name, type);
	offsets_add(&c->refused_types, offset);
}

void note_members(struct checker *c, CXType type, int depth)
{
	type = clang_getCanonicalType(innermost_type(type));
	if (type.kind == CXType_Record)
		look_for_problems(c, type, depth, true);
	else if (type.kind == CXType_Enum && type_problem(c, type, PLACE_VARIABLE, 0))
		note_underlying(c, clang_getTypeDeclaration(type));
}

static const char *pointer_problem(struct checker *c, CXType type, enum type_place place, int depth)
{
	CXType pointee = clang_getCanonicalType(clang_getPointeeType(type));

	if (pointee.kind == CXType_FunctionProto || pointee.kind == CXType_FunctionNoProto)
		return "pointers to functions are not supported";
	if (place == PLACE_MEMBER)
		return unit_is_c(c->unit) ? "a struct with a pointer in it is not supported"
		                          : "a class with a pointer in it is not supported";
	if (place == PLACE_ELEMENT)
		return "an array of pointers is not supported";
	if (place == PLACE_POINTEE || pointee.kind == CXType_Pointer)
		return "a pointer to a pointer is not supported";
	return type_problem(c, pointee, PLACE_POINTEE, depth);
}

static const char *member_pointer_problem(CXType type, enum type_place place)
{
	if (clang_getCanonicalType(clang_getPointeeType(type)).kind == CXType_FunctionProto)
		return "pointers to member functions are not supported";
	if (place == PLACE_ELEMENT)
		return "an array of pointers to members is not supported";
	return place == PLACE_MEMBER ? "a class with a pointer to a member in it is not supported" : NULL;
}

/* Returns why a type cannot be used in amp code, or NULL if it can. */
const char *type_problem(struct checker *c, CXType type, enum type_place place, int depth)
{
	/* C has no specification that excludes smaller integer types */
	bool extensions = c->unit->request->extensions || unit_is_c(c->unit);

	static const char *const other_integers =
		"the only integer types are int, long, their unsigned forms and bool "
		"(--amp-extensions allows the others)";

	type = clang_getCanonicalType(type);
	if (clang_isVolatileQualifiedType(type))
		return "volatile is not supported";
	if (place == PLACE_ELEMENT && !extensions && clang_Type_getSizeOf(type) > 0 &&
	    clang_Type_getSizeOf(type) % 4)
		return "the size of an element of an array must be a multiple of 4 bytes "
		       "(--amp-extensions allows others)";
	switch (type.kind) {
	case CXType_Char_U:
	case CXType_UChar:
	case CXType_Char_S:
	case CXType_SChar:
	case CXType_Char16:
	case CXType_Char32:
	case CXType_WChar:
	case CXType_Short:
	case CXType_UShort:
	case CXType_LongLong:
	case CXType_ULongLong:
		return extensions ? NULL : other_integers;
	case CXType_Int128:
	case CXType_UInt128:
		return "there are no integers of 128 bits";
	case CXType_LongDouble:
	case CXType_Float128:
	case CXType_Half:
	case CXType_Float16:
	case CXType_BFloat16:
		return "the only floating types are float and double";
	case CXType_Enum:
		return type_problem(c, clang_getEnumDeclIntegerType(clang_getTypeDeclaration(type)),
		                    place, depth);
	case CXType_Pointer:
		return pointer_problem(c, type, place, depth);
	case CXType_Complex:
		return "complex numbers are not supported";
	case CXType_Atomic:
		return "_Atomic is not supported; see amp_atomic_fetch_add()";
	case CXType_MemberPointer:
		return member_pointer_problem(type, place);
	case CXType_FunctionProto:
	case CXType_FunctionNoProto:
		return "references to functions are not supported";
	case CXType_LValueReference:
	case CXType_RValueReference: {
		CXType referee = clang_getCanonicalType(clang_getPointeeType(type));

		return type_problem(c, referee, PLACE_VARIABLE, depth);
	}
	case CXType_ConstantArray:
		if (place == PLACE_VARIABLE && clang_getArraySize(type) == 0)
			return "code for GPUs has no variables without a size";
		/* fall through */
	case CXType_IncompleteArray:
		return type_problem(c, clang_getArrayElementType(type), PLACE_ELEMENT, depth);
	case CXType_Vector:
	case CXType_ExtVector:
		return unit_is_c(c->unit)
		           ? "vectors of the compiler's own are not supported"
		           : "vectors of the compiler's own are not supported; <amp_short_vectors.h> has others";
	case CXType_VariableArray:
		return "the length of an array must be a constant";
	case CXType_Record:
		if (place != PLACE_POINTEE && place != PLACE_MEMBER && clang_Type_getSizeOf(type) == 0)
			return "code for GPUs has no variables without a size";
		return class_problem(c, type, depth);
	default:
		return !extensions && is_char8(type) ? other_integers : NULL;
	}
}

bool is_refused_argument(struct checker *c, CXType type)
{
	if (type.kind == CXType_LValueReference || type.kind == CXType_RValueReference ||
	    type.kind == CXType_Pointer)
		type = clang_getPointeeType(type);
	CXType argument = unqualified(clang_getCanonicalType(type));

	if (type.kind != CXType_Unexposed)
		return false;
	if (c->substituted.kind != CXType_Invalid && clang_equalTypes(c->substituted, argument))
		return true;
	c->substituted = argument;
	return false;
}

bool is_of_refused_type(const struct checker *c, CXType type)
{
	unsigned offset;

	type = clang_getCanonicalType(without_reference(clang_getCanonicalType(type)));
	if (type.kind == CXType_Pointer)
		type = clang_getCanonicalType(clang_getPointeeType(type));
	return cursor_offset(c->clauses, clang_getTypeDeclaration(array_element(type)), &offset) &&
	       offsets_have(&c->refused_types, offset);
}

void check_type(struct checker *c, CXType type, unsigned offset, const char *what,
                       const char *name)
{
	if (is_closure_type(without_reference(type)))
		return; /* check_captures() has checked it */
	if (!check_element(c, type, offset))
		return;
	const char *problem = type_problem(c, type, PLACE_VARIABLE, 0);

	if (!problem || is_of_refused_type(c, type) || is_refused_argument(c, type))
		return;
	refuse_type(c, type, offset, "%s%s%s%s of type '%s' in restrict(amp) code: %s [C++ AMP 2.4.1]",
	            what, *name ? " '" : "", name, *name ? "'" : "", type_spelling(type), problem);
}

/* holds_container() for a type that may depend on template arguments. */
static bool may_hold_container(struct checker *c, CXType type, const struct class_arguments *arguments, int depth)
{
	type = array_element(without_reference(arguments ? type : clang_getCanonicalType(type)));
	CXCursor d = clang_getTypeDeclaration(clang_getCanonicalType(type));

	if (is_amp_library(d) || depth == MOST_NESTED_CLASSES)
		return is_container(library_entity(d));
	struct class_parts parts = parts_of(c, type, arguments);
	bool found = false;

	for (size_t i = 0; i < parts.count && !found; i++)
		found = !is_function(parts.items[i].cursor.kind) &&
		        may_hold_container(c, parts.items[i].type, parts.items[i].arguments, depth + 1);
	return found;
}

bool holds_container(struct checker *c, CXType type)
{
	return may_hold_container(c, type, NULL, 0);
}

const char *class_name(CXType type)
{
	return cursor_spelling(clang_getTypeDeclaration(without_reference(clang_getCanonicalType(type))));
}
