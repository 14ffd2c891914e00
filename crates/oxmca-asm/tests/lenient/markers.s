# Markers of IACA and OSACA, as comments, as bytes in one directive and in three, and around nothing.
	movl	$111, %ebx
	.byte	100, 103, 144
	addl	%eax, %ecx
	imull	%ecx, %ecx
	movl	$222, %ebx
	.byte	100
	.byte	0x67
	.byte	144
	subl	%eax, %ecx
# OSACA-BEGIN
	addq	%rax, %rcx	# within
# OSACA-END
	movl	$111, %ebx
	addl	%ebx, %ecx	# no marker without bytes
	.byte	100, 103, 144
	movl	$111, %ebx; .byte 100,103,144
	xorl	%eax, %eax
	movl	$222, %ebx; .byte 100,103,144
	ret
