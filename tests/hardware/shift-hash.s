# A hash by shift and additions, whose move is eliminated in each iteration.
# measured: graniterapids 3.00
.Lshift_hash:
	movl	%eax, %edx
	addq	$1, %rdi
	shll	$5, %edx
	addl	%edx, %eax
	movzbl	-1(%rdi), %edx
	addl	%edx, %eax
	cmpq	%rcx, %rdi
	jne	.Lshift_hash
