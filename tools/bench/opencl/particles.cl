// Particles that fly on for a while.

kernel void advance(global float4 *restrict positions, global const float4 *restrict velocities,
                    float time)
{
	const size_t i = get_global_id(0);
	float4 position = positions[i];
	const float4 velocity = velocities[i];
	if (velocity.w > 0) // else it rests
		position += velocity * time;
	positions[i] = position;
}
