# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake
# source: C, gcc -O2, bubble
# expert: The larger value goes along in a register.
# must: none
# may: not_vectorized unroll

# LLVM-MCA-BEGIN bubble
.L144:
        movl     (%rax), %ecx
        movl     %edx, %esi
        cmpl     %edx, %ecx
        cmovle   %ecx, %esi
        cmpl     %ecx, %edx
        cmovl    %ecx, %edx
        addq     $4, %rax
        movl     %esi, -8(%rax)
        movl     %edx, -4(%rax)
        cmpq     %rax, %rdi
        jne      .L144
# LLVM-MCA-END
