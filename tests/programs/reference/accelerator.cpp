// accelerator
#include "declared.h"
#include <amp.h>
using namespace concurrency;

static_assert(std::is_default_constructible<accelerator>::value, "");
static_assert(std::is_copy_constructible<accelerator>::value, "");
static_assert(std::is_copy_assignable<accelerator>::value, "");
EXPLICIT(accelerator, const std::wstring &);

// The members of a const one.
void members_of(const accelerator &acc)
{
	RETURNS((acc.get_device_path()), std::wstring);
	RETURNS((acc.get_description()), std::wstring);
	RETURNS((acc.get_version()), unsigned int);
	RETURNS((acc.get_dedicated_memory()), size_t);
	RETURNS((acc.get_default_view()), accelerator_view);
	RETURNS((acc.get_default_cpu_access_type()), access_type);
	RETURNS((acc.get_has_display()), bool);
	RETURNS((acc.get_is_debug()), bool);
	RETURNS((acc.get_is_emulated()), bool);
	RETURNS((acc.get_supports_cpu_shared_memory()), bool);
	RETURNS((acc.get_supports_double_precision()), bool);
	RETURNS((acc.get_supports_limited_double_precision()), bool);
	RETURNS((acc == acc), bool);
	RETURNS((acc != acc), bool);

	const std::wstring path = acc.device_path, description = acc.description;
	const unsigned int version = acc.version;
	const size_t memory = acc.dedicated_memory;
	const bool display = acc.has_display, debug = acc.is_debug, emulated = acc.is_emulated;
	const bool shared = acc.supports_cpu_shared_memory, whole = acc.supports_double_precision;
	const bool limited = acc.supports_limited_double_precision;
	const accelerator_view view = acc.default_view;
	const access_type access = acc.default_cpu_access_type;

	CHECK(path == acc.get_device_path() && description == acc.get_description());
	CHECK(version == acc.get_version() && memory == acc.get_dedicated_memory());
	CHECK(display == acc.get_has_display() && debug == acc.get_is_debug() && emulated == acc.get_is_emulated());
	CHECK(shared == acc.get_supports_cpu_shared_memory() && whole == acc.get_supports_double_precision());
	CHECK(limited == acc.get_supports_limited_double_precision());
	CHECK(view == acc.get_default_view() && access == acc.get_default_cpu_access_type());
	CHECK(!path.empty() && !description.empty() && acc == acc && !(acc != acc));
}

int main()
{
	const wchar_t *paths[] = {accelerator::default_accelerator, accelerator::cpu_accelerator,
	                          accelerator::direct3d_warp, accelerator::direct3d_ref};
	RETURNS((accelerator::cpu_accelerator), const wchar_t[16]);
	for (const wchar_t *path : paths)
		members_of(accelerator(path));

	RETURNS((accelerator::get_all()), std::vector<accelerator>);
	const std::vector<accelerator> all = accelerator::get_all();
	CHECK(all.size() >= 3);
	for (const accelerator &one : all)
		members_of(one);

	accelerator acc, other(all.back()), moved(std::move(other));
	RETURNS((acc = moved), accelerator &);
	acc = moved;
	CHECK(acc == all.back() && (acc = accelerator()) == accelerator(accelerator::default_accelerator));

	RETURNS((acc.create_view()), accelerator_view);
	RETURNS((acc.create_view(queuing_mode_immediate)), accelerator_view);
	CHECK(acc.create_view().queuing_mode == queuing_mode_automatic);
	CHECK(acc.create_view(queuing_mode_immediate) != acc.default_view);

	RETURNS((accelerator::get_auto_selection_view()), accelerator_view);
	CHECK(accelerator::get_auto_selection_view().is_auto_selection);
	RETURNS((accelerator::set_default(std::wstring())), bool);
	CHECK(!accelerator::set_default(all.front().device_path)); // it was used already

	accelerator warp(accelerator::direct3d_warp);
	RETURNS((warp.set_default_cpu_access_type(access_type_read)), bool);
	CHECK(warp.set_default_cpu_access_type(access_type_read));
	CHECK(warp.default_cpu_access_type == access_type_read);
	CHECK(!warp.set_default_cpu_access_type(access_type_none)); // it was set already
	CHECK(warp.get_default_cpu_access_type() == access_type_read);
	accelerator ref(accelerator::direct3d_ref);
	array<int> made(1, ref.default_view);
	CHECK(!ref.set_default_cpu_access_type(access_type_none)); // it was used already
	std::puts("ok");
}
