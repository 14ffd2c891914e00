# Kernels for Haswell: 4 micro-ops are dispatched and 4 instructions retire per cycle.
#
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=haswell

# LLVM-MCA-BEGIN sum
# limit: chain through %ymm0
.L1:
        vaddps  (%rdi), %ymm0, %ymm0
        addq    $32, %rdi
        cmpq    %rsi, %rdi
        jne     .L1
# LLVM-MCA-END

# LLVM-MCA-BEGIN four sums
# limit: ports HWPort1
.L2:
        vaddps  (%rdi), %ymm0, %ymm0
        vaddps  32(%rdi), %ymm1, %ymm1
        vaddps  64(%rdi), %ymm2, %ymm2
        vaddps  96(%rdi), %ymm3, %ymm3
        addq    $128, %rdi
        cmpq    %rsi, %rdi
        jne     .L2
# LLVM-MCA-END

# LLVM-MCA-BEGIN ten products
# limit: ports HWPort0, HWPort1
.L3:
        vmulps  %ymm14, %ymm15, %ymm0
        vmulps  %ymm14, %ymm15, %ymm1
        vmulps  %ymm14, %ymm15, %ymm2
        vmulps  %ymm14, %ymm15, %ymm3
        vmulps  %ymm14, %ymm15, %ymm4
        vmulps  %ymm14, %ymm15, %ymm5
        vmulps  %ymm14, %ymm15, %ymm6
        vmulps  %ymm14, %ymm15, %ymm7
        vmulps  %ymm14, %ymm15, %ymm8
        vmulps  %ymm14, %ymm15, %ymm9
        decq    %rcx
        jne     .L3
# LLVM-MCA-END

# LLVM-MCA-BEGIN chain of quotients
# limit: chain through %xmm0
.L4:
        divsd   %xmm1, %xmm0
        decq    %rcx
        jne     .L4
# LLVM-MCA-END

# LLVM-MCA-BEGIN quotients
# limit: ports HWFPDivider
.L5:
        vdivsd  %xmm1, %xmm2, %xmm3
        decq    %rcx
        jne     .L5
# LLVM-MCA-END

# LLVM-MCA-BEGIN copy
# limit: dispatch
.L6:
        vmovups (%rsi), %ymm0
        vmovups %ymm0, (%rdi)
        addq    $32, %rsi
        addq    $32, %rdi
        cmpq    %rdx, %rsi
        jne     .L6
# LLVM-MCA-END

# LLVM-MCA-BEGIN least
# limit: chain through %rax
.L7:
        cmpq    (%rdi), %rax
        cmovgq  (%rdi), %rax
        addq    $8, %rdi
        cmpq    %rsi, %rdi
        jne     .L7
# LLVM-MCA-END
