# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=znver4
# source: written by hand
# expert: One element at a time.
# must: vectorize
# may: unroll

# LLVM-MCA-BEGIN avx512-add-int-scalar
.L1:
        movl     (%rdx,%rcx,4), %eax
        addl     (%rsi,%rcx,4), %eax
        movl     %eax, (%rdi,%rcx,4)
        incq     %rcx
        cmpq     %rcx, %r8
        jne      .L1
# LLVM-MCA-END
