/* Recognises what the library's headers declare. A declaration is the library's if it is in one of these
 * files, which are identified by device and inode: the program may spell their paths in several ways, and
 * other libraries' headers are system headers for clang, too. Only then its name is looked up. The views of C
 * are structs that a macro of <amp/c.h> declares, also in the program's text (AMP_DECLARE_TYPE); those have
 * an annotation. */
#include "ast/library.h"

#include "ast/ast.h"
#include "base/paths.h"
#include "base/sources.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- The files ------------------------------------------------------------ */

struct file_id {
	unsigned long long device, inode;
	const char *path;
};

/* One for the process, which has one library. */
static struct {
	struct file_id *items;
	size_t count;
	char *folder;
} headers;

/* Adds the headers in a folder whose names have a prefix. */
static void add_headers(const char *folder, const char *prefix)
{
	SCOPED(strings) names = {0};

	list_folder(folder, &names);
	for (size_t i = 0; i < names.count; i++) {
		struct stat st;

		if (!starts(names.items[i], prefix) || !ends(names.items[i], ".h"))
			continue;
		const char *path = interned_printf("%s/%s", folder, names.items[i]);

		if (stat(path, &st) == 0)
			APPEND(headers.items, headers.count) = (struct file_id){st.st_dev, st.st_ino, path};
	}
}

void library_open(const char *include_dir)
{
	if (headers.folder && !strcmp(headers.folder, include_dir))
		return;
	const char *parts = interned_printf("%s/amp", include_dir);

	free(headers.folder);
	headers.folder = xstrdup(include_dir);
	headers.count = 0;
	add_headers(include_dir, "amp"); /* amp.h, amp_math.h… */
	add_headers(parts, "");
}

/* Whether a text contains one of some names, in code or in directives. */
static bool mentions(const char *text, size_t len, const struct string_set *names)
{
	struct tokens tokens = {0};
	bool found = false;

	lex(text, len, &tokens);
	for (size_t i = 0; i < tokens.count && !found; i++) {
		const struct token *t = &tokens.items[i];

		found = t->kind == TOKEN_IDENTIFIER  ? string_set_find(names, text + t->offset, t->len) != SIZE_MAX
		        : t->kind == TOKEN_DIRECTIVE ? mentions(text + t->offset + 1, t->len - 1, names)
		                                     : false;
	}
	tokens_finish(&tokens);
	return found;
}

bool library_mentions(const struct string_set *names)
{
	bool found = false;

	for (size_t i = 0; i < headers.count && names->items.count && !found; i++) {
		struct text t = {0};

		found = read_source_file(headers.items[i].path, &t, NULL) && t.data && mentions(t.data, t.len, names);
		text_finish(&t);
	}
	return found;
}

static bool stands_in_library(CXCursor declaration)
{
	CXFileUniqueID id;
	CXFile file;

	clang_getFileLocation(clang_getCursorLocation(declaration), &file, NULL, NULL, NULL);
	if (!file || clang_getFileUniqueID(file, &id) != 0)
		return false;
	for (size_t i = 0; i < headers.count; i++) {
		if (headers.items[i].device == id.data[0] && headers.items[i].inode == id.data[1])
			return true;
	}
	return false;
}

/* ---- Declarations --------------------------------------------------------- */

/* Returns the declaration that decides whose an entity is: the definition. A program may redeclare what the
 * library defines. */
static CXCursor authority(CXCursor declaration)
{
	CXCursor definition = clang_getCursorDefinition(declaration);
	CXCursor canonical = clang_getCanonicalCursor(declaration);

	if (!clang_Cursor_isNull(definition))
		return definition;
	return stands_in_library(canonical) ? canonical : declaration;
}

/* Returns the names of the scopes around a declaration, "Concurrency::graphics", without inline namespaces. */
static const char *scope_of(CXCursor declaration)
{
	const char *scope = "";

	for (CXCursor p = clang_getCursorSemanticParent(declaration);
	     p.kind == CXCursor_Namespace || is_class(p.kind);
	     p = clang_getCursorSemanticParent(p)) {
		if (clang_Cursor_isInlineNamespace(p))
			continue;
		scope = interned_printf("%s%s%s", cursor_spelling(p), *scope ? "::" : "", scope);
	}
	return scope;
}

/* Whether a name matches a pattern: * stands for any rest, # for a rank. */
static bool matches(const char *pattern, const char *name, unsigned *rank)
{
	*rank = 0;
	for (; *pattern && *pattern != '*'; pattern++, name++) {
		if (*pattern == '#' && *name >= '1' && *name <= '3')
			*rank = (unsigned)(*name - '0');
		else if (*pattern != *name)
			return false;
	}
	return *pattern || !*name;
}

/* Reads the annotation of a view in C: "amp:array_view 2". Returns false if it is another. */
static bool read_annotation(CXCursor attribute, struct library_type *out)
{
	static const struct {
		const char *text;
		enum library_entity entity;
		bool is_const;
	} kinds[] = {{"amp:array_view #", LIBRARY_ARRAY_VIEW, false},
	             {"amp:const_array_view #", LIBRARY_ARRAY_VIEW, true},
	             {"amp:array #", LIBRARY_ARRAY, false}};

	if (attribute.kind != CXCursor_AnnotateAttr)
		return false;
	const char *text = cursor_spelling(attribute);

	for (size_t i = 0; i < COUNT(kinds); i++) {
		if (!matches(kinds[i].text, text, &out->rank))
			continue;
		out->entity = kinds[i].entity;
		out->is_const = kinds[i].is_const;
		break;
	}
	return out->entity != LIBRARY_NONE;
}

/* Whether a C struct is a view or an array that the macro has declared. */
static bool find_c_view(CXCursor declaration, struct library_type *out)
{
	*out = (struct library_type){.entity = LIBRARY_NONE};
	if (declaration.kind != CXCursor_StructDecl ||
	    clang_getCursorLanguage(declaration) != CXLanguage_C)
		return false;
	SCOPED(walk) w = walk_children(declaration);

	while (walk_next(&w) && !read_annotation(w.cursor, out))
		;
	return out->entity != LIBRARY_NONE;
}

bool is_amp_library(CXCursor declaration)
{
	CXCursor d = authority(declaration);
	struct library_type view;

	if (find_c_view(d, &view))
		return true;
	if (!stands_in_library(d))
		return false;
	if (clang_getCursorLanguage(d) == CXLanguage_C && starts_with(d, "amp_"))
		return true; /* other names are the C library's */
	return starts(scope_of(d), "Concurrency");
}

static enum library_entity look_up(const char *scope, const char *name, unsigned *rank)
{
	static const struct {
		const char *scope, *name;
		enum library_entity entity;
	} entities[] = {
	    {"Concurrency", "array", LIBRARY_ARRAY},
	    {"Concurrency", "array_view", LIBRARY_ARRAY_VIEW},
	    {"Concurrency::details", "view_storage", LIBRARY_VIEW_STORAGE},
	    {"Concurrency::graphics", "texture", LIBRARY_TEXTURE},
	    {"Concurrency::graphics", "texture_view", LIBRARY_TEXTURE_VIEW},
	    {"Concurrency::graphics", "writeonly_texture_view", LIBRARY_WRITEONLY_TEXTURE_VIEW},
	    {"Concurrency", "index", LIBRARY_INDEX},
	    {"Concurrency", "extent", LIBRARY_EXTENT},
	    {"Concurrency", "tiled_index", LIBRARY_TILED_INDEX},
	    {"Concurrency", "tiled_extent", LIBRARY_TILED_EXTENT},
	    {"Concurrency", "tile_barrier", LIBRARY_TILE_BARRIER},
	    {"Concurrency", "accelerator", LIBRARY_ACCELERATOR},
	    {"Concurrency", "accelerator_view", LIBRARY_ACCELERATOR_VIEW},
	    {"Concurrency", "completion_future", LIBRARY_COMPLETION_FUTURE},
	    {"Concurrency::details", "short_vector", LIBRARY_SHORT_VECTOR},
	    {"Concurrency::graphics", "norm", LIBRARY_SHORT_VECTOR},
	    {"Concurrency::graphics", "unorm", LIBRARY_SHORT_VECTOR},
	    {"Concurrency", "parallel_for_each", LIBRARY_PARALLEL_FOR_EACH},
	    {"Concurrency::tile_barrier", "wait*", LIBRARY_BARRIER_WAIT},
	    {"Concurrency", "all_memory_fence", LIBRARY_FENCE},
	    {"Concurrency", "global_memory_fence", LIBRARY_FENCE},
	    {"Concurrency", "tile_static_memory_fence", LIBRARY_FENCE},
	    {"Concurrency", "atomic_*", LIBRARY_ATOMIC},
	    {"Concurrency", "direct3d_printf", LIBRARY_PRINTF},
	    {"Concurrency", "direct3d_errorf", LIBRARY_PRINTF},
	    {"Concurrency::direct3d", "imin", LIBRARY_LEAST},
	    {"Concurrency::direct3d", "umin", LIBRARY_LEAST},
	    {"Concurrency::direct3d", "imax", LIBRARY_GREATEST},
	    {"Concurrency::direct3d", "umax", LIBRARY_GREATEST},
	    {"Concurrency::tiled_index", "global", LIBRARY_INDEX_GLOBAL},
	    {"Concurrency::tiled_index", "local", LIBRARY_INDEX_LOCAL},
	    {"Concurrency::tiled_index", "tile", LIBRARY_INDEX_TILE},
	    {"Concurrency::tiled_index", "tile_origin", LIBRARY_INDEX_ORIGIN},
	    {"Concurrency::tiled_index", "tile_extent", LIBRARY_INDEX_EXTENT},
	    {"Concurrency::tiled_index", "barrier", LIBRARY_INDEX_BARRIER},
	    {"Concurrency::details::components", "operator[]", LIBRARY_COMPONENT},
	    {"Concurrency*", "operator[]", LIBRARY_ELEMENT},
	    {"Concurrency*", "operator()", LIBRARY_ELEMENT},
	    {"Concurrency", "operator==", LIBRARY_EQUAL},
	    {"Concurrency", "operator!=", LIBRARY_UNEQUAL},
	    {"Concurrency::extent", "contains", LIBRARY_CONTAINS},
	    {"Concurrency::details::view_storage", "extent", LIBRARY_VIEW_EXTENT},
	    {"Concurrency*", "section", LIBRARY_SECTION},
	    {"Concurrency*", "reinterpret_as*", LIBRARY_SECTION},
	    {"Concurrency*", "view_as*", LIBRARY_SECTION},
	    {"Concurrency::graphics::texture_view", "sample", LIBRARY_SAMPLE},
	    {"Concurrency::graphics::texture_view", "gather_*", LIBRARY_SAMPLE},
	    {"Concurrency*", "get_extent", LIBRARY_SIZE},
	    {"Concurrency*", "size", LIBRARY_SIZE},
	    /* C */
	    {"amp_tiled_index#", "global", LIBRARY_INDEX_GLOBAL},
	    {"amp_tiled_index#", "local", LIBRARY_INDEX_LOCAL},
	    {"amp_tiled_index#", "tile", LIBRARY_INDEX_TILE},
	    {"amp_tiled_index#", "tile_origin", LIBRARY_INDEX_ORIGIN},
	    {"amp_tiled_index#", "tile_extent", LIBRARY_INDEX_EXTENT},
	    {"amp_tiled_index#", "barrier", LIBRARY_INDEX_BARRIER},
	    {"", "amp_index#", LIBRARY_INDEX},
	    {"", "amp_extent#", LIBRARY_EXTENT},
	    {"", "amp_tiled_index#", LIBRARY_TILED_INDEX},
	    {"", "amp_tiled_extent#", LIBRARY_TILED_EXTENT},
	    {"", "amp_tile_barrier", LIBRARY_TILE_BARRIER},
	    {"", "amp_accelerator_view", LIBRARY_ACCELERATOR_VIEW},
	    {"", "amp_parallel_for_each", LIBRARY_PARALLEL_FOR_EACH},
	    {"", "amp_parallel_for_each_on", LIBRARY_PARALLEL_FOR_EACH_ON},
	    {"", "amp_barrier_wait*", LIBRARY_BARRIER_WAIT},
	    {"", "amp_all_memory_fence", LIBRARY_FENCE},
	    {"", "amp_global_memory_fence", LIBRARY_FENCE},
	    {"", "amp_tile_static_memory_fence", LIBRARY_FENCE},
	    {"", "amp_atomic_*", LIBRARY_ATOMIC},
	    {"", "amp_tile_atomic_*", LIBRARY_ATOMIC},
	    {"", "amp_at_*", LIBRARY_ELEMENT_OFFSET},
	    {"", "amp_tile_#_", LIBRARY_TILE},
	    {"", "amp_pad_#_", LIBRARY_TILE_PADDED},
	    {"", "amp_truncate_#_", LIBRARY_TILE_PADDED},
	};

	unsigned rank_of_scope;

	for (size_t i = 0; i < COUNT(entities); i++) {
		if (matches(entities[i].name, name, rank) &&
		    matches(entities[i].scope, scope, &rank_of_scope))
			return entities[i].entity;
	}
	return LIBRARY_NONE;
}

/* Whether a name is that of a short vector: float_2. */
static bool is_short_vector_name(const char *name)
{
	static const char *const scalars[] = {"int_", "uint_", "float_", "double_", "norm_", "unorm_"};

	for (size_t i = 0; i < COUNT(scalars); i++) {
		size_t n = strlen(scalars[i]);

		if (starts(name, scalars[i]) && name[n] >= '2' && name[n] <= '4' && !name[n + 1])
			return true;
	}
	return false;
}

const char *library_namespace(const char *name)
{
	unsigned rank;
	enum library_entity entity = look_up("Concurrency", name, &rank);

	if (entity != LIBRARY_NONE &&
	    (entity <= LIBRARY_PARALLEL_FOR_EACH || entity == LIBRARY_FENCE || entity == LIBRARY_ATOMIC))
		return "concurrency";
	entity = look_up("Concurrency::graphics", name, &rank);
	return (entity != LIBRARY_NONE && entity <= LIBRARY_PARALLEL_FOR_EACH) || is_short_vector_name(name)
	           ? "concurrency::graphics"
	           : NULL;
}

/* Finds the entity of a declaration, with the rank that its name has in C. Returns false for LIBRARY_NONE. */
static bool find_entity(CXCursor declaration, struct library_type *out)
{
	CXCursor d = authority(declaration);

	if (find_c_view(d, out))
		return true;
	if (find_c_view(clang_getCursorSemanticParent(d), out)) {
		out->entity = is_named(d, "extent") ? LIBRARY_VIEW_EXTENT : LIBRARY_NONE;
		return out->entity != LIBRARY_NONE;
	}
	if (!stands_in_library(d))
		return false;
	out->entity = look_up(scope_of(d), cursor_spelling(d), &out->rank);
	return out->entity != LIBRARY_NONE;
}

enum library_entity library_entity(CXCursor declaration)
{
	struct library_type found;

	return find_entity(declaration, &found) ? found.entity : LIBRARY_NONE;
}

bool means_entity(CXCursor declaration, enum library_entity entity)
{
	bool is_open = declaration.kind == CXCursor_OverloadedDeclRef;
	unsigned n = is_open ? clang_getNumOverloadedDecls(declaration) : 0;

	for (unsigned i = 0; i < n; i++) {
		if (library_entity(clang_getOverloadedDecl(declaration, i)) != entity)
			return false;
	}
	return n > 0 || library_entity(declaration) == entity;
}

/* ---- Types ---------------------------------------------------------------- */

/* Finds the template argument at a position. Returns false unless it is a known number. */
static bool number_argument(CXType type, CXCursor class, unsigned at, long long *out)
{
	enum CXTemplateArgumentKind kind = clang_Cursor_getTemplateArgumentKind(class, at);

	if (kind == CXTemplateArgumentKind_Integral) {
		*out = clang_Cursor_getTemplateArgumentValue(class, at);
		return true;
	}
	/* for a type with other dependent arguments, array_view<T, 2>, libclang gives no values but spells
	 * them */
	const char *spelling = type_spelling(unqualified(type)), *last = strrchr(spelling, ',');
	bool is_last = kind == CXTemplateArgumentKind_Invalid &&
	               (int)at == clang_Type_getNumTemplateArguments(type) - 1;
	char *end = NULL;

	*out = is_last && last ? strtol(last + 1, &end, 10) : 0;
	return is_last && end && !strcmp(end, ">");
}

/* Returns the rank that is the template argument at a position, or 0. */
static unsigned rank_argument(CXType type, CXCursor class, unsigned at)
{
	long long rank;

	return number_argument(type, class, at, &rank) && rank > 0 ? (unsigned)rank : 0;
}

/* Reads the shape of a tile, <D0, D1, D2>; a 0 is a dimension that it does not have. */
static void read_extents(CXType type, CXCursor class, struct library_type *out)
{
	for (unsigned d = 0; d < 3; d++) {
		long long n;

		if (!number_argument(type, class, d, &n) || n < 0) {
			out->rank = 0;
			return;
		}
		if (n == 0)
			return;
		out->extents[d] = (unsigned)n;
		out->rank = d + 1;
	}
}

bool library_type(CXType type, struct library_type *out)
{
	type = object_type(type);
	CXCursor class = clang_getTypeDeclaration(type);

	if (!find_entity(class, out))
		return false;
	if (clang_getCursorLanguage(class) == CXLanguage_C)
		return true;
	switch (out->entity) {
	case LIBRARY_ARRAY:
	case LIBRARY_ARRAY_VIEW:
	case LIBRARY_TEXTURE:
	case LIBRARY_TEXTURE_VIEW:
	case LIBRARY_WRITEONLY_TEXTURE_VIEW:
		out->rank = rank_argument(type, class, 1);
		break;
	case LIBRARY_INDEX:
	case LIBRARY_EXTENT:
		out->rank = rank_argument(type, class, 0);
		break;
	case LIBRARY_TILED_INDEX:
	case LIBRARY_TILED_EXTENT:
		read_extents(type, class, out);
		break;
	default:
		break;
	}
	return true;
}

enum library_entity library_class(CXType type)
{
	struct library_type t;

	return library_type(type, &t) ? t.entity : LIBRARY_NONE;
}

bool is_array_or_view(enum library_entity entity)
{
	return entity == LIBRARY_ARRAY || entity == LIBRARY_ARRAY_VIEW;
}

unsigned library_rank(CXType type, enum library_entity entity)
{
	struct library_type t;

	return library_type(type, &t) && t.entity == entity && t.rank <= 3 ? t.rank : 0;
}

bool view_type(CXType type, struct library_type *out)
{
	return library_type(type, out) && is_array_or_view(out->entity);
}

bool is_container(enum library_entity entity)
{
	return is_array_or_view(entity) || entity == LIBRARY_TEXTURE || entity == LIBRARY_TEXTURE_VIEW ||
	       entity == LIBRARY_WRITEONLY_TEXTURE_VIEW;
}

int component_of(CXCursor field)
{
	CXCursor class = clang_getCursorSemanticParent(field);
	enum library_entity entity = library_entity(class);

	return field.kind == CXCursor_FieldDecl && clang_getCursorLanguage(class) == CXLanguage_C &&
	               (entity == LIBRARY_INDEX || entity == LIBRARY_EXTENT)
	           ? (int)(clang_Cursor_getOffsetOfField(field) / 8 / (long long)sizeof(int))
	           : -1;
}
