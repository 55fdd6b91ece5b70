// Device pointers, and arrays over memory of the program's, in C.
#include <amp.h>
#include <amp_cuda.h>
#include <stdio.h>
#include <string.h>

#define CHECK(condition) \
	((condition) ? (void)0 : (printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #condition), exit(1)))

static amp_status last;

static void remember(amp_status status, const char *message)
{
	CHECK(*message);
	last = status;
}

static void test_elsewhere(void)
{
	amp_accelerator_view *av = amp_accelerator_default_view(amp_accelerator_find("cpu"));
	int data[4] = {1, 2, 3, 4};
	amp_array_view(int, 1) v = amp_view(data, 4);
	amp_set_error_handler(remember);
	CHECK(!amp_cuda_pointer(v, av) && last == AMP_ERROR_UNSUPPORTED);
	last = AMP_OK;
	amp_array(int, 1) a = amp_cuda_array(av, data, 4);
	CHECK(last == AMP_ERROR_UNSUPPORTED);
	CHECK(!amp_accelerator_view_cuda_stream(av) && strstr(amp_last_error(), "CUDA"));
	amp_release(a);
	amp_release(v);
	amp_set_error_handler(NULL);
	amp_accelerator_view_unref(av);
}

static void test_cuda(amp_accelerator_view *av)
{
	float data[100];
	for (int i = 0; i < 100; i++)
		data[i] = (float)i;
	amp_array(float, 1) memory = amp_new_array_on(av, float, 100);
	amp_array_view(float, 1) v = amp_view(data, 100);
	amp_copy(v, memory);
	float *address = amp_cuda_pointer(memory, av);
	CHECK(address && amp_accelerator_view_cuda_stream(av) && amp_accelerator_view_cuda_context(av));
	amp_array(float, 2) same = amp_cuda_array(av, address, 10, 10);
	amp_parallel_for_each(same.extent, ^(amp_index2 at) restrict(amp) { amp_at(same, at) *= 2; });
	CHECK(amp_cuda_pointer(same, av) == address);
	amp_accelerator_view_wait(av);
	amp_copy(same, v);
	CHECK(amp_at(v, 99) == 198.0f);
	amp_release(same);
	amp_release(v);
	amp_release(memory);
}

int main(void)
{
	test_elsewhere();
	amp_accelerator *a = amp_accelerator_default();
	if (amp_accelerator_get_info(a)->kind == AMP_ACCELERATOR_CUDA) {
		amp_accelerator_view *av = amp_accelerator_default_view(a);
		test_cuda(av);
		amp_accelerator_view_unref(av);
	}
	puts("ok");
	return 0;
}
