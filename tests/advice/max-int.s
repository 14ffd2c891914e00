# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake
# source: C, gcc -O2, max_int
# expert: A maximum may be taken in any order; a comparison and a conditional move are one.
# must: vectorize
# may: unroll accumulators not_vectorized

# LLVM-MCA-BEGIN max-int
.L149:
        movl     (%rax), %ecx
        cmpl     %ecx, %edx
        cmovl    %ecx, %edx
        addq     $4, %rax
        cmpq     %rsi, %rax
        jne      .L149
# LLVM-MCA-END
