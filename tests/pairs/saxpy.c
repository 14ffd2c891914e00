/* Adds a multiple of one vector to another. `NUMBER` is the type of the elements. */
#include <stddef.h>

void kernel(NUMBER *restrict out, const NUMBER *restrict x, const NUMBER *restrict y, size_t count)
{
    NUMBER factor = y[0];
    for (size_t i = 0; i < count; i++)
        out[i] += factor * x[i];
}
