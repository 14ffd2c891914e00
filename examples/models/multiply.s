imulq %rax, %rbx
popcntq %rbx, %rcx
addq %rcx, %rdx
