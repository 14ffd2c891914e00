# Four points of the Mandelbrot set a turn, until all have escaped.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=sandybridge -timeline -timeline-max-iterations=2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -iterations=60
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver3 -timeline -timeline-max-iterations=2
.Lescape:
	vmulpd	%ymm2, %ymm2, %ymm4
	vmulpd	%ymm3, %ymm3, %ymm5
	vaddpd	%ymm4, %ymm5, %ymm6
	vcmplepd	%ymm7, %ymm6, %ymm6
	vmovmskpd	%ymm6, %eax
	testl	%eax, %eax
	je	.Ldone
	vmulpd	%ymm2, %ymm3, %ymm3
	vaddpd	%ymm3, %ymm3, %ymm3
	vaddpd	%ymm1, %ymm3, %ymm3
	vsubpd	%ymm5, %ymm4, %ymm2
	vaddpd	%ymm0, %ymm2, %ymm2
	vandpd	%ymm8, %ymm6, %ymm6
	vaddpd	%ymm6, %ymm9, %ymm9
	decl	%ecx
	jnz	.Lescape
.Ldone:
