/* COM: initialization, as console programs do it. There are no objects. */
#ifndef AMP_WINDOWS_OBJBASE_H
#define AMP_WINDOWS_OBJBASE_H

#include "detail/not_here.h"
#include "windows.h"

#include <cstdlib>

enum COINIT {
	COINIT_MULTITHREADED = 0,
	COINIT_APARTMENTTHREADED = 2,
	COINIT_DISABLE_OLE1DDE = 4,
	COINIT_SPEED_OVER_MEMORY = 8
};

inline HRESULT CoInitialize(void *) { return S_OK; }
inline HRESULT CoInitializeEx(void *, DWORD) { return S_OK; }
inline void CoUninitialize() {}
inline void *CoTaskMemAlloc(SIZE_T size) { return std::malloc(size); }
inline void CoTaskMemFree(void *memory) { std::free(memory); }

#define AMP_COM "COM is of Windows: what its objects are for has other libraries here"
AMP_TYPE_NOT_HERE(IUnknown, AMP_COM);
AMP_TYPE_NOT_HERE(IDispatch, AMP_COM);
AMP_TYPE_NOT_HERE(IStream, AMP_COM);
AMP_FUNCTION_NOT_HERE(CoCreateInstance, AMP_COM);

#endif
