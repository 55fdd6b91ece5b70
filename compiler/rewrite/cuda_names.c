/* Names of the program that CUDA or a library declares, too.
 *
 * nvcc includes CUDA's headers in front of everything else, and they declare types like float3, functions and
 * variables in the global namespace, which C++ AMP programs from elsewhere may declare as well. For types,
 * CUDA's is renamed: the program's is part of kernels' symbols, which the host must know. CUDA's is also renamed
 * if the program has a class template or a namespace of that name, or a type or a variable in a namespace with a
 * using-directive. For functions, variables, enumerators and typedefs at global scope, the program's is renamed
 * in the device unit, because CUDA's are used by their names; a class with the name of a CUDA function gets an
 * alias there.
 *
 * A function of the C or C++ library is restrict(cpu), so that the program may have a restrict(amp) one with
 * the same name and parameters (specification 2.3.2): sqrt, rand, swap. For other compilers that is the same
 * function, or an equally good match. It is renamed in both units. A restrict(cpu, amp) one keeps its name,
 * since host code may mean either; amp code that may find both calls it by its qualified name. */
#include "messages/messages.h"
#include "overload/overload.h"
#include "rewrite/rewrite.h"

#include <stdlib.h>
#include <string.h>

/* ---- Types ---------------------------------------------------------------- */

/* Whether a declaration is a name for a type, which does not get into symbols. */
static bool is_alias(CXCursor c)
{
	return is_typedef(c.kind) || c.kind == CXCursor_TypeAliasTemplateDecl;
}

static bool is_type(CXCursor c)
{
	return is_tag(c.kind) || is_alias(c);
}

/* Whether a declaration is a class template or a namespace at global scope, which cannot have an alias. */
static bool is_without_alias(CXCursor c)
{
	enum CXCursorKind kind = cursor_kind(c);
	enum CXCursorKind scope = cursor_kind(clang_getCursorSemanticParent(c));

	return (kind == CXCursor_ClassTemplate || kind == CXCursor_Namespace) &&
	       (scope == CXCursor_TranslationUnit || scope == CXCursor_LinkageSpec);
}

static void add_name(struct strings *names, const char *name)
{
	if (!strings_contain(names, name))
		strings_push(names, name);
}

/* Whether the program makes the names of a namespace visible elsewhere, where they are beside those of the global
 * one. */
static bool is_used_namespace(CXTranslationUnit tu, CXCursor space)
{
	struct walk w = walk_kind(walk_below(clang_getTranslationUnitCursor(tu)), CXCursor_UsingDirective);
	bool found = false;

	while (!found && walk_next(&w)) {
		struct walk names = walk_kind(walk_children(w.cursor), CXCursor_NamespaceRef);

		while (!found && walk_next(&names))
			found = clang_equalCursors(clang_getCanonicalCursor(clang_getCursorReferenced(names.cursor)),
			                           space);
		walk_end(&names);
	}
	walk_end(&w);
	return found;
}

/* Adds CUDA's name to be renamed, if it is a type or cannot coexist with c. */
static void add_cuda_name(CXTranslationUnit tu, struct strings *out, CXCursor c)
{
	const char *name = cursor_spelling(c);
	CXCursor scope = clang_getCursorSemanticParent(c);

	if (is_vector_name(name) ||
	    (is_unused_cuda_name(name) &&
	     (is_without_alias(c) || (scope.kind == CXCursor_Namespace && c.kind != CXCursor_FunctionDecl &&
	                              is_used_namespace(tu, clang_getCanonicalCursor(scope))))))
		add_name(out, name);
}

/* Searches what the program declares, and what it uses from a namespace, as from
 * Concurrency::graphics::direct3d. */
void find_cuda_types(CXTranslationUnit tu, bool with_used, struct strings *out)
{
	for (struct walk w = walk_below(clang_getTranslationUnitCursor(tu)); walk_next(&w);) {
		enum CXCursorKind kind = w.cursor.kind;

		if (clang_isDeclaration(kind) && !in_program(w.cursor)) {
			walk_skip(&w);
		} else if (is_type(w.cursor) || kind == CXCursor_FunctionDecl || kind == CXCursor_Namespace ||
		           (kind == CXCursor_VarDecl &&
		            clang_getCursorSemanticParent(w.cursor).kind == CXCursor_Namespace)) {
			add_cuda_name(tu, out, w.cursor);
		} else if (with_used && kind == CXCursor_TypeRef) {
			CXCursor type = clang_getCursorReferenced(w.cursor);

			if (clang_getCursorSemanticParent(type).kind == CXCursor_Namespace)
				add_cuda_name(tu, out, type);
		}
	}
}

/* ---- Names beyond ASCII ---------------------------------------------------- */

/* Whether the name of a declaration gets into symbols of the device unit: of an object on the accelerator, a
 * function for kernels, or a class, which may be a template argument. */
static bool is_in_symbols(const struct unit *u, CXCursor c)
{
	unsigned declared;

	if (c.kind == CXCursor_VarDecl)
		return cursor_offset(u->clauses, clang_getCanonicalCursor(c), &declared) &&
		       offsets_have(&u->device_constants, declared);
	return is_function(c.kind) ? cursor_restrictions(c) & RESTRICT_AMP : is_type(c) && !is_alias(c);
}

static bool is_ascii(const char *s)
{
	while (*s && !(*s & 0x80))
		s++;
	return !*s;
}

void find_names_beyond_ascii(const struct unit *u, struct strings *out)
{
	if (is_ascii(u->text.data))
		return;
	for (struct walk w = walk_program(u->clauses, u->tu); walk_next(&w);) {
		CXCursor c = w.cursor;

		for (bool is_seen = clang_isDeclaration(c.kind) && is_in_symbols(u, c);
		     is_seen && clang_isDeclaration(c.kind); c = clang_getCursorSemanticParent(c)) {
			if (!is_ascii(plain_spelling(c)))
				add_name(out, plain_spelling(c));
		}
	}
}

/* ---- Functions, variables and names for types ---------------------------------------------- */

struct scope_references {
	const char *qualifier; /* NULL for functions that cannot be qualified */
	struct offsets references;
};

struct renamer {
	struct unit *unit;
	const struct clauses *clauses;
	const struct overloads *overloads;
	struct edits *edits;
	struct names amp;           /* names of the program's functions that kernels may call */
	struct names library;       /* those of them that a library has, too */
	struct names global;        /* those of them in the global namespace */
	bool uses_std;              /* the program makes unqualified lookup find names of std */
	struct names templates;     /* names of function templates that have been renamed */
	struct offsets own, others; /* references with such a name that mean one of these functions, or another */
	struct scope_references *meanings; /* references with such a name, by the namespace of what they mean */
	size_t n_meanings;
	struct offsets done;    /* instantiations repeat nodes */
	struct offsets aliased; /* classes and enumerations that have an alias */
	struct offsets qualified; /* references that are qualified */
};

/* Whether the program declares a function, a variable, an enumerator or a name for a type in the global
 * namespace, or, with any_namespace, in another one. */
static bool is_declared(CXCursor c, bool any_namespace)
{
	CXCursor parent = clang_getCursorSemanticParent(c);

	if ((c.kind != CXCursor_FunctionDecl && c.kind != CXCursor_FunctionTemplate &&
	     c.kind != CXCursor_VarDecl && c.kind != CXCursor_EnumConstantDecl && !is_alias(c)) ||
	    !in_program(c))
		return false;
	if (c.kind == CXCursor_EnumConstantDecl && clang_EnumDecl_isScoped(parent))
		return false;
	if (c.kind == CXCursor_EnumConstantDecl)
		parent = clang_getCursorSemanticParent(parent);
	enum CXCursorKind scope = cursor_kind(parent);

	return scope == CXCursor_TranslationUnit || scope == CXCursor_LinkageSpec ||
	       (any_namespace && scope == CXCursor_Namespace);
}

/* Whether the program declares this at global scope with a name of CUDA's. All overloads count, whatever
 * their parameters, since a call in a template may mean each of them. */
static bool is_taken_by_cuda(CXCursor c)
{
	return is_declared(c, false) && is_cuda_name(cursor_spelling(c));
}

/* Whether a function is for kernels only, without an overload for the CPU, and has a name that a library has. */
static bool is_taken_by_library(const struct renamer *r, CXCursor c)
{
	return r->library.count && is_declared(c, true) && is_function(c.kind) &&
	       cursor_restrictions(c) == RESTRICT_AMP && !has_overload(r->overloads, c, false) &&
	       names_have(&r->library, plain_spelling(c));
}

static bool is_taken(const struct renamer *r, CXCursor c)
{
	return is_taken_by_cuda(c) || is_taken_by_library(r, c);
}

/* Returns what a reference means if all that it may mean is taken; else the null cursor. */
static CXCursor taken_reference(const struct renamer *r, CXCursor c)
{
	CXCursor meant = clang_getCursorReferenced(c);

	if (c.kind == CXCursor_OverloadedDeclRef)
		meant = c;
	else if (c.kind != CXCursor_DeclRefExpr && c.kind != CXCursor_TypeRef &&
	         c.kind != CXCursor_TemplateRef)
		return clang_getNullCursor();
	if (meant.kind != CXCursor_OverloadedDeclRef)
		return is_taken(r, meant) ? meant : clang_getNullCursor();
	unsigned n = clang_getNumOverloadedDecls(meant);
	CXCursor one = clang_getNullCursor();

	for (unsigned i = 0; i < n; i++) {
		one = clang_getOverloadedDecl(meant, i);
		if (!is_taken(r, one))
			return clang_getNullCursor();
	}
	return one;
}

static void rename_at(struct renamer *r, unsigned offset, const char *name, bool in_both)
{
	const struct token *t = &r->unit->tokens.items[token_at(&r->unit->tokens, offset)];

	/* of a pair, one function has been renamed already */
	if (t->offset == offset && token_is(r->unit->text.data, t, name) &&
	    !edits_replace(r->edits, offset, offset + t->len, is_for_people(r->unit) ? UNIT_CUDA : UNIT_DEVICE) &&
	    offsets_add(&r->done, offset)) {
		OWNED char *own = xasprintf("%s_of_program", name);

		edit_replace(r->edits, offset, offset + strlen(name), own, in_both ? own : NULL);
	}
}

static bool is_in_header(CXCursor c)
{
	return clang_isDeclaration(c.kind) && !in_program(c);
}

/* Whether a function is for kernels and for the CPU, with a name that a library has. */
static bool is_shared(const struct renamer *r, CXCursor c)
{
	return is_declared(c, true) && is_function(c.kind) &&
	       cursor_restrictions(c) == (RESTRICT_AMP | RESTRICT_CPU) && names_have(&r->library, plain_spelling(c));
}

static bool involves_std(CXType type)
{
	type = element_type(without_reference(type));
	bool found = in_std(clang_getTypeDeclaration(type));

	for (int i = 0; i < clang_Type_getNumTemplateArguments(type); i++)
		found |= involves_std(clang_Type_getTemplateArgumentAsType(type, (unsigned)i));
	return found;
}

/* Whether lookup for a call of a function may also find one of a library: in the global namespace, by what the
 * program uses from std, or by the types of the arguments. */
static bool is_beside_library(const struct renamer *r, CXCursor function)
{
	const char *name = plain_spelling(function);
	bool found = r->uses_std || names_have(&r->global, name) || is_cuda_name(name);

	for (int i = 0; i < clang_Cursor_getNumArguments(function); i++)
		found |= involves_std(clang_getCursorType(clang_Cursor_getArgument(function, (unsigned)i)));
	return found;
}

/* Whether a reference means functions of one namespace in all instantiations, which are declared in front of it:
 * what only argument-dependent lookup finds has no other name in a template. */
static bool has_one_meaning(const struct renamer *r, CXCursor function, unsigned reference)
{
	unsigned declared, n = 0;

	for (size_t i = 0; i < r->n_meanings; i++)
		n += offsets_have(&r->meanings[i].references, reference);
	return n == 1 && cursor_offset(r->clauses, clang_getCanonicalCursor(template_or_self(function)), &declared) &&
	       declared < reference;
}

/* Unresolved names in templates are handled elsewhere (ambiguous.c). */
static void qualify(struct renamer *r, CXCursor reference, unsigned offset)
{
	CXCursor shared = clang_getCursorReferenced(reference);

	if (reference.kind != CXCursor_DeclRefExpr || !is_shared(r, shared) ||
	    is_qualified(r->unit, r->clauses, offset) || !in_amp_text(r->unit, offset) ||
	    !is_beside_library(r, shared) || !has_one_meaning(r, shared, offset))
		return;
	const struct token *t = &r->unit->tokens.items[token_at(&r->unit->tokens, offset)];
	const char *qualifier = qualifier_of(shared);

	if (qualifier && t->offset == offset && token_is(r->unit->text.data, t, plain_spelling(shared)) &&
	    offsets_add(&r->qualified, offset)) {
		const char *text = apart_from_colon(r->unit, offset, qualifier);

		edit_insert_last(r->edits, offset, is_taken_by_cuda(shared) ? NULL : text, text);
	}
}

/* Whether a place is in a namespace, where lookup finds its names first. */
static bool is_in_namespace(const struct renamer *r, CXCursor space, unsigned offset)
{
	struct walk w = walk_kind(walk_below(clang_getTranslationUnitCursor(r->unit->tu)), CXCursor_Namespace);
	bool is = false;
	unsigned start, end;

	while (!is && walk_next(&w))
		is = clang_equalCursors(clang_getCanonicalCursor(w.cursor), space) &&
		     cursor_range(r->clauses, w.cursor, &start, &end) && start <= offset && offset < end;
	walk_end(&w);
	return is;
}

/* Qualifies the name of a type of a namespace, which a using-directive puts beside a function of CUDA's. */
static void qualify_type(struct renamer *r, CXCursor reference, unsigned offset)
{
	if (reference.kind != CXCursor_TypeRef && reference.kind != CXCursor_TemplateRef)
		return;
	CXCursor type = clang_getCursorReferenced(reference), scope = clang_getCursorSemanticParent(type);
	const char *name = plain_spelling(type);
	const struct token *t = &r->unit->tokens.items[token_at(&r->unit->tokens, offset)];

	if (scope.kind != CXCursor_Namespace || !in_program(type) || !is_cuda_name(name) || is_unused_cuda_name(name) ||
	    t->offset != offset || !token_is(r->unit->text.data, t, name) ||
	    is_qualified(r->unit, r->clauses, offset) || is_in_namespace(r, clang_getCanonicalCursor(scope), offset))
		return;
	const char *qualifier = qualifier_of(type);

	if (qualifier && offsets_add(&r->unit->clauses->qualified, offset)) {
		const char *text = apart_from_colon(r->unit, offset, qualifier);

		edit_insert_last(r->edits, offset, text, text);
	}
}

/* ---- Classes and enumerations ------------------------------------------------ */

/* Gives a class or an enumeration an alias; its own name is part of symbols. The alias goes in front of the
 * first declaration, or behind the definition of what cannot be declared without one. */
static void add_alias(struct renamer *r, CXCursor type, const char *key)
{
	bool has_value_type = type.kind != CXCursor_EnumDecl || clang_EnumDecl_isScoped(type);
	const char *name = cursor_spelling(type);
	OWNED char *alias = xasprintf("typedef %s %s %s_of_program; ", key, name, name);
	unsigned start, end;

	if (cursor_range(r->clauses, type, &start, &end) && has_value_type) {
		const char *word = strcmp(key, "enum") ? "" : " class";
		OWNED char *forward = xasprintf("%s%s %s; %s", key, word, name, alias);
		size_t first = token_at(&r->unit->tokens, start);

		edit_insert_first(r->edits, r->unit->tokens.items[first].offset, forward, NULL);
	} else if (clang_isCursorDefinition(type)) {
		size_t i = token_outside(r->unit, token_at(&r->unit->tokens, end), ";");

		edit_insert_first(r->edits, r->unit->tokens.items[i].offset + 1, alias, NULL);
	}
}

/* Refuses a declaration that has the name of one of CUDA's which is used by its name, if it cannot have an
 * alias. */
static void refuse_name(struct renamer *r, CXCursor c, unsigned offset)
{
	const char *name = cursor_spelling(c);

	if (is_without_alias(c) && is_cuda_name(name) && !is_unused_cuda_name(name) &&
	    offsets_add(&r->done, offset))
		diagnose(r->unit, SEVERITY_ERROR, offset,
		         "the device compiler has a function or a variable '%s' at "
		         "global scope, where this %s cannot be, too: it needs another name, or to be in a "
		         "namespace",
		         name, c.kind == CXCursor_Namespace ? "namespace" : "class template");
}

/* Handles declarations and names of classes and enumerations that have the name of a CUDA function. In the
 * CUDA for people symbols are not compared, and such a type has only the other name. */
static void alias_type(struct renamer *r, CXCursor c, unsigned offset)
{
	bool is_named_for_class = c.kind == CXCursor_Constructor || c.kind == CXCursor_Destructor;
	CXCursor meant = c.kind == CXCursor_TypeRef ? clang_getCursorReferenced(c)
	                 : is_named_for_class       ? clang_getCursorSemanticParent(c)
	                                            : c;
	const char *key = key_of_cuda_name(meant);
	const struct token *t = &r->unit->tokens.items[token_at(&r->unit->tokens, offset)];
	unsigned declared;

	if (!key || !cursor_offset(r->clauses, clang_getCanonicalCursor(meant), &declared))
		return;
	if (is_for_people(r->unit)) {
		rename_at(r, c.kind == CXCursor_Destructor ? t[1].offset : offset, cursor_spelling(meant), false);
		return;
	}
	if (is_named_for_class)
		return;
	if (clang_isDeclaration(c.kind)) {
		if (offsets_add(&r->aliased, declared))
			add_alias(r, c, key);
		return;
	}
	if (!token_is_one_of(r->unit->text.data, t - 1, "struct class union enum"))
		rename_at(r, offset, cursor_spelling(meant), false);
}

static void rename_where_taken(struct renamer *r, CXCursor root)
{
	unsigned offset;

	for (struct walk w = walk_below(root); walk_next(&w);) {
		CXCursor c = w.cursor;

		if (is_in_header(c))
			walk_skip(&w);
		if (is_in_header(c) || !cursor_offset(r->clauses, c, &offset))
			continue;
		CXCursor declared = is_taken(r, c) ? c : taken_reference(r, c);

		if (!clang_Cursor_isNull(declared)) {
			const char *name = plain_spelling(declared);

			rename_at(r, offset, name, is_taken_by_library(r, declared));
			if (c.kind == CXCursor_FunctionTemplate)
				names_add(&r->templates, name);
		}
		alias_type(r, c, offset);
		refuse_name(r, c, offset);
		qualify_type(r, c, offset);
		if (r->library.count)
			qualify(r, c, offset);
	}
}

/* template int max<int>(int, int), which libclang does not show. */
static void rename_instantiations(struct renamer *r)
{
	const struct token *t = r->unit->tokens.items;
	const char *s = r->unit->text.data;

	for (size_t i = 0; r->templates.count && t[i].kind != TOKEN_END; i++) {
		bool is_member = i > 0 && t[i - 1].kind == TOKEN_PUNCTUATOR &&
		                 !ends_statement(r->unit, i - 1);

		if (!token_is(s, &t[i], "template") || token_is(s, &t[i + 1], "<") || is_member)
			continue;
		for (size_t k = i + 1; !ends_statement(r->unit, k) && !token_is(s, &t[k], "("); k++) {
			const char *name = interned(s + t[k].offset, t[k].len);

			if (names_have(&r->templates, name) &&
			    (token_is(s, &t[k + 1], "<") || token_is(s, &t[k + 1], "(")))
				rename_at(r, t[k].offset, name, names_have(&r->library, name));
		}
	}
}

/* Whether a using-directive or a using-declaration names something of std. */
static bool is_using_std(CXCursor c)
{
	if (c.kind != CXCursor_UsingDirective && c.kind != CXCursor_UsingDeclaration)
		return false;
	do
		c = clang_getCursorReferenced(first_child(c));
	while (c.kind == CXCursor_NamespaceAlias);
	return in_std(c);
}

/* Collects the names of the program's functions for accelerators, and whether it uses std. */
static void collect_amp(struct renamer *r)
{
	for (struct walk w = walk_program(r->clauses, r->unit->tu); walk_next(&w);) {
		r->uses_std |= is_using_std(w.cursor);
		if (is_declared(w.cursor, true) && is_function(w.cursor.kind) &&
		    cursor_restrictions(w.cursor) & RESTRICT_AMP)
			names_add(&r->amp, plain_spelling(w.cursor));
	}
}

/* Collects functions of the global namespace, of std and of inline namespaces in it. */
static void collect_library(struct renamer *r, CXCursor root)
{
	for (struct walk w = walk_below(root); walk_next(&w);) {
		enum CXCursorKind kind = cursor_kind(w.cursor);
		bool is_named = kind == CXCursor_Namespace || is_function(kind);

		if (!is_in_header(w.cursor) || (kind != CXCursor_LinkageSpec && !is_named)) {
			walk_skip(&w);
		} else if (is_named) {
			const char *name = plain_spelling(w.cursor);

			if (is_function(kind) && names_have(&r->amp, name)) {
				names_add(&r->library, name);
				if (!in_std(w.cursor))
					names_add(&r->global, name);
			}
			if (kind != CXCursor_Namespace ||
			    (!clang_Cursor_isInlineNamespace(w.cursor) && strcmp(name, "std")))
				walk_skip(&w);
		}
	}
}

/* Adds a reference to a function with a name that a library has, too. */
static void add_meaning(struct renamer *r, CXCursor function, unsigned reference)
{
	const char *qualifier = qualifier_of(function);
	size_t i = 0;

	while (i < r->n_meanings && r->meanings[i].qualifier != qualifier)
		i++;
	if (i == r->n_meanings)
		KEEP(r->meanings, r->n_meanings) = (struct scope_references){qualifier, {0}};
	offsets_add(&r->meanings[i].references, reference);
}

static void collect_meanings(struct renamer *r, CXCursor root)
{
	for (struct walk w = walk_below(root); walk_next(&w);) {
		CXCursor meant = clang_getCursorReferenced(w.cursor);
		unsigned offset;

		/* unresolved names are resolved in instantiations */
		if (is_in_header(w.cursor))
			walk_skip(&w);
		else if (w.cursor.kind == CXCursor_DeclRefExpr &&
		         meant.kind != CXCursor_OverloadedDeclRef &&
		         cursor_offset(r->clauses, w.cursor, &offset)) {
			offsets_add(is_taken_by_library(r, meant) ? &r->own : &r->others, offset);
			if (is_function(meant.kind) && names_have(&r->library, plain_spelling(meant)))
				add_meaning(r, meant, offset);
		}
	}
}

/* A call in a template that means one of these functions in one instantiation and another function in another
 * instantiation can have only one name: the program's. */
static void keep_ambiguous(struct renamer *r)
{
	const struct token *t = r->unit->tokens.items;

	for (size_t i = 0; i < r->own.count; i++) {
		if (!offsets_have(&r->others, r->own.items[i]))
			continue;
		for (size_t k = 0; k < r->library.count; k++) {
			if (token_is(r->unit->text.data, &t[token_at(&r->unit->tokens, r->own.items[i])],
			             r->library.items[k]))
				r->library.items[k] = "";
		}
	}
}

/* libclang does not show the contents of a precompiled header as part of the unit. */
static void visit_precompiled(struct renamer *r)
{
	CXIndex index = clang_createIndex(0, 0);
	CXTranslationUnit tu = NULL;

	const char *path = precompiled_path(r->unit);

	if (path && clang_createTranslationUnit2(index, path, &tu) == CXError_Success) {
		collect_library(r, clang_getTranslationUnitCursor(tu));
		clang_disposeTranslationUnit(tu);
	}
	clang_disposeIndex(index);
}

void rename_taken_names(struct unit *u, const struct overloads *o, struct edits *edits)
{
	struct renamer r = {.unit = u, .clauses = u->clauses, .overloads = o, .edits = edits};
	CXCursor root = clang_getTranslationUnitCursor(u->tu);

	collect_amp(&r);
	if (r.amp.count) {
		collect_library(&r, root);
		visit_precompiled(&r);
	}
	if (r.library.count) {
		collect_meanings(&r, root);
		keep_ambiguous(&r);
	}
	rename_where_taken(&r, root);
	rename_instantiations(&r);
}
