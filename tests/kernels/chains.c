// Chains through memory and through carries, searches.
#include <stddef.h>
#include <stdint.h>

struct node {
  struct node *next;
  int64_t value;
};

int64_t list_sum(const struct node *list) {
  int64_t sum = 0;
  for (; list; list = list->next) sum += list->value;
  return sum;
}

size_t list_length(const struct node *list) {
  size_t n = 0;
  while ((list = list->next)) n++;
  return n;
}

void fibonacci(uint64_t *a, size_t n) {
  for (size_t i = 2; i < n; i++) a[i] = a[i - 1] + a[i - 2];
}

void accumulate(volatile int *total, const int *restrict a, size_t n) {
  for (size_t i = 0; i < n; i++) *total += a[i];
}

void accumulate_double(volatile double *total, const double *restrict a, size_t n) {
  for (size_t i = 0; i < n; i++) *total += a[i];
}

size_t lower_bound(const int *restrict a, size_t n, int key) {
  const int *base = a;
  while (n > 1) {
    size_t half = n / 2;
    base = base[half] < key ? base + half : base;
    n -= half;
  }
  return base - a;
}

uint32_t root(uint32_t *restrict parent, uint32_t x) {
  while (parent[x] != x) {
    parent[x] = parent[parent[x]];
    x = parent[x];
  }
  return x;
}

void add_wide(uint64_t *restrict a, const uint64_t *restrict b, size_t n) {
  unsigned char carry = 0;
  for (size_t i = 0; i < n; i++) {
    unsigned __int128 sum = (unsigned __int128)a[i] + b[i] + carry;
    a[i] = (uint64_t)sum;
    carry = (unsigned char)(sum >> 64);
  }
}

uint64_t multiply_wide(uint64_t *restrict a, const uint64_t *restrict b, uint64_t factor, size_t n) {
  uint64_t carry = 0;
  for (size_t i = 0; i < n; i++) {
    unsigned __int128 p = (unsigned __int128)b[i] * factor + a[i] + carry;
    a[i] = (uint64_t)p;
    carry = (uint64_t)(p >> 64);
  }
  return carry;
}

void edit_row(int *restrict row, const char *restrict s, char c, size_t n) {
  int corner = row[0];
  for (size_t i = 1; i < n; i++) {
    int up = row[i];
    int best = corner + (s[i] != c);
    best = up + 1 < best ? up + 1 : best;
    best = row[i - 1] + 1 < best ? row[i - 1] + 1 : best;
    row[i] = best;
    corner = up;
  }
}

void insertion(int *a, size_t i) {
  int key = a[i];
  while (i > 0 && a[i - 1] > key) {
    a[i] = a[i - 1];
    i--;
  }
  a[i] = key;
}

void sieve(uint8_t *restrict composite, size_t p, size_t n) {
  for (size_t i = p * p; i < n; i += p) composite[i] = 1;
}

int collatz(uint64_t x) {
  int steps = 0;
  while (x != 1) {
    x = x & 1 ? 3 * x + 1 : x >> 1;
    steps++;
  }
  return steps;
}
