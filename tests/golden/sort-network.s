# Sorting networks: scalar compare and swap with cmov, and packed minima and maxima with a merge shuffle.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=slm -iterations=20
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=sandybridge -timeline -timeline-max-iterations=2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -iterations=20
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver2
	cmpl	%esi, %edi
	movl	%edi, %eax
	cmovgl	%esi, %eax
	cmovll	%esi, %edi
	cmpl	%ecx, %edx
	movl	%edx, %r8d
	cmovgl	%ecx, %r8d
	cmovll	%ecx, %edx
	cmpl	%r8d, %eax
	movl	%eax, %esi
	cmovgl	%r8d, %esi
	cmovll	%r8d, %eax
	movdqa	%xmm0, %xmm2
	pminsd	%xmm1, %xmm0
	pmaxsd	%xmm2, %xmm1
	pshufd	$27, %xmm1, %xmm1
	movdqa	%xmm0, %xmm2
	pminud	%xmm1, %xmm0
	pmaxud	%xmm2, %xmm1
	movdqa	%xmm0, %xmm3
	punpckldq	%xmm1, %xmm0
	punpckhdq	%xmm1, %xmm3
	pminub	%xmm4, %xmm5
	pmaxsw	%xmm5, %xmm4
	minps	%xmm6, %xmm7
	maxpd	%xmm7, %xmm6
