# Four multiplications and four shifts, which share a port.
# measured: znver3 6.50
.Lproducts_beside_shifts:
	imulq	$3, %rsi, %rax
	imulq	$3, %rsi, %rax
	imulq	$3, %rsi, %rax
	imulq	$3, %rsi, %rax
	rorx	$3, %esi, %r8d
	rorx	$3, %esi, %r9d
	rorx	$3, %esi, %r10d
	rorx	$3, %esi, %r11d
	decq	%rcx
	jne	.Lproducts_beside_shifts
