// Sobel's operator on the luminance of a picture, in tiles with a halo in
// tile_static memory, read through texture_view<const uint_4, 2> of 8 bits and
// written through texture_view<uint, 2>.
#include <amp.h>
#include <amp_graphics.h>
#include <amp_math.h>
#include <vector>

#include "../check.h"

using namespace Concurrency;
using namespace Concurrency::graphics;

static const int TILE = 16;

inline float luminance(const uint_4& c) restrict(cpu, amp)
{
    return 0.299f * c.r + 0.587f * c.g + 0.114f * c.b;
}

inline unsigned int edge(float gx, float gy) restrict(cpu, amp)
{
    float g = gx * gx + gy * gy;
    return g > 128.0f * 128.0f ? 255u : 0u;
}

int main()
{
    const int height = 48, width = 64;
    std::vector<uint_4> picture;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
        {
            bool inside = (x - 30) * (x - 30) + (y - 20) * (y - 20) < 15 * 15;
            picture.push_back(inside ? uint_4(200, 180, 40, 255) : uint_4(10, x, y, 255));
        }

    texture<uint_4, 2> source(height, width, picture.begin(), picture.end());
    texture<uint, 2> edges(extent<2>(height, width), 8u);
    texture_view<const uint_4, 2> in(source);
    texture_view<uint, 2> out(edges);

    parallel_for_each(edges.extent.tile<TILE, TILE>(), [=](tiled_index<TILE, TILE> t) restrict(amp)
    {
        tile_static float grey[TILE + 2][TILE + 2];
        const int y0 = t.tile_origin[0] - 1, x0 = t.tile_origin[1] - 1;
        for (int i = t.local[0]; i < TILE + 2; i += TILE)
            for (int j = t.local[1]; j < TILE + 2; j += TILE)
            {
                int y = Concurrency::direct3d::imin(Concurrency::direct3d::imax(y0 + i, 0), in.extent[0] - 1);
                int x = Concurrency::direct3d::imin(Concurrency::direct3d::imax(x0 + j, 0), in.extent[1] - 1);
                grey[i][j] = luminance(in(y, x));
            }
        t.barrier.wait_with_tile_static_memory_fence();
        const int i = t.local[0] + 1, j = t.local[1] + 1;
        float gx = grey[i - 1][j + 1] + 2.0f * grey[i][j + 1] + grey[i + 1][j + 1]
                 - grey[i - 1][j - 1] - 2.0f * grey[i][j - 1] - grey[i + 1][j - 1];
        float gy = grey[i + 1][j - 1] + 2.0f * grey[i + 1][j] + grey[i + 1][j + 1]
                 - grey[i - 1][j - 1] - 2.0f * grey[i - 1][j] - grey[i - 1][j + 1];
        out.set(t.global, edge(gx, gy));
    });

    std::vector<unsigned char> result(width * height);
    copy(edges, result.data(), static_cast<unsigned>(result.size()));
    CHECK(edges.get_bits_per_scalar_element() == 8 && edges.get_row_pitch() == width);

    int found = 0;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
        {
            float g[3][3];
            for (int i = 0; i < 3; i++)
                for (int j = 0; j < 3; j++)
                {
                    int yy = std::min(std::max(y + i - 1, 0), height - 1);
                    int xx = std::min(std::max(x + j - 1, 0), width - 1);
                    g[i][j] = luminance(picture[yy * width + xx]);
                }
            float gx = g[0][2] + 2 * g[1][2] + g[2][2] - g[0][0] - 2 * g[1][0] - g[2][0];
            float gy = g[2][0] + 2 * g[2][1] + g[2][2] - g[0][0] - 2 * g[0][1] - g[0][2];
            CHECK(result[y * width + x] == edge(gx, gy));
            found += result[y * width + x] != 0;
        }
    CHECK(found > 60 && found < 400);
    std::puts("ok");
}
