# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake
# source: C, clang -O2 -march=haswell, saxpy
# expert: Four vectors an iteration: loads and stores are the limit.
# must: none
# may: simple_address

# LLVM-MCA-BEGIN saxpy-unrolled
.LBB16_7:
        vmovups  (%rsi,%rcx,4), %ymm2
        vmovups  32(%rsi,%rcx,4), %ymm3
        vmovups  64(%rsi,%rcx,4), %ymm4
        vmovups  96(%rsi,%rcx,4), %ymm5
        vfmadd213ps (%rdi,%rcx,4), %ymm1, %ymm2
        vfmadd213ps 32(%rdi,%rcx,4), %ymm1, %ymm3
        vfmadd213ps 64(%rdi,%rcx,4), %ymm1, %ymm4
        vfmadd213ps 96(%rdi,%rcx,4), %ymm1, %ymm5
        vmovups  %ymm2, (%rdi,%rcx,4)
        vmovups  %ymm3, 32(%rdi,%rcx,4)
        vmovups  %ymm4, 64(%rdi,%rcx,4)
        vmovups  %ymm5, 96(%rdi,%rcx,4)
        addq     $32, %rcx
        cmpq     %rcx, %rax
        jne      .LBB16_7
# LLVM-MCA-END
