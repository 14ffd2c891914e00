# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=icelake-server
# source: C, clang-23 -O3 -ffast-math -march=skylake-avx512 -mprefer-vector-width=512, stencil
# expert: What an iteration loads is kept for the next.
# must: none
# may: unroll

# LLVM-MCA-BEGIN avx512-stencil
.LBB33_3:
        vmovdqa64 %zmm0, %zmm1
        vmovdqu64 16(%rsi,%r9,8), %zmm0
        valignq  $7, %zmm1, %zmm0, %zmm1
        vaddpd   (%rsi,%r9,8), %zmm1, %zmm1
        vaddpd   %zmm0, %zmm1, %zmm1
        vmovupd  %zmm1, 8(%rdi,%r9,8)
        addq     $8, %r9
        cmpq     %r9, %r8
        jne      .LBB33_3
# LLVM-MCA-END
