/* <atlbase.h>: ATL's text conversions and assertions. COM is not supported. */
#ifndef AMP_WINDOWS_ATLBASE_H
#define AMP_WINDOWS_ATLBASE_H

#include "atlconv.h"
#include "crtdbg.h"

#define ATLASSERT(condition) _ASSERTE(condition)
#define ATLVERIFY(condition) ((void)(condition))
#define ATLTRACE(...) ((void)0)
#define ATLENSURE(condition) ((condition) ? (void)0 : throw ::ATL::CAtlException(E_FAIL))

namespace ATL {
class CAtlException {
public:
	CAtlException(HRESULT result = E_FAIL) : m_hr(result) {}
	operator HRESULT() const { return m_hr; }
	HRESULT m_hr;
};
} // namespace ATL

#endif
