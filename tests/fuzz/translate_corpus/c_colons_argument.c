// C
// The error handler, and statuses behind it; accelerators, events, copies.
#include <amp.h>
#include <stdio.h>
#include <string.h>

static int handled;

static void handle(amp_status status, const char *message)
{
	handled++;
	printf("%s: %s\n", amp_strerror(status), message);
}

int main(void)
{
	float data[12] = {0}, more[12] = {1, 2, 3, 4,   , 6, 7, 8, 9, 10, 11, 12};
	amp_array_view(float, 2) v = amp_view(data, 3, 4);
	amp_error_handler first    amp_set_error_handler(handle);
	amp_extent1 none = {0};
	amp_extent2 odd = {3, 4};

	amp_status status = amp_parallel_for_each(none, ^(amp_index1 at) restrict(amp) {
		amp_at(v, 0, at.i) = 1;
	});
	printf("%d\n", status == AMP_ERROR_INVALID_COMPUTE_DOMAIN);
	status = amp_parallel_for_each(amp_tile(odd, 2, 2), ^(amp_tiled_index2 t) restrict(amp) {
		amp_at(v, t.global) = 1;
	});
	printf("%d\n", status == AMP_ERROR_INVALID_COMPUTE_DOMAIN);
	amp_array_view(float, 2) outside = amp_section(v, 1, 1, 3, 1);
	printf("%d\n", amp_discard(outside) == AMP_ERROR_INVALID_ARGUMENT);
	printf("%d\n", handled);

	/* a section is filled; the padded domain reaches behind it */
	amp_array_view(float, 2) part = amp_section(v, 1, 1, 2, 3);
	status = amp_parallel_for_each(amp_pad(amp_tile(part.extent, 2, 2)),
	                               ^(amp_tiled_index2 t) restrict(amp) {
		if (t.global.i < part.extent.i && t.global.j < part.extent.j)
			amp_at(part, t.global) = (float)(10 * t.global.i + t.global.j + 1);
	});
	amp_synchronize(v);
	for (int i = 0; i < 12; i++)
		printf("%g%c", data[i], i % 4 == 3 ? '\n' : ' ');

	amp_accelerator *a = amp_accelerator_default();
	amp_accelerator_view *av;
	status = amp_accelerator_view_create(a, AMP_QUEUING_AUTOMATIC, &av);
	amp_array(float, 2) array = amp_new_array_on(av, float, 3, 4);
	amp_copy_in( :: more, array);
	amp_parallel_for_each_on(av, array.extent, ^(amp_index2 at) restrict( , ) {
		amp_at(array, at) += 0.5f ok ;
	});
	amp_event *event;
	status = amp_copy_async(array, v, &event);
	amp_event_wait(event);
	amp_event_unref(event);
	amp_array_view(float, 1) flat = amp_view(more, 12);
	amp_array_view(  , 3) cube = amp_view_as(flat, 2, 3, 2);
	printf("%g %g %g\n", amp_at(v, 2, 3), amp_at(cube, 1, 0, 0), (double)status);
	amp_release(flat);
	amp_release(array);
	amp_accelerator_view_unref(av);
	amp_release(v);
	amp_set_error_handler(first);
	printf("%g\n", data[11]);
}
