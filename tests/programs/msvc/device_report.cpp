// options: --amp-msvc
#include "stdafx.h"
#include <iomanip>
using namespace concurrency;

struct Device
{
	std::wstring path;
	bool emulated;
	unsigned __int64 memory;
};

class Report
{
	template <class T> class Row
	{
	public:
		template <class T> static void Print(const T &x) { std::cout << std::setw(2) << x << ";"; }
	};
public:
	Report::Report() : m_used(0) {}
	void Add(Device &d) { m_devices.push_back(d); }
	void Use(accelerator_view &view)
	{
		int x = 0;
		array_view<int> v(1, &x);
		parallel_for_each(view, v.extent, [=](index<1> i) restrict(amp) { v[i] += 5; });
		v.synchronize();
		m_used += x;
	}
	int Report::Print() const
	{
		Row<int>::Print(m_devices.empty() ? 0 : 1);
		Row<int>::Print(m_used);
		std::cout << std::endl;
	}
private:
	std::vector<Device> m_devices;
	int m_used;
};

static Device Describe(const accelerator &a)
{
	Device d = { a.device_path, a.is_emulated, (unsigned __int64)a.dedicated_memory * 1024ui64 };
	return d;
}

void main()
{
	Report report;
	for each (const accelerator &a in accelerator::get_all())
		report.Add(Describe(a));
	report.Use(accelerator(accelerator::default_accelerator).create_view(queuing_mode_immediate));
	report.Use(accelerator().default_view);
	report.Print();
}
