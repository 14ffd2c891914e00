/* Evaluates a polynomial at many places. */
#include <stddef.h>

void kernel(double *restrict out, const double *restrict x, const double *restrict y, size_t count)
{
    double a = y[0], b = y[1], c = y[2], d = y[3], e = y[4], f = y[5];
    for (size_t i = 0; i < count; i++) {
        double t = x[i];
        out[i] = ((((a * t + b) * t + c) * t + d) * t + e) * t + f;
    }
}
