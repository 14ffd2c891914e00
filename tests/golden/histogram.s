# Byte histogram: read, modify and write through computed addresses.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=slm -iterations=30
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -noalias=false -iterations=20
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=haswell -iterations=60
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=bdver2 -squeue=4 -iterations=30
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver4 -timeline -timeline-max-iterations=2
.Lcount:
	movl	(%rsi), %eax
	movzbl	%al, %ecx
	movzbl	%ah, %edx
	shrl	$16, %eax
	incl	(%rdi,%rcx,4)
	incl	1024(%rdi,%rdx,4)
	movzbl	%al, %ecx
	shrl	$8, %eax
	addl	$1, 2048(%rdi,%rcx,4)
	addl	$1, 3072(%rdi,%rax,4)
	addq	$4, %rsi
	cmpq	%r8, %rsi
	jne	.Lcount
