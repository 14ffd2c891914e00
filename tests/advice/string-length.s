# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake
# source: C, gcc -O2, str_length
# expert: Bytes after the end must not be looked at without care.
# must: exit_by_data
# may: not_vectorized

# LLVM-MCA-BEGIN string-length
.L63:
        addq     $1, %rax
        cmpb     $0, (%rax)
        jne      .L63
# LLVM-MCA-END
