/* Reports kernels that are launched but not in the device code, and functions that the device code calls but
 * does not contain.
 *
 * The two units name a kernel by its type, and compilers do not agree on the names of all types: a lambda in
 * a function is "Z4mainEUlvE_" for gcc and "Z4mainE3$_0" for clang. So the kernels that the host unit
 * launches, under its compiler's names, are looked up in the device compiler's output for each architecture.
 * In C++ the host unit names a kernel by the typeid of a pointer to its type (kernel.h, new_symbol()); the
 * type's symbol (Itanium C++ ABI, _ZTS) is in assembly text, in object files and in compilers' intermediate
 * files for link-time optimization. */
#define _GNU_SOURCE /* memmem */
#include "driver/driver.h"

#include <ctype.h>
#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>

/* How the mangled parameters begin in the names of the __global__ functions of kernel.h, wide.h and
 * restrict.h, behind the template arguments. The rest varies, as it contains substitutions for parts of the
 * arguments (Itanium C++ ABI, 5.1.10). */
#define PARAMETERS "v11__amp_imageI"

/* The entry points in the device code for one architecture, and the functions that it calls without their code. */
struct entries {
	struct strings symbols, externals;
	struct string_set names; /* C++ only: mangled names up to the parameters, without "_Z" */
};

static void entries_finish(struct entries *e)
{
	strings_finish(&e->symbols);
	strings_finish(&e->externals);
	string_set_finish(&e->names);
}

/* Returns the name at p, behind white space. */
static char *ptx_name(const char *p)
{
	size_t n = 0;

	p += strspn(p, " \t\n");
	while (is_identifier_char(p[n]))
		n++;
	return xstrndup(p, n);
}

/* Collects the functions of PTX text that are declared only: .extern .func (RESULT) NAME( … */
static void read_externals(const char *ptx, struct strings *out)
{
	static const char word[] = ".extern .func";

	for (const char *p = ptx; (p = strstr(p, word));) {
		p += sizeof word - 1;
		p += strspn(p, " \t\n");
		if (*p == '(')
			p += strcspn(p, ")") + 1;
		OWNED char *name = ptx_name(p);

		strings_push(out, name);
	}
}

/* Collects the entry points of PTX text: .entry NAME( … (PTX ISA, "Kernel and Function Directives: .entry"). */
static void read_ptx(const char *ptx, struct entries *out)
{
	static const char word[] = ".entry";

	for (const char *p = ptx; (p = strstr(p, word));) {
		p += sizeof word - 1;
		OWNED char *symbol = ptx_name(p);
		const char *end = strstr(symbol, PARAMETERS);

		strings_push(&out->symbols, symbol);
		if (end && starts(symbol, "_Z"))
			string_set_add(&out->names, symbol + 2, (size_t)(end - symbol - 2));
	}
	read_externals(ptx, &out->externals);
}

/* ---- What a host unit in C++ launches --------------------------------------- */

/* Returns whether a name is one that gcc gives an unnamed type: "._anon_5". */
static bool is_anonymous(const char *p, const char *end)
{
	return end - p > 1 && p[0] == '.' && p[1] == '_';
}

/* Returns whether a symbol is one of type information: _ZTS, _ZTI. */
static bool begins_type(const char *p, const char *end)
{
	return end - p > 2 && !memcmp(p, "_ZT", 3);
}

/* Returns the length of the kernel name at p, which follows "_ZTSP": 20__amp_untiled_kernelI…E. Returns 0 if
 * it is no kernel. For link-time optimization, gcc makes names unique by a suffix that begins with '.';
 * LLVM's bitcode stores names without terminators, so there the name ends where the next one begins. */
static size_t launched_length(const char *p, const char *end)
{
	static const char prefix[] = "__amp_", suffix[] = "_kernel";
	const char *name = p;
	size_t length = 0, n = 0;

	while (name < end && isdigit((unsigned char)*name) && length < 100)
		length = length * 10 + (size_t)(*name++ - '0');
	if (length < sizeof prefix + sizeof suffix || (size_t)(end - name) <= length || name[length] != 'I' ||
	    memcmp(name, prefix, sizeof prefix - 1) != 0 ||
	    memcmp(name + length - (sizeof suffix - 1), suffix, sizeof suffix - 1) != 0)
		return 0;
	while (p + n < end && (is_identifier_char(p[n]) || is_anonymous(p + n, end)) && !begins_type(p + n, end))
		n++;
	return n;
}

static void read_launched(const struct text *host, struct string_set *out)
{
	static const char prefix[] = "_ZTSP";
	const char *p = host->data, *end = p + host->len;

	while (p && (p = memmem(p, (size_t)(end - p), prefix, sizeof prefix - 1))) {
		p += sizeof prefix - 1;
		size_t n = launched_length(p, end);

		OWNED char *name = xstrndup(p, n);

		spell_in_ascii(name, n);
		if (n)
			string_set_add(out, name, n);
	}
}

/* A prefix suffices, since no mangled name is a prefix of another. */
static bool has_name(const struct entries *e, const char *launched)
{
	if (string_set_find(&e->names, launched, strlen(launched)) != SIZE_MAX)
		return true;
	for (size_t i = 0; i < e->names.items.count; i++) {
		const char *name = e->names.items.items[i];

		if (!strncmp(launched, name, strlen(name)))
			return true;
	}
	return false;
}

/* ---- The check ---------------------------------------------------------------- */

/* The kernels that a host unit launches, and those that an architecture's code lacks, with functions that it calls. */
struct launched {
	const struct translation *translation;
	struct string_set names; /* C++ only */
	struct string_set missing, undefined;
};

static void check_entries(struct launched *l, const struct entries *e)
{
	const struct strings *names = &l->names.items, *symbols = &l->translation->c_kernels;

	for (size_t i = 0; i < names->count; i++) {
		if (!has_name(e, names->items[i]))
			string_set_add(&l->missing, names->items[i], strlen(names->items[i]));
	}
	for (size_t i = 0; i < symbols->count; i++) {
		OWNED char *symbol = xstrdup(symbols->items[i]);

		spell_in_ascii(symbol, strlen(symbol));
		if (!strings_contain(&e->symbols, symbol))
			string_set_add(&l->missing, symbols->items[i], strlen(symbols->items[i]));
	}
	for (size_t i = 0; i < e->externals.count; i++)
		string_set_add(&l->undefined, e->externals.items[i], strlen(e->externals.items[i]));
}

/* Checks one PTX file. A file that does not begin like PTX (PTX ISA, ".version") is ignored, since the device
 * compiler may be another program that keeps no PTX; a missing kernel is then an error at run time. */
static bool check_ptx(struct launched *l, const char *path)
{
	SCOPED(text) ptx = {0};
	SCOPED(entries) entries = {0};
	bool ok = read_or_fail(path, &ptx);

	if (ok && ptx.data && strstr(ptx.data, ".version")) {
		read_ptx(ptx.data, &entries);
		check_entries(l, &entries);
	}
	return ok;
}

/* Checks the PTX files that nvcc kept in a folder. */
static bool check_kept(struct launched *l, const char *folder)
{
	SCOPED(strings) entries = {0};
	bool ok = true;

	list_folder(folder, &entries);
	for (size_t i = 0; i < entries.count; i++) {
		OWNED char *path = xasprintf("%s/%s", folder, entries.items[i]);

		ok = (!ends(path, ".ptx") || check_ptx(l, path)) && ok;
	}
	return ok;
}

bool check_launched(const struct run *r, const struct translation *t, const struct device_build *build,
                    const char *host)
{
	struct launched l = {.translation = t};
	SCOPED(text) unit = {0};
	struct stat st;
	bool ok = !host || read_or_fail(host, &unit);

	if (ok)
		read_launched(&unit, &l.names);
	for (size_t i = 0; ok && i < build->ptx.count; i++) {
		const char *path = build->ptx.items[i];
		bool exists = stat(path, &st) == 0;

		if (host || exists)
			ok = exists && S_ISDIR(st.st_mode) ? check_kept(&l, path) : check_ptx(&l, path);
	}
	for (size_t i = 0; ok && host && i < l.missing.items.count; i++)
		r->front_end->report_missing_kernel(t, l.missing.items.items[i]);
	ok = ok && !(host && l.missing.items.count);
	for (size_t i = 0; i < l.undefined.items.count; i++)
		ok = !r->front_end->report_undefined_function(t, l.undefined.items.items[i]) && ok;
	string_set_finish(&l.undefined);
	string_set_finish(&l.missing);
	string_set_finish(&l.names);
	return ok;
}
