/* Arithmetic on arrays that compilers vectorize: reductions, strides, mixed widths, conditionals. */
typedef __UINT8_TYPE__ u8;
typedef __INT16_TYPE__ i16;
typedef __INT32_TYPE__ i32;
typedef __SIZE_TYPE__ size;

float dot(const float *a, const float *b, size n) {
    float sum = 0;
    for (size i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

void saxpy(float *restrict y, const float *restrict x, float a, size n) {
    for (size i = 0; i < n; i++)
        y[i] = a * x[i] + y[i];
}

i32 sum_of_products(const i16 *a, const i16 *b, size n) {
    i32 sum = 0;
    for (size i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

void blend(u8 *restrict out, const u8 *restrict a, const u8 *restrict b, u8 alpha, size n) {
    for (size i = 0; i < n; i++)
        out[i] = (u8)((a[i] * alpha + b[i] * (255 - alpha)) >> 8);
}

void clamp(i32 *values, i32 low, i32 high, size n) {
    for (size i = 0; i < n; i++)
        values[i] = values[i] < low ? low : values[i] > high ? high : values[i];
}

double largest(const double *values, size n) {
    double best = values[0];
    for (size i = 1; i < n; i++)
        if (values[i] > best)
            best = values[i];
    return best;
}

void split(float *restrict re, float *restrict im, const float *restrict pairs, size n) {
    for (size i = 0; i < n; i++) {
        re[i] = pairs[2 * i];
        im[i] = pairs[2 * i + 1];
    }
}

void to_float(float *restrict out, const i16 *restrict in, size n) {
    for (size i = 0; i < n; i++)
        out[i] = (float)in[i] / 32768.0f;
}
