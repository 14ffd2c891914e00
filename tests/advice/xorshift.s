# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake
# source: C, gcc -O2, xorshift
# expert: A state, each value of which is stored.
# must: none
# may: not_vectorized

# LLVM-MCA-BEGIN xorshift
.L89:
        movq     %rdx, %rax
        addq     $8, %rdi
        salq     $13, %rax
        xorq     %rax, %rdx
        movq     %rdx, %rax
        shrq     $7, %rax
        xorq     %rdx, %rax
        movq     %rax, %rdx
        salq     $17, %rdx
        xorq     %rax, %rdx
        movq     %rdx, -8(%rdi)
        cmpq     %rdi, %rcx
        jne      .L89
# LLVM-MCA-END
