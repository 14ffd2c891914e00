	.file	"maximum.c"
	.text
	.p2align 4
	.globl	kernel
	.type	kernel, @function
kernel:
	vmovd	(%rdx), %xmm2
	movq	%rdi, %r8
	vmovd	%xmm2, %eax
	testq	%rcx, %rcx
	je	.L2
	leaq	-1(%rcx), %rdx
	cmpq	$6, %rdx
	jbe	.L22
	movq	%rcx, %rdx
	vmovd	%eax, %xmm1
	movq	%rsi, %rax
	shrq	$3, %rdx
	vpbroadcastd	%xmm1, %ymm1
	salq	$5, %rdx
	addq	%rsi, %rdx
	.p2align 4,,10
	.p2align 3
.L5:
	vpmaxsd	(%rax), %ymm1, %ymm1
	addq	$32, %rax
	cmpq	%rax, %rdx
	jne	.L5
	vextracti128	$0x1, %ymm1, %xmm3
	movq	%rcx, %rdx
	vpmaxsd	%xmm1, %xmm3, %xmm0
	andq	$-8, %rdx
	vpsrldq	$8, %xmm0, %xmm2
	vpmaxsd	%xmm2, %xmm0, %xmm0
	vpsrldq	$4, %xmm0, %xmm2
	vpmaxsd	%xmm2, %xmm0, %xmm0
	vmovd	%xmm0, %eax
	vpmaxsd	%xmm3, %xmm1, %xmm0
	vmovd	%eax, %xmm2
	testb	$7, %cl
	je	.L20
	vzeroupper
.L4:
	movq	%rcx, %rdi
	subq	%rdx, %rdi
	leaq	-1(%rdi), %rax
	cmpq	$2, %rax
	jbe	.L8
	vpmaxsd	(%rsi,%rdx,4), %xmm0, %xmm0
	vpsrldq	$8, %xmm0, %xmm1
	vpmaxsd	%xmm1, %xmm0, %xmm0
	vpsrldq	$4, %xmm0, %xmm1
	vpmaxsd	%xmm1, %xmm0, %xmm0
	vmovd	%xmm0, %eax
	vmovd	%eax, %xmm2
	movq	%rdi, %rax
	andq	$-4, %rax
	addq	%rax, %rdx
	andl	$3, %edi
	je	.L2
.L8:
	vmovd	(%rsi,%rdx,4), %xmm0
	leaq	1(%rdx), %rdi
	leaq	0(,%rdx,4), %rax
	vpmaxsd	%xmm0, %xmm2, %xmm2
	cmpq	%rcx, %rdi
	jnb	.L2
	vmovd	4(%rsi,%rax), %xmm0
	addq	$2, %rdx
	vpmaxsd	%xmm0, %xmm2, %xmm2
	cmpq	%rcx, %rdx
	jnb	.L2
	vmovd	8(%rsi,%rax), %xmm0
	vpmaxsd	%xmm0, %xmm2, %xmm2
.L2:
	vmovd	%xmm2, (%r8)
	ret
	.p2align 4,,10
	.p2align 3
.L20:
	vzeroupper
	vmovd	%xmm2, (%r8)
	ret
.L22:
	vpshufd	$0, %xmm2, %xmm0
	xorl	%edx, %edx
	jmp	.L4
	.size	kernel, .-kernel
	.ident	"GCC: (Debian 12.2.0-14+deb12u1) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
