# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=haswell
# source: C, gcc -O3 -march=haswell, saxpy
# expert: A vector an iteration; the loop itself costs as much as the work.
# must: none
# may: unroll simple_address

# LLVM-MCA-BEGIN saxpy-vector
.L138:
        vmovups  (%rsi,%rax), %ymm1
        vfmadd213ps (%rcx,%rax), %ymm2, %ymm1
        vmovups  %ymm1, (%rcx,%rax)
        addq     $32, %rax
        cmpq     %rax, %rdi
        jne      .L138
# LLVM-MCA-END
