/* amp-info: the accelerators of this machine (amp_info.c), and the device code of programs
 * (device_code.c). */
#ifndef INFO_H
#define INFO_H

#include <stdbool.h>
#include <stddef.h>

/* One kernel of a cubin. */
struct kernel_info {
	char *name;         /* demangled, without parameters */
	unsigned registers; /* a thread's; 0: not known */
	size_t shared;      /* bytes of tile_static memory a tile */
};

/* Device code for one architecture. */
struct code_info {
	bool is_ptx;
	unsigned arch; /* 90 */
	struct kernel_info *kernels; /* none of PTX */
	size_t n_kernels;
};

struct program_info {
	struct code_info *codes;
	size_t n_codes;
};

/* Reads what ampcc, or nvcc, has put into a program, a library or an object file. False, with errno, if
 * it cannot be read. */
bool program_info_read(const char *path, struct program_info *out);
void program_info_finish(struct program_info *p);
/* Whether a GPU of compute capability cc (90) runs the code: a cubin runs on GPUs of its own major
 * version from its minor one on, PTX on all later ones (CUDA C++ Programming Guide, "Compute
 * Capabilities", "Binary Compatibility"). */
bool code_runs_on(const struct code_info *c, unsigned cc);

#endif
