// The accelerations of bodies that attract each other, all pairs: each
// work-group loads the bodies block by block into local memory.

#define TILE 256
#define SOFTENING 0.01f

struct body {
	float x, y, z, mass;
};

kernel void accelerate(global const struct body *restrict bodies,
                       global struct body *restrict accelerations, int n)
{
	local struct body block[TILE];
	const struct body me = bodies[get_global_id(0)];
	struct body sum = {0, 0, 0, 0};
	for (int start = 0; start < n; start += TILE) {
		block[get_local_id(0)] = bodies[start + get_local_id(0)];
		barrier(CLK_LOCAL_MEM_FENCE);
		for (int k = 0; k < TILE; k++) {
			const float x = block[k].x - me.x, y = block[k].y - me.y, z = block[k].z - me.z;
			const float inverse = native_rsqrt(x * x + y * y + z * z + SOFTENING);
			const float strength = block[k].mass * inverse * inverse * inverse;
			sum.x += strength * x;
			sum.y += strength * y;
			sum.z += strength * z;
		}
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	accelerations[get_global_id(0)] = sum;
}
