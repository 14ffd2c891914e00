# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=haswell
# source: C, gcc -O2, scale_by_pointer
# expert: The factor is loaded each time, since the compiler fears that it is overwritten.
# must: hoist
# may: unroll vectorize

# LLVM-MCA-BEGIN scale-by-pointer
.L248:
        movsd    (%rdi), %xmm0
        mulsd    (%rsi), %xmm0
        addq     $8, %rdi
        movsd    %xmm0, -8(%rdi)
        cmpq     %rax, %rdi
        jne      .L248
# LLVM-MCA-END
