# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake
# source: C, gcc -O2, crc_table
# expert: A chain through a table.
# must: none
# may: not_vectorized

# LLVM-MCA-BEGIN crc-table
.L84:
        movzbl   (%rdi), %ecx
        addq     $1, %rdi
        xorl     %eax, %ecx
        shrl     $8, %eax
        movzbl   %cl, %ecx
        xorl     (%rdx,%rcx,4), %eax
        cmpq     %rdi, %rsi
        jne      .L84
# LLVM-MCA-END
