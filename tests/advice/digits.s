# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake
# source: C, gcc -O2, digits
# expert: The quotient decides whether there is another digit.
# must: exit_by_data
# may: not_vectorized

# LLVM-MCA-BEGIN digits
.L207:
        movl     %edi, %edi
        addl     $1, %edx
        movq     %rdi, %rax
        imulq    %rcx, %rdi
        shrq     $35, %rdi
        cmpl     $9, %eax
        ja       .L207
# LLVM-MCA-END
