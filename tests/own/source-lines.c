/* Compiled by gcc and clang to source-lines-gcc.s and source-lines-clang.s. */
static inline float square(float x) {
  return x * x;
}

float sum_of_squares(const float *first, long count) {
  float sum = 0;
  for (long at = 0; at < count; at++)
    sum += square(first[at]);
  return sum;
}

void scale(float *first, long count, float by) {
  for (long at = 0; at < count; at++)
    first[at] *= by;
}
