/* Replaces --amp-msvc by options that compilers know.
 *
 * Microsoft's C library declares functions in standard headers that have none of ours in front (strcpy_s in
 * <string.h>): <amp/windows/corecrt.h> declares them, and is included in front of each source. The macros are
 * in <amp/msvc.h>, which is included only while a source is preprocessed and not in the front end's output:
 * in there the program's text is expanded, and standard headers do not see these macros. */
#include "base/dialect.h"

#include <string.h>

/* Whether the last option of the command line for a macro undefines it. */
static bool is_undefined(const struct command *c, const char *name)
{
	SCOPED(strings) options = {0};
	struct option_macro m;
	bool undefined = false;

	command_select(c, OPTION_PARSE, 0, &options);
	for (size_t i = 0; next_option_macro(&options, &i, &m);) {
		if (m.name == strlen(name) && !strncmp(m.text, name, m.name))
			undefined = m.is_undefined;
	}
	return undefined;
}

/* Adds the default standard of Visual C++ 2015 to 2019, unless there are C sources. Not C++17, in which std
 * has names that older programs with `using namespace std` declare, too: data, size, clamp, byte. */
static void add_standard(struct command *c)
{
	bool has_c = false;

	for (size_t i = 0; i < c->n_inputs; i++)
		has_c |= c->inputs[i].kind == INPUT_C;
	if (c->standard || has_c)
		return;
	c->standard = "gnu++14";
	command_add(c, true, "-std=gnu++14", NULL, OPTION_PARSE);
}

void add_dialect(struct command *c, const char *include_dir)
{
	/* each is put in front of the ones before, so the last one comes first */
	static const char *const may_be_undefined[] = {"_MSC_VER", "_WIN32", "_WIN64"};
	const unsigned folded = OPTION_PARSE | OPTION_FOLDED, folder = OPTION_PARSE | OPTION_DEVICE;

	if (!c->msvc)
		return;
	add_standard(c);
	OWNED char *windows = xasprintf("%s/amp/windows", include_dir);
	OWNED char *version = xasprintf("-DAMP_MSC_VER=%s", c->msvc);

	command_add(c, true, "-Wno-deprecated", NULL, folded); /* <strstream> */
	command_add(c, true, "-include", "amp/msvc.h", folded);
	for (size_t i = 0; i < COUNT(may_be_undefined); i++) {
		OWNED char *option = xasprintf("-DAMP_WITHOUT%s", may_be_undefined[i]);

		if (is_undefined(c, may_be_undefined[i]))
			command_add(c, true, option, NULL, folded);
	}
	command_add(c, true, "-include", "amp/windows/corecrt.h", folded);
	command_add(c, true, version, NULL, folded);
	command_add(c, false, "-isystem", windows, folder);
	command_add(c, false, "-isystem", include_dir, folder);
}
