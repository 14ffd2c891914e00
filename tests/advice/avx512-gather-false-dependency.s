# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake-avx512
# source: written by hand
# expert: The gather keeps elements of its register that none are left of.
# must: false_dependency
# may: unroll

# LLVM-MCA-BEGIN avx512-gather-false-dependency
.L1:
        vmovups  (%rdx,%r8,4), %zmm0
        kxnorw   %k0, %k0, %k1
        vgatherdps (%rsi,%zmm0,4), %zmm1 {%k1}
        vmovups  %zmm1, (%rdi,%r8,4)
        addq     $16, %r8
        cmpq     %r8, %rax
        jne      .L1
# LLVM-MCA-END
