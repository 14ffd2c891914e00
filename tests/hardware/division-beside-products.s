# A division of small numbers takes ports of more units than the divider's.
# measured: znver3 9.00
.Ldivision_beside_products:
	movl	$16, %eax
	xorl	%edx, %edx
	divl	%esi
	imull	$3, %esi, %r8d
	imull	$3, %esi, %r9d
	imull	$3, %esi, %r10d
	imull	$3, %esi, %r11d
	imull	$3, %esi, %r12d
	imull	$3, %esi, %r13d
	decq	%rcx
	jne	.Ldivision_beside_products
