// accelerator_view, queuing_mode, access_type
#include "declared.h"
#include <amp.h>
using namespace concurrency;

static_assert(!std::is_default_constructible<accelerator_view>::value, "");
static_assert(std::is_copy_constructible<accelerator_view>::value, "");
static_assert(std::is_copy_assignable<accelerator_view>::value, "");
static_assert(std::is_enum<queuing_mode>::value && std::is_enum<access_type>::value, "");
static_assert(access_type_none == 0 && access_type_read == 1 && access_type_write == 2 &&
                  access_type_read_write == (access_type_read | access_type_write) &&
                  access_type_auto != access_type_read_write, "");

void members_of(const accelerator_view &av)
{
	RETURNS((av.get_accelerator()), accelerator);
	RETURNS((av.get_is_auto_selection()), bool);
	RETURNS((av.get_is_debug()), bool);
	RETURNS((av.get_queuing_mode()), queuing_mode);
	RETURNS((av.get_version()), unsigned int);
	RETURNS((av == av), bool);
	RETURNS((av != av), bool);

	const accelerator acc = av.accelerator;
	const bool is_auto = av.is_auto_selection, debug = av.is_debug;
	const queuing_mode mode = av.queuing_mode;
	const unsigned int version = av.version;
	CHECK(acc == av.get_accelerator() && is_auto == av.get_is_auto_selection() && debug == av.get_is_debug());
	CHECK(mode == av.get_queuing_mode() && version == av.get_version() && version == acc.version);
	CHECK(av == av && !(av != av));
}

int main()
{
	const accelerator acc;
	accelerator_view av = acc.default_view, copied(av);
	CHECK(copied == av);
	accelerator_view own = acc.create_view(queuing_mode_immediate);
	RETURNS((copied = own), accelerator_view &);
	copied = own;
	CHECK(copied == own && own != av && copied.queuing_mode == queuing_mode_immediate);
	members_of(av);
	members_of(own);
	members_of(accelerator::get_auto_selection_view());
	CHECK(accelerator::get_auto_selection_view().is_auto_selection && !av.is_auto_selection);

	RETURNS((av.flush()), void);
	RETURNS((av.wait()), void);
	RETURNS((av.create_marker()), concurrency::completion_future);
	array_view<int> v(100);
	parallel_for_each(own, v.extent, [=](index<1> i) restrict(amp) { v[i] = i[0]; });
	own.flush();
	concurrency::completion_future marker = own.create_marker();
	marker.get();
	own.wait();
	CHECK(v[99] == 99);

	// As a property, too.
	acc.default_view.flush();
	acc.default_view.wait();
	acc.default_view.create_marker().wait();
	CHECK(acc.default_view == av && av == acc.default_view && acc.default_view != own && own != acc.default_view);
	std::puts("ok");
}
