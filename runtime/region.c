/* Views as rows of bytes, and transfers of rows. */
#include "runtime-internal.h"

#include <string.h>

void region_init_range(struct region *r, size_t begin, size_t end)
{
	*r = (struct region){.begin = begin, .end = end, .row_bytes = end - begin, .rows = 1};
}

amp_status region_init_rows(struct region *r, const amp_view *v, size_t offset, size_t limit)
{
	if (v->rank == 0 || v->element_size == 0)
		return fail(AMP_ERROR_INVALID_ARGUMENT, "a view needs a rank and an element size");
	if (v->extent[v->rank - 1] <= 0)
		return fail(AMP_ERROR_INVALID_ARGUMENT, "extent[%u] of a view is %d, not positive",
		            v->rank - 1, v->extent[v->rank - 1]);
	size_t begin = offset + v->offset;
	/* span: bytes from the first to one past the last element of the dimensions so far */
	size_t span = v->element_size * (size_t)v->extent[v->rank - 1];
	r->row_bytes = span;
	r->rows = 1;
	r->rank = 0;
	/* From the least significant dimension on; the result is reversed at the end. */
	for (unsigned d = v->rank - 1; d-- > 0;) {
		if (v->extent[d] <= 0)
			return fail(AMP_ERROR_INVALID_ARGUMENT,
			            "extent[%u] of a view is %d, not positive", d, v->extent[d]);
		if (v->extent[d] == 1)
			continue;
		size_t count = (size_t)v->extent[d];
		size_t stride = v->stride[d] > 0 ? (size_t)v->stride[d] * v->element_size : 0;
		if (stride < span)
			return fail(AMP_ERROR_INVALID_ARGUMENT,
			            "stride[%u] of a view is %d: its rows overlap", d, v->stride[d]);
		if (r->rank == 0 && stride == r->row_bytes) {
			r->row_bytes *= count;
		} else if (r->rank && stride == r->stride[r->rank - 1] * r->count[r->rank - 1]) {
			r->count[r->rank - 1] *= count;
			r->rows *= count;
		} else if (r->rank == REGION_RANK) {
			return fail(AMP_ERROR_UNSUPPORTED,
			            "a section with more than %d strided dimensions", REGION_RANK);
		} else {
			r->count[r->rank] = count;
			r->stride[r->rank++] = stride;
			r->rows *= count;
		}
		span += stride * (count - 1);
	}
	for (unsigned i = 0, j = r->rank; i + 1 < j; i++) {
		j--;
		size_t count = r->count[i], stride = r->stride[i];
		r->count[i] = r->count[j];
		r->stride[i] = r->stride[j];
		r->count[j] = count;
		r->stride[j] = stride;
	}
	r->begin = begin;
	r->end = begin + span;
	if (r->end > limit)
		return fail(AMP_ERROR_INVALID_ARGUMENT,
		            "a view of %zu bytes at offset %zu ends %zu bytes past its buffer", span,
		            v->offset, r->end - limit);
	return AMP_OK;
}

size_t region_bytes(const struct region *r)
{
	return r->row_bytes * r->rows;
}

void region_walk_init(struct region_walk *w, const struct region *r)
{
	w->region = r;
	w->row = 0;
	w->offset = r->begin;
	for (unsigned d = 0; d < r->rank; d++)
		w->position[d] = 0;
}

bool region_walk_done(const struct region_walk *w)
{
	return w->row == w->region->rows;
}

void region_walk_next(struct region_walk *w)
{
	const struct region *r = w->region;
	w->row++;
	for (unsigned d = r->rank; d-- > 0;) {
		w->offset += r->stride[d];
		if (++w->position[d] < r->count[d])
			return;
		w->offset -= r->stride[d] * r->count[d];
		w->position[d] = 0;
	}
}

void transfer_builder_init(struct transfer_builder *b, transfer_fn flush, void *context)
{
	*b = (struct transfer_builder){.flush = flush, .context = context};
}

static amp_status flush_box(struct transfer_builder *b)
{
	struct transfer t = b->box;
	b->box.slices = 0;
	return t.slices ? b->flush(b->context, &t) : AMP_OK;
}

/* Adds the finished slice to the box, or flushes the box first if it does not fit. */
static amp_status flush_slice(struct transfer_builder *b)
{
	struct transfer *box = &b->box, *s = &b->slice;
	if (s->rows == 0)
		return AMP_OK;
	amp_status status = AMP_OK;
	if (box->slices && box->width == s->width && box->rows == s->rows && s->rows > 1 &&
	    box->from_pitch == s->from_pitch && box->to_pitch == s->to_pitch &&
	    s->from > box->from && s->to > box->to) {
		size_t from = s->from - box->from - box->from_slice * (box->slices - 1);
		size_t to = s->to - box->to - box->to_slice * (box->slices - 1);
		/* In three-dimensional copies, the distance of slices is a multiple of the pitch. */
		if (box->slices == 1 && from % s->from_pitch == 0 && to % s->to_pitch == 0 &&
		    from >= s->from_pitch * s->rows && to >= s->to_pitch * s->rows) {
			box->from_slice = from;
			box->to_slice = to;
			box->slices = 2;
			s->rows = 0;
			return AMP_OK;
		}
		if (box->slices > 1 && from == box->from_slice && to == box->to_slice) {
			box->slices++;
			s->rows = 0;
			return AMP_OK;
		}
	}
	status = flush_box(b);
	*box = *s;
	box->slices = 1;
	s->rows = 0;
	return status;
}

amp_status transfer_builder_add(struct transfer_builder *b, size_t from, size_t to, size_t width)
{
	struct transfer *s = &b->slice;
	if (s->rows) {
		size_t from_last = s->from + s->from_pitch * (s->rows - 1);
		size_t to_last = s->to + s->to_pitch * (s->rows - 1);
		if (s->rows == 1 && from == from_last + s->width && to == to_last + s->width) {
			s->width += width;
			return AMP_OK;
		}
		if (s->width == width && from >= from_last + width && to >= to_last + width) {
			if (s->rows == 1) {
				s->from_pitch = from - from_last;
				s->to_pitch = to - to_last;
				s->rows = 2;
				return AMP_OK;
			}
			if (from - from_last == s->from_pitch && to - to_last == s->to_pitch) {
				s->rows++;
				return AMP_OK;
			}
		}
		amp_status status = flush_slice(b);
		if (status != AMP_OK)
			return status;
	}
	*s = (struct transfer){.from = from, .to = to, .width = width, .rows = 1, .slices = 1};
	return AMP_OK;
}

amp_status transfer_builder_end(struct transfer_builder *b)
{
	amp_status status = flush_slice(b);
	return status == AMP_OK ? flush_box(b) : status;
}

amp_status transfer_between(const struct region *from, const struct region *to,
                            transfer_fn flush, void *context)
{
	struct transfer_builder builder;
	transfer_builder_init(&builder, flush, context);
	struct region_walk f, t;
	region_walk_init(&f, from);
	region_walk_init(&t, to);
	size_t f_done = 0, t_done = 0; /* within the current rows */
	while (!region_walk_done(&f) && !region_walk_done(&t)) {
		size_t width = from->row_bytes - f_done;
		if (width > to->row_bytes - t_done)
			width = to->row_bytes - t_done;
		amp_status status =
			transfer_builder_add(&builder, f.offset + f_done, t.offset + t_done, width);
		if (status != AMP_OK)
			return status;
		f_done += width;
		t_done += width;
		if (f_done == from->row_bytes) {
			region_walk_next(&f);
			f_done = 0;
		}
		if (t_done == to->row_bytes) {
			region_walk_next(&t);
			t_done = 0;
		}
	}
	return transfer_builder_end(&builder);
}

size_t transfer_span(const struct transfer *t, size_t pitch, size_t slice)
{
	return (t->slices - 1) * slice + (t->rows - 1) * pitch + t->width;
}

void transfer_on_host(const struct transfer *t, char *to, const char *from)
{
	for (size_t z = 0; z < t->slices; z++) {
		for (size_t y = 0; y < t->rows; y++)
			memcpy(to + t->to + z * t->to_slice + y * t->to_pitch,
			       from + t->from + z * t->from_slice + y * t->from_pitch, t->width);
	}
}
