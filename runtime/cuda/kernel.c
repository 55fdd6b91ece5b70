/* Kernel code: a module is loaded on a device when one of its kernels is launched there for the first time.
 * Functions are cached in amp_kernel.state, with a struct cuda_code for each device. */
#include "cuda/driver.h"

#include <stdlib.h>
#include <string.h>

#define JIT_LOG 2048

/* A module on one device; amp_module.state has one for each device. */
struct loaded {
	CUmodule module;      /* NULL: not tried yet, or failed */
	CUresult result;      /* of the last attempt */
	char *log;            /* the JIT compiler's log, or NULL */
	const char **names;   /* of its kernels, owned by the driver; NULL if not known */
	unsigned name_count;
};

static size_t device_count(void)
{
	return slot_count() - 1;
}

/* Returns whether loading failed because the module has no code for this GPU. */
static bool is_other_gpu(CUresult result)
{
	return result == CUDA_ERROR_NO_BINARY_FOR_GPU || result == CUDA_ERROR_INVALID_IMAGE ||
	       (int)result == 222 /* CUDA_ERROR_UNSUPPORTED_PTX_VERSION */;
}

/* Lists the module's kernels, so that kernels of other units are not looked up in it: a failed lookup is
 * harmless, but compute-sanitizer reports it as an error of the program. Without a list (old driver, no
 * memory) they are looked up. */
static void list_names(struct loaded *l)
{
	unsigned count;
	if (!cuda.ModuleGetFunctionCount || !cuda.ModuleEnumerateFunctions || !cuda.FuncGetName ||
	    cuda.ModuleGetFunctionCount(&count, l->module) != CUDA_SUCCESS)
		return;
	CUfunction *functions = calloc(count + 1, sizeof(CUfunction));
	const char **names = calloc(count + 1, sizeof(*names));
	bool complete = functions && names &&
	                cuda.ModuleEnumerateFunctions(functions, count, l->module) == CUDA_SUCCESS;
	for (unsigned i = 0; complete && i < count; i++)
		complete = cuda.FuncGetName(&names[i], functions[i]) == CUDA_SUCCESS;
	free(functions);
	if (!complete) {
		free(names);
		return;
	}
	l->names = names;
	l->name_count = count;
}

/* Returns the length of the part of a kernel's symbol that identifies it. The mangled parameters of a
 * function template contain substitutions for parts of the template arguments (Itanium C++ ABI, 5.1.10),
 * which the host does not know. */
static size_t telling_length(const char *symbol)
{
	static const char parameters[] = "v11__amp_imageI";
	const char *p = strstr(symbol, parameters);
	return p ? (size_t)(p - symbol) + sizeof(parameters) - 1 : strlen(symbol) + 1;
}

/* Returns the loaded module's name for a kernel, or NULL if the module does not have it. */
static const char *name_in(const struct loaded *l, const char *symbol)
{
	if (!l->names)
		return symbol;
	size_t length = telling_length(symbol);
	for (unsigned i = 0; i < l->name_count; i++)
		if (strncmp(l->names[i], symbol, length) == 0)
			return l->names[i];
	return NULL;
}

static void load(struct loaded *l, const amp_module *m, const amp_accelerator_view *queue)
{
	char *log = calloc(1, JIT_LOG);
	CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
	void *values[] = {log, (void *)(uintptr_t)JIT_LOG};
	l->result = cuda.ModuleLoadDataEx(&l->module, m->fatbin, log ? 2 : 0, options, values);
	if (l->result == CUDA_SUCCESS) {
		list_names(l);
		cuda_message_attach(queue, l->module);
	} else {
		l->module = NULL;
	}
	free(l->log);
	l->log = NULL;
	if (l->result != CUDA_SUCCESS && log && *log)
		l->log = log;
	else
		free(log);
}

static amp_status not_found(const amp_accelerator *a, const amp_kernel *kernel,
                            const char *symbol, const amp_module *failed,
                            const struct loaded *why)
{
	unsigned major = a->info.version >> 16, minor = a->info.version & 0xffff;
	if (failed && is_other_gpu(why->result))
		return fail(AMP_ERROR_UNSUPPORTED,
		            "%s was compiled without code for this GPU (%s, %s); use "
		            "--amp-arch=sm_%u%u%s%s",
		            kernel->name, a->info.device_path, a->info.description, major, minor,
		            why->log ? "\n" : "", why->log ? why->log : "");
	if (failed) {
		cuda_check(a, NULL, "cuModuleLoadDataEx", why->result);
		return fail_context(AMP_ERROR_FAILED, "%s: the code of %s could not be loaded%s%s",
		                    kernel->name, failed->name, why->log ? "\n" : "",
		                    why->log ? why->log : "");
	}
	return fail(AMP_ERROR_UNSUPPORTED,
	            "%s was compiled without code for this GPU; use --amp-arch=... (no module of "
	            "the program has %s)", kernel->name, symbol);
}

/* Returns whether a kernel's name is that of a lambda: "{lambda(int)#1}" or "'lambda'(int)". ampcc turns
 * lambdas with restrict(amp) into function objects; the containers in other lambdas are not known. */
static bool is_lambda(const char *name)
{
	size_t len = strlen(name);
	return len && (name[len - 1] == '}' || name[len - 1] == ')');
}

/* Finds a function in code that nvcc embedded into the program, which the CUDA runtime loads. */
static amp_status find_in_program(amp_accelerator_view *queue, const amp_kernel *kernel,
                                  const void *symbol, CUfunction *out)
{
	enum { INVALID_DEVICE_FUNCTION = 98 }; /* of cudaError_t, whose other values equal CUresult's */
	const amp_accelerator *a = queue->accelerator;
	void *function = NULL;
	int result = kernel->get_function(symbol, &function);
	CUmodule module;
	if (is_other_gpu((CUresult)result) || result == INVALID_DEVICE_FUNCTION)
		return fail(AMP_ERROR_UNSUPPORTED,
		            "%s was compiled without code for this GPU (%s, %s); use nvcc -arch=sm_%u%u",
		            kernel->name, a->info.device_path, a->info.description,
		            a->info.version >> 16, a->info.version & 0xffff);
	if (result)
		return fail_context(cuda_check(a, queue, "cudaGetFuncBySymbol", (CUresult)result),
		                    "%s", kernel->name);
	*out = function;
	if (cuda.FuncGetModule && cuda.FuncGetModule(&module, *out) == CUDA_SUCCESS)
		cuda_message_attach(queue, module);
	return AMP_OK;
}

/* Finds a function in the modules, which are locked. */
static amp_status find_in_modules(amp_accelerator_view *queue, const amp_kernel *kernel,
                                  const char *symbol, CUfunction *out)
{
	const amp_accelerator *a = queue->accelerator;
	size_t device = a->slot - 1;
	const amp_module *failed = NULL;
	const struct loaded *why = NULL;
	for (amp_module *m = module_first(); m; m = m->next) {
		if (!m->state)
			m->state = calloc(device_count(), sizeof(struct loaded));
		if (!m->state)
			return fail_memory("a module's state", device_count() * sizeof(struct loaded));
		struct loaded *l = (struct loaded *)m->state + device;
		if (!l->module && !is_other_gpu(l->result))
			load(l, m, queue);
		if (!l->module) {
			failed = m;
			why = l;
			continue;
		}
		const char *name = name_in(l, symbol);
		if (!name)
			continue;
		CUresult result = cuda.ModuleGetFunction(out, l->module, name);
		if (result == CUDA_SUCCESS)
			return AMP_OK;
		if (result != CUDA_ERROR_NOT_FOUND)
			return fail_context(cuda_check(a, queue, "cuModuleGetFunction", result),
			                    "%s", kernel->name);
	}
	return not_found(a, kernel, symbol, failed, why);
}

static amp_status find(amp_accelerator_view *queue, const amp_kernel *kernel, const void *symbol,
                       CUfunction *out)
{
	return kernel->get_function ? find_in_program(queue, kernel, symbol, out)
	                            : find_in_modules(queue, kernel, symbol, out);
}

struct cuda_code *cuda_find(const amp_accelerator_view *queue, amp_kernel *kernel)
{
	struct cuda_code *code =
		atomic_load_explicit((_Atomic(void *) *)&kernel->state, memory_order_acquire);
	if (!code)
		return NULL;
	code += queue->accelerator->slot - 1;
	return atomic_load_explicit(&code->generation, memory_order_acquire) == module_generation()
	               ? code
	               : NULL;
}

amp_status cuda_prepare(amp_accelerator_view *queue, amp_kernel *kernel, struct cuda_code **out)
{
	size_t device = queue->accelerator->slot - 1;
	module_lock();
	unsigned generation = module_generation();
	amp_status status = AMP_OK;
	struct cuda_code *codes = kernel_state(kernel);
	if (!codes)
		status = fail_memory("a kernel's state", slot_count() * KERNEL_CODE_SIZE);
	CUfunction function = NULL, wide = NULL, restricted = NULL, small_domain = NULL;
	if (is_lambda(kernel->name))
		status = fail(AMP_ERROR_UNSUPPORTED, "the kernel %s is a lambda without restrict(amp)",
		              kernel->name);
	if (status == AMP_OK)
		status = find(queue, kernel, kernel->symbol, &function);
	if (status == AMP_OK && kernel->wide_symbol)
		status = find(queue, kernel, kernel->wide_symbol, &wide);
	if (status == AMP_OK && kernel->restrict_symbol)
		status = find(queue, kernel, kernel->restrict_symbol, &restricted);
	if (status == AMP_OK && kernel->small_domain_symbol)
		status = find(queue, kernel, kernel->small_domain_symbol, &small_domain);
	if (status == AMP_OK) {
		struct cuda_code *code = &codes[device];
		atomic_store_explicit(&code->function, function, memory_order_relaxed);
		atomic_store_explicit(&code->wide, wide, memory_order_relaxed);
		atomic_store_explicit(&code->restricted, restricted, memory_order_relaxed);
		atomic_store_explicit(&code->small_domain, small_domain, memory_order_relaxed);
		atomic_store_explicit(&code->generation, generation, memory_order_release);
		*out = code;
	}
	module_unlock();
	return status;
}

void cuda_module_finish(amp_module *m)
{
	struct loaded *l = m->state;
	if (!l)
		return;
	for (size_t i = 0; i < device_count(); i++) {
		bool pushed;
		/* At the process's end the driver may be shut down, so that cuda_enter() fails. */
		if (l[i].module && cuda_enter(slot_accelerator((unsigned)i + 1), &pushed) == AMP_OK) {
			cuda.ModuleUnload(l[i].module);
			cuda_leave(pushed);
		}
		free(l[i].log);
		free(l[i].names);
	}
	free(l);
	m->state = NULL;
}
