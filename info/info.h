/* amp-info: the accelerators of this machine (amp_info.c), and the device code of programs
 * (device_code.c). */
#ifndef INFO_H
#define INFO_H

#include <stdbool.h>
#include <stddef.h>

/* A kernel in a cubin. */
struct kernel_info {
	char *name;         /* demangled, without parameters */
	unsigned registers; /* per thread; 0 if not known */
	size_t shared;      /* bytes of tile_static memory per tile */
};

/* Device code for one architecture. */
struct code_info {
	bool is_ptx;
	unsigned arch; /* 90 */
	struct kernel_info *kernels; /* none for PTX */
	size_t n_kernels;
};

struct program_info {
	struct code_info *codes;
	size_t n_codes;
};

/* Reads the device code that ampcc or nvcc has embedded in a program, library or object file. Returns false,
 * with errno set, if the file cannot be read. */
bool program_info_read(const char *path, struct program_info *out);
void program_info_finish(struct program_info *p);
/* Returns whether a GPU of compute capability cc (90) can run the code: a cubin runs on GPUs of its major
 * version from its minor version on, PTX on all later ones (CUDA C++ Programming Guide, "Compute
 * Capabilities", "Binary Compatibility"). */
bool code_runs_on(const struct code_info *c, unsigned cc);

#endif
