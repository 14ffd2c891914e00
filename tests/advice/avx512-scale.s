# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=icelake-server
# source: C, gcc -O3 -ffast-math -march=icelake-server -mprefer-vector-width=512, scale
# expert: A vector is stored per cycle.
# must: none
# may: unroll

# LLVM-MCA-BEGIN avx512-scale
.L212:
        vmulpd   (%rsi,%rax), %zmm2, %zmm1
        vmovupd  %zmm1, (%rcx,%rax)
        addq     $64, %rax
        cmpq     %rax, %rdi
        jne      .L212
# LLVM-MCA-END
