/* Paths of files and folders. */
#include "base/paths.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char *folder_of(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? xstrndup(path, slash == path ? 1 : (size_t)(slash - path)) : xstrdup(".");
}

const char *file_name(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

const char *path_below(const char *path, const char *folder)
{
	size_t n = strlen(folder);
	if (!strcmp(folder, "."))
		return *path != '/' && !starts(path, "../") ? path : NULL;
	return !strncmp(path, folder, n) && path[n] == '/' ? path + n + 1 : NULL;
}

char *absolute_path(const char *path)
{
	char *real = realpath(path, NULL);
	if (real)
		return real;
	size_t n = strlen(path);
	while (n > 1 && path[n - 1] == '/')
		n--;
	char *clean = xstrndup(path, n), *slash = strrchr(clean, '/'), *outer = folder_of(clean);
	char *above = slash == clean ? xstrdup("") : absolute_path(outer);
	char *out = xasprintf("%s/%s", strcmp(above, "/") ? above : "", file_name(clean));
	free(clean);
	free(outer);
	free(above);
	return out;
}

char *find_in_path(const char *folders, const char *name, int mode)
{
	while (folders && *folders) {
		size_t length = strcspn(folders, ":");
		char *path = length ? xasprintf("%.*s/%s", (int)length, folders, name) : xstrdup(name);
		if (access(path, mode) == 0)
			return path;
		free(path);
		folders += length + (folders[length] == ':');
	}
	return NULL;
}

bool list_folder(const char *path, struct strings *names)
{
	struct dirent **entries;
	int n = scandir(path, &entries, NULL, alphasort);
	for (int i = 0; i < n; i++) {
		if (strcmp(entries[i]->d_name, ".") && strcmp(entries[i]->d_name, ".."))
			strings_push(names, entries[i]->d_name);
		free(entries[i]);
	}
	if (n >= 0)
		free(entries);
	return n >= 0;
}
