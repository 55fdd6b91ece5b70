/* --amp-clangd: writes the configuration with which clangd parses C++ AMP. */
#include "driver/driver.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Appends a quoted string of YAML. */
static void append_quoted(struct text *t, const char *s)
{
	text_append(t, "\"");
	for (; *s; s++) {
		if (*s == '"' || *s == '\\')
			text_append(t, "\\");
		text_append_n(t, s, 1);
	}
	text_append(t, "\"");
}

/* Appends the options for files whose names match a regular expression. */
static void append_fragment(struct text *t, const char *include_dir, const char *files, const char *options)
{
	OWNED char *header = xasprintf("%s/amp/editor.h", include_dir);
	text_printf(t, "---\nIf:\n  PathMatch: '%s'\nCompileFlags:\n  Add: [%s, -include, ", files, options);
	append_quoted(t, header);
	text_append(t, ", -isystem, ");
	append_quoted(t, include_dir);
	text_append(t, "]\n");
}

int write_clangd(const struct command *c, const struct installation *where)
{
	const char *path = c->output ? c->output : ".clangd";
	bool to_stdout = !strcmp(path, "-");
	SCOPED(text) t = {0};
	if (!to_stdout && access(path, F_OK) == 0) {
		fail("'%s' is there already; -o names another file, - is standard output", path);
		return 1;
	}
	text_append(&t, "# C++ AMP for clangd, by ampcc --amp-clangd.\n"
	                "CompileFlags:\n"
	                "  Remove: [--amp-*, -Wamp*, -Wno-amp*, -Werror=amp*, -Wno-error=amp*]\n");
	append_fragment(&t, where->include_dir, ".*\\.c", "-fblocks");
	append_fragment(&t, where->include_dir, ".*\\.(C|H|h|(cc|cp|cpp|cxx|c\\+\\+|hh|hpp|hxx|ipp|inl))",
	                "-xcuda, --cuda-host-only, -nocudainc, -nocudalib, -Wno-unknown-cuda-version");
	bool ok = to_stdout ? fwrite(t.data, 1, t.len, stdout) == t.len : write_file(path, t.data, t.len);
	if (!ok)
		fail("cannot write '%s': %m", path);
	return ok ? 0 : 1;
}
