/* A program in C, as the lowering knows it: declarations, kernels and launches. */
#ifndef C_PROGRAM_H
#define C_PROGRAM_H

#include "ast/ast.h"

/* [start, end) of the flat text. */
struct c_range {
	unsigned start, end;
};

/* A declaration at file scope. */
struct c_declaration {
	CXCursor cursor;
	unsigned start, end;
	size_t piece;
};

/* The text of declarations that share their specifiers, with the semicolon. */
struct c_piece {
	unsigned start, end;
	bool is_needed;  /* by a kernel */
	bool is_library; /* AMP_DECLARE_TYPE(…) */
};

/* What a kernel is called with behind its index. */
struct c_variable {
	const char *name;
	CXType type;
	CXCursor cursor;
	bool is_opaque; /* its type is declared in the function: it is passed as bytes */
};

struct c_kernel {
	const char *name;  /* unique in the program */
	const char *title; /* for people */
	bool is_block;
	CXCursor cursor;    /* the block, or the function's first declaration */
	CXCursor definition;
	const char *function; /* the function's name */
	bool is_static, is_defined;
	unsigned rank;
	bool is_tiled;
	unsigned tile_size; /* threads, or as many as there may be */
	const char *index_name;
	struct c_variable *variables;
	size_t n_variables;
	struct c_range *locals; /* declarations around a block that it uses */
	size_t n_locals;
	unsigned start, end, body; /* of a block */
	const struct c_piece *piece; /* that it is in */
	bool is_launched, is_inserted, has_struct;
	unsigned (*shapes)[3]; /* of its tiles, where launches in this unit tell */
	size_t n_shapes;
	bool has_other_shapes;
};

struct c_launch {
	size_t kernel;   /* its place in the program's */
	unsigned start;  /* of amp_parallel_for_each */
	bool named_view; /* amp_parallel_for_each_on */
};

/* What a lowering knows of a program in C. */
struct c_program {
	struct c_declaration *declarations;
	size_t n_declarations;
	struct c_piece *pieces;
	size_t n_pieces;
	struct c_kernel *kernels;
	size_t n_kernels;
	struct c_launch *launches;
	size_t n_launches;
	struct offsets local_types;  /* in functions, whose needs were looked for */
	struct offsets named;        /* enumerations without a name, which have one in the device unit */
	struct c_range *conversions; /* that the device unit writes out */
	size_t n_conversions;
	struct strings includes;     /* #include lines that the device unit needs */
	unsigned reported;           /* place of the last error in code for the device */
};

#endif
