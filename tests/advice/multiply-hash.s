# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake
# source: C, gcc -O2, multiply_hash
# expert: A hash that the compiler has made a shift and a subtraction of already.
# must: none
# may: not_vectorized

# LLVM-MCA-BEGIN multiply-hash
.L321:
        movq     %rdx, %rax
        addq     $8, %rdi
        salq     $5, %rax
        subq     %rdx, %rax
        addq     -8(%rdi), %rax
        movq     %rax, %rdx
        cmpq     %rcx, %rdi
        jne      .L321
# LLVM-MCA-END
