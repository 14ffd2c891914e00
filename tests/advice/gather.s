# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake
# source: C, gcc -O2, gather_scale
# expert: The address is loaded.
# must: not_vectorized
# may: unroll simple_address

# LLVM-MCA-BEGIN gather
.L298:
        movslq   (%rsi,%rax,4), %r8
        movss    (%rdx,%r8,4), %xmm1
        mulss    %xmm0, %xmm1
        movss    %xmm1, (%rdi,%rax,4)
        addq     $1, %rax
        cmpq     %rax, %rcx
        jne      .L298
# LLVM-MCA-END
