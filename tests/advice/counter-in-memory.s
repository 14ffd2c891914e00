# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake
# source: written by hand
# expert: The counter goes through memory.
# must: value_in_register
# may: unroll vectorize not_vectorized

# LLVM-MCA-BEGIN counter-in-memory
.L1:
        movl     (%rsi), %eax
        addl     %eax, (%rdi)
        addq     $4, %rsi
        cmpq     %rsi, %rdx
        jne      .L1
# LLVM-MCA-END
