# The rule for several regions, one of which waits for long.
#
# oxmca: -mtriple=x86_64-unknown-unknown -instruction-info=false -resource-pressure=false -steady-state -mcpu=skylake
# oxmca: -mtriple=x86_64-unknown-unknown -instruction-info=false -resource-pressure=false -steady-state -mcpu=skylake -call-latency=1000
# LLVM-MCA-BEGIN division
        divsd   %xmm1, %xmm0
# LLVM-MCA-END
# LLVM-MCA-BEGIN call
        addl    $1, %eax
        callq   f
# LLVM-MCA-END
