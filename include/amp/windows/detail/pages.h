/* Pages of memory: VirtualAlloc() and the like. */
#ifndef AMP_WINDOWS_PAGES_H
#define AMP_WINDOWS_PAGES_H

#include <sys/mman.h>

#include "handle.h"

#define MEM_COMMIT 0x1000u
#define MEM_RESERVE 0x2000u
#define MEM_DECOMMIT 0x4000u
#define MEM_RELEASE 0x8000u
#define MEM_RESET 0x80000u
#define MEM_TOP_DOWN 0x100000u
#define MEM_LARGE_PAGES 0x20000000u
#define PAGE_NOACCESS 1u
#define PAGE_READONLY 2u
#define PAGE_READWRITE 4u
#define PAGE_EXECUTE 0x10u
#define PAGE_EXECUTE_READ 0x20u
#define PAGE_EXECUTE_READWRITE 0x40u
#define PAGE_GUARD 0x100u

namespace amp_windows {

inline int protection(DWORD flags) {
	switch (flags & 0xff) {
	case PAGE_READONLY: return PROT_READ;
	case PAGE_READWRITE: return PROT_READ | PROT_WRITE;
	case PAGE_EXECUTE: return PROT_EXEC;
	case PAGE_EXECUTE_READ: return PROT_READ | PROT_EXEC;
	case PAGE_EXECUTE_READWRITE: return PROT_READ | PROT_WRITE | PROT_EXEC;
	default: return PROT_NONE;
	}
}
/* The sizes of reservations, by their addresses. Requires handle_mutex(). */
inline std::map<void *, SIZE_T> &reservations() {
	static std::map<void *, SIZE_T> *all = new std::map<void *, SIZE_T>;
	return *all;
}

} // namespace amp_windows

inline LPVOID VirtualAlloc(LPVOID address, SIZE_T size, DWORD flags, DWORD protection) {
	const int wanted = amp_windows::protection(protection);

	if (!size || !(flags & (MEM_COMMIT | MEM_RESERVE))) {
		amp_windows::fail(ERROR_INVALID_PARAMETER);
		return nullptr;
	}
	if (address && !(flags & MEM_RESERVE)) { /* commits a part of a reservation */
		const std::uintptr_t page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
		const std::uintptr_t first = reinterpret_cast<std::uintptr_t>(address) / page * page;
		void *start = reinterpret_cast<void *>(first);
		if (::mprotect(start, reinterpret_cast<std::uintptr_t>(address) + size - first, wanted)) {
			amp_windows::fail(ERROR_INVALID_ADDRESS);
			return nullptr;
		}
		return start;
	}
	void *memory = ::mmap(address, size, flags & MEM_COMMIT ? wanted : PROT_NONE,
	                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (memory == MAP_FAILED) {
		amp_windows::fail(ERROR_NOT_ENOUGH_MEMORY);
		return nullptr;
	}
	std::lock_guard<std::mutex> lock(amp_windows::handle_mutex());
	amp_windows::reservations()[memory] = size;
	return memory;
}
inline BOOL VirtualFree(LPVOID memory, SIZE_T size, DWORD flags) {
	if (flags & MEM_DECOMMIT)
		return ::madvise(memory, size, MADV_DONTNEED) == 0 && ::mprotect(memory, size, PROT_NONE) == 0;
	std::lock_guard<std::mutex> lock(amp_windows::handle_mutex());
	const auto found = amp_windows::reservations().find(memory);
	if (found == amp_windows::reservations().end() || size)
		return amp_windows::fail(ERROR_INVALID_PARAMETER);
	::munmap(memory, found->second);
	amp_windows::reservations().erase(found);
	return TRUE;
}
/* Sets *before to PAGE_READWRITE, the usual protection after VirtualAlloc(): that of the pages is not
 * recorded. */
inline BOOL VirtualProtect(LPVOID memory, SIZE_T size, DWORD protection, amp_windows::dword_pointer before) {
	if (::mprotect(memory, size, amp_windows::protection(protection)))
		return amp_windows::fail(ERROR_INVALID_ADDRESS);
	if (before)
		*before = PAGE_READWRITE;
	return TRUE;
}
inline BOOL VirtualLock(LPVOID memory, SIZE_T size) { return ::mlock(memory, size) == 0; }
inline BOOL VirtualUnlock(LPVOID memory, SIZE_T size) { return ::munlock(memory, size) == 0; }
inline SIZE_T GetLargePageMinimum() { return 2 << 20; }

#endif
