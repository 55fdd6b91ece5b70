/* Shared by the files of trace/. All of it is protected by one lock, trace.c's. */
#ifndef TRACE_TRACE_H
#define TRACE_TRACE_H

#include "runtime-internal.h"

#include <stdio.h>

/* A place in the program from which the runtime was called: its stack and, once looked up, the source line.
 * There is one object for each place, which is never freed. */
#define SITE_FRAMES 20
struct trace_site {
	struct trace_site *next;
	int depth;
	void *frames[SITE_FRAMES];  /* return addresses, the runtime's own first */
	char *text;                 /* "file:line" or "function+0x12"; NULL until looked up */
	/* For the table: transfers of the views and arrays created there. */
	struct moved {
		uint64_t copies, bytes;
		int64_t time;       /* ns, measured by the GPU if possible, else by the host */
	} moved[3];                 /* to GPUs, from GPUs, between GPUs */
};

/* A queue with commands, to measure when each command ran. */
struct trace_queue {
	amp_accelerator_view *queue;
	unsigned number;            /* of its track */
	void *last;                 /* a mark, which was reached at last_time */
	int64_t last_time;
	struct work *first, **end;  /* commands in order that may not have ended */
	struct trace_queue *next;
};

/* A span that has ended. */
struct trace_record {
	enum trace_kind kind;
	const char *name;           /* of a kernel, else NULL */
	const char *reason, *reason_name;
	size_t bytes;
	const char *from, *to;      /* accelerators, or NULL */
	unsigned buffer;            /* its number, from 1; 0: none */
	struct trace_site *made;    /* where the buffer was created, or NULL */
	struct trace_site *site;    /* where the program called the runtime */
	uint64_t thread;            /* the kernel's thread ID */
	unsigned track;             /* of a GPU's queue; 0: of the thread */
	uint64_t flow;              /* number that connects a command's submission and its execution */
	int64_t begin, end;         /* ns since the trace began */
	uint64_t device_bytes;      /* allocated on GPUs at the end of the span */
};

/* Returns whether the record is of a command's submission to a queue rather than its execution. */
static inline bool is_queuing(const struct trace_record *r)
{
	return r->flow && !r->track;
}

extern const char *const trace_kind_names[];

/* site.c */
struct trace_site *site_here(void);
/* Looks up the source lines of all sites that have none yet. */
void sites_resolve(void);
struct trace_site *sites_first(void);

/* json.c: Chrome's trace format. Returns false if the file cannot be created. */
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
