	.file	"polynomial.c"
	.text
	.p2align 4
	.globl	kernel
	.type	kernel, @function
kernel:
	vmovsd	(%rdx), %xmm0
	vmovsd	8(%rdx), %xmm7
	vmovsd	16(%rdx), %xmm6
	vmovsd	24(%rdx), %xmm5
	vmovsd	32(%rdx), %xmm4
	vmovsd	40(%rdx), %xmm3
	testq	%rcx, %rcx
	je	.L23
	leaq	-1(%rcx), %rax
	cmpq	$2, %rax
	jbe	.L8
	movq	%rcx, %rdx
	vbroadcastsd	%xmm0, %ymm13
	vbroadcastsd	%xmm7, %ymm12
	xorl	%eax, %eax
	shrq	$2, %rdx
	vbroadcastsd	%xmm6, %ymm11
	vbroadcastsd	%xmm5, %ymm10
	vbroadcastsd	%xmm4, %ymm9
	vbroadcastsd	%xmm3, %ymm8
	salq	$5, %rdx
	.p2align 4,,10
	.p2align 3
.L4:
	vmovupd	(%rsi,%rax), %ymm1
	vmovapd	%ymm13, %ymm2
	vfmadd132pd	%ymm1, %ymm12, %ymm2
	vfmadd132pd	%ymm1, %ymm11, %ymm2
	vfmadd132pd	%ymm1, %ymm10, %ymm2
	vfmadd132pd	%ymm1, %ymm9, %ymm2
	vfmadd132pd	%ymm2, %ymm8, %ymm1
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
	vmovupd	(%rsi,%rax,8), %xmm2
	vmovddup	%xmm0, %xmm1
	vmovddup	%xmm7, %xmm12
	vmovddup	%xmm6, %xmm11
	vmovddup	%xmm5, %xmm10
	vmovddup	%xmm4, %xmm9
	vmovddup	%xmm3, %xmm8
	vfmadd132pd	%xmm2, %xmm12, %xmm1
	vfmadd132pd	%xmm2, %xmm11, %xmm1
	vfmadd132pd	%xmm2, %xmm10, %xmm1
	vfmadd132pd	%xmm2, %xmm9, %xmm1
	vfmadd132pd	%xmm1, %xmm8, %xmm2
	vmovupd	%xmm2, (%rdi,%rax,8)
	testb	$1, %cl
	je	.L23
	andq	$-2, %rcx
	addq	%rcx, %rax
.L6:
	vmovsd	(%rsi,%rax,8), %xmm1
	vfmadd132sd	%xmm1, %xmm7, %xmm0
	vfmadd132sd	%xmm1, %xmm6, %xmm0
	vfmadd132sd	%xmm1, %xmm5, %xmm0
	vfmadd132sd	%xmm1, %xmm4, %xmm0
	vfmadd132sd	%xmm0, %xmm3, %xmm1
	vmovsd	%xmm1, (%rdi,%rax,8)
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
