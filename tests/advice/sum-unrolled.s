# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=znver5
# source: Rust, rustc -O, rust_sum
# expert: Eight additions to one register: several registers need no more code.
# must: accumulators
# may: vectorize not_vectorized

# LLVM-MCA-BEGIN sum-unrolled
.LBB4_5:
        addsd    (%rdi,%rcx,8), %xmm0
        addsd    8(%rdi,%rcx,8), %xmm0
        addsd    16(%rdi,%rcx,8), %xmm0
        addsd    24(%rdi,%rcx,8), %xmm0
        addsd    32(%rdi,%rcx,8), %xmm0
        addsd    40(%rdi,%rcx,8), %xmm0
        addsd    48(%rdi,%rcx,8), %xmm0
        addsd    56(%rdi,%rcx,8), %xmm0
        addq     $8, %rcx
        cmpq     %rcx, %rsi
        jne      .LBB4_5
# LLVM-MCA-END
