# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake
# source: C, clang -O2 -fno-vectorize, hash_probe
# expert: The step feeds the address, and the key decides when to leave.
# must: exit_by_data
# may: not_vectorized

# LLVM-MCA-BEGIN hash-probe-masked
.LBB7_1:
        movq     %rcx, %rax
        andq     %rsi, %rax
        movq     (%rdi,%rax,8), %r8
        cmpq     %rdx, %r8
        je       .LBB7_3
        leaq     1(%rax), %rcx
        testq    %r8, %r8
        jne      .LBB7_1
# LLVM-MCA-END
