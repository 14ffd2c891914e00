# A polynomial of degree five; what is added is a constant, and the result is stored as soon as it is known.
# measured: znver5 2.51
.Lpolynomial:
	vmovups	(%rsi,%rax), %ymm0
	vmovaps	%ymm0, %ymm1
	vfmadd132ps	%ymm7, %ymm6, %ymm1
	vfmadd132ps	%ymm0, %ymm5, %ymm1
	vfmadd132ps	%ymm0, %ymm4, %ymm1
	vfmadd132ps	%ymm0, %ymm3, %ymm1
	vfmadd132ps	%ymm1, %ymm2, %ymm0
	vmovups	%ymm0, (%rcx,%rax)
	addq	$32, %rax
	cmpq	%rax, %rdi
	jne	.Lpolynomial
