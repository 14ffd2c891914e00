# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=znver4
# source: C, gcc -O3 -ffast-math -march=icelake-server -mprefer-vector-width=512, dot_double
# expert: One sum waits for the other.
# must: accumulators
# may: none

# LLVM-MCA-BEGIN avx512-dot-double
.L83:
        vmovupd  (%rdi,%rax), %zmm4
        vfmadd231pd (%rcx,%rax), %zmm4, %zmm1
        addq     $64, %rax
        cmpq     %rax, %rsi
        jne      .L83
# LLVM-MCA-END
