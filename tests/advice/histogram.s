# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake
# source: C, gcc -O2, histogram
# expert: A bin that is the last one again has to wait for its store.
# must: unordered_stores
# may: unroll not_vectorized

# LLVM-MCA-BEGIN histogram
.L130:
        movzbl   (%rsi), %eax
        addq     $1, %rsi
        addl     $1, (%rdi,%rax,4)
        cmpq     %rsi, %rdx
        jne      .L130
# LLVM-MCA-END
