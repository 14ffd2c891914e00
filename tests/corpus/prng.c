/* Random numbers: xoshiro, PCG, Mersenne twister, a normal distribution, a shuffle. */
typedef __UINT32_TYPE__ u32;
typedef __UINT64_TYPE__ u64;

static u64 rotl(u64 x, int k) { return x << k | x >> (64 - k); }

u64 xoshiro(u64 s[4]) {
    u64 result = rotl(s[1] * 5, 7) * 9, t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotl(s[3], 45);
    return result;
}

u32 pcg(u64 *state) {
    u64 old = *state;
    *state = old * 6364136223846793005u + 1442695040888963407u;
    u32 mixed = (u32)((old >> 18 ^ old) >> 27), by = (u32)(old >> 59);
    return mixed >> by | mixed << (-by & 31);
}

void twist(u32 mt[624]) {
    for (int i = 0; i < 624; i++) {
        u32 y = (mt[i] & 0x80000000u) | (mt[(i + 1) % 624] & 0x7fffffffu);
        mt[i] = mt[(i + 397) % 624] ^ y >> 1 ^ (y & 1 ? 0x9908b0dfu : 0);
    }
}

void fill(u32 *out, unsigned long n, u32 seed) {
    for (unsigned long i = 0; i < n; i++) {
        seed ^= seed << 13;
        seed ^= seed >> 17;
        seed ^= seed << 5;
        out[i] = seed;
    }
}

double unit(u64 s[4]) { return (double)(xoshiro(s) >> 11) * 0x1p-53; }

double normal(u64 s[4]) {
    double sum = 0;
    for (int i = 0; i < 12; i++)
        sum += unit(s);
    return sum - 6;
}

void shuffle(u32 *a, u32 n, u64 *state) {
    for (u32 i = n; i > 1; i--) {
        u32 j = (u32)((u64)pcg(state) * i >> 32), t = a[i - 1];
        a[i - 1] = a[j];
        a[j] = t;
    }
}
