# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake
# source: C, gcc -O2, max_float
# expert: A maximum may be taken in any order if no value is NaN.
# must: accumulators
# may: vectorize

# LLVM-MCA-BEGIN max-float
.L154:
        movss    (%rax), %xmm1
        addq     $4, %rax
        maxss    %xmm0, %xmm1
        movaps   %xmm1, %xmm0
        cmpq     %rdx, %rax
        jne      .L154
# LLVM-MCA-END
