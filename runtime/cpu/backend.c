/* The accelerators on the host: direct3d_warp on all cores, direct3d_ref on one, and cpu_accelerator, which
 * only holds data. Their copies are the host copy; with AMP_CPU_MEMORY=separate, those that run kernels have
 * copies of their own, as GPUs have, so that what a GPU would not see is missing here, too. Launches and copies
 * are synchronous, so their queues are always empty. */
#include "runtime-internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What separate memory has in place of values that a kernel must not depend on: unlikely as a number of any type,
 * and no index of any container. */
#define POISON 0xeb

/* Memory for a tile's tile_static variables: the specification's limit. */
#define TILE_STATIC_BYTES 32768
/* The smallest chunk, in points: long enough for vectorized loops; shorter if points take long. */
#define RANGE_CHUNK 256
#define HEAVY_CHUNK 16
/* The number of pieces of a thread's share of a launch: threads that have finished take pieces of the
 * others'. */
#define PIECES 32
/* A launch of at most SHORT_LAUNCH points may end before other threads have woken up. It begins with
 * FIRST_PIECE points on the launching thread, which goes on alone for about ALONE nanoseconds, in pieces that
 * are at most GROWTH times as long as all before. A tile is never divided: while one of more than SMALL_TILE
 * points runs, the others could have been run by other threads. */
#define SHORT_LAUNCH 8192
#define SMALL_TILE 64
#define FIRST_PIECE 8
#define GROWTH 7
#define ALONE 3000

static amp_status queue_nothing(amp_accelerator_view *queue)
{
	(void)queue;
	return AMP_OK;
}

static void queue_finish(amp_accelerator_view *queue)
{
	(void)queue;
}

static amp_status queue_wait_queue(amp_accelerator_view *queue, amp_accelerator_view *other, uint64_t ticket)
{
	(void)queue;
	(void)ticket;
	return queue_wait(other);
}

static void fence(amp_accelerator_view *queue, bool is_certain)
{
	(void)queue;
	(void)is_certain;
}

static void note_reached(amp_accelerator_view *queue)
{
	(void)queue;
}

static amp_status event_record(amp_accelerator_view *queue, void **event)
{
	(void)queue;
	*event = NULL;
	return AMP_OK;
}

static amp_status event_wait(amp_accelerator_view *queue, void *event)
{
	(void)queue;
	(void)event;
	return AMP_OK;
}

static bool event_is_complete(amp_accelerator_view *queue, void *event)
{
	(void)queue;
	(void)event;
	return true;
}

static void event_finish(amp_accelerator_view *queue, void *event)
{
	(void)queue;
	(void)event;
}

struct job {
	const amp_kernel *kernel;
	const amp_domain *domain;
	const int *extent;
	const void *image;
	bool is_checked;
	atomic_bool has_failed;
	char message[1024];         /* of the first failure */
};

/* The job of the kernel that this thread runs. */
static _Thread_local struct job *running;

void amp_cpu_fail(const char *message)
{
	struct job *j = running;
	if (!atomic_exchange(&j->has_failed, true))
		snprintf(j->message, sizeof(j->message), "%s", message);
}

bool amp_cpu_is_checked(void)
{
	return running->is_checked;
}

bool amp_tile_agreed(unsigned answers)
{
	if (answers == 3)
		amp_cpu_fail("a barrier in divergent control flow: not all threads of the tile "
		             "come to it [C++ AMP 8.1.1]");
	return answers == 1;
}

static void run_range(void *context, size_t begin, size_t end)
{
	struct job *j = running = context;
	if (!atomic_load_explicit(&j->has_failed, memory_order_relaxed))
		j->kernel->run_range(j->image, j->extent, begin, end);
}

static void run_tiles(void *context, size_t begin, size_t end)
{
	struct job *j = running = context;
	const int *tile = j->kernel->tile, *tiles = j->domain->tiles;
	amp_cpu_tile t;
	for (size_t n = begin; n < end; n++) {
		if (atomic_load_explicit(&j->has_failed, memory_order_relaxed))
			return;
		size_t rest = n;
		t.size = 1;
		for (unsigned d = AMP_DOMAIN_RANK; d-- > 0;) {
			t.tile[d] = (int)(rest % (size_t)tiles[d]);
			rest /= (size_t)tiles[d];
			if (d < j->kernel->rank)
				t.size *= (unsigned)tile[d];
		}
		t.next = 0;
		tile_run(j->kernel, j->image, &t);
	}
}

static amp_status prepare(amp_accelerator_view *queue, amp_kernel *kernel, void **code)
{
	(void)code;
	if (kernel->tile[0] ? kernel->run_tile != NULL : kernel->run_range != NULL)
		return AMP_OK;
	return fail(AMP_ERROR_UNSUPPORTED, "%s has no code for %s", kernel->name,
	            queue->accelerator->info.device_path);
}

/* Begins a short launch on this thread, piece by piece: each as long as the time that is left allows at the
 * speed of those before. Returns where the rest begins for which waking the other threads pays, or the end if
 * nothing is left. */
static size_t begin_alone(pool_fn work, struct job *job, size_t end, size_t piece)
{
	const int64_t start = nanoseconds();
	size_t begin = 0;
	while (end - begin > piece) {
		work(job, begin, begin + piece);
		begin += piece;
		const int64_t taken = nanoseconds() - start;
		if (taken >= ALONE)
			return begin;
		const double left = (double)begin * (double)(ALONE - taken) / (double)(taken + 1);
		piece = left < (double)(GROWTH * begin) ? (size_t)left : GROWTH * begin;
		if (piece == 0)
			return begin;
	}
	work(job, begin, end);
	return end;
}

static void run_on_all(pool_fn work, struct job *job)
{
	const amp_kernel *kernel = job->kernel;
	const bool is_tiled = kernel->tile[0];
	const size_t total = job->domain->total, chunk = total / (PIECES * pool_width());
	size_t points = 1, begin = 0, least = is_tiled ? 1 : RANGE_CHUNK;
	for (unsigned d = 0; is_tiled && d < kernel->rank; d++)
		points *= (size_t)kernel->tile[d];
	if (points <= SMALL_TILE && total * points <= SHORT_LAUNCH && pool_width() > 1) {
		begin = begin_alone(work, job, total, points < FIRST_PIECE ? FIRST_PIECE / points : 1);
		least = is_tiled ? 1 : HEAVY_CHUNK;
	}
	if (begin < total)
		pool_run(work, job, begin, total, chunk > least ? chunk : least);
}

/* The kernel has everything that a launch needs. */
static void plan(const amp_accelerator_view *queue, const amp_kernel *kernel, void *code,
                 const amp_domain *domain, const struct distinct_views *views,
                 struct launch_plan *out)
{
	(void)queue;
	(void)kernel;
	(void)code;
	(void)domain;
	(void)views;
	*out = (struct launch_plan){0};
}

static amp_status launch(amp_accelerator_view *queue, amp_kernel *kernel,
                         const struct launch_plan *how, const amp_domain *domain,
                         const int *extent, const void *image,
                         const struct distinct_views *views)
{
	(void)how;
	(void)views;
	const bool is_ref = queue->accelerator->info.kind == AMP_ACCELERATOR_REF;
	struct job job; /* without zeros in its message */
	job.kernel = kernel;
	job.domain = domain;
	job.extent = extent;
	job.image = image;
	job.is_checked = is_ref || (kernel->is_robust && checks_accesses());
	atomic_init(&job.has_failed, false);
	pool_fn work = kernel->tile[0] ? run_tiles : run_range;
	if (is_ref)
		work(&job, 0, domain->total);
	else
		run_on_all(work, &job);
	if (atomic_load(&job.has_failed))
		return fail(AMP_ERROR_FAILED, "%s: %s", kernel->name, job.message);
	return AMP_OK;
}

/* ---- Separate memory ----------------------------------------------------- */

bool cpu_memory_is_separate(void)
{
	const char *text = getenv("AMP_CPU_MEMORY");
	if (!text || !*text || strcmp(text, "shared") == 0)
		return false;
	if (strcmp(text, "separate") == 0)
		return true;
	fprintf(stderr, "amp: AMP_CPU_MEMORY=%s: it is shared or separate\n", text);
	exit(1);
}

static void poison(char *address, size_t size)
{
	memset(address, POISON, size);
}

static amp_status allocate(amp_accelerator_view *queue, size_t size, char **out)
{
	*out = host_allocate(size);
	if (!*out)
		return fail(AMP_ERROR_OUT_OF_MEMORY, "no memory for %zu bytes on %s", size,
		            queue->accelerator->info.device_path);
	poison(*out, size);
	return AMP_OK;
}

static void free_memory(amp_accelerator_view *queue, char *address, size_t size)
{
	(void)queue;
	host_free(address, size);
}

static amp_status allocate_pinned(amp_accelerator *a, size_t size, char **out)
{
	(void)a;
	*out = malloc(size);
	return *out ? AMP_OK : fail_memory("a staging array", size);
}

static void free_pinned(amp_accelerator *a, char *address)
{
	(void)a;
	free(address);
}

static bool register_host(amp_accelerator *a, char *address, size_t size)
{
	(void)a;
	(void)address;
	(void)size;
	return false;
}

static bool uses_later(amp_accelerator *a, const void *host, size_t size)
{
	(void)a;
	(void)host;
	(void)size;
	return false;
}

static amp_status copy(amp_accelerator_view *queue, const struct transfer *t, amp_accelerator *to, char *to_address,
                       amp_accelerator *from, const char *from_address)
{
	(void)queue;
	(void)to;
	(void)from;
	transfer_on_host(t, to_address, from_address);
	return AMP_OK;
}

/* Memory functions are for separate memory only. There are no texture objects. */
const struct amp_backend cpu_backend = {
    .queue_init = queue_nothing,
    .queue_finish = queue_finish,
    .queue_wait = queue_nothing,
    .queue_wait_queue = queue_wait_queue,
    .fence = fence,
    .note_reached = note_reached,
    .event_record = event_record,
    .event_wait = event_wait,
    .event_is_complete = event_is_complete,
    .event_finish = event_finish,
    .allocate = allocate,
    .free = free_memory,
    .allocate_pinned = allocate_pinned,
    .free_pinned = free_pinned,
    .register_host = register_host,
    .uses_later = uses_later,
    .copy = copy,
    .poison = poison,
    .prepare = prepare,
    .plan = plan,
    .launch = launch,
};

void cpu_accelerators_init(amp_accelerator *out, bool is_separate)
{
	static const struct {
		amp_accelerator_kind kind;
		const char *path, *description;
	} list[CPU_ACCELERATORS] = {
		{AMP_ACCELERATOR_CPU, "direct3d_warp", "CPU, all cores"},
		{AMP_ACCELERATOR_REF, "direct3d_ref", "CPU, one core, tiles in order"},
		{AMP_ACCELERATOR_HOST, "cpu_accelerator", "Host memory"},
	};
	long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGE_SIZE);
	for (unsigned i = 0; i < CPU_ACCELERATORS; i++) {
		const bool has_memory = is_separate && list[i].kind != AMP_ACCELERATOR_HOST;
		out[i].backend = &cpu_backend;
		out[i].slot = has_memory ? i + 1 : SLOT_HOST;
		out[i].info = (amp_accelerator_info){
			.kind = list[i].kind,
			.device_path = list[i].path,
			.description = list[i].description,
			.version = 11u << 16, /* the Direct3D feature level of WARP */
			.dedicated_memory = pages > 0 && page > 0
				? (size_t)pages * ((size_t)page / 1024) : 0,
			.is_emulated = true,
			.supports_double_precision = true,
			.supports_limited_double_precision = true,
			.supports_cpu_shared_memory = !has_memory,
			.max_tile_size = 1024,
			.max_tile_static = TILE_STATIC_BYTES,
			.cuda_device = -1,
		};
	}
}
