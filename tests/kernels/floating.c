// Floating-point kernels: sums, products, stencils, transforms.
#include <stddef.h>

float dot(const float *restrict a, const float *restrict b, size_t n) {
  float sum = 0;
  for (size_t i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

double dot_four(const double *restrict a, const double *restrict b, size_t n) {
  double sums[4] = {0, 0, 0, 0};
  for (size_t i = 0; i + 4 <= n; i += 4)
    for (int k = 0; k < 4; k++) sums[k] += a[i + k] * b[i + k];
  return sums[0] + sums[1] + sums[2] + sums[3];
}

void saxpy(float *restrict y, const float *restrict x, float a, size_t n) {
  for (size_t i = 0; i < n; i++) y[i] += a * x[i];
}

void triad(double *restrict a, const double *restrict b, const double *restrict c, double s, size_t n) {
  for (size_t i = 0; i < n; i++) a[i] = b[i] + s * c[i];
}

void stencil3(double *restrict out, const double *restrict in, size_t n) {
  for (size_t i = 1; i + 1 < n; i++) out[i] = 0.25 * in[i - 1] + 0.5 * in[i] + 0.25 * in[i + 1];
}

void stencil5(float *restrict out, const float *restrict in, size_t n, size_t width) {
  for (size_t i = width; i < n; i++)
    out[i] = 0.2f * (in[i - width] + in[i - 1] + in[i] + in[i + 1] + in[i + width]);
}

double horner(const double *restrict c, double x, size_t n) {
  double y = 0;
  for (size_t i = 0; i < n; i++) y = y * x + c[i];
  return y;
}

void polynomial(float *restrict y, const float *restrict x, size_t n) {
  for (size_t i = 0; i < n; i++) {
    float t = x[i];
    y[i] = 1.0f + t * (0.99999f + t * (0.49999f + t * (0.16666f + t * (0.04166f + t * 0.00833f))));
  }
}

void complex_multiply(float *restrict out, const float *restrict a, const float *restrict b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    float ar = a[2 * i], ai = a[2 * i + 1], br = b[2 * i], bi = b[2 * i + 1];
    out[2 * i] = ar * br - ai * bi;
    out[2 * i + 1] = ar * bi + ai * br;
  }
}

void butterfly(double *restrict re, double *restrict im, const double *restrict wr, const double *restrict wi, size_t n) {
  for (size_t i = 0; i < n; i++) {
    double tr = re[i + n] * wr[i] - im[i + n] * wi[i], ti = re[i + n] * wi[i] + im[i + n] * wr[i];
    re[i + n] = re[i] - tr;
    im[i + n] = im[i] - ti;
    re[i] += tr;
    im[i] += ti;
  }
}

void row_times_matrix(float *restrict c, const float *restrict b, float a, size_t n) {
  for (size_t i = 0; i < n; i++) {
    c[i] += a * b[i];
    c[i] -= b[i + n] * 0.5f;
  }
}

float maximum(const float *restrict a, size_t n) {
  float m = a[0];
  for (size_t i = 0; i < n; i++) m = a[i] > m ? a[i] : m;
  return m;
}

void clamp(float *restrict a, float low, float high, size_t n) {
  for (size_t i = 0; i < n; i++) a[i] = a[i] < low ? low : a[i] > high ? high : a[i];
}

double norm1(const double *restrict a, size_t n) {
  double sum = 0;
  for (size_t i = 0; i < n; i++) sum += __builtin_fabs(a[i]);
  return sum;
}

void filter(double *restrict y, const double *restrict x, size_t n) {
  double z1 = 0, z2 = 0;
  for (size_t i = 0; i < n; i++) {
    double v = x[i] - 0.5 * z1 - 0.25 * z2;
    y[i] = v + 0.3 * z1 + 0.1 * z2;
    z2 = z1;
    z1 = v;
  }
}

void prefix_sum(float *restrict out, const float *restrict in, size_t n) {
  float sum = 0;
  for (size_t i = 0; i < n; i++) out[i] = sum += in[i];
}

void to_float(float *restrict out, const int *restrict in, float scale, size_t n) {
  for (size_t i = 0; i < n; i++) out[i] = in[i] * scale;
}

void to_int(int *restrict out, const float *restrict in, size_t n) {
  for (size_t i = 0; i < n; i++) out[i] = (int)(in[i] * 255.0f + 0.5f);
}

void float_to_double(double *restrict out, const float *restrict in, size_t n) {
  for (size_t i = 0; i < n; i++) out[i] = in[i];
}

int mandelbrot(double cr, double ci, int limit) {
  double zr = 0, zi = 0;
  int i = 0;
  for (; i < limit; i++) {
    double r = zr * zr, s = zi * zi;
    if (r + s > 4) break;
    zi = 2 * zr * zi + ci;
    zr = r - s + cr;
  }
  return i;
}
