# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake-avx512
# source: C, clang-23 -O3 -ffast-math -march=skylake-avx512 -mprefer-vector-width=512, gather
# expert: The gather keeps the ports busy.
# must: none
# may: unroll

# LLVM-MCA-BEGIN avx512-gather
.LBB26_7:
        vmovups  (%rdx,%r8,4), %zmm0
        vxorps   %xmm1, %xmm1, %xmm1
        kxnorw   %k0, %k0, %k1
        vgatherdps (%rsi,%zmm0,4), %zmm1 {%k1}
        vmovups  %zmm1, (%rdi,%r8,4)
        addq     $16, %r8
        cmpq     %r8, %rax
        jne      .LBB26_7
# LLVM-MCA-END
