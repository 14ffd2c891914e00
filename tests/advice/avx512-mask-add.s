# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake-avx512
# source: C, clang-23 -O3 -ffast-math -march=skylake-avx512 -mprefer-vector-width=512, mask_add
# expert: Nothing waits.
# must: none
# may: unroll

# LLVM-MCA-BEGIN avx512-mask-add
.LBB43_6:
        vmovups  (%rsi,%rcx,4), %zmm1
        vcmpltps %zmm1, %zmm0, %k1
        vmovups  (%rdi,%rcx,4), %zmm2 {%k1} {z}
        vaddps   %zmm1, %zmm2, %zmm1
        vmovups  %zmm1, (%rdi,%rcx,4) {%k1}
        addq     $16, %rcx
        cmpq     %rcx, %rax
        jne      .LBB43_6
# LLVM-MCA-END
