# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=haswell
# source: C, gcc -O2 -march=haswell, saxpy
# expert: Contiguous, one element an iteration.
# must: vectorize
# may: unroll simple_address

# LLVM-MCA-BEGIN saxpy-fma
.L107:
        vmovss   (%rsi,%rax,4), %xmm1
        vfmadd213ss (%rdi,%rax,4), %xmm0, %xmm1
        vmovss   %xmm1, (%rdi,%rax,4)
        incq     %rax
        cmpq     %rax, %rdx
        jne      .L107
# LLVM-MCA-END
