# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=znver4
# source: C, gcc -O3 -ffast-math -march=icelake-server -mprefer-vector-width=512, xor_all
# expert: A vector is loaded per cycle.
# must: none
# may: accumulators unroll

# LLVM-MCA-BEGIN avx512-xor-all
.L147:
        vpxorq   (%rax), %zmm0, %zmm0
        addq     $64, %rax
        cmpq     %rcx, %rax
        jne      .L147
# LLVM-MCA-END
