/* AMP_TRACE and AMP_STATS: what happens, how long it takes, and why. The runtime opens a span around each
 * launch, copy, wait and allocation. Commands of a GPU's queue have a mark in the queue before and behind
 * them, for which the GPU later tells the time.
 *
 *   AMP_TRACE=FILE       a line for each span; -: standard error
 *   AMP_TRACE=FILE.json  Chrome's trace format
 *   AMP_STATS=1          a table at the end, on standard error */
#define _GNU_SOURCE /* gettid */
#include "trace/trace.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* A command of a queue that may not have ended. */
struct work {
	struct work *next;
	void *begin, *end;          /* marks */
	struct trace_record record;
};

const char *const trace_kind_names[] = {"launch", "kernel",   "copy", "wait",
                                        "load",   "allocate", "free"};

atomic_int trace_state = TRACE_UNKNOWN;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static FILE *lines;           /* NULL: no lines are written */
static bool has_json, has_table, has_nvtx, has_ended;
static struct timespec start;
static pid_t process;         /* the traced one: forked children are not traced */
static struct trace_queue *queues;
static unsigned tracks;
static uint64_t flows;

static _Thread_local const char *because = "", *because_name;

static int64_t now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)(t.tv_sec - start.tv_sec) * 1000000000 + t.tv_nsec - start.tv_nsec;
}

/* ---- Opening ------------------------------------------------------------- */

static bool ends_with(const char *text, const char *end)
{
	size_t n = strlen(text), m = strlen(end);
	return n >= m && strcmp(text + n - m, end) == 0;
}

static void open_file(const char *path)
{
	if (strcmp(path, "-") == 0) {
		lines = stderr;
	} else if (ends_with(path, ".json")) {
		has_json = json_open(path);
	} else if ((lines = fopen(path, "w"))) {
		/* line-buffered, so that no line is lost in a crash */
		setvbuf(lines, NULL, _IOLBF, BUFSIZ);
	}
	if (!lines && !has_json)
		fprintf(stderr, "amp: AMP_TRACE=%s: %s\n", path, strerror(errno));
}

bool trace_open(void)
{
	pthread_mutex_lock(&lock);
	if (atomic_load(&trace_state) == TRACE_UNKNOWN) {
		const char *path = getenv("AMP_TRACE"), *stats = getenv("AMP_STATS");
		clock_gettime(CLOCK_MONOTONIC, &start);
		process = getpid();
		if (path && *path)
			open_file(path);
		has_table = stats && *stats && strcmp(stats, "0") != 0;
		has_nvtx = nvtx_open();
		atomic_store(&trace_state,
		             lines || has_json || has_table || has_nvtx ? TRACE_ON : TRACE_OFF);
	}
	pthread_mutex_unlock(&lock);
	return atomic_load(&trace_state) == TRACE_ON;
}

/* Returns whether the times of commands are needed. */
static bool needs_records(void)
{
	return (has_json || has_table) && !has_ended;
}

/* ---- Records ------------------------------------------------------------- */

static void add_record(const struct trace_record *r)
{
	if (has_json)
		json_add(r);
	if (has_table)
		table_add(r);
}

static void write_line(const struct trace_record *r)
{
	char buffer[32] = "";
	if (r->kind == TRACE_KERNEL)
		return; /* the launch has a line already */
	if (r->buffer)
		snprintf(buffer, sizeof(buffer), "  buffer %u", r->buffer);
	fprintf(lines, "%10lld us  %-8s %12zu bytes  %s -> %s%s  %s%s%s  %.1f us\n",
	        (long long)r->end / 1000, trace_kind_names[r->kind], r->bytes, r->from ? r->from : "-",
	        r->to ? r->to : "-", buffer, r->reason, *r->reason && r->reason_name ? " " : "",
	        r->reason_name ? r->reason_name : "", (double)(r->end - r->begin) / 1000);
}

/* ---- What GPUs do -------------------------------------------------------- */

static void drop_mark(struct trace_queue *q, void *mark)
{
	if (mark)
		q->queue->accelerator->backend->event_finish(q->queue, mark);
}

/* Returns the time when a mark was reached, measured from the previous mark: a float of milliseconds since
 * the beginning would be too coarse. The mark becomes the previous one. */
static int64_t pass(struct trace_queue *q, void *mark)
{
	q->last_time += q->queue->accelerator->backend->between(q->queue, q->last, mark);
	drop_mark(q, q->last);
	q->last = mark;
	return q->last_time;
}

/* Records the commands that have ended; with `all`, waits for those that have not. */
static void collect(struct trace_queue *q, bool all)
{
	const struct amp_backend *backend = q->queue->accelerator->backend;
	while (q->first) {
		struct work *w = q->first;
		if (all)
			backend->event_wait(q->queue, w->end);
		else if (!backend->event_is_complete(q->queue, w->end))
			return;
		q->first = w->next;
		if (!q->first)
			q->end = &q->first;
		w->record.begin = pass(q, w->begin);
		w->record.end = pass(q, w->end);
		add_record(&w->record);
		free(w);
	}
}

/* Must run before the driver shuts down, which is before libraries' destructors. */
static void collect_all(void)
{
	pthread_mutex_lock(&lock);
	for (struct trace_queue *q = queues; q && getpid() == process; q = q->next)
		collect(q, true);
	has_ended = true; /* static objects of the program may still use the runtime */
	pthread_mutex_unlock(&lock);
}

/* Returns the trace's part of the queue, created with a mark whose time is known. Returns NULL if the queue
 * has no time of its own, because it is the host's or its device was removed. */
static struct trace_queue *queue_of(amp_accelerator_view *queue)
{
	const struct amp_backend *backend = queue->accelerator->backend;
	struct trace_queue *q = queue->trace;
	if (q)
		return q;
	void *mark = backend->mark ? backend->mark(queue) : NULL;
	if (!mark || !(q = calloc(1, sizeof(*q))))
		return NULL;
	backend->event_wait(queue, mark);
	if (!tracks)
		atexit(collect_all); /* registered after the driver's handlers, and so called before them */
	*q = (struct trace_queue){.queue = queue, .number = ++tracks, .last = mark, .next = queues};
	q->last_time = now();
	q->end = &q->first;
	char name[64];
	snprintf(name, sizeof(name), "%s, %s %u", queue->accelerator->info.device_path,
	         queue->is_for_transfers ? "transfers" : "accelerator_view", q->number);
	if (has_json)
		json_track(q->number, name);
	return queues = queue->trace = q;
}

void trace_queue_finish(amp_accelerator_view *queue)
{
	pthread_mutex_lock(&lock);
	struct trace_queue *q = queue->trace, **link = &queues;
	if (q) {
		collect(q, true);
		drop_mark(q, q->last);
		while (*link != q)
			link = &(*link)->next;
		*link = q->next;
		free(q);
		queue->trace = NULL;
	}
	pthread_mutex_unlock(&lock);
}

/* Adds a command, and takes over its marks. Requires the lock. */
static void add_work(struct trace_queue *q, const struct trace_record *r, void *begin, void *end)
{
	struct work *w = end ? malloc(sizeof(*w)) : NULL;
	if (!w) {
		drop_mark(q, begin);
		drop_mark(q, end);
		return;
	}
	*w = (struct work){.begin = begin, .end = end, .record = *r};
	w->record.track = q->number;
	*q->end = w;
	q->end = &w->next;
	collect(q, false);
}

/* ---- Spans --------------------------------------------------------------- */

void trace_set_because(const char *reason, const char *name)
{
	because = reason;
	because_name = name;
}

void trace_set_made(struct storage *s)
{
	static unsigned numbers;
	pthread_mutex_lock(&lock);
	s->number = ++numbers;
	s->made = needs_records() ? site_here() : NULL;
	pthread_mutex_unlock(&lock);
}

void trace_start(struct trace_span *s, enum trace_kind kind, const char *name,
                 amp_accelerator_view *queue)
{
	*s = (struct trace_span){.is_on = true, .kind = kind, .name = name, .queue = queue};
	if (has_nvtx)
		nvtx_push(name ? name : trace_kind_names[kind]);
	pthread_mutex_lock(&lock);
	if (queue && needs_records() && queue_of(queue))
		s->mark = queue->accelerator->backend->mark(queue);
	pthread_mutex_unlock(&lock);
	s->begin = now();
}

/* Requires the lock. */
static void finish(const struct trace_span *s, struct trace_record *r, void *mark)
{
	struct trace_queue *q = s->mark ? s->queue->trace : NULL;
	if (lines)
		write_line(r);
	if (!needs_records())
		return;
	if (s->kind != TRACE_KERNEL)
		r->site = site_here();
	if (q) {
		r->flow = ++flows;
		add_work(q, r, s->mark, mark);
	}
	add_record(r);
}

void trace_finish(const struct trace_span *s, amp_status status, size_t bytes, const char *from,
                  const char *to, const struct storage *storage)
{
	bool has_reason = s->kind == TRACE_COPY || s->kind == TRACE_ALLOCATE || s->kind == TRACE_FREE;
	amp_counters counters;
	amp_get_counters(&counters);
	struct trace_record r = {
		.kind = s->kind, .name = s->name, .reason = has_reason ? because : "",
		.reason_name = has_reason ? because_name : s->name,
		.bytes = bytes, .from = from, .to = to, .thread = (uint64_t)gettid(),
		.buffer = storage ? storage->number : 0, .made = storage ? storage->made : NULL,
		.begin = s->begin, .end = now(), .device_bytes = counters.device_bytes,
	};
	const struct amp_backend *backend = s->mark ? s->queue->accelerator->backend : NULL;
	void *mark = backend ? backend->mark(s->queue) : NULL;
	if (has_nvtx)
		nvtx_pop();
	pthread_mutex_lock(&lock);
	if (status == AMP_OK && getpid() == process) {
		finish(s, &r, mark);
	} else if (backend) {
		drop_mark(s->queue->trace, s->mark);
		drop_mark(s->queue->trace, mark);
	}
	pthread_mutex_unlock(&lock);
}

/* Runs when the library is unloaded, after the program's own objects are destroyed. */
__attribute__((destructor)) static void trace_close(void)
{
	if (atomic_load(&trace_state) != TRACE_ON || getpid() != process)
		return;
	pthread_mutex_lock(&lock);
	has_ended = true;
	if (has_json)
		json_close();
	if (has_table)
		table_write(stderr, now());
	if (lines)
		fflush(lines);
	has_json = has_table = false;
	pthread_mutex_unlock(&lock);
}
