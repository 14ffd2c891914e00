# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=icelake-server
# source: C, clang-23 -O3 -ffast-math -march=skylake-avx512 -mprefer-vector-width=512, select2
# expert: Nothing waits.
# must: none
# may: unroll

# LLVM-MCA-BEGIN avx512-select
.LBB46_7:
        vmovdqu64 (%rsi,%r8,4), %zmm0
        vmovdqu64 (%rdx,%r8,4), %zmm1
        vpcmpgtd %zmm1, %zmm0, %k1
        vpaddd   %zmm0, %zmm0, %zmm2
        vpaddd   %zmm2, %zmm0, %zmm1 {%k1}
        vmovdqu64 %zmm1, (%rdi,%r8,4)
        addq     $16, %r8
        cmpq     %r8, %rax
        jne      .LBB46_7
# LLVM-MCA-END
