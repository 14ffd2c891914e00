# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=haswell
# source: C, gcc -O2, histogram_weights
# expert: A bin that is the last one again has to wait for its store.
# must: unordered_stores
# may: unroll not_vectorized

# LLVM-MCA-BEGIN histogram-weights
.L137:
        movl     (%rsi,%rax,4), %r8d
        leaq     (%rdi,%r8,4), %r8
        movss    (%r8), %xmm0
        addss    (%rdx,%rax,4), %xmm0
        addq     $1, %rax
        movss    %xmm0, (%r8)
        cmpq     %rax, %rcx
        jne      .L137
# LLVM-MCA-END
