# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake
# source: C, gcc -O2, int_to_float
# expert: A conversion has a packed form.
# must: vectorize
# may: unroll simple_address

# LLVM-MCA-BEGIN int-to-float
.L269:
        pxor     %xmm1, %xmm1
        cvtsi2ssl (%rsi,%rax,4), %xmm1
        mulss    %xmm0, %xmm1
        movss    %xmm1, (%rdi,%rax,4)
        addq     $1, %rax
        cmpq     %rax, %rdx
        jne      .L269
# LLVM-MCA-END
