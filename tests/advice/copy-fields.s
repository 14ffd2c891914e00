# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=haswell
# source: C, gcc -O2, copy_fields
# expert: Four neighbours are copied one by one.
# must: merge_accesses
# may: unroll

# LLVM-MCA-BEGIN copy-fields
.L180:
        movl     4(%rsi), %eax
        movl     (%rsi), %edx
        addq     $16, %rsi
        addq     $16, %rdi
        movl     %edx, -16(%rdi)
        movl     %eax, -12(%rdi)
        movl     -8(%rsi), %eax
        movl     %eax, -8(%rdi)
        movl     -4(%rsi), %eax
        movl     %eax, -4(%rdi)
        cmpq     %rcx, %rsi
        jne      .L180
# LLVM-MCA-END
