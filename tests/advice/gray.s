# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake
# source: C, gcc -O2, gray
# expert: Bytes in threes.
# must: none
# may: unroll not_vectorized

# LLVM-MCA-BEGIN gray
.L281:
        movzbl   (%rsi), %eax
        movzbl   1(%rsi), %edx
        addq     $3, %rsi
        addq     $1, %rdi
        imull    $150, %edx, %edx
        imull    $77, %eax, %eax
        addl     %edx, %eax
        movzbl   -1(%rsi), %edx
        imull    $29, %edx, %edx
        addl     %edx, %eax
        movb     %ah, -1(%rdi)
        cmpq     %rsi, %rcx
        jne      .L281
# LLVM-MCA-END
