# A polynomial of degree five; something else is stored meanwhile.
# measured: znver5 3.00
.Lpolynomial_beside_stores:
	vmovups	(%rsi,%rax), %ymm0
	vmovaps	%ymm0, %ymm1
	vfmadd132ps	%ymm7, %ymm6, %ymm1
	vfmadd132ps	%ymm0, %ymm5, %ymm1
	vfmadd132ps	%ymm0, %ymm4, %ymm1
	vfmadd132ps	%ymm0, %ymm3, %ymm1
	vfmadd132ps	%ymm1, %ymm2, %ymm0
	vmovups	%ymm15, (%rcx,%rax)
	addq	$32, %rax
	cmpq	%rax, %rdi
	jne	.Lpolynomial_beside_stores
