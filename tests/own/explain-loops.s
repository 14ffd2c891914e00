# `oxmca explain` looks for loops where no regions are marked.
#
# oxmca: explain --mtriple=x86_64-unknown-unknown --mcpu=skylake,haswell
# oxmca: explain --mtriple=x86_64-unknown-unknown --mcpu=skylake --function=nothing
sum:
        xorps   %xmm0, %xmm0
.L1:
        addss   (%rdi), %xmm0
        addq    $4, %rdi
        cmpq    %rsi, %rdi
        jne     .L1
        ret
