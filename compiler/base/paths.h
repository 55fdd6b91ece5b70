/* Paths of files and folders (paths.c). */
#ifndef PATHS_H
#define PATHS_H

#include "base/text.h"

/* Returns the folder of a path, "." if the path has none. The caller frees it. */
char *folder_of(const char *path);
/* Returns the part of a path behind its last slash: a file's name. */
const char *file_name(const char *path);
/* Returns the part of a path behind a folder and its slash; NULL if it is not in the folder. */
const char *path_below(const char *path, const char *folder);
/* Returns an absolute path; links are resolved in the part of it that exists. The caller frees it. */
char *absolute_path(const char *path);
/* Returns the path of the first file with a name in a list of folders like PATH, or NULL, for which access() grants a
 * mode; NULL if there is none. The caller frees it. */
char *find_in_path(const char *folders, const char *name, int mode);
/* Appends the names of a folder's entries in alphabetical order, without "." and "..". Returns false, with errno
 * set, if the folder cannot be read. */
bool list_folder(const char *path, struct strings *names);

#endif
