# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=znver4
# source: C, clang-23 -O3 -ffast-math -march=skylake-avx512 -mprefer-vector-width=512, product
# expert: One product waits for the other.
# must: accumulators
# may: denormals

# LLVM-MCA-BEGIN avx512-product
.LBB8_6:
        vmulpd   (%rdi,%rcx,8), %zmm0, %zmm0
        addq     $8, %rcx
        cmpq     %rcx, %rax
        jne      .LBB8_6
# LLVM-MCA-END
