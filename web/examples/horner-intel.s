# A polynomial by Horner's rule, in Intel
# syntax: eight at a time, but each step of a
# polynomial waits for the last.
	.intel_syntax noprefix
evaluate:
	vmovups	ymm1, ymmword ptr [rdi + 4*rax]
	vmovaps	ymm2, ymm8
	vfmadd213ps	ymm2, ymm1, ymm9
	vfmadd213ps	ymm2, ymm1, ymm10
	vfmadd213ps	ymm2, ymm1, ymm11
	vfmadd213ps	ymm2, ymm1, ymm12
	vmovups	ymmword ptr [rsi + 4*rax], ymm2
	add	rax, 8
	cmp	rax, rdx
	jb	evaluate
