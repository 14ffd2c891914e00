static inline int squared(int x) { return x * x; }
extern "C" int squares(const int *a, long n) {
	int s = 0;
	for (long i = 0; i < n; ++i) s += squared(a[i]);
	return s;
}
