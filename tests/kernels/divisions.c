// Divisions and roots, of floating-point and of integer numbers.
#include <stddef.h>
#include <stdint.h>

void divide(float *restrict a, const float *restrict b, size_t n) {
  for (size_t i = 0; i < n; i++) a[i] /= b[i];
}

void divide_double(double *restrict a, const double *restrict b, size_t n) {
  for (size_t i = 0; i < n; i++) a[i] = a[i] / b[i] + 1.0;
}

void roots(double *restrict a, size_t n) {
  for (size_t i = 0; i < n; i++) a[i] = __builtin_sqrt(a[i]);
}

void normalize(float *restrict x, float *restrict y, float *restrict z, size_t n) {
  for (size_t i = 0; i < n; i++) {
    float r = 1.0f / __builtin_sqrtf(x[i] * x[i] + y[i] * y[i] + z[i] * z[i]);
    x[i] *= r;
    y[i] *= r;
    z[i] *= r;
  }
}

double newton(double a, size_t n) {
  double x = a;
  for (size_t i = 0; i < n; i++) x = 0.5 * (x + a / x);
  return x;
}

double harmonic(size_t n) {
  double sum = 0;
  for (size_t i = 1; i <= n; i++) sum += 1.0 / (double)(int64_t)i;
  return sum;
}

uint32_t digits(uint32_t n) {
  uint32_t sum = 0;
  while (n) {
    sum += n % 10;
    n /= 10;
  }
  return sum;
}

void remainders(uint32_t *restrict a, uint32_t m, size_t n) {
  for (size_t i = 0; i < n; i++) a[i] %= m;
}

uint64_t gcd(uint64_t a, uint64_t b) {
  while (b) {
    uint64_t t = a % b;
    a = b;
    b = t;
  }
  return a;
}

void by_seven(uint32_t *restrict a, size_t n) {
  for (size_t i = 0; i < n; i++) a[i] /= 7;
}

uint64_t power(uint64_t base, uint64_t exponent, uint64_t modulus) {
  uint64_t result = 1;
  while (exponent) {
    if (exponent & 1) result = (uint32_t)(result * base) % (uint32_t)modulus;
    base = (uint32_t)(base * base) % (uint32_t)modulus;
    exponent >>= 1;
  }
  return result;
}
