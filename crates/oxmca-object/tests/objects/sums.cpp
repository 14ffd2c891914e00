// Sums, with a function that is inlined, one that another object has, and a table of jumps.
extern "C" int printf(const char *format, ...);

static inline int square(int x) { return x * x; }

template <class Number> struct Values {
  const Number *first;
  unsigned long count;
  Number sum() const;
};

template <class Number> __attribute__((noinline)) Number Values<Number>::sum() const {
  Number sum = 0;
  for (unsigned long i = 0; i < count; i++)
    sum += square(first[i]);
  return sum;
}

int total(const int *first, int count) {
  Values<int> values{first, (unsigned long)count};
  int sum = values.sum();
  if (sum > 100)
    printf("%d\n", sum);
  return sum;
}

int choice(int number) {
  switch (number) {
  case 0: return 5;
  case 1: return printf("one");
  case 2: return 9;
  case 3: return printf("three");
  case 4: return 77;
  case 5: return printf("five");
  }
  return number;
}
