# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake
# source: written by hand
# expert: The carry is a chain through the flags, which no step may overwrite.
# must: none
# may: unroll not_vectorized

# LLVM-MCA-BEGIN sum-with-carry
.L1:
        movq     (%rsi,%rcx,8), %rax
        adcq     %rax, (%rdi,%rcx,8)
        leaq     1(%rcx), %rcx
        decq     %rdx
        jne      .L1
# LLVM-MCA-END
