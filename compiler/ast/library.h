/* What the library's headers (amp.h and its family) declare. It is recognized by where the declaration is,
 * never by how the program spells a name: the program may call a class of its own array_view, and a typedef
 * may give the library's any name. */
#ifndef LIBRARY_H
#define LIBRARY_H

#include "source/clauses.h"

/* A class, template or function of the library. Where C has a type or function for each rank or element type,
 * all of them are one entity. */
enum library_entity {
	LIBRARY_NONE, /* not the library's, or of no interest */

	LIBRARY_ARRAY,
	LIBRARY_ARRAY_VIEW,
	LIBRARY_VIEW_STORAGE, /* common base of array and array_view, with their operators */
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
	LIBRARY_SHORT_VECTOR, /* including norm and unorm */

	LIBRARY_PARALLEL_FOR_EACH,
	LIBRARY_PARALLEL_FOR_EACH_ON, /* in C, with an accelerator_view */
	LIBRARY_BARRIER_WAIT,         /* of a tile_barrier, or in C */
	LIBRARY_FENCE,                /* orders accesses without waiting */
	LIBRARY_ATOMIC,
	LIBRARY_PRINTF, /* takes a format */
	LIBRARY_LEAST,  /* of two integers; the next is the greatest */
	LIBRARY_GREATEST,
	LIBRARY_ELEMENT_OFFSET, /* in C: called by amp_at */
	LIBRARY_TILE,           /* in C: called by amp_tile; the next by amp_pad and amp_truncate */
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
	LIBRARY_ELEMENT,   /* operator[] and operator() of an array, view, texture, or row of one */
	LIBRARY_EQUAL,     /* operator==, operator!= */
	LIBRARY_UNEQUAL,
	LIBRARY_CONTAINS,    /* tests whether an index is in an extent */
	LIBRARY_SIZE,        /* get_extent, size */
	LIBRARY_VIEW_EXTENT, /* the member `extent` of an array or view */
	LIBRARY_SECTION,     /* gives a view of a container's elements: section, view_as, reinterpret_as */
	LIBRARY_SAMPLE,      /* of a texture_view */
};

/* A type of the library, with what its template arguments (in C: its name) tell. */
struct library_type {
	enum library_entity entity;
	unsigned rank;       /* 0: there is none, or it depends on template parameters */
	unsigned extents[3]; /* of a tile whose type tells them; else 0 */
	bool is_const;       /* in C: a view of constants */
};

/* Sets the folder of the library's headers. Call this before the parse and all questions below. */
void library_open(const char *include_dir);
/* Whether any of the library's headers contains one of some names. */
bool library_mentions(const struct string_set *names);
/* Whether the library declares a class, template, function or variable. */
bool is_amp_library(CXCursor declaration);
/* Returns the namespace that has a class of a name, or a function of it that programs call: "concurrency",
 * "concurrency::graphics"; NULL if none has. */
const char *library_namespace(const char *name);
/* Returns which entity a declaration is: a class, a function, or a template of one. */
enum library_entity library_entity(CXCursor declaration);
/* Whether a name means an entity; in a template, whether all candidates do. */
bool means_entity(CXCursor declaration, enum library_entity entity);
/* Returns which class a type is, disregarding references and const. Base classes and pointees are not
 * considered. */
enum library_entity library_class(CXType type);
/* library_class() with the arguments. Returns false for LIBRARY_NONE. */
bool library_type(CXType type, struct library_type *out);
/* Returns the rank, of one to three dimensions, of a type that is an entity; 0 for other types. */
unsigned library_rank(CXType type, enum library_entity entity);
/* library_type() for an array or an array_view; returns false for other types. */
bool view_type(CXType type, struct library_type *out);
/* Returns d if a declaration is the d-th component of an index or extent of C: i, j, k; else -1. */
int component_of(CXCursor field);
/* Whether an entity is an array, a view or a texture. */
bool is_container(enum library_entity entity);
/* Whether an entity is an array or an array_view. */
bool is_array_or_view(enum library_entity entity);

#endif
