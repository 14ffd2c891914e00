# oxmca: -mtriple=riscv64-unknown-linux-gnu -mcpu=sifive-u74
# source: C, gcc -O2 for RISC-V, list_sum
# expert: The next address is loaded.
# must: exit_by_data
# may: none

# LLVM-MCA-BEGIN riscv-list-sum
.L137:
        ld       a4,8(a5)
        ld       a5,0(a5)
        add      a0,a4,a0
        bne      a5,zero,.L137
# LLVM-MCA-END
