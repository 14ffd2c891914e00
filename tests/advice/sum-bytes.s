# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake
# source: C, gcc -O2, sum_bytes
# expert: Bytes become wider as they are loaded, also by vectors.
# must: vectorize
# may: unroll accumulators

# LLVM-MCA-BEGIN sum-bytes
.L276:
        movzbl   (%rdi), %edx
        addq     $1, %rdi
        addl     %edx, %eax
        cmpq     %rsi, %rdi
        jne      .L276
# LLVM-MCA-END
