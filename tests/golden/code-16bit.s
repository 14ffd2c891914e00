# Real-mode code: 16-bit addresses and operands, prefixes to reach 32 bits.
# oxmca: -mtriple=i686-unknown-unknown -mcpu=sandybridge -iterations=5
# oxmca: -mtriple=i686-unknown-unknown -mcpu=btver2 -iterations=5
# oxmca: -mtriple=i686-unknown-unknown -mcpu=znver2 -instruction-tables
	.code16
	movw	%sp, %bp
	movw	4(%bp), %bx
	movw	(%bx,%si), %ax
	addw	2(%bx,%di), %ax
	movb	(%si), %cl
	shlw	%cl, %ax
	movl	%eax, %edx
	addl	(%ebx,%ecx,4), %eax
	leaw	6(%bp,%si), %dx
	imulw	%dx, %ax
	movw	%ax, 0x40
	movw	%ax, %es
	lodsw
	rep movsw
	callw	far_away
	decw	%cx
	jcxz	.Lend
.Lend:
	retw
