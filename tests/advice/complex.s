# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=haswell
# source: C, gcc -O2, complex_multiply
# expert: Real and imaginary parts take turns; packed forms need shuffles.
# must: none
# may: unroll not_vectorized simple_address

# LLVM-MCA-BEGIN complex
.L255:
        movss    (%rsi,%rax,8), %xmm0
        movss    4(%rsi,%rax,8), %xmm3
        movss    (%rdx,%rax,8), %xmm1
        movss    4(%rdx,%rax,8), %xmm4
        movaps   %xmm0, %xmm2
        movaps   %xmm3, %xmm5
        mulss    %xmm1, %xmm2
        mulss    %xmm4, %xmm5
        mulss    %xmm4, %xmm0
        mulss    %xmm3, %xmm1
        subss    %xmm5, %xmm2
        addss    %xmm1, %xmm0
        movss    %xmm2, (%rdi,%rax,8)
        movss    %xmm0, 4(%rdi,%rax,8)
        addq     $1, %rax
        cmpq     %rax, %rcx
        jne      .L255
# LLVM-MCA-END
