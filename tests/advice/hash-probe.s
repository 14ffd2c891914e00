# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake
# source: C, gcc -O2, hash_probe2
# expert: The step feeds the address, and the key decides when to leave.
# must: exit_by_data
# may: not_vectorized

# LLVM-MCA-BEGIN hash-probe
.L59:
        addq     $1, %rax
        cmpl     %edx, (%rdi,%rax,4)
        jne      .L59
# LLVM-MCA-END
