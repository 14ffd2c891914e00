# Kernels for Skylake. Of each, the comment `limit:` says what limits it, written from the model's numbers before
# any rule was there. Dispatch takes 6 micro-ops per cycle, retirement 8 instructions.
#
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake

# LLVM-MCA-BEGIN sum of floats
# limit: chain through %xmm0
.L1:
        addss   (%rdi), %xmm0
        addq    $4, %rdi
        cmpq    %rsi, %rdi
        jne     .L1
# LLVM-MCA-END

# LLVM-MCA-BEGIN dot product
# limit: chain through %xmm0
.L2:
        movss   (%rdi,%rax,4), %xmm1
        mulss   (%rsi,%rax,4), %xmm1
        addss   %xmm1, %xmm0
        incq    %rax
        cmpq    %rdx, %rax
        jne     .L2
# LLVM-MCA-END

# LLVM-MCA-BEGIN ten products
# limit: ports SKLPort0, SKLPort1
.L3:
        vfmadd231ps     %ymm14, %ymm15, %ymm0
        vfmadd231ps     %ymm14, %ymm15, %ymm1
        vfmadd231ps     %ymm14, %ymm15, %ymm2
        vfmadd231ps     %ymm14, %ymm15, %ymm3
        vfmadd231ps     %ymm14, %ymm15, %ymm4
        vfmadd231ps     %ymm14, %ymm15, %ymm5
        vfmadd231ps     %ymm14, %ymm15, %ymm6
        vfmadd231ps     %ymm14, %ymm15, %ymm7
        vfmadd231ps     %ymm14, %ymm15, %ymm8
        vfmadd231ps     %ymm14, %ymm15, %ymm9
        subq    $1, %rcx
        jne     .L3
# LLVM-MCA-END

# LLVM-MCA-BEGIN shuffles
# limit: ports SKLPort5
.L4:
        pshufb  %xmm8, %xmm0
        pshufb  %xmm8, %xmm1
        pshufb  %xmm8, %xmm2
        subq    $1, %rcx
        jne     .L4
# LLVM-MCA-END

# LLVM-MCA-BEGIN two stores
# limit: ports SKLPort4
.L5:
        movq    %rax, (%rdi)
        movq    %rax, 8(%rdi)
        addq    $16, %rdi
        cmpq    %rsi, %rdi
        jne     .L5
# LLVM-MCA-END

# LLVM-MCA-BEGIN six loads
# limit: ports SKLPort2, SKLPort3
.L6:
        movq    (%rdi), %rax
        movq    8(%rdi), %rcx
        movq    16(%rdi), %rdx
        movq    24(%rdi), %r8
        movq    32(%rdi), %r9
        movq    40(%rdi), %r10
        addq    $48, %rdi
        cmpq    %rsi, %rdi
        jne     .L6
# LLVM-MCA-END

# LLVM-MCA-BEGIN nothing to do
# limit: dispatch
.L7:
        nop
        nop
        nop
        nop
        nop
        nop
        nop
        nop
        nop
        nop
        subq    $1, %rcx
        jne     .L7
# LLVM-MCA-END

# LLVM-MCA-BEGIN a bit of everything
# limit: dispatch
# found: dispatch and ports SKLPort0, SKLPort1, SKLPort5, SKLPort6
# because: a store is one micro-op in this model, not two, so that these ports take as long
.L8:
        movq    (%rdi), %rax
        movq    8(%rdi), %rcx
        movq    %rdx, (%r8)
        vpaddd  %ymm1, %ymm2, %ymm3
        vpaddd  %ymm1, %ymm2, %ymm4
        vpaddd  %ymm1, %ymm2, %ymm5
        addq    $16, %rdi
        cmpq    %rsi, %rdi
        jne     .L8
# LLVM-MCA-END

# LLVM-MCA-BEGIN list
# limit: chain through %rdi
.L9:
        movq    (%rdi), %rdi
        testq   %rdi, %rdi
        jne     .L9
# LLVM-MCA-END

# LLVM-MCA-BEGIN power
# limit: chain through %rax
.L10:
        imulq   %rdx, %rax
        decq    %rcx
        jne     .L10
# LLVM-MCA-END

# LLVM-MCA-BEGIN products of integers
# limit: ports SKLPort1
.L11:
        imulq   $7, %rsi, %rax
        imulq   $11, %rsi, %rdx
        imulq   $13, %rsi, %r8
        decq    %rcx
        jne     .L11
# LLVM-MCA-END

# LLVM-MCA-BEGIN chain of quotients
# limit: chain through %xmm0
.L12:
        divss   %xmm1, %xmm0
        decq    %rcx
        jne     .L12
# LLVM-MCA-END

# LLVM-MCA-BEGIN quotients
# limit: ports SKLFPDivider
.L13:
        vmovss  (%rdi), %xmm2
        vdivss  %xmm1, %xmm2, %xmm3
        vmovss  %xmm3, (%rdi)
        addq    $4, %rdi
        cmpq    %rsi, %rdi
        jne     .L13
# LLVM-MCA-END

# LLVM-MCA-BEGIN roots
# limit: ports SKLFPDivider
# found: chain through %xmm1
# because: sqrtsd keeps the upper half of its destination, which chains it to the last one
.L14:
        sqrtsd  (%rdi), %xmm1
        movsd   %xmm1, (%rdi)
        addq    $8, %rdi
        cmpq    %rsi, %rdi
        jne     .L14
# LLVM-MCA-END

# LLVM-MCA-BEGIN polynomial
# limit: chain through %xmm0
.L15:
        mulss   %xmm1, %xmm0
        addss   (%rdi), %xmm0
        addq    $4, %rdi
        cmpq    %rsi, %rdi
        jne     .L15
# LLVM-MCA-END

# LLVM-MCA-BEGIN long addition
# limit: dispatch
# found: dispatch and ports SKLPort0, SKLPort1, SKLPort5, SKLPort6
# because: a store is one micro-op in this model, not two, so that these ports take as long
.L16:
        movq    (%rsi), %rax
        adcq    (%rdx), %rax
        movq    %rax, (%rdi)
        leaq    8(%rsi), %rsi
        leaq    8(%rdx), %rdx
        leaq    8(%rdi), %rdi
        decq    %rcx
        jne     .L16
# LLVM-MCA-END

# LLVM-MCA-BEGIN checksum
# limit: chain through %rax
.L17:
        crc32q  (%rdi), %rax
        addq    $8, %rdi
        cmpq    %rsi, %rdi
        jne     .L17
# LLVM-MCA-END

# LLVM-MCA-BEGIN one block of AES
# limit: chain through %xmm0
.L18:
        aesenc  %xmm1, %xmm0
        aesenc  %xmm2, %xmm0
        aesenc  %xmm3, %xmm0
        aesenc  %xmm4, %xmm0
        decq    %rcx
        jne     .L18
# LLVM-MCA-END

# LLVM-MCA-BEGIN eight blocks of AES
# limit: ports SKLPort0
.L19:
        aesenc  %xmm15, %xmm0
        aesenc  %xmm15, %xmm1
        aesenc  %xmm15, %xmm2
        aesenc  %xmm15, %xmm3
        aesenc  %xmm15, %xmm4
        aesenc  %xmm15, %xmm5
        aesenc  %xmm15, %xmm6
        aesenc  %xmm15, %xmm7
        decq    %rcx
        jne     .L19
# LLVM-MCA-END

# LLVM-MCA-BEGIN bits
# limit: ports SKLPort1
.L20:
        popcntq (%rdi), %rax
        addq    %rax, %r8
        popcntq 8(%rdi), %rax
        addq    %rax, %r9
        popcntq 16(%rdi), %rax
        addq    %rax, %r10
        addq    $24, %rdi
        cmpq    %rsi, %rdi
        jne     .L20
# LLVM-MCA-END

# LLVM-MCA-BEGIN a flag in the low byte
# limit: chain through %rax
.L21:
        imulq   %rdx, %rax
        addq    %rax, %r8
        cmpq    %rsi, %r8
        sete    %al
        decq    %rcx
        jne     .L21
# LLVM-MCA-END

# LLVM-MCA-BEGIN false dependency of a conversion
# limit: chain through %xmm0
.L22:
        cvtsi2sdq       %rax, %xmm0
        addsd   %xmm0, %xmm1
        incq    %rax
        cmpq    %rsi, %rax
        jne     .L22
# LLVM-MCA-END
