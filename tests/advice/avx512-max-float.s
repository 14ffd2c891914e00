# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=icelake-server
# source: C, gcc -O3 -ffast-math -march=icelake-server -mprefer-vector-width=512, max_float
# expert: One maximum waits for the other.
# must: accumulators
# may: none

# LLVM-MCA-BEGIN avx512-max-float
.L104:
        vmaxps   (%rax), %zmm1, %zmm1
        addq     $64, %rax
        cmpq     %rax, %rcx
        jne      .L104
# LLVM-MCA-END
