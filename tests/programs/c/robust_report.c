// An access beyond an extent ends the kernel with a message: on direct3d_ref, and elsewhere if AMP_CHECK is 1.
// options: --amp-robust-access=report
// not as CUDA: the message says where, in this file
#include <amp.h>

#include <stdio.h>

static char said[1024];

static void note(amp_status status, const char *message)
{
	const char *text = strstr(message, "robust_report.c");

	(void)status;
	snprintf(said, sizeof(said), "%s", text ? text : message);
}

static void check(const char *expected, int line)
{
	if (strcmp(said, expected)) {
		printf("line %d: \"%s\" instead of \"%s\"\n", line, said, expected);
		exit(1);
	}
	said[0] = '\0';
}
#define CHECK(expected) check(expected, __LINE__)

static float read(amp_array_view(float, 2) v, int i, int j) restrict(amp)
{
	return amp_at(v, i, j);
}

int main(void)
{
	float a[100] = {0};
	amp_accelerator_view *reference = amp_accelerator_default_view(amp_accelerator_find("ref"));
	amp_accelerator_view *processors = amp_accelerator_default_view(amp_accelerator_find("cpu"));
	amp_array_view(float, 1) va = amp_view(a, 100);
	amp_array_view(float, 2) plane = amp_view(a, 10, 10);

	amp_set_error_handler(note);
	amp_parallel_for_each_on(reference, va.extent, ^(amp_index1 at) restrict(amp) {
		int next = at.i;

		amp_at(va, at) = amp_at(va, next++ - 1);
	});
	CHECK("robust_report.c:45: 'va' is accessed at -1, beyond its extent 100 in dimension 0");
	amp_parallel_for_each_on(reference, va.extent, ^(amp_index1 at) restrict(amp) {
		amp_at(va, at) = read(plane, at.i / 10, 10);
	});
	CHECK("robust_report.c:30: 'v' is accessed at 10, beyond its extent 10 in dimension 1");
	amp_parallel_for_each_on(reference, va.extent, ^(amp_index1 at) restrict(amp) {
		amp_at(va, at) = 1;
	});
	CHECK("");
	amp_at(va, 99) = 1;
	amp_parallel_for_each_on(processors, va.extent, ^(amp_index1 at) restrict(amp) {
		amp_at(va, at) = amp_at(va, at.i + 100);
	});
	CHECK("");
	for (int i = 0; i < 100; i++) {
		if (amp_at(va, i) != 0)
			printf("not zero: %d\n", i);
	}
	amp_release(plane);
	amp_release(va);
	puts("ok");
	return 0;
}
