/* Questions about cursors and types: where they are in the flat text, what they are in terms of C++ AMP, and
 * what libclang answers wrongly, not at all, or with a crash. */
#include "ast/ast.h"
#include "ast/phrases.h"

#include <string.h>

char *take_string(CXString s)
{
	const char *c = clang_getCString(s);
	char *copy = xstrdup(c ? c : "");

	clang_disposeString(s);
	return copy;
}

const char *clang_string(CXString s)
{
	const char *c = clang_getCString(s);
	const char *name = interned(c ? c : "", c ? strlen(c) : 0);

	clang_disposeString(s);
	return name;
}

const char *cursor_spelling(CXCursor c)
{
	return clang_string(clang_getCursorSpelling(c));
}

const char *type_spelling(CXType type)
{
	return clang_string(clang_getTypeSpelling(type));
}

const char *plain_spelling(CXCursor c)
{
	const char *name = cursor_spelling(c);

	return interned(name, strcspn(name, "<"));
}

bool location_offset(const struct clauses *c, CXSourceLocation location, unsigned *offset)
{
	CXFile file;
	unsigned o;

	/* for a macro of the command line: where it is expanded */
	clang_getFileLocation(location, &file, NULL, NULL, &o);
	if (!file || !clang_File_isEqual(file, c->file))
		return false;
	*offset = parse_to_flat(c, o);
	return true;
}

unsigned flat_offset(const struct clauses *c, CXSourceLocation location)
{
	unsigned offset;

	clang_getFileLocation(location, NULL, NULL, NULL, &offset);
	return parse_to_flat(c, offset);
}

bool cursor_offset(const struct clauses *c, CXCursor cursor, unsigned *offset)
{
	return location_offset(c, clang_getCursorLocation(cursor), offset);
}

bool cursor_range(const struct clauses *c, CXCursor cursor, unsigned *start, unsigned *end)
{
	CXSourceRange r = clang_getCursorExtent(cursor);

	return location_offset(c, clang_getRangeStart(r), start) &&
	       location_offset(c, clang_getRangeEnd(r), end);
}

unsigned expression_end(const struct unit *u, CXCursor expression, unsigned end)
{
	size_t i = token_at(&u->tokens, end);
	const struct token *t = unit_token(u, i);
	CXSourceLocation last = clang_getRangeEnd(clang_getCursorExtent(expression));
	unsigned in_file, expanded;

	/* (not by the spelling's file: libclang 18 says otherwise than 19 whether that is the header) */
	clang_getFileLocation(last, NULL, NULL, NULL, &in_file);
	clang_getExpansionLocation(last, NULL, NULL, NULL, &expanded);
	if (t->kind != TOKEN_IDENTIFIER || t->offset != end || in_file == expanded)
		return end;
	return unit_token_end(u, unit_is(u, i + 1, "(") ? token_skip_group(u->tokens.items, i + 1) - 1 : i);
}

unsigned cursor_restrictions(CXCursor function)
{
	struct walk w = walk_children(function);
	unsigned restrictions = 0;

	while (walk_next(&w)) {
		if (w.cursor.kind == CXCursor_CUDAHostAttr) {
			restrictions |= RESTRICT_CPU;
		} else if (w.cursor.kind == CXCursor_CUDADeviceAttr) {
			restrictions |= RESTRICT_AMP;
		} else if (w.cursor.kind == CXCursor_AnnotateAttr) { /* C */
			const char *names = cursor_spelling(w.cursor);

			restrictions |= strstr(names, "amp:cpu") ? RESTRICT_CPU : 0;
			restrictions |= strstr(names, "amp:amp") ? RESTRICT_AMP : 0;
		}
	}
	return restrictions ? restrictions : RESTRICT_CPU;
}

CXCursor definition_or_self(CXCursor declaration)
{
	CXCursor definition = clang_getCursorDefinition(declaration);

	return clang_Cursor_isNull(definition) ? declaration : definition;
}

CXCursor class_template_of(CXCursor class)
{
	return definition_or_self(clang_getSpecializedCursorTemplate(class));
}

bool is_instantiation(CXCursor c)
{
	CXCursor template = clang_getSpecializedCursorTemplate(c);
	CXCursor definition = clang_getCursorDefinition(template);
	CXSourceLocation at = clang_getCursorLocation(c);

	/* an explicit specialization is located at its own text; an instantiation at the template's
	 * declaration or, once it has a body, definition */
	return !clang_Cursor_isNull(template) &&
	       (clang_equalLocations(at, clang_getCursorLocation(template)) ||
	        (!clang_Cursor_isNull(definition) &&
	         clang_equalLocations(at, clang_getCursorLocation(definition))));
}

CXCursor shown_definition(CXCursor class)
{
	return is_instantiation(class) ? class_template_of(class) : clang_getCursorDefinition(class);
}

CXCursor template_or_self(CXCursor declaration)
{
	CXCursor template = clang_getSpecializedCursorTemplate(declaration);

	/* that of a member template is in the instantiation of its class */
	for (; !clang_Cursor_isNull(template); template = clang_getSpecializedCursorTemplate(template))
		declaration = template;
	return declaration;
}

enum CXCursorKind cursor_kind(CXCursor c)
{
	enum CXCursorKind kind = c.kind;

	/* The others that libclang has no kind for: structured bindings have a linkage; empty declarations and asm have
	 * nothing below them; the first declaration below a block of C's is a parameter. */
	if (kind == CXCursor_UnexposedDecl && clang_getCursorLinkage(c) == CXLinkage_Invalid) {
		enum CXCursorKind first = first_child(c).kind;

		if (clang_isDeclaration(first) && first != CXCursor_ParmDecl)
			kind = CXCursor_LinkageSpec;
	}
	return kind;
}

bool is_function(enum CXCursorKind kind)
{
	return kind == CXCursor_FunctionDecl || kind == CXCursor_CXXMethod ||
	       kind == CXCursor_Constructor || kind == CXCursor_Destructor ||
	       kind == CXCursor_ConversionFunction || kind == CXCursor_FunctionTemplate;
}

bool is_variable(CXCursor declaration)
{
	enum CXCursorKind kind = declaration.kind;
	const char *name = cursor_spelling(declaration);
	/* libclang has no kind for a structured binding, and names the whole declaration [x, y] */
	bool binding = kind == CXCursor_UnexposedDecl && *name && *name != '[' &&
	               is_local(declaration);

	return kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl || binding;
}

bool is_class(enum CXCursorKind kind)
{
	return kind == CXCursor_ClassDecl || kind == CXCursor_StructDecl ||
	       kind == CXCursor_ClassTemplate || kind == CXCursor_UnionDecl ||
	       kind == CXCursor_ClassTemplatePartialSpecialization;
}

bool is_tag(enum CXCursorKind kind)
{
	return is_class(kind) || kind == CXCursor_EnumDecl;
}

bool is_typedef(enum CXCursorKind kind)
{
	return kind == CXCursor_TypedefDecl || kind == CXCursor_TypeAliasDecl;
}

bool is_closure(enum CXCursorKind kind)
{
	return kind == CXCursor_LambdaExpr || kind == CXCursor_BlockExpr;
}

bool is_template(enum CXCursorKind kind)
{
	return kind == CXCursor_FunctionTemplate || kind == CXCursor_ClassTemplate ||
	       kind == CXCursor_ClassTemplatePartialSpecialization;
}

bool in_class_template(CXCursor member)
{
	CXCursor class = clang_getCursorSemanticParent(member);

	while (is_class(class.kind) && !is_template(class.kind))
		class = clang_getCursorSemanticParent(class);
	return is_class(class.kind);
}

bool is_pointer(CXType type)
{
	return clang_getCanonicalType(type).kind == CXType_Pointer;
}

bool is_array(CXType type)
{
	return clang_getArrayElementType(clang_getCanonicalType(type)).kind != CXType_Invalid;
}

CXType element_type(CXType type)
{
	for (type = clang_getCanonicalType(type); is_array(type);)
		type = clang_getCanonicalType(clang_getArrayElementType(type));
	return type;
}

CXType innermost_type(CXType type)
{
	for (;;) {
		CXType canonical = clang_getCanonicalType(type);
		bool points = is_reference(canonical) || canonical.kind == CXType_Pointer;

		if (!points && clang_getArrayElementType(canonical).kind == CXType_Invalid)
			return type;
		CXType inner = points ? clang_getPointeeType(type) : clang_getArrayElementType(type);

		type = inner.kind != CXType_Invalid ? inner
		       : points                     ? clang_getPointeeType(canonical)
		                                    : clang_getArrayElementType(canonical);
	}
}

CXCursor first_child(CXCursor c)
{
	struct walk w = walk_children(c);

	walk_next(&w);
	return walk_end(&w);
}

CXType type_of(CXCursor c)
{
	return clang_getCanonicalType(clang_getCursorType(c));
}

CXType result_of(CXCursor function)
{
	return clang_getCanonicalType(clang_getResultType(clang_getCursorType(function)));
}

bool in_program(CXCursor declaration)
{
	return clang_Location_isFromMainFile(clang_getCursorLocation(declaration));
}

bool in_std(CXCursor declaration)
{
	for (CXCursor p = declaration; !clang_Cursor_isNull(p) && p.kind != CXCursor_TranslationUnit;
	     p = clang_getCursorSemanticParent(p)) {
		/* the USR tells it from a program's n::std, also in extern "C++" {} */
		if (p.kind == CXCursor_Namespace && is_named(p, "std") &&
		    !strcmp(clang_string(clang_getCursorUSR(p)), "c:@N@std"))
			return true;
	}
	return false;
}

/* libclang has no kind for conversions, nor for GNU's x ?: y and others that have several children. */
CXCursor without_parentheses(CXCursor e)
{
	while (e.kind == CXCursor_ParenExpr || e.kind == CXCursor_UnexposedExpr) {
		SCOPED(walk) w = walk_children(e);
		CXCursor operand = walk_next(&w) ? w.cursor : clang_getNullCursor();

		if (clang_Cursor_isNull(operand) || walk_next(&w))
			break;
		e = operand;
	}
	return e;
}

CXCursor cursor_callee(CXCursor call)
{
	CXCursor callee = clang_getCursorReferenced(call);

	if (!clang_Cursor_isNull(callee) || call.kind != CXCursor_CallExpr)
		return callee;
	CXCursor first = first_child(call), name = without_parentheses(first);
	CXCursor named = clang_getCursorReferenced(name);

	while (first.kind == CXCursor_UnexposedExpr)
		first = first_child(first);
	return first.kind == CXCursor_ParenExpr && is_function(named.kind) ? named : callee;
}

CXType without_reference(CXType type)
{
	return type.kind == CXType_Invalid ? type : clang_getNonReferenceType(type);
}

CXType unqualified(CXType type)
{
	return type.kind == CXType_Invalid ? type : clang_getUnqualifiedType(type);
}

CXType object_type(CXType type)
{
	return clang_getCanonicalType(without_reference(type));
}

CXType plain_type(CXType type)
{
	return clang_getCanonicalType(unqualified(without_reference(type)));
}

bool is_copy(CXCursor member)
{
	return clang_CXXConstructor_isCopyConstructor(member) || clang_CXXConstructor_isMoveConstructor(member) ||
	       clang_CXXMethod_isCopyAssignmentOperator(member) || clang_CXXMethod_isMoveAssignmentOperator(member);
}

bool is_reference(CXType type)
{
	enum CXTypeKind kind = clang_getCanonicalType(type).kind;

	return kind == CXType_LValueReference || kind == CXType_RValueReference;
}

/* libclang has no type kind for char8_t. */
bool is_char8(CXType type)
{
	return !strcmp(type_spelling(unqualified(type)), "char8_t");
}

bool is_dependent(CXType type)
{
	type = clang_getCanonicalType(type);
	return type.kind == CXType_Dependent || (type.kind == CXType_Unexposed && !is_char8(type));
}

bool is_dependent_type(CXType type)
{
	enum CXTypeKind k = object_type(type).kind;

	return k == CXType_Unexposed || k == CXType_Dependent || k == CXType_Auto ||
	       k == CXType_Overload;
}

bool is_named(CXCursor c, const char *name)
{
	return !strcmp(cursor_spelling(c), name);
}

bool starts_with(CXCursor c, const char *prefix)
{
	return starts(cursor_spelling(c), prefix);
}

bool is_tile_static(CXCursor variable)
{
	struct walk w = walk_children(variable);
	bool found = false;

	while (walk_next(&w)) {
		found |= w.cursor.kind == CXCursor_CUDASharedAttr ||
		         (w.cursor.kind == CXCursor_AnnotateAttr && /* C */
		          is_named(w.cursor, "amp:tile_static"));
	}
	return found;
}

bool is_number(CXType type)
{
	enum CXTypeKind k = clang_getCanonicalType(type).kind;

	return (k >= CXType_FirstBuiltin && k <= CXType_LastBuiltin && k != CXType_Void &&
	        k != CXType_Dependent && k != CXType_Overload) ||
	       k == CXType_Enum;
}

bool is_integral(CXType type)
{
	enum CXTypeKind k = clang_getCanonicalType(type).kind;

	return (k >= CXType_Bool && k <= CXType_Int128) || k == CXType_Enum;
}

/* Returns the value of the last -std=, "" if there is none. */
static const char *standard(const struct unit *u)
{
	const struct strings *options = u->request->options;
	const char *found = "";

	for (size_t i = 0; i < options->count; i++) {
		if (starts(options->items[i], "-std="))
			found = options->items[i] + 5;
	}
	return found;
}

bool is_cxx11(const struct unit *u)
{
	return strstr(standard(u), "++11") || strstr(standard(u), "++0x");
}

bool is_cxx20(const struct unit *u)
{
	return strstr(standard(u), "++2") != NULL;
}

bool is_parameter_of(CXCursor child, CXCursor function)
{
	CXCursor call = clang_getCursorSemanticParent(child);

	return child.kind == CXCursor_ParmDecl &&
	       (function.kind != CXCursor_LambdaExpr ||
	        clang_equalCursors(clang_getCursorSemanticParent(call),
	                           clang_getTypeDeclaration(clang_getCursorType(function))));
}

CXCursor first_parameter(CXCursor function)
{
	struct walk w = walk_children(function);

	while (walk_next(&w) && !is_parameter_of(w.cursor, function))
		;
	return walk_end(&w);
}

CXCursor type_parameter(CXType type, CXCursor named_in)
{
	struct walk w = walk_children(is_dependent_type(type) ? named_in : clang_getNullCursor());
	CXType plain = plain_type(type);

	while (walk_next(&w)) {
		CXCursor parameter = clang_getCursorReferenced(w.cursor);

		if (w.cursor.kind == CXCursor_TypeRef &&
		    parameter.kind == CXCursor_TemplateTypeParameter &&
		    clang_equalTypes(type_of(parameter), plain)) {
			walk_end(&w);
			return parameter;
		}
	}
	return clang_getNullCursor();
}

bool is_template_parameter(CXCursor declaration)
{
	return declaration.kind == CXCursor_TemplateTypeParameter ||
	       declaration.kind == CXCursor_NonTypeTemplateParameter ||
	       declaration.kind == CXCursor_TemplateTemplateParameter;
}

void add_template_parameters(CXCursor template, struct names *names)
{
	for (struct walk w = walk_children(template); walk_next(&w);) {
		if (is_template_parameter(w.cursor))
			names_add(names, cursor_spelling(w.cursor));
	}
}

bool is_pack(CXType type)
{
	return ends(type_spelling(type), "...");
}

bool is_closure_type(CXType type)
{
	CXCursor class = clang_getTypeDeclaration(clang_getCanonicalType(type));

	return is_class(class.kind) && starts_with(class, phrase_text(PHRASE_LAMBDA_AT));
}

bool is_lambda_call(CXCursor function)
{
	if (function.kind == CXCursor_Constructor)
		return false; /* a copy */
	return is_closure_type(clang_getCursorType(clang_getCursorSemanticParent(function)));
}

bool is_constexpr(CXCursor declaration)
{
	if (is_lambda_call(declaration))
		return false;
	CXPrintingPolicy policy = clang_getCursorPrintingPolicy(declaration);

	/* without body and initializer, which may contain the word */
	clang_PrintingPolicy_setProperty(policy, CXPrintingPolicy_TerseOutput, 1);
	clang_PrintingPolicy_setProperty(policy, CXPrintingPolicy_SuppressInitializers, 1);
	const char *s = clang_string(clang_getCursorPrettyPrinted(declaration, policy));
	bool yes = strstr(s, "constexpr ") || strstr(s, "consteval ");

	clang_PrintingPolicy_dispose(policy);
	return yes;
}

bool is_local(CXCursor declaration)
{
	for (CXCursor p = clang_getCursorSemanticParent(declaration); !clang_Cursor_isNull(p);
	     p = clang_getCursorSemanticParent(p)) {
		if (is_function(p.kind) || p.kind == CXCursor_LambdaExpr)
			return true;
		if (p.kind == CXCursor_Namespace || p.kind == CXCursor_TranslationUnit || is_class(p.kind))
			return false;
	}
	return false;
}

/* In lambdas, libclang's cursors for the same expression differ in their parents. */
bool is_same_expression(CXCursor a, CXCursor b)
{
	return a.kind == b.kind &&
	       clang_equalRanges(clang_getCursorExtent(a), clang_getCursorExtent(b));
}

bool is_argument(CXCursor call, CXCursor n)
{
	bool found = false;

	for (int i = 0; i < clang_Cursor_getNumArguments(call) && !found; i++)
		found = is_same_expression(clang_Cursor_getArgument(call, i), n);
	return found;
}

CXCursor converted_to_value(CXCursor conversion)
{
	CXType type = type_of(conversion);
	CXCursor object = first_child(conversion);

	if (conversion.kind != CXCursor_UnexposedExpr || !is_number(type) ||
	    clang_isConstQualifiedType(type))
		return clang_getNullCursor();
	while (clang_getCursorReferenced(object).kind == CXCursor_FieldDecl ||
	       object.kind == CXCursor_ParenExpr)
		object = first_child(object);
	return object;
}

bool is_value_use(CXCursor reference, CXCursor parent, CXCursor converted)
{
	CXType type = clang_getCursorType(parent);

	if (is_same_expression(reference, converted))
		return true;
	switch (parent.kind) {
	case CXCursor_IfStmt:
	case CXCursor_ForStmt:
	case CXCursor_WhileStmt:
	case CXCursor_DoStmt:
	case CXCursor_SwitchStmt:
	case CXCursor_ArraySubscriptExpr:
		return true;
	case CXCursor_CallExpr: /* the callee, or T(n) */
		return !is_argument(parent, reference);
	case CXCursor_VarDecl: /* its initializer, or an array's bound */
		return is_number(type) || is_array(type);
	case CXCursor_UnaryOperator:
	case CXCursor_BinaryOperator:
	case CXCursor_CompoundAssignOperator:
	case CXCursor_CStyleCastExpr:
	case CXCursor_CXXStaticCastExpr:
	case CXCursor_CXXFunctionalCastExpr:
		return is_number(type); /* on a dependent type the operator may be any function */
	default:
		return false;
	}
}

bool is_implicit(CXCursor function)
{
	if (is_lambda_call(function))
		return false; /* is written, though it has the lambda's location */
	return clang_CXXMethod_isDefaulted(function) ||
	       clang_equalLocations(clang_getCursorLocation(function),
	                            clang_getCursorLocation(
					    clang_getCursorSemanticParent(function)));
}
