# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake
# source: C, gcc -O2, copy_bytes
# expert: A byte an iteration.
# must: vectorize
# may: unroll merge_accesses simple_address

# LLVM-MCA-BEGIN copy-bytes
.L173:
        movzbl   (%rsi,%rax), %ecx
        movb     %cl, (%rdi,%rax)
        addq     $1, %rax
        cmpq     %rax, %rdx
        jne      .L173
# LLVM-MCA-END
