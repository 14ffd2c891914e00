# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake
# source: C, gcc -O2, saxpy
# expert: Contiguous, one element an iteration.
# must: vectorize
# may: unroll simple_address

# LLVM-MCA-BEGIN saxpy
.L102:
        movss    (%rsi,%rax,4), %xmm1
        mulss    %xmm0, %xmm1
        addss    (%rdi,%rax,4), %xmm1
        movss    %xmm1, (%rdi,%rax,4)
        addq     $1, %rax
        cmpq     %rax, %rdx
        jne      .L102
# LLVM-MCA-END
