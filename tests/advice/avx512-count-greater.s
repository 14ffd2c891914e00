# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake-avx512
# source: C, clang-23 -O3 -ffast-math -march=skylake-avx512 -mprefer-vector-width=512, count_greater
# expert: The compared elements become a mask, and that becomes a vector: nothing waits for long.
# must: none
# may: accumulators unroll

# LLVM-MCA-BEGIN avx512-count-greater
.LBB45_6:
        vcmpltps (%rdi,%rax,4), %ymm2, %k0
        vpmovm2q %k0, %zmm3
        vpsubq   %zmm3, %zmm1, %zmm1
        addq     $8, %rax
        cmpq     %rax, %rcx
        jne      .LBB45_6
# LLVM-MCA-END
