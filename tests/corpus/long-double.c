/* Extended precision: the x87 stack, and conversions to and from it. */
typedef __INT64_TYPE__ i64;
typedef __UINT64_TYPE__ u64;

long double polynomial(long double x, const long double *c, int degree) {
    long double sum = c[degree];
    while (degree-- > 0)
        sum = sum * x + c[degree];
    return sum;
}

long double newton_root(long double a) {
    long double x = a;
    for (int i = 0; i < 6; i++)
        x = (x + a / x) / 2;
    return x;
}

long double from_signed(i64 x) { return x; }
long double from_unsigned(u64 x) { return x; }
i64 to_signed(long double x) { return (i64)x; }
u64 to_unsigned(long double x) { return (u64)x; }
double narrow(long double x) { return (double)x; }
float narrower(long double x) { return (float)x; }
int order(long double a, long double b) { return (a > b) - (a < b); }
long double magnitude(long double x) { return __builtin_fabsl(x); }
long double larger(long double a, long double b) { return a > b ? a : b; }
long double root(long double x) { return __builtin_sqrtl(x); }
long double constants(int which) { return which == 0 ? 0.0L : which == 1 ? 1.0L : which == 2 ? 3.14159265358979323846L : -2.5L; }

long double mean(const long double *values, int n) {
    long double sum = 0;
    for (int i = 0; i < n; i++)
        sum += values[i];
    return sum / n;
}
