/* GDI+. */
#ifndef AMP_WINDOWS_GDIPLUS_H
#define AMP_WINDOWS_GDIPLUS_H

#include "detail/not_here.h"
#include "windows.h"

namespace Gdiplus {
AMP_TYPE_NOT_HERE(Bitmap, "GDI+ is of Windows: a library that reads images, or draws, takes its place");
AMP_TYPE_NOT_HERE(BitmapData, "GDI+ is of Windows: a library that reads images, or draws, takes its place");
AMP_TYPE_NOT_HERE(Color, "GDI+ is of Windows: a library that reads images, or draws, takes its place");
AMP_TYPE_NOT_HERE(EncoderParameters, "GDI+ is of Windows: a library that reads images, or draws, takes its place");
AMP_TYPE_NOT_HERE(Font, "GDI+ is of Windows: a library that reads images, or draws, takes its place");
AMP_TYPE_NOT_HERE(Graphics, "GDI+ is of Windows: a library that reads images, or draws, takes its place");
AMP_TYPE_NOT_HERE(GdiplusStartupInput, "GDI+ is of Windows: a library that reads images, or draws, takes its place");
AMP_TYPE_NOT_HERE(Image, "GDI+ is of Windows: a library that reads images, or draws, takes its place");
AMP_TYPE_NOT_HERE(ImageCodecInfo, "GDI+ is of Windows: a library that reads images, or draws, takes its place");
AMP_TYPE_NOT_HERE(Pen, "GDI+ is of Windows: a library that reads images, or draws, takes its place");
AMP_TYPE_NOT_HERE(Rect, "GDI+ is of Windows: a library that reads images, or draws, takes its place");
AMP_TYPE_NOT_HERE(SolidBrush, "GDI+ is of Windows: a library that reads images, or draws, takes its place");
AMP_FUNCTION_NOT_HERE(GdiplusStartup, "GDI+ is of Windows: a library that reads images, or draws, takes its place");
AMP_FUNCTION_NOT_HERE(GdiplusShutdown, "GDI+ is of Windows: a library that reads images, or draws, takes its place");
}
#endif
