/* corpus: not micromips */
/* Atomics: counters, flags, a spin lock, a lock-free stack, exchanges of every width, fences. */
typedef __UINT8_TYPE__ u8;
typedef __UINT16_TYPE__ u16;
typedef __UINT32_TYPE__ u32;
typedef __UINT64_TYPE__ u64;

struct node { struct node *next; int value; };

u32 increment(u32 *counter) { return __atomic_fetch_add(counter, 1, __ATOMIC_RELAXED); }
void add_only(u64 *counter, u64 by) { __atomic_fetch_add(counter, by, __ATOMIC_SEQ_CST); }
u8 or_byte(u8 *flags, u8 bits) { return __atomic_fetch_or(flags, bits, __ATOMIC_ACQ_REL); }
u16 nand_word(u16 *flags, u16 bits) { return __atomic_fetch_nand(flags, bits, __ATOMIC_SEQ_CST); }
u64 exchange(u64 *at, u64 value) { return __atomic_exchange_n(at, value, __ATOMIC_ACQUIRE); }
void publish(u32 *flag) { __atomic_store_n(flag, 1, __ATOMIC_SEQ_CST); }
u32 observe(const u32 *flag) { return __atomic_load_n(flag, __ATOMIC_ACQUIRE); }
void fence(void) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
int test_bit(u32 *bits) { return __atomic_fetch_or(bits, 1u << 7, __ATOMIC_SEQ_CST) >> 7 & 1; }

int compare_exchange(u32 *at, u32 *expected, u32 desired) {
    return __atomic_compare_exchange_n(at, expected, desired, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
}

void lock(u8 *held) {
    while (__atomic_test_and_set(held, __ATOMIC_ACQUIRE))
        while (__atomic_load_n(held, __ATOMIC_RELAXED))
#if defined(__i386__) || defined(__x86_64__)
            __builtin_ia32_pause();
#else
            ;
#endif
}

void unlock(u8 *held) { __atomic_clear(held, __ATOMIC_RELEASE); }

void push(struct node **top, struct node *node) {
    struct node *old = __atomic_load_n(top, __ATOMIC_RELAXED);
    do
        node->next = old;
    while (!__atomic_compare_exchange_n(top, &old, node, 1, __ATOMIC_RELEASE, __ATOMIC_RELAXED));
}

u32 maximum(u32 *at, u32 value) {
    u32 seen = __atomic_load_n(at, __ATOMIC_RELAXED);
    while (seen < value && !__atomic_compare_exchange_n(at, &seen, value, 1, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)) {
    }
    return seen;
}
