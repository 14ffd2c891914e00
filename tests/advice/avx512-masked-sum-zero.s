# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake-avx512
# source: written by hand
# expert: Elements that the mask leaves out become zero: this is no sum of all.
# must: none
# may: unroll denormals

# LLVM-MCA-BEGIN avx512-masked-sum-zero
.L1:
        vmovups  (%rdi,%rcx,4), %zmm1
        vcmpltps %zmm1, %zmm2, %k1
        vaddps   %zmm1, %zmm0, %zmm0 {%k1} {z}
        addq     $16, %rcx
        cmpq     %rcx, %rax
        jne      .L1
# LLVM-MCA-END
