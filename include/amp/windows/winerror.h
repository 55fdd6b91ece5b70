/* Windows' error codes and messages: those that functions of these headers and of C++ AMP return. */
#ifndef AMP_WINDOWS_WINERROR_H
#define AMP_WINDOWS_WINERROR_H

#include <cerrno>

#include "windef.h"

#define ERROR_SUCCESS 0u
#define ERROR_INVALID_FUNCTION 1u
#define ERROR_FILE_NOT_FOUND 2u
#define ERROR_PATH_NOT_FOUND 3u
#define ERROR_TOO_MANY_OPEN_FILES 4u
#define ERROR_ACCESS_DENIED 5u
#define ERROR_INVALID_HANDLE 6u
#define ERROR_NOT_ENOUGH_MEMORY 8u
#define ERROR_OUTOFMEMORY 14u
#define ERROR_INVALID_DRIVE 15u
#define ERROR_NO_MORE_FILES 18u
#define ERROR_WRITE_PROTECT 19u
#define ERROR_NOT_READY 21u
#define ERROR_SHARING_VIOLATION 32u
#define ERROR_HANDLE_EOF 38u
#define ERROR_NOT_SUPPORTED 50u
#define ERROR_FILE_EXISTS 80u
#define ERROR_INVALID_PARAMETER 87u
#define ERROR_BROKEN_PIPE 109u
#define ERROR_OPEN_FAILED 110u
#define ERROR_BUFFER_OVERFLOW 111u
#define ERROR_DISK_FULL 112u
#define ERROR_CALL_NOT_IMPLEMENTED 120u
#define ERROR_SEM_TIMEOUT 121u
#define ERROR_INSUFFICIENT_BUFFER 122u
#define ERROR_INVALID_NAME 123u
#define ERROR_MOD_NOT_FOUND 126u
#define ERROR_PROC_NOT_FOUND 127u
#define ERROR_DIR_NOT_EMPTY 145u
#define ERROR_BUSY 170u
#define ERROR_ALREADY_EXISTS 183u
#define ERROR_ENVVAR_NOT_FOUND 203u
#define ERROR_MORE_DATA 234u
#define WAIT_TIMEOUT 258u
#define ERROR_NO_MORE_ITEMS 259u
#define ERROR_NOT_OWNER 288u
#define ERROR_TOO_MANY_POSTS 298u
#define ERROR_INVALID_ADDRESS 487u
#define ERROR_OPERATION_ABORTED 995u
#define ERROR_IO_INCOMPLETE 996u
#define ERROR_IO_PENDING 997u
#define ERROR_NO_UNICODE_TRANSLATION 1113u
#define ERROR_NOT_FOUND 1168u
#define ERROR_CANCELLED 1223u
#define ERROR_NO_SYSTEM_RESOURCES 1450u
#define ERROR_TIMEOUT 1460u
#define NO_ERROR 0u

#define S_OK ((HRESULT)0)
#define S_FALSE ((HRESULT)1)
#define E_NOTIMPL ((HRESULT)0x80004001)
#define E_NOINTERFACE ((HRESULT)0x80004002)
#define E_POINTER ((HRESULT)0x80004003)
#define E_ABORT ((HRESULT)0x80004004)
#define E_FAIL ((HRESULT)0x80004005)
#define E_UNEXPECTED ((HRESULT)0x8000ffff)
#define E_ACCESSDENIED ((HRESULT)0x80070005)
#define E_HANDLE ((HRESULT)0x80070006)
#define E_OUTOFMEMORY ((HRESULT)0x8007000e)
#define E_INVALIDARG ((HRESULT)0x80070057)
#define E_BOUNDS ((HRESULT)0x8000000b)

#define SUCCEEDED(result) (((HRESULT)(result)) >= 0)
#define FAILED(result) (((HRESULT)(result)) < 0)
#define SEVERITY_SUCCESS 0
#define SEVERITY_ERROR 1
#define FACILITY_WIN32 7
#define FACILITY_ITF 4
#define MAKE_HRESULT(severity, facility, code)                                                      \
	((HRESULT)((unsigned)(severity) << 31 | (unsigned)(facility) << 16 | (unsigned)(code)))
#define HRESULT_CODE(result) ((result)&0xffff)
#define HRESULT_FACILITY(result) (((result) >> 16) & 0x1fff)
#define HRESULT_SEVERITY(result) (((result) >> 31) & 1)

constexpr HRESULT HRESULT_FROM_WIN32(DWORD error) {
	return static_cast<HRESULT>(error) <= 0 ? static_cast<HRESULT>(error)
	                                        : static_cast<HRESULT>((error & 0xffff) | 0x80070000);
}

namespace amp_windows {

/* Returns Windows' message for an error, or NULL for other numbers. */
inline const char *error_text(DWORD error) {
	switch ((error & 0xffff0000) == 0x80070000 ? error & 0xffff : error) {
	case 0: return "The operation completed successfully.";
	case 1: return "Incorrect function.";
	case 2: return "The system cannot find the file specified.";
	case 3: return "The system cannot find the path specified.";
	case 4: return "The system cannot open the file.";
	case 5: return "Access is denied.";
	case 6: return "The handle is invalid.";
	case 8: return "Not enough memory resources are available to process this command.";
	case 14: return "Not enough storage is available to complete this operation.";
	case 15: return "The system cannot find the drive specified.";
	case 18: return "There are no more files.";
	case 19: return "The media is write protected.";
	case 21: return "The device is not ready.";
	case 32: return "The process cannot access the file because it is being used by another process.";
	case 38: return "Reached the end of the file.";
	case 50: return "The request is not supported.";
	case 80: return "The file exists.";
	case 87: return "The parameter is incorrect.";
	case 109: return "The pipe has been ended.";
	case 110: return "The system cannot open the device or file specified.";
	case 111: return "The file name is too long.";
	case 112: return "There is not enough space on the disk.";
	case 120: return "This function is not supported on this system.";
	case 121: return "The semaphore timeout period has expired.";
	case 122: return "The data area passed to a system call is too small.";
	case 123: return "The filename, directory name, or volume label syntax is incorrect.";
	case 126: return "The specified module could not be found.";
	case 127: return "The specified procedure could not be found.";
	case 145: return "The directory is not empty.";
	case 170: return "The requested resource is in use.";
	case 183: return "Cannot create a file when that file already exists.";
	case 203: return "The system could not find the environment option that was entered.";
	case 234: return "More data is available.";
	case 258: return "The wait operation timed out.";
	case 259: return "No more data is available.";
	case 288: return "Attempt to release mutex not owned by caller.";
	case 298: return "Too many posts were made to a semaphore.";
	case 487: return "Attempt to access invalid address.";
	case 995: return "The I/O operation has been aborted because of either a thread exit or an application request.";
	case 996: return "Overlapped I/O event is not in a signaled state.";
	case 997: return "Overlapped I/O operation is in progress.";
	case 1113: return "No mapping for the Unicode character exists in the target multi-byte code page.";
	case 1168: return "Element not found.";
	case 1223: return "The operation was canceled by the user.";
	case 1450: return "Insufficient system resources exist to complete the requested service.";
	case 1460: return "This operation returned because the timeout period expired.";
	case 0x80004001: return "Not implemented";
	case 0x80004002: return "No such interface supported";
	case 0x80004003: return "Invalid pointer";
	case 0x80004004: return "Operation aborted";
	case 0x80004005: return "Unspecified error";
	case 0x8000ffff: return "Catastrophic failure";
	case 0x8000000b: return "The operation attempted to access data outside the valid range";
	case 0x887a0005: return "The GPU device instance has been suspended.";
	case 0x887a0006: return "The GPU will not respond to more commands.";
	case 0x887a0007: return "The GPU will not respond to more commands, most likely because some other application submitted invalid commands.";
	default: return nullptr;
	}
}

/* Returns the Windows error for an errno. */
inline DWORD error_of(int number) {
	switch (number) {
	case 0: return ERROR_SUCCESS;
	case ENOENT: return ERROR_FILE_NOT_FOUND;
	case ENOTDIR: return ERROR_PATH_NOT_FOUND;
	case EACCES: case EPERM: case EISDIR: return ERROR_ACCESS_DENIED;
	case EROFS: return ERROR_WRITE_PROTECT;
	case EMFILE: case ENFILE: return ERROR_TOO_MANY_OPEN_FILES;
	case EBADF: return ERROR_INVALID_HANDLE;
	case ENOMEM: return ERROR_NOT_ENOUGH_MEMORY;
	case EEXIST: return ERROR_ALREADY_EXISTS;
	case ENOTEMPTY: return ERROR_DIR_NOT_EMPTY;
	case ENOSPC: return ERROR_DISK_FULL;
	case EBUSY: return ERROR_BUSY;
	case EPIPE: return ERROR_BROKEN_PIPE;
	case EINVAL: return ERROR_INVALID_PARAMETER;
	case ENAMETOOLONG: return ERROR_BUFFER_OVERFLOW;
	case ENOSYS: return ERROR_CALL_NOT_IMPLEMENTED;
	default: return ERROR_INVALID_FUNCTION;
	}
}

inline DWORD &last_error() {
	static thread_local DWORD error;
	return error;
}
/* Sets the last error, and returns FALSE. */
inline BOOL fail(DWORD error) {
	last_error() = error;
	return FALSE;
}

} // namespace amp_windows

#endif
