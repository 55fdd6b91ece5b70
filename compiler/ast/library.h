/* What the library's headers declare, amp.h and its family, known by its declarations and
 * never by how a name is spelled in the program's text: a class of the program's may be
 * called array_view, too, and a typedef of the library's anything. */
#ifndef LIBRARY_H
#define LIBRARY_H

#include "source/clauses.h"

/* A class, a template or a function of the library's. Where C has a type or a function for each
 * rank or element type, they are one entity. */
enum library_entity {
	LIBRARY_NONE, /* not the library's, or nothing that is asked for */

	LIBRARY_ARRAY,
	LIBRARY_ARRAY_VIEW,
	LIBRARY_VIEW_STORAGE, /* the base of both, with their operators */
	LIBRARY_TEXTURE,
	LIBRARY_TEXTURE_VIEW,
	LIBRARY_WRITEONLY_TEXTURE_VIEW,
	LIBRARY_INDEX,
	LIBRARY_EXTENT,
	LIBRARY_TILED_INDEX,
	LIBRARY_TILED_EXTENT,
	LIBRARY_TILE_BARRIER,
	LIBRARY_ACCELERATOR,
	LIBRARY_ACCELERATOR_VIEW,
	LIBRARY_COMPLETION_FUTURE,
	LIBRARY_SHORT_VECTOR, /* norm and unorm, too */

	LIBRARY_PARALLEL_FOR_EACH,
	LIBRARY_PARALLEL_FOR_EACH_ON, /* of C, with an accelerator_view */
	LIBRARY_BARRIER_WAIT,         /* one of a tile_barrier's, or of C */
	LIBRARY_FENCE,                /* orders accesses without waiting */
	LIBRARY_ATOMIC,
	LIBRARY_PRINTF,         /* takes a format */
	LIBRARY_ELEMENT_OFFSET, /* of C, what amp_at calls */
	LIBRARY_TILE,           /* of C, what amp_tile, amp_pad and amp_truncate call */
	LIBRARY_TILE_PADDED,

	/* members of a tiled_index */
	LIBRARY_INDEX_GLOBAL,
	LIBRARY_INDEX_LOCAL,
	LIBRARY_INDEX_TILE,
	LIBRARY_INDEX_ORIGIN,
	LIBRARY_INDEX_EXTENT,
	LIBRARY_INDEX_BARRIER,

	/* functions of the library's types */
	LIBRARY_COMPONENT, /* operator[] of an index or an extent */
	LIBRARY_ELEMENT,   /* operator[] and operator() of an array, a view, a texture, a row of one */
	LIBRARY_EQUAL,     /* operator==, operator!= */
	LIBRARY_UNEQUAL,
	LIBRARY_CONTAINS, /* whether an index is in an extent */
	LIBRARY_SIZE,     /* get_extent, size */
};

/* A type of the library's, with what its template arguments say; in C, what its name does. */
struct library_type {
	enum library_entity entity;
	unsigned rank;       /* 0: it has none, or depends on template parameters */
	unsigned extents[3]; /* of a tile, where the type says so; else 0 */
	bool is_const;       /* of C: a view of constants */
};

/* Says where the library's headers are. Before the parse; for all questions after it. */
void library_open(const char *include_dir);
/* Whether a header of the library's has one of some names in it. */
bool library_mentions(const struct string_set *names);
/* Whether the library declares a class, a template, a function or a variable. */
bool is_amp_library(CXCursor declaration);
/* What a class, a template of one, a function or a template of one is. */
enum library_entity library_entity(CXCursor declaration);
/* Whether that is what a name means, in a template all that it may mean. */
bool means_entity(CXCursor declaration, enum library_entity entity);
/* What a type is, or what a reference of that type refers to, const or not. Not what it is
 * derived from or points to. */
enum library_entity library_class(CXType type);
/* The same with its arguments. False: LIBRARY_NONE. */
bool library_type(CXType type, struct library_type *out);
/* The same, if it is an array or an array_view. */
bool view_type(CXType type, struct library_type *out);
/* Whether it is an array, a view or a texture. */
bool is_container(enum library_entity entity);
/* Whether it is an array or an array_view. */
bool is_array_or_view(enum library_entity entity);

#endif
