/* Variable arguments: a formatter, a sum of doubles, and a forwarding call. */
typedef __SIZE_TYPE__ size;
typedef __builtin_va_list list;

static char *put_unsigned(char *out, unsigned long value, unsigned base) {
    char digits[32];
    int n = 0;
    do
        digits[n++] = "0123456789abcdef"[value % base];
    while (value /= base);
    while (n)
        *out++ = digits[--n];
    return out;
}

size format_list(char *out, const char *pattern, list arguments) {
    char *start = out;
    for (; *pattern; pattern++) {
        if (*pattern != '%') {
            *out++ = *pattern;
            continue;
        }
        switch (*++pattern) {
        case 'd': {
            int value = __builtin_va_arg(arguments, int);
            if (value < 0)
                *out++ = '-';
            out = put_unsigned(out, value < 0 ? 0ul - (unsigned long)value : (unsigned long)value, 10);
            break;
        }
        case 'x': out = put_unsigned(out, __builtin_va_arg(arguments, unsigned), 16); break;
        case 'l': out = put_unsigned(out, __builtin_va_arg(arguments, unsigned long), 10); break;
        case 'c': *out++ = (char)__builtin_va_arg(arguments, int); break;
        case 'f': out = put_unsigned(out, (unsigned long)__builtin_va_arg(arguments, double), 10); break;
        case 's':
            for (const char *s = __builtin_va_arg(arguments, const char *); *s; s++)
                *out++ = *s;
            break;
        case 0: *out = 0; return (size)(out - start);
        default: *out++ = *pattern;
        }
    }
    *out = 0;
    return (size)(out - start);
}

size format(char *out, const char *pattern, ...) {
    list arguments;
    __builtin_va_start(arguments, pattern);
    size n = format_list(out, pattern, arguments);
    __builtin_va_end(arguments);
    return n;
}

double sum(int count, ...) {
    list arguments;
    double total = 0;
    __builtin_va_start(arguments, count);
    while (count-- > 0)
        total += __builtin_va_arg(arguments, double);
    __builtin_va_end(arguments);
    return total;
}

size report(char *out, int code, long line, double ratio) {
    return format(out, "line %l: error %d (%x), %f%%, %s", line, code, code, ratio * 100, code ? "bad" : "good");
}
