# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake
# source: C, gcc -O2, base64
# expert: Tables and bytes; the ports of loads are full.
# must: none
# may: unroll not_vectorized

# LLVM-MCA-BEGIN base64
.L166:
        movzbl   (%rsi), %eax
        movzbl   1(%rsi), %edx
        addq     $3, %rsi
        addq     $4, %rdi
        sall     $8, %edx
        sall     $16, %eax
        orl      %edx, %eax
        movzbl   -1(%rsi), %edx
        movl     %eax, %ecx
        shrl     $18, %ecx
        orl      %eax, %edx
        shrl     $12, %eax
        movzbl   (%r8,%rcx), %ecx
        andl     $63, %eax
        movb     %cl, -4(%rdi)
        movzbl   (%r8,%rax), %eax
        movb     %al, -3(%rdi)
        movl     %edx, %eax
        andl     $63, %edx
        shrl     $6, %eax
        andl     $63, %eax
        movzbl   (%r8,%rax), %eax
        movb     %al, -2(%rdi)
        movzbl   (%r8,%rdx), %eax
        movb     %al, -1(%rdi)
        cmpq     %r9, %rsi
        jne      .L166
# LLVM-MCA-END
