/* <psapi.h>: the memory usage of the process. */
#ifndef AMP_WINDOWS_PSAPI_H
#define AMP_WINDOWS_PSAPI_H

#include <cstdio>
#include <sys/resource.h>
#include <unistd.h>

#include "windows.h"

typedef struct _PROCESS_MEMORY_COUNTERS {
	DWORD cb, PageFaultCount;
	SIZE_T PeakWorkingSetSize, WorkingSetSize, QuotaPeakPagedPoolUsage, QuotaPagedPoolUsage, QuotaPeakNonPagedPoolUsage,
	    QuotaNonPagedPoolUsage, PagefileUsage, PeakPagefileUsage;
} PROCESS_MEMORY_COUNTERS, *PPROCESS_MEMORY_COUNTERS;
typedef struct _PROCESS_MEMORY_COUNTERS_EX : _PROCESS_MEMORY_COUNTERS {
	SIZE_T PrivateUsage;
} PROCESS_MEMORY_COUNTERS_EX, *PPROCESS_MEMORY_COUNTERS_EX;

/* For this process, whatever the handle. */
inline BOOL GetProcessMemoryInfo(HANDLE, PPROCESS_MEMORY_COUNTERS to, DWORD size) {
	unsigned long long whole = 0, resident = 0, shared = 0;
	const SIZE_T page = static_cast<SIZE_T>(::sysconf(_SC_PAGESIZE));
	struct rusage usage;
	std::FILE *file = std::fopen("/proc/self/statm", "r");

	if (!file || std::fscanf(file, "%llu %llu %llu", &whole, &resident, &shared) != 3 || ::getrusage(RUSAGE_SELF, &usage)) {
		if (file)
			std::fclose(file);
		return amp_windows::fail(ERROR_INVALID_PARAMETER);
	}
	std::fclose(file);
	*to = PROCESS_MEMORY_COUNTERS();
	to->cb = size;
	to->PageFaultCount = static_cast<DWORD>(usage.ru_minflt + usage.ru_majflt);
	to->WorkingSetSize = resident * page;
	to->PeakWorkingSetSize = static_cast<SIZE_T>(usage.ru_maxrss) * 1024;
	to->PagefileUsage = to->PeakPagefileUsage = (resident - shared) * page;
	if (size >= sizeof(PROCESS_MEMORY_COUNTERS_EX))
		static_cast<PPROCESS_MEMORY_COUNTERS_EX>(to)->PrivateUsage = to->PagefileUsage;
	return TRUE;
}

#endif
