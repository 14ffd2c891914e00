/* Hashes and checksums. */
typedef __UINT8_TYPE__ u8;
typedef __UINT32_TYPE__ u32;
typedef __UINT64_TYPE__ u64;
typedef __SIZE_TYPE__ size;

u64 fnv1a(const u8 *p, size n) {
    u64 h = 0xcbf29ce484222325u;
    for (size i = 0; i < n; i++)
        h = (h ^ p[i]) * 0x100000001b3u;
    return h;
}

static u64 rotl(u64 x, int by) { return x << by | x >> (64 - by); }

static void sip_round(u64 v[4]) {
    v[0] += v[1];
    v[1] = rotl(v[1], 13) ^ v[0];
    v[0] = rotl(v[0], 32);
    v[2] += v[3];
    v[3] = rotl(v[3], 16) ^ v[2];
    v[0] += v[3];
    v[3] = rotl(v[3], 21) ^ v[0];
    v[2] += v[1];
    v[1] = rotl(v[1], 17) ^ v[2];
    v[2] = rotl(v[2], 32);
}

u64 keyed(const u8 *p, size n, const u64 key[2]) {
    u64 v[4] = {key[0] ^ 0x736f6d6570736575u, key[1] ^ 0x646f72616e646f6du,
                key[0] ^ 0x6c7967656e657261u, key[1] ^ 0x7465646279746573u};
    u64 last = (u64)n << 56;
    for (; n >= 8; n -= 8, p += 8) {
        u64 word;
        __builtin_memcpy(&word, p, 8);
        v[3] ^= word;
        sip_round(v);
        sip_round(v);
        v[0] ^= word;
    }
    for (size i = 0; i < n; i++)
        last |= (u64)p[i] << (8 * i);
    v[3] ^= last;
    sip_round(v);
    sip_round(v);
    v[0] ^= last;
    v[2] ^= 0xff;
    for (int i = 0; i < 4; i++)
        sip_round(v);
    return v[0] ^ v[1] ^ v[2] ^ v[3];
}

u32 adler(const u8 *p, size n) {
    u32 a = 1, b = 0;
    for (size i = 0; i < n; i++) {
        a = (a + p[i]) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}

u32 crc(u32 c, const u8 *p, size n) {
    c = ~c;
    for (size i = 0; i < n; i++) {
        c ^= p[i];
        for (int bit = 0; bit < 8; bit++)
            c = c >> 1 ^ (0xedb88320u & -(c & 1));
    }
    return ~c;
}

void chacha_block(u32 out[16], const u32 in[16]) {
    u32 x[16];
    for (int i = 0; i < 16; i++)
        x[i] = in[i];
#define TURN(a, b, c, d)                                              \
    x[a] += x[b], x[d] ^= x[a], x[d] = x[d] << 16 | x[d] >> 16,       \
    x[c] += x[d], x[b] ^= x[c], x[b] = x[b] << 12 | x[b] >> 20,       \
    x[a] += x[b], x[d] ^= x[a], x[d] = x[d] << 8 | x[d] >> 24,        \
    x[c] += x[d], x[b] ^= x[c], x[b] = x[b] << 7 | x[b] >> 25
    for (int round = 0; round < 10; round++) {
        TURN(0, 4, 8, 12), TURN(1, 5, 9, 13), TURN(2, 6, 10, 14), TURN(3, 7, 11, 15);
        TURN(0, 5, 10, 15), TURN(1, 6, 11, 12), TURN(2, 7, 8, 13), TURN(3, 4, 9, 14);
    }
    for (int i = 0; i < 16; i++)
        out[i] = x[i] + in[i];
}
