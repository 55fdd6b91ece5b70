/* Child processes, temporary files and signals.
 *
 * A run that creates files or children first blocks SIGINT, SIGTERM and SIGHUP and makes one thread wait for
 * them. That thread may do what a signal handler may not: terminate the children, remove unfinished files,
 * and then die by the same signal. Each child leads a process group, so that a compiler's own children
 * (cc1plus, cicc, ptxas) end with it. */
#define _GNU_SOURCE /* pipe2, memfd_create, nftw */
#include "base/process.h"

#include "base/paths.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

/* Guards all variables below. The signal thread takes it and keeps it: other threads that want it wait for
 * the end of the process. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pid_t *children;
static size_t n_children;
static struct strings outputs;     /* begun, not committed */
static struct strings temporaries; /* returned by temporary_path() */
static struct strings stand_ins, originals; /* for stand_for() */
static char *temporary_directory;
static sigset_t waited_signals, original_mask;
static bool original_pipe_ignored, original_size_ignored, guarded;

/* ---- The end ----------------------------------------------------------- */

static int remove_entry(const char *path, const struct stat *st, int type, struct FTW *at)
{
	(void)st, (void)type, (void)at;
	remove(path);
	return 0;
}

/* Removes unfinished outputs (never a device such as /dev/null) and all
 * temporary files. */
static void remove_files(void)
{
	struct stat st;
	for (size_t i = 0; i < outputs.count; i++)
		if (lstat(outputs.items[i], &st) == 0 && S_ISREG(st.st_mode))
			unlink(outputs.items[i]);
	if (temporary_directory)
		nftw(temporary_directory, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

/* Runs at exit. Waits forever if a signal is ending the process already. */
static void remove_files_at_exit(void)
{
	pthread_mutex_lock(&lock);
	remove_files();
	outputs.count = 0;
	free(temporary_directory);
	temporary_directory = NULL;
	pthread_mutex_unlock(&lock);
}

/* Passes the signal on to the children and waits for them, two seconds at most. */
static void end_children(int signal_number)
{
	for (size_t i = 0; i < n_children; i++)
		kill(-children[i], signal_number);
	for (size_t i = 0, ticks = 0; i < n_children; i++) {
		while (ticks++ < 200 && waitpid(children[i], NULL, WNOHANG) == 0)
			nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
		kill(-children[i], SIGKILL);
	}
}

/* The thread that waits for a signal and ends the process by it. */
static void *wait_for_signal(void *unused)
{
	(void)unused;
	int signal_number = 0;
	while (sigwait(&waited_signals, &signal_number) != 0)
		;
	pthread_mutex_lock(&lock);
	end_children(signal_number);
	remove_files();
	signal(signal_number, SIG_DFL);
	sigset_t one;
	sigemptyset(&one);
	sigaddset(&one, signal_number);
	pthread_sigmask(SIG_UNBLOCK, &one, NULL);
	kill(getpid(), signal_number);
	return NULL;
}

/* Call before the first file or child, with the lock held: from then on nothing is left behind. A signal that
 * ampcc's caller ignores (nohup) stays ignored. */
static void guard(void)
{
	if (guarded)
		return;
	guarded = true;
	atexit(remove_files_at_exit);
	sigemptyset(&waited_signals);
	const int signals[] = {SIGINT, SIGTERM, SIGHUP};
	for (size_t i = 0; i < COUNT(signals); i++) {
		struct sigaction action;
		sigaction(signals[i], NULL, &action);
		if (action.sa_handler != SIG_IGN)
			sigaddset(&waited_signals, signals[i]);
	}
	pthread_sigmask(SIG_BLOCK, &waited_signals, &original_mask);
	signal(SIGCHLD, SIG_DFL); /* not inherited: ampcc waits for its children */
	original_pipe_ignored = signal(SIGPIPE, SIG_IGN) == SIG_IGN;
	original_size_ignored = signal(SIGXFSZ, SIG_IGN) == SIG_IGN; /* a write fails */
	pthread_t thread;
	if (pthread_create(&thread, NULL, wait_for_signal, NULL) == 0)
		pthread_detach(thread);
	else
		pthread_sigmask(SIG_SETMASK, &original_mask, NULL);
}

/* ---- Children ---------------------------------------------------------- */

void process_init(void)
{
	pthread_mutex_lock(&lock);
	guard();
	pthread_mutex_unlock(&lock);
}

/* File descriptors for a child's standard output and error; -1: ampcc's own. */
struct streams {
	int out, error;
};

/* Starts argv with the signal dispositions of ampcc's caller. */
static bool start(char *const argv[], struct streams to, pid_t *pid)
{
	pthread_mutex_lock(&lock);
	guard();
	posix_spawnattr_t attributes;
	posix_spawn_file_actions_t actions;
	posix_spawnattr_init(&attributes);
	posix_spawn_file_actions_init(&actions);
	sigset_t defaults;
	sigemptyset(&defaults);
	if (!original_pipe_ignored)
		sigaddset(&defaults, SIGPIPE);
	if (!original_size_ignored)
		sigaddset(&defaults, SIGXFSZ);
	posix_spawnattr_setsigdefault(&attributes, &defaults);
	posix_spawnattr_setsigmask(&attributes, &original_mask);
	posix_spawnattr_setpgroup(&attributes, 0);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK |
	                                          POSIX_SPAWN_SETPGROUP);
	if (to.out >= 0)
		posix_spawn_file_actions_adddup2(&actions, to.out, STDOUT_FILENO);
	if (to.error >= 0)
		posix_spawn_file_actions_adddup2(&actions, to.error, STDERR_FILENO);
	fflush(stdout);
	fflush(stderr);
	int error = posix_spawnp(pid, argv[0], &actions, &attributes, argv, environ);
	posix_spawnattr_destroy(&attributes);
	posix_spawn_file_actions_destroy(&actions);
	if (error) {
		fail("cannot run '%s': %s", argv[0], strerror(error));
	} else {
		APPEND(children, n_children) = *pid;
	}
	pthread_mutex_unlock(&lock);
	return !error;
}

bool process_start(char *const argv[], pid_t *pid)
{
	return start(argv, (struct streams){-1, -1}, pid);
}

int process_wait(pid_t pid)
{
	int status = 0;
	while (waitpid(pid, &status, 0) < 0) {
		if (errno != EINTR) {
			status = 127 << 8;
			break;
		}
	}
	/* While a signal is ending this run, taking the lock blocks here, so that the child's end is not
	 * reported as an ordinary failure. */
	pthread_mutex_lock(&lock);
	for (size_t i = 0; i < n_children; i++)
		if (children[i] == pid)
			children[i--] = children[--n_children];
	pthread_mutex_unlock(&lock);
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

/* Runs argv and appends its output to out. */
static int run(char *const argv[], struct streams to, struct text *out)
{
	pid_t pid;
	int ends[2];
	if (pipe2(ends, O_CLOEXEC) != 0) {
		fail("cannot make a pipe: %m");
		return 127;
	}
	to.out = ends[1];
	bool started = start(argv, to, &pid);
	close(ends[1]);
	read_all(ends[0], out);
	close(ends[0]);
	return started ? process_wait(pid) : 127;
}

int process_run(char *const argv[], struct text *out)
{
	const struct streams ours = {-1, -1};
	pid_t pid;
	if (out)
		return run(argv, ours, out);
	return start(argv, ours, &pid) ? process_wait(pid) : 127;
}

int process_run_apart(char *const argv[], struct text *out, struct text *messages)
{
	int error = memfd_create("messages", MFD_CLOEXEC);
	int status = run(argv, (struct streams){-1, error}, out);
	if (error >= 0 && lseek(error, 0, SEEK_SET) == 0)
		read_all(error, messages);
	close(error);
	return status;
}

static bool is_plain_character(char c)
{
	return c & 0x80 || isalnum((unsigned char)c) || (c && strchr("_-+./:@%", c));
}

bool is_plain_name(const char *s)
{
	while (is_plain_character(*s))
		s++;
	return !*s;
}

bool is_plain_argument(const char *s)
{
	const char *p = s;
	while (is_plain_character(*p) || (*p && strchr("=,^", *p)))
		p++;
	return *s && !*p;
}

void command_append(char *const argv[], struct text *line)
{
	for (bool first = true; *argv; argv++, first = false) {
		if (!first)
			text_append(line, " ");
		if (is_plain_argument(*argv)) {
			text_append(line, *argv);
			continue;
		}
		text_append(line, "'");
		for (const char *c = *argv; *c; c++) {
			if (*c == '\'')
				text_append(line, "'\\''");
			else if (*c == '\n')
				text_append(line, "'$'\\n''");
			else
				text_append_n(line, c, 1);
		}
		text_append(line, "'");
	}
}

void command_print(char *const argv[])
{
	SCOPED(text) line = {0};
	command_append(argv, &line);
	fprintf(stderr, "%s\n", text_string(&line));
}

/* ---- Files ------------------------------------------------------------- */

/* Returns the parent of the temporary directory: TMPDIR, unless its real path is not plain, or it cannot be written
 * to. The caller frees it. */
static char *temporary_parent(void)
{
	const char *parent = getenv("TMPDIR");
	char *real = parent && *parent ? realpath(parent, NULL) : NULL;
	if (real && is_plain_name(real) && access(real, W_OK | X_OK) == 0)
		return real;
	free(real);
	return xstrdup("/tmp");
}

/* Makes the temporary directory. It becomes the TMPDIR of children, so that what a killed compiler leaves is
 * removed with it. Call with the lock held. */
static void make_temporary_directory(void)
{
	OWNED char *parent = temporary_parent();
	char *path = xasprintf("%s/ampcc-XXXXXX", parent);
	if (!mkdtemp(path)) {
		fail("cannot make a temporary directory '%s': %m", path);
		pthread_mutex_unlock(&lock);
		exit(1);
	}
	temporary_directory = path;
	setenv("TMPDIR", path, 1);
}

/* Returns the beginning of a temporary file's name: a file name without its last suffix, shortened to leave
 * room for another, with underscores for characters that are not plain. The caller frees it. */
static char *plain_stem(const char *path)
{
	enum { LONGEST = 100 };
	const char *name = file_name(path), *dot = strrchr(name, '.');
	size_t length = dot && dot != name ? (size_t)(dot - name) : strlen(name);
	if (length > LONGEST)
		for (length = LONGEST; (name[length] & 0xc0) == 0x80;) /* within a character */
			length--;
	char *stem = xstrndup(name, length);
	for (char *c = stem; *c; c++)
		if (!is_plain_character(*c))
			*c = '_';
	return stem;
}

const char *temporary_path(const char *base, const char *suffix)
{
	OWNED char *stem = plain_stem(base);
	pthread_mutex_lock(&lock);
	guard();
	if (!temporary_directory)
		make_temporary_directory();
	char *path = xasprintf("%s/%s%s", temporary_directory, stem, suffix);
	for (unsigned n = 2; strings_contain(&temporaries, path); n++) {
		free(path);
		path = xasprintf("%s/%s-%u%s", temporary_directory, stem, n, suffix);
	}
	strings_push(&temporaries, path);
	free(path);
	const char *owned = temporaries.items[temporaries.count - 1];
	pthread_mutex_unlock(&lock);
	return owned;
}

void stand_for(const char *temporary, const char *original)
{
	pthread_mutex_lock(&lock);
	strings_push(&stand_ins, temporary);
	strings_push(&originals, original);
	pthread_mutex_unlock(&lock);
}

char *original_path(const char *path)
{
	for (size_t i = 0; i < stand_ins.count; i++) {
		size_t length = strlen(stand_ins.items[i]);
		if (!strncmp(path, stand_ins.items[i], length) && (!path[length] || path[length] == '/'))
			return xasprintf("%s%s", originals.items[i], path + length);
	}
	return xstrdup(path);
}

bool is_plain_folder(const char *path)
{
	OWNED char *real = realpath(path, NULL);

	return is_plain_name(path) && path[0] != '-' && (!real || is_plain_name(real));
}

const char *plain_folder(const char *path)
{
	if (is_plain_folder(path))
		return path;
	const char *link = temporary_path("folder", "");
	OWNED char *real = realpath(path, NULL);
	if (real && symlink(real, link) != 0)
		fail("cannot make a link '%s': %m", link);
	stand_for(link, path);
	return link;
}

void output_begin(const char *path)
{
	pthread_mutex_lock(&lock);
	guard();
	strings_push(&outputs, path);
	pthread_mutex_unlock(&lock);
}

void output_commit(const char *path)
{
	pthread_mutex_lock(&lock);
	for (size_t i = 0; i < outputs.count; i++) {
		if (strcmp(outputs.items[i], path))
			continue;
		free(outputs.items[i]);
		outputs.items[i] = outputs.items[--outputs.count];
		outputs.items[outputs.count] = NULL;
		break;
	}
	pthread_mutex_unlock(&lock);
}
