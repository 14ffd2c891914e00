# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake-avx512
# source: C, clang-23 -O3 -ffast-math -march=skylake-avx512 -mprefer-vector-width=512, saxpy
# expert: A part of the instructions only runs the loop.
# must: unroll
# may: none

# LLVM-MCA-BEGIN avx512-saxpy
.LBB9_7:
        vmovups  (%rsi,%rcx,4), %zmm2
        vfmadd213ps (%rdi,%rcx,4), %zmm1, %zmm2
        vmovups  %zmm2, (%rdi,%rcx,4)
        addq     $16, %rcx
        cmpq     %rcx, %rax
        jne      .LBB9_7
# LLVM-MCA-END
