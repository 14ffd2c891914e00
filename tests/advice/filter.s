# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake
# source: C, gcc -O2, iir_register
# expert: The chain is the filter itself, and every value is stored.
# must: none
# may: denormals not_vectorized

# LLVM-MCA-BEGIN filter
.L37:
        mulsd    %xmm0, %xmm1
        addsd    (%rsi,%rax,8), %xmm1
        movsd    %xmm1, (%rdi,%rax,8)
        addq     $1, %rax
        cmpq     %rax, %rdx
        jne      .L37
# LLVM-MCA-END
