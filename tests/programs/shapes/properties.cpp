// The properties of accelerators and of their views, as objects and as members.
#include "../check.h"
#include <amp.h>
#include <map>
#include <sstream>
#include <vector>
using namespace concurrency;

// What is said of where something is.
template <typename View> std::wstring place(const View &av)
{
	std::wostringstream text;
	text << av.accelerator.description << L" (" << av.accelerator.device_path << L"), "
	     << av.accelerator.dedicated_memory << L" KiB";
	return text.str();
}

// The accelerator of a property has what that of an accelerator_view has.
template <typename View> void accelerator_of(const View &av, const accelerator &acc)
{
	CHECK(place(av) == place(accelerator_view(av)));
	CHECK(av.accelerator == acc && acc == av.accelerator && !(av.accelerator != acc));
	CHECK(av.accelerator.description == acc.description && acc.device_path == av.accelerator.device_path);
	CHECK(av.accelerator.device_path != L"none" && !av.accelerator.description.empty());
	const wchar_t *text = av.accelerator.description.c_str();
	CHECK(text == acc.description && text == av.accelerator.get_description());
	CHECK(L"on " + av.accelerator.description == L"on " + acc.description);
	CHECK(av.accelerator.description + L"." == acc.description + L".");
	CHECK(av.accelerator.version == acc.version && av.accelerator.dedicated_memory == acc.dedicated_memory);
	CHECK(av.accelerator.is_debug == acc.is_debug && av.accelerator.is_emulated == acc.is_emulated);
	CHECK(av.accelerator.has_display == acc.has_display);
	CHECK(av.accelerator.supports_double_precision == acc.supports_double_precision);
	CHECK(av.accelerator.supports_limited_double_precision == acc.supports_limited_double_precision);
	CHECK(av.accelerator.supports_cpu_shared_memory == acc.supports_cpu_shared_memory);
	CHECK(av.accelerator.default_cpu_access_type == acc.default_cpu_access_type);
	CHECK(av.accelerator.default_view == acc.default_view && acc.get_default_view() == av.accelerator.default_view);
	CHECK(av.accelerator.get_device_path() == acc.device_path && av.accelerator.get_version() == acc.version);
	CHECK(av.accelerator.create_view(queuing_mode_immediate).queuing_mode == queuing_mode_immediate);
	av.accelerator.default_view.wait();
	const accelerator copied = av.accelerator;
	std::wstring path = av.accelerator.device_path;
	CHECK(copied == acc && path == acc.device_path);
}

// A property becomes an accelerator_view where one is wanted.
void converted(const accelerator &acc, const array<int, 1> &a)
{
	auto av = acc.default_view;
	std::vector<accelerator_view> views = {acc.default_view, av, a.accelerator_view};
	views.push_back(av);
	views.emplace_back(acc.default_view);
	std::map<std::wstring, accelerator_view> by_path = {{acc.device_path, av}};
	by_path.insert(std::make_pair(std::wstring(L"the array's"), a.accelerator_view));
	by_path.emplace(L"another", acc.default_view);
	CHECK(by_path.at(L"the array's") == a.accelerator_view && by_path.at(L"another") == views[4]);
	accelerator_view either = views.size() > 3 ? acc.default_view : acc.create_view();
	const array<int, 1> b(4, av), c(4, accelerator(L"cpu").default_view, acc.default_view);
	CHECK(either == av && b.accelerator_view == av && c.associated_accelerator_view == acc.default_view);
}

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
	accelerator_of(av, acc);
	accelerator_of(acc.default_view, acc);
	accelerator_of(a.accelerator_view, acc);
	accelerator_of(staging.associated_accelerator_view, acc);
	accelerator_of(v.source_accelerator_view, acc);
	converted(acc, a);
	amp_uninitialize();
	std::puts("ok");
}
