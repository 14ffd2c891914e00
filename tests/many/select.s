addq %rdi, %rcx
imulq %rcx, %r9
imulq %r8, %rdi
addq $1, %rdi
addq %rdi, %rdi
addq %rdi, %rsi
addq %rbx, %rdx
