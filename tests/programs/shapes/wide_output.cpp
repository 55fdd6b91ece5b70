// Wide and narrow streams in turns, as programs print descriptions of accelerators.
#include <amp.h>
#include <cstdio>
#include <iostream>
using namespace concurrency;

struct farewell {
	~farewell() { std::wcout << L"and the last" << std::endl; }
} last;

int main()
{
	const accelerator chosen;
	std::wcout << chosen.description.empty() << L" wide, \u00e4 \u20ac" << std::endl;
	std::cout << "narrow" << std::endl;
	std::printf("%s\n", "C's");
	std::wcout << L"wide" << L'!' << 42 << std::endl;
	array_view<int, 1> v(4);
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = i[0]; });
	std::cout << v[3] << "\n";
}
