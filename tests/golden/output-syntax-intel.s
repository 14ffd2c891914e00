# Code printed in Intel syntax, with decimal and hexadecimal immediates.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=haswell -output-asm-variant=1 -iterations=2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake-avx512 -output-asm-variant=1 -print-imm-hex -iterations=2
	movq	$-65536, %rax
	addl	$255, 16(%rdi,%rcx,8)
	movabsq	$1234567890123, %rdx
	vpermilps	$27, -32(%rsi), %ymm1
	vfmadd231ps	table+8(%rip), %ymm0, %ymm1
	movb	$7, %fs:(%rdi)
	shrl	$9, %ecx
	cmpw	$-2, symbol
	pushq	$300
	jmpq	*table(,%rax,8)
	imulq	$-40, (%rbp), %rsi
	movzbl	-1(%rsp), %r9d
	cvttsd2si	(%rax), %r10
	rep movsb
	lock decl	(%rdi)
