/* A Fourier transform in place, with bit reversal, and a number theoretic one. */
typedef __UINT32_TYPE__ u32;
typedef __UINT64_TYPE__ u64;
typedef struct { double re, im; } complex;

static void reverse(complex *x, u32 n) {
    for (u32 i = 1, j = 0; i < n; i++) {
        u32 bit = n >> 1;
        for (; j & bit; bit >>= 1)
            j ^= bit;
        j ^= bit;
        if (i < j) {
            complex t = x[i];
            x[i] = x[j];
            x[j] = t;
        }
    }
}

void fft(complex *x, u32 n, const complex *roots) {
    reverse(x, n);
    for (u32 length = 2; length <= n; length <<= 1) {
        u32 half = length / 2, step = n / length;
        for (u32 start = 0; start < n; start += length)
            for (u32 k = 0; k < half; k++) {
                complex w = roots[k * step], a = x[start + k], b = x[start + k + half];
                complex t = {b.re * w.re - b.im * w.im, b.re * w.im + b.im * w.re};
                x[start + k] = (complex){a.re + t.re, a.im + t.im};
                x[start + k + half] = (complex){a.re - t.re, a.im - t.im};
            }
    }
}

static u32 power(u32 base, u32 exponent, u32 modulus) {
    u64 result = 1, b = base;
    for (; exponent; exponent >>= 1, b = b * b % modulus)
        if (exponent & 1)
            result = result * b % modulus;
    return (u32)result;
}

void ntt(u32 *x, u32 n) {
    const u32 p = 998244353;
    for (u32 length = n; length >= 2; length >>= 1) {
        u32 root = power(3, (p - 1) / length, p), half = length / 2;
        for (u32 start = 0; start < n; start += length) {
            u64 w = 1;
            for (u32 k = 0; k < half; k++) {
                u32 a = x[start + k], b = x[start + k + half];
                x[start + k] = a + b >= p ? a + b - p : a + b;
                x[start + k + half] = (u32)((u64)(a + p - b) * w % p);
                w = w * root % p;
            }
        }
    }
}
