# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake-avx512
# source: C, clang-23 -O3 -ffast-math -march=skylake-avx512 -mprefer-vector-width=512, sum_long
# expert: Two vectors could be loaded per cycle, but one sum waits for the other.
# must: accumulators
# may: none

# LLVM-MCA-BEGIN avx512-sum-long
.LBB0_6:
        vpaddq   (%rdi,%rax,8), %zmm0, %zmm0
        addq     $8, %rax
        cmpq     %rax, %rcx
        jne      .LBB0_6
# LLVM-MCA-END
