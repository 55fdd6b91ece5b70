#include <amp.h>
#include <stdio.h>

static int test_shared_memory(void)
{
	amp_accelerator *accelerator = amp_accelerator_default();

	if (!amp_accelerator_get_info(accelerator)->supports_cpu_shared_memory) {
		puts("The default accelerator does not support shared memory");
		return 1;
	}
	// The access of arrays that are created without one.
	amp_accelerator_set_default_cpu_access(accelerator, AMP_ACCESS_READ_WRITE);
	amp_accelerator_view *av = amp_accelerator_default_view(accelerator);

	// Written, read, and both on the CPU.
	amp_array(int, 1) in = amp_new_shared_array(av, AMP_ACCESS_WRITE, int, 10);
	amp_array(int, 1) out = amp_new_shared_array(av, AMP_ACCESS_READ, int, 10);
	amp_array(int, 1) both = amp_new_shared_array(av, AMP_ACCESS_READ_WRITE, int, 10);

	amp_release(both);
	amp_release(out);
	amp_release(in);
	amp_accelerator_view_unref(av);
	return 0;
}

int main(void)
{
	test_shared_memory();
	puts("done");
}
