# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake
# source: C, gcc -O2, iir_memory
# expert: The value that is loaded was stored the iteration before.
# must: value_in_register
# may: denormals not_vectorized

# LLVM-MCA-BEGIN filter-in-memory
.L33:
        movsd    -8(%rdi,%rax,8), %xmm1
        mulsd    %xmm0, %xmm1
        addsd    (%rsi,%rax,8), %xmm1
        movsd    %xmm1, (%rdi,%rax,8)
        addq     $1, %rax
        cmpq     %rax, %rdx
        jne      .L33
# LLVM-MCA-END
