/* Moves particles by their velocity, which a force changes. */
#include <stddef.h>

#define STEP 0.001f

void kernel(float *restrict position, float *restrict velocity, const float *restrict force,
            size_t count)
{
    for (size_t i = 0; i < count; i++) {
        velocity[i] += STEP * force[i];
        position[i] += STEP * velocity[i];
    }
}
