# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=icelake-server
# source: C, gcc -O3 -ffast-math -march=icelake-server -mprefer-vector-width=512, popcount_all
# expert: Nothing waits for long.
# must: none
# may: accumulators unroll

# LLVM-MCA-BEGIN avx512-population
.L510:
        vpopcntq (%rax), %zmm1
        addq     $64, %rax
        vpaddq   %zmm1, %zmm0, %zmm0
        cmpq     %rax, %rdx
        jne      .L510
# LLVM-MCA-END
