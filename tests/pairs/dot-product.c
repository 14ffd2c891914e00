/* Multiplies two vectors. */
#include <stddef.h>

void kernel(float *restrict result, const float *restrict x, const float *restrict y, size_t count)
{
    float sum = 0.0f;
    for (size_t i = 0; i < count; i++)
        sum += x[i] * y[i];
    *result = sum;
}
