# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake
# source: C, gcc -O2, arg_max
# expert: The index belongs to the maximum: both are chains that a comparison decides.
# must: none
# may: unroll not_vectorized

# LLVM-MCA-BEGIN arg-max
.L160:
        movss    (%rdi,%rax,4), %xmm1
        comiss   %xmm0, %xmm1
        maxss    %xmm0, %xmm1
        cmova    %rax, %rdx
        addq     $1, %rax
        movaps   %xmm1, %xmm0
        cmpq     %rax, %rsi
        jne      .L160
# LLVM-MCA-END
