# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake-avx512
# source: written by hand
# expert: The factor is loaded each time.
# must: hoist
# may: unroll

# LLVM-MCA-BEGIN avx512-factor-in-memory
.L1:
        vmovupd  (%rdi,%rcx,8), %zmm0
        vmulpd   (%rsi){1to8}, %zmm0, %zmm0
        vmovupd  %zmm0, (%rdi,%rcx,8)
        addq     $8, %rcx
        cmpq     %rcx, %rax
        jne      .L1
# LLVM-MCA-END
