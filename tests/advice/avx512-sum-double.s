# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake-avx512
# source: C, clang-23 -O3 -ffast-math -march=skylake-avx512 -mprefer-vector-width=512, sum_double
# expert: One sum waits for the other.
# must: accumulators
# may: none

# LLVM-MCA-BEGIN avx512-sum-double
.LBB3_6:
        vaddpd   (%rdi,%rcx,8), %zmm0, %zmm0
        addq     $8, %rcx
        cmpq     %rcx, %rax
        jne      .LBB3_6
# LLVM-MCA-END
