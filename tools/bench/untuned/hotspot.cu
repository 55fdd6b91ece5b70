// The twin of hotspot.cpp in CUDA.
struct coefficients {
	float step_over_cap, rx, ry, rz, ambient;
};

#define BLOCK 16
#define STEPS 2
#define INNER (BLOCK - 2 * STEPS)

__global__ void __launch_bounds__(BLOCK *BLOCK)
    hotspot(const float *__restrict__ from, float *__restrict__ to, const float *__restrict__ power, int rows,
            int columns, coefficients c)
{
	__shared__ float now[BLOCK][BLOCK], then[BLOCK][BLOCK], heat[BLOCK][BLOCK];
	const int ty = threadIdx.y, tx = threadIdx.x;
	const int y = blockIdx.y * INNER + ty - STEPS, x = blockIdx.x * INNER + tx - STEPS;
	const int cy = y < 0 ? 0 : y >= rows ? rows - 1 : y, cx = x < 0 ? 0 : x >= columns ? columns - 1 : x;
	now[ty][tx] = from[cy * columns + cx];
	heat[ty][tx] = power[cy * columns + cx];
	__syncthreads();
	bool computed = false;
	const int n = ty == 0 ? 0 : ty - 1, s = ty == BLOCK - 1 ? ty : ty + 1, w = tx == 0 ? 0 : tx - 1,
	          e = tx == BLOCK - 1 ? tx : tx + 1;
	for (int i = 0; i < STEPS; i++) {
		computed = false;
		if (ty > i && ty < BLOCK - 1 - i && tx > i && tx < BLOCK - 1 - i && y >= 0 && y < rows &&
		    x >= 0 && x < columns) {
			computed = true;
			const int nn = y == 0 ? ty : n, ss = y == rows - 1 ? ty : s, ww = x == 0 ? tx : w,
			          ee = x == columns - 1 ? tx : e;
			then[ty][tx] =
			    now[ty][tx] +
			    c.step_over_cap *
			        (heat[ty][tx] + (now[ss][tx] + now[nn][tx] - 2.0f * now[ty][tx]) * c.ry +
			         (now[ty][ee] + now[ty][ww] - 2.0f * now[ty][tx]) * c.rx +
			         (c.ambient - now[ty][tx]) * c.rz);
		}
		__syncthreads();
		if (i == STEPS - 1)
			break;
		if (computed)
			now[ty][tx] = then[ty][tx];
		__syncthreads();
	}
	if (computed)
		to[y * columns + x] = then[ty][tx];
}

void twin_hotspot(const float *first, float *a, float *b, const float *power, int rows, int columns,
                  int rounds, coefficients c)
{
	dim3 grid((columns + INNER - 1) / INNER, (rows + INNER - 1) / INNER), block(BLOCK, BLOCK);
	hotspot<<<grid, block>>>(first, a, power, rows, columns, c);
	for (int i = 1; i < rounds; i += 2) {
		hotspot<<<grid, block>>>(a, b, power, rows, columns, c);
		if (i + 1 < rounds)
			hotspot<<<grid, block>>>(b, a, power, rows, columns, c);
	}
}
