/* Bit tricks, by hand and by builtin, in several widths, and bit sets. */
typedef __UINT8_TYPE__ u8;
typedef __UINT16_TYPE__ u16;
typedef __UINT32_TYPE__ u32;
typedef __UINT64_TYPE__ u64;
typedef __SIZE_TYPE__ size;

int count(u64 x) { return __builtin_popcountll(x); }
int leading(u32 x) { return x ? __builtin_clz(x) : 32; }
int trailing(u64 x) { return x ? __builtin_ctzll(x) : 64; }
int odd(u32 x) { return __builtin_parity(x); }
u16 swap16(u16 x) { return __builtin_bswap16(x); }
u32 swap32(const u32 *x) { return __builtin_bswap32(*x); }
u64 swap64(u64 x) { return __builtin_bswap64(x); }
u32 lowest(u32 x) { return x & -x; }
u64 without_lowest(u64 x) { return x & (x - 1); }
u32 field(u32 x, int at, int width) { return x >> at & ((1u << width) - 1); }
u64 keep(u64 x, int n) { return x & ~(~0ull << n); }
u32 mix(u32 a, u32 b) { return ~a & b; }
int is_power(u64 x) { return x && !(x & (x - 1)); }
u8 reverse8(u8 x) { return (u8)((x * 0x0202020202ull & 0x010884422010ull) % 1023); }

u32 reverse(u32 x) {
    x = (x >> 1 & 0x55555555) | (x & 0x55555555) << 1;
    x = (x >> 2 & 0x33333333) | (x & 0x33333333) << 2;
    x = (x >> 4 & 0x0f0f0f0f) | (x & 0x0f0f0f0f) << 4;
    return __builtin_bswap32(x);
}

u64 interleave(u32 a, u32 b) {
    u64 r = 0;
    for (int i = 0; i < 32; i++)
        r |= (u64)(a >> i & 1) << 2 * i | (u64)(b >> i & 1) << (2 * i + 1);
    return r;
}

size count_all(const u64 *words, size n) {
    size total = 0;
    for (size i = 0; i < n; i++)
        total += (size)__builtin_popcountll(words[i]);
    return total;
}

size list_bits(u16 *out, const u64 *words, size n) {
    size k = 0;
    for (size i = 0; i < n; i++)
        for (u64 w = words[i]; w; w &= w - 1)
            out[k++] = (u16)(64 * i + (size)__builtin_ctzll(w));
    return k;
}

void set(u64 *words, size bit) { words[bit / 64] |= 1ull << bit % 64; }
void clear(u64 *words, size bit) { words[bit / 64] &= ~(1ull << bit % 64); }
int test(const u64 *words, size bit) { return words[bit / 64] >> bit % 64 & 1; }
u32 gray(u32 x) { return x ^ x >> 1; }
int midpoint(int a, int b) { return (a & b) + ((a ^ b) >> 1); }
