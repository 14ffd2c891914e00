# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=haswell
# source: C, gcc -O2, gcd
# expert: Each remainder is the next divisor.
# must: exit_by_data
# may: not_vectorized

# LLVM-MCA-BEGIN gcd
.L211:
        movl     %edx, %ecx
        xorl     %edx, %edx
        divl     %ecx
        movl     %ecx, %eax
        testl    %edx, %edx
        jne      .L211
# LLVM-MCA-END
