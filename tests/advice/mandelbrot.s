# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake
# source: C, gcc -O2, mandelbrot
# expert: The distance decides, and the chain is the iteration itself.
# must: exit_by_data
# may: denormals not_vectorized

# LLVM-MCA-BEGIN mandelbrot
.L222:
        addsd    %xmm2, %xmm2
        subsd    %xmm5, %xmm3
        addl     $1, %eax
        mulsd    %xmm2, %xmm4
        addsd    %xmm0, %xmm3
        addsd    %xmm1, %xmm4
        cmpl     %eax, %edi
        je       .L219
        movapd   %xmm3, %xmm2
.L220:
        movapd   %xmm2, %xmm3
        movapd   %xmm4, %xmm5
        mulsd    %xmm2, %xmm3
        mulsd    %xmm4, %xmm5
        movapd   %xmm3, %xmm6
        addsd    %xmm5, %xmm6
        comisd   %xmm6, %xmm7
        ja       .L222
# LLVM-MCA-END
