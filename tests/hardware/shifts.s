# Shifts and rotations: four in a cycle are too many for any.
# Published: four shifts, two a cycle: 2 cycles.
# measured: znver5 1.87
# measured: znver3 2.00
.Lshifts:
	shlq	$3, %rax
	shrq	$5, %rbx
	rolq	$7, %rdx
	sarq	$2, %rsi
	decq	%rcx
	jne	.Lshifts
