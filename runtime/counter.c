/* Counters of transfers and allocations: amp_get_counters(). */
#include "runtime-internal.h"

static _Atomic uint64_t counters[COUNT_END];

void count(enum counter counter, int64_t change)
{
	atomic_fetch_add_explicit(&counters[counter], (uint64_t)change, memory_order_relaxed);
}

void amp_get_counters(amp_counters *out)
{
	uint64_t n[COUNT_END];
	for (int i = 0; i < COUNT_END; i++)
		n[i] = atomic_load_explicit(&counters[i], memory_order_relaxed);
	*out = (amp_counters){
		.host_to_device_bytes = n[COUNT_HOST_TO_DEVICE_BYTES],
		.host_to_device_copies = n[COUNT_HOST_TO_DEVICE_COPIES],
		.device_to_host_bytes = n[COUNT_DEVICE_TO_HOST_BYTES],
		.device_to_host_copies = n[COUNT_DEVICE_TO_HOST_COPIES],
		.device_to_device_bytes = n[COUNT_DEVICE_TO_DEVICE_BYTES],
		.device_to_device_copies = n[COUNT_DEVICE_TO_DEVICE_COPIES],
		.launches = n[COUNT_LAUNCHES],
		.device_allocations = n[COUNT_DEVICE_ALLOCATIONS],
		.device_bytes = n[COUNT_DEVICE_BYTES],
		.live_buffers = n[COUNT_LIVE_BUFFERS],
		.kept_allocations = n[COUNT_KEPT_ALLOCATIONS],
	};
}

void amp_reset_counters(void)
{
	for (int i = 0; i < COUNT_RESET_END; i++)
		atomic_store_explicit(&counters[i], 0, memory_order_relaxed);
}
