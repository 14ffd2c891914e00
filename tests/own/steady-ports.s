# Three vector operations and three scalar ones for four ports: no instruction has the most, their
# union is full.
#
# oxmca: -mtriple=x86_64-unknown-unknown -instruction-info=false -resource-pressure=false -steady-state -mcpu=skylake
# oxmca: -mtriple=x86_64-unknown-unknown -instruction-info=false -resource-pressure=false -steady-state -mcpu=haswell -dispatch=2
# oxmca: -mtriple=x86_64-unknown-unknown -instruction-info=false -resource-pressure=false -steady-state -mcpu=znver3
# oxmca: -mtriple=x86_64-unknown-unknown -instruction-info=false -resource-pressure=false -steady-state -mcpu=icelake-server -json
.loop:
        vaddps  %ymm1, %ymm2, %ymm3
        vmulps  %ymm1, %ymm2, %ymm4
        vpaddd  %ymm1, %ymm2, %ymm5
        addq    $8, %rdi
        cmpq    %rdi, %rsi
        jne     .loop
