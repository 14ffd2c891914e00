# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=haswell
# source: C, gcc -O2, dot_float
# expert: Only the addition is on the chain, the product is not.
# must: accumulators
# may: vectorize

# LLVM-MCA-BEGIN dot-float
.L9:
        movss    (%rdi,%rax,4), %xmm0
        mulss    (%rsi,%rax,4), %xmm0
        addq     $1, %rax
        addss    %xmm0, %xmm1
        cmpq     %rax, %rdx
        jne      .L9
# LLVM-MCA-END
