# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake
# source: C, gcc -O2, horner
# expert: A polynomial by Horner: each product needs the sum before. Several of them need powers of x, which is another program.
# must: none
# may: denormals not_vectorized

# LLVM-MCA-BEGIN horner
.L216:
        mulsd    %xmm1, %xmm0
        addq     $8, %rdi
        addsd    -8(%rdi), %xmm0
        cmpq     %rax, %rdi
        jne      .L216
# LLVM-MCA-END
