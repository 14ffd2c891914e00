# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake
# source: Rust, rustc -O, rust_index
# expert: Two bounds are checked each time: they end the loop, so it is no vector loop as it stands.
# must: none
# may: unroll vectorize not_vectorized exit_by_data

# LLVM-MCA-BEGIN rust-index
.LBB1_2:
        cmpq     %rax, %rsi
        je       .LBB1_6
        cmpq     %rax, %rcx
        je       .LBB1_7
        movl     (%rdx,%rax,4), %r10d
        addl     (%rdi,%rax,4), %r10d
        movl     %r10d, (%r8,%rax,4)
        incq     %rax
        cmpq     %rax, %r9
        jne      .LBB1_2
# LLVM-MCA-END
