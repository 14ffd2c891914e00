// Integers: sums, bits, images, codes; small loops.
#include <stddef.h>
#include <stdint.h>

int64_t sum(const int64_t *restrict a, size_t n) {
  int64_t total = 0;
  for (size_t i = 0; i < n; i++) total += a[i];
  return total;
}

int64_t sum_narrow(const int16_t *restrict a, size_t n) {
  int64_t total = 0;
  for (size_t i = 0; i < n; i++) total += a[i];
  return total;
}

int dot_words(const int16_t *restrict a, const int16_t *restrict b, size_t n) {
  int total = 0;
  for (size_t i = 0; i < n; i++) total += a[i] * b[i];
  return total;
}

int differences(const uint8_t *restrict a, const uint8_t *restrict b, size_t n) {
  int total = 0;
  for (size_t i = 0; i < n; i++) total += a[i] > b[i] ? a[i] - b[i] : b[i] - a[i];
  return total;
}

void multiply(int *restrict a, const int *restrict b, size_t n) {
  for (size_t i = 0; i < n; i++) a[i] *= b[i];
}

void multiply_long(int64_t *restrict a, const int64_t *restrict b, size_t n) {
  for (size_t i = 0; i < n; i++) a[i] = a[i] * b[i] + 1;
}

int least(const int *restrict a, size_t n) {
  int m = a[0];
  for (size_t i = 0; i < n; i++) m = a[i] < m ? a[i] : m;
  return m;
}

size_t place_of_least(const int *restrict a, size_t n) {
  size_t at = 0;
  for (size_t i = 0; i < n; i++) at = a[i] < a[at] ? i : at;
  return at;
}

int ones(const uint64_t *restrict a, size_t n) {
  int total = 0;
  for (size_t i = 0; i < n; i++) total += __builtin_popcountll(a[i]);
  return total;
}

int leading(const uint32_t *restrict a, size_t n) {
  int total = 0;
  for (size_t i = 0; i < n; i++) total += __builtin_clz(a[i] | 1);
  return total;
}

int set_bits(uint64_t x, int *restrict places) {
  int n = 0;
  while (x) {
    places[n++] = __builtin_ctzll(x);
    x &= x - 1;
  }
  return n;
}

void swap_bytes(uint32_t *restrict a, size_t n) {
  for (size_t i = 0; i < n; i++) a[i] = __builtin_bswap32(a[i]);
}

void rotate(uint32_t *restrict a, size_t n) {
  for (size_t i = 0; i < n; i++) a[i] = (a[i] << 7 | a[i] >> 25) ^ 0x9e3779b9u;
}

void gray(uint8_t *restrict out, const uint8_t *restrict rgb, size_t n) {
  for (size_t i = 0; i < n; i++) out[i] = (77 * rgb[3 * i] + 150 * rgb[3 * i + 1] + 29 * rgb[3 * i + 2]) >> 8;
}

void blend(uint8_t *restrict a, const uint8_t *restrict b, int alpha, size_t n) {
  for (size_t i = 0; i < n; i++) a[i] = (uint8_t)((a[i] * (256 - alpha) + b[i] * alpha) >> 8);
}

void saturate(int16_t *restrict out, const int *restrict in, size_t n) {
  for (size_t i = 0; i < n; i++) out[i] = in[i] > 32767 ? 32767 : in[i] < -32768 ? -32768 : in[i];
}

void interleave(uint16_t *restrict out, const uint16_t *restrict a, const uint16_t *restrict b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    out[2 * i] = a[i];
    out[2 * i + 1] = b[i];
  }
}

void every_second(int *restrict out, const int *restrict in, size_t n) {
  for (size_t i = 0; i < n; i++) out[i] = in[2 * i];
}

size_t positives(int *restrict out, const int *restrict in, size_t n) {
  size_t k = 0;
  for (size_t i = 0; i < n; i++) {
    out[k] = in[i];
    k += in[i] > 0;
  }
  return k;
}

void delta(int *restrict a, size_t n) {
  int last = 0;
  for (size_t i = 0; i < n; i++) last = a[i] += last;
}

void clear(int *restrict a, size_t n) {
  for (size_t i = 0; i < n; i++) a[i] = 0;
}

uint64_t interleave_bits(uint64_t x) {
  uint64_t y = 0;
  for (int i = 0; i < 32; i++) y |= (x >> i & 1) << (2 * i);
  return y;
}

uint32_t inverse(uint32_t a) {
  uint32_t x = 1;
  for (int i = 0; i < 100; i++) x *= 2 - a * x;
  return x;
}

void shift_left(uint64_t *restrict a, unsigned bits, size_t n) {
  uint64_t carry = 0;
  for (size_t i = 0; i < n; i++) {
    uint64_t v = a[i];
    a[i] = v << bits | carry;
    carry = v >> (64 - bits);
  }
}

int all_equal(const int *restrict a, int value, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (a[i] != value) return 0;
  return 1;
}

void absolute(int *restrict a, size_t n) {
  for (size_t i = 0; i < n; i++) a[i] = a[i] < 0 ? -a[i] : a[i];
}
