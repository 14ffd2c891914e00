/* Loops that call functions of another file, jump by a table, and call what the loader chooses. */
int helper(int);
__attribute__((noinline)) int total(const int *a, long n) {
	int s = 0;
	for (long i = 0; i < n; i++) s += helper(a[i]);
	return s;
}
__attribute__((noinline)) int leaf(const int *a, long n) {
	int s = 0;
	for (long i = 0; i < n; i++) s ^= a[i] * 3;
	return s;
}
__attribute__((noinline)) int automaton(const unsigned char *p) {
	int s = 0;
	for (;;) {
		switch (*p++) {
		case 0: return s;
		case 1: s ^= 3; break;
		case 2: s *= 5; break;
		case 3: s -= 7; break;
		case 4: s <<= 1; break;
		case 5: s = ~s; break;
		default: s = -s;
		}
	}
}
#ifdef __ELF__
static int slow(const int *a, long n) { return leaf(a, n); }
static int (*resolve(void))(const int *, long) { return slow; }
int chosen(const int *a, long n) __attribute__((ifunc("resolve")));
int many(const int *a, long n) {
	int s = 0;
	for (long i = 0; i < n; i++) s += chosen(a, i);
	return s;
}
#endif
int entry(const int *a, const unsigned char *p) { return total(a, 4) + leaf(a, 5) + automaton(p); }
