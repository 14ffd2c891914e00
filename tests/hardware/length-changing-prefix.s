# Comparisons with constants of 16 bits: found slowly where instructions are predecoded, but not from a cache of
# micro-ops.
# measured: znver5 1.00
# measured: znver3 1.00
.Llength_changing_prefix:
	cmpw	$0x1234, %ax
	cmpw	$0x1235, %bx
	cmpw	$0x1236, %dx
	decq	%rcx
	jne	.Llength_changing_prefix
