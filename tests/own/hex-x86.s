# Machine code of a loop: a product, a sum and a branch.
#
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake -show-encoding -timeline -steady-state --hex-file
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -base=0x401000 -output-asm-variant=1 -bottleneck-analysis --hex-file
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver4 -instruction-tables=full --hex-file
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake,znver4,alderlake --hex-file
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake -base=0xfffffffffffffff0 -json=full -all-views=false -instruction-info --hex-file
48 0f af c1            // imulq  %rcx, %rax
48 01 05 10 00 00 00   // addq   %rax, 16(%rip)
0x48,0xff,0xc9         // decq   %rcx
\x75\xf0               // jne    -16
