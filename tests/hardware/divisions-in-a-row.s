# Four divisions of single precision that do not depend on each other.
# measured: znver3 14.00
.Ldivisions_in_a_row:
	vdivps	%ymm12, %ymm13, %ymm0
	vdivps	%ymm12, %ymm13, %ymm1
	vdivps	%ymm12, %ymm13, %ymm2
	vdivps	%ymm12, %ymm13, %ymm3
	decq	%rcx
	jne	.Ldivisions_in_a_row
