# Kernels for Atom, which issues two instructions per cycle, in order, by ports 0 and 1.
#
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=atom

# LLVM-MCA-BEGIN sum
# limit: order of results
# found: several parts
# because: the addition takes both ports, so that for one of the four cycles incq waits for a port first
.L1:
        addsd   (%rdi,%rax,8), %xmm0
        incq    %rax
        cmpq    %rsi, %rax
        jne     .L1
# LLVM-MCA-END

# LLVM-MCA-BEGIN loads
# limit: ports AtomPort0
.L2:
        movq    (%rdi), %rax
        movq    8(%rdi), %rdx
        movq    16(%rdi), %r8
        movq    24(%rdi), %r9
        decq    %rcx
        jne     .L2
# LLVM-MCA-END

# LLVM-MCA-BEGIN polynomial
# limit: chain through %xmm1
.L3:
        movsd   (%rdi), %xmm1
        mulsd   %xmm2, %xmm1
        addsd   %xmm3, %xmm1
        movsd   %xmm1, (%rdi)
        addq    $8, %rdi
        cmpq    %rsi, %rdi
        jne     .L3
# LLVM-MCA-END
