/* Textures that kernels sample by a GPU's texture units (amp_kernel.filters_in_hardware). A texture's level, as it lies in
 * memory, gets one object of the backend for each address mode, made by the first launch that samples it. Kernels find
 * the objects in a table in device memory, whose address is in the texture's head in place of bounds. */
#include "runtime-internal.h"

#include <stdlib.h>

/* The objects for a level of a copy. */
struct sampled_level {
	struct sampled_level *next;
	size_t offset;
	uint64_t objects[AMP_ADDRESS_MODES];
	char *table; /* on the device; NULL: texture units cannot sample the level */
};

void amp_buffer_set_texture(amp_buffer *b, const amp_texture *texture)
{
	struct storage *s = buffer_from(b)->storage;
	s->texture = malloc(sizeof(*texture));
	if (s->texture) /* otherwise, kernels sample it themselves */
		*s->texture = *texture;
}

/* Finds the level that begins at an offset. Returns false if none does. */
static bool find_level(const amp_texture *whole, size_t offset, amp_texture *level)
{
	*level = *whole;
	for (size_t at = 0; at < offset;) {
		size_t bytes = level->channels * level->bits / 8;
		bool is_last = true;
		for (unsigned d = 0; d < whole->rank; d++) {
			bytes *= (size_t)level->extent[d];
			is_last &= level->extent[d] == 1;
			level->extent[d] = level->extent[d] > 1 ? level->extent[d] / 2 : 1;
		}
		at += bytes;
		if (at > offset || (is_last && at < offset))
			return false;
	}
	return true;
}

/* Copies the table to the device, as launch.c does with descriptors. */
static amp_status place_table(struct storage *s, unsigned slot, amp_accelerator_view *queue, struct sampled_level *l)
{
	struct copy *c = &s->copies[slot];
	const struct amp_backend *backend = queue->accelerator->backend;
	struct transfer t = {.width = sizeof(l->objects), .rows = 1, .slices = 1};
	char *table;
	amp_status status = backend->allocate(queue, sizeof(l->objects), &table);
	if (status != AMP_OK)
		return status;
	status = before_write(c, queue);
	if (status == AMP_OK)
		status = move(&t, queue, slot, table, SLOT_HOST, (char *)l->objects, s);
	if (status != AMP_OK) {
		backend->free(queue, table, sizeof(l->objects));
		return status;
	}
	after_write(c, queue, queue_submit(queue));
	count(COUNT_DEVICE_ALLOCATIONS, 1);
	count(COUNT_DEVICE_BYTES, sizeof(l->objects));
	l->table = table;
	return AMP_OK;
}

amp_status texture_sample_level(struct storage *s, unsigned slot, amp_accelerator_view *queue, size_t offset,
                                const char **table)
{
	struct copy *c = &s->copies[slot];
	const struct amp_backend *backend = queue->accelerator->backend;
	struct sampled_level *l = c->sampled;
	amp_texture level;
	while (l && l->offset != offset)
		l = l->next;
	if (!l) {
		l = calloc(1, sizeof(*l));
		if (!l)
			return fail_memory("a texture's state", sizeof(*l));
		l->offset = offset;
		l->next = c->sampled;
		c->sampled = l;
		if (find_level(s->texture, offset, &level) &&
		    backend->sample(queue->accelerator, &level, c->address + offset, l->objects)) {
			trace_because("texture objects for a kernel", NULL);
			amp_status status = place_table(s, slot, queue, l);
			if (status != AMP_OK) {
				backend->unsample(queue->accelerator, l->objects);
				c->sampled = l->next;
				free(l);
				return status;
			}
		}
	}
	*table = l->table;
	return AMP_OK;
}

void texture_free_levels(struct copy *c, amp_accelerator_view *queue)
{
	const struct amp_backend *backend = queue->accelerator->backend;
	while (c->sampled) {
		struct sampled_level *l = c->sampled;
		c->sampled = l->next;
		if (l->table) {
			backend->unsample(queue->accelerator, l->objects);
			backend->free(queue, l->table, sizeof(l->objects));
			count(COUNT_DEVICE_ALLOCATIONS, -1);
			count(COUNT_DEVICE_BYTES, -(int64_t)sizeof(l->objects));
		}
		free(l);
	}
}
