# oxmca: -mtriple=riscv64-unknown-linux-gnu -mcpu=sifive-p550
# source: C, gcc -O2 for RISC-V, scale_index
# expert: The address is computed from an index of 32 bits each time, where a pointer could go on.
# must: pointers
# may: unroll

# LLVM-MCA-BEGIN riscv-index
.L3:
        fld      fa5,0(a1)
        slli     a4,a3,32
        srli     a5,a4,29
        fmul.d   fa5,fa5,fa0
        add      a5,a0,a5
        addiw    a3,a3,1
        addi     a1,a1,8
        fsd      fa5,0(a5)
        bne      a2,a3,.L3
# LLVM-MCA-END
