// Strings and bytes.
#include <stddef.h>
#include <stdint.h>

size_t length(const char *s) {
  const char *p = s;
  while (*p) p++;
  return p - s;
}

size_t count_lines(const char *restrict s, size_t n) {
  size_t lines = 0;
  for (size_t i = 0; i < n; i++) lines += s[i] == '\n';
  return lines;
}

void lower_case(char *restrict s, size_t n) {
  for (size_t i = 0; i < n; i++) s[i] += (s[i] >= 'A' && s[i] <= 'Z') ? 32 : 0;
}

int compare(const unsigned char *restrict a, const unsigned char *restrict b, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (a[i] != b[i]) return a[i] - b[i];
  return 0;
}

const char *find_either(const char *restrict s, char a, char b) {
  while (*s != a && *s != b) s++;
  return s;
}

uint64_t parse_decimal(const char *restrict s) {
  uint64_t value = 0;
  while (*s >= '0' && *s <= '9') value = value * 10 + (*s++ - '0');
  return value;
}

size_t to_hex(char *restrict out, const uint8_t *restrict in, size_t n) {
  for (size_t i = 0; i < n; i++) {
    uint8_t high = in[i] >> 4, low = in[i] & 15;
    out[2 * i] = high < 10 ? '0' + high : 'a' + high - 10;
    out[2 * i + 1] = low < 10 ? '0' + low : 'a' + low - 10;
  }
  return 2 * n;
}

void base64(char *restrict out, const uint8_t *restrict in, const char *restrict table, size_t n) {
  for (size_t i = 0; i < n; i++) {
    uint32_t v = in[3 * i] << 16 | in[3 * i + 1] << 8 | in[3 * i + 2];
    out[4 * i] = table[v >> 18];
    out[4 * i + 1] = table[v >> 12 & 63];
    out[4 * i + 2] = table[v >> 6 & 63];
    out[4 * i + 3] = table[v & 63];
  }
}

size_t code_points(const char *restrict s, size_t n) {
  size_t count = 0;
  for (size_t i = 0; i < n; i++) count += (s[i] & 0xc0) != 0x80;
  return count;
}

void reverse(char *restrict s, size_t n) {
  for (size_t i = 0, j = n - 1; i < j; i++, j--) {
    char t = s[i];
    s[i] = s[j];
    s[j] = t;
  }
}

void copy(char *restrict out, const char *restrict in) {
  while ((*out++ = *in++)) {
  }
}

void zigzag(uint8_t *restrict out, const int32_t *restrict in, size_t n) {
  for (size_t i = 0; i < n; i++) out[i] = (uint8_t)((in[i] << 1) ^ (in[i] >> 31));
}
