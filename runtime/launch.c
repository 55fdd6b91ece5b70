/* parallel_for_each: checks a launch, brings its arguments to the accelerator, patches the kernel's image,
 * and launches it. */
#include "launch.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

bool checks_accesses(void)
{
	const char *text = getenv("AMP_CHECK");
	return text && !strcmp(text, "1");
}

/* ---- The compute domain ------------------------------------------------ */

static amp_status check_domain(const amp_kernel *k, const int *extent, amp_domain *out)
{
	bool is_tiled = k->tile[0] != 0;
	if (k->rank == 0 || (is_tiled && k->rank > AMP_DOMAIN_RANK))
		return fail(AMP_ERROR_INVALID_COMPUTE_DOMAIN, "%s: a domain of rank %u", k->name,
		            k->rank);
	*out = (amp_domain){.rank = k->rank, .extent = {1, 1, 1}, .tiles = {1, 1, 1}};
	uint64_t total = 1;
	int tile_size = 1;
	for (unsigned d = 0; d < k->rank; d++) {
		if (extent[d] <= 0)
			return fail(AMP_ERROR_INVALID_COMPUTE_DOMAIN,
			            "%s: extent[%u] is %d, it must be positive", k->name, d,
			            extent[d]);
		int n = extent[d];
		if (is_tiled) {
			int tile = k->tile[d];
			if (tile <= 0 || tile > 1024 / tile_size)
				return fail(AMP_ERROR_INVALID_COMPUTE_DOMAIN,
				            "%s: a tile has 1 to 1024 threads", k->name);
			if (k->rank == 3 && d == 0 && tile > 64) /* CUDA's limit for blocks */
				return fail(AMP_ERROR_INVALID_COMPUTE_DOMAIN,
				            "%s: a tile of rank 3 has at most 64 threads along its "
				            "first dimension", k->name);
			tile_size *= tile;
			if (n % tile != 0)
				return fail(AMP_ERROR_INVALID_COMPUTE_DOMAIN,
				            "%s: extent[%u] is %d, not a multiple of the tile's "
				            "%d: pad or truncate the tiled extent",
				            k->name, d, n, tile);
			n /= tile;
			out->tiles[d] = n;
		}
		if (k->rank <= AMP_DOMAIN_RANK)
			out->extent[d] = extent[d];
		total *= (uint64_t)n;
		if (total > (is_tiled ? INT_MAX : UINT_MAX)) /* limits of a grid, and of 4.2.2 */
			return fail(AMP_ERROR_INVALID_COMPUTE_DOMAIN,
			            "%s: the domain has more than %u %s", k->name,
			            is_tiled ? INT_MAX : UINT_MAX, is_tiled ? "tiles" : "threads");
	}
	out->total = (unsigned)total;
	return AMP_OK;
}

/* ---- The accelerator --------------------------------------------------- */

static amp_accelerator_view *home_of(const amp_argument *a)
{
	struct buffer *b = buffer_from(a->view.buffer);
	return atomic_load_explicit(&b->storage, memory_order_acquire)->home;
}

/* Chooses the accelerator_view: that of captured arrays, else the named one, else that of the arrays that
 * captured views refer to if they agree, else the default. */
static amp_status choose_view(amp_accelerator_view *named, const amp_kernel *kernel,
                              const amp_argument *args, size_t n, amp_accelerator_view **out)
{
	amp_accelerator_view *chosen = named && !named->is_auto_selection ? named : NULL;
	bool agree = true;
	amp_accelerator_view *source = NULL;
	for (size_t i = 0; i < n; i++) {
		amp_accelerator_view *home = home_of(&args[i]);
		if (!home)
			continue;
		if (!args[i].is_array) {
			if (is_cpu_accelerator(home->accelerator))
				continue;
			agree &= !source || source == home;
			source = home;
			continue;
		}
		if (is_cpu_accelerator(home->accelerator))
			return fail(AMP_ERROR_INVALID_ARGUMENT,
			            "%s captures an array on cpu_accelerator, which runs no "
			            "kernels: copy it to an array on the accelerator",
			            kernel->name);
		if (chosen && chosen != home)
			return fail(AMP_ERROR_INVALID_ARGUMENT,
			            "%s captures an array on %s, but %s (%s): an array is used "
			            "on its own accelerator_view",
			            kernel->name, home->accelerator->info.device_path,
			            chosen == named ? "is launched on another accelerator_view"
			                            : "also one on another accelerator_view",
			            chosen->accelerator->info.device_path);
		chosen = home;
	}
	if (!chosen && source && agree)
		chosen = source;
	/* The first launch settles the default, even if it does not use it. */
	amp_accelerator *fallback = accelerator_settle_default();
	*out = chosen ? chosen : fallback->default_view;
	return AMP_OK;
}

/* ---- The arguments ----------------------------------------------------- */

/* Returns whether the kernel changes which copies are current. */
static bool writes(const struct argument *a)
{
	return (a->access & AMP_ACCESS_WRITE) && !a->is_settled;
}

/* Prepares each storage once for all arguments that are parts of it. */
static amp_status prepare_writes(struct launch *l)
{
	amp_status status = AMP_OK;
	for (size_t i = 0; i < l->n && status == AMP_OK; i++) {
		size_t rows = 0;
		if (!writes(&l->arguments[i]))
			continue;
		for (size_t k = 0; k < l->n; k++) {
			if (l->storages[k] == l->storages[i] && writes(&l->arguments[k]))
				rows += l->arguments[k].region.rows;
		}
		status = prepare_written(l->storages[i], rows);
	}
	return status == AMP_OK ? status : fail_context(status, "%s", l->kernel->name);
}

/* Returns the access to an argument; a read-only buffer is never written, even if the analysis could not
 * prove that. */
static amp_access access_to(const amp_argument *a, const struct storage *s)
{
	return s->is_writable ? a->access : AMP_ACCESS_READ;
}

static amp_status fail_long_range(const struct argument *a)
{
	size_t n = (a->region.end - a->region.begin) / a->source->view.element_size;
	return fail(AMP_ERROR_UNSUPPORTED,
	            "a view that reaches over %zu elements: on a GPU, views of several "
	            "dimensions reach over 2147483647 at most, or else compile the "
	            "program with -DAMP_LARGE_VIEWS", n);
}

/* Finds the region of the argument's view in its storage, and the part that the kernel may use: with robust
 * access, that is the buffer. */
static inline amp_status find_region(const struct launch *l, struct argument *a)
{
	const amp_view *v = &a->source->view;
	const struct buffer *b = buffer_from(v->buffer);
	amp_status status = region_of_view(&a->region, v);
	a->part = region_part(a->storage, l->slot, &a->region);
	if (l->kernel->is_robust)
		a->part.bytes = (struct span){.begin = b->offset, .end = b->offset + b->size};
	if (status == AMP_OK && v->rank > 1 && l->queue && l->kernel->short_range &&
	    a->region.end - a->region.begin > INT_MAX * v->element_size)
		return fail_long_range(a);
	return status;
}

/* Returns the region that the kernel may read: with robust access, that includes the rest of the buffer, and is
 * in *whole. */
static inline const struct region *reach(const struct launch *l, const struct argument *a, amp_access *access,
                                         struct region *whole)
{
	const struct buffer *b = buffer_from(a->source->view.buffer);
	*access = a->access & AMP_ACCESS_READ;
	if (!l->kernel->is_robust || a->region.row_bytes == b->size)
		return &a->region;
	*access = AMP_ACCESS_READ;
	region_init_range(whole, b->offset, b->offset + b->size);
	return whole;
}

/* Makes what the kernel reads current on the accelerator, and makes room to record what it writes. */
static amp_status bring(struct launch *l)
{
	amp_status status = AMP_OK;
	for (size_t i = 0; i < l->n; i++) {
		struct argument *a = &l->arguments[i];
		a->storage = l->storages[i];
		status = find_region(l, a);
		if (status != AMP_OK)
			return fail_context(status, "%s", l->kernel->name);
		a->access = access_to(a->source, a->storage);
		amp_access read;
		struct region whole;
		const struct region *from = reach(l, a, &read, &whole);
		a->is_settled = is_settled(a->storage, l->slot, &a->region, a->access) &&
		                (from == &a->region || is_settled(a->storage, l->slot, from, read));
		if (a->is_settled)
			continue;
		trace_because("kernel reads", l->kernel->name);
		if (read) {
			status = make_current(a->storage, l->slot, l->queue, from);
		} else {
			trace_because("kernel writes", l->kernel->name);
			status = storage_allocate(a->storage, l->slot, l->queue);
		}
		if (status != AMP_OK)
			return fail_context(status, "%s", l->kernel->name);
	}
	return prepare_writes(l);
}

/* Returns whether another argument than the i-th lets the kernel read bytes of its region. */
static bool is_read_elsewhere(const struct launch *l, size_t i)
{
	const struct argument *a = &l->arguments[i];
	for (size_t k = 0; k < l->n; k++) {
		amp_access read;
		struct region whole;
		const struct region *from = reach(l, &l->arguments[k], &read, &whole);
		if (k != i && read && l->arguments[k].storage == a->storage && from->begin < a->region.end &&
		    a->region.begin < from->end)
			return true;
	}
	return false;
}

/* Poisons what the kernel is said to write before it reads it. */
static void poison_written(const struct launch *l)
{
	for (size_t i = 0; i < l->n; i++) {
		const struct argument *a = &l->arguments[i];
		if (a->access == AMP_ACCESS_WRITE && !is_read_elsewhere(l, i))
			storage_poison(a->storage, l->slot, &a->region);
	}
}

/* Orders the kernel after other commands, once everything that its arguments need is queued. */
static amp_status order(struct launch *l)
{
	amp_status status = AMP_OK;
	for (size_t i = 0; i < l->n && status == AMP_OK; i++) {
		struct argument *a = &l->arguments[i];
		status = before_use(a->part, l->queue, a->access);
		if (status == AMP_OK && l->queue && !a->is_settled)
			status = wait_for_program_memory(a->storage, a->part.bytes);
	}
	return status;
}

static void note_writes(struct launch *l)
{
	for (size_t i = 0; i < l->n; i++) {
		struct argument *a = &l->arguments[i];
		if (writes(a))
			note_written(a->storage, l->slot, &a->region);
	}
}

static void note_uses(struct launch *l, uint64_t ticket, bool are_borrowed)
{
	for (size_t i = 0; i < l->n; i++) {
		struct argument *a = &l->arguments[i];
		if (are_borrowed)
			note_borrowed(a->storage, a->part.bytes.begin, a->part.bytes.end, ticket, a->access);
		else
			after_use(a->part, l->queue, ticket, a->access);
	}
}

static bool are_settled(const struct launch *l)
{
	for (size_t i = 0; i < l->n; i++) {
		if (!l->arguments[i].is_settled)
			return false;
	}
	return true;
}

/* Data that was brought here, or is now stale elsewhere, is likely to be used by another queue next. */
static void note_shared(struct launch *l)
{
	if (!are_settled(l))
		l->queue->accelerator->backend->fence(l->queue, false);
}

static void hide_written(struct launch *l)
{
	for (size_t i = 0; i < l->n; i++) {
		if (writes(&l->arguments[i]))
			hide_from_host(l->arguments[i].storage);
	}
}

static void publish(struct launch *l)
{
	for (size_t i = 0; i < l->n; i++) {
		if (!l->arguments[i].is_settled)
			publish_to_host(l->storages[i]);
	}
}

/* ---- The image --------------------------------------------------------- */

/* Computes AMP_BOUNDS for a view. For GPU kernels that compute them in 32 bits, the bounds are limited to
 * less than 2^31 elements of larger buffers, which include all elements of the view itself. */
static __attribute__((noinline)) size_t bounds(const amp_view *v, bool is_short)
{
	const struct buffer *b = buffer_from(v->buffer);
	size_t most = is_short ? INT_MAX : UINT_MAX;
	size_t before = v->offset / v->element_size, behind = (b->size - v->offset) / v->element_size;
	behind = behind < most ? behind : most;
	before = before < most - behind ? before : most - behind;
	return AMP_BOUNDS(before, before + behind);
}

/* Returns the offset for the head of an argument's copy. */
static __attribute__((noinline)) size_t offset_for(const struct launch *l, const struct argument *a, size_t offset)
{
	if (l->filters && a->storage->texture)
		return (size_t)(uintptr_t)a->table;
	return l->kernel->is_robust || l->on_cpu ? bounds(&a->source->view, l->queue && l->kernel->short_range)
	                                         : offset;
}

/* Stores members one by one: gcc copies a whole head as a vector, which waits for the stores of its members. */
static inline void patch_head(char *head, const struct argument *a, const struct launch *l)
{
	void *const data = a->storage->copies[l->slot].address + a->region.begin;
	size_t offset;
	memcpy(head + offsetof(amp_view_head, data), &data, sizeof(data));
	memset(head + offsetof(amp_view_head, buffer), 0, sizeof(((amp_view_head *)0)->buffer));
	if (!l->has_offsets)
		return;
	memcpy(&offset, head + offsetof(amp_view_head, offset), sizeof(offset));
	offset = offset_for(l, a, offset);
	memcpy(head + offsetof(amp_view_head, offset), &offset, sizeof(offset));
}

/* Returns whether the launch needs no preparation: all bytes are where the kernel needs them and stay current
 * where they are, and the queue's own order suffices, since it has borrowed the storages. The image is then
 * ready. The queue's launches are locked. */
static bool find_repeat(struct launch *l)
{
	for (size_t i = 0; i < l->n; i++) {
		struct argument *a = &l->arguments[i];
		const struct buffer *b = buffer_from(l->sources[i].view.buffer);
		struct storage *s = atomic_load_explicit(&b->storage, memory_order_acquire);
		if (atomic_load_explicit(&s->borrower, memory_order_acquire) != l->queue)
			return false;
		a->source = &l->sources[i];
		a->storage = s;
		a->access = access_to(a->source, s);
		if ((a->access & ~s->settled) || a->source->head_offset == AMP_NO_OFFSET ||
		    find_region(l, a) != AMP_OK)
			return false;
		patch_head(l->image + a->source->head_offset, a, l);
	}
	return true;
}

/* Returns whether a view has the domain's extent and no gaps between its rows. */
static bool is_flat(const struct launch *l, const amp_view *v)
{
	int64_t stride = 1;
	if (!has_extent(v, l->kernel->rank, l->extent))
		return false;
	for (unsigned d = v->rank; d-- > 0;) {
		if (d + 1 < v->rank && v->stride[d] != stride)
			return false;
		stride *= v->extent[d];
	}
	return true;
}

/* Returns whether the domain's rows divide into the groups of points of a wide kernel's threads, and all rows
 * begin at addresses in a view where such a group may begin. */
static bool has_wide_rows(const struct launch *l, const amp_view *v)
{
	const amp_kernel *k = l->kernel;
	if (k->rank > AMP_DOMAIN_RANK || v->rank != k->rank ||
	    (unsigned)l->extent[k->rank - 1] % k->wide)
		return false;
	for (unsigned d = 0; d + 1 < v->rank; d++) {
		if ((unsigned)v->stride[d] % k->wide)
			return false;
	}
	return true;
}

/* Returns whether a view has an element for each point of the domain. */
static bool covers_domain(const struct launch *l, const amp_view *v)
{
	bool covers = v->rank == l->kernel->rank;
	for (unsigned d = 0; covers && d < v->rank; d++)
		covers = v->extent[d] >= l->extent[d];
	return covers;
}

/* Sets the views' addresses. Returns false unless each byte that is written is reached through one view only. */
static bool find_distinct(const struct launch *l, struct distinct_views *out)
{
	if (l->n > AMP_DISTINCT_VIEWS)
		return false;
	for (size_t i = 0; i < l->n; i++) {
		const struct argument *a = &l->arguments[i];
		if (a->source->head_offset == AMP_NO_OFFSET)
			return false;
		out->origins[i] = a->storage->copies[l->slot].address + a->region.begin;
		for (size_t j = 0; j < i; j++) {
			const struct argument *b = &l->arguments[j];
			if (a->storage == b->storage && a->region.begin < b->region.end &&
			    b->region.begin < a->region.end &&
			    ((a->access | b->access) & AMP_ACCESS_WRITE))
				return false;
		}
	}
	return true;
}

/* Returns whether each view is aligned to the largest power of two, at most 16, that divides its element
 * size. */
static bool are_aligned(const struct launch *l, const struct distinct_views *views)
{
	uintptr_t rest = 0;
	for (size_t i = 0; i < l->n; i++) {
		size_t size = l->arguments[i].source->view.element_size;
		rest |= (uintptr_t)views->origins[i] & ((size & -size) - 1) & 15;
	}
	return !rest;
}

/* Returns whether one thread should compute several neighbouring points (amp_kernel.wide), which pays only if
 * enough threads remain. Such kernels hold the point in an int. */
static bool is_for_wide(const struct launch *l)
{
	const amp_kernel *k = l->kernel;
	return k->wide_symbol && l->domain.total <= INT_MAX &&
	       l->domain.total / k->wide >= l->view->accelerator->threads;
}

/* Returns whether a wide kernel can be used: its code assumes that views begin at multiples of 16 bytes, and
 * that the views are flat or their rows begin so, too. */
static bool may_be_wide(const struct launch *l, struct distinct_views *views)
{
	const amp_kernel *k = l->kernel;
	views->in_rows = false;
	for (size_t i = 0; i < l->n; i++) {
		const amp_view *v = &l->arguments[i].source->view;
		if ((uintptr_t)views->origins[i] % 16 || (k->is_robust && !covers_domain(l, v)))
			return false;
		views->in_rows |= k->rank > 1 && !is_flat(l, v);
	}
	for (size_t i = 0; i < l->n && views->in_rows; i++) {
		if (!has_wide_rows(l, &l->arguments[i].source->view))
			return false;
	}
	return true;
}

/* Replaces pointers in the image that equal `from` by `to`. */
static void redirect(struct launch *l, const void *from, const void *to)
{
	for (size_t at = 0; at + sizeof(void *) <= l->kernel->image_size; at += sizeof(void *)) {
		const void *p;
		memcpy(&p, l->image + at, sizeof(p));
		if (p == from)
			memcpy(l->image + at, &to, sizeof(to));
	}
}

/* Returns whether the kernel changes any of a storage's bytes: the texture units' cache would not notice. */
static bool is_written(const struct launch *l, const struct storage *s)
{
	for (size_t i = 0; i < l->n; i++) {
		if (l->arguments[i].storage == s && (l->arguments[i].access & AMP_ACCESS_WRITE))
			return true;
	}
	return false;
}

static bool has_texture(const struct launch *l)
{
	for (size_t i = 0; i < l->n; i++) {
		if (atomic_load_explicit(&buffer_from(l->sources[i].view.buffer)->storage, memory_order_acquire)
		        ->texture)
			return true;
	}
	return false;
}

static amp_status patch(struct launch *l)
{
	for (size_t i = 0; i < l->n; i++) {
		struct argument *a = &l->arguments[i];
		const amp_argument *source = a->source;
		a->table = NULL;
		if (l->filters && a->storage->texture && !is_written(l, a->storage)) {
			amp_status status =
			    texture_sample_level(a->storage, l->slot, l->queue, a->region.begin, &a->table);
			if (status != AMP_OK)
				return fail_context(status, "%s", l->kernel->name);
		}
		if (source->head_offset != AMP_NO_OFFSET) {
			patch_head(l->image + source->head_offset, a, l);
			continue;
		}
		char *object = a->object = malloc(source->object_size);
		if (!object)
			return fail_memory("an array's descriptor", source->object_size);
		memcpy(object, source->object, source->object_size);
		patch_head(object, a, l);
		if (l->queue) {
			trace_because("descriptor for kernel", l->kernel->name);
			amp_status status =
			    place_bytes(a->storage, l->slot, l->queue, a->object, source->object_size, &object);
			if (status != AMP_OK)
				return fail_context(status, "%s", l->kernel->name);
		}
		redirect(l, source->object, object);
	}
	return AMP_OK;
}

/* ---- The launch -------------------------------------------------------- */

static amp_status bring_all(struct launch *l)
{
	amp_status status = bring(l);
	if (status == AMP_OK)
		status = patch(l);
	return status == AMP_OK ? order(l) : status;
}

/* Runs the kernel on the CPU, or queues it on a GPU. */
static amp_status run_kernel(struct launch *l, const struct distinct_views *views)
{
	const amp_accelerator *a = l->view->accelerator;
	struct trace_span span;
	a->backend->plan(l->view, l->kernel, l->code, &l->domain, views, &l->plan);
	trace_begin(&span, TRACE_KERNEL, l->kernel->name, l->queue);
	amp_status status = a->backend->launch(l->view, l->kernel, &l->plan, &l->domain, l->extent,
	                                       l->image, views);
	trace_end(&span, status, 0, NULL, a->info.device_path, NULL);
	return status;
}

/* Launches on an accelerator with memory of its own, with all arguments in place and locked. */
static amp_status submit(struct launch *l, bool is_repeat)
{
	struct distinct_views views;
	bool for_wide = is_for_wide(l), restricts = l->kernel->restrict_symbol != NULL;
	bool are_distinct = (for_wide || restricts) && find_distinct(l, &views);
	if (are_distinct) {
		views.may_be_wide = for_wide && may_be_wide(l, &views);
		are_distinct = views.may_be_wide || (restricts && are_aligned(l, &views));
	}
	amp_status status = run_kernel(l, are_distinct ? &views : NULL);
	if (status != AMP_OK)
		return status;
	uint64_t ticket = queue_submit(l->queue);
	note_uses(l, ticket, is_repeat);
	if (!is_repeat)
		pthread_mutex_lock(&l->queue->launches);
	note_kernel(l->queue, ticket, l->kernel->name);
	if (is_repeat)
		remember_repeat(l, are_distinct ? &views : NULL);
	else
		pthread_mutex_unlock(&l->queue->launches);
	return AMP_OK;
}

/* Tries the fast path. Returns false, having done nothing, if arguments need preparation. */
static bool repeat(struct launch *l, amp_status *status)
{
	/* texture objects may have to be created */
	if (!l->queue || l->on_cpu || l->filters || atomic_load_explicit(&l->queue->lenders, memory_order_relaxed))
		return false;
	pthread_mutex_lock(&l->queue->launches);
	bool is_repeat = find_repeat(l);
	if (is_repeat)
		*status = submit(l, true);
	pthread_mutex_unlock(&l->queue->launches);
	return is_repeat;
}

/* Prepares the arguments and launches. The storages are locked on entry, and unlocked on return. */
static amp_status run_locked(struct launch *l)
{
	amp_status status = bring_all(l);
	if (status == AMP_OK && !l->queue) {
		/* Nothing is locked while the kernel runs: other threads' kernels may read the same buffers. */
		note_writes(l);
		publish(l);
		pthread_mutex_lock(&l->view->launches);
		if (are_settled(l))
			remember_repeat(l, NULL);
		pthread_mutex_unlock(&l->view->launches);
		storage_unlock_all(l->locked, l->n_locked);
		return run_kernel(l, NULL);
	}
	if (status == AMP_OK) {
		hide_written(l);
		if (l->queue->accelerator->backend->poison)
			poison_written(l);
		status = submit(l, false);
		/* A kernel that fails on the CPU has run. */
		if (status == AMP_OK || l->on_cpu)
			note_writes(l);
		if (status == AMP_OK)
			note_shared(l);
	}
	publish(l);
	storage_unlock_all(l->locked, l->n_locked);
	return status;
}

static amp_status run(struct launch *l)
{
	for (size_t i = 0; i < l->n; i++) {
		l->arguments[i].source = &l->sources[i];
		l->arguments[i].is_settled = false;
		l->arguments[i].object = NULL;
		l->buffers[i] = l->sources[i].view.buffer;
	}
	l->n_locked = buffers_lock(l->buffers, l->n, l->storages, l->locked);
	amp_status status = run_locked(l);
	for (size_t i = 0; i < l->n; i++)
		free(l->arguments[i].object);
	return status;
}

amp_status amp_launch(amp_accelerator_view *av, amp_kernel *kernel, const int *extent,
                      const void *image, const amp_argument *args, size_t n_args)
{
	struct launch l = {
	    .named = av, .kernel = kernel, .extent = extent, .n = n_args, .sources = args, .source = image};
	struct trace_span span;
	amp_status status = check_domain(kernel, extent, &l.domain);
	if (status == AMP_OK)
		status = choose_view(av, kernel, args, n_args, &l.view);
	if (status != AMP_OK)
		return status;
	if (is_cpu_accelerator(l.view->accelerator))
		return fail(AMP_ERROR_UNSUPPORTED, "%s: cpu_accelerator holds data and runs no "
		            "kernels; direct3d_warp runs them on the CPU", kernel->name);
	trace_begin(&span, TRACE_LAUNCH, kernel->name, NULL);
	l.slot = l.view->accelerator->slot;
	l.queue = l.slot == SLOT_HOST ? NULL : l.view;
	l.on_cpu = l.view->accelerator->info.kind != AMP_ACCELERATOR_CUDA;
	/* on the CPU, kernels may call functions of units with robust access */
	l.filters = !l.on_cpu && kernel->filters_in_hardware && has_texture(&l);
	l.has_offsets = kernel->is_robust || l.on_cpu || l.filters;

	/* Launches of usual size allocate nothing. */
	struct argument arguments[INLINE_ARGUMENTS];
	struct storage *storages[INLINE_ARGUMENTS], *locked[INLINE_ARGUMENTS];
	const amp_buffer *buffers[INLINE_ARGUMENTS];
	_Alignas(INLINE_ALIGN) char inline_image[INLINE_IMAGE];
	bool on_heap = n_args > INLINE_ARGUMENTS;
	l.arguments = on_heap ? malloc(n_args * sizeof(*arguments)) : arguments;
	l.storages = on_heap ? malloc(n_args * sizeof(*storages)) : storages;
	l.locked = on_heap ? malloc(n_args * sizeof(*locked)) : locked;
	l.buffers = on_heap ? malloc(n_args * sizeof(*buffers)) : buffers;
	size_t align = kernel->image_align > sizeof(void *) ? kernel->image_align : sizeof(void *);
	void *heap_image = NULL;
	if (kernel->image_size > INLINE_IMAGE || align > INLINE_ALIGN) {
		if (posix_memalign(&heap_image, align, kernel->image_size ? kernel->image_size : 1))
			heap_image = NULL;
		l.image = heap_image;
	} else {
		l.image = inline_image;
	}
	if (!l.arguments || !l.storages || !l.locked || !l.buffers || !l.image) {
		status = fail_memory("a launch", kernel->image_size + n_args * sizeof(*arguments));
	} else {
		memcpy(l.image, image, kernel->image_size);
		l.generation = module_generation();
		status = l.view->accelerator->backend->prepare(l.view, kernel, &l.code);
		if (status == AMP_OK && !repeat(&l, &status))
			status = run(&l);
	}
	if (status == AMP_OK)
		count(COUNT_LAUNCHES, 1);
	trace_end(&span, status, 0, NULL, l.view->accelerator->info.device_path, NULL);
	free(heap_image);
	if (on_heap) {
		free(l.arguments);
		free(l.storages);
		free(l.locked);
		free(l.buffers);
	}
	return status;
}
