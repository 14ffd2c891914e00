# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=znver4
# source: written by hand
# expert: One element at a time.
# must: vectorize
# may: unroll

# LLVM-MCA-BEGIN avx512-saxpy-scalar
.L1:
        vmovss   (%rsi,%rcx,4), %xmm1
        vfmadd213ss (%rdi,%rcx,4), %xmm0, %xmm1
        vmovss   %xmm1, (%rdi,%rcx,4)
        incq     %rcx
        cmpq     %rcx, %rdx
        jne      .L1
# LLVM-MCA-END
