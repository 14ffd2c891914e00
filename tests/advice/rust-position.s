# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake
# source: Rust, rustc -O, rust_position
# expert: The first element that is equal ends the search.
# must: exit_by_data
# may: not_vectorized

# LLVM-MCA-BEGIN rust-position
.LBB3_3:
        cmpw     %cx, (%rdi,%rdx,2)
        je       .LBB3_4
        incq     %rdx
        addq     $-2, %rsi
        jne      .LBB3_3
# LLVM-MCA-END
