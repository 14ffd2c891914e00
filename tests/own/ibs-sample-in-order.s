# In order, micro-ops are tagged when their instruction issues. The vector product completes while
# the division, of many micro-ops, issues; llvm-mca's pipeline then forgets to retire it.
#
# oxmca: -mtriple=x86_64-unknown-unknown -instruction-info=false -resource-pressure=false -ibs-sample=1 -mcpu=atom -iterations=10
# oxmca: -mtriple=x86_64-unknown-unknown -instruction-info=false -resource-pressure=false -ibs-sample=29 -mcpu=atom -iterations=100003
# LLVM-MCA-BEGIN forgotten
        leaq    (%rdi,%rsi), %rdi
        mulps   %xmm1, %xmm2
        divq    %rcx
        imulq   %rdi, %rsi
# LLVM-MCA-END forgotten
# LLVM-MCA-BEGIN plain
        addps   %xmm0, %xmm1
        mulps   %xmm1, %xmm2
# LLVM-MCA-END plain
