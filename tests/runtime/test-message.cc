// What the device code of direct3d_errorf writes, and what the runtime makes of it: what printf
// would print.
#include "../programs/check.h"
#include <amp/debug.h>
#include <amp/runtime.h>
#include <cstring>
#include <string>

using Concurrency::details::message_writer;

extern "C" void cuda_message_format(const amp_kernel_message *message, char *text, size_t size);

template <typename... T> static std::string formatted(const char *format, T... values)
{
	amp_kernel_message message;
	std::memset(&message, 0xff, sizeof(message));
	message_writer writer(&message);
	writer.format(format);
	const int unused[] = {0, (writer.value(values), 0)...};
	(void)unused;
	CHECK(message.size <= sizeof(message.bytes));
	char text[512];
	cuda_message_format(&message, text, sizeof(text));
	return text;
}

template <typename... T> static void as_printf(const char *format, T... values)
{
	char expected[512];
	std::snprintf(expected, sizeof(expected), format, values...);
	const std::string text = formatted(format, values...);
	if (text != expected)
		std::printf("'%s', not '%s'\n", text.c_str(), expected);
	CHECK(text == expected);
}

int main()
{
	enum colour { red, blue = 7 };
	as_printf("plain%s", "");
	as_printf("%d %i %u|%x %X %o %#x", -1, 42, 4000000000u, 255, 255u, 8, 255);
	as_printf("%5d|%-5d|%05d|%+d|% d", 7, 7, 7, 7, 7);
	as_printf("%ld %lu %lld %llx %zu", -5l, 5ul, -(1ll << 40), 1ull << 63, sizeof(int));
	as_printf("%hd %hhu %c%c", -3, 300, 'x', 65);
	as_printf("%f %.2f %8.3f|%-9.1f|%e %g %G %a", 1.5, 1.5f, 3.14159, 2.5, 1e10, 1e-7, 0.5f, 1.0);
	as_printf("%s and %10s|%-10s|%.2s", "one", "two", "three", "four");
	as_printf("%*d|%-*d|%.*f|%*s", 6, 1, 6, 2, 3, 2.0, -8, "left");
	as_printf("100%% of %d%%", 3);
	as_printf("%d %d", blue, true);
	int variable;
	as_printf("%p", static_cast<void *>(&variable));
	as_printf("%s\n%d", "lines\n", 1);

	// Arguments that are missing, or others.
	CHECK(formatted("%d") == "?" && formatted("%s %d", 1, "text") == "? ?");
	CHECK(formatted("%n|%", 1) == "?|%");
	// What has no place is left out.
	const std::string large(5000, 'x');
	CHECK(formatted(large.c_str(), 1) == large.substr(0, 511));
	CHECK(formatted("%s %d", large.c_str(), 1).substr(0, 20) == large.substr(0, 20));
	CHECK(formatted("%.3s %d", large.c_str(), 1) == "xxx ?");
	std::puts("ok");
}
