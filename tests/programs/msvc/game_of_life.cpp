// options: --amp-msvc
// Conway's game by two arrays that trade places, with the console's functions and a thread that watches.
#include "stdafx.h"
#include <windows.h>
#include <process.h>
#include <conio.h>
#include <tchar.h>
#include <strsafe.h>
using namespace concurrency;

#define WORLD_WIDTH 32
#define WORLD_HEIGHT 16
enum CellState { Dead = 0, Alive = 1 };

typedef struct _WATCHER
{
	HANDLE hStart, hDone;
	volatile LONG generations;
} WATCHER, *PWATCHER;

static unsigned __stdcall Watch(void *argument)
{
	PWATCHER watcher = static_cast<PWATCHER>(argument);
	while (WaitForSingleObject(watcher->hStart, INFINITE) == WAIT_OBJECT_0) {
		if (InterlockedIncrement(&watcher->generations) >= 4) break;
		SetEvent(watcher->hDone);
	}
	SetEvent(watcher->hDone);
	return 0;
}

class CLife
{
public:
	CLife(accelerator_view &av) : m_current(WORLD_HEIGHT, WORLD_WIDTH, av), m_next(m_current.extent, av) {}
	void Seed(const char *const *rows, int count)
	{
		std::vector<unsigned int> cells(WORLD_WIDTH * WORLD_HEIGHT, Dead);
		for (int y = 0; y < count; ++y)
			for (int x = 0; rows[y][x]; ++x)
				cells[(y + 4) * WORLD_WIDTH + x + 6] = rows[y][x] == '#' ? Alive : Dead;
		copy(cells.begin(), cells.end(), m_current);
	}
	void Step()
	{
		array<unsigned int, 2> &from = m_current, &to = m_next;
		static const int height = WORLD_HEIGHT, width = WORLD_WIDTH;
		parallel_for_each(from.extent, [&from, &to](index<2> p) restrict(amp) {
			unsigned int n = 0;
			for (int dy = -1; dy <= 1; dy++)
				for (int dx = -1; dx <= 1; dx++)
					if (dx != 0 || dy != 0)
						n += from((p[0] + dy + height) % height, (p[1] + dx + width) % width);
			to[p] = CLife::Rule(from[p], n);
		});
		std::swap(m_current, m_next);
	}
	static unsigned int Rule(unsigned int cell, unsigned int n) restrict(cpu, amp)
	{
		return n == 3 || (n == 2 && cell == Alive) ? Alive : Dead;
	}
	int Population() const
	{
		std::vector<unsigned int> cells = m_current;
		return (int)std::count(cells.begin(), cells.end(), (unsigned)Alive);
	}
	void Print(FILE *out)
	{
		array_view<unsigned int, 2> view(m_current);
		for (int y = 0; y < 12; ++y) {
			TCHAR line[WORLD_WIDTH + 1] = {};
			for (int x = 0; x < WORLD_WIDTH; ++x)
				line[x] = view(y, x) ? _T('#') : _T('.');
			_fputts(line, out);
			_fputtc(_T('\n'), out);
		}
	}
private:
	CLife(const CLife &);
	CLife &operator=(const CLife &);
	array<unsigned int, 2> m_current, m_next;
};

void main()
{
	static const char *glider[] = { ".#.", "..#", "###" };
	WATCHER watcher = { CreateEvent(NULL, FALSE, FALSE, NULL), CreateEvent(NULL, FALSE, FALSE, NULL), 0 };
	unsigned id;
	HANDLE thread = (HANDLE)_beginthreadex(NULL, 0, &Watch, &watcher, 0, &id);
	CLife life(accelerator(accelerator::default_accelerator).default_view);
	life.Seed(glider, _countof(glider));
	for (int generation = 0; generation < 4; ++generation) {
		life.Step();
		SetEvent(watcher.hStart);
		WaitForSingleObject(watcher.hDone, INFINITE);
	}
	WaitForSingleObject(thread, INFINITE);
	HANDLE all[] = { watcher.hStart, watcher.hDone, thread };
	for each (HANDLE h in all) CloseHandle(h);
	life.Print(stdout);
	CHAR text[64];
	if (SUCCEEDED(StringCchPrintfA(text, _countof(text), "%d alive after %ld", life.Population(), watcher.generations)))
		puts(text);
}
