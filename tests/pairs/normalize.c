/* Divides a vector by a number. */
#include <stddef.h>

void kernel(double *restrict out, const double *restrict x, const double *restrict y, size_t count)
{
    double length = y[0];
    for (size_t i = 0; i < count; i++)
        out[i] = x[i] / length;
}
