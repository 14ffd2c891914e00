# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake
# source: C, gcc -O2, prefix_int
# expert: Every sum is stored.
# must: not_vectorized
# may: unroll

# LLVM-MCA-BEGIN prefix-int
.L26:
        addl     (%rsi,%rax,4), %ecx
        movl     %ecx, (%rdi,%rax,4)
        addq     $1, %rax
        cmpq     %rax, %rdx
        jne      .L26
# LLVM-MCA-END
