# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=haswell
# source: C, gcc -O2, stencil_in_place
# expert: The left neighbour was stored the iteration before.
# must: value_in_register
# may: denormals not_vectorized

# LLVM-MCA-BEGIN stencil-in-place
.L126:
        movsd    (%rdi), %xmm1
        addsd    8(%rdi), %xmm1
        addq     $8, %rdi
        addsd    8(%rdi), %xmm1
        mulsd    %xmm0, %xmm1
        movsd    %xmm1, (%rdi)
        cmpq     %rdi, %rax
        jne      .L126
# LLVM-MCA-END
