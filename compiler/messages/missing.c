/* Kernels that are launched but are not in the device code, and functions that it calls but does not contain. */
#include "messages/messages.h"

#include <string.h>

/* From the C++ library that libclang is linked with, if it is dynamic (Itanium C++ ABI, 3.4). */
extern char *__cxa_demangle(const char *name, char *buffer, size_t *length, int *status)
	__attribute__((weak));

/* Returns a kernel's type as demanglers print it, or the symbol unchanged. */
static const char *type_name(const char *symbol)
{
	int status = -1;
	OWNED char *name = __cxa_demangle ? __cxa_demangle(symbol, NULL, NULL, &status) : NULL;

	return name ? interned(name, strlen(name)) : symbol;
}

/* Other lambdas have been turned into classes. gcc and nvcc name some generic lambdas in the template
 * arguments of a restrict(cpu, amp) function differently. */
#define LAMBDA "the type of a lambda that is restrict(cpu), or in a function that is restrict(cpu, amp)"
#define LAMBDA_MEND \
	"give the lambda restrict(cpu, amp), and not the function around it, or use an object of a class with a name"

/* Reasons why compilers name a type differently, as far as its name tells. */
static const struct reason {
	const char *mark; /* text that demanglers print for such types; also gcc's for unnamed types local
	                   * to a unit */
	const char *what, *mend;
} reasons[] = {
	{"{lambda(", LAMBDA, LAMBDA_MEND},
	{"$_", LAMBDA, LAMBDA_MEND},
	{"{unnamed", "an unnamed type", "give the type a name"},
	{"._anon", "an unnamed type", "give the type a name"},
};

/* Returns the type around a place in a type's name: a whole template argument. */
static const char *type_around(const char *name, const char *at)
{
	const char *start = at, *end = at;
	int depth = 0;

	for (; start > name; start--) {
		char c = start[-1];

		depth += (c == '>' || c == ')' || c == '}') - (c == '<' || c == '(' || c == '{');
		if (depth < 0 || (!depth && c == ' '))
			break;
	}
	for (depth = 0; *end; end++) {
		depth += (*end == '<' || *end == '(' || *end == '{') - (*end == '>' || *end == ')' || *end == '}');
		if (depth < 0 || (!depth && *end == ','))
			break;
	}
	return interned(start, (size_t)(end - start));
}

/* Finds a kernel by its symbol, in which the kernel's name precedes those of its template arguments. */
static const struct kernel_place *find_kernel(const struct unit *u, const char *symbol)
{
	const struct kernel_place *found = NULL;
	const char *first = NULL;

	FOR_EACH(const struct kernel_place, k, u->kernels, u->n_kernels) {
		const char *name = interned_printf("%zu%s", strlen(k->name), k->name);
		const char *at = !strcmp(symbol, k->name) ? symbol : strstr(symbol, name);

		if (at && (!first || at < first)) {
			first = at;
			found = k;
		}
	}
	return found;
}

/* Finds the last mark in a type's name: the text in front of it may be part of it. */
static const struct reason *find_reason(const char *name, const char **at)
{
	const struct reason *found = NULL;

	*at = NULL;
	for (size_t i = 0; i < COUNT(reasons); i++) {
		for (const char *p = name; (p = strstr(p, reasons[i].mark)); p++) {
			if (*at && p < *at)
				continue;
			*at = p;
			found = &reasons[i];
		}
	}
	return found;
}

static const char *reason_text(const char *symbol)
{
	const char *name = type_name(symbol), *at;
	const struct reason *r = find_reason(name, &at);

	if (r) {
		const char *type = at == name || at[0] == '.' ? NULL : type_around(name, at);

		return interned_printf(
		    "its type depends on %s%s%s%s, for which the compilers of the host and of GPUs have "
		    "no common name: %s",
		    type ? "'" : "", type ? type : "", type ? "', " : "", r->what, r->mend);
	}
	if (strstr(symbol, "_ZL")) /* a name with internal linkage, as part of the symbol */
		return "its type depends on a function or variable that is static, for which the compilers of "
		       "the host and of GPUs have no common name: leave 'static' out";
	return interned_printf("the compilers of the host and of GPUs name its type '%s' differently", name);
}

void report_missing(struct unit *u, const char *symbol)
{
	const struct kernel_place *k = find_kernel(u, symbol);

	diagnose(u, SEVERITY_ERROR, k ? k->offset : 0, "this kernel is launched, but has no code "
	                                               "for GPUs: %s",
	         reason_text(symbol));
}

bool report_undefined(struct unit *u, const char *symbol)
{
	FOR_EACH(const struct undefined_function, f, u->undefined, u->n_undefined) {
		if (strcmp(f->symbol, symbol) != 0)
			continue;
		diagnose(u, SEVERITY_ERROR, f->offset, "'%s' is called in a kernel, " NOT_DEFINED, f->name);
		return true;
	}
	return false;
}
