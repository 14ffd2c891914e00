# Instructions with their ports, latency, chains and first stalls; dependency graphs and timelines as pictures.
#
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake -all-views=false -annotate
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -all-views=false -annotate -color=always
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=atom -all-views=false -annotate
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake -all-views=false -annotate -json=full
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake -dot
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=atom -dot
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake -svg -timeline-max-iterations=2
# LLVM-MCA-BEGIN dot product
.L1:
        movss   (%rdi,%rax,4), %xmm1
        mulss   (%rsi,%rax,4), %xmm1
        addss   %xmm1, %xmm0
        incq    %rax
        cmpq    %rdx, %rax
        jne     .L1
# LLVM-MCA-END

# LLVM-MCA-BEGIN "stores"
.L2:
        movq    %rax, (%rdi)
        movq    %rax, 8(%rdi)
        addq    $16, %rdi
        cmpq    %rsi, %rdi
        jne     .L2
# LLVM-MCA-END
