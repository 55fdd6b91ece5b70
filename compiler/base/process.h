/* Child processes, temporary files and outputs (process.c). */
#ifndef PROCESS_H
#define PROCESS_H

#include "base/text.h"

#include <stdbool.h>
#include <sys/types.h>

/* Sets up the handling of signals that end the run. Call this before starting threads; the functions below
 * call it themselves. */
void process_init(void);
/* Runs argv[0] from PATH. out, unless NULL, receives its standard output; standard error and input are passed
 * through. Returns the exit status, or 128 + n for signal n, as a shell does; 127, after an error, if the
 * program cannot be started. */
int process_run(char *const argv[], struct text *out);
/* process_run(), but `messages` receives standard error. */
int process_run_apart(char *const argv[], struct text *out, struct text *messages);
/* Runs a command in the background. *pid identifies it for process_wait(), which returns what process_run()
 * does. */
bool process_start(char *const argv[], pid_t *pid);
int process_wait(pid_t pid);
/* Whether a shell takes s literally, with or without quotes, and no list of words or of NAME=VALUE can
 * mistake it for more than one: letters, digits, UTF-8 and some punctuation. */
bool is_plain_name(const char *s);
/* Whether a shell takes a word literally; it may be a list. */
bool is_plain_argument(const char *s);
/* Appends a command in a shell's syntax, on one line. */
void command_append(char *const argv[], struct text *line);
/* --amp-verbose: prints a command to standard error in a shell's syntax. */
void command_print(char *const argv[]);
/* Returns a path in this run's temporary directory: the file name of base without its suffix, with characters
 * that are not plain replaced, and suffix. Its real path is plain. The file is removed at exit and on every
 * catchable signal. Owned by process.c. */
const char *temporary_path(const char *base, const char *suffix);
/* Whether a folder's path and its real path are plain, and do not look like an option. */
bool is_plain_folder(const char *path);
/* Returns path if is_plain_folder(), else that of a temporary link to it. Valid as long as path and this
 * run's temporary files are. */
const char *plain_folder(const char *path);
/* Declares that files under a temporary path, a link or a copy, are to be called by the original's path in
 * messages. */
void stand_for(const char *temporary, const char *original);
/* Returns the path of a file for messages. The caller frees it. */
char *original_path(const char *path);
/* Declares an output file, which is removed if the run ends before output_commit(). */
void output_begin(const char *path);
void output_commit(const char *path);

#endif
