// ../n_body.cpp in CUDA, with what array and copy() do written out.
#include "check.h"

#include <cmath>
#include <iostream>
#include <random>
#include <utility>
#include <vector>

struct vector3 {
	float x, y, z;
};

__host__ __device__ inline vector3 operator+(vector3 a, vector3 b)
{
	return {a.x + b.x, a.y + b.y, a.z + b.z};
}
__host__ __device__ inline vector3 operator-(vector3 a, vector3 b)
{
	return {a.x - b.x, a.y - b.y, a.z - b.z};
}
__host__ __device__ inline vector3 operator*(float s, vector3 a)
{
	return {s * a.x, s * a.y, s * a.z};
}
__host__ __device__ inline float dot(vector3 a, vector3 b)
{
	return a.x * b.x + a.y * b.y + a.z * b.z;
}

struct body {
	vector3 position, velocity;
};

static const int TILE = 64;

// Added to each squared distance, so that close bodies are not accelerated without limit.
__host__ __device__ inline float softening() { return 0.05f; }

// The count must be a multiple of TILE.
__global__ void step(const body *from, body *to, int count, float time)
{
	__shared__ vector3 block[TILE];
	const float mass = 1.0f / count;
	const int i = blockIdx.x * TILE + threadIdx.x;
	body me = from[i];
	vector3 acceleration = {0, 0, 0};
	for (int start = 0; start < count; start += TILE) {
		block[threadIdx.x] = from[start + threadIdx.x].position;
		__syncthreads();
		for (int k = 0; k < TILE; k++) {
			const vector3 way = block[k] - me.position;
			const float inverse = rsqrtf(dot(way, way) + softening());
			acceleration = acceleration + (mass * inverse * inverse * inverse) * way;
		}
		__syncthreads();
	}
	me.velocity = me.velocity + time * acceleration;
	me.position = me.position + time * me.velocity;
	to[i] = me;
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

	body *a, *b;
	CHECK(cudaMalloc(&a, count * sizeof(body)));
	CHECK(cudaMalloc(&b, count * sizeof(body)));
	CHECK(cudaMemcpy(a, bodies.data(), count * sizeof(body), cudaMemcpyHostToDevice));
	for (int n = 0; n < 40; n++) {
		step<<<count / TILE, TILE>>>(a, b, count, 0.005f);
		CHECK(cudaGetLastError());
		std::swap(a, b);
	}
	CHECK(cudaMemcpy(bodies.data(), a, count * sizeof(body), cudaMemcpyDeviceToHost));
	CHECK(cudaFree(a));
	CHECK(cudaFree(b));

	vector3 momentum = {0, 0, 0};
	for (const body &each : bodies)
		momentum = momentum + 1.0f / count * each.velocity;
	const double drift = std::fabs(energy(bodies) / before - 1);
	std::cout << "momentum " << (dot(momentum, momentum) < 1e-9 ? "zero" : "lost") << ", energy "
	          << (drift < 0.01 ? "kept" : "lost") << "\n";
}
