// A ray tracer: vectors with operators, a tagged union, recursion by template depth, a generator of random numbers that
// is passed by reference, members of the host's in classes that kernels use.
#include "../check.h"
#include <amp.h>
#include <cmath>
#include <amp_math.h>
#include <vector>
#include <string>
#include <stdexcept>
#include <algorithm>
namespace rt
{
using namespace concurrency;
struct vec3 {
	float x, y, z;
	vec3() restrict(cpu, amp)
	    : x(0), y(0), z(0)
	{
	}
	explicit vec3(float s) restrict(cpu, amp)
	    : x(s), y(s), z(s)
	{
	}
	vec3(float X, float Y, float Z) restrict(cpu, amp)
	    : x(X), y(Y), z(Z)
	{
	}
	float &operator[](int i) restrict(cpu, amp)
	{
		return i == 0 ? x : i == 1 ? y
		                           : z;
	}
	const float &operator[](int i) const restrict(cpu, amp)
	{
		return (&x)[i];
	}
	vec3 operator-() const restrict(cpu, amp)
	{
		return vec3(-x, -y, -z);
	}
	vec3 &operator+=(const vec3 &o) restrict(cpu, amp)
	{
		x += o.x;
		y += o.y;
		z += o.z;
		return *this;
	}
	friend vec3 operator+(vec3 a, const vec3 &b) restrict(cpu, amp)
	{
		a += b;
		return a;
	}
	friend vec3 operator-(const vec3 &a, const vec3 &b) restrict(cpu, amp)
	{
		return a + -b;
	}
	friend vec3 operator*(const vec3 &a, float s) restrict(cpu, amp)
	{
		return vec3(a.x * s, a.y * s, a.z * s);
	}
	friend vec3 operator*(float s, const vec3 &a) restrict(cpu, amp)
	{
		return a * s;
	}
	friend vec3 operator*(const vec3 &a, const vec3 &b) restrict(cpu, amp)
	{
		return vec3(a.x * b.x, a.y * b.y, a.z * b.z);
	}
	static float dot(const vec3 &a, const vec3 &b) restrict(cpu, amp)
	{
		return a.x * b.x + a.y * b.y + a.z * b.z;
	}
	float length() const restrict(cpu, amp)
	{
		return precise_math::sqrt(dot(*this, *this));
	}
	vec3 normalized() const restrict(cpu, amp)
	{
		return *this * (1 / length());
	}
	std::string to_string() const
	{
		return std::to_string(x) + "," + std::to_string(y) + "," + std::to_string(z);
	}
};
struct ray {
	vec3 o, d;
	vec3 at(float t) const restrict(cpu, amp)
	{
		return o + d * t;
	}
};
struct material {
	enum kind_t { diffuse,
		      mirror,
		      light } kind;
	union {
		float albedo;
		float emission;
	};
	vec3 color;
	static material make(kind_t k, float v, vec3 c) restrict(cpu, amp)
	{
		material m;
		m.kind = k;
		if (k == light)
			m.emission = v;
		else
			m.albedo = v;
		m.color = c;
		return m;
	}
	void check() const
	{
		if (kind < diffuse || kind > light)
			throw std::invalid_argument("material");
	}
};
struct hit {
	float t;
	vec3 p, n;
	material m;
};
struct sphere {
	vec3 c;
	float r;
	material m;
	bool intersect(const ray &q, float lo, hit &h) const restrict(cpu, amp)
	{
		vec3 oc = q.o - c;
		float b = vec3::dot(oc, q.d), cc = vec3::dot(oc, oc) - r * r, disc = b * b - cc;
		if (disc <= 0)
			return false;
		float s = precise_math::sqrt(disc), t = -b - s;
		if (t < lo)
			t = -b + s;
		if (t < lo || t >= h.t)
			return false;
		h.t = t;
		h.p = q.at(t);
		h.n = (h.p - c) * (1 / r);
		h.m = m;
		return true;
	}
};
class rng
{
	unsigned s;

      public:
	explicit rng(unsigned seed) restrict(cpu, amp)
	    : s(seed * 747796405u + 2891336453u)
	{
	}
	float next() restrict(cpu, amp)
	{
		s ^= s << 13;
		s ^= s >> 17;
		s ^= s << 5;
		return (s >> 8) * (1.0f / 16777216);
	}
};
template <class Scene>
bool closest(Scene s, int n, const ray &q, hit &h) restrict(cpu, amp)
{
	h.t = 1e30f;
	bool any = false;
	for (int i = 0; i < n; i++)
		any |= s[i].intersect(q, 1e-3f, h);
	return any;
}
template <int Depth>
struct tracer {
	template <class Scene>
	static vec3 trace(Scene s, int n, const ray &q, rng &g) restrict(cpu, amp)
	{
		hit h;
		if (!closest(s, n, q, h))
			return vec3(0.1f, 0.2f, 0.3f);
		switch (h.m.kind) {
		case material::light: return h.m.color * h.m.emission;
		case material::mirror: {
			ray r = {h.p, q.d - 2 * vec3::dot(q.d, h.n) * h.n};
			return h.m.albedo * (h.m.color * tracer<Depth - 1>::trace(s, n, r, g));
		}
		case material::diffuse: break;
		}
		const float x = g.next(), y = g.next(), z = g.next(); // as arguments, in an order that compilers choose
		vec3 j(x - 0.5f, y - 0.5f, z - 0.5f);
		ray r = {h.p, (h.n + j * 0.5f).normalized()};
		return h.m.albedo * (h.m.color * tracer<Depth - 1>::trace(s, n, r, g));
	}
};
template <>
struct tracer<0> {
	template <class Scene>
	static vec3 trace(Scene, int, const ray &, rng &) restrict(cpu, amp)
	{
		return vec3();
	}
};
struct camera {
	vec3 eye;
	float fov;
	ray shoot(int x, int y, int w, int h) const restrict(cpu, amp)
	{
		vec3 d((x + 0.5f) / w - 0.5f, 0.5f - (y + 0.5f) / h, -fov);
		ray r = {eye, d.normalized()};
		return r;
	}
};
} // namespace rt
int main()
{
	using namespace rt;
	std::vector<sphere> s;
	s.push_back(sphere{vec3(0, -100.5f, -1), 100, material::make(material::diffuse, 0.7f, vec3(1))});
	s.push_back(sphere{vec3(0, 0, -1), 0.5f, material::make(material::mirror, 0.9f, vec3(1, 0.8f, 0.6f))});
	s.push_back(sphere{vec3(1, 0.3f, -1.2f), 0.4f, material::make(material::light, 4.0f, vec3(1))});
	for (auto &q : s)
		q.m.check();
	const int W = 32, H = 24;
	std::vector<vec3> img(W * H);
	{
		const int n = (int)s.size();
		array_view<const sphere> sv(n, s);
		array_view<vec3, 2> out(H, W, img);
		const camera cam = {vec3(0, 0, 0.5f), 1.0f};
		parallel_for_each(out.extent, [=](index<2> i) restrict(amp) {
            rng g(i[0] * W + i[1] + 1u);
            vec3 sum;
            for (int k = 0; k < 4; ++k) sum += tracer<4>::trace(sv, n, cam.shoot(i[1], i[0], W, H), g);
            out[i] = sum * 0.25f; });
	}
	const camera cam = {vec3(0, 0, 0.5f), 1.0f};
	int far_off = 0;
	for (int y = 0; y < H; y++)
		for (int x = 0; x < W; x++) {
			rng g(y * W + x + 1u);
			vec3 sum;
			for (int k = 0; k < 4; ++k)
				sum += tracer<4>::trace(s.data(), (int)s.size(), cam.shoot(x, y, W, H), g);
			sum = sum * 0.25f;
			if ((sum - img[y * W + x]).length() > 1e-2f)
				far_off++;
		}
	CHECK(far_off <= 8); // contraction may change which sphere a ray at an edge meets
	CHECK(img[0].to_string().size() > 5);
	std::puts("ok");
}
