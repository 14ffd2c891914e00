# A polynomial on the x87 stack with exchanges, then the slow functions.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=atom -iterations=5
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=slm -iterations=5
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=sandybridge
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=bdver2 -iterations=10
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -iterations=10
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver4 -iterations=10
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=lunarlake -iterations=5
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=broadwell -iterations=5
	fldt	(%rsi)
	fldl	8(%rdi)
	fmul	%st(1), %st
	faddl	16(%rdi)
	fmul	%st(1), %st
	fadds	(%rdi)
	fxch	%st(1)
	fstp	%st(0)
	fstpt	(%rdx)
	fld1
	fldpi
	fldz
	fchs
	fabs
	fsqrt
	fdivrp	%st, %st(1)
	fsubr	%st(1), %st
	fdivp	%st, %st(1)
	fildl	4(%rsp)
	fildll	8(%rsp)
	fiadds	(%rsp)
	fistpl	(%rsp)
	fistpll	8(%rsp)
	fisttpl	(%rsp)
	fsin
	f2xm1
	fptan
	fpatan
	fprem
	frndint
	fscale
	fnstcw	(%rsp)
	fldcw	(%rsp)
	fnstsw	%ax
	fcomi	%st(1), %st
	fucompi	%st(1), %st
	fcmovbe	%st(2), %st
	fcom	%st(1)
	ftst
	fxam
	ffree	%st(3)
	fincstp
	fnop
	wait
