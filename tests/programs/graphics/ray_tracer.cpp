// A small ray tracer: vectors are float_3 with functions and operators of the
// program's own over them, the picture a texture of unorm_4, the spheres an
// array_view of structs with short vectors in them.
#include <amp.h>
#include <amp_graphics.h>
#include <amp_math.h>
#include <amp_short_vectors.h>
#include <vector>

#include "../check.h"

using namespace concurrency;
using namespace concurrency::graphics;

inline float dot(const float_3& a, const float_3& b) restrict(cpu, amp)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
inline float_3 cross(float_3 a, float_3 b) restrict(cpu, amp)
{
    return a.yzx * b.zxy - a.zxy * b.yzx;
}
inline float length(float_3 v) restrict(cpu, amp) { return precise_math::sqrt(dot(v, v)); }
inline float_3 normalize(const float_3& v) restrict(cpu, amp) { return v / length(v); }
inline float_3 reflect(const float_3& i, const float_3& n) restrict(cpu, amp)
{
    return i - 2.0f * dot(i, n) * n;
}
inline float_3 lerp(float_3 a, float_3 b, float t) restrict(cpu, amp) { return a + (b - a) * t; }

struct ray
{
    float_3 origin, direction;
    ray(const float_3& o, const float_3& d) restrict(cpu, amp) : origin(o), direction(d) {}
    float_3 at(float t) const restrict(cpu, amp) { return origin + t * direction; }
};

struct sphere
{
    float_4 center_radius;
    float_3 color;
    float shine;
};

inline bool hit(const sphere& s, const ray& r, float& t) restrict(cpu, amp)
{
    float_3 oc = r.origin - s.center_radius.xyz;
    float b = dot(oc, r.direction);
    float c = dot(oc, oc) - s.center_radius.w * s.center_radius.w;
    float d = b * b - c;
    if (d <= 0.0f)
        return false;
    float root = precise_math::sqrt(d);
    float near = -b - root;
    if (near < 1e-3f || near >= t)
        return false;
    t = near;
    return true;
}

template <typename Spheres>
float_4 trace(const Spheres& spheres, int count, ray r) restrict(cpu, amp)
{
    const float_3 light = normalize(float_3(1.0f, 2.0f, -1.5f));
    float_4 result(0.0f, 0.0f, 0.0f, 1.0f);
    float weight = 1.0f;
    for (int bounce = 0; bounce < 3 && weight > 0.01f; ++bounce)
    {
        float t = 1e20f;
        int nearest = -1;
        for (int i = 0; i < count; ++i)
            if (hit(spheres[i], r, t))
                nearest = i;
        if (nearest < 0)
        {
            float up = 0.5f * (r.direction.y + 1.0f);
            result.rgb += weight * lerp(float_3(1.0f), float_3(0.5f, 0.7f, 1.0f), up);
            break;
        }
        float_3 p = r.at(t);
        float_3 n = normalize(p - float_3(spheres[nearest].center_radius.xyz));
        float diffuse = std::max(0.0f, std::min(1.0f, dot(n, light)));
        float shadow = 1e20f;
        for (int i = 0; i < count; ++i)
            if (hit(spheres[i], ray(p, light), shadow))
                diffuse *= 0.5f;
        result.rgb += weight * (1.0f - spheres[nearest].shine) * spheres[nearest].color * (0.1f + 0.9f * diffuse);
        weight *= spheres[nearest].shine;
        r = ray(p, normalize(reflect(r.direction, n)));
    }
    return result;
}

int main()
{
    const int height = 40, width = 60;
    std::vector<sphere> scene(3);
    scene[0].center_radius = float_4(0.0f, 0.0f, 4.0f, 1.0f);
    scene[0].color = float_3(0.9f, 0.2f, 0.1f);
    scene[0].shine = 0.25f;
    scene[1].center_radius = float_4(1.6f, 0.3f, 5.0f, 1.2f);
    scene[1].color = scene[0].color.bgr;
    scene[1].shine = 0.5f;
    scene[2].center_radius.xyz = float_3(0.0f, -101.0f, 4.0f);
    scene[2].center_radius.w = 100.0f;
    scene[2].color.rg = float_2(0.3f, 0.8f);
    scene[2].color.b = 0.3f;
    scene[2].shine = 0.0f;

    const float_3 eye(0.2f, 0.4f, -1.0f), target(0.3f, 0.0f, 4.0f);
    const float_3 forward = normalize(target - eye);
    const float_3 right = normalize(cross(float_3(0, 1, 0), forward));
    const float_3 up = cross(forward, right);

    texture<unorm_4, 2> picture(height, width);
    texture_view<unorm_4, 2> canvas(picture);
    array_view<const sphere, 1> spheres(static_cast<int>(scene.size()), scene);
    parallel_for_each(canvas.extent, [=](index<2> idx) restrict(amp)
    {
        float_2 uv(idx[1] + 0.5f, idx[0] + 0.5f);
        uv = (uv / float_2(width, height) - 0.5f) * float_2(1.5f, -1.0f);
        ray r(eye, normalize(forward + uv.x * right + uv.y * up));
        canvas.set(idx, unorm_4(trace(spheres, spheres.extent[0], r)));
    });

    std::vector<unorm_4> result(width * height);
    copy(picture, result.begin());
    int differ = 0;
    float brightness = 0.0f;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
        {
            float_2 uv = (float_2(x + 0.5f, y + 0.5f) / float_2(width, height) - 0.5f) * float_2(1.5f, -1.0f);
            unorm_4 expected(trace(spheres, 3, ray(eye, normalize(forward + uv.x * right + uv.y * up))));
            float_4 difference = float_4(expected) - float_4(result[y * width + x]);
            if (dot(difference.rgb, difference.rgb) > 1e-4f)
                differ++; // an edge, where the last bit decides what is hit
            brightness += result[y * width + x].r;
        }
    CHECK(differ < 10);
    CHECK(brightness > 0.2f * width * height && brightness < 0.9f * width * height);
    std::puts("ok");
}
