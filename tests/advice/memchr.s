# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=haswell
# source: C, gcc -O2, mem_char
# expert: Two exits, of which the data decide one.
# must: exit_by_data
# may: not_vectorized

# LLVM-MCA-BEGIN memchr
.L71:
        addq     $1, %rax
        cmpq     %rdx, %rax
        je       .L69
.L68:
        cmpb     %sil, (%rax)
        jne      .L71
# LLVM-MCA-END
