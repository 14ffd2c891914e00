# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=ivybridge
# source: C, gcc -O2, product
# expert: A product is as good in four parts.
# must: accumulators
# may: vectorize denormals

# LLVM-MCA-BEGIN product
.L293:
        mulsd    (%rdi), %xmm0
        addq     $8, %rdi
        cmpq     %rax, %rdi
        jne      .L293
# LLVM-MCA-END
