// options: --amp-msvc
// A ray tracer with short vectors, aligned structures and a virtual class of the host's that builds the scene.
#include "stdafx.h"
#include <amp_graphics.h>
#include <amp_math.h>
#include <WINDOWS.h>
#include <list>
using namespace concurrency;
using namespace concurrency::graphics;
using concurrency::fast_math::sqrtf;

const float PI = 3.14159265358979f;

typedef __declspec(align(16)) struct tagSphere
{
	float_3 center;
	float radius;
	float_4 color;
} SPHERE;

struct Ray { float_3 origin, direction; };

inline float Dot(const float_3 &a, const float_3 &b) restrict(cpu, amp) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static __forceinline float_3 Normalize(float_3 v) restrict(amp) { return v * (1.0f / sqrtf(Dot(v, v))); }

class Scene abstract
{
public:
	virtual ~Scene() {}
	virtual void Fill(std::list<SPHERE> &spheres) const = NULL;
	std::vector<SPHERE> Build() const
	{
		std::list<SPHERE> list;
		Fill(list);
		return std::vector<SPHERE>(list.begin(), list.end());
	}
};

class Row sealed : public Scene
{
	int m_count;
public:
	Row(int count) : m_count(count) {}
	virtual void Fill(std::list<SPHERE> &spheres) const override
	{
		for (int i = 0; i < m_count; i++) {
			SPHERE s = { float_3(-2.0f + 2.0f * i, 0.25f * i, 5.0f), 0.9f, float_4(1.0f, 0.25f * i, 0.0f, 1.0f) };
			spheres.push_back(s);
		}
	}
};

bool Hit(const SPHERE &s, const Ray &ray, float &distance) restrict(amp)
{
	float_3 to = s.center - ray.origin;
	float along = Dot(to, ray.direction), square = Dot(to, to) - along * along, left = s.radius * s.radius - square;
	if (left < 0.0f)
		return false;
	float d = along - sqrtf(left);
	if (d <= 0.0f || d >= distance)
		return false;
	distance = d;
	return true;
}

unorm_4 Shade(const SPHERE &s, const Ray &ray, float distance) restrict(amp)
{
	float_3 normal = Normalize(ray.origin + ray.direction * distance - s.center);
	float light = -Dot(normal, ray.direction);
	float_4 c = s.color * light;
	return unorm_4(unorm(c.r), unorm(c.g), unorm(c.b), unorm(1.0f));
}

int main(int argc, char **argv)
{
	static const UINT width = 64, height = 32;
	Row row(3);
	const Scene *scene = &row;
	std::vector<SPHERE> spheres = scene->Build();
	array_view<const SPHERE> world((int)spheres.size(), spheres);
	texture<unorm_4, 2> image(height, width, 8u);
	writeonly_texture_view<unorm_4, 2> target(image);
	parallel_for_each(target.extent, [=](index<2> p) restrict(amp) {
		Ray ray;
		ray.origin = float_3(0.0f);
		ray.direction = Normalize(float_3((p[1] - width * 0.5f) / height, (height * 0.5f - p[0]) / height, 1.0f));
		float distance = 1e30f;
		unorm_4 color(0.0f, 0.0f, 0.25f, 1.0f);
		for (int i = 0; i < world.extent[0]; ++i)
			if (Hit(world[i], ray, distance))
				color = Shade(world[i], ray, distance);
		target.set(p, color);
	});
	std::vector<DWORD> pixels(width * height);
	copy(image, &pixels[0], UINT(pixels.size() * sizeof(DWORD)));
	int lit = 0, sky = 0;
	for each (DWORD p in pixels) {
		const BYTE blue = LOBYTE(HIWORD(p));
		(blue == 0x40 && LOWORD(p) == 0 ? sky : lit)++;
	}
	printf("%d, %d\n", lit > 300 && lit < 380 && lit + sky == width * height, (int)(100 * PI));
	for (UINT x = 0; x < width; x += 4)
		putchar((pixels[15 * width + x] & 0xff) > 100 ? '#' : '.');
	putchar('\n');
}
