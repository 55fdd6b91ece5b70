/* The list of accelerators, and which one is the default. */
#include "runtime-internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static amp_accelerator *gpus;
static size_t gpu_count;
static amp_accelerator cpus[CPU_ACCELERATORS];

static pthread_mutex_t default_lock = PTHREAD_MUTEX_INITIALIZER;
static amp_accelerator *_Atomic default_accelerator; /* the chosen one, or NULL */
static atomic_bool default_is_settled;

static void finish_init(amp_accelerator *a)
{
	pthread_mutex_init(&a->lock, NULL);
	a->default_cpu_access = a->info.supports_cpu_shared_memory ? AMP_ACCESS_READ_WRITE
	                                                           : AMP_ACCESS_NONE;
	if (queue_create(a, AMP_QUEUING_AUTOMATIC, NULL, &a->default_view) != AMP_OK) {
		fprintf(stderr, "amp: %s\n", amp_last_error());
		abort(); /* a few bytes at start-up could not be allocated */
	}
}

atomic_uint slots; /* see slot_count() */

static bool is_separate; /* cpu_memory_is_separate() when the accelerators were listed */

/* Where the CPU's accelerators have memory of their own, they take the place of GPUs. */
static void list_accelerators(void)
{
	is_separate = cpu_memory_is_separate();
#if HAVE_CUDA
	if (!is_separate)
		gpu_count = cuda_accelerators_create(&gpus);
#endif
	cpu_accelerators_init(cpus, is_separate);
	for (size_t i = 0; i < gpu_count; i++) {
		gpus[i].slot = (unsigned)i + 1;
		finish_init(&gpus[i]);
	}
	for (size_t i = 0; i < CPU_ACCELERATORS; i++)
		finish_init(&cpus[i]);
	unsigned n = is_separate ? SEPARATE_CPU_ACCELERATORS : (unsigned)gpu_count;
	atomic_store_explicit(&slots, n + 1, memory_order_release);
}

size_t amp_accelerator_count(void)
{
	pthread_once(&once, list_accelerators);
	return gpu_count + CPU_ACCELERATORS;
}

amp_accelerator *amp_accelerator_at(size_t i)
{
	if (i >= amp_accelerator_count())
		return NULL;
	return i < gpu_count ? &gpus[i] : &cpus[i - gpu_count];
}

const char *amp_no_gpu_reason(void)
{
	if (amp_accelerator_count() > CPU_ACCELERATORS)
		return NULL;
	if (is_separate)
		return "AMP_CPU_MEMORY is separate";
#if HAVE_CUDA
	return cuda_absence();
#else
	return "this libamprt was built without cuda.h";
#endif
}

#if !HAVE_CUDA
int amp_cuda_driver_version(void)
{
	return 0;
}
#endif

unsigned slot_count_listed(void)
{
	amp_accelerator_count();
	return atomic_load_explicit(&slots, memory_order_acquire);
}

amp_accelerator *slot_accelerator(unsigned slot)
{
	return is_separate ? &cpus[slot - 1] : &gpus[slot - 1];
}

const char *slot_name(unsigned slot)
{
	return slot == SLOT_HOST ? "host" : slot_accelerator(slot)->info.device_path;
}

/* Returns the accelerator with a device path or short name other than "default", or NULL. */
static amp_accelerator *find(const char *name)
{
	if (strcmp(name, "cpu") == 0)
		name = "direct3d_warp";
	else if (strcmp(name, "ref") == 0)
		name = "direct3d_ref";
	else if (strcmp(name, "cuda") == 0)
		name = "cuda:0";
	for (size_t i = 0; i < amp_accelerator_count(); i++) {
		amp_accelerator *a = amp_accelerator_at(i);
		if (strcmp(a->info.device_path, name) == 0)
			return a;
	}
	return NULL;
}

amp_accelerator *amp_accelerator_find(const char *device_path)
{
	return strcmp(device_path, "default") == 0 ? amp_accelerator_default() : find(device_path);
}

const amp_accelerator_info *amp_accelerator_get_info(const amp_accelerator *a)
{
	return &a->info;
}

/* Returns the accelerator that AMP_ACCELERATOR names, or NULL if it is not set. A wrong name ends the
 * process, because the user must not get another accelerator than requested. */
static amp_accelerator *from_environment(void)
{
	const char *name = getenv("AMP_ACCELERATOR");
	if (!name || !*name || strcmp(name, "default") == 0)
		return NULL;
	amp_accelerator *a = find(name);
	if (a)
		return a;
	fprintf(stderr, "amp: AMP_ACCELERATOR=%s: there is no such accelerator; there are:", name);
	for (size_t i = 0; i < amp_accelerator_count(); i++)
		fprintf(stderr, " %s", amp_accelerator_at(i)->info.device_path);
	fprintf(stderr, "; cuda is the first GPU, cpu and ref are short for direct3d_warp and direct3d_ref\n");
	exit(1);
}

static amp_accelerator *get_default(bool settle)
{
	amp_accelerator *a = atomic_load(&default_accelerator);
	if (a && (!settle || atomic_load(&default_is_settled)))
		return a;
	pthread_mutex_lock(&default_lock);
	a = atomic_load(&default_accelerator);
	if (!a) {
		a = from_environment();
		if (!a)
			a = amp_accelerator_at(0); /* the first GPU, else direct3d_warp */
		atomic_store(&default_accelerator, a);
	}
	if (settle)
		atomic_store(&default_is_settled, true);
	pthread_mutex_unlock(&default_lock);
	return a;
}

amp_accelerator *accelerator_settle_default(void)
{
	return get_default(true);
}

amp_accelerator *amp_accelerator_default(void)
{
	return get_default(false);
}

bool amp_accelerator_set_default(amp_accelerator *a)
{
	pthread_mutex_lock(&default_lock);
	bool is_free = !atomic_load(&default_is_settled);
	if (is_free) {
		from_environment(); /* reports a wrong name */
		atomic_store(&default_accelerator, a);
		atomic_store(&default_is_settled, true);
	}
	pthread_mutex_unlock(&default_lock);
	return is_free;
}

amp_status accelerator_fail_removed(const amp_accelerator *a)
{
	return fail(AMP_ERROR_ACCELERATOR_REMOVED, "%s was removed: %s", a->info.device_path,
	            a->fault);
}

amp_status accelerator_remove(amp_accelerator *a, amp_accelerator_view *queue, const char *fault)
{
	char kernels[512] = "";
	pthread_mutex_lock(&a->lock);
	if (!atomic_load(&a->is_removed)) {
		/* Any call may be the first to report another queue's kernel. */
		if (queue)
			queue_kernel_names(queue, kernels, sizeof(kernels));
		for (amp_accelerator_view *q = a->queues; q; q = q->next)
			queue_kernel_names(q, kernels, sizeof(kernels));
		snprintf(a->fault, sizeof(a->fault), "%s%s%s", fault,
		         *kernels ? "; last kernels, newest first: " : "",
		         *kernels ? kernels + 2 : "");
		atomic_store_explicit(&a->is_removed, true, memory_order_release);
	}
	pthread_mutex_unlock(&a->lock);
	return accelerator_fail_removed(a);
}

bool amp_accelerator_set_default_cpu_access(amp_accelerator *a, amp_access access)
{
	if (!a->info.supports_cpu_shared_memory || access == AMP_ACCESS_AUTO ||
	    atomic_exchange(&a->cpu_access_is_settled, true))
		return false;
	atomic_store(&a->default_cpu_access, (int)access);
	return true;
}

amp_access amp_accelerator_default_cpu_access(const amp_accelerator *a)
{
	return (amp_access)atomic_load(&a->default_cpu_access);
}
