# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=znver4
# source: written by hand
# expert: Each step multiplies the one before.
# must: none
# may: denormals

# LLVM-MCA-BEGIN avx512-horner
.L1:
        vfmadd213pd (%rdi,%rcx,8), %zmm1, %zmm0
        addq     $8, %rcx
        cmpq     %rcx, %rax
        jne      .L1
# LLVM-MCA-END
