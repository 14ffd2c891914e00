# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=alderlake
# source: C, gcc -O2, matrix_row
# expert: Contiguous, one element an iteration.
# must: vectorize
# may: unroll simple_address

# LLVM-MCA-BEGIN matrix-row
.L114:
        movsd    (%rsi,%rax,8), %xmm1
        mulsd    %xmm0, %xmm1
        addsd    (%rdi,%rax,8), %xmm1
        movsd    %xmm1, (%rdi,%rax,8)
        addq     $1, %rax
        cmpq     %rax, %rdx
        jne      .L114
# LLVM-MCA-END
