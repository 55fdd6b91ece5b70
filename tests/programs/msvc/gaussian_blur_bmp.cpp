// options: --amp-msvc -Wno-sign-compare
// Writes a bitmap file by the structures of <windows.h>, blurs it in two passes, reads it again.
#include "StdAfx.h"
#include <TChar.h>
#include <Windows.h>
#include <MATH.H>
#include <memory>
#include <fstream>
#include <cassert>
#pragma comment(lib, "gdi32.lib")
#pragma warning(disable : 4996)
using namespace concurrency;
using namespace std;

namespace Imaging
{
	class Exception : public std::exception
	{
	public:
		Exception(const char *message) : std::exception(message) {}
	};

	class Bitmap
	{
	public:
		static const int BytesPerPixel = 3;

		Bitmap(int width, int height) : m_width(width), m_height(height), m_pixels(width * height, 0) {}

		void Bitmap::Save(LPCTSTR path) const
		{
			FILE *file = NULL;
			if (_tfopen_s(&file, path, _T("wb")) != 0 || !file)
				throw Exception("cannot write");
			BITMAPFILEHEADER header = { 0 };
			BITMAPINFOHEADER info = { sizeof(BITMAPINFOHEADER) };
			const DWORD stride = Stride();
			header.bfType = 0x4D42;
			header.bfOffBits = sizeof(header) + sizeof(info);
			header.bfSize = header.bfOffBits + stride * m_height;
			info.biWidth = m_width;
			info.biHeight = m_height;
			info.biPlanes = 1;
			info.biBitCount = 8 * BytesPerPixel;
			info.biCompression = BI_RGB;
			fwrite(&header, sizeof header, 1, file);
			fwrite(&info, sizeof info, 1, file);
			std::vector<BYTE> line(stride);
			for (int y = 0; y < m_height; ++y) {
				for (int x = 0; x < m_width; ++x) {
					COLORREF c = (COLORREF)m_pixels[y * m_width + x];
					RGBTRIPLE t = { GetBValue(c), GetGValue(c), GetRValue(c) };
					memcpy_s(&line[x * BytesPerPixel], stride - x * BytesPerPixel, &t, sizeof t);
				}
				fwrite(&line[0], 1, line.size(), file);
			}
			fclose(file);
		}

		static std::unique_ptr<Bitmap> Load(LPCTSTR path)
		{
			FILE *file;
			if (_tfopen_s(&file, path, _T("rb")))
				throw Exception("cannot read");
			BITMAPFILEHEADER header;
			BITMAPINFOHEADER info;
			fread(&header, sizeof header, 1, file);
			fread(&info, sizeof info, 1, file);
			if (header.bfType != 0x4D42) { fclose(file); throw Exception("no bitmap"); }
			std::unique_ptr<Bitmap> result(new Bitmap(info.biWidth, info.biHeight));
			std::vector<BYTE> line(result->Stride());
			for (LONG y = 0; y < info.biHeight; ++y) {
				fread(&line[0], 1, line.size(), file);
				for (LONG x = 0; x < info.biWidth; ++x) {
					const RGBTRIPLE *t = reinterpret_cast<const RGBTRIPLE *>(&line[x * BytesPerPixel]);
					result->m_pixels[y * info.biWidth + x] = RGB(t->rgbtRed, t->rgbtGreen, t->rgbtBlue);
				}
			}
			fclose(file);
			return result;
		}

		unsigned int &At(int x, int y) { return m_pixels[y * m_width + x]; }
		__declspec(noinline) int Width() const { return m_width; }
		int Height() const { return m_height; }
		unsigned int *Data() { return &m_pixels.front(); }
	private:
		DWORD Stride() const { return (m_width * BytesPerPixel + 3) & ~3; }
		int m_width, m_height;
		std::vector<unsigned int> m_pixels;
	};
}

struct Weights { float w[5]; };

static unsigned int Pack(float r, float g, float b) restrict(cpu, amp)
{
	return (unsigned int)(r + 0.5f) | (unsigned int)(g + 0.5f) << 8 | (unsigned int)(b + 0.5f) << 16;
}

template <int Dx, int Dy>
void Pass(const array<unsigned int, 2> &from, array<unsigned int, 2> &to, const Weights &weights)
{
	const int height = from.extent[0], width = from.extent[1];
	parallel_for_each(to.extent, [=, &from, &to](index<2> idx) restrict(amp) {
		float r = 0, g = 0, b = 0;
		for (int k = -2; k <= 2; ++k) {
			const int y = Clamp(idx[0] + k * Dy, 0, height - 1), x = Clamp(idx[1] + k * Dx, 0, width - 1);
			const unsigned int c = from(y, x);
			r += weights.w[k + 2] * (c & 0xff);
			g += weights.w[k + 2] * (c >> 8 & 0xff);
			b += weights.w[k + 2] * (c >> 16 & 0xff);
		}
		to[idx] = Pack(r, g, b);
	});
}

template <typename T> T Clamp(T x, T low, T high) restrict(cpu, amp) { return x < low ? low : x > high ? high : x; }

Weights MakeWeights(float sigma)
{
	Weights result;
	float sum = 0;
	for (int i = 0; i < _countof(result.w); i++) {
		result.w[i] = expf(-(i - 2) * (i - 2) / (2 * sigma * sigma));
		sum += result.w[i];
	}
	for each (float &w in result.w) w /= sum;
	return result;
}

int _tmain(int argc, _TCHAR *argv[])
{
	TCHAR folder[MAX_PATH], path[MAX_PATH];
	GetTempPath(_countof(folder), folder);
	GetTempFileName(folder, _T("blr"), 0, path);
	try {
		Imaging::Bitmap image(37, 21);
		for (int y = 0; y < image.Height(); y++)
			for (int x = 0; x < image.Width(); x++)
				image.At(x, y) = RGB(max(0, 250 - 10 * x), min(255, 12 * y), (x ^ y) & 1 ? 200 : 40);
		image.Save(path);
		std::unique_ptr<Imaging::Bitmap> loaded = Imaging::Bitmap::Load(path);
		assert(loaded->Width() == 37);
		array<unsigned int, 2> a(loaded->Height(), loaded->Width(), loaded->Data()), b(a.extent);
		Pass<1, 0>(a, b, MakeWeights(1.0f));
		Pass<0, 1>(b, a, MakeWeights(1.0f));
		copy(a, loaded->Data());
		unsigned int c = loaded->At(5, 7);
		_tprintf(_T("%d x %d: %u %u %u\n"), loaded->Width(), loaded->Height(), GetRValue(c), GetGValue(c), GetBValue(c));
		Imaging::Bitmap::Load(_T("no such file"));
	} catch (const Imaging::Exception &e) {
		printf("%s\n", e.what());
	}
	DeleteFile(path);
	return 0;
}
