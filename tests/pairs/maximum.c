/* Finds the greatest of many numbers. */
#include <stddef.h>

void kernel(int *restrict result, const int *restrict x, const int *restrict y, size_t count)
{
    int greatest = y[0];
    for (size_t i = 0; i < count; i++)
        if (x[i] > greatest)
            greatest = x[i];
    *result = greatest;
}
