# A value that goes through memory, if loads can be of what was stored.
#
# oxmca: -mtriple=x86_64-unknown-unknown -instruction-info=false -resource-pressure=false -steady-state -mcpu=haswell
# oxmca: -mtriple=x86_64-unknown-unknown -instruction-info=false -resource-pressure=false -steady-state -mcpu=haswell -noalias=false
# oxmca: -mtriple=x86_64-unknown-unknown -instruction-info=false -resource-pressure=false -steady-state -mcpu=znver4 -noalias=false -squeue=2
        movq    (%rdi), %rax
        addq    $1, %rax
        movq    %rax, (%rdi)
        movq    %rax, 8(%rdi)
