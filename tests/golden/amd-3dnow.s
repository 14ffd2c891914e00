# 3DNow! arithmetic, which any CPU takes now that no model lists it.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -iterations=10
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver1 -instruction-tables
	movq	(%rdi), %mm0
	pfadd	%mm1, %mm0
	pfmul	8(%rdi), %mm0
	pfsubr	%mm2, %mm3
	pi2fd	%mm3, %mm4
	pf2id	%mm4, %mm5
	pfrcp	%mm5, %mm6
	pfcmpge	%mm6, %mm7
	pswapd	%mm7, %mm0
	pfnacc	%mm0, %mm1
	pavgusb	%mm1, %mm2
	femms
