/* What the lowering knows of a C program: declarations, kernels and launches. */
#ifndef C_PROGRAM_H
#define C_PROGRAM_H

#include "ast/ast.h"

/* A range [start, end) of the flat text. */
struct c_range {
	unsigned start, end;
};

/* A declaration at file scope. */
struct c_declaration {
	CXCursor cursor;
	unsigned start, end;
	size_t piece;
};

/* The text of declarations that share their specifiers, including the semicolon. */
struct c_piece {
	unsigned start, end;
	bool is_needed;  /* by a kernel */
	bool is_library; /* AMP_DECLARE_TYPE(…) */
};

/* A parameter of a kernel behind its index, or a captured variable. */
struct c_variable {
	const char *name;
	CXType type;
	CXCursor cursor;
	bool is_opaque; /* its type is local to the function: passed as bytes */
};

struct c_kernel {
	const char *name;   /* unique in the program or, in CUDA for people, in the unit */
	const char
	    *suffix;       /* in CUDA for people: of its __global__ functions' names, which are unique in the program */
	const char *title; /* name in messages */
	bool is_block;
	CXCursor cursor;    /* the block, or the function's first declaration */
	CXCursor definition;
	const char *function; /* the function's name */
	bool is_static, is_defined;
	unsigned rank;
	bool is_tiled;
	unsigned tile_size; /* number of threads, or the maximum if it is not known */
	const char *index_name;
	struct c_variable *variables;
	size_t n_variables;
	struct c_range *locals; /* local declarations around a block that the block uses */
	size_t n_locals;
	unsigned start, end, body;   /* offsets of a block */
	const struct c_piece *piece; /* that contains the kernel */
	bool is_launched, is_inserted, has_struct, has_runner;
	bool in_header;        /* what launches it is in a header */
	unsigned (*shapes)[3]; /* of its tiles, from launches in this unit */
	size_t n_shapes;
	bool has_other_shapes;
	struct accesses *accesses; /* how it accesses its views; NULL if that is not known */
};

struct c_launch {
	size_t kernel;   /* index in c_program.kernels */
	unsigned start;  /* offset of amp_parallel_for_each */
	bool named_view; /* is amp_parallel_for_each_on */
};

/* What a lowering knows of a C program. */
struct c_program {
	struct c_declaration *declarations;
	size_t n_declarations;
	struct c_piece *pieces;
	size_t n_pieces;
	struct c_kernel *kernels;
	size_t n_kernels;
	struct c_launch *launches;
	size_t n_launches;
	struct offsets local_types;  /* types in functions whose needs have been searched */
	struct offsets named;        /* unnamed enumerations that get a name in the device unit */
	struct c_range *conversions; /* written out in the device unit */
	size_t n_conversions;
	struct names includes;       /* #include lines that the device unit needs */
	unsigned reported;           /* offset of the last error in device code */
};

#endif
