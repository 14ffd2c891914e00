/* Strings by hand: length, search, copy, compare, numbers to text and back, case, UTF-8. */
typedef __SIZE_TYPE__ size;
typedef __UINT32_TYPE__ u32;

size length(const char *s) {
    const char *end = s;
    while (*end)
        end++;
    return (size)(end - s);
}

char *find(const char *haystack, const char *needle) {
    for (; *haystack; haystack++) {
        const char *h = haystack, *n = needle;
        while (*n && *h == *n) {
            h++;
            n++;
        }
        if (!*n)
            return (char *)haystack;
    }
    return 0;
}

int compare_ignoring_case(const char *a, const char *b) {
    for (;; a++, b++) {
        unsigned x = (unsigned char)*a, y = (unsigned char)*b;
        if (x - 'A' < 26)
            x += 32;
        if (y - 'A' < 26)
            y += 32;
        if (x != y)
            return (int)x - (int)y;
        if (!x)
            return 0;
    }
}

size from_number(char *out, long value) {
    char digits[24];
    size n = 0, at = 0;
    unsigned long rest = value < 0 ? -(unsigned long)value : (unsigned long)value;
    do
        digits[n++] = (char)('0' + rest % 10);
    while (rest /= 10);
    if (value < 0)
        out[at++] = '-';
    while (n)
        out[at++] = digits[--n];
    out[at] = 0;
    return at;
}

int to_number(const char *s, long *value) {
    long sum = 0;
    int negative = *s == '-';
    s += negative;
    if (!*s)
        return -1;
    for (; *s; s++) {
        if (*s < '0' || *s > '9')
            return -1;
        if (__builtin_mul_overflow(sum, 10, &sum) || __builtin_add_overflow(sum, *s - '0', &sum))
            return -2;
    }
    *value = negative ? -sum : sum;
    return 0;
}

int decode_utf8(const unsigned char *s, u32 *out) {
    if (s[0] < 0x80) {
        *out = s[0];
        return 1;
    }
    if ((s[0] & 0xe0) == 0xc0 && (s[1] & 0xc0) == 0x80) {
        *out = (u32)(s[0] & 0x1f) << 6 | (s[1] & 0x3f);
        return *out >= 0x80 ? 2 : -1;
    }
    if ((s[0] & 0xf0) == 0xe0 && (s[1] & 0xc0) == 0x80 && (s[2] & 0xc0) == 0x80) {
        *out = (u32)(s[0] & 0x0f) << 12 | (u32)(s[1] & 0x3f) << 6 | (s[2] & 0x3f);
        return *out >= 0x800 && (*out < 0xd800 || *out > 0xdfff) ? 3 : -1;
    }
    return -1;
}

size count_words(const char *s) {
    static const char spaces[256] = {[' '] = 1, ['\t'] = 1, ['\n'] = 1, ['\r'] = 1};
    size words = 0;
    int inside = 0;
    for (; *s; s++) {
        int space = spaces[(unsigned char)*s];
        words += !space && !inside;
        inside = !space;
    }
    return words;
}
