/* Finds the declarations that the kernels of a C program need, and the #include lines for those that are not
 * in its own text. */
#include "base/paths.h"
#include "lower_c/lower_c_internal.h"

#include <string.h>

static void need(struct lowering *l, CXCursor declaration);

struct c_piece *piece_at(struct lowering *l, unsigned offset)
{
	struct c_program *p = l->program;

	for (size_t i = 0; i < p->n_pieces; i++) {
		if (offset >= p->pieces[i].start && offset < p->pieces[i].end)
			return &p->pieces[i];
	}
	return NULL;
}

static void need_type(struct lowering *l, CXType type)
{
	while (type.kind == CXType_Pointer || type.kind == CXType_ConstantArray ||
	       type.kind == CXType_IncompleteArray)
		type = type.kind == CXType_Pointer ? clang_getPointeeType(type)
		                                   : clang_getArrayElementType(type);
	CXCursor d = clang_getTypeDeclaration(type);

	if (d.kind != CXCursor_NoDeclFound)
		need(l, d);
}

static void find_needed(struct lowering *l, CXCursor declaration)
{
	struct c_program *p = l->program;
	unsigned at;

	for (struct walk w = walk_below(declaration); walk_next(&w);) {
		CXCursor d = clang_getCursorReferenced(w.cursor);

		if (w.cursor.kind != CXCursor_DeclRefExpr && w.cursor.kind != CXCursor_TypeRef)
			continue;
		if (w.cursor.kind == CXCursor_DeclRefExpr && d.kind == CXCursor_FunctionDecl &&
		    cursor_restrictions(d) & RESTRICT_AMP && cursor_offset(l->clauses, d, &at) &&
		    clang_Cursor_isNull(clang_getCursorDefinition(d)) &&
		    cursor_offset(l->clauses, w.cursor, &at) && at != p->reported) {
			const char *name = cursor_spelling(d);

			p->reported = at; /* a use in a macro is visited more than once */
			diagnose(l->unit, SEVERITY_ERROR, at,
			         "'%s' is called in a kernel, but defined in another unit: define it in "
			         "a header, as static inline",
			         name);
		}
		need(l, d);
	}
}

struct inclusion_search {
	struct lowering *lowering;
	CXFile file;
};

static const char *file_path(CXFile file)
{
	return clang_string(clang_getFileName(file));
}

/* Finds the #include line of the program, for a header that is not the library's, through which a file is included. */
static void find_inclusion(CXFile file, CXSourceLocation *stack, unsigned n, CXClientData data)
{
	struct inclusion_search *s = data;
	struct lowering *l = s->lowering;
	CXFile outermost = file;
	unsigned offset;

	if (!n || !clang_File_isEqual(file, s->file))
		return;
	if (n > 1)
		clang_getFileLocation(stack[n - 2], &outermost, NULL, NULL, NULL);
	if (path_below(file_path(outermost), l->unit->request->include_dir))
		return;
	clang_getFileLocation(stack[n - 1], NULL, NULL, NULL, &offset);
	size_t i = token_at(l->tokens, offset);

	while (i > 0 && token(l, i)->offset > offset)
		i--;
	if (token(l, i)->kind != TOKEN_DIRECTIVE)
		return;
	const char *line = interned(l->text + token(l, i)->offset, token(l, i)->len);

	if (starts(line, "#include"))
		names_add(&l->program->includes, line);
}

/* Returns a header's path below a folder in which the host compiler or the parser finds system headers; NULL for
 * others. */
static const char *system_path(const struct unit *u, const char *path)
{
	const struct names *folders = &u->system_folders;
	const char *found = NULL, *resources = u->request->resource_dir;

	for (size_t i = 0; i < folders->count; i++) {
		const char *below = path_below(path, folders->items[i]);

		if (below && (!found || strlen(below) < strlen(found)))
			found = below;
	}
	if (!found && resources)
		found = path_below(path, interned_printf("%s/include", resources));
	return found;
}

/* Returns whether <amp/c_device.h> includes a header already. */
static bool is_known_header(const struct unit *u, const char *path)
{
	const char *name = system_path(u, path);

	if (name && is_word_of("float.h limits.h math.h stdbool.h stddef.h stdint.h", name, strlen(name)))
		return true;
	/* the C library's parts of headers, except for those with types of other headers, and the parser's of
	 * <stddef.h> */
	const char *part = name ? strstr(name, "bits/") : NULL;

	return path_below(path, u->request->include_dir) ||
	       (part && (part == name || part[-1] == '/') && !starts(part, "bits/types/")) ||
	       (name && starts(name, "__stddef"));
}

static void need_header(struct lowering *l, CXCursor declaration)
{
	struct inclusion_search s = {.lowering = l};

	clang_getFileLocation(clang_getCursorLocation(declaration), &s.file, NULL, NULL, NULL);
	if (!s.file)
		return;
	if (!is_known_header(l->unit, file_path(s.file)))
		clang_getInclusions(l->unit->tu, find_inclusion, &s);
}

/* Marks a declaration's other declarations: both a prototype and the definition are needed. */
static void need_others(struct lowering *l, CXCursor declaration)
{
	const struct c_program *p = l->program;
	CXCursor canonical = clang_getCanonicalCursor(declaration);

	for (size_t i = 0; i < p->n_declarations; i++) {
		CXCursor other = p->declarations[i].cursor;

		if (clang_equalCursors(canonical, clang_getCanonicalCursor(other)))
			need(l, other);
	}
}

/* Marks a declaration, and everything that it needs in turn, for the device unit. */
static void need(struct lowering *l, CXCursor declaration)
{
	struct c_program *p = l->program;
	unsigned at;

	if (is_local(declaration)) {
		if (!is_variable(declaration) && cursor_offset(l->clauses, declaration, &at) &&
		    offsets_add(&p->local_types, at))
			find_needed(l, declaration);
		return;
	}
	if (declaration.kind == CXCursor_FunctionDecl &&
	    !(cursor_restrictions(declaration) & RESTRICT_AMP))
		return;
	if (!cursor_offset(l->clauses, declaration, &at)) {
		need_header(l, declaration);
		return;
	}
	struct c_piece *piece = piece_at(l, at);

	if (!piece || piece->is_needed)
		return;
	piece->is_needed = true;
	FOR_EACH(const struct c_declaration, d, p->declarations, p->n_declarations) {
		if (&p->pieces[d->piece] != piece)
			continue;
		need_others(l, d->cursor);
		find_needed(l, d->cursor);
	}
}

/* Reports a typedef whose name is also the tag of another type: C++ has no separate names for tags. */
static void check_tags(struct lowering *l)
{
	const struct c_program *p = l->program;
	unsigned at;

	for (size_t i = 0; i < p->n_declarations; i++) {
		CXCursor d = p->declarations[i].cursor;
		CXType type = clang_getCanonicalType(clang_getTypedefDeclUnderlyingType(d));

		if (d.kind != CXCursor_TypedefDecl || !p->pieces[p->declarations[i].piece].is_needed)
			continue;
		for (size_t k = 0; k < p->n_declarations; k++) {
			CXCursor tag = p->declarations[k].cursor;

			if (is_tag(tag.kind) && p->pieces[p->declarations[k].piece].is_needed &&
			    cursor_spelling(tag) == cursor_spelling(d) &&
			    !clang_equalTypes(type, clang_getCanonicalType(clang_getCursorType(tag))) &&
			    cursor_offset(l->clauses, d, &at)) {
				diagnose(l->unit, SEVERITY_ERROR, at,
				         "'%s' is a typedef here and the tag of another type, which is not supported "
				         "in code for the "
				         "accelerator",
				         cursor_spelling(d));
				break;
			}
		}
	}
}

/* Reports declarations that kernels need and only the host's compiler understands. */
static void check_understood(struct lowering *l)
{
	struct offsets reported = {0};
	unsigned at;

	for (SCOPED(notes) m = messages_of(l->unit->tu); notes_next(&m);) {
		bool is_error = clang_getDiagnosticSeverity(m.note) >= CXDiagnostic_Error &&
		                location_offset(l->clauses, m.place, &at);
		const struct c_piece *piece = is_error ? piece_at(l, at) : NULL;

		if (piece && piece->is_needed && offsets_add(&reported, piece->start))
			diagnose(l->unit, SEVERITY_ERROR, at,
			         "a kernel uses this declaration, and restrict(amp) code does not have it: %s", m.text);
	}
}

void find_needs(struct lowering *l)
{
	struct c_program *p = l->program;

	FOR_EACH(struct c_kernel, k, p->kernels, p->n_kernels) {
		for (size_t n = 0; n < k->n_variables; n++)
			need_type(l, k->variables[n].type);
		if (k->is_block)
			find_needed(l, k->cursor);
		else if (k->is_defined)
			need(l, k->definition);
	}
	check_tags(l);
	check_understood(l);
}
