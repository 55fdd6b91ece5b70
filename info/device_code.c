/* Device code in files: fat binaries, and the cubins in them.
 *
 * A fat binary has a header of 16 bytes (magic, version, size of the header, size of what follows), and
 * entries that each have a header of their own: kind (1 PTX, 2 cubin), its size, the size of the code, and at
 * offset 28 the architecture. nvcc aligns fat binaries to 8 bytes. A cubin is an ELF file: section .text.K is
 * the kernel K, .nv.shared.K its static shared memory, and .nv.info has an attribute EIATTR_REGCOUNT (0x2f)
 * for each kernel. CUDA does not document these formats; anything unexpected is not shown. */
#include "info.h"

#include <elf.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FATBIN_MAGIC 0xba55ed50u
#define REGCOUNT 0x2f04 /* format 4 (with a size), attribute 0x2f */

/* From libstdc++: the caller frees the result; NULL if it is no C++ name. */
char *__cxa_demangle(const char *mangled, char *buffer, size_t *size, int *status);

/* ---- A cubin -------------------------------------------------------------- */

struct cubin {
	const unsigned char *data;
	size_t size;
	Elf64_Ehdr header;
	size_t names; /* the section with the sections' names */
};

static bool cubin_section(const struct cubin *c, size_t i, Elf64_Shdr *out)
{
	size_t at = c->header.e_shoff + i * sizeof(*out);
	if (i >= c->header.e_shnum || at > c->size || c->size - at < sizeof(*out))
		return false;
	memcpy(out, c->data + at, sizeof(*out));
	return out->sh_type == SHT_NOBITS ||
	       (out->sh_offset <= c->size && c->size - out->sh_offset >= out->sh_size);
}

/* Returns a string in a string table, or "" if there is none. */
static const char *cubin_string(const struct cubin *c, size_t table, size_t at)
{
	Elf64_Shdr s;
	if (!cubin_section(c, table, &s) || at >= s.sh_size)
		return "";
	const char *string = (const char *)c->data + s.sh_offset + at;
	return memchr(string, '\0', s.sh_size - at) ? string : "";
}

static const char *section_name(const struct cubin *c, const Elf64_Shdr *s)
{
	return cubin_string(c, c->names, s->sh_name);
}

/* Finds a section by its name. */
static bool find_section(const struct cubin *c, const char *name, Elf64_Shdr *out)
{
	for (size_t i = 0; i < c->header.e_shnum; i++)
		if (cubin_section(c, i, out) && !strcmp(section_name(c, out), name))
			return true;
	return false;
}

/* Returns a symbol's name. */
static const char *symbol_name(const struct cubin *c, uint32_t symbol)
{
	Elf64_Shdr s;
	Elf64_Sym found;
	if (!find_section(c, ".symtab", &s) || (symbol + 1) * sizeof(found) > s.sh_size)
		return "";
	memcpy(&found, c->data + s.sh_offset + symbol * sizeof(found), sizeof(found));
	return cubin_string(c, s.sh_link, found.st_name);
}

static unsigned registers_of(const struct cubin *c, const char *kernel)
{
	Elf64_Shdr s;
	if (!find_section(c, ".nv.info", &s))
		return 0;
	const unsigned char *p = c->data + s.sh_offset, *end = p + s.sh_size;
	while (end - p >= 4) {
		uint16_t head, size;
		memcpy(&head, p, 2);
		memcpy(&size, p + 2, 2);
		bool has_size = (head & 0xff) == 4;
		p += 4;
		if (has_size && end - p < size)
			break;
		if (head == REGCOUNT && size == 8) {
			uint32_t value[2];
			memcpy(value, p, sizeof(value));
			if (!strcmp(symbol_name(c, value[0]), kernel))
				return value[1];
		}
		p += has_size ? size : 0;
	}
	return 0;
}

/* Returns a readable name without parameters and result type. */
static char *demangle(const char *name)
{
	int status;
	char *full = __cxa_demangle(name, NULL, NULL, &status);
	if (!full)
		return strdup(name);
	unsigned depth = 0;
	for (char *p = full; *p; p++) {
		depth += *p == '<';
		depth -= *p == '>' && depth;
		if (*p == '(' && !depth)
			*p = '\0';
	}
	if (!strncmp(full, "void ", 5))
		memmove(full, full + 5, strlen(full + 5) + 1);
	return full;
}

/* Returns the kernel's own shared memory. From sm_90 on, the section begins with the 1 KiB that CUDA reserves
 * (CUDA C++ Programming Guide, "Compute Capability 9.x", "Shared Memory"), which ptxas -v does not count. */
static size_t shared_of(const struct cubin *c, const char *kernel, unsigned arch)
{
	const size_t reserved = arch >= 90 ? 1024 : 0;
	char *section = malloc(strlen(kernel) + sizeof(".nv.shared."));
	Elf64_Shdr s;
	if (!section)
		abort();
	sprintf(section, ".nv.shared.%s", kernel);
	size_t size = find_section(c, section, &s) ? s.sh_size : 0;
	free(section);
	return size >= reserved ? size - reserved : size;
}

static void add_kernel(struct code_info *code, const struct cubin *c, const char *symbol)
{
	struct kernel_info *grown = realloc(code->kernels, (code->n_kernels + 1) * sizeof(*grown));
	if (!grown)
		abort();
	code->kernels = grown;
	code->kernels[code->n_kernels++] = (struct kernel_info){
	    .name = demangle(symbol),
	    .registers = registers_of(c, symbol),
	    .shared = shared_of(c, symbol, code->arch),
	};
}

static void read_cubin(struct code_info *code, const unsigned char *data, size_t size)
{
	static const char text[] = ".text.";
	struct cubin c = {.data = data, .size = size};
	Elf64_Shdr s;
	if (size < sizeof(c.header) || memcmp(data, ELFMAG, SELFMAG) != 0)
		return; /* compressed */
	memcpy(&c.header, data, sizeof(c.header));
	c.names = c.header.e_shstrndx;
	for (size_t i = 0; i < c.header.e_shnum; i++) {
		char info[512];
		Elf64_Shdr of_kernel;
		if (!cubin_section(&c, i, &s) || strncmp(section_name(&c, &s), text, sizeof(text) - 1) != 0)
			continue;
		const char *symbol = section_name(&c, &s) + sizeof(text) - 1;
		/* Functions that kernels call have no constant bank for parameters. */
		snprintf(info, sizeof(info), ".nv.constant0.%s", symbol);
		if (find_section(&c, info, &of_kernel))
			add_kernel(code, &c, symbol);
	}
}

/* ---- Fat binaries --------------------------------------------------------- */

static struct code_info *add_code(struct program_info *p, bool is_ptx, unsigned arch)
{
	struct code_info *grown = realloc(p->codes, (p->n_codes + 1) * sizeof(*grown));
	if (!grown)
		abort();
	p->codes = grown;
	p->codes[p->n_codes] = (struct code_info){.is_ptx = is_ptx, .arch = arch};
	return &p->codes[p->n_codes++];
}

/* Reads the entries of a fat binary. */
static void read_entries(struct program_info *p, const unsigned char *data, size_t size)
{
	while (size >= 64) {
		uint16_t kind;
		uint32_t header, arch;
		uint64_t code;
		memcpy(&kind, data, 2);
		memcpy(&header, data + 4, 4);
		memcpy(&code, data + 8, 8);
		memcpy(&arch, data + 28, 4);
		if ((kind != 1 && kind != 2) || header < 64 || header > size || code > size - header)
			return;
		struct code_info *added = add_code(p, kind == 1, arch);
		if (kind == 2)
			read_cubin(added, data + header, code);
		data += header + code;
		size -= header + code;
	}
}

static void find_fatbins(struct program_info *p, const unsigned char *data, size_t size)
{
	for (size_t at = 0; at + 16 <= size; at += 8) {
		uint32_t magic;
		uint16_t header;
		uint64_t rest;
		memcpy(&magic, data + at, 4);
		if (magic != FATBIN_MAGIC)
			continue;
		memcpy(&header, data + at + 6, 2);
		memcpy(&rest, data + at + 8, 8);
		if (header >= 16 && header <= size - at && rest <= size - at - header) {
			read_entries(p, data + at + header, rest);
			at += (header + rest) / 8 * 8 - 8;
		}
	}
}

/* ---- For amp_info.c -------------------------------------------------------- */

bool program_info_read(const char *path, struct program_info *out)
{
	*out = (struct program_info){0};
	FILE *file = fopen(path, "rb");
	if (!file)
		return false;
	unsigned char *data = NULL;
	size_t size = 0, n = 0;
	do {
		unsigned char *grown = realloc(data, size + (1 << 20));
		if (!grown)
			abort();
		data = grown;
		n = fread(data + size, 1, 1 << 20, file);
		size += n;
	} while (n);
	bool ok = !ferror(file);
	fclose(file);
	if (ok)
		find_fatbins(out, data, size);
	free(data);
	return ok;
}

void program_info_finish(struct program_info *p)
{
	for (size_t i = 0; i < p->n_codes; i++) {
		for (size_t k = 0; k < p->codes[i].n_kernels; k++)
			free(p->codes[i].kernels[k].name);
		free(p->codes[i].kernels);
	}
	free(p->codes);
}

bool code_runs_on(const struct code_info *c, unsigned cc)
{
	return c->arch <= cc && (c->is_ptx || c->arch / 10 == cc / 10);
}
