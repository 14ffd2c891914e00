/* Distributes keys over the slots of a table. `SLOTS` is their number, or what it is read from. */
#include <stddef.h>
#include <stdint.h>

void kernel(uint32_t *restrict slot, const uint32_t *restrict key, const uint32_t *restrict slots,
            size_t count)
{
    uint32_t number = SLOTS;
    for (size_t i = 0; i < count; i++)
        slot[i] = key[i] % number;
}
