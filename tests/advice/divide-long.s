# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake
# source: C, gcc -O2, divide_long
# expert: Divisions of 64 bits are slow on this processor, those of 32 bits are not.
# must: narrower_division
# may: not_vectorized

# LLVM-MCA-BEGIN divide-long
.L201:
        movq     (%rsi,%r8,8), %rax
        xorl     %edx, %edx
        divq     (%r9,%r8,8)
        movq     %rax, (%rdi,%r8,8)
        addq     $1, %r8
        cmpq     %r8, %rcx
        jne      .L201
# LLVM-MCA-END
