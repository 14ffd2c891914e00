// Tables, gathers and scatters.
#include <stddef.h>
#include <stdint.h>

float gather(const float *restrict table, const int *restrict index, size_t n) {
  float sum = 0;
  for (size_t i = 0; i < n; i++) sum += table[index[i]];
  return sum;
}

void gather_doubles(double *restrict out, const double *restrict table, const int *restrict index, size_t n) {
  for (size_t i = 0; i < n; i++) out[i] = table[index[i]] * 2.0;
}

void scatter(float *restrict table, const int *restrict index, const float *restrict in, size_t n) {
  for (size_t i = 0; i < n; i++) table[index[i]] = in[i];
}

void histogram(uint32_t *restrict bins, const uint8_t *restrict in, size_t n) {
  for (size_t i = 0; i < n; i++) bins[in[i]]++;
}

void translate(uint8_t *restrict text, const uint8_t *restrict table, size_t n) {
  for (size_t i = 0; i < n; i++) text[i] = table[text[i]];
}

void sparse_row(double *restrict y, const double *restrict a, const int *restrict columns, const double *restrict x, size_t n) {
  double sum = 0;
  for (size_t i = 0; i < n; i++) sum += a[i] * x[columns[i]];
  *y = sum;
}

void interpolate(float *restrict out, const float *restrict at, const float *restrict table, size_t n) {
  for (size_t i = 0; i < n; i++) {
    int k = (int)at[i];
    float f = at[i] - k;
    out[i] = table[k] + f * (table[k + 1] - table[k]);
  }
}

void transpose_row(float *restrict out, const float *restrict in, size_t n, size_t width) {
  for (size_t i = 0; i < n; i++) out[i * width] = in[i];
}

uint32_t permute_bits(uint32_t x, const uint8_t *restrict order) {
  uint32_t y = 0;
  for (int i = 0; i < 32; i++) y |= ((x >> order[i]) & 1) << i;
  return y;
}
