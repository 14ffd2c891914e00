# Kernels for a CPU that keeps the rest of a register when a part of it is written.
#
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2

# LLVM-MCA-BEGIN a low byte
# advice: whole_register
.L3:
        imulq   %rdx, %rax
        addq    %rax, %r8
        movb    %r9b, %al
        decq    %rcx
        jne     .L3
# LLVM-MCA-END
# LLVM-MCA-BEGIN a whole register
.L4:
        imulq   %rdx, %rax
        addq    %rax, %r8
        movzbl  %r9b, %eax
        decq    %rcx
        jne     .L4
# LLVM-MCA-END
