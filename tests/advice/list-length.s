# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=znver5
# source: C, gcc -O2, list_length
# expert: The next address is loaded.
# must: exit_by_data
# may: not_vectorized

# LLVM-MCA-BEGIN list-length
.L79:
        movq     (%rdi), %rdi
        addq     $1, %rax
        testq    %rdi, %rdi
        jne      .L79
# LLVM-MCA-END
