# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake
# source: C, gcc -O2 -march=haswell, dot_float
# expert: The fused product and sum is one chain of four cycles.
# must: accumulators
# may: vectorize

# LLVM-MCA-BEGIN dot-fma
.L9:
        vmovss   (%rdi,%rax,4), %xmm1
        vfmadd231ss (%rsi,%rax,4), %xmm1, %xmm0
        incq     %rax
        cmpq     %rax, %rdx
        jne      .L9
# LLVM-MCA-END
