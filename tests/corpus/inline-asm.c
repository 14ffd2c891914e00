/* corpus: not darwin windows intel non-x86 */
/* Inline assembly among the compiler's own: constraints, several lines, local labels, sections, regions. */
typedef __UINT32_TYPE__ u32;
typedef __UINT64_TYPE__ u64;

u64 timestamp(void) {
    u32 low, high;
    __asm volatile("lfence\n\trdtsc" : "=a"(low), "=d"(high) : : "memory");
    return (u64)high << 32 | low;
}

void identify(u32 leaf, u32 out[4]) {
    __asm volatile("cpuid" : "=a"(out[0]), "=b"(out[1]), "=c"(out[2]), "=d"(out[3]) : "a"(leaf), "c"(0));
}

u32 rotate(u32 x, unsigned char by) {
    __asm("roll %%cl, %0" : "+r"(x) : "c"(by) : "cc");
    return x;
}

int add_overflows(u32 *a, u32 b) {
    unsigned char carry;
    __asm("addl %2, %0; setc %1" : "+m"(*a), "=q"(carry) : "ri"(b) : "cc");
    return carry;
}

u32 count_down(u32 n) {
    u32 steps = 0;
    __asm volatile("1:\n\t"
                   "incl %0\n\t"
                   "subl $3, %1\n\t"
                   "jg 1b\n"
                   "2:"
                   : "+r"(steps), "+r"(n)
                   :
                   : "cc");
    return steps;
}

#ifdef __SSE__
float inverse(float x) {
    __asm("rcpss %0, %0" : "+x"(x));
    return x;
}
#endif

void marked(float *restrict out, const float *restrict in, unsigned long n) {
    for (unsigned long i = 0; i < n; i++) {
        __asm volatile("# LLVM-MCA-BEGIN marked loop" ::: "memory");
        out[i] = in[i] * in[i] + 1.0f;
        __asm volatile("# LLVM-MCA-END marked loop" ::: "memory");
    }
}

__asm(".pushsection .rodata\n"
      "in_assembly:\n"
      ".ascii \"by hand\\0\"\n"
      ".popsection\n"
      ".globl by_hand\n"
      ".type by_hand, @function\n"
      "by_hand:\n"
      "\txorl %eax, %eax\n"
      "\tret\n"
      ".size by_hand, . - by_hand");
