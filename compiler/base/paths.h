/* Paths of files and folders (paths.c). */
#ifndef PATHS_H
#define PATHS_H

/* Returns the folder of a path, "." if the path has none. The caller frees it. */
char *folder_of(const char *path);
/* Returns the part of a path behind its last slash: a file's name. */
const char *file_name(const char *path);
/* Returns the part of a path behind a folder and its slash; NULL if it is not in the folder. */
const char *path_below(const char *path, const char *folder);
/* Returns an absolute path; links are resolved in the part of it that exists. The caller frees it. */
char *absolute_path(const char *path);

#endif
