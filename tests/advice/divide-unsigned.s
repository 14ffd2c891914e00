# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake
# source: C, gcc -O2, divide_unsigned
# expert: All are divided by one value, which is not known when the program is compiled.
# must: reciprocal
# may: not_vectorized

# LLVM-MCA-BEGIN divide-unsigned
.L194:
        movl     (%rsi,%r8,4), %eax
        xorl     %edx, %edx
        divl     %r9d
        movl     %eax, (%rdi,%r8,4)
        addq     $1, %r8
        cmpq     %r8, %rcx
        jne      .L194
# LLVM-MCA-END
