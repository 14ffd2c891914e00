/* Computes a checksum of what differs in two blocks. */
#include <stddef.h>
#include <stdint.h>

void kernel(uint32_t *restrict result, const uint32_t *restrict x, const uint32_t *restrict y,
            size_t count)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += x[i] ^ y[i];
    *result = sum;
}
