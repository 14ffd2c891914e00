addq %rax, %rbx
addq %rbx, %rcx
subq %rdx, %rsi
imulq %rsi, %rdi
imulq %rax, %r8
divq %r9
imulq %r10, %r11
movq (%rsp), %r12
addq %r12, %r13
movq %r13, (%rsp)
