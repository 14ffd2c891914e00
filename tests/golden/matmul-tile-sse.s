# A 4x4 matrix times a vector, columns held in registers, then stored transposed.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=atom -iterations=5 -timeline -timeline-max-iterations=1
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=slm
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -register-file-size=24 -iterations=30
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=sandybridge -instruction-tables=full
	movaps	(%rsi), %xmm4
	movaps	%xmm4, %xmm5
	movaps	%xmm4, %xmm6
	movaps	%xmm4, %xmm7
	shufps	$0, %xmm4, %xmm4
	shufps	$85, %xmm5, %xmm5
	shufps	$170, %xmm6, %xmm6
	shufps	$255, %xmm7, %xmm7
	mulps	%xmm0, %xmm4
	mulps	%xmm1, %xmm5
	mulps	%xmm2, %xmm6
	mulps	%xmm3, %xmm7
	addps	%xmm5, %xmm4
	addps	%xmm7, %xmm6
	addps	%xmm6, %xmm4
	movaps	%xmm4, (%rdi)
	addq	$16, %rsi
	addq	$16, %rdi
	decl	%ecx
	jne	0b
0:
