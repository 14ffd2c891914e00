# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake
# source: C, gcc -O2, prefix_sum
# expert: Every sum is stored: nothing can be put in another order.
# must: not_vectorized

# LLVM-MCA-BEGIN prefix-sum
.L19:
        addsd    (%rsi,%rax,8), %xmm0
        movsd    %xmm0, (%rdi,%rax,8)
        addq     $1, %rax
        cmpq     %rax, %rdx
        jne      .L19
# LLVM-MCA-END
