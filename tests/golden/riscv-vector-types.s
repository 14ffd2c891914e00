# Vector types by instructions and by comments, groups of eight registers and fractions, masks, segments, indices.
# oxmca: -mtriple=riscv64 -mcpu=sifive-x280 -instruction-tables
# oxmca: -mtriple=riscv64 -mcpu=sifive-p670 -iterations=4
# oxmca: -mtriple=riscv64 -mcpu=sifive-p870-d -instruction-tables=full
# oxmca: -mtriple=riscv64 -mcpu=andes-ax45mpv -iterations=4
# oxmca: -mtriple=riscv64 -mcpu=spacemit-x60 -json
	vsetivli	zero, 8, e8, mf2, tu, mu
	vadd.vv	v1, v2, v3, v0.t
	vwmulu.vx	v4, v2, a0
	vsetvli	t0, a0, e32, m8, ta, ma
	vfdiv.vv	v8, v16, v24
	vredsum.vs	v8, v16, v24
	vlse64.v	v8, (a1), a2
# LLVM-MCA-RISCV-LMUL M1
# LLVM-MCA-RISCV-SEW E16
	vluxei32.v	v4, (a0), v8
	vlseg3e16.v	v12, (a1)
	vrgather.vv	v2, v4, v6
# LLVM-MCA-RISCV-SEW E64
	vsll.vi	v2, v4, 3
	vmseq.vi	v0, v2, 5
	vcpop.m	a0, v0
	vse32.v	v4, (a3)
