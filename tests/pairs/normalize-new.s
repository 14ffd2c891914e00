	.file	"normalize.c"
	.text
	.p2align 4
	.globl	kernel
	.type	kernel, @function
kernel:
	vmovsd	(%rdx), %xmm1
	testq	%rcx, %rcx
	je	.L23
	vmovsd	.LC0(%rip), %xmm0
	leaq	-1(%rcx), %rax
	vdivsd	%xmm1, %xmm0, %xmm0
	cmpq	$2, %rax
	jbe	.L8
	movq	%rcx, %rdx
	vbroadcastsd	%xmm0, %ymm2
	xorl	%eax, %eax
	shrq	$2, %rdx
	salq	$5, %rdx
	.p2align 4,,10
	.p2align 3
.L4:
	vmulpd	(%rsi,%rax), %ymm2, %ymm1
	vmovupd	%ymm1, (%rdi,%rax)
	addq	$32, %rax
	cmpq	%rax, %rdx
	jne	.L4
	testb	$3, %cl
	je	.L22
	movq	%rcx, %rax
	andq	$-4, %rax
	vzeroupper
.L3:
	subq	%rax, %rcx
	cmpq	$1, %rcx
	je	.L6
	vmovddup	%xmm0, %xmm1
	vmulpd	(%rsi,%rax,8), %xmm1, %xmm1
	vmovupd	%xmm1, (%rdi,%rax,8)
	testb	$1, %cl
	je	.L23
	andq	$-2, %rcx
	addq	%rcx, %rax
.L6:
	vmulsd	(%rsi,%rax,8), %xmm0, %xmm0
	vmovsd	%xmm0, (%rdi,%rax,8)
	ret
	.p2align 4,,10
	.p2align 3
.L22:
	vzeroupper
.L23:
	ret
.L8:
	xorl	%eax, %eax
	jmp	.L3
	.size	kernel, .-kernel
	.section	.rodata.cst8,"aM",@progbits,8
	.align 8
.LC0:
	.long	0
	.long	1072693248
	.ident	"GCC: (Debian 12.2.0-14+deb12u1) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
