/* Chrome's trace format, which Perfetto (ui.perfetto.dev) and chrome://tracing open: an array of events,
 * https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU. Records are kept until
 * there are many or the program ends; only then are their source lines looked up. Host threads are threads of
 * the process, and so are a GPU's queues, with our own numbers. */
#include "trace/trace.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define KEPT 8192
#define TRACK_ID 1000000000u /* greater than the kernel's thread IDs */

static FILE *file;
static struct trace_record *kept;
static size_t count_kept;
static const char *between = "";
static long process;

static void write_string(const char *text)
{
	putc('"', file);
	for (; *text; text++) {
		unsigned char c = (unsigned char)*text;
		if (c == '"' || c == '\\')
			fprintf(file, "\\%c", c);
		else if (c < 0x20)
			fprintf(file, "\\u%04x", c);
		else
			putc(c, file);
	}
	putc('"', file);
}

static void begin_event(char phase, unsigned long long thread)
{
	fprintf(file, "%s{\"ph\":\"%c\",\"pid\":%ld,\"tid\":%llu", between, phase, process, thread);
	between = ",\n";
}

/* Writes a time in microseconds. */
static void write_time(const char *name, int64_t ns)
{
	if (ns < 0)
		ns = 0;
	fprintf(file, ",\"%s\":%lld.%03d", name, (long long)(ns / 1000), (int)(ns % 1000));
}

static void write_name(const char *what, unsigned long long thread, const char *name)
{
	begin_event('M', thread);
	fprintf(file, ",\"name\":\"%s\",\"args\":{\"name\":", what);
	write_string(name);
	fputs("}}", file);
}

static void program_name(char *out, size_t size)
{
	FILE *f = fopen("/proc/self/comm", "r");
	if (!f || !fgets(out, (int)size, f))
		snprintf(out, size, "program");
	out[strcspn(out, "\n")] = '\0';
	if (f)
		fclose(f);
}

bool json_open(const char *path)
{
	char name[64];
	kept = malloc(KEPT * sizeof(*kept));
	file = kept ? fopen(path, "w") : NULL;
	if (!file) {
		free(kept);
		return false;
	}
	process = getpid();
	fputs("[\n", file);
	program_name(name, sizeof(name));
	write_name("process_name", (unsigned long long)process, name);
	return true;
}

void json_track(unsigned track, const char *name)
{
	write_name("thread_name", TRACK_ID + track, name);
}

/* ---- Records ------------------------------------------------------------- */

static void write_argument(const char **separator, const char *name, const char *text,
                           const char *more)
{
	char joined[1024];
	if (!text || !*text)
		return;
	snprintf(joined, sizeof(joined), "%s%s%s", text, more ? " " : "", more ? more : "");
	fprintf(file, "%s\"%s\":", *separator, name);
	write_string(joined);
	*separator = ",";
}

static void write_number(const char **separator, const char *name, uint64_t n)
{
	if (n)
		fprintf(file, "%s\"%s\":%llu", *separator, name, (unsigned long long)n);
	*separator = n ? "," : *separator;
}

static void write_arguments(const struct trace_record *r)
{
	const char *separator = "";
	fputs(",\"args\":{", file);
	write_number(&separator, "bytes", r->bytes);
	write_argument(&separator, "from", r->from, NULL);
	write_argument(&separator, "to", r->to, NULL);
	write_argument(&separator, "why", r->reason, r->reason_name);
	write_argument(&separator, "at", r->site ? r->site->text : NULL, NULL);
	write_number(&separator, "buffer", r->buffer);
	write_argument(&separator, "view made at", r->made ? r->made->text : NULL, NULL);
	putc('}', file);
}

/* Writes an arrow from a command's submission by a thread to its execution in the queue. */
static void write_flow(const struct trace_record *r, unsigned long long thread)
{
	begin_event(r->track ? 'f' : 's', thread);
	write_time("ts", r->begin);
	fprintf(file, ",\"name\":\"queued\",\"cat\":\"queue\",\"id\":%llu%s}",
	        (unsigned long long)r->flow, r->track ? ",\"bp\":\"e\"" : "");
}

static void write_record(const struct trace_record *r)
{
	unsigned long long thread = r->track ? TRACK_ID + r->track : r->thread;
	bool is_kernel = r->kind == TRACE_KERNEL && !is_queuing(r);
	const char *kind = r->kind == TRACE_KERNEL && is_queuing(r) ? "queue" : trace_kind_names[r->kind];
	char name[1024];
	snprintf(name, sizeof(name), "%s%s%s", is_kernel ? "" : kind, r->name && !is_kernel ? " " : "",
	         r->name ? r->name : "");
	begin_event('X', thread);
	write_time("ts", r->begin);
	write_time("dur", r->end > r->begin ? r->end - r->begin : 0);
	fprintf(file, ",\"cat\":\"%s\",\"name\":", kind);
	write_string(name);
	write_arguments(r);
	putc('}', file);
	if (r->flow)
		write_flow(r, thread);
	if (r->kind == TRACE_ALLOCATE || r->kind == TRACE_FREE) {
		begin_event('C', (unsigned long long)process);
		write_time("ts", r->end);
		fprintf(file, ",\"name\":\"memory of GPUs\",\"args\":{\"bytes\":%llu}}",
		        (unsigned long long)r->device_bytes);
	}
}

static void flush(void)
{
	sites_resolve();
	for (size_t i = 0; i < count_kept; i++)
		write_record(&kept[i]);
	count_kept = 0;
	fflush(file);
}

void json_add(const struct trace_record *r)
{
	if (count_kept == KEPT)
		flush();
	kept[count_kept++] = *r;
}

void json_close(void)
{
	flush();
	fputs("\n]\n", file);
	fclose(file);
	free(kept);
}
