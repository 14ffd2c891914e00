# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=znver4
# source: written by hand
# expert: The divisor is the same each time.
# must: reciprocal
# may: unroll

# LLVM-MCA-BEGIN avx512-divide
.L1:
        vmovupd  (%rdi,%rcx,8), %zmm0
        vdivpd   %zmm1, %zmm0, %zmm0
        vmovupd  %zmm0, (%rdi,%rcx,8)
        addq     $8, %rcx
        cmpq     %rcx, %rax
        jne      .L1
# LLVM-MCA-END
