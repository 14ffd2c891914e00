# A loop that one CPU can run and another cannot: vector instructions are left out.
#
# oxmca: loops --mtriple=riscv64-unknown-linux-gnu --mcpu=sifive-x280,sifive-u74
# oxmca: loops --mtriple=riscv64-unknown-linux-gnu --mcpu=sifive-u74,sifive-p470 --function=plain
	.type	scale,@function
scale:
.Lscale:
	vsetvli	t0, a2, e32, m1, ta, ma
	vle32.v	v8, (a1)
	vfmul.vf	v8, v8, fa0
	vse32.v	v8, (a0)
	slli	t1, t0, 2
	add	a1, a1, t1
	add	a0, a0, t1
	sub	a2, a2, t0
	bnez	a2, .Lscale
	ret
	.size	scale, .-scale
	.type	plain,@function
plain:
.Lplain:
	lw	t0, 0(a0)
	mul	a1, a1, t0
	addi	a0, a0, 4
	bne	a0, a2, .Lplain
	ret
	.size	plain, .-plain
