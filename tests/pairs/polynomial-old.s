	.file	"polynomial.c"
	.text
	.p2align 4
	.globl	kernel
	.type	kernel, @function
kernel:
	vmovsd	(%rdx), %xmm1
	vmovsd	8(%rdx), %xmm6
	vmovsd	16(%rdx), %xmm5
	vmovsd	24(%rdx), %xmm4
	vmovsd	32(%rdx), %xmm3
	vmovsd	40(%rdx), %xmm2
	testq	%rcx, %rcx
	je	.L23
	leaq	-1(%rcx), %rax
	cmpq	$2, %rax
	jbe	.L8
	movq	%rcx, %rdx
	vbroadcastsd	%xmm1, %ymm12
	vbroadcastsd	%xmm6, %ymm11
	xorl	%eax, %eax
	shrq	$2, %rdx
	vbroadcastsd	%xmm5, %ymm10
	vbroadcastsd	%xmm4, %ymm9
	vbroadcastsd	%xmm3, %ymm8
	vbroadcastsd	%xmm2, %ymm7
	salq	$5, %rdx
	.p2align 4,,10
	.p2align 3
.L4:
	vmovupd	(%rsi,%rax), %ymm13
	vmulpd	%ymm13, %ymm12, %ymm0
	vaddpd	%ymm11, %ymm0, %ymm0
	vmulpd	%ymm13, %ymm0, %ymm0
	vaddpd	%ymm10, %ymm0, %ymm0
	vmulpd	%ymm13, %ymm0, %ymm0
	vaddpd	%ymm9, %ymm0, %ymm0
	vmulpd	%ymm13, %ymm0, %ymm0
	vaddpd	%ymm8, %ymm0, %ymm0
	vmulpd	%ymm13, %ymm0, %ymm0
	vaddpd	%ymm7, %ymm0, %ymm0
	vmovupd	%ymm0, (%rdi,%rax)
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
	vmovupd	(%rsi,%rax,8), %xmm7
	vmovddup	%xmm1, %xmm0
	vmovddup	%xmm6, %xmm8
	vmulpd	%xmm7, %xmm0, %xmm0
	vaddpd	%xmm8, %xmm0, %xmm0
	vmovddup	%xmm5, %xmm8
	vmulpd	%xmm7, %xmm0, %xmm0
	vaddpd	%xmm8, %xmm0, %xmm0
	vmovddup	%xmm4, %xmm8
	vmulpd	%xmm7, %xmm0, %xmm0
	vaddpd	%xmm8, %xmm0, %xmm0
	vmovddup	%xmm3, %xmm8
	vmulpd	%xmm7, %xmm0, %xmm0
	vaddpd	%xmm8, %xmm0, %xmm0
	vmulpd	%xmm7, %xmm0, %xmm0
	vmovddup	%xmm2, %xmm7
	vaddpd	%xmm7, %xmm0, %xmm0
	vmovupd	%xmm0, (%rdi,%rax,8)
	testb	$1, %cl
	je	.L23
	andq	$-2, %rcx
	addq	%rcx, %rax
.L6:
	vmovsd	(%rsi,%rax,8), %xmm7
	vmulsd	%xmm7, %xmm1, %xmm0
	vaddsd	%xmm6, %xmm0, %xmm0
	vmulsd	%xmm7, %xmm0, %xmm0
	vaddsd	%xmm5, %xmm0, %xmm0
	vmulsd	%xmm7, %xmm0, %xmm0
	vaddsd	%xmm4, %xmm0, %xmm0
	vmulsd	%xmm7, %xmm0, %xmm0
	vaddsd	%xmm3, %xmm0, %xmm0
	vmulsd	%xmm7, %xmm0, %xmm0
	vaddsd	%xmm2, %xmm0, %xmm0
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
	.ident	"GCC: (Debian 12.2.0-14+deb12u1) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
