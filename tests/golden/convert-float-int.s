# Conversions between integers and floats in both directions, truncating and rounding.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=slm -instruction-tables
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=sandybridge
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=broadwell -timeline -timeline-max-iterations=1
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver3
	cvtsi2ss	%edi, %xmm0
	cvtsi2sd	%rsi, %xmm1
	cvtsi2sdl	4(%rsp), %xmm2
	cvtsi2ssq	8(%rsp), %xmm3
	cvttss2si	%xmm0, %eax
	cvttsd2si	%xmm1, %rcx
	cvtss2si	(%rdx), %r8
	cvtsd2si	(%rdx), %r9d
	cvtdq2ps	%xmm2, %xmm4
	cvtdq2pd	%xmm2, %xmm5
	cvttps2dq	%xmm4, %xmm6
	cvtpd2dq	%xmm5, %xmm7
	cvtps2pd	%xmm4, %xmm8
	cvtpd2ps	%xmm8, %xmm9
	cvtss2sd	%xmm0, %xmm10
	cvtsd2ss	%xmm10, %xmm11
	roundss	$9, %xmm0, %xmm12
	roundpd	$11, %xmm8, %xmm13
	movq	%xmm13, %rax
	movd	%eax, %xmm14
