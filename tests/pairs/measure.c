/* Measures two versions of a loop on this machine, in turn: cycles per element of each, and their ratio.
 *
 *   measure COUNT REPEATS KINDS KINDS
 *
 * The versions are the functions `kernel_old` and `kernel_new`; the kinds are those of what their pointers lead to, as in
 * `f32,f32,f32`. Calls with some COUNT / 2 elements and calls with COUNT elements more differ by the steady state alone: what
 * is around the loop drops out, and calls do not overlap. All of it fits into the first cache. Lengths are random: the exit
 * of a loop whose length is always the same is predicted for some lengths and not for others, 20 to 50 cycles that are
 * no part of the steady state.
 *
 * Before it is timed, a version runs for a while: processors execute wide vectors more slowly until voltage and frequency
 * are those that such code asks for, which takes some 40 microseconds on Granite Rapids.
 *
 * The time stamp counter becomes cycles by a chain of multiplications, each of which waits three cycles for the one before, on
 * Intel's processors since Nehalem and AMD's since Zen; a repeat counts only if that chain took as long before it as after. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <x86intrin.h>

typedef void kernel(void *out, const void *x, const void *y, size_t count);

extern kernel kernel_old, kernel_new;

enum { ARRAYS = 3, ARRAY_BYTES = 1 << 14, CALLS = 16, UNIT = 64, CHAIN = 100, GROUPS = 5, MAX_REPEATS = 20000, WARM_UP_TICKS = 400000 };

/* Lengths are multiples of UNIT, so that widest vectors leave no rest. */

/* The times of calls with COUNT elements and with twice as many, in cycles. */
struct version {
    kernel *kernel;
    const char *kinds[ARRAYS];
    double cycles[2][MAX_REPEATS];
};

/* Arrays begin at different places in their pages, so that a store and a load of the same index are not taken for one. */
static uint8_t memory[ARRAYS][2 * ARRAY_BYTES] __attribute__((aligned(4096)));

static uint8_t *array(int number) { return memory[number] + 1088 * number; }

static void fill(const char *kind, uint8_t *bytes, size_t count)
{
    uint32_t state = 12345;
    for (size_t i = 0; i < 2 * count; i++) {
        state = state * 1664525u + 1013904223u;
        uint32_t number = state >> 8;
        if (!strcmp(kind, "f32")) ((float *)bytes)[i] = 1.0f + (float)number / (1 << 24);
        else if (!strcmp(kind, "f64")) ((double *)bytes)[i] = 1.0 + (double)number / (1 << 24);
        else if (!strcmp(kind, "i32")) ((uint32_t *)bytes)[i] = number;
        else if (!strcmp(kind, "u8")) bytes[i] = (uint8_t)number;
        else if (!strcmp(kind, "index")) ((uint32_t *)bytes)[i] = number % (count / 2);
        else { fprintf(stderr, "measure: unknown kind %s\n", kind); exit(2); }
    }
}

static uint64_t now(void)
{
    _mm_lfence();
    uint64_t ticks = __rdtsc();
    _mm_lfence();
    return ticks;
}

/* Returns the ticks of a chain of multiplications. */
static double chain(int length)
{
    uint64_t value = 3, start = now();
    for (int i = 0; i < length; i++) {
        __asm__ volatile("imul %0, %0\n\timul %0, %0\n\timul %0, %0\n\timul %0, %0" : "+r"(value));
    }
    return (double)(now() - start);
}

/* Returns the ticks of a cycle. Chains are short: the clock rises soon where no vectors are executed. */
static double ticks_per_cycle(void)
{
    double least[2] = { 1e30, 1e30 };
    for (int i = 0; i < 3; i++) {
        for (int of = 0; of < 2; of++) {
            double ticks = chain(CHAIN << of);
            if (ticks < least[of]) least[of] = ticks;
        }
    }
    return (least[1] - least[0]) / (3.0 * 4 * CHAIN);
}

static void prepare(const struct version *version, size_t count)
{
    for (int i = 0; i < ARRAYS; i++) fill(version->kinds[i], array(i), count);
}

/* Returns the ticks of calls with `least` elements and up to `extent` more, which are the same for all `least`. */
static double timed(const struct version *version, size_t least, size_t extent, uint32_t seed)
{
    size_t lengths[CALLS];
    for (int i = 0; i < CALLS; i++) {
        seed = seed * 1664525u + 1013904223u;
        lengths[i] = least + UNIT * ((seed >> 16) % (extent / UNIT + 1));
    }
    uint64_t start = now();
    for (int i = 0; i < CALLS; i++) {
        version->kernel(array(0), array(1), array(2), lengths[i]);
        _mm_lfence();
    }
    return (double)(now() - start);
}

/* Measures calls of both lengths; returns whether the clock was the same before and after. */
static int measure(struct version *version, size_t count, uint32_t seed, int repeat)
{
    size_t half = count / 2;
    prepare(version, count);
    for (uint64_t start = now(); now() - start < WARM_UP_TICKS;) timed(version, 3 * half, half, ~seed);
    double before = ticks_per_cycle();
    for (int i = 0; i < 2; i++) version->cycles[i][repeat] = timed(version, half + i * count, half, seed) / before;
    double after = ticks_per_cycle();
    return after < 1.005 * before && before < 1.005 * after;
}

static int compare(const void *one, const void *two)
{
    double a = *(const double *)one, b = *(const double *)two;
    return (a > b) - (a < b);
}

/* Returns the time that an eighth of the repeats from `first` to `last` stay below. */
static double low(const double *times, int first, int last)
{
    static double sorted[MAX_REPEATS];
    int length = last - first;
    memcpy(sorted, times + first, length * sizeof(double));
    qsort(sorted, length, sizeof(double), compare);
    return sorted[length / 8];
}

/* Returns cycles per element, by some of the repeats. */
static double cycles_of(const struct version *version, size_t count, int first, int last)
{
    double less = low(version->cycles[0], first, last), more = low(version->cycles[1], first, last);
    return (more - less) / (CALLS * (double)count);
}

int main(int argc, char **argv)
{
    if (argc != 5) {
        fprintf(stderr, "usage: measure COUNT REPEATS KINDS KINDS\n");
        return 2;
    }
    size_t count = strtoul(argv[1], NULL, 10);
    count -= count % (2 * UNIT);
    int repeats = atoi(argv[2]), tried = 0, accepted = 0;
    if (repeats > MAX_REPEATS) repeats = MAX_REPEATS;
    static struct version versions[2] = { { kernel_old }, { kernel_new } };
    for (int of = 0; of < 2; of++)
        for (int i = 0; i < ARRAYS; i++)
            if (!(versions[of].kinds[i] = strtok(i ? NULL : argv[3 + of], ","))) return 2;
    for (; tried < 4 * repeats && accepted < repeats; tried++) {
        int steady = 1;
        for (int i = 0; i < 2; i++) steady &= measure(&versions[i], count, (uint32_t)tried, accepted);
        accepted += steady;
    }
    if (accepted < GROUPS) {
        fprintf(stderr, "measure: the clock changed in %d of %d repeats\n", tried - accepted, tried);
        return 1;
    }
    double old = cycles_of(&versions[0], count, 0, accepted), new = cycles_of(&versions[1], count, 0, accepted);
    double least = 1e30, most = 0;
    for (int i = 0; i < GROUPS; i++) {
        int first = i * accepted / GROUPS, last = (i + 1) * accepted / GROUPS;
        double ratio = cycles_of(&versions[1], count, first, last) / cycles_of(&versions[0], count, first, last);
        if (ratio < least) least = ratio;
        if (ratio > most) most = ratio;
    }
    printf("%.4f %.4f %.4f %.4f\n", old, new, least, most);
    return 0;
}
