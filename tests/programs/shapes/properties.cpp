// The properties of accelerators and of their views, as objects and as members.
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

int main()
{
	accelerator acc;
	accelerator_view av = acc.create_view(queuing_mode_immediate);
	CHECK(av.accelerator == acc && av.queuing_mode == queuing_mode_immediate);
	CHECK(av != acc.default_view && acc.default_view == acc.get_default_view());
	CHECK(!av.is_auto_selection && accelerator::get_auto_selection_view().is_auto_selection);
	CHECK(acc.default_view.accelerator == acc && !(acc.default_view.accelerator != acc));
	CHECK(acc.default_view.queuing_mode == queuing_mode_automatic);
	CHECK(!acc.default_view.is_auto_selection && !acc.default_view.is_debug);
	CHECK(acc.default_view.version == acc.version);

	array<int, 1> a(10, av), staging(10, accelerator(L"cpu").default_view, av);
	accelerator there = a.accelerator_view.accelerator;
	CHECK(there == acc && a.accelerator_view.accelerator.get_description() == acc.description);
	CHECK(a.accelerator_view == av && a.accelerator_view.queuing_mode == queuing_mode_immediate);
	CHECK(staging.associated_accelerator_view == av);
	CHECK(staging.accelerator_view.accelerator.get_device_path() == accelerator::cpu_accelerator);
	array_view<int, 1> v(a);
	CHECK(v.source_accelerator_view == av && v.get_source_accelerator_view() == av);
	CHECK(v.source_accelerator_view.accelerator == acc);
	amp_uninitialize();
	std::puts("ok");
}
