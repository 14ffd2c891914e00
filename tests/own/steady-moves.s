# Moves, of which some CPUs eliminate all and some only as many as they can in a cycle.
#
# oxmca: -mtriple=x86_64-unknown-unknown -instruction-info=false -resource-pressure=false -steady-state -mcpu=znver3
# oxmca: -mtriple=x86_64-unknown-unknown -instruction-info=false -resource-pressure=false -steady-state -mcpu=btver2
# oxmca: -mtriple=x86_64-unknown-unknown -instruction-info=false -resource-pressure=false -steady-state -mcpu=skylake
# oxmca: -mtriple=x86_64-unknown-unknown -instruction-info=false -resource-pressure=false -steady-state -mcpu=bdver2
        movq    %rax, %rbx
        movq    %rbx, %rcx
        addq    $1, %rcx
        movq    %rcx, %rax
        xorl    %edx, %edx
        addq    %rdx, %rbx
