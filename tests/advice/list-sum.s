# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake
# source: C, gcc -O2, list_sum
# expert: The next address is loaded: the sum is not the limit.
# must: exit_by_data
# may: not_vectorized

# LLVM-MCA-BEGIN list-sum
.L74:
        addq     8(%rdi), %rax
        movq     (%rdi), %rdi
        testq    %rdi, %rdi
        jne      .L74
# LLVM-MCA-END
