/* Paths of files and folders (paths.c). */
#ifndef PATHS_H
#define PATHS_H

/* The folder of a path, "." if it has none. The caller frees it. */
char *folder_of(const char *path);
/* The part of a path behind a folder and its slash; NULL if it is not in it. */
const char *path_below(const char *path, const char *folder);
/* A path from the root; the part of it that is there without links. The caller frees it. */
char *absolute_path(const char *path);

#endif
