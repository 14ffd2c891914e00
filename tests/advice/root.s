# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=ivybridge
# source: written by hand
# expert: The root keeps the upper part of its register, so it waits for the one before.
# must: false_dependency
# may: vectorize unroll

# LLVM-MCA-BEGIN root
.L1:
        sqrtsd   (%rdi,%rax,8), %xmm0
        movsd    %xmm0, (%rsi,%rax,8)
        addq     $1, %rax
        cmpq     %rax, %rdx
        jne      .L1
# LLVM-MCA-END
