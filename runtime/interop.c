/* Interoperation with the program's own CUDA code and with CUDA libraries: accelerator_views and buffers over
 * their streams and memory, and access to the runtime's streams and memory. */
#include "runtime-internal.h"

static amp_status check_cuda(const amp_accelerator *a)
{
	return a->info.kind == AMP_ACCELERATOR_CUDA
		? AMP_OK
		: fail(AMP_ERROR_UNSUPPORTED, "%s is not a CUDA device: it has no stream, no context "
		       "and no device memory", a->info.device_path);
}

void *amp_accelerator_view_cuda_stream(amp_accelerator_view *v)
{
	v = queue_settled(v);
	/* The default view's stream is created at its first use, which may be this. */
	if (check_cuda(v->accelerator) != AMP_OK ||
	    v->accelerator->backend->queue_init(v) != AMP_OK)
		return NULL;
	return v->stream;
}

void *amp_accelerator_view_cuda_context(amp_accelerator_view *v)
{
#if HAVE_CUDA
	if (amp_accelerator_view_cuda_stream(v))
		return cuda_context(v->accelerator);
#else
	check_cuda(v->accelerator);
#endif
	return NULL;
}

amp_status amp_accelerator_view_adopt_stream(amp_accelerator *a, void *stream,
                                             amp_accelerator_view **out)
{
	amp_status status = check_cuda(a);
#if HAVE_CUDA
	if (status == AMP_OK)
		status = cuda_check_stream(a, stream);
#endif
	return status == AMP_OK ? queue_open(a, AMP_QUEUING_IMMEDIATE, stream, out) : status;
}

amp_status amp_buffer_adopt_device(amp_accelerator_view *home, void *device_memory, size_t size,
                                   amp_buffer **out)
{
	amp_status status = check_cuda(home->accelerator);
#if HAVE_CUDA
	if (status == AMP_OK)
		status = cuda_check_memory(home->accelerator, device_memory);
#endif
	return status == AMP_OK ? buffer_adopt(home, device_memory, size, out) : status;
}

/* Gives the program the address of a region in a device's copy. The storage is locked. */
static amp_status lend(struct storage *s, const struct region *r, amp_accelerator_view *av,
                       amp_access access)
{
	unsigned slot = av->accelerator->slot;
	struct part p = region_part(s, slot, r);
	bool writes = access & AMP_ACCESS_WRITE;
	if (writes && !s->is_writable)
		return fail(AMP_ERROR_INVALID_ARGUMENT, "a write through a read-only view");
	amp_status status = access & AMP_ACCESS_READ ? make_current(s, slot, av, r)
	                                             : storage_allocate(s, slot, av);
	if (status == AMP_OK && writes)
		status = prepare_written(s, r->rows);
	if (status == AMP_OK)
		status = before_use(p, av, access);
	if (status == AMP_OK)
		status = wait_for_program_memory(s, p.bytes);
	if (status != AMP_OK)
		return status;
	p.copy->is_lent = true;
	if (writes) {
		hide_from_host(s);
		note_written(s, slot, r);
	}
	after_use(p, av, TICKET_OF_PROGRAM, access);
	return AMP_OK;
}

amp_status amp_view_cuda_pointer(const amp_view *v, amp_accelerator_view *av, amp_access access,
                                 void **out)
{
	amp_status status = check_cuda(av->accelerator);
	av = queue_settled(av);
	/* The default view's stream is created at its first use. */
	if (status == AMP_OK)
		status = av->accelerator->backend->queue_init(av);
	if (status != AMP_OK)
		return status;
	struct storage *s;
	struct region r;
	status = view_lock(v, access, &s, &r);
	if (status != AMP_OK)
		return status;
	if (r.rows != 1)
		status = fail(AMP_ERROR_INVALID_ARGUMENT,
		              "a section with gaps between its rows has no one device pointer: copy "
		              "it to an array");
	if (status == AMP_OK) {
		trace_because("interoperation", NULL);
		status = lend(s, &r, av, access);
	}
	publish_to_host(s);
	if (status == AMP_OK)
		*out = s->copies[av->accelerator->slot].address + r.begin;
	storage_unlock(s);
	return status;
}
