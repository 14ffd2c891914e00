# A chain of three instructions from each iteration to the next, and work beside it.
#
# oxmca: -mtriple=x86_64-unknown-unknown -instruction-info=false -resource-pressure=false -steady-state -mcpu=skylake
# oxmca: -mtriple=x86_64-unknown-unknown -instruction-info=false -resource-pressure=false -steady-state -mcpu=znver2
# oxmca: -mtriple=x86_64-unknown-unknown -instruction-info=false -resource-pressure=false -steady-state -mcpu=slm
# oxmca: -mtriple=x86_64-unknown-unknown -instruction-info=false -resource-pressure=false -steady-state -mcpu=sandybridge -json
        addq    %rbx, %rax
        imulq   %rax, %rcx
        addq    %rcx, %rax
        movq    %rcx, (%rdi)
