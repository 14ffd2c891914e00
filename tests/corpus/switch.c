/* Switches: dense, sparse, with ranges, in a bytecode loop, and computed goto. */
typedef __UINT8_TYPE__ u8;

int days(int month, int leap) {
    switch (month) {
    case 2: return 28 + leap;
    case 4: case 6: case 9: case 11: return 30;
    default: return 31;
    }
}

const char *status(int code) {
    switch (code) {
    case 200: return "OK";
    case 204: return "No Content";
    case 301: return "Moved Permanently";
    case 304: return "Not Modified";
    case 400: return "Bad Request";
    case 404: return "Not Found";
    case 418: return "I'm a \"teapot\"\t\\";
    case 500: return "Internal Server Error";
    }
    return code >= 500 ? "?5xx" : "?";
}

long interpret(const u8 *code, long *stack) {
    long *top = stack;
    for (;;) {
        switch (*code++) {
        case 0: return *top;
        case 1: *++top = *code++; break;
        case 2: top--; top[0] += top[1]; break;
        case 3: top--; top[0] -= top[1]; break;
        case 4: top--; top[0] *= top[1]; break;
        case 5: top--; if (!top[1]) return -1; top[0] /= top[1]; break;
        case 6: top--; top[0] <<= top[1] & 63; break;
        case 7: top[1] = top[0]; top++; break;
        case 8: if (*top--) code += (signed char)*code; code++; break;
        case 9: *top = ~*top; break;
        case 10: *top = -*top; break;
        case 11: top--; top[0] = top[0] < top[1]; break;
        default: __builtin_trap();
        }
    }
}

long threaded(const u8 *code, long a) {
    static const void *const labels[] = {&&end, &&inc, &&dbl, &&neg, &&sqr};
    goto *labels[*code++];
inc: a++; goto *labels[*code++];
dbl: a += a; goto *labels[*code++];
neg: a = -a; goto *labels[*code++];
sqr: a *= a; goto *labels[*code++];
end: return a;
}
