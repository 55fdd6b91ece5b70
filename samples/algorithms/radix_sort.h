// Sorts unsigned numbers by digits of eight bits, the lowest first. A pass counts the digits in each chunk, scans the
// counts, digit by digit, to find the destination of each chunk's keys with each digit, and moves the keys there.
//
// So that neighbouring threads write neighbouring elements, a tile first sorts its chunk by the digit, in tile_static
// memory: by its lower and then by its upper four bits. For each group of 32 neighbouring keys and each of the sixteen
// values, a word has a bit for each key with that value, set by atomic operations. This keeps the order of equal keys,
// which a counter incremented by all threads would not.
#pragma once

#include "scan.h"

namespace algorithms {

const int SORT_TILE = 256, SORT_EACH = 12, SORT_CHUNK = SORT_TILE * SORT_EACH;
const int DIGIT_BITS = 8, DIGITS = 1 << DIGIT_BITS;
const int HALF_BITS = 4, HALF_DIGITS = 1 << HALF_BITS;

inline int digit_of(unsigned key, int shift) restrict(amp)
{
	return static_cast<int>(key >> shift) & (DIGITS - 1);
}

// counts[d * chunks + c] = how many keys of chunk c have the digit d.
inline void count_digits(const array_view<const unsigned> &keys, const array_view<int> &counts, int chunks, int shift)
{
	const int n = keys.extent[0];
	counts.discard_data();
	parallel_for_each(extent<1>(chunks * SORT_TILE).tile<SORT_TILE>(), [=](tiled_index<SORT_TILE> i) restrict(amp) {
		tile_static int bins[DIGITS];
		const int me = i.local[0], begin = i.tile[0] * SORT_CHUNK;
		for (int d = me; d < DIGITS; d += SORT_TILE)
			bins[d] = 0;
		i.barrier.wait_with_tile_static_memory_fence();
		for (int k = me; k < SORT_CHUNK; k += SORT_TILE) {
			if (begin + k < n)
				atomic_fetch_inc(&bins[digit_of(keys[begin + k], shift)]);
		}
		i.barrier.wait_with_tile_static_memory_fence();
		for (int d = me; d < DIGITS; d += SORT_TILE)
			counts[d * chunks + i.tile[0]] = bins[d];
	});
}

inline int half_digit_of(unsigned key, int shift) restrict(amp)
{
	return static_cast<int>(key >> shift) & (HALF_DIGITS - 1);
}

// Sorts the keys of a tile by four of their bits; thread `me` has those at me, me + SORT_TILE and so on. The result is in
// `sorted`, and each thread's new keys in `mine`.
inline void sort_by_half_digit(unsigned (&mine)[SORT_EACH], unsigned (&sorted)[SORT_CHUNK], int shift, int me,
                               const tile_barrier &barrier) restrict(amp)
{
	const int GROUPS = SORT_TILE / 32, ROWS = GROUPS * SORT_EACH; // of 32 keys each
	const int COLUMN = SORT_TILE / HALF_DIGITS; // threads that add up the rows' counts of one value
	// with a gap, so that the threads of a column use different banks
	tile_static unsigned having[ROWS][HALF_DIGITS + 1]; // which keys of the row have this value
	tile_static int places[ROWS][HALF_DIGITS + 1];      // where the first of them goes
	for (int k = me; k < ROWS * HALF_DIGITS; k += SORT_TILE)
		having[k / HALF_DIGITS][k % HALF_DIGITS] = 0;
	barrier.wait_with_tile_static_memory_fence();
	for (int k = 0; k < SORT_EACH; k++)
		atomic_fetch_or(&having[k * GROUPS + me / 32][half_digit_of(mine[k], shift)], 1u << me % 32);
	barrier.wait_with_tile_static_memory_fence();

	const int value = me / COLUMN, row = me % COLUMN * (ROWS / COLUMN);
	int counts[ROWS / COLUMN], sum = 0;
	for (int r = 0; r < ROWS / COLUMN; r++) {
		counts[r] = static_cast<int>(direct3d::countbits(having[row + r][value]));
		sum += counts[r];
	}
	int before = scan_tile<SORT_TILE>(sum, me, barrier) - sum;
	for (int r = 0; r < ROWS / COLUMN; r++) {
		places[row + r][value] = before;
		before += counts[r];
	}
	barrier.wait_with_tile_static_memory_fence();

	const unsigned in_front = (1u << me % 32) - 1;
	for (int k = 0; k < SORT_EACH; k++) {
		const int from = k * GROUPS + me / 32, half_digit = half_digit_of(mine[k], shift);
		const unsigned equal = having[from][half_digit] & in_front;
		sorted[places[from][half_digit] + static_cast<int>(direct3d::countbits(equal))] = mine[k];
	}
	barrier.wait_with_tile_static_memory_fence();
	for (int k = 0; k < SORT_EACH; k++)
		mine[k] = sorted[k * SORT_TILE + me];
}

// ends[d * chunks + c]: the place behind the last of chunk c's keys with the digit d.
inline void move_keys(const array_view<const unsigned> &keys, const array_view<unsigned> &moved,
                      const array_view<const int> &ends, int chunks, int shift)
{
	const int n = keys.extent[0];
	moved.discard_data();
	parallel_for_each(extent<1>(chunks * SORT_TILE).tile<SORT_TILE>(), [=](tiled_index<SORT_TILE> i) restrict(amp) {
		tile_static unsigned sorted[SORT_CHUNK];
		tile_static int first[DIGITS]; // where a digit's keys begin in the result, minus where they begin in the chunk
		const int me = i.local[0], begin = i.tile[0] * SORT_CHUNK;
		const int count = n - begin < SORT_CHUNK ? n - begin : SORT_CHUNK;
		unsigned mine[SORT_EACH];
		for (int k = 0; k < SORT_EACH; k++) {
			const int at = k * SORT_TILE + me;
			mine[k] = at < count ? keys[begin + at] : ~0u; // these come last
		}
		for (int half = 0; half < 2; half++)
			sort_by_half_digit(mine, sorted, shift + half * HALF_BITS, me, i.barrier);
		for (int k = 0; k < SORT_EACH; k++) {
			const int at = k * SORT_TILE + me, digit = digit_of(mine[k], shift);
			if (at == 0 || digit != digit_of(sorted[at - 1], shift)) {
				const int chunk = digit * chunks + i.tile[0];
				first[digit] = (chunk > 0 ? ends[chunk - 1] : 0) - at;
			}
		}
		i.barrier.wait_with_tile_static_memory_fence();
		for (int k = 0; k < SORT_EACH; k++) {
			const int at = k * SORT_TILE + me;
			if (at < count)
				moved[first[digit_of(mine[k], shift)] + at] = mine[k];
		}
	});
}

// The memory that a sort needs, for at most this number of keys.
class sort_memory {
public:
	explicit sort_memory(int keys)
	    : chunks((keys + SORT_CHUNK - 1) / SORT_CHUNK), other(keys), counts(chunks * DIGITS), ends(chunks * DIGITS),
	      scanned(chunks * DIGITS) {}

	int chunks;
	array<unsigned> other;
	array<int> counts, ends;
	scan_memory scanned;
};

inline void radix_sort(const array_view<unsigned> &keys, sort_memory &memory)
{
	const array_view<unsigned> other(memory.other);
	const array_view<int> counts(memory.counts), ends(memory.ends);
	for (int shift = 0; shift < 32; shift += 2 * DIGIT_BITS) {
		for (int pass = 0; pass < 2; pass++) {
			const array_view<unsigned> &from = pass ? other : keys, &to = pass ? keys : other;
			count_digits(from, counts, memory.chunks, shift + pass * DIGIT_BITS);
			scan(counts, ends, memory.scanned);
			move_keys(from, to, ends, memory.chunks, shift + pass * DIGIT_BITS);
		}
	}
}

} // namespace algorithms
