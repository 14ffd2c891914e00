/* Computes exponential functions by a table of 32 powers of two and a polynomial. */
#include <stddef.h>
#include <stdint.h>

union number {
    float number;
    int32_t bits;
};

void kernel(float *restrict out, const float *restrict x, const float *restrict table, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        int32_t steps = (int32_t)(x[i] * 46.166241f);
        float rest = x[i] - (float)steps * 0.021660849f;
        float power = 1.0f + rest * (1.0f + rest * (0.5f + rest * 0.16666667f));
        union number result = { table[steps & 31] * power };
        result.bits += (steps >> 5) << 23;
        out[i] = result.number;
    }
}
