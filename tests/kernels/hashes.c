// Hashes, checksums, random numbers, ciphers.
#include <stddef.h>
#include <stdint.h>

uint32_t fnv(const uint8_t *restrict s, size_t n) {
  uint32_t h = 2166136261u;
  for (size_t i = 0; i < n; i++) h = (h ^ s[i]) * 16777619u;
  return h;
}

uint32_t djb(const uint8_t *restrict s, size_t n) {
  uint32_t h = 5381;
  for (size_t i = 0; i < n; i++) h = h * 33 + s[i];
  return h;
}

uint32_t adler(const uint8_t *restrict s, size_t n) {
  uint32_t a = 1, b = 0;
  for (size_t i = 0; i < n; i++) {
    a += s[i];
    b += a;
  }
  return b << 16 | a;
}

uint32_t crc(const uint32_t *restrict table, const uint8_t *restrict s, size_t n) {
  uint32_t c = ~0u;
  for (size_t i = 0; i < n; i++) c = table[(c ^ s[i]) & 255] ^ c >> 8;
  return ~c;
}

uint64_t murmur(const uint64_t *restrict s, size_t n) {
  uint64_t h = 0;
  for (size_t i = 0; i < n; i++) {
    uint64_t k = s[i] * 0x87c37b91114253d5u;
    k = k << 31 | k >> 33;
    h ^= k * 0x4cf5ad432745937fu;
    h = (h << 27 | h >> 37) * 5 + 0x52dce729;
  }
  return h;
}

uint64_t wide_hash(const uint64_t *restrict s, size_t n) {
  uint64_t h = 1;
  for (size_t i = 0; i < n; i += 2) {
    unsigned __int128 p = (unsigned __int128)(s[i] ^ 0xa0761d6478bd642fu) * (s[i + 1] ^ h);
    h = (uint64_t)p ^ (uint64_t)(p >> 64);
  }
  return h;
}

void xorshift(uint64_t *restrict out, uint64_t x, size_t n) {
  for (size_t i = 0; i < n; i++) {
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    out[i] = x;
  }
}

void congruential(uint32_t *restrict out, uint64_t x, size_t n) {
  for (size_t i = 0; i < n; i++) {
    x = x * 6364136223846793005u + 1442695040888963407u;
    out[i] = x >> 33;
  }
}

void xoshiro(uint64_t *restrict out, uint64_t *restrict s, size_t n) {
  uint64_t a = s[0], b = s[1], c = s[2], d = s[3];
  for (size_t i = 0; i < n; i++) {
    out[i] = a + d;
    uint64_t t = b << 17;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= t;
    d = d << 45 | d >> 19;
  }
  s[0] = a;
}

#define ROTATED(x, k) ((x) << (k) | (x) >> (32 - (k)))
#define QUARTER(a, b, c, d) \
  a += b, d = ROTATED(d ^ a, 16), c += d, b = ROTATED(b ^ c, 12), a += b, d = ROTATED(d ^ a, 8), c += d, b = ROTATED(b ^ c, 7)
void chacha(uint32_t *restrict x, size_t n) {
  uint32_t a = x[0], b = x[1], c = x[2], d = x[3], e = x[4], f = x[5], g = x[6], h = x[7];
  for (size_t i = 0; i < n; i++) {
    QUARTER(a, b, c, d);
    QUARTER(e, f, g, h);
  }
  x[0] = a + e, x[1] = b + f, x[2] = c + g, x[3] = d + h;
}

uint64_t polynomial_hash(const uint32_t *restrict s, size_t n) {
  uint64_t h = 0;
  const uint64_t p = 0x1fffffffffffffffu;
  for (size_t i = 0; i < n; i++) {
    h = h * 31 + s[i];
    h = (h & p) + (h >> 61);
  }
  return h;
}

void mask(uint8_t *restrict s, uint8_t key, size_t n) {
  for (size_t i = 0; i < n; i++) s[i] = (s[i] ^ key) + 13;
}
