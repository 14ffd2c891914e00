/* Adds numbers with four sums, whose order of additions is another one. */
#include <stddef.h>

void kernel(float *restrict result, const float *restrict x, const float *restrict y, size_t count)
{
    float sums[4] = { y[0] };
    size_t i = 0;
    for (; i + 4 <= count; i += 4)
        for (size_t of = 0; of < 4; of++)
            sums[of] += x[i + of];
    for (; i < count; i++)
        sums[0] += x[i];
    *result = sums[0] + sums[1] + sums[2] + sums[3];
}
