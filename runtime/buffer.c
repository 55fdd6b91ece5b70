/* Buffers. An amp_buffer is a handle to a storage, which owns the bytes. Handles to overlapping host memory
 * share a storage; if a new handle joins several storages, a new storage replaces them and the old handles
 * are redirected to it. */
#include "runtime-internal.h"

#include <stdlib.h>
#include <string.h>

static atomic_int *refs_of(struct buffer *b)
{
	return (atomic_int *)&b->head.refs;
}

/* ---- Locks --------------------------------------------------------------- */

struct storage *buffer_lock(const amp_buffer *b)
{
	struct buffer *handle = buffer_from(b);
	for (;;) {
		struct storage *s = atomic_load_explicit(&handle->storage, memory_order_acquire);
		storage_lock(s);
		if (s == atomic_load_explicit(&handle->storage, memory_order_relaxed))
			return s;
		storage_unlock(s); /* s was joined with others meanwhile */
	}
}

/* Sorts storages by address without duplicates, by insertion: a launch captures few buffers, mostly in order. */
static size_t sort_storages(struct storage *const *s, size_t n, struct storage **out)
{
	size_t count = 0;
	for (size_t i = 0; i < n; i++) {
		size_t at = count;
		while (at && (uintptr_t)out[at - 1] > (uintptr_t)s[i])
			at--;
		if (at && out[at - 1] == s[i])
			continue;
		if (at < count)
			memmove(out + at + 1, out + at, (count - at) * sizeof(*out));
		out[at] = s[i];
		count++;
	}
	return count;
}

size_t buffers_lock(const amp_buffer *const *b, size_t n, struct storage **out,
                        struct storage **locked)
{
	for (;;) {
		for (size_t i = 0; i < n; i++)
			out[i] = atomic_load_explicit(&buffer_from(b[i])->storage,
			                              memory_order_acquire);
		size_t count = sort_storages(out, n, locked);
		for (size_t i = 0; i < count; i++)
			storage_lock(locked[i]);
		bool joined = false;
		for (size_t i = 0; i < n; i++)
			joined |= out[i] != atomic_load(&buffer_from(b[i])->storage);
		if (!joined)
			return count;
		storage_unlock_all(locked, count);
	}
}

/* ---- Handles ----------------------------------------------------------- */

static struct buffer *handle_create(struct storage *s, size_t offset, size_t size)
{
	struct buffer *b = calloc(1, sizeof(*b));
	if (!b)
		return NULL;
	atomic_init(refs_of(b), 1);
	atomic_init(&b->storage, s);
	b->size = size;
	b->offset = offset;
	if (s->copies[SLOT_HOST].address)
		b->head.host = s->copies[SLOT_HOST].address + offset;
	b->next = s->handles;
	s->handles = b;
	count(COUNT_LIVE_BUFFERS, 1);
	return b;
}

/* Calls fn for the parts of [begin, end) that no live handle covers. */
static amp_status each_uncovered(struct storage *s, size_t begin, size_t end,
                                 amp_status (*fn)(struct storage *, size_t, size_t))
{
	while (begin < end) {
		/* Find the handle that covers begin and reaches farthest, or else the next one. */
		size_t reach = begin, next = end;
		for (struct buffer *b = s->handles; b; b = b->next) {
			if (atomic_load(refs_of(b)) == 0)
				continue;
			if (b->offset <= begin && b->offset + b->size > reach)
				reach = b->offset + b->size;
			if (b->offset > begin && b->offset < next)
				next = b->offset;
		}
		if (reach > begin) {
			begin = reach;
			continue;
		}
		amp_status status = fn(s, begin, next);
		if (status != AMP_OK)
			return status;
		begin = next;
	}
	return AMP_OK;
}

/* ---- Wrapping host memory ---------------------------------------------- */

/* Makes the host copy of a range current that no handle covered: only the program could change it. */
static amp_status take_from_program(struct storage *s, size_t begin, size_t end)
{
	struct region r;
	region_init_range(&r, begin, end);
	amp_status status = prepare_written(s, r.rows);
	if (status == AMP_OK)
		note_written(s, SLOT_HOST, &r);
	return status;
}

/* Creates a storage over the program's memory, with room to record that all of it is current. */
static amp_status wrap_memory(char *host, size_t size, bool is_writable, struct storage **out)
{
	struct storage *s = NULL;
	amp_status status = storage_create(size, &s);
	if (status != AMP_OK)
		return status;
	s->is_wrapped = true;
	s->is_writable = is_writable;
	s->host_begin = host;
	s->cpu_access = AMP_ACCESS_READ_WRITE;
	s->copies[SLOT_HOST].address = host;
	if (!interval_set_reserve(&s->copies[SLOT_HOST].current, 1)) {
		storage_destroy(s);
		return fail_memory("a buffer's state", sizeof(struct interval));
	}
	*out = s;
	return AMP_OK;
}

static amp_status wrap_new(char *host, size_t size, bool read_only, struct buffer **out)
{
	struct storage *s = NULL;
	amp_status status = wrap_memory(host, size, !read_only, &s);
	if (status != AMP_OK)
		return status;
	struct buffer *b = handle_create(s, 0, size);
	if (!b) {
		storage_destroy(s);
		return fail_memory("a buffer", sizeof(*b));
	}
	index_insert(s);
	b->is_writable = !read_only;
	interval_set_add(&s->copies[SLOT_HOST].current, 0, size);
	publish_to_host(s);
	*out = b;
	return AMP_OK;
}

/* Wraps host memory that s covers. */
static amp_status wrap_within(struct storage *s, char *host, size_t size, bool read_only,
                              struct buffer **out)
{
	size_t offset = (size_t)(host - s->host_begin);
	/* Read-only views of the same range share a handle. A view that may write
	 * has its own, since the program may look at the memory when it ends. */
	for (struct buffer *b = s->handles; b && read_only; b = b->next) {
		if (atomic_load(refs_of(b)) > 0 && !b->is_writable && b->offset == offset &&
		    b->size == size) {
			atomic_fetch_add(refs_of(b), 1);
			*out = b;
			return AMP_OK;
		}
	}
	storage_lock(s);
	amp_status status = each_uncovered(s, offset, offset + size, take_from_program);
	struct buffer *b = NULL;
	if (status == AMP_OK && !(b = handle_create(s, offset, size)))
		status = fail_memory("a buffer", sizeof(*b));
	if (status == AMP_OK) {
		b->is_writable = !read_only;
		s->is_writable |= !read_only;
		*out = b;
	}
	publish_to_host(s);
	storage_unlock(s);
	return status;
}

/* Makes everything that handles cover current on the host, and waits. */
static amp_status gather_on_host(struct storage *s)
{
	for (struct buffer *b = s->handles; b; b = b->next) {
		struct region r;
		region_init_range(&r, b->offset, b->offset + b->size);
		amp_status status = s->is_writable ? make_current(s, SLOT_HOST, NULL, &r) : AMP_OK;
		if (status != AMP_OK)
			return status;
	}
	return before_use(whole_part(&s->copies[SLOT_HOST]), NULL, AMP_ACCESS_WRITE);
}

/* Replaces the storages old[0..n), which are locked and gathered on the host, by s, which covers them and is one
 * of them. */
static void replace_storages(struct storage *s, struct storage **old, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct storage *o = old[i];
		if (o == s)
			continue;
		size_t shift = (size_t)(o->host_begin - s->host_begin);
		for (unsigned slot = 1; slot < slot_count(); slot++)
			storage_free_copy(o, slot);
		storage_unregister(o);
		index_remove(o);
		o->settled = AMP_ACCESS_NONE;
		while (o->handles) {
			struct buffer *b = o->handles;
			o->handles = b->next;
			b->next = s->handles;
			s->handles = b;
			b->offset += shift;
			atomic_store_explicit(&b->storage, s, memory_order_release);
		}
		struct storage *last = o;
		while (last->joined)
			last = last->joined;
		last->joined = s->joined;
		s->joined = o;
	}
}

static int by_address(const void *a, const void *b)
{
	uintptr_t x = (uintptr_t)*(struct storage *const *)a;
	uintptr_t y = (uintptr_t)*(struct storage *const *)b;
	return (x > y) - (x < y);
}

/* Wraps host memory, joining the storages in the index from `first` on that overlap it. */
static amp_status wrap_join(struct storage *first, char *host, size_t size, bool read_only,
                            struct buffer **out)
{
	char *begin = host, *end = host + size;
	bool is_writable = !read_only;
	size_t n = 0;
	for (struct storage *o = first; o && o->host_begin < host + size; o = index_next(o), n++) {
		if (o->host_begin < begin)
			begin = o->host_begin;
		if (o->host_begin + o->size > end)
			end = o->host_begin + o->size;
		is_writable |= o->is_writable;
	}
	struct storage *s = NULL;
	amp_status status = wrap_memory(begin, (size_t)(end - begin), is_writable, &s);
	if (status != AMP_OK)
		return status;
	struct storage **old = malloc((n + 1) * sizeof(*old));
	if (!old) {
		storage_destroy(s);
		return fail_memory("joining buffers", n * sizeof(*old));
	}
	for (size_t k = 0; k < n; k++, first = index_next(first))
		old[k] = first;
	/* Other threads find s when the first handle is redirected, which is before it is complete. */
	old[n++] = s;
	qsort(old, n, sizeof(*old), by_address);
	for (size_t k = 0; k < n; k++)
		storage_lock(old[k]);
	trace_because("views that overlap are joined", NULL);
	for (size_t k = 0; k < n && status == AMP_OK; k++)
		status = gather_on_host(old[k]);
	struct buffer *b = NULL;
	if (status == AMP_OK && !(b = handle_create(s, (size_t)(host - begin), size)))
		status = fail_memory("a buffer", sizeof(*b));
	if (status == AMP_OK) {
		b->is_writable = !read_only;
		replace_storages(s, old, n);
		index_insert(s);
		interval_set_add(&s->copies[SLOT_HOST].current, 0, s->size);
		publish_to_host(s);
		*out = b;
	} else {
		for (size_t k = 0; k < n; k++)
			publish_to_host(old[k]);
	}
	storage_unlock_all(old, n);
	free(old);
	if (status != AMP_OK)
		storage_destroy(s);
	return status;
}

amp_status amp_buffer_wrap(const void *host, size_t size, bool read_only, amp_buffer **out,
                           size_t *offset)
{
	if (!host || size == 0)
		return fail(AMP_ERROR_INVALID_ARGUMENT, "a view over %s memory",
		            host ? "zero bytes of" : "NULL");
	char *begin = (char *)host; /* written only if !read_only */
	slot_count();               /* lists the accelerators, which must precede any lock */
	index_lock();
	struct buffer *b = NULL;
	struct storage *s = index_find(begin);
	amp_status status;
	if (!s || s->host_begin >= begin + size)
		status = wrap_new(begin, size, read_only, &b);
	else if (s->host_begin <= begin && s->host_begin + s->size >= begin + size)
		status = wrap_within(s, begin, size, read_only, &b);
	else
		status = wrap_join(s, begin, size, read_only, &b);
	if (b) {
		*out = &b->head;
		*offset = (size_t)(begin - (b->storage->host_begin + b->offset));
	}
	index_unlock();
	return status;
}

/* ---- Storage of its own ------------------------------------------------ */

static amp_accelerator_view *home_ref(amp_accelerator_view *v)
{
	return v ? amp_accelerator_view_ref(queue_settled(v)) : NULL;
}

/* Sets *out to the requested CPU access, with AUTO resolved. Returns false if the accelerator does not
 * support it. */
static bool settle_access(amp_accelerator_view *home, amp_access access, amp_access *out)
{
	*out = access != AMP_ACCESS_AUTO ? access
	       : home                    ? amp_accelerator_default_cpu_access(home->accelerator)
	                                 : AMP_ACCESS_READ_WRITE;
	return !home || home->accelerator->slot == SLOT_HOST || *out == AMP_ACCESS_NONE ||
	       home->accelerator->info.supports_cpu_shared_memory;
}

static amp_status create(amp_accelerator_view *home, amp_accelerator_view *associated,
                         size_t size, amp_access cpu_access, void *device_pointer,
                         amp_buffer **out)
{
	if (size == 0)
		return fail(AMP_ERROR_INVALID_ARGUMENT, "a buffer of zero bytes");
	if ((unsigned)cpu_access > AMP_ACCESS_AUTO)
		return fail(AMP_ERROR_INVALID_ARGUMENT, "%d is no access type", (int)cpu_access);
	amp_access settled;
	if (!settle_access(home, cpu_access, &settled))
		return fail(AMP_ERROR_UNSUPPORTED,
		            "%s shares no memory with the CPU: an array on it can have "
		            "access_type_none or access_type_auto only",
		            home->accelerator->info.device_path);
	struct storage *s = NULL;
	amp_status status = storage_create(size, &s);
	if (status != AMP_OK)
		return status;
	s->home = home_ref(home);
	/* 5.1.2: only an array on cpu_accelerator is a staging array. */
	s->associated = home && !is_cpu_accelerator(home->accelerator) ? NULL : home_ref(associated);
	s->is_writable = true;
	s->cpu_access = settled;
	if (s->associated && s->associated->accelerator->slot != SLOT_HOST)
		s->pinned = s->associated->accelerator;
	unsigned slot = home ? home->accelerator->slot : SLOT_HOST;
	trace_because("an array is made", NULL);
	if (device_pointer) {
		struct copy *c = &s->copies[slot];
		c->address = device_pointer;
		if (interval_set_reserve(&c->current, 1))
			interval_set_add(&c->current, 0, size);
		else
			status = fail_memory("a buffer's state", sizeof(struct interval));
	} else if (home) {
		status = storage_allocate(s, slot, s->home);
	}
	struct buffer *b = status == AMP_OK ? handle_create(s, 0, size) : NULL;
	if (!b) {
		storage_destroy(s);
		return status != AMP_OK ? status : fail_memory("a buffer", sizeof(*b));
	}
	if (home)
		atomic_store(&home->accelerator->cpu_access_is_settled, true);
	publish_to_host(s);
	*out = &b->head;
	return AMP_OK;
}

amp_status amp_buffer_create(amp_accelerator_view *home, amp_accelerator_view *associated,
                             size_t size, amp_access cpu_access, amp_buffer **out)
{
	return create(home, associated, size, cpu_access, NULL, out);
}

amp_status buffer_adopt(amp_accelerator_view *home, void *device_memory, size_t size,
                         amp_buffer **out)
{
	return create(home, NULL, size, AMP_ACCESS_AUTO, device_memory, out);
}

/* ---- References -------------------------------------------------------- */

amp_buffer *amp_buffer_ref(amp_buffer *b)
{
	atomic_fetch_add_explicit(refs_of(buffer_from(b)), 1, memory_order_relaxed);
	return b;
}

/* Discards all copies of a range that the program owns again. If memory runs out, they stay marked as
 * current, which take_from_program() corrects. */
static amp_status give_to_program(struct storage *s, size_t begin, size_t end)
{
	for (unsigned slot = 0; slot < slot_count(); slot++) {
		struct interval_set *set = &s->copies[slot].current;
		if (interval_set_reserve(set, 1))
			interval_set_remove(set, begin, end);
	}
	return AMP_OK;
}

/* Brings the bytes that a view may have written back to the host, even if other views cover them, since the
 * program may not know of those. */
static amp_status give_back(struct storage *s, const struct buffer *b)
{
	struct region r;
	region_init_range(&r, b->offset, b->offset + b->size);
	amp_status status = b->is_writable ? make_current(s, SLOT_HOST, NULL, &r) : AMP_OK;
	amp_status waited = before_use(region_part(s, SLOT_HOST, &r), NULL, AMP_ACCESS_WRITE);
	return status == AMP_OK ? waited : status;
}

/* Destroys the handle b after its last reference is gone. It stays in the storage's list meanwhile, so that a
 * concurrent join finds it. */
static amp_status finish_wrapped(struct buffer *b)
{
	struct storage *s = b->storage;
	storage_lock(s);
	index_unlock();

	hide_from_host(s);
	trace_because("last view destroyed", NULL);
	amp_status status = give_back(s, b);
	if (status != AMP_OK)
		status = give_back(s, b); /* the error may have been another command's */
	each_uncovered(s, b->offset, b->offset + b->size, give_to_program);
	publish_to_host(s);
	storage_unlock(s);

	index_lock();
	s = b->storage; /* s may have been joined with others meanwhile */
	storage_lock(s);
	struct buffer **link = &s->handles;
	while (*link != b)
		link = &(*link)->next;
	*link = b->next;
	bool is_last = !s->handles;
	if (is_last)
		index_remove(s);
	storage_unlock(s);
	index_unlock();
	if (is_last)
		storage_destroy(s);
	return status;
}

amp_status amp_buffer_unref(amp_buffer *buffer)
{
	if (!buffer)
		return AMP_OK;
	struct buffer *b = buffer_from(buffer);
	int refs = atomic_load_explicit(refs_of(b), memory_order_relaxed);
	while (refs > 1) {
		if (atomic_compare_exchange_weak_explicit(refs_of(b), &refs, refs - 1,
		                                          memory_order_release,
		                                          memory_order_relaxed))
			return AMP_OK;
	}
	amp_status status = AMP_OK;
	/* amp_buffer_wrap can find this handle as long as the index is not locked. */
	index_lock();
	if (atomic_fetch_sub_explicit(refs_of(b), 1, memory_order_acq_rel) != 1) {
		index_unlock();
		return AMP_OK;
	}
	struct storage *s = b->storage;
	if (s->is_wrapped) {
		status = finish_wrapped(b);
	} else {
		index_unlock();
		trace_because("last view destroyed", NULL);
		storage_destroy(s);
	}
	free(b);
	count(COUNT_LIVE_BUFFERS, -1);
	return status;
}

/* ---- Properties -------------------------------------------------------- */

size_t amp_buffer_size(const amp_buffer *b)
{
	return buffer_from(b)->size;
}

amp_access amp_buffer_cpu_access(const amp_buffer *b)
{
	return buffer_from(b)->storage->cpu_access;
}

bool amp_buffer_is_barred(const amp_buffer *b)
{
	return storage_is_barred(buffer_from(b)->storage);
}

amp_accelerator_view *amp_buffer_home(const amp_buffer *b)
{
	return buffer_from(b)->storage->home;
}

amp_accelerator_view *amp_buffer_associated(const amp_buffer *b)
{
	return buffer_from(b)->storage->associated;
}

amp_accelerator_view *amp_buffer_source_view(const amp_buffer *b)
{
	const struct storage *s = buffer_from(b)->storage;
	if (s->home || !s->is_wrapped)
		return s->home;
	/* cpu_accelerator is the last in the list */
	return amp_accelerator_at(amp_accelerator_count() - 1)->default_view;
}
