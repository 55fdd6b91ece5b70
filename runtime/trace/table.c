/* AMP_STATS: sums of time and bytes, by kernel and by the place where a view was created. */
#include "trace/trace.h"

#include <stdlib.h>
#include <string.h>

/* The sum for a kernel, or for all records of a kind. */
struct total {
	const char *name;
	uint64_t count;
	int64_t time, most;
};

static struct total *kernels;
static size_t kernel_count, kernel_capacity;
static struct total kinds[TRACE_FREE + 1];
static uint64_t most_device_bytes;
static struct moved unknown[3]; /* by views that were created at unknown places */

static void add(struct total *t, const struct trace_record *r)
{
	int64_t time = r->end - r->begin;
	t->count++;
	t->time += time;
	t->most = time > t->most ? time : t->most;
}

/* Returns the sum of all kernels with this name, which includes instances of a template with several tile
 * sizes. */
static struct total *kernel_of(const char *name)
{
	for (size_t i = 0; i < kernel_count; i++) {
		if (kernels[i].name == name || strcmp(kernels[i].name, name) == 0)
			return &kernels[i];
	}
	if (kernel_count == kernel_capacity) {
		size_t more = kernel_capacity ? kernel_capacity * 2 : 16;
		struct total *larger = realloc(kernels, more * sizeof(*larger));
		if (!larger)
			return NULL;
		kernels = larger;
		kernel_capacity = more;
	}
	kernels[kernel_count] = (struct total){.name = name};
	return &kernels[kernel_count++];
}

static bool is_host(const char *path)
{
	return strcmp(path, slot_name(SLOT_HOST)) == 0;
}

/* A copy has a record of the thread's and, on GPUs, one of the GPU's; the time of the latter counts. */
static void add_copy(const struct trace_record *r)
{
	struct moved *by_direction = r->made ? r->made->moved : unknown;
	struct moved *m = &by_direction[is_host(r->from) ? 0 : is_host(r->to) ? 1 : 2];
	if (!r->track) {
		m->copies++;
		m->bytes += r->bytes;
	}
	if (!is_queuing(r))
		m->time += r->end - r->begin;
}

void table_add(const struct trace_record *r)
{
	bool is_kernel = r->kind == TRACE_KERNEL && !is_queuing(r);
	struct total *kernel = is_kernel ? kernel_of(r->name) : NULL;
	if (kernel)
		add(kernel, r);
	if (r->kind == TRACE_COPY)
		add_copy(r);
	if (!r->track)
		add(&kinds[r->kind], r);
	if (r->device_bytes > most_device_bytes)
		most_device_bytes = r->device_bytes;
}

/* ---- The table ----------------------------------------------------------- */

static int by_time(const void *a, const void *b)
{
	int64_t x = ((const struct total *)a)->time, y = ((const struct total *)b)->time;
	return x < y ? 1 : x > y ? -1 : 0;
}

static double ms(int64_t ns)
{
	return (double)ns / 1e6;
}

static void write_kernels(FILE *out)
{
	if (!kernel_count)
		return;
	qsort(kernels, kernel_count, sizeof(*kernels), by_time);
	fprintf(out, "\n  %8s %12s %10s %10s  kernel\n", "launches", "ms", "us each", "us at most");
	for (size_t i = 0; i < kernel_count; i++)
		fprintf(out, "  %8llu %12.3f %10.1f %10.1f  %s\n", (unsigned long long)kernels[i].count,
		        ms(kernels[i].time), ms(kernels[i].time) * 1e3 / (double)kernels[i].count,
		        ms(kernels[i].most) * 1e3, kernels[i].name);
}

static void write_moved(FILE *out, const struct moved *by_direction, const char *place)
{
	static const char *const directions[] = {"to GPUs", "from GPUs", "between"};
	for (int i = 0; i < 3; i++) {
		const struct moved *m = &by_direction[i];
		if (m->copies)
			fprintf(out, "  %8llu %12.3f %14llu  %-9s  %s\n", (unsigned long long)m->copies,
			        ms(m->time), (unsigned long long)m->bytes, directions[i], place);
	}
}

static bool is_moved(const struct moved *m)
{
	return m[0].copies || m[1].copies || m[2].copies;
}

/* Writes one line for each source line, also if it was reached through different calls. */
static void write_views(FILE *out)
{
	bool any = is_moved(unknown);
	for (struct trace_site *s = sites_first(); s; s = s->next)
		any |= is_moved(s->moved);
	if (!any)
		return;
	fprintf(out, "\n  %8s %12s %14s  direction  view made at\n", "copies", "ms", "bytes");
	for (struct trace_site *s = sites_first(); s; s = s->next) {
		/* Add up sites with the same source line. */
		for (struct trace_site *t = s->next; t && is_moved(s->moved); t = t->next) {
			for (int i = 0; i < 3 && strcmp(s->text, t->text) == 0; i++) {
				s->moved[i].copies += t->moved[i].copies;
				s->moved[i].bytes += t->moved[i].bytes;
				s->moved[i].time += t->moved[i].time;
				t->moved[i] = (struct moved){0};
			}
		}
		write_moved(out, s->moved, s->text);
	}
	write_moved(out, unknown, "?");
}

void table_write(FILE *out, int64_t now)
{
	static const enum trace_kind others[] = {TRACE_LAUNCH, TRACE_COPY, TRACE_WAIT, TRACE_LOAD,
	                                         TRACE_ALLOCATE};
	sites_resolve();
	fprintf(out, "amp: what took the %.3f ms since the first use of the runtime\n", ms(now));
	write_kernels(out);
	write_views(out);
	fprintf(out, "\n  %8s %12s  of the program's threads\n", "times", "ms");
	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++) {
		const struct total *t = &kinds[others[i]];
		if (t->count)
			fprintf(out, "  %8llu %12.3f  %s\n", (unsigned long long)t->count, ms(t->time),
			        trace_kind_names[others[i]]);
	}
	if (most_device_bytes)
		fprintf(out, "  at most %llu bytes on GPUs\n", (unsigned long long)most_device_bytes);
	free(kernels);
	kernels = NULL;
}
