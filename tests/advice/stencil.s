# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=ivybridge
# source: C, gcc -O2, stencil
# expert: Neighbours are loads at other offsets; the move of the last one is no chain that stays.
# must: vectorize
# may: unroll simple_address

# LLVM-MCA-BEGIN stencil
.L121:
        addsd    (%rsi,%rax), %xmm2
        movapd   %xmm2, %xmm1
        movsd    16(%rsi,%rax), %xmm2
        addsd    %xmm2, %xmm1
        mulsd    %xmm0, %xmm1
        movsd    %xmm1, 8(%rdi,%rax)
        addq     $8, %rax
        cmpq     %rdx, %rax
        jne      .L121
# LLVM-MCA-END
