// Bodies that attract each other, all pairs: a tiled one-dimensional domain,
// each tile loading the bodies block by block into tile_static memory, and two
// arrays that change roles at each step, without a copy to the host in between.
//
// Prints: whether the momentum stayed at zero and the energy as it was.
#include <amp.h>
#include <amp_math.h>
#include <cmath>
#include <iostream>
#include <random>
#include <vector>

using namespace concurrency;

struct vector3 {
	float x, y, z;
};

static inline vector3 operator+(vector3 a, vector3 b) restrict(cpu, amp)
{
	return {a.x + b.x, a.y + b.y, a.z + b.z};
}
static inline vector3 operator-(vector3 a, vector3 b) restrict(cpu, amp)
{
	return {a.x - b.x, a.y - b.y, a.z - b.z};
}
static inline vector3 operator*(float s, vector3 a) restrict(cpu, amp)
{
	return {s * a.x, s * a.y, s * a.z};
}
static inline float dot(vector3 a, vector3 b) restrict(cpu, amp)
{
	return a.x * b.x + a.y * b.y + a.z * b.z;
}

struct body {
	vector3 position, velocity;
};

static const int TILE = 64;

// Added to each squared distance, so that close bodies are not accelerated without limit.
static inline float softening() restrict(cpu, amp) { return 0.05f; }

void step(const array<body, 1> &from, array<body, 1> &to, float time)
{
	const float mass = 1.0f / from.extent[0];
	parallel_for_each(from.extent.tile<TILE>(), [=, &from, &to](tiled_index<TILE> i) restrict(amp) {
		tile_static vector3 block[TILE];
		body me = from[i.global];
		vector3 acceleration = {0, 0, 0};
		for (int start = 0; start < from.extent[0]; start += TILE) {
			block[i.local[0]] = from[start + i.local[0]].position;
			i.barrier.wait_with_tile_static_memory_fence();
			for (int k = 0; k < TILE; k++) {
				const vector3 way = block[k] - me.position;
				const float inverse = precise_math::rsqrtf(dot(way, way) + softening());
				acceleration = acceleration + (mass * inverse * inverse * inverse) * way;
			}
			i.barrier.wait_with_tile_static_memory_fence();
		}
		me.velocity = me.velocity + time * acceleration;
		me.position = me.position + time * me.velocity;
		to[i.global] = me;
	});
}

static double energy(const std::vector<body> &bodies)
{
	const double mass = 1.0 / bodies.size();
	double sum = 0;
	for (std::size_t i = 0; i < bodies.size(); i++) {
		sum += mass * dot(bodies[i].velocity, bodies[i].velocity) / 2;
		for (std::size_t k = 0; k < i; k++) {
			const vector3 way = bodies[k].position - bodies[i].position;
			sum -= mass * mass / std::sqrt(dot(way, way) + softening());
		}
	}
	return sum;
}

int main()
{
	const int count = 1024;
	std::mt19937 random(1687);
	std::vector<body> bodies(count);
	for (int i = 0; i < count; i += 2) { // in pairs, so that all momentum is zero
		const vector3 position = {random() % 2001 * 0.001f - 1, random() % 2001 * 0.001f - 1,
		                          random() % 2001 * 0.001f - 1};
		const vector3 velocity = {position.y * 0.3f, position.x * -0.3f, 0};
		bodies[i] = {position, velocity};
		bodies[i + 1] = {-1.0f * position, -1.0f * velocity};
	}
	const double before = energy(bodies);

	array<body, 1> a(count, bodies.begin()), b(count);
	for (int n = 0; n < 20; n++) {
		step(a, b, 0.005f);
		step(b, a, 0.005f);
	}
	copy(a, bodies.begin());

	vector3 momentum = {0, 0, 0};
	for (const body &each : bodies)
		momentum = momentum + 1.0f / count * each.velocity;
	const double drift = std::fabs(energy(bodies) / before - 1);
	std::cout << "momentum " << (dot(momentum, momentum) < 1e-9 ? "zero" : "lost") << ", energy "
	          << (drift < 0.01 ? "kept" : "lost") << "\n";
}
