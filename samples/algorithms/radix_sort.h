// Sorts unsigned numbers by their digits of eight bits, the lowest first. A pass counts the digits of each chunk,
// scans the counts, digit by digit, for the place of each chunk's keys of each digit, and moves the keys there.
//
// So that neighbouring threads write neighbouring elements, a tile sorts its chunk by the digit first, in
// tile_static memory: by its lower and by its upper four bits. Threads count their own keys of each of the sixteen
// values (Satish, Harris, Garland: Designing Efficient Sorting Algorithms for Manycore GPUs, 2009), two counts to a
// word, and keep the order of equal ones.
#pragma once

#include "scan.h"

namespace algorithms {

const int SORT_TILE = 256, SORT_EACH = 12, SORT_CHUNK = SORT_TILE * SORT_EACH;
const int DIGIT_BITS = 8, DIGITS = 1 << DIGIT_BITS;
const int HALF_BITS = 4, HALF_DIGITS = 1 << HALF_BITS;

// Where element k lies in tile_static memory: with gaps, so that threads that read every eighth or sixteenth element
// are not in each other's way.
inline int spaced(int k) restrict(amp)
{
	return k + k / 32;
}
const int SPACED_CHUNK = SORT_CHUNK + SORT_CHUNK / 32;

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

// Where a thread counts keys with these four bits: those of 0 to 7 in the lower half of a word.
struct half_digit {
	half_digit(unsigned key, int shift) restrict(amp)
	    : word(static_cast<int>(key >> shift) & (HALF_DIGITS / 2 - 1)),
	      bit(static_cast<int>(key >> shift) & HALF_DIGITS / 2 ? 16 : 0) {}
	int word, bit;
};

// The keys of a tile, a thread's own ones, moved so that they are in order of four of their bits; those that are
// alike there stay in order. `sorted` is for all keys of the tile.
inline void sort_by_half_digit(unsigned (&keys)[SORT_EACH], unsigned (&sorted)[SPACED_CHUNK], int shift, int me,
                               const tile_barrier &barrier) restrict(amp)
{
	// Sums over these words in order, then over the threads, give each key's place.
	const int WORDS = HALF_DIGITS / 2;
	// a row for each word: threads are in nobody's way when they count, nor when each adds up eight of a row
	tile_static unsigned counts[WORDS][SORT_TILE + 32];
	const int column = spaced(me), row = me * WORDS / SORT_TILE, begin = me * WORDS % SORT_TILE;
	for (int w = 0; w < WORDS; w++)
		counts[w][column] = 0;
	for (int k = 0; k < SORT_EACH; k++) {
		const half_digit half(keys[k], shift);
		counts[half.word][column] += 1u << half.bit;
	}
	barrier.wait_with_tile_static_memory_fence();

	unsigned sum = 0;
	for (int w = 0; w < WORDS; w++)
		sum += counts[row][spaced(begin + w)];
	unsigned before = static_cast<unsigned>(scan_tile<SORT_TILE>(static_cast<int>(sum), me, barrier)) - sum;
	tile_static unsigned all;
	if (me == SORT_TILE - 1)
		all = before + sum;
	barrier.wait_with_tile_static_memory_fence();
	before += all << 16; // keys counted in upper halves are behind all of those in lower ones
	for (int w = 0; w < WORDS; w++) {
		const unsigned count = counts[row][spaced(begin + w)];
		counts[row][spaced(begin + w)] = before;
		before += count;
	}
	barrier.wait_with_tile_static_memory_fence();

	// A thread's counts are now the places of its next keys.
	for (int k = 0; k < SORT_EACH; k++) {
		const half_digit half(keys[k], shift);
		unsigned &place = counts[half.word][column];
		sorted[spaced(static_cast<int>(place >> half.bit & 0xffff))] = keys[k];
		place += 1u << half.bit;
	}
	barrier.wait_with_tile_static_memory_fence();
}

// ends[d * chunks + c]: the place behind the last of chunk c's keys with the digit d.
inline void move_keys(const array_view<const unsigned> &keys, const array_view<unsigned> &moved,
                      const array_view<const int> &ends, int chunks, int shift)
{
	const int n = keys.extent[0];
	moved.discard_data();
	parallel_for_each(extent<1>(chunks * SORT_TILE).tile<SORT_TILE>(), [=](tiled_index<SORT_TILE> i) restrict(amp) {
		tile_static unsigned sorted[SPACED_CHUNK];
		tile_static int first[DIGITS]; // where a digit's keys begin in the result, less where they do in the chunk
		const int me = i.local[0], begin = i.tile[0] * SORT_CHUNK;
		const int count = n - begin < SORT_CHUNK ? n - begin : SORT_CHUNK;
		unsigned mine[SORT_EACH];
		for (int k = me; k < SORT_CHUNK; k += SORT_TILE)
			sorted[spaced(k)] = k < count ? keys[begin + k] : ~0u; // these come last
		i.barrier.wait_with_tile_static_memory_fence();
		for (int half = 0; half < 2; half++) {
			for (int k = 0; k < SORT_EACH; k++)
				mine[k] = sorted[spaced(me * SORT_EACH + k)];
			i.barrier.wait_with_tile_static_memory_fence();
			sort_by_half_digit(mine, sorted, shift + half * HALF_BITS, me, i.barrier);
		}
		for (int k = me; k < SORT_CHUNK; k += SORT_TILE) {
			const int digit = digit_of(sorted[spaced(k)], shift);
			if (k == 0 || digit != digit_of(sorted[spaced(k - 1)], shift)) {
				const int at = digit * chunks + i.tile[0];
				first[digit] = (at > 0 ? ends[at - 1] : 0) - k;
			}
		}
		i.barrier.wait_with_tile_static_memory_fence();
		for (int k = me; k < count; k += SORT_TILE)
			moved[first[digit_of(sorted[spaced(k)], shift)] + k] = sorted[spaced(k)];
	});
}

// What sorts need, for as many keys as it was made for.
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
