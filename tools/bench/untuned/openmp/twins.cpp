// The twins in OpenMP, as a user of C++ would write them who does not tune either: the same results, not always by the same
// algorithm, since tiles that overlap are of no use to a loop. For `build OUTDIR none`.
#include "../lulesh_twin.h"
#include "../xsbench_twin.h"

#include <cmath>
#include <cstring>
#include <cstdlib>
#include <utility>
#include <vector>

#define R __restrict__

struct coefficients {
	float step_over_cap, rx, ry, rz, ambient;
};
static void hot(const float *R f, float *R t, const float *R p, int rows, int cols, coefficients c)
{
#pragma omp parallel for
	for (int y = 0; y < rows; y++) {
		const float *n = f + (y ? y - 1 : y) * cols, *s = f + (y < rows - 1 ? y + 1 : y) * cols, *m = f + y * cols;
		for (int x = 0; x < cols; x++) {
			float w = m[x ? x - 1 : x], e = m[x < cols - 1 ? x + 1 : x];
			t[y * cols + x] = m[x] + c.step_over_cap * (p[y * cols + x] + (s[x] + n[x] - 2.0f * m[x]) * c.ry + (e + w - 2.0f * m[x]) * c.rx + (c.ambient - m[x]) * c.rz);
		}
	}
}

void twin_hotspot(const float *first, float *a, float *b, const float *power, int rows, int columns, int rounds, coefficients c)
{
	static std::vector<float> tmp;
	tmp.resize(rows * columns);
	auto two = [&](const float *f, float *t) { hot(f, tmp.data(), power, rows, columns, c); hot(tmp.data(), t, power, rows, columns, c); };
	two(first, a);
	for (int i = 1; i < rounds; i += 2) {
		two(a, b);
		if (i + 1 < rounds)
			two(b, a);
	}
}

void twin_srad(const float *first, float *J, float *dN, float *dS, float *dW, float *dE, float *C, const int *iN, const int *iS, const int *jW, const int *jE, int n, float lambda, float q0)
{
	memcpy(J, first, sizeof(float) * n * n);
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) {
			int k = i * n + j;
			const float Jc = J[k];
			dN[k] = J[iN[i] * n + j] - Jc;
			dS[k] = J[iS[i] * n + j] - Jc;
			dW[k] = J[i * n + jW[j]] - Jc;
			dE[k] = J[i * n + jE[j]] - Jc;
			const float G2 = (dN[k] * dN[k] + dS[k] * dS[k] + dW[k] * dW[k] + dE[k] * dE[k]) / (Jc * Jc);
			const float L = (dN[k] + dS[k] + dW[k] + dE[k]) / Jc;
			const float num = (0.5f * G2) - ((1.0f / 16.0f) * (L * L));
			float den = 1 + (.25f * L);
			const float qsqr = num / (den * den);
			den = (qsqr - q0) / (q0 * (1 + q0));
			C[k] = 1.0f / (1.0f + den);
			if (C[k] < 0)
				C[k] = 0;
			else if (C[k] > 1)
				C[k] = 1;
		}
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) {
			int k = i * n + j;
			const float cN = C[k], cS = C[iS[i] * n + j], cW = C[k], cE = C[i * n + jE[j]];
			const float D = cN * dN[k] + cS * dS[k] + cW * dW[k] + cE * dE[k];
			J[k] = J[k] + 0.25f * lambda * D;
		}
}

void twin_dct(const float *R image, const float *R c, float *R result, int n)
{
#pragma omp parallel for
	for (int by = 0; by < n; by += 8)
		for (int bx = 0; bx < n; bx += 8) {
			float half[8][8];
			for (int y = 0; y < 8; y++) {
				for (int x = 0; x < 8; x++)
					half[y][x] = 0;
				for (int k = 0; k < 8; k++)
					for (int x = 0; x < 8; x++)
						half[y][x] += c[y * 8 + k] * image[(by + k) * n + bx + x];
			}
			for (int y = 0; y < 8; y++)
				for (int x = 0; x < 8; x++) {
					float sum = 0;
					for (int k = 0; k < 8; k++)
						sum += half[y][k] * c[x * 8 + k];
					result[(by + y) * n + bx + x] = sum;
				}
		}
}

void twin_gaussian(const float *fa, const float *fb, float *A, float *B, float *M, int n)
{
	memcpy(A, fa, sizeof(float) * n * n);
	memcpy(B, fb, sizeof(float) * n);
	for (int t = 0; t < n - 1; t++) {
#pragma omp parallel for
		for (int i = t + 1; i < n; i++)
			M[i * n + t] = A[i * n + t] / A[t * n + t];
#pragma omp parallel for
		for (int x = t + 1; x < n; x++) {
			for (int y = t; y < n; y++)
				A[x * n + y] -= M[x * n + t] * A[t * n + y];
			B[x] -= M[x * n + t] * B[t];
		}
	}
}

static void row(const int *R w, const int *R s, int *R d, int columns)
{
#pragma omp parallel for
	for (int x = 0; x < columns; x++) {
		int l = s[x];
		if (x > 0 && s[x - 1] < l)
			l = s[x - 1];
		if (x < columns - 1 && s[x + 1] < l)
			l = s[x + 1];
		d[x] = l + w[x];
	}
}

void twin_pathfinder(const int *wall, int *a, int *b, int rows, int columns)
{
	static std::vector<int> t0, t1;
	t0.resize(columns);
	t1.resize(columns);
	const int *src = wall;
	int k = 0;
	for (int r = 1; r < rows; r++) {
		int *dst = r == rows - 1 ? b : r == rows - 11 ? a
		                           : r & 1            ? t0.data()
		                                              : t1.data();
		row(wall + (size_t)r * columns, src, dst, columns);
		src = dst;
		(void)k;
	}
}

void twin_needle(const int *ref, int *items, int n, int penalty)
{
	const int B = 16, nb = n / B, s = n + 1;
	for (int d = 0; d < 2 * nb - 1; d++)
#pragma omp parallel for
		for (int by = (d < nb ? 0 : d - nb + 1); by <= (d < nb ? d : nb - 1); by++) {
			int bx = d - by;
			for (int y = by * B + 1; y <= by * B + B; y++)
				for (int x = bx * B + 1; x <= bx * B + B; x++) {
					int a = items[(y - 1) * s + x - 1] + ref[y * s + x], b = items[y * s + x - 1] - penalty, c = items[(y - 1) * s + x] - penalty;
					int k = a <= b ? b : a;
					items[y * s + x] = k <= c ? c : k;
				}
		}
}

void twin_lud(const float *first, float *m, int n)
{
	memcpy(m, first, sizeof(float) * n * n);
	const int B = 16;
	for (int o = 0; o < n; o += B) {
		for (int k = o; k < o + B; k++)
			for (int i = k + 1; i < o + B; i++) {
				m[i * n + k] /= m[k * n + k];
				for (int j = k + 1; j < o + B; j++)
					m[i * n + j] -= m[i * n + k] * m[k * n + j];
			}
#pragma omp parallel for
		for (int b = o + B; b < n; b += B) {
			for (int i = 1; i < B; i++)
				for (int j = 0; j < i; j++)
					for (int x = 0; x < B; x++)
						m[(o + i) * n + b + x] -= m[(o + i) * n + o + j] * m[(o + j) * n + b + x];
			for (int x = 0; x < B; x++)
				for (int i = 0; i < B; i++) {
					for (int j = 0; j < i; j++)
						m[(b + x) * n + o + i] -= m[(b + x) * n + o + j] * m[(o + j) * n + o + i];
					m[(b + x) * n + o + i] /= m[(o + i) * n + o + i];
				}
		}
#pragma omp parallel for
		for (int y = o + B; y < n; y++)
			for (int k = 0; k < B; k++)
				for (int x = o + B; x < n; x++)
					m[y * n + x] -= m[y * n + o + k] * m[(o + k) * n + x];
	}
}

struct f4 {
	float x, y, z, w;
};
void twin_md(const void *positions, const int *R neighbours, const int *R counts, void *forces, int n)
{
	const f4 *R p = (const f4 *)positions;
	f4 *R f = (f4 *)forces;
	const float cutoff = 100.f, lj1 = 1.5f, lj2 = 2.0f;
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		f4 me = p[i], force = {0, 0, 0, 0};
		for (int k = 0; k < counts[i]; k++) {
			f4 o = p[neighbours[k * n + i]];
			float dx = me.x - o.x, dy = me.y - o.y, dz = me.z - o.z, r2 = dx * dx + dy * dy + dz * dz;
			if (r2 < cutoff) {
				r2 = 1.0f / (r2 + 0.5f);
				float r6 = r2 * r2 * r2, ff = r2 * r6 * (lj1 * r6 - lj2);
				force.x += dx * ff;
				force.y += dy * ff;
				force.z += dz * ff;
			}
		}
		f[i] = force;
	}
}

void twin_jacobi(const double *first, double *a, double *b, double *result, int n, int rounds)
{
	memcpy(a, first, sizeof(double) * n * n);
	memcpy(b, first, sizeof(double) * n * n);
	for (int k = 0; k < rounds; k++) {
		const double *R f = k % 2 ? b : a;
		double *R t = k % 2 ? a : b;
#pragma omp parallel for
		for (int y = 1; y < n - 1; y++)
			for (int x = 1; x < n - 1; x++)
				t[y * n + x] = 0.25 * (f[(y - 1) * n + x] + f[(y + 1) * n + x] + f[y * n + x - 1] + f[y * n + x + 1]);
	}
	memcpy(result, rounds % 2 ? b : a, sizeof(double) * n * n);
}

void twin_ell(const double *R values, const int *R columns, const double *R x, double *R y, int rows, int width)
{
#pragma omp parallel for
	for (int r = 0; r < rows; r++) {
		double sum = 0;
		for (int k = 0; k < width; k++) {
			int c = columns[(size_t)k * rows + r];
			if (c >= 0)
				sum += values[(size_t)k * rows + r] * x[c];
		}
		y[r] = sum;
	}
}

void twin_csr(const double *R values, const int *R columns, const int *R begin, const double *R x, double *R y, int rows)
{
#pragma omp parallel for
	for (int r = 0; r < rows; r++) {
		double sum = 0;
		for (int k = begin[r]; k < begin[r + 1]; k++)
			sum += values[k] * x[columns[k]];
		y[r] = sum;
	}
}

void twin_backprop(const float *R in, const float *R first, float *R w, float *R o, float *R p, const float *R d, int n)
{
	memcpy(w, first, sizeof(float) * (n + 1) * 17);
	memcpy(o, first, sizeof(float) * (n + 1) * 17);
#pragma omp parallel for
	for (int b = 0; b < n; b += 16) {
		float m[16][16];
		for (int y = 0; y < 16; y++)
			for (int x = 0; x < 16; x++)
				m[y][x] = w[(b + y + 1) * 17 + x + 1] * in[b + y + 1];
		for (int i = 1; i <= 4; i++)
			for (int y = 0; y < 16; y += 1 << i)
				for (int x = 0; x < 16; x++)
					m[y][x] += m[y + (1 << i) / 2][x];
		for (int y = 0; y < 16; y++)
			for (int x = 0; x < 16; x++)
				w[(b + y + 1) * 17 + x + 1] = m[y][x];
		for (int x = 0; x < 16; x++)
			p[b + x] = m[0][x];
	}
#pragma omp parallel for
	for (int y = 1; y <= n; y++)
		for (int x = 1; x < 17; x++) {
			const float eta = 0.3f, momentum = 0.3f;
			w[y * 17 + x] += (eta * d[x] * in[y]) + (momentum * o[y * 17 + x]);
			o[y * 17 + x] = (eta * d[x] * in[y]) + (momentum * o[y * 17 + x]);
		}
}

struct box {
	int first, neighbours;
	int list[26];
};
struct body {
	float v, x, y, z;
};
void twin_lavamd(const box *R boxes, const body *R p, const float *R q, body *R f, int n_boxes, float alpha)
{
	const float a2 = 2 * alpha * alpha;
#pragma omp parallel for
	for (int h = 0; h < n_boxes; h++) {
		int first = boxes[h].first;
		for (int i = 0; i < 100; i++)
			f[first + i] = body{0, 0, 0, 0};
		for (int k = 0; k < 1 + boxes[h].neighbours; k++) {
			int second = boxes[k == 0 ? h : boxes[h].list[k - 1]].first;
			for (int i = 0; i < 100; i++) {
				body me = p[first + i], s = f[first + i];
				for (int j = 0; j < 100; j++) {
					body b = p[second + j];
					float r2 = me.v + b.v - (me.x * b.x + me.y * b.y + me.z * b.z), vij = expf(-a2 * r2), fs = 2 * vij;
					s.v += q[second + j] * vij;
					s.x += q[second + j] * (fs * (me.x - b.x));
					s.y += q[second + j] * (fs * (me.y - b.y));
					s.z += q[second + j] * (fs * (me.z - b.z));
				}
				f[first + i] = s;
			}
		}
	}
}

void twin_julia(unsigned *pixels, int n)
{
#pragma omp parallel for
	for (int y = 0; y < n; y++)
		for (int x = 0; x < n; x++) {
			float re = 1.5f * (n / 2 - x) / (n / 2), im = 1.5f * (n / 2 - y) / (n / 2);
			int i = 0;
			for (; i < 200; i++) {
				float r = re * re - im * im + -0.8f;
				im = im * re + re * im + 0.156f;
				re = r;
				if (re * re + im * im > 1000)
					break;
			}
			pixels[y * n + x] = 0xff000000u | (unsigned)i;
		}
}

void twin_mcpi(unsigned *hits, int threads, int each)
{
	unsigned all = 0;
#pragma omp parallel for reduction(+ : all)
	for (int i = 0; i < threads; i++) {
		unsigned x = i * 747796405u + 2891336453u, y = 362436069u, z = 521288629u, w = 88675123u, count = 0;
		auto next = [&] { unsigned t = x ^ (x << 11); x = y; y = z; z = w; return w = w ^ (w >> 19) ^ t ^ (t >> 8); };
		for (int k = 0; k < each; k++) {
			float a = (next() >> 8) * (1.0f / 16777216.0f), b = (next() >> 8) * (1.0f / 16777216.0f);
			if (a * a + b * b <= 1.0f)
				count++;
		}
		all += count;
	}
	*hits = all;
}

void twin_batched(const void *in, void *out, float *R dets, int n)
{
	const float(*R from)[4][4] = (const float(*)[4][4])in;
	float(*R to)[4][4] = (float(*)[4][4])out;
#pragma omp parallel for
	for (int p = 0; p < n; p++) {
		float a[4][8], det = 1;
		for (int i = 0; i < 4; i++)
			for (int j = 0; j < 4; j++) {
				a[i][j] = from[p][i][j];
				a[i][j + 4] = i == j ? 1.0f : 0.0f;
			}
		for (int k = 0; k < 4; k++) {
			const float pivot = a[k][k];
			det *= pivot;
			for (int j = 0; j < 8; j++)
				a[k][j] /= pivot;
			for (int i = 0; i < 4; i++) {
				if (i == k)
					continue;
				const float f = a[i][k];
				for (int j = 0; j < 8; j++)
					a[i][j] -= f * a[k][j];
			}
		}
		for (int i = 0; i < 4; i++)
			for (int j = 0; j < 4; j++)
				to[p][i][j] = a[i][j + 4];
		dets[p] = det;
	}
}

void twin_functor(const float *R in, float *R out, int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		out[i] = sqrtf(2.0f * in[i] + 1.0f);
}

struct options {
	float strike, rate, sigma;
	int steps;
};
void twin_member(const float *R pot, const float *R first, float *R x, float *R v, int n, int m, options o)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		float xx = first[i], vv = 0;
		for (int k = 0; k < o.steps; k++) {
			int a = (int)xx, b = a + 1;
			a = a < 0 ? 0 : a >= m ? m - 1
			                       : a;
			b = b < 0 ? 0 : b >= m ? m - 1
			                       : b;
			vv += (pot[a] - pot[b]) * o.rate;
			xx += vv * o.rate;
		}
		x[i] = xx;
		v[i] = vv;
	}
}

static void heat(const float *R f, float *R t, int n)
{
#pragma omp parallel for
	for (int y = 0; y < n; y++)
		for (int x = 0; x < n; x++) {
			const float c = f[y * n + x];
			t[y * n + x] = c + 0.1f * (f[(y > 0 ? y - 1 : y) * n + x] + f[(y < n - 1 ? y + 1 : y) * n + x] + f[y * n + (x > 0 ? x - 1 : x)] + f[y * n + (x < n - 1 ? x + 1 : x)] - 4 * c);
		}
}

void twin_heat(const float *first, float *a, float *b, int n, int rounds)
{
	memcpy(a, first, sizeof(float) * n * n);
	for (int k = 0; k < rounds; k++)
		heat(k % 2 ? b : a, k % 2 ? a : b, n);
}

void twin_heat_back(const float *first, float *a, float *b, float *, float *, int n, int rounds)
{
	twin_heat(first, a, b, n, rounds);
}

void twin_levels(const int *R begin, const int *R neighbours, int *R level, int *, int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		level[i] = i ? -1 : 0;
	for (int depth = 0;; depth++) {
		int changed = 0;
#pragma omp parallel for
		for (int i = 0; i < n; i++)
			if (level[i] == depth)
				for (int k = begin[i]; k < begin[i + 1]; k++)
					if (level[neighbours[k]] < 0) {
						level[neighbours[k]] = depth + 1;
						changed = 1;
					}
		if (!changed)
			break;
	}
}

void twin_many(float *const *v, int n, int rounds)
{
	for (int r = 0; r < rounds; r++) {
		const float s = 1.0f / (1 + r);
		const float *R a = v[0], *R b = v[1], *R c = v[2], *R d = v[3], *R e = v[4], *R f = v[5], *R g = v[6], *R i = v[7], *R j = v[8], *R k = v[9], *R l = v[10], *R m = v[11];
		float *R x = v[12], *R y = v[13];
#pragma omp parallel for
		for (int p = 0; p < n; p++) {
			x[p] = s * (a[p] * b[p] + c[p] * d[p] + e[p] * f[p]);
			y[p] = s * (g[p] * i[p] + j[p] * k[p] + l[p] * m[p]);
		}
	}
}

struct float3 {
	float x, y, z;
};
struct particle {
	float3 position, velocity;
	float mass, age;
};
void twin_aos(const void *first, void *particles, const void *attractors, int n, int m, float dt)
{
	const particle *R from = (const particle *)first;
	particle *R to = (particle *)particles;
	const f4 *R a = (const f4 *)attractors;
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		particle p = from[i];
		float x = 0, y = 0, z = 0;
		for (int k = 0; k < m; k++) {
			const float dx = a[k].x - p.position.x, dy = a[k].y - p.position.y, dz = a[k].z - p.position.z;
			const float inv = 1 / sqrtf(dx * dx + dy * dy + dz * dz + 0.01f), f = a[k].w * inv * inv * inv;
			x += dx * f;
			y += dy * f;
			z += dz * f;
		}
		const float f = dt / p.mass;
		p.velocity.x += x * f;
		p.velocity.y += y * f;
		p.velocity.z += z * f;
		p.position.x += p.velocity.x * dt;
		p.position.y += p.velocity.y * dt;
		p.position.z += p.velocity.z * dt;
		if (p.position.x < -2 || p.position.x > 2)
			p.velocity.x = -p.velocity.x;
		p.age += dt;
		to[i] = p;
	}
}

static bool is_letter(unsigned c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

void twin_bytes(const unsigned *R text, unsigned *R upper, unsigned *R words, int n)
{
	const unsigned char *R from = (const unsigned char *)text;
	unsigned char *R to = (unsigned char *)upper;
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		to[i] = from[i] >= 'a' && from[i] <= 'z' ? from[i] - 32 : from[i];
#pragma omp parallel for
	for (int i = 0; i < n / 64; i++) {
		unsigned count = 0;
		bool inside = false;
		for (int k = 0; k < 64; k++) {
			const bool letter = is_letter(from[i * 64 + k]);
			count += letter && !inside;
			inside = letter;
		}
		words[i] = count;
	}
}

void twin_hash(const unsigned *R keys, unsigned long long *R hashes, int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		unsigned long long h = 14695981039346656037ull;
		for (int k = 0; k < 4; k++) {
			unsigned word = keys[i * 4 + k];
			for (int b = 0; b < 4; b++) {
				h = (h ^ (word & 255u)) * 1099511628211ull;
				word >>= 8;
			}
		}
		hashes[i] = h % 1000000007ull;
	}
}

void twin_crc(const unsigned *R words, unsigned *R sums, int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		const unsigned table[16] = {0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4,
		                            0x4db26158, 0x5005713c, 0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
		                            0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c};
		unsigned crc = ~0u;
		for (int k = 0; k < 4; k++) {
			crc ^= words[k * n + i];
			for (int b = 0; b < 8; b++)
				crc = table[crc & 15] ^ (crc >> 4);
		}
		sums[i] = ~crc;
	}
}

struct shape {
	int n, c, h, w;
};
void twin_permute(const float *R in, float *R out, shape s)
{
#pragma omp parallel for collapse(2)
	for (int n = 0; n < s.n; n++)
		for (int h = 0; h < s.h; h++)
			for (int w = 0; w < s.w; w++)
				for (int c = 0; c < s.c; c++)
					out[((n * s.h + h) * s.w + w) * s.c + c] = in[((n * s.c + c) * s.h + h) * s.w + w];
}

void twin_scan(const int *R input, int *R output, int *R sums, int *, int n)
{
	const int block = 1 << 12, blocks = (n + block - 1) / block;
#pragma omp parallel for
	for (int b = 0; b < blocks; b++) {
		int sum = 0;
		for (int i = b * block; i < n && i < (b + 1) * block; i++)
			sum += input[i];
		sums[b] = sum;
	}
	for (int b = 0, sum = 0; b < blocks; b++) {
		const int here = sums[b];
		sums[b] = sum;
		sum += here;
	}
#pragma omp parallel for
	for (int b = 0; b < blocks; b++) {
		int sum = sums[b];
		for (int i = b * block; i < n && i < (b + 1) * block; i++) {
			const int here = input[i];
			output[i] = sum;
			sum += here;
		}
	}
}

static void kinematics(const int *R nodes, const double *R x, const double *R y,
                       const double *R z, const double *R xd, const double *R yd,
                       const double *R zd, const double *R vol0,
                       const double *R volo, double *R v, double *R delv,
                       double *R vdov, double *R arealg, double *R dxx,
                       double *R dyy, double *R dzz, int elements, double dt)
{
#pragma omp parallel for
	for (int k = 0; k < elements; k++) {
		double b[3][8], xl[8], yl[8], zl[8], xdl[8], ydl[8], zdl[8], det;
		int node[8];
		for (int n = 0; n < 8; n++)
			node[n] = nodes[k * 8 + n];
		gather(x, node, xl);
		gather(y, node, yl);
		gather(z, node, zl);
		const double relative = volume(xl, yl, zl) / vol0[k];
		v[k] = relative;
		delv[k] = relative - volo[k];
		arealg[k] = sqrt(fabs(relative));
		gather(xd, node, xdl);
		gather(yd, node, ydl);
		gather(zd, node, zdl);
		for (int n = 0; n < 8; n++) {
			xl[n] -= 0.5 * dt * xdl[n];
			yl[n] -= 0.5 * dt * ydl[n];
			zl[n] -= 0.5 * dt * zdl[n];
		}
		derivatives(xl, yl, zl, b, det);
		const double inv = 1.0 / det;
		dxx[k] = gradient(b[0], xdl, inv);
		dyy[k] = gradient(b[1], ydl, inv);
		dzz[k] = gradient(b[2], zdl, inv);
		const double third = (dxx[k] + dyy[k] + dzz[k]) / 3.0;
		vdov[k] = third * 3.0;
		dxx[k] -= third;
		dyy[k] -= third;
		dzz[k] -= third;
	}
}

// v: x y z xd yd zd, vol0 volo v delv vdov arealg dxx dyy dzz.
void twin_lulesh(const int *nodes, double *const *v, int elements, double dt)
{
	kinematics(nodes, v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7],
	           v[8], v[9], v[10], v[11], v[12], v[13], v[14], elements,
	           dt);
}

static void lookup(const double *R unionized, const int *R index_grid,
                   const grid_point *R nuclides, const int *R mats,
                   const int *R num_nucs, const double *R concs, double *R results,
                   inputs in, int max_nucs)
{
#pragma omp parallel for
	for (int i = 0; i < in.lookups; i++) {
		unsigned seed = 1070u + 977u * i;
		const double energy = lcg(seed);
		const int mat = static_cast<int>(lcg(seed) * in.materials);
		double macro[5], xs[5];
		for (int k = 0; k < 5; k++)
			macro[k] = 0;
		const int at = search(unionized, energy, in.isotopes * in.points);
		for (int j = 0; j < num_nucs[mat]; j++) {
			const int nuc = mats[mat * max_nucs + j];
			const double conc = concs[mat * max_nucs + j];
			micro(energy, nuc, in, index_grid, nuclides, at, xs);
			for (int k = 0; k < 5; k++)
				macro[k] += xs[k] * conc;
		}
		for (int k = 0; k < 5; k++)
			results[i * 5 + k] = macro[k];
	}
}

void twin_xsbench(const double *unionized, const int *index_grid, const grid_point *nuclides, const int *mats,
                  const int *num_nucs, const double *concs, double *results, inputs in, int max_nucs)
{
	lookup(unionized, index_grid, nuclides, mats, num_nucs, concs,
	       results, in, max_nucs);
}
