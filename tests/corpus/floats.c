/* Floating point: conversions of all kinds, comparisons, classification, rounding, NaNs, constants. */
typedef __INT64_TYPE__ i64;
typedef __UINT64_TYPE__ u64;
typedef __UINT32_TYPE__ u32;

double from_u64(u64 x) { return (double)x; }
float from_i64(i64 x) { return (float)x; }
u64 to_u64(double x) { return (u64)x; }
int to_int(float x) { return (int)x; }
u32 to_u32(double x) { return (u32)x; }
float narrow(double x) { return (float)x; }
int equal(double a, double b) { return a == b; }
int unordered(float a, float b) { return __builtin_isunordered(a, b); }
int at_least(float a, float b) { return !(a < b); }
double magnitude(double x) { return __builtin_fabs(x); }
double sign_of(double x, double y) { return __builtin_copysign(x, y); }
double root(double x) { return __builtin_sqrt(x); }
double down(double x) { return __builtin_floor(x); }
float nearest(float x) { return __builtin_rintf(x); }
double fused(double a, double b, double c) { return __builtin_fma(a, b, c); }
double smaller(double a, double b) { return a < b ? a : b; }
int finite(double x) { return __builtin_isfinite(x); }
double pick(int i) { static const double t[] = {0.1, -0.0, 1e300, 5e-324, __builtin_inf(), 1.0 / 3}; return t[i]; }

double hypotenuse(double x, double y) {
    double a = __builtin_fabs(x), b = __builtin_fabs(y);
    if (a < b) {
        double t = a;
        a = b;
        b = t;
    }
    if (a == 0)
        return 0;
    double r = b / a;
    return a * __builtin_sqrt(1 + r * r);
}

int mandelbrot(double cr, double ci, int limit) {
    double r = 0, i = 0;
    int n = 0;
    while (n < limit && r * r + i * i <= 4) {
        double t = r * r - i * i + cr;
        i = 2 * r * i + ci;
        r = t;
        n++;
    }
    return n;
}

double compensated(const double *values, int n) {
    double sum = 0, lost = 0;
    for (int k = 0; k < n; k++) {
        double y = values[k] - lost, t = sum + y;
        lost = (t - sum) - y;
        sum = t;
    }
    return sum;
}
