// Breadth-first search in a graph, level by level: a thread for each vertex of a level, whose neighbours that were
// not visited before are the next level.
#include "bench.h"

#include <amp.h>

using namespace concurrency;

static const int UNSEEN = -1, BATCH = 4;

// From vertex 0; the neighbours of v are neighbours[begins[v]] to neighbours[begins[v + 1]].
static void search(array_view<const int> begins, array_view<const int> neighbours, array_view<int> levels,
                   array_view<int> now, array_view<int> next, array_view<int> count)
{
	// Written by a kernel: a write by the host would copy all of `now` back first.
	parallel_for_each(levels.extent, [=](index<1> i) restrict(amp) {
		levels[i] = i[0] == 0 ? 0 : UNSEEN;
		if (i[0] == 0)
			now[0] = 0;
	});
	int size = 1;
	for (int level = 1; size > 0; level++) {
		count[0] = 0;
		parallel_for_each(extent<1>(size), [=](index<1> i) restrict(amp) {
			// Four neighbours at a time: the loads of a batch need not wait for the atomic operations of the one before.
			// What is missing in the last batch is the vertex itself, which was visited.
			const int vertex = now[i], end = begins[vertex + 1];
			for (int k = begins[vertex]; k < end; k += BATCH) {
				int others[BATCH], seen[BATCH];
				for (int j = 0; j < BATCH; j++)
					others[j] = k + j < end ? neighbours[k + j] : vertex;
				for (int j = 0; j < BATCH; j++)
					seen[j] = levels[others[j]];
				for (int j = 0; j < BATCH; j++) {
					int unseen = UNSEEN;
					if (seen[j] == UNSEEN && atomic_compare_exchange(&levels[others[j]], &unseen, level))
						next[atomic_fetch_add(&count[0], 1)] = others[j];
				}
			}
		});
		size = count[0];
		const array_view<int> last = now;
		now = next;
		next = last;
	}
}

BENCHMARK_WITHOUT_OPENCL(bfs)
{
	const int vertices = bench::size(1 << 22, 1 << 18, 1 << 10), degree = 12;
	bench::random_bits bits;
	std::vector<int> begins(vertices + 1), neighbours;
	neighbours.reserve(static_cast<std::size_t>(vertices) * degree);
	for (int v = 0; v < vertices; v++) {
		for (int k = 0; k < degree; k++)
			neighbours.push_back(static_cast<int>(bits() % static_cast<unsigned>(vertices)));
		begins[v + 1] = static_cast<int>(neighbours.size());
	}
	std::vector<int> result = bench::poisoned<int>(vertices), ones = bench::poisoned<int>(vertices),
	                 others = ones, number(1);
	const array_view<const int> begins_view(begins), neighbours_view(neighbours);
	const array_view<int> levels(result), now(ones), next(others), count(number);
	bench::memory<int> twin_begins(begins), twin_neighbours(neighbours), twin_levels(vertices),
	    twin_lists(2 * vertices + 1);
	bench::compare({"breadth-first search", "int", double(vertices), double(neighbours.size()), "G/s", 0},
	               [&] { search(begins_view, neighbours_view, levels, now, next, count); },
	               [&] { TWIN_OF(bfs)(twin_begins, twin_neighbours, twin_levels, twin_lists, vertices); },
	               [&] {
		               levels.synchronize();
		               return bench::difference(result, twin_levels.read());
	               });
}
