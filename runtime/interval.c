/* Sets of byte ranges, which record the bytes of a copy that are current. */
#include "runtime-internal.h"

#include <stdlib.h>
#include <string.h>

bool interval_set_reserve(struct interval_set *s, size_t n)
{
	if (n <= s->capacity - s->count)
		return true;
	size_t capacity = s->capacity ? s->capacity * 2 : 4;
	if (capacity < s->count + n)
		capacity = s->count + n;
	if (capacity > SIZE_MAX / sizeof(struct interval))
		return false;
	struct interval *items = realloc(s->items, capacity * sizeof(*items));
	if (!items)
		return false;
	s->items = items;
	s->capacity = capacity;
	return true;
}

void interval_set_finish(struct interval_set *s)
{
	free(s->items);
	*s = (struct interval_set){0};
}

void interval_set_clear(struct interval_set *s)
{
	s->count = 0;
}

/* Returns the index of the first range that ends behind `at`. */
static size_t first_after(const struct interval_set *s, size_t at)
{
	size_t low = 0, high = s->count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (s->items[middle].end > at)
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}

/* Replaces the ranges [first, last) by n ranges. */
static void splice(struct interval_set *s, size_t first, size_t last,
                   const struct interval *with, size_t n)
{
	memmove(s->items + first + n, s->items + last, (s->count - last) * sizeof(*s->items));
	if (n)
		memcpy(s->items + first, with, n * sizeof(*with));
	s->count = s->count - (last - first) + n;
}

void interval_set_add(struct interval_set *s, size_t begin, size_t end)
{
	/* Start at begin - 1, since adjacent ranges are merged, too. */
	size_t first = begin ? first_after(s, begin - 1) : 0, last = first;
	struct interval merged = {begin, end};
	if (first < s->count && s->items[first].begin <= begin && s->items[first].end >= end)
		return;
	for (; last < s->count && s->items[last].begin <= end; last++) {
		if (s->items[last].begin < merged.begin)
			merged.begin = s->items[last].begin;
		if (s->items[last].end > merged.end)
			merged.end = s->items[last].end;
	}
	splice(s, first, last, &merged, 1);
}

void interval_set_remove(struct interval_set *s, size_t begin, size_t end)
{
	size_t first = first_after(s, begin), last = first, n = 0;
	struct interval rest[2];
	for (; last < s->count && s->items[last].begin < end; last++) {
		if (s->items[last].begin < begin)
			rest[n++] = (struct interval){s->items[last].begin, begin};
		if (s->items[last].end > end)
			rest[n++] = (struct interval){end, s->items[last].end};
	}
	if (first < last)
		splice(s, first, last, rest, n);
}

/* Moves the ranges up by the number of a region's rows, for a merge in place. Returns their new start. The
 * merge cannot overwrite ranges that it has not read, since each range of its output consumes at least one
 * input. */
static struct interval *make_way(struct interval_set *s, size_t rows)
{
	memmove(s->items + rows, s->items, s->count * sizeof(*s->items));
	return s->items + rows;
}

void interval_set_add_region(struct interval_set *s, const struct region *r)
{
	if (interval_set_covers(s, r->begin, r->end))
		return;
	if (r->rows == 1) {
		interval_set_add(s, r->begin, r->end);
		return;
	}
	size_t n = s->count, i = 0, out = 0;
	struct interval *old = make_way(s, r->rows);
	struct region_walk walk;
	region_walk_init(&walk, r);
	while (i < n || !region_walk_done(&walk)) {
		struct interval next;
		if (region_walk_done(&walk) || (i < n && old[i].begin <= walk.offset)) {
			next = old[i++];
		} else {
			next = (struct interval){walk.offset, walk.offset + r->row_bytes};
			region_walk_next(&walk);
		}
		if (out && s->items[out - 1].end >= next.begin) {
			if (next.end > s->items[out - 1].end)
				s->items[out - 1].end = next.end;
		} else {
			s->items[out++] = next;
		}
	}
	s->count = out;
}

void interval_set_remove_region(struct interval_set *s, const struct region *r)
{
	if (!interval_set_intersects(s, r->begin, r->end))
		return;
	if (r->rows == 1) {
		interval_set_remove(s, r->begin, r->end);
		return;
	}
	size_t n = s->count, out = 0;
	struct interval *old = make_way(s, r->rows);
	struct region_walk walk;
	region_walk_init(&walk, r);
	for (size_t i = 0; i < n; i++) {
		struct interval rest = old[i];
		while (!region_walk_done(&walk) && walk.offset + r->row_bytes <= rest.begin)
			region_walk_next(&walk);
		while (!region_walk_done(&walk) && walk.offset < rest.end) {
			size_t row_end = walk.offset + r->row_bytes;
			if (walk.offset > rest.begin)
				s->items[out++] = (struct interval){rest.begin, walk.offset};
			rest.begin = row_end < rest.end ? row_end : rest.end;
			if (row_end > rest.end)
				break; /* the row extends into the next range */
			region_walk_next(&walk);
		}
		if (rest.begin < rest.end)
			s->items[out++] = rest;
	}
	s->count = out;
}

bool interval_set_search_covers(const struct interval_set *s, size_t begin, size_t end)
{
	size_t i = first_after(s, begin);
	return i < s->count && s->items[i].begin <= begin && s->items[i].end >= end;
}

bool interval_set_search_intersects(const struct interval_set *s, size_t begin, size_t end)
{
	size_t i = first_after(s, begin);
	return i < s->count && s->items[i].begin < end;
}

size_t interval_set_stretch(const struct interval_set *s, size_t begin, size_t end, bool *inside)
{
	size_t i = first_after(s, begin);
	*inside = i < s->count && s->items[i].begin <= begin;
	size_t stop = *inside ? s->items[i].end : i < s->count ? s->items[i].begin : end;
	return stop < end ? stop : end;
}
