/* corpus: not 32-bit */
/* Numbers of 128 bits, and longer ones made of 64-bit parts. */
typedef unsigned __int128 u128;
typedef __int128 i128;
typedef __UINT64_TYPE__ u64;
typedef __SIZE_TYPE__ size;

u128 add(u128 a, u128 b) { return a + b; }
i128 subtract(i128 a, i128 b) { return a - b; }
u128 multiply(u128 a, u128 b) { return a * b; }
u64 high(u64 a, u64 b) { return (u64)((u128)a * b >> 64); }
u128 left(u128 a, int by) { return a << by; }
i128 right(i128 a, int by) { return a >> by; }
int order(i128 a, i128 b) { return a < b ? -1 : a > b; }
u128 divide(u128 a, u64 b) { return a / b; }
double as_double(i128 a) { return (double)a; }
u128 square_mod(u64 a, u64 m) { return (u128)a * a % m; }

u64 add_long(u64 *out, const u64 *a, const u64 *b, size n) {
    u64 carry = 0;
    for (size i = 0; i < n; i++) {
        u128 sum = (u128)a[i] + b[i] + carry;
        out[i] = (u64)sum;
        carry = (u64)(sum >> 64);
    }
    return carry;
}

void multiply_long(u64 *restrict out, const u64 *restrict a, const u64 *restrict b, size n) {
    for (size i = 0; i < 2 * n; i++)
        out[i] = 0;
    for (size i = 0; i < n; i++) {
        u64 carry = 0;
        for (size j = 0; j < n; j++) {
            u128 sum = (u128)a[i] * b[j] + out[i + j] + carry;
            out[i + j] = (u64)sum;
            carry = (u64)(sum >> 64);
        }
        out[i + n] = carry;
    }
}
