# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake
# source: C, gcc -O2, fnv
# expert: The product of a chain of exclusive or and product: no order can change.
# must: none
# may: not_vectorized

# LLVM-MCA-BEGIN fnv
.L96:
        movzbl   (%rdi), %edx
        addq     $1, %rdi
        xorq     %rdx, %rax
        imulq    %rcx, %rax
        cmpq     %rdi, %rsi
        jne      .L96
# LLVM-MCA-END
