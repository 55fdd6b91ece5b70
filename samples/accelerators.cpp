// The accelerators of this machine, and the one that kernels run on when a
// program does not choose: the first GPU, else the multicore CPU. The
// environment variable AMP_ACCELERATOR (cuda:1, cpu, ref) chooses another.
//
// Prints: a line for each accelerator; a star marks the default one.
#include <amp.h>
#include <iostream>

using namespace concurrency;

int main()
{
	const accelerator standard;
	for (const accelerator &a : accelerator::get_all()) {
		std::wcout << (a == standard ? L"* " : L"  ") << a.device_path << L"  " << a.description
		           << L", " << a.dedicated_memory / 1024 << L" MiB\n";
	}
}
