# Exchanges of every width, accumulator forms, exchange and add.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=slm -iterations=20
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=sandybridge -timeline -timeline-max-iterations=2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=haswell
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver1 -timeline -timeline-max-iterations=1
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver3
	xchgq	%rax, %rcx
	xchgl	%ecx, %eax
	xchgl	%esi, %edi
	xchgw	%dx, %ax
	xchgb	%al, %ah
	xchgq	%r8, %r9
	xchgb	%r10b, %r11b
	xaddl	%eax, %ecx
	xaddb	%dl, %sil
	bswapq	%r8
	xchgl	%eax, %eax
