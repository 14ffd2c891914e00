# A multiplier that two of three instructions need.
#
# oxmca: -mtriple=x86_64-unknown-unknown -instruction-info=false -resource-pressure=false -steady-state -mcpu=btver2
# oxmca: -mtriple=x86_64-unknown-unknown -instruction-info=false -resource-pressure=false -steady-state -mcpu=btver2 -iterations=1
# oxmca: -mtriple=x86_64-unknown-unknown -instruction-info=false -resource-pressure=false -steady-state -mcpu=haswell
# oxmca: -mtriple=x86_64-unknown-unknown -instruction-info=false -resource-pressure=false -steady-state -mcpu=znver4
# oxmca: -mtriple=x86_64-unknown-unknown -instruction-info=false -resource-pressure=false -steady-state -mcpu=btver2 -json
        vmulps  %xmm0, %xmm1, %xmm2
        vhaddps %xmm2, %xmm2, %xmm3
        vhaddps %xmm3, %xmm3, %xmm4
