# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=alderlake
# source: C, gcc -O2 -march=haswell, iir_register
# expert: The chain is the filter itself.
# must: none
# may: denormals not_vectorized

# LLVM-MCA-BEGIN filter-fma
.L40:
        vfmadd213sd (%rsi,%rax,8), %xmm0, %xmm1
        vmovsd   %xmm1, (%rdi,%rax,8)
        incq     %rax
        cmpq     %rax, %rdx
        jne      .L40
# LLVM-MCA-END
