// Inclusive prefix sums in one pass over memory: each tile scans a chunk, and gets the sum of the preceding values
// from the preceding tiles while they run (Merrill, Garland: Single-pass Parallel Prefix Scan with Decoupled
// Look-back, 2016). Three launches, as in scan.cpp, read the values twice.
//
// A tile waits for preceding tiles, which must have started. So tiles are numbered in the order in which they
// start, by a counter, and not by their index.
#pragma once

#include <amp.h>

namespace algorithms {

using namespace concurrency;

const int SCAN_TILE = 256, SCAN_EACH = 24; // threads of a tile, elements of a thread
const int SCAN_CHUNK_SIZE = SCAN_TILE * SCAN_EACH;
const int LOOKS = 32; // threads of a tile that look back: more atomic operations on the same words would slow each other down
const int GROUP = 16; // number of threads whose values one thread adds up

// The sum of the values of the threads 0 ... me of a tile of SIZE: within groups of threads, then over the groups,
// which needs two barriers instead of one for each doubling.
template <int SIZE> int scan_tile(int value, int me, const tile_barrier &barrier) restrict(amp)
{
	const int GROUPS = SIZE / GROUP;
	tile_static int sums[GROUPS][GROUP + 1]; // with a gap against bank conflicts
	sums[me / GROUP][me % GROUP] = value;
	barrier.wait_with_tile_static_memory_fence();
	if (me < GROUPS) {
		int sum = 0;
		for (int k = 0; k < GROUP; k++) {
			sum += sums[me][k];
			sums[me][k] = sum;
		}
	}
	barrier.wait_with_tile_static_memory_fence();
	int before = 0;
	for (int k = 0; k < GROUPS; k++)
		before += k < me / GROUP ? sums[k][GROUP - 1] : 0;
	return before + sums[me / GROUP][me % GROUP];
}

// What a tile has published: nothing, the sum of its chunk, or the sum up to its chunk's end. Each of two words has half
// of a sum's bits and the kind of sum. If the kinds agree, both words are of the same sum, in whatever order memory
// shows them, so no fence is needed.
enum message { NOTHING, SUM, PREFIX };

// The memory that a scan needs: the counter, and two words for each chunk; for at most this number of values.
class scan_memory {
public:
	explicit scan_memory(int most_values) : ticket(1), words(2, chunks(most_values)) {}
	static int chunks(int values) { return (values + SCAN_CHUNK_SIZE - 1) / SCAN_CHUNK_SIZE; }

	array<unsigned> ticket;
	array<unsigned, 2> words;
};

inline void tell(array<unsigned, 2> &words, int chunk, message what, int sum) restrict(amp)
{
	const unsigned bits = static_cast<unsigned>(sum);
	atomic_exchange(&words(0, chunk), bits << 16 | what);
	atomic_exchange(&words(1, chunk), (bits & 0xffff0000) | what);
}

// Waits until a chunk's tile has published something. Only atomic operations see what other tiles write meanwhile.
inline message hear(array<unsigned, 2> &words, int chunk, int &sum) restrict(amp)
{
	unsigned low, high;
	do {
		low = atomic_fetch_or(&words(0, chunk), 0u);
		high = atomic_fetch_or(&words(1, chunk), 0u);
	} while ((low & 0xffff) == NOTHING || (low & 0xffff) != (high & 0xffff));
	sum = static_cast<int>((high & 0xffff0000) | low >> 16);
	return static_cast<message>(low & 0xffff);
}

// The sum of all chunks in front of `chunk`: the first threads of its tile each read one of the LOOKS preceding chunks,
// whose sums are added up, from the nearest one to the first one whose sum includes everything before it.
inline int look_back(array<unsigned, 2> &words, int chunk, int me, const tile_barrier &barrier) restrict(amp)
{
	const int GROUPS = LOOKS / GROUP;
	tile_static int sums[GROUPS][GROUP + 1], ends[GROUPS][GROUP + 1];
	int before = 0;
	bool found = chunk == 0;
	for (int end = chunk; !found; end -= LOOKS) {
		if (me < LOOKS) {
			const int other = end - 1 - me;
			int sum = 0;
			ends[me / GROUP][me % GROUP] = other < 0 || hear(words, other, sum) == PREFIX;
			sums[me / GROUP][me % GROUP] = sum;
		}
		barrier.wait_with_tile_static_memory_fence();
		if (me < GROUPS) {
			int total = 0;
			bool ended = false;
			for (int k = 0; k < GROUP; k++) {
				total += ended ? 0 : sums[me][k];
				ended = ended || ends[me][k];
			}
			sums[me][GROUP] = total;
			ends[me][GROUP] = ended;
		}
		barrier.wait_with_tile_static_memory_fence();
		for (int k = 0; k < GROUPS; k++) {
			before += found ? 0 : sums[k][GROUP];
			found = found || ends[k][GROUP];
		}
	}
	return before;
}

// sums[k] = values[0] + ... + values[k]
inline void scan(const array_view<const int> &values, const array_view<int> &sums, scan_memory &memory)
{
	const int n = values.extent[0], chunks = scan_memory::chunks(n);
	array<unsigned> &ticket = memory.ticket;
	array<unsigned, 2> &words = memory.words;
	parallel_for_each(extent<1>(chunks), [=, &ticket, &words](index<1> i) restrict(amp) {
		words(0, i[0]) = words(1, i[0]) = NOTHING;
		if (i[0] == 0)
			ticket[0] = 0;
	});
	sums.discard_data();
	parallel_for_each(extent<1>(chunks * SCAN_TILE).tile<SCAN_TILE>(),
	                  [=, &ticket, &words](tiled_index<SCAN_TILE> i) restrict(amp) {
		// here, a thread's elements are contiguous
		tile_static int elements[SCAN_TILE][SCAN_EACH + 1];
		tile_static int number;
		const int me = i.local[0];
		if (me == 0)
			number = static_cast<int>(atomic_fetch_inc(&ticket[0]));
		i.barrier.wait_with_tile_static_memory_fence();
		const int chunk = number, begin = chunk * SCAN_CHUNK_SIZE;

		for (int k = me; k < SCAN_CHUNK_SIZE; k += SCAN_TILE)
			elements[k / SCAN_EACH][k % SCAN_EACH] = begin + k < n ? values[begin + k] : 0;
		i.barrier.wait_with_tile_static_memory_fence();
		int sum = 0;
		for (int k = 0; k < SCAN_EACH; k++)
			sum += elements[me][k];
		const int to_here = scan_tile<SCAN_TILE>(sum, me, i.barrier);
		if (me == SCAN_TILE - 1)
			tell(words, chunk, chunk > 0 ? SUM : PREFIX, to_here);
		const int before = look_back(words, chunk, me, i.barrier);
		if (me == SCAN_TILE - 1 && chunk > 0)
			tell(words, chunk, PREFIX, before + to_here);
		int all = before + to_here - sum;
		for (int k = 0; k < SCAN_EACH; k++) {
			all += elements[me][k];
			elements[me][k] = all;
		}
		i.barrier.wait_with_tile_static_memory_fence();
		for (int k = me; k < SCAN_CHUNK_SIZE; k += SCAN_TILE) {
			if (begin + k < n)
				sums[begin + k] = elements[k / SCAN_EACH][k % SCAN_EACH];
		}
	});
}

} // namespace algorithms
