// completion_future
#include "declared.h"
#include <amp.h>
#include <thread>
using namespace concurrency;

static_assert(std::is_default_constructible<completion_future>::value, "");
static_assert(std::is_copy_constructible<completion_future>::value, "");
static_assert(std::is_move_constructible<completion_future>::value, "");
IMPLICIT(std::shared_future<void>, const completion_future &);

struct flag {
	std::promise<void> *told;
	void operator()() const { told->set_value(); }
};

int main()
{
	std::vector<int> from(1000, 7), to(1000);
	array<int> a(1000);
	completion_future none, one = copy_async(from.begin(), from.end(), a);
	RETURNS((none.valid()), bool);
	CHECK(!none.valid() && one.valid());

	const completion_future copied(one);
	RETURNS((none = copied), completion_future &);
	none = copied;
	CHECK(none.valid());
	RETURNS((none = std::move(one)), completion_future &);
	completion_future moved(std::move(none));
	CHECK(moved.valid() && !none.valid());
	none = std::move(moved);
	CHECK(none.valid() && !moved.valid());

	RETURNS((copied.get()), void);
	RETURNS((copied.wait()), void);
	RETURNS((copied.wait_for(std::chrono::seconds(1))), std::future_status);
	RETURNS((copied.wait_until(std::chrono::steady_clock::now())), std::future_status);
	copied.wait();
	copied.get();
	copied.get(); // as often as one likes
	CHECK(copied.wait_for(std::chrono::duration<double>(0.5)) == std::future_status::ready);
	CHECK(copied.wait_until(std::chrono::system_clock::now()) == std::future_status::ready);

	std::promise<void> first, second, third;
	const flag function = {&first};
	RETURNS((copied.then(function)), void);
	copied.then(function);
	copied.then([&] { second.set_value(); });
	copied.then([&third, calls = 0]() mutable {
		calls++;
		third.set_value();
	});
	first.get_future().get();
	second.get_future().get();
	third.get_future().get();

	const std::shared_future<void> standard = copied;
	standard.get();

	copy_async(a, to.begin()).get();
	CHECK(to[0] == 7 && to[999] == 7);
	std::puts("ok");
}
