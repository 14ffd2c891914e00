# MMX integer code and its move to SSE registers.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=atom -iterations=5
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=slm
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -timeline -timeline-max-iterations=1
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=haswell
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=bdver2 -instruction-tables
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver1
	movq	(%rdi), %mm0
	movd	%eax, %mm1
	paddw	%mm1, %mm0
	paddusb	8(%rdi), %mm0
	psubq	%mm2, %mm3
	pmullw	%mm0, %mm1
	pmaddwd	%mm1, %mm2
	pmulhuw	%mm2, %mm3
	psllq	$3, %mm3
	psrad	%mm0, %mm4
	packssdw	%mm4, %mm5
	punpcklbw	%mm5, %mm6
	pcmpeqb	%mm6, %mm6
	pand	%mm6, %mm7
	pxor	%mm7, %mm7
	pshufw	$27, %mm0, %mm1
	pavgb	%mm1, %mm2
	psadbw	%mm2, %mm3
	pmovmskb	%mm3, %ecx
	pinsrw	$1, %ecx, %mm4
	pextrw	$2, %mm4, %edx
	pshufb	%mm5, %mm6
	palignr	$3, %mm6, %mm7
	movq2dq	%mm0, %xmm0
	movdq2q	%xmm1, %mm1
	cvtpi2ps	%mm0, %xmm2
	cvttps2pi	%xmm2, %mm2
	movntq	%mm0, (%rsi)
	maskmovq	%mm1, %mm2
	movq	%mm0, %rax
	emms
