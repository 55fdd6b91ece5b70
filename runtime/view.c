/* Operations on views: host accesses, synchronize, discard, refresh. */
#include "runtime-internal.h"

static const char *access_name(amp_access access)
{
	return access == AMP_ACCESS_READ ? "host reads"
	     : access == AMP_ACCESS_WRITE ? "host writes" : "host reads and writes";
}

static amp_status check_writable(const struct storage *s)
{
	return s->is_writable ? AMP_OK
	                      : fail(AMP_ERROR_INVALID_ARGUMENT,
	                             "a write through a read-only view");
}

amp_status view_lock(const amp_view *v, amp_access access, struct storage **s, struct region *r)
{
	if (access != AMP_ACCESS_READ && access != AMP_ACCESS_WRITE && access != AMP_ACCESS_READ_WRITE)
		return fail(AMP_ERROR_INVALID_ARGUMENT, "an access neither reads nor writes");
	*s = buffer_lock(v->buffer);
	amp_status status = region_of_view(r, v);
	if (status != AMP_OK)
		storage_unlock(*s);
	return status;
}

static amp_status access_on_host(struct storage *s, const struct region *r, amp_access access)
{
	const struct part host = region_part(s, SLOT_HOST, r);
	amp_status status = storage_allocate(s, SLOT_HOST, NULL);
	if (status == AMP_OK && (access & AMP_ACCESS_READ))
		status = make_current(s, SLOT_HOST, NULL, r);
	if (!(access & AMP_ACCESS_WRITE))
		return status == AMP_OK ? before_use(host, NULL, AMP_ACCESS_READ) : status;
	if (status == AMP_OK)
		status = check_writable(s);
	if (status == AMP_OK)
		status = before_use(host, NULL, AMP_ACCESS_WRITE);
	if (status != AMP_OK)
		return status;
	/* A buffer without a source and with no bytes on a device becomes the host's as a whole at its first
	 * write, so that later writes need no call. */
	struct region whole;
	if (!s->is_wrapped) {
		bool elsewhere = false;
		for (unsigned slot = 1; slot < slot_count(); slot++)
			elsewhere |= s->copies[slot].current.count > 0;
		if (!elsewhere) {
			region_init_range(&whole, 0, s->size);
			r = &whole;
		}
	}
	status = prepare_written(s, r->rows);
	if (status == AMP_OK)
		note_written(s, SLOT_HOST, r);
	return status;
}

amp_status amp_view_access(const amp_view *v, amp_access access, void **data)
{
	struct storage *s;
	struct region r;
	amp_status status = view_lock(v, access, &s, &r);
	if (status != AMP_OK)
		return status;
	trace_because(access_name(access), NULL);
	status = access_on_host(s, &r, access);
	publish_to_host(s);
	if (status == AMP_OK)
		*data = s->copies[SLOT_HOST].address + r.begin;
	storage_unlock(s);
	return status;
}

amp_status amp_view_synchronize(const amp_view *v, amp_access access, amp_accelerator_view *to,
                                amp_event **event)
{
	struct storage *s;
	struct region r;
	amp_status status = view_lock(v, access, &s, &r);
	if (status != AMP_OK)
		return status;
	trace_because("synchronize", NULL);
	to = to ? queue_settled(to) : s->home;
	unsigned slot = to ? to->accelerator->slot : SLOT_HOST;
	const struct part synchronized = region_part(s, slot, &r);
	amp_accelerator_view *queue = slot == SLOT_HOST ? NULL : to;
	bool reads = access & AMP_ACCESS_READ, writes = access & AMP_ACCESS_WRITE;
	if (to)
		status = accelerator_check(to->accelerator);
	/* Reads need no check: a read-only storage is always current on the host. */
	if (status == AMP_OK && writes)
		status = check_writable(s);
	bool is_from_host = slot != SLOT_HOST && reads && !is_current(s, slot, &r) &&
	                    is_current(s, SLOT_HOST, &r);
	if (status == AMP_OK)
		status = storage_allocate(s, slot, to);
	if (status == AMP_OK && reads)
		status = make_current(s, slot, queue, &r);
	if (status == AMP_OK && writes && (status = prepare_written(s, r.rows)) == AMP_OK) {
		hide_from_host(s);
		note_written(s, slot, &r);
	}
	if (status == AMP_OK && event)
		status = event_create_after(synchronized, AMP_ACCESS_READ, event);
	else if (status == AMP_OK && is_from_host)
		status = before_use(region_part(s, SLOT_HOST, &r), NULL, AMP_ACCESS_WRITE); /* wait until it was read */
	else if (status == AMP_OK)
		status = before_use(synchronized, NULL, AMP_ACCESS_READ);
	publish_to_host(s);
	storage_unlock(s);
	return status;
}

amp_status amp_view_discard(const amp_view *v)
{
	struct storage *s;
	struct region r;
	amp_status status = view_lock(v, AMP_ACCESS_WRITE, &s, &r);
	if (status != AMP_OK)
		return status;
	status = check_writable(s);
	if (status == AMP_OK)
		status = prepare_written(s, r.rows);
	if (status == AMP_OK) {
		hide_from_host(s);
		for (unsigned slot = 0; slot < slot_count(); slot++)
			interval_set_remove_region(&s->copies[slot].current, &r);
		for (unsigned slot = 1; slot < slot_count(); slot++)
			storage_poison(s, slot, &r);
	}
	publish_to_host(s);
	storage_unlock(s);
	return status;
}

amp_status amp_view_refresh(const amp_view *v)
{
	struct storage *s;
	struct region r;
	amp_status status = view_lock(v, AMP_ACCESS_WRITE, &s, &r);
	if (status != AMP_OK)
		return status;
	/* The source of an array's view is where the array lives. */
	unsigned slot = s->home ? s->home->accelerator->slot : SLOT_HOST;
	if (s->copies[slot].address) {
		status = prepare_written(s, r.rows);
		if (status == AMP_OK) {
			hide_from_host(s);
			note_written(s, slot, &r);
		}
		publish_to_host(s);
	}
	storage_unlock(s);
	return status;
}
