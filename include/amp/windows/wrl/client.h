/* Windows Runtime C++ Template Library: pointers to COM objects. */
#ifndef AMP_WINDOWS_WRL_CLIENT_H
#define AMP_WINDOWS_WRL_CLIENT_H

#include "../detail/not_here.h"
#include "../windows.h"

namespace Microsoft {
namespace WRL {
template <typename T> class AMP_NOT_HERE("COM is of Windows: what its objects are for has other libraries here") ComPtr;
}
}
#endif
