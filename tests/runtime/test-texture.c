/* Textures that kernels sample by texture units: which get objects, with the mock driver. */
#include "test.h"

#include "mock_cuda.h"

#include <cuda.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void (*mock_fail)(const char *, unsigned, int);
static unsigned (*mock_textures)(void);

/* ---- A kernel that notes its table of objects ------------------------------ */

static uint64_t objects[AMP_ADDRESS_MODES]; /* zeros: the last launch had none */

static int note_objects(const void *image, const amp_domain *domain, const unsigned grid[3], const unsigned block[3])
{
	const amp_view_head *head = image;
	(void)domain;
	(void)grid;
	(void)block;
	memset(objects, 0, sizeof(objects));
	if (head->offset)
		memcpy(objects, (void *)(uintptr_t)head->offset, sizeof(objects));
	return 0;
}
struct mock_kernel note_kernel = {note_objects, 2 * sizeof(amp_view_head), 0};

static amp_kernel kernel = {
    .symbol = "note_kernel",
    .name = "note",
    .image_size = 2 * sizeof(amp_view_head),
    .image_align = _Alignof(amp_view_head),
    .rank = 1,
    .filters_in_hardware = true,
};
static amp_module module = {.fatbin = "mock", .name = "test-texture.cpp"};

static amp_accelerator_view *gpu(void)
{
	amp_accelerator_view *v = amp_accelerator_default_view(amp_accelerator_find("cuda:0"));
	amp_accelerator_view_unref(v); /* it lives on */
	return v;
}

static amp_buffer *texture(amp_texels texels, unsigned channels, unsigned bits, unsigned rank, int width, int height,
                           size_t texels_of_all)
{
	amp_buffer *b;
	amp_texture t = {texels, channels, bits, rank, {0}};
	t.extent[rank - 1] = width;
	if (rank > 1)
		t.extent[rank - 2] = height;
	if (rank > 2)
		t.extent[0] = 2;
	assert_amp(amp_buffer_create(gpu(), NULL, texels_of_all * channels * bits / 8, AMP_ACCESS_AUTO, &b));
	amp_buffer_set_texture(b, &t);
	return b;
}

/* Launches over the texture from a texel on, and over `written` unless it is NULL. */
static void submit(amp_buffer *b, size_t texel_bytes, int first, int texels, amp_buffer *written)
{
	int one = 1;
	amp_view_head image[2] = {{NULL, b, 0}, {NULL, written, 0}};
	amp_view v = {b, (size_t)first * texel_bytes, texel_bytes, 1, &texels, NULL};
	amp_argument a[2] = {
	    {.view = v, .access = AMP_ACCESS_READ, .head_offset = 0},
	    {.view = v, .access = AMP_ACCESS_READ_WRITE, .head_offset = sizeof(amp_view_head)},
	};
	a[1].view.buffer = written;
	assert_amp(amp_launch(gpu(), &kernel, &one, image, a, written ? 2 : 1));
}

static void launch(amp_buffer *b, size_t texel_bytes, int first, int texels, amp_buffer *written)
{
	submit(b, texel_bytes, first, texels, written);
	assert_amp(amp_accelerator_view_wait(gpu()));
}

static void assert_objects(int width)
{
	static const CUaddress_mode modes[] = {CU_TR_ADDRESS_MODE_WRAP, CU_TR_ADDRESS_MODE_MIRROR, CU_TR_ADDRESS_MODE_CLAMP,
	                                       CU_TR_ADDRESS_MODE_BORDER};
	for (int i = 0; i < AMP_ADDRESS_MODES; i++)
		assert_int_equal(objects[i], width ? (unsigned)modes[i] + 1 + (unsigned)width * 8 : 0);
}

/* ---- Tests ------------------------------------------------------------------ */

static void objects_are_made_once(void **state)
{
	(void)state;
	amp_buffer *b = texture(AMP_TEXELS_FLOAT, 1, 32, 2, 64, 16, 64 * 16);
	assert_int_equal(mock_textures(), 0);
	for (int i = 0; i < 3; i++) {
		launch(b, 4, 0, 64 * 16, NULL);
		assert_objects(64);
		assert_int_equal(mock_textures(), AMP_ADDRESS_MODES);
	}
	submit(b, 4, 0, 64 * 16, NULL);
	assert_amp(amp_buffer_unref(b)); /* waits for the kernel */
	assert_int_equal(mock_textures(), 0);
}

static void each_level_has_its_own(void **state)
{
	(void)state;
	amp_buffer *b = texture(AMP_TEXELS_UNORM, 4, 8, 2, 64, 16, 64 * 16 + 32 * 8 + 16 * 4 + 8 * 2 + 4 + 2 + 1);
	launch(b, 4, 64 * 16, 32 * 8, NULL);
	assert_objects(32);
	launch(b, 4, 0, 64 * 16 + 32 * 8, NULL);
	assert_objects(64);
	launch(b, 4, 64 * 16 + 32 * 8 + 16 * 4 + 8 * 2, 4, NULL); /* the only row need not be aligned */
	assert_objects(4);
	launch(b, 4, 64, 64, NULL); /* no level begins there */
	assert_objects(0);
	assert_int_equal(mock_textures(), 3 * AMP_ADDRESS_MODES);
	assert_amp(amp_buffer_unref(b));
}

/* Texture units cannot, or should not, sample them: the kernel does so itself. */
static void others_have_none(void **state)
{
	(void)state;
	amp_buffer *odd = texture(AMP_TEXELS_FLOAT, 1, 32, 2, 63, 16, 63 * 16);
	launch(odd, 4, 0, 63 * 16, NULL);
	assert_objects(0);
	amp_buffer *solid = texture(AMP_TEXELS_FLOAT, 1, 32, 3, 64, 16, 64 * 16 * 2);
	launch(solid, 4, 0, 64 * 16 * 2, NULL);
	assert_objects(0);
	amp_buffer *wide = texture(AMP_TEXELS_FLOAT, 4, 32, 2, 64, 16, 64 * 16);
	launch(wide, 16, 0, 64 * 16, NULL);
	assert_objects(0);
	amp_buffer *line = texture(AMP_TEXELS_NORM, 2, 16, 1, 63, 1, 63);
	launch(line, 4, 0, 63, NULL);
	assert_objects(63);
	amp_buffer *numbers;
	assert_amp(amp_buffer_create(gpu(), NULL, 64 * 16 * 4, AMP_ACCESS_AUTO, &numbers));
	launch(numbers, 4, 0, 64 * 16, NULL);
	assert_objects(0);
	launch(line, 4, 0, 63, numbers);
	assert_objects(63);
	launch(line, 4, 0, 63, line); /* texture units would not notice what the kernel writes */
	assert_objects(0);
	assert_amp(amp_buffer_unref(odd));
	assert_amp(amp_buffer_unref(solid));
	assert_amp(amp_buffer_unref(wide));
	assert_amp(amp_buffer_unref(line));
	assert_amp(amp_buffer_unref(numbers));
	assert_int_equal(mock_textures(), 0);
}

static void failure_is_no_error(void **state)
{
	(void)state;
	amp_buffer *b = texture(AMP_TEXELS_FLOAT, 1, 32, 2, 64, 16, 64 * 16);
	mock_fail("cuTexObjectCreate", 3, CUDA_ERROR_INVALID_VALUE);
	launch(b, 4, 0, 64 * 16, NULL);
	assert_objects(0);
	assert_int_equal(mock_textures(), 0);
	mock_fail(NULL, 0, CUDA_SUCCESS);
	assert_amp(amp_buffer_unref(b));
}

static void other_kernels_get_none(void **state)
{
	(void)state;
	amp_buffer *b = texture(AMP_TEXELS_FLOAT, 1, 32, 2, 64, 16, 64 * 16);
	kernel.filters_in_hardware = false;
	launch(b, 4, 0, 64 * 16, NULL);
	kernel.filters_in_hardware = true;
	assert_objects(0);
	assert_int_equal(mock_textures(), 0);
	assert_amp(amp_buffer_unref(b));
}

static int nothing_left(void **state)
{
	(void)state;
	amp_counters c;
	amp_get_counters(&c);
	return c.live_buffers || c.device_allocations || c.device_bytes || mock_textures();
}

int main(void)
{
	mock_fail = (void (*)(const char *, unsigned, int))mock_function("mock_cuda_fail");
	mock_textures = (unsigned (*)(void))mock_function("mock_cuda_textures");
	amp_module_register(&module);
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_teardown(objects_are_made_once, nothing_left),
	    cmocka_unit_test_teardown(each_level_has_its_own, nothing_left),
	    cmocka_unit_test_teardown(others_have_none, nothing_left),
	    cmocka_unit_test_teardown(failure_is_no_error, nothing_left),
	    cmocka_unit_test_teardown(other_kernels_get_none, nothing_left),
	};
	int failed = cmocka_run_group_tests(tests, NULL, NULL);
	amp_module_unregister(&module);
	free(kernel.state);
	return failed;
}
