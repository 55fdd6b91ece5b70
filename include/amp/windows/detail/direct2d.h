/* Direct2D, DirectWrite and the Windows Imaging Component. */
#ifndef AMP_WINDOWS_DETAIL_DIRECT2D_H
#define AMP_WINDOWS_DETAIL_DIRECT2D_H

#include "not_here.h"
#include "../windows.h"

#define AMP_DIRECT2D_TYPE(name) AMP_TYPE_NOT_HERE(name, "Direct2D and DirectWrite are of Windows: a graphics library of Linux takes their place")
#define AMP_IMAGING_TYPE(name) AMP_TYPE_NOT_HERE(name, "the Windows Imaging Component is of Windows: a library that reads images takes its place")

AMP_DIRECT2D_TYPE(ID2D1Bitmap);
AMP_DIRECT2D_TYPE(ID2D1Factory);
AMP_DIRECT2D_TYPE(ID2D1HwndRenderTarget);
AMP_DIRECT2D_TYPE(ID2D1RenderTarget);
AMP_DIRECT2D_TYPE(ID2D1SolidColorBrush);
AMP_DIRECT2D_TYPE(IDWriteFactory);
AMP_DIRECT2D_TYPE(IDWriteTextFormat);
AMP_IMAGING_TYPE(IWICBitmap);
AMP_IMAGING_TYPE(IWICBitmapDecoder);
AMP_IMAGING_TYPE(IWICBitmapEncoder);
AMP_IMAGING_TYPE(IWICBitmapFrameDecode);
AMP_IMAGING_TYPE(IWICBitmapFrameEncode);
AMP_IMAGING_TYPE(IWICBitmapLock);
AMP_IMAGING_TYPE(IWICBitmapSource);
AMP_IMAGING_TYPE(IWICFormatConverter);
AMP_IMAGING_TYPE(IWICImagingFactory);
AMP_IMAGING_TYPE(IWICStream);
AMP_FUNCTION_NOT_HERE(D2D1CreateFactory, "Direct2D is of Windows: a graphics library of Linux takes its place");
AMP_FUNCTION_NOT_HERE(DWriteCreateFactory, "DirectWrite is of Windows: a graphics library of Linux takes its place");
#endif
