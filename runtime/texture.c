/* Textures that kernels sample by a GPU's texture units (amp_kernel.filters_in_hardware). A texture's level, as
 * it lies in memory, gets one object of the backend for each address mode, made by the first launch that samples
 * it. Kernels find the objects in a table in device memory, whose address is in the texture's head in place of
 * bounds. */
#include "runtime-internal.h"

#include <stdlib.h>

/* The objects for a level of a copy. */
struct sampled_level {
	struct sampled_level *next;
	size_t offset;
	uint64_t objects[AMP_ADDRESS_MODES];
	bool has_objects; /* false: texture units cannot sample the level */
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

amp_status texture_sample_level(struct storage *s, unsigned slot, amp_accelerator_view *queue, size_t offset,
                                char **table)
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
		l->has_objects = find_level(s->texture, offset, &level) &&
		                 backend->sample(queue->accelerator, &level, c->address + offset, l->objects);
	}
	*table = NULL;
	if (!l->has_objects)
		return AMP_OK;
	trace_because("texture objects for a kernel", NULL);
	return place_bytes(s, slot, queue, l->objects, sizeof(l->objects), table);
}

void texture_free_levels(struct copy *c, amp_accelerator_view *queue)
{
	const struct amp_backend *backend = queue->accelerator->backend;
	while (c->sampled) {
		struct sampled_level *l = c->sampled;
		c->sampled = l->next;
		if (l->has_objects)
			backend->unsample(queue->accelerator, l->objects);
		free(l);
	}
}
