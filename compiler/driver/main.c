/* Finds ampcc's installation, and executes the command line. */
#include "driver/driver.h"

#include "base/cache.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Returns the folder of this program, with links resolved. The caller frees it. */
static char *own_folder(void)
{
	char *path = realpath("/proc/self/exe", NULL);
	char *slash = path ? strrchr(path, '/') : NULL;
	if (!slash) {
		fail("cannot tell where ampcc is installed: no /proc");
		exit(1);
	}
	*slash = '\0';
	return path;
}

/* Returns whether a folder contains libamprt. */
static bool holds_runtime(const char *folder)
{
	static const char *const names[] = {"libamprt.so", "libamprt.a"};
	bool found = false;
	for (size_t i = 0; i < COUNT(names); i++) {
		OWNED char *path = xasprintf("%s/%s", folder, names[i]);
		found = found || access(path, R_OK) == 0;
	}
	return found;
}

/* Returns the path of a file in the first of PREFIX/lib and its variants that contains it, or NULL. */
static char *find_library(const char *folder, const char *name)
{
	static const char *const libdirs[] = {AMPCC_LIBDIR, "lib", "lib64"};
	for (size_t i = 0; i < COUNT(libdirs); i++) {
		char *path = xasprintf("%s/../%s/%s", folder, libdirs[i], name);
		if (access(path, R_OK) == 0)
			return path;
		free(path);
	}
	return NULL;
}

/* Returns the folder of the installed libamprt, or NULL. */
static char *installed_library_dir(const char *folder)
{
	OWNED char *library = find_library(folder, "libamprt.so");
	if (!library)
		library = find_library(folder, "libamprt.a");
	char *slash = library ? strrchr(library, '/') : NULL;
	if (slash)
		*slash = '\0';
	return library ? realpath(library, NULL) : NULL;
}

/* Returns the lib folder of this version's Python package, for an ampcc in Python's folder of programs, which
 * is apart from the packages. NULL if there is none. The caller frees it. */
static char *folder_in_package(const char *programs)
{
	static const char *const places[] = {"lib*/python3*/*-packages/", "" /* pip install --target */};
	char *found = NULL;

	for (size_t i = 0; !found && i < COUNT(places); i++) {
		OWNED char *pattern = xasprintf("%s/../%sampcc-" AMPCC_VERSION ".dist-info", programs, places[i]);
		glob_t paths;

		if (glob(pattern, 0, NULL, &paths) == 0)
			found = xasprintf("%s/../ampcc/lib", paths.gl_pathv[0]);
		globfree(&paths);
	}
	return found;
}

/* Returns a path, taken relative to a folder unless it is absolute; NULL if it is empty. */
static char *path_from(const char *folder, const char *path)
{
	if (!*path)
		return NULL;
	return *path == '/' ? xstrdup(path) : xasprintf("%s/%s", folder, path);
}

/* In its build tree, ampcc uses the headers of the source tree and the runtime of the same build; when
 * installed, those below its own prefix. */
static struct installation find_installation(void)
{
	struct installation where = {0};
	char *folder = own_folder();
	char *in_package = AMPCC_IS_WHEEL ? folder_in_package(folder) : NULL;
	if (in_package) {
		free(folder);
		folder = in_package;
	}
	OWNED char *build = realpath(AMPCC_BUILD_DIR, NULL);
	if (build && !strcmp(folder, build)) {
		where.include_dir = xstrdup(AMPCC_SOURCE_INCLUDE_DIR);
		where.front_end = xasprintf("%s/" AMPCC_FRONT_END, folder);
		where.toolkit = path_from(folder, "../cuda/nvidia/cu13"); /* tools/setup --cuda */
		where.runtime_dir = realpath(AMPCC_SOURCE_INCLUDE_DIR "/../runtime", NULL);
		OWNED char *runtime = xasprintf("%s/../runtime", folder);
		where.library_dir = realpath(runtime, NULL);
		if (where.library_dir && !holds_runtime(where.library_dir)) {
			free(where.library_dir);
			where.library_dir = NULL;
		}
	} else {
		OWNED char *include = xasprintf("%s/../%s/ampcc", folder, AMPCC_INCLUDEDIR);
		char *clean = realpath(include, NULL);
		where.include_dir = clean ? clean : xstrdup(include);
		where.library_dir = installed_library_dir(folder);
		where.front_end = find_library(folder, "ampcc/" AMPCC_FRONT_END);
		where.toolkit = path_from(folder, AMPCC_TOOLKIT);
		where.runtime_dir = find_library(folder, "ampcc/runtime");
	}
	where.libclang = path_from(folder, AMPCC_LIBCLANG);
	where.resource_dir = path_from(folder, AMPCC_RESOURCE_DIR);
	free(folder);
	return where;
}

/* Executes the command line. Returns the exit status. */
static int obey(struct command *c, const struct installation *where)
{
	if (c->clangd && !c->help)
		return write_clangd(c, where);
	if (c->vendor && !c->emit_folder && !c->help) {
		fail("--amp-vendor is for --amp-emit-cuda=DIR");
		return 1;
	}
	if (c->emit_folder && !c->help)
		return convert_project(c, where);
	if (!c->help && !c->show_cache)
		return drive(c, where);
	if (c->help)
		print_help();
	else
		cache_show();
	return 0;
}

int main(int argc, char **argv)
{
	SCOPED(command) command = {0};
	struct installation where = find_installation();
	int status = 1;
	if (argc > 1 && !strcmp(argv[1], PRECOMPILE_OPTION))
		status = precompile_amp(&where, argc - 2, argv + 2);
	else if (command_init(&command, argc, argv) && cache_settings_are_sound())
		status = obey(&command, &where);
	free(where.include_dir);
	free(where.library_dir);
	free(where.runtime_dir);
	free(where.front_end);
	free(where.libclang);
	free(where.toolkit);
	free(where.resource_dir);
	return status;
}
