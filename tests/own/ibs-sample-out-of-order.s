# A division of several micro-ops beside a chain of multiplications: samples of what waits for its
# operands, and of what waits for older instructions.
#
# oxmca: -mtriple=x86_64-unknown-unknown -instruction-info=false -resource-pressure=false -ibs-sample=1 -mcpu=znver4 -iterations=50
# oxmca: -mtriple=x86_64-unknown-unknown -instruction-info=false -resource-pressure=false -ibs-sample=13 -mcpu=skylake -iterations=100003
# oxmca: -mtriple=x86_64-unknown-unknown -instruction-info=false -resource-pressure=false -ibs-sample=250000 -mcpu=btver2 -iterations=100003
# oxmca: -mtriple=x86_64-unknown-unknown -instruction-info=false -resource-pressure=false -ibs-sample=4294967295 -mcpu=znver4
# oxmca: -mtriple=x86_64-unknown-unknown -instruction-info=false -resource-pressure=false -ibs-sample=7 -mcpu=znver3 -json
# oxmca: -mtriple=x86_64-unknown-unknown -instruction-info=false -resource-pressure=false -ibs-sample=7 -mcpu=znver3 -instruction-tables
.loop:
        movq    (%rdi), %rax
        xorl    %edx, %edx
        divq    %rcx
        imulq   %rax, %rbx
        addq    $8, %rdi
        decq    %rsi
        jne     .loop
