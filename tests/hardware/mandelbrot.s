# The inner loop of the Mandelbrot set with scalars of double.
# Published: multiplication and two additions: 4 + 4 + 4 = 12 cycles on Skylake and Ice Lake.
# measured: znver5 8.81
# measured: znver3 10.00
# measured: graniterapids 8.98
.Lmandelbrot:
	movapd	%xmm0, %xmm4
	mulsd	%xmm1, %xmm4
	mulsd	%xmm0, %xmm0
	mulsd	%xmm1, %xmm1
	subsd	%xmm1, %xmm0
	addsd	%xmm2, %xmm0
	movapd	%xmm4, %xmm1
	addsd	%xmm4, %xmm1
	addsd	%xmm3, %xmm1
	decq	%rcx
	jne	.Lmandelbrot
