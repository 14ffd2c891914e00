# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=haswell
# source: written by hand
# expert: The conversion keeps the upper part of its register.
# must: false_dependency
# may: vectorize unroll not_vectorized simple_address

# LLVM-MCA-BEGIN convert
.L1:
        cvtsi2sdl (%rdi,%rax,4), %xmm0
        mulsd    %xmm1, %xmm0
        movsd    %xmm0, (%rsi,%rax,8)
        addq     $1, %rax
        cmpq     %rax, %rdx
        jne      .L1
# LLVM-MCA-END
