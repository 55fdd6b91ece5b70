/* Child processes, temporary files and outputs (process.c). */
#ifndef PROCESS_H
#define PROCESS_H

#include "base/text.h"

#include <stdbool.h>
#include <sys/types.h>

/* Before the first thread of a run: settles who gets the signals that end it.
 * The functions below do it themselves. */
void process_init(void);
/* Runs argv[0] from PATH. out, if not NULL, receives its standard output;
 * standard error and input pass through. Returns the exit status, or 128 + n
 * for signal n, as a shell does; 127 with a message if it cannot be started. */
int process_run(char *const argv[], struct text *out);
/* The same; messages receives its standard error. */
int process_run_apart(char *const argv[], struct text *out, struct text *messages);
/* The same in the background; *pid identifies it for process_wait. */
bool process_start(char *const argv[], pid_t *pid);
int process_wait(pid_t pid);
/* Whether a shell takes s as it is, in quotes or without, and a list of words or of NAME=VALUE
 * cannot mistake it for more than one: letters, digits, UTF-8 and some signs. */
bool is_plain_name(const char *s);
/* Whether a shell takes a word as it is, which may be a list. */
bool is_plain_argument(const char *s);
/* Appends a command as a shell takes it, in one line. */
void command_append(char *const argv[], struct text *line);
/* --amp-verbose: a command to standard error, as a shell would take it. */
void command_print(char *const argv[]);
/* A path in this run's temporary directory: the name of base without its suffix, as far as that is
 * plain, and suffix. Its real path is plain. Removed at exit and on every catchable signal. Owned by
 * process.c. */
const char *temporary_path(const char *base, const char *suffix);
/* Whether a folder's path and its real path are plain, and no option. */
bool is_plain_folder(const char *path);
/* The path itself then, else that of a temporary link to it. Valid as long as path and this run's
 * temporary files are. */
const char *plain_folder(const char *path);
/* Files under a temporary path are those under another for people: of a link, of a copy. */
void stand_for(const char *temporary, const char *original);
/* The path for people of a file. The caller frees it. */
char *original_path(const char *path);
/* A file that is an output: removed if the run ends before output_commit. */
void output_begin(const char *path);
void output_commit(const char *path);

#endif
