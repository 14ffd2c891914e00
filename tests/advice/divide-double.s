# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake
# source: C, gcc -O2, divide_double
# expert: All are divided by one value.
# must: reciprocal
# may: vectorize

# LLVM-MCA-BEGIN divide-double
.L187:
        movsd    (%rsi,%rax,8), %xmm1
        divsd    %xmm0, %xmm1
        movsd    %xmm1, (%rdi,%rax,8)
        addq     $1, %rax
        cmpq     %rax, %rdx
        jne      .L187
# LLVM-MCA-END
