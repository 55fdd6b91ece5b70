/* What the files of trace/ share. All of it is under one lock, trace.c's. */
#ifndef TRACE_TRACE_H
#define TRACE_TRACE_H

#include "runtime-internal.h"

#include <stdio.h>

/* Where in the program something was called: its stack, and once it has been looked up, the
 * source line. One object for each place; they stay. */
#define SITE_FRAMES 20
struct trace_site {
	struct trace_site *next;
	int depth;
	void *frames[SITE_FRAMES];  /* return addresses, the runtime's own first */
	char *text;                 /* "file:line", or "function+0x12"; NULL: not looked up yet */
	/* Of the views and arrays that were made there, for the table. */
	struct moved {
		uint64_t copies, bytes;
		int64_t time;       /* ns: a GPU's where it told it, else the host's */
	} moved[3];                 /* to GPUs, from GPUs, between them */
};

/* Of a queue that was given commands: when which of them ran. */
struct trace_queue {
	amp_accelerator_view *queue;
	unsigned number;            /* of the track */
	void *last;                 /* a mark, and when it was passed */
	int64_t last_time;
	struct work *first, **end;  /* commands, in order, that may not have ended */
	struct trace_queue *next;
};

/* What is known of one span, when it has ended. */
struct trace_record {
	enum trace_kind kind;
	const char *name;           /* a kernel's; else NULL */
	const char *reason, *reason_name;
	size_t bytes;
	const char *from, *to;      /* accelerators; NULL: none */
	unsigned buffer;            /* its number, from 1; 0: none */
	struct trace_site *made;    /* where it was; NULL: none */
	struct trace_site *site;    /* what the program called */
	uint64_t thread;            /* the kernel's number of it */
	unsigned track;             /* of a GPU's queue; 0: it is the thread that took the time */
	uint64_t flow;              /* what a thread gave a queue has one number in both records */
	int64_t begin, end;         /* ns since the trace began */
	uint64_t device_bytes;      /* allocated on GPUs at the end */
};

/* Whether it is only how long it took to give something to a queue. */
static inline bool is_queuing(const struct trace_record *r)
{
	return r->flow && !r->track;
}

extern const char *const trace_kind_names[];

/* site.c */
struct trace_site *site_here(void);
/* Looks up the lines of all that have none yet. */
void sites_resolve(void);
struct trace_site *sites_first(void);

/* json.c: Chrome's format. False: no such file. */
bool json_open(const char *path);
void json_track(unsigned track, const char *name);
void json_add(const struct trace_record *r);
void json_close(void);

/* table.c: AMP_STATS. */
void table_add(const struct trace_record *r);
void table_write(FILE *out, int64_t now);

/* nvtx.c: ranges for profilers. */
bool nvtx_open(void);
void nvtx_push(const char *name);
void nvtx_pop(void);

#endif
