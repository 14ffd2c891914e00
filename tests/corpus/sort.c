/* Sorting: insertion, heap, quick with a comparator, radix, and a network. */
typedef __SIZE_TYPE__ size;
typedef __UINT32_TYPE__ u32;

void insertion(int *a, size n) {
    for (size i = 1; i < n; i++) {
        int x = a[i];
        size j = i;
        for (; j > 0 && a[j - 1] > x; j--)
            a[j] = a[j - 1];
        a[j] = x;
    }
}

static void sift(double *a, size at, size n) {
    for (;;) {
        size child = 2 * at + 1;
        if (child >= n)
            return;
        child += child + 1 < n && a[child + 1] > a[child];
        if (a[at] >= a[child])
            return;
        double x = a[at];
        a[at] = a[child];
        a[child] = x;
        at = child;
    }
}

void heap(double *a, size n) {
    for (size i = n / 2; i-- > 0;)
        sift(a, i, n);
    for (size end = n; end-- > 1;) {
        double x = a[0];
        a[0] = a[end];
        a[end] = x;
        sift(a, 0, end);
    }
}

void quick(void **a, long low, long high, int (*less)(const void *, const void *)) {
    while (low < high) {
        void *pivot = a[(low + high) / 2];
        long i = low, j = high;
        while (i <= j) {
            while (less(a[i], pivot))
                i++;
            while (less(pivot, a[j]))
                j--;
            if (i <= j) {
                void *x = a[i];
                a[i++] = a[j];
                a[j--] = x;
            }
        }
        quick(a, low, j, less);
        low = i;
    }
}

void radix(u32 *a, u32 *scratch, size n) {
    for (int shift = 0; shift < 32; shift += 8) {
        size counts[256] = {0}, sum = 0;
        for (size i = 0; i < n; i++)
            counts[a[i] >> shift & 255]++;
        for (int i = 0; i < 256; i++) {
            size count = counts[i];
            counts[i] = sum;
            sum += count;
        }
        for (size i = 0; i < n; i++)
            scratch[counts[a[i] >> shift & 255]++] = a[i];
        u32 *x = a;
        a = scratch;
        scratch = x;
    }
}

void network(int v[4]) {
#define ORDER(i, j)                                  \
    do {                                             \
        int a = v[i], b = v[j];                      \
        v[i] = a < b ? a : b;                        \
        v[j] = a < b ? b : a;                        \
    } while (0)
    ORDER(0, 1);
    ORDER(2, 3);
    ORDER(0, 2);
    ORDER(1, 3);
    ORDER(1, 2);
}
