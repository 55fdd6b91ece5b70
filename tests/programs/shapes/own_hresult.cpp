// A program that was ported brings the types and macros of Windows' headers along.
#include "../check.h"
#include <amp.h>
typedef long HRESULT;
#define E_FAIL ((HRESULT)0x80004005L)
#define SUCCEEDED(hr) (((HRESULT)(hr)) >= 0)
using namespace concurrency;

namespace elsewhere {
typedef short HRESULT;
}

static HRESULT allocate(int n)
{
	try {
		array<int, 1> a(n);
		return S_OK;
	} catch (const runtime_exception &e) {
		return e.get_error_code();
	}
}

int main()
{
	elsewhere::HRESULT code = 1;
	CHECK(SUCCEEDED(allocate(4)) && code);
	CHECK(!SUCCEEDED(allocate(-1)) && allocate(-1) == E_INVALIDARG);
	CHECK(allocate(-1) != E_FAIL);
	std::puts("ok");
}
