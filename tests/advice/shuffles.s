# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake
# source: written by hand
# expert: One port does all shuffles.
# must: none
# may: unroll

# LLVM-MCA-BEGIN shuffles
.L1:
        vmovdqu  (%rsi,%rax), %ymm1
        vpshufb  %ymm2, %ymm1, %ymm3
        vpunpcklbw %ymm1, %ymm3, %ymm4
        vpermq   $216, %ymm4, %ymm5
        vmovdqu  %ymm5, (%rdi,%rax)
        addq     $32, %rax
        cmpq     %rax, %rdx
        jne      .L1
# LLVM-MCA-END
