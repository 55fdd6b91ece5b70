/* Reads compile_commands.json through libclang. */
#include "base/paths.h"
#include "ast/ast.h"
#include "source/request.h"

#include <string.h>
#include <unistd.h>

#include <clang-c/CXCompilationDatabase.h>

/* Whether a word is not in the command: libclang inserts, behind the compiler, options for the mode and the
 * target that its name implies. */
static bool is_inferred(const char *word, const char *compiler)
{
	const char *target = starts(word, "--target=") ? word + strlen("--target=") : NULL;

	return starts(word, "--driver-mode=") || (target && starts(file_name(compiler), target));
}

static void take_command(CXCompileCommand from, struct compile_command *out)
{
	unsigned n = clang_CompileCommand_getNumArgs(from);
	bool is_front = true;

	*out = (struct compile_command){.folder = take_string(clang_CompileCommand_getDirectory(from)),
	                                .file = take_string(clang_CompileCommand_getFilename(from))};
	for (unsigned i = 0; i < n; i++) {
		const char *word = clang_string(clang_CompileCommand_getArg(from, i));

		is_front = is_front && (i == 0 || is_inferred(word, out->words.items[0]));
		if (i == 0 || !is_front)
			strings_push(&out->words, word);
	}
}

bool read_compile_commands(const char *folder, struct compile_command **out, size_t *count)
{
	CXCompilationDatabase_Error error = CXCompilationDatabase_CanNotLoadDatabase;
	OWNED char *path = xasprintf("%s/compile_commands.json", folder);
	bool is_there = access(path, R_OK) == 0; /* without it, libclang looks in other places */
	CXCompilationDatabase database = is_there ? clang_CompilationDatabase_fromDirectory(folder, &error) : NULL;

	*out = NULL;
	*count = 0;
	if (error == CXCompilationDatabase_NoError) {
		CXCompileCommands all = clang_CompilationDatabase_getAllCompileCommands(database);

		*count = clang_CompileCommands_getSize(all);
		*out = xmalloc((*count + 1) * sizeof(**out));
		for (unsigned i = 0; i < *count; i++)
			take_command(clang_CompileCommands_getCommand(all, i), *out + i);
		clang_CompileCommands_dispose(all);
		clang_CompilationDatabase_dispose(database);
	} else {
		fail("cannot read '%s'", path);
	}
	return error == CXCompilationDatabase_NoError;
}
