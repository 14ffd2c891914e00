# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake
# source: Rust, rustc -O, rust_max
# expert: A comparison and a conditional move take two cycles an element; there is no packed maximum of 64 bits before AVX-512.
# must: none
# may: unroll accumulators vectorize not_vectorized

# LLVM-MCA-BEGIN rust-max
.LBB2_13:
        movq     (%rdx,%rsi,8), %rdi
        cmpq     %rax, %rdi
        cmovgq   %rdi, %rax
        incq     %rsi
        cmpq     %rsi, %rcx
        jne      .LBB2_13
# LLVM-MCA-END
