/* Vector types of the compiler, with shuffles, comparisons and conversions. */
typedef float f4 __attribute__((vector_size(16)));
typedef float f8 __attribute__((vector_size(32)));
typedef int i4 __attribute__((vector_size(16)));
typedef int i8 __attribute__((vector_size(32)));
typedef unsigned char b16 __attribute__((vector_size(16)));
typedef double d8 __attribute__((vector_size(64)));

void transpose(f4 rows[4]) {
    f4 a = __builtin_shufflevector(rows[0], rows[1], 0, 4, 1, 5);
    f4 b = __builtin_shufflevector(rows[0], rows[1], 2, 6, 3, 7);
    f4 c = __builtin_shufflevector(rows[2], rows[3], 0, 4, 1, 5);
    f4 d = __builtin_shufflevector(rows[2], rows[3], 2, 6, 3, 7);
    rows[0] = __builtin_shufflevector(a, c, 0, 1, 4, 5);
    rows[1] = __builtin_shufflevector(a, c, 2, 3, 6, 7);
    rows[2] = __builtin_shufflevector(b, d, 0, 1, 4, 5);
    rows[3] = __builtin_shufflevector(b, d, 2, 3, 6, 7);
}

void select(f8 *out, const f8 *a, const f8 *b) {
    i8 less = *a < *b;
    *out = (f8)((less & (i8)*a) | (~less & (i8)*b));
}

void rotate(i4 *v, int by) {
    typedef unsigned u4 __attribute__((vector_size(16)));
    u4 bits = (u4)*v;
    *v = (i4)((bits << by) | (bits >> (32 - by)));
}

void rounds(d8 *x, const d8 *k) {
    d8 v = *x;
    for (int i = 0; i < 16; i++)
        v = v * v + k[i];
    *x = v;
}

void to_int(i4 *out, const f4 *in) { *out = __builtin_convertvector(*in, i4); }

void widen(i8 *out, const b16 *in) {
    typedef unsigned char b8 __attribute__((vector_size(8)));
    b8 low = __builtin_shufflevector(*in, *in, 0, 1, 2, 3, 4, 5, 6, 7);
    *out = __builtin_convertvector(low, i8);
}

int sum(const i8 *v) {
    int total = 0;
    for (int i = 0; i < 8; i++)
        total += (*v)[i];
    return total;
}
