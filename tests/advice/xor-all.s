# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake
# source: C, gcc -O2, xor_all
# expert: The product is not on the chain, and a product a cycle is all that there is.
# must: none
# may: unroll accumulators vectorize not_vectorized

# LLVM-MCA-BEGIN xor-all
.L326:
        movq     (%rdi), %rdx
        addq     $8, %rdi
        imulq    %rcx, %rdx
        xorq     %rdx, %rax
        cmpq     %rsi, %rdi
        jne      .L326
# LLVM-MCA-END
