# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=haswell
# source: C, gcc -O2, masks
# expert: Shifts and bitwise operations have packed forms.
# must: vectorize
# may: unroll simple_address

# LLVM-MCA-BEGIN masks
.L305:
        movl     (%rsi,%r8,4), %eax
        movl     %eax, %ecx
        sall     $4, %eax
        shrl     $4, %ecx
        andl     $-252645136, %eax
        andl     $252645135, %ecx
        orl      %ecx, %eax
        movl     %eax, (%rdi,%r8,4)
        addq     $1, %r8
        cmpq     %r8, %rdx
        jne      .L305
# LLVM-MCA-END
