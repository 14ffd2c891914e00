# What limits regions, in words: a chain, ports, dispatch, and parts that wait for each other.
#
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake -all-views=false -explain
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -all-views=false -explain -noalias=false
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=atom -all-views=false -explain
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake -all-views=false -explain -hardware
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver4 -all-views=false -explain -json=full
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake -all-views=false -explain -json
# LLVM-MCA-BEGIN sum
.L1:
        addss   (%rdi), %xmm0
        addq    $4, %rdi
        cmpq    %rsi, %rdi
        jne     .L1
# LLVM-MCA-END

# LLVM-MCA-BEGIN polynomial
.L2:
        mulss   %xmm1, %xmm0
        addss   (%rdi), %xmm0
        addq    $4, %rdi
        cmpq    %rsi, %rdi
        jne     .L2
# LLVM-MCA-END

# LLVM-MCA-BEGIN list
.L3:
        movq    (%rdi), %rdi
        testq   %rdi, %rdi
        jne     .L3
# LLVM-MCA-END

# LLVM-MCA-BEGIN stores
.L4:
        movq    %rax, (%rdi)
        movq    %rax, 8(%rdi)
        addq    $16, %rdi
        cmpq    %rsi, %rdi
        jne     .L4
# LLVM-MCA-END

# LLVM-MCA-BEGIN copy
.L5:
        movups  (%rsi), %xmm0
        movups  %xmm0, (%rdi)
        addq    $16, %rsi
        addq    $16, %rdi
        cmpq    %rdx, %rsi
        jne     .L5
# LLVM-MCA-END
