/* GDI: the layout of bitmap files, which programs write themselves. Drawing is not supported. */
#ifndef AMP_WINDOWS_WINGDI_H
#define AMP_WINDOWS_WINGDI_H

#include "windef.h"
#include "detail/not_here.h"

typedef struct tagRGBQUAD {
	BYTE rgbBlue, rgbGreen, rgbRed, rgbReserved;
} RGBQUAD, *LPRGBQUAD;
typedef struct tagRGBTRIPLE {
	BYTE rgbtBlue, rgbtGreen, rgbtRed;
} RGBTRIPLE, *LPRGBTRIPLE;
typedef struct tagBITMAPINFOHEADER {
	DWORD biSize;
	LONG biWidth, biHeight;
	WORD biPlanes, biBitCount;
	DWORD biCompression, biSizeImage;
	LONG biXPelsPerMeter, biYPelsPerMeter;
	DWORD biClrUsed, biClrImportant;
} BITMAPINFOHEADER, *LPBITMAPINFOHEADER, *PBITMAPINFOHEADER;
typedef struct tagBITMAPINFO {
	BITMAPINFOHEADER bmiHeader;
	RGBQUAD bmiColors[1];
} BITMAPINFO, *LPBITMAPINFO, *PBITMAPINFO;
#pragma pack(push, 2)
typedef struct tagBITMAPFILEHEADER {
	WORD bfType;
	DWORD bfSize;
	WORD bfReserved1, bfReserved2;
	DWORD bfOffBits;
} BITMAPFILEHEADER, *LPBITMAPFILEHEADER, *PBITMAPFILEHEADER;
#pragma pack(pop)
#define BI_RGB 0
#define BI_BITFIELDS 3
#define GetRValue(rgb) ((BYTE)(rgb))
#define GetGValue(rgb) ((BYTE)((WORD)(rgb) >> 8))
#define GetBValue(rgb) ((BYTE)((rgb) >> 16))

#define AMP_GDI "GDI is of Windows: write an image file, or take a graphics library of Linux"
#define AMP_GDI_TYPE(name) AMP_TYPE_NOT_HERE(name, AMP_GDI)
#define AMP_GDI_FUNCTION(name) AMP_FUNCTION_NOT_HERE(name, AMP_GDI)

AMP_GDI_TYPE(HBITMAP);
AMP_GDI_TYPE(HBRUSH);
AMP_GDI_TYPE(HDC);
AMP_GDI_TYPE(HFONT);
AMP_GDI_TYPE(HGDIOBJ);
AMP_GDI_TYPE(HPALETTE);
AMP_GDI_TYPE(HPEN);
AMP_GDI_TYPE(HRGN);
AMP_GDI_TYPE(BITMAP);
AMP_GDI_TYPE(LOGFONT);
AMP_GDI_TYPE(PIXELFORMATDESCRIPTOR);
AMP_GDI_FUNCTION(BitBlt);
AMP_GDI_FUNCTION(CreateCompatibleBitmap);
AMP_GDI_FUNCTION(CreateCompatibleDC);
AMP_GDI_FUNCTION(CreateDIBSection);
AMP_GDI_FUNCTION(CreateFont);
AMP_GDI_FUNCTION(CreatePen);
AMP_GDI_FUNCTION(CreateSolidBrush);
AMP_GDI_FUNCTION(DeleteDC);
AMP_GDI_FUNCTION(DeleteObject);
AMP_GDI_FUNCTION(GetDIBits);
AMP_GDI_FUNCTION(GetStockObject);
AMP_GDI_FUNCTION(LineTo);
AMP_GDI_FUNCTION(SelectObject);
AMP_GDI_FUNCTION(SetBkMode);
AMP_GDI_FUNCTION(SetDIBits);
AMP_GDI_FUNCTION(SetDIBitsToDevice);
AMP_GDI_FUNCTION(SetPixel);
AMP_GDI_FUNCTION(SetPixelFormat);
AMP_GDI_FUNCTION(SetTextColor);
AMP_GDI_FUNCTION(StretchBlt);
AMP_GDI_FUNCTION(StretchDIBits);
AMP_GDI_FUNCTION(SwapBuffers);
AMP_GDI_FUNCTION(TextOut);
AMP_GDI_FUNCTION(wglCreateContext);
AMP_GDI_FUNCTION(wglMakeCurrent);
#endif
