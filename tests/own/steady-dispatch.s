# Nothing but micro-ops, of which not all fit in whole groups.
#
# oxmca: -mtriple=x86_64-unknown-unknown -instruction-info=false -resource-pressure=false -steady-state -mcpu=skylake
# oxmca: -mtriple=x86_64-unknown-unknown -instruction-info=false -resource-pressure=false -steady-state -mcpu=znver1
# oxmca: -mtriple=x86_64-unknown-unknown -instruction-info=false -resource-pressure=false -steady-state -mcpu=bdver2 -dispatch=3
# oxmca: -mtriple=x86_64-unknown-unknown -instruction-info=false -resource-pressure=false -steady-state -mcpu=skylake -micro-op-queue-size=16 -decoder-throughput=3
        nop
        nop
        nop
        nop
        nop
