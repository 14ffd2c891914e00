# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake-avx512
# source: written by hand
# expert: One sum waits for the other, whatever the mask.
# must: accumulators
# may: unroll

# LLVM-MCA-BEGIN avx512-masked-sum
.L1:
        vmovups  (%rdi,%rcx,4), %zmm1
        vcmpltps %zmm1, %zmm2, %k1
        vaddps   %zmm1, %zmm0, %zmm0 {%k1}
        addq     $16, %rcx
        cmpq     %rcx, %rax
        jne      .L1
# LLVM-MCA-END
