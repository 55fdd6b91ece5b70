// --amp-msvc: headers of Direct3D, MFC and GDI may be included; a use says what takes their place.
// RUN: ! %ampcc --amp-msvc -c %s -o %t.o 2>%t.err
// RUN: %FileCheck --implicit-check-not=error: %s <%t.err
#include <Windows.h>
#include <d3d11.h>
#include <DXGI.h>
#include <D3Dcompiler.h>
#include <d2d1.h>
#include <wincodec.h>
#include <DirectXMath.h>
#include <wrl.h>
#include <wrl\client.h>
#include <afxwin.h>
#include <atlstr.h>
#include <gdiplus.h>
#include <objbase.h>
#include <amp.h>
#include <amp_graphics.h>
using namespace concurrency;

int works(int n)
{
	BITMAPFILEHEADER header = {};
	static_assert(sizeof(header) == 14 && sizeof(BITMAPINFOHEADER) == 40, "as in files");
	CoInitializeEx(NULL, COINIT_MULTITHREADED);
	array_view<int> v(1, &n);
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = 1; });
	return header.bfType;
}

// CHECK: msvc_not_here.cpp:[[@LINE+1]]:8: error: 'ID3D11Device' is unavailable: Direct3D is of Windows: docs/reference/interop.md says what takes the place of interoperability
static ID3D11Device *device;
// CHECK: msvc_not_here.cpp:[[@LINE+1]]:8: error: 'CWnd' is unavailable: MFC is of Windows: a console program, or a toolkit of Linux, takes its place
extern CWnd *window;
// CHECK: msvc_not_here.cpp:[[@LINE+1]]:12: error: 'CString' is unavailable: MFC's and ATL's strings are of Windows: std::string and std::wstring take their place
int length(CString &s);

void uses(const accelerator_view &av, int n)
{
	// CHECK: msvc_not_here.cpp:[[@LINE+1]]:25: error: 'get_device<const Concurrency::accelerator_view &>' is unavailable: Direct3D
	concurrency::direct3d::get_device(av);
	// CHECK: msvc_not_here.cpp:[[@LINE+1]]:25: error: 'scoped_d3d_access_lock' is unavailable: Direct3D
	concurrency::direct3d::scoped_d3d_access_lock lock(av);
	// CHECK: msvc_not_here.cpp:[[@LINE+1]]:{{[0-9]+}}: error: 'get_texture<int &>' is unavailable: Direct3D
	const void *unknown = concurrency::graphics::direct3d::get_texture(n);
	// CHECK: msvc_not_here.cpp:[[@LINE+1]]:{{[0-9]+}}: error: 'make_texture<float, 2, const Concurrency::accelerator_view &, const void *&>' is unavailable: Direct3D
	auto texture = concurrency::graphics::direct3d::make_texture<float, 2>(av, unknown);
	// CHECK: msvc_not_here.cpp:[[@LINE+1]]:2: error: 'D3D11CreateDevice' is unavailable: Direct3D
	D3D11CreateDevice(nullptr, n);
	// CHECK: msvc_not_here.cpp:[[@LINE+1]]:2: error: 'BitBlt' is unavailable: GDI is of Windows: write an image file, or take a graphics library of Linux
	BitBlt(n);
	// CHECK: msvc_not_here.cpp:[[@LINE+1]]:2: error: 'CreateWindow' is unavailable: windows and their messages are of Windows
	CreateWindow(n);
	// CHECK: msvc_not_here.cpp:[[@LINE+1]]:11: error: 'XMFLOAT3' is unavailable: DirectXMath is of Windows: concurrency::graphics has short vectors
	DirectX::XMFLOAT3 *p;
	// CHECK: msvc_not_here.cpp:[[@LINE+1]]:18: error: 'ComPtr<int>' is unavailable: COM is of Windows
	Microsoft::WRL::ComPtr<int> *q;
}
