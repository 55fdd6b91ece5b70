/* Breadth-first search, level by level. */
#include "twins.h"

void openmp_bfs(const int *begins, const int *neighbours, int *levels, int *lists, int n)
{
	int *now = lists, *next = lists + n, size = 1;
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		levels[i] = i == 0 ? 0 : -1;
	now[0] = 0;
	for (int level = 1; size > 0; level++) {
		int count = 0;
#pragma omp parallel for schedule(dynamic, 256)
		for (int i = 0; i < size; i++) {
			for (int k = begins[now[i]]; k < begins[now[i] + 1]; k++) {
				const int other = neighbours[k];
				int unseen = -1;
				if (__atomic_load_n(&levels[other], __ATOMIC_RELAXED) == -1 &&
				    __atomic_compare_exchange_n(&levels[other], &unseen, level, 0, __ATOMIC_RELAXED,
				                                __ATOMIC_RELAXED))
					next[__atomic_fetch_add(&count, 1, __ATOMIC_RELAXED)] = other;
			}
		}
		int *last = now;
		now = next;
		next = last;
		size = count;
	}
}
