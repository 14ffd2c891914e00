# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake
# source: written by hand
# expert: The destination of the gather is that of the one before: nothing of it is kept.
# must: false_dependency
# may: unroll

# LLVM-MCA-BEGIN gather-carried
.L1:
        vmovdqu  (%rsi,%rax,4), %ymm1
        vpcmpeqd %ymm2, %ymm2, %ymm2
        vgatherdps %ymm2, (%rdi,%ymm1,4), %ymm3
        vmovups  %ymm3, (%rdx,%rax,4)
        addq     $8, %rax
        cmpq     %r8, %rax
        jne      .L1
# LLVM-MCA-END
